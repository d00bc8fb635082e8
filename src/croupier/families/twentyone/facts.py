"""What follows from the rules of a game of twenty-one alone, whoever sits at the table.

Solver, simulation, charts and advice take this, and need no table.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.families.twentyone.hands import MAIN_ROWS, MOST, WAITING
from croupier.families.twentyone.rules import TwentyOneSetup, TwentyOneWager
from croupier.families.twentyone.sides import ROWS
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.packs import Packs
from croupier.table.parts.pricing import LOSE, CardPrices

ON_HAND = ("main", "double", "split")
"""The kinds of wager that go with a hand."""
MOMENTS = ("double", "split", "insurance", "super-bonus")
"""The kinds of wager that are made by an act in the course of the round."""
SUPER = ("large", "between", "small", "others")
"""The rows of a super bonus."""
FORFEIT, EVEN_MONEY, NATURAL = "forfeit", "even-money", "natural"
NATURALS = {NATURAL, "both-natural", "natural-over", "natural-level", "natural-under"}


class TwentyOneRules:
    """The rules of a game, through its options and readings."""

    def __init__(self, ruleset: Ruleset[TwentyOneWager, TwentyOneSetup]) -> None:
        setup = ruleset.setup
        self.ruleset = ruleset
        self.setup = setup
        self.kinds: dict[str, str] = {
            name: ruleset.wagers[base].kind for name, (base, _) in ruleset.names.items()
        }
        """The kind of each wager."""
        self.on_hand = frozenset(name for name, kind in self.kinds.items() if kind in ON_HAND)
        """The wagers that go with a hand."""
        self.main = setup.main
        self.packs = Packs(ruleset, setup.shoe, without="T" if setup.no_tens else "")
        self.prices = TwentyOnePrices(self)
        if self.kinds.get(self.main) != "main":
            raise BadInput(f"{ruleset.file}: setup.main: {self.main!r} is no wager of the kind main")
        dealer, at_once = setup.dealer, setup.at_once
        self.hits_soft_17 = self.said(dealer.soft_17) == "hit"
        self.hole = self.said(dealer.hole)
        """`none`, `down` or `peek`."""
        self.push_on = dealer.push_on if self.holds(dealer.push_when) else 0
        self.pays_21 = at_once is not None and self.holds(at_once.when)
        """Whether a hand of 21 is paid before the dealer plays."""
        wins_at_once = at_once is not None and at_once.tricks.holds(ruleset.facts)
        self.trick = int(self.said(str(at_once.trick))) if at_once is not None and wins_at_once else 0
        """The number of cards that win at once without going over; 0 where none does."""
        self.parallel = bool(setup.parallel_clause) and ruleset.options.get("deal") == "parallel"
        """Whether two cards are dealt for all players together."""
        self.forced = bool(setup.draw.forced_clause)
        """Whether hands are drawn like the dealer's, without a choice."""
        self.late = setup.collects == "at-the-end"
        """Whether all hands are settled at the end."""

    def said(self, text: str) -> str:
        """Return a text of the file, or the value of the option or reading that it names."""
        return self.ruleset.facts.get(text, text)

    @cached_property
    def early_surrender(self) -> bool:
        """Whether a hand may be given up before the dealer looks for a natural."""
        row = self.setup.surrender
        return row is not None and self.holds(row.early_when, empty=False)

    def holds(self, text: str, empty: bool = True) -> bool:
        """Say whether a condition of the file holds."""
        return self.ruleset.holds(text) if text else empty

    def name_of(self, kind: str) -> str:
        """Return the wager of a kind; empty where there is none."""
        return next((name for name, own in self.kinds.items() if own == kind), "")

    # Rows.

    def rows(self, name: str) -> frozenset[str]:
        """Return every row that may settle a wager, whatever the options."""
        kind = self.kinds[name]
        if kind in ON_HAND:
            return MAIN_ROWS
        if kind == "insurance":
            return frozenset({"win", LOSE})
        return frozenset(SUPER) if kind == "super-bonus" else ROWS[kind]

    def must_price(self, name: str) -> frozenset[str]:
        """Return the rows that must have a price: a hand that wins, and insurance."""
        return frozenset({"win"}) if self.kinds[name] in (*ON_HAND, "insurance") else frozenset()

    def even_money_rows(self, natural: bool = False) -> tuple[str, ...]:
        """Return the rows by which a natural that took even money is paid.

        Where it is paid at the end, `natural` says whether the dealer has one then.
        """
        waited = (f"even-money-{'natural' if natural else 'no-natural'}",) if self.late else ()
        return (*waited, EVEN_MONEY, "win")

    def super_size(self, name: str, stake: Amount) -> str:
        """Return the row of a super bonus by the wager: up to 24, from 25 on, or between them."""
        size = "large" if stake >= 2500 else "between" if stake > 2400 else "small"
        return size if size in self.ruleset.prices(name) else "small"

    # Acts.

    @property
    def doubles_21(self) -> bool:
        """Say whether a hand of 21 may be doubled on its total with the aces at one."""
        row = self.setup.double
        if row is None or not (row.aces_low and row.made_21):
            return False
        return self.holds(row.aces_low) and self.holds(row.made_21)

    def double_totals(self) -> list[int]:
        """Return the totals that may be doubled; any under 21 where none are named."""
        row = self.setup.double
        assert row is not None
        chosen = next((totals for when, totals in row.totals_by.items() if self.holds(when)), [])
        return chosen or (row.totals if row.on_totals.holds(self.ruleset.facts) else [])

    def both_first(self) -> bool:
        """Say whether both hands of a split get their second card before either is played."""
        row = self.setup.split
        return row is not None and bool(row.both_first) and self.holds(row.both_first)

    def most_insurance(self, stake: Amount) -> Amount:
        """Return the most that insures a wager: half of it, in whole cents."""
        row = self.setup.insurance
        assert row is not None
        return int(Fraction(row.most) * stake)


class TwentyOnePrices(CardPrices):
    """Prices of wagers on hands, of insurance and of side wagers."""

    def __init__(self, rules: TwentyOneRules) -> None:
        self.rules = rules
        super().__init__(rules.ruleset, rules.rows, rules.must_price)

    def settled_rows(self, name: str) -> frozenset[str]:
        """Return the rows that can occur: not all that a table prices.

        A wager with a row for every way of losing does not use the general row. A hand made by splitting may
        be no natural. A hand doubled on eleven or less does not go over.
        """
        rules, setup = self.rules, self.rules.setup
        rows, kind = super().settled_rows(name), rules.kinds[name]
        if kind == "super-bonus":
            return rows - {LOSE}
        double, split = setup.double, setup.split
        safe = kind == "double" and double is not None and max(rules.double_totals(), default=MOST) <= 11
        ways = {"under"}
        if not safe:
            ways.add("bust")
        if kind == "main" or rules.hole != "peek":
            ways.add("dealer-natural")
        if double is not None and double.rescue_clause and kind != "double":
            ways.add(FORFEIT)
        never = {LOSE} if kind in ON_HAND and ways <= rows else set()
        if kind == "split" and split is not None and not split.naturals:
            never |= NATURALS
        if safe:
            never |= {"bust", *WAITING}
        return rows - never
