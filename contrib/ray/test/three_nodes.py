#!/usr/bin/env python3
"""A cluster of three nodes on this machine, one of which is killed while it plays.

The merged run must be, byte for byte, the run that one call plays.

    pip install ray ./crates/python
    python contrib/ray/test/three_nodes.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

import rummilab

sys.path.insert(0, str(Path(__file__).parents[1]))
from match import play, play_all  # noqa: E402

MATCH = {"bots": ["hold:h=1", "greedy", "value"], "deals": 900, "seed": 5}
SHARDS = 6


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "run"
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        doomed = cluster.add_node(num_cpus=1)
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)
        assert ray.cluster_resources()["CPU"] == 3
        begun = [
            play.remote(MATCH, f"{number}/{SHARDS}", str(out / f"shard-{number}"))
            for number in range(SHARDS)
        ]
        while len(list(out.glob("shard-*/games.bin"))) < 3:
            time.sleep(0.1)
        done, _ = ray.wait(begun, num_returns=SHARDS, timeout=0)
        cluster.remove_node(doomed, allow_graceful=False)
        print(f"a node is killed, {len(done)} of {SHARDS} shards are done", flush=True)
        ray.get(begun)
        merged = play_all(MATCH, SHARDS, out)
        ray.shutdown()
        cluster.shutdown()
        alone = rummilab.tournament(**MATCH, out=Path(place) / "alone", progress=False)
        for name in ["games.bin", "games.csv", "summary.json"]:
            assert (merged.folder / name).read_bytes() == (alone.folder / name).read_bytes(), name
        print(f"equal bytes: {merged}")


if __name__ == "__main__":
    main()
