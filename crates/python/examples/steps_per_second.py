"""How many steps the environments take in a second, by a random policy.

    taskset -c 0 python crates/python/examples/steps_per_second.py    # on one core

With OpenSpiel, also those of its own gin rummy, written in C++. With rummi
(github.com/rsanchezmo/rummi) on PYTHONPATH, also those of its environments: a step there places,
picks up or assigns one tile, or ends the turn.
"""

import time

import numpy as np

from rummilab.gymnasium import RummikubVectorEnv
from rummilab.pettingzoo import rummikub_v0

try:
    import pyspiel
except ImportError:
    pyspiel = None
try:
    from rummi.env.fixed_opponent import FixedOpponentEnv
    from rummi.env.vector_env import RummiVectorEnv
    from rummi.rules.config import STANDARD
except ImportError:
    RummiVectorEnv = None


def pick(mask, random):
    """A legal action for each row of a mask."""
    return (random.random(mask.shape) * mask).argmax(axis=-1)


def of_vector(envs, steps):
    """Steps of many games at once."""
    random = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    start = time.perf_counter()
    for _ in range(steps // envs.num_envs):
        info = envs.step(pick(info["action_mask"], random))[-1]
    return steps / (time.perf_counter() - start)


def of_pettingzoo(make, steps):
    """Steps of one game after the other, all seats random."""
    random = np.random.default_rng(1)
    env = make()
    env.reset(seed=1)
    start = time.perf_counter()
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        env.step(int(pick(observation["action_mask"], random)))
    return steps / (time.perf_counter() - start)


def of_openspiel(name, steps):
    """Steps of one game after the other of OpenSpiel, all seats random, each with its tensor."""
    random = np.random.default_rng(1)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    start = time.perf_counter()
    taken = 0
    while taken < steps:
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(actions[random.choice(len(actions), p=chances)])
            continue
        state.observation_tensor()
        actions = state.legal_actions()
        state.apply_action(actions[random.integers(len(actions))])
        taken += 1
    return steps / (time.perf_counter() - start)


if __name__ == "__main__":
    for opponent in ("random", "greedy"):
        speed = of_vector(RummikubVectorEnv(64, [opponent]), 100_000)
        print(f"vector, {opponent}: {speed:.0f} steps a second")
    turns = of_vector(RummikubVectorEnv(64, ["greedy"], candidates=16), 20_000)
    print(f"vector, greedy, 16 candidates: {turns:.0f} turns a second")
    print(f"PettingZoo: {of_pettingzoo(rummikub_v0.env, 20_000):.0f} steps a second")
    print(f"without its wrappers: {of_pettingzoo(rummikub_v0.raw_env, 20_000):.0f} steps a second")
    if pyspiel:
        print(f"OpenSpiel, gin rummy: {of_openspiel('gin_rummy', 20_000):.0f} steps a second")
    if RummiVectorEnv:
        for games in (64, 256):
            alone = of_vector(RummiVectorEnv(num_envs=games, cfg=STANDARD), 100_000)
            print(f"rummi, {games} games: {alone:.0f} steps a second")
            envs = FixedOpponentEnv(num_envs=games, cfg=STANDARD, opponent="greedy")
            print(f"rummi, {games} games, greedy: {of_vector(envs, 20_000):.0f} steps a second")
