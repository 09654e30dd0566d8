"""A Rummikub bot that asks the solver; change `question` and `action` to play your way.

Every message is explained in crates/bot-api/PROTOCOL.md.
"""
import json
import sys


def question(state, seat):
    """What the solver is asked on this turn."""
    return {"table": state["table"], "rack": state["rack"], "opened": state["opened"][seat],
            "owners": state.get("owners"), "me": seat}


def action(state, rules, answer):
    """What to do now that the solver has answered."""
    rack, tiles = len(state["rack"].split()), answer.get("tiles", 0)
    # The idea: collect tiles. A large rack goes almost whole, and what is laid early helps others.
    waits = state["pool"] > 0 and tiles < rack < 3 * rules["hand"]
    if tiles and not waits:
        return {"play": answer["table"]}
    return "pass" if rules["draw_first"] or state["pool"] == 0 else "draw"


game = state = None
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            reply = {"type": "hello", "protocol": 1, "name": "mybot"}
        case "newgame":
            game, reply = message, {"type": "ready"}
        case "putback":
            reply = {"type": "putback", "put_back": True}
        case "move":
            state = message["state"]
            reply = {"type": "solve", **question(state, game["seat"])}
        case "solve" | "error":  # the solver's answer, or why there is none
            reply = {"type": "move", "action": action(state, game["all_rules"], message)}
        case "gameover":
            reply = {"type": "ok"}
        case "quit":
            break
        case kind:
            reply = {"type": "error", "code": "unsupported", "message": kind}
    print(json.dumps({"id": message["id"], **reply}), flush=True)
