"""MaskablePPO of sb3-contrib learns to beat `random`, tile by tile.

    pip install sb3-contrib
    python crates/python/examples/learn_ppo.py --steps 400000 --seed 1

What it reached, with times: docs/python.md.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import rummilab
import rummilab.gymnasium  # registers the environment


class Scaled(gymnasium.ObservationWrapper):
    """Observations between 0 and 1 or so: the number of tiles in the pool is divided by 50."""

    def __init__(self, env):
        super().__init__(env)
        fields = env.unwrapped.fields
        self.scale = np.ones(env.observation_space.shape, dtype=np.float32)
        for name, by in [("rack_sizes", 14), ("last_event", 4), ("last_tiles", 5), ("pool", 50)]:
            self.scale[fields[name]] = 1 / by
        self.observation_space = gymnasium.spaces.Box(0, 260, self.scale.shape, np.float32)

    def observation(self, observation):
        return observation * self.scale

    def action_masks(self):
        return self.unwrapped.action_masks()


def environment(opponent):
    return Scaled(gymnasium.make("rummilab/Rummikub-v0", opponents=[opponent]).unwrapped)


def win_rate(model, opponent, games, seed):
    """Wins in games whose deals the training did not see, with Wilson's interval of 95 %."""
    env = environment(opponent)
    env.reset(seed=seed)
    won = 0
    for _ in range(games):
        observation, _ = env.reset()
        over = False
        while not over:
            masks = env.action_masks()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, reward, over, _, _ = env.step(int(action))
        won += (reward > 0) + (reward == 0) / 2
    rate, z = won / games, 1.96
    middle = (rate + z**2 / (2 * games)) / (1 + z**2 / games)
    reach = z / (1 + z**2 / games) * (rate * (1 - rate) / games + (z / (2 * games)) ** 2) ** 0.5
    return rate, max(0, middle - reach), min(1, middle + reach)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--steps", type=int, default=400_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--opponent", default="random")
    options.add_argument("--games", type=int, default=400)
    options.add_argument(
        "--against", nargs="*", default=["random", "greedy", "hold", "champion:budget=fast"]
    )
    options = options.parse_args()
    torch.set_num_threads(1)
    begun = time.process_time()
    envs = DummyVecEnv([lambda: environment(options.opponent)] * 16)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=512,
        batch_size=1024,
        n_epochs=6,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.01,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [128, 128]},
        seed=options.seed,
        device="cpu",
    )
    model.learn(options.steps)
    print(f"{options.steps} steps, {time.process_time() - begun:.0f} s of processor time")
    for opponent in options.against:
        rates = win_rate(model, opponent, options.games, options.seed + 1000)
        rate, low, high = (100 * share for share in rates)
        print(f"wins {rate:.1f} [{low:.1f}, {high:.1f}] % against {opponent}")


if __name__ == "__main__":
    main()
