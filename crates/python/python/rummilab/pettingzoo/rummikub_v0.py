"""Rummikub as a PettingZoo AEC environment.

>>> from rummilab.pettingzoo import rummikub_v0
>>> env = rummikub_v0.env(players=3)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from .._native import Game, Rules, checked_number
from .._render import as_pixels, as_text
from .._solve import rules_of
from ..gymnasium import length_of, slices_of


def env(**settings: Any) -> Any:
    """The environment; an illegal action ends the game and costs its agent 1.

    See `RummikubAEC` for the settings.
    """
    checked: Any = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(**settings: Any) -> RummikubAEC:
    """The environment without PettingZoo's wrappers, which take much of the time of a step.

    An illegal action raises `rummilab.InputError`.
    """
    return RummikubAEC(**settings)


class RummikubAEC(AECEnv):  # type: ignore[misc]
    """A game for ``players`` agents, ``player_0`` first.

    Actions and observations are those of `rummilab.gymnasium.RummikubEnv`; an agent has several
    actions in a row until its turn ends. Observations are a dict of ``observation`` (uint8) and
    ``action_mask`` (int8), and the mask is in the infos too. Rewards at the end: 1 for the only
    winner, the losers share -1. `partition` gives the table as sets.

    With ``candidates=n`` actions are whole turns, as in `rummilab.gymnasium`: observations also
    have their rows as ``candidates``, and infos have ``more``. ``players`` is 2 to 6 and
    ``candidates`` 1 to 65,535.
    """

    metadata: dict[str, Any] = {
        "name": "rummikub_v0",
        "render_modes": ["ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str | Rules = "original",
        players: int = 2,
        render_mode: str | None = None,
        candidates: int | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules_of(rules)
        self.render_mode = render_mode
        self.game = Game(self.rules, players)
        self.fields = slices_of(self.game.fields)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.candidate_fields = slices_of(self.game.candidate_fields)
        if candidates is not None:
            candidates = checked_number("candidates", candidates, 1, 65_535)
        self._most = candidates
        actions = self.game.actions if candidates is None else candidates + 1
        shape = (actions, length_of(self.candidate_fields))
        seen: dict[str, Space[Any]] = {
            "observation": Box(0, 255, (length_of(self.fields),), np.uint8),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
        if candidates is not None:
            seen["candidates"] = Box(0, 255, shape, np.uint8)
        self.observation_spaces = {agent: Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._none = np.zeros(actions, dtype=np.int8)
        self._no_rows = np.zeros(shape, dtype=np.uint8)
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals; the same seed gives the same deal."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game.reset(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent; its mask is empty while others are to move."""
        moves = agent == self._to_move
        seen: dict[str, Any] = {
            "observation": self.game.observe(self._seats[agent]),
            "action_mask": self._mask if moves else self._none,
        }
        if self._most is not None:
            seen["candidates"] = self._rows if moves else self._no_rows
        return seen

    def step(self, action: Any) -> None:
        """Takes an action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._most is None:
            self.game.step(int(action))
        else:
            self.game.take_candidate(int(action), self._most)
        self._next()
        self._accumulate_rewards()

    def partition(self) -> np.ndarray[Any, Any]:
        """The table as counts of shape (sets, kinds)."""
        return self.game.partition()

    def render(self) -> Any:
        """Table and racks, as text or pixels."""
        racks = [self.game.rack(seat) for seat in self._seats.values()]
        if self.render_mode == "ansi":
            return as_text(self.game.table, self.game.laid, racks, None)
        if self.render_mode == "rgb_array":
            return as_pixels(self.game.table, racks)
        return None

    def close(self) -> None:
        """Does nothing, since nothing is open."""

    def _next(self) -> None:
        seat = self.game.to_move
        if seat is None:
            self._to_move, self._mask = None, self._none
            self.rewards = dict(zip(self.agents, self.game.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {} for agent in self.agents}
            return
        agent = self.possible_agents[seat]
        self._to_move = self.agent_selection = agent
        if self._most is None:
            self._mask = self.game.legal().view(np.int8)
            self.infos[agent] = {"action_mask": self._mask}
        else:
            self._rows, mask, more = self.game.candidate_rows(self._most)
            self._mask = mask.view(np.int8)
            self.infos[agent] = {"action_mask": self._mask, "more": more}
