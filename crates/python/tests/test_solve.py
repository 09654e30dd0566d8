"""Positions solved, sets and turns judged: the answers of the command, and its messages."""

import json
import os
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

import rummilab
from rummilab import InputError, Position, Rules, Solver

ROOT = Path(os.environ.get("RUMMILAB_ROOT", Path(__file__).parents[3]))
CORPUS = ROOT / "data" / "positions"


def positions(name, every):
    lines = (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[::every]]


def test_an_answer_has_the_names_of_the_command():
    answer = rummilab.solve(
        table="R3 R4 R5 ; K7 B7 O7",
        rack="R6 J",
        rules="original",
        opened=True,
        goal="tiles",
        solver="search",
    )
    told = answer.to_dict()
    [line] = rummilab.solve_batch([{"table": ["R3 R4 R5", "K7 B7 O7"], "rack": "R6 J"}])
    for name in ("id", "micros", "nodes"):
        line.pop(name)
        told.pop(name, None)
    assert told == line
    assert {name: getattr(answer, name) for name in told} == told
    assert (answer.tiles, answer.value, answer.bound, answer.hint) == (2, 6, None, None)


def test_the_opening_and_owners_are_asked_for_as_in_the_command():
    opening = rummilab.solve(rack="R10 B10 J R1", opened=False)
    assert (opening.played, opening.opening_value) == ("R10 B10 J", 30)
    house = rummilab.solve(
        ["R5 Y5 W5", "B4 B5 B6"], "K5 B7", rules="house", owners=[1, None], me=0
    )
    assert len(house.owners) == len(house.table)
    heap = rummilab.solve(table_tiles="R1 R2", rack="R3")
    assert (heap.status, heap.tiles, heap.table) == ("infeasible", None, None)
    assert "R1" in heap.hint


@pytest.mark.parametrize("name", ["greedy-2", "twist-2", "house-2", "openings", "jokers"])
def test_every_way_to_ask_gives_the_certified_answer(name):
    lines = positions(name, 40)
    answers = rummilab.solve_batch(lines, threads=2)
    assert answers == sorted(answers, key=lambda answer: answer["id"] != lines[0]["id"])
    for line, answer in zip(lines, answers, strict=True):
        rules = Rules(line.get("rules", "original"), **line.get("options", {}))
        position = Position(
            rules,
            line["table"],
            line["rack"],
            line.get("opened", True),
            owners=line.get("owners"),
            me=line.get("me"),
        )
        solver = Solver(rules)
        found = solver.solve(position)
        certified = tuple(line["certified"]["tiles"])
        assert (found.tiles, found.value) == certified
        assert (answer["tiles"], answer["value"]) == certified
        plays = solver.plays(position, most=1)
        first = (plays[0].tiles, plays[0].value) if plays else (0, 0)
        assert first == certified
        if position.table is not None and found.owners is None:
            table, rack = rules.counts(position.table_tiles), rules.counts(line["rack"])
            best = solver.best(table, rack, position.opened)
            assert best.found and best.proven
            assert (best.tiles, best.value) == certified
            assert rules.tiles(best.counts) == best.played


def test_steps_lead_to_the_table_that_is_shown():
    answer = rummilab.solve("R4 R5 R6 R7 R8", "R6")
    assert [step["step"] for step in answer.steps] == ["split", "lay"]
    assert answer.steps[-1]["set"] in answer.table
    assert rummilab.explain("R3 R4 R5", "K1") == []


def test_unreadable_input_is_an_exception_with_the_commands_words():
    def check(part, ask):
        with pytest.raises(InputError, match=part) as raised:
            ask()
        assert isinstance(raised.value, ValueError)

    check("`R3 R4 R6` has a gap", lambda: rummilab.solve("R3 R4 R6", "R5"))
    check("column 4: `R66` is not a tile", lambda: rummilab.solve("", "R5 R66"))
    check("did you mean `original`", lambda: rummilab.solve("", "R5", rules="orignal"))
    check("`jokers` is 99", lambda: Rules("original", jokers=99))
    check("expected \"tiles\" or \"value\"", lambda: rummilab.solve("", "R5", goal="points"))
    check("did you mean `ilp`", lambda: rummilab.solve("", "R5", solver="ipl"))
    check("2 entries for a table of 1", lambda: rummilab.judge(
        "R3 R4 R5", "R6", "R3 R4 R5 R6", owners=[None, None]))
    check("both given", lambda: rummilab.solve("R1 R2 R3", "R5", table_tiles="R1"))
    solver = Solver(Rules())
    check("expected an array of uint8", lambda: solver.best(np.zeros(53), np.zeros(53)))
    check("too many R1: 3", lambda: solver.best(bytes(53), bytes([3] + [0] * 52)))


def test_jokers_that_keep_their_places():
    rules = Rules("original", joker_rule="old")
    assert rummilab.solve("R3 R4 J ; R6 R7 R8", "R9 B1", rules=rules).tiles == 1
    assert rummilab.solve("R3 R4 J", "R5 R6 B7 B8", rules=rules).tiles == 4
    with pytest.raises(InputError, match="write `R9 J J:group`"):
        rummilab.solve("R9 J J", "R6", rules=rules)
    with pytest.raises(InputError, match="joker_take"):
        rummilab.solve(table_tiles="R3 R4 J", rack="R6", rules=rules)


def test_a_batch_answers_the_lines_that_can_be_answered():
    good, text, bad = rummilab.solve_batch(
        [{"id": 1, "rack": "R1"}, '{"id":"x","rack":"R1 R2 R3"}', {"id": 3, "rack": "R66"}]
    )
    assert (good["id"], good["tiles"], text["id"], text["tiles"]) == (1, 0, "x", 3)
    assert (bad["id"], bad["status"]) == (3, "error")
    assert "R66" in bad["error"]
    assert rummilab.solve_batch([]) == []


@pytest.mark.parametrize("threads", [0, 1, 2, 3, 1000])
def test_a_batch_is_answered_in_order_at_any_number_of_threads(threads):
    lines = [dict(line, id=at) for at, line in enumerate(positions("greedy-2", 1)[:700])]
    lines[3] = lines[650] = {"id": 3, "rack": "R66"}
    alone = [rummilab.solve_batch([line])[0] for line in lines]
    together = rummilab.solve_batch(lines, threads=threads)
    for answer in alone + together:
        for work in ("micros", "nodes"):
            answer.pop(work, None)
    assert together == alone


def test_other_threads_run_while_a_batch_is_solved():
    lines = positions("greedy-2", 1) * 3
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    answers = rummilab.solve_batch(lines, threads=1)
    done.set()
    thread.join()
    assert len(answers) == len(lines) and ticks


def test_one_solver_serves_several_threads():
    solver = Solver(Rules())
    lines = positions("greedy-2", 20)
    wanted = [solver.solve(line["table"], line["rack"]).tiles for line in lines]
    found = {}

    def ask(number):
        found[number] = [solver.solve(line["table"], line["rack"]).tiles for line in lines]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(4), wanted)


def test_sets_and_turns_are_judged_with_reasons():
    assert rummilab.check("B2 D B5", "twist").kinds == {"run": 14}
    assert rummilab.check("R5 R3 R4") and not rummilab.check("R5 R3 R4", as_laid=True)
    opening = rummilab.judge("", "R1 R2 R3", "R1 R2 R3", opened=False)
    assert not opening and "30" in opening.reason
    assert rummilab.judge(["R3 R4 R5"], "R6", ["R3 R4 R5 R6"])


def test_draws_are_told_by_kind():
    told = rummilab.after_draw("R3 R4 R5", "R7", unseen="R6 R6 K1")
    assert [(draw.draw, draw.unseen, draw.goes_out) for draw in told.draws] == [
        ("R6", 2, True),
        ("K1", 1, False),
    ]
    assert (told.unseen, told.going_out, told.now.tiles) == (3, 2, 0)


def test_rules_are_values():
    rules = Rules("original", jokers=0)
    assert rules == Rules("original", jokers=0) != Rules()
    assert hash(rules) == hash(Rules("original", jokers=0))
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert len(rules.kinds) == 52 and rules.copies.sum() == 104
    counts = rules.counts("R1 R1 O13")
    assert counts.dtype == np.uint8 and rules.tiles(counts) == "R1 R1 O13"
    assert rules.to_dict()["opening_min"] == 30


def test_positions_answers_and_games_are_drawn():
    position = Position(Rules(), "R3 R4 R5", "R6")
    answer = rummilab.solve("R3 R4 R5", "R6")
    for drawn in (position, answer, rummilab.Game(Rules())):
        assert drawn._repr_html_().startswith("<svg ")
    assert "Lay R6" in answer.svg()


def test_functions_are_timed_as_solvers_and_judged():
    corpus = positions("greedy-2", 100)

    def itself(question):
        return rummilab.solve(question["table"], question["rack"], opened=question["opened"])

    def lays_nothing(question):
        return {"table": question["table"], "status": "optimal"}

    def fails(question):
        raise ValueError(question["id"])

    solvers = {
        "search": "search",
        "itself": itself,
        "nothing": lays_nothing,
        "fails": fails,
        "none": lambda question: None,
        "tiles": lambda question: ["R1 R2 R3"],
    }
    result = rummilab.bench(corpus, solvers, repeat=1)
    told = {solver["name"]: solver for solver in result["solvers"]}
    best = [line["certified"]["tiles"][0] for line in corpus]
    assert told["search"]["optimal"] == told["itself"]["optimal"] == len(corpus)
    assert told["nothing"]["wrong"] == sum(tiles > 0 for tiles in best) > 0
    assert told["fails"]["crash"] == told["tiles"]["illegal"] == len(corpus)
    assert told["none"]["unproven"] == len(corpus)
    assert result["disagreements"] == told["nothing"]["wrong"]


def test_a_bench_ends_with_an_interrupt_and_names_wrong_input():
    def interrupted(question):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rummilab.bench(positions("greedy-2", 500), {"mine": interrupted})
    line = {"table": ["R3 R4 R5"], "rack": "R6"}
    for given, message in [
        ({"positions": [line, {"rack": "X9"}]}, "position 2"),
        ({"positions": [line], "limit": 0.0}, "limit"),
        ({"positions": [line], "repeat": 0}, "repeat"),
    ]:
        with pytest.raises(InputError, match=message):
            rummilab.bench(solvers={"search": "search"}, **given)
