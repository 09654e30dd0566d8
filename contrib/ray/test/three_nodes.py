#!/usr/bin/env python3
"""A cluster of three nodes on this machine, one of which is killed while it plays.

The folder of one shard is held by another program meanwhile, as by the copy of a lost node. The merged run must be, byte for byte, the run that one call plays.

    pip install ray ./crates/python
    python contrib/ray/test/three_nodes.py
"""

from __future__ import annotations

import fcntl
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster

import rummilab

sys.path.insert(0, str(Path(__file__).parents[1]))
from match import play, play_all  # noqa: E402

MATCH = {"bots": ["hold:h=1", "greedy", "value"], "deals": 900, "seed": 5}
SHARDS = 6
#: Files that stay locked.
HELD: list[Any] = []


def hold_forever(folder: Path) -> None:
    """Begins a shard in this folder, and keeps its record locked until this program ends."""
    rummilab.tournament(**MATCH, shard=f"0/{SHARDS * 50}", out=folder, threads=1, progress=False)
    record = (folder / "games.bin").open("r+b")
    fcntl.flock(record, fcntl.LOCK_EX)
    HELD.append(record)


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "run"
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        doomed = cluster.add_node(num_cpus=1)
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)
        assert ray.cluster_resources()["CPU"] == 3
        held = out / "shard-0"
        hold_forever(held)
        begun = [
            play.remote(MATCH, f"{number}/{SHARDS}", str(out / f"shard-{number}"))
            for number in range(SHARDS)
        ]
        while len(list(out.glob("shard-*/games.bin"))) < 4:
            time.sleep(0.1)
        done, _ = ray.wait(begun, num_returns=SHARDS, timeout=0)
        cluster.remove_node(doomed, allow_graceful=False)
        print(f"a node is killed, {len(done)} of {SHARDS} shards are done", flush=True)
        ray.get(begun)
        assert (out / "shard-0-copy-2" / "games.bin").exists(), "the shard went nowhere else"
        merged = play_all(MATCH, SHARDS, out)
        ray.shutdown()
        cluster.shutdown()
        alone = rummilab.tournament(**MATCH, out=Path(place) / "alone", progress=False)
        for name in ["games.bin", "games.csv", "summary.json"]:
            assert (merged.folder / name).read_bytes() == (alone.folder / name).read_bytes(), name
        print(f"equal bytes: {merged}")


if __name__ == "__main__":
    main()
