"""Environments for language models, against the packages themselves, with scripted players."""

import random

import pytest

import rummilab

ta = pytest.importorskip("textarena", reason="TextArena is not installed")
from rummilab import textarena as arena  # noqa: E402

arena.register()


def solver_says(env, seat):
    """The answer of a player who lays what `greedy` would, as the whole table."""
    game = env.game
    counts = game.ask("greedy")
    if not counts.any():
        return f"Nothing to lay. [{game.action_name(game.actions - 1)}]"
    after = game.copy()
    after.play(counts)
    return f"[I think] so I lay [{' ; '.join(after.table)}]"


def nonsense(env, seat):
    return random.Random(seat).choice(["I resign.", "[R1 R2 R9]", "[R77]", "[]", "[lay all]"])


def play(env, ways, seed, most=400):
    """The rewards, the information, and all that each seat was told."""
    env.reset(num_players=len(ways), seed=seed)
    told = {seat: [] for seat in range(len(ways))}
    for _ in range(most):
        seat, observation = env.get_observation()
        told[seat] += observation
        done, _ = env.step(ways[seat](env, seat))
        if done:
            return (*env.close(), told)
    raise AssertionError("the game goes on")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", ["original", "house"])
def test_solvers_play_a_game_to_its_end(seats, rules):
    rewards, info, _ = play(arena.RummikubEnv(rules), [solver_says] * seats, seed=seats)
    assert sum(rewards.values()) == pytest.approx(0) and set(rewards) == set(range(seats))
    assert info[0]["reason"].startswith("Game over (")
    assert not any(of["invalid_move"] for of in info.values())


def test_who_writes_nonsense_hears_why_and_loses():
    env = arena.RummikubEnv(error_allowance=2)
    rewards, info, told = play(env, [solver_says, nonsense, solver_says], seed=2)
    assert rewards == {0: 0.5, 1: -1.0, 2: 0.5}
    assert info[1]["invalid_move"] and info[1]["reason"].startswith("Invalid action of player 1")
    refused = [text for _, text, kind in told[1] if kind == ta.ObservationType.GAME_ADMIN]
    assert len(refused) == 2 and all("Reason: " in text for text in refused)
    assert not any(kind == ta.ObservationType.GAME_ADMIN for _, _, kind in told[0])


def test_or_draws_and_plays_on():
    env = arena.RummikubEnv(error_allowance=0, after_errors="draw")
    rewards, info, told = play(env, [nonsense, solver_says], seed=1)
    assert rewards == {0: -1.0, 1: 1.0} and info[0]["invalid_move"]
    assert any("Player 0 draws a tile." in text for _, text, _ in told[1])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("I lay all.", "There is no action in square brackets."),
        ("[pass]", "On this turn you cannot pass, only draw."),
        ("[R1 R2 R9]", "is not a legal set"),
        ("[R99]", "is not a tile"),
        ("[]", "No tile was laid from the rack."),
    ],
)
def test_an_invalid_answer_is_explained(answer, why):
    env = arena.RummikubEnv()
    env.reset(num_players=2, seed=1)
    env.get_observation()
    done, _ = env.step(answer)
    seat, observation = env.get_observation()
    assert not done and seat == 0 and why in observation[-1][1]


def test_nobody_is_told_what_is_hidden():
    """Two games that differ in what the other seats hold and write tell a seat the same."""
    told = []
    rules = rummilab.Rules("original", hand=4)
    for other in ("R2 R5 R8 R11", "B7 J B1 B4"):
        env = arena.RummikubEnv(rules)
        env.reset(num_players=2, seed=1)
        racks = [rules.counts("K1 K2 O5 O9"), rules.counts(other)]
        env.game = rummilab.Game.of_racks(rules, racks)
        env.state.observations = {0: [], 1: []}
        env._next_turn()
        heard = [env.get_observation()[1]]
        env.game.draws_next(0)
        env.step("[draw]")
        env.game.draws_next(1)
        env.step(f"my rack is {other} [draw]")
        told.append([*heard, env.get_observation()[1]])
    assert told[0] == told[1]


def test_the_answer_is_told_only_to_who_asks_for_it():
    for plays, named in ((0, False), (3, True)):
        env = arena.RummikubEnv(rummilab.Rules("original", opening_min=0, hand=20), plays=plays)
        env.reset(num_players=2, seed=1)
        prompt, board = (text for _, text, _ in env.get_observation()[1])
        assert ("Tiles that can be laid: " in board) == named
        assert "[pass]" in prompt and "Everybody begins with 20 tiles." in prompt


def test_the_same_seed_deals_the_same_tiles_and_none_deals_others():
    def racks(seed):
        env = arena.RummikubEnv()
        env.reset(num_players=2, seed=seed)
        return env.game.rack(0), env.game.rack(1)

    assert racks(7) == racks(7) != racks(8)
    assert racks(None) != racks(None)
    env = arena.RummikubEnv()
    with pytest.raises(rummilab.InputError, match="2 to 4"):
        env.reset(num_players=5)


def test_a_turn_that_began_with_a_draw_ends_with_a_pass():
    env = arena.RummikubEnv("house")
    env.reset(num_players=2, seed=1)
    prompt = env.get_observation()[1][0][1]
    assert "[pass]" in prompt and "[draw]" not in prompt
    assert env.step("[pass]") == (False, {}) and env.state.current_player_id == 1


def test_textarena_makes_and_wraps_it():
    env = ta.make(arena.NAME, rules="tournament")
    env.reset(num_players=4, seed=3)
    done, turns = False, 0
    while not done:
        seat, text = env.get_observation()
        assert text.count("You are player") == 1 and "Your rack:" in text
        done, _ = env.step(solver_says(env, seat))
        turns += 1
    rewards, _ = env.close()
    assert turns > 20 and sum(rewards.values()) == pytest.approx(0)
