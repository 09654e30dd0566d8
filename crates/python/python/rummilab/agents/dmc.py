"""`dmc`: an agent that learnt by playing itself (deep Monte Carlo), for two players.

As a program: ``rummilab play --bot "dmc=cmd:python -m rummilab.agents.dmc"``. It compares whole
turns by a small network, which needs numpy alone. How it was trained, and how it plays:
docs/python.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .._bot import Bot, serve
from .._native import Action, SelfPlay, View, play
from .._solve import rules_of
from .network import PERMUTATIONS, Inputs, Network

WEIGHTS = Path(__file__).with_name("dmc.npz")
RULES = rules_of("original")


def inputs(without: tuple[str, ...] = ()) -> tuple[Inputs, Inputs]:
    """What makes inputs of the facts of a position, and of a turn."""
    kinds = len(RULES.kinds)
    position, turn = SelfPlay(RULES).fields()
    return Inputs(position, kinds, without), Inputs(turn, kinds, without)


class Dmc(Bot):
    """Takes the turn of the highest chance to win, as the network sees it."""

    version = 1
    views = 1
    """Orders of the colours over which it takes the mean."""

    def __init__(self, network: Network | None = None, without: tuple[str, ...] = ()) -> None:
        self.network = network or load(WEIGHTS)
        self.inputs = inputs(without)

    def scores(self, view: View) -> tuple[Any, list[str]]:
        """The logit of the chance to win of each turn, and the tiles that each lays."""
        position, rows, turns = view.turns()
        if len(turns) == 1:
            return np.zeros(1), turns
        of_position, of_turn = self.inputs
        step = len(PERMUTATIONS) // self.views
        scores = [
            self.network.scores(
                of_position.of(position[None], order), [len(turns)], of_turn.of(rows, order)
            )
            for order in range(0, len(PERMUTATIONS), step)
        ]
        return np.mean(scores, axis=0), turns

    def act(self, view: View) -> Action:
        scores, turns = self.scores(view)
        tiles = turns[int(scores.argmax())]
        if not tiles:
            return view.idle()
        answer = view.solver.solve(view.table, tiles, view.opened)
        return play(answer.table or [])


def load(path: Path) -> Network:
    """The network of a file."""
    with np.load(path) as file:
        return Network([file[name] for name in sorted(file.files)])


def save(network: Network, path: Path) -> None:
    """Writes the network to a file that `load` reads."""
    arrays: dict[str, Any] = {f"weight{at}": part for at, part in enumerate(network.weights)}
    np.savez(path, **arrays)


if __name__ == "__main__":
    serve(Dmc, RULES)
