"""The proof of chemin de fer: the bank and the wagers against it when both sides play best.

A hand is dealt from the cards as `before` leaves them, freshly shuffled without it, all orders equally
likely. Both sides go by the totals of their two cards; beside it stands what each would gain by going by the
cards themselves. The fee makes the two sides' gains unequal, so it changes how they play. It is taken on the
stake and rounded as the rulebook says.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby
from math import lcm
from typing import Any

from croupier.equipment.money import Amount, show_amount
from croupier.families.cards.proving import cards_to_prove, checked, least_even
from croupier.families.chemin.covering import BANK
from croupier.families.chemin.round import CheminDeFer
from croupier.families.chemin.settling import TIE, WIN
from croupier.families.chemin.solution import Held, Model, Shoe, Solution, Third, solution
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.ranking.points import value
from croupier.table.parts.pricing import LOSE

LONGEST = 6
"""Cards of the longest hand."""
BY_TOTALS, BY_CARDS = (
    "each side goes by the total of its two cards",
    "each side goes by its two cards themselves",
)


def prove_all(
    game: CheminDeFer,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Prove the bank and a wager against it."""
    odds = CheminOdds(game, before)
    return [odds.prove(name, stake) for name in dict.fromkeys(offered(game) if wagers is None else wagers)]


def offered(game: CheminDeFer) -> list[str]:
    """List the wagers on offer."""
    return [name for name in game.ruleset.names if game.ruleset.offered(name)]


@lru_cache(maxsize=32)
def _solved(shoe: Shoe, tableau: tuple[str, ...], model: Model, fee: Fraction, rule: str) -> Solution:
    """Return the solution of a game. Both of its wagers are proved by it."""
    return solution(shoe, tableau, model, fee, rule)


@dataclass(frozen=True)
class CheminOdds:
    """The odds of chemin de fer: a game, and the shoe that it is dealt from."""

    game: CheminDeFer
    before: Mapping[str, Any] | None = None

    @cached_property
    def shoe(self) -> Shoe:
        """Return the cards that may be in the shoe, by value."""
        counts = [0] * 10
        for card, number in cards_to_prove(self.game, self.game.shoe, self.before, LONGEST).items():
            counts[value(card[0])] += number
        return Shoe(tuple(counts))

    # Money.

    def fee(self, stake: Amount) -> Amount:
        """Return the fee on the winnings of a bank."""
        fee = self.game.fee
        return fee.of(stake) if fee else 0

    def even_stake(self) -> Amount:
        """Return the least stake in whole units on which the fee needs no rounding."""
        fee = self.game.fee
        return least_even(lambda stake: fee is None or fee.rounding.is_even(fee.rate * stake))

    def net(self, name: str, row: str, stake: Amount) -> Amount:
        """Return the net of a row on a wager, after the fee."""
        net = self.game.prices.net(name, row, stake)
        return net - self.fee(net) if name == BANK else net

    # Play.

    def solved(self, stake: Amount, model: Model = "totals") -> Solution:
        """Return how both sides play for a stake."""
        tableau = self.game.tableau
        return _solved(self.shoe, tableau.banker, model, Fraction(self.fee(stake), stake), tableau.player)

    def rows(self, name: str, found: Solution, stake: Amount) -> tuple[OutcomeRow, ...]:
        """Return the rows of a wager."""
        chances = found.chances
        ways = (
            {WIN: chances.banker, LOSE: chances.player}
            if name == BANK
            else {WIN: chances.player, LOSE: chances.banker}
        )
        ways[TIE] = chances.tie
        total = lcm(*(chance.denominator for chance in ways.values()))
        rows = []
        for row in (WIN, TIE, LOSE):
            outcome = self.game.prices.outcome(name, row)
            pays = outcome.odds + (
                f" less {show_amount(self.fee(stake))}"
                if name == BANK and row == WIN and self.fee(stake)
                else ""
            )
            rows.append(
                OutcomeRow(
                    row, pays, int(ways[row] * total), total, self.net(name, row, stake), outcome.result
                )
            )
        return tuple(rows)

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Prove one of the two wagers, for a stake or the least one on which the fee needs no rounding."""
        started = time.perf_counter()
        self.game.ruleset.wager(name)
        stake = checked(asked) or self.even_stake()
        found, by_cards = self.solved(stake), self.solved(stake, "cards")
        other = WagerProof(name, name, stake, 0, self.rows(name, by_cards, stake), {}, Fraction(1))
        return WagerProof(
            wager=name,
            example=name,
            stake=stake,
            charge=0,
            rows=self.rows(name, found, stake),
            start=dict(self.before or {}),
            draws=Fraction(1),
            seconds=time.perf_counter() - started,
            notes=self._notes(name, found, stake),
            others=((BY_CARDS, other.edge),) if found.player or found.banker else (),
            strategy=self.strategy(found),
        )

    def _notes(self, name: str, found: Solution, stake: Amount) -> tuple[str, ...]:
        notes = []
        floor = found.bank_floor if name == BANK else found.cover_floor
        if found.player or found.banker:
            sure = (
                f"the loss can be kept to {float(-floor) * 100:.4f} %"
                if floor < 0
                else f"a gain of {float(floor) * 100:.4f} % is sure"
            )
            notes.append(f"whatever the other side does, {sure} of the stake")
            if not found.only:
                notes.append("an equilibrium; that there is no other was not shown")
        exact = self.game.prices.commission(BANK) * stake
        if name == BANK and self.fee(stake) != exact:
            notes.append(
                f"the fee on {show_amount(stake)} does not come out even: "
                f"{show_amount(self.fee(stake))} is taken"
            )
        return tuple(notes)

    def strategy(self, found: Solution) -> str:
        """Return how both sides play, in words."""
        player = [f"with {held} he {_does(chance)}" for held, chance in found.player.items()]
        banker = [_banker(held, cells) for held, cells in _by_held(found)]
        if not player and not banker:
            return ""
        sides = [("the Player", player), ("the Banker", banker)]
        return "; ".join(
            [BY_TOTALS, *(f"where {who} may choose, {'; '.join(said)}" for who, said in sides if said)]
        )


def _does(chance: Fraction) -> str:
    if chance in (0, 1):
        return "draws" if chance else "stays"
    return f"draws with chance {chance.numerator}/{chance.denominator} ({float(chance):.4f})"


def _by_held(found: Solution) -> list[tuple[Held, list[tuple[Third, Fraction]]]]:
    """Return the Banker's chances of drawing, by his hand."""
    cells = sorted(
        found.banker.items(), key=lambda cell: (str(cell[0][0]), -1 if cell[0][1] is None else cell[0][1])
    )
    return [
        (held, [(spot[1], chance) for spot, chance in some])
        for held, some in groupby(cells, key=lambda cell: cell[0][0])
    ]


def _banker(held: Held, cells: Sequence[tuple[Third, Fraction]]) -> str:
    """Say what the Banker does with one total.

    >>> _banker(3, [(8, Fraction(0)), (9, Fraction(1))])
    'with 3 he draws against 9, stays against 8'
    """
    groups: dict[str, list[str]] = {}
    for third, chance in cells:
        groups.setdefault(_does(chance), []).append("none" if third is None else str(third))
    order = sorted(groups.items(), key=lambda group: (group[0] != "draws", group[0]))
    if len(order) == 1 and len(cells) == 11:
        return f"with {held} he {order[0][0]}"
    return f"with {held} he " + ", ".join(f"{does} against {_listed(thirds)}" for does, thirds in order)


def _listed(thirds: Sequence[str]) -> str:
    """List values; join consecutive ones by a dash.

    >>> _listed(["none", "0", "1", "2", "5", "7", "8"])
    'none, 0-2, 5, 7-8'
    """
    found = [third for third in thirds if third == "none"]
    numbers = sorted(int(third) for third in thirds if third != "none")
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        values = [number for _, number in run]
        found.append(str(values[0]) if len(values) == 1 else f"{values[0]}-{values[-1]}")
    return ", ".join(found)
