"""Matches of bots: those of the roster, programs, and Python classes."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import warnings
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ._bot import Bot, name_of
from ._errors import InputError, RunError
from ._native import Rules, merge_runs, play_match
from ._record import Record, Report, table_html
from ._solve import rules_of

Progress = Callable[[int, int, int], None]


class BotFaultWarning(UserWarning):
    """A Python bot raised an exception, which cost it the game."""


@dataclass(frozen=True)
class BotFault:
    """An exception of a Python bot."""

    bot: str
    """The bot's name."""
    traceback: str
    """The traceback, as Python prints it."""


class Kept:
    """A folder that is deleted together with the last object that needs it."""

    def __init__(self, folder: Path) -> None:
        self.end = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


class Tournament:
    """The result of a match."""

    def __init__(
        self,
        folder: Path,
        ending: str,
        faults: list[BotFault],
        withdrawn: dict[str, str],
        kept: Kept | None = None,
    ) -> None:
        self.folder = folder
        """The folder of the match. Without ``out`` it lives only as long as this object."""
        self.ending = ending
        """``finished``, ``stopped by rule``, or ``shard done``."""
        self.faults = faults
        """The first exceptions of Python bots."""
        self.withdrawn = withdrawn
        """Programs that could not be restarted, and why."""
        self.record = Record(folder)
        """The games."""
        self._kept = self.record.kept = kept

    @property
    def summary(self) -> dict[str, Any]:
        """The numbers with their intervals, as ``summary.json`` holds them."""
        text = (self.folder / "summary.json").read_text(encoding="utf-8")
        summary: dict[str, Any] = json.loads(text)
        return summary

    def games(self) -> dict[str, np.ndarray[Any, Any]]:
        """A row for each game and seat, as `Record.games`."""
        return self.record.games()

    def turns(self) -> dict[str, np.ndarray[Any, Any]]:
        """A row for each turn, as `Record.turns`."""
        return self.record.turns()

    def report(self, games: Sequence[str] = ()) -> Report:
        """The match as one HTML page, as `Record.report`."""
        return self.record.report(games)

    def __repr__(self) -> str:
        rates = (f"{bot['bot']} {_rate(bot['win_rate'])}" for bot in self.summary["bots"])
        return f"<Tournament {', '.join(rates)}>"

    def _repr_html_(self) -> str:
        rows = []
        for bot in self.summary["bots"]:
            low, high = bot["win_rate_ci"] or (None, None)
            score = bot["mean_score"]
            rows.append(
                [
                    bot["bot"],
                    str(bot["games"]),
                    _rate(bot["win_rate"]),
                    f"{_rate(low)} to {_rate(high)}",
                    "" if score is None else f"{score:.1f}",
                ]
            )
        return table_html(["bot", "games", "wins", "95 % interval", "mean score"], rows)


def _rate(rate: float | None) -> str:
    return "?" if rate is None else f"{100 * rate:.1f} %"


def tournament(
    bots: Iterable[str | type[Bot] | Callable[[], Bot]],
    *,
    deals: int | None = None,
    seed: int = 1,
    rules: str | Rules = "original",
    players: int = 2,
    out: str | os.PathLike[str] | None = None,
    shard: str | None = None,
    threads: int | None = None,
    format: str = "round-robin",
    salt: str | None = None,
    faults: str = "end",
    clock: str | None = None,
    rounds: int | None = None,
    stop: Mapping[str, Any] | None = None,
    progress: bool | Progress | None = None,
) -> Tournament:
    """Plays a match and returns its results.

    A bot is a name such as ``"hold:h=1"``, a program ``"cmd:python3 mybot.py"``, or a class of
    your own (`Bot`), made once for each seat and thread. Each of ``deals`` (100) is played in
    all seatings. The same arguments give the same games at any number of threads.

    With ``out`` the match is kept in that folder; after Ctrl-C, the same call continues it.
    ``shard="0/4"`` plays the first of four parts, and `merge` combines the parts. ``faults`` is
    ``"end"`` (a bot's fault ends the game) or ``"rules"`` (it costs the penalty of the rules).
    ``clock`` and ``salt`` are for programs. ``stop`` is a rule such as
    ``{"until_width": 0.05}``. ``progress`` is a function of blocks done, blocks of the match
    and games done. Without it terminals and notebooks show a line; False shows nothing.

    >>> match = tournament(["hold:h=1", "greedy"], deals=20, seed=1)
    >>> match.summary["bots"][0]["games"]
    40
    >>> sorted(match.games())[:3]
    ['block', 'bot', 'end']

    An exception of a Python bot counts as a fault of the bot. `Tournament.faults` has it with its
    traceback, and a `BotFaultWarning` shows the first of each bot.
    """
    names: list[str] = []
    own: dict[str, Callable[[], Bot]] = {}
    for bot in bots:
        if isinstance(bot, str):
            names.append(bot)
            continue
        if not callable(bot):
            raise InputError(f"{bot!r} is no bot; expected a name, a class or a function")
        name = name_of(bot)
        if own.setdefault(name, bot) is not bot:
            raise InputError(f"two bots are called `{name}`; give one of them another `name`")
        names.append(name)
    plan: dict[str, Any] = {
        "bots": names,
        "players": players,
        "deals": deals,
        "seed": seed,
        "format": format,
        "salt": salt,
        "faults": faults,
        "clock": clock,
        "rounds": rounds,
        "stop": stop,
    }
    text = json.dumps({name: value for name, value in plan.items() if value is not None})
    place = Path(tempfile.mkdtemp(prefix="rummilab-")) if out is None else Path(out)
    kept = Kept(place) if out is None else None
    folder = place / "run" if kept else place
    show: Progress | bool | None = _bar() if progress is None else progress
    if show is True:
        show = _Bar()
    ending, withdrawn, tracebacks, remarks = play_match(
        text,
        rules_of(rules),
        list(own.items()),
        folder,
        shard,
        threads,
        show if callable(show) else None,
    )
    if isinstance(show, _Bar):
        show.end()
    found = [BotFault(*fault) for fault in tracebacks]
    _warn(found, remarks)
    if ending == "interrupted":
        raise KeyboardInterrupt
    return Tournament(folder, ending, found, dict(withdrawn), kept)


def merge(
    parts: Iterable[str | os.PathLike[str]], out: str | os.PathLike[str]
) -> Tournament:
    """Combines the parts of a match: byte for byte the match as one call plays it.

    ``parts`` are the folders of `tournament` with ``shard``, in any order. Blocks of the
    same match that ``out`` already holds stay. Raises `RunError` if blocks are missing; ``out``
    then keeps the blocks found.

    >>> import tempfile, rummilab
    >>> place = tempfile.mkdtemp()
    >>> settings = {"bots": ["greedy", "random"], "deals": 2, "seed": 1}
    >>> parts = [f"{place}/0", f"{place}/1"]
    >>> for number, part in enumerate(parts):
    ...     _ = rummilab.tournament(**settings, shard=f"{number}/2", out=part)
    >>> rummilab.merge(parts, f"{place}/whole").ending
    'finished'
    """
    whole = merge_runs([Path(part) for part in parts], out)
    if not whole:
        raise RunError(f"blocks are missing in {os.fspath(out)}; play the other shards and merge again")
    return Tournament(Path(out), "finished", [], {})


def _warn(faults: list[BotFault], remarks: list[str]) -> None:
    for bot in dict.fromkeys(fault.bot for fault in faults):
        first = next(fault for fault in faults if fault.bot == bot)
        warnings.warn(f"{bot}:\n{first.traceback}", BotFaultWarning, stacklevel=3)
    for remark in remarks:
        warnings.warn(remark, stacklevel=3)


class _Bar:
    """A progress line of the match."""

    def __init__(self) -> None:
        self._shown = ""

    def __call__(self, blocks: int, of: int, games: int) -> None:
        line = f"{blocks} of {of} deals, {games} games"
        if line != self._shown:
            self._shown = line
            print(f"\r{line}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shown:
            print(file=sys.stderr)


def _bar() -> _Bar | None:
    notebook = "ipykernel" in sys.modules
    return _Bar() if notebook or sys.stderr.isatty() else None
