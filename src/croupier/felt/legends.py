"""What is printed in arcs on the felt of a card game: the rules that a player wants to know, as the rulebook and its options say them."""

from __future__ import annotations

from typing import Any

from croupier.felt.offers import Offers, price
from croupier.rulebook.condition import condition


def legends(playable: Any, offered: Offers) -> list[str]:
    """Lines of print, the loudest first."""
    family = playable.ruleset.head.game
    if family == "twenty-one":
        return _twenty_one(playable)
    if family == "streets":
        return _streets(playable)
    return []


def _twenty_one(playable: Any) -> list[str]:
    """What a natural pays, what the dealer does with seventeen, and whether a total stands off."""
    rules, dealer = playable.ruleset, playable.setup.dealer
    natural = rules.prices(playable.setup.main).get("natural")
    found = [f"Blackjack pays {price(natural)}"] if natural else []
    soft = rules.facts.get(dealer.soft_17, dealer.soft_17)
    found.append(
        "Dealer must draw to 16 and stand on all 17s"
        if soft == "stand"
        else "Dealer must draw to 16 and hit soft 17"
    )
    if dealer.push_on and condition(dealer.push_when)(rules.facts):
        found.append(f"Dealer {dealer.push_on} pushes")
    return found


def _streets(playable: Any) -> list[str]:
    """With which hand the dealer plays."""
    qualify = playable.hands.qualify
    return [f"Dealer plays with {qualify.replace('-', ' ')} or better"] if qualify else []
