"""A solver for small positions of classic tiles that can be given one of ten faults.

It covers the tiles of table and rack by sets, by brute force, and shares no code with rummilab.
As a program of `rummilab bench --solver` it reads and writes lines of JSON
(docs/guide/your-solver.md). `--fault NAME` spoils its answers as published solvers were spoiled:
"""
import argparse
import json
import sys
from collections import Counter
from functools import cache
from itertools import combinations

FAULTS = {
    "third-copy": "a tile lies no more often than there are copies, jokers for it included; a joker "
    "of a group is the first colour that it lacks",
    "equal-runs": "no two equal runs lie at once",
    "redundant-joker": "no joker lies in a set that is one without it",
    "long-run": "runs have three or four tiles",
    "set-twice": "no set of the same tiles lies twice",
    "value-objective": "the most tiles are looked for whatever is asked",
    "value-or-tiles": "the most value is looked for whatever is asked",
    "opening-joker": "a joker counts nothing in an opening",
    "five-colours": "groups have three or four tiles",
    "wrap": "no run goes on from the largest number to 1",
}

RULES = {
    "colours": "RBKO",
    "values": 13,
    "copies": 2,
    "jokers": {"J": 2},
    "opening_min": 30,
    "opening_jokers": True,
    "max_jokers_per_set": 2,
    "max_run_len": 13,
    "wrap": False,
    "group_max": "none",
}
JOKER = "J"


def limit(number):
    return 1000 if number == "none" else number


class Rules:
    """The fields of `original` with these options."""

    def __init__(self, options, fault=None):
        fields = RULES | options
        self.colours, self.values = fields["colours"], fields["values"]
        self.copies, self.opening_min = fields["copies"], fields["opening_min"]
        self.opening_jokers = fields["opening_jokers"]
        self.jokers_of_set = limit(fields["max_jokers_per_set"])
        self.longest = limit(fields["max_run_len"])
        self.largest = min(limit(fields["group_max"]), len(self.colours))
        self.wrap = fields["wrap"]
        self.fault = fault
        if fault == "long-run":
            self.longest = 4
        if fault == "five-colours":
            self.largest = min(4, self.largest)
        if fault == "wrap":
            self.wrap = False

    def shapes(self):
        """Every group and run, as a tuple of its numbers."""
        return shapes(self.colours, self.values, self.largest, self.longest, self.wrap)


@cache
def shapes(colours, values, largest, longest, wrap):
    found = []
    for value in range(1, values + 1):
        for size in range(3, largest + 1):
            for chosen in combinations(colours, size):
                found.append(tuple(f"{colour}{value}" for colour in chosen))
    for colour in colours:
        for low in range(1, values + 1):
            for size in range(3, min(longest, values) + 1):
                # With "end" a run ends with the 1 behind the largest number.
                beyond = {False: 0, "end": 1, True: size}[wrap]
                if low + size - 1 <= values + beyond:
                    numbers = range(low - 1, low + size - 1)
                    found.append(tuple(f"{colour}{n % values + 1}" for n in numbers))
    return found


def is_run(shape):
    return shape[0][0] == shape[1][0]


def redundant(shape, held):
    """Whether the tiles without jokers are a set: a group, or a run without a gap."""
    at = [place for place, tile in enumerate(held) if tile != JOKER]
    gapless = not is_run(shape) or at[-1] - at[0] == len(at) - 1
    return 3 <= len(at) < len(held) and gapless


def first_colours(rules, shape, held):
    """Whether the jokers of a group are the first colours that it lacks."""
    lacking = [colour for colour in rules.colours if f"{colour}{shape[0][1:]}" not in held]
    chosen = [tile[0] for tile, lies in zip(shape, held) if lies == JOKER]
    return is_run(shape) or chosen == lacking[: len(chosen)]


def fillings(rules, shape, left, jokers):
    """Every way to make this set of the tiles that are left, a joker in place of some."""
    lacking = [place for place, tile in enumerate(shape) if left[tile] == 0]
    most = min(jokers, rules.jokers_of_set, len(shape) - 1)
    others = [place for place, tile in enumerate(shape) if left[tile] > 0]
    for more in range(most - len(lacking) + 1):
        for chosen in combinations(others, more):
            at = set(lacking) | set(chosen)
            held = [JOKER if place in at else tile for place, tile in enumerate(shape)]
            if rules.fault == "redundant-joker" and redundant(shape, held):
                continue
            if rules.fault == "third-copy" and not first_colours(rules, shape, held):
                continue
            yield held


def points(shape, held, fault):
    """What a set counts in an opening."""
    lies = zip(shape, held)
    if fault == "opening-joker":
        lies = [(tile, held) for tile, held in lies if held != JOKER]
    return sum(int(tile[1:]) for tile, _ in lies)


def worth(tiles, by_value):
    value = sum(int(tile[1:]) for tile in tiles if tile != JOKER)
    return (value, len(tiles)) if by_value else (len(tiles), value)


class Search:
    """Covers tiles by sets, the first tile first, and keeps the best play."""

    def __init__(self, rules, table, rack, opened, by_value):
        self.rules, self.opened, self.by_value = rules, opened, by_value
        self.least = Counter(table if opened else [])
        self.all = self.least + Counter(rack)
        self.jokers = self.all.pop(JOKER, 0)
        numbers = set(self.all)
        few = [
            shape
            for shape in rules.shapes()
            if 0 < sum(tile not in numbers for tile in shape) <= self.jokers
            or all(tile in numbers for tile in shape)
        ]
        self.order = sorted(numbers)
        self.of = {tile: [shape for shape in few if tile in shape] for tile in self.order}
        self.best, self.sets = None, None
        most = worth(rack, by_value)[0]
        self.look(0, Counter(self.all), self.jokers, [], most)

    def look(self, at, left, jokers, laid, most):
        """Decides about the first tile that is left: a set with it, or none. No play reaches more
        than `most` of what is looked for."""
        if self.best is not None and most < self.best[0]:
            return
        while at < len(self.order) and left[self.order[at]] == 0:
            at += 1
        if at == len(self.order):
            self.judge(jokers, laid)
            return
        tile = self.order[at]
        for shape in self.of[tile]:
            for held in fillings(self.rules, shape, left, jokers):
                if tile not in held or self.forbidden(shape, held, laid):
                    continue
                real = Counter(held)
                used = real.pop(JOKER, 0)
                self.look(at, left - real, jokers - used, laid + [(shape, held)], most)
        if self.all[tile] - left[tile] >= self.least[tile]:
            rest = Counter(left)
            less = worth([tile] * rest.pop(tile), self.by_value)[0]
            self.look(at + 1, rest, jokers, laid, most - less)

    def forbidden(self, shape, held, laid):
        fault = self.rules.fault
        if fault == "third-copy":
            many = Counter(tile for other, _ in laid for tile in other)
            return any(many[tile] >= self.rules.copies for tile in shape)
        if fault == "equal-runs":
            return is_run(shape) and any(shape == other for other, _ in laid)
        return fault == "set-twice" and any(held == other for _, other in laid)

    def judge(self, jokers, laid):
        """Keeps a play that lays the whole table and is better than the best."""
        used = self.jokers - jokers
        if used < self.least[JOKER]:
            return
        if not self.opened and laid:
            fault = self.rules.fault
            total = sum(points(shape, held, fault) for shape, held in laid)
            if total < self.rules.opening_min or used and not self.rules.opening_jokers:
                return
        lies = Counter(tile for _, held in laid for tile in held)
        score = worth(list((lies - self.least).elements()), self.by_value)
        if self.best is None or score > self.best:
            self.best, self.sets = score, [held for _, held in laid]


def answer(question, fault=None):
    """The best table, and its score in the goal that is asked; no sets if none was found."""
    rules = Rules(question.get("options", {}), fault)
    by_value = question.get("objective") == "value"
    if fault == "value-objective":
        by_value = False
    if fault == "value-or-tiles":
        by_value = True
    opened = question.get("opened", True)
    sets = [text.split() for text in question["table"]]
    table = [tile for tiles in sets for tile in tiles]
    search = Search(rules, table, question["rack"].split(), opened, by_value)
    if not search.sets:
        return None, (0, 0)
    after = search.sets if opened else sets + search.sets
    lies = Counter(tile for tiles in after for tile in tiles) - Counter(table)
    asked = question.get("objective") == "value"
    return [" ".join(tiles) for tiles in after], worth(list(lies.elements()), asked)


def main():
    fault = argparse.ArgumentParser(description=__doc__)
    fault.add_argument("--fault", choices=FAULTS)
    fault = fault.parse_args().fault
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            reply = {"name": "small", "rules": ["original"], "options": list(RULES)}
        elif "table" not in message:
            reply = {"id": message["id"], "status": "unsupported", "error": "loose tiles"}
        else:
            table, _ = answer(message, fault)
            reply = {"id": message["id"], "status": "optimal"}
            if table is not None:
                reply["table"] = table
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
