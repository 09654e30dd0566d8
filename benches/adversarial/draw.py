"""Draws the positions of data/positions/adversarial.jsonl: small ones, a class for each fault.

Each is drawn from sets in which the fault matters, and kept if small.py with the fault finds less
than without it. Search and integer program of the command `--binary` must agree on the answers.
"""
import argparse
import json
import random
import subprocess
import sys

from small import FAULTS, JOKER, Rules, answer, is_run

MOST_TILES = 16
OPTIONS = {
    # With three colours a joker beside two of them is the third, whatever a solver takes it for.
    "third-copy": [{}, {"colours": "RBK"}],
    "five-colours": [{"colours": "RBKOY"}],
    "wrap": [{"wrap": True}, {"wrap": "end"}],
}


def some_set(rules, dice, is_fit=lambda shape: len(shape) < 6):
    return list(dice.choice([shape for shape in rules.shapes() if is_fit(shape)]))


def sets_of(name, rules, dice):
    """Sets that hold what the class is about."""
    if name == "third-copy":
        shape = some_set(rules, dice, lambda shape: len(shape) == 3)
        tile = dice.choice(shape)
        third = some_set(rules, dice, lambda other: tile in other and len(other) == 3)
        second = some_set(rules, dice, lambda other: tile in other and len(other) < 5)
        return [shape, second, [JOKER if one == tile else one for one in third]]
    if name in ("equal-runs", "set-twice"):
        fits = lambda shape: is_run(shape) == (name == "equal-runs") and len(shape) < 5
        shape = some_set(rules, dice, fits)
        return [shape, list(shape)]
    if name == "redundant-joker":
        shape = some_set(rules, dice, lambda shape: len(shape) in (4, 5))
        shape[dice.choice([0, -1])] = JOKER
        return [shape]
    if name == "long-run":
        return [some_set(rules, dice, lambda shape: is_run(shape) and len(shape) == 5)]
    if name == "five-colours":
        return [some_set(rules, dice, lambda shape: len(shape) == 5 and not is_run(shape))]
    if name == "wrap":
        goes_round = lambda shape: is_run(shape) and int(shape[0][1:]) > int(shape[-1][1:])
        return [some_set(rules, dice, lambda shape: len(shape) < 6 and goes_round(shape))]
    if name == "opening-joker":
        shape = some_set(rules, dice)
        shape[dice.randrange(len(shape))] = JOKER
        return [shape]
    # Two sets that want the same joker.
    few, many = some_set(rules, dice, lambda shape: len(shape) < 5), some_set(rules, dice)
    few.remove(dice.choice(few))
    many[dice.randrange(len(many))] = JOKER
    return [few, many]


def draw(name, number, dice):
    """A candidate for this number of a class."""
    options = OPTIONS.get(name, [{}])
    options = options[number % len(options)]
    rules = Rules(options)
    shapes = sets_of(name, rules, dice)
    shapes += [some_set(rules, dice) for _ in range(dice.randrange(3))]
    table, rack = [], []
    opening = name == "opening-joker"
    for shape in shapes:
        if dice.random() < 0.3 or opening and shape is shapes[0] or not is_set(rules, shape):
            rack += shape
        elif len(shape) > 3 and dice.random() < 0.7:
            # An end of the set comes from the rack.
            rack.append(shape.pop(dice.choice([0, -1])))
            table.append(shape)
        else:
            table.append(shape)
    tiles = [f"{colour}{value}" for colour in rules.colours for value in range(1, 14)] + [JOKER]
    rack += [dice.choice(tiles) for _ in range(dice.randrange(3))]
    dice.shuffle(rack)
    line = {"rules": "original"}
    line |= {"options": options} if options else {}
    line |= {"objective": "value"} if name == "value-objective" else {}
    line |= {"table": [" ".join(shape) for shape in table], "rack": " ".join(rack)}
    return line | {"opened": not opening}


def is_set(rules, tiles):
    """Whether these tiles in this order are a set."""
    same = lambda shape: all(tile in (JOKER, one) for one, tile in zip(shape, tiles))
    return any(len(shape) == len(tiles) and same(shape) for shape in rules.shapes())


def is_fair(line):
    """Whether the game has these tiles, and not too many for brute force."""
    tiles = " ".join([*line["table"], line["rack"]]).split()
    few = len(tiles) <= MOST_TILES and line["rack"]
    return few and all(tiles.count(tile) <= 2 for tile in set(tiles))


def hurts(line, fault):
    """Whether the fault costs something of what is asked."""
    (_, best), (_, found) = answer(line), answer(line, fault)
    return found[0] < best[0]


def certified(lines, binary):
    """The lines with their answers to both goals, on which both solvers agree."""
    plain = [{key: line[key] for key in line if key != "objective"} for line in lines]
    text = "".join(json.dumps(line) + "\n" for line in plain)

    def ask(solver, goal):
        words = [binary, "solve", "--batch", "-", "--solver", solver, "--objective", goal]
        said = subprocess.run(words, input=text, text=True, check=True, stdout=subprocess.PIPE)
        replies = [json.loads(line) for line in said.stdout.splitlines()]
        assert all(reply["status"] == "optimal" for reply in replies)
        return [(reply["tiles"], reply["value"]) for reply in replies]

    goals = ("tiles", "value")
    search, program = ([ask(solver, goal) for goal in goals] for solver in ("search", "ilp"))
    assert search == program, "search and ilp differ"
    for line, tiles, value in zip(lines, *search):
        goes_out = tiles[0] == len(line["rack"].split())
        yield line | {"certified": {"tiles": tiles, "value": value, "goes_out": goes_out}}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--take", type=int, default=15, help="positions of each class")
    parser.add_argument("--binary", default="rummilab")
    given = parser.parse_args()
    lines = []
    for name in FAULTS:
        dice = random.Random(f"{given.seed} {name}")
        kept = {}
        while len(kept) < given.take:
            line = draw(name, len(kept), dice)
            if is_fair(line) and hurts(line, name):
                kept.setdefault(json.dumps(line), line)
        for number, line in enumerate(kept.values()):
            lines.append({"id": f"{name}-{number + 1}"} | line)
    for line in certified(lines, given.binary):
        print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main()
