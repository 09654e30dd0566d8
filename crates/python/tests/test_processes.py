"""Every function works in a forked and in a spawned process, after the parent has used it too; and
programs end with a Python that is killed."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import rummilab
from rummilab import Bot, Game, Position, Rules, Solver
from rummilab.compat import rummikub_solver
from rummilab.gymnasium import RummikubEnv, RummikubVectorEnv
from rummilab.pettingzoo import rummikub_v0

LINE = {"table": ["R3 R4 R5"], "rack": "R6 J"}


class Hasty(Bot):
    """Lays the best play at once."""

    def act(self, view):
        best = view.best()
        return rummilab.play(best.table) if best.tiles else view.idle()


def calls(place):
    """The results of every public function and class, without their times."""
    rules, tiles = Rules(), ("R3 R4 R5", "R6 J K1")
    timeless = {"micros", "nodes"}
    solver = Solver(rules)
    yield "solve", rummilab.solve(*tiles).table
    yield "ilp", rummilab.solve(*tiles, solver="ilp").played
    yield "explain", rummilab.explain(*tiles)
    yield "plays", [play.played for play in rummilab.plays(*tiles)]
    yield "after_draw", rummilab.after_draw(*tiles).draws
    for threads in (1, 2):
        answers = rummilab.solve_batch([LINE] * 300, threads=threads)
        answers = [{k: v for k, v in answer.items() if k not in timeless} for answer in answers]
        yield f"solve_batch {threads}", answers
    benched = rummilab.bench([LINE], {"search": "search", "mine": lambda question: None}, repeat=1)
    yield "bench", [(solver["name"], solver["optimal"]) for solver in benched["solvers"]]
    yield "check", rummilab.check("R9 J J")
    yield "judge", rummilab.judge("R3 R4 R5", "R6", "R3 R4 R5 R6")
    yield "Position", Position(rules, *tiles).svg()
    yield "Solver", solver.best(rules.counts("R3 R4 R5"), rules.counts("R6 K1")).played
    settings = {"deals": 2, "seed": 1, "threads": 2}
    match = rummilab.tournament([Hasty, "greedy"], **settings)
    yield "tournament", match.summary
    yield "turns", {name: list(column) for name, column in match.turns().items()}
    yield "replay", match.record.replay(1, 1)
    yield "review", match.record.review(seat=1, model="greedy", deals=2)
    yield "report", match.report(["b0g0"])
    parts = [f"{place}/0", f"{place}/1"]
    for number, part in enumerate(parts):
        rummilab.tournament(["greedy", "random"], **settings, shard=f"{number}/2", out=part)
    yield "merge", rummilab.merge(parts, f"{place}/whole").summary
    yield "Record", rummilab.Record(f"{place}/whole").bots
    game = Game(rules, seed=3)
    while game.to_move is not None:
        game.step(int(np.flatnonzero(game.legal())[-1]))
    yield "Game", (game.result, game.table, game._repr_html_())
    env, envs = RummikubEnv(), RummikubVectorEnv(3, candidates=4, threads=2)
    yield "RummikubEnv", [env.reset(seed=1)[0].tolist(), env.step(54)[0].tolist()]
    yield "RummikubVectorEnv", [envs.reset(seed=1)[0].tolist(), envs.step([0] * 3)[0].tolist()]
    agents = rummikub_v0.env(players=3)
    agents.reset(seed=1)
    yield "rummikub_v0", agents.last()[0]["observation"].tolist()
    other = rummikub_solver.RuleSet()
    state = other.new_game()
    state.add_rack(*other.tiles[:5])
    mode = rummikub_solver.SolverMode.TILE_COUNT
    yield "rummikub_solver", [int(tile) for tile in other.solve(state, mode).tiles]


def results(place):
    """All of them, for a child."""
    return dict(calls(place))


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_every_function_works_in_a_child_after_the_parent_has_used_it(way, tmp_path):
    if way not in multiprocessing.get_all_start_methods():
        pytest.skip(f"the system does not {way}")
    here = results(tmp_path / "here")
    context = multiprocessing.get_context(way)
    with warnings.catch_warnings():
        # Python 3.12 warns of a fork while other threads run.
        warnings.simplefilter("ignore", DeprecationWarning)
        with context.Pool(2) as pool:
            asked = [pool.apply_async(results, (tmp_path / str(at),)) for at in range(2)]
            # A fork that a thread does not survive waits without end.
            found = [each.get(timeout=240) for each in asked]
    for there in found:
        assert there.keys() == here.keys()
        for name in here:
            assert there[name] == here[name], name


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_a_forked_child_leaves_the_folder_of_a_match():
    match = rummilab.tournament(["greedy", "random"], deals=1, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            match.record.kept.end()
        finally:
            os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert match.folder.exists() and len(match.games()["bot"]) == 4


def alive(ids):
    """The processes among these that still run."""
    running = []
    for number in ids:
        try:
            with open(f"/proc/{number}/stat") as file:
                state = file.read().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state not in "ZX":
            running.append(number)
    return running


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("way", ["alone", "forks"])
def test_programs_end_with_a_python_that_is_killed(tmp_path, way):
    # A program that hangs in its first move and has a child that hangs, too: it never sees the end
    # of its input.
    program = tmp_path / "bot.py"
    program.write_text(
        textwrap.dedent(
            f"""
            import json, os, subprocess, sys, time
            for line in sys.stdin:
                ask = json.loads(line)
                if ask["type"] == "hello":
                    told = {{"type": "hello", "protocol": 1, "name": sys.argv[1]}}
                elif ask["type"] == "newgame":
                    told = {{"type": "ready"}}
                elif ask["type"] == "quit":
                    break
                else:
                    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
                    for number in (os.getpid(), child.pid):
                        open(f"{tmp_path}/pid-{{number}}", "w").close()
                    time.sleep(600)
                print(json.dumps({{"id": ask["id"], **told}}), flush=True)
            """
        )
    )
    code = textwrap.dedent(
        f"""
        import os, pathlib, sys, threading, time, warnings, rummilab
        warnings.simplefilter("ignore")

        def fork():
            # A child that holds all pipes of its parent open.
            while len(list(pathlib.Path("{tmp_path}").glob("pid-*"))) < 4:
                time.sleep(0.05)
            if os.fork() == 0:
                pathlib.Path("{tmp_path}/forked").write_text(str(os.getpid()) + "\\n")
                time.sleep(600)
                os._exit(0)

        if "{way}" == "forks":
            threading.Thread(target=fork, daemon=True).start()
        bots = [f"cmd:{sys.executable} {program} {{name}}" for name in "ab"]
        rummilab.tournament(bots, deals=8, threads=2, clock="100000+100000")
        """
    )

    def wait_for(what, seconds=60):
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end
            time.sleep(0.05)

    def ids():
        return [int(path.name[4:]) for path in tmp_path.glob("pid-*")]

    with subprocess.Popen([sys.executable, "-c", code]) as python:
        try:
            wait_for(lambda: len(alive(ids())) == 4)
            forked = tmp_path / "forked"
            wait_for(lambda: way == "alone" or forked.exists() and forked.read_text())
            others = {int(forked.read_text())} if forked.exists() else set()
            started = ids()
            for children in Path(f"/proc/{python.pid}/task").glob("*/children"):
                started += {int(number) for number in children.read_text().split()} - others
            assert len(alive(started)) > 4  # the guards, too
        finally:
            python.send_signal(signal.SIGKILL)
    try:
        wait_for(lambda: not alive(started), seconds=10)
    finally:
        for number in alive([*started, *others]):
            os.kill(number, signal.SIGKILL)
