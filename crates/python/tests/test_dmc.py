"""The agent `dmc`: its games, itself as a program, and its training."""

import json
import subprocess
import sys

import numpy as np
import pytest

import rummilab
from rummilab._native import SelfPlay
from rummilab.agents import dmc, train

RULES = rummilab.Rules()


def games_of(match):
    return [match.record.replay(block, game)[-1] for block in range(2) for game in range(2)]


@pytest.mark.parametrize("opponent", ["hold:h=0", "greedy"])
def test_it_plays_whole_games_and_the_same_ones_again(opponent):
    matches = [
        rummilab.tournament([dmc.Dmc, opponent], deals=2, seed=5, strict=True) for _ in range(2)
    ]
    one, two = ([str(state) for state in games_of(match)] for match in matches)
    assert one == two


def test_a_new_agent_answers_a_position_as_one_that_has_played():
    seen = []

    class Watched(dmc.Dmc):
        def act(self, view):
            action = super().act(view)
            seen.append((view, str(action)))
            return action

    rummilab.tournament([Watched, "hold:h=0"], deals=1, seed=7, strict=True)
    assert len(seen) > 20
    for view, action in seen[::10]:
        assert str(dmc.Dmc().act(view)) == action


def test_it_is_a_program():
    game = {"id": 2, "type": "newgame", "game": 1, "players": 2, "seat": 0, "seed": "9f" * 32}
    state = {
        "rack": "R10 R11 R12",
        "table": [],
        "opened": [False, False],
        "rack_sizes": [3, 14],
        "pool": 60,
    }
    asked = [
        {"id": 1, "type": "hello", "protocol": [1], "harness": {"name": "test", "version": "1"}},
        {**game, "rules": {"base": "original"}},
        {"id": 3, "type": "move", "state": state, "events": []},
        {**game, "id": 4, "rules": {"base": "house"}},
    ]
    text = "".join(json.dumps(line) + "\n" for line in asked)
    run = subprocess.run(
        [sys.executable, "-m", "rummilab.agents.dmc"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    hello, ready, move, refused = map(json.loads, run.stdout.splitlines())
    assert (hello["name"], hello["rules"], ready["type"]) == ("Dmc", ["original"], "ready")
    assert move["action"] == {"play": ["R10 R11 R12"]}
    assert refused["code"] == "unsupported"


def test_the_order_of_colours_changes_no_input_but_its_place():
    position, _ = dmc.inputs()
    games = SelfPlay(RULES, 2, 1)
    games.deal(1, 0)
    states = games.choices()[2]
    for order in range(24):
        assert sorted(position.of(states, order)[0]) == sorted(position.of(states)[0])


def test_every_turn_offered_is_legal_and_its_facts_are_those_of_the_turn():
    games = SelfPlay(RULES, 2, 8)
    games.deal(3, 0)
    _, fields = games.fields()
    starts = dict(zip([name for name, _ in fields], np.cumsum([0] + [n for _, n in fields])))
    random = np.random.default_rng(1)
    while (choices := games.choices())[0]:
        _, _, _, counts, rows = choices
        laid = rows[:, : len(RULES.kinds)].sum(axis=1)
        assert (rows[:, starts["tiles"]] == laid).all()
        assert (rows[:, starts["idle"]] == (laid == 0)).all()
        assert (rows[:, starts["goes_out"]] == (rows[:, starts["left"]] == 0)).all()
        assert (rows[:, starts["left_stuck"]] <= rows[:, starts["left"]]).all()
        games.take([int(random.integers(count)) for count in counts])
    assert all(sum(rewards) == 0 and any(rewards) for rewards in games.rewards())


def weights_of(folder, iterations, tmp_path):
    options = train.parsed(
        [str(tmp_path / folder), "--games", "8", "--hidden", "8", "--against"]
        + ["--iterations", str(iterations), "--deals", "1"]
    )
    return train.train(options).network.weights


def test_a_training_that_was_interrupted_ends_with_the_same_weights(tmp_path, monkeypatch):
    monkeypatch.setattr(train, "BATCHES", 5)
    monkeypatch.setattr(train, "SNAPSHOT_EVERY", 2)
    whole = weights_of("whole", 4, tmp_path)
    for iterations in (1, 3, 4):
        parts = weights_of("parts", iterations, tmp_path)
    assert all((one == other).all() for one, other in zip(whole, parts, strict=True))
    with pytest.raises(SystemExit, match="holds a training of"):
        train.train(train.parsed([str(tmp_path / "parts"), "--seed", "2"]))
