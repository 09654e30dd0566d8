"""`dmc`: an agent that learnt by playing itself (deep Monte Carlo), for two players.

As a program: ``rummilab play --bot "dmc=cmd:python -m rummilab.agents.dmc"``. Files of weights may
follow, such as those of a training. It compares whole turns by small networks, which need numpy
alone. How it was trained, and how it plays: docs/python.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._bot import Bot, serve
from .._native import Action, SelfPlay, View, play
from .._solve import rules_of
from .network import Inputs, Network, WholeNetworks

WEIGHTS = Path(__file__).with_name("dmc.npz")
RULES = rules_of("original")
PARTS = 8
"""Arrays of a network in a file."""


def inputs(without: tuple[str, ...] = ()) -> tuple[Inputs, Inputs]:
    """What makes inputs of the facts of a position, and of a turn."""
    kinds = len(RULES.kinds)
    position, turn = SelfPlay(RULES).fields()
    return Inputs(position, kinds, without), Inputs(turn, kinds, without)


class Dmc(Bot):
    """Takes the turn of the highest chance to win, as the networks see it."""

    version = 4
    looks = 8
    """Turns for which it looks at the other's best answer once the pool is empty; 0: none."""
    weights: tuple[Path, ...] = (WEIGHTS,)
    """Files of the networks that decide together if none is given."""

    def __init__(
        self,
        network: Network | WholeNetworks | None = None,
        without: tuple[str, ...] = (),
        only_most: bool = False,
    ) -> None:
        self.network = network or load(*self.weights)
        self.inputs = inputs(without)
        self.only_most = only_most

    def scores(self, view: View) -> tuple[Any, list[str]]:
        """The score of each turn, and the tiles that each lays."""
        position, rows, turns = view.turns()
        if len(turns) == 1:
            return np.zeros(1), turns
        return self.rated(position, rows, turns), turns

    def rated(self, position: Any, rows: Any, turns: list[str]) -> Any:
        """The score of each of these turns."""
        of_position, of_turn = self.inputs
        inputs = of_position.of(position[None]), [len(turns)], of_turn.of(rows)
        scores = self.network.scores(*inputs)
        if self.only_most:
            scores[~lays_most(rows, np.zeros(1, dtype=np.int64), of_turn)] = -np.inf
        return scores

    def ahead(self, view: View, scores: Any, turns: list[str]) -> Any:
        """The scores of the best turns, lowered by that of the other's best answer to each."""
        looked = np.full(len(turns), -np.inf)
        for at in np.argsort(-scores, kind="stable")[: self.looks]:
            looked[at] = scores[at]
            if len(turns[at].split()) == view.rack_sizes[view.seat]:
                looked[at] = np.inf  # the game is won
            elif (answers := view.turns_after(turns[at])) and len(answers[2]) > 1:
                looked[at] = (scores[at] - self.rated(*answers).max()) / 2
        return looked

    def act(self, view: View) -> Action:
        scores, turns = self.scores(view)
        if self.looks and view.pool == 0:
            scores = self.ahead(view, scores, turns)
        tiles = turns[int(scores.argmax())]
        if not tiles:
            return view.idle()
        answer = view.solver.solve(view.table, tiles, view.opened)
        return play(answer.table or [])


def lays_most(rows: Any, starts: Any, turn: Inputs) -> Any:
    """Which turns lay nothing, or as many tiles as any turn of their position. `starts` are the
    first turns of the positions.
    """
    tiles = rows[:, turn.columns(["tiles"])[0]]
    most = np.maximum.reduceat(tiles, starts)
    return (tiles == 0) | (tiles == np.repeat(most, np.diff([*starts, len(tiles)])))


def load(*paths: Path) -> WholeNetworks:
    """The networks of these files, in whole numbers."""
    return WholeNetworks(networks_of(*paths))


def networks_of(*paths: Path) -> list[Network]:
    """The networks of these files; a `ValueError` where one has none."""
    networks = []
    for path in paths:
        with np.load(path) as file:
            members = sorted({name.split(".")[0] for name in file.files})
            for member in members:
                parts = [file[name] for name in sorted(file.files) if name.startswith(f"{member}.")]
                if len(parts) != PARTS:
                    raise ValueError(f"{path} holds no networks of dmc")
                networks.append(Network(parts[1:], parts[0]))
    return networks


def save(networks: Sequence[Network], path: Path) -> None:
    """Writes the networks to a file that `load` reads, with half of the digits."""
    arrays: dict[str, Any] = {}
    for member, network in enumerate(networks):
        for at, part in enumerate([network.direct, *network.weights]):
            arrays[f"{member}.{at}"] = part.astype(np.float16)
    np.savez(path, **arrays)


if __name__ == "__main__":
    Dmc.weights = tuple(map(Path, sys.argv[1:])) or Dmc.weights
    serve(Dmc, RULES)
