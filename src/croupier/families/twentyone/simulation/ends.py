"""The ends of a hand in the kernel of twenty-one, told apart by the cards themselves, suits included.

The proof knows cards by value and gives the suits of a hand a chance; here they lie on the table. The pay of
a hand comes from the same functions as in the proof.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from croupier.families.twentyone.declared import SUITS, Declared, Kind
from croupier.families.twentyone.hands import HEIGHTS, MOST, WAITING, at_once_rows
from croupier.families.twentyone.simulation.shapes import GONE, KNOWN, OPEN
from croupier.families.twentyone.solver.problem import (
    ADDED,
    BUST,
    DOUBLED_BUST,
    ORIGINAL,
    RESCUED,
    SURRENDERED,
    Pay,
)
from croupier.families.twentyone.solver.states import ACE, TEN

SWITCHED = "switched 21 of two"
"""An ace and a ten brought together by a switch."""
NO_CARD = -1


class Final(NamedTuple):
    """An end of a hand, before the dealer plays."""

    name: str
    """The class of the proof."""
    suits: str = ""
    """The suits, where they matter."""
    ten: str = ""
    """The ten of a natural, where that matters."""
    upcard: int = NO_CARD
    """The dealer's first card, for a natural."""


class End(NamedTuple):
    """An end of the dealer's hand."""

    name: str
    """The outcome of the proof."""
    upcard: int = NO_CARD
    """The first card, for a natural."""
    ten: str = ""


class Ends(Declared):
    """What every end of a hand pays against every end of the dealer's."""

    @property
    def compares_tens(self) -> bool:
        """Say whether two naturals are compared by their tens."""
        return bool(
            {"natural-over", "natural-under", "natural-level"} & self.rules.prices.known_rows(self.rules.main)
        )

    def tells_suits(self, ranks: str) -> bool:
        """Say whether suits change the pay of three cards of these ranks."""
        names = [name for name, kind in self.kinds.items() if kind.ranks == ranks]
        roles = (ORIGINAL, ADDED) if self.rules.name_of("split") else (ORIGINAL,)
        return any(
            len({self.pay(role, Final(name, suits), End(end)) for suits in SUITS}) > 1
            for role in roles
            for name in names
            for end in self.dealers
        )

    def is_natural(self, name: str) -> bool:
        """Say whether a class of hands is that of naturals."""
        return self._is_natural(name)

    def add_switched(self) -> None:
        """Add a class for an ace and a ten that were switched: they are no natural."""
        natural = next(kind.mine for kind in self.kinds.values() if kind.mine.natural)
        self.kinds[SWITCHED] = Kind(natural.__class__(natural.cards, MOST, two_card_21=True))

    def pay(self, role: str, final: Final, end: End) -> Pay | None:
        """Return the pay of a hand; None where this cannot happen."""
        dealers = self.dealers[end.name]
        if role != ORIGINAL and not self.rules.name_of("split"):
            return None
        if self._is_natural(final.name) and dealers.natural and end.upcard != NO_CARD:
            return self._naturals(role, final, end)
        kind = self.kinds.get(final.name)
        if kind is None or not kind.ranks or not final.suits:
            return _one(self._pays(role, final.name, end.name))
        self.kinds[final.name] = Kind(kind.mine, kind.ranks, ((final.suits, Fraction(1)),))
        try:
            return _one(self._pays(role, final.name, end.name))
        finally:
            self.kinds[final.name] = kind

    def _naturals(self, role: str, final: Final, end: End) -> Pay:
        """Return the pay of two naturals whose cards are all known."""
        split = role != ORIGINAL
        base = self.rules.name_of("split") if role == ADDED else self.rules.main
        if self.rules.setup.natural.always_at_once:
            return self._pay(base, "split " if split else "", False, ("natural", "win"), Fraction(1))
        if self.even_money and end.upcard == ACE and not split:
            return self._even_money(True)
        rows: tuple[str, ...] = ("both-natural",)
        if self.compares_tens:
            mine, theirs = HEIGHTS[final.ten], HEIGHTS[end.ten]
            rows = (
                "natural-over" if mine > theirs else "natural-under" if mine < theirs else "natural-level",
                *rows,
            )
        return self._pay(base, "split " if split else "", False, rows, Fraction(1))

    # What is left for the dealer.

    def wants(self, role: str, final: Final) -> int:
        """Return how much of the dealer's hand a hand needs.

        It is everything where the dealer's hand is filled whenever a hand has been decided.
        """
        row = self.rules.setup.dealer
        fills = self.rules.holds(row.fills_when, empty=False) or (
            bool(row.needless_clause) and not self.rules.holds(row.needless_when)
        )
        wanted = self._wants(role, final)
        return OPEN if fills and wanted == GONE else wanted

    def _wants(self, role: str, final: Final) -> int:
        rules, setup = self.rules, self.rules.setup
        needless = bool(setup.dealer.needless_clause) and rules.holds(setup.dealer.needless_when)
        known = KNOWN if needless else OPEN
        if final.name == RESCUED:
            return GONE
        if final.name == SURRENDERED:
            return known
        if role != ORIGINAL and not rules.name_of("split"):
            return GONE
        if final.name in (BUST, DOUBLED_BUST):
            base = rules.name_of("split") if role == ADDED else rules.main
            waits = rules.late or bool(WAITING & rules.prices.known_rows(base))
            if waits:
                return OPEN if "bust-against-push" in rules.prices.known_rows(base) else known
            doubled = (
                final.name == DOUBLED_BUST
                and rules.name_of("double")
                and WAITING & rules.prices.known_rows(rules.name_of("double"))
            )
            return known if doubled else GONE
        mine = self.kinds[final.name].mine
        if mine.natural:
            return GONE if self._at_once(role, final) else known
        if setup.at_once is not None and not rules.late and at_once_rows(mine, rules.pays_21, rules.trick):
            return GONE
        return OPEN

    def _at_once(self, role: str, final: Final) -> bool:
        """Say whether a natural is paid as soon as its cards lie."""
        return (
            role == ORIGINAL and self.even_money and final.upcard == ACE and not self.rules.late
        ) or self.paid(final)

    def paid(self, final: Final) -> bool:
        """Say whether it is a natural that is paid before anything is offered."""
        row = self.rules.setup.natural
        if not self._is_natural(final.name):
            return False
        early = not self.rules.late or self.rules.holds(row.early, empty=False)
        return early and bool(row.at_once_clause) and (row.always_at_once or final.upcard not in (ACE, TEN))


def _one(pays: Iterable[Pay]) -> Pay | None:
    """Return the only pay of a cell."""
    found = list(pays)
    if not found:
        return None
    if len(found) != 1:
        raise AssertionError(f"the cards do not decide between {found}")
    return Pay(*found[0])
