"""What hands are worth at live draw poker: how they rank, and by which row of the pay table each is paid."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from croupier.equipment.odds import Odds
from croupier.errors import BadInput
from croupier.families.livedraw.rules import DrawSetup, DrawWager
from croupier.ranking.poker import RANKINGS, TWO_PAIRS, Hand, Ranking, at_least
from croupier.rulebook.ruleset import Pay, Ruleset
from croupier.table.parts.pricing import LOSE, CardPrices

WAGER = "hand"
WILD = replace(RANKINGS["five-card-wild-high"], name="five-card-all-wild", natural=())
"""A wild card may be any card of any hand: it makes a royal flush too."""


def ranking_of(ruleset: Ruleset[DrawWager, DrawSetup]) -> Ranking:
    """Return the ranking of a table: with a joker or wild cards where the table has them."""
    options = ruleset.options
    joker, wild = options.get("joker") == "yes", options.get("wild", "none")
    found = RANKINGS["five-card"] if not joker and wild == "none" else WILD
    if ruleset.readings.get("two-pairs") == "not-ranked":
        found = replace(
            found,
            name=f"{found.name}-without-two-pairs",
            order=tuple(klass for klass in found.order if klass != TWO_PAIRS),
        )
    return found if wild == "none" else found.wild(wild)


def hands_named(ruleset: Ruleset[DrawWager, DrawSetup]) -> frozenset[str]:
    """Return the hands that the pay tables name, whatever the options."""
    lines = [
        row
        for table in ruleset.tables.values()
        for rows in (table.rows, table.minimum, *table.choices.values())
        for row in rows
    ]
    named = {str(on) for line in lines for on in (line.on if isinstance(line.on, list) else [line.on])}
    return frozenset({row for row in named if least_hand(WILD, row) is not None} | {LOSE})


def least_hand(ranking: Ranking, row: str) -> Hand | None:
    """Return the least hand that a row names; None where it names none."""
    try:
        return at_least(ranking, row)
    except BadInput:
        return None


class DrawPrices(CardPrices):
    """Prices of hands; the odds of one that the table nominates grow."""

    def __init__(self, ruleset: Ruleset[DrawWager, DrawSetup]) -> None:
        self.ranking = ranking_of(ruleset)
        self.growing_clause = ruleset.setup.hold.growing_clause
        named = hands_named(ruleset)
        super().__init__(ruleset, lambda name: named)
        floors = [(least_hand(self.ranking, row), row) for row in self.known_rows(WAGER)]
        self._floors = [(least, row) for least, row in floors if least is not None]
        """The rows that name a hand, each with the least one."""

    def row_of(self, hand: Hand) -> str:
        """Return the highest row that a hand reaches."""
        reached = [(least, row) for least, row in self._floors if hand >= least]
        return max(reached, default=(hand, LOSE), key=lambda one: one[0])[1]

    def price(self, name: str, row: str, param: str = "") -> Pay:
        """Return the price of a row. The odds of the nominated hand may have grown."""
        pay, options = super().price(name, row, param), self.ruleset.options
        grown = options.get("grown-odds", "")
        if row != options.get("growing-hand", "none") or not grown or Fraction(grown) <= pay.value.ratio:
            return pay
        return Pay(pay.kind, Odds.parse(f"{grown}:1"), self.growing_clause or pay.clause)
