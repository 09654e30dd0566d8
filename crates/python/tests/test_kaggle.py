"""The game with JSON observations, in OpenSpiel and in kaggle-environments."""

import json
import random

import numpy as np
import pyspiel
import pytest

import rummilab
from rummilab import kaggle

kaggle.register_game()


@pytest.mark.parametrize("parameters", [{}, {"players": 3, "rules": "house"}])
def test_random_games_keep_the_contract(parameters):
    game = pyspiel.load_game(kaggle.NAME, parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["original", "tournament"])
def test_json_says_what_a_seat_sees_and_nothing_else(rules):
    rng, game = random.Random(1), pyspiel.load_game(kaggle.NAME, {"rules": rules, "players": 3})
    state, compared = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        seat = state.current_player()
        text = state.observation_string(seat)
        seen = json.loads(text)
        assert seen == state.to_observation_struct(seat).to_dict()
        assert (seen["rack"] or seen["laid"]) and seen["seat"] == seen["current_player"] == seat
        if rng.random() < 0.2:
            drawn = state.resample_from_infostate(seat, rng.random)
            assert drawn.observation_string(seat) == text
            compared += str(drawn) != str(state)
        state.apply_action(rng.choice(state.legal_actions()))
    over = json.loads(state.observation_string(0))
    assert over["is_terminal"] and over["returns"] == state.returns() and compared > 3


def solver_says(observation, _configuration):
    """An action of a player who knows the observation alone and lays the most tiles."""
    if "observationString" not in observation:
        return {"submission": -1}
    seen = json.loads(observation["observationString"])
    opened = seen["players"][seen["seat"]]["opened"]
    rack = f"{seen['rack']} {seen['laid']}"
    best = rummilab.solve(table=seen["table"], rack=rack, opened=opened)
    done = seen["actions"].index("done")
    rules = rummilab.Rules()
    left = rules.counts(best.played) - rules.counts(seen["laid"])
    if not best.tiles:
        return {"submission": done + 1}
    return {"submission": int(np.argmax(left)) if left.any() else done}


def nonsense(_observation, _configuration):
    return {"submission": 999}


@pytest.mark.parametrize(
    ("players", "rewards"),
    [
        ([solver_says] * 2, None),
        ([solver_says] * 4, None),
        ([solver_says, nonsense], [1, -1]),
        ([nonsense, solver_says, solver_says], [-1, 1, 1]),
    ],
)
def test_kaggles_environment_plays_it(players, rewards):
    kaggle_environments = pytest.importorskip(
        "kaggle_environments", reason="kaggle-environments is not installed"
    )
    kaggle.register()
    name = kaggle.environment(len(players))
    env = kaggle_environments.make(name, configuration={"seed": 4})
    steps = env.run(players)
    last = steps[-1]
    assert [seat.status for seat in last] == ["DONE"] * len(players)
    if rewards:
        assert [seat.reward for seat in last] == rewards
    else:
        assert sum(seat.reward for seat in last) == pytest.approx(0) and len(steps) > 20
    for step in steps:
        for seat in step:
            assert not {"serializedGameAndState", "legalActions"} & set(seat.observation)
