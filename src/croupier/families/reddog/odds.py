"""The proof of red dog: every order of three cards is weighed.

The raise is the best one for each pair of first cards.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from croupier.equipment.money import Amount, show_amount
from croupier.families.cards.proving import (
    by_height,
    cards_to_prove,
    checked,
    first_wagers,
    least_even,
    orders,
)
from croupier.families.reddog.raises import ORIGINAL, RAISE
from croupier.families.reddog.round import RedDog
from croupier.families.reddog.spread import WIDEST, end_of, row_of, spread_of
from croupier.prove.proof import OutcomeRow, WagerProof

LONGEST = 3
"""Cards of the longest round."""
RAISED = "-raised"
"""Appended to the name of a row when a raise was made."""


def prove_all(
    game: RedDog,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Prove the first wager, with the raise that follows it."""
    odds = RedDogOdds(game, before)
    return [
        odds.prove(name, stake) for name in first_wagers(game.ruleset, game.wagers.moments, wagers, ORIGINAL)
    ]


@dataclass(frozen=True)
class RedDogOdds:
    """The odds of red dog, from the shoe as `before` leaves it."""

    game: RedDog
    before: Mapping[str, Any] | None = None

    @property
    def counts(self) -> Counter[int]:
        """Count the cards that may be in the shoe, by height."""
        return by_height(cards_to_prove(self.game, self.game.shoe, self.before, LONGEST))

    # Money.

    def largest_raise(self, stake: Amount) -> Amount:
        """Return the most that may be raised on a stake at this table."""
        game = self.game
        if not game.ruleset.offered(RAISE):
            return 0
        row = game.ruleset.wager(RAISE)[0]
        factor = row.stake.at_most.partition(" of ")[0] or "1"
        most = int(Fraction(game.ruleset.options.get(factor, factor)) * stake)
        play = game.start({})
        limit = game.limits.now(play, "1")[1]
        chip = game.ruleset.option_amount("chip") or 1
        most = min(most, limit if limit is not None else most) // chip * chip
        refused = game.limits.judge_amount(play, RAISE, row, most, "1") or game.limits.judge_chips(most)
        return most if most and refused is None else 0

    def even_stake(self) -> Amount:
        """Return the least stake in whole units that needs no rounding."""
        prices = self.game.prices

        def is_even(original: Amount) -> bool:
            stakes = [(ORIGINAL, original), (RAISE, self.largest_raise(original))]
            return all(
                prices.is_even(name, row, stake) for name, stake in stakes for row in prices.rows(name)
            )

        return least_even(is_even)

    # The proof.

    def ends(self) -> dict[tuple[int, int], dict[int, int]]:
        """Count the orders of three cards that lead to each end, by the first two cards."""
        found: dict[tuple[int, int], dict[int, int]] = {}
        for (one, other, third), ways in orders(self.counts, LONGEST):
            ends = found.setdefault((one, other), {})
            end = end_of(one, other, third)
            ends[end] = ends.get(end, 0) + ways
        return found

    def best(self, stake: Amount) -> dict[tuple[int, int], bool]:
        """Say for each two cards with a spread whether to raise.

        A raise that is worth nothing is not made.
        """
        more = self.largest_raise(stake)
        return {
            pair: bool(more)
            and sum(ways * self.game.prices.net(RAISE, row_of(end), more) for end, ways in ends.items()) > 0
            for pair, ends in self.ends().items()
            if spread_of(*pair) > 0
        }

    def rows(
        self, stake: Amount, raises: Callable[[tuple[int, int]], bool]
    ) -> tuple[tuple[OutcomeRow, ...], Fraction]:
        """Return the rows of the first wager with the raise added, and the average raise."""
        more = self.largest_raise(stake)
        found: dict[tuple[str, bool], int] = {}
        for pair, ends in self.ends().items():
            raised = bool(more) and spread_of(*pair) > 0 and raises(pair)
            for end, ways in ends.items():
                key = row_of(end), raised
                found[key] = found.get(key, 0) + ways
        total = sum(found.values())
        rows = []
        for (row, raised), ways in found.items():
            outcome = self.game.prices.outcome(ORIGINAL, row)
            net = self.game.prices.net(ORIGINAL, row, stake) + (
                self.game.prices.net(RAISE, row, more) if raised else 0
            )
            pays = " + ".join(
                filter(None, (outcome.odds, self.game.prices.outcome(RAISE, row).odds if raised else ""))
            )
            rows.append(OutcomeRow(row + RAISED if raised else row, pays, ways, total, net, outcome.result))
        later = Fraction(more * sum(ways for (_, raised), ways in found.items() if raised), total)
        return tuple(sorted(rows, key=lambda row: (-row.net, row.row))), later

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Prove the first wager, for a stake or the least one that is paid exactly."""
        started = time.perf_counter()
        stake = checked(asked) or self.even_stake()
        best = self.best(stake)
        rows, later = self.rows(stake, best.__getitem__)
        proof = WagerProof(
            wager=name,
            example=name,
            stake=stake,
            charge=0,
            rows=rows,
            start=self.game.normal(self.before) if self.before else {},
            draws=Fraction(1),
            strategy=self._words(best, stake),
            later=later,
        )
        return replace(proof, others=self._others(proof), seconds=time.perf_counter() - started)

    def _words(self, best: Mapping[tuple[int, int], bool], stake: Amount) -> str:
        """Return the strategy in words, by spread.

        Where two pairs of cards of one spread differ, it goes by the cards.
        """
        more = self.largest_raise(stake)
        if not more:
            return "no raise is made"
        by_spread: dict[int, set[bool]] = {}
        for pair, raises in best.items():
            by_spread.setdefault(spread_of(*pair), set()).add(raises)
        always = sorted(spread for spread, said in by_spread.items() if said == {True})
        some = sorted(spread for spread, said in by_spread.items() if len(said) == 2)
        told = (
            f"raises as much as it may, {show_amount(more)}, on a spread of {_numbers(always)}"
            if always
            else "raises on no spread"
        )
        mixed = f", on a spread of {_numbers(some)} by the cards," if some else ""
        return f"{told}{mixed} and on no other; a raise that is worth nothing is not made"

    def _others(self, proof: WagerProof) -> tuple[tuple[str, Fraction], ...]:
        """Return the edge under other ways to raise."""
        found: dict[str, Fraction] = {}
        for words, raises in (("never raises", lambda pair: False), ("always raises", lambda pair: True)):
            edge = replace(proof, rows=self.rows(proof.stake, raises)[0]).edge
            if edge != proof.edge:
                found[words] = edge
        return tuple(found.items())


def _numbers(spreads: list[int]) -> str:
    """Return numbers in words: `7 or more` where all higher ones are among them."""
    last = WIDEST
    if len(spreads) > 1 and spreads == list(range(spreads[0], last + 1)):
        return f"{spreads[0]} or more"
    return ", ".join(map(str, spreads))
