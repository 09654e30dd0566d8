"""Tables of games and turns as columns: dicts of numpy arrays, which polars.DataFrame,
pandas.DataFrame and duckdb take."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np

_WHOLE = {"block", "game", "seat", "score", "tiles_left", "points_left", "own_turns"}
_REAL = {"win_share", "opened_turn"}


def games_of(text: str) -> dict[str, np.ndarray[Any, Any]]:
    """The columns of ``games.csv``."""
    rows = list(csv.reader(io.StringIO(text)))
    columns: dict[str, np.ndarray[Any, Any]] = {}
    for at, name in enumerate(rows[0]):
        cells = [row[at] for row in rows[1:]]
        if name in _WHOLE:
            columns[name] = np.array([int(cell) for cell in cells], dtype=np.int64)
        elif name in _REAL:
            columns[name] = np.array([float(cell) if cell else np.nan for cell in cells])
        else:
            columns[name] = np.array(cells, dtype=np.str_)
    return columns


def turns_of(text: str) -> dict[str, np.ndarray[Any, Any]]:
    """The columns of all turns."""
    rows: list[tuple[int, int, dict[str, Any], int]] = json.loads(text)
    lines = [line for _, _, line, _ in rows]

    def whole(numbers: list[int]) -> np.ndarray[Any, Any]:
        return np.array(numbers, dtype=np.int64)

    def words(name: str) -> np.ndarray[Any, Any]:
        return np.array([line[name] for line in lines], dtype=np.str_)

    return {
        "block": whole([row[0] for row in rows]),
        "game": whole([row[1] for row in rows]),
        **{name: whole([line[name] for line in lines]) for name in ("turn", "seat", "own_turn")},
        "bot": words("bot"),
        "action": words("action"),
        "tiles": words("tiles"),
        "tiles_left": whole([row[3] for row in rows]),
        "pool": whole([line["pool"] for line in lines]),
        "table": words("table"),
    }
