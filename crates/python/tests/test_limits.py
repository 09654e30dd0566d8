"""Numbers out of range are errors that say the range, and no call ends the interpreter."""

import gc
import sys

import numpy as np
import pytest

import rummilab
from rummilab import Game, InputError, Position, Rules, Solver
from rummilab.compat import rummikub_solver
from rummilab.gymnasium import RummikubEnv, RummikubVectorEnv
from rummilab.pettingzoo import rummikub_v0

LINE = {"table": ["R3 R4 R5"], "rack": "R6"}
SEEDS = "0 to 18446744073709551615"
OWNED = {"table": ["R5 Y5 W5"], "rack": "K5 B7", "rules": "house"}


def game(**settings):
    return Game(Rules(), **settings)


def match(**settings):
    return rummilab.tournament(["greedy", "random"], **{"deals": 1, **settings})


def club(rounds):
    bots = ["greedy", "random", "value", "hold"]
    return rummilab.tournament(bots, format="club", players=4, rounds=rounds)


def record(**place):
    return match().record.replay(**place)


def review(**settings):
    return match().record.review(**{"deals": 1, **settings})


def bench(**settings):
    return rummilab.bench([LINE], {"search": "search"}, **settings)


def env(action):
    env = RummikubEnv()
    env.reset(seed=1)
    return env.step(action)


def envs(*actions):
    envs = RummikubVectorEnv(2)
    envs.reset(seed=1)
    return envs.step(list(actions))


def compat(tile):
    return rummikub_solver.RuleSet().new_game().add_rack(tile)


# Each call with numbers outside of its range, and the range in the message.
CALLS = [
    (lambda n: game(players=n), "players", "2 to 6", [-1, 0, 1, 7, 10**9]),
    (lambda n: game(seed=n), "seed", SEEDS, [-1, 2**64]),
    (lambda n: game(deal=n), "deal", SEEDS, [-1, 2**64]),
    (lambda n: game().reset(seed=n), "seed", SEEDS, [-1, 2**64]),
    (lambda n: game().reset(deal=n), "deal", SEEDS, [-1, 2**64]),
    (lambda n: game().rack(n), "seat", "0 to 1", [-1, 2]),
    (lambda n: game().observe(n), "seat", "0 to 1", [-1, 2]),
    (lambda n: game().svg(n), "seat", "0 to 1", [-1, 2]),
    (lambda n: game().step(n), "action", "0 to 54", [-1, 55]),
    (lambda n: game().action_name(n), "action", "0 to 54", [-1, 55]),
    (lambda n: game().draws_next(n), "kind", "0 to 52", [-1, 53]),
    (lambda n: game().begin_with(n), "kind", "0 to 52", [-1, 53]),
    (lambda n: game().candidates(n), "most", "0 to 65535", [-1, 10**9]),
    (lambda n: game().candidate_rows(n), "most", "1 to 65535", [-1, 0, 10**9]),
    (lambda n: game().take_candidate(0, n), "most", "1 to 65535", [-1, 0, 10**9]),
    (lambda n: game().take_candidate(n, 4), "row", "0 to 4", [-1, 5]),
    (lambda n: RummikubEnv(seat=n), "seat", "0 to 1", [-1, 2]),
    (lambda n: RummikubEnv(candidates=n), "candidates", "1 to 65535", [-1, 0, 10**9]),
    (env, "action", "0 to 54", [-1, 55]),
    (lambda n: RummikubVectorEnv(n), "num_envs", "1 to 65536", [-1, 0, 10**9]),
    (lambda n: RummikubVectorEnv(1024, candidates=n), "candidates", "1 to 4095", [0, 4096]),
    (lambda n: RummikubVectorEnv(2, threads=n), "threads", "1 to 1024", [-1, 0, 1025]),
    (lambda n: envs(54, n), "action", "0 to 54", [-1, 55]),
    (lambda n: rummikub_v0.env(players=n), "players", "2 to 6", [-1, 1, 7]),
    (lambda n: rummikub_v0.env(candidates=n), "candidates", "1 to 65535", [-1, 0, 10**9]),
    (lambda n: rummilab.solve_batch([LINE], threads=n), "threads", "0 to 1024", [-1, 10**6]),
    (lambda n: rummilab.plays("R3 R4 R5", "R6", most=n), "most", "0 to 65535", [-1, 10**9]),
    (lambda n: Solver(Rules()).plays("R3 R4 R5", "R6", most=n), "most", "0 to 65535", [-1, 10**9]),
    (lambda n: rummilab.solve(**OWNED, owners=[n], me=0), "owner", "0 to 5", [-1, 6]),
    (lambda n: rummilab.after_draw(**OWNED, owners=[0], me=n), "me", "0 to 5", [-1, 6]),
    (lambda n: Position(Rules(), me=n), "me", "0 to 5", [-1, 6]),
    (lambda n: rummilab.judge("R3 R4 R5", "R6", "R3 R4 R5 R6", me=n), "me", "0 to 5", [-1, 6]),
    (lambda n: rummilab.judge("R3 R4 R5", "R6", "R3 R4 R5 R6", owners=[n]), "owner", "0 to 5", [6]),
    (lambda n: match(deals=n), "deals", "1 to 281474976710656", [-1, 0, 2**48 + 1]),
    (lambda n: match(seed=n), "seed", SEEDS, [-1, 2**64]),
    (lambda n: match(players=n), "players", "2 to 6", [-1, 1, 7]),
    (lambda n: match(threads=n), "threads", "1 to 1024", [-1, 0, 10**6]),
    (club, "rounds", "1 to 100", [-1, 0, 101]),
    (lambda n: record(block=n), "block", SEEDS, [-1, 2**64]),
    (lambda n: record(game=n), "game", SEEDS, [-1, 2**64]),
    (lambda n: review(block=n), "block", SEEDS, [-1, 2**64]),
    (lambda n: review(game=n), "game", SEEDS, [-1, 2**64]),
    (lambda n: review(seat=n), "seat", "0 to 5", [-1, 6]),
    (lambda n: review(deals=n), "deals", "0 to 100000", [-1, 10**6]),
    (lambda n: bench(repeat=n), "repeat", "1 to 1000000", [-1, 0, 10**9]),
    (compat, "tile", "1 to 53", [-1, 0, 54]),
]


@pytest.mark.parametrize(("call", "name", "expected", "numbers"), CALLS)
def test_a_number_out_of_range_is_an_error_that_says_the_range(call, name, expected, numbers):
    for number in [*numbers, -(10**50), 10**50]:
        with pytest.raises(ValueError, match=f"{name}.*expected {expected}$"):
            call(number)
    with pytest.raises((TypeError, ValueError)):
        call("no number")


def test_numbers_of_numpy_are_numbers():
    two = np.int64(2)
    assert match(deals=two, seed=two, players=two, threads=two).summary["bots"][0]["games"] == 4
    assert Rules(jokers=two) == Rules(jokers=2)
    assert len(game(players=two, seed=np.uint8(2)).candidate_rows(two)[1]) == 3
    assert RummikubVectorEnv(two).reset(seed=1)[0].shape == (2, 223)


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf"), 1e9])
def test_a_limit_is_a_time_that_can_pass(limit):
    with pytest.raises(InputError, match="above 0, at most 31536000"):
        bench(limit=limit)


def test_wrong_counts_are_named():
    rules, solver = Rules(), Solver(Rules())
    for wrong in ([0] * 53, None, 5, "R1", np.zeros(53), np.zeros(52, np.uint8), b"", object()):
        for call in (
            lambda: solver.best(wrong, bytes(53)),
            lambda: rules.tiles(wrong),
            lambda: game().play(wrong),
            lambda: Game.of_racks(rules, [wrong, wrong]),
        ):
            with pytest.raises(InputError, match="expected an array of uint8"):
                call()


def test_steps_before_a_game_and_strange_actions_are_named():
    for environment, action in ((RummikubEnv(), 0), (RummikubVectorEnv(2), [0, 0])):
        with pytest.raises(InputError, match="call `reset` first"):
            environment.step(action)
    for actions, message in (([5.5, 0.0], "float64, not whole"), ([54], "1 actions for 2")):
        with pytest.raises(InputError, match=message):
            envs(*actions)
    with pytest.raises(InputError, match="whole number"):
        Rules(hand=10**40)


def test_rules_of_many_games_are_freed():
    rules = Rules("house", hand=5)

    def uses():
        for held in (
            Game(rules, seed=1).copy(),
            Game.of_racks(rules, [rules.counts("R1 R2 R3 R5 R6")] * 2),
            RummikubEnv(rules=rules),
            RummikubVectorEnv(3, rules=rules),
            rummikub_v0.env(rules=rules),
            Solver(rules).solve("R3 R4 R5", "R6"),
        ):
            assert held is not None
        rummilab.tournament(["greedy", "random"], deals=1, rules=rules)
        with pytest.raises(InputError):
            Game(rules, players=99)

    uses()
    gc.collect()
    before = sys.getrefcount(rules)
    for _ in range(5):
        uses()
    gc.collect()
    assert sys.getrefcount(rules) == before
