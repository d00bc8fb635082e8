"""The simulation of a wheel or dice game.

The charts of its wagers come from the same machines that the table plays with.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.families.automaton.game import AnyDrawGame
from croupier.families.automaton.odds import AutomatonOdds, Case, examine, offered, proof_of, written
from croupier.prove.automata import Label, tabulate
from croupier.prove.proof import WagerProof
from croupier.simulate.charts import MOST_STATES, Course, Reading, join, pack, reduce
from croupier.simulate.engines import Progress, run
from croupier.simulate.plan import WalkPlan, WalkTally
from croupier.simulate.result import Simulation, TallyRow, WagerTally
from croupier.simulate.streams import BLOCK

OFF, ON, ENDS = 0, 1, 2
"""Codes of a cell: the wager is not on the table; it stands on; from 2 on, the row that ends it."""
MOST_ROUNDS = 10**15

State = tuple[str | None, Label, int]
"""The wager's own state (None: not on the table), its payments so far, the state of the table."""


@dataclass(frozen=True)
class Seat:
    """A simulated wager: its proof's rows and prices, its chart, and the meaning of the codes."""

    proof: WagerProof
    course: Course
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """All wagers of a simulation, ready to be walked.

    A wager that every draw decides has no chart: the draws say it all.
    """

    plan: WalkPlan
    weights: tuple[int, ...]
    seats: tuple[Seat, ...]
    readings: tuple[Reading, ...]
    numbers: tuple[int | None, ...]
    """By seat: its number among the charts, or None where it needs none."""


def simulate(
    game: AnyDrawGame,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Make draws and settle the named wagers, or every wager on offer, each in one place.

    A wager that is over is made again as soon as it may be, in a state of the table from which it ends as in
    its proof.
    """
    started = time.perf_counter()
    layout = build(game, rounds, seed, wagers, stake)
    tally = run(layout.plan, engine, workers, progress)
    found = tuple(_read(layout, at, tally) for at in range(len(layout.seats)))
    return Simulation(tally.draws, seed, layout.plan.block, engine, time.perf_counter() - started, found)


def build(
    game: AnyDrawGame,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    block: int = BLOCK,
    most_states: int = MOST_STATES,
) -> Layout:
    """Build the charts of the wagers, joined and packed, with the plan to walk them."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"a simulation has from 1 to {MOST_ROUNDS} rounds, not {rounds}")
    odds = AutomatonOdds(game)
    seats = [
        _seat(odds, wager, stake) for wager in dict.fromkeys(offered(game) if wagers is None else wagers)
    ]
    numbers: list[int | None] = []
    courses: list[Course] = []
    for seat in seats:
        every_draw = seat.course.states == 1 and bool((seat.course.codes >= ENDS).all())
        numbers.append(None if every_draw else len(courses))
        if not every_draw:
            courses.append(seat.course)
    weights = tuple(weight for _, weight in odds.draws)
    packed, readings = pack(join(courses, most_states), courses, weights)
    return Layout(
        WalkPlan(packed, rounds, seed, block), weights, tuple(seats), tuple(readings), tuple(numbers)
    )


def _seat(odds: AutomatonOdds, wager: str, stake: Amount | None) -> Seat:
    name, _, param = wager.partition(":")
    machines = odds.machines
    machines.ruleset.wager(name)
    places = machines.params(name)
    case = examine(odds, name, machines.split(wager)[1] if param or not places else places[0])
    course, rows = chart(odds, case)
    return Seat(proof_of(odds, case, stake), course, rows)


def chart(odds: AutomatonOdds, case: Case) -> tuple[Course, tuple[str, ...]]:
    """Return the least chart of a wager that is made again and again, and the rows that its codes mean."""
    machine, tables, faces = case.machine, odds.tables, odds.faces
    opening: dict[int, str] = {}
    for state, table in case.alike():
        opening.setdefault(table, state)

    def fresh(table: int) -> State:
        return opening.get(table), (), table

    def step(state: State, at: int) -> tuple[State | None, str | None]:
        own, paid, table = state
        after = odds.after(table)[at]
        if own is None:
            return fresh(after), ""
        moved, row = machine.step(own, tables[table], faces[at])
        if row is not None:
            paid = (*paid, row)
        if moved is None:
            return fresh(after), written(paid)
        return (moved, paid, after), None

    drawn = tabulate([fresh(0)], step, [(at, weight) for at, (_, weight) in enumerate(odds.draws)])
    rows = tuple(sorted({move.row for moves in drawn.moves for move in moves if move.row}))
    code: dict[str | None, int] = {"": OFF, None: ON, **{row: ENDS + at for at, row in enumerate(rows)}}
    after = np.array([[move.to for move in moves] for moves in drawn.moves], np.int64)
    codes = np.array([[code[move.row] for move in moves] for moves in drawn.moves], np.int64)
    return reduce(Course(after, codes)), rows


def _read(layout: Layout, at: int, tally: WalkTally) -> WagerTally:
    seat, number = layout.seats[at], layout.numbers[at]
    length = ENDS + len(seat.rows)
    standing = 0
    if number is None:
        codes = np.repeat(seat.course.codes[0], layout.weights)
        counts = np.zeros(length, np.int64)
        np.add.at(counts, codes, tally.faces)
    else:
        reading = next(reading for reading in layout.readings if number in reading.codes)
        counts = reading.counts(number, tally.cells, length)
        standing = int(reading.counts(number, tally.last, length)[ON])
    found = {row: int(counts[ENDS + place]) for place, row in enumerate(seat.rows)}
    rows = tuple(TallyRow(row.row, row.result, row.net, found.pop(row.row, 0)) for row in seat.proof.rows)
    assert not found, f"{seat.proof.example} ended by {found}, which its proof does not know"
    return WagerTally(
        seat.proof.wager, seat.proof.example, seat.proof.stake, seat.proof.charge, rows, standing
    )
