#!/usr/bin/env python3
"""Times published Rummikub solvers and plain models on the same positions, in one run.

    python3 benches/rivals/rivals.py --positions data/positions/greedy-2.jsonl --every 20

The first run makes a virtual environment outside the repository and starts itself there. A row of
the table is one function in `ROWS`: it gets ready once and returns what solves a position.
`rummilab bench` starts it as a program, times it and checks its answers. README.md has the results.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import shlex
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Callable, NamedTuple

HERE = Path(__file__).resolve().parent
HOME = Path(os.environ.get("RUMMILAB_RIVALS", Path.home() / ".cache" / "rummilab-rivals"))
LETTERS = "RBKOYW"
JOKER = "J"
SHORTEST = 3
#: Two runs of at least three tiles make any longer one.
LONGEST = 5


class Deck(NamedTuple):
    colours: str = "RBKO"
    values: int = 13
    copies: int = 2
    jokers: int = 2

    @staticmethod
    def of(options: dict) -> Deck:
        """The deck of a question with these options."""
        options = {key: of for key, of in options.items() if key in Deck._fields}
        if isinstance(options.get("jokers"), dict):
            options["jokers"] = options["jokers"].get("J", 0)
        if isinstance(options.get("colours"), int):
            options["colours"] = LETTERS[: options["colours"]]
        return Deck(**options)


class Position(NamedTuple):
    table: list[list[str]]
    rack: list[str]
    deck: Deck = Deck()

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


# --- Rows -----------------------------------------------------------------------------------------


def rummikub_solver(backend: str) -> Solve:
    from rummikub_solver import MILPSolver, RuleSet, SolverMode

    @cache
    def rules_of(deck: Deck):
        rules = RuleSet(
            numbers=deck.values,
            repeats=deck.copies,
            colours=len(deck.colours),
            jokers=deck.jokers,
            solver_backend=MILPSolver(backend),
        )
        # Which colour is which does not matter.
        letters: dict[str, str] = {}
        names = {}
        for tile in rules.tiles:
            colour = getattr(tile, "colour", None)
            if colour is None:
                names[int(tile)] = JOKER
            else:
                free = deck.colours[len(letters) % len(deck.colours)]
                letter = letters.setdefault(colour.name, free)
                names[int(tile)] = f"{letter}{tile.value}"
        return rules, names, {name: number for number, name in names.items()}

    def solve(position: Position) -> Play:
        rules, names, numbers = rules_of(position.deck)
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


@cache
def all_sets(deck: Deck) -> list[Counter[str]]:
    """Every set of three to five tiles with up to two jokers, as a multiset."""
    whole = []
    for length in range(SHORTEST, LONGEST + 1):
        for first in range(1, deck.values + 2 - length):
            whole += [[f"{c}{first + i}" for i in range(length)] for c in deck.colours]
    for size in range(SHORTEST, min(len(deck.colours), LONGEST) + 1):
        for value in range(1, deck.values + 1):
            whole += [[f"{c}{value}" for c in some] for some in combinations(deck.colours, size)]
    found = set()
    for tiles in whole:
        for jokers in range(3):
            for kept in combinations(tiles, len(tiles) - jokers):
                found.add((*kept, *[JOKER] * jokers))
    return [Counter(tiles) for tiles in sorted(found)]


def columns(position: Position):
    """The sets whose tiles are at hand, and the tiles on the table and on the rack."""
    sets = all_sets(position.deck)
    table, rack = position.on_table(), Counter(position.rack)
    have = table + rack
    return [s for s in sets if all(have[t] >= n for t, n in s.items())], table, rack


@row("CP-SAT", "the set model in OR-Tools, one worker")
def _(args):
    from ortools.sat.python import cp_model

    def solve(position: Position) -> Play:
        at_hand, table, rack = columns(position)
        model = cp_model.CpModel()
        copies = [model.new_int_var(0, position.deck.copies, "") for _ in at_hand]
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

    def solve(position: Position) -> Play:
        at_hand, table, rack = columns(position)
        model = highspy.Highs()
        model.setOptionValue("output_flag", False)
        model.setOptionValue("threads", 1)
        model.setOptionValue("time_limit", float(args.limit))
        integer = highspy.HighsVarType.kInteger
        ub = position.deck.copies
        copies = [model.addVariable(lb=0, ub=ub, type=integer) for _ in at_hand]
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


def serve(name: str, solve: Solve) -> None:
    """Answers the questions of `rummilab bench --solver`."""
    # Whatever a library prints belongs on standard error.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        if "hello" in asked:
            # No set has more than two jokers here, nor more tiles than may lie in a run.
            options = [*Deck._fields, "hand"]
            options = [] if name.startswith("rummilab") else options
            reply = {"rules": ["original"], "options": options, "objectives": ["tiles"]}
            reply["name"] = name
        elif not asked["opened"] or "table" not in asked:
            reply = {"status": "unsupported", "error": "no openings, no loose tiles"}
        else:
            table = [tiles.split() for tiles in asked["table"]]
            position = Position(table, asked["rack"].split(), Deck.of(asked.get("options", {})))
            try:
                play = solve(position) if table or position.rack else Play([])
            except ValueError as refusal:
                play = None
                reply = {"status": "unsupported", "error": str(refusal)}
            if play:
                reply = {"id": asked["id"], "proven": play.proven}
            if play and play.sets:
                reply["table"] = [" ".join(tiles) for tiles in play.sets]
        print(json.dumps(reply), file=answers, flush=True)


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
    parser.add_argument("--repeat", type=int, default=1, help="passes over the positions")
    parser.add_argument("--rows", default="", help="rows by name, separated by semicolons")
    parser.add_argument("--rummilab", default="target/release/rummilab", help="the command")
    parser.add_argument("--library", action="store_true", help="build and install the library")
    parser.add_argument("--limit", type=float, default=60, help="seconds a position")
    parser.add_argument("--solvers", default="search,ilp", help="of the command")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    enter(args)
    if args.serve:
        serve(args.serve, ROWS[args.serve][1](args))
        return 0
    names = [name.strip() for name in args.rows.split(";") if name.strip()] or list(ROWS)
    if importlib.util.find_spec("rummilab") is None and "rummilab, library" in names:
        names.remove("rummilab, library")
        print("rummilab, library: left out, --library installs it", file=sys.stderr)
    words = [args.rummilab, "bench", "--positions", args.positions, "--every", args.every]
    words += ["--repeat", args.repeat, "--limit", args.limit, "--solvers", args.solvers]
    for name in names:
        row = [sys.executable, __file__, "--serve", name, "--rummilab", args.rummilab]
        # A solver that keeps its own time has a tenth to hand over what it has found.
        row += ["--limit", str(0.9 * args.limit)]
        words += ["--solver", f"{name}=cmd:{shlex.join(row)}"]
    print(f"{machine()}\n", flush=True)
    return subprocess.run([str(word) for word in words]).returncode


if __name__ == "__main__":
    sys.exit(main())
