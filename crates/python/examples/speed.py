"""What a call costs: single positions, texts, batches, threads.

    python crates/python/examples/speed.py [target/release/rummilab]

It is run in the repository, because it asks about the positions in `data/positions`. With the path
of the command it compares batches too.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import rummilab

CORPUS = Path(__file__).parents[3] / "data" / "positions" / "greedy-2.jsonl"


def least_micros(ask, inputs, repeats=20):
    """For each input the least time of one call, in microseconds."""
    least = [float("inf")] * len(inputs)
    for _ in range(repeats):
        for at, given in enumerate(inputs):
            start = time.perf_counter_ns()
            ask(*given)
            least[at] = min(least[at], time.perf_counter_ns() - start)
    return [nanos / 1000 for nanos in least]


def median(numbers):
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]


def seconds(ask, runs=5):
    """The least wall time of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    return min(times)


def in_threads(count, ask):
    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def compare(command, positions, times):
    """The command's time for the same batch, with one and two threads."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "batch.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in positions), encoding="utf-8")
        for threads, own in enumerate(times, 1):
            ask = [command, "solve", "--batch", str(file), "--json", "--threads", str(threads)]
            native = seconds(lambda: subprocess.run(ask, check=True, stdout=subprocess.DEVNULL))
            share = f"{native / own:.0%}"
            print(f"{threads} threads: solve_batch reaches {share} of the command's speed")


def main():
    lines = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    lines = [{name: line[name] for name in ("table", "rack")} for line in lines]
    rules = rummilab.Rules()
    solver = rummilab.Solver(rules)
    texts = [(" ; ".join(line["table"]), line["rack"]) for line in lines]
    counts = [(rules.counts(" ".join(line["table"])), rules.counts(line["rack"])) for line in lines]

    def fresh(ask):
        def forgetful(*given):
            solver.clear()
            ask(*given)

        return forgetful

    clear = median(least_micros(lambda *_: solver.clear(), counts))
    inside = [float("inf")] * len(texts)
    for _ in range(20):
        for at, given in enumerate(texts):
            solver.clear()
            inside[at] = min(inside[at], solver.solve(*given).micros)
    print(f"{len(lines)} positions, medians in microseconds; the solver forgets before each call")
    print(f"best play in the solver {median(inside):5.1f}")
    for name, ask, given in [
        ("best of counts", solver.best, counts),
        ("Solver.solve of texts", solver.solve, texts),
        ("solve of texts", rummilab.solve, texts),
    ]:
        times = [micros - clear for micros in least_micros(fresh(ask), given)]
        beyond = median(micros - own for micros, own in zip(times, inside, strict=True))
        print(f"{name:23} {median(times):5.1f}, {beyond:.1f} beyond the best play")
    many = lines * 20
    one = seconds(lambda: rummilab.solve_batch(many, threads=1))
    two = seconds(lambda: rummilab.solve_batch(many, threads=2))
    print(f"solve_batch {one / len(many) * 1e6:.1f} a position; two threads {one / two:.2f} times")
    for command in sys.argv[1:]:
        compare(command, many, [one, two])

    def all_best():
        own = rummilab.Solver(rules)
        for _ in range(20):
            for table, rack in counts:
                own.best(table, rack)

    one = seconds(lambda: in_threads(1, all_best))
    both = seconds(lambda: in_threads(2, all_best))
    print(f"two Python threads with a Solver each: {2 * one / both:.2f} times one")


if __name__ == "__main__":
    main()
