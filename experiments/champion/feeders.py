#!/usr/bin/env python3
"""Who lets whom out with an empty pool, and whether another tile had been safe.

`pip install rummilab`, then `experiments/champion/feeders.py --players 3 --deals 60`. Looks at all
racks of games of one bot against itself, the first seating of each deal. The *feeder* is the first
whose tiles let another go out, had that player been to move.
"""

import argparse
from collections import Counter

import rummilab


def lets_out(table, racks, feeder):
    """The seats, counted from the feeder, that could go out from this table."""
    count = len(racks)
    seats = [(feeder + step) % count for step in range(1, count)]
    out = [rummilab.solve(table, racks[seat]).tiles == len(racks[seat].split()) for seat in seats]
    return [step for step, goes in enumerate(out, 1) if goes]


def singles(table, racks, seat):
    """For each single tile that the seat could lay: whether it lets nobody out."""
    safe = []
    for tile in set(racks[seat].split()):
        answer = rummilab.solve(table, tile)
        if answer.tiles == 1:
            safe.append(not lets_out(answer.table, racks, seat))
    return safe


def examine(states, counts):
    """Adds what is to say of a game to the counts."""
    counts["games"] += 1
    for before, state in zip(states, states[1:-1]):
        if before.pool or state.action != "lays":
            continue
        out = lets_out(state.table, state.racks, state.seat)
        if out:
            counts["lets out " + " and ".join(map(str, out))] += 1
            counts["the winner sits", (states[-1].seat - state.seat) % len(state.racks)] += 1
            counts["had a safe single tile"] += any(singles(before.table, before.racks, state.seat))
            return
    counts["nobody was let out"] += 1


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--bot", default="champion:budget=fast")
    options.add_argument("--players", type=int, default=3)
    options.add_argument("--deals", type=int, default=60)
    options.add_argument("--seed", type=int, default=9)
    options = options.parse_args()
    match = rummilab.tournament(
        [options.bot] * options.players,
        players=options.players, deals=options.deals, seed=options.seed,
    )  # fmt: skip
    counts = Counter()
    for block in range(options.deals):
        examine(list(match.record.replay(block, 0)), counts)
    for what, count in counts.items():
        print(count, *([what] if isinstance(what, str) else what))


if __name__ == "__main__":
    main()
