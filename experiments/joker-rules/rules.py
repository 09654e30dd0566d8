#!/usr/bin/env python3
"""Plays the plans of this folder under every joker rule, and writes `results/`.

    python3 experiments/joker-rules/rules.py runs/joker-rules

The program is `RUMMILAB`, or `target/release/rummilab`. What lies in the folder is continued. Every
plan gives the same deals under every rule, so rules are compared deal by deal: `results/rules.csv`
has each figure under each rule, and the differences of two rules. Their p-values are two-sided, by
the normal approximation, and corrected by Holm over all of them. `results/PLAN.json` is the summary
of the plan as it stands.
"""

import csv
import json
import os
import subprocess
import sys
from math import erfc, sqrt
from pathlib import Path
from statistics import fmean, stdev

HERE = Path(__file__).resolve().parent
PROGRAM = os.environ.get("RUMMILAB", str(HERE.parents[1] / "target/release/rummilab"))
RULES = ["free", "any", "old", "two", "both"]
# Each rule against the free one, then one field at a time.
DIFFERENCES = [
    *((rule, "free") for rule in RULES[1:]),
    ("old", "any"),
    ("two", "old"),
    ("both", "old"),
]
PLAYERS = range(2, 7)
MATCHES = ["hold", "greedy", "holders", "stubborn"]
FIGURES = ["wins", "points", "turns", "unfinished"]


def plan(match, players):
    return "plan" if (match, players) == ("hold", 2) else f"{match}-{players}"


def played(folder, name, rule):
    """The run of a plan under a rule."""
    out = folder / f"{name}-{rule}"
    option = [] if rule == "free" else ["--option", f"joker_rule={rule}"]
    command = [PROGRAM, "run", str(HERE / f"{name}.toml"), *option, "--out", str(out)]
    subprocess.run([*command, "--threads", "1", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    return out


def by_deal(match, run):
    """Each figure, deal by deal: of the holder, or of seat 0 where a bot plays itself."""
    games = {}
    with open(run / "games.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            games.setdefault((int(row["block"]), int(row["game"])), []).append(row)
    deals = {}
    for (deal, _), seats in sorted(games.items()):
        own = next(row for row in seats if match != "hold" or row["bot"] == "hold")
        deals.setdefault(deal, []).append((
            float(own["win_share"]),
            float(own["score"]),
            float(sum(int(row["own_turns"]) for row in seats)),
            float(own["end"] == "empty"),
        ))
    means = ([fmean(values) for values in zip(*games)] for games in deals.values())
    return dict(zip(FIGURES, zip(*means)))


def reach(count):
    """Half of a 95 % interval in standard errors: Student's t, expanded about the normal."""
    z, free = 1.959964, count - 1
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)


def estimated(values):
    """Mean, ends of the interval and p-value of no difference from zero."""
    mean, error = fmean(values), stdev(values) / sqrt(len(values))
    if error == 0.0:
        return mean, None, None, 1.0
    half = reach(len(values)) * error
    return mean, mean - half, mean + half, erfc(abs(mean) / error / sqrt(2))


def wilson(share, count):
    """Wilson's interval of a share of independent games."""
    z = reach(count)
    centre = share + z * z / (2 * count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    low, high = ((centre + end) / (1 + z * z / count) for end in (-half, half))
    return max(low, 0.0), min(high, 1.0)


def levels(match, summary, deals):
    """Figures under one rule, with their intervals."""
    row = summary["bots"][0] if match == "hold" else summary["seats"][0]
    none = (None, None)
    yield "wins", row["win_rate"], *(row["win_rate_ci"] or none)
    yield "points", row["mean_score"], *(row["mean_score_ci"] or none)
    yield "turns", *estimated(deals["turns"])[:3]
    for name, key in (("ran out", "pool_empty_at_end"), ("unfinished", "empty_pool_share")):
        share = summary["game"][key]
        independent = match != "hold"  # One game a deal.
        yield name, share, *(wilson(share, summary["games"]) if independent else none)


def holm(rows):
    """Sets `p_holm` of the rows that have `p`."""
    worst = 0.0
    ranked = sorted((row for row in rows if row["p"] is not None), key=lambda row: row["p"])
    for rank, row in enumerate(ranked):
        worst = max(worst, min(1.0, row["p"] * (len(ranked) - rank)))
        row["p_holm"] = worst


def main():
    folder, results = Path(sys.argv[1]), HERE / "results"
    results.mkdir(exist_ok=True)
    keys = "match players rule minus figure games value low high p p_holm".split()
    rows = []

    def add(*values):
        rows.append(dict(zip(keys, [*values, None])))

    for match in MATCHES:
        for players in PLAYERS:
            name, deals = plan(match, players), {}
            for rule in RULES:
                run = played(folder, name, rule)
                text = (run / "summary.json").read_text(encoding="utf-8")
                if rule == "free":
                    (results / f"{name}.json").write_text(text, encoding="utf-8")
                summary = json.loads(text)
                assert all(not any(bot["faults"].values()) for bot in summary["bots"]), run
                deals[rule] = by_deal(match, run)
                for figure, *values in levels(match, summary, deals[rule]):
                    add(match, players, rule, "", figure, summary["games"], *values, None)
            for rule, minus in DIFFERENCES:
                for figure in FIGURES:
                    pairs = zip(deals[rule][figure], deals[minus][figure], strict=True)
                    values = estimated([one - other for one, other in pairs])
                    add(match, players, rule, minus, figure, summary["games"], *values)
            print(f"{match}, {players} players", file=sys.stderr)
    holm(rows)
    with open(results / "rules.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(keys)
        for row in rows:
            shown = ("" if row[key] is None else row[key] for key in keys)
            table.writerow(f"{x:.6g}" if isinstance(x, float) else x for x in shown)


if __name__ == "__main__":
    main()
