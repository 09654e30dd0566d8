"""States as text and as pixel images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_INK = {
    "R": (200, 30, 40),
    "P": (220, 80, 160),
    "B": (30, 80, 200),
    "K": (20, 20, 20),
    "O": (225, 120, 0),
    "Y": (190, 150, 0),
    "W": (130, 130, 130),
    "G": (20, 130, 60),
}
_JOKER = (120, 40, 140)
# Rows of three pixels each, from the top: 7 is a full row, 4 its left pixel.
_GLYPHS = {
    "0": (7, 5, 5, 5, 7),
    "1": (2, 6, 2, 2, 7),
    "2": (7, 1, 7, 4, 7),
    "3": (7, 1, 7, 1, 7),
    "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7),
    "6": (7, 4, 7, 5, 7),
    "7": (7, 1, 2, 2, 2),
    "8": (7, 5, 7, 5, 7),
    "9": (7, 5, 7, 1, 7),
    "J": (1, 1, 1, 5, 7),
    "D": (6, 5, 5, 5, 6),
    "C": (7, 4, 4, 4, 7),
    "M": (5, 7, 7, 5, 5),
}
_SCALE = 2
_HIGH, _WIDE = 18, 22  # a tile in pixels
_COLUMNS, _ROWS = 34, 16
_FELT, _TILE, _RACK = (32, 92, 64), (250, 246, 232), (120, 84, 50)

Pixels = NDArray[np.uint8]


def as_text(table: Sequence[str], laid: str, racks: Sequence[str], pool: int | None) -> str:
    """A state as lines of text."""
    lines = ["table  " + (" ; ".join(table) or "-")]
    if laid:
        lines.append("laid   " + laid)
    lines += [f"rack {seat} {rack or '-'}" for seat, rack in enumerate(racks)]
    if pool is not None:
        lines.append(f"pool   {pool}")
    return "\n".join(lines)


def as_pixels(table: Sequence[str], racks: Sequence[str]) -> Pixels:
    """A state as an array of shape (height, width, 3) of uint8: sets above, racks below."""
    size = (_ROWS * (_HIGH + 4), _COLUMNS * (_WIDE + 2), 3)
    pixels: Pixels = np.empty(size, dtype=np.uint8)
    pixels[:] = _FELT
    row = column = 0
    for text in table:
        tiles = text.split()
        if column and column + len(tiles) > _COLUMNS:
            row, column = row + 1, 0
        for tile in tiles:
            _draw(pixels, row, column, tile)
            column += 1
        column += 1
    first = max(row + 1, _ROWS - 2 * len(racks))
    pixels[first * (_HIGH + 4) :] = _RACK
    for seat, rack in enumerate(racks):
        for at, tile in enumerate(rack.split()):
            _draw(pixels, first + 2 * seat + at // _COLUMNS, at % _COLUMNS, tile)
    return pixels


def _draw(pixels: Pixels, row: int, column: int, tile: str) -> None:
    if row >= _ROWS or column >= _COLUMNS:
        return
    top, left = row * (_HIGH + 4) + 2, column * (_WIDE + 2) + 1
    pixels[top : top + _HIGH, left : left + _WIDE] = _TILE
    ink: Any = _INK[tile[0]] if len(tile) > 1 else _JOKER
    for at, letter in enumerate(tile[1:] or tile):
        for down, bits in enumerate(_GLYPHS[letter]):
            for right in range(3):
                if bits & (4 >> right):
                    y = top + 4 + down * _SCALE
                    x = left + 4 + (4 * at + right) * _SCALE
                    pixels[y : y + _SCALE, x : x + _SCALE] = ink
