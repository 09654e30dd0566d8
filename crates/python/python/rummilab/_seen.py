"""What a seat sees of a game, as plain data."""

from __future__ import annotations

from ._native import Game
from ._types import Facts

_EVENTS = ("none", "laid", "drew", "passed", "penalty")


def seen(game: Game, seat: int) -> Facts:
    """What a seat sees, made from its observation alone, with tiles as text.

    ``rack`` has the tiles that are not laid on this turn; ``laid`` those that are, if it is the own
    turn. ``table`` is that of the beginning of the turn. Each of ``players`` has its last event.
    """
    observed, parts, begin = game.observe(seat), {}, 0
    for name, length in game.fields:
        parts[name] = observed[begin : begin + length]
        begin += length
    players = []
    for other in range(game.players):
        # Observations count seats from the own one.
        at = (other - seat) % game.players
        players.append(
            {
                "tiles": int(parts["rack_sizes"][at]),
                "opened": bool(parts["opened"][at]),
                "last_event": _EVENTS[int(parts["last_event"][at])],
                "last_tiles": int(parts["last_tiles"][at]),
            }
        )
    return {
        "seat": seat,
        "to_move": game.to_move,
        "rack": game.rules.tiles(parts["rack"]),
        "laid": game.rules.tiles(parts["laid"]),
        "table": game.table,
        "pool": int(parts["pool"][0]),
        "last_round": bool(parts["last_round"][0]),
        "players": players,
    }
