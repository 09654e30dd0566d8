"""A game with its deal and its actions, which can be copied, pickled and dealt again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ._errors import InputError
from ._native import Game, Rules

Rack = tuple[int, ...]
"""Counts of each kind of tile."""

_TRIES = 2000


class Step(NamedTuple):
    """An action of a seat (None if the turn begins with a draw), and the kind drawn, if any."""

    seat: int
    action: int | None
    drawn: int | None


class Played:
    """A game with its deal and its steps, so that it can be pickled."""

    def __init__(self, rules: Rules, racks: tuple[Rack, ...]) -> None:
        self.rules, self.racks = rules, racks
        self.game = Game.of_racks(rules, [np.array(rack, dtype=np.uint8) for rack in racks])
        self.steps: tuple[Step, ...] = ()

    def step(self, action: int | None, drawn: int | None = None) -> None:
        """Takes an action, or begins the turn with a draw."""
        seat = self.game.to_move
        assert seat is not None
        if action is None:
            assert drawn is not None
            self.game.begin_with(drawn)
        else:
            if drawn is not None:
                self.game.draws_next(drawn)
            self.game.step(action)
        self.steps = (*self.steps, Step(seat, action, drawn))

    def seen_by(self, seat: int) -> tuple[Step, ...]:
        """The steps without the tiles laid on another seat's turn under way, which nobody sees."""
        end = len(self.steps)
        tiles = len(self.rules.kinds)
        while end and self.steps[end - 1].seat != seat and _lays(self.steps[end - 1], tiles):
            end -= 1
        return self.steps[:end]

    def redealt(self, seat: int, uniform: Callable[[], float]) -> Played:
        """The same game with other hidden tiles, which fit all that a seat has seen.

        Deals and draws are as likely as chance makes them, given the tiles that other seats laid.
        Where a turn begins with a draw that may go back, this holds roughly. What does not fit the
        choices of others, such as a pass where the new rack must lay, is drawn anew. ``uniform``
        draws from [0, 1).
        """
        hidden = _Hidden(self, seat)
        for _ in range(_TRIES):
            try:
                racks, steps = hidden.draw(uniform)
                again = Played(self.rules, racks)
                for step in steps:
                    again.step(step.action, step.drawn)
            except InputError:
                continue
            return again
        raise RuntimeError(f"no deal of {_TRIES} fits what seat {seat} has seen")

    def __deepcopy__(self, _memo: Any) -> Played:
        copy = object.__new__(Played)
        copy.rules, copy.racks, copy.steps = self.rules, self.racks, self.steps
        copy.game = self.game.copy()
        return copy

    def __reduce__(self) -> Any:
        return _replayed, (self.rules, self.racks, self.steps)


def _replayed(rules: Rules, racks: tuple[Rack, ...], steps: tuple[Step, ...]) -> Played:
    played = Played(rules, racks)
    for step in steps:
        played.step(step.action, step.drawn)
    return played


def _lays(step: Step, kinds: int) -> bool:
    return step.action is not None and step.action < kinds


class _Hidden:
    """The places of hidden tiles: each is a tile dealt to another seat, or a tile that it drew."""

    def __init__(self, played: Played, seat: int) -> None:
        self._played, self._seat = played, seat
        self._steps = played.seen_by(seat)
        rules = played.rules
        self._kinds = len(rules.kinds)
        # Tiles that go back for another, where the rack holds one of that kind.
        fields = rules.to_dict()
        back = fields["draw_first"] and fields["dup_redraw"] == "optional"
        self._go_back = {at for at, kind in enumerate(rules.kinds) if back and kind[-1].isdigit()}
        # When and by whom each was got, in order of time; -1 is the deal.
        self._places = [
            (-1, other)
            for other, rack in enumerate(played.racks)
            for _ in range(sum(rack))
            if other != seat
        ]
        left = np.array(rules.copies, dtype=int) - np.array(played.racks[seat], dtype=int)
        self._laid = []
        for at, step in enumerate(self._steps):
            if step.seat == seat:
                if step.drawn is not None:
                    left[step.drawn] -= 1
                continue
            if step.drawn is not None:
                self._places.append((at, step.seat))
            if _lays(step, self._kinds):
                self._laid.append((at, step))
                left[step.action] -= 1
        self._left = [kind for kind, count in enumerate(left) for _ in range(count)]

    def draw(self, uniform: Callable[[], float]) -> tuple[tuple[Rack, ...], list[Step]]:
        """Racks dealt and steps, with other hidden tiles."""

        def pick(size: int) -> int:
            return min(int(uniform() * size), size - 1)

        # A tile that was laid lies in any place of its seat that was filled by then.
        filled: dict[int, int] = {}
        for at, step in self._laid:
            able = [
                place
                for place, (when, seat) in enumerate(self._places)
                if seat == step.seat and when < at and place not in filled
            ]
            assert step.action is not None
            filled[able[pick(len(able))]] = step.action
        left = list(self._left)
        for at in range(len(left) - 1, 0, -1):
            other = pick(at + 1)
            left[at], left[other] = left[other], left[at]

        racks = [[0] * self._kinds for _ in self._played.racks]
        place = 0

        def next_tile(avoid: set[int]) -> int:
            nonlocal place
            kind = filled.get(place)
            place += 1
            fit = next((at for at in range(len(left) - 1, -1, -1) if left[at] not in avoid), None)
            if kind is None:
                return left.pop() if fit is None else left.pop(fit)
            if kind in avoid and fit is not None:
                raise InputError("the tile would have gone back")
            return kind

        racks[self._seat] = list(self._played.racks[self._seat])
        dealt = sum(racks[self._seat])
        for seat, rack in enumerate(racks):
            for _ in range(dealt if seat != self._seat else 0):
                rack[next_tile(set())] += 1
        begun = tuple(tuple(rack) for rack in racks)
        steps = []
        for step in self._steps:
            rack, drawn = racks[step.seat], step.drawn
            if drawn is not None:
                if step.seat != self._seat:
                    drawn = next_tile({kind for kind in self._go_back if rack[kind]})
                rack[drawn] += 1
            if _lays(step, self._kinds):
                assert step.action is not None
                rack[step.action] -= 1
            steps.append(Step(step.seat, step.action, drawn))
        return begun, steps
