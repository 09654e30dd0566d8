"""How many steps the environments take in a second of processor time, by a random policy.

    python crates/python/examples/steps_per_second.py
"""

import time

import numpy as np

from rummilab.gymnasium import RummikubVectorEnv
from rummilab.pettingzoo import rummikub_v0


def pick(mask, random):
    """A legal action for each row of a mask."""
    return (random.random(mask.shape) * mask).argmax(axis=-1)


def of_vector(opponents, steps, games=64, **settings):
    """Steps of many games against bots."""
    random = np.random.default_rng(1)
    envs = RummikubVectorEnv(games, opponents, **settings)
    _, info = envs.reset(seed=1)
    start = time.process_time()
    for _ in range(steps // games):
        info = envs.step(pick(info["action_mask"], random))[-1]
    return steps / (time.process_time() - start)


def of_pettingzoo(make, steps):
    """Steps of one game after the other, all seats random."""
    random = np.random.default_rng(1)
    env = make()
    env.reset(seed=1)
    start = time.process_time()
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        env.step(int(pick(observation["action_mask"], random)))
    return steps / (time.process_time() - start)


if __name__ == "__main__":
    for opponents in (["random"], ["greedy"]):
        print(f"vector, {opponents[0]}: {of_vector(opponents, 100_000):.0f} steps a second")
    turns = of_vector(["greedy"], 20_000, candidates=16)
    print(f"vector, greedy, 16 candidates: {turns:.0f} turns a second")
    print(f"PettingZoo: {of_pettingzoo(rummikub_v0.env, 20_000):.0f} steps a second")
    print(f"without its wrappers: {of_pettingzoo(rummikub_v0.raw_env, 20_000):.0f} steps a second")
