"""The OpenSpiel game with JSON observations, as Kaggle's proxies of OpenSpiel games have them.

`register` adds environments for two to four players. Needs ``pip install kaggle-environments``:

>>> import kaggle_environments
>>> from rummilab import kaggle
>>> kaggle.register()
>>> env = kaggle_environments.make(kaggle.environment(2), configuration={"seed": 1})
"""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, ClassVar

import pyspiel  # type: ignore[import-not-found, unused-ignore]

from . import openspiel
from ._seen import seen
from ._types import Facts

NAME = openspiel.NAME + "_proxy"
"""The game's name in OpenSpiel."""


class _JsonObserver(openspiel.RummikubObserver):
    def string_from(self, state: openspiel.RummikubState, player: int) -> str:
        if self._perfect_recall or not self._private or not isinstance(state, JsonState):
            return super().string_from(state, player)
        return json.dumps(state.observation_dict(player))


class JsonGame(openspiel.RummikubGame):
    """Rummikub whose observation strings are JSON."""

    TYPE: ClassVar[Any] = openspiel.game_type(NAME, "Rummikub (proxy)")
    OBSERVER: ClassVar[type[openspiel.RummikubObserver]] = _JsonObserver

    def new_initial_state(self) -> JsonState:
        """The state before the deal."""
        return JsonState(self)


class JsonState(openspiel.RummikubState):
    """A state of the game tree, which describes itself as JSON."""

    def hides_state_from_agents(self) -> bool:
        """Kaggle's environment then keeps the serialized state, with all racks, to itself."""
        return True

    def observation_dict(self, player: int) -> Facts:
        """What a seat sees; ``actions`` names every action by its number, legal or not."""
        over = self.is_terminal()
        returns = self.returns() if over else []
        best = [seat for seat, value in enumerate(returns) if value == max(returns)]
        actions = range(self.num_distinct_actions())
        return {
            **({} if self.game is None else seen(self.game, player)),
            "current_player": self.current_player(),
            "is_terminal": over,
            "winner": None if not over else best[0] if len(best) == 1 else "draw",
            "returns": returns,
            "actions": [self._action_to_string(player, action) for action in actions],
        }

    def _to_observation_struct(self, player: int) -> Facts:
        return self.observation_dict(player)


def environment(players: int) -> str:
    """The name of Kaggle's environment for this number of players."""
    return f"open_spiel_{openspiel.NAME}_{players}"


def register() -> None:
    """Registers the game in OpenSpiel, and its environments in kaggle-environments.

    A second call does nothing.
    """
    import kaggle_environments  # type: ignore[import-not-found, import-untyped, unused-ignore]

    open_spiel = import_module("kaggle_environments.envs.open_spiel_env.open_spiel_env")
    register_game()
    for players in (2, 3, 4):
        if environment(players) not in kaggle_environments.environments:
            built = open_spiel._build_env(f"{NAME}(players={players})")
            built["specification"]["name"] = environment(players)
            kaggle_environments.register(environment(players), built)


def register_game() -> None:
    """Registers the game in OpenSpiel alone; a second call does nothing."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(JsonGame.TYPE, JsonGame)
