"""The network of `dmc`: the chance that a turn wins, from facts of the position and of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Fields = Sequence[tuple[str, int]]

COLOURS = 4
"""Colours of the tiles: they may change places, and the game stays the same."""
PERMUTATIONS = list(permutations(range(COLOURS)))
SMALL = 3
"""Numbers up to this one are told apart by inputs of their own."""


class Inputs:
    """Turns bytes of facts into the inputs of a network: counts of kinds as they are; every other
    number divided by about its largest value, the same cut off at `SMALL`, and whether it is 0.
    """

    LARGEST = {
        "sizes": 30, "pool": 80, "turns": 50, "waits": 50, "still": 50, "laid_by": 50, "most": 20,
        "points": 100, "stuck": 20, "jokers": 2, "singles": 20, "safe": 20, "tiles": 20, "left": 30,
        "left_stuck": 20,
    }  # fmt: skip

    def __init__(self, fields: Fields, kinds: int, without: Sequence[str] = ()) -> None:
        self.of_kinds = sum(length for _, length in fields if length == kinds)
        scales = [
            0 if name in without else 1 / self.LARGEST.get(name, 1)
            for name, length in fields
            for _ in range(length)
        ]
        self.scales = np.array(scales, dtype=np.float32)
        self.kept = self.scales > 0
        self.starts = {
            name: sum(length for _, length in fields[:at]) for at, (name, _) in enumerate(fields)
        }
        self.width = len(scales) + 2 * (len(scales) - self.of_kinds)
        colour = (kinds - 1) // COLOURS
        self.orders = []
        for order in PERMUTATIONS:
            block = [other * colour + value for other in order for value in range(colour)]
            block += range(COLOURS * colour, kinds)
            starts = range(0, self.of_kinds, kinds)
            columns = [start + at for start in starts for at in block]
            self.orders.append(np.array(columns + list(range(self.of_kinds, len(scales)))))

    def columns(self, names: Iterable[str]) -> list[int]:
        """Where these numbers stand among the inputs."""
        return [self.starts[name] for name in names]

    def of(self, facts: Bytes, order: int = 0) -> Array:
        """The inputs of rows of facts, the colours in another order."""
        if order:
            facts = facts[:, self.orders[order]]
        rest = facts[:, self.of_kinds :] * self.kept[self.of_kinds :]
        inputs = np.empty((len(facts), self.width), dtype=np.float32)
        at = facts.shape[1]
        np.multiply(facts, self.scales, out=inputs[:, :at])
        inputs[:, at : at + rest.shape[1]] = np.minimum(rest, SMALL) / np.float32(SMALL)
        inputs[:, at + rest.shape[1] :] = rest == 0
        return inputs


ONE = 4096.0
"""One, in the units of `WholeNetworks`."""
EXACT = 2.0**53
"""Whole numbers below this are exact as float64."""


class Network:
    """Two hidden layers and a logistic output, fitted by Adam to the logarithmic loss.

    `direct` are weights of the inputs of a turn that are added to its score, and are not fitted.
    """

    def __init__(
        self, weights: Sequence[Array], direct: Array, moments: Sequence[Array] = ()
    ) -> None:
        self.weights = [np.asarray(weight, dtype=np.float32) for weight in weights]
        self.direct = np.asarray(direct, dtype=np.float32)
        self.moments = [np.asarray(moment, dtype=np.float32) for moment in moments]

    @classmethod
    def random(
        cls, random: np.random.Generator, positions: int, turns: int, hidden: int
    ) -> Network:
        """A network that knows nothing."""
        shapes = [
            (positions, hidden), (turns, hidden), (hidden,), (hidden, hidden), (hidden,),
            (hidden, 1), (1,),
        ]  # fmt: skip
        weights = []
        for shape in shapes:
            scale = (2 / shape[0]) ** 0.5 if len(shape) == 2 else 0
            weights.append(random.normal(0, 1, shape).astype(np.float32) * np.float32(scale))
        moments = [np.zeros_like(weight) for weight in weights + weights]
        return cls(weights, np.zeros(turns, dtype=np.float32), moments)

    def logits(self, positions: Array, counts: Any, turns: Array) -> Array:
        """The logit of the chance to win of every turn. `counts` are the turns of each position."""
        of_position, of_turn, first, middle, second, last, end = self.weights
        one = np.repeat(positions @ of_position + first, counts, axis=0)
        one += turns @ of_turn
        np.maximum(one, 0, out=one)
        two = np.maximum(one @ middle + second, 0)
        logits: Array = (two @ last)[:, 0] + end[0]
        return logits

    def scores(self, positions: Array, counts: Any, turns: Array) -> Array:
        """What the turns are chosen by: the same, and `direct`."""
        added: Any = turns @ self.direct
        scores: Array = self.logits(positions, counts, turns) + added
        return scores

    def follow(self, other: Network, kept: float) -> None:
        """Keeps this share of its own weights, and takes the rest from another network."""
        for weight, new in zip(self.weights, other.weights, strict=True):
            weight += (1 - kept) * (new - weight)
        self.direct += (1 - kept) * (other.direct - self.direct)

    def fit(self, positions: Array, turns: Array, won: Array, rate: float, step: int) -> float:
        """One step of Adam; `step` counts from 1. Returns the loss before it."""
        of_position, of_turn, first, middle, second, last, end = self.weights
        one = np.maximum(positions @ of_position + turns @ of_turn + first, 0)
        two = np.maximum(one @ middle + second, 0)
        scores = (two @ last)[:, 0] + end[0]
        chance = 1 / (1 + np.exp(-scores))
        slope = ((chance - won) / np.float32(len(won)))[:, None]
        into_two = slope @ last.T * (two > 0)
        into_one = into_two @ middle.T * (one > 0)
        slopes = [
            positions.T @ into_one, turns.T @ into_one, into_one.sum(0),
            one.T @ into_two, into_two.sum(0), two.T @ slope, slope.sum(0),
        ]  # fmt: skip
        count = len(self.weights)
        for at, by in enumerate(slopes):
            mean, square = self.moments[at], self.moments[count + at]
            mean += np.float32(0.1) * (by - mean)
            square += np.float32(0.001) * (by * by - square)
            size = np.sqrt(square / np.float32(1 - 0.999**step)) + np.float32(1e-8)
            self.weights[at] -= np.float32(rate / (1 - 0.9**step)) * mean / size
        loss = np.logaddexp(0, scores) - won * scores
        return float(loss.mean())

    def copy(self) -> Network:
        """The same network, without what only training needs."""
        return Network([weight.copy() for weight in self.weights], self.direct.copy())


class WholeNetworks:
    """Networks in whole numbers, of which all sums are exact: every machine chooses the same turn.

    They are held as float64. Weights and inputs are multiples of 1 / `ONE`, what a layer gives is
    rounded down to one. The bot ``learnt`` of the library does the same. Weights so large that a
    sum might not be exact are a `ValueError`.
    """

    def __init__(self, networks: Sequence[Network]) -> None:
        self.networks = [
            [np.round(part.astype(np.float64) * ONE) for part in (one.direct, *one.weights)]
            for one in networks
        ]
        if sum(map(largest_sum, self.networks)) >= EXACT:
            raise ValueError("weights are too large for sums that are exact")

    def scores(self, positions: Array, counts: Any, turns: Array) -> Any:
        """What the turns are chosen by, as sums."""
        of_positions: Any = np.round(positions.astype(np.float64) * ONE)
        of_turns: Any = np.round(turns.astype(np.float64) * ONE)
        total: Any = 0
        for direct, of_position, of_turn, first, middle, second, last, end in self.networks:
            one = np.repeat(of_positions @ of_position + first * ONE, counts, axis=0)
            one = np.maximum((one + of_turns @ of_turn) // ONE, 0)
            two = np.maximum((one @ middle + second * ONE) // ONE, 0)
            total = total + ((two @ last)[:, 0] + end[0] * ONE + of_turns @ direct)
        return total

    def to_bytes(self) -> bytes:
        """All weights, two bytes each, the lower first."""
        parts = [part for network in self.networks for part in network]
        if max(np.abs(part).max() for part in parts) >= 2**15:
            raise ValueError("weights do not fit into two bytes")
        return b"".join(part.astype("<i2").tobytes() for part in parts)


def largest_sum(network: Sequence[Any]) -> float:
    """No sum of a network of `WholeNetworks` is larger, whatever the facts are: 255 at most."""
    direct, of_position, of_turn, first, middle, second, last, end = map(np.abs, network)
    fact = 255 * ONE
    one = fact * (of_position.sum(0) + of_turn.sum(0)) + first * ONE
    two = (one / ONE) @ middle + second * ONE
    score = (two / ONE) @ last + end * ONE + fact * direct.sum()
    return float(max(one.max(), two.max(), score.max()))
