"""OpenSpiel's IS-MCTS against bots of rummilab, by number of simulations.

    python crates/python/examples/ismcts.py --bots random,greedy --simulations 10,50 --deals 20

Each deal is played from both seats. What it found: docs/python.md.
"""

import argparse
import time
from math import sqrt

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from rummilab import openspiel


def play(game, searcher, bot, seat, seed):
    """What the searcher in this seat gets against a bot; the seed chooses deal and draws."""
    chance = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=probabilities)))
        elif state.current_player() == seat:
            state.apply_action(int(searcher.step(state)))
        else:
            for action in openspiel.actions_of(state, state.game.ask(bot, seed=seed)):
                state.apply_action(action)
    return state.returns()[seat]


def wilson(share, games):
    """The interval of a share at 95 %."""
    z = 1.959964
    middle = share + z * z / (2 * games)
    width = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return [(middle + sign * width) / (1 + z * z / games) for sign in (-1, 1)]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--bots", default="random,greedy")
    options.add_argument("--simulations", default="10,50")
    options.add_argument("--deck", default="", help="such as values=7,copies=1,hand=7")
    options.add_argument("--deals", type=int, default=5)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    openspiel.register()
    deck = (field.split("=") for field in options.deck.split(",") if field)
    game = pyspiel.load_game(openspiel.NAME, {name: int(value) for name, value in deck})
    for simulations in options.simulations.split(","):
        for bot in options.bots.split(","):
            begun, won = time.process_time(), 0.0
            random = np.random.RandomState(options.seed)
            rollouts = mcts.RandomRolloutEvaluator(1, random)
            searcher = ismcts.ISMCTSBot(
                game, rollouts, uct_c=1.4, max_simulations=int(simulations), random_state=random
            )
            for number in range(2 * options.deals):
                deal = options.seed * 10_000 + number // 2
                won += (play(game, searcher, bot, number % 2, deal) + 1) / 2
            games = 2 * options.deals
            low, high = wilson(won / games, games)
            seconds = (time.process_time() - begun) / games
            share = f"{100 * won / games:.1f} [{100 * low:.1f}, {100 * high:.1f}] %"
            print(
                f"{simulations:>5} {bot:10} {games} games {share} {seconds:.1f} s a game",
                flush=True,
            )


if __name__ == "__main__":
    main()
