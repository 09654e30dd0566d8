"""Rummikub for language models, as a TextArena environment. Needs ``pip install textarena``.

>>> import textarena
>>> from rummilab import textarena as arena
>>> arena.register()
>>> env = textarena.make(arena.NAME)
>>> env.reset(num_players=2, seed=1)
>>> player, observation = env.get_observation()
>>> done, info = env.step("I have nothing to lay yet: [draw]")
"""

from __future__ import annotations

import re
import secrets
from importlib import import_module
from typing import Any, Literal

import textarena as ta  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ._errors import InputError
from ._native import Game, Rules
from ._seen import seen

NAME = "rummilab/Rummikub-v0"
"""The environment's name in TextArena."""

_SEATS = range(2, 5)
_DRAWS = "[draw]   take a tile from the pool\n  [pass]   do nothing; only with an empty pool"
_DRAWN = "[pass]   lay nothing; your turn has begun with a draw"
# Time is not kept, and `after_errors` stands for the penalties.
_LEFT_OUT = re.compile("name|about|turn_seconds|timeout_.*|invalid_penalty|match_order|tie_.*")
_HOW = """\
A tile is a colour letter and a number, such as {example}; a joker is {joker}. `;` separates sets.
On your turn, end your answer with one action in square brackets:
  {idle}
  [SET ; SET ; ...]   lay tiles: the whole new table, old sets included
Other players see what you lay, and never what you write."""


class RummikubEnv(ta.Env):  # type: ignore[misc]
    """A game with two to four players, who answer in free text.

    ``error_allowance`` answers of a turn may be invalid: the player hears why and answers again.
    The next one loses the game, or with ``after_errors="draw"`` the turn, which then draws or
    passes where the rules allow that. ``plays`` is how many of the best plays the text of a turn
    names: 0 by default, since they are the answer.
    """

    def __init__(
        self,
        rules: str | Rules = "original",
        error_allowance: int = 2,
        after_errors: Literal["lose", "draw"] = "lose",
        plays: int = 0,
    ) -> None:
        if after_errors not in ("lose", "draw"):
            raise InputError(f"after_errors is {after_errors!r}; expected 'lose' or 'draw'")
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        self.error_allowance, self.after_errors, self.plays = error_allowance, after_errors, plays
        self.state: Any = None
        self.game: Game | None = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deals. Without a seed every deal is another one."""
        if num_players not in _SEATS:
            raise InputError(f"{num_players} players; expected 2 to {_SEATS[-1]}")
        seed = secrets.randbits(63) if seed is None else seed
        self.game = Game(self.rules, players=num_players, seed=seed)
        self.state = ta.MinimalMultiPlayerState(
            num_players=num_players, seed=seed, error_allowance=self.error_allowance
        )
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._next_turn()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Takes the answer of the player whose turn it is."""
        game, seat = self._playing(), self.state.current_player_id
        self._tell(seat, action, ta.ObservationType.PLAYER_ACTION, seat)
        try:
            self._act(game, action)
        except InputError as error:
            if self.state.set_invalid_move(reason=_sentence(error)):
                self.state.made_invalid_move = False
                self._punish(game, seat, _sentence(error))
        else:
            self._describe(game, seat)
        if not self.state.done and not self.state.made_invalid_move:
            self._next_turn()
        done: tuple[bool, dict[str, Any]] = self.state.step(rotate_player=False)
        return done

    def get_board_str(self) -> str:
        """The table and the rack of the player whose turn it is."""
        game = self._playing()
        seat = game.to_move
        return self._board(game, self.state.current_player_id if seat is None else seat)

    # The turn.

    def _playing(self) -> Game:
        if self.game is None:
            raise InputError("nothing is dealt; reset the environment")
        return self.game

    def _act(self, game: Game, answer: str) -> None:
        actions = re.findall(r"\[([^\[\]]*)\]", answer)
        if not actions:
            raise InputError("there is no action in square brackets")
        action = " ".join(actions[-1].split())
        word, idle = action.lower(), game.actions - 1
        if word not in ("draw", "pass"):
            game.lay(action)
        elif word != game.action_name(idle):
            raise InputError(f"on this turn you cannot {word}, only {game.action_name(idle)}")
        elif not game.legal()[idle]:
            raise InputError("whoever can lay a tile has to, and you can")
        else:
            game.step(idle)

    def _punish(self, game: Game, seat: int, reason: str) -> None:
        idle = game.actions - 1
        if self.after_errors == "draw" and game.legal()[idle]:
            game.step(idle)
            self._describe(game, seat)
            return
        others = self.state.num_players - 1
        rewards = {other: 1 / others for other in range(others + 1)} | {seat: -1.0}
        self.state.set_game_outcome(rewards, f"Invalid action of player {seat}: {reason}")

    def _describe(self, game: Game, seat: int) -> None:
        last = seen(game, seat)["players"][seat]
        event = {"laid": f"lays {last['last_tiles']} tiles", "drew": "draws a tile"}
        text = f"Player {seat} {event.get(last['last_event'], 'passes')}."
        self._tell(None, text, ta.ObservationType.GAME_ACTION_DESCRIPTION)

    def _next_turn(self) -> None:
        game = self._playing()
        if game.to_move is None:
            assert game.result is not None
            how, places, scores = game.result
            reason = f"Game over ({how}). Places: {places}, scores: {scores}."
            self.state.set_game_outcome(dict(enumerate(game.rewards())), reason)
            return
        self.state.manually_set_current_player_id(game.to_move, force=True)
        board = self._board(game, game.to_move)
        self._tell(None, board, ta.ObservationType.GAME_BOARD, game.to_move)

    # The words.

    def _tell(self, seat: int | None, text: str, kind: Any, to: int = -1) -> None:
        source = ta.GAME_ID if seat is None else seat
        self.state.add_observation(text, kind, from_id=source, to_id=to)

    def _prompt(self, player_id: int, game_state: Any) -> str:
        kinds = self.rules.kinds
        jokers = [kind for kind in kinds if not kind[-1].isdigit()]
        how = _HOW.format(
            example=kinds[0],
            joker=" or ".join(jokers) or "not in this game",
            idle=_DRAWN if self.rules.to_dict()["draw_first"] else _DRAWS,
        )
        rules = [text for key, text in self.rules.sentences() if not _LEFT_OUT.fullmatch(key)]
        you = f"You are player {player_id} of a game of Rummikub."
        return "\n".join([you, how, "Rules:", *rules])

    def _board(self, game: Game, seat: int) -> str:
        view = seen(game, seat)
        lines = [f"Table: {' ; '.join(view['table']) or 'empty'}", f"Your rack: {view['rack']}"]
        for other, player in enumerate(view["players"]):
            name = "You have" if other == seat else f"Player {other} has"
            opened = "opened" if player["opened"] else "not opened"
            lines.append(f"{name} {player['tiles']} tiles and {opened}.")
        lines.append(f"Pool: {view['pool']} tiles.")
        if self.plays and game.to_move == seat:
            plays, _ = game.candidates(self.plays)
            named = "; ".join(self.rules.tiles(play) for play in plays)
            lines.append(f"Tiles that can be laid: {named or 'none'}")
        return "\n".join(lines)


def _sentence(error: Exception) -> str:
    text = str(error).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


def register() -> None:
    """Registers the environment in TextArena; a second call does nothing."""
    registration = import_module("textarena.envs.registration")
    if NAME not in registration.ENV_REGISTRY:
        registration.register_with_versions(
            id=NAME,
            entry_point=RummikubEnv,
            wrappers={"default": [ta.wrappers.LLMObservationWrapper]},
        )
