"""Side wagers of twenty-one, counted: how many deals lead to each row.

A wager on the first cards is counted over every deal of them. A wager on the dealer's hand is counted over
every hand that the dealer may end with. Whatever the players do, the dealer's cards are any cards of the
shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, lcm, perm, prod

from croupier.errors import BadInput
from croupier.families.twentyone.declared import value_of
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.rules import TwentyOneWager
from croupier.families.twentyone.sides import buster, first_cards, sevens
from croupier.families.twentyone.solver.dealer import ends

Ways = tuple[Counter[str], int]
"""How many deals lead to each row, and how many deals there are."""


def side_ways(rules: TwentyOneRules, name: str, stock: Mapping[str, int]) -> Ways:
    """Count the deals of a side wager, by row."""
    kind = rules.kinds[name]
    if kind in ("over", "under", "royal-match", "pairs"):
        return _two_cards(rules, name, stock)
    if kind == "three-card":
        return _three_cards(rules, name, stock)
    if kind == "super-match":
        return _four_cards(rules, name, stock)
    if kind == "sevens":
        return _sevens(rules, name, stock)
    if kind == "buster":
        return _buster(rules, name, stock)
    if kind == "insurance":
        return _insurance(stock)
    raise BadInput(f"{name} depends on how the hand is played")


def _two_cards(rules: TwentyOneRules, name: str, stock: Mapping[str, int]) -> Ways:
    ways: Counter[str] = Counter()
    for cards, number in _pairs(stock):
        ways[rules.prices.chosen(name, first_cards(rules.kinds[name], cards, ""))] += number
    return ways, perm(sum(stock.values()), 2)


def _pairs(stock: Mapping[str, int]) -> Iterable[tuple[tuple[str, str], int]]:
    for one, number in stock.items():
        for two, other in stock.items():
            if ways := number * (other - (one == two)):
                yield (one, two), ways


def _three_cards(rules: TwentyOneRules, name: str, stock: Mapping[str, int]) -> Ways:
    ways: Counter[str] = Counter()
    for (one, two), number in _pairs(stock):
        for three, other in stock.items():
            left = other - (one == three) - (two == three)
            if left > 0:
                ways[rules.prices.chosen(name, first_cards("three-card", (one, two), three))] += number * left
    return ways, perm(sum(stock.values()), 3)


def _four_cards(rules: TwentyOneRules, name: str, stock: Mapping[str, int]) -> Ways:
    """Count by ranks alone, or by cards where the suits matter; hands of four in any order."""
    own: TwentyOneWager = rules.ruleset.wager(name)[0]
    suited = rules.holds(own.suited_when, empty=False)
    kinds: Counter[str] = Counter()
    for card, number in stock.items():
        kinds[card if suited else card[0] + "s"] += number
    ways: Counter[str] = Counter()
    for cards in combinations_with_replacement(sorted(kinds), 4):
        if number := prod(comb(kinds[card], held) for card, held in Counter(cards).items()):
            ways[rules.prices.chosen(name, first_cards("super-match", cards, "", suited))] += number
    return ways, comb(sum(kinds.values()), 4)


def _sevens(rules: TwentyOneRules, name: str, stock: Mapping[str, int]) -> Ways:
    """Count sevens. Two sevens always take a third card."""
    ways: Counter[str] = Counter()
    total = sum(stock.values())
    rest: Counter[str] = Counter()
    for card, number in stock.items():
        rest[card if card[0] == "7" else "2c"] += number
    for one, first in rest.items():
        for two, second in rest.items():
            for three, third in rest.items():
                number = first * (second - (one == two)) * (third - (one == three) - (two == three))
                if number > 0:
                    ways[rules.prices.chosen(name, sevens((one, two, three)))] += number
    return ways, perm(total, 3)


def _buster(rules: TwentyOneRules, name: str, stock: Mapping[str, int]) -> Ways:
    """Count every hand that the dealer may end with, over the longest of them."""
    shoe = [0] * 10
    for card, number in stock.items():
        shoe[value_of(card[0])] += number
    if {f"bust-{number}-natural" for number in range(3, 9)} & rules.prices.known_rows(name):
        return _buster_beside_a_hand(rules, name, shoe)
    return _spread(rules, name, _ends(rules, shoe, (0,) * 10, Fraction(1), False))


def _buster_beside_a_hand(rules: TwentyOneRules, name: str, shoe: list[int]) -> Ways:
    """Count the dealer's hand beside a natural and beside any other hand, where a natural is paid more."""
    cards = sum(shoe)
    natural = Fraction(2 * shoe[0] * shoe[9], cards * (cards - 1))
    held = tuple(int(value in (0, 9)) for value in range(10))
    with_one = _ends(rules, shoe, held, natural, True)
    every = _ends(rules, shoe, (0,) * 10, Fraction(1), False)
    beside = _ends(rules, shoe, held, natural, False)
    rest = {row: every.get(row, Fraction(0)) - beside.get(row, Fraction(0)) for row in every}
    joined: dict[tuple[str, ...], Fraction] = dict(rest)
    for row, chance in with_one.items():
        joined[row] = joined.get(row, Fraction(0)) + chance
    return _spread(rules, name, joined)


def _ends(
    rules: TwentyOneRules, shoe: list[int], held: tuple[int, ...], share: Fraction, natural: bool
) -> dict[tuple[str, ...], Fraction]:
    """Return the chances of the dealer's ends without some cards, times a share, by their rows."""
    left = [number - out for number, out in zip(shoe, held, strict=True)]
    cards = sum(left)
    found: dict[tuple[str, ...], Fraction] = {}
    for end in ends(rules.hits_soft_17, False):
        drawn = [number + (value == end.upcard) for value, number in enumerate(end.drawn)]
        ways = end.orders
        for value, number in enumerate(drawn):
            ways *= perm(left[value], number)
        if ways:
            size = sum(drawn)
            over = sum(number * (value + 1) for value, number in enumerate(end.hand)) > 21
            rows = buster(size, over, natural)
            found[rows] = found.get(rows, Fraction(0)) + share * Fraction(ways, perm(cards, size))
    return found


def _spread(rules: TwentyOneRules, name: str, chances: Mapping[tuple[str, ...], Fraction]) -> Ways:
    """Turn chances into whole numbers of one total."""
    rows: dict[str, Fraction] = {}
    for names, chance in chances.items():
        row = rules.prices.chosen(name, names)
        rows[row] = rows.get(row, Fraction(0)) + chance
    total = lcm(*(chance.denominator for chance in rows.values()))
    return Counter({row: int(chance * total) for row, chance in rows.items()}), total


def _insurance(stock: Mapping[str, int]) -> Ways:
    """Count insurance: the dealer shows an ace, and the next card is a ten or not."""
    total = sum(stock.values()) - 1
    tens = sum(number for card, number in stock.items() if value_of(card[0]) == 9)
    return Counter({"win": tens, "lose": total - tens}), total
