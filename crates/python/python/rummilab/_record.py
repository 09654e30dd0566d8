"""Recorded games."""

from __future__ import annotations

import html
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ._columns import games_of, turns_of
from ._native import (
    Rules,
    draw_svg,
    record_games,
    record_header,
    record_replay,
    record_report,
    record_review,
    record_turns,
)


@dataclass(frozen=True)
class State:
    """A turn of a recorded game, and the state after it."""

    turn: int
    """The turn of the game, from 0."""
    seat: int
    """The seat that moved."""
    own_turn: int
    """The number of the seat's own turn, from 1."""
    bot: str
    """The bot in that seat."""
    action: str
    """The action in words, such as ``lays`` or ``draws``."""
    tiles: str
    """The tiles laid or drawn."""
    table: list[str]
    """The table afterwards, one text a set."""
    racks: list[str]
    """Every rack afterwards, by seat."""
    pool: int
    """Tiles in the pool afterwards."""
    drawn_first: str | None = None
    """The tile drawn at the start, where turns begin with a draw."""
    put_back: int | None = None
    """The tiles that went back, where turns begin with a draw."""
    owners: list[int | None] | None = None
    """The owner of each set of the table, where groups have owners; ``None`` for a run."""
    rules: Rules = field(default_factory=Rules, repr=False, compare=False)
    """The rules."""

    def svg(self) -> str:
        """The table and the rack of the seat, as an SVG."""
        headline = f"Turn {self.turn}: seat {self.seat} ({self.bot}) {self.action} {self.tiles}"
        remark = f"{self.pool} tiles in the pool."
        rack = self.racks[self.seat]
        return draw_svg(self.rules, headline.rstrip(), remark, " ; ".join(self.table), rack)

    def _repr_html_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Review:
    """A game of one seat, reviewed."""

    data: dict[str, Any] = field(repr=False)
    """The whole review, as ``rummilab analyse review --json`` prints it."""
    headline: str
    """A one-line summary: how many turns have which verdict."""
    lessons: str
    """The costliest turns, in words."""

    @property
    def turns(self) -> list[dict[str, Any]]:
        """A dict for each own turn: ``own_turn``, ``done``, ``model``, ``loss``, ``grade``, …"""
        turns: list[dict[str, Any]] = self.data["turns"]
        return turns

    def _repr_html_(self) -> str:
        rows = [
            [
                str(turn["own_turn"]),
                turn["rack"],
                "" if turn["loss"] is None else f"{100 * turn['loss']:.0f} %",
                turn["verdict"],
                turn["why"] or "",
            ]
            for turn in self.turns
        ]
        table = table_html(["turn", "rack", "lost", "verdict", "why"], rows)
        lessons = "".join(f"<p>{html.escape(line)}</p>" for line in self.lessons.splitlines())
        return f"<p>{html.escape(self.headline)}</p>{table}{lessons}"


@dataclass(frozen=True)
class Report:
    """A run as one HTML page, which needs no network and no other file. Notebooks show it."""

    html: str = field(repr=False)
    """The page."""

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the page."""
        Path(file).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        # A frame of its own: the page's styles and content policy are not the notebook's.
        page = html.escape(self.html)
        style = "width: 100%; height: 40em; border: 1px solid #ccc"
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="{style}"></iframe>'


class Kept:
    """A temporary folder, which is deleted together with the last object that needs it.

    A pickle carries its files, so that another process or machine has them.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rummilab-"))
        self.end = weakref.finalize(self, _delete, self.folder, os.getpid())

    def __copy__(self) -> Kept:
        return self

    def __deepcopy__(self, _memo: Any) -> Kept:
        return self

    def __reduce__(self) -> Any:
        files = (path for path in sorted(self.folder.rglob("*")) if path.is_file())
        packed = {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in files}
        return _unpacked, (packed,)


def _delete(folder: Path, owner: int) -> None:
    """Deletes a folder, but not in a forked child of the process that made it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _unpacked(files: dict[str, bytes]) -> Kept:
    kept = Kept()
    for name, data in files.items():
        place = kept.folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return kept


def _record_of(inside: Path, kept: Kept | None) -> Record:
    """The record at this place, or in the folder that came with a pickle."""
    record = Record(inside if kept is None else kept.folder / inside)
    record.kept = kept
    return record


class Record:
    """The games of a run: its folder, or a ``games.bin``.

    >>> import rummilab
    >>> match = rummilab.tournament(["greedy", "random"], deals=2, seed=1)
    >>> record = rummilab.Record(match.folder)
    >>> record.bots, record.players, len(record.games()["bot"])
    (['greedy', 'random'], 2, 8)
    >>> record.replay(block=0, game=1)[0].seat
    0
    """

    def __init__(self, place: str | os.PathLike[str]) -> None:
        self.place = Path(place)
        self.kept: Kept | None = None
        facts, self.rules = record_header(self.place)
        self.bots: list[str] = facts["bots"]
        self.seed: int = facts["seed"]
        self.salt: str | None = facts["salt"]
        self.players: int = facts["players"]
        self.plan: str = facts["plan"]
        self.plan_hash: str = facts["plan_hash"]
        self.build: str = facts["build"]

    def games(self) -> dict[str, np.ndarray[Any, Any]]:
        """The columns of ``games.csv``: a row for each game and seat.

        ``opened_turn`` is nan for a seat that never opened.
        """
        return games_of(record_games(self.place))

    def turns(self) -> dict[str, np.ndarray[Any, Any]]:
        """A row for each turn of each game. The referee confirms every turn."""
        return turns_of(record_turns(self.place))

    def replay(self, block: int = 0, game: int = 0) -> list[State]:
        """One game, turn by turn. The referee confirms it."""
        lines: list[dict[str, Any]] = json.loads(record_replay(self.place, block, game))
        for line in lines:
            line["table"] = [text for text in line["table"].split(" ; ") if text]
        return [State(**line, rules=self.rules) for line in lines]

    def review(
        self,
        block: int = 0,
        game: int = 0,
        seat: int = 0,
        *,
        model: str | None = None,
        deals: int | None = None,
    ) -> Review:
        """The loss of each turn of a seat in one game, measured by playouts.

        As ``rummilab analyse review``. A bot, the ``model``, chooses its own turn. The loss is
        the win rate after the model's turn, or after going out where that was possible, less that
        after the turn played. The model plays both out on the same ``deals`` of the hidden tiles,
        0 to 100,000. A turn takes seconds on all cores. Ctrl-C stops the review.
        """
        text, headline, lessons = record_review(self.place, block, game, seat, model, deals)
        return Review(json.loads(text), headline, lessons)

    def report(self, games: Sequence[str] = ()) -> Report:
        """The run as a page: numbers, plots, and games to step through.

        As ``rummilab report``: ``games`` are named by block and game from 0, such as ``b0g1``.
        By default they are the first, the most extreme and those with faults.
        """
        return Report(record_report(self.place, list(games)))

    def __reduce__(self) -> Any:
        kept = self.kept
        inside = self.place if kept is None else self.place.relative_to(kept.folder)
        return _record_of, (inside, kept)

    def __repr__(self) -> str:
        return f"Record({str(self.place)!r}, bots={self.bots!r})"


def table_html(header: list[str], rows: list[list[str]]) -> str:
    """A table for notebooks."""
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in header)
    cells = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
