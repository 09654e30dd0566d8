"""What a call costs: single positions, texts, batches, threads.

    python crates/python/examples/speed.py

It is run in the repository, because it asks about the positions in `data/positions`.
"""

import json
import threading
import time
from pathlib import Path

import rummilab

CORPUS = Path(__file__).parents[3] / "data" / "positions" / "greedy-2.jsonl"


def median_micros(ask, inputs, repeats=20):
    """The median over the inputs of the least time of one call, in microseconds."""
    least = [float("inf")] * len(inputs)
    for _ in range(repeats):
        for at, given in enumerate(inputs):
            start = time.perf_counter_ns()
            ask(*given)
            least[at] = min(least[at], time.perf_counter_ns() - start)
    return sorted(least)[len(least) // 2] / 1000


def seconds(ask):
    """The least wall time of five runs."""
    runs = []
    for _ in range(5):
        start = time.perf_counter()
        ask()
        runs.append(time.perf_counter() - start)
    return min(runs)


def in_threads(count, ask):
    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


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

    clear = median_micros(lambda *_: solver.clear(), counts)
    inside = sorted(solver.solve(*given).micros for given in texts)[len(texts) // 2]
    print(f"{len(lines)} positions, medians in microseconds; the solver forgets before each call")
    print(f"best of counts    {median_micros(fresh(solver.best), counts) - clear:6.1f}")
    print(f"solve of texts    {median_micros(fresh(solver.solve), texts) - clear:6.1f}")
    print(f"inside the solver {inside:6.1f}")
    many = [json.dumps(line) for line in lines] * 20
    one = seconds(lambda: rummilab.solve_batch(many, threads=1))
    two = seconds(lambda: rummilab.solve_batch(many, threads=2))
    print(f"solve_batch       {one / len(many) * 1e6:6.1f} a position; two threads {one / two:.2f} times")

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
