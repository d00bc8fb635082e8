"""The plain ranking of poker hands:
against lists written in order by hand, a second evaluator, and what must hold of any order.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.equipment.card import JOKER, pack, parse_card
from croupier.errors import BadInput, Unreadable
from croupier.ranking.poker import (
    ASCENDING,
    RANKINGS,
    Hand,
    Ranking,
    at_least,
    best,
    card,
    every,
    name,
    number,
    ranking,
    tried,
)

CARDS = [str(card) for card in pack()]

# Lowest first, each line beats the one before it; hands on one line are equal.
IN_ORDER = {
    "two-card": ["3c 2d = 3h 2h", "Ac Kd = As Ks", "2c 2d = 2h Jk", "Ac Ad = As Jk"],
    "two-card-flush": ["3c 2d", "Ac Kd", "2c 2d = 2h Jk", "Ac Ad = As Jk", "3h 2h", "As Ks = Ac Kc"],
    "three-card": [
        "5c 3d 2h",
        "Qc 6d 3h",
        "Qh 6s 4c = Qd 6c 4s",
        "Ac Kd Jh",
        "2c 2d 3h",
        "Ac Ad Kh",
        "5c 3c 2c",
        "Ac Kc Jc = Ad Kd Jd",
        "Ac 2d 3h",
        "4c 2d 3h",
        "Ac Kd Qh",
        "2c 2d 2h",
        "Ac Ad Ah",
        "Ac 2c 3c",
        "4c 2c 3c",
        "Ac Kc Qc",
    ],
    "three-card-royal": ["Kc Qd Jh", "2c 2d 2h", "Kc Qc Jc", "Ac Kc Qc = As Ks Qs"],
    "three-card-royal-ace-high": [
        "5c 3d 2h",
        "Ac 2d 3h",
        "Ac Kd Jh",
        "2c 2d 3h",
        "5c 3c 2c",
        "Ac 3c 2c",
        "Ac Kc Jc",
        "4c 2d 3h",
        "2c 2d 2h",
        "4c 3c 2c",
        "Ac Kc Qc",
    ],
    "three-card-royal-four-high": [
        "5c 3c 2c",
        "Ac 3c 2c",
        "Ac Kc Jc",
        "Ac 2d 3h",
        "2c 2d 2h",
        "4c 3c 2c",
        "Ac Kc Qc",
    ],
    "four-card": [
        "6c 4d 3h 2s",
        "Ac Kd Qh Ts",
        "2c 2d 4h 3s",
        "Ac Ad 3h 2s",
        "3c 3d 2h 2s",
        "Ac Ad Kh Ks",
        "Ac 2d 3h 4s",
        "5c 2d 3h 4s",
        "Ac Kd Qh Js",
        "6c 4c 3c 2c",
        "Ac Kc Qc Tc",
        "2c 2d 2h 3s",
        "Ac Ad Ah Ks",
        "Ac 2c 3c 4c",
        "Ac Kc Qc Jc",
        "2c 2d 2h 2s",
        "Ac Ad Ah As",
    ],
    "five-card": [
        "7c 5d 4h 3s 2c",
        "Ac Kd Qh Js 9c",
        "2c 2d 5h 4s 3c",
        "Jc Jd 9h 5s 2c",
        "Jc Jd 9h 6s 2c",
        "Ac Ad Kh Qs Jc",
        "3c 3d 2h 2s 4c",
        "Kc Kd 4h 4s Ac",
        "Ac Ad Kh Ks Qc",
        "2c 2d 2h 4s 3c",
        "Ac 2d 3h 4s 5c",
        "6c 2d 3h 4s 5c",
        "Ac Kd Qh Js Tc",
        "7c 5c 4c 3c 2c",
        "Ac Kc Qc Jc 9c",
        "2c 2d 2h 3s 3c",
        "Kc Kd Kh 4s 4c",
        "Ac Ad Ah Ks Kc",
        "2c 2d 2h 2s 3c",
        "Ac Ad Ah As Kc",
        "Ac 2c 3c 4c 5c",
        "Kc Qc Jc Tc 9c",
        "Ac Kc Qc Jc Tc = As Ks Qs Js Ts",
    ],
    "five-card-ace-high": [
        "7c 5d 4h 3s 2c",
        "Ac 5d 4h 3s 2c",
        "Ac 6d 4h 3s 2c",
        "6c 2d 3h 4s 5c",
        "Ac Kd Qh Js Tc",
        "7c 5c 4c 3c 2c",
        "Ac 5c 4c 3c 2c",
        "2c 2d 2h 2s 3c",
        "6c 2c 3c 4c 5c",
        "Ac Kc Qc Jc Tc",
    ],
    "five-card-flush-high": [
        "Ac Kd Qh Js Tc",
        "2c 2d 2h 3s 3c",
        "Ac Ad Ah Ks Kc",
        "7c 5c 4c 3c 2c",
        "2c 2d 2h 2s 3c",
    ],
    "five-card-wild": [
        "5h 4h 3s 2c Jk = 6h 5h 4s 3c 2d",
        "Ac Ad Ah As Kc",
        "Ac 2c 3c 4c Jk",
        "Ac Kc Qc Jc Jk",
        "2c 2d 2h 2s Jk",
        "Ac Ad Ah As Jk",
        "Ac Kc Qc Jc Tc",
    ],
    "five-card-wild-ace-high": [
        "6h 5h 4h 3s Jk = 7h 6h 5s 4c 3d",
        "Ac 2c 3c 5c Jk",
        "Ac Ad Ah As Kc",
        "6c 2c 3c 4c Jk",
        "2c 2d 2h 2s Jk",
        "Ac Kc Qc Jc Tc",
    ],
    "five-card-wild-high": [
        "Ac Ad Ah As Kc",
        "2c 2d 2h 2s Jk",
        "Ac Ad Ah As Jk",
        "Ac 2c 3c 4c Jk",
        "Ac Kc Qc Jc Jk",
        "Ac Kc Qc Jc Tc",
    ],
    "pai-gow-low": [
        "3c 2d",
        "Ac Kd = Jk Kh",
        "2c 2d",
        "Kc Kd",
        "Ac Ad = Ac Jk",
    ],
    "pai-gow": [
        "7c 5d 4h 3s 2c",
        "Kc 9d 5h 4s 2c",
        "Ac Qd Jh 9s 7c = Jk Qd Jh 9s 7c",
        "2c 2d 5h 4s 3c",
        "Kc Kd Ah Js 4c = Kc Kd Jk Js 4c",
        "Ac Ad Kh Qs 9c = Ac Jk Kh Qs 9c",
        "3c 3d 2h 2s 4c",
        "Ac Ad 3h 3s 4c = Ac Jk 3h 3s 4c",
        "2c 2d 2h 4s 3c",
        "Kc Kd Kh As 4c = Kc Kd Kh Jk 4c",
        "6c 2d 3h 4s 5c = 6c 2d 3h 4s Jk",
        "Kc Qd Jh Ts 9c = Kc Qd Jk Ts 9c",
        "Ac 2d 3h 4s 5c = Ac 2d Jk 4s 5c = Jk 2d 3h 4s 5c",
        "Ac Kd Qh Js Tc = Jk Kd Qh Js Tc",
        "7c 5c 4c 3c 2c",
        "Ac Kc 9c 5c 4c = Jk Kc 9c 5c 4c = Ac Jk 9c 5c 4c",
        "2c 2d 2h 3s 3c",
        "Kc Kd Kh As Ac = Kc Kd Kh As Jk",
        "2c 2d 2h 2s 3c",
        "Ac Ad Ah As Kc = Ac Ad Ah Jk Kc",
        "6c 2c 3c 4c 5c = 6c 2c 3c 4c Jk",
        "Kc Qc Jc Tc 9c",
        "Ac 2c 3c 4c 5c = Jk 2c 3c 4c 5c",
        "Ac Kc Qc Jc Tc = Jk Kc Qc Jc Tc",
        "Ac Ad Ah As Jk",
    ],
    "pai-gow-award": [
        "3c 3d 2h 2s 4c",
        "Kc Qd Jh Ts 9c",
        "Ac 2d 3h 4s 5c",
        "Ac Kd Qh Js Tc",
        "2c 2d 2h 4s 3c",
        "Ac Ad Kh Qs Jk = Ac Ad Ah Kc Qs",
        "7c 5c 4c 3c 2c",
        "2c 2d 2h 3s 3c",
        "2c 2d 2h 2s 3c",
        "Ac Kc Qc Jc Tc",
        "Ac Ad Ah As Jk",
    ],
}


def hand(order: str | Ranking, text: str) -> Hand:
    return best(RANKINGS[order] if isinstance(order, str) else order, text.split())


def test_every_ranking_has_its_list() -> None:
    assert set(IN_ORDER) == set(RANKINGS)


def test_a_joker_of_pai_gow_makes_no_third_king() -> None:
    """It is an ace where it completes nothing: two kings stay two, and no joker makes a fourth deuce."""
    assert hand("pai-gow", "Kc Kd Jk 7s 4c").klass == "pair"
    assert hand("pai-gow", "2c 2d 2h Jk 4c").klass == "three-of-a-kind"
    assert hand("five-card-wild", "Kc Kd Jk 7s 4c").klass == "three-of-a-kind"


def test_ace_to_five_stands_where_the_text_is_read_to_put_it() -> None:
    wheel, nine, king, ace = "Ac 2d 3h 4s 5c", "9c 8d 7h 6s 5c", "Kc Qd Jh Ts 9c", "Ac Kd Qh Js Tc"
    suited, highest = "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c"
    usual = RANKINGS["pai-gow"]
    low, straights = usual.read(()), usual.read(("straight",))
    assert hand(usual, king) < hand(usual, wheel) < hand(usual, ace)
    assert hand(straights, king) < hand(straights, wheel) < hand(straights, ace)
    assert hand(low, wheel) < hand(low, nine) < hand(low, king)
    assert hand(usual, highest) < hand(usual, suited)
    assert hand(straights, suited) < hand(straights, highest)
    assert hand(low, suited) < hand(low, highest)
    assert name(hand(usual, wheel)) == "Straight, ace to five"
    assert name(hand(low, wheel)) == "Straight, five high"


def test_a_joker_in_a_flush_is_the_highest_card_not_held_or_an_ace() -> None:
    usual = RANKINGS["pai-gow"]
    double = usual.read(usual.second_wheel, joker_repeats=True)
    lower, higher = "Ac Jk 9c 5c 4c", "Ac Kc Qc Jc 9c"
    assert hand(usual, lower).ranks == (12, 11, 7, 3, 2) < hand(usual, higher).ranks
    assert hand(double, lower).ranks == (12, 12, 7, 3, 2) > hand(double, higher).ranks


@pytest.mark.parametrize("order", RANKINGS)
def test_hands_stand_in_the_order_written_by_hand(order: str) -> None:
    lines = [[hand(order, text) for text in line.split(" = ")] for line in IN_ORDER[order]]
    for line in lines:
        assert all(one == line[0] and hash(one) == hash(line[0]) for one in line)
    for (lower, *_), (higher, *_) in pairwise(lines):
        assert lower < higher and not higher <= lower, f"{name(lower)} and {name(higher)}"


@pytest.mark.parametrize(
    ("order", "number"),
    [
        ("two-card", 91),
        ("two-card-flush", 169),
        ("three-card", 741),
        ("three-card-royal", 741),
        ("four-card", 2535),
        ("five-card", 7462),
        ("five-card-flush-high", 7462),
        ("five-card-wild", 7476),
        ("pai-gow-low", 91),
        ("pai-gow", 7463),
        ("pai-gow-award", 7463),
    ],
)
def test_so_many_hands_differ(order: str, number: int) -> None:
    hands = every(RANKINGS[order])
    assert len(hands) == number
    assert all(lower < higher for lower, higher in pairwise(hands))
    assert {hand.klass for hand in hands} == set(RANKINGS[order].order)


def drawn(order: str, jokers: bool = True) -> st.SearchStrategy[list[str]]:
    cards = [*CARDS, JOKER] if jokers and RANKINGS[order].joker else CARDS
    return st.integers(RANKINGS[order].size, 7).flatmap(
        lambda count: st.lists(st.sampled_from(cards), min_size=count, max_size=count, unique=True)
    )


@pytest.mark.deep
@pytest.mark.parametrize("order", RANKINGS)
@settings(max_examples=40)
@given(data=st.data())
def test_neither_the_order_nor_the_names_of_the_suits_matter(order: str, data: st.DataObject) -> None:
    cards = data.draw(drawn(order))
    turned = dict(zip("cdhsk", [*data.draw(st.permutations("cdhs")), "k"], strict=True))
    other = data.draw(st.permutations([card[0] + turned[card[1]] for card in cards]))
    assert best(RANKINGS[order], cards) == best(RANKINGS[order], other)


@pytest.mark.deep
@pytest.mark.parametrize("order", RANKINGS)
@settings(max_examples=40)
@given(data=st.data())
def test_one_more_card_never_makes_a_hand_worse_and_the_chosen_cards_make_it(
    order: str, data: st.DataObject
) -> None:
    cards = data.draw(drawn(order))
    found = best(RANKINGS[order], cards)
    assert set(found.cards) <= set(cards) and len(found.cards) == RANKINGS[order].size
    assert best(RANKINGS[order], found.cards) == found
    more = data.draw(st.sampled_from(CARDS))
    if more not in cards:
        assert best(RANKINGS[order], [*cards, more]) >= found


ORDERS = [
    *RANKINGS.values(),
    *(
        replace(one, name=f"{one.name}-high-ace", low_ace=False)
        for one in RANKINGS.values()
        if "straight" in one.order
    ),
    replace(
        RANKINGS["five-card"],
        name="five-card-without-two-pairs",
        order=tuple(klass for klass in RANKINGS["five-card"].order if klass != "two-pairs"),
    ),
    RANKINGS["five-card-wild"].wild("2"),
]


def told_whole(hand: Hand) -> tuple[object, ...]:
    """Everything that a hand says. Hands that are equal may be made of other cards."""
    return hand.place, hand.ranks, hand.klass, hand.cards


def mixed_cards(chance: random.Random, count: int) -> list[str]:
    """Draw cards of any rank and suit, or of few ranks, mostly of one suit, or of ranks that lie together."""
    low, suit = chance.randrange(13), chance.choice("cdhs")
    few = chance.sample(ASCENDING, 4)
    near = [(ASCENDING * 2)[low + up] for up in range(7)]
    pool = chance.choice(
        [
            CARDS,
            [card for card in CARDS if card[0] in few],
            [card for card in CARDS if card[1] == suit or card[0] in few[:1]],
            [card for card in CARDS if card[0] in near],
            [card for card in CARDS if card[0] in near and card[1] in (suit, "c")],
        ]
    )
    return chance.sample(pool if len(pool) >= count else CARDS, count)


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.name)
def test_the_best_hand_is_that_of_trying_every_choice_cards_included(order: Ranking) -> None:
    chance, found = random.Random(order.name), set()
    for at in range(240):
        cards = mixed_cards(chance, order.size + at % (order.size + 1))
        if at % 20 == 0:
            # A card may come from another pack.
            cards[-1] = cards[0]
        if at % 10 == 1 and order.joker:
            cards[chance.randrange(len(cards))] = JOKER
        hand = best(order, cards)
        assert told_whole(hand) == told_whole(tried(order, cards)), cards
        found.add(hand.klass)
    assert found | {"royal-flush", "mini-royal", "straight-flush", "five-of-a-kind"} >= set(order.order)


def test_some_rankings_are_tried_as_they_are() -> None:
    assert [order.name for order in ORDERS if not order.is_usual] == [
        "pai-gow",
        "pai-gow-award",
        "pai-gow-high-ace",
        "pai-gow-award-high-ace",
        "five-card-without-two-pairs",
        "five-card-wild+2",
    ]


@pytest.mark.deep
@pytest.mark.parametrize("order", ["five-card", "five-card-flush-high"])
def test_the_best_of_any_seven_ranks_is_that_of_trying_every_choice(order: str) -> None:
    """Every choice of seven ranks, once of mixed suits and once with as many of one suit as there can be."""
    chance = random.Random(7)
    for ranks in combinations_with_replacement(range(13), 7):
        if max(Counter(ranks).values()) > 4:
            continue
        suits = {rank: chance.sample(range(4), 4) for rank in set(ranks)}
        mixed = [card(4 * rank + suits[rank].pop()) for rank in ranks]
        suited = [card(4 * rank + at - ranks.index(rank)) for at, rank in enumerate(ranks)]
        for cards in (mixed, suited):
            chance.shuffle(cards)
            assert told_whole(best(RANKINGS[order], cards)) == told_whole(tried(RANKINGS[order], cards))


def second_opinion(cards: list[str]) -> tuple[int, list[int]]:
    """Five cards ranked another way: counts of ranks as a pattern, straights as sets of ranks."""
    ranks = sorted((ASCENDING.index(card[0]) for card in cards), reverse=True)
    flush = all(card[1] == cards[0][1] for card in cards)
    top = next(
        (high for high in range(12, 2, -1) if set(ranks) == {(high - down) % 13 for down in range(5)}), -1
    )
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    pattern = [count for count, _ in groups]
    if top >= 0:
        return (9 if top == 12 else 8, [top]) if flush else (4, [top])
    place = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[
        tuple(pattern)
    ]
    return (5, ranks) if flush and place < 5 else (place, [rank for _, rank in groups])


suited = st.sampled_from("cdhs").flatmap(
    lambda suit: st.lists(
        st.sampled_from([card for card in CARDS if card[1] == suit]), min_size=5, max_size=5, unique=True
    )
)
paired = st.lists(
    st.sampled_from([card for card in CARDS if card[0] in "A52"]), min_size=5, max_size=5, unique=True
)
close = st.integers(0, 9).flatmap(
    lambda low: st.tuples(
        *(st.sampled_from([("A" + ASCENDING)[low + up] + suit for suit in "cdhs"]) for up in range(5))
    ).map(list)
)
fives = st.lists(st.sampled_from(CARDS), min_size=5, max_size=5, unique=True) | suited | paired | close


@pytest.mark.deep
@settings(max_examples=400)
@given(fives, fives)
def test_five_cards_compare_as_a_second_evaluator_says(one: list[str], other: list[str]) -> None:
    mine, others = best(RANKINGS["five-card"], one), best(RANKINGS["five-card"], other)
    assert (mine > others, mine == others) == (
        second_opinion(one) > second_opinion(other),
        second_opinion(one) == second_opinion(other),
    )
    assert mine.place == second_opinion(one)[0]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(CARDS), min_size=4, max_size=4, unique=True))
def test_a_joker_is_the_best_card_that_is_not_held(cards: list[str]) -> None:
    plain = RANKINGS["five-card"]
    tried = max(best(plain, [*cards, other]) for other in CARDS if other not in cards)
    found = best(RANKINGS["five-card-wild"], [*cards, JOKER])
    if len({card[0] for card in cards}) == 1:
        assert found.klass == "five-of-a-kind"
    else:
        assert (found.klass, found.ranks) == (
            "straight-flush" if tried.klass == "royal-flush" else tried.klass,
            tried.ranks,
        )


def test_ranks_can_be_wild() -> None:
    deuces = RANKINGS["five-card-wild"].wild("2")
    assert hand(deuces, "2c 2d 2h 2s 7c").klass == "five-of-a-kind"
    assert hand(deuces, "2c 2d 2h Ks 7c").klass == "four-of-a-kind"
    assert hand(deuces, "2c As Ks Qs Js").klass == "straight-flush"
    assert hand(deuces, "2c Jk As Ks Qs").klass == "straight-flush"
    assert hand(deuces, "As Ks Qs Js Ts").klass == "royal-flush"
    assert hand(deuces, "2c As Ks Qs 9s") == hand(deuces, "As Ks Qs Js 9s")
    assert (
        name(hand(RANKINGS["five-card-wild-high"].wild("2"), "2c 2d 2h 2s 7c")) == "Straight flush, jack high"
    )
    with pytest.raises(BadInput, match="not a rank"):
        deuces.wild("1")


def test_in_several_packs_the_same_card_comes_again() -> None:
    assert hand("three-card", "4c 4c 4c").klass == "three-of-a-kind"
    assert hand("three-card", "4c 4c 9c").klass == "flush"
    assert hand("three-card", "4c 4c 9d").klass == "pair"
    assert hand("three-card", "Kc Kc 3c") > hand("three-card", "Kc Qc Tc")
    assert hand("three-card", "4c 4c 4c") == hand("three-card", "4c 4d 4h")


@pytest.mark.parametrize(
    ("order", "cards", "words"),
    [
        ("five-card", "Kc 4d Kh 4s Ks", "Full house, kings over fours"),
        ("five-card", "Jc Jd 9h 5s 2c", "Pair of jacks"),
        ("five-card", "6c 6d 9h 9s 2c", "Two pairs, nines and sixes"),
        ("five-card", "9c 8d 7h 6s 5c", "Straight, nine high"),
        ("five-card", "Ac 2d 3h 4s 5c", "Straight, five high"),
        ("five-card", "9c 8c 7c 6c 5c", "Straight flush, nine high"),
        ("five-card", "Kc 8c 7c 6c 5c", "Flush, king high"),
        ("five-card", "6c 6d 6h 6s 5c", "Four of a kind, sixes"),
        ("five-card", "Ac Kc Qc Jc Tc", "Royal flush"),
        ("five-card", "Ac Jc 8d 7h 2s", "Ace high: A-J-8-7-2"),
        ("five-card-wild", "6c 6d 6h 6s Jk", "Five of a kind, sixes"),
        ("three-card", "Qc 6d 4h", "Queen high: Q-6-4"),
        ("three-card", "7c 7d 7h", "Three of a kind, sevens"),
        ("three-card-royal", "Ac Kc Qc", "Mini royal"),
    ],
)
def test_hands_have_names(order: str, cards: str, words: str) -> None:
    assert name(hand(order, cards)) == words


@pytest.mark.parametrize(
    ("order", "text", "cards"),
    [
        ("three-card", "queen-high", "Qc 3d 2h"),
        ("three-card", "queen-six-four", "Qc 6d 4h"),
        ("three-card", "pair", "2c 2d 3h"),
        ("three-card", "straight", "Ac 2d 3h"),
        ("five-card", "ace-king", "Ac Kd 4h 3s 2c"),
        ("five-card", "king-high", "Kc 5d 4h 3s 2c"),
        ("five-card", "pair-of-fours", "4c 4d 5h 3s 2c"),
        ("five-card", "pair-of-jacks", "Jc Jd 4h 3s 2c"),
        ("five-card", "straight-nine-high", "9c 8d 7h 6s 5c"),
        ("five-card", "full-house", "2c 2d 2h 3s 3c"),
        ("five-card", "four-aces", "Ac Ad Ah As 2c"),
        ("five-card", "royal-flush", "Ac Kc Qc Jc Tc"),
        ("five-card-wild", "five-aces", "Ac Ad Ah As Jk"),
        ("four-card", "pair-of-aces", "Ac Ad 3h 2s"),
        ("four-card", "three-of-a-kind", "2c 2d 2h 3s"),
    ],
)
def test_a_text_names_the_lowest_hand_that_satisfies_it(order: str, text: str, cards: str) -> None:
    threshold, lowest = at_least(RANKINGS[order], text), hand(order, cards)
    assert threshold <= lowest
    assert next(one for one in every(RANKINGS[order]) if one >= threshold) == lowest


def test_a_flush_of_several_packs_satisfies_the_text_too() -> None:
    assert (
        hand("three-card", "3c 2c 2c")
        >= at_least(RANKINGS["three-card"], "flush")
        > hand("three-card", "Ac Ad Kh")
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "high",
        "queen",
        "pair-of-ones",
        "pair-of-jack",
        "queen-queen",
        "four-of-a-kind",
        "nothing",
        "ace-king-queen",
        "-",
        "straight-high",
        "two-pairs",
    ],
)
def test_a_text_that_names_no_hand_is_told(text: str) -> None:
    with pytest.raises(BadInput, match="three-card"):
        at_least(RANKINGS["three-card"], text)


def test_a_joker_is_read_only_where_there_is_one() -> None:
    assert str(parse_card(JOKER, joker=True)) == JOKER
    assert len(pack()) == 52 and [str(card) for card in pack(joker=True)][-1] == JOKER
    with pytest.raises(Unreadable):
        parse_card(JOKER)
    with pytest.raises(Unreadable, match="joker"):
        parse_card("Xx", joker=True)
    with pytest.raises(BadInput, match="without a joker"):
        hand("five-card", "Ac Kc Qc Jc Jk")
    with pytest.raises(BadInput, match="5 cards, and there are 2"):
        hand("five-card", "Ac Kc")
    with pytest.raises(BadInput, match="did you mean five-card"):
        ranking("five-cards")


def test_a_number_is_a_card() -> None:
    assert [number(text) for text in ("2c", "2s", "Td", "As", JOKER)] == [0, 3, 33, 51, 52]
    assert sorted(number(text) for text in CARDS) == list(range(52))
    assert all(card(number(text)) == text for text in [*CARDS, JOKER])
