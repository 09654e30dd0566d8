#!/usr/bin/env python3
"""One match on a Ray cluster: a task for each shard, then the merge.

    python match.py --bots "hold:h=1 greedy" --deals 2000 --shards 12 --out runs/big

Needs ``ray`` and ``rummilab`` on every node, and a folder that all of them see. A node that goes
takes nothing with it but time: its shard starts again elsewhere and goes on where it was. Where the
lost copy still plays, the shard is played anew in a folder beside; the merge takes each block once.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

import ray

import rummilab


@ray.remote(num_cpus=1, max_retries=-1)
def play(match: dict[str, Any], shard: str, folder: str) -> str:
    """Plays one shard on one core, or what is missing of it, into the first folder that is free."""
    for copy in itertools.count(1):
        place = folder if copy == 1 else f"{folder}-copy-{copy}"
        try:
            rummilab.tournament(**match, shard=shard, out=place, threads=1, progress=False)
            return place
        except rummilab.InUseError as error:
            print(f"{error}; shard {shard} goes elsewhere", flush=True)
    raise AssertionError("there is always a free folder")


def play_all(match: dict[str, Any], shards: int, out: Path) -> rummilab.Tournament:
    """Plays all shards on the cluster that Ray is connected to, and puts them together."""
    parts = [
        play.remote(match, f"{number}/{shards}", str(out / f"shard-{number}"))
        for number in range(shards)
    ]
    left = parts
    while left:
        _, left = ray.wait(left)
        print(f"{shards - len(left)} of {shards} shards", flush=True)
    ray.get(parts)
    # Blocks that a lost copy played are there twice, and taken once.
    return rummilab.merge(sorted(out.glob("shard-*")), out)


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("--bots", required=True, help="names, separated by spaces or as a JSON list")
    args.add_argument("--deals", type=int, default=100)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--rules", default="original")
    args.add_argument("--players", type=int, default=2)
    args.add_argument("--shards", type=int, default=12)
    args.add_argument("--out", type=Path, required=True, help="a folder that every node sees")
    args.add_argument("--address", help="of the cluster; a local one is started without it")
    given = args.parse_args()
    bots = json.loads(given.bots) if given.bots.startswith("[") else given.bots.split()
    ray.init(address=given.address, log_to_driver=False)
    match = {
        "bots": bots,
        "deals": given.deals,
        "seed": given.seed,
        "rules": given.rules,
        "players": given.players,
    }
    print(play_all(match, given.shards, given.out.absolute()))


if __name__ == "__main__":
    main()
