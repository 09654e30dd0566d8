"""The names of the library ``rummikub_solver`` 1.0, answered by rummilab's exact search.

A program that imports that library runs on this one after::

    import sys, rummilab.compat.rummikub_solver as stand_in
    sys.modules["rummikub_solver"] = stand_in

The interface is that of https://github.com/mjpieters/rummikub_solver; no code of it is here.
Rummilab knows values up to 15, up to 3 copies of a tile, and sets of 3 tiles and
more, so `RuleSet` takes nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from .._native import Answer, Rules, Solver

__all__ = [
    "Colour",
    "GameState",
    "Joker",
    "MILPSolver",
    "Number",
    "ProposedSolution",
    "RuleSet",
    "SolverMode",
    "TableArrangement",
    "Tile",
]


class Colour(Enum):
    """Tile colours, in the order in which a rule set takes them."""

    BLACK = 1
    BLUE = 2
    ORANGE = 3
    RED = 4
    GREEN = 5
    MAGENTA = 6
    WHITE = 7
    CYAN = 8


_LETTERS = dict(zip(Colour, "KBORGPWY", strict=True))


class Tile(int):
    """A tile: its number in the rule set, from 1."""


class Joker(Tile):
    """A joker."""


class Number(Tile):
    """A number tile."""

    value: int
    colour: Colour

    def __new__(cls, tile: int, colour: Colour, value: int) -> Number:
        instance = super().__new__(cls, tile)
        instance.colour, instance.value = colour, value
        return instance

    def __getnewargs__(self) -> Any:
        return int(self), self.colour, self.value


class SolverMode(Enum):
    """The goal to optimise."""

    INITIAL = "initial"
    TILE_COUNT = "tiles"
    TOTAL_VALUE = "value"


class MILPSolver(str, Enum):
    """The solver: always rummilab."""

    RUMMILAB = "RUMMILAB"

    def __str__(self) -> str:
        return self.value

    @classmethod
    def supported(cls) -> set[MILPSolver]:
        """All members."""
        return set(cls)


class ProposedSolution(NamedTuple):
    """A move: the tiles to lay, and all sets of the table after it."""

    tiles: Sequence[Tile]
    sets: Sequence[tuple[Tile, ...]]
    free_jokers: int = 0


class TableArrangement(NamedTuple):
    """The table as sets, and the number of jokers that no set needs."""

    sets: Sequence[tuple[Tile, ...]]
    free_jokers: int


class GameState:
    """The tiles of one player and of the table."""

    def __init__(
        self,
        tile_map: Sequence[Tile],
        table: Iterable[int] = (),
        rack: Iterable[int] = (),
        initial: bool = True,
    ) -> None:
        self._tile_map = tile_map
        self.reset()
        self.add_table(*(table or ()))
        self.add_rack(*(rack or ()))
        self.initial = initial

    def reset(self) -> None:
        """Removes all tiles; the player has not opened."""
        self.table: Counter[Tile] = Counter()
        self.rack: Counter[Tile] = Counter()
        self.initial = True

    @property
    def sorted_rack(self) -> list[Tile]:
        """The tiles of the rack."""
        return sorted(self.rack.elements())

    @property
    def sorted_table(self) -> list[Tile]:
        """The tiles of the table."""
        return sorted(self.table.elements())

    def with_move(self, *tiles: int) -> GameState:
        """The state after these tiles move from the rack to the table."""
        moved = self._tiles(tiles)
        if moved - self.rack:
            raise ValueError("Move includes tiles not on the rack")
        table, rack = (self.table + moved).elements(), (self.rack - moved).elements()
        return GameState(self._tile_map, table, rack, initial=False)

    def with_table(self, *tiles: int) -> GameState:
        """This player with another table."""
        return GameState(self._tile_map, tiles, self.rack.elements(), self.initial)

    def table_only(self) -> GameState:
        """The table without the player."""
        return GameState(self._tile_map, self.table.elements(), (), self.initial)

    def add_rack(self, *tiles: int) -> None:
        """Adds tiles to the rack."""
        self.rack += self._tiles(tiles)

    def remove_rack(self, *tiles: int) -> None:
        """Takes tiles from the rack, as far as they are there."""
        self.rack -= self._tiles(tiles)

    def add_table(self, *tiles: int) -> None:
        """Adds tiles to the table."""
        self.table += self._tiles(tiles)

    def remove_table(self, *tiles: int) -> None:
        """Takes tiles from the table, as far as they are there."""
        self.table -= self._tiles(tiles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        mine, theirs = (self.initial, self.rack, self.table), (other.initial, other.rack, other.table)
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]

    def _tiles(self, tiles: Iterable[int]) -> Counter[Tile]:
        given, last = list(tiles), len(self._tile_map) - 1
        for tile in given:
            if not 1 <= tile <= last:
                raise ValueError(f"there is no tile {tile}; expected 1 to {last}")
        return Counter(self._tile_map[tile] for tile in given)


class RuleSet:
    """The rules, with answers to questions under them."""

    def __init__(
        self,
        *,
        numbers: int = 13,
        repeats: int = 2,
        colours: int = 4,
        jokers: int = 2,
        min_len: int = 3,
        min_initial_value: int = 30,
        solver_backend: MILPSolver | str | None = None,
    ) -> None:
        if min_len != 3:
            raise ValueError(f"min_len is {min_len}; rummilab knows sets of 3 tiles and more")
        letters = "".join(_LETTERS[colour] for colour in list(Colour)[:colours])
        self.rules = Rules(
            "original",
            values=numbers,
            copies=repeats,
            colours=letters,
            jokers=jokers,
            max_run_len=numbers,
            opening_min=min_initial_value,
        )
        self.numbers, self.repeats, self.colours, self.jokers = numbers, repeats, colours, jokers
        self.min_len, self.min_initial_value = min_len, min_initial_value
        self.backend = MILPSolver(solver_backend or MILPSolver.RUMMILAB)
        self._solvers = {goal: Solver(self.rules, goal) for goal in ("tiles", "value")}
        self.tiles: Sequence[Tile] = self._all()
        self.tile_count = len(self.tiles)
        self._names = {tile: self._name(tile) for tile in self.tiles}
        self._by_name = {name: tile for tile, name in self._names.items()}

    @property
    def game_state_key(self) -> str:
        """The key that all states of these rules share."""
        return f"n{self.numbers}r{self.repeats}c{self.colours}j{self.jokers}"

    def new_game(self) -> GameState:
        """A state without tiles."""
        return GameState((Tile(0), *self.tiles))

    def game_state_valid(self, state: GameState) -> bool:
        """Whether the state has no more tiles of any kind than the game."""
        counts = state.rack + state.table
        return all(
            count <= (self.jokers if isinstance(tile, Joker) else self.repeats)
            for tile, count in counts.items()
        )

    def solve(self, state: GameState, mode: SolverMode | None = None) -> ProposedSolution | None:
        """The best move; None if nothing can be laid. An opening may continue on the table."""
        self._check(state)
        if mode is None:
            mode = SolverMode.INITIAL if state.initial else SolverMode.TILE_COUNT
        if mode is not SolverMode.INITIAL:
            return self._proposed(state, self._best(state, mode.value))
        rack = self._text(state.rack)
        opening = self._solvers["tiles"].solve([], rack, False)
        if not opening.tiles:
            return None
        laid = self._tiles_of(opening.played or "")
        after = state.with_move(*laid)
        more = self._proposed(after, self._best(after, "tiles"))
        tiles = sorted([*laid, *(more.tiles if more else ())])
        arranged = self.arrange_table(state.with_move(*tiles))
        return None if arranged is None else ProposedSolution(tiles, *arranged)

    def arrange_table(self, state: GameState) -> TableArrangement | None:
        """The tiles of the table as sets, with as many jokers free as can be."""
        self._check(state.table_only())
        jokers: list[Tile] = [tile for tile in state.table.elements() if isinstance(tile, Joker)]
        for free in range(len(jokers), -1, -1):
            table = state.table - Counter(jokers[:free])
            found = self._solvers["tiles"].solve(table_tiles=self._text(table))
            if found.status == "optimal" and (found.table or not table):
                return TableArrangement(self._sets(found), free)
        return None

    def _best(self, state: GameState, goal: str) -> Answer:
        table, rack = self._text(state.table), self._text(state.rack)
        return self._solvers[goal].solve(rack=rack, table_tiles=table)

    def _proposed(self, state: GameState, found: Answer) -> ProposedSolution | None:
        if not found.tiles:
            return None
        return ProposedSolution(self._tiles_of(found.played or ""), self._sets(found))

    def _check(self, state: GameState) -> None:
        if not self.game_state_valid(state):
            raise ValueError("there are more tiles of a kind than the game has")

    def _sets(self, found: Answer) -> list[tuple[Tile, ...]]:
        return [tuple(self._tiles_of(text)) for text in found.table or ()]

    def _tiles_of(self, text: str) -> list[Tile]:
        return [self._by_name[name] for name in text.split()]

    def _text(self, tiles: Counter[Tile]) -> str:
        return " ".join(self._names[tile] for tile in tiles.elements())

    def _name(self, tile: Tile) -> str:
        return f"{_LETTERS[tile.colour]}{tile.value}" if isinstance(tile, Number) else "J"

    def _all(self) -> Sequence[Tile]:
        kinds = [
            (colour, value)
            for colour in list(Colour)[: self.colours]
            for value in range(1, self.numbers + 1)
        ]
        numbers = [Number(at, *kind) for at, kind in enumerate(kinds, 1)]
        return (*numbers, *([Joker(len(numbers) + 1)] if self.jokers else []))
