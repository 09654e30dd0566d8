"""Base class of bots written in Python."""

from __future__ import annotations

from collections.abc import Callable

from ._native import Action, Rules, View, serve_bot
from ._solve import rules_of


class Bot:
    """A player. One object plays many games, one after the other, always in one thread.

    Override `act`; the other methods have defaults. The same game must get the same actions,
    whatever was played before. So reset in `new_game` what earlier games taught, and take
    randomness from ``random.Random(view.seed)``.

    >>> import rummilab
    >>> class Hasty(rummilab.Bot):
    ...     version = 1
    ...
    ...     def act(self, view):
    ...         best = view.best()
    ...         return rummilab.play(best.table) if best.tiles else view.idle()
    >>> match = rummilab.tournament([Hasty, "random"], deals=20, seed=1)
    >>> match.summary["bots"][0]["bot"], match.summary["bots"][0]["win_rate"] > 0.8
    ('Hasty:version=1', True)
    """

    name: str | None = None
    """The name in plan and record; that of the class unless given."""
    version: int | str | None = None
    """Raise it whenever any decision of the bot changes; if given, it is part of the name."""

    def act(self, view: View) -> Action:
        """The action for this turn: `play`, `draw`, `pass_` or ``view.idle()``."""
        raise NotImplementedError

    def new_game(self, seat: int) -> None:
        """Called when a game begins; ``seat`` is this bot's, from 0."""

    def put_back(self, view: View, tile: str) -> bool:
        """Whether to put the tile drawn at the start back for another, where the rules allow it."""
        return True

    def game_over(self, view: View, ending: str, places: list[int]) -> None:
        """Called at the end: ``out``, ``empty``, ``fault`` or ``endless``; places from 1 by seat."""


def name_of(bot: object) -> str:
    """The name of a bot class, or of a function that makes bots."""
    name = getattr(bot, "name", None) or getattr(bot, "__name__", type(bot).__name__)
    version = getattr(bot, "version", None)
    return str(name) if version is None else f"{name}:version={version}"


def serve(bot: Callable[[], Bot], rules: str | Rules = "original") -> None:
    """Plays as a program, over the bot protocol on standard input and output, until the other
    program ends it. A file that ends with ``rummilab.serve(Mine)`` plays as
    ``--bot "mine=cmd:python mine.py"``.
    """
    name = str(getattr(bot, "name", None) or getattr(bot, "__name__", type(bot).__name__))
    serve_bot(name, str(getattr(bot, "version", None) or ""), bot, rules_of(rules))
