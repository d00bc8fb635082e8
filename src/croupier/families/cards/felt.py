"""What card tables lay out: every wager once a box, with its price; and the felt with boxes in an arc."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from croupier.felt.boxes import CardPlaces, Print, boxes, seats_of
from croupier.felt.canvas import Felt
from croupier.felt.offers import Offers, Prices, offers
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.cardwagers import CardSetup
from croupier.table.parts.rows import CardWager
from croupier.table.playable import Playable

C = TypeVar("C", bound=CardWager)
S = TypeVar("S")


def laid_out(rules: Ruleset[C, S], moments: Sequence[str]) -> Offers[C]:
    """List the offered wagers. Wagers of the kinds `moments` are made by an act in the round."""

    def later(row: C) -> bool:
        return row.kind in moments

    return offers(rules, partial(_prices, rules), later=later, less=partial(_commission, rules))


def _prices(rules: Ruleset[C, S], name: str, param: str) -> Prices:
    found, number = rules.prices(name), rules.wager(name)[1]
    return [("win", found[number])] if number in found else list(found.items())


def _commission(rules: Ruleset[C, S], row: C) -> str:
    """Return the house's part of a win, where the rulebook charges a commission on it."""
    found = row.commission
    if found is None or not rules.holds(found.when):
        return ""
    rate = rules.options.get(found.rate, found.rate)
    return f" less {rate}% commission" if rate != "0" else ""


def boxed(
    game: Playable,
    moments: Sequence[str],
    dealt: CardPlaces,
    seats: Sequence[str] | None,
    upright: bool,
    mains: Sequence[str] = ("main",),
    legends: Sequence[str] = (),
    without: Sequence[str] = (),
) -> Felt:
    """Draw boxes in an arc around the dealer.

    `dealt` says where cards lie. Wagers of the kinds `mains` carry a hand.
    """
    rules: Ruleset[CardWager, CardSetup] = game.ruleset
    printed = Print(rules.head.title, tuple(mains), tuple(legends), tuple(without))
    shown = seats_of(rules.options.get("seats", ""), seats)
    return boxes(printed, laid_out(rules, moments), dealt, shown, upright).finished()
