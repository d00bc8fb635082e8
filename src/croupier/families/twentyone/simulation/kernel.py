"""The simulation of twenty-one: boxes play as in the proof, or by a chart, from a shoe used by the rules.

The main wager is counted by the rows of its proof, hand by hand, and with it the net of a round. One box with
nothing else bet is dealt by `one_box`, anything else by `full`; both play the same rounds from the same seed.
A wager that makes the dealer draw cards for which nobody else waits is simulated in a pass of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput
from croupier.families.twentyone import odds
from croupier.families.twentyone.chart import Chart
from croupier.families.twentyone.charting import NO_CHART, plan_of
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.simulation.ends import Ends, Final
from croupier.families.twentyone.simulation.full import (
    BOX_SQUARES,
    HANDS_MADE,
    INSURANCE_WON,
    INSURED,
    TABLE_SQUARES,
    Sides,
    play_full,
)
from croupier.families.twentyone.simulation.one_box import HANDS, SQUARES, play_blocks
from croupier.families.twentyone.simulation.running_count import (
    ALL_INSURE,
    C_STAKES,
    NOBODY_INSURES,
    Counting,
)
from croupier.families.twentyone.simulation.several import RoundsTally
from croupier.families.twentyone.simulation.shapes import ADDED, FIRST, ORIGINAL, Ints, Tables, Way
from croupier.families.twentyone.simulation.shuffling import (
    AS_USUAL,
    LAST,
    SHUFFLED,
    Procedure,
    cards_of,
    procedure,
    source_of,
)
from croupier.families.twentyone.simulation.sides import CARDS, CODES, READ, Reader, counted
from croupier.families.twentyone.simulation.switch import switch_strategy
from croupier.families.twentyone.simulation.tables import Strategy, Walk
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import BUST, Problem
from croupier.families.twentyone.solver.solve import Counted, Solution, count, solve
from croupier.simulate.engines import Progress, run
from croupier.simulate.plan import Piece, cut
from croupier.simulate.result import Simulation, TallyRow, WagerTally, tallied
from croupier.simulate.shoes import BLOCK, check_rounds

AT_ONCE_FRESH, AT_ONCE = 6, 24
"""Cards shuffled at once: before a round from a fresh shoe, and beyond the cutting card.

Missing ones are shuffled as they are dealt.
"""
LEAST_DEPTH = 26
"""The cards behind the cutting card where a rulebook does not say."""
MOST_BOXES = 9
Play = Plan | Strategy | Chart | Callable[[Problem], Plan | Strategy]
"""A way to play, or a function that makes one for a problem."""
_SOLVED: dict[str, Solution] = {}


def solved(problem: Problem, progress: Progress | None = None) -> Solution:
    """Return the best play. It is kept while the program runs."""
    if problem.key not in _SOLVED:
        _SOLVED[problem.key] = solve(problem, progress)
    return _SOLVED[problem.key]


@dataclass(frozen=True)
class TwentyOneTally:
    """The counts of some rounds. Tallies add, in any order, to the same sums."""

    draws: int
    shoes: int
    cells: Ints
    """[role, end, dealer's end]: the number of hands."""
    sums: Ints
    pairs: Ints
    """[row]: ordered pairs of hands of one round that both ended by it."""
    sides: Ints
    """[wager, row]."""
    by_count: Ints
    """[count, what]."""

    def __add__(self, other: TwentyOneTally) -> TwentyOneTally:
        return TwentyOneTally(
            self.draws + other.draws,
            self.shoes + other.shoes,
            self.cells + other.cells,
            self.sums + other.sums,
            self.pairs + other.pairs,
            self.sides + other.sides,
            self.by_count + other.by_count,
        )


@dataclass(frozen=True, eq=False)
class TwentyOneRounds:
    """Rounds to be played, as an engine is handed them."""

    rounds: int
    seed: int
    how: Procedure
    way: Way
    tables: Tables
    naturals: int
    peeked: int
    order: NDArray[np.uint8]
    """The cards of a shoe in the order of new packs: letters for the fast dealing, else codes of cards."""
    names: Ints
    """[code]: the letter."""
    boxes: int = 1
    insures: int = NOBODY_INSURES
    insurance: tuple[int, int] = (0, 0)
    """The net of insurance when it is lost, and when it is won."""
    switch: NDArray[np.uint8] | None = None
    sides: Sides | None = None
    counting: Counting | None = None
    full: bool = False
    """Whether to use the full dealing even where the fast one would do."""

    @property
    def fast(self) -> bool:
        """Say whether the fast dealing is enough."""
        return not (
            self.full
            or self.boxes > 1
            or self.insures == ALL_INSURE
            or self.sides is not None
            or self.way.areas > 1
        )

    def pieces(self, workers: int = 1) -> Sequence[Piece]:
        """Return the work in pieces."""
        return cut(self.rounds, BLOCK, workers)

    def empty(self) -> TwentyOneTally:
        """Return a tally of no rounds."""
        wagers, counts = (
            (len(self.sides.kind) if self.sides else 0),
            (len(self.counting.units) if self.counting else 0),
        )
        rows = int(self.tables.row.max()) + 1
        return TwentyOneTally(
            0,
            0,
            np.zeros(self.tables.row.shape, np.int64),
            np.zeros(INSURANCE_WON + 1, np.int64),
            np.zeros(rows, np.int64),
            np.zeros((wagers, 32), np.int64),
            np.zeros((counts, C_STAKES + 1), np.int64),
        )

    def run(self, piece: Piece, log: Ints | None = None) -> TwentyOneTally:
        """Play one piece. `log` takes as many rounds of its last block as it has room for, dealt in full."""
        found = self.empty()
        source = source_of(self.seed, self.how.size)
        shared, insurance = (piece.first, piece.number, piece.draws), np.array(self.insurance, np.int64)
        if self.fast and log is None:
            # Everything by letters: what a letter counts is what any card of it counts.
            letters, counting = self.names[self.order].astype(np.uint8), self.counting
            if counting is not None:
                tags = np.zeros(len(self.tables.value), np.int64)
                tags[self.names[self.order]] = counting.tags[self.order]
                counting = counting._replace(tags=tags)
            insured = np.zeros(2, np.int64)
            shoes = play_blocks(
                source, *shared, cards_of(letters), self.how, self.way, self.tables, self.naturals,
                self.peeked, counting, self.insures, insurance, found.cells, found.sums, found.pairs, insured,
                found.by_count,
            )  # fmt: skip
            # What is not summed in the loop follows from the cells: without a split a round is one hand.
            alone = found.cells[ORIGINAL]
            squares = int((alone * np.where(alone != 0, self.tables.net[ORIGINAL], 0) ** 2).sum()) + int(
                found.sums[SQUARES]
            )
            hands = int(alone.sum()) + int(found.sums[HANDS])
            found.sums[:] = 0
            found.sums[BOX_SQUARES] = found.sums[TABLE_SQUARES] = squares
            found.sums[HANDS_MADE], found.sums[INSURED], found.sums[INSURANCE_WON] = (
                hands,
                insured.sum(),
                insured[1],
            )
        else:
            switch = (
                self.switch
                if self.switch is not None
                else np.zeros((10,) * 5 if self.way.areas > 1 else (1,) * 5, np.uint8)
            )
            shoes = play_full(
                source, *shared, cards_of(self.order), self.names, self.how, self.way, self.boxes,
                self.insures, insurance, switch, self.tables, self.naturals, self.peeked, self.sides,
                self.counting, found.cells, found.sums, found.pairs, found.sides, found.by_count,
                np.zeros((0, 1), np.int64) if log is None else log,
            )  # fmt: skip
        if shoes < 0:
            raise BadInput("a round took more cards than the shoe holds: take more decks, or fewer boxes")
        return replace(found, draws=piece.number * piece.draws, shoes=shoes)


class SimulatedGame:
    """A game, a stake and a way to play it, ready to be dealt."""

    def __init__(
        self,
        rules: TwentyOneRules,
        stake: Amount | None = None,
        strategy: Play | None = None,
        even_money: bool = True,
        progress: Progress | None = None,
    ) -> None:
        self.rules = rules
        self.chart = strategy if isinstance(strategy, Chart) else None
        proofs = odds.TwentyOneOdds(rules)
        self.stake = stake or proofs.even_stake(*proofs.hand_wagers())
        self.ends = Ends(rules, self.stake)
        self.ends.even_money = self.ends.even_money and even_money
        self.problem = self.ends.problem()
        self.solution: Solution | None = None
        if strategy is None and rules.setup.switch is not None:
            plain = Declared(rules, self.stake, switched=True)
            plain.even_money = self.ends.even_money
            strategy = switch_strategy(self.problem, plain.problem(), progress)
        elif strategy is None:
            strategy = self.solution = solved(self.problem, progress)
        elif isinstance(strategy, Chart):
            if rules.setup.switch is not None:
                raise BadInput(NO_CHART)
            strategy = plan_of(self.problem, strategy)
        elif callable(strategy):
            strategy = strategy(self.problem)
        self.strategy = Strategy((strategy,)) if isinstance(strategy, Plan) else strategy
        self.walk = Walk(self.ends, self.problem, self.strategy)

    def tables(self) -> Tables:
        """Return the kernel's tables, with nets in minor units."""
        for row, net in self.walk.rows:
            if (net * self.stake).denominator != 1:
                raise BadInput(
                    f"with a stake of {show_amount(self.stake)} the row {row} is not paid in whole cents"
                )
        return self.walk.tables(self.stake)

    def how(self, fresh: bool = False) -> Procedure:
        """Return how the shoe is used up."""
        packs = self.rules.packs
        row = packs.row
        every = fresh or packs.fresh_every_round or packs.shuffled_every_round
        burn = packs.burnt if not fresh and not packs.fresh_every_round else 0
        depth = packs.usual_depth or max(row.least_depth, LEAST_DEPTH)
        more = 0 if packs.no_more else row.more_rounds
        first_out = SHUFFLED if row.first_out_shuffles else LAST if row.first_out_clause else AS_USUAL
        size = packs.all_cards
        made = procedure(
            size, every, burn, min(depth, size), more, first_out, AT_ONCE_FRESH if every else AT_ONCE
        )
        return made._replace(burn=burn)

    def rounds(
        self, rounds: int, seed: int = 1, fresh: bool = False, boxes: int = 1, **more: Any
    ) -> TwentyOneRounds:
        """Return the work: rounds, with all that an engine needs."""
        check_rounds(rounds)
        if not 1 <= boxes <= MOST_BOXES:
            raise BadInput(f"from 1 to {MOST_BOXES} boxes play, not {boxes}")
        walk, tables = self.walk, self.tables()
        names = np.zeros(len(CARDS), np.int64)
        for card, letter in walk.letter_of.items():
            names[CODES[card]] = walk.number[letter]
        order = np.repeat(
            np.array([CODES[card] for card in walk.letter_of], np.uint8), self.rules.packs.decks
        )
        peeked = ~walk.final(Final(BUST))
        return TwentyOneRounds(
            rounds,
            seed,
            self.how(fresh),
            walk.way(),
            tables,
            walk.naturals,
            peeked,
            order,
            names,
            boxes,
            switch=self.strategy.switch,
            **more,
        )

    # What the counts say.

    def rows(self, tally: TwentyOneTally) -> dict[tuple[str, Fraction], tuple[int, int]]:
        """Count hands, and pairs of hands of one round, by row and net."""
        table = self.tables().row
        counts = np.zeros(len(self.walk.rows) + 1, np.int64)
        np.add.at(counts, table, tally.cells)
        if counts[-1]:
            raise AssertionError("a hand ended in a way of which the proof says nothing")
        return {
            (row, net): (int(counts[at]), int(tally.pairs[at]) if at < len(tally.pairs) else 0)
            for at, (row, net) in enumerate(self.walk.rows)
        }

    def expected(self) -> dict[tuple[str, Fraction], float]:
        """Return the hands of a round by row and net, as the proof of this play expects them.

        Where the dealer looks for a natural first, the proof still follows every hand to its end. At the
        table no hand is played then, and there is one hand and not several.
        """
        found: dict[tuple[str, Fraction], float] = {}
        problem = self.problem
        cells = self.proved.cells
        for role, kind, outcome in map(tuple, np.argwhere(cells != 0)):
            looked = self.rules.hole == "peek" and outcome == problem.natural and role != ORIGINAL
            if looked and role == ADDED:
                continue
            assert not looked or role == FIRST
            pays = problem.pays[ORIGINAL][0] if looked else problem.pays[role][kind]
            for pay in pays[outcome]:
                key = (pay.row, Fraction(pay.net))
                found[key] = found.get(key, 0.0) + float(pay.weight) * float(cells[role, kind, outcome])
        return found

    @cached_property
    def proved(self) -> Solution | Counted:
        """Return the proof of the play, for one hand to a box."""
        return self.solution if self.solution is not None else count(self.problem, self.strategy.plans[0])

    def tallied(self, tally: TwentyOneTally, boxes: int = 1) -> RoundsTally:
        """Return the main wager, by the rows of its proof and those of another way of playing."""
        counts = self.rows(tally)
        expected = (
            odds.TwentyOneOdds(self.rules).solved(self.stake)[1].rows
            if self.chart is None
            else self.expected()
        )
        listed = [key for key in counts if counts[key][0] or expected.get(key)]
        listed.sort(key=lambda key: (-key[1], key[0]))
        rows = tuple(
            TallyRow(
                row,
                "win" if net > 0 else "lose" if net < 0 else "push",
                int(net * self.stake),
                counts[row, net][0],
            )
            for row, net in listed
        )
        sums = tally.sums
        return RoundsTally(
            self.rules.main, self.rules.main, self.stake, 0, rows, 0, tally.draws, boxes,
            int(sums[HANDS_MADE]), int(sums[TABLE_SQUARES]), int(sums[BOX_SQUARES]),
            tuple(counts[key][1] for key in listed),
        )  # fmt: skip

    def side(self, wager: str, counts: dict[str, int], stake: Amount | None = None) -> WagerTally:
        """Return a side wager, by the rows of its proof."""
        proof = odds.TwentyOneOdds(self.rules, chart=self.chart).prove(wager, stake)
        return tallied(proof, counts, sum(counts.values()))


def offered(rules: TwentyOneRules) -> list[str]:
    """List the wagers that are simulated: those that are proved."""
    return odds.TwentyOneOdds(rules).firsts()


def simulate(
    rules: TwentyOneRules,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
    boxes: int = 1,
    strategy: Play | None = None,
) -> Simulation:
    """Play rounds. `fresh` shuffles before each of them, as the proof does.

    The seconds are those of the rounds: finding the best play may take longer.
    """
    names = offered(rules) if wagers is None else list(dict.fromkeys(wagers))
    for name in names:
        rules.ruleset.wager(name)
        if rules.kinds[name] not in ("main", "insurance", *READ):
            raise BadInput(
                f"{name} is decided together with {rules.main}: it is part of the proof of {rules.main}"
            )
    found: dict[str, WagerTally] = {}
    simulated = SimulatedGame(rules, stake if rules.main in names else None, strategy)
    seconds = 0.0
    for group in _passes(rules, names):
        own = simulated
        more: dict[str, Any] = {}
        reader = Reader(rules, [name for name in group if rules.kinds[name] in READ])
        if rules.kinds[group[0]] == "insurance":
            own, more = SimulatedGame(rules, None, strategy, even_money=False), {"insures": ALL_INSURE}
        if reader.sides:
            more["sides"] = reader.tables(own.walk)
        work = own.rounds(rounds, seed, fresh, boxes, **more)
        started = time.perf_counter()
        tally = run(work, engine, workers, progress)
        seconds += time.perf_counter() - started
        if rules.main in group:
            found[rules.main] = own.tallied(tally, boxes)
        for side, counts in counted(reader, tally.sides):
            found[side.wager] = own.side(side.wager, counts, stake)
        if rules.kinds[group[0]] == "insurance":
            made, won = int(tally.sums[INSURED]), int(tally.sums[INSURANCE_WON])
            found[group[0]] = own.side(group[0], {"win": won, "lose": made - won}, stake)
    return Simulation(rounds, seed, BLOCK, engine, seconds, tuple(found[name] for name in names))


def _passes(rules: TwentyOneRules, names: Sequence[str]) -> list[list[str]]:
    """Group wagers that can share rounds. One that makes the dealer draw more is alone."""
    apart = [[name] for name in names if rules.kinds[name] in ("insurance", "buster")]
    together = [name for name in names if [name] not in apart]
    return [*([together] if together else []), *apart]
