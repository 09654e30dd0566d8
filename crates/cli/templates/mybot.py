#!/usr/bin/env python3
"""A Rummikub bot: lays every tile that fits, the highest first. The messages: crates/bot-api/PROTOCOL.md."""
import json
import sys
from collections import Counter
from itertools import combinations

def sets_with(tile, have, rules):
    """Sets of 3 to 5 tiles that hold this one, as laid and as meant: jokers stand for tiles that are not in `have`."""
    colour, value, most = tile[0], int(tile[1:]), rules["max_jokers_per_set"]
    groups = [(tile, *(c + tile[1:] for c in rest)) for n in (2, 3)
              for rest in combinations(rules["colours"].replace(colour, ""), n)]
    runs = [[f"{colour}{v}" for v in range(low, low + n)] for n in (3, 4, 5)
            for low in range(max(1, value - n + 1), min(value, rules["values"] - n + 1) + 1)]
    for meant in runs if has_owners(rules) else groups + runs:
        laid = [t if have[t] else "J" for t in meant]
        if laid.count("J") <= min(have["J"], 9 if most == "none" else most):
            yield laid, meant

def has_owners(rules):
    return rules["group_cap_per_player"] != "none"  # of groups, which this bot then leaves alone

def cover(must, have, rules, dead):
    """Sets made of tiles in `have` that hold every tile in `must`; None if there are none, or it takes too long."""
    tile = min(must - Counter(J=9), key=lambda t: (int(t[1:]), t), default=None)
    key = (frozenset(must.items()), frozenset(have.items()))
    if tile is None or key in dead or len(dead) > 2000:
        return [] if not +must else None
    wanted = lambda s: s[0].count("J") if s[0].count("J") > must["J"] else -s[0].count("J")
    for laid, meant in sorted(sets_with(tile, have, rules), key=wanted):
        rest = cover(must - Counter(laid), have - Counter(laid), rules, dead)
        if rest is not None:
            return [(laid, meant), *rest]
    dead.add(key)

def play(state, rules, opened):
    must, kept, best = Counter(), [], []  # an old set is laid anew, or kept as it is
    for tiles in map(str.split, state["table"]):
        keep = not opened or has_owners(rules) or set(tiles) & set("DCM")
        kept.append(tiles) if keep else must.update(tiles)
    rack, old = [t for t in state["rack"].split() if t not in ("D", "C", "M")], must.total()
    have = must + Counter(rack)
    for tile in sorted(rack, key=lambda t: -int(t[1:] or 0)):
        if tile != "J" or not state["pool"] or set(have - must) == {"J"}:  # jokers last
            found = cover(must + Counter([tile]), have, rules, set())
            best, must = (best, must) if found is None else (found, must + Counter([tile]))
    points = sum(int(t[1:]) for _, meant in best for t in meant)
    if sum(len(laid) for laid, _ in best) > old and (opened or points >= rules["opening_min"]):
        return {"play": [" ".join(tiles) for tiles in kept + [laid for laid, _ in best]]}
    return "pass" if rules["draw_first"] or not state["pool"] else "draw"

for ask in map(json.loads, sys.stdin):
    if ask["type"] == "newgame":
        game = ask
    answers = {"hello": lambda: {"protocol": 1, "name": "mybot"}, "newgame": lambda: {"type": "ready"},
               "move": lambda: {"action": play(ask["state"], game["rules"], ask["state"]["opened"][game["seat"]])},
               "putback": lambda: {"put_back": True}, "gameover": lambda: {"type": "ok"}, "quit": sys.exit}
    unknown = lambda: {"type": "error", "code": "unsupported", "message": ask["type"]}
    print(json.dumps({"id": ask["id"], "type": ask["type"], **answers.get(ask["type"], unknown)()}), flush=True)
