"""Functions that solve and judge. Each thread keeps its solvers between calls."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ._answers import AfterDraw, Plays, Verdict, verdict_of
from ._native import (
    Answer,
    Rules,
    Solver,
    bench_lines,
    check_line,
    checked_number,
    solve_lines,
)

_KEPT = 16  # solvers of a thread
_kept = threading.local()
_presets: dict[str, Rules] = {}


def rules_of(rules: str | os.PathLike[str] | Rules) -> Rules:
    """The rules of a preset or a path; each preset is read once."""
    if isinstance(rules, Rules):
        return rules
    name = os.fspath(rules)
    known = _presets.get(name)
    if known is None:
        known = Rules(name)
        if name.isalpha():
            _presets[name] = known
    return known


def solver_of(rules: str | Rules, goal: str, solver: str) -> Solver:
    """The solver that this thread keeps for these rules."""
    kept: dict[tuple[Rules, str, str], Solver] | None = getattr(_kept, "solvers", None)
    if kept is None:
        kept = _kept.solvers = {}
    key = (rules_of(rules), goal, solver)
    found = kept.get(key)
    if found is None:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[key] = Solver(*key)
    return found


def solve(
    table: str | Sequence[str] | None = None,
    rack: str = "",
    rules: str | Rules = "original",
    opened: bool = True,
    goal: str = "tiles",
    solver: str = "search",
    *,
    owners: Sequence[int | None] | None = None,
    me: int | None = None,
    as_laid: bool = False,
    table_tiles: str | None = None,
) -> Answer:
    """The best play from a table and a rack, and the new table with the fewest changes.

    ``table`` is one text with sets separated by ``;``, or a list with one text a set;
    ``table_tiles`` gives its tiles alone. ``opened`` says whether the player has opened.
    ``goal`` is ``"tiles"`` (most tiles, then points) or ``"value"``; ``solver`` is
    ``"search"``, ``"ilp"`` or ``"ilp:backend=…"``. Where groups have owners, ``owners`` has one
    entry for each set of the table, a seat or ``None``, and ``me`` is the seat at turn.

    >>> answer = solve("R3 R4 R5 ; K7 B7 O7", "R6 J")
    >>> answer.status, answer.tiles, answer.value, answer.played
    ('optimal', 2, 6, 'R6 J')
    >>> answer.table
    ['R3 R4 R5 R6 J', 'K7 B7 O7']

    Raises `InputError` if the input cannot be read, and `UnsupportedError` if the solver does not
    honour a rule or goal.
    """
    kept = solver_of(rules, goal, solver)
    if owners is None and me is None and not as_laid and table_tiles is None:
        return kept.solve(table, rack, opened)
    return kept.solve(
        table, rack, opened, owners=owners, me=me, as_laid=as_laid, table_tiles=table_tiles
    )


def explain(
    table: str | Sequence[str] | None = None,
    rack: str = "",
    rules: str | Rules = "original",
    opened: bool = True,
    goal: str = "tiles",
    solver: str = "search",
    *,
    owners: Sequence[int | None] | None = None,
    me: int | None = None,
) -> list[str]:
    """The best play as steps that a person can follow; no step if nothing can be laid.

    >>> for step in explain("R4 R5 R6 R7 R8", "R6"):
    ...     print(step)
    split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8
    lay R6 from the rack on R7 R8 -> R6 R7 R8

    `Answer.steps` has the same steps with the sets concerned.
    """
    answer = solve(table, rack, rules, opened, goal, solver, owners=owners, me=me)
    return [step["text"] for step in answer.steps or []]


def plays(
    table: str | Sequence[str] | None = None,
    rack: str = "",
    rules: str | Rules = "original",
    opened: bool = True,
    goal: str = "tiles",
    solver: str = "search",
    *,
    most: int = 100,
    owners: Sequence[int | None] | None = None,
    me: int | None = None,
) -> Plays:
    """Every legal choice of rack tiles to lay, or the best ``most`` of them (0 to 65,535).

    >>> [play.played for play in plays("R3 R4 R5", "R6 R2 K9")]
    ['R2 R6', 'R6', 'R2']
    """
    kept = solver_of(rules, goal, solver)
    return kept.plays(table, rack, opened, most=most, owners=owners, me=me)


def after_draw(
    table: str | Sequence[str] | None = None,
    rack: str = "",
    rules: str | Rules = "original",
    opened: bool = True,
    goal: str = "tiles",
    solver: str = "search",
    *,
    unseen: str | None = None,
    owners: Sequence[int | None] | None = None,
    me: int | None = None,
) -> AfterDraw:
    """The effect on the best play of each tile that could be drawn.

    ``unseen`` are the tiles that could be drawn. By default they are all tiles that are neither
    on the table nor on the rack.

    >>> answer = after_draw("R3 R4 R5", "R7")
    >>> answer.going_out, answer.unseen
    (4, 102)
    """
    kept = solver_of(rules, goal, solver)
    return kept.after_draw(table, rack, opened, unseen=unseen, owners=owners, me=me)


def solve_batch(
    positions: Iterable[Mapping[str, Any] | str],
    *,
    threads: int | None = None,
    rules: str | Rules = "original",
    goal: str = "tiles",
    solver: str = "search",
    explain: bool = False,
) -> list[dict[str, Any]]:
    """The answers to many positions, on several threads, in the order of the positions.

    A position is a dict with the names of a line of ``rummilab solve --batch``, or such a line
    as text: ``table`` (a list of texts), ``rack``, and optionally ``id``, ``opened``,
    ``table_tiles``, ``owners``, ``me``, ``rules`` (a preset), ``options``. An answer has the
    names of that command's answers. A position without an answer gets the status ``error`` or
    ``unsupported``, with the reason in ``error``; this does not affect the others.
    Other Python threads keep running. Without ``threads`` all cores are used. The calling thread
    is one of them: with ``threads=1`` one core is used. ``threads`` is 0 (all cores) to 1024.

    >>> [answer] = solve_batch([{"id": 1, "table": ["R3 R4 R5"], "rack": "R6"}], threads=2)
    >>> answer["id"], answer["status"], answer["played"]
    (1, 'optimal', 'R6')
    """
    given = list(positions)
    lines: str | list[str]
    if any(isinstance(line, str) for line in given):
        lines = [line if isinstance(line, str) else json.dumps(line) for line in given]
    else:
        lines = json.dumps(given, check_circular=False)
    return solve_lines(lines, rules_of(rules), goal, solver, explain, threads)


def bench(
    positions: Iterable[Mapping[str, Any] | str],
    solvers: Mapping[str, str | Callable[[dict[str, Any]], Any]],
    *,
    rules: str | Rules = "original",
    goal: str = "tiles",
    limit: float = 60.0,
    repeat: int = 3,
) -> dict[str, Any]:
    """Times solvers side by side and judges each answer, as ``rummilab bench`` does.

    Positions are those of `solve_batch`; those of a corpus have certified answers, and a claim
    that one of them refutes is counted as wrong. A solver is the name of one of the library, or a
    function. It is given the question as a dict (docs/guide/your-solver.md) and returns the table
    after the turn as a list of texts, a dict with ``table`` and ``status``, an `Answer`, or ``None``
    if it lays nothing. An exception counts as a crash. An answer after ``limit`` seconds counts as
    too late, but nothing is stopped; it is at most a year. Each question is asked ``repeat`` times,
    1 to 1,000,000. The result is that of ``rummilab bench --json``.

    >>> def lays_nothing(question):
    ...     return {"table": question["table"], "status": "optimal"}
    >>> positions = [{"table": ["R3 R4 R5"], "rack": "R6"}]
    >>> result = bench(positions, {"search": "search", "mine": lays_nothing})
    >>> [(solver["name"], solver["optimal"], solver["wrong"]) for solver in result["solvers"]]
    [('search', 1, 0), ('mine', 0, 1)]
    """
    lines = [line if isinstance(line, str) else json.dumps(line) for line in positions]
    asked = [
        (name, solver if isinstance(solver, str) else _asker(solver))
        for name, solver in solvers.items()
    ]
    told = bench_lines(lines, rules_of(rules), goal, asked, limit, repeat)
    result: dict[str, Any] = json.loads(told)
    return result


def _asker(solver: Callable[[dict[str, Any]], Any]) -> Callable[[str], str]:
    """A function of a question that the native part can call with a line of JSON."""

    def ask(question: str) -> str:
        answer = solver(json.loads(question))
        if answer is None:
            answer = {}
        elif isinstance(answer, Answer):
            answer = answer.to_dict()
        elif not isinstance(answer, Mapping):
            answer = {"table": list(answer)}
        return json.dumps(answer)

    return ask


def check(set: str, rules: str | Rules = "original", *, as_laid: bool = False) -> Verdict:
    """Whether some tiles are a set; with ``as_laid`` in the order written.

    >>> check("R9 J J").kinds
    {'group': 27, 'run': 30}
    >>> check("R3 R4 R6").reason
    '`R3 R4 R6` has a gap; the values of a run are in a row'
    """
    return _judged(rules, {"set": set, "as_laid": as_laid})


def judge(
    before: str | Sequence[str],
    played: str,
    after: str | Sequence[str],
    rules: str | Rules = "original",
    opened: bool = True,
    *,
    owners: Sequence[int | None] | None = None,
    owners_after: Sequence[int | None] | None = None,
    me: int | None = None,
    as_laid: bool = False,
) -> Verdict:
    """Whether it is legal to lay ``played`` and leave the table ``after``.

    >>> bool(judge("R3 R4 R5", "R6", "R3 R4 R5 R6"))
    True
    >>> judge("R3 R4 R5", "R7", "R3 R4 R5 R7").reason
    '`R3 R4 R5 R7` has a gap; the values of a run are in a row'
    """
    line = {
        "before": _sets(before),
        "played": played,
        "after": _sets(after),
        "opened": opened,
        "owners": _seats("owner", owners),
        "owners_after": _seats("owner", owners_after),
        "me": None if me is None else checked_number("me", me, 0, 5),
        "as_laid": as_laid,
    }
    return _judged(rules, line)


def _sets(table: str | Sequence[str]) -> list[str]:
    if not isinstance(table, str):
        return list(table)
    return [text.strip() for text in table.split(";") if text.strip()]


def _seats(name: str, seats: Sequence[int | None] | None) -> list[int | None] | None:
    if seats is None:
        return None
    return [None if seat is None else checked_number(name, seat, 0, 5) for seat in seats]


def _judged(rules: str | Rules, line: dict[str, Any]) -> Verdict:
    return verdict_of(json.loads(check_line(json.dumps(line), rules_of(rules))))
