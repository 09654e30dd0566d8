"""Gymnasium environments: one seat for the learner, bots in the others.

Needs ``pip install rummilab[gymnasium]``. Importing this module registers
``rummilab/Rummikub-v0``; Gymnasium itself no longer loads plugins. With k kinds of tile in the
rules, action ``i < k`` lays a tile of kind i (in the order of `rummilab.Rules.kinds`), action ``k``
ends the play, and ``k + 1`` draws or passes. ``info["action_mask"]`` marks the legal actions: those
after which some legal play can still be reached. With two players a win is worth 1, a loss -1.

With ``candidates=n`` an action is a whole turn: action 0 draws or passes, action ``i`` is the i-th
of the n best plays, best first. ``info["candidates"]`` has a row of features for each: uint8 of
shape (n + 1, features), in which `candidate_fields` locates the fields. The mask marks the rows in
use, and ``info["more"]`` says whether there are plays without a row.
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

from ._errors import InputError
from ._native import Games, Rules, checked_number
from ._render import as_pixels, as_text
from ._solve import rules_of

Mask = NDArray[np.int8]
Observation = NDArray[np.uint8]
Told = tuple[bytearray, bytearray, bytearray, bytearray, bytearray, bytearray]


def _seed_of(random: np.random.Generator) -> int:
    return int(random.integers(2**63))


class RummikubEnv(Env[Observation, np.int64]):
    """One game after the other against bots.

    Observations are vectors of uint8. `fields` locates the fields, and the Rust documentation of
    ``rummilab_env::Observation`` explains them. An illegal action changes nothing: its reward is
    0 and ``info["illegal"]`` is true. ``seat`` is the learner's seat; by default it is random in
    each game. ``reset(seed=…)`` makes the following games reproducible. ``candidates`` is 1 to
    65,535. A pickle or copy continues as this environment; its bots think again through the game
    in progress.

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
        candidates: int | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.rules = rules_of(rules)
        self.games = Games(self.rules, list(opponents), 1, seat, candidates, 1)
        actions, fields, candidate_fields = self.games.shape()
        self.fields = slices_of(fields)
        """The slice of each part of an observation."""
        self.candidate_fields = slices_of(candidate_fields)
        """Where each part of the row of a candidate lies."""
        length = length_of(self.fields)
        self.observation_space = Box(0, 255, (length,), np.uint8)
        self.action_space = Discrete(actions)
        self._mask: Mask = np.zeros(actions, dtype=np.int8)
        self._observation: Observation | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        observation, _, _ = self._told(self.games.reset(_seed_of(self.np_random)))
        return observation, self._info

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action, and plays the bots' turns after it."""
        if self._observation is None:
            raise InputError("no game has begun; call `reset` first")
        action = checked_number("action", np.asarray(action).item(), 0, len(self._mask) - 1)
        if not self._mask[action]:
            info = {**self._info, "action_mask": self._mask.copy(), "illegal": True}
            return self._observation.copy(), 0.0, False, False, info
        told = self.games.step(np.int64(action).tobytes())
        observation, reward, over = self._told(told)
        return observation, reward, over, False, self._info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask, under the name that sb3-contrib expects."""
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

    def _told(self, told: Told) -> tuple[Observation, float, bool]:
        seen, mask, rewards, over, rows, more = told
        self._observation = np.frombuffer(seen, dtype=np.uint8)
        self._mask = np.frombuffer(mask, dtype=np.int8)
        self._info: dict[str, Any] = {"action_mask": self._mask}
        if more:
            candidates = np.frombuffer(rows, dtype=np.uint8).reshape(len(self._mask), -1)
            self._info |= {"candidates": candidates, "more": more == b"\1"}
        return self._observation, float(np.frombuffer(rewards, np.float64)[0]), over == b"\1"


class RummikubVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games against bots, stepped together in Rust.

    Observations have the shape ``(num_envs, n)``, masks ``(num_envs, actions)``. The step after
    the end of a game begins the next one and ignores its action. An illegal action raises
    `rummilab.InputError`, and no game is stepped. Candidates have the shape ``(num_envs, candidates + 1, features)``.
    ``num_envs`` is 1 to 65,536, and all have at most 4,194,304 rows of candidates together. Every
    step returns new arrays, which no later step changes; ``torch.from_numpy`` shares them. With
    several games, plays leave the sets of the table as the solver finds them. Games are stepped on
    ``threads`` threads, 1 to 1024; by default on all cores, but at most one for every eight games.
    Their number changes nothing else.

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
        candidates: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.rules = rules_of(rules)
        self.games = Games(self.rules, list(opponents), num_envs, seat, candidates, threads)
        self._actions, fields, candidate_fields = self.games.shape()
        self.fields = slices_of(fields)
        self.candidate_fields = slices_of(candidate_fields)
        length = length_of(self.fields)
        self.single_observation_space = Box(0, 255, (length,), np.uint8)
        self.single_action_space = Discrete(self._actions)
        self.observation_space = Box(0, 255, (num_envs, length), np.uint8)
        self.action_space = MultiDiscrete([self._actions] * num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Restarts every game."""
        first = next(iter(seed), None) if isinstance(seed, list) else seed
        super().reset(seed=first)
        observations, _, _, info = self._told(self.games.reset(_seed_of(self.np_random)))
        return observations, info

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Steps every game."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            last = self._actions - 1
            raise InputError(f"actions are {given.dtype}, not whole; expected 0 to {last}")
        told = self.games.step(given.astype(np.int64).tobytes())
        observations, rewards, over, info = self._told(told)
        return observations, rewards, over, np.zeros(self.num_envs, dtype=np.bool_), info

    def _told(
        self, told: Told
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], dict[str, Any]]:
        seen, masks, rewards, over, rows, more = told
        shape = (self.num_envs, -1)
        info: dict[str, Any] = {
            "action_mask": np.frombuffer(masks, dtype=np.int8).reshape(shape)
        }
        if more:
            candidates = np.frombuffer(rows, dtype=np.uint8)
            info["candidates"] = candidates.reshape(self.num_envs, self._actions, -1)
            info["more"] = np.frombuffer(more, dtype=np.bool_)
        return (
            np.frombuffer(seen, dtype=np.uint8).reshape(shape),
            np.frombuffer(rewards, dtype=np.float64),
            np.frombuffer(over, dtype=np.bool_),
            info,
        )


def length_of(fields: dict[str, slice]) -> int:
    """The length of a row with these parts."""
    return max((part.stop for part in fields.values()), default=0)


def slices_of(fields: Sequence[tuple[str, int]]) -> dict[str, slice]:
    """The slice of each part of an observation."""
    slices: dict[str, slice] = {}
    start = 0
    for name, length in fields:
        slices[name] = slice(start, start + length)
        start += length
    return slices


register(
    id="rummilab/Rummikub-v0",
    entry_point="rummilab.gymnasium:RummikubEnv",
    vector_entry_point="rummilab.gymnasium:RummikubVectorEnv",
)
