"""Matches of bots: those of the roster, programs, and Python classes."""

from __future__ import annotations

import html
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ._bot import Bot, name_of
from ._errors import BotError, InputError, RunError
from ._native import Rules, checked_number, merge_runs, play_match, record_faults
from ._record import Kept, Record, Report, table_html
from ._solve import rules_of

Progress = Callable[[int, int, int], None]


class BotFaultWarning(UserWarning):
    """A bot made faults: exceptions, illegal plays, or answers that are no actions."""


@dataclass(frozen=True)
class BotFault:
    """A fault of a bot."""

    bot: str
    """The bot's name."""
    kind: str
    """``illegal``, ``timeout``, ``crash`` (an exception) or ``protocol`` (no action)."""
    reason: str
    """The reason in words; for an illegal play that of the referee."""
    block: int | None
    """The block; ``None`` for an exception after a game, which changed nothing."""
    game: int | None
    """The game of the block, from 0, as `Record.replay` counts."""
    turn: int | None
    """The turn of the game, from 0."""
    traceback: str | None
    """For an exception of a Python bot: the traceback, as Python prints it."""

    def __str__(self) -> str:
        place = "after a game"
        if self.block is not None:
            place = f"on turn {self.turn} of game {self.game} of block {self.block}"
        told = f"\n{self.traceback}" if self.traceback else ""
        return f"{self.bot}: {self.kind} {place}: {self.reason}{told}"


class Tournament:
    """The result of a match."""

    def __init__(
        self,
        folder: Path,
        ending: str,
        faults: list[BotFault],
        fault_counts: dict[str, int],
        withdrawn: dict[str, str],
        kept: Kept | None = None,
    ) -> None:
        self.folder = folder
        """The folder of the match. Without ``out`` it lives only as long as this object."""
        self.ending = ending
        """``finished``, ``stopped by rule``, or ``shard done``."""
        self.faults = faults
        """The first five faults of each bot, those of blocks in order."""
        self.fault_counts = fault_counts
        """The number of faults of each bot that made any."""
        self.withdrawn = withdrawn
        """Programs that could not be restarted, and why."""
        self.record = Record(folder)
        """The games."""
        self.record.kept = kept

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

    def __reduce__(self) -> Any:
        kept = self.record.kept
        state = (self.ending, self.faults, self.fault_counts, self.withdrawn, kept)
        return _tournament_of, (self.folder if kept is None else None, *state)

    def __repr__(self) -> str:
        if not (self.folder / "summary.json").exists():
            faults = ", ".join(f"{bot} {_faults(count)}" for bot, count in self._faulty())
            return f"<Tournament: {self.ending}{faults and ', '}{faults}>"
        bots = []
        for bot in self.summary["bots"]:
            count = self.fault_counts.get(bot["bot"])
            told = f" ({_faults(count)})" if count else ""
            bots.append(f"{bot['bot']} {_rate(bot['win_rate'])}{told}")
        return f"<Tournament {', '.join(bots)}>"

    def _faulty(self) -> list[tuple[str, int]]:
        return sorted(self.fault_counts.items())

    def _repr_html_(self) -> str:
        rows = []
        complete = (self.folder / "summary.json").exists()
        for bot in self.summary["bots"] if complete else []:
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
        table = table_html(["bot", "games", "wins", "95 % interval", "mean score"], rows)
        return table + "".join(
            f"<p>{html.escape(f'{bot} made {_faults(count)}. {_first(self.faults, bot)}')}</p>"
            for bot, count in self._faulty()
        )


def _tournament_of(folder: Path | None, *state: Any) -> Tournament:
    """A match in this folder, or in a temporary one that came with the pickle."""
    return Tournament(state[-1].folder / "run" if folder is None else folder, *state)


def _faults(count: int) -> str:
    return f"{count} fault" if count == 1 else f"{count} faults"


def _first(faults: list[BotFault], bot: str) -> str:
    """The first fault of a bot in words, without its traceback."""
    first = next((fault for fault in faults if fault.bot == bot), None)
    return "" if first is None else f"The first: {replace(first, traceback=None)}"


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
    strict: bool = False,
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

    An exception of a Python bot, an illegal play, and an answer that is no action are faults of
    the bot. `Tournament.faults` has the first ones with reason, place and traceback, and a
    `BotFaultWarning` shows the first of each bot. With ``strict`` the match ends at the first
    fault with a `BotError`. A bot cannot call `tournament` while it is asked.

    Ranges: ``deals`` 1 to 2**48, ``seed`` 0 to 2**64 - 1, ``players`` 2 to 6, ``rounds`` 1 to 100,
    ``threads`` 1 to 1024. Another number is an `InputError`.
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
        "players": checked_number("players", players, 2, 6),
        "deals": None if deals is None else checked_number("deals", deals, 1, 2**48),
        "seed": checked_number("seed", seed, 0, 2**64 - 1),
        "format": format,
        "salt": salt,
        "faults": faults,
        "clock": clock,
        "rounds": None if rounds is None else checked_number("rounds", rounds, 1, 100),
        "stop": stop,
    }
    text = json.dumps({name: value for name, value in plan.items() if value is not None})
    kept = Kept() if out is None else None
    folder = Path(out) if out is not None else kept.folder / "run" if kept else Path()
    show: Progress | bool | None = _bar() if progress is None else progress
    if show is True:
        show = _Bar()
    ending, withdrawn, rows, counts, remarks = play_match(
        text,
        rules_of(rules),
        list(own.items()),
        folder,
        shard,
        threads,
        show if callable(show) else None,
        strict,
    )
    if isinstance(show, _Bar):
        show.end()
    found = [BotFault(*row) for row in rows]
    if strict and found:
        raise BotError(str(found[0]))
    _warn(found, counts, remarks)
    if ending == "interrupted":
        raise KeyboardInterrupt
    return Tournament(folder, ending, found, counts, dict(withdrawn), kept)


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
    rows, counts = record_faults(Path(out))
    return Tournament(Path(out), "finished", [BotFault(*row) for row in rows], counts, {})


def _warn(faults: list[BotFault], counts: dict[str, int], remarks: list[str]) -> None:
    for bot in dict.fromkeys(fault.bot for fault in faults):
        first = next(fault for fault in faults if fault.bot == bot)
        total = f"\n{bot} made {_faults(counts[bot])} in this match." if bot in counts else ""
        warnings.warn(f"{first}{total}", BotFaultWarning, stacklevel=3)
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
