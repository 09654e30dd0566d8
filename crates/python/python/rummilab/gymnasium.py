"""Gymnasium environments: one seat for the learner, bots in the others.

Needs ``pip install rummilab[gymnasium]``. Importing this module registers
``rummilab/Rummikub-v0``; Gymnasium itself loads no plugins any more. With k kinds of tile in the rules, action ``i < k``
lays a tile of kind i (in the order of `rummilab.Rules.kinds`), action ``k`` ends the play, and
``k + 1`` draws or passes. ``info["action_mask"]`` says which are legal: those by which some
legal play can still be reached. A won game is worth 1, a lost one -1 with two players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.envs.registration import register
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ._native import Games, Rules
from ._render import as_pixels, as_text
from ._solve import rules_of

Mask = NDArray[np.int8]
Observation = NDArray[np.uint8]


def _seed_of(random: np.random.Generator) -> int:
    return int(random.integers(2**63))


class RummikubEnv(Env[Observation, np.int64]):
    """One game after the other against bots.

    Observations are vectors of uint8; `fields` says what lies where, and the Rust
    documentation of ``rummilab_env::Observation`` what it means. An illegal action changes
    nothing: its reward is 0 and ``info["illegal"]`` is true. ``seat`` is the learner's; a random
    one in each game unless given. ``reset(seed=…)`` makes the games that follow the same.

    >>> import gymnasium, rummilab.gymnasium
    >>> env = gymnasium.make("rummilab/Rummikub-v0", opponents=["greedy"])
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].shape
    ((223,), (55,))
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        opponents: Sequence[str] = ("greedy",),
        rules: str | Rules = "original",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.rules = rules_of(rules)
        self.games = Games(self.rules, list(opponents), 1, seat)
        length, actions, fields = self.games.shape()
        self.fields = slices_of(fields)
        """Where each part of an observation lies."""
        self.observation_space = Box(0, 255, (length,), np.uint8)
        self.action_space = Discrete(actions)
        self._mask: Mask = np.zeros(actions, dtype=np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        observation, _, _ = self._told(self.games.reset(_seed_of(self.np_random)))
        return observation, {"action_mask": self._mask}

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Does what an action says, and what the bots do after it."""
        if not self._mask[action]:
            info = {"action_mask": self._mask.copy(), "illegal": True}
            return self._observation.copy(), 0.0, False, False, info
        told = self.games.step(np.int64(action).tobytes())
        observation, reward, over = self._told(told)
        return observation, reward, over, False, {"action_mask": self._mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask, as sb3-contrib asks for it."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """The state as text or pixels."""
        laid, table, rack = self.games.state(0)
        sets = [text for text in table.split(" ; ") if text]
        if self.render_mode == "ansi":
            return as_text(sets, laid, [rack], None)
        if self.render_mode == "rgb_array":
            return as_pixels(sets, [rack])
        return None

    def _told(self, told: tuple[bytes, bytes, bytes, bytes]) -> tuple[Observation, float, bool]:
        seen, mask, rewards, over = told
        self._observation = np.frombuffer(seen, dtype=np.uint8).copy()
        self._mask = np.frombuffer(mask, dtype=np.int8).copy()
        return self._observation, float(np.frombuffer(rewards, np.float32)[0]), over == b"\1"


class RummikubVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games against bots, stepped together in Rust.

    Observations have the shape ``(num_envs, n)``, masks ``(num_envs, actions)``. The step after
    the end of a game begins its next one, whatever its action. An illegal action raises
    `rummilab.InputError`.

    >>> envs = RummikubVectorEnv(num_envs=4, opponents=["random"])
    >>> observations, info = envs.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((4, 223), (4, 55))
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[str] = ("greedy",),
        rules: str | Rules = "original",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.rules = rules_of(rules)
        self.games = Games(self.rules, list(opponents), num_envs, seat)
        length, self._actions, fields = self.games.shape()
        self.fields = slices_of(fields)
        self.single_observation_space = Box(0, 255, (length,), np.uint8)
        self.single_action_space = Discrete(self._actions)
        self.observation_space = Box(0, 255, (num_envs, length), np.uint8)
        self.action_space = MultiDiscrete([self._actions] * num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins every game anew."""
        super().reset(seed=seed[0] if isinstance(seed, list) else seed)
        observations, _, _, info = self._told(self.games.reset(_seed_of(self.np_random)))
        return observations, info

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Steps every game."""
        told = self.games.step(np.asarray(actions, dtype=np.int64).tobytes())
        observations, rewards, over, info = self._told(told)
        return observations, rewards, over, np.zeros(self.num_envs, dtype=np.bool_), info

    def _told(
        self, told: tuple[bytes, bytes, bytes, bytes]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], dict[str, Any]]:
        seen, masks, rewards, over = told
        shape = (self.num_envs, -1)
        mask = np.frombuffer(masks, dtype=np.int8).reshape(shape).copy()
        return (
            np.frombuffer(seen, dtype=np.uint8).reshape(shape).copy(),
            np.frombuffer(rewards, dtype=np.float32).astype(np.float64),
            np.frombuffer(over, dtype=np.bool_).copy(),
            {"action_mask": mask},
        )


def slices_of(fields: Sequence[tuple[str, int]]) -> dict[str, slice]:
    """Where each part of an observation lies."""
    slices, start = {}, 0
    for name, length in fields:
        slices[name] = slice(start, start + length)
        start += length
    return slices


register(
    id="rummilab/Rummikub-v0",
    entry_point="rummilab.gymnasium:RummikubEnv",
    vector_entry_point="rummilab.gymnasium:RummikubVectorEnv",
)
