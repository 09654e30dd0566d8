"""Rummikub as an OpenSpiel game. Needs ``pip install rummilab[openspiel]``.

>>> import pyspiel
>>> from rummilab import openspiel
>>> openspiel.register()
>>> game = pyspiel.load_game("rummilab_rummikub", {"players": 3})
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Small decks are games that tabular methods solve:

>>> deck = {"colours": 2, "values": 3, "copies": 1, "jokers": 1, "hand": 3, "opening_min": 0}
>>> small = pyspiel.load_game("rummilab_rummikub", deck)
>>> small.num_distinct_actions()
9
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, ClassVar

import numpy as np
import pyspiel  # type: ignore[import-not-found, unused-ignore]

from ._native import Game, Rules
from ._played import Played
from ._seen import seen
from ._types import Counts, Facts

NAME = "rummilab_rummikub"
"""The game's name in OpenSpiel."""

_TURNS = 2000
_PARAMETERS: dict[str, Any] = {
    "rules": "original",
    "players": 2,
    # A value below 0 stands for that of the rule system.
    "colours": -1,
    "values": -1,
    "copies": -1,
    "jokers": -1,
    "hand": -1,
    "opening_min": -1,
}


def game_type(name: str, long_name: str) -> Any:
    """The type of the game under another name."""
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class _Setting:
    """Data shared by all states of a game, and by copies of states."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.hand: int = rules.to_dict()["hand"]
        self.kinds = rules.kinds
        self.copies = tuple(int(copies) for copies in rules.copies)
        blank = Game(rules, players)
        self.fields = blank.fields
        self.done, self.draw = len(self.kinds), len(self.kinds) + 1
        self.draws_first: bool = rules.to_dict()["draw_first"]

    def __deepcopy__(self, _memo: Any) -> _Setting:
        return self

    def tiles(self, counts: tuple[int, ...]) -> str:
        return self.rules.tiles(np.array(counts, dtype=np.uint8))


_PRIVATE = ("rack", "laid", "unseen")


class RummikubObserver:
    """The view of a seat, as tensor and text.

    The tensor is an observation of `rummilab.gymnasium.RummikubEnv`, as float32, without the
    fields that were not asked for; ``dict`` has its fields. With perfect recall there is only the
    text; with private information it has everything that the seat has seen.
    """

    def __init__(self, setting: _Setting, wanted: Any) -> None:
        self._perfect_recall = wanted.perfect_recall
        self._private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._slices: dict[str, slice] = {}
        begin = 0
        for name, length in setting.fields:
            shown = self._private if name in _PRIVATE else wanted.public_info
            if shown and not self._perfect_recall:
                self._slices[name] = slice(begin, begin + length)
            begin += length
        lengths = {name: part.stop - part.start for name, part in self._slices.items()}
        self.tensor = np.zeros(sum(lengths.values()), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for name, length in lengths.items():
            self.dict[name] = self.tensor[begin : begin + length]
            begin += length

    def set_from(self, state: RummikubState, player: int) -> None:
        """Writes the view of a seat into the tensor: zeros before the deal."""
        self.tensor.fill(0)
        if state.game is not None and self._slices:
            seen = state.game.observe(player)
            for name, part in self._slices.items():
                self.dict[name][:] = seen[part]

    def string_from(self, state: RummikubState, player: int) -> str:
        """The view of a seat, as text."""
        if self._perfect_recall:
            return state.seen_by(player if self._private else None)
        if state.game is None:
            return state.dealt_to(player) if self._private else ""
        seen = state.game.observe(player)
        fields = []
        for name, part in self._slices.items():
            fields.append(f"{name} {' '.join(str(value) for value in seen[part])}")
        return ", ".join(fields)


class RummikubGame(pyspiel.Game):  # type: ignore[misc]
    """Rummikub with explicit chance.

    Parameters: ``rules``, the name of a rule system; ``players``; and for small decks ``colours``,
    ``values``, ``copies``, ``jokers``, ``hand`` and ``opening_min``, whose defaults are those of
    the rule system.

    A deal is one chance node for each seat and kind of tile: how many tiles of that kind the seat
    gets. So no two paths lead to the same deal. A draw is one chance node over the kinds in the
    pool. Where turns begin with a draw, a tile that may go back for another always does, and the
    chance node is over the kinds that stay. Nodes with one outcome are left out. Actions are those
    of `rummilab.gymnasium.RummikubEnv`. The only winner gets 1, the losers share -1.
    """

    TYPE: ClassVar[Any] = game_type(NAME, "Rummikub")
    OBSERVER: ClassVar[type[RummikubObserver]] = RummikubObserver

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        players = given.pop("players")
        name = given.pop("rules")
        rules = Rules(name, **{field: value for field, value in given.items() if value >= 0})
        fields = rules.to_dict()
        for field, wanted in [
            ("redeal", "never"),
            ("jokers_dealt_each", 0),
        ]:
            if fields[field] != wanted:
                raise ValueError(f"rules with {field} = {fields[field]!r} have no OpenSpiel game yet")
        self.setting = _Setting(rules, players)
        information = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.kinds) + 2,
            max_chance_outcomes=max(len(self.setting.kinds), max(self.setting.copies) + 1),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_TURNS + sum(self.setting.copies),
        )
        super().__init__(self.TYPE, information, params or {})

    def new_initial_state(self) -> RummikubState:
        """The state before the deal."""
        return RummikubState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RummikubObserver:
        """An observer; see `RummikubObserver`."""
        if params:
            raise ValueError(f"observers have no parameters, not {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return self.OBSERVER(self.setting, wanted)


class RummikubState(pyspiel.State):  # type: ignore[misc]
    """A state of the game tree."""

    def __init__(self, game: RummikubGame) -> None:
        super().__init__(game)
        self._setting = game.setting
        self._left = game.setting.copies
        self._racks: tuple[tuple[int, ...], ...] = ((),)
        self._played: Played | None = None
        self._draws = False
        # What each seat has seen, and what everybody has, as text.
        self._seen = ("",) * game.setting.players
        self._seen_by_all = ""
        self._deal_what_is_certain()
        self._begin()

    @property
    def game(self) -> Game | None:
        """The game as `rummilab.Game`; None before the deal. Read only."""
        return None if self._played is None else self._played.game

    def current_player(self) -> int:
        """The player to move."""
        if self.game is None or self._draws:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.game.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        if self.game is None or player != self.game.to_move:
            return []
        return [int(action) for action in np.flatnonzero(self.game.legal())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes and their probabilities."""
        if self.game is None:
            few, many, need, later = self._choice()
            copies = self._left[len(self._racks[-1])]
            ways = comb(copies + later, need)
            return [
                (count, comb(copies, count) * comb(later, need - count) / ways)
                for count in range(few, many + 1)
            ]
        pool = self.game.first_draws if self._setting.draws_first else self.game.pool
        size = int(pool.sum())
        return [(int(kind), int(pool[kind]) / size) for kind in np.flatnonzero(pool)]

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            self._deal(action)
            self._deal_what_is_certain()
        elif self._draws:
            self._draw(action)
        else:
            self._act(action)
        self._begin()

    def _action_to_string(self, player: int, action: int) -> str:
        kinds = self._setting.kinds
        if player != pyspiel.PlayerId.CHANCE:
            if action == self._setting.done:
                return "done"
            if action == self._setting.draw:
                return "pass" if self._setting.draws_first else "draw"
            return kinds[action]
        if self.game is None:
            seat, kind = len(self._racks) - 1, len(self._racks[-1])
            return f"deal {action} of {kinds[kind]} to {seat}"
        return f"draw {kinds[action]}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.to_move is None

    def returns(self) -> list[float]:
        """The return of each seat; 0 before the end of the game."""
        if self.game is None:
            return [0.0] * self._setting.players
        return self.game.rewards()

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> RummikubState:
        """A state that a seat cannot tell from this one; its hidden tiles are drawn anew.

        The sampler draws from [0, 1), as those of OpenSpiel do. A turn of another seat begins
        anew, because the tiles that it has laid so far are not seen. C++ algorithms do not find
        this method: OpenSpiel does not pass it on from Python.
        """
        if self._played is None or self.current_player() == pyspiel.PlayerId.CHANCE:
            raise ValueError("hidden tiles are drawn anew only where a seat is to move")
        again = self._played.redealt(player, sampler)
        state: RummikubState = self.get_game().new_initial_state()
        while state.game is None:
            rack = state._racks
            state.apply_action(again.racks[len(rack) - 1][len(rack[-1])])
        for step in again.steps:
            if step.action is not None:
                state.apply_action(step.action)
            if step.drawn is not None and state.is_chance_node():
                state.apply_action(step.drawn)
        return state

    # Structs: the same as plain data.

    def _to_struct(self) -> Facts:
        if self.game is None:
            return {"dealt": [list(rack) for rack in self._racks]}
        return {
            "to_move": self.game.to_move,
            "draws": self._draws,
            "table": self.game.table,
            "laid": self.game.laid,
            "racks": [self.game.rack(seat) for seat in range(self._setting.players)],
            "pool": self.game.rules.tiles(self.game.pool),
            "returns": self.game.rewards(),
        }

    def _to_observation_struct(self, player: int) -> Facts:
        return {} if self.game is None else seen(self.game, player)

    def _action_to_struct(self, player: int, action: int) -> Facts:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Facts) -> list[int]:
        player = self.current_player()
        chance = player == pyspiel.PlayerId.CHANCE
        actions = self.legal_actions() if chance else range(self._setting.draw + 1)
        return [action for action in actions if self._action_to_struct(player, action) == struct]

    def dealt_to(self, player: int) -> str:
        """The tiles that a seat has so far, as counts of the first kinds."""
        rack = self._racks[player] if player < len(self._racks) else ()
        return f"dealt {' '.join(str(count) for count in rack)}"

    def seen_by(self, player: int | None) -> str:
        """All that a seat has seen: its deal, its actions and draws, and what others did.

        Without a seat, what everybody has seen.
        """
        return self._seen_by_all if player is None else self._seen[player]

    def __str__(self) -> str:
        if self.game is None:
            return f"dealing: {self._racks}"
        racks = [self.game.rack(seat) for seat in range(self._setting.players)]
        table = " ; ".join(self.game.table)
        draws = " draws" if self._draws else ""
        return (
            f"table {table} laid {self.game.laid} racks {' | '.join(racks)} "
            f"to move {self.game.to_move}{draws}"
        )

    # The deal.

    def _choice(self) -> tuple[int, int, int, int]:
        """Fewest and most tiles of the next kind, tiles that the rack still needs, tiles of later kinds."""
        rack = self._racks[-1]
        need = self._setting.hand - sum(rack)
        here, later = self._left[len(rack)], sum(self._left[len(rack) + 1 :])
        return max(0, need - later), min(here, need), need, later

    def _deal(self, count: int) -> None:
        kind = len(self._racks[-1])
        self._left = (*self._left[:kind], self._left[kind] - count, *self._left[kind + 1 :])
        self._racks = (*self._racks[:-1], (*self._racks[-1], count))

    def _deal_what_is_certain(self) -> None:
        while True:
            if len(self._racks[-1]) == len(self._setting.kinds):
                if len(self._racks) == self._setting.players:
                    break
                self._racks = (*self._racks, ())
            few, many, _, _ = self._choice()
            if few < many:
                return
            self._deal(few)
        self._played = Played(self._setting.rules, self._racks)
        self._seen = tuple(
            f"seat {seat}: {self._setting.tiles(rack)}" for seat, rack in enumerate(self._racks)
        )

    # The game.

    def _begin(self) -> None:
        """Draws, if the turn waits for its first draw."""
        if self.game is None or not self._setting.draws_first:
            return
        kinds = np.flatnonzero(self.game.first_draws)
        self._draws = kinds.size > 1
        if kinds.size == 1:
            self._draw(int(kinds[0]))

    def _act(self, action: int) -> None:
        played = self._played
        assert played is not None
        seat = played.game.to_move
        assert seat is not None
        if action == self._setting.draw and not self._setting.draws_first:
            kinds = np.flatnonzero(played.game.pool)
            if kinds.size > 1:
                self._draws = True
                return
            if kinds.size == 1:
                self._draw(int(kinds[0]))
                return
        laid = played.game.laid
        played.step(action)
        if action == self._setting.draw:
            self._tell(seat, "passed", "passed")
        elif action == self._setting.done:
            self._tell(seat, "done", f"laid {laid}")
        else:
            self._tell(seat, self._setting.kinds[action], None)

    def _draw(self, kind: int) -> None:
        played, self._draws = self._played, False
        assert played is not None
        seat = played.game.to_move
        assert seat is not None
        played.step(None if self._setting.draws_first else self._setting.draw, kind)
        self._tell(seat, f"drew {self._setting.kinds[kind]}", "drew")

    def _tell(self, actor: int, own: str, others: str | None) -> None:
        """Adds an event to what each seat has seen: one text for the actor, one for the others."""
        seen = list(self._seen)
        for seat in range(len(seen)):
            if seat == actor:
                seen[seat] += f", {own}"
            elif others is not None:
                seen[seat] += f", {actor} {others}"
        self._seen = tuple(seen)
        if others is not None:
            self._seen_by_all += f", {actor} {others}"


def actions_of(state: RummikubState, play: Counts) -> list[int]:
    """The actions of a whole turn that lays these tiles, as `Game.ask` gives them.

    Without tiles it draws or passes.
    """
    done = state.num_distinct_actions() - 2
    tiles = np.repeat(np.arange(play.size), play)
    return [*map(int, tiles), done] if tiles.size else [done + 1]


def register() -> None:
    """Registers the game in OpenSpiel as ``rummilab_rummikub``; a second call does nothing."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(RummikubGame.TYPE, RummikubGame)
