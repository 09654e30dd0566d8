"""A bot that says hello, begins games, draws or passes, and on its third move does what its first argument says.

Its second argument, if any, is a folder for notes to the test.
"""
import json
import os
import subprocess
import sys
import time

# Clears a terminal, names its window, paints, deletes, writes backwards, and begins a line of its own.
HOSTILE = "\x1b[2J\x1b]0;mine\x07\x9b31m\x7f\u202eevil\nwarning: all is well"

mode, notes = sys.argv[1], (sys.argv + [None])[2]
print("started", mode, file=sys.stderr, flush=True)


def note(name, text):
    with open(os.path.join(notes, name), "a", encoding="utf-8") as file:
        file.write(text)


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def solve():
    """Sends every question of the test and notes the answers."""
    with open(os.path.join(notes, "questions"), encoding="utf-8") as questions:
        for question in questions:
            say(question)
            note("answers", sys.stdin.readline())


def misbehave(ask, honest):
    if mode == "hang":
        time.sleep(1000)
    elif mode == "flood":
        while True:
            say("thinking about it\n")
    elif mode == "flood-stale":
        while True:
            say(json.dumps({"id": 1, "type": "ready"}) + "\n")
    elif mode == "long":
        say("x" * (2 << 20))
        time.sleep(1000)
    elif mode == "lie":
        return {"type": "move", "action": {"play": ["R11 R12 R13", "B11 B12 B13", "K11 K12 K13", "R13 B13 K13"]}}
    elif mode == "no-tile":
        return {"type": "move", "action": {"play": ["R11 R12 X99"]}}
    elif mode == "crash":
        print("out of ideas", file=sys.stderr, flush=True)
        os._exit(3)
    elif mode == "slow":
        time.sleep(60)
    elif mode == "half":
        say('{"id":')
        time.sleep(1000)
    elif mode == "half-crash":
        say('{"id":')
        os._exit(0)
    elif mode == "wrong-id":
        say(json.dumps({"id": ask["id"] + 5, **honest}) + "\n")
    elif mode == "wrong-answer":
        return {"type": "ready"}
    elif mode == "error":
        return {"type": "error", "code": "internal", "message": "no idea"}
    elif mode == "orphan":
        subprocess.Popen(["sleep", "1000"])
        os._exit(3)
    elif mode == "hostile":
        return {"type": "error", "code": "internal", "message": HOSTILE}
    elif mode == "children":
        child = subprocess.Popen(["sleep", "1000"])
        note("children", f"{child.pid}\n{os.getpid()}\n")
        time.sleep(1000)
    elif mode == "solve":
        solve()
    elif mode == "solve-slow":
        for _ in range(20):
            time.sleep(0.1)
            solve()
    elif mode == "solve-flood":
        while True:
            say('{"id":1,"type":"solve"}\n')
    elif mode == "loud":
        for _ in range(64):
            print("x" * (64 << 10), file=sys.stderr)
    return honest


if mode == "once":
    # Starts once; from then on it ends at once.
    if os.path.exists(os.path.join(notes, "started")):
        sys.exit("I told you once")
    note("started", "")

if mode == "hostile-start":
    sys.exit(HOSTILE.replace("\n", " "))
if mode == "hang-start":
    note("children", f"{os.getpid()}\n")
    time.sleep(1000)

moves = 0
for line in sys.stdin:
    ask = json.loads(line)
    if mode == "tee":
        note("heard", line)
    kind = ask["type"]
    reply = {"type": "ok"}
    if mode == "solve-early" and kind in ("newgame", "gameover"):
        solve()
    if kind == "hello":
        reply = {"type": "hello", "protocol": 1, "name": mode}
        if mode == "hostile-hello":
            reply |= {"name": HOSTILE, "version": HOSTILE}
    elif kind == "newgame":
        rules, moves = ask["all_rules"], 0
        reply = {"type": "ready"}
        if mode == "choosy":
            reply = {"type": "error", "code": "unsupported", "message": "I do not like these rules"}
    elif kind == "putback":
        reply = {"type": "putback", "put_back": False}
        if mode == "hang-putback":
            time.sleep(1000)
    elif kind == "move":
        moves += 1
        idle = "pass" if rules["draw_first"] or ask["state"]["pool"] == 0 else "draw"
        reply = {"type": "move", "action": idle}
        if moves == 3:
            reply = misbehave(ask, reply)
    elif kind == "gameover" and mode == "rude":
        time.sleep(1000)
    elif kind == "quit":
        break
    say(json.dumps({"id": ask["id"], **reply}) + "\n")
