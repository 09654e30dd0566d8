"""Effects of settings that were switched together, from the games.csv of design/half.toml.

    python3 experiments/parts-together/effects.py runs/parts/games.csv

Prints for each effect how many percentage points of wins the high level gains over the low one,
with its 95 % interval over deals, and its p-value corrected by Holm.
"""

import csv
import sys
from math import erf, sqrt
from statistics import mean, stdev

# What stands in the name of a bot at the high level. Defaults are left out of names.
HIGH = {
    "no tempo": lambda name: "tempo=no" in name,
    "32 stoppers": lambda name: "stoppers=1" not in name,
    "32 plays compared": lambda name: "compared=0" not in name,
    "larger ends solved": lambda name: "exact=20" not in name,
}
# In the half fraction each of these is the sum of two interactions.
PAIRS = [
    ("no tempo", "32 stoppers"),
    ("no tempo", "32 plays compared"),
    ("no tempo", "larger ends solved"),
]


def wins_by_deal(path):
    """For each bot but the opponent its share of the wins in each deal, in the order of deals."""
    shares = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if "work=500" not in row["bot"]:
                of_bot = shares.setdefault(row["bot"], {})
                of_bot.setdefault(int(row["block"]), []).append(float(row["win_share"]))
    return {
        bot: [mean(games) for _, games in sorted(blocks.items())]
        for bot, blocks in shares.items()
    }


def effects(wins):
    """For each effect its value in each deal."""
    signs = {
        name: {bot: 1 if high(bot) else -1 for bot in wins} for name, high in HIGH.items()
    }
    for one, other in PAIRS:
        both = {bot: signs[one][bot] * signs[other][bot] for bot in wins}
        signs[f"{one} x {other}"] = both
    deals = len(next(iter(wins.values())))
    half = len(wins) / 2
    return {
        name: [sum(sign[bot] * wins[bot][deal] for bot in wins) / half for deal in range(deals)]
        for name, sign in signs.items()
    }


def main():
    wins = wins_by_deal(sys.argv[1])
    for bot, shares in wins.items():
        print(f"{bot}: {100 * mean(shares):.1f} % of {len(shares)} deals")
    rows = []
    for name, values in effects(wins).items():
        error = stdev(values) / sqrt(len(values))
        z = abs(mean(values)) / error if error else 0.0
        rows.append((2 * (1 - (1 + erf(z / sqrt(2))) / 2), name, mean(values), 1.96 * error))
    rows.sort()
    worst = 0.0
    for rank, (p, name, value, reach) in enumerate(rows):
        worst = max(worst, min(1.0, p * (len(rows) - rank)))
        low, high = 100 * (value - reach), 100 * (value + reach)
        print(f"{name}: {100 * value:+.1f} [{low:+.1f}, {high:+.1f}], Holm p = {worst:.4f}")


if __name__ == "__main__":
    main()
