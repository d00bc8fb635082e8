"""Poker hands ranked in bulk: the order of `poker` as numbers, found by adding up the cards.

The lowest hand is 0. `tables` makes everything that ranks hands of one size, from the plain rules and nothing
else. Cards are numbers here: four times the rank (0 for a two to 12 for an ace) plus the suit in the order c
d h s; 52 is the joker.

>>> from croupier.ranking.poker import name, number
>>> table = tables("five-card", 7)
>>> hands = np.array([[number(card) for card in "Kc 4d Kh 4s 9c Ks 2d".split()]], dtype=np.uint8)
>>> name(table.hands[rank_many(hands, table)[0]]), table.count
('Full house, kings over fours', 7462)
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.ranking.lookup import (
    FLUSHES,
    KEYS,
    NO_CARD,
    NOTHING,
    ROWS,
    START,
    SUITS_BIT,
    flush_value,
    place_of,
    rank3,
    rank5,
    rank7,
    rank_cards,
    value_at,
)
from croupier.ranking.multisets import MOST, choices, numbers, places, rank_keys
from croupier.ranking.poker import (
    ASCENDING,
    JOKER_NUMBER,
    WILD,
    Hand,
    Ranking,
    at_least,
    every,
    of_ranks,
    possible,
    ranking,
)

__all__ = [
    "NOTHING",
    "Tables",
    "count_all",
    "rank3",
    "rank5",
    "rank7",
    "rank_cards",
    "rank_many",
    "tables",
]


@dataclass(frozen=True, eq=False)
class Tables:
    """The order of the hands of one size by one ranking.

    Values are dense, so a value is also a place in `hands`.
    """

    ranking: Ranking
    cards: int
    decks: int
    hands: tuple[Hand, ...]
    """[value]: the hand."""
    klass: NDArray[np.uint8]
    """[value]: the place of its class in the ranking's order."""
    packed: NDArray[np.uint64]
    """The array that the compiled functions take."""

    @property
    def count(self) -> int:
        """How many values there are."""
        return len(self.hands)

    def value_of(self, threshold: Hand | str) -> int:
        """Return the first value that is as good as a hand or a text (`pair-of-jacks`), else `count`."""
        hand = at_least(self.ranking, threshold) if isinstance(threshold, str) else threshold
        return bisect_left(self.hands, hand)

    def by_class(self, counts: NDArray[np.int64]) -> dict[str, int]:
        """Add up counts by value to counts by class."""
        found = np.zeros(len(self.ranking.order), dtype=np.int64)
        np.add.at(found, self.klass, counts)
        return {klass: int(count) for klass, count in zip(self.ranking.order, found, strict=True)}


def tables(order: str | Ranking, cards: int, decks: int = 1) -> Tables:
    """Return everything needed to rank hands of exactly this many cards.

    Several packs, and wild ranks, are supported only where every card counts.
    """
    return _tables(ranking(order) if isinstance(order, str) else order, cards, decks)


@cache
def _tables(order: Ranking, cards: int, decks: int) -> Tables:
    if not order.size <= cards <= MOST:
        raise BadInput(f"{order.name} ranks {order.size} to {MOST} cards, and {cards} are asked for")
    if cards > order.size and not order.low_ace_suited:
        raise BadInput(
            f"of {cards} cards the best {order.size} of {order.name} are in no table: "
            "whether ace, two and three are a straight there depends on suits"
        )
    if cards > order.size and (decks > 1 or order.wild_ranks):
        raise BadInput(
            f"of {cards} cards from {decks} packs{', some wild,' if order.wild_ranks else ''} "
            f"the best {order.size} are not in any table"
        )
    hands = every(order, decks)
    value = {hand.key: at for at, hand in enumerate(hands)}
    ranks = WILD + 1 if order.joker else WILD
    plain, suited = _exact(order, decks, ranks, value)
    for more in range(order.size + 1, cards + 1):
        plain = _larger(plain, more, ranks)
    found = places(cards, ranks)
    plain[_too_many(found.chosen, decks)] = -1
    all_count = cards == order.size
    of_one_suit = found.table(_values(suited), NOTHING) if all_count else _of_one_suit(order, cards, value)
    klass = np.array([hand.place for hand in hands], dtype=np.uint8)
    packed = _pack(
        _card_keys(order, cards),
        order.size,
        found.pushed,
        found.table(_values(plain), NOTHING),
        of_one_suit,
        all_count,
    )
    klass.flags.writeable = packed.flags.writeable = False
    return Tables(order, cards, decks, hands, klass, packed)


def _pack(
    keys: NDArray[np.uint64],
    size: int,
    rows: NDArray[np.uint32],
    plain: NDArray[np.uint16],
    suited: NDArray[np.uint16],
    all_count: bool,
) -> NDArray[np.uint64]:
    """Pack all tables into one array.

    Values stand four to a word, and their places count from the array's beginning.
    """
    first = 4 * (ROWS + len(rows))
    plain, suited = (
        np.concatenate([part, np.full(-len(part) % 4, NOTHING, dtype=np.uint16)]) for part in (plain, suited)
    )
    start = sum(8 - size << SUITS_BIT + 4 * suit for suit in range(4))
    head = [start, len(plain) if all_count else first + len(plain), all_count]
    words = np.concatenate([plain, suited]).astype(np.uint64).reshape(-1, 4) << np.array(
        [0, 16, 32, 48], dtype=np.uint64
    )
    return np.concatenate(
        [
            keys,
            np.array(head, dtype=np.uint64),
            rows.astype(np.uint64) + np.uint64(first),
            words.sum(axis=1, dtype=np.uint64),
        ]
    )


def _too_many(chosen: NDArray[np.uint8], decks: int) -> NDArray[np.bool_]:
    """Return [number of the choice of ranks]: whether it has more cards of a rank than there are."""
    found: NDArray[np.bool_] = np.any(
        [(chosen == rank).sum(axis=1) > (decks if rank == WILD else 4 * decks) for rank in range(WILD + 1)],
        axis=0,
    )
    return found


def _values(found: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Return values as they are stored. Impossible ones are `NOTHING`."""
    return np.where(found < 0, NOTHING, found).astype(np.uint16)


def _card_keys(order: Ranking, cards: int) -> NDArray[np.uint64]:
    """Return [card]: the number of its rank, and one for its suit, or for all suits where it is wild."""
    keys = rank_keys(cards)
    found = np.full(KEYS, NO_CARD, dtype=np.uint64)
    for card in range(JOKER_NUMBER + order.joker):
        wild = card == JOKER_NUMBER or ASCENDING[card // 4] in order.wild_ranks
        found[card] = int(keys[card // 4]) + sum(
            1 << SUITS_BIT + 4 * suit for suit in range(4) if wild or card % 4 == suit
        )
    return found


def _exact(
    order: Ranking, decks: int, ranks: int, value: dict[tuple[int, tuple[int, ...]], int]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return [number of the choice of ranks]: values of the cards that count, of several suits and of one.

    -1 where no cards are like that.
    """
    plain, suited = [], []
    for chosen in choices(order.size, ranks)[:, ::-1].tolist():
        held = tuple(chosen)
        plain.append(value[of_ranks(order, held, False).key] if possible(order, held, False, decks) else -1)
        suited.append(value[of_ranks(order, held, True).key] if possible(order, held, True, decks) else -1)
    return np.array(plain, dtype=np.int32), np.array(suited, dtype=np.int32)


def _larger(values: NDArray[np.int32], cards: int, ranks: int) -> NDArray[np.int32]:
    """Return [number of the choice of ranks]: values with one card more.

    A value is the best that is left when one card is put away.
    """
    chosen = choices(cards, ranks)
    left = [values[numbers(np.delete(chosen, at, axis=1))] for at in range(cards)]
    best: NDArray[np.int32] = np.max(left, axis=0)
    return best


def _of_one_suit(
    order: Ranking, cards: int, value: dict[tuple[int, tuple[int, ...]], int]
) -> NDArray[np.uint16]:
    """Return [ranks as bits, the joker's highest]: the best hand of that suit.

    Only as many cards of the suit are valued as a hand can hold.
    """
    found = np.zeros(1 << (WILD + 1), dtype=np.uint16)
    for bits in range(1 << (WILD + order.joker)):
        held = [rank for rank in range(WILD, -1, -1) if bits >> rank & 1]
        if len(held) == order.size:
            found[bits] = value[of_ranks(order, tuple(held), True).key]
        elif order.size < len(held) <= cards:
            found[bits] = max(found[bits & ~(1 << rank)] for rank in held)
    return found


def rank_many(hands: NDArray[np.uint8], table: Tables) -> NDArray[np.uint16]:
    """Return the value of every row of cards."""
    if hands.ndim != 2 or hands.shape[1] != table.cards:
        raise BadInput(
            f"these tables rank {table.cards} cards a row, "
            f"and the array is {' by '.join(map(str, hands.shape))}"
        )
    flat = np.ascontiguousarray(hands, dtype=np.uint8).reshape(-1)
    out = np.empty(len(hands), dtype=np.uint16)
    worst = (
        _sevens(flat, table.packed, out)
        if table.cards == 7
        else _fives(flat, table.packed, out)
        if table.cards == 5
        else _rows(flat, table.cards, table.packed, out)
    )
    if worst == NOTHING:
        at = int(np.argmax(out))
        raise BadInput(
            f"{table.decks} packs for {table.ranking.name} cannot give row {at}: "
            f"{' '.join(map(str, hands[at]))}"
        )
    return out


@compiled
def _sevens(flat: NDArray[np.uint8], t: NDArray[np.uint64], out: NDArray[np.uint16]) -> np.uint16:
    """Value seven cards a row: twice as fast as with a variable number."""
    worst = np.uint16(0)
    for row in range(len(out)):
        total = t[START]
        for at in range(7 * row, 7 * row + 7):
            total += t[flat[at]]
        value = (
            flush_value(flat, 7 * row, 7, total, t) if total & FLUSHES else value_at(place_of(total, t), t)
        )
        out[row] = value
        worst = max(worst, value)
    return worst


@compiled
def _fives(flat: NDArray[np.uint8], t: NDArray[np.uint64], out: NDArray[np.uint16]) -> np.uint16:
    """Value five cards a row."""
    worst = np.uint16(0)
    for row in range(len(out)):
        total = t[START]
        for at in range(5 * row, 5 * row + 5):
            total += t[flat[at]]
        value = (
            flush_value(flat, 5 * row, 5, total, t) if total & FLUSHES else value_at(place_of(total, t), t)
        )
        out[row] = value
        worst = max(worst, value)
    return worst


@compiled
def _rows(flat: NDArray[np.uint8], cards: int, t: NDArray[np.uint64], out: NDArray[np.uint16]) -> np.uint16:
    """Value any number of cards a row."""
    worst = np.uint16(0)
    for row in range(len(out)):
        total = t[START]
        for at in range(cards * row, cards * row + cards):
            total += t[flat[at]]
        value = (
            flush_value(flat, cards * row, cards, total, t)
            if total & FLUSHES
            else value_at(place_of(total, t), t)
        )
        out[row] = value
        worst = max(worst, value)
    return worst


def count_all(table: Tables, deck: tuple[int, ...] = tuple(range(52))) -> NDArray[np.int64]:
    """Return [value]: how many hands of a pack have it, each hand counted."""
    if (
        len(set(deck)) != len(deck)
        or not set(deck) <= set(range(JOKER_NUMBER + table.ranking.joker))
        or len(deck) < table.cards
    ):
        raise BadInput(
            f"a pack to count in has each card once, only cards that {table.ranking.name} knows, "
            f"and at least {table.cards}"
        )
    return _counts(table.ranking, table.cards, table.decks, deck).copy()


@lru_cache(16)
def _counts(order: Ranking, cards: int, decks: int, deck: tuple[int, ...]) -> NDArray[np.int64]:
    table = _tables(order, cards, decks)
    counts = np.zeros(table.count, dtype=np.int64)
    _count(np.array(deck, dtype=np.uint8), cards, table.packed, counts)
    return counts


@compiled
def _count(deck: NDArray[np.uint8], n: int, t: NDArray[np.uint64], counts: NDArray[np.int64]) -> None:
    """Go over every choice of all but two cards, with two nested loops over the last two."""
    at = np.arange(n)
    hand = deck[:n].copy()
    while True:
        total = t[START]
        for i in range(n - 2):
            hand[i] = deck[at[i]]
            total += t[hand[i]]
        for j in range(at[n - 3] + 1 if n > 2 else 0, len(deck) - 1):
            hand[n - 2] = deck[j]
            six = total + t[deck[j]]
            for k in range(j + 1, len(deck)):
                seven = six + t[deck[k]]
                if seven & FLUSHES:
                    hand[n - 1] = deck[k]
                    counts[flush_value(hand, 0, n, seven, t)] += 1
                else:
                    counts[value_at(place_of(seven, t), t)] += 1
        i = n - 3
        while i >= 0 and at[i] == len(deck) - n + i:
            i -= 1
        if i < 0:
            return
        at[i] += 1
        for later in range(i + 1, n - 2):
            at[later] = at[later - 1] + 1
