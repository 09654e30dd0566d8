"""Matches with bots of all kinds, what they leave, and what goes wrong."""

import os
import random
import signal
import subprocess
import sys
import threading
import textwrap
import time

import numpy as np
import pytest

import rummilab
from rummilab import Bot, BotError, BotFaultWarning, InputError, InUseError, RunError


class Hasty(Bot):
    """Lays the best play at once."""

    def act(self, view):
        best = view.best()
        return rummilab.play(best.table) if best.tiles else view.idle()


class Dice(Bot):
    """Lays some play, by its own random numbers."""

    version = 3

    def act(self, view):
        plays = view.solver.plays(view.position).plays
        if not plays or random.Random(view.seed).random() < 0.3:
            return view.idle()
        chosen = random.Random(view.seed).choice(plays)
        laid = view.solver.solve(view.table, chosen.played, view.opened)
        return rummilab.play(laid.table)


def test_the_summary_is_that_of_the_command(tmp_path):
    match = rummilab.tournament(["hold:h=1", "greedy"], deals=30, seed=1, out=tmp_path / "run")
    hold, greedy = match.summary["bots"]
    assert (hold["bot"], hold["games"], match.ending) == ("hold", 60, "finished")
    assert hold["win_rate"] + greedy["win_rate"] == 1
    assert "hold" in repr(match) and match._repr_html_().startswith("<table>")
    assert {"games.bin", "games.csv"} < {path.name for path in match.folder.iterdir()}


def test_games_and_turns_are_columns(tmp_path):
    match = rummilab.tournament(["value", "greedy"], deals=3, seed=2)
    games, turns = match.games(), match.turns()
    assert {len(column) for column in games.values()} == {12}
    assert games["win_share"].sum() == 6
    assert set(games["bot"]) == {"value", "greedy"}
    per_game = games["own_turns"].reshape(6, 2).sum(axis=1)
    turns_of_games = np.unique(turns["block"] * 2 + turns["game"], return_counts=True)[1]
    assert (turns_of_games == per_game).all()
    states = match.record.replay(block=1, game=1)
    of_game = (turns["block"] == 1) & (turns["game"] == 1)
    assert list(turns["tiles"][of_game]) == [state.tiles for state in states]
    assert states[-1].svg().startswith("<svg ")
    again = rummilab.Record(match.folder / "games.bin")
    assert (again.bots, again.seed, again.players) == (["value", "greedy"], 2, 2)
    assert again.rules == rummilab.Rules()


def test_python_bots_play_the_same_games_on_any_number_of_threads():
    def games(threads):
        match = rummilab.tournament(
            [Hasty, Dice, "greedy"], deals=4, seed=5, threads=threads, faults="rules"
        )
        assert match.faults == []
        return match

    one, two = games(1), games(2)
    assert (one.folder / "games.bin").read_bytes() == (two.folder / "games.bin").read_bytes()
    assert [bot["bot"] for bot in one.summary["bots"]] == ["Hasty", "Dice:version=3", "greedy"]


def test_a_bot_sees_its_view_and_nothing_else():
    seen = []

    class Looks(Bot):
        def new_game(self, seat):
            self.seat = seat

        def act(self, view):
            assert view.seat == self.seat and view.players == 3
            assert view.rack_counts.sum() == len(view.rack.split()) == view.rack_sizes[view.seat]
            hidden = view.unseen_counts.sum()
            others = sum(view.rack_sizes) - view.rack_sizes[view.seat]
            assert hidden == others + view.pool
            seen.append(len(view.history))
            best = view.best()
            # With an empty pool who can lay must.
            return rummilab.play(best.table) if best.tiles and not view.pool else view.idle()

        def game_over(self, view, ending, places):
            seen.append((ending, len(places)))

    match = rummilab.tournament([Looks, "greedy", "value"], deals=1, players=3, threads=1)
    assert match.faults == []
    assert seen[0] in (0, 1, 2) and ("out", 3) in seen


def test_an_exception_is_the_bots_fault_and_its_traceback_is_shown():
    class Breaks(Bot):
        def act(self, view):
            if len(view.history) > 3:
                raise KeyError("lost")
            return view.idle()

    class Mumbles(Bot):
        def act(self, view):
            return None

    class Unborn(Bot):
        def __init__(self):
            raise ValueError("not today")

    with pytest.warns(BotFaultWarning) as shown:
        match = rummilab.tournament([Breaks, "greedy", Mumbles, Unborn], deals=1)
    texts = {fault.bot: fault.traceback for fault in match.faults}
    assert 'raise KeyError("lost")' in texts["Breaks"] and "not today" in texts["Unborn"]
    warned = {str(warning.message).split(":")[0] for warning in shown}
    assert warned == {"Breaks", "Mumbles", "Unborn"}
    assert set(match.games()["end"]) == {"fault"}
    mumbled = next(fault for fault in match.faults if fault.bot == "Mumbles")
    assert mumbled.kind == "protocol" and mumbled.traceback is None
    assert "act returned None; expected rummilab.play" in mumbled.reason


def test_an_illegal_play_is_refused_as_a_programs_is():
    class Cheats(Bot):
        def act(self, view):
            return rummilab.play(["R1 R2 R9"]) if len(view.history) > 3 else view.idle()

    with pytest.warns(BotFaultWarning, match="Cheats: illegal on turn .* not a legal set") as shown:
        match = rummilab.tournament([Cheats, "greedy"], deals=8, seed=3)
    assert match.summary["bots"][0]["win_rate"] == 0
    assert set(match.games()["end"]) == {"fault"}
    assert match.fault_counts == {"Cheats": 16} and len(match.faults) == 5
    first = match.faults[0]
    assert (first.bot, first.kind, first.block, first.game) == ("Cheats", "illegal", 0, 0)
    # The turn is the one after those that were played.
    games = match.games()
    of_game = (games["block"] == 0) & (games["game"] == 0)
    assert first.turn == len(match.record.replay(0, 0)) == games["own_turns"][of_game].sum()
    assert len(shown) == 1 and "Cheats made 16 faults" in str(shown[0].message)
    assert "Cheats 0.0 % (16 faults)" in repr(match)
    html = match._repr_html_()
    assert "<p>Cheats made 16 faults. The first: Cheats: illegal on turn" in html
    assert "greedy made" not in html


def test_faults_are_told_of_every_record_and_end_a_strict_match(tmp_path):
    class Cheats(Bot):
        def act(self, view):
            return rummilab.play("R1 R2 R9")

    class Breaks(Bot):
        def act(self, view):
            raise KeyError("lost")

    class Late(Bot):
        def act(self, view):
            best = view.best()
            return rummilab.play(best.table) if best.tiles else view.idle()

        def game_over(self, view, ending, places):
            raise KeyError("late")

    parts = [tmp_path / "0", tmp_path / "1"]
    for number, part in enumerate(parts):
        with pytest.warns(BotFaultWarning):
            half = rummilab.tournament(
                [Cheats, "greedy"], deals=4, seed=1, shard=f"{number}/2", out=part
            )
        assert half.fault_counts == {"Cheats": 4} and "Cheats 4 faults" in repr(half)
    whole = rummilab.merge(parts, tmp_path / "whole")
    assert whole.fault_counts == {"Cheats": 8} and "(8 faults)" in repr(whole)
    assert [fault.block for fault in whole.faults] == [0, 0, 1, 1, 2]

    with pytest.warns(BotFaultWarning, match="Late: crash after a game"):
        late = rummilab.tournament([Late, "greedy"], deals=1)
    assert late.fault_counts == {} and "KeyError: 'late'" in late.faults[0].traceback

    reasons = {Cheats: "not a legal set", Breaks: 'raise KeyError."lost"', Late: "late"}
    for bot, reason in reasons.items():
        with pytest.raises(BotError, match=f"(?s){bot.__name__}: .*{reason}"):
            rummilab.tournament([bot, "greedy"], deals=2, strict=True)
    # It ends early, and what was played stays: the same call finds the fault there.
    for _ in range(2):
        with pytest.raises(BotError, match="turn 1 of game 0 of block 0"):
            rummilab.tournament(
                ["greedy", Cheats], deals=10**6, strict=True, out=tmp_path / "strict"
            )
    assert rummilab.tournament([Hasty, "greedy"], deals=2, strict=True).faults == []


def test_a_bot_cannot_play_a_match_with_itself():
    class Asks(Bot):
        def act(self, view):
            rummilab.tournament([Asks, "greedy"], deals=1)

    class Born(Bot):
        def __init__(self):
            rummilab.tournament([Born, "greedy"], deals=1)

    for bot in (Asks, Born):
        with pytest.raises(BotError, match="RunError: a bot cannot play a match"):
            rummilab.tournament([bot, "greedy"], deals=1, strict=True)
    assert rummilab.tournament(["random", "greedy"], deals=1).faults == []


def test_programs_play_beside_classes(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text(
        textwrap.dedent(
            """
            import json, sys
            for line in sys.stdin:
                ask = json.loads(line)
                kind = ask["type"]
                answer = {"hello": {"type": "hello", "protocol": 1, "name": "waits"},
                          "newgame": {"type": "ready"}, "gameover": {"type": "ok"}}.get(kind)
                if kind == "quit":
                    break
                if kind == "move":
                    action = "draw" if ask["state"]["pool"] else "pass"
                    answer = {"type": "move", "action": action}
                print(json.dumps({"id": ask["id"], **answer}), flush=True)
            """
        )
    )
    with pytest.warns(UserWarning) as shown:
        match = rummilab.tournament(
            [Hasty, f"cmd:{sys.executable} {program}"], deals=1, clock="5000+20000"
        )
    assert match.summary["bots"][0]["win_rate"] == 1
    # With an empty pool it passes where it must lay.
    texts = sorted(str(warning.message) for warning in shown)
    assert "salt" in texts[0] and texts[1].startswith("waits: illegal") and len(texts) == 2


def test_wrong_settings_are_refused_with_the_commands_words():
    class Hasty2(Bot):
        name = "Hasty"

    def check(part, bots, **settings):
        with pytest.raises(InputError, match=part):
            rummilab.tournament(bots, **settings)

    check("did you mean `greedy`", ["gredy", "greedy"])
    check("two bots are called `Hasty`", [Hasty, Hasty2])
    check("expected a name, a class or a function", [Hasty(), "greedy"])
    check("threads is 0", ["hold", "greedy"], threads=0)
    check("deals", ["hold", "greedy"], deals=0)
    with pytest.raises(RunError, match="nowhere"):
        rummilab.Record("nowhere")


def test_another_match_does_not_touch_a_folder(tmp_path):
    out = tmp_path / "run"
    first = rummilab.tournament(["hold", "greedy"], deals=2, out=out)
    with pytest.raises(RunError):
        rummilab.tournament(["hold", "greedy"], deals=2, seed=2, out=out)
    again = rummilab.tournament(["hold", "greedy"], deals=2, out=out)
    assert again.summary == first.summary


def test_a_folder_that_another_program_plays_into_is_in_use(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    out = tmp_path / "run"
    match = {"bots": ["hold", "greedy"], "deals": 2, "out": out}
    rummilab.tournament(**match, shard="0/2")
    with (out / "games.bin").open("r+b") as record:
        fcntl.flock(record, fcntl.LOCK_EX)
        with pytest.raises(InUseError, match="run"):
            rummilab.tournament(**match)
    assert len(rummilab.tournament(**match).summary["bots"]) == 2


def test_more_deals_continue_a_folder(tmp_path):
    out = tmp_path / "run"
    rummilab.tournament(["hold", "greedy"], deals=2, out=out)
    more = rummilab.tournament(["hold", "greedy"], deals=3, out=out)
    assert more.summary == rummilab.tournament(["hold", "greedy"], deals=3).summary
    with pytest.raises(RunError):
        rummilab.tournament(["hold", "greedy"], deals=2, out=out)


def test_progress_is_told_and_its_exception_ends_the_match(tmp_path):
    told = []
    rummilab.tournament(
        ["hold", "greedy"], deals=20, progress=lambda blocks, of, games: told.append((blocks, of))
    )
    assert told[-1] == (20, 20)

    def stop(blocks, of, games):
        raise ZeroDivisionError

    started = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        rummilab.tournament(["hold", "greedy"], deals=1_000_000, progress=stop)
    assert time.monotonic() - started < 60


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_leaves_a_folder_that_goes_on(tmp_path, request):
    out = tmp_path / "run"
    # Whoever starts the tests in the background may have SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        rummilab.tournament(["hold", "greedy"], deals=100_000, out=out, threads=1)
    assert (out / "games.bin").stat().st_size > 0
    assert not (out / "summary.json").exists()


def test_importing_needs_numpy_alone():
    code = "import sys, rummilab; print(*sorted(m.split('.')[0] for m in sys.modules))"
    names = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"gymnasium", "pettingzoo", "pandas", "polars"} & set(names)


def test_a_bot_reviewed_by_itself_gives_nothing_away():
    match = rummilab.tournament(["greedy", "random"], deals=1, seed=5)
    assert list(match.games()["bot"][:2]) == ["greedy", "random"]
    own = match.record.review(seat=0, model="greedy", deals=2)
    assert {(turn["grade"], turn["loss"]) for turn in own.turns} == {("best", 0.0)}
    assert own.headline.startswith(f"{len(own.turns)} turns: ")
    other = match.record.review(seat=1, model="greedy", deals=2)
    assert any(turn["loss"] for turn in other.turns)
    shown = other._repr_html_()
    assert shown.count("<tr>") == len(other.turns) + 1
    assert other.headline in shown


def test_the_report_is_the_page_in_a_frame(tmp_path):
    match = rummilab.tournament(["greedy", "value"], deals=3, seed=5)
    report = match.report(["b2g1"])
    assert report.html.startswith("<!DOCTYPE html>") and "greedy" in report.html
    assert "b2g1" in report.html or "Block 2" in report.html
    report.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == report.html
    shown = report._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!DOCTYPE') and shown.count('"') == 6
    with pytest.raises(InputError, match="b9g0|block 9"):
        match.report(["b9g0"])
    with pytest.raises(InputError, match="too many"):
        match.report(["b0g0"] * 13)
