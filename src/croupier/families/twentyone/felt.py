"""The felt of twenty-one: two cards a hand, and the dealer's rules in arcs."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.families.cards.felt import boxed
from croupier.families.twentyone.facts import MOMENTS
from croupier.families.twentyone.round import TwentyOne
from croupier.families.twentyone.rules import TwentyOneSetup, TwentyOneWager
from croupier.felt.boxes import CardPlaces
from croupier.felt.canvas import Felt
from croupier.felt.offers import price
from croupier.rulebook.ruleset import Ruleset

TOLD = ("main", "double", "split", "insurance")
"""Kinds of wagers whose prices the legends show."""


def drawn(game: TwentyOne, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the boxes, with two hands each where cards may be switched."""
    rules: Ruleset[TwentyOneWager, TwentyOneSetup] = game.ruleset
    dealt = CardPlaces(2, 2, (), 2 if rules.setup.switch is not None else 1)
    return boxed(game, MOMENTS, dealt, seats, upright, legends=_legends(rules), without=TOLD)


def _legends(rules: Ruleset[TwentyOneWager, TwentyOneSetup]) -> list[str]:
    """Say what a natural pays, what the dealer does with seventeen, and whether a total pushes."""
    dealer = rules.setup.dealer
    natural = rules.prices(rules.setup.main).get("natural")
    found = [f"Blackjack pays {price(natural)}"] if natural else []
    soft = rules.facts.get(dealer.soft_17, dealer.soft_17)
    found.append(
        "Dealer must draw to 16 and stand on all 17s"
        if soft == "stand"
        else "Dealer must draw to 16 and hit soft 17"
    )
    if dealer.push_on and rules.holds(dealer.push_when):
        found.append(f"Dealer {dealer.push_on} pushes")
    return found
