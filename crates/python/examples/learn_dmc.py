"""Deep Monte Carlo in numpy: learns what each whole play, or a draw, wins against `greedy`.

    python crates/python/examples/learn_dmc.py --games 500 --seed 1

A small network estimates the result of the game (1 won, -1 lost) from features of what a choice
leaves, and is fitted to how the games went (DouZero's way). Then it plays a tournament. What it
reached, with times: docs/python.md.
"""

import argparse
import time

import numpy as np

import rummilab

PLAYS = 8  # plays that are compared, besides a draw
RULES = rummilab.Rules()
KINDS = len(RULES.kinds)
JOKER = RULES.kinds.index("J")
VALUES = np.array([0 if kind == "J" else int(kind[1:]) for kind in RULES.kinds], dtype=np.float32)


def features(rack, plays, pool, opened, opponent, opponent_opened):
    """A row for each choice: every play, and last the draw (or pass), which lays nothing.

    `rack` and `plays` are counts of tiles, of shapes (kinds,) and (n, kinds). The other arguments
    are the tiles in the pool, whether the player has opened, and both of the opponent.
    """
    laid = np.zeros((len(plays) + 1, KINDS), dtype=np.float32)
    laid[:-1] = plays
    kept = rack - laid
    tiles, left = laid.sum(axis=1), kept.sum(axis=1)
    most = tiles.max()
    rows = np.zeros((len(laid), 15 + KINDS), dtype=np.float32)
    rows[:, 0] = tiles == 0
    rows[:, 1] = tiles / 10
    rows[:, 2] = left / 20
    rows[:, 3] = (most - tiles) / 10  # could have been laid too
    rows[:, 4] = (left - (most - tiles)) / 10  # what no play lays
    rows[:, 5] = left == 0
    rows[:, 6] = kept @ VALUES / 100
    rows[:, 7] = kept[:, JOKER]
    rows[:, 8] = pool / 50
    rows[:, 9] = pool == 0
    rows[:, 10] = opponent / 14
    rows[:, 11] = opponent < 4
    rows[:, 12] = opponent_opened
    rows[:, 13] = opened | (tiles > 0)
    rows[:, 14] = 1
    rows[:, 15:] = kept / 2
    return rows


class Network:
    """Two hidden layers, fitted by Adam to the squared error."""

    def __init__(self, random, inputs, hidden=64, rate=1e-3):
        sizes = [inputs, hidden, hidden, 1]
        self.rate, self.steps = rate, 0
        self.weights = []
        for fan_in, fan_out in zip(sizes, sizes[1:]):
            scale = (2 / fan_in) ** 0.5
            self.weights.append(random.normal(0, scale, (fan_in, fan_out)).astype(np.float32))
            self.weights.append(np.zeros(fan_out, dtype=np.float32))
        self.first = [np.zeros_like(weight) for weight in self.weights]
        self.second = [np.zeros_like(weight) for weight in self.weights]

    def layers(self, rows):
        w1, b1, w2, b2, w3, b3 = self.weights
        one = np.maximum(rows @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        return one, two, np.tanh(two @ w3 + b3)[:, 0]

    def values(self, rows):
        """The expected result of each row."""
        return self.layers(rows)[2]

    def fit(self, rows, results):
        """One step of Adam; returns the squared error before it."""
        _, _, w2, _, w3, _ = self.weights
        one, two, values = self.layers(rows)
        error = values - results
        end = ((1 - values**2) * error / len(rows))[:, None]
        middle = end @ w3.T * (two > 0)
        begin = middle @ w2.T * (one > 0)
        slopes = [rows.T @ begin, begin.sum(0), one.T @ middle, middle.sum(0)]
        slopes += [two.T @ end, end.sum(0)]
        self.steps += 1
        for at, slope in enumerate(slopes):
            self.first[at] += 0.1 * (slope - self.first[at])
            self.second[at] += 0.001 * (slope**2 - self.second[at])
            first = self.first[at] / (1 - 0.9**self.steps)
            second = self.second[at] / (1 - 0.999**self.steps)
            self.weights[at] -= self.rate * first / (np.sqrt(second) + 1e-8)
        return float((error**2).mean())


def play_game(network, random, seed, deal, explore, patience):
    """A game against one that lays all it can: the rows chosen, and the result.

    With probability `explore` a choice is random. With probability `patience` the player draws,
    unless its whole rack goes: a plan pays only if it is kept for a whole game, and single random
    choices never keep to one.
    """
    game = rummilab.Game(RULES, seed=seed, deal=deal)
    parts, at = {}, 0
    for name, length in game.fields:
        parts[name] = slice(at, at + length)
        at += length
    me, chosen = deal % 2, []
    while (seat := game.to_move) is not None:
        plays, _ = game.candidates(PLAYS if seat == me else 1)
        choice = 0
        if seat == me:
            seen = game.observe(seat)
            pool = int(seen[parts["pool"]][0])
            opened, other_opened = seen[parts["opened"]].astype(bool)
            opponent = int(seen[parts["rack_sizes"]][1])
            rows = features(seen[parts["rack"]], plays, pool, opened, opponent, other_opened)
            if pool == 0 and len(plays):
                rows = rows[:-1]  # passing is not allowed
            goes_out = len(plays) > 0 and rows[0, 5] == 1
            if random.random() < patience and not goes_out:
                choice = len(rows) - 1
            elif random.random() < explore:
                choice = int(random.integers(len(rows)))
            else:
                choice = int(network.values(rows).argmax())
            chosen.append(rows[choice])
        if choice < len(plays):
            game.play(plays[choice])
        else:
            game.step(game.actions - 1)
    return chosen, game.rewards()[me]


def train(games, seed):
    random = np.random.default_rng(seed)
    network = Network(random, 15 + KINDS)
    rows, results, recent = [], [], []
    for deal in range(games):
        # How patient the player is in this game; later mostly as the network says.
        explores = random.random() < max(0.1, 1 - deal / (0.5 * games))
        patience = random.random() if explores else 0
        chosen, result = play_game(network, random, seed, deal, 0.02, patience)
        rows += chosen
        results += [result] * len(chosen)
        recent.append(result)
        rows, results = rows[-50_000:], results[-50_000:]
        if deal % 10 == 9:
            all_rows, all_results = np.array(rows), np.array(results, dtype=np.float32)
            for _ in range(40):
                batch = random.integers(len(all_rows), size=256)
                error = network.fit(all_rows[batch], all_results[batch])
        if deal % 100 == 99:
            share = (1 + np.mean(recent[-100:])) / 2
            print(f"{deal + 1} games, last 100 won {100 * share:.1f} %, error {error:.3f}")
    return network


def bot_of(network):
    """The bot that plays by this network."""

    class Learnt(rummilab.Bot):
        version = 1

        def act(self, view):
            found = view.solver.plays(view.position, most=PLAYS).plays
            plays = [RULES.counts(play.played) for play in found[:PLAYS]]
            plays = np.array(plays, dtype=np.uint8).reshape(-1, KINDS)
            other = (view.seat + 1) % view.players
            rows = features(
                view.rack_counts,
                plays,
                view.pool,
                view.opened,
                view.rack_sizes[other],
                view.all_opened[other],
            )
            if view.pool == 0 and len(plays):
                rows = rows[:-1]
            choice = int(network.values(rows).argmax())
            if choice == len(plays):
                return view.idle()
            tiles = found[choice].played
            return rummilab.play(view.solver.solve(view.table, tiles, view.opened).table)

    return Learnt


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--deals", type=int, default=100)
    options.add_argument(
        "--against",
        nargs="*",
        default=["random", "greedy", "hold:h=0", "champion:budget=fast"],
    )
    options = options.parse_args()
    begun = time.process_time()
    network = train(options.games, options.seed)
    print(f"{options.games} games, {time.process_time() - begun:.0f} s of processor time")
    learnt = bot_of(network)
    for opponent in options.against:
        match = rummilab.tournament([learnt, opponent], deals=options.deals, seed=2026, threads=1)
        bot = match.summary["bots"][0]
        rate = f"{100 * bot['win_rate']:.1f}"
        if bot["win_rate_ci"]:  # none where every deal went the same way
            low, high = bot["win_rate_ci"]
            rate += f" [{100 * low:.1f}, {100 * high:.1f}]"
        print(f"wins {rate} % of {bot['games']} games against {opponent}")


if __name__ == "__main__":
    main()
