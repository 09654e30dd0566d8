"""Trains `dmc` by self-play: deep Monte Carlo on whole turns, with former selves as opponents.

    OPENBLAS_NUM_THREADS=1 python -m rummilab.agents.train runs/dmc --seed 1 --core-hours 1

The folder holds all that training needs to go on: the same command continues there, also after it
was killed. In each iteration a few hundred games are played to their end. Some have the current
network in both seats, the others a former one in one seat. The network then learns to predict from
the last iterations what followed each chosen turn (a λ-return). Every so often the agent plays held-back deals, and
`curve.jsonl` gets a line.

A game explores in two ways. In some games a seat draws a few of its turns at random. In some it has
a leaning of its own to all turns that lay many tiles, many points, jokers or nothing, or that open,
towards or away from them. A leaning lasts for the whole game, because a plan such as holding tiles
back pays only if it is kept, and a single other turn cannot show it. The leanings of the agent
itself, at first 0, follow those that won (an evolution strategy).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._native import SelfPlay
from .._tournament import tournament
from . import dmc
from .network import PERMUTATIONS, Inputs, Network

FORMER = 2
"""Former selves in an iteration; a quarter of its games is against each."""
KEPT, MOST_KEPT = 8, 32
"""Iterations that the network learns from: half of all, between these numbers."""
BATCH, BATCHES = 512, 40
"""Turns of a step of learning, and steps for each of these iterations."""
SNAPSHOT_EVERY, SNAPSHOTS = 10, 32
RANDOM_GAMES, RANDOM_TURNS = 0.25, 0.05
"""Share of the games in which a seat draws turns at random, and of such turns among its own."""
LEANINGS = {"tiles": 4.0, "points": 3.0, "jokers": 2.0, "idle": 1.5, "opens": 1.5}
"""What a seat may lean to, and by how much: standard deviations of a weight of that input."""
LEANING_GAMES, LEANING_RATE = 0.5, 0.5
"""Share of the games in which a seat leans, and how fast the agent follows those that won."""
LEARNING_RATE, CONSTANT = 1e-3, 40
"""Size of the steps, and the iteration from which on it falls, as one over the number."""
SLOW = 0.95
"""Of the weights that play in the end, the share that each iteration keeps: a running mean."""
HELD_BACK = 2026
"""Seed of the deals on which the learning curve is measured."""


class Trainer:
    """The state of a training, in memory and in its folder."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.without = tuple(options.without)
        self.position, self.turn = dmc.inputs(self.without)
        self.tables = SelfPlay(dmc.RULES, 2, options.games)
        self.columns = self.turn.columns(LEANINGS)
        self.random = np.random.default_rng(options.seed)
        self.network = Network.random(
            self.random, self.position.width, self.turn.width, options.hidden
        )
        self.slow = self.network.copy()
        self.former: list[Network] = [self.network.copy()]
        self.seen: list[tuple[Any, Any, Any]] = []
        self.iteration = self.games = self.steps = 0
        self.before = 0.0
        self.begun = time.process_time()

    def core_seconds(self) -> float:
        """Processor time of the training so far, measuring included."""
        return self.before + time.process_time() - self.begun

    def iterate(self) -> dict[str, Any]:
        """Plays games and learns from them."""
        kept = min(max(KEPT, self.iteration // 2), MOST_KEPT)
        self.seen = [*self.seen, self.play()][-kept:]
        loss = self.learn()
        self.iteration += 1
        self.slow.follow(self.network, min(SLOW, 1 - 1 / self.iteration))
        if self.iteration % SNAPSHOT_EVERY == 0:
            self.former.append(self.network.copy())
            if len(self.former) > SNAPSHOTS:
                self.former = self.former[::2]
        turns = len(self.seen[-1][2])
        leaning = self.network.direct[self.columns].tolist()
        return {
            "loss": round(loss, 4), "turns": round(turns / self.options.games, 1),
            "leaning": {name: round(by, 2) for name, by in zip(LEANINGS, leaning, strict=True)},
        }  # fmt: skip

    def play(self) -> tuple[Any, Any, Any]:
        """Plays games to their end: positions, chosen turns and the share of the win of each."""
        games, count = self.tables, self.options.games
        games.deal(1000 + self.options.seed, self.games)
        self.games += count
        against = self.random.integers(len(self.former), size=FORMER)
        networks = [self.network, *(self.former[at] for at in against)]
        # Who sits where: 0 is the current network, which learns.
        who = np.zeros((count, 2), dtype=np.int64)
        each = count // 4 if self.options.former else 0
        for number in range(1, FORMER + 1):
            for at in range((number - 1) * each, number * each):
                who[at, at % 2] = number
        leaning = self.leanings()
        restless = RANDOM_TURNS * (self.random.random((count, 2)) < RANDOM_GAMES)
        chosen: list[tuple[Any, ...]] = []
        while (choices := games.choices())[0]:
            numbers, seats, states, counts, rows = choices
            at_all, seat_all = np.array(numbers), np.array(seats)
            counts_all = np.array(counts)
            starts = np.concatenate([[0], np.cumsum(counts_all)])
            scores, logits = np.empty((2, len(rows)), dtype=np.float32)
            players = who[at_all, seat_all]
            of_row = np.repeat(players, counts_all)
            for number, network in enumerate(networks):
                mine = players == number
                if mine.any():
                    turns = self.turn.of(rows[of_row == number])
                    states_of = self.position.of(states[mine])
                    logits[of_row == number] = network.logits(states_of, counts_all[mine], turns)
                    scores[of_row == number] = turns @ network.direct
            scores += logits
            learns = players == 0
            inputs = rows[:, self.columns] * self.turn.scales[self.columns]
            scores += (inputs * np.repeat(leaning[at_all, seat_all], counts_all, axis=0)).sum(1)
            if self.options.only_most:
                scores[~dmc.lays_most(rows, starts[:-1], self.turn)] = -np.inf
            picks = np.array(
                [int(scores[a:b].argmax()) for a, b in zip(starts, starts[1:], strict=False)]
            )
            by_chance = self.random.random(len(picks)) < restless[at_all, seat_all]
            drawn = (self.random.random(len(picks)) * counts_all).astype(np.int64)
            picks = np.where(by_chance, drawn, picks)
            games.take(picks.tolist())
            mine = np.flatnonzero(learns)
            taken = starts[mine] + picks[mine]
            chosen.append((at_all[mine], seat_all[mine], states[mine], rows[taken], logits[taken]))
        parts = zip(*chosen, strict=True)
        game, seat, states, rows, logits = (np.concatenate(part) for part in parts)
        wins = (np.array(games.rewards()) + 1) / 2
        self.lean(leaning[who == 0], wins[who == 0])
        return states, rows, self.returns(2 * game + seat, logits, wins.reshape(-1))

    def returns(self, seats: Any, logits: Any, wins: Any) -> Any:
        """The λ-return of each turn: the win, mixed with the chances seen on the turns between.

        The turns of a seat are in their order; the last one is fitted to the win.
        """
        chances = 1 / (1 + np.exp(-logits))
        then = wins.copy()
        returns = np.empty(len(seats), dtype=np.float32)
        for at in range(len(seats) - 1, -1, -1):
            seat = seats[at]
            returns[at] = then[seat]
            then[seat] += (1 - self.options.td_lambda) * (chances[at] - then[seat])
        return returns

    def leanings(self) -> Any:
        """For each seat of each game the weights that it adds to those of the network."""
        seats = (self.options.games, 2)
        leaning = self.random.normal(0, list(LEANINGS.values()), (*seats, len(LEANINGS)))
        leans = self.random.random((*seats, 1)) < LEANING_GAMES * self.options.leaning
        return (leaning * leans).astype(np.float32)

    def lean(self, leaning: Any, wins: Any) -> None:
        """Moves the leanings of the network towards those that won."""
        leans = leaning.any(axis=1)
        if leans.any():
            better = (wins[leans] - wins[leans].mean())[:, None]
            by = LEANING_RATE * (better * leaning[leans]).mean(axis=0)
            self.network.direct[self.columns] += by.astype(np.float32)

    def learn(self) -> float:
        """Fits the network to the last iterations."""
        states, rows, won = (np.concatenate(parts) for parts in zip(*self.seen, strict=True))
        rate = LEARNING_RATE * CONSTANT / max(CONSTANT, self.iteration)
        losses = []
        for _ in range(BATCHES * len(self.seen)):
            batch = self.random.integers(len(won), size=BATCH)
            order = int(self.random.integers(len(PERMUTATIONS)))
            self.steps += 1
            loss = self.network.fit(
                self.position.of(states[batch], order),
                self.turn.of(rows[batch], order),
                won[batch],
                rate,
                self.steps,
            )
            losses.append(loss)
        return float(np.mean(losses))

    def measure(self) -> dict[str, float]:
        """The share of wins against each opponent, on the held-back deals."""
        def made() -> dmc.Dmc:
            return dmc.Dmc(self.slow, self.without, self.options.only_most)

        made.name = "dmc"  # type: ignore[attr-defined]
        rates = {}
        for opponent in self.options.against:
            match = tournament(
                [made, opponent], deals=self.options.deals, seed=HELD_BACK, threads=1
            )
            rates[opponent] = match.summary["bots"][0]["win_rate"]
        return rates

    def save(self) -> None:
        """Writes everything; a kill leaves the old state or the new one."""
        arrays: dict[str, Any] = {"current": np.array(
            json.dumps({
                "iteration": self.iteration, "games": self.games, "steps": self.steps,
                "core_seconds": self.core_seconds(), "random": self.random.bit_generator.state,
                "settings": settings(self.options),
            })
        )}  # fmt: skip
        for at, weight in enumerate(self.network.weights):
            arrays[f"weight{at}"] = weight
        for at, moment in enumerate(self.network.moments):
            arrays[f"moment{at:02}"] = moment
        arrays["direct"] = self.network.direct
        for at, weight in enumerate([*self.slow.weights, self.slow.direct]):
            arrays[f"slow{at}"] = weight
        for number, network in enumerate(self.former):
            for at, weight in enumerate([*network.weights, network.direct]):
                arrays[f"former{number:02}.{at}"] = weight
        for number, parts in enumerate(self.seen):
            for at, part in enumerate(parts):
                arrays[f"seen{number:02}.{at}"] = part
        new = self.folder / "new.npz"
        np.savez(new, **arrays)
        os.replace(new, self.folder / "state.npz")
        new = self.folder / "new-weights.npz"
        dmc.save([self.slow], new)
        os.replace(new, self.folder / "dmc.npz")

    def resume(self) -> None:
        """Goes on from what `save` wrote."""
        with np.load(self.folder / "state.npz") as file:
            current = json.loads(str(file["current"]))
            if current["settings"] != settings(self.options):
                raise SystemExit(f"{self.folder} holds a training of {current['settings']}")
            self.random.bit_generator.state = current["random"]
            self.iteration, self.games = current["iteration"], current["games"]
            self.steps, self.before = current["steps"], current["core_seconds"]

            def named(start: str) -> list[Any]:
                return [file[name] for name in sorted(file.files) if name.startswith(start)]

            self.network = Network(named("weight"), file["direct"], named("moment"))
            numbers = sorted({name[6:8] for name in file.files if name.startswith("former")})
            *slow, direct = named("slow")
            self.slow = Network(slow, direct)
            former = [named(f"former{number}") for number in numbers]
            self.former = [Network(arrays[:-1], arrays[-1]) for arrays in former]
            names = {name.split(".")[0] for name in file.files if name.startswith("seen")}
            self.seen = [tuple(named(f"{name}.")) for name in sorted(names)]


def join(folders: Sequence[str], path: Path) -> None:
    """Writes one committee of the networks of these trainings."""
    dmc.save(dmc.networks_of(*(Path(folder) / "dmc.npz" for folder in folders)), path)


def settings(options: argparse.Namespace) -> dict[str, Any]:
    """What must be the same when a training goes on."""
    names = (
        "seed", "games", "hidden", "without", "former", "leaning", "td_lambda", "only_most",
    )  # fmt: skip
    return {name: getattr(options, name) for name in names}


def train(options: argparse.Namespace) -> Trainer:
    """Trains until the limit is reached, in the folder."""
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(folder, options)
    if (folder / "state.npz").exists():
        trainer.resume()
    next_line = trainer.core_seconds()
    saved = time.monotonic()
    while trainer.core_seconds() < 3600 * options.core_hours and (
        options.iterations is None or trainer.iteration < options.iterations
    ):
        told = trainer.iterate()
        line: dict[str, Any] = {
            "iteration": trainer.iteration, "games": trainer.games,
            "core_seconds": round(trainer.core_seconds()), **told,
        }  # fmt: skip
        if trainer.core_seconds() >= next_line and options.against:
            line["wins"] = trainer.measure()
            next_line = trainer.core_seconds() + options.every
        with (folder / "curve.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        if time.monotonic() - saved > options.save_every:
            trainer.save()
            saved = time.monotonic()
    trainer.save()
    return trainer


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    options = argparse.ArgumentParser(description="Trains the agent dmc by self-play.")
    options.add_argument("folder", help="where the training is kept; it goes on there")
    options.add_argument(
        "--join", nargs="+", help="do not train: write dmc.npz there, a committee of these folders"
    )
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--core-hours", type=float, default=8, help="processor time, all in all")
    options.add_argument("--iterations", type=int, help="end after this many")
    options.add_argument("--games", type=int, default=256, help="games of an iteration")
    options.add_argument("--hidden", type=int, default=256, help="units of a hidden layer")
    options.add_argument("--without", nargs="*", default=[], help="fields not shown to the network")
    options.add_argument(
        "--only-most", action="store_true", help="of the turns that lay, only those of most tiles"
    )
    options.add_argument("--former", type=int, default=1, help="0: no former selves as opponents")
    options.add_argument("--leaning", type=float, default=1, help="0: only single random turns")
    options.add_argument(
        "--td-lambda", type=float, default=0.95, help="1: only the win counts, not later chances"
    )
    options.add_argument("--every", type=float, default=300, help="seconds between measurements")
    options.add_argument("--save-every", type=float, default=60, help="seconds between savings")
    options.add_argument("--deals", type=int, default=25, help="deals of a measurement")
    options.add_argument(
        "--against", nargs="*", default=["hold:h=0", "greedy", "champion:budget=quick"]
    )
    return options.parse_args(arguments)


if __name__ == "__main__":
    chosen = parsed()
    if chosen.join:
        Path(chosen.folder).mkdir(parents=True, exist_ok=True)
        join(chosen.join, Path(chosen.folder) / "dmc.npz")
    else:
        train(chosen)
