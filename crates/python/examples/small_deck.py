"""The equilibrium of a small deck, and what simple ways to play give away, by OpenSpiel.

    python crates/python/examples/small_deck.py [DECK.toml]

A deck is a file of the game's parameters (`colours`, `values`, `copies`, `jokers`, `hand`,
`opening_min`). What it found: docs/python.md.
"""

import argparse
import time
import tomllib
from pathlib import Path

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from rummilab import openspiel

SEVEN_TILES = {
    "colours": 2,
    "values": 3,
    "copies": 1,
    "jokers": 1,
    "hand": 3,
    "opening_min": 0,
}


class Laying(policy.Policy):
    """Builds the largest play where `lays` says so, and else draws, if that is legal."""

    def __init__(self, game, lays):
        super().__init__(game, [0, 1])
        self.lays = lays

    def action_probabilities(self, state, player_id=None):
        game, legal = state.game, state.legal_actions()
        done = game.actions - 2
        idle = done + 1
        plays, _ = game.candidates(1)
        if len(plays) and not game.laid and idle in legal and not self.lays(game, plays[0]):
            return {idle: 1.0}
        if not len(plays):
            return {idle: 1.0}
        left = plays[0] - game.rules.counts(game.laid)
        return {int(left.argmax()) if left.any() else done: 1.0}


def goes_out(game, play):
    return bool((play == game.rules.counts(game.rack(game.to_move))).all())


def nodes(state):
    return 1 + sum(nodes(state.child(action)) for action in state.legal_actions())


def worst(game, way):
    """What a way to play gets in each seat against its best response."""
    against = (exploitability.best_response(game, way, player) for player in (1, 0))
    return [-found["best_response_value"] for found in against]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("deck", type=Path, nargs="?", help="seven tiles unless given")
    options.add_argument("--iterations", type=int, default=10)
    options = options.parse_args()
    begun = time.process_time()
    openspiel.register()
    deck = tomllib.loads(options.deck.read_text()) if options.deck else SEVEN_TILES
    game = pyspiel.load_game(openspiel.NAME, deck)
    print(f"{nodes(game.new_initial_state())} nodes")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(options.iterations):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    print(f"nash_conv of {options.iterations} iterations: {exploitability.nash_conv(game, found):.5f}")
    ways = {
        "equilibrium": found,
        "greedy": Laying(game, lambda game, play: True),
        "holds until it goes out": Laying(game, goes_out),
        "random": policy.UniformRandomPolicy(game),
    }
    print("worth against a best response, as first and as second player, and what that gives away:")
    for name, way in ways.items():
        first, second = worst(game, way)
        print(f"{name:24} {first:+.4f} {second:+.4f} {-first - second:.4f}", flush=True)
    print(f"{time.process_time() - begun:.0f} s of processor time")


if __name__ == "__main__":
    main()
