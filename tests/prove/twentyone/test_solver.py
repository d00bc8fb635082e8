"""What the solver promises beside its figures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from tests.prove.twentyone import plain, usual
from tests.prove.twentyone.small_games import GAMES, LOW, MIDDLE, SIXES, Game
from tests.prove.twentyone.usual import NATURAL, blackjack

from croupier.errors import BadInput
from croupier.families.twentyone.solver import splitting
from croupier.families.twentyone.solver.dealer import ends
from croupier.families.twentyone.solver.problem import ADDED, ORIGINAL, Pay, Rules, Variant, problem
from croupier.families.twentyone.solver.solve import advise, one_hand, solve
from croupier.families.twentyone.solver.splitting import scenarios, sorts
from croupier.families.twentyone.solver.states import counts_at, hand_of, hands, hard_total, values_of


def test_hands() -> None:
    every = hands()
    assert len(every.size) == 3083
    assert every.size[0] == 0
    for hand in range(0, 3083, 97):
        counts = counts_at(hand)
        for value in range(10):
            after = tuple(number + (at == value) for at, number in enumerate(counts))
            following = every.next[hand, value]
            assert (following < 0) == (hard_total(after) > 21)
            if following >= 0:
                assert counts_at(following) == after
                assert following > hand
    assert every.total[hand_of(values_of("A6"))] == 17
    assert every.total[hand_of(values_of("A6T"))] == 17
    with pytest.raises(BadInput, match="over 21"):
        hand_of(values_of("TT2"))
    with pytest.raises(BadInput, match="letters"):
        values_of("K")


@pytest.mark.deep
def test_orders_of_the_dealer() -> None:
    """With an endless shoe of thirteen ranks the chances of all ends come to one."""
    for hits, discards in product((False, True), repeat=2):
        for upcard in range(10):
            chances = [
                end.orders * Fraction(4) ** end.drawn[9] / Fraction(13) ** sum(end.drawn)
                for end in ends(hits, discards)
                if end.upcard == upcard
            ]
            assert sum(chances) == 1


def test_scenarios_come_to_one() -> None:
    for unseen, pairs, limit in (
        (309, 22, 4),
        (49, 2, 4),
        (49, 2, 3),
        (20, 1, 5),
        (309, 22, 2),
        (100, 30, 33),
    ):
        assert sum(chance for _, _, chance in scenarios(unseen, pairs, limit)) == 1
        hands_made = sum(number * chance for number, _, chance in scenarios(unseen, pairs, limit))
        assert sum(sum(sort.odd) + sum(sort.free) for sort in sorts(unseen, pairs, limit)) == hands_made
        assert sum(sort.odd[0] + sort.free[0] for sort in sorts(unseen, pairs, limit)) == 1


def test_what_a_natural_costs_changes_no_act() -> None:
    """The tower property: where every act loses the same to a natural, it does not matter how much,
    nor whether the dealer has looked.
    """
    acts = []
    for cost in (-1, 0, 7):

        def pays(role: str, name: str, outcome: str, cost: int = cost) -> list[Pay]:
            if outcome != NATURAL:
                return list(usual.pays(Fraction(3, 2), usual.PEEK)(role, name, outcome))
            return [Pay(Fraction(1), "natural", Fraction(0 if role == ADDED else cost))]

        game = Game(LOW, Rules(hands=3, surrender_on=frozenset(range(10))), pays=pays)
        acts.append(solve(game.problem()).act)
    assert (acts[0] == acts[1]).all()
    assert (acts[0] == acts[2]).all()


def test_looking_first_is_the_same() -> None:
    """Deal the dealer's second card first, let him look, and only then stand or draw one card:
    what the solver says of it, given that there is no natural.
    """
    shoe, hand, upcard = MIDDLE, values_of("68"), 9
    game = Game(shoe, Rules(hands=1, double_sizes=frozenset({2}), stands_on_hard=14))
    found = solve(game.problem()).hands[5, 7, upcard].worth
    dealt = plain.Plain(game.problem(), game.player, game.dealer)
    left = plain.without(shoe, plain.more(plain.more(plain.more(plain.EMPTY, hand[0]), hand[1]), upcard))
    natural = Fraction(left[0], sum(left))
    stands = Fraction(0)
    for hole, number, rest in plain.drawn(left):
        if hole != 0:
            outcomes = dealt.dealer(rest, plain.more(plain.more(plain.EMPTY, upcard), hole), upcard)
            value = sum(
                ways * dealt.net[ORIGINAL, "16 or less", outcome] for outcome, ways in outcomes.items()
            ) / Fraction(plain.orders(rest))
            stands += Fraction(number, sum(left)) / (1 - natural) * value
    assert found["stand"] == pytest.approx(float(-natural + (1 - natural) * stands), abs=1e-15)


@pytest.mark.deep
def test_the_cards_set_apart_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison with the plain solver has teeth:
    forget that other hands did not get a pair card, and it fails.
    """
    game = GAMES["peek, four hands"]
    slow = plain.solve(game.problem(), game.player, game.dealer)
    forgotten = [sort._replace(apart=0) for sort in sorts(17, 1, 4)]
    assert forgotten != list(sorts(17, 1, 4))
    monkeypatch.setattr(
        splitting, "sorts", lambda *given: tuple(sort._replace(apart=0) for sort in sorts(*given))
    )
    for kept in (splitting.shares_of, splitting.split_ways):
        kept.cache_clear()
    try:
        assert abs(solve(game.problem()).value - float(slow.value)) > 1e-6
    finally:
        for kept in (splitting.shares_of, splitting.split_ways):
            kept.cache_clear()


@pytest.mark.deep
def test_key() -> None:
    one = blackjack(6)
    assert one.key == blackjack(6).key
    assert one.key != blackjack(8).key == one.with_shoe(usual.decks(8)).key
    others = [
        blackjack(6, Rules(hands=3)),
        blackjack(6, natural=Fraction(6, 5)),
        blackjack(6, taken=usual.ALL_LOST),
        blackjack(6, Rules(hits_soft_17=True)),
    ]
    assert len({one.key, *(other.key for other in others)}) == 5
    renamed = problem(
        usual.decks(6),
        Rules(),
        lambda *given: "my " + usual.player_class(*given),
        usual.dealer_class,
        lambda role, name, outcome: [
            pay._replace(row="x")
            for pay in usual.pays(Fraction(3, 2), usual.PEEK)(role, name.removeprefix("my "), outcome)
        ],
    )
    assert renamed.key == one.key


def test_advice() -> None:
    one = blackjack(6, Rules(double_after_split=False))
    found = solve(one)
    assert advise(one, found, values_of("T6"), 9) == pytest.approx(one_hand(one, values_of("T6"), 9))
    assert set(advise(one, found, values_of("83"), 5)) == {"stand", "draw", "double"}
    assert set(advise(one, found, values_of("83"), 5, split=True)) == {"stand", "draw"}
    assert set(advise(one, found, values_of("A3"), 5, split=True, split_aces=True)) == {"stand"}
    assert set(advise(one, found, values_of("88"), 9)) == {"stand", "draw", "double", "split"}
    assert advise(one, found, values_of("AT"), 9) == {"stand": pytest.approx(found.hands[0, 9, 9].value)}
    deep = one.with_shoe((1, 0, 0, 0, 0, 5, 5, 5, 5, 20))
    assert set(one_hand(deep, values_of("T6"), 9)) == {"stand", "draw", "double"}
    with pytest.raises(BadInput, match="does not hold"):
        one_hand(deep, values_of("T2"), 9)


def test_ties_go_to_the_smaller_stake() -> None:
    """Where every end pays nothing, nobody draws, doubles, splits or surrenders."""
    nothing = Game(
        SIXES,
        Rules(hands=4, surrender_on=frozenset(range(10))),
        pays=lambda *_: [Pay(Fraction(1), "nothing", Fraction(0))],
    )
    found = solve(nothing.problem())
    assert not found.act[0][hands().size >= 2].any()
    assert {hand.act for hand in found.hands.values()} == {"stand"}
    assert found.value == 0
    assert found.close
    assert found.close[0].difference == 0


def test_shoe_with_a_value_missing() -> None:
    found = solve(blackjack((8, 8, 8, 8, 0, 8, 8, 8, 8, 0)))
    assert not any(4 in dealt or 9 in dealt for dealt in found.hands)
    assert sum(found.outcomes.values()) == pytest.approx(1, abs=1e-14)
    assert sum(found.rows.values()) == pytest.approx(found.hands_made, abs=1e-14)
    assert np.isfinite(found.value)


REFUSED = {
    "ten counts|aces first": {"shoe": (1, 2, 3)},
    "neither doubles": {"rules": Rules(forced=True)},
    "three cards or more": {"rules": Rules(trick=2)},
    "two hands at most": {"rules": Rules(hands=3), "fallback": ("21",)},
    "come to 1/2": {"variants": {(5, 6): (Variant("suited", Fraction(1, 2), {7: "21"}),)}},
    "not 21": {"variants": {(5, 6): (Variant("suited", Fraction(1), {6: "21"}),)}},
    "weights of": {"pays": lambda *_: [Pay(Fraction(1, 2), "half", Fraction(0))]},
}


@pytest.mark.parametrize("why", REFUSED)
def test_refused(why: str) -> None:
    with pytest.raises(BadInput, match=why):
        replace(Game(LOW), **REFUSED[why]).problem()


def test_a_pay_that_is_missing_is_named() -> None:
    game = Game(
        LOW,
        pays=lambda role, name, outcome: (
            () if name == "18" else usual.pays(Fraction(3, 2), usual.PEEK)(role, name, outcome)
        ),
    )
    with pytest.raises(BadInput, match="18 pays against"):
        solve(game.problem())
