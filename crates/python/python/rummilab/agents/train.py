"""Trains `dmc` by self-play: deep Monte Carlo on whole turns, with former selves as opponents.

    OPENBLAS_NUM_THREADS=1 python -m rummilab.agents.train runs/dmc --seed 1 --core-hours 1

The folder holds all that training needs to go on: the same command continues there, also after it
was killed. In each iteration a few hundred games are played to their end. Some have the current
network in both seats, the others a former one in one seat. The network then learns to predict from
the last iterations what each chosen turn won. Every so often the agent plays held-back deals, and
`curve.jsonl` gets a line.

A game explores in two ways. A few turns are drawn at random. In some games a seat has a leaning of
its own to all turns that lay many tiles, many points, jokers or nothing, towards or away from
them: it lasts for the whole game, because a plan pays only if it is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from .._native import SelfPlay
from .._tournament import tournament
from . import dmc
from .network import PERMUTATIONS, Inputs, Network

FORMER = 2
"""Former selves in an iteration; a quarter of its games is against each."""
KEPT = 8
"""Iterations that the network learns from."""
BATCH, BATCHES = 512, 150
SNAPSHOT_EVERY, SNAPSHOTS = 10, 32
RANDOM_TURNS = 0.02
LEANING_GAMES, LEANING = 0.25, 2.0
LEARNING_RATE = 1e-3
HELD_BACK = 2026
"""Seed of the deals on which the learning curve is measured."""


class Trainer:
    """The state of a training, in memory and in its folder."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.without = tuple(options.without)
        self.position, self.turn = dmc.inputs(self.without)
        self.tables = SelfPlay(dmc.RULES, 2, options.games)
        self.fields = self.tables.fields()
        self.random = np.random.default_rng(options.seed)
        self.network = Network.random(
            self.random, self.position.width, self.turn.width, options.hidden
        )
        self.former: list[Network] = [self.network.copy()]
        self.seen: list[tuple[Any, Any, Any]] = []
        self.iteration = self.games = self.steps = 0
        self.before = 0.0
        self.begun = time.process_time()

    def core_seconds(self) -> float:
        """Processor time of the training so far, measuring included."""
        return self.before + time.process_time() - self.begun

    def iterate(self) -> dict[str, float]:
        """Plays games and learns from them."""
        self.seen = [*self.seen, self.play()][-KEPT:]
        loss = self.learn()
        self.iteration += 1
        if self.iteration % SNAPSHOT_EVERY == 0:
            self.former.append(self.network.copy())
            if len(self.former) > SNAPSHOTS:
                self.former = self.former[::2]
        turns = len(self.seen[-1][2])
        return {"loss": round(loss, 4), "turns": round(turns / self.options.games, 1)}

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
        chosen: list[tuple[Any, ...]] = []
        while (choices := games.choices())[0]:
            numbers, seats, states, counts, rows = choices
            at_all, seat_all = np.array(numbers), np.array(seats)
            counts_all = np.array(counts)
            starts = np.concatenate([[0], np.cumsum(counts_all)])
            scores = np.empty(len(rows), dtype=np.float32)
            players = who[at_all, seat_all]
            of_row = np.repeat(players, counts_all)
            for number, network in enumerate(networks):
                mine = players == number
                if mine.any():
                    scores[of_row == number] = network.scores(
                        self.position.of(states[mine]),
                        counts_all[mine],
                        self.turn.of(rows[of_row == number]),
                    )
            learns = players == 0
            by_row = np.repeat(leaning[at_all, seat_all], counts_all, axis=0)
            scores += (self.traits(rows) * by_row).sum(axis=1)
            picks = np.array(
                [int(scores[a:b].argmax()) for a, b in zip(starts, starts[1:], strict=False)]
            )
            by_chance = learns & (self.random.random(len(picks)) < RANDOM_TURNS)
            drawn = (self.random.random(len(picks)) * counts_all).astype(np.int64)
            picks = np.where(by_chance, drawn, picks)
            games.take(picks.tolist())
            mine = np.flatnonzero(learns)
            chosen.append(
                (at_all[mine], seat_all[mine], states[mine], rows[starts[mine] + picks[mine]])
            )
        game, seat, states, rows = (np.concatenate(parts) for parts in zip(*chosen, strict=True))
        won = (np.array(games.rewards())[game, seat] + 1) / 2
        return states, rows, won.astype(np.float32)

    def leanings(self) -> Any:
        """For each seat of each game what its turns' traits add to their scores."""
        seats = (self.options.games, 2)
        leaning = self.random.normal(0, LEANING, (*seats, 4))
        leans = self.random.random((*seats, 1)) < LEANING_GAMES * self.options.leaning
        return (leaning * leans).astype(np.float32)

    def traits(self, rows: Any) -> Any:
        """Of each turn: tiles, points and jokers laid, and whether it lays nothing."""
        at, starts = 0, {}
        for name, length in self.fields[1]:
            starts[name] = at
            at += length
        columns = [starts[name] for name in ("tiles", "points", "jokers", "idle")]
        return rows[:, columns] * np.array([1 / 5, 1 / 30, 1, 1], dtype=np.float32)

    def learn(self) -> float:
        """Fits the network to the last iterations."""
        states, rows, won = (np.concatenate(parts) for parts in zip(*self.seen, strict=True))
        losses = []
        for _ in range(BATCHES):
            batch = self.random.integers(len(won), size=BATCH)
            order = int(self.random.integers(len(PERMUTATIONS)))
            self.steps += 1
            loss = self.network.fit(
                self.position.of(states[batch], order),
                self.turn.of(rows[batch], order),
                won[batch],
                LEARNING_RATE,
                self.steps,
            )
            losses.append(loss)
        return float(np.mean(losses))

    def measure(self) -> dict[str, float]:
        """The share of wins against each opponent, on the held-back deals."""
        def made() -> dmc.Dmc:
            return dmc.Dmc(self.network, self.without)

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
        for number, network in enumerate(self.former):
            for at, weight in enumerate(network.weights):
                arrays[f"former{number:02}.{at}"] = weight
        for number, parts in enumerate(self.seen):
            for at, part in enumerate(parts):
                arrays[f"seen{number}.{at}"] = part
        new = self.folder / "new.npz"
        np.savez(new, **arrays)
        os.replace(new, self.folder / "state.npz")
        new = self.folder / "new-weights.npz"
        dmc.save(self.network, new)
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

            self.network = Network(named("weight"), named("moment"))
            numbers = sorted({name[6:8] for name in file.files if name.startswith("former")})
            self.former = [Network(named(f"former{number}")) for number in numbers]
            numbers = sorted({name[4] for name in file.files if name.startswith("seen")})
            self.seen = [tuple(named(f"seen{number}")) for number in numbers]


def settings(options: argparse.Namespace) -> dict[str, Any]:
    """What must be the same when a training goes on."""
    names = ("seed", "games", "hidden", "without", "former", "leaning")
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
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--core-hours", type=float, default=8, help="processor time, all in all")
    options.add_argument("--iterations", type=int, help="end after this many")
    options.add_argument("--games", type=int, default=256, help="games of an iteration")
    options.add_argument("--hidden", type=int, default=192, help="units of a hidden layer")
    options.add_argument("--without", nargs="*", default=[], help="fields not shown to the network")
    options.add_argument("--former", type=int, default=1, help="0: no former selves as opponents")
    options.add_argument("--leaning", type=float, default=1, help="0: only single random turns")
    options.add_argument("--every", type=float, default=300, help="seconds between measurements")
    options.add_argument("--save-every", type=float, default=60, help="seconds between savings")
    options.add_argument("--deals", type=int, default=25, help="deals of a measurement")
    options.add_argument(
        "--against", nargs="*", default=["hold:h=0", "greedy", "champion:budget=quick"]
    )
    return options.parse_args(arguments)


if __name__ == "__main__":
    train(parsed())
