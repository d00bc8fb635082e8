"""Advice on insurance and even money, by counting whether the dealer's second card makes a natural."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from croupier.equipment.money import UNIT
from croupier.errors import BadInput
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.hands import MOST, TENS, Dealers, Mine, is_natural, rows_of, total
from croupier.families.twentyone.offers import DECLINE, EVEN_MONEY, INSURANCE
from croupier.prove.advice import Advice, Choice

STAKE = 10 * UNIT
"""The wager that is advised on. It matters only where something is paid in fixed amounts."""


def asks_insurance(rules: TwentyOneRules, wager: str) -> bool:
    """Say whether the question is about insurance or even money. Refuse any other wager."""
    row = rules.setup.insurance
    if not wager or wager == rules.main:
        return False
    if row is not None and wager in (row.wager, INSURANCE, EVEN_MONEY):
        return True
    rules.ruleset.wager(wager)
    raise BadInput(f"nothing is decided about {wager} once it is made")


def offered_on(rules: TwentyOneRules, own: list[str], upcard: str) -> dict[str, bool]:
    """Say which of insurance and even money a hand is offered; empty where neither is."""
    row, even, natural = rules.setup.insurance, rules.setup.even_money, is_natural(own)
    tens = row is not None and natural and upcard[0] in TENS and rules.holds(row.tens, empty=False)
    if row is None or (upcard[0] != "A" and not tens):
        return {}
    found = {
        INSURANCE: rules.holds(row.when)
        and row.wager in rules.ruleset.names
        and rules.ruleset.offered(row.wager),
        EVEN_MONEY: even is not None and natural and rules.holds(even.when),
    }
    return found if any(found.values()) else {}


def insurance(
    rules: TwentyOneRules,
    own: list[str],
    upcard: str,
    stock: Counter[str],
    seen: dict[str, list[str]],
    natural: bool,
) -> Advice:
    """Return the exact values of insurance and even money, by the cards that may still come."""
    offered, row = offered_on(rules, own, upcard), rules.setup.insurance
    if not offered or row is None:
        raise BadInput(f"insurance is not offered at this table when the dealer shows {upcard}")
    left = sum(stock.values())
    hit = Fraction(sum(number for card, number in stock.items() if is_natural([upcard, card])), left)
    waits = (
        sum(
            (
                Fraction(number, left) * _end(rules, own, upcard, card)
                for card, number in stock.items()
                if number
            ),
            Fraction(0),
        )
        if natural
        else Fraction(0)
    )
    worth = {DECLINE: waits}
    if offered[INSURANCE]:
        worth[INSURANCE] = waits + Fraction(row.most) * (
            hit * unit(rules, row.wager, "win") + (1 - hit) * unit(rules, row.wager, "lose")
        )
    if offered[EVEN_MONEY]:
        paid = {
            held: unit(rules, rules.main, rules.prices.chosen(rules.main, rules.even_money_rows(held)))
            for held in (True, False)
        }
        worth[EVEN_MONEY] = hit * paid[True] + (1 - hit) * paid[False]
    choices = sorted((Choice(act, value) for act, value in worth.items()), key=lambda choice: -choice.value)
    makes = sum(number for card, number in stock.items() if is_natural([upcard, card]))
    notes = [f"{makes} of the {left} cards that may come make a natural of the dealer"]
    notes.append(
        "the hand itself is counted in"
        if natural
        else f"the insurance wager alone, at its most: {row.most} of the first stake"
    )
    even = rules.setup.even_money
    return Advice(
        INSURANCE,
        seen,
        "",
        tuple(choices),
        even.clause if even and choices[0].act == EVEN_MONEY else row.clause,
        notes=tuple(notes),
    )


def _end(rules: TwentyOneRules, own: list[str], upcard: str, second: str) -> Fraction:
    """Return the net of a natural once the dealer's second card is known."""
    mine, dealers = (
        Mine(tuple(own), MOST, natural=True),
        Dealers((upcard, second), total([upcard, second])[0], is_natural([upcard, second])),
    )
    return unit(rules, rules.main, rules.prices.chosen(rules.main, rows_of(mine, dealers)))


def unit(rules: TwentyOneRules, wager: str, row: str) -> Fraction:
    """Return the net of a row for a wager of one unit."""
    outcome = rules.prices.outcome(wager, row)
    return (outcome.won(STAKE) - outcome.lost(STAKE)) / STAKE
