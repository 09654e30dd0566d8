"""A Rummikub bot: lays every tile that fits, the highest first. The messages: crates/bot-api/PROTOCOL.md."""
import json, sys
from collections import Counter
from itertools import product

number = lambda tile: int(tile[1:] or 0)  # 0 for a joker
def solve(value, runs, jokers, must, have, rules, dead):
    """Sets of all tiles in `must` and some others in `have`, from this value up, with open `runs`; None if there are none."""
    if value > rules["values"]:
        return [["J"] * (3 - len(r)) + r for r in runs] if sum(max(3 - len(r), 0) for r in runs) <= jokers else None
    key = (value, jokers, tuple(sorted((run[0][0], min(len(run), 3)) for run in runs)))
    tiles = [colour + str(value) for colour in rules["colours"]]
    owners = rules["group_cap_per_player"] != "none"  # of groups: then it lays none
    choices = [[(k, n - k) for n in range(must[t], have[t] + 1) for k in range(n, n - 1 if owners else -1, -1)] for t in tiles]
    for choice in [] if key in dead or len(dead) > 500 else product(*choices):  # to runs and to groups; not for ever
        loose, groups = [t for t, (_, n) in zip(tiles, choice) for _ in range(n)], max(n for _, n in choice)
        done, going = [loose[i::groups] + ["J"] * (3 - len(loose[i::groups])) for i in range(groups)], []
        for tile, (k, _) in zip(tiles, choice):
            mine = sorted((run for run in runs if run[0][0] == tile[0]), key=len)
            going += [run + [tile] for run in mine[:k]] + [[tile]] * (k - len(mine))
            going += [run + ["J"] for run in mine[k:] if len(run) < 3]
            done += [run for run in mine[k:] if len(run) > 2]
        left = jokers - sum(r[-1] == "J" for r in going) - sum(g.count("J") for g in done if g[0][1:] == str(value))
        if left >= 0 and (rest := solve(value + 1, going, left, must, have, rules, dead)) is not None:
            return done + rest
    dead.add(key)

def play(state, rules, opened):
    kept, old, rack = [], [], [t for t in state["rack"].split() if t not in ("D", "C", "M")]
    for tiles in map(str.split, state["table"]):  # an old set is kept as it is, or laid anew
        (kept if not opened or "owners" in state or set(tiles) & set("DCM") else old).append(tiles)
    def lay(best, have, reach):  # with the help of tiles so far away
        for tile in sorted(rack, key=number, reverse=True):  # jokers last, and only if nothing else is left
            must, left = Counter(sum(best, [tile])), set(have - Counter(sum(best, [])))
            if tile in left and (tile != "J" or left == {"J"} or not state["pool"]):
                usable = must | Counter(t for t in have.elements() if reach and (t == "J" or abs(number(t) - number(tile)) <= reach))
                found = solve(1, [], usable["J"], must, usable, rules, set()) or []
                spare = must["J"] - sum(tiles.count("J") for tiles in found)
                for tiles in found:
                    if spare > 0 and "J" not in tiles and (len(tiles) == 3 or tiles[0][0] == tiles[1][0]):
                        tiles.insert(len(tiles) if tiles[0][1:] == "1" else 0, "J")
                        spare -= 1
                best = found if found and spare <= 0 else best
        return best
    best, have = lay([], Counter(rack), 2), Counter(sum(old, rack))  # new sets, then single tiles
    best = lay(old + best, have, 0) if opened else best
    best = lay(old, have, 99) if best == old and not state["pool"] else best  # if one must be laid, whatever helps
    if len(sum(best, [])) > len(sum(old, [])) and (opened or sum(map(number, sum(best, []))) >= rules["opening_min"]):
        return {"play": [" ".join(tiles) for tiles in kept + best]}
    return "pass" if rules["draw_first"] or not state["pool"] else "draw"

game, answers = None, {"hello": {"protocol": 1, "name": "mybot"}, "newgame": {"type": "ready"},
                       "putback": {"put_back": True}, "gameover": {"type": "ok"}, "quit": {}}
for ask in map(json.loads, sys.stdin):
    kind, game = ask["type"], ask if ask["type"] == "newgame" else game
    move = kind == "move" and {"action": play(ask["state"], game["rules"], ask["state"]["opened"][game["seat"]])}
    answer = move or answers.get(kind, {"type": "error", "code": "unsupported", "message": kind})
    if kind != "quit":  # which is the last
        print(json.dumps({"id": ask["id"], "type": kind, **answer}), flush=True)
