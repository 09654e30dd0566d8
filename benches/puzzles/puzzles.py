#!/usr/bin/env python3
"""Puzzles of one player after van der Wekken (2025): the most points that tiles make in sets.

    python3 benches/puzzles/puzzles.py draw 60 5 5     # positions, to standard output
    python3 benches/puzzles/puzzles.py measure --thesis PATH/rummikub

Each tile of four colours is missing, single or double by chance. `measure` times our solvers, and
the program of the thesis if given; README.md has the results. The command must have the feature
`many-values`.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
import sys
from pathlib import Path
from statistics import mean, median

#: Percent of tiles that are missing, and percent that are there once; the rest is there twice.
SHARES = [(5, 5), (5, 20), (10, 10), (25, 25), (50, 25)]
VALUES = [13, 20, 30, 40, 50, 60]
#: Our colours and those of the thesis.
COLOURS = {"R": "r", "B": "b", "K": "g", "O": "y"}
OWN = ["auto", "search", "ilp"]
SEED = 1


def draw(values: int, missing: float, single: float, number: int) -> list[str]:
    """The tiles of one puzzle, which depend on nothing but these numbers and the seed."""
    dice = random.Random(f"{SEED} {values} {missing} {single} {number}")
    tiles = []
    for value in range(1, values + 1):
        for colour in COLOURS:
            at = dice.uniform(0, 100)
            tiles += [f"{colour}{value}"] * (2 - (at < missing + single) - (at < missing))
    return tiles


def position(values: int, tiles: list[str]) -> str:
    options = {"values": values, "jokers": 0}
    line = {"rules": "original", "options": options, "table": [], "rack": " ".join(tiles)}
    return json.dumps(line | {"opened": True}) + "\n"


def puzzle(tiles: list[str]) -> str:
    """The two lines that the program of the thesis reads."""
    return f"{len(tiles)}\n" + " ".join(tile[1:] + COLOURS[tile[0]] for tile in tiles) + "\n"


def drawn(args, values: int, missing: float, single: float) -> list[list[str]]:
    return [draw(values, missing, single, number) for number in range(args.puzzles)]


def measured(args, values: int, missing: float, single: float) -> dict[str, list[dict]]:
    """For each solver its answers: points (None without a proof) and microseconds."""
    puzzles = drawn(args, values, missing, single)
    name = f"{values}-{missing}-{single}"
    positions, folder = args.out / f"{name}.jsonl", args.out / name
    positions.write_text("".join(position(values, tiles) for tiles in puzzles))
    words = [args.rummilab, "bench", "--positions", positions, "--solvers", ",".join(OWN)]
    words += ["--objective", "value", "--repeat", args.repeat, "--out", folder, "--replace"]
    subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, check=True)
    answers: dict[str, list[dict]] = {solver: [] for solver in OWN}
    for row in csv.DictReader((folder / "times.csv").open()):
        points = int(row["value"]) if row["outcome"] == "optimal" else None
        answers[row["solver"]].append({"points": points, "us": float(row["cpu_us"])})
    if args.thesis:
        asked, features = args.out / f"{name}.in", args.out / f"{name}.csv"
        asked.write_text(f"{len(puzzles)}\n" + "".join(map(puzzle, puzzles)))
        passes = []
        for _ in range(args.repeat):
            said = subprocess.run(
                [args.thesis, asked, "--features", features],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            times = [float(row["execution_time"]) for row in csv.DictReader(features.open())]
            passes.append(times)
        points = map(int, said.stdout.split())
        of = zip(points, zip(*passes), strict=True)
        answers["thesis"] = [{"points": one, "us": 1e6 * median(times)} for one, times in of]
    return answers


def microseconds(value: float) -> str:
    return f"{value:.0f}" if value < 1e4 else f"{value:,.0f}".replace(",", " ")


def measure(args) -> int:
    """Prints a table; the exit code is 1 if two proven answers differ."""
    args.out.mkdir(parents=True, exist_ok=True)
    differ = 0
    solvers = [*OWN, "thesis"] if args.thesis else OWN
    print("| missing, single, % | values | tiles | " + " | ".join(solvers) + " |")
    print("|---|---|---|" + "---|" * len(solvers), flush=True)
    for missing, single in SHARES:
        for values in VALUES:
            answers = measured(args, values, missing, single)
            tiles = mean(len(tiles) for tiles in drawn(args, values, missing, single))
            cells = []
            for solver in solvers:
                times = [one["us"] for one in answers[solver]]
                proven = sum(one["points"] is not None for one in answers[solver])
                cell = f"{microseconds(median(times))}, {microseconds(max(times))}"
                cells.append(cell + (f" ({proven} proven)" if proven < len(times) else ""))
            for told in zip(*answers.values(), strict=True):
                differ += len({one["points"] for one in told} - {None}) > 1
            row = f"| {missing}, {single} | {values} | {tiles:.0f} | " + " | ".join(cells) + " |"
            print(row, flush=True)
    print(f"\n{differ} puzzles with answers that differ")
    return int(differ > 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rummilab", default="target/release/rummilab", help="the command")
    parser.add_argument("--puzzles", type=int, default=20, help="puzzles of each size")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("draw", help="print the positions of one size")
    one.add_argument("values", type=int)
    one.add_argument("missing", type=float, help="percent of tiles")
    one.add_argument("single", type=float, help="percent of tiles")
    many = commands.add_parser("measure", help="time all sizes")
    many.add_argument("--out", type=Path, default=Path("runs/puzzles"))
    many.add_argument("--thesis", help="the program of the thesis")
    many.add_argument("--repeat", type=int, default=3, help="passes; the median counts")
    args = parser.parse_args()
    if args.command == "measure":
        return measure(args)
    for tiles in drawn(args, args.values, args.missing, args.single):
        print(position(args.values, tiles), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
