"""The proof of twenty-one: the best play of the main wager with every end counted, and its side wagers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

from croupier.equipment.money import Amount, parse_amount
from croupier.errors import BadInput, PartOfProof
from croupier.families.cards.proving import cards_to_prove, checked, least_even
from croupier.families.twentyone.chart import Chart
from croupier.families.twentyone.charting import NO_CHART, plan_of
from croupier.families.twentyone.counts import side_ways
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.facts import ON_HAND, TwentyOneRules
from croupier.families.twentyone.round import TwentyOne
from croupier.families.twentyone.solver.kept import Figures, figures, figures_of, switch_figures
from croupier.families.twentyone.solver.problem import FIRST, ORIGINAL
from croupier.prove.proof import OutcomeRow, Rounds, WagerProof, fixed_prizes, rounds_of
from croupier.prove.streets import Progress

LONGEST = 40
"""The fewest cards of a shoe from which a round with splits is proved."""
PLAYED_BEST = "the hand is played as is best for the main wager"
BY_CHART = "by the chart that was given"


def prove_all(
    game: TwentyOne,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
    prove: bool = False,
    progress: Progress | None = None,
    chart: Chart | None = None,
) -> list[WagerProof]:
    """Prove the wagers named, or all that have a proof; by the best play, or by a chart."""
    odds = TwentyOneOdds(game.rules, AsLeft(game, before) if before else None, prove, progress, chart)
    return [odds.prove(name, stake) for name in (odds.firsts() if wagers is None else wagers)]


@dataclass(frozen=True)
class AsLeft:
    """A table as earlier rounds left it, with the shoe that is proved."""

    game: TwentyOne
    before: Mapping[str, Any]

    def stock(self) -> Counter[str]:
        """Return the cards that may be in the shoe."""
        return cards_to_prove(self.game, self.game.shoe, self.before, LONGEST)

    def told(self) -> dict[str, object]:
        """Return what the table carries over, in its own format."""
        return self.game.normal(self.before)


@dataclass
class TwentyOneOdds:
    """The odds of twenty-one: the rules of a game, and its solutions."""

    rules: TwentyOneRules
    left: AsLeft | None = None
    """The shoe that is proved, if not a full one."""
    again: bool = False
    progress: Progress | None = None
    chart: Chart | None = None
    """The chart that is played by, if not the best play."""
    _solved: dict[Amount, tuple[Declared, Figures]] = field(default_factory=dict)

    def firsts(self) -> list[str]:
        """Return the main wager, insurance and every side wager on offer."""
        rules = self.rules
        names = [
            name
            for name in rules.ruleset.names
            if rules.kinds[name] not in ("main", "double", "split", "super-bonus")
            and rules.ruleset.offered(name)
        ]
        insured = rules.setup.insurance is not None and rules.holds(rules.setup.insurance.when)
        return [rules.main, *(name for name in names if rules.kinds[name] != "insurance" or insured)]

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Prove a wager, for a stake or the least one that is paid exactly."""
        kind, main = self.rules.kinds.get(name), self.rules.main
        if name == main:
            return self._main(checked(asked))
        if kind in (*ON_HAND, "super-bonus"):
            raise PartOfProof(name, main)
        self.rules.ruleset.wager(name)
        if not self.rules.ruleset.offered(name):
            raise BadInput(f"{name} is not offered at this table")
        return self._side(name, checked(asked))

    # Money.

    def even_stake(self, *names: str) -> Amount:
        """Return the least stake in whole units that needs no rounding."""
        prices = self.rules.prices

        def is_even(stake: Amount) -> bool:
            if stake % 200 and self.rules.setup.surrender is not None:
                return False
            return all(
                prices.is_even(name, row, stake) for name in names for row in prices.settled_rows(name)
            )

        return least_even(is_even)

    def hand_wagers(self) -> list[str]:
        """Return the main wager, and those made on its hands later."""
        return [name for name in self.rules.ruleset.names if self.rules.kinds[name] in ON_HAND]

    # The main wager.

    def stock(self) -> Counter[str]:
        """Return the cards that may be in the shoe."""
        return self.left.stock() if self.left else self.rules.packs.fresh()

    def declared(self, stake: Amount) -> Declared:
        """Return the problem for a stake."""
        return Declared(self.rules, stake, self.stock())

    def solved(self, stake: Amount) -> tuple[Declared, Figures]:
        """Return the figures of the best play for a stake, or of the chart."""
        if stake not in self._solved:
            declared = self.declared(stake)
            if self.chart is not None:
                if self.rules.setup.switch:
                    raise BadInput(NO_CHART)
                problem = declared.problem()
                self._solved[stake] = (
                    declared,
                    figures_of(problem, plan_of(problem, self.chart), BY_CHART, self.again, self.progress),
                )
            elif self.rules.setup.switch:
                plain = Declared(self.rules, stake, declared.stock, switched=True)
                self._solved[stake] = (
                    declared,
                    switch_figures(declared.problem(), plain.problem(), self.again, self.progress),
                )
            else:
                self._solved[stake] = declared, figures(declared.problem(), self.again, self.progress)
        return self._solved[stake]

    def _main(self, asked: Amount | None) -> WagerProof:
        started = time.perf_counter()
        stake = asked or self.even_stake(*self.hand_wagers())
        _, found = self.solved(stake)
        rows = []
        for (row, net), ways in found.rows.items():
            won = int(net * stake) if (net * stake).denominator == 1 else round(net * stake)
            rows.append(
                OutcomeRow(
                    row,
                    str(net) if net > 0 else "",
                    ways,
                    found.total,
                    won,
                    "win" if net > 0 else "lose" if net < 0 else "push",
                )
            )
        rows.sort(key=lambda row: (-row.net, row.row))
        return WagerProof(
            wager=self.rules.main,
            example=self.rules.main,
            stake=stake,
            charge=0,
            rows=tuple(rows),
            start=self._start(),
            draws=Fraction(1),
            seconds=found.seconds or time.perf_counter() - started,
            notes=(*self._notes(found, stake), *filter(None, [found.kept.note])),
            strategy=found.strategy,
            later=(found.stakes - found.first) * stake,
            beside=int(found.first - 1) * stake,
            certificate=found.certificate,
            kept=found.kept.how,
            hands=found.hands,
            by_round=self._by_round(found, stake),
            error=found.error,
            counts=self.rules.setup.switch is None,
        )

    def _by_round(self, found: Figures, stake: Amount) -> Rounds | Callable[[], Rounds] | None:
        """Return what a round nets: now where it is kept, and on request where that takes long."""
        if found.hands == 1 and not found.error:
            return None
        return self._rounds(found, stake) if found.certificate else cache(lambda: self._rounds(found, stake))

    def _rounds(self, found: Figures, stake: Amount) -> Rounds:
        """Return what a round nets, all its hands together."""
        told = found.rounds()
        return rounds_of({round(net * stake): chance for net, chance in told.chances.items()}, told.error)

    def _notes(self, found: Figures, stake: Amount) -> tuple[str, ...]:
        rules = self.rules
        notes = [
            "one box, the shoe full and shuffled for the round; the cutting card is left out of account"
            if self.left is None
            else "one box, from the shoe as it is"
        ]
        if found.hands != 1:
            notes.append("the rows count hands, of which a round has several after a split")
        if rules.setup.switch:
            notes.append("the loss of both hands together, for each unit laid on one of them")
        bonus = rules.name_of("super-bonus")
        if bonus and rules.ruleset.offered(bonus):
            prize = rules.ruleset.prices(bonus)[rules.super_size(bonus, stake)]
            notes.append(f"the super bonus is counted in: {fixed_prizes([str(prize)], stake)}")
        return tuple(notes)

    # Side wagers.

    def _side(self, name: str, asked: Amount | None) -> WagerProof:
        started = time.perf_counter()
        rules = self.rules
        stake = asked or self._side_stake(name)
        ways, total = self._ways(name)
        rows = []
        for row, number in ways.items():
            outcome = rules.prices.outcome(name, row)
            won = rules.prices.net(name, row, stake)
            rows.append(OutcomeRow(row, outcome.odds, number, total, won, outcome.result))
        rows.sort(key=lambda row: (-row.net, row.row))
        start = {**self._start(), **({"dealer": "an ace"} if rules.kinds[name] == "insurance" else {})}
        return WagerProof(
            name,
            name,
            stake,
            0,
            tuple(rows),
            start,
            Fraction(1),
            time.perf_counter() - started,
            strategy=self._side_strategy(name),
        )

    def _side_stake(self, name: str) -> Amount:
        fixed = self.rules.ruleset.wager(name)[0].stake.exactly
        if fixed:
            return parse_amount(self.rules.said(fixed))
        return self.even_stake(name)

    def _ways(self, name: str) -> tuple[Counter[str], int]:
        if self.rules.kinds[name] == "bonus":
            return self._bonus(name)
        return side_ways(self.rules, name, self.stock())

    def _side_strategy(self, name: str) -> str:
        return {
            "sevens": "two sevens always take a third card",
            "bonus": BY_CHART if self.chart is not None else PLAYED_BEST,
            "insurance": "always taken when it is offered",
        }.get(self.rules.kinds[name], "")

    def _bonus(self, name: str) -> tuple[Counter[str], int]:
        """Count whole hands of named cards, as often as the best play of the main wager comes to them.

        The hand that was dealt decides, or the first of a split.
        """
        rules = self.rules
        if self.left is not None:
            raise BadInput(f"{name} is proved for a full shoe")
        declared, found = self.solved(self.even_stake(*self.hand_wagers()))
        chances: dict[str, Fraction] = {}
        for (role, kind), chance in found.ends.items():
            ranks = next((ranks for ranks in declared.named if kind.endswith(f" {ranks}")), "")
            if role in (ORIGINAL, FIRST) and ranks:
                suited = 1 - dict(declared.shares(ranks))["mixed"]
                title = "-".join(ranks)
                for rows, share in (((f"{title}-suited", title), suited), ((title,), 1 - suited)):
                    row = rules.prices.chosen(name, rows)
                    chances[row] = chances.get(row, Fraction(0)) + chance * share
            elif role == ORIGINAL and kind.endswith("natural"):
                # One suit of four for the ace, and one card of sixteen for the other.
                chances["nominated"] = chances.get("nominated", Fraction(0)) + chance / 64
        chances["lose"] = 1 - sum(chances.values(), Fraction(0))
        total = lcm(*(chance.denominator for chance in chances.values()))
        return Counter({row: int(chance * total) for row, chance in chances.items()}), total

    def _start(self) -> dict[str, object]:
        return self.left.told() if self.left else {}
