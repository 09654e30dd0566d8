"""Types that have no object of their own at run time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.uint8]
"""How many tiles of each kind, in the order of `rummilab.Rules.kinds`."""


class _AnyStep(TypedDict):
    step: Literal["take", "split", "join", "lay"]
    text: str
    """The step as a sentence."""


class Step(_AnyStep, total=False):
    """A step of a turn. Another key is ``from``, the set from which tiles are taken."""

    tiles: str
    set: str
    parts: list[str]
    on: list[str]
    leaves: str


Steps = list[Step] | None
"""The steps of a turn; ``None`` where there is no play."""

Facts = dict[str, Any]
"""Names and values, as the commands print them as JSON."""

Answers = list[Facts]
"""Answers to lines of JSON."""

CountsLike = Counts | bytes
"""Counts, or their bytes."""

Function = Callable[..., Any]
"""A function that is called back."""

Status = Literal["optimal", "feasible", "infeasible", "unknown"]
"""Of an answer: proven; no better than a bound; no such table; given up."""

ActionKind = Literal["play", "draw", "pass"]
"""What a bot does."""

Ending = Literal["out", "empty", "fault", "endless"]
"""How a game ends."""

MatchEnding = Literal["finished", "stopped by rule", "interrupted", "shard done"]
"""How a call of `rummilab.tournament` ends."""
