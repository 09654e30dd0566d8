#!/usr/bin/env python3
"""How each bot of a run opens, holds and lays: `rummilab analyse export RUN | habits.py`.

One line for each bot. The standard library is enough.
"""

import json
import sys
from statistics import mean, median

HEADINGS = ["bot", "games", "won", "pool at opening", "tiles", "with joker", "drew instead",
            "laid while drawing", "laid at the end", "left"]  # fmt: skip


def games(lines):
    """The turns of one seat in one game, as lists."""
    seats = {}
    for line in lines:
        turn = json.loads(line)
        seats.setdefault((turn["block"], turn["game"], turn["seat"]), []).append(turn)
    return seats.values()


def tiles(text):
    """The tiles of a text."""
    return text.split()


def habits(seats):
    """The figures of the games of one bot, as texts in the order of the headings."""
    plays = [[turn for turn in turns if turn["action"] == "lays"] for turns in seats]
    openings = [played[0] for played in plays if played]
    after = [turn for played in plays for turn in played[1:] if not out(turn)]
    could = [turn for turns in seats for turn in turns if turn["pool"] and turn["most_tiles"]]
    early = [turn for turn in after if turn["pool"]]
    late = [len(tiles(turn["laid"])) for turn in after if not turn["pool"]]
    lost = [turns[-1] for turns in seats if not out(turns[-1])]
    return [
        str(len(seats)),
        percent([out(turns[-1]) for turns in seats]),
        f"{median(turn['pool'] for turn in openings):.0f}" if openings else "",
        f"{mean(len(tiles(turn['laid'])) for turn in openings):.1f}" if openings else "",
        percent(["J" in tiles(turn["laid"]) for turn in openings]),
        percent([turn["action"] != "lays" for turn in could]),
        f"{len(early) / len(seats):.2f}",
        f"{mean(late):.2f}" if late else "",
        f"{mean(len(tiles(turn['rack'])) - len(tiles(turn['laid'])) for turn in lost):.1f}"
        if lost
        else "",
    ]


def out(turn):
    """Whether the whole rack went."""
    return turn["action"] == "lays" and len(tiles(turn["laid"])) == len(tiles(turn["rack"]))


def percent(flags):
    """The share of those that are true."""
    return f"{100 * mean(flags):.1f} %" if flags else ""


def main():
    bots = {}
    for turns in games(sys.stdin):
        bots.setdefault(turns[0]["bot"], []).append(turns)
    rows = [HEADINGS] + [[bot, *habits(seats)] for bot, seats in bots.items()]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADINGS))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


if __name__ == "__main__":
    main()
