"""
`rummilab._native`.
"""

from _typeshed import SupportsGetItem
from os import PathLike
from rummilab._answers import AfterDraw, Plays
from rummilab._types import ActionKind, Answers, Counts, CountsLike, Ending, Facts, Function, MatchEnding, Status, Steps
from typing import Any, Final, SupportsFloat, SupportsIndex, final

__all__ = ["__version__", "Action", "Answer", "BestPlay", "Game", "Games", "Position", "Rules", "SelfPlay", "Solver", "View", "action_of", "answer_of", "bench_lines", "best_play_of", "check_line", "checked_number", "draw", "draw_svg", "game_played", "games_played", "guard", "merge_runs", "pass_", "play", "play_match", "position_of", "record_faults", "record_games", "record_header", "record_replay", "record_report", "record_review", "record_turns", "rules_from_toml", "serve_bot", "solve_lines", "view_of"]

__version__: Final[str]
"""
The version of the package.
"""

@final
class Action:
    """
    A bot's action on its turn.
    """
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    @property
    def kind(self, /) -> ActionKind:
        """
        `play`, `draw` or `pass`.
        """

@final
class Answer:
    """
    The best play and the table after it.

    >>> import rummilab
    >>> answer = rummilab.solve("R4 R5 R6 R7 R8", "R6")
    >>> answer.tiles, answer.table
    (1, ['R4 R5 R6', 'R6 R7 R8'])
    >>> answer.steps[0]["text"]
    'split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8'
    """
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    @property
    def bound(self, /) -> int | None:
        """
        An upper bound on every play, in units of the goal, if the status is `feasible`.
        """
    @property
    def hint(self, /) -> str | None:
        """
        The tiles that make the table impossible to split into sets, if it is.
        """
    @property
    def micros(self, /) -> float:
        """
        The solver's time in microseconds.
        """
    @property
    def nodes(self, /) -> int:
        """
        The solver's work, in its own unit.
        """
    @property
    def opening_value(self, /) -> int | None:
        """
        For a player who has not opened: the most points that sets of rack tiles alone reach, enough
        to open or not.
        """
    @property
    def owners(self, /) -> list[int | None] | None:
        """
        Under rules where groups have owners, the owner's seat for each set of the table; None for a
        run.
        """
    @property
    def played(self, /) -> str | None:
        """
        The rack tiles laid, such as `R6 J`.
        """
    @property
    def solver(self, /) -> str:
        """
        The name of the solver that found the play.
        """
    @property
    def status(self, /) -> Status:
        """
        `optimal` (the goal and its tie-break are proven), `feasible` (a better play may exist, up
        to `bound`), `infeasible` (loose table tiles cannot be split into sets) or `unknown`.
        """
    @property
    def steps(self, /) -> Steps:
        """
        The turn as steps for a person; None without a play.
        """
    def svg(self, /) -> str:
        """
        The turn as an SVG, which notebooks show.
        """
    @property
    def table(self, /) -> list[str] | None:
        """
        The new table, one string per set.
        """
    @property
    def tiles(self, /) -> int | None:
        """
        Number of rack tiles laid; None without a play.
        """
    def to_dict(self, /) -> Facts:
        """
        The answer as a dict with the fields of `rummilab solve --json`.
        """
    @property
    def untouched(self, /) -> int | None:
        """
        Number of old sets that stay as they were.
        """
    @property
    def untouched_optimal(self, /) -> bool | None:
        """
        Whether `untouched` is proven to be the largest possible among best plays.
        """
    @property
    def value(self, /) -> int | None:
        """
        The face values of the tiles laid, summed, in points; a joker counts 0.
        """

@final
class BestPlay:
    """
    The tiles of the best play, as counts.

    >>> import rummilab
    >>> rules = rummilab.Rules()
    >>> best = rummilab.Solver(rules).best(rules.counts("R3 R4 R5"), rules.counts("R6 K1"))
    >>> best.tiles, best.value, best.proven, best.counts.shape
    (1, 6, True, (53,))
    """
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    @property
    def counts(self, /) -> Counts:
        """
        The tiles as counts: uint8 of shape (kinds,).
        """
    @property
    def found(self, /) -> bool:
        """
        Whether the tiles of the table can be split into sets.
        """
    @property
    def played(self, /) -> str:
        """
        The tiles as text.
        """
    @property
    def proven(self, /) -> bool:
        """
        Whether the play is proven best.
        """
    @property
    def tiles(self, /) -> int:
        """
        Number of rack tiles laid.
        """
    @property
    def value(self, /) -> int:
        """
        The face values of the tiles laid, summed, in points; a joker counts 0.
        """

@final
class Game:
    """
    A game whose seats are all stepped by the caller; see `rummilab.gymnasium` for the actions.
    `players` is 2, `seed` 1 and `deal` 0 by default. A pickle of a game holds its steps, and
    reading it takes them again.

    >>> import rummilab
    >>> game = rummilab.Game(rummilab.Rules(), players=2, seed=1)
    >>> mask = game.legal()
    >>> mask.shape, game.action_name(54)
    ((55,), 'draw')
    >>> game.step(54)
    >>> game.to_move
    1
    """
    def __copy__(self, /) -> Game: ...
    def __deepcopy__(self, /, _memo: Any) -> Game: ...
    def __new__(cls, /, rules: Rules, players: SupportsIndex = ..., seed: SupportsIndex = ..., deal: SupportsIndex = ...) -> Game: ...
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    def action_name(self, /, action: SupportsIndex) -> str:
        """
        What an action does: a tile, `done`, `draw` or `pass`.
        """
    @property
    def actions(self, /) -> int:
        """
        Number of actions: one for each kind of tile, one that ends a play, and one that draws or
        passes.
        """
    def ask(self, /, bot: str, seed: SupportsIndex = ...) -> Counts:
        """
        The tiles that a bot of the roster lays on this turn, as counts; all 0 if it draws or
        passes. It has what the seat to move has seen. `seed` (1 by default) is for bots that play
        at random.
        """
    def begin_with(self, /, kind: SupportsIndex) -> None:
        """
        Begins the turn by drawing a tile of this kind, one of `first_draws`.
        """
    @property
    def candidate_fields(self, /) -> list[tuple[str, int]]:
        """
        The parts of the row of a candidate: names and lengths.
        """
    def candidate_rows(self, /, most: SupportsIndex) -> tuple[Counts, Counts, bool]:
        """
        Whole turns to choose from: drawing or passing, and at most `most` plays, best first.
        Returns three values: rows of features, uint8 of shape (most + 1, features), laid out as
        `candidate_fields` says; a mask of the rows that may be chosen; and whether there are plays
        without a row.
        """
    def candidates(self, /, most: SupportsIndex) -> tuple[Counts, bool]:
        """
        At most `most` plays, best first, that include the tiles laid so far: counts of shape
        (plays, kinds). The second value says whether there are more.
        """
    def copy(self, /) -> Game:
        """
        An independent copy of the game.
        """
    def draws_next(self, /, kind: SupportsIndex) -> None:
        """
        Makes a tile of this kind, an index into `Rules.kinds`, the next one drawn.
        """
    @property
    def fields(self, /) -> list[tuple[str, int]]:
        """
        The parts of an observation: names and lengths.
        """
    @property
    def first_draws(self, /) -> Counts:
        """
        The tiles that the turn may begin with, as counts: uint8 of shape (kinds,). All are 0 unless
        the turn waits for `begin_with`. A tile that may go back for another always goes back, so it
        is not counted.
        """
    @property
    def laid(self, /) -> str:
        """
        The tiles laid so far on this turn.
        """
    def lay(self, /, table: str | SupportsGetItem[int, str]) -> None:
        """
        Ends the turn with this table, old sets included, as one string or one string per set.
        """
    def legal(self, /) -> Counts:
        """
        A mask of the legal actions, 1 if legal: uint8 of shape (actions,).
        """
    def observe(self, /, seat: SupportsIndex) -> Counts:
        """
        The observation of a seat: uint8, laid out as `fields` says.
        """
    @staticmethod
    def of_racks(rules: Rules, racks: SupportsGetItem[int, CountsLike]) -> Game:
        """
        A game that begins with these racks, given as counts, seat 0 first. The other tiles are the
        pool. `draws_next` chooses the next tile drawn. Where turns begin with a draw, each turn
        waits for `begin_with`.
        """
    def partition(self, /) -> Counts:
        """
        The sets of the table as counts of shape (sets, kinds).
        """
    def play(self, /, counts: CountsLike) -> None:
        """
        Lays these tiles, given as counts, and ends the turn.
        """
    @property
    def players(self, /) -> int:
        """
        Number of seats.
        """
    @property
    def pool(self, /) -> Counts:
        """
        The tiles of the pool as counts: uint8 of shape (kinds,).
        """
    def rack(self, /, seat: SupportsIndex) -> str:
        """
        The rack of a seat.
        """
    def reset(self, /, seed: SupportsIndex = ..., deal: SupportsIndex = ...) -> None:
        """
        Deals a new game. The same seed (1 by default) and number of the deal (0) give the same
        tiles.
        """
    @property
    def result(self, /) -> tuple[Ending, list[int], list[int]] | None:
        """
        The kind of ending (`out`, `empty`), and the places (from 1) and scores by seat; None before
        the end.
        """
    def rewards(self, /) -> list[float]:
        """
        The reward of each seat: 1 for a sole winner, -1 divided among the losers, and 0 before the
        end.
        """
    @property
    def rules(self, /) -> Rules:
        """
        The rules.
        """
    def step(self, /, action: SupportsIndex) -> None:
        """
        Takes an action.
        """
    def svg(self, /, seat: SupportsIndex | None = None) -> str:
        """
        The table and the rack of a seat as an SVG; by default of the seat to move.
        """
    @property
    def table(self, /) -> list[str]:
        """
        The table at the beginning of the turn, one string per set.
        """
    def take_candidate(self, /, row: SupportsIndex, most: SupportsIndex) -> None:
        """
        Plays the turn in this row of `candidate_rows(most)`.
        """
    @property
    def to_move(self, /) -> int | None:
        """
        The seat to move; None once the game is over.
        """

@final
class Games:
    """
    Many games that are stepped together. The step after the end of a game begins the next one.
    """
    def __new__(cls, /, rules: Rules, opponents: SupportsGetItem[int, str], count: SupportsIndex, seat: SupportsIndex | None, candidates: SupportsIndex | None, threads: SupportsIndex | None) -> Games: ...
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def reset(self, /, seed: SupportsIndex) -> tuple[bytearray, bytearray, bytearray, bytearray, bytearray, bytearray]:
        """
        Begins a new game in every place.
        """
    @property
    def rules(self, /) -> Rules:
        """
        The rules.
        """
    def shape(self, /) -> tuple[int, list[tuple[str, int]], list[tuple[str, int]]]:
        """
        The number of actions, the fields of an observation, and those of a candidate.
        """
    def state(self, /, at: SupportsIndex) -> tuple[str, str, str]:
        """
        The tiles laid so far, the table and the caller's rack of a game.
        """
    def step(self, /, actions: bytes) -> tuple[bytearray, bytearray, bytearray, bytearray, bytearray, bytearray]:
        """
        Takes one action, an int64, in each game.
        """

@final
class Position:
    """
    A table, a rack, and whether the player has opened, read and checked once.

    >>> import rummilab
    >>> position = rummilab.Position(rummilab.Rules(), "R3 R4 R5", "R6 J")
    >>> position.table, position.rack
    (['R3 R4 R5'], 'R6 J')
    >>> rummilab.Solver(position.rules).solve(position).tiles
    2
    """
    def __new__(cls, /, rules: Rules, table: str | SupportsGetItem[int, str] | None = None, rack: str = "", opened: bool = True, *, owners: SupportsGetItem[int, SupportsIndex | None] | None = None, me: SupportsIndex | None = None, as_laid: bool = False, table_tiles: str | None = None) -> Position: ...
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    @property
    def opened(self, /) -> bool:
        """
        Whether the player has opened.
        """
    @property
    def rack(self, /) -> str:
        """
        The tiles of the rack.
        """
    @property
    def rules(self, /) -> Rules:
        """
        The rules.
        """
    def svg(self, /) -> str:
        """
        The position as an SVG, which notebooks show.
        """
    @property
    def table(self, /) -> list[str] | None:
        """
        The sets of the table; `None` if only its tiles are known.
        """
    @property
    def table_tiles(self, /) -> str:
        """
        The tiles of the table.
        """
    @property
    def unseen(self, /) -> str:
        """
        The tiles that are neither on the table nor on the rack.
        """

@final
class Rules:
    """
    A rule system, from a preset's name or the path of a TOML file, with single fields by name.

    >>> import rummilab
    >>> rules = rummilab.Rules("original", jokers=0)
    >>> len(rules.kinds), int(rules.copies.sum())
    (52, 104)
    >>> rules == rummilab.Rules("original", jokers=0)
    True
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, name: str = "original", /, **options: "object") -> Rules: ...
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    @property
    def copies(self, /) -> Counts:
        """
        Number of tiles of each kind in the game: uint8 of shape (kinds,).
        """
    def counts(self, /, tiles: str) -> Counts:
        """
        Tiles as counts: uint8 of shape (kinds,), in the order of `kinds`.

        >>> import rummilab
        >>> rules = rummilab.Rules()
        >>> counts = rules.counts("R1 R1 J")
        >>> counts.shape, rules.tiles(counts)
        ((53,), 'R1 R1 J')
        """
    @property
    def kinds(self, /) -> list[str]:
        """
        The kinds of tile, ascending: by colour, then value; jokers last.
        """
    @property
    def name(self, /) -> str:
        """
        The name of the preset, or the path of the file.
        """
    def sentences(self, /) -> list[tuple[str, str]]:
        """
        What each field says, in English: names of fields and sentences.

        >>> import rummilab
        >>> dict(rummilab.Rules().sentences())["hand"]
        'Everybody begins with 14 tiles.'
        """
    def tiles(self, /, counts: CountsLike) -> str:
        """
        The tiles with these counts, given as an array of uint8 or its bytes.
        """
    def to_dict(self, /) -> Facts:
        """
        Every rule field by name.
        """
    def to_toml(self, /) -> str:
        """
        Every rule field as TOML, which `Rules` reads from a file.
        """

@final
class SelfPlay:
    """
    Games of consecutive deals that the caller plays in all seats, by whole turns. Where only one
    turn is legal it is taken at once.

    >>> import rummilab
    >>> from rummilab._native import SelfPlay
    >>> games = SelfPlay(rummilab.Rules(), count=2)
    >>> games.deal(seed=1, first=0)
    >>> while (choices := games.choices())[0]:
    ...     games.take([0 for game in choices[0]])
    >>> [sum(rewards) for rewards in games.rewards()]
    [0.0, 0.0]
    """
    def __new__(cls, /, rules: Rules, players: SupportsIndex = ..., count: SupportsIndex = ...) -> SelfPlay: ...
    def choices(self, /) -> tuple[list[int], list[int], Counts, list[int], Counts]:
        """
        The games in which a turn can be chosen: their numbers, the seats to move, facts of the
        positions, the number of turns of each, and facts of all these turns, one after the other.
        """
    def deal(self, /, seed: SupportsIndex, first: SupportsIndex) -> None:
        """
        Begins all games anew: those of this seed, from this deal on.
        """
    def fields(self, /) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """
        The fields of a position, and of a turn.
        """
    def rewards(self, /) -> list[list[float]]:
        """
        The rewards of the seats in each game: 1 for the only winner, and 0 before the end.
        """
    def take(self, /, chosen: SupportsGetItem[int, SupportsIndex]) -> None:
        """
        Takes a turn in each game of `choices`, by its number in the game's turns.
        """

@final
class Solver:
    """
    A solver with its rules and its goal (`tiles` or `value`). What it remembers between calls never
    changes an answer. Several threads may use it, one after the other.

    >>> import rummilab
    >>> solver = rummilab.Solver(rummilab.Rules())
    >>> solver.solve("R3 R4 R5", "R6").played
    'R6'
    """
    def __new__(cls, /, rules: Rules, goal: str = "tiles", solver: str = "search") -> Solver: ...
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    def after_draw(self, /, table: Position | str | SupportsGetItem[int, str] | None = None, rack: str = "", opened: bool = True, *, unseen: str | None = None, owners: SupportsGetItem[int, SupportsIndex | None] | None = None, me: SupportsIndex | None = None, as_laid: bool = False, table_tiles: str | None = None) -> AfterDraw:
        """
        The best play after each possible draw. The arguments are those of `rummilab.after_draw`.
        """
    def best(self, /, table: CountsLike, rack: CountsLike, opened: bool = True) -> BestPlay:
        """
        The tiles of the best play. Table and rack are counts: uint8 of shape (kinds,), or their
        bytes. This is the fastest question, since no new table is built. Rules where groups have
        owners raise an exception.

        >>> import rummilab
        >>> rules = rummilab.Rules()
        >>> table, rack = rules.counts("R3 R4 R5"), rules.counts("R6 B1")
        >>> rummilab.Solver(rules).best(table, rack).played
        'R6'
        """
    def clear(self, /) -> None:
        """
        Forgets earlier positions.
        """
    @property
    def goal(self, /) -> str:
        """
        The goal: `tiles` or `value`.
        """
    @property
    def name(self, /) -> str:
        """
        The name of the solver.
        """
    def plays(self, /, table: Position | str | SupportsGetItem[int, str] | None = None, rack: str = "", opened: bool = True, *, most: SupportsIndex = ..., owners: SupportsGetItem[int, SupportsIndex | None] | None = None, me: SupportsIndex | None = None, as_laid: bool = False, table_tiles: str | None = None) -> Plays:
        """
        The plays, the best first, at most `most` (100 by default). The arguments are those of
        `rummilab.plays`.
        """
    @property
    def rules(self, /) -> Rules:
        """
        The rules.
        """
    def solve(self, /, table: Position | str | SupportsGetItem[int, str] | None = None, rack: str = "", opened: bool = True, *, owners: SupportsGetItem[int, SupportsIndex | None] | None = None, me: SupportsIndex | None = None, as_laid: bool = False, table_tiles: str | None = None) -> Answer:
        """
        The best play from a table and a rack, or a position, with the fewest changes to the table.
        The arguments are those of `rummilab.solve`.
        """

@final
class View:
    """
    The game as one seat sees it.
    """
    def __reduce__(self, /) -> tuple[Any, Any]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    @property
    def all_opened(self, /) -> list[bool]:
        """
        Whether each seat has opened.
        """
    def best(self, /) -> Answer:
        """
        This seat's best play: most tiles, then most points, then few changes.
        """
    @property
    def drawn(self, /) -> str | None:
        """
        The tile drawn at the beginning of this turn, under rules where turns begin with a draw.
        """
    @property
    def history(self, /) -> list[tuple[int, str, str | None]]:
        """
        Every turn so far: the seat, `laid`, `drew`, `passed` or `penalty`, and the tiles laid.
        """
    def idle(self, /) -> Action:
        """
        The action that lays nothing: `draw`, or `pass` where no tile can be drawn.
        """
    @property
    def last_round(self, /) -> bool:
        """
        Whether this is the last round, under rules that have one after the pool runs out.
        """
    @property
    def opened(self, /) -> bool:
        """
        Whether this seat has opened.
        """
    @property
    def owners(self, /) -> list[int | None] | None:
        """
        Under rules where groups have owners, the owner's seat for each set of the table; None for a
        run.
        """
    @property
    def players(self, /) -> int:
        """
        Number of seats.
        """
    @property
    def pool(self, /) -> int:
        """
        Tiles in the pool.
        """
    @property
    def position(self, /) -> Position:
        """
        The position of this seat.
        """
    @property
    def rack(self, /) -> str:
        """
        The own rack.
        """
    @property
    def rack_counts(self, /) -> Counts:
        """
        The own rack as counts: uint8 of shape (kinds,).
        """
    @property
    def rack_sizes(self, /) -> list[int]:
        """
        Tiles on each rack.
        """
    @property
    def rules(self, /) -> Rules:
        """
        The rules.
        """
    @property
    def seat(self, /) -> int:
        """
        The own seat, from 0.
        """
    @property
    def seed(self, /) -> int:
        """
        Seed for the bot's random numbers; a repeated game has the same seed.
        """
    @property
    def solver(self, /) -> Solver:
        """
        A solver for the bot's own questions.
        """
    def svg(self, /) -> str:
        """
        Table and rack as an SVG.
        """
    @property
    def table(self, /) -> list[str]:
        """
        The table, one string per set.
        """
    @property
    def table_counts(self, /) -> Counts:
        """
        The table as counts: uint8 of shape (kinds,).
        """
    def turns(self, /) -> tuple[Counts, Counts, list[str]]:
        """
        The whole turns to choose from, with facts for a learner: facts of the position (fields,),
        facts of the turns (turns, fields), and the tiles of each turn as text, "" for drawing or
        passing.
        """
    def turns_after(self, /, tiles: str) -> tuple[Counts, Counts, list[str]] | None:
        """
        The same for the other player, once this one has laid these tiles. ``None`` unless two play,
        the pool is empty, the tiles can be laid and play goes on after them.
        """
    @property
    def unseen_counts(self, /) -> Counts:
        """
        The tiles hidden from this seat: uint8 of shape (kinds,).
        """

def action_of(kind: str, table: str | SupportsGetItem[int, str] | None) -> Action:
    """
    The action of this kind, with the table after a play.
    """

def answer_of(rules: Rules, goal: str, asked: tuple[tuple[str, SupportsGetItem[int, SupportsIndex | None] | None] | None, str, str, bool, SupportsIndex | None], claim: tuple[str, SupportsIndex | None, SupportsIndex | None, str | None, str, SupportsIndex, SupportsIndex], played: tuple[str, tuple[str, SupportsGetItem[int, SupportsIndex | None] | None], tuple[SupportsIndex, bool] | None] | None) -> Answer:
    """
    The answer of these values.
    """

def bench_lines(lines: SupportsGetItem[int, str], rules: Rules, goal: str, solvers: SupportsGetItem[int, tuple[str, str | Any]], limit: SupportsFloat | SupportsIndex, repeat: SupportsIndex) -> str:
    """
    Times solvers on lines of positions; the JSON of `rummilab bench --json`.
    """

def best_play_of(rules: Rules, proven: bool, found: bool, played: str) -> BestPlay:
    """
    The best play of these tiles.
    """

def check_line(line: str, rules: Rules) -> str:
    """
    The verdict, as JSON, on a set or a turn given as a line of JSON.
    """

def checked_number(name: str, number: SupportsIndex, least: SupportsIndex, most: SupportsIndex) -> int:
    """
    The number, if it is `least` to `most`. `name` is that of the argument.
    """

def draw() -> Action:
    """
    Takes a tile from the pool.

    >>> import rummilab
    >>> rummilab.draw().kind
    'draw'
    """

def draw_svg(rules: Rules, headline: str, remark: str, table: str, rack: str) -> str:
    """
    An SVG of a table and a rack, with a headline and a smaller line above.
    """

def game_played(rules: Rules, players: SupportsIndex, begun: tuple[SupportsGetItem[int, SupportsGetItem[int, SupportsIndex]] | None, tuple[SupportsIndex, SupportsIndex] | None], steps: SupportsGetItem[int, tuple[str, SupportsGetItem[int, SupportsIndex]]]) -> Game:
    """
    A game that began so and had these steps.
    """

def games_played(rules: Rules, opponents: SupportsGetItem[int, str], count: SupportsIndex, seat: SupportsIndex | None, candidates: SupportsIndex | None, threads: SupportsIndex | None, standing: tuple[SupportsIndex, SupportsGetItem[int, SupportsIndex], SupportsGetItem[int, SupportsGetItem[int, SupportsIndex]]]) -> Games:
    """
    Games that stand so: each is played again, and its bots think again.
    """

def guard() -> None:
    """
    Waits until Python ends, and then ends the process group that it leads. The package starts it in
    a process of its own beside each program that plays.
    """

def merge_runs(places: SupportsGetItem[int, str | PathLike[str]], out: str | PathLike[str]) -> bool:
    """
    Merges these records into the folder `out`. Returns whether every block is there.
    """

def pass_() -> Action:
    """
    Does nothing.

    >>> import rummilab
    >>> rummilab.pass_().kind
    'pass'
    """

def play(table: str | SupportsGetItem[int, str]) -> Action:
    """
    Lays tiles: the argument is the whole new table, old sets included, as one string or a list with
    one string per set.

    >>> import rummilab
    >>> rummilab.play(["R3 R4 R5 R6", "K7 B7 O7"])
    <play R3 R4 R5 R6 ; K7 B7 O7>
    """

def play_match(plan: str, rules: Rules, own: SupportsGetItem[int, tuple[str, Function]], folder: str | PathLike[str], shard: str | None, threads: SupportsIndex | None, progress: Function | None, strict: bool) -> tuple[MatchEnding, list[tuple[str, str]], list[tuple[str, str, str, int | None, int | None, int | None, str | None]], dict[str, int], list[str]]:
    """
    Plays a plan's match, given as JSON, in a folder; a match begun there is completed. `strict`
    ends it after the first block with a fault. Returns how it ended, the programs that were
    withdrawn, the first faults of bots, the number of each bot's faults, and warnings.
    """

def position_of(rules: Rules, asked: tuple[tuple[str, SupportsGetItem[int, SupportsIndex | None] | None] | None, str, str, bool, SupportsIndex | None]) -> Position:
    """
    The position of these values.
    """

def record_faults(place: str | PathLike[str]) -> tuple[list[tuple[str, str, str, int | None, int | None, int | None, str | None]], dict[str, int]]:
    """
    The first faults of each bot of a record, and the number of each bot's faults.
    """

def record_games(place: str | PathLike[str]) -> str:
    """
    The games of a record as CSV: one row for each game and seat.
    """

def record_header(place: str | PathLike[str]) -> tuple[Facts, Rules]:
    """
    Bots, seed, players, plan hash and build of a record, and its rules.
    """

def record_replay(place: str | PathLike[str], block: SupportsIndex, game: SupportsIndex) -> str:
    """
    The turns of one game as a JSON list, each as `replay --json` has it.
    """

def record_report(place: str | PathLike[str], games: SupportsGetItem[int, str]) -> str:
    """
    The page of a run, in which a reader can step through these games (such as `b0g1`).
    """

def record_review(place: str | PathLike[str], block: SupportsIndex, game: SupportsIndex, seat: SupportsIndex, model: str | None, deals: SupportsIndex | None) -> tuple[str, str, str]:
    """
    The review of one seat's game: JSON as `analyse review --json` prints it, a line about the game,
    and its costliest turns in words. Model and number of deals are the command's unless given.
    """

def record_turns(place: str | PathLike[str]) -> str:
    """
    The turns of all games of a record as a JSON list. Each entry is a list of the block, the game,
    the turn as `replay --json` has it, and the number of tiles left on the rack.
    """

def rules_from_toml(name: str, text: str) -> Rules:
    """
    Rules from their TOML text.
    """

def serve_bot(name: str, version: str, make: Function, rules: Rules) -> None:
    """
    Answers the requests of another program on standard input and output, until that ends it, with
    bots that `make` makes.
    """

def solve_lines(lines: str | SupportsGetItem[int, str], rules: Rules, goal: str, solver: str, explain: bool, threads: SupportsIndex | None) -> Answers:
    """
    Answers each line of JSON, in order, on this number of threads; 0 and None mean all cores.

    The calling thread is one of them, so that one thread uses one core. It alone makes Python
    values, of its own block and of the blocks that others have finished meanwhile.
    """

def view_of(rules: Rules, solver: Solver, numbers: tuple[SupportsIndex, SupportsIndex, bool, SupportsIndex, bool], seen: tuple[str, str | None, tuple[str, SupportsGetItem[int, SupportsIndex | None] | None], SupportsGetItem[int, bool], SupportsGetItem[int, SupportsIndex], str], history: SupportsGetItem[int, tuple[SupportsIndex, bool, SupportsIndex, str | None, SupportsIndex | None, bool]]) -> View:
    """
    The view of these values.
    """
