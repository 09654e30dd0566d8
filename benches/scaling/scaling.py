#!/usr/bin/env python3
"""Families of positions with one parameter: draws them, times solvers on them, fits the growth.

    python3 benches/scaling/scaling.py draw table random 100      # positions, to standard output
    python3 benches/scaling/scaling.py measure --out runs/scaling # all families, about an hour
    python3 benches/scaling/scaling.py tables runs/scaling        # tables and plot of scaling.md

A position depends on its family, kind, size, number and the seed alone. `measure` goes on where it
stopped. The command must have the feature `many-values`. benches/scaling.md has the results.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import random
import shlex
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "rivals"))
from rivals import HOME, JOKER, LETTERS, Deck  # noqa: E402

KINDS = ["random", "dense", "play"]
#: The sizes of each family.
FAMILIES = {
    "table": [10, 25, 50, 75, 100, 150, 200, 250, 300],
    "rack": [5, 10, 20, 30, 40, 60, 80, 100],
    "jokers": [0, 1, 2, 3, 4, 6, 8],
    "colours": [3, 4, 5, 6],
    "values": [8, 13, 20, 30, 40, 50, 60],
    "copies": [1, 2, 3],
}
#: Sizes of positions from play; the others are what they are in play.
PLAYED = {
    "jokers": [0, 1, 2, 3, 4, 6, 8],
    "colours": [3, 4, 5, 6],
    "values": [8, 13, 20, 30, 40, 50, 60],
    "copies": [1, 2, 3],
}
#: The share of a dense deck that lies on table and rack.
DENSE = 0.9
SEED = 1
#: Solvers of the command; others are rows of rivals.py, asked about every third position.
OWN = ["search", "ilp"]
#: The rows, with their colours in the plot.
COLOUR = {
    "search": "#0b6",
    "ilp": "#06c",
    "HiGHS": "#c60",
    "CP-SAT": "#909",
    "rummikub-solver, GLPK": "#a22",
}
#: Time for one size, as a multiple of the time for a position.
PATIENCE = 12


class Shape(NamedTuple):
    """What a position of a family looks like."""

    deck: Deck
    table: int
    rack: int


def shape(family: str, dense: bool, size: int) -> Shape:
    """Dense decks have as many values as make table and rack nine tenths of them."""

    def values(tiles: int, colours: int, copies: int) -> int:
        return max(3, math.ceil(tiles / DENSE / colours / copies))

    def parts(deck: Deck) -> Shape:
        tiles = len(deck.colours) * deck.values * deck.copies
        return Shape(deck, round(tiles * DENSE * 2 / 3), round(tiles * DENSE / 3))

    match family:
        case "table":
            deck = Deck(copies=3, values=values(size + 14, 4, 3) if dense else 30)
            return Shape(deck, size, 14)
        case "rack":
            deck = Deck(copies=3, values=values(size + 30, 4, 3) if dense else 13)
            return Shape(deck, 30, size)
        case "jokers":
            return Shape(Deck(jokers=size, values=8 if dense else 13), 36, 18)
        case "colours":
            deck = Deck(LETTERS[:size], values(60, size, 2) if dense else 13)
            return Shape(deck, 40, 20)
        case "values":
            deck = Deck(values=size)
            return parts(deck) if dense else Shape(deck, 36, 18)
        case "copies":
            deck = Deck(copies=size)
            return parts(deck) if dense else Shape(deck, 30, 15)
    raise ValueError(family)


def random_set(dice: random.Random, deck: Deck, most: int) -> list[str]:
    """A group or a run of three to six tiles, at most so many."""
    if dice.random() < 0.5 and min(most, len(deck.colours)) >= 3:
        size = dice.randint(3, min(most, len(deck.colours)))
        value = dice.randint(1, deck.values)
        return [f"{c}{value}" for c in sorted(dice.sample(deck.colours, size), key=LETTERS.index)]
    size = dice.randint(3, min(most, 6, deck.values))
    first, colour = dice.randint(1, deck.values + 1 - size), dice.choice(deck.colours)
    return [f"{colour}{first + i}" for i in range(size)]


def draw(family: str, dense: bool, size: int, number: int) -> dict:
    """One position as a line of `solve --batch`."""
    deck, on_table, on_rack = shape(family, dense, size)
    dice = random.Random(f"{SEED} {family} {dense} {size} {number}")
    left: Counter[str] = Counter()
    table: list[list[str]] = []
    jokers = 0
    tries = 0
    while (missing := on_table - sum(map(len, table))) >= 3:
        tries += 1
        if tries % 2000 == 1:
            # Begins again where nothing fits any more.
            kinds = [f"{c}{v}" for c in deck.colours for v in range(1, deck.values + 1)]
            left, table, jokers = Counter(dict.fromkeys(kinds, deck.copies)), [], deck.jokers
            missing = on_table
        # Neither one nor two tiles may be left over.
        tiles = random_set(dice, deck, missing if missing < 6 else max(3, missing - 3))
        joker_at = dice.randrange(8 * len(tiles))
        if jokers > deck.jokers // 2 and joker_at < len(tiles):
            tiles[joker_at] = JOKER
        needs = Counter(tile for tile in tiles if tile != JOKER)
        if any(left[tile] < n for tile, n in needs.items()):
            continue
        left -= needs
        jokers -= JOKER in tiles
        table.append(tiles)
    rest = [*left.elements()]
    # All jokers are in play in their own family.
    forced = jokers if family == "jokers" else 0
    rack = [JOKER] * forced
    rest += [] if forced else [JOKER] * jokers
    dice.shuffle(rest)
    rack += rest[: on_rack - forced]
    options = {k: v for k, v in deck._asdict().items() if v != Deck._field_defaults[k]}
    return {
        "id": f"{family}-{'dense' if dense else 'random'}-{size}-{number}",
        "rules": "original",
        "options": options,
        "table": [" ".join(tiles) for tiles in table],
        "rack": " ".join(rack),
    }


def corpus_words(args, family: str, size: int) -> list[str]:
    """The command that draws positions from play."""
    words = [args.rummilab, "corpus", "--bots", "hold,greedy", "--deals", "30", "--seed", str(SEED)]
    value = LETTERS[:size] if family == "colours" else size
    words += ["--take", str(args.positions), "--solvers", "search"]
    return [*words, "--option", f"{family}={value}"]


def lines(args, family: str, kind: str, size: int) -> str:
    if kind == "play":
        words = corpus_words(args, family, size)
        # `corpus` ends at a position that is not proven; those before it are kept.
        return subprocess.run(words, stdout=subprocess.PIPE, text=True).stdout
    drawn = [draw(family, kind == "dense", size, number) for number in range(args.positions)]
    return "".join(json.dumps(line) + "\n" for line in drawn)


def cells(args):
    """Every family, kind and size, small sizes first."""
    names = args.families.split(",") if args.families else [*FAMILIES]
    for family in names:
        for kind in args.kinds.split(","):
            sizes = PLAYED.get(family, []) if kind == "play" else FAMILIES[family]
            for size in sizes:
                yield family, kind, size


def bench(args, positions: Path, row: str, folder: Path) -> None:
    """Times one solver. One that cannot be stopped is ended, and leaves what it has done."""
    words = [args.rummilab, "bench", "--positions", positions, "--out", folder, "--replace"]
    words += ["--repeat", "1", "--limit", args.limit]
    if row in OWN:
        words += ["--solvers", row]
    else:
        serve = [HOME / "bin/python", HERE.parent / "rivals/rivals.py", "--serve", row]
        serve = shlex.join(map(str, [*serve, "--limit", 0.9 * args.limit]))
        words += ["--every", 3, "--solvers", "search", "--solver", f"{row}=cmd:{serve}"]
    running = subprocess.Popen([str(w) for w in words], stdout=subprocess.DEVNULL)
    try:
        running.wait(PATIENCE * args.limit)
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGINT)
        try:
            running.wait(PATIENCE * args.limit)
        except subprocess.TimeoutExpired:
            running.kill()


def measure(args) -> None:
    args.out.mkdir(parents=True, exist_ok=True)
    late: Counter = Counter()
    for family, kind, size in cells(args):
        path = args.out / f"{family}-{kind}-{size}.jsonl"
        if not path.exists():
            path.write_text(lines(args, family, kind, size))
        for row in args.rows.split(";"):
            # Two sizes at which a solver proves half of the positions at most are enough.
            if late[family, kind, row] >= 2:
                continue
            folder = args.out / f"{family}-{kind}-{size}-{row}"
            if not (folder / "times.csv").exists():
                print(folder.name, file=sys.stderr, flush=True)
                bench(args, path, row, folder)
            rows = [one for one in read(folder) if one["solver"] == row]
            late[family, kind, row] += 2 * proven(rows) <= len(rows)


def proven(rows: list[dict]) -> int:
    return sum(one["outcome"] == "optimal" for one in rows)


def read(folder: Path) -> list[dict]:
    path = folder / "times.csv"
    return list(csv.DictReader(path.open())) if path.exists() else []


# --- Growth ---------------------------------------------------------------------------------------


class Line(NamedTuple):
    slope: float
    #: The share of the variance of the logarithms that the line explains.
    explained: float


def fitted(xs: list[float], ys: list[float]) -> Line:
    """Least squares."""
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((a - x) ** 2 for a in xs)
    slope = sum((a - x) * (b - y) for a, b in zip(xs, ys)) / across
    total = sum((b - y) ** 2 for b in ys) or 1e-12
    rest = sum((b - y - slope * (a - x)) ** 2 for a, b in zip(xs, ys))
    return Line(slope, 1 - rest / total)


def growth(points: dict[int, float]) -> str:
    """The power law and the exponential through these medians, the better one in bold."""
    sized = {size: value for size, value in points.items() if size > 0 and value > 0}
    if len(sized) < 3:
        return "| | |"
    logs = [math.log(value) for value in sized.values()]
    power = fitted([math.log(size) for size in sized], logs)
    exponential = fitted([float(size) for size in sized], logs)
    texts = [
        f"{power.slope:.1f} ({power.explained:.2f})",
        f"{100 * (math.exp(exponential.slope) - 1):.1f} % ({exponential.explained:.2f})",
    ]
    better = exponential.explained > power.explained
    texts[better] = f"**{texts[better]}**"
    return f"| {texts[0]} | {texts[1]} |"


def short(value: float) -> str:
    """Three digits, in groups."""
    digits = max(0, 2 - int(math.log10(max(value, 1))))
    text = f"{value:.{digits}f}" if value < 1000 else f"{int(float(f'{value:.3g}')):,}"
    return text.replace(",", " ")


def disagreements(results: dict) -> tuple[int, int]:
    """Positions on which two proven answers differ, and those on which search and ilp agree."""
    best = defaultdict(dict)
    for (family, kind, solver), by_size in results.items():
        for size, rows in by_size.items():
            for one in rows:
                if one["outcome"] == "optimal":
                    best[family, kind, size, one["line"]][solver] = one["tiles"]
    differ = sum(len(set(said.values())) > 1 for said in best.values())
    return differ, sum(all(own in said for own in OWN) for said in best.values()) - differ


def tables(args) -> None:
    results = defaultdict(dict)
    for path in sorted(args.folder.glob("*/times.csv")):
        family, kind, size, row = path.parent.name.split("-", 3)
        rows = [one for one in read(path.parent) if one["solver"] == row]
        results[family, kind, row][int(size)] = rows
    differ, agreed = disagreements(results)
    print(f"{agreed} positions with the same proven answer of search and ilp; {differ} differ")
    panels: dict = {}
    for family in FAMILIES:
        for kind in KINDS:
            of = {row: results.get((family, kind, row), {}) for row in COLOUR}
            sizes = sorted({size for by_size in of.values() for size in by_size})
            if not sizes:
                continue
            print(f"\n{family}, {kind}\n")
            print("| | " + " | ".join(map(str, sizes)) + " | power | exponential |")
            print("|---|" + "---|" * (len(sizes) + 2))
            for row, by_size in of.items():
                texts, times, nodes = [], {}, {}
                for size in sizes:
                    rows = by_size.get(size, [])
                    done, count = proven(rows), len(rows)
                    if 2 * done <= count:
                        texts.append(f"{done} of {count}" if rows else "")
                        continue
                    # More than half are proven, so a question that took too long is above these.
                    late = [math.inf] * (count - done)
                    of_proven = [one for one in rows if one["outcome"] == "optimal"]
                    micros = [float(one["cpu_us"] or "inf") for one in of_proven]
                    times[size] = median(micros + late)
                    if row in OWN:
                        nodes[size] = median([float(one["nodes"]) for one in of_proven] + late)
                    texts.append(short(times[size]) + (f" ({done} of {count})" if late else ""))
                if not any(texts):
                    continue
                print(f"| {row}, µs | " + " | ".join(texts) + f" {growth(times)}")
                if row in OWN:
                    counts = [short(nodes[size]) if size in nodes else "" for size in sizes]
                    name = "states" if row == "search" else "nodes"
                    print(f"| {row}, {name} | " + " | ".join(counts) + f" {growth(nodes)}")
                panels.setdefault((family, kind), {})[row] = times
    (HERE / "scaling.svg").write_text(plot(panels))


# --- Plot -----------------------------------------------------------------------------------------

WIDE, HIGH, LEFT, TOP = 250, 190, 46, 26


def plot(panels: dict) -> str:
    """A panel for each family and kind, both axes logarithmic; size 0 stands at 0.5."""
    body = []
    for (family, kind), of in panels.items():
        x0 = LEFT + (WIDE + LEFT) * KINDS.index(kind)
        y0 = TOP + (HIGH + 2 * TOP) * [*FAMILIES].index(family)
        sizes = [max(s, 0.5) for points in of.values() for s in points]
        low, high = math.log(min(sizes)), math.log(max(sizes)) or 1

        def at(size: float, micros: float) -> tuple[float, float]:
            x = x0 + WIDE * (math.log(max(size, 0.5)) - low) / ((high - low) or 1)
            return x, y0 + HIGH * (1 - math.log10(max(micros, 1)) / 8)

        body.append(f'<rect x="{x0}" y="{y0}" width="{WIDE}" height="{HIGH}" class="box"/>')
        body.append(f'<text x="{x0}" y="{y0 - 6}">{family}, {kind}</text>')
        for power, label in [(0, "1 µs"), (3, "1 ms"), (6, "1 s")]:
            y = y0 + HIGH * (1 - power / 8)
            body.append(f'<path d="M{x0} {y:.0f}h{WIDE}" class="grid"/>')
            body.append(f'<text x="{x0 - 4}" y="{y + 4:.0f}" text-anchor="end">{label}</text>')
        before = -math.inf
        for size in sorted({s for points in of.values() for s in points}):
            x, _ = at(size, 1)
            # Labels do not touch.
            if x < before + 22:
                continue
            before = x
            place = f'x="{x:.0f}" y="{y0 + HIGH + 14}" text-anchor="middle"'
            body.append(f"<text {place}>{size}</text>")
        for solver, points in of.items():
            path = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in points.items())
            colour = COLOUR[solver]
            body.append(f'<polyline points="{path}" stroke="{colour}"/>')
    width, height = 3 * (WIDE + LEFT) + 20, len(FAMILIES) * (HIGH + 2 * TOP) + 40
    names = {solver for of in panels.values() for solver in of}
    for number, solver in enumerate(sorted(names)):
        x, y = LEFT + 170 * number, height - 16
        colour = COLOUR[solver]
        body.append(f'<path d="M{x} {y - 4}h24" stroke="{colour}" stroke-width="2"/>')
        body.append(f'<text x="{x + 30}" y="{y}">{solver}</text>')
    style = "text{font:11px sans-serif}.box{fill:none;stroke:#888}.grid{stroke:#ddd}"
    style += "polyline{fill:none;stroke-width:2}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    head += f'<style>{style}</style><rect width="{width}" height="{height}" fill="white"/>'
    return head + "\n" + "\n".join(body) + "\n</svg>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rummilab", default="target/release/rummilab", help="the command")
    parser.add_argument("--positions", type=int, default=12, help="positions of each size")
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("draw", help="print the positions of one size")
    one.add_argument("family", choices=FAMILIES)
    one.add_argument("kind", choices=KINDS)
    one.add_argument("size", type=int)
    one.set_defaults(run=lambda args: print(lines(args, args.family, args.kind, args.size), end=""))
    many = commands.add_parser("measure", help="draw and time all families")
    many.add_argument("--out", type=Path, default=Path("runs/scaling"))
    many.add_argument("--families", default="", help="only these, separated by commas")
    many.add_argument("--kinds", default=",".join(KINDS))
    many.add_argument("--rows", default=";".join(COLOUR), help="separated by semicolons")
    many.add_argument("--limit", type=float, default=5, help="seconds a position")
    many.set_defaults(run=measure)
    shown = commands.add_parser("tables", help="tables and plot of what was measured")
    shown.add_argument("folder", type=Path)
    shown.set_defaults(run=tables)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
