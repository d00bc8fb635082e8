"""The proof of a street game: best play with every end counted, and the rows of its side wagers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

import msgspec
import numpy as np

from croupier.equipment.money import UNIT, Amount, show_amount
from croupier.errors import BadInput, PartOfProof
from croupier.families.cards.proving import checked, least_even
from croupier.families.streets.caps import Within
from croupier.families.streets.declared import AGAINST, Declared, groups
from croupier.families.streets.hands import NOBODY
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.round import Streets
from croupier.families.streets.sides import loses_by_a_fold, needs_plans, side_key, side_ways, ways_by_itself
from croupier.families.streets.solver.certificate import (
    Certificate,
    certificate,
    differences,
    look,
    look_up,
    lowest_terms,
    problem_of,
    solved,
)
from croupier.families.streets.solver.plans import planned
from croupier.families.streets.solver.solving import fresh, method_of, solve
from croupier.families.streets.strategy import Rule, rule_of_thumb, strategy_words
from croupier.prove.proof import DEPENDS, OutcomeRow, WagerProof
from croupier.prove.store import UNKEPT, Compared
from croupier.prove.streets import Progress, Solution
from croupier.ranking.poker import JOKER_NUMBER
from croupier.table.claims import Standing

BY_ITSELF = "by itself, never folding a hand that it pays"
"""The other edge of a wager that a fold loses: best play of the hand folds some hands that the wager pays."""


def prove_all(
    game: Streets,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
    prove: bool = False,
    progress: Progress | None = None,
) -> list[WagerProof]:
    """Return the exact odds of the named wagers, or of all wagers made before the deal."""
    odds = StreetOdds(game, before, prove, progress)
    return [odds.prove(name, stake) for name in (odds.firsts() if wagers is None else wagers)]


@dataclass(frozen=True)
class Shared:
    """A row that pays a share of a meter, and never less than a prize."""

    chance: Fraction
    ratio: Fraction
    least: Amount

    def at(self, meter: Fraction) -> Fraction:
        """Return its part of a round when the meter holds so much."""
        return self.chance * max(self.ratio * meter, Fraction(self.least))

    def paid(self, meter: Amount) -> Fraction:
        """Return the same with prizes in whole minor units, as they are paid."""
        return self.chance * max(int(self.ratio * meter), self.least)


@dataclass
class StreetOdds:
    """The odds of a street game. Solved groups of wagers are kept."""

    game: Streets
    before: Mapping[str, Any] | None = None
    again: bool = False
    progress: Progress | None = None
    _solved: dict[tuple[tuple[str, ...], Amount], tuple[Declared, Solution, Certificate | None]] = field(
        default_factory=dict
    )

    # Which wagers.

    def firsts(self) -> list[str]:
        """Return one wager of each group that is solved together, and every side wager."""
        rules = self.game.ruleset
        sides = [
            name for name in rules.names if self.game.prices.kind_of(name) == "side" and rules.offered(name)
        ]
        return [self._first(group) for group in groups(self.game)] + sides

    def _first(self, group: tuple[str, ...]) -> str:
        return self.game.setup.base if self.game.setup.base in group else group[0]

    def group_of(self, name: str) -> tuple[str, ...]:
        """Return the wagers that are proved with one. Refuse a wager that is part of another's proof."""
        kind = self.game.prices.kind_of(name)
        for group in groups(self.game):
            if name == self._first(group):
                return group
            declared = Declared(self.game, group, 1)
            if name in (*group, *declared.later, *declared.bonuses):
                first = self._first(group)
                raise PartOfProof(name, first)
        if kind == "side":
            return ()
        raise BadInput(f"{name} is not offered at this table")

    # Money.

    def declared(self, group: tuple[str, ...], stake: Amount) -> Declared:
        """Return the problem for a first stake."""
        deck = (*range(52), JOKER_NUMBER) if self.game.hands.joker else tuple(range(52))
        return Declared(self.game, group, stake, deck)

    def even_stake(self, group: tuple[str, ...]) -> Amount:
        """Return the least stake in whole units that needs no rounding."""
        prices, found = self.game.prices, set[tuple[str, int]]()
        if group:
            declared = self.declared(group, 1)
            found |= {laid for state in declared.tree[0] for laid in state.laid}
            found |= {(name, 1) for name in declared.bonuses}
        rows = [(name, row, times) for name, times in found for row in prices.settled_rows(name)]
        return least_even(
            lambda stake: all(prices.is_even(name, row, times * stake) for name, row, times in rows)
        )

    # The proof.

    def solved(self, group: tuple[str, ...], stake: Amount) -> tuple[Declared, Solution, Certificate | None]:
        """Return the best play of a group of wagers."""
        if (group, stake) not in self._solved:
            declared = self.declared(group, stake)
            self._solved[group, stake] = (
                declared,
                *solve(declared.street, self.again, self.progress, self.game.setup.method),
            )
        return self._solved[group, stake]

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Return the exact odds of a wager, for a stake or the least one that is paid exactly."""
        group = self.group_of(name)
        return self._main(name, group, checked(asked)) if group else self._side(name, checked(asked))

    def _main(self, name: str, group: tuple[str, ...], asked: Amount | None) -> WagerProof:
        started = time.perf_counter()
        stake = asked or self.even_stake(group)
        declared, found, kept = self.solved(group, stake)
        rows, staked = self._rows(declared, found)
        rule = self._rule(declared, kept)
        compared = self._compared(declared, found, rule)
        return WagerProof(
            wager=name,
            example=name,
            stake=stake,
            charge=0,
            rows=rows,
            start=self._start(),
            draws=Fraction(1),
            notes=(
                *self._notes(group),
                *bounds(self.game.prices, [*group, *declared.later, *declared.bonuses], stake),
                *self._limited(declared),
                *filter(None, [compared.note]),
            ),
            strategy=strategy_words(declared, found),
            later=staked - stake,
            seconds=kept.seconds if kept else time.perf_counter() - started,
            certificate=kept.problem if kept else "",
            kept=compared.how,
            others=self._told(declared, rule),
        )

    def _compared(self, declared: Declared, found: Solution, rule: Rule | None) -> Compared:
        """Say what became of the kept proof, if there is one."""
        street = declared.street
        looked, problem = look(street), problem_of(street)
        if not self.again:
            return looked.told(problem)
        made = certificate(street, found, self.game.setup.method or method_of(street))
        if rule is not None:
            starts = [list(start) for start in rule.starts]
            made = msgspec.structs.replace(made, rule=starts, rule_expected=rule.expected)
        return looked.compared(problem, lambda kept: differences(kept, made))

    def _rule(self, declared: Declared, kept: Certificate | None) -> Rule | None:
        """Return the rule of thumb, if there is one."""
        if kept is None:
            return rule_of_thumb(declared)
        if not kept.rule:
            return None
        return Rule(tuple((act, value) for act, value in kept.rule), kept.rule_expected, kept.total)

    def _told(self, declared: Declared, rule: Rule | None) -> tuple[tuple[str, Fraction], ...]:
        """Return a rule of thumb in words with its edge. Empty where there is none."""
        return (
            (
                (
                    f"by a rule: {rule.words(declared)}",
                    -rule.value * lowest_terms(declared.street) / declared.stake,
                ),
            )
            if rule
            else ()
        )

    def _notes(self, group: tuple[str, ...]) -> tuple[str, ...]:
        first = self._first(group)
        others = [name for name in group if name != first]
        loss = f"the loss is that of {', '.join(group)} and what is staked later, for each unit of {first}"
        together = loss if others else ""
        free = (
            f"{row.adds} may be of any size here, and is reckoned as {row.times[0]} of {row.of}"
            for street in self.game.setup.streets
            for row in street.acts
            if row.any_amount and self.game.ruleset.holds(row.any_amount)
        )
        return tuple(filter(None, (together, "one player who sees no cards but those shown to him", *free)))

    def _limited(self, declared: Declared) -> tuple[str, ...]:
        """Say that raises are bound by the limits, so that a larger stake has fewer of them."""
        bound = self.game.setup.bound_raises
        if not bound or not self.game.ruleset.holds(bound) or self.game.limits.most_set is None:
            return ()
        raises = ", ".join(
            dict.fromkeys(row.adds for street in declared.streets for row in street.acts if row.adds)
        )
        return (
            f"{raises} is bound by the table's maximum of {show_amount(self.game.limits.most_set)}, "
            f"{DEPENDS} the stake: this is for a stake of {show_amount(declared.stake)}",
        )

    def _rows(self, declared: Declared, found: Solution) -> tuple[tuple[OutcomeRow, ...], Fraction]:
        """Return the ends by course and settlement, and the average amount staked."""
        states, _ = declared.tree
        against = AGAINST if self.game.hands.dealer else (NOBODY,)
        ways: dict[tuple[int, tuple[tuple[str, str, Amount], ...]], int] = {}
        for at in map(tuple, np.argwhere(found.cells != 0)):
            state, kind, band, column = map(int, at)
            key = state, declared.rows(states[state], kind, band, against[column])
            ways[key] = ways.get(key, 0) + int(found.cells[at])
        merged: dict[str, OutcomeRow] = {}
        staked = Fraction(0)
        for (state, ends), number in ways.items():
            laid = sum(times * declared.stake for _, times in states[state].laid)
            staked += Fraction(laid * number, found.total)
            row, net = self.label(states[state].name, ends), declared.net(ends)
            pays = " + ".join(
                odds for name, on, _ in ends if (odds := self.game.prices.outcome(name, on).odds)
            )
            before = merged.get(row)
            result = "win" if net > 0 else "lose" if net < 0 else "push"
            merged[row] = OutcomeRow(
                row, pays, number + (before.ways if before else 0), found.total, net, result
            )
        return tuple(sorted(merged.values(), key=lambda row: (-row.net, row.row))), staked

    def label(self, state: str, ends: tuple[tuple[str, str, Amount], ...]) -> str:
        """Return an end in words: the course, and how each wager was settled where they differ."""
        said = dict.fromkeys(on for _, on, _ in ends)
        told = next(iter(said)) if len(said) == 1 else ", ".join(f"{name} {on}" for name, on, _ in ends)
        return f"{state}: {told}" if state != "dealt" else told

    def _side(self, name: str, asked: Amount | None) -> WagerProof:
        started = time.perf_counter()
        game, prices = self.game, self.game.prices
        settled = prices.settled_rows(name)
        stake = asked or least_even(lambda stake: all(prices.is_even(name, row, stake) for row in settled))
        first = next(iter(groups(game)), ())
        main = self.declared(first, self.even_stake(first)) if first and game.setup.base in first else None

        kept = (
            look_up(main.street)
            if main is not None and loses_by_a_fold(game, name) and not self.again
            else None
        )

        def play() -> Solution:
            assert main is not None
            if kept is not None and not needs_plans(game, name, main):
                return solved(main.street, kept)
            if self.again:
                return fresh(main.street, self.progress, game.setup.method)
            return planned(main.street, self.progress, game.setup.method)

        told = kept.sides.get(side_key(game, name)) if kept is not None else None
        ways = Counter(told) if told else side_ways(game, name, main, play)
        total = sum(ways.values())
        rows = []
        for row, number in ways.items():
            outcome = game.prices.outcome(name, game.prices.chosen(name, (row, "lose")))
            net, pays = self.prize(name, row, stake)
            rows.append(OutcomeRow(row, pays, number, total, net, "win" if net > 0 else outcome.result))
        rows.sort(key=lambda row: (-row.net, row.row))
        compared = self._side_compared(name, main, dict(ways))
        notes = (
            *self._meter_notes(name, stake, rows),
            *bounds(prices, [name], stake),
            *filter(None, [compared.note]),
        )
        return WagerProof(
            name,
            name,
            stake,
            0,
            tuple(rows),
            self._start(),
            Fraction(1),
            time.perf_counter() - started,
            notes,
            strategy=self._side_strategy(name),
            kept=compared.how,
            others=self._by_itself(name, stake, rows),
        )

    def _by_itself(
        self, name: str, stake: Amount, rows: list[OutcomeRow]
    ) -> tuple[tuple[str, Fraction], ...]:
        """Return the edge of a wager that a fold loses, for who plays the hand by it alone."""
        if not loses_by_a_fold(self.game, name):
            return ()
        ways = ways_by_itself(self.game, name)
        net = sum(number * self.prize(name, row, stake)[0] for row, number in ways.items())
        edge = Fraction(-net, ways.total() * stake)
        folded = Fraction(-sum(row.ways * row.net for row in rows), rows[0].total * stake)
        return ((BY_ITSELF, edge),) if edge != folded else ()

    def _side_compared(self, name: str, main: Declared | None, ways: dict[str, int]) -> Compared:
        """Say what became of the kept counts of a side wager that a fold loses."""
        if main is None or not loses_by_a_fold(self.game, name):
            return UNKEPT
        looked, problem = look(main.street), problem_of(main.street)
        if not self.again:
            return looked.told(problem)
        key = side_key(self.game, name)
        if looked.lies is None or key not in looked.lies.sides:
            return UNKEPT
        return looked.compared(
            problem, lambda kept: [] if kept.sides[key] == ways else [f"the rows of {name} differ"]
        )

    def _side_strategy(self, name: str) -> str:
        lost = loses_by_a_fold(self.game, name)
        return "the hand is played as is best without this wager, and a fold loses it" if lost else ""

    def prize(self, name: str, row: str, stake: Amount) -> tuple[Amount, str]:
        """Return the net and the price of a side wager's row. A meter counts as it stands."""
        game, on = self.game, self.game.prices.chosen(name, (row, "lose"))
        outcome = game.prices.outcome(name, on)
        if name not in game.jackpots.rows or outcome.result != "win":
            return Within(game.prices).net(name, on, stake), outcome.odds
        pay = game.ruleset.prices(name)[row]
        # What the player puts into the meter himself is in it before the first card.
        holds = self.meter(name) + game.jackpots.contribution(Standing("1", name, stake))
        prize = (
            max(int(pay.value.ratio * holds), pay.least) if pay.kind == "share" else int(pay.winnings(stake))
        )
        return prize - (stake if game.prices.spends_stake(name, pay) else 0), str(pay)

    def meter(self, name: str) -> Amount:
        """Return a wager's meter at the start of the round."""
        jackpots = self.game.jackpots
        return jackpots.now(self.game.start(self.before or {}), jackpots.rows[name].name)

    def _meter_notes(self, name: str, stake: Amount, rows: list[OutcomeRow]) -> tuple[str, ...]:
        """Tell a progressive's edge as a line in its meter: its start, its slope, where it breaks even."""
        game = self.game
        if name not in game.jackpots.rows:
            return ()
        prices = game.ruleset.prices(name)
        own = game.jackpots.contribution(Standing("1", name, stake))
        shared = [
            Shared(row.probability, pay.value.ratio, pay.least)
            for row in rows
            if (pay := prices.get(row.row)) is not None and pay.kind == "share"
        ]
        if not shared:
            return ()
        shows, shares = self.meter(name), sum((one.chance * one.ratio for one in shared), Fraction(0))
        taken = sum((one.chance for one in shared), Fraction(0)) * stake
        given = sum(
            (
                row.probability * row.net
                for row in rows
                if row.row not in prices or prices[row.row].kind != "share"
            ),
            Fraction(0),
        )
        floor = max(one.least / one.ratio for one in shared) - own
        even = ceil(self._breaks_even(shared, taken - given, own))
        while even and sum(one.paid(even + own) for one in shared) < taken - given:
            even += 1
        begins = f"from {float(floor / UNIT):,.2f} on " if floor > shows else ""
        steep = f"{begins}each unit more in it takes {float(100 * shares * UNIT / stake):.6f} % off the edge"
        ends = (
            f"at {even / UNIT:,.2f} the wager breaks even"
            if even > 0
            else "it favours the player whatever the meter shows"
        )
        return (f"with the meter at {show_amount(shows)}; {steep}, and {ends}",)

    @staticmethod
    def _breaks_even(shared: Sequence[Shared], needed: Fraction, own: Amount) -> Fraction:
        """Return the meter at which its prizes come to what is needed; 0 where they always do."""
        bounds = sorted({Fraction(0), *(one.least / one.ratio for one in shared)})
        for at, low in enumerate(bounds):
            prizes = sum((one.at(low) for one in shared), Fraction(0))
            if prizes >= needed:
                return max(low - own, Fraction(0))
            steep = sum(
                (one.chance * one.ratio for one in shared if one.least <= one.ratio * low), Fraction(0)
            )
            high = low + (needed - prizes) / steep if steep else None
            if high is not None and (at + 1 == len(bounds) or high <= bounds[at + 1]):
                return max(high - own, Fraction(0))
        raise AssertionError

    def _start(self) -> dict[str, object]:
        return self.game.normal(self.before) if self.before else {}


def bounds(prices: StreetPrices, names: Iterable[str], stake: Amount) -> tuple[str, ...]:
    """Say which maximum payments bound these wagers, so that an edge depends on the stake."""
    rules = prices.ruleset
    caps = [cap for name in names if (cap := prices.wager(name).cap) is not None and rules.holds(cap.when)]
    options = {cap.option: rules.option_amount(cap.option) for cap in caps}
    return tuple(
        f"no more than {show_amount(most)} is paid ({option}), {DEPENDS} the stake: this is for a stake of "
        f"{show_amount(stake)}"
        for option, most in options.items()
        if most is not None
    )
