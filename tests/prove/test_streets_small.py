"""The plain solver and each fast method agree on small packs:
every cell, and the act at every information set.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from tests.prove import plain_draw
from tests.prove.plans import held_cards, stud_act, table_act
from tests.prove.street_games import (
    caribbean,
    crazy_four,
    insured_stud,
    let_it_ride,
    live_draw,
    mississippi,
    pack,
    three_card,
    values,
)

from croupier.families.livedraw import solver as draw
from croupier.families.streets.solver import against_table, plain, stud
from croupier.prove.streets import JOKER, Act, Ask, Draw, Street
from croupier.ranking.poker import RANKINGS

SIX_RANKS = pack("2345KA", "ch")


def same(street: Street, slow: stud.Solution, fast: stud.Solution) -> None:
    assert fast.total == slow.total == street.total
    assert (fast.cells == slow.cells).all()
    assert fast.expected == slow.expected


STUDS = {
    "three card": three_card(pack("2QKA", "cdh")),
    "three card, low pack": three_card(pack("234QA", "cd")),
    "three card, an upcard": three_card(pack("2JQKA", "ch"), up=1),
    "three card, two packs": three_card(pack("2QKA", "ch"), decks=2),
    "three card, three packs of six": three_card(pack("3QK", "ds"), decks=3),
    "three card, two packs, an upcard": three_card(pack("TJQ", "ch"), decks=2, up=1),
    "Caribbean": caribbean(SIX_RANKS),
    "Caribbean, three suits": caribbean(pack("9QKA", "cds"), qualifies="pair-of-kings"),
    "Caribbean, no upcard": caribbean(SIX_RANKS, up=0),
    "insured": insured_stud(pack("234578", "cs")),
    "insured, high": insured_stud(pack("57TJKA", "dh")),
    "crazy four": crazy_four(pack("35QKA", "ch")),
    "crazy four, straights": crazy_four(pack("TJQKA2", "ch")),
    "crazy four, an upcard": crazy_four(pack("23KA", "cdh"), up=1),
}


@pytest.mark.deep
@pytest.mark.parametrize("name", STUDS)
def test_stud_equals_plain(name: str) -> None:
    street = STUDS[name]
    slow, fast = plain.solve(street), stud.solve(street)
    same(street, slow, fast)
    acts = set()
    for at, ((_, own, _, up), act) in enumerate(slow.plans[0].items()):
        shown = up[0] if up else None
        assert stud_act(street, fast.plans, own, shown) == act
        acts.add(act)
        if at % 29 == 0:
            worths = stud.worths(street, own, shown)
            assert max(worths, key=lambda name: worths[name]) == street.asks[0].acts[0][act].name
    assert len(acts) > 1
    assert (stud.count(street, fast.plans).cells == slow.cells).all()
    other = np.full_like(fast.plans[0], len(street.asks[0].acts[0]) - 1)  # always fold
    folds = {seen: len(street.asks[0].acts[0]) - 1 for seen in slow.plans[0]}
    same(street, plain.count(street, (folds,)), stud.count(street, (other,)))


@pytest.mark.parametrize("deck, cards", [(pack("2QKA", "cdh"), 3), (SIX_RANKS, 5)])
def test_a_comparison_without_an_ask(deck: tuple[int, ...], cards: int) -> None:
    ranking = "three-card" if cards == 3 else "five-card"
    pays = np.array([[[[-1, 0, 1]]]])
    street = Street(cards, 0, cards, 0, (), ("dealt",), ranking, (), (), pays, deck)
    slow, fast = plain.solve(street), stud.solve(street)
    same(street, slow, fast)
    assert fast.plans == () and fast.expected == 0
    assert fast.cells[0, 0, 0, 0] == fast.cells[0, 0, 0, 2]


TABLES = {
    "let it ride": let_it_ride(pack("59TJA", "ch")),
    "let it ride, two pairs lose": let_it_ride(pack("89TJ", "cdh"), odds=(1, -1, 2, 5, 8, 11, 50, 200, 1000)),
    "Mississippi": mississippi(
        pack("2345A", "ch"), (0, 1, -1, -1, 2, 3, 4, 6, 10, 40), ("pair-of-threes", "pair-of-jacks")
    ),
    "Mississippi, hard": mississippi(
        pack("9TJQK", "cs"), (-1, 0, -1, 1, 2, 3, 4, 6, 10, 20), ("pair-of-threes", "pair-of-jacks")
    ),
    "Mississippi, smaller bet first": mississippi(
        pack("234KA", "ch"),
        (0, 1, -1, 2, 3, 4, 6, 10, 40, 100),
        ("pair-of-threes", "pair-of-jacks"),
        largest_first=False,
    ),
}


@pytest.mark.deep
@pytest.mark.parametrize("name", TABLES)
def test_against_a_table_equals_plain(name: str) -> None:
    street = TABLES[name]
    slow, fast = plain.solve(street), against_table.solve(street)
    same(street, slow, fast)
    acts = set()
    for number, plan in enumerate(slow.plans):
        for (state, own, board, _), act in plan.items():
            seen = [*own, *sum(board, ())]
            assert table_act(street, fast.plans, number, state, seen) == act
            acts.add(act)
        worths = against_table.worths(street, number, state, seen)
        assert max(worths, key=lambda name: worths[name]) == street.asks[number].acts[state][act].name
    assert len(acts) > 1
    same(street, slow, against_table.count(street, fast.plans))
    told: list[tuple[int, int]] = []
    against_table.solve(street, lambda *done: told.append(done))
    against_table.count(street, fast.plans, lambda *done: told.append(done))
    assert all(0 < done <= of for done, of in told) and told[-1] == (1, 1)


def test_common_cards_shown_together_and_acts_that_need_a_hand() -> None:
    """Three own cards, then two at once;
    a third of the bets may be added with a pair or better of all five.
    """
    kinds = values("five-card", "pair", "two-pairs", "straight")
    pays = np.array([[staked * odd for odd in (-1, -1, 1, 4)] for staked in (1, 2, 3)])[:, :, None, None]
    asks = (
        Ask(3, 0, 0, {0: (Act("double", 1), Act("stay", 0))}),
        Ask(
            3,
            2,
            0,
            {0: (Act("more", 1, kinds[1]), Act("stay", 0)), 1: (Act("more", 2, kinds[2]), Act("stay", 1))},
        ),
    )
    street = Street(
        3, 2, 0, 0, asks, ("one", "two", "three"), "five-card", kinds, (), pays, pack("2345A", "ch")
    )
    same(street, plain.solve(street), against_table.solve(street))
    in_three = replace(street, own=1, board=4, asks=(Ask(1, 2, 0, {0: (Act("double", 1), Act("stay", 0))}),))
    assert in_three.groups == (2, 2)
    same(in_three, plain.solve(in_three), against_table.solve(in_three))


@pytest.mark.deep
@pytest.mark.parametrize("deck", [pack("2TJQK", "ch"), pack("2JQ", "cdhs")])
@pytest.mark.parametrize("odds", [(1, 2, 3, 4, 5, 8, 25, 50, 250), (1, 1, 1, 9, 9, 9, 9, 9, 9)])
def test_draw_equals_plain(deck: tuple[int, ...], odds: tuple[int, ...]) -> None:
    game = live_draw(odds, deck)
    slow, fast = plain_draw.solve(game, draw.HOLDS), draw.solve(game)
    assert fast.total == slow.total
    assert (fast.cells == slow.cells).all()
    for hand, held in slow.plans[0].items():
        worths = draw.worths(game, hand)
        best, found = worths[held], worths[tuple(held_cards(game, fast.plans, hand))]
        assert (
            best[0] * found[1] == found[0] * best[1]
        )  # suits turned, so of equal holds another may be taken
    assert (draw.count(game, fast.plans).cells == slow.cells).all()


def test_draw_with_a_joker_equals_plain() -> None:
    kinds = values(
        "five-card-wild",
        "pair-of-kings",
        "two-pairs",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
        "straight-flush",
        "five-of-a-kind",
        "royal-flush",
    )
    game = Draw(
        "five-card-wild",
        kinds,
        np.array([0, 1, 1, 2, 3, 5, 7, 17, 50, 200, 250]),
        (*pack("2TJQK", "ch"), JOKER),
    )
    slow, fast = plain_draw.solve(game, draw.HOLDS), draw.solve(game)
    assert fast.total == slow.total
    assert (fast.cells == slow.cells).all()


@pytest.mark.deep
def test_draw_with_wild_twos_equals_plain() -> None:
    twos = RANKINGS["five-card-wild"].wild("2")
    kinds = values(
        twos,
        "three-of-a-kind",
        "straight",
        "full-house",
        "four-of-a-kind",
        "straight-flush",
        "five-of-a-kind",
        "royal-flush",
    )
    game = Draw(twos, kinds, np.array([0, 1, 2, 3, 5, 9, 15, 800]), pack("2TJQK", "ch"))
    slow, fast = plain_draw.solve(game, draw.HOLDS), draw.solve(game)
    assert fast.total == slow.total
    assert (fast.cells == slow.cells).all()


def test_worths_are_of_all_that_may_follow() -> None:
    """Before the first act the best worths add up to the value of the game."""
    street = three_card(pack("2QKA", "ch"), decks=2, up=1)
    solved = stud.solve(street)
    total = sum(
        (max(stud.worths(street, own, up[0]).values()) * ways for (own, up), ways in deals(street).items()),
        Fraction(),
    )
    assert total / sum(deals(street).values()) == solved.value
    ride = let_it_ride(pack("59TJA", "ch"))
    hands = list(combinations(ride.deck, 3))[::10]
    after = against_table.solve(ride)
    for own in hands:
        worths = against_table.worths(ride, 0, 0, own)
        assert worths[ride.asks[0].acts[0][table_act(ride, after.plans, 0, 0, own)].name] == max(
            worths.values()
        )


def deals(street: Street) -> Counter[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Own cards and upcard, with the number of ways in which they are dealt from all packs."""
    cards = sorted(street.deck * street.decks)
    found: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for own in combinations(range(len(cards)), street.own):
        for up in set(range(len(cards))) - set(own):
            found[tuple(cards[at] for at in own), (cards[up],)] += 1
    return found


def test_a_draw_plan_that_throws_everything_away() -> None:
    game = live_draw((1, 2, 3, 4, 5, 8, 25, 50, 250), pack("2TJQK", "ch"))
    best = draw.solve(game)
    nothing = draw.count(game, (np.zeros_like(best.plans[0]),))
    held = draw.count(game, (np.full_like(best.plans[0], 31),))
    assert nothing.value == held.value < best.value
