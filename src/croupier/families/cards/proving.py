"""The shared parts of card-game proofs: the proved shoe, the least exact stake, and dependent wagers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Protocol

from croupier.equipment.money import UNIT, Amount, show_amount
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput, PartOfProof
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.ranking.points import HEIGHTS
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.pricing import Prices
from croupier.table.play import Play
from croupier.table.playable import Playable

MOST_UNITS = 10_000
"""The largest stake to try, in units of currency, in the search for an exact payment."""


class ShoeInPlay(Protocol):
    """The shoe of a round."""

    def now(self, play: Play) -> Shoe:
        """Return the shoe as it is."""

    def cards_left(self, play: Play) -> int:
        """Count the cards in it."""


def cards_to_prove(
    game: Playable, shoe: ShoeInPlay, before: Mapping[str, Any] | None, longest: int
) -> Counter[str]:
    """Return the cards that may be in the shoe, as `before` leaves it.

    A card that is known to come next, or too few cards for a round, is an error.
    """
    play = game.start(before or {})
    if shoe.now(play).new:
        play = game.start({})
    if play.aside:
        raise BadInput("before: the next card is known; the odds are for cards that nobody has seen")
    left = shoe.cards_left(play)
    if left < longest:
        raise BadInput(f"before: a round takes up to {longest} cards, and {left} are left in the shoe")
    return Counter(play.stock or {})


def first_wagers(
    rules: Ruleset[Any, Any], moments: Sequence[str], wagers: Iterable[str] | None, first: str
) -> list[str]:
    """Return the wagers to be proved: those made before the deal.

    A wager that is made later in the round is part of the proof of the first.
    """
    names = [first] if wagers is None else list(wagers)
    for name in names:
        if rules.wager(name)[0].kind in moments:
            raise PartOfProof(name, first, "is made later in the round")
    return names


def least_even(is_even: Callable[[Amount], bool]) -> Amount:
    """Return the least stake in whole units that needs no rounding."""
    return next((units * UNIT for units in range(1, MOST_UNITS + 1) if is_even(units * UNIT)), UNIT)


def checked(asked: Amount | None) -> Amount | None:
    """Return a stake that odds may be asked for: more than nothing, or None."""
    if asked is not None and asked <= 0:
        raise BadInput(f"the odds of a wager are for a stake of more than nothing, not {show_amount(asked)}")
    return asked


def orders(stock: Mapping[int, int], cards: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Go through every order of some cards, told by their heights, with the ways in which it comes.

    >>> sum(ways for _, ways in orders({2: 4, 3: 4}, 2))
    56
    """
    for found in product(stock, repeat=cards):
        ways = prod(stock[one] - found[:at].count(one) for at, one in enumerate(found))
        if ways > 0:
            yield found, ways


def by_height(cards: Mapping[str, int]) -> Counter[int]:
    """Count cards by their height, suits left out."""
    found: Counter[int] = Counter()
    for card, number in cards.items():
        found[HEIGHTS[card[0]]] += number
    return found


def proof_of(prices: Prices, name: str, ways: Mapping[str, int], stake: Amount | None) -> WagerProof:
    """Prove a wager that one round decides, from the ways of each row.

    It is for a stake, or for the least one that is paid exactly.
    """
    even = least_even(lambda amount: all(prices.is_even(name, row, amount) for row in ways))
    staked, total, rows = checked(stake) or even, sum(ways.values()), []
    for row, number in ways.items():
        outcome = prices.outcome(name, row)
        rows.append(
            OutcomeRow(row, outcome.odds, number, total, prices.net(name, row, staked), outcome.result)
        )
    ordered = tuple(sorted(rows, key=lambda row: (-row.net, row.row)))
    return WagerProof(name, name, staked, 0, ordered, {}, Fraction(1))
