#!/usr/bin/env python3
"""Tables and plots of the experiments, from their results; the standard library is enough.

`experiments/tables.py` writes what has changed; `--check` only names it, with exit code 1. The
tables of leagues are what the command says (`RUMMILAB`, or `target/release/rummilab`).
"""

import csv
import json
import math
import os
import subprocess
import sys
import textwrap
import tomllib
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
FINDINGS = HERE.parent / "docs/images/findings"
MADE = "by `experiments/tables.py`"

# The figures of docs/findings.md: title, players, and rows of folder, plan, bot, label.
FIGURES = {
    "holding": [
        ("Wins against greedy of a player that holds until the other has h tiles, 2 players", 2, [
            ("hold-back", "plan", "hold:h=0", "h = 0, never stops"),
            ("hold-back", "plan", "hold", "h = 1"),
            ("hold-back", "plan", "hold:h=2", "h = 2"),
            ("hold-back", "plan", "hold:h=3", "h = 3"),
            ("hold-back", "plan", "hold:h=4", "h = 4"),
            ("hold-back", "plan", "hold:h=5", "h = 5"),
            ("hold-back", "plan", "hold:h=6", "h = 6"),
            ("hold-back", "plan", "hold:h=7", "h = 7"),
            ("hold-back", "plan", "hold:h=8", "h = 8"),
        ]),
    ],
    "rules-and-players": [
        ("Wins of a holder (h = 0) against greedy, 2 players", 2, [
            ("hold-back", "plan", "hold:h=0", "original"),
            ("hold-back", "tournament", "hold:h=0", "club"),
            ("hold-back", "house", "hold:h=0", "house"),
            ("hold-back", "twist", "hold:h=0", "twist"),
        ]),
        ("against two greedy players", 3, [
            ("hold-back", "three", "hold:h=0", "original"),
            ("hold-back", "three-tournament", "hold:h=0", "club"),
            ("hold-back", "three-house", "hold:h=0", "house"),
            ("hold-back", "three-twist", "hold:h=0", "twist"),
        ]),
        ("against three greedy players", 4, [
            ("hold-back", "four", "hold:h=0", "original"),
            ("hold-back", "four-tournament", "hold:h=0", "club"),
            ("hold-back", "four-house", "hold:h=0", "house"),
            ("hold-back", "four-twist", "hold:h=0", "twist"),
        ]),
    ],
    "empty-pool": [
        ("Wins against a holder that dumps once the pool is empty, 2 players", 2, [
            ("beat-the-holder", "plan", "hold:empty=keep", "goes on holding"),
            ("beat-the-holder", "free-pass", "hold:empty=keep", "the same, passes are free"),
            ("beat-the-holder", "tournament", "hold:empty=keep", "the same, club rules"),
            ("beat-the-holder", "plan", "hold:leave=1", "lays all but one tile"),
            ("beat-the-holder", "plan", "hold:minplay=20", "lays once 20 tiles go"),
            ("beat-the-holder", "plan", "greedy", "greedy"),
        ]),
        ("Wins of the seat that begins, both alike", 2, [
            ("first-seat", "plan", "greedy, seat 0", "greedy"),
            ("first-seat", "holders", "hold, seat 0", "holders that dump"),
            ("first-seat", "stubborn-holders", "hold:empty=keep, seat 0", "stubborn, passes are free"),
        ]),
    ],
    "jokers": [
        ("Wins against greedy of a player that keeps jokers, 2 players", 2, [
            ("hold-joker", "plan", "hold-joker", "until the whole rack goes"),
            ("hold-joker", "plan", "hold-joker:late=1", "until the other has 1 tile"),
            ("hold-joker", "plan", "hold-joker:late=2", "2 tiles"),
            ("hold-joker", "plan", "hold-joker:late=3", "3 tiles"),
            ("hold-joker", "plan", "hold-joker:late=5", "5 tiles"),
        ]),
        ("Both keep jokers, one waits for an opening without one", 2, [
            ("hold-joker", "opening", "hold-joker:openjoker=1", "does not wait"),
            ("hold-joker", "opening", "hold-joker:openjoker=3", "until turn 3"),
            ("hold-joker", "opening", "hold-joker:openjoker=6", "until turn 6"),
            ("hold-joker", "opening-longer", "hold-joker:openjoker=10", "until turn 10"),
            ("hold-joker", "opening-longer", "hold-joker:openjoker=20", "until turn 20"),
            ("hold-joker", "opening-longer", "hold-joker:openjoker=1000", "for ever"),
        ]),
    ],
    "no-gain": [
        ("Wins against greedy, 2 players", 2, [
            ("delay-opening", "plan", "greedy:delay=1", "opens a turn later"),
            ("delay-opening", "plan", "greedy:delay=3", "three turns later"),
            ("delay-opening", "plan", "greedy:delay=8", "eight turns later"),
            ("delay-opening", "plan", "greedy:delay=1000,until=opponent", "after the other"),
            ("tiles-or-value", "plan", "value", "most points, not most tiles"),
            ("tiles-or-value", "plan", "dump", "high tiles first"),
            ("keep-fourth-tile", "plan", "keep:spare=group", "keeps fourth tiles of groups"),
            ("keep-fourth-tile", "plan", "keep:spare=run", "keeps ends of runs"),
            ("keep-fourth-tile", "plan", "keep", "keeps either"),
        ]),
    ],
    "league": [
        ("Wins against all others of the league, 2 players (champion of version 2)", 2, [
            ("league", "plan", "champion:budget=fast", "champion"),
            ("league", "plan", "hold:h=0,empty=keep", "holds on"),
            ("league", "plan", "hold", "holds, then dumps"),
            ("league", "plan", "hold-joker", "keeps jokers alone"),
            ("league", "plan", "value", "most points"),
            ("league", "plan", "greedy", "most tiles"),
            ("league", "plan", "single", "one tile a turn"),
            ("league", "plan", "human", "changes two sets at most"),
            ("league", "plan", "random", "any legal play or a draw"),
        ]),
    ],
}


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def wrapped(text):
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


class Run:
    """A plan of a folder with its results."""

    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        self.name = path.stem
        self.plan = tomllib.loads(text)
        self.about = text.splitlines()[0].removeprefix("# ").split(" (README.md")[0]
        results = path.parent / "results" / f"{path.stem}.json"
        self.summary = load(results) if results.exists() else None

    def rows(self):
        """Who, against whom, and the figures: in a gauntlet or a challenge the others against the
        first bot, in a league every bot against the others, with two bots the first against the
        other, with one bot its seats."""
        bots = self.summary["bots"]
        names = [bot["bot"] for bot in bots]
        if len(bots) == 1:
            seats = self.summary["seats"]
            return [(f"{names[0]}, seat {seat['seat']}", "itself", seat) for seat in seats]
        if self.plan.get("format") in ("gauntlet", "challenge"):
            return [(bot["bot"], names[0], bot) for bot in bots[1:]]
        if len(bots) > self.summary["players"]:
            return [(bot["bot"], "the others", bot) for bot in bots]
        return [(names[0], ", ".join(names[1:]), bots[0])]

    def chart(self):
        rows = [(who, found) for who, _, found in self.rows()]
        return self.about, 1 / self.summary["players"], rows


def runs(folder):
    """The plans of a folder that have results, `plan.toml` first."""
    paths = sorted(folder.glob("*.toml"), key=lambda path: (path.name != "plan.toml", path.name))
    return [run for run in map(Run, paths) if run.summary]


def estimate(value, interval, scale=1.0, sign=""):
    """A figure with its interval, if it has one."""
    if value is None:
        return "-"
    text = f"{value * scale:{sign}.1f}"
    if interval and None not in interval:
        low, high = (f"{end * scale:{sign}.1f}" for end in interval)
        text += f" [{low}, {high}]"
    return text


def table(folder_runs):
    text = f"# Results\n\n{wrapped(f'Made from `results/*.json` {MADE}. Intervals of 95 %.')}\n"
    for run in folder_runs:
        about = run.about.rstrip(".")
        seed, rules = run.summary["seed"], run.summary["rules"]
        text += f"\n{wrapped(f'`{run.name}.toml`, rules `{rules}`, seed {seed}. {about}.')}\n\n"
        text += "| bot | against | games | wins, % | points a game |\n|---|---|---|---|---|\n"
        for who, against, found in run.rows():
            wins = estimate(found["win_rate"], found.get("win_rate_ci"), 100)
            points = estimate(found.get("mean_score"), found.get("mean_score_ci"), sign="+")
            text += f"| `{who}` | {against} | {found['games']} | {wins} | {points} |\n"
    return text


WIDTH, LABELS, RIGHT, LINE, HEAD, FOOT = 760, 250, 30, 20, 34, 34


def panel(title, fair, rows, top):
    """The win rates of some bots: a dot and its interval each, and a line at the fair share."""
    spans = [
        (wins, *(ci if ci and None not in ci else (wins, wins)))
        for wins, ci in ((found["win_rate"], found.get("win_rate_ci")) for _, found in rows)
    ]
    low = min([fair, 1.0, *(span[1] for span in spans)])
    high = max([fair, 0.0, *(span[2] for span in spans)])
    steps = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
    step = next((step for step in steps if (high - low) / step <= 7), 0.2)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    width = max(high - low, step)

    def x(share):
        return LABELS + (share - low) / width * (WIDTH - LABELS - RIGHT)

    first, bottom = top + HEAD, top + HEAD + LINE * len(rows)
    title = escape(title, quote=False)
    yield f'<text x="10" y="{top + 18:.1f}" font-weight="bold">{title}</text>'
    for number in range(math.floor((high - low) / step + 0.5) + 1):
        tick = low + number * step
        percent = f"{tick * 100:.1f}".removesuffix(".0")
        yield (
            f'<path d="M{x(tick):.1f} {first:.1f}V{bottom:.1f}" stroke="#ddd"/>'
            f'<text x="{x(tick):.1f}" y="{bottom + 15:.1f}" text-anchor="middle" fill="#555">'
            f"{percent} %</text>"
        )
    yield (
        f'<path d="M{x(fair):.1f} {first:.1f}V{bottom:.1f}" stroke="#b00" '
        'stroke-dasharray="4 3"><title>fair share</title></path>'
    )
    for number, ((who, _), (wins, left, right)) in enumerate(zip(rows, spans)):
        y, who = first + LINE * (number + 0.5), escape(who, quote=False)
        yield f'<text x="{LABELS - 12:.1f}" y="{y + 4:.1f}" text-anchor="end">{who}</text>'
        yield (
            f'<path d="M{x(left):.1f} {y:.1f}H{x(right):.1f}" stroke="#036" stroke-width="2"/>'
            f'<circle cx="{x(wins):.1f}" cy="{y:.1f}" r="4" fill="#036"/>'
        )


def plot(charts):
    """Charts of title, fair share and rows, one below the other."""
    body, y = [], 0
    for title, fair, rows in charts:
        body += panel(title, fair, rows, y)
        y += HEAD + LINE * len(rows) + FOOT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" '
        'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{y}" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def finding(panels):
    def row(folder, plan, bot, label):
        found = {who: found for who, _, found in Run(HERE / folder / f"{plan}.toml").rows()}
        return label, found[bot]

    return plot(
        (title, 1 / players, [row(*shown) for shown in rows]) for title, players, rows in panels
    )


def league(path, summary):
    """What the command says of a league, which must belong to its run."""
    data = load(path)
    same = "bot games win_rate win_rate_ci mean_score rating rating_ci".split()
    of = [[[bot.get(key) for key in same] for bot in found["bots"]] for found in (data, summary)]
    assert of[0] == of[1] and data["plan_hash"] == summary["plan_hash"], path
    if summary["players"] == 2:
        at = {bot["bot"]: number for number, bot in enumerate(data["bots"])}
        for pair in summary["pairs"]:
            cell = data["payoffs"][at[pair["a"]]][at[pair["b"]]]
            assert (cell["wins"], cell["ci"]) == (pair["win_rate"], pair["win_rate_ci"]), path
    else:
        assert data["payoffs"] is None and data["nash"] is None, path
    command = os.environ.get("RUMMILAB", str(HERE.parent / "target/release/rummilab"))
    said = subprocess.run([command, "league", path], check=True, capture_output=True, text=True)
    return said.stdout


def exploitability(responses):
    legend = (
        f"Made {MADE} from `results/respond-*.json`. Each response was chosen for the deals of the "
        "search, so its wins there are too good. Exploitability is how far its wins on the other "
        "deals lie above its fair share, in percentage points. It is a lower bound: other responses "
        "may do better. With three and four players the bot sits in all seats but one. Intervals of "
        "95 %."
    )
    text = (
        f"# Best responses\n\n{wrapped(legend)}\n\n"
        "| rules | players | bot | best response found | tried | wins on the deals of the search, % "
        "| wins on other deals, % | games | exploitability |\n|---|---|---|---|---|---|---|---|---|\n"
    )
    for response in sorted(
        responses, key=lambda found: (found["rules"], found["players"], found["exploitability"])
    ):
        tried = {
            candidate["bot"]
            for stage in response["stages"]
            for candidate in stage["rungs"][0]["candidates"]
        }
        best, confirmed = response["best"], response["confirmed"]
        cells = [
            response["rules"],
            response["players"],
            f"`{response['to']}`",
            f"`{best['bot']}`",
            len(tried),
            estimate(best["wins"], None, 100),
            estimate(confirmed["wins"], confirmed["wins_ci"], 100),
            confirmed["games"],
            estimate(response["exploitability"], response["exploitability_ci"], 100),
        ]
        text += f"| {' | '.join(map(str, cells))} |\n"
    return text


def kinds(results):
    legend = (
        f"Made {MADE} from `results/kinds-*.json`. Each responder was made against the bot and knows "
        "it. Its wins are on deals that were not used to make it. What lies above the fair share is "
        "a lower bound of the exploitability: other responses may do better. Intervals of 95 %."
    )
    text = (
        f"# Responses by kind\n\n{wrapped(legend)}\n\n"
        "| rules | players | bot | kind | work a turn | games | wins, % "
        "| points a game, difference |\n|---|---|---|---|---|---|---|---|\n"
    )
    for result in results:
        for response in result["responses"]:
            confirmed = response["confirmed"]
            cells = [
                result["rules"],
                result["players"],
                f"`{result['to']}`",
                response["kind"],
                response["work"],
                confirmed["games"],
                estimate(confirmed["wins"], confirmed["wins_ci"], 100),
                estimate(confirmed["points"], confirmed["points_ci"]),
            ]
            text += f"| {' | '.join(map(str, cells))} |\n"
    return text


# The match-ups of joker-rules: name in rules.csv, heading, whose wins and points are counted.
MATCHES = [
    ("hold", "One holder against greedy players", "the holder"),
    ("greedy", "Greedy players among themselves", "seat 0"),
    ("holders", "Holders that dump with an empty pool, among themselves", "seat 0"),
    ("stubborn", "Holders that go on holding, among themselves", "seat 0"),
]


def rule_figures(rows):
    """Figures under each rule by number of players, and below them what rules differ by."""
    figures = [
        ("wins", "Wins of {}, %", 100, ""),
        ("points", "Points of {} a game", 1, "+"),
        ("turns", "Turns of a game, all seats", 1, ""),
        ("ran out", "Games whose pool was empty at the end, %", 100, ""),
        ("unfinished", "Games that ended with an empty pool and nobody out, %", 100, ""),
    ]
    compared = sum(1 for row in rows if row["minus"])
    legend = (
        f"Made {MADE} from `results/rules.csv`, which `rules.py` writes. Rules other than the joker "
        "rule are `original`, seed 1. Differences are of the same deals. Intervals of 95 %, without "
        f"correction. A star marks a p-value below 0.05 after Holm's correction over all {compared} "
        "differences of this page. Without an interval: no two deals differ, or several games of a "
        "deal were counted as a share alone."
    )
    text = f"# Figures by joker rule\n\n{wrapped(legend)}\n"
    for match, heading, who in MATCHES:
        text += f"\n## {heading}\n"
        for figure, title, scale, plus in figures:
            shown = [row for row in rows if (row["match"], row["figure"]) == (match, figure)]
            parts = (
                (plus, [row for row in shown if not row["minus"]]),
                ("+", [row for row in shown if row["minus"]]),
            )
            text += f"\n**{title.format(who)}**\n"
            for sign, part in parts:
                cells = {}
                for row in part:
                    ends = [float(row[end]) if row[end] else None for end in ("low", "high")]
                    cell = estimate(float(row["value"]), ends, scale, sign)
                    star = "*" if row["p_holm"] and float(row["p_holm"]) < 0.05 else ""
                    column = " - ".join(f"`{row[key]}`" for key in ("rule", "minus") if row[key])
                    cells.setdefault(row["players"], {})[column] = cell + star
                for number, (players, found) in enumerate(cells.items()):
                    if number == 0:
                        text += f"\n| players | {' | '.join(found)} |\n"
                        text += f"|{'---|' * (len(found) + 1)}\n"
                    text += f"| {players} | {' | '.join(found.values())} |\n"
    return text


def rule_charts(rows):
    """Wins of a holder under each rule, a chart for each number of players."""
    charts = {}
    for row in rows:
        if (row["match"], row["figure"], row["minus"]) == ("hold", "wins", ""):
            ends = [float(row[end]) if row[end] else None for end in ("low", "high")]
            found = {"win_rate": float(row["value"]), "win_rate_ci": ends}
            charts.setdefault(int(row["players"]), []).append((row["rule"], found))
    for players, found in charts.items():
        others = "one greedy player" if players == 2 else f"{players - 1} greedy players"
        yield f"Wins of a holder against {others}, by joker rule", 1 / players, found


def files():
    """Every file that follows from results, with its text."""
    for folder in sorted(path for path in HERE.iterdir() if path.is_dir()):
        if folder.name == "reference":
            continue
        done = runs(folder)
        if done:
            yield folder / "table.md", table(done)
            yield folder / "plot.svg", plot(run.chart() for run in done)
        for run in done:
            data = folder / "results" / f"{run.name}.league.json"
            if data.exists():
                yield folder / f"{run.name}.md", league(data, run.summary)
        responses = [load(path) for path in sorted(folder.glob("results/respond-*.json"))]
        if responses and done:
            yield folder / "exploitability.md", exploitability(responses)
        results = [load(path) for path in sorted(folder.glob("results/kinds-*.json"))]
        if results:
            yield folder / "kinds.md", kinds(results)
        by_rule = folder / "results/rules.csv"
        if by_rule.exists():
            with open(by_rule, encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
            yield folder / "rules.md", rule_figures(rows)
            yield folder / "rules.svg", plot(rule_charts(rows))
    page = (HERE.parent / "docs/findings.md").read_text(encoding="utf-8")
    for name, panels in FIGURES.items():
        assert f"(images/findings/{name}.svg)" in page, name
        yield FINDINGS / f"{name}.svg", finding(panels)


def main():
    check, stale = "--check" in sys.argv[1:], 0
    for path, text in files():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        print(f"{path.relative_to(HERE.parent)}: {'not what the results say' if check else 'written'}")
        if not check:
            path.write_text(text, encoding="utf-8")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
