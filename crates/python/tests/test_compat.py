"""The stand-in for `rummikub_solver` gives rummilab's answers, and moves that add up."""

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import rummilab
from rummilab.compat import rummikub_solver as stand_in

ROOT = Path(os.environ.get("RUMMILAB_ROOT", Path(__file__).parents[3]))


def positions(every):
    lines = (ROOT / "data/positions/greedy-2.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[::every]]


def test_moves_are_rummilabs_and_add_up():
    rules = stand_in.RuleSet()
    assert (rules.tile_count, rules.game_state_key) == (53, "n13r2c4j2")
    state = rules.new_game()
    for line in positions(1):
        table = rules._tiles_of(" ".join(line["table"]))
        rack = rules._tiles_of(line["rack"])
        state = stand_in.GameState((0, *rules.tiles), table, rack, initial=not line["opened"])
        move = rules.solve(state)
        if not line["opened"]:
            continue
        tiles, value = line["certified"]["tiles"]
        assert (len(move.tiles) if move else 0) == tiles
        if move:
            faces = (getattr(tile, "value", 0) for tile in move.tiles)
            assert sum(faces) == value
            after = Counter(tile for tiles in move.sets for tile in tiles)
            assert after == state.table + Counter(move.tiles)


def test_an_opening_goes_on_with_the_table_and_spare_jokers_are_told():
    rules = stand_in.RuleSet()
    names = rules._by_name
    state = rules.new_game()
    state.add_table(*(names[name] for name in ("R1", "R2", "R3")))
    state.add_rack(*(names[name] for name in ("R10", "B10", "K10", "R4", "O7")))
    move = rules.solve(state)
    assert {rules._names[tile] for tile in move.tiles} == {"R10", "B10", "K10", "R4"}
    after = state.with_move(*move.tiles)
    assert after.initial is False and rules.arrange_table(after).free_jokers == 0
    after.add_table(names["J"])
    assert rules.arrange_table(after).free_jokers == 1
    after.add_table(names["R9"], names["K1"])
    assert rules.arrange_table(after) is None
    assert pickle.loads(pickle.dumps(rules.tiles[0])).colour is stand_in.Colour.BLACK
    with pytest.raises(ValueError, match="more tiles"):
        after.add_rack(*[names["R1"]] * 3)
        rules.solve(after)
    with pytest.raises(ValueError, match="min_len is 4"):
        stand_in.RuleSet(min_len=4)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="RummikubConsole needs Python 3.11")
def test_the_console_runs_on_it_as_it_is(tmp_path):
    pytest.importorskip("rummikubconsole")
    code = (
        "import sys, rummilab.compat.rummikub_solver as stand_in\n"
        "sys.modules['rummikub_solver'] = stand_in\n"
        "from rummikubconsole.__main__ import rsconsole\n"
        "rsconsole()\n"
    )
    typed = "addrack r10 b10 k10 j r1\nsolve\ny\ncheck\nrack\naddrack r11 r12\nsolve value\ny\nstop\n"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Placed tiles on table" in ran.stdout and "Possible table arrangement" in ran.stdout
    assert rummilab.__version__
