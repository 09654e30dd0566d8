#!/usr/bin/env python3
"""Times published Rummikub solvers and plain models on the same positions, in one run.

    python3 benches/rivals/rivals.py --positions data/positions/greedy-2.jsonl --every 20

The first run makes a virtual environment outside the repository and starts itself there. A row of
the table is one function in `ROWS`: it gets ready once and returns what solves a position. Every
answer is checked by `certify`, which shares no code with any solver. README.md has the results.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Callable, NamedTuple

HERE = Path(__file__).resolve().parent
HOME = Path(os.environ.get("RUMMILAB_RIVALS", Path.home() / ".cache" / "rummilab-rivals"))
COLOURS = "RBKO"
JOKER = "J"
SHORTEST = 3
#: Two runs of at least three tiles make any longer one.
LONGEST = 5


class Position(NamedTuple):
    id: str
    table: list[list[str]]
    rack: list[str]
    #: The line of the file.
    line: str

    def on_table(self) -> Counter[str]:
        return Counter(tile for tiles in self.table for tile in tiles)


class Play(NamedTuple):
    #: The whole table after the play; empty where nothing is laid.
    sets: list[list[str]]
    #: Whether the solver says that no play lays more tiles.
    proven: bool = True


Solve = Callable[[Position], Play]
#: By name: what it is, and the function that gets it ready.
ROWS: dict[str, tuple[str, Callable[[argparse.Namespace], Solve]]] = {}


def row(name: str, what: str):
    def add(ready):
        ROWS[name] = (what, ready)
        return ready

    return add


# --- The certificate ------------------------------------------------------------------------------


def is_set(tiles: list[str]) -> bool:
    """Whether these tiles make a group, or a run in some order."""
    numbers = [tile for tile in tiles if tile != JOKER]
    values = [int(tile[1:]) for tile in numbers]
    colours = {tile[0] for tile in numbers}
    if len(tiles) < SHORTEST:
        return False
    if len(set(values)) <= 1 and len(colours) == len(numbers) and len(tiles) <= len(COLOURS):
        return True
    span = max(values) - min(values) + 1
    return len(colours) == 1 and len(set(values)) == len(values) and span <= len(tiles) <= 13


def certify(position: Position, play: Play) -> int:
    """How many rack tiles the play lays. ValueError if it is no legal one."""
    if not play.sets:
        return 0
    for tiles in play.sets:
        if not is_set(tiles):
            raise ValueError(f"no set: {' '.join(tiles)}")
    after = Counter(tile for tiles in play.sets for tile in tiles)
    before, rack = position.on_table(), Counter(position.rack)
    if before - after:
        raise ValueError(f"missing from the table: {' '.join((before - after).elements())}")
    if (after - before) - rack:
        raise ValueError(f"not at hand: {' '.join(((after - before) - rack).elements())}")
    return after.total() - before.total()


# --- Rows -----------------------------------------------------------------------------------------


def rummikub_solver(backend: str) -> Solve:
    from rummikub_solver import MILPSolver, RuleSet, SolverMode

    rules = RuleSet(solver_backend=MILPSolver(backend))
    order = {"BLACK": "K", "BLUE": "B", "ORANGE": "O", "RED": "R"}
    names = {}
    for tile in rules.tiles:
        colour = getattr(tile, "colour", None)
        names[int(tile)] = JOKER if colour is None else f"{order[colour.name]}{tile.value}"
    numbers = {name: number for number, name in names.items()}

    def solve(position: Position) -> Play:
        state = rules.new_game()
        state.add_table(*(numbers[tile] for tile in position.on_table().elements()))
        state.add_rack(*(numbers[tile] for tile in position.rack))
        state.initial = False
        found = rules.solve(state, SolverMode.TILE_COUNT)
        return Play([[names[int(tile)] for tile in tiles] for tiles in found.sets] if found else [])

    return solve


@row("rummikub-solver, GLPK", "rummikub-solver of PyPI: CVXPY, GLPK through cvxopt")
def _(_args):
    return rummikub_solver("GLPK_MI")


@row("rummikub-solver, HiGHS", "the same with HiGHS, its default where highspy is installed")
def _(_args):
    return rummikub_solver("HIGHS")


def all_sets() -> list[Counter[str]]:
    """Every set of three to five tiles with up to two jokers, as a multiset."""
    whole = []
    for length in range(SHORTEST, LONGEST + 1):
        for first in range(1, 15 - length):
            whole += [[f"{c}{first + i}" for i in range(length)] for c in COLOURS]
    for size in range(SHORTEST, len(COLOURS) + 1):
        for value in range(1, 14):
            whole += [[f"{c}{value}" for c in some] for some in combinations(COLOURS, size)]
    found = set()
    for tiles in whole:
        for jokers in range(3):
            for kept in combinations(tiles, len(tiles) - jokers):
                found.add((*kept, *[JOKER] * jokers))
    return [Counter(tiles) for tiles in sorted(found)]


def columns(sets: list[Counter[str]], position: Position):
    """The sets whose tiles are at hand, and the tiles on the table and on the rack."""
    table, rack = position.on_table(), Counter(position.rack)
    have = table + rack
    return [s for s in sets if all(have[t] >= n for t, n in s.items())], table, rack


@row("CP-SAT", "the set model in OR-Tools, one worker")
def _(args):
    from ortools.sat.python import cp_model

    sets = all_sets()

    def solve(position: Position) -> Play:
        at_hand, table, rack = columns(sets, position)
        model = cp_model.CpModel()
        copies = [model.new_int_var(0, 2, "") for _ in at_hand]
        laid = []
        for tile in table.keys() | rack.keys():
            extra = model.new_int_var(0, rack[tile], "")
            laid.append(extra)
            uses = sum(n * s[tile] for n, s in zip(copies, at_hand) if s[tile])
            model.add(uses == table[tile] + extra)
        model.maximize(sum(laid))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = args.limit
        status = solver.solve(model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Play([], proven=False)
        chosen = [s for n, s in zip(copies, at_hand) for _ in range(solver.value(n))]
        play = [list(tiles.elements()) for tiles in chosen]
        return Play(play, proven=status == cp_model.OPTIMAL)

    return solve


@row("HiGHS", "the set model in highspy, one thread")
def _(args):
    import highspy

    sets = all_sets()

    def solve(position: Position) -> Play:
        at_hand, table, rack = columns(sets, position)
        model = highspy.Highs()
        model.setOptionValue("output_flag", False)
        model.setOptionValue("threads", 1)
        model.setOptionValue("time_limit", float(args.limit))
        integer = highspy.HighsVarType.kInteger
        copies = [model.addVariable(lb=0, ub=2, type=integer) for _ in at_hand]
        laid = []
        for tile in table.keys() | rack.keys():
            extra = model.addVariable(lb=0, ub=rack[tile], type=integer)
            laid.append(extra)
            uses = [(n, s[tile]) for n, s in zip(copies, at_hand) if s[tile]]
            left = model.qsum(n * times for n, times in uses) if uses else 0
            model.addConstr(left - extra == table[tile])
        model.maximize(model.qsum(laid))
        proven = model.getModelStatus() == highspy.HighsModelStatus.kOptimal
        values = model.getSolution().col_value
        if not values:
            return Play([], proven=False)
        times = [round(values[n.index]) for n in copies]
        chosen = [s for n, s in zip(times, at_hand) for _ in range(n)]
        return Play([list(tiles.elements()) for tiles in chosen], proven)

    return solve


@row("rummilab, library", "the Python package of this repository (--library installs it)")
def _(_args):
    import rummilab

    solver = rummilab.Solver(rummilab.Rules())

    def solve(position: Position) -> Play:
        table = " ; ".join(" ".join(tiles) for tiles in position.table)
        best = solver.solve(table, " ".join(position.rack))
        return Play([str(tiles).split() for tiles in best.table], best.status == "optimal")

    return solve


@row("rummilab, command", "`rummilab solve --json`, one process a position")
def _(args):
    def solve(position: Position) -> Play:
        words = ["solve", "--table", " ; ".join(" ".join(tiles) for tiles in position.table)]
        words += ["--rack", " ".join(position.rack), "--json"]
        done = subprocess.run([args.rummilab, *words], capture_output=True, text=True)
        best = json.loads(done.stdout)
        return Play([tiles.split() for tiles in best["table"]], best["status"] == "optimal")

    return solve


# --- The run --------------------------------------------------------------------------------------


def read(args: argparse.Namespace) -> list[Position]:
    found = []
    for line in Path(args.positions).read_text().splitlines()[:: args.every]:
        of = json.loads(line)
        if of.get("rules", "original") != "original" or not of.get("opened", True):
            sys.exit("positions of the original rules after the opening only")
        table = [tiles.split() for tiles in of["table"]]
        found.append(Position(of["id"], table, of["rack"].split(), line))
    return found


class Timed(NamedTuple):
    name: str
    ms: list[float]
    #: By position: the play, or None where the row has none, and how many legal tiles it lays.
    plays: list[Play | None]
    laid: list[int | None]


def child(args: argparse.Namespace, positions: list[Position]) -> None:
    """Times one row and prints what it found. Rows have a process each: OR-Tools and highspy bring
    versions of HiGHS that do not get on in one."""
    solve = ROWS[args.one][1](args)
    solve(positions[0])
    for position in positions:
        play, error = None, None
        start = time.perf_counter()
        try:
            play = solve(position)
        except Exception as fault:
            error = f"{type(fault).__name__}: {fault}"
        ms = (time.perf_counter() - start) * 1000
        print(json.dumps([ms, play, error]), flush=True)


def run_row(name: str, positions: list[Position]) -> Timed | None:
    words = [sys.executable, __file__, *sys.argv[1:], "--one", name]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        why = (done.stderr.strip().splitlines() or ["it ended"])[-1]
        print(f"{name}: left out, {why}", file=sys.stderr)
        return None
    timed = Timed(name, [], [], [])
    for position, line in zip(positions, done.stdout.splitlines(), strict=True):
        ms, play, error = json.loads(line)
        play, laid = Play(*play) if play else None, None
        try:
            laid = certify(position, play) if play else None
        except ValueError as fault:
            error = f"not legal, {fault}"
        if error:
            print(f"{name}, {position.id}: {error}", file=sys.stderr)
        timed.ms.append(ms)
        timed.plays.append(play)
        timed.laid.append(laid)
    return timed


def inside(args: argparse.Namespace, positions: list[Position]) -> list[Timed]:
    """The solvers of the command in one process, timed by `rummilab bench`: no plays to certify
    here, which that command does by itself."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(position.line + "\n" for position in positions))
        file.flush()
        words = ["bench", "--positions", file.name, "--solvers", args.solvers, "--json"]
        words += ["--limit", str(args.limit)]
        done = subprocess.run([args.rummilab, *words], capture_output=True, text=True)
    print(done.stderr, end="", file=sys.stderr)
    rows = json.loads(done.stdout)["solvers"] if done.stdout else []
    return [row for row in rows if row["median_us"] is not None]


def quantile(ms: list[float], share: float) -> float:
    """The nearest-rank quantile, as in `rummilab bench`."""
    return sorted(ms)[max(1, math.ceil(share * len(ms))) - 1]


def tell(args, positions: list[Position], rows: list[Timed]) -> bool:
    """Prints the table and every disagreement; whether all agree."""
    most = [
        max((r.laid[i] for r in rows if r.laid[i] is not None), default=0)
        for i in range(len(positions))
    ]
    print(f"{args.positions}, every {args.every}: {len(positions)} positions")
    print(f"{machine()}\n")
    heads = ("median ms", "mean ms", "p95 ms", "max ms")
    print(f"{'':36}{''.join(f'{head:>11}' for head in heads)}  best play")
    for r in rows:
        figures = (statistics.median(r.ms), statistics.fmean(r.ms), quantile(r.ms, 0.95), max(r.ms))
        right = sum(laid == best for laid, best in zip(r.laid, most))
        print(f"{r.name:36}{''.join(f'{f:11.3f}' for f in figures)}  {right} of {len(positions)}")
    for s in inside(args, positions) if args.solvers else []:
        figures = (s["median_us"], s["mean_us"], s["p95_us"], s["max_us"])
        name = f"in Rust: {s['name']}"
        best = f"{s['optimal']} of {len(positions)}"
        print(f"{name:36}{''.join(f'{f / 1000:11.3f}' for f in figures)}  {best}")
    agree = True
    for i, position in enumerate(positions):
        for r in rows:
            if r.laid[i] == most[i]:
                continue
            # A row that says that it ran out of time does not disagree.
            if r.laid[i] is not None and not r.plays[i].proven:
                continue
            agree = False
            best = next(other for other in rows if other.laid[i] == most[i])
            tiles = " ; ".join(" ".join(tiles) for tiles in best.plays[i].sets)
            print(f"\n{r.name} lays {r.laid[i]}, {best.name} lays {most[i]}, in {position.id}:")
            print(f"  position    {position.line}")
            print(f"  certificate {tiles}")
    return agree


def machine() -> str:
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        of = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        name = of[0].split(":")[1].strip() if of else name
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load}"


def enter(args: argparse.Namespace) -> None:
    """Starts again in a virtual environment that has the solvers, which is made if need be."""
    python = HOME / "bin" / "python"
    wanted = (HERE / "requirements.txt").read_text()
    stamp = HOME / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"making {HOME}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
        pip = [python, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "-r", HERE / "requirements.txt"], check=True)
        stamp.write_text(wanted)
    if args.library:
        package = HERE.parents[1] / "crates" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True)
    if Path(sys.prefix).resolve() != HOME.resolve():
        os.execv(python, [str(python), __file__, *(w for w in sys.argv[1:] if w != "--library")])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", default=HERE.parents[1] / "data/positions/greedy-2.jsonl")
    parser.add_argument("--every", type=int, default=20, help="only every so many positions")
    parser.add_argument("--rows", default="", help="rows by name, separated by semicolons")
    parser.add_argument("--rummilab", default="target/release/rummilab", help="the command")
    parser.add_argument("--library", action="store_true", help="build and install the library")
    parser.add_argument("--limit", type=float, default=60, help="seconds a position, where known")
    parser.add_argument("--solvers", default="search,ilp", help="of the command")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    enter(args)
    positions = read(args)
    if args.one:
        child(args, positions)
        return 0
    names = [name.strip() for name in args.rows.split(";") if name.strip()] or list(ROWS)
    rows = [run for name in names if (run := run_row(name, positions))]
    return 0 if rows and tell(args, positions, rows) else 1


if __name__ == "__main__":
    sys.exit(main())
