"""A solver that lays the whole rack, a run, and breaks down over some racks, each in its own way.

Its argument is a file to which it adds its process id when it starts.
"""
import json
import os
import sys
import time

with open(sys.argv[1], "a", encoding="utf-8") as file:
    print(os.getpid(), file=file)


def say(reply):
    print(reply if isinstance(reply, str) else json.dumps(reply), flush=True)


say_hello = {"name": "missolve", "version": "7", "rules": ["original"], "options": ["jokers"]}
sys.stdin.readline()
say({**say_hello, "objectives": ["tiles"]})
for line in sys.stdin:
    question = json.loads(line)
    assert "certified" not in question
    rack, number = question["rack"], question["id"]
    reply = {"id": number, "status": "optimal", "table": [rack] if rack else []}
    match rack.split(" ")[0]:
        case "R2":
            reply["table"] = ["R2 R3"]
        case "R3":
            reply["table"] = []
        case "R4":
            time.sleep(1000)
        case "R5":
            sys.stdout.write('{"id":')
            sys.exit("out of ideas")
        case "R6":
            eaten = []
            while True:
                try:
                    eaten.append(b"x" * 10_000_000)
                except MemoryError:
                    time.sleep(0.01)
        case "R7":
            reply = {"id": number, "status": "unsupported", "error": "sevens"}
        case "R8":
            reply = {"table": [rack]}
        case "R9":
            reply = "let me think"
        case "R10":
            reply["id"] = 99
        case "R11":
            reply["table"] = ["R11 R12 R13", "B1 B2 B3"]
    say(reply)
