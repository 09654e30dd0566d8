"""Scripts of the experiments that count what games show."""

import importlib.util
import json
import os
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(os.environ.get("RUMMILAB_ROOT", Path(__file__).parents[3]))


def script(path):
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / "experiments" / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_habits_of_a_bot_are_those_of_its_turns():
    habits = script("learnt/habits.py")

    def turn(game, seat, action, rack, laid="", pool=5, most=0):
        return json.dumps({
            "block": 0, "game": game, "seat": seat, "bot": "a", "action": action, "rack": rack,
            "laid": laid, "pool": pool, "most_tiles": most,
        })  # fmt: skip

    opening = "J R11 R12"
    lines = [
        # It could lay and drew, opens with a joker, lays one tile of two and goes out.
        turn(0, 0, "draws", "J R11 R12 B1", most=3),
        turn(0, 0, "lays", f"{opening} B1 B2", laid=opening, most=3),
        turn(0, 0, "lays", "B1 B2", laid="B1", pool=0, most=1),
        turn(0, 0, "lays", "B2", laid="B2", pool=0, most=1),
        # It opens without one, lays while there is a pool, and keeps two tiles.
        turn(1, 1, "draws", "R1 R2 R3 K1", most=0),
        turn(1, 1, "lays", "R10 B10 K10 O10 K1 K2 K3", laid="R10 B10 K10 O10", pool=3, most=7),
        turn(1, 1, "lays", "K1 K2 K3", laid="K1", pool=1, most=3),
        turn(1, 1, "passes", "K2 K3", pool=0, most=2),
    ]
    (row,) = [habits.habits(list(habits.games(lines)))]
    told = dict(zip(habits.HEADINGS[1:], row, strict=True))
    assert told == {
        "games": "2", "won": "50.0 %", "pool at opening": "4", "tiles": "3.5",
        "with joker": "50.0 %", "drew instead": "25.0 %", "laid while drawing": "0.50",
        "laid at the end": "1.00", "left": "2.0",
    }  # fmt: skip


def test_the_feeder_is_the_first_who_lets_another_out():
    feeders = script("champion/feeders.py")

    def state(seat, action, table, racks, pool=0):
        return SimpleNamespace(seat=seat, action=action, table=table, racks=racks, pool=pool)

    before = state(2, "passes", ["R3 R4 R5"], ["R2 R6 B1", "R7", "R8 R9"])
    # R2 lets nobody out, R6 the next player, who has R7.
    harmless = state(0, "lays", ["R2 R3 R4 R5"], ["R6 B1", "R7", "R8 R9"])
    middle = state(1, "passes", ["R2 R3 R4 R5"], ["R6 B1", "R7", "R8 R9"])
    feeds = state(0, "lays", ["R2 R3 R4 R5 R6"], ["B1", "R7", "R8 R9"])
    last = state(1, "lays", ["R2 R3 R4 R5 R6 R7"], ["B1", "", "R8 R9"])
    counts = Counter()
    feeders.examine([before, harmless, middle, feeds, last], counts)
    assert counts == {
        "games": 1, "lets out 1": 1, ("the winner sits", 1): 1, "had a safe single tile": 0,
    }  # fmt: skip
    feeders.examine([before, harmless, last], counts)
    assert counts["nobody was let out"] == 1
    assert sorted(feeders.singles(["R3 R4 R5"], ["R2 R6 B1", "R7", "K1"], 0)) == [False, True]
