"""The walk against the step it was made from; one core against two; joint charts against separate ones;
and that comparisons have teeth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.draws import block_draws
from tests.odds import prove

from croupier.equipment.dice import throws
from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.families.automaton import kernel
from croupier.families.automaton.odds import prove_all
from croupier.prove.automata import tabulate
from croupier.randomness.tails import chi_square_tail, poisson_tail
from croupier.simulate import engines
from croupier.simulate.charts import Course, join, pack, reduce
from croupier.simulate.compare import compare
from croupier.simulate.plan import WalkPlan, WalkTally
from croupier.simulate.result import TallyRow, WagerTally

DICE = throws(2)
WEIGHTS = [weight for _, weight in DICE]
FACES = np.repeat(np.arange(len(DICE)), WEIGHTS)
CODES = {None: 0, "win": 1, "lose": 2}
Step = Callable[[Any, tuple[int, ...]], tuple[Any, str | None]]


def pass_line(
    state: int, throw: tuple[int, ...], naturals: tuple[int, ...] = (7, 11)
) -> tuple[int, str | None]:
    total = sum(throw)
    if not state:
        return (
            (0, "win") if total in naturals else (0, "lose") if total in (2, 3, 7, 11, 12) else (total, None)
        )
    return (0, "lose") if total == 7 else (0, "win") if total == state else (state, None)


def hard_way(number: int) -> Step:
    def step(state: int, throw: tuple[int, ...]) -> tuple[int, str | None]:
        total = sum(throw)
        return 0, None if total not in (7, number) else "win" if total == number and throw[0] == throw[
            1
        ] else "lose"

    return step


def twice(state: int, throw: tuple[int, ...]) -> tuple[int, str | None]:
    """Two throws in a row above seven."""
    return (0, "lose") if sum(throw) <= 7 else (0, "win") if state else (1, None)


STEPS: list[Step] = [pass_line, hard_way(6), hard_way(8), twice]


def course(step: Step) -> Course:
    drawn = tabulate([0], step, DICE)
    return reduce(
        Course(
            np.array([[move.to for move in moves] for moves in drawn.moves], np.int64),
            np.array([[CODES[move.row] for move in moves] for moves in drawn.moves], np.int64),
        )
    )


def counts(
    courses: list[Course],
    rounds: int,
    seed: int = 3,
    most: int = 512,
    block: int = 1 << 14,
    workers: int = 1,
    engine: str = "local",
) -> list[list[int]]:
    packed, readings = pack(join(courses, most), courses, WEIGHTS)
    tally = engines.run(WalkPlan(packed, rounds, seed, block), engine, workers)
    assert tally.draws == rounds == tally.faces.sum()
    found = []
    for number in range(len(courses)):
        reading = next(reading for reading in readings if number in reading.codes)
        found.append(reading.counts(number, tally.cells, 3).tolist())
        assert sum(found[-1]) == rounds
    return found


def test_the_walk_is_the_step_repeated() -> None:
    rounds, block = 50_000, 1 << 14
    played = []
    for step in STEPS:
        seen: Counter[str | None] = Counter()
        for number in range(-(-rounds // block)):
            state = 0
            for face in block_draws(3, number, 36, min(block, rounds - number * block)):
                state, row = step(state, DICE[FACES[face]][0])
                seen[row] += 1
        played.append([seen[None], seen["win"], seen["lose"]])
    assert counts([course(step) for step in STEPS], rounds) == played


def test_joint_and_separate_charts_agree() -> None:
    courses = [course(step) for step in STEPS]
    assert len(join(courses)) == 1 and len(join(courses, 2)) > 1 and len(join(courses, 0)) == len(courses)
    joint = counts(courses, 300_001)
    assert joint == counts(courses, 300_001, most=2) == counts(courses, 300_001, most=0)
    assert joint == [counts([one], 300_001)[0] for one in courses]


def test_one_core_and_two_agree() -> None:
    courses = [course(step) for step in STEPS]
    assert (
        counts(courses, 1_000_003)
        == counts(courses, 1_000_003, workers=2)
        == counts(courses, 1_000_003, workers=5)
    )
    assert counts(courses, 1_000_003) != counts(courses, 1_000_003, seed=4)


def test_dask_agrees() -> None:
    pytest.importorskip("dask")
    courses = [course(step) for step in STEPS]
    assert counts(courses, 300_001) == counts(courses, 300_001, workers=2, engine="dask")


def test_an_engine_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(engines, "import_module", missing)
    with pytest.raises(BadInput, match=r"pip install 'croupier\[ray\]'"):
        counts([course(pass_line)], 10, engine="ray")
    with pytest.raises(BadInput, match="there is no engine"):
        counts([course(pass_line)], 10, engine="gpus")


def test_progress_is_told_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    packed, _ = pack([], [], [1] * 37)
    told: list[tuple[int, int]] = []
    plan = WalkPlan(packed, 1_000_000, 1, 1 << 16)
    engines.run(plan, workers=1, progress=lambda done, total: told.append((done, total)))
    assert not told
    monkeypatch.setattr(engines, "QUIET", -1.0)
    engines.run(plan, workers=1, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (1_000_000, 1_000_000) and len(told) > 2 and told == sorted(told)


def test_reduction_finds_the_smallest_chart() -> None:
    def idle(pair: tuple[int, int], throw: tuple[int, ...]) -> tuple[tuple[int, int], str | None]:
        state, row = pass_line(pair[0], throw)
        return (state, (pair[1] + sum(throw)) % 7), row

    drawn = tabulate([(0, 0)], idle, DICE)
    wide = Course(
        np.array([[move.to for move in moves] for moves in drawn.moves], np.int64),
        np.array([[CODES[move.row] for move in moves] for moves in drawn.moves], np.int64),
    )
    # Points that are equally likely still differ by which throw makes them: seven states.
    assert wide.states > 40 and reduce(wide).states == 7


# Comparison.


@dataclass(frozen=True)
class Row:
    row: str
    probability: Fraction
    net: int = 0


@dataclass(frozen=True)
class PassLine:
    example: str = "pass"
    stake: int = 100
    rows: tuple[Row, ...] = (Row("win", Fraction(244, 495)), Row("lose", Fraction(251, 495)))


def tally_of(found: list[int]) -> WagerTally:
    return WagerTally(
        "pass",
        "pass",
        100,
        0,
        (TallyRow("win", "win", 100, found[1]), TallyRow("lose", "lose", -100, found[2])),
        0,
    )


def test_a_right_chart_passes_and_a_wrong_one_fails() -> None:
    right = counts([course(pass_line)], 4_000_000)[0]
    wrong = counts([course(lambda state, throw: pass_line(state, throw, (7,)))], 4_000_000)[0]
    assert compare(PassLine(), tally_of(right)).p > 0.001
    assert compare(PassLine(), tally_of(wrong)).p < 1e-9


def test_rare_rows_are_bound_and_unknown_rows_fail() -> None:
    proof = replace(PassLine(), rows=(Row("win", Fraction(1, 10**6)), Row("lose", 1 - Fraction(1, 10**6))))
    assert compare(proof, tally_of([0, 1, 999_999])).p == 1
    assert compare(proof, tally_of([0, 12, 999_988])).p < 1e-6
    strange = replace(tally_of([0, 10, 10]), rows=(TallyRow("bonus", "win", 1, 1),))
    assert compare(proof, strange).p == 0


def test_tails() -> None:
    assert chi_square_tail(10.0, 2) == pytest.approx(np.exp(-5.0))
    assert chi_square_tail(124.342, 100) == pytest.approx(0.05, abs=1e-5)
    assert poisson_tail(0, 3.0) == pytest.approx(2 * np.exp(-3.0))
    assert poisson_tail(3, 3.0) == 1 and poisson_tail(1, 0.0) == 0 and poisson_tail(0, 0.0) == 1


# A game.


TEN = [
    "straight:17",
    "split:17-20",
    "corner:1-2-4-5",
    "dozen:1",
    "column:2",
    "red",
    "odd",
    "rage",
    "colours:red",
    "newar:red-even",
]


def roulette() -> Any:
    return build(ruleset("great-britain/roulette"))


def test_roulette_is_simulated_as_it_is_played() -> None:
    game, rounds = roulette(), 30_000
    simulation = kernel.simulate(game, rounds, seed=5, wagers=TEN)
    faces = [draw for draw, _ in game.machines.device.draws()]
    drawn = [faces[at] for at in block_draws(5, 0, len(faces), rounds)]
    for wager in TEN:
        name, _, param = wager.partition(":")
        machine, table, state = game.machines.machine(name, param), game.machines.fresh, None
        seen: Counter[str] = Counter()
        made = 0
        for draw in drawn:
            if state is None and machine.opens(table) is None:
                state, made = machine.first(table), made + 1
            if state is not None:
                state, row = machine.step(state, table, draw)
                seen[row or ""] += state is None
            table = game.machines.advance(table, draw)
        tally = simulation.wager(wager)
        assert {row.row: row.count for row in tally.rows if row.count} == {
            row: count for row, count in seen.items() if count
        }
        assert tally.made == made and tally.standing == (state is not None)
        assert tally.net == sum(row.net * seen[row.row] for row in tally.rows)


def test_roulette_fits_its_proof() -> None:
    game = roulette()
    simulation = kernel.simulate(game, 20_000_000, seed=2)
    for proof in prove_all(game):
        tally = simulation.wager(proof.example)
        assert compare(proof, simulation).p > 1e-4, proof.example
        assert abs(float(tally.edge - proof.edge)) < 4.5 * tally.standard_error


def test_a_wrong_price_or_row_has_teeth() -> None:
    game = roulette()
    simulation = kernel.simulate(game, 5_000_000, seed=2, wagers=["rage", "red"])
    proof = prove(game, "rage")
    rows = {row.row: row for row in proof.rows}
    swapped = replace(
        proof,
        rows=tuple(
            replace(row, ways=rows[{"4": "5", "5": "4"}.get(row.row, row.row)].ways) for row in proof.rows
        ),
    )
    assert compare(proof, simulation).p > 1e-4 > 1e-9 > compare(swapped, simulation).p


def test_rounds_must_be_some() -> None:
    with pytest.raises(BadInput, match="rounds"):
        kernel.simulate(roulette(), 0)


def test_tallies_add_in_any_order() -> None:
    packed, _ = pack(join([course(pass_line)]), [course(pass_line)], WEIGHTS)
    plan = WalkPlan(packed, 100_000, 9, 1 << 13)
    pieces = plan.pieces(3)
    one: WalkTally = plan.empty()
    other: WalkTally = plan.empty()
    for piece in pieces:
        one = one + plan.run(piece)
    for piece in reversed(pieces):
        other = plan.run(piece) + other
    assert (
        (one.cells == other.cells).all()
        and (one.last == other.last).all()
        and one.last.sum() == -(-100_000 // (1 << 13))
    )
