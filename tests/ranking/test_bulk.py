"""The fast ranking against the plain one, and against counts that have been known for long."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.ranking import bulk
from croupier.ranking.boards import Boards, boards
from croupier.ranking.bulk import Tables, count_all, rank_cards, rank_many, tables
from croupier.ranking.multisets import CHOOSE, choices, numbers, places
from croupier.ranking.poker import JOKER_NUMBER, RANKINGS, Ranking, at_least, best, card, number

SIZES = [
    (order, cards)
    for order, ranking in RANKINGS.items()
    for cards in range(ranking.size, 8 if ranking.low_ace_suited else ranking.size + 1)
]
RANK = {3: bulk.rank3, 5: bulk.rank5, 7: bulk.rank7}
FIVE = {
    "high-card": 1302540,
    "pair": 1098240,
    "two-pairs": 123552,
    "three-of-a-kind": 54912,
    "straight": 10200,
    "flush": 5108,
    "full-house": 3744,
    "four-of-a-kind": 624,
    "straight-flush": 36,
    "royal-flush": 4,
}
SIX = {
    "high-card": 6612900,
    "pair": 9730740,
    "two-pairs": 2532816,
    "three-of-a-kind": 732160,
    "straight": 361620,
    "flush": 205792,
    "full-house": 165984,
    "four-of-a-kind": 14664,
    "straight-flush": 1656,
    "royal-flush": 188,
}
SEVEN = {
    "high-card": 23294460,
    "pair": 58627800,
    "two-pairs": 31433400,
    "three-of-a-kind": 6461620,
    "straight": 6180020,
    "flush": 4047644,
    "full-house": 3473184,
    "four-of-a-kind": 224848,
    "straight-flush": 37260,
    "royal-flush": 4324,
}
THREE = {
    "high-card": 16440,
    "pair": 3744,
    "flush": 1096,
    "straight": 720,
    "three-of-a-kind": 52,
    "straight-flush": 48,
}
FOUR_OF_FIVE = {
    "two-pairs": 123552,
    "straight": 101808,
    "flush": 114616,
    "three-of-a-kind": 58656,
    "straight-flush": 2072,
    "four-of-a-kind": 624,
}
JOKER = {
    "high-card": 1302540,
    "pair": 1268088,
    "two-pairs": 123552,
    "three-of-a-kind": 137280,
    "straight": 20532,
    "flush": 7804,
    "full-house": 6552,
    "four-of-a-kind": 3120,
    "straight-flush": 200,
    "five-of-a-kind": 13,
    "royal-flush": 4,
}


def some_hands(table: Tables, how_many: int, deck: list[int]) -> NDArray[np.uint8]:
    """Random hands, half of them from few ranks or few suits, where the rare hands are."""
    draws = np.random.default_rng(table.cards)
    narrow = [
        [one for one in deck if one // 4 in (0, 1, 2, 3, 12, 13)],
        [one for one in deck if one % 4 == 2 or one == JOKER_NUMBER],
        deck,
        deck,
    ]
    return np.array(
        [draws.choice(narrow[at % 4], table.cards, replace=False) for at in range(how_many)], dtype=np.uint8
    )


def same(hands: NDArray[np.uint8], table: Tables) -> None:
    for cards, value in zip(hands.tolist(), rank_many(hands, table).tolist(), strict=True):
        plain = best(table.ranking, [card(one) for one in cards])
        assert table.hands[value] == plain and table.klass[value] == plain.place, [card(one) for one in cards]
        assert table.value_of(plain) == value


@pytest.mark.deep(
    always=(
        "test_bulk_equals_plain[three-card",
        "test_bulk_equals_plain[five-card-5]",
    )
)
@pytest.mark.parametrize(("order", "cards"), SIZES)
def test_bulk_equals_plain(order: str, cards: int) -> None:
    table = tables(order, cards)
    same(
        some_hands(table, 400, [*range(52), JOKER_NUMBER] if table.ranking.joker else list(range(52))), table
    )


@pytest.mark.parametrize("order", ["three-card", "three-card-royal", "five-card"])
def test_bulk_equals_plain_from_several_packs(order: str) -> None:
    table = tables(order, RANKINGS[order].size, decks=6)
    same(some_hands(table, 800, list(range(52)) * 6), table)


@pytest.mark.deep
@pytest.mark.parametrize("wild", ["2", "K", "2J"])
@pytest.mark.parametrize("order", ["five-card-wild", "five-card-wild-high"])
def test_bulk_equals_plain_with_wild_ranks(order: str, wild: str) -> None:
    table = tables(RANKINGS[order].wild(wild), 5)
    same(some_hands(table, 800, list(range(53))), table)


@pytest.mark.deep
@pytest.mark.parametrize(("order", "cards"), SIZES)
def test_the_functions_for_kernels_give_the_same(order: str, cards: int) -> None:
    table = tables(order, cards)
    for hand, value in zip(
        hands := some_hands(table, 100, list(range(52))), rank_many(hands, table), strict=True
    ):
        assert rank_cards(hand, cards, table.packed) == value
        if cards in RANK:
            assert RANK[cards](*map(int, hand), table.packed) == value


@pytest.mark.parametrize(
    ("order", "cards", "counts"),
    [
        ("five-card", 5, FIVE),
        ("five-card", 6, SIX),
        ("five-card", 7, SEVEN),
        ("three-card", 3, THREE),
        ("four-card", 5, FOUR_OF_FIVE),
        ("five-card-wild", 5, JOKER),
    ],
    ids=["five", "best of six", "best of seven", "three", "four of five", "five with a joker"],
)
def test_every_hand_counted(order: str, cards: int, counts: dict[str, int]) -> None:
    table = tables(order, cards)
    deck = tuple(range(52 + table.ranking.joker))
    found = count_all(table, deck)
    by_class = table.by_class(found)
    assert {klass: by_class[klass] for klass in counts} == counts
    assert found.sum() == comb(len(deck), cards)


def test_other_orders_count_the_same_hands() -> None:
    assert table_counts("five-card-flush-high", 5) == FIVE
    assert table_counts("five-card-wild", 5) == {**FIVE, "five-of-a-kind": 0}
    assert table_counts("three-card-royal", 3) == {**THREE, "straight-flush": 44, "mini-royal": 4}
    assert table_counts("two-card-flush", 2) == {"high-card": 936, "pair": 78, "flush": 312}
    assert table_counts("two-card", 2) == {"high-card": 1248, "pair": 78}


def table_counts(order: str, cards: int) -> dict[str, int]:
    table = tables(order, cards)
    return table.by_class(count_all(table))


def test_every_value_is_some_hand() -> None:
    for order, cards in (("three-card", 3), ("four-card", 4), ("five-card", 5), ("two-card-flush", 2)):
        assert count_all(tables(order, cards)).all()


def test_counting_in_a_short_pack_is_going_through_it() -> None:
    table, deck = tables("five-card", 6), tuple(range(36, 52))
    counts = np.bincount(
        rank_many(np.array(list(combinations(deck, 6)), dtype=np.uint8), table), minlength=table.count
    )
    assert (counts == count_all(table, deck)).all()


@pytest.mark.deep
def test_values_rise_with_the_classes() -> None:
    for order, cards in SIZES:
        table = tables(order, cards)
        assert (np.diff(table.klass.astype(int)) >= 0).all() and table.count < bulk.NOTHING


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("pair-of-jacks", "Jc Jd 4h 3s 2c"),
        ("flush", "7c 5c 4c 3c 2c"),
        ("ace-king", "Ac Kd 4h 3s 2c"),
        ("four-of-a-kind", "2c 2d 2h 2s 3c"),
    ],
)
def test_a_threshold_is_the_first_value_that_satisfies_it(text: str, hand: str) -> None:
    table = tables("five-card", 5)
    value = table.value_of(text)
    assert table.hands[value] == best(table.ranking, hand.split())
    assert value == table.value_of(at_least(table.ranking, text))
    assert table.hands[value - 1] < at_least(table.ranking, text)


def test_what_no_pack_can_give_is_refused() -> None:
    table = tables("five-card", 5)
    for cards in (
        [48, 49, 50, 51, JOKER_NUMBER],
        [48, 49, 50, 51, 200],
        [48, 49, 50, 51, 48],
        [0, 0, 4, 8, 12],
    ):
        with pytest.raises(BadInput, match="row 1"):
            rank_many(np.array([[0, 5, 10, 15, 20], cards], dtype=np.uint8), table)
    with pytest.raises(BadInput, match="5 cards a row"):
        rank_many(np.zeros((3, 4), dtype=np.uint8), table)
    with pytest.raises(BadInput, match="5 to 7 cards"):
        tables("five-card", 8)
    with pytest.raises(BadInput, match="depends on suits"):
        tables("three-card-royal-four-high", 6)
    with pytest.raises(BadInput, match="from 6 packs"):
        tables("five-card", 7, decks=6)
    for deck in ((0, 0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 1, 2, 3, 52)):
        with pytest.raises(BadInput, match="each card once"):
            count_all(table, deck)
    assert len(rank_many(np.zeros((0, 5), dtype=np.uint8), table)) == 0


@pytest.mark.deep
@pytest.mark.parametrize("ranks", [13, 14])
@pytest.mark.parametrize("cards", range(2, 8))
def test_no_two_choices_of_ranks_share_a_place(cards: int, ranks: int) -> None:
    found = places(cards, ranks)
    assert (
        len(found.chosen) == CHOOSE[ranks + cards - 1, cards] == len(np.unique(found.place))
        and found.place.max() < found.length
    )
    assert (numbers(choices(cards, ranks)) == np.arange(len(found.chosen))).all()


def pair_values(board: NDArray[np.uint8], pairs: NDArray[np.uint8], lines: Boards) -> NDArray[np.uint16]:
    """Look every pair up by its ranks, and by the ranks of each suit."""
    one, other = pairs.T.astype(np.int64)
    found = lines.lines[numbers(np.sort(board >> 2)), 13 * (one >> 2) + (other >> 2)]
    for suit in range(4):
        bits = np.bitwise_or.reduce(1 << (board[board & 3 == suit] >> 2).astype(np.int64), initial=0)
        for held in (one, other):
            bits = bits | np.where(held & 3 == suit, 1 << (held >> 2), 0)
        found = np.maximum(found, lines.suited[bits])
    return found


def test_a_board_values_every_pair() -> None:
    table, lines = tables("five-card", 7), boards("five-card")
    pairs = np.array(
        [(one, other) for one in range(52) for other in range(52) if one != other], dtype=np.uint8
    )
    draws = np.random.default_rng(5)
    written = [
        "2c 3c 4c 5c 7d",
        "2c 3c 4c 5c 6c",
        "Ah Kh Qh 2d 2s",
        "Ts Js Qs Ks 2c",
        "9d 9h 9s 9c 2d",
        "Ad Kd Qd Jd 9d",
        "Tc Td Jc Qc 2h",
    ]
    for cards in [[number(one) for one in line.split()] for line in written] + [
        list(draws.choice(52, 5, replace=False)) for _ in range(200)
    ]:
        board = np.array(cards, dtype=np.uint8)
        left = pairs[~np.isin(pairs, board).any(axis=1)]
        plain = rank_many(np.hstack([np.tile(board, (len(left), 1)), left]), table)
        assert (pair_values(board, left, lines) == plain).all()
    for other in ("four-card", "five-card-wild"):
        with pytest.raises(BadInput, match="not such a ranking"):
            boards(other)


def test_a_new_order_is_a_line_of_data() -> None:
    upside_down = Ranking("upside-down", 5, tuple(reversed(RANKINGS["five-card"].order)))
    table = tables(upside_down, 7)
    same(some_hands(table, 200, list(range(52))), table)
    assert table.hands[-1].klass == "high-card"


def test_seven_cards_of_pai_gow_come_as_often_as_is_published() -> None:
    """By the best award: three of a kind before a straight. In all 154,143,080 hands of 53 cards."""
    table = tables("pai-gow-award", 7)
    assert table.by_class(count_all(table, tuple(range(53)))) == {
        "high-card": 24_780_420,
        "pair": 64_221_960,
        "two-pairs": 35_553_816,
        "straight": 11_034_204,
        "three-of-a-kind": 7_672_500,
        "flush": 6_172_088,
        "full-house": 4_188_528,
        "four-of-a-kind": 307_472,
        "straight-flush": 210_964,
        "five-of-a-kind": 1_128,
    }
