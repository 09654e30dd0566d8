"""Answers that are lists: plays, draws and verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Play:
    """Rack tiles that can be laid together."""

    tiles: int
    """The number of tiles."""
    value: int
    """The sum of their faces in points; a joker counts 0."""
    played: str
    """The tiles, such as ``R6 J``."""


@dataclass(frozen=True)
class Plays:
    """Legal choices of rack tiles to lay, the best first."""

    status: str
    """``optimal``, ``feasible`` (too much work: the best play alone) or ``infeasible``."""
    plays: list[Play]
    """The plays."""
    rest: str
    """``none`` (these are all), ``later`` (others come after them) or ``unknown``."""
    solver: str
    """The solver that found them."""
    micros: float
    """The solver's time in microseconds."""

    def __iter__(self) -> Iterator[Play]:
        return iter(self.plays)

    def __len__(self) -> int:
        return len(self.plays)

    def __getitem__(self, index: int) -> Play:
        return self.plays[index]


@dataclass(frozen=True)
class Draw:
    """The effect of drawing one kind of tile."""

    draw: str
    """The kind."""
    unseen: int
    """The number of tiles of the kind that could be drawn."""
    best: Play | None
    """The best play after drawing it; ``None`` if no play was found."""
    goes_out: bool
    """Whether the whole rack could go then."""


@dataclass(frozen=True)
class AfterDraw:
    """The effect of each tile that could be drawn."""

    status: str
    """``optimal``, ``feasible`` or ``infeasible``."""
    now: Play | None
    """The best play without a draw."""
    draws: list[Draw]
    """One entry for each kind that could be drawn."""
    unseen: int
    """The number of tiles that could be drawn."""
    going_out: int
    """The number of them after which the whole rack could go."""
    solver: str
    """The solver that found it."""
    micros: float
    """The solver's time in microseconds."""


@dataclass(frozen=True)
class Verdict:
    """The referee's judgement of a set or a turn; true if it is legal."""

    legal: bool
    """Whether it is legal."""
    kinds: dict[str, int] | None = None
    """For a set: each reading and its best opening value in points, such as ``{"run": 14}``."""
    reason: str | None = None
    """The reason why it is not legal."""

    def __bool__(self) -> bool:
        return self.legal


def _play(line: dict[str, Any] | None) -> Play | None:
    if line is None or "played" not in line:
        return None
    return Play(line["tiles"], line["value"], line["played"])


def plays_of(line: dict[str, Any]) -> Plays:
    """Reads an answer from JSON."""
    plays = [Play(**play) for play in line["plays"]]
    return Plays(line["status"], plays, line["rest"], line["solver"], line["micros"])


def after_draw_of(line: dict[str, Any]) -> AfterDraw:
    """Reads an answer from JSON."""
    draws = [
        Draw(draw["draw"], draw["unseen"], _play(draw), draw["goes_out"]) for draw in line["draws"]
    ]
    rest = (line[name] for name in ("unseen", "going_out", "solver", "micros"))
    return AfterDraw(line["status"], _play(line["now"]), draws, *rest)


def verdict_of(line: dict[str, Any]) -> Verdict:
    """Reads a verdict from JSON."""
    return Verdict(line["legal"], line.get("kinds"), line.get("reason"))
