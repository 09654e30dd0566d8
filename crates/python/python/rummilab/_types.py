"""Types that have no object of their own at run time."""

from __future__ import annotations

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
