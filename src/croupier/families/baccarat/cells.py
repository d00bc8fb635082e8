"""Coups counted: cells of a coup, and in how many orders of the cards each comes, for the shoe as it is.

A cell is a count of two cards for either hand and the value of either third card, or none. The prices of the
game say which row of a wager it is (`row_of`); the proof weighs cells and the kernel counts them. Every coup
is weighed as six cards, so that all weights add up to the orders of six cards of the shoe:
4,998,398,275,503,360 with eight decks. That, and all that is added up here, stays below 2**63 up to
MOST_CARDS cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import perm

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.card import RANKS, UNSEEN, pack
from croupier.errors import BadInput
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import (
    KINDS,
    LONGEST,
    MIXED,
    NONE,
    THIRDS,
    VALUES,
    Coup,
    banker_rule,
    pair_of,
    player_rule,
)
from croupier.ranking.points import value

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

CELLS = VALUES * VALUES * THIRDS * THIRDS
MOST_CARDS = 1448
"""The largest shoe with its orders of six cards countable in 63 bits."""
PACK = tuple(map(str, pack()))
VALUE_OF = np.array([value(card[0]) for card in PACK])
RANK_OF = np.array([RANKS.index(card[0]) for card in PACK])
KIND_OF = np.array([[pair_of(one, other) for other in PACK] for one in PACK])
"""How two cards of the pack pair, by their places in it."""


def cell_of(player: int, banker: int, third: int = NONE, banker_third: int = NONE) -> int:
    """Return the number of a cell."""
    return ((player * VALUES + banker) * THIRDS + third) * THIRDS + banker_third


def parts_of(cell: int) -> tuple[int, int, int, int]:
    """Return counts of two cards and values of third cards, by the number of a cell."""
    rest, banker_third = divmod(cell, THIRDS)
    rest, third = divmod(rest, THIRDS)
    return *divmod(rest, VALUES), third, banker_third


# What the rules of drawing make of the cards.


def may_choose(game: Baccarat, player: int, banker: int) -> bool:
    """Whether bettors choose, with such counts of two cards, if the player's hand draws."""
    return game.thirds.may_choose(player, banker)


@dataclass(frozen=True)
class Drawing:
    """The rules of drawing as tables, for the player's hand and for the bank's."""

    takes: Bytes
    """Whether the player's hand takes a third card, by the values of the four cards as they are dealt."""
    bank: Bytes
    """By count, count and the player's third card, or none: whether the bank's hand takes a third card."""

    def choosing(self, takes: Bytes) -> Drawing:
        """Return the same rules with other choices of the bettors."""
        return Drawing(takes, self.bank)


def drawing(game: Baccarat) -> Drawing:
    """Return the tableau of a game. Where bettors choose, nobody draws yet."""
    counts = list(product(range(VALUES), repeat=2))
    by_count = np.array(
        [not may_choose(game, *two) and player_rule(game.thirds.tableau, *two) == "D" for two in counts],
        np.uint8,
    ).reshape(VALUES, VALUES)
    bank = np.array(
        [
            [banker_rule(game.thirds.tableau, two[0], two[1], third) == "D" for third in range(THIRDS)]
            for two in counts
        ],
        np.uint8,
    ).reshape(VALUES, VALUES, THIRDS)
    return Drawing(_by_hand(by_count), bank)


def _by_hand(by_count: NDArray[np.generic]) -> Bytes:
    """Write out a table by two counts for the four cards in the order of the deal."""
    one, two, three, four = np.indices((VALUES,) * 4)
    return np.ascontiguousarray(by_count[(one + three) % VALUES, (two + four) % VALUES].astype(np.uint8))


def open_hands(game: Baccarat) -> Bytes:
    """Return the hands on which bettors choose, by the values of the four cards in the order of the deal."""
    return _by_hand(
        np.array([may_choose(game, *two) for two in product(range(VALUES), repeat=2)]).reshape(VALUES, VALUES)
    )


def reached(game: Baccarat) -> list[int]:
    """Return every cell that a coup may end in, whatever the bettors choose."""
    found = []
    for player, banker in product(range(VALUES), repeat=2):
        chosen, rule = may_choose(game, player, banker), player_rule(game.thirds.tableau, player, banker)
        thirds = list(range(VALUES)) if chosen or rule == "D" else []
        for third in [*thirds, NONE] if chosen or not thirds else thirds:
            draws = banker_rule(game.thirds.tableau, player, banker, third) == "D"
            found += [cell_of(player, banker, third, last) for last in (range(VALUES) if draws else (NONE,))]
    return found


# Who meets which coup.

BETTOR, OTHER = "1", "2"
"""Whoever chooses on the line, and whoever has no wager on it."""


def on_the_line(game: Baccarat, name: str) -> bool:
    """Whether a wager is made by somebody who chooses: it lies on the line, or needs one that does."""
    choice = game.thirds.choice
    lines = set(choice.lines) if choice else set()
    return name in lines or bool(lines & set(game.ruleset.wager(name)[0].needs))


def coup_of(game: Baccarat, cell: int, own: bool) -> Coup:
    """Return a cell as a bettor meets it: by an own choice, else as the rules say where others chose."""
    player, banker, third, banker_third = parts_of(cell)
    stood = Coup(player, banker, NONE, banker_third)
    drawn = stood._replace(player_third=third)
    if not may_choose(game, player, banker):
        return drawn
    return game.thirds.coup_for(
        BETTOR if own else OTHER, {BETTOR: third != NONE}, (stood, drawn._replace(drew=True))
    )


def pair_rows(game: Baccarat, name: str) -> list[str]:
    """Return the row for each pair of kinds, the player's first, of a wager that reads pairs."""
    return [
        game.prices.row_of(name, Coup(0, 0, player_pair=mine, banker_pair=bank))
        for mine, bank in product(range(KINDS), repeat=2)
    ]


# How often each cell comes.


@dataclass(frozen=True)
class Stock:
    """The cards that may come, by their places in a pack, and cards that are known to come first.

    Cards that left the shoe unseen may be any of those not seen, so they are in the stock. The next card is
    each of these with the same chance.
    """

    cards: tuple[int, ...]
    first: tuple[str, ...] = ()

    @classmethod
    def of(cls, cards: Mapping[str, int], first: Sequence[str] = ()) -> Stock:
        """Return the stock of cards given by name."""
        return cls(tuple(cards.get(card, 0) for card in PACK), tuple(first[:LONGEST]))

    def __post_init__(self) -> None:
        if not LONGEST <= sum(self.cards) <= MOST_CARDS:
            raise BadInput(
                f"a coup takes up to {LONGEST} cards, and a shoe has up to {MOST_CARDS}; "
                f"this one has {sum(self.cards)}"
            )

    @property
    def values(self) -> tuple[int, ...]:
        """How many cards of each value."""
        return tuple(int(number) for number in np.bincount(VALUE_OF, self.cards, VALUES))

    @property
    def ranks(self) -> tuple[int, ...]:
        """How many cards of each rank."""
        return tuple(int(number) for number in np.bincount(RANK_OF, self.cards, len(RANKS)))

    @property
    def total(self) -> int:
        """Orders of six cards, where none is known to come first."""
        return perm(sum(self.cards), LONGEST)

    def at(self, place: int) -> str:
        """Return the card known to come at a place of the deal. Empty where any may."""
        card = self.first[place] if place < len(self.first) else UNSEEN
        return "" if card == UNSEEN else card


def _sequences(numbers: Sequence[int], known: Sequence[int], length: int, behind: int) -> tuple[Ints, Ints]:
    """Count in how many orders each sequence of kinds comes, and how many of each kind are left behind it.

    `known` names the kind at a place, or -1.
    """
    kinds = len(numbers)
    ways, left = np.ones((), np.int64), np.array(numbers, np.int64)
    for place in range(length):
        allowed = left if known[place] < 0 else left * (np.arange(kinds) == known[place])
        ways = ways[..., None] * allowed
        if place < max(behind, length - 1):
            left = left[..., None, :] - np.eye(kinds, dtype=np.int64)
    return ways, left


@lru_cache(maxsize=2)
def sequences(stock: Stock) -> Ints:
    """Count the orders of the cards that give each sequence of six values."""
    known = [VALUE_OF[PACK.index(stock.at(place))] if stock.at(place) else -1 for place in range(LONGEST)]
    return _sequences(stock.values, known, LONGEST, LONGEST - 1)[0]


def counted(orders: Ints, rules: Drawing) -> Ints:
    """Count the orders that end in each cell."""
    return _cells(
        _by_counts(orders * rules.takes[..., None, None]),
        _by_counts(orders * (1 - rules.takes)[..., None, None]),
        rules,
    )


def _by_counts(orders: Ints) -> Ints:
    """Add up the sequences by the counts of the first two cards of either hand."""
    first = np.arange(VALUES)
    second = (np.arange(VALUES)[:, None] - first) % VALUES
    by_player = orders.transpose(0, 2, 1, 3, 4, 5)[first, second].sum(1)
    found: Ints = by_player[:, first, second].sum(2)
    return found


def _cells(drawn: Ints, stood: Ints, rules: Drawing) -> Ints:
    """Add up cells: where the player's hand draws, and where it stands and the next card is the bank's."""
    found = np.zeros((VALUES, VALUES, THIRDS, THIRDS), np.int64)
    bank = rules.bank.astype(np.int64)
    found[:, :, :NONE, :NONE] = drawn * bank[:, :, :NONE, None]
    found[:, :, :NONE, NONE] = (drawn.sum(3)) * (1 - bank[:, :, :NONE])
    found[:, :, NONE, :NONE] = stood.sum(3) * bank[:, :, NONE, None]
    found[:, :, NONE, NONE] = stood.sum((2, 3)) * (1 - bank[:, :, NONE])
    return found.reshape(CELLS)


# Pairs.


@lru_cache(maxsize=8)
def pairs(stock: Stock) -> Ints:
    """Count the orders of four cards by the kinds of pair: the player's kind and the bank's.

    For each two cards of the player's hand, the bank's pairs of a kind are a quadratic form in the cards
    left: no four cards need be gone through.
    """
    held = np.array(stock.cards, np.int64)
    size = len(held)
    masks = [np.array([stock.at(place) in ("", card) for card in PACK], np.int64) for place in range(4)]
    mine = (held * masks[0])[:, None] * ((held - np.eye(size, dtype=np.int64)) * masks[2])
    found = np.zeros((KINDS, KINDS), np.int64)
    for bank in range(KINDS):
        same = np.equal(KIND_OF, bank).astype(np.int64)
        left = _ways_of_two(held, masks[1], masks[3], same)
        for kind in range(KINDS):
            found[kind, bank] = int((mine * left * np.equal(KIND_OF, kind)).sum())
    return found.reshape(KINDS * KINDS)


def _ways_of_two(held: Ints, first: Ints, second: Ints, same: Ints) -> Ints:
    """Count, by two cards that are gone, in how many orders two of those left are alike as asked."""
    one, two = held * first, held * second
    alone = first * second * np.diag(same)
    after, before = same @ two, one @ same
    # One card less of a kind takes away the orders in which it comes first or second; both gone cards
    # together give back what was taken twice.
    less = first * after + second * before - 2 * alone
    base = int(one @ same @ two) - int((alone * held).sum())
    both = first[:, None] * same * second[None, :]
    return np.asarray(base - less[:, None] - less[None, :] + both + both.T, np.int64)


@lru_cache(maxsize=4)
def _pairs_of_any(cards: Stock, takes: bytes, bank: bytes) -> Ints:
    """Count by rank in how many orders any two cards of each hand pair, or not."""
    ranks = cards.ranks
    values = np.array([value(rank) for rank in RANKS])
    known = [RANKS.index(cards.at(place)[0]) if cards.at(place) else -1 for place in range(LONGEST)]
    draws = np.frombuffer(takes, np.uint8).reshape((VALUES,) * 4)
    bank_draws = np.frombuffer(bank, np.uint8).reshape(VALUES, VALUES, THIRDS)
    size = len(ranks)
    eye = np.eye(size, dtype=np.int64)
    one, other = np.indices((size, size))
    found = np.zeros((2, 2), np.int64)
    four, left = _sequences(ranks, known, 4, 4)
    for first, second in product(range(size), repeat=2):
        # The bank's two cards, then the next two out of the shoe, whoever takes them.
        ways = four[first, :, second, :]
        rest = left[first, :, second, :]
        next_card = rest if known[4] < 0 else rest * (np.arange(size) == known[4])
        last = rest[:, :, None, :] - eye
        if known[5] >= 0:
            last = last * (np.arange(size) == known[5])
        whole = ways[:, :, None, None] * next_card[:, :, :, None] * last
        player, banker = (values[first] + values[second]) % VALUES, (values[one] + values[other]) % VALUES
        drawn = draws[values[first], values[one], values[second], values[other]].astype(bool)
        hits = bank_draws[player, banker][:, :, [*values, NONE]].astype(bool)
        third = np.arange(size)
        mine = np.broadcast_to(
            (first == second)
            | (drawn[:, :, None, None] & ((third == first) | (third == second))[None, None, :, None]),
            whole.shape,
        )
        takes_last = np.where(drawn[:, :, None], hits[:, :, :size], False)[:, :, :, None]
        takes_next = (~drawn & hits[:, :, size])[:, :, None, None]
        pairs_with = (third == one[:, :, None]) | (third == other[:, :, None])
        theirs = (
            (one == other)[:, :, None, None]
            | (takes_last & pairs_with[:, :, None, :])
            | (takes_next & pairs_with[:, :, :, None])
        )
        theirs = np.broadcast_to(theirs, whole.shape)
        for is_mine, is_theirs in product((False, True), repeat=2):
            found[int(is_mine), int(is_theirs)] += int(whole[(mine == is_mine) & (theirs == is_theirs)].sum())
    return found


def pairs_of_any(stock: Stock, rules: Drawing) -> Ints:
    """Count as `pairs` does, of six cards, where any two cards of a hand may pair.

    By rank only: a pair counts as one in two colours.
    """
    by_rank = _pairs_of_any(stock, rules.takes.tobytes(), rules.bank.tobytes())
    found = np.zeros((KINDS, KINDS), np.int64)
    found[: MIXED + 1, : MIXED + 1] = by_rank
    return found.reshape(KINDS * KINDS)


# The cards of the deal and those behind them, apart.


def first_four(stock: Stock, with_pairs: bool) -> Ints:
    """Count in how many orders the first four cards come.

    By their values, then how the hands pair (in one column where that is not asked for), then the rank of the
    bank's second card.
    """
    ranks, values = np.array(stock.ranks, np.int64), np.array(stock.values, np.int64)
    if not with_pairs:
        four = _sequences(stock.values, [-1] * 4, 4, 0)[0]
        found = np.zeros((*four.shape, 1, len(RANKS)), np.int64)
        for rank, name in enumerate(RANKS):
            # Cards of one value are alike to all that came before, so each rank has its share; every number
            # here has the value's number as a factor.
            of_value = value(name)
            if values[of_value]:
                found[..., of_value, 0, rank] = four[..., of_value] // values[of_value] * ranks[rank]
        return found.reshape(VALUES**4, 1, len(RANKS))
    held = np.array(stock.cards, np.int64)
    size = len(held)
    eye = np.eye(size, dtype=np.int64)
    found = np.zeros((VALUES, VALUES**3 * KINDS * KINDS * len(RANKS)), np.int64)
    two, three, four = np.indices((size, size, size))
    behind = (VALUE_OF[two] * VALUES + VALUE_OF[three]) * VALUES + VALUE_OF[four]
    for first in np.flatnonzero(held):
        left = held - eye[first]
        ways = (
            held[first]
            * left[:, None, None]
            * (left[None, :] - eye)[:, :, None]
            * (left[None, None, :] - eye[:, None, :] - eye[None, :, :])
        )
        keys = ((behind * KINDS + KIND_OF[first][three]) * KINDS + KIND_OF[two, four]) * len(RANKS) + RANK_OF[
            four
        ]
        # Orders of four cards stay below 2**53, so these sums are exact.
        found[VALUE_OF[first]] += np.bincount(keys.reshape(-1), ways.reshape(-1), found.shape[1]).astype(
            np.int64
        )
    return found.reshape(VALUES**4, KINDS * KINDS, len(RANKS))


def last_two(stock: Stock, rules: Drawing, codes: Ints, number: int) -> Ints:
    """Count, by the values of the first four cards, in how many orders of the next two each code comes.

    `codes` has one for every cell.
    """
    left = _sequences(stock.values, [-1] * 4, 4, 4)[1]
    ways = left[..., :, None] * (left[..., None, :] - np.eye(VALUES, dtype=np.int64))
    one, two, three, four = np.indices((VALUES,) * 4)
    player, banker, takes = (one + three) % VALUES, (two + four) % VALUES, rules.takes.astype(bool)
    by_cell = codes.reshape(VALUES, VALUES, THIRDS, THIRDS)
    card, after = np.indices((VALUES, VALUES))
    hits = rules.bank.astype(bool)
    drawn = by_cell[
        player[..., None, None],
        banker[..., None, None],
        card,
        np.where(hits[player, banker][..., :NONE, None], after, NONE),
    ]
    stood = by_cell[
        player[..., None, None],
        banker[..., None, None],
        NONE,
        np.where(hits[player, banker][..., NONE, None, None], card, NONE),
    ]
    keys = np.arange(VALUES**4).reshape((VALUES,) * 4)[..., None, None] * number + np.where(
        takes[..., None, None], drawn, stood
    )
    return (
        np.bincount(keys.reshape(-1), ways.reshape(-1), VALUES**4 * number)
        .astype(np.int64)
        .reshape(VALUES**4, number)
    )
