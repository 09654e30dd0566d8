"""The agent `dmc`: its games, itself as a program, and its training."""

import json
import os
import subprocess
import sys
from pathlib import Path

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


def test_the_bot_of_the_library_takes_the_same_turns():
    laid = []
    for agent in (dmc.Dmc, "learnt"):
        match = rummilab.tournament([agent, "champion:budget=quick"], deals=4, seed=6, strict=True)
        laid.append(match.turns()["tiles"].tolist())
    assert len(laid[0]) > 500 and laid[0] == laid[1]
    if root := os.environ.get("RUMMILAB_ROOT"):
        weights = Path(root) / "bots/src/learnt/weights.bin"
        assert weights.read_bytes() == dmc.load(dmc.WEIGHTS).to_bytes()


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


def test_what_the_other_could_do_after_a_turn_is_what_it_then_can_do():
    foreseen = []
    compared = []

    class Watched(dmc.Dmc):
        looks = 0

        def act(self, view):
            found = view.turns()
            if foreseen:
                (expected,) = foreseen
                for one, other in zip(expected, found, strict=True):
                    assert np.array_equal(one, other)
                compared.append(len(found[2]))
                foreseen.clear()
            scores, turns = self.scores(view)
            chosen = turns[int(scores.argmax())]
            after = view.turns_after(chosen)
            if after is not None:
                foreseen.append(after)
            goes_out = len(chosen.split()) == view.rack_sizes[view.seat]
            assert (after is not None) == (view.pool == 0 and chosen != "" and not goes_out)
            return super().act(view)

    class Other(Watched):
        pass

    rummilab.tournament([Watched, Other], deals=1, seed=4, strict=True)
    assert len(compared) > 20
    assert max(compared) > 2


def test_of_the_turns_that_lay_only_those_of_most_tiles_are_played_if_asked():
    left_out = []

    class Watched(dmc.Dmc):
        looks = 0

        def __init__(self):
            super().__init__(only_most=True)

        def act(self, view):
            scores, turns = self.scores(view)
            sizes = [len(turn.split()) for turn in turns]
            offered = [size in (0, max(sizes)) for size in sizes]
            assert np.isfinite(scores).tolist() == offered
            left_out.append(offered.count(False))
            return super().act(view)

    rummilab.tournament([Watched, "greedy"], deals=1, seed=4, strict=True)
    assert max(left_out) > 2


@pytest.mark.parametrize("weights", [[], [str(dmc.WEIGHTS), str(dmc.WEIGHTS)]])
def test_it_is_a_program(weights):
    game = {"id": 2, "type": "newgame", "game": 1, "players": 2, "seat": 0, "seed": "9f" * 32}
    state = {
        "rack": "R10 R11 R12",
        "table": [],
        "opened": [False, False],
        "rack_sizes": [3, 14],
        "pool": 0,
    }
    asked = [
        {"id": 1, "type": "hello", "protocol": [1], "harness": {"name": "test", "version": "1"}},
        {**game, "rules": {"base": "original"}},
        {"id": 3, "type": "move", "state": state, "events": []},
        {**game, "id": 4, "rules": {"base": "house"}},
    ]
    text = "".join(json.dumps(line) + "\n" for line in asked)
    run = subprocess.run(
        [sys.executable, "-m", "rummilab.agents.dmc", *weights],
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


def trainer(folder, *options):
    small = ["--games", "8", "--hidden", "8", "--against"]
    return train.Trainer(folder, train.parsed([str(folder), *options, *small]))


def weights_of(folder, iterations, tmp_path):
    options = train.parsed(
        [str(tmp_path / folder), "--games", "8", "--hidden", "8", "--against"]
        + ["--iterations", str(iterations), "--deals", "1"]
    )
    trained = train.train(options)
    return [*trained.slow.weights, trained.slow.direct]


def test_a_committee_of_trainings_decides_by_the_sum_of_its_scores(tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for seed, folder in enumerate(folders):
        options = ["--seed", str(seed), "--iterations", "1", "--games", "4", "--hidden", "8"]
        train.train(train.parsed([str(folder), *options, "--against"]))
    train.join([str(folder) for folder in folders], tmp_path / "dmc.npz")
    both = dmc.load(tmp_path / "dmc.npz")
    assert len(both.networks) == 2
    single = [dmc.load(folder / "dmc.npz") for folder in folders]

    games = SelfPlay(RULES, 2, 1)
    games.deal(1, 0)
    _, _, states, counts, rows = games.choices()
    position, turn = dmc.inputs()
    inputs = position.of(states), counts, turn.of(rows)
    sums = single[0].scores(*inputs) + single[1].scores(*inputs)
    assert len(sums) > 1
    assert (both.scores(*inputs) == sums).all()
    # The same in floats, but for what rounding takes.
    float_scores = [one.scores(*inputs) for one in dmc.networks_of(tmp_path / "dmc.npz")]
    assert sums / 2**24 == pytest.approx(sum(float_scores), abs=0.02)


def test_a_file_without_networks_is_refused_by_name(tmp_path):
    other = tmp_path / "other.npz"
    np.savez(other, weight0=np.zeros(3))
    with pytest.raises(ValueError, match=r"other\.npz holds no networks of dmc"):
        dmc.load(other)


def test_leanings_follow_those_that_won(tmp_path):
    one = trainer(tmp_path)
    leaning = np.zeros((4, len(train.LEANINGS)), dtype=np.float32)
    # Who leans to the first input wins, who leans to the second loses; the others lean to nothing.
    leaning[0, 0] = leaning[1, 1] = 1
    one.lean(leaning, np.array([1.0, 0.0, 1.0, 0.0]))
    first, second, *others = one.network.direct[one.columns]
    assert first > 0 > second
    assert not any(others)


@pytest.mark.parametrize(
    ("td_lambda", "expected"), [("1", [1, 0, 1, 0, 1]), ("0.5", [0.625, 0.25, 0.75, 0, 1])]
)
def test_a_turn_is_fitted_to_the_win_and_to_the_chances_before_it(tmp_path, td_lambda, expected):
    one = trainer(tmp_path, "--td-lambda", td_lambda)
    # Seat 0 moves at 0, 2 and 4, seat 1 at 1 and 3; every chance on the way was even.
    returns = one.returns(np.array([0, 1, 0, 1, 0]), np.zeros(5), np.array([1.0, 0.0]))
    assert returns.tolist() == expected


def test_a_training_that_was_interrupted_ends_with_the_same_weights(tmp_path, monkeypatch):
    monkeypatch.setattr(train, "BATCHES", 5)
    monkeypatch.setattr(train, "SNAPSHOT_EVERY", 2)
    whole = weights_of("whole", 4, tmp_path)
    for iterations in (1, 3, 4):
        parts = weights_of("parts", iterations, tmp_path)
    assert all((one == other).all() for one, other in zip(whole, parts, strict=True))
    with pytest.raises(SystemExit, match="holds a training of"):
        train.train(train.parsed([str(tmp_path / "parts"), "--seed", "2"]))
