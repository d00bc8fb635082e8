"""The proof of live draw poker: the best of 32 ways to hold five cards, and how often each hand comes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from croupier.equipment.money import Amount
from croupier.families.cards.proving import checked, first_wagers, least_even
from croupier.families.livedraw.fund import ROYAL
from croupier.families.livedraw.prices import WAGER
from croupier.families.livedraw.round import LiveDraw
from croupier.families.livedraw.solver import solve, ties_that_matter
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.prove.streets import FULL_DECK, JOKER, Draw, Solution
from croupier.ranking.bulk import tables
from croupier.table.claims import Standing
from croupier.table.parts.pricing import LOSE

SAME = "of holds worth the same, the one that keeps most cards"


def prove_all(
    game: LiveDraw,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Return the exact odds of the one wager."""
    return [
        DrawPokerOdds(game, before).prove(name, stake)
        for name in first_wagers(game.ruleset, game.wagers.moments, wagers, WAGER)
    ]


@dataclass(frozen=True)
class DrawPokerOdds:
    """A pack and a pay table."""

    game: LiveDraw
    before: Mapping[str, Any] | None = None

    @cached_property
    def kinds(self) -> list[tuple[int, str]]:
        """The rows by the least value of their hands, ascending. Lower hands lose."""
        prices = self.game.prices
        table = tables(prices.ranking, 5)
        found = [(table.value_of(row), row) for row in prices.known_rows(WAGER) if row != LOSE]
        return sorted((value, row) for value, row in found if value < table.count)

    def net(self, row: str, stake: Amount) -> Amount:
        """Return the net of a row. A royal flush takes the fund with the share of this stake, as if alone."""
        fund = self._fund(stake) if row == ROYAL else 0
        if fund and self.game.fund.instead:
            return fund - stake
        return self.game.prices.net(WAGER, row, stake) + fund

    def _fund(self, stake: Amount) -> Amount:
        """Return the fund with the share of a stake. 0 where it is not paid."""
        game = self.game
        if not game.fund.is_paid:
            return 0
        return (
            game.fund.now(game.start(self.before or {}))
            + game.fund.pays_in(Standing("1", WAGER, stake)).amount
        )

    def problem(self, stake: Amount) -> Draw:
        """Return the problem for a stake."""
        game = self.game
        deck = (*FULL_DECK, JOKER) if game.packs.joker else FULL_DECK
        pays = [self.net(LOSE, stake), *(self.net(row, stake) for _, row in self.kinds)]
        bands = tuple(value for value, _ in self.kinds)
        return Draw(game.prices.ranking, bands, np.array(pays, dtype=np.int64), deck)

    def even_stake(self) -> Amount:
        """Return the least stake in whole units that needs no rounding."""
        prices = self.game.prices
        return least_even(lambda stake: all(prices.is_even(WAGER, row, stake) for _, row in self.kinds))

    def best(self, stake: Amount) -> Solution:
        """Return the best hold of every hand."""
        return solve(self.problem(stake))

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Return the exact odds of the wager, for a stake or the least one that is paid exactly."""
        started = time.perf_counter()
        stake = checked(asked) or self.even_stake()
        found = self.best(stake)
        rows = []
        for kind, row in enumerate([LOSE, *(row for _, row in self.kinds)]):
            ways = int(found.cells[0, kind, 0, 0])
            if ways:
                outcome = self.game.prices.outcome(WAGER, row)
                rows.append(
                    OutcomeRow(row, outcome.odds, ways, found.total, self.net(row, stake), outcome.result)
                )
        one_answer = (
            "no tie between holds changes a count" if not ties_that_matter(self.problem(stake)) else SAME
        )
        return WagerProof(
            wager=name,
            example=name,
            stake=stake,
            charge=0,
            rows=tuple(sorted(rows, key=lambda row: (-row.net, row.row))),
            start=self.game.normal(self.before) if self.before else {},
            draws=Fraction(1),
            notes=("what other positions hold changes nothing: each hand takes the first cards of the draw",),
            strategy=f"best of the thirty-two ways to hold; {one_answer}",
            seconds=time.perf_counter() - started,
        )
