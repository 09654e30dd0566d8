"""How the difficulty for people and for solvers relate: rank correlations (Spearman) of the columns
of a corpus, over positions in which something can be laid. Intervals hold at 95 %, by resampling
deals.

    python3 benches/difficulty.py data/positions/hold.jsonl data/positions/beats-hand.jsonl
"""

import json
import random
import sys
from collections import defaultdict
from statistics import correlation

PAIRS = [("steps", "states"), ("steps", "ilp_work"), ("states", "ilp_work")]
RESAMPLES = 1000


def ranks(values):
    """The rank of each value, ties in the middle of their places."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            ranks[place] = (start + end - 1) / 2
        start = end
    return ranks


def spearman(rows, pair):
    """The correlation of the ranks of two columns."""
    return correlation(*(ranks([row[column] for row in rows]) for column in pair))


def main(files):
    heads = " ".join(f"{', '.join(pair):>19}" for pair in PAIRS)
    print(f"positions {heads}  corpus")
    for file in files:
        deals = defaultdict(list)
        for line in open(file, encoding="utf-8"):
            position = json.loads(line)
            position = position.get("position", position)
            if position["difficulty"]["steps"]:
                deals[str(position["id"]).split("g")[0]].append(position["difficulty"])
        rows = sum(deals.values(), [])
        chance = random.Random(1)
        resampled = [
            sum(chance.choices(list(deals.values()), k=len(deals)), [])
            for _ in range(RESAMPLES)
        ]
        cells = []
        for pair in PAIRS:
            found = sorted(spearman(sample, pair) for sample in resampled)
            low, high = found[RESAMPLES // 40], found[-RESAMPLES // 40 - 1]
            cells.append(f"{spearman(rows, pair):.2f} [{low:.2f}, {high:.2f}]")
        print(f"{len(rows):>9} {' '.join(f'{cell:>19}' for cell in cells)}  {file}")


if __name__ == "__main__":
    main(sys.argv[1:])
