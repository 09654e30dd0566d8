"""What the package returns can be pickled and copied, and goes on as the original does."""

import copy
import json
import os
import pickle
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import rummilab
from rummilab import Game, Position, Rules, Solver
from rummilab.compat import rummikub_solver
from rummilab.gymnasium import RummikubEnv, RummikubVectorEnv
from rummilab.pettingzoo import rummikub_v0

ROOT = Path(os.environ.get("RUMMILAB_ROOT", Path(__file__).parents[3]))
WAYS = {
    "pickle": lambda it: pickle.loads(pickle.dumps(it)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
ways = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS)


def told(it):
    """Everything that an object says: its text and its attributes that are no methods."""
    names = [name for name in dir(it) if not name.startswith("_")]
    facts = {name: getattr(it, name) for name in names}
    facts = {name: fact for name, fact in facts.items() if not callable(fact)}
    facts["repr"] = repr(it)
    facts["svg"] = it.svg() if hasattr(it, "svg") else None
    return {name: _plain(fact) for name, fact in facts.items()}


def _plain(fact):
    if isinstance(fact, np.ndarray):
        return fact.tolist()
    return repr(fact) if isinstance(fact, (Solver, Position)) else fact


def corpus(name, every):
    lines = (ROOT / "data" / "positions" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[::every]]


@pytest.mark.parametrize("name", ["greedy-2", "twist-2", "house-2", "openings", "jokers"])
def test_positions_and_answers_come_back(name):
    for line in corpus(name, 25):
        rules = Rules(line.get("rules", "original"), **line.get("options", {}))
        who = {"owners": line.get("owners"), "me": line.get("me")}
        position = Position(rules, line["table"], line["rack"], line.get("opened", True), **who)
        for goal in ("tiles", "value"):
            answer = Solver(rules, goal).solve(position)
            for again in WAYS.values():
                assert told(again(position)) == told(position)
                assert told(again(answer)) == told(answer)
                assert again(answer).to_dict() == answer.to_dict()
            found = Solver(rules, goal).solve(WAYS["pickle"](position))
            assert (found.played, found.table, found.owners) == (
                answer.played,
                answer.table,
                answer.owners,
            )


@ways
def test_heaps_old_jokers_and_hopeless_tables_come_back(again):
    old = Rules("original", joker_rule="old")
    for it in (
        Position(old, "R9 J J:group ; R3 R4 R5", "R6", as_laid=True),
        Position(Rules(), rack="R3", table_tiles="R1 R2"),
        rummilab.solve(table_tiles="R1 R2", rack="R3"),
        rummilab.solve(table_tiles="R1 R2 R3", rack="R4 K1"),
        rummilab.solve(rack="R10 B10 J R1", opened=False),
        rummilab.solve("R3 R4 J ; R6 R7 R8", "R9 B1", rules=old),
    ):
        assert told(again(it)) == told(it)


@ways
def test_values_are_equal_after_the_round_trip(again):
    rules = Rules("house", jokers=1)
    match = rummilab.tournament(["greedy", "random"], deals=1, seed=1)
    for it in (
        rules,
        rummilab.plays("R3 R4 R5", "R6 R2"),
        rummilab.after_draw("R3 R4 R5", "R7"),
        rummilab.check("R9 J J"),
        match.record.replay(0, 1),
        match.record.review(seat=0, model="greedy", deals=1),
        match.report(["b0g0"]),
        rummilab.BotFault("a", "crash", "why", 0, 0, 1, None),
    ):
        assert again(it) == it
    assert hash(again(rules)) == hash(rules)
    for action in (rummilab.draw(), rummilab.pass_(), rummilab.play("R1 R2 R3")):
        assert told(again(action)) == told(action)
    assert told(again(rummilab.play(["R1 R2 R3", "K7 B7 O7"])))["repr"].count(";") == 1
    solver = again(Solver(rules, "value", "search"))
    assert (solver.rules, solver.goal, solver.name) == (rules, "value", "search")
    best = Solver(Rules()).best(Rules().counts("R3 R4 R5"), Rules().counts("R6 K1"))
    assert told(again(best)) == told(best)
    error = again(rummilab.InputError("why"))
    assert type(error) is rummilab.InputError and str(error) == "why"
    mode = rummikub_solver.RuleSet()
    state = mode.new_game()
    state.add_rack(*mode.tiles[:3])
    assert again(state) == state and again(mode).solve(state) == mode.solve(state)


@ways
@pytest.mark.parametrize("name", ["original", "house", "twist", "sabra"])
def test_a_view_comes_back_with_its_history(again, name):
    seen = []

    class Keeps(rummilab.Bot):
        def act(self, view):
            seen.append(view)
            best = view.best()
            return rummilab.play(best.table) if best.tiles else view.idle()

    rummilab.tournament([Keeps, "greedy", "random"], deals=1, players=3, rules=name)
    for view in seen[:: len(seen) // 40 + 1]:
        other = again(view)
        assert told(other) == told(view)
        found, best = other.best(), view.best()
        assert (found.played, found.table) == (best.played, best.table)
        assert repr(other.idle()) == repr(view.idle())


@ways
def test_a_match_without_a_folder_keeps_its_games(again):
    match = rummilab.tournament(["greedy", "random"], deals=2, seed=1)
    summary, games = match.summary, match.games()
    other, record = again(match), again(match.record)
    del match
    for it in (other, record):
        assert {name: list(it.games()[name]) for name in games} == {
            name: list(column) for name, column in games.items()
        }
    assert (other.summary, other.ending, other.faults) == (summary, "finished", [])


@ways
def test_a_match_in_a_folder_stays_there(again, tmp_path):
    match = rummilab.tournament(["greedy", "random"], deals=1, seed=1, out=tmp_path / "run")
    assert again(match).folder == again(match.record).place == match.folder


def stepped(game, random, steps):
    """What some random steps of a game show."""
    shown = []
    for _ in range(steps):
        if game.to_move is None:
            break
        game.step(int(random.choice(np.flatnonzero(game.legal()))))
        shown.append((game.to_move, game.table, game.laid, [*map(game.rack, range(game.players))]))
    return shown, game.result


@ways
@pytest.mark.parametrize("name", ["original", "house", "tournament", "six"])
def test_a_game_goes_on_as_the_original(again, name):
    rules = Rules(name)
    for seed in range(3):
        game = Game(rules, players=3, seed=seed, deal=2)
        stepped(game, np.random.default_rng(seed), 50)
        _, mask, _ = game.candidate_rows(9)
        game.take_candidate(int(np.flatnonzero(mask)[-1]), 9) if mask.any() else None
        other = again(game)
        random, same = np.random.default_rng(9), np.random.default_rng(9)
        assert stepped(other, random, 3000) == stepped(game, same, 3000)
        # The copy has moved on alone.
        assert game.to_move is None
        other.reset(5)
        assert other.to_move == 0 and game.to_move is None


@ways
def test_a_game_of_given_racks_goes_on_as_the_original(again):
    rules = Rules("original", hand=4, opening_min=1)
    game = Game.of_racks(rules, [rules.counts(rack) for rack in ("R1 R2 R3 R4", "K1 K2 K3 J")])
    game.play(rules.counts("R1 R2 R3"))
    game.draws_next(3)
    other = again(game)
    for it in (game, other):
        it.step(it.actions - 1)
    assert game.rack(1) == other.rack(1) == "R4 K1 K2 K3 J"
    assert other.table == game.table == ["R1 R2 R3"]


def episode(env, random, steps):
    shown = []
    mask = env.get_wrapper_attr("action_masks")()
    for _ in range(steps):
        action = int(random.choice(np.flatnonzero(mask)))
        seen, reward, over, _, info = env.step(action)
        shown.append((seen.tolist(), reward, over, info["action_mask"].tolist()))
        if over:
            seen, info = env.reset()
            shown.append(seen.tolist())
        mask = info["action_mask"]
    return shown


@pytest.mark.parametrize("again", [WAYS["pickle"], WAYS["deepcopy"]], ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("candidates", [None, 5])
def test_environments_go_on_as_the_originals(again, candidates):
    rules = Rules("original", hand=5) if candidates else Rules("house")
    settings = {"opponents": ["greedy", "random"], "rules": rules, "candidates": candidates}
    plain = RummikubEnv(**settings)
    made = gymnasium.make("rummilab/Rummikub-v0", disable_env_checker=True, **settings)
    for env in (plain, made):
        fresh = again(env)
        assert (fresh.reset(seed=3)[0] == env.reset(seed=3)[0]).all()
        episode(env, np.random.default_rng(1), 40)
        other = again(env)
        random, same = np.random.default_rng(2), np.random.default_rng(2)
        assert episode(other, random, 120) == episode(env, same, 120)


@pytest.mark.parametrize("again", [WAYS["pickle"], WAYS["deepcopy"]], ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("opponent", ["random", "champion:budget=fast", "hold"])
def test_many_games_go_on_as_the_originals(again, opponent):
    rules = Rules("original", hand=5)
    envs = RummikubVectorEnv(2, [opponent], rules=rules)
    assert (again(envs).reset(seed=1)[0] == envs.reset(seed=1)[0]).all()
    _, info = envs.reset(seed=7)

    def steps(envs, info, random, number):
        shown = []
        for _ in range(number):
            choice = (random.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
            seen, rewards, over, _, info = envs.step(choice)
            shown.append((seen.tolist(), rewards.tolist(), over.tolist()))
        return shown, info

    _, info = steps(envs, info, np.random.default_rng(1), 25)
    other = again(envs)
    random, same = np.random.default_rng(2), np.random.default_rng(2)
    assert steps(other, info, random, 40)[0] == steps(envs, info, same, 40)[0]
    # The next reset draws the same seed in both.
    assert (other.reset()[0] == envs.reset()[0]).all()


@pytest.mark.parametrize("again", [WAYS["pickle"], WAYS["deepcopy"]], ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("make", [rummikub_v0.raw_env, rummikub_v0.env])
def test_pettingzoos_environment_goes_on_as_the_original(again, make):
    env = make(players=3, candidates=4, rules=Rules("original", hand=5))
    env.reset(seed=4)

    def steps(env, random, number):
        shown = []
        for _ in range(number):
            seen, reward, over, _, _ = env.last()
            if over:
                env.reset()
                continue
            mask = seen["action_mask"]
            action = int(random.choice(np.flatnonzero(mask)))
            shown.append((env.agent_selection, reward, action, seen["observation"].tolist()))
            env.step(action)
        return shown

    steps(env, np.random.default_rng(1), 30)
    other = again(env)
    assert steps(other, np.random.default_rng(2), 99) == steps(env, np.random.default_rng(2), 99)
