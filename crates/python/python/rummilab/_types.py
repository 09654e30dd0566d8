"""Types that have no object of their own at run time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.uint8]
"""How many tiles of each kind, in the order of `rummilab.Rules.kinds`."""


class _AnyStep(TypedDict):
    step: Literal["take", "split", "join", "lay"]
    text: str
    """The step as a sentence."""


class Step(_AnyStep, total=False):
    """A step of a turn. ``from``, the set that tiles are taken from, is a key too."""

    tiles: str
    set: str
    parts: list[str]
    on: list[str]
    leaves: str


class Given(TypedDict, total=False):
    """What may be said of a position besides table, rack and whether its player has opened."""

    owners: Sequence[int | None] | None
    """Where groups have owners: one entry for each set of the table, a seat or ``None``."""
    me: int | None
    """The seat at turn."""
    as_laid: bool
    """Whether sets must be written in the order in which they lie."""
    table_tiles: str | None
    """The tiles of the table alone, in place of its sets."""
