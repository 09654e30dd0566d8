"""Four answers to one question: the best play is known; lay it now, or draw?

    holder         opens, then lays nothing until its whole rack goes
    plain CHANCE   lays the best play with this chance on each turn, the opening too
    coin CHANCE    the same, but openings and whole racks always go
    atleast TILES  lays the best play if it has so many tiles, the opening too

`rummilab` asks over crates/bot-api/PROTOCOL.md; the last lines of the file speak it.
"""
import json
import random
import sys

KIND, NUMBER = sys.argv[1], float((sys.argv + ["0"])[2])


def lays(kind, opened, rack, tiles):
    """Whether a turn lays the best play, which takes `tiles` of the `rack` tiles."""
    if kind == "atleast":
        return tiles >= NUMBER
    if kind in ("holder", "coin") and (not opened or tiles == rack):
        return True
    return kind != "holder" and random.random() < NUMBER


def action(state, seat, answer):
    """Lays the play that the solver found, or draws; passes when no tile is left to draw."""
    opened, rack = state["opened"][seat], len(state["rack"].split())
    if answer.get("tiles") and lays(KIND, opened, rack, answer["tiles"]):
        return {"play": answer["table"]}
    return "draw" if state["pool"] else "pass"


for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            reply = {"type": "hello", "protocol": 1, "name": KIND}
        case "newgame":
            seat, reply = message["seat"], {"type": "ready"}
            random.seed(message.get("seed", 1))
        case "move":
            state = message["state"]
            reply = {"type": "solve", "table": state["table"], "rack": state["rack"],
                     "opened": state["opened"][seat]}
        case "solve" | "error":
            reply = {"type": "move", "action": action(state, seat, message)}
        case "quit":
            break
        case _:
            reply = {"type": "ok"}
    print(json.dumps({"id": message["id"], **reply}), flush=True)
