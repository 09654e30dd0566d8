"""The equilibrium of a small deck, and what simple ways to play give away, by OpenSpiel.

    python crates/python/examples/small_deck.py

What it found: docs/python.md.
"""

import argparse
import pathlib
import time

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from rummilab import openspiel


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
    options.add_argument("--values", type=int, default=3)
    options.add_argument("--copies", type=int, default=1)
    options.add_argument("--hand", type=int, default=3)
    options.add_argument("--iterations", type=int, default=10)
    options.add_argument("--deck", help="a file of experiments/small-decks/decks; Python 3.11")
    options = options.parse_args()
    begun = time.process_time()
    openspiel.register()
    deck = {"colours": 2, "jokers": 1, "opening_min": 0}
    deck |= {"values": options.values, "copies": options.copies, "hand": options.hand}
    if options.deck:
        import tomllib

        deck = tomllib.loads(pathlib.Path(options.deck).read_text(encoding="utf-8"))
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
