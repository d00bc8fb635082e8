"""The simulation of street games: one player who plays as in the proof, round after round.

Wagers that are decided together are one pass over the cards; an insurance that is decided by itself is
another pass over the same cards. Side wagers are counted along.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.families.streets.counting import Side, ends_of, lost_by_fold, side_of
from croupier.families.streets.declared import AGAINST, Declared, groups
from croupier.families.streets.hands import NOBODY
from croupier.families.streets.odds import StreetOdds
from croupier.families.streets.round import Streets
from croupier.families.streets.simulation.deals import Pack
from croupier.families.streets.simulation.following import (
    NOT_ASKED,
    Alike,
    Best,
    ByBoard,
    ByHand,
    BySet,
    Step,
)
from croupier.families.streets.simulation.hands import Counter, StreetRounds
from croupier.families.streets.solver.certificate import Certificate, look_up, problem_of
from croupier.families.streets.solver.plans import planned
from croupier.families.streets.solver.solving import method_of
from croupier.families.streets.strategy import Rule
from croupier.prove.hands import alike
from croupier.prove.streets import Ask, Solution, Street
from croupier.ranking.boards import boards
from croupier.simulate.engines import Progress, run
from croupier.simulate.result import Simulation, WagerTally, tallied
from croupier.simulate.shoes import BLOCK, check_rounds, depth_used


@dataclass
class Planned(StreetOdds):
    """The proof, with the plans of its best play."""

    def solved(self, group: tuple[str, ...], stake: Amount) -> tuple[Declared, Solution, Certificate | None]:
        """Return the best play of a group of wagers. Plans that took long are kept."""
        if (group, stake) not in self._solved:
            declared = self.declared(group, stake)
            self._solved[group, stake] = (
                declared,
                planned(declared.street, self.progress, self.game.setup.method),
                look_up(declared.street),
            )
        return self._solved[group, stake]

    def _rule(self, declared: Declared, kept: Certificate | None) -> Rule | None:
        """Return no rule of thumb: none is played here, and finding one may take long."""
        return None


@dataclass
class Pass:
    """One strategy, played over all rounds, and its counters."""

    declared: Declared | None
    """The problem to decide. None where only cards are read."""
    steps: tuple[Step, ...] = ()
    first: str = ""
    """The wager whose ends are counted. Empty if none are."""
    sides: list[Side] = field(default_factory=list)

    def work(self, pack: Pack, rounds: int, seed: int) -> StreetRounds:
        """Return the rounds to hand to an engine."""
        counters: list[Counter] = [side.counter for side in self.sides]
        if self.first and self.declared is not None:
            counters = [ends_of(self.declared, pack), *counters]
        return StreetRounds(rounds, seed, pack, self.steps, tuple(counters))


def pack_of(game: Streets, fresh: bool = False) -> Pack:
    """Return the cards as the rulebook uses them; fresh ones each time where it says so, or if asked."""
    every = fresh or game.packs.fresh_every_round or game.packs.shuffled_every_round
    deck = np.tile(np.arange(53 if game.hands.joker else 52, dtype=np.uint8), game.packs.decks)
    hands = game.hands
    burn = game.packs.burnt if not every else 0
    depth = depth_used(
        every, game.packs.usual_depth, len(deck), burn + hands.own + hands.board + hands.dealer
    )
    return Pack(deck, hands.own, hands.board, hands.dealer, depth, burn)


def steps_of(declared: Declared, plans: tuple[Any, ...], pack: Pack) -> tuple[Step, ...]:
    """Return the plans as steps that the simulation follows."""
    street = declared.street
    method = declared.game.setup.method or method_of(street)
    found: list[Step] = []
    for ask, plan in zip(street.asks, plans, strict=True):
        to = _columns(street, ask, "to", NOT_ASKED)
        if method == "table":
            found.append(BySet(to, plan, ask.own + ask.board))
        elif method == "stud":
            again = street.decks > 1
            found.append(
                ByHand(
                    to,
                    plan,
                    street.own,
                    street.own if street.up else NOT_ASKED,
                    again,
                    _alike(street, street.own, again),
                )
            )
        elif method == "hold-em" and len(plan):
            line = np.full(len(street.states), NOT_ASKED, dtype=np.int64)
            line[sorted(ask.acts)] = np.arange(len(ask.acts))
            found.append(
                ByBoard(to, line, plan, ask.board, _alike(street, ask.board) if ask.board else _NO_BOARD)
            )
        elif method == "hold-em":
            pays, ends = np.ascontiguousarray(street.pays, dtype=np.int64), ends_of(declared, pack)
            found.append(
                Best(
                    to,
                    _columns(street, ask, "needs", 0),
                    pays,
                    ends.kind_of,
                    ends.band_of,
                    boards(street.ranking),
                    ends.own,
                )
            )
        else:
            raise BadInput(f"plans of the method {method} cannot be followed here")
    return tuple(found)


_NO_BOARD = Alike(np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.uint8), np.zeros((1, 64), dtype=np.uint8))


def _columns(street: Street, ask: Ask, what: str, missing: int) -> NDArray[np.int64]:
    """Return one property of each act: [state, act]."""
    found = np.full((len(street.states), max(map(len, ask.acts.values()))), missing, dtype=np.int64)
    for state, acts in ask.acts.items():
        found[state, : len(acts)] = [getattr(act, what) for act in acts]
    return found


def _alike(street: Street, cards: int, again: bool = False) -> Alike:
    sorted_out = alike(street.deck, cards, again)
    return Alike(sorted_out.classes, sorted_out.turns, sorted_out.turned)


def passes(odds: StreetOdds, names: Iterable[str], stake: Amount | None, pack: Pack) -> list[Pass]:
    """Return the fewest strategies that these wagers need."""
    game, found = odds.game, []
    by_problem: dict[str, Pass] = {}

    def play(group: tuple[str, ...], asked: Amount | None) -> Pass:
        declared, solution, _ = odds.solved(group, asked or odds.even_stake(group))
        problem = f"{group} {problem_of(declared.street)}"
        if problem not in by_problem:
            by_problem[problem] = Pass(declared, steps_of(declared, solution.plans, pack))
            found.append(by_problem[problem])
        return by_problem[problem]

    sides = []
    for name in dict.fromkeys(names):
        group = odds.group_of(name)
        if group:
            play(group, stake).first = name
        else:
            sides.append(name)
    base = next((group for group in groups(game) if game.setup.base in group), None)
    for name in sides:
        if base is not None and lost_by_fold(game, name, odds.declared(base, 1)).any():
            mine = play(base, None)
            mine.sides.append(side_of(game, name, mine.declared, pack))
        else:
            if not found:
                found.append(Pass(None))
            mine = found[0]
            mine.sides.append(side_of(game, name, mine.declared, pack))
    return found


def row_counts(odds: StreetOdds, declared: Declared, cells: NDArray[np.int64]) -> dict[str, int]:
    """Count the ends by the names that the proof gives them."""
    states, _ = declared.tree
    against = AGAINST if odds.game.hands.dealer else (NOBODY,)
    counts: dict[str, int] = {}
    for at in map(tuple, np.argwhere(cells != 0)):
        state, kind, band, column = map(int, at)
        row = odds.label(states[state].name, declared.rows(states[state], kind, band, against[column]))
        counts[row] = counts.get(row, 0) + int(cells[at])
    return counts


def simulate(
    game: Streets,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Simulation:
    """Play rounds; `fresh` shuffles before each of them, as the proof does.

    The seconds are those of the rounds: to find best play may take longer.
    """
    check_rounds(rounds)
    odds, pack = Planned(game), pack_of(game, fresh)
    names = odds.firsts() if wagers is None else list(dict.fromkeys(wagers))
    found: dict[str, WagerTally] = {}
    ways, seconds = passes(odds, names, stake, pack), 0.0
    for number, one in enumerate(ways):
        told = progress if len(ways) == 1 or progress is None else _part(progress, number, len(ways))
        work, started = one.work(pack, rounds, seed), time.perf_counter()
        tally = run(work, engine, workers, told)
        seconds += time.perf_counter() - started
        counts = list(tally.counts)
        if one.first and one.declared is not None:
            found[one.first] = tallied(
                odds.prove(one.first, stake), row_counts(odds, one.declared, counts.pop(0)), rounds
            )
        for side, counted in zip(one.sides, counts, strict=True):
            found[side.wager] = tallied(odds.prove(side.wager, stake), side.named(counted), rounds)
    return Simulation(rounds, seed, BLOCK, engine, seconds, tuple(found[name] for name in names))


def _part(progress: Progress, number: int, of: int) -> Progress:
    """Report the progress of one of several passes."""
    return lambda done, rounds: progress((number * rounds + done) // of, rounds)
