"""The OpenSpiel game: OpenSpiel's own tests, and algorithms of its own on a small deck."""

import csv
import importlib.util
import itertools
import json
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
)

from rummilab import Rules, openspiel

openspiel.register()

ROOT = Path(os.environ.get("RUMMILAB_ROOT", Path(__file__).parents[3]))
LONG = os.environ.get("RUMMILAB_TIER") == "long"
SMALL = {
    "colours": 2,
    "values": 3,
    "copies": 1,
    "jokers": 1,
    "hand": 3,
    "opening_min": 0,
}
# Turns begin with a draw, and a tile that the rack holds already goes back.
SMALL_HOUSE = {**SMALL, "rules": "house", "copies": 2, "hand": 2}


def load(**parameters):
    return pyspiel.load_game(openspiel.NAME, parameters)


@pytest.mark.parametrize(
    ("parameters", "games"),
    [
        ({}, 2),
        ({"players": 3, "rules": "tournament"}, 1),
        ({"players": 6, "rules": "six"}, 1),
        ({"rules": "twist"}, 1),
        ({"rules": "house"}, 1),
        (SMALL_HOUSE, 30),
        (SMALL, 30),
        ({**SMALL, "copies": 2, "players": 4}, 10),
    ],
)
def test_random_games_keep_the_contract(parameters, games):
    pyspiel.random_sim_test(load(**parameters), num_sims=games, serialize=True, verbose=False)


def test_openspiels_tests_of_every_game_pass():
    code = (
        "from rummilab import openspiel; openspiel.register();"
        "from absl.testing import absltest;"
        "from open_spiel.integration_tests import api_test;"
        "absltest.main(module=api_test)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, f"--test_only_games={openspiel.NAME}"],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def leaves(state, chance=1.0):
    """The probability of every way that chance goes while players take their first action."""
    if state.is_terminal():
        yield chance
    elif state.is_chance_node():
        for outcome, probability in state.chance_outcomes():
            yield from leaves(state.child(outcome), chance * probability)
    else:
        yield from leaves(state.child(state.legal_actions()[0]), chance)


def test_chance_adds_up_and_no_deal_is_reached_twice():
    game = load(**SMALL)
    assert sum(leaves(game.new_initial_state())) == pytest.approx(1)
    deals, states = [], [game.new_initial_state()]
    while states:
        state = states.pop()
        if state.game is None:
            states += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        else:
            deals.append((state.game.rack(0), state.game.rack(1)))
    # Three of seven tiles, then three of four.
    assert len(deals) == len(set(deals)) == 35 * 4


def test_a_turn_begins_with_a_draw_where_the_rules_say_so():
    state = load(**SMALL_HOUSE).new_initial_state()
    drawn = 0
    while not state.is_terminal():
        if state.game is not None and state.is_chance_node():
            seat = state.game.to_move
            before = state.game.rules.counts(state.game.rack(seat))
            pool = state.game.pool
            outcomes = dict(state.chance_outcomes())
            # A number tile that the rack holds goes back while the pool has another to offer.
            kinds, joker = np.flatnonzero(pool), len(pool) - 1
            new = [kind for kind in kinds if kind == joker or not before[kind]]
            assert set(outcomes) == set(new or kinds)
            assert sum(outcomes.values()) == pytest.approx(1)
            state.apply_action(min(outcomes))
            assert state.game.to_move == seat
            assert state.game.rules.counts(state.game.rack(seat)).sum() == before.sum() + 1
            drawn += 1
        else:
            state.apply_action(state.legal_actions()[-1])
    assert drawn > 3


def test_the_small_deck_has_the_nodes_that_the_page_says():
    nodes, states = 0, [load(**SMALL).new_initial_state()]
    while states:
        state = states.pop()
        nodes += 1
        states += [state.child(action) for action in state.legal_actions()]
    assert nodes == 4283


def test_a_seat_sees_the_same_whatever_is_hidden():
    seen = {}
    states = [load(**SMALL).new_initial_state()]
    while states:
        state = states.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            player = state.current_player()
            legal = tuple(state.legal_actions())
            known = seen.setdefault(state.information_state_string(player), legal)
            assert known == legal
        states += [state.child(action) for action in state.legal_actions()]
    assert len(seen) > 100


def test_regret_minimisation_comes_close_to_equilibrium():
    game = load(**SMALL)
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    first, second = (
        exploitability.best_response(game, average, player)["best_response_value"]
        for player in (0, 1)
    )
    assert 0 < first + second < uniform / 5
    # What the first player gets at equilibrium, as rummilab's own CFR+ and best responses have it
    # (experiments/small-decks, `runs-3`).
    assert -second - 1e-9 <= 26 / 35 <= first + 1e-9


def small_deck():
    """The example `small_deck.py` as a module."""
    place = ROOT / "crates/python/examples/small_deck.py"
    spec = importlib.util.spec_from_file_location("small_deck", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.version_info < (3, 11), reason="reads TOML")
@pytest.mark.parametrize(
    "deck",
    [
        "runs-3",
        "pairs-4",
        pytest.param("groups-3-hand-4", marks=pytest.mark.skipif(not LONG, reason="takes long")),
    ],
)
def test_openspiel_repeats_the_figures_of_small_decks(deck):
    import tomllib

    folder = ROOT / "experiments/small-decks"
    rows = list(csv.reader((folder / f"results/{deck}.csv").read_text().splitlines()))
    low, high = (float(rows[1][rows[0].index(name)]) for name in ("value_low", "value_high"))
    greedy = next(row for row in rows[3:] if row[0] == "greedy")
    game = load(**tomllib.loads((folder / f"decks/{deck}.toml").read_text()))
    example = small_deck()
    laying = example.Laying(game, lambda game, play: True)
    first, second = example.worst(game, laying)
    assert first == pytest.approx(float(greedy[1]), abs=1e-6)
    assert second == pytest.approx(float(greedy[2]), abs=1e-6)
    # To lay all is an equilibrium of these decks, so it gets the value of the game in each seat.
    assert exploitability.nash_conv(game, laying) == pytest.approx(2 * float(greedy[3]), abs=1e-6)
    assert low - 1e-5 <= first <= high + 1e-5 and low - 1e-5 <= -second <= high + 1e-5


def test_what_has_no_game_is_named(tmp_path):
    rules = tmp_path / "redeals.toml"
    rules.write_text(Rules("original", redeal="always").to_toml())
    with pytest.raises(Exception, match="redeal"):
        load(rules=str(rules))


def decisions(game, seed, ask="greedy"):
    """The states of a game in which a seat is to move; `ask` plays them, or None at random."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, probabilities)[0])
            continue
        legal = state.legal_actions()
        asked = openspiel.actions_of(state, state.game.ask(ask)) if ask else None
        for action in asked or [rng.choice(legal)]:
            yield state.clone()
            state.apply_action(action)


def seen_of(state, seat):
    """All that a seat may look at."""
    return (
        state.information_state_string(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.to_observation_struct(seat).to_json(),
        state.legal_actions(seat),
    )


@pytest.mark.parametrize(
    ("parameters", "games", "every"),
    [
        (SMALL, 20, 1),
        (SMALL_HOUSE, 20, 1),
        ({}, 1, 9),
        ({"players": 4, "rules": "tournament"}, 1, 15),
        ({"rules": "house"}, 1, 40),
        ({"rules": "twist"}, 1, 15),
    ],
)
@pytest.mark.parametrize("ask", ["greedy", None])
def test_no_seat_can_tell_a_state_drawn_anew_from_the_state(parameters, games, every, ask):
    game, rng = load(**parameters), random.Random(5)
    others = 0
    for seed in range(games):
        for state in itertools.islice(decisions(game, seed, ask), 0, 200, every):
            for seat in range(game.num_players()):
                drawn = state.resample_from_infostate(seat, rng.random)
                own = state.current_player() == seat
                # A turn of another seat begins anew: how far it got is not seen.
                most = 5 if own else 3
                assert seen_of(drawn, seat)[:most] == seen_of(state, seat)[:most]
                assert not own or drawn.current_player() == seat
                others += str(drawn) != str(state)
                # The state is one that play leads to.
                again = game.new_initial_state()
                for action in drawn.history():
                    assert action in again.legal_actions()
                    again.apply_action(action)
                assert str(again) == str(drawn)
    assert others > 5


def test_states_are_drawn_as_chance_makes_them():
    """Compares with all histories of a small deck, each weighed by its chance nodes."""
    game = load(**{**SMALL, "copies": 2, "hand": 2, "values": 3, "colours": 1})
    weights, example = defaultdict(dict), {}
    states = [(game.new_initial_state(), 1.0)]

    def hidden(state):
        draws = tuple(step.drawn for step in state._played.steps if step.drawn is not None)
        return state._played.racks, draws

    while states:
        state, chance = states.pop()
        if state.is_terminal() or len(state.history()) > 20:
            continue
        if state.is_chance_node():
            states += [(state.child(to), chance * p) for to, p in state.chance_outcomes()]
            continue
        seat = state.current_player()
        known = seat, state.information_state_string(seat)
        weights[known][hidden(state)] = chance
        example[known] = state
        states += [(state.child(action), chance) for action in state.legal_actions()]
    rich = sorted(weights, key=lambda known: (-len(known[1]), known))
    rich = [known for known in rich if len(weights[known]) >= 6 and "laid" in known[1]]
    rng, draws = random.Random(2), 1500
    for known in rich[:: max(1, len(rich) // 6)]:
        found = Counter(
            hidden(example[known].resample_from_infostate(known[0], rng.random))
            for _ in range(draws)
        )
        whole = sum(weights[known].values())
        assert set(found) <= set(weights[known])
        for deal, weight in weights[known].items():
            share = weight / whole
            assert abs(found[deal] - draws * share) < 4.5 * (draws * share) ** 0.5 + 1, known


def test_nothing_is_drawn_anew_at_a_chance_node():
    state = load(**SMALL).new_initial_state()
    with pytest.raises(ValueError, match="only where a seat is to move"):
        state.resample_from_infostate(0, random.random)


def test_structs_say_what_strings_say():
    for state in itertools.islice(decisions(load(), 3), 60):
        seat = state.current_player()
        whole = state.to_struct().to_dict()
        assert whole["racks"][seat] == state.game.rack(seat) and whole["to_move"] == seat
        seen = json.loads(state.to_observation_struct(seat).to_json())
        assert seen["table"] == state.game.table and seen["players"][seat]["tiles"] > 0
        assert not any(rack in json.dumps(seen) for rack in whole["racks"][1 - seat : 2 - seat])
        for action in state.legal_actions():
            struct = state.action_to_struct(seat, action)
            assert state.struct_to_actions(struct) == [action]
            state.validate_action_struct(struct)


def test_is_mcts_and_mccfr_of_openspiel_run():
    game = load(**SMALL)
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(40):
        solver.iteration()
    # That of a random player is 0.05.
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.05

    stream = np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, stream), 1.4, 20, random_state=stream
    )
    asked = 0
    for state in decisions(game, 1):
        asked += 1
        assert searcher.step(state.clone()) in state.legal_actions()
    assert asked > 1
