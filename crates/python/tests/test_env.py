"""The environments: what their libraries' own tests ask, and that masks lead through whole games."""

import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, bombardment_test, render_test, seed_test
from pettingzoo.test.example_envs import (
    generated_agents_env_action_mask_obs_v0,
    generated_agents_env_v0,
)
from pettingzoo.utils.wrappers import BaseWrapper

import rummilab
from rummilab import Game, InputError, Rules
from rummilab.gymnasium import RummikubEnv, RummikubVectorEnv
from rummilab.pettingzoo import rummikub_v0


def pick(mask, random):
    """A legal action for each row of a mask."""
    return (random.random(mask.shape) * mask).argmax(axis=-1)


def test_gymnasium_finds_its_environment_and_it_passes_the_check():
    name = "rummilab/Rummikub-v0"
    house = gymnasium.make(name, opponents=["random", "greedy"], rules="house")
    check_env(house.unwrapped)
    env = gymnasium.make(name, opponents=["greedy"], render_mode="rgb_array")
    random = np.random.default_rng(1)
    observation, info = env.reset(seed=3)
    fields = env.unwrapped.fields
    over = False
    while not over:
        assert observation[fields["rack"]].sum() == observation[fields["rack_sizes"]][0] - (
            observation[fields["laid"]].sum()
        )
        observation, reward, over, truncated, info = env.step(pick(info["action_mask"], random))
        assert not truncated
    assert reward in (-1.0, 0.0, 1.0)
    assert env.render().shape[2] == 3


def test_an_illegal_action_changes_nothing():
    env = RummikubEnv(opponents=["greedy"])
    seen, info = env.reset(seed=1)
    illegal = int((info["action_mask"] == 0).argmax())
    again, reward, over, _, told = env.step(illegal)
    assert (again == seen).all() and (reward, over, told["illegal"]) == (0.0, False, True)
    assert (env.action_masks() == info["action_mask"]).all()


def test_vectors_step_the_games_that_single_environments_play():
    def played(envs, steps):
        random = np.random.default_rng(5)
        seen, info = envs.reset(seed=2)
        all_seen, ended = [seen], 0
        for _ in range(steps):
            actions = pick(info["action_mask"], random)
            seen, rewards, over, _, info = envs.step(actions)
            assert ((rewards != 0) <= over).all()
            ended += over.sum()
            all_seen.append(seen)
        return np.array(all_seen), ended

    rules = rummilab.Rules("original", hand=3)
    make = lambda threads: RummikubVectorEnv(3, ["random"], rules=rules, threads=threads)
    first, ended = played(make(1), 300)
    assert ended > 3
    for threads in (None, 2, 5):
        assert (first == played(make(threads), 300)[0]).all()
    # By default two threads from sixteen games on, if there are two cores.
    many = [RummikubVectorEnv(16, ["random"], rules=rules, threads=n) for n in (None, 1)]
    usual, alone = (played(envs, 30)[0] for envs in many)
    assert (usual == alone).all()


def test_a_vector_with_an_illegal_action_does_not_step():
    envs, other = RummikubVectorEnv(3, ["random"]), RummikubVectorEnv(3, ["random"])
    _, info = envs.reset(seed=2)
    other.reset(seed=2)
    legal = pick(info["action_mask"], np.random.default_rng(1))
    refused = legal.copy()
    refused[1] = (info["action_mask"][1] == 0).argmax()
    with pytest.raises(rummilab.InputError, match="game 1: action .* is not legal now"):
        envs.step(refused)
    assert (envs.step(legal)[0] == other.step(legal)[0]).all()


@pytest.mark.filterwarnings("default")
def test_pettingzoo_accepts_the_environment(recwarn, capsys):
    for players in (2, 4, 6):
        api_test(rummikub_v0.env(players=players), 1000)
    api_test(rummikub_v0.env(candidates=6), 300)
    seed_test(rummikub_v0.env, 200)
    render_test(rummikub_v0.env)
    env = rummikub_v0.env(rules=rummilab.Rules("original", hand=4))
    random = np.random.default_rng(1)
    for game in range(50):
        env.reset(seed=game)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            assert env.observation_space(agent).contains(seen)
            assert terminated or (info["action_mask"] == seen["action_mask"]).all()
            over = terminated or truncated
            env.step(None if over else int(pick(seen["action_mask"], random)))
    assert [str(warning.message) for warning in recwarn if "rummilab" in warning.filename] == []
    assert "not" not in capsys.readouterr().out.lower()


class StepObserves(BaseWrapper):
    """An environment as PettingZoo's bombardment test takes it, as no environment of 1.27.0 is.

    Its `step` returns what the next agent sees, observations are arrays, not dicts, and samples of
    its action spaces are legal.
    """

    def step(self, action):
        super().step(action)
        return self.last()[0]

    def observe(self, agent):
        return super().observe(agent)["observation"]

    def observation_space(self, agent):
        return super().observation_space(agent)["observation"]

    def action_space(self, agent):
        return LegalActions(super().observe(agent)["action_mask"])


class LegalActions(gymnasium.spaces.Discrete):
    def __init__(self, mask):
        super().__init__(len(mask))
        self.mask = mask

    def sample(self):
        return super().sample(self.mask)


@pytest.mark.filterwarnings("default")
def test_pettingzoos_bombardment_test_passes_once_it_gets_what_it_takes(recwarn):
    # It fails with PettingZoo's own environments: it takes what `step` returns, which is nothing,
    # for an observation, and a dict with a mask for an array.
    with pytest.raises(AssertionError, match="outside of its observation space"):
        bombardment_test(generated_agents_env_v0.env(), 100)
    # Their masks are drawn at random, and one of them may be empty.
    with pytest.raises((AttributeError, IndexError)):
        bombardment_test(generated_agents_env_action_mask_obs_v0.env(), 100)
    with pytest.raises(AttributeError, match="'dict' object has no attribute 'shape'"):
        bombardment_test(rummikub_v0.env(), 100)
    tables = [{"players": 4, "rules": "house"}, {"players": 6, "rules": "six"}]
    for settings in ({}, *tables, {"candidates": 6}):
        bombardment_test(StepObserves(rummikub_v0.env(**settings)), 200)
    assert [str(warning.message) for warning in recwarn if "rummilab" in warning.filename] == []


def test_candidates_are_plays_and_playing_one_ends_the_turn():
    game = rummilab.Game(rummilab.Rules("original", opening_min=1), seed=4)
    while game.to_move is not None:
        plays, more = game.candidates(8)
        assert plays.shape[1] == 53 and len(plays) <= 8 and (not more or len(plays) == 8)
        seat, table = game.to_move, sum(len(text.split()) for text in game.table)
        if not len(plays):
            game.step(game.actions - 1)
            continue
        rack = game.rules.counts(game.rack(seat))
        assert (plays <= rack).all()
        game.play(plays[-1])
        assert sum(len(text.split()) for text in game.table) == table + plays[-1].sum()
        assert game.partition().sum() == table + plays[-1].sum()
    ending, places, scores = game.result
    assert ending in ("out", "empty") and sorted(places)[0] == 1 and sum(game.rewards()) == 0


def test_candidates_are_rows_to_choose_from_in_every_environment():
    settings = {"opponents": ["greedy"], "rules": rummilab.Rules("original", opening_min=1)}
    random = np.random.default_rng(2)
    envs = RummikubVectorEnv(3, candidates=6, **settings)
    rack, fields = envs.fields["rack"], envs.candidate_fields
    seen, info = envs.reset(seed=4)
    ended = flagged = 0
    while ended < 3:
        rows, mask = info["candidates"], info["action_mask"]
        assert rows.shape == (3, 7, 2 * 53 + 5) and mask.shape == (3, 7)
        of_play = mask[:, 1:].astype(bool)
        laid, left = rows[..., fields["laid"]], rows[..., fields["left"]]
        whole = (laid + left == seen[:, None, rack]).all(axis=-1)
        assert whole[:, 1:][of_play].all()
        assert (rows[..., fields["tiles"]][..., 0] == laid.sum(axis=-1)).all()
        assert not rows[:, 1:][~of_play].any() and not laid[:, 0].any()
        # The best first, and no row is left out while there are others.
        tiles = rows[:, 1:, fields["tiles"]][..., 0].astype(int)
        assert (np.diff(tiles, axis=1) <= 0).all()
        assert of_play[info["more"]].all()
        flagged += info["more"].sum()
        seen, _, over, _, info = envs.step(pick(mask, random))
        ended += over.sum()
    assert flagged

    env = RummikubEnv(candidates=6, **settings)
    check_env(env, skip_render_check=True)
    _, info = env.reset(seed=1)
    illegal = int((info["action_mask"] == 0).argmax())
    assert env.step(illegal)[4]["illegal"] and env.action_space.n == 7

    with pytest.raises(rummilab.InputError, match="candidates is 0; expected 1 to 65535"):
        RummikubEnv(candidates=0)


def test_a_row_is_the_play_that_candidates_list():
    game = rummilab.Game(rummilab.Rules("original", opening_min=1), seed=4)
    while game.to_move is not None:
        plays, more = game.candidates(8)
        rows, mask, also_more = game.candidate_rows(8)
        assert (rows[1 : len(plays) + 1, :53] == plays).all() and more == also_more
        assert mask[1:].sum() == len(plays)
        last = int(np.flatnonzero(mask)[-1])
        seat, before = game.to_move, game.rules.counts(game.rack(game.to_move))
        game.take_candidate(last, 8)
        if last:
            assert (before - game.rules.counts(game.rack(seat)) == rows[last, :53]).all()


def test_a_bot_is_asked_and_its_table_laid():
    asked, laid = (Game(Rules(), seed=3) for _ in range(2))
    while asked.to_move is not None:
        counts = asked.ask("greedy")
        if counts.any():
            asked.play(counts)
            laid.lay(asked.table)
        else:
            asked.step(asked.actions - 1)
            laid.step(laid.actions - 1)
        # A step with a whole table is one of those that a pickle takes again.
        laid = pickle.loads(pickle.dumps(laid))
        assert laid.table == asked.table
    assert laid.result == asked.result and asked.result[0] == "out"
    for refused in (lambda: laid.lay("R1 R2 R3"), lambda: laid.ask("greedy")):
        with pytest.raises(InputError, match="the game is over"):
            refused()
    with pytest.raises(InputError, match="there is no bot `nobody`"):
        Game(Rules()).ask("nobody")


def a_step():
    envs = RummikubVectorEnv(2, ["greedy"])
    _, info = envs.reset(seed=1)
    random = np.random.default_rng(1)
    observations, *_, info = envs.step(pick(info["action_mask"], random))
    return observations, info["action_mask"]


def test_python_copies_no_array_of_a_step():
    for array in a_step():
        assert array.flags.writeable
        while isinstance(array.base, np.ndarray):
            array = array.base
        assert isinstance(array.base, memoryview)


def test_a_tensor_shares_the_memory_of_a_step():
    torch = pytest.importorskip("torch")
    for array in a_step():
        torch.from_numpy(array).fill_(7)
        assert (array == 7).all()
