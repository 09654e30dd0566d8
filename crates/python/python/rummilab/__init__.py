"""Rummikub: an exact turn solver, a referee for four rule systems, bots, and tournaments
that are reproducible to the byte.

A tile is a colour letter and a value (``R6``), or ``J`` for a joker. ``;`` separates sets:

>>> import rummilab
>>> rummilab.solve(table="R3 R4 R5 ; K7 B7 O7", rack="R6 J").table
['R3 R4 R5 R6 J', 'K7 B7 O7']
"""

from ._answers import AfterDraw, Draw, Play, Plays, Verdict
from ._bot import Bot, serve
from ._errors import BotError, BugError, Error, InputError, InUseError, RunError, UnsupportedError
from ._native import (
    Action,
    Answer,
    BestPlay,
    Game,
    Position,
    Rules,
    Solver,
    View,
    __version__,
    draw,
    pass_,
    play,
)
from ._record import Record, Report, Review, State
from ._solve import after_draw, bench, check, explain, judge, plays, solve, solve_batch
from ._tournament import BotFault, BotFaultWarning, Tournament, merge, tournament

__all__ = [
    "Action",
    "AfterDraw",
    "Answer",
    "BestPlay",
    "Bot",
    "BotError",
    "BotFault",
    "BotFaultWarning",
    "BugError",
    "Draw",
    "Error",
    "Game",
    "InUseError",
    "InputError",
    "Play",
    "Plays",
    "Position",
    "Record",
    "Report",
    "Review",
    "Rules",
    "RunError",
    "Solver",
    "State",
    "Tournament",
    "UnsupportedError",
    "Verdict",
    "View",
    "__version__",
    "after_draw",
    "bench",
    "check",
    "draw",
    "explain",
    "judge",
    "merge",
    "pass_",
    "play",
    "plays",
    "serve",
    "solve",
    "solve_batch",
    "tournament",
]

for _exception in (BotError, BugError, Error, InputError, InUseError, RunError, UnsupportedError):
    _exception.__module__ = "rummilab"
