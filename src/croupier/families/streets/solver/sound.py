"""Whether a kept proof of a street game can be right, found at once by what can be counted otherwise.

Every deal ends in one cell. So the cells, summed over all that a player may have done, count hands of one
size: his own by kind, the dealer's by band. How many hands of a pack are so good is kept apart
(`certificates/hands.json`), and a test counts it. Two hands of as many cards are higher and lower equally
often. Nobody sees the dealer's hidden cards before he has decided: all of them that are left end in one state
with one kind, in all suits alike.

What is left is who folds with what. The sum of what all deals net is kept beside the counts; where the worth
of each act with each two cards is kept, it must give the same sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, gcd
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from croupier.prove.store import Altered, read, shelf_of
from croupier.prove.streets import FULL_DECK, Act, Street, order_of

if TYPE_CHECKING:
    from croupier.families.streets.solver.certificate import Certificate

HANDS = "hands.json"
FOLD, FOLDED = "fold", "folded"
SUITS = 4
RANKS = 13
PAIR_WAYS, SUITED_WAYS, OTHER_WAYS = 6, 4, 12
"""How many pairs of cards are of one kind."""


class Hands(msgspec.Struct, frozen=True):
    """How many hands of a full pack are as good as a value, by ranking, number of cards and value."""

    rankings: dict[str, dict[int, dict[int, int]]]


@cache
def hands() -> Hands:
    """Return the hands that are counted; none where the file is not what was written."""
    try:
        found, altered = read(Hands, shelf_of(HANDS).read_bytes())
    except (OSError, Altered):
        return Hands({})
    return Hands({}) if altered else found


def wrong_with(street: Street, kept: Certificate) -> str:
    """Say what is wrong with a kept proof, or nothing."""
    return next(_mistakes(street, kept), "")


def _mistakes(street: Street, kept: Certificate) -> Iterator[str]:
    if kept.shape != list(street.pays.shape):
        yield f"it has {kept.shape} cells, and there are {list(street.pays.shape)}"
        return
    if not _are_cells(kept):
        yield "a cell is not among those that there are, or is there twice"
        return
    total = sum(cell[-1] for cell in kept.cells)
    if not total == kept.total == street.total:
        yield f"it counts {total} deals of {kept.total}, and there are {street.total}"
        return
    yield from _wrong_hands(street, kept)
    yield from _wrong_comparisons(street, kept)
    yield from _wrong_decisions(street, kept)
    yield from _wrong_sums(street, kept)
    yield from _wrong_sides(street, kept)


def _are_cells(kept: Certificate) -> bool:
    places = [tuple(cell[:-1]) for cell in kept.cells]
    return (
        len(set(places)) == len(places)
        and all(kept.cells)
        and all(
            len(at) == len(kept.shape)
            and number > 0
            and all(0 <= one < most for one, most in zip(at, kept.shape, strict=True))
            for at, number in ((cell[:-1], cell[-1]) for cell in kept.cells)
        )
    )


def _wrong_hands(street: Street, kept: Certificate) -> Iterator[str]:
    """Yield the kinds and bands that come too often or too seldom."""
    for whose, axis, bands, cards in (
        ("own hands", 1, street.own_bands, street.own + street.board),
        ("hands of the dealer", 2, street.bands, street.dealer + street.board),
    ):
        known = hands().rankings.get(order_of(street.ranking).name, {}).get(cards, {})
        if street.deck != FULL_DECK or street.decks != 1:
            continue
        if not all(value in known for value in bands):
            yield f"{HANDS}, by which it is checked, does not count its hands"
            return
        for at, value in enumerate(bands, 1):
            counted = sum(cell[-1] for cell in kept.cells if cell[axis] >= at)
            if counted * comb(len(street.deck), cards) != known[value] * kept.total:
                yield f"{whose} from kind {at} on are counted otherwise"
                return


def _wrong_comparisons(street: Street, kept: Certificate) -> Iterator[str]:
    """Yield comparisons that cannot be, or that come more often one way round than the other."""
    if not street.dealer:
        return
    found: Counter[int] = Counter()
    for _, kind, band, comparison, number in kept.cells:
        found[comparison] += number
        own, dealers = _between(street.own_bands, kind), _between(street.bands, band)
        above, below = own[1] is not None and own[1] <= dealers[0], own[0] >= (dealers[1] or own[0] + 1)
        if street.own == street.dealer and ((above and comparison) or (below and comparison != 2)):
            yield f"kind {kind} is compared with band {band} as it cannot be"
            return
    if street.own == street.dealer and found[0] != found[2]:
        yield "own hands are higher than the dealer's oftener than lower, or less often"


def _between(bands: Sequence[int], at: int) -> tuple[int, int | None]:
    """Return the values of a kind: the first, and the first that is too good for it."""
    return (bands[at - 1] if at else 0), (bands[at] if at < len(bands) else None)


def _wrong_decisions(street: Street, kept: Certificate) -> Iterator[str]:
    """Yield states in which some of the dealer's hidden cards end, and others do not."""
    if street.deck != FULL_DECK or street.decks != 1 or not street.dealer:
        return
    together = comb(len(street.deck) - street.own - street.board - street.up, street.dealer - street.up)
    # No odd number of cards looks the same with its suits changed about in pairs.
    together *= SUITS if street.own % 2 or street.board % 2 else 1
    found: Counter[tuple[int, int]] = Counter()
    for state, kind, _, _, number in kept.cells:
        found[state, kind] += number
    for (state, kind), number in found.items():
        if number % together:
            yield f"of kind {kind} not all the dealer's hands end in state {state}"
            return


def _wrong_sums(street: Street, kept: Certificate) -> Iterator[str]:
    """Yield sums of what the deals net that are not those of the counts."""
    unit = gcd(*(int(net) for net in street.pays.ravel())) or 1
    expected = sum(cell[-1] * (int(street.pays[tuple(cell[:-1])]) // unit) for cell in kept.cells)
    if kept.expected != expected:
        yield f"its deals net {expected} together, and it says {kept.expected}"
    yield from _wrong_rule(street, kept, expected)
    if kept.openings:
        yield from _wrong_openings(street, kept, expected)


def _wrong_rule(street: Street, kept: Certificate, expected: int) -> Iterator[str]:
    """Yield what a rule of thumb cannot be: an act twice, in no order, or better than the best play."""
    acts, starts = [act for act, _ in kept.rule], [start for _, start in kept.rule]
    if not kept.rule:
        if kept.rule_expected:
            yield "its rule of thumb is missing"
    elif (
        len(street.asks) != 1
        or len(set(acts)) != len(acts)
        or not all(0 <= act < len(street.asks[0].acts[0]) for act in acts)
        or starts[0] != 0
        or any(low >= high for low, high in pairwise(starts))
    ):
        yield "its rule of thumb is none"
    elif kept.rule_expected > expected:
        yield "its rule of thumb is better than the best play"


def _wrong_openings(street: Street, kept: Certificate, expected: int) -> Iterator[str]:
    """Yield what the worth of each act with two cards does not agree with."""
    acts = street.asks[0].acts[0]
    if len(kept.openings) != len(acts) or any(len(worth) != RANKS**2 for worth in kept.openings):
        yield "its acts on two cards are not those of the game"
        return
    pairs = comb(len(street.deck), 2)
    each = kept.total // pairs
    best, by_act = 0, [0] * len(acts)
    for kind in range(RANKS**2):
        high, low = divmod(kind, RANKS)
        ways = PAIR_WAYS if high == low else SUITED_WAYS if high > low else OTHER_WAYS
        chosen = max(range(len(acts)), key=lambda at: kept.openings[at][kind])
        best += ways * kept.openings[chosen][kind]
        by_act[chosen] += ways
    if Fraction(best, kept.opening_ways) * each != expected:
        yield "what two cards are worth does not come to what the deals net"
    for act, ways in zip(acts, by_act, strict=True):
        states = _from(street, act, 1)
        if not any(states & _from(street, other, 1) for other in acts if other is not act):
            counted = sum(cell[-1] for cell in kept.cells if cell[0] in states)
            if counted != ways * each:
                yield f"{act.name} is played with {Fraction(counted, each)} pairs of cards, and not {ways}"


def _from(street: Street, act: Act, ask: int) -> set[int]:
    """Return every state that an act may end in."""
    found = {act.to}
    for later in street.asks[ask:]:
        found |= {other.to for state in found for other in later.acts.get(state, ())}
    return found


def _wrong_sides(street: Street, kept: Certificate) -> Iterator[str]:
    """Yield side wagers whose folds are not those of the counts."""
    folds = {state for state, name in enumerate(street.states) if name.endswith(FOLD)}
    folded = sum(cell[-1] for cell in kept.cells if cell[0] in folds)
    for rows in kept.sides.values():
        total = sum(rows.values())
        if min(rows.values()) < 0 or not total or kept.total % total:
            yield "a side wager is counted over other deals"
        elif rows.get(FOLDED, 0) * kept.total != folded * total:
            yield "a side wager is lost by a fold oftener than is folded, or less often"


def counted(street: Street) -> dict[tuple[str, int], dict[int, int]]:
    """Count the hands that the checks of a problem need, by ranking and number of cards. It takes seconds."""
    from croupier.ranking.bulk import count_all, tables

    order = order_of(street.ranking)
    found: dict[tuple[str, int], dict[int, int]] = {}
    for cards, bands in (
        (street.own + street.board, street.own_bands),
        (street.dealer + street.board, street.bands),
    ):
        if bands:
            counts = count_all(tables(order, cards))
            above = np.cumsum(counts[::-1])[::-1]
            found.setdefault((order.name, cards), {}).update({value: int(above[value]) for value in bands})
    return found
