"""The kernels of exact.py: dealer.py, values.py and splitting.py as residues modulo several primes.

The sums over the dealer's ends are whole numbers that do not depend on the prime. As a rule they fit in two
halves of a number of 64 bits, so they are taken once, and reduced for each prime.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.dealer import DRAWN, Dealer
from croupier.families.twentyone.solver.states import VALUES, Hands

BELOW = 2**31
"""The primes are the largest below this: a product of two such numbers fits in 62 bits."""
HALF = 31
"""The bits of the lower half of a product.

Products are summed in two halves, so sums of thousands of them need not be reduced on the way.
"""
FEW = 2**30
"""The most orders of all ends together for which their sums, in halves of the products, fit too."""


class Fields(NamedTuple):
    """Arithmetic modulo some primes."""

    prime: NDArray[np.int64]
    inverse: NDArray[np.int64]
    """[prime, number]: the factor in place of a division; 0 for 0."""

    def of(self, fraction: Fraction) -> NDArray[np.int64]:
        """Return [prime]: a fraction as residues."""
        return np.array(
            [
                fraction.numerator * pow(fraction.denominator, -1, prime) % prime
                for prime in self.prime.tolist()
            ],
            np.int64,
        )


class WholeScratch(NamedTuple):
    """Arrays that the kernels work in."""

    left: NDArray[np.int64]
    product: NDArray[np.int64]
    low: NDArray[np.int64]
    """[outcome, shape]: the lower half of the sums."""
    high: NDArray[np.int64]
    sums: NDArray[np.int64]
    """[outcome, shape]: the residues."""


def primes() -> Iterator[int]:
    """Yield primes from the largest below the bound downwards."""
    candidate = BELOW - 1
    while True:
        if all(pow(base, candidate - 1, candidate) == 1 for base in (2, 3, 5, 7)) and _is_prime(candidate):
            yield candidate
        candidate -= 2


def _is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(3, int(number**0.5) + 1, 2))


def fields(primes_: list[int], largest: int) -> Fields:
    """Return the inverses of the numbers that are divided by."""
    return Fields(
        np.array(primes_, np.int64),
        np.array(
            [[0, *(pow(number, -1, prime) for number in range(1, largest + 1))] for prime in primes_],
            np.int64,
        ),
    )


def whole_scratch(dealer: Dealer) -> WholeScratch:
    """Return fresh arrays for the kernels."""
    shape = (len(dealer.first) - 1) // VALUES, dealer.cards.shape[2]
    return WholeScratch(
        np.zeros(VALUES, np.int64),
        np.zeros(int(np.diff(dealer.start).max()), np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
    )


def is_small(dealer: Dealer, shoe: tuple[int, ...]) -> bool:
    """Say whether no product of counts along a tree exceeds 62 bits."""
    most = 1
    for upcard in range(VALUES):
        products: list[int] = [1]
        for at in range(int(dealer.start[upcard]) + 1, int(dealer.start[upcard + 1])):
            products.append(
                products[dealer.parent[at]] * max(shoe[dealer.value[at]] - int(dealer.before[at]), 0)
            )
        most = max(most, *products)
    return most < 2**62


@compiled
def whole_tally(dealer: Dealer, upcard: int, pair: int, prime: int, room: WholeScratch) -> None:
    """Do the same as `tally` for the cards of one hand, modulo a prime; nothing is reduced if it is 0."""
    left, product, low, high = room.left, room.product, room.low, room.high
    start, end, rest = dealer.start[upcard], dealer.start[upcard + 1], dealer.rest[upcard]
    product[0] = 1
    for at in range(1, end - start):
        value = dealer.value[start + at]
        count = product[dealer.parent[start + at]] * (
            1 if value == pair else left[value] - dealer.before[start + at]
        )
        product[at] = count % prime if prime else count
    for outcome in range(len(low)):
        if outcome == rest:
            continue
        low[outcome, : dealer.shapes[upcard, pair]] = 0
        high[outcome, : dealer.shapes[upcard, pair]] = 0
        cell = upcard * len(low) + outcome
        for at in range(dealer.first[cell], dealer.first[cell + 1]):
            count, shape = product[dealer.node[at]], dealer.shape[pair, at]
            low[outcome, shape] += dealer.orders[at] * (count & (1 << HALF) - 1)
            high[outcome, shape] += dealer.orders[at] * (count >> HALF)


@compiled
def whole_add_ways(
    unseen: int, pairs: int, apart: int, share: NDArray[np.int64], fields: Fields, out: NDArray[np.int64]
) -> None:
    """Do the same as `add_ways`; `out` is [prime, cards drawn, of them of the pair's value]."""
    others = unseen - pairs
    odd = np.zeros(DRAWN, np.int64)
    for at in range(len(share)):
        prime, inverse = fields.prime[at], fields.inverse[at]
        odd[0] = 1
        for drawn in range(1, DRAWN):
            odd[drawn] = (
                odd[drawn - 1]
                * max(others - apart - drawn + 1, 0)
                % prime
                * inverse[max(others - drawn + 1, 0)]
                % prime
            )
        of_any = share[at]
        for drawn in range(DRAWN):
            of_pair = of_any
            for number in range(min(drawn + 1, out.shape[2])):
                out[at, drawn, number] = (out[at, drawn, number] + of_pair * odd[drawn - number]) % prime
                of_pair = of_pair * max(pairs - number, 0) % prime
            of_any = of_any * inverse[max(unseen - apart - drawn, 0)] % prime


@compiled
def whole_law(
    hands: Hands,
    dealer: Dealer,
    upcard: int,
    shoe: NDArray[np.int64],
    pair: int,
    wanted: NDArray[np.int64],
    small: bool,
    fields: Fields,
    ways: NDArray[np.int64],
    room: WholeScratch,
    out: NDArray[np.int64],
) -> None:
    """Do the same as `split_law`. Without a pair's value the hand draws all of its cards.

    `ways` are [number, prime, cards drawn, of them of the pair's value], and `out` is [number, prime, wanted
    hand, outcome].
    """
    low, high, sums = room.low, room.high, room.sums
    rest, shapes = dealer.rest[upcard], dealer.shapes[upcard, pair]
    lower = (1 << HALF) - 1
    for at in range(len(wanted)):
        held = hands.held[wanted[at]]
        drawn, of_pair = hands.size[wanted[at]], 0
        possible = True
        for value in range(VALUES):
            if value == pair:
                drawn, of_pair = drawn - 1, held[pair] - 1
            else:
                room.left[value] = shoe[value] - held[value]
                possible = possible and room.left[value] >= 0
        if not possible:
            out[:, :, at] = 0
            continue
        if small:
            whole_tally(dealer, upcard, pair, 0, room)
        for field in range(len(fields.prime)):
            prime = fields.prime[field]
            if not small:
                whole_tally(dealer, upcard, pair, prime, room)
            for outcome in range(len(sums)):
                if outcome != rest:
                    for shape in range(shapes):
                        sums[outcome, shape] = (
                            high[outcome, shape] % prime * (lower + 1) + low[outcome, shape]
                        ) % prime
            weight = 1
            for value in range(VALUES):
                if value != pair:
                    for before in range(held[value]):
                        weight = weight * (shoe[value] - before) % prime
            for number in range(len(ways)):
                way = ways[number, field]
                whole = way[drawn, of_pair]
                for outcome in range(len(sums)):
                    if outcome == rest:
                        continue
                    above = below = 0
                    for shape in range(shapes):
                        product = (
                            sums[outcome, shape]
                            * way[
                                drawn + dealer.cards[upcard, pair, shape],
                                of_pair + dealer.pairs[upcard, pair, shape],
                            ]
                        )
                        above += product >> HALF
                        below += product & lower
                    total = (above % prime * (lower + 1) + below) % prime
                    out[number, field, at, outcome] = total * weight % prime
                    whole -= total
                out[number, field, at, rest] = whole % prime * weight % prime


@compiled
def whole_enter(
    kind: NDArray[np.int64],
    orders: NDArray[np.int64],
    at: NDArray[np.int64],
    share: NDArray[np.int64],
    chance: NDArray[np.int64],
    fields: Fields,
    cells: NDArray[np.int64],
) -> None:
    """Do the same as `enter`, times a share.

    `chance` is [prime, wanted hand, outcome], and `cells` are [prime, class, outcome].
    """
    for field in range(len(fields.prime)):
        prime = fields.prime[field]
        for leaf in range(len(kind)):
            number = orders[leaf] % prime * share[field] % prime
            for outcome in range(cells.shape[2]):
                cells[field, kind[leaf], outcome] = (
                    cells[field, kind[leaf], outcome] + number * chance[field, at[leaf], outcome]
                ) % prime


@compiled
def whole_together(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    value: int,
    first: NDArray[np.int64],
    first_orders: NDArray[np.int64],
    second: NDArray[np.int64],
    kind: NDArray[np.int64],
    orders: NDArray[np.int64],
    prime: int,
    inverse: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Do the same as `together`, modulo one prime."""
    unseen = left.sum()
    for one in range(len(first)):
        for other in range(len(second)):
            chance = (first_orders[one] * orders[other]) % prime
            drawn = 0
            for card in range(VALUES):
                number = held[first[one], card] + held[second[other], card] - (2 if card == value else 0)
                for before in range(number):
                    chance = (
                        chance * max(left[card] - before, 0) % prime * inverse[max(unseen - drawn, 0)] % prime
                    )
                    drawn += 1
            out[kind[other]] = (out[kind[other]] + chance) % prime
