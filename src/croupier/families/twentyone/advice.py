"""One decision of twenty-one: the value of each act by the cards that may still come; and the chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.card import RANKS, parse_card
from croupier.errors import BadInput, short, unknown
from croupier.families.cards.proving import cards_to_prove
from croupier.families.twentyone.chart import Chart
from croupier.families.twentyone.charting import WORDS, charted, judged
from croupier.families.twentyone.declared import Declared, value_of
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.hands import MOST, TENS, alike, is_natural, total
from croupier.families.twentyone.insuring import STAKE, asks_insurance, insurance, offered_on, unit
from croupier.families.twentyone.offers import (
    DOUBLE,
    FORFEIT,
    KEEP,
    SPLIT,
    STAND,
    SWITCH,
)
from croupier.families.twentyone.round import TwentyOne
from croupier.families.twentyone.solver.against import Against
from croupier.families.twentyone.solver.dealer import scratch_for
from croupier.families.twentyone.solver.problem import (
    AT_ORIGINAL,
    AT_SPLIT,
    AT_SPLIT_ACES,
    IS_BUST,
    IS_RESCUED,
    SPLITS,
    Problem,
)
from croupier.families.twentyone.solver.solve import solve
from croupier.families.twentyone.solver.states import ACE, TEN, VALUES, hand_of, hands
from croupier.families.twentyone.solver.switch import box_worth
from croupier.families.twentyone.solver.values import PREFERRED, mean
from croupier.prove.advice import Advice, Choice
from croupier.prove.charts import Charted

PLACES = 12
"""Decimal places of a value. Values are computed in floating point."""
BOUND = Fraction(2, 10**PLACES)
"""The largest error of a value.

It covers the error of the solver, where a natural is taken out of it, and that of rounding.
"""
COURSES = {SPLIT: "a hand made by splitting", DOUBLE: "the card of a double has come"}
"""What may have been done with the hand before, in words."""
SWITCHING = {KEEP: "two hands as they were dealt", SWITCH: "two hands whose second cards changed places"}
"""What may have been done with a box of two hands, in words."""
BOX = 4
"""The cards of a box of two hands at first."""


def advise(
    game: TwentyOne,
    cards: Sequence[str],
    board: Sequence[str] = (),
    up: str = "",
    done: str = "",
    wager: str = "",
    before: Mapping[str, Any] | None = None,
) -> Advice:
    """Return the value of each act on a hand, for each unit of the first stake.

    Cards are written with their suits or without (`Th`, `9`; `T` may be any card that counts ten). `done` is
    `split` for a hand made by splitting, `double` once the card of a double has come. `wager` is `insurance`
    for a question about that. `before` says what has left the shoe before this round. Where second cards may
    change places, four cards are a box, those of the first hand first. Once that is decided, `done` is `keep`
    or `switch`, and four cards are one hand.
    """
    rules = game.rules
    if board:
        raise BadInput("there are no community cards at twenty-one")
    courses = {**COURSES, **(SWITCHING if rules.setup.switch is not None else {})}
    if done and done not in courses:
        raise unknown("course of play", done, courses, "what may have been done with the hand before")
    if rules.forced:
        raise BadInput("nothing is decided in this game: hands are drawn by rule")
    own, (upcard,) = [_card(card) for card in cards], [_card(card) for card in _shown(up)]
    if len(own) < 2:
        raise BadInput(
            f"a hand has two cards or more, and {len(own)} {'is' if len(own) == 1 else 'are'} named"
        )
    stock = _without(cards_to_prove(game, game.shoe, before, len(own) + 2), [*own, upcard])
    seen = {"own": list(cards), "up": [up], **_gone(before)}
    natural = is_natural(own) and not done and rules.setup.switch is None
    if asks_insurance(rules, wager) or (natural and offered_on(rules, own, upcard)):
        return insurance(rules, own, upcard, stock, seen, natural)
    if rules.setup.switch is not None and len(own) == BOX and not done:
        return _box(rules, own, upcard, stock, seen)
    points = total(own)[0]
    if points == MOST and len(own) == 2 and done in (SPLIT, SWITCH) and rules.doubles_21:
        return _made_21(rules, own, upcard, stock, seen, done)
    if points > MOST or (points == MOST and done != DOUBLE):
        raise BadInput(
            f"{' '.join(cards)} is {'over 21' if points > MOST else 'a natural' if natural else '21'}: "
            "nothing is decided any more"
        )
    problem = Declared(rules, STAKE).problem().with_shoe(_values([*own, upcard], stock))
    return (
        _rescue(rules, problem, own, upcard, seen)
        if done == DOUBLE
        else _acts(rules, problem, own, upcard, seen, done, courses.get(done, ""))
    )


def chart(rules: TwentyOneRules, own: Chart | None = None) -> Charted:
    """Return the best chart by total for a full shoe, or judge a chart of one's own."""
    problem = Declared(rules, STAKE).problem()
    if problem.rules.forced:
        raise BadInput("there is no chart: nothing is decided in this game")
    solution = solve(problem)
    found = (
        judged(problem, solution, own)
        if own is not None
        else charted(problem, solution, rules.ruleset.head.title, sizes_of(rules))
    )
    return replace(found, notes=_beside(rules))


def _beside(rules: TwentyOneRules) -> tuple[str, ...]:
    """Say what is decided beside the hands, from a full shoe with only the upcard seen."""
    found = []
    stock, row = rules.packs.fresh(), rules.setup.insurance
    if offered_on(rules, ["2", "2"], "A") and row is not None:
        left = sum(stock.values()) - 1
        tens = sum(number for card, number in stock.items() if card[0] in TENS)
        gain = (tens * unit(rules, row.wager, "win") + (left - tens) * unit(rules, row.wager, "lose")) / left
        found.append(
            f"{'take' if gain > 0 else 'decline'} insurance: it {'wins' if gain > 0 else 'loses'} "
            f"{abs(float(gain)) * 100:.2f} % of what is laid on it, with no card seen but the ace"
        )
    if rules.setup.even_money is not None and rules.holds(rules.setup.even_money.when):
        found.append("take even money" if Declared(rules, STAKE).even_money else "decline even money")
    if rules.setup.switch is not None:
        found.append("for each hand by itself; whether to switch is another question")
    return tuple(found)


def sizes_of(rules: TwentyOneRules) -> tuple[int, ...]:
    """Return from how many cards on a chart of the game tells hands apart by their number.

    It does where a number of cards wins, or a 21 of many cards is paid more.
    """
    if rules.trick:
        return tuple(size for size in (rules.trick - 2, rules.trick - 1) if size > 2)
    return (3, 4, 5, 6) if "21-in-5" in rules.prices.known_rows(rules.main) else ()


# Cards.


def _card(text: str) -> str:
    """Return a card, with or without its suit."""
    card = "T" + text[2:] if text.startswith("10") else text
    return card if len(card) == 1 and card in RANKS else str(parse_card(card))


def _shown(up: str) -> list[str]:
    cards = up.split()
    if len(cards) != 1:
        raise BadInput(
            "the dealer's upcard is seen in this game: name it (--up 9d)"
            if not cards
            else f"the dealer shows one card, not {short(up)}"
        )
    return cards


def _gone(before: Mapping[str, Any] | None) -> dict[str, list[str]]:
    """Return the cards that have left the shoe, as `before` names them."""
    out = dict((before or {}).get("shoe", {}).get("out", {}))
    return (
        {
            "out": [
                f"{number}x {card}" if int(number) > 1 else str(card)
                for card, number in out.items()
                if int(number)
            ]
        }
        if out
        else {}
    )


def _without(stock: Counter[str], cards: Sequence[str]) -> Counter[str]:
    """Return the cards that may still come.

    A card without a suit is taken from its rank; a ten without a suit may be a picture.
    """
    left = Counter(stock)
    for card in sorted(cards, key=len, reverse=True):
        found = next(
            (
                one
                for one in left
                if left[one] > 0 and (one.startswith(card) or (card == "T" and one[0] in TENS))
            ),
            "",
        )
        if not found and card[0] == "T" and not any(one[0] == "T" for one in left):
            raise BadInput(f"there is no {card} in these decks, which hold no tens; write T for any picture")
        if not found:
            raise BadInput(f"every {card} that the shoe may hold has left it already")
        left[found] -= 1
    return left


def _values(cards: Sequence[str], stock: Mapping[str, int]) -> tuple[int, ...]:
    """Count the cards seen and those that may still come, by value."""
    found = [0] * VALUES
    for card, number in (*stock.items(), *((card, 1) for card in cards)):
        found[value_of(card[0])] += number
    return tuple(found)


# Acts on a hand.


def _acts(
    rules: TwentyOneRules,
    problem: Problem,
    own: list[str],
    upcard: str,
    seen: dict[str, list[str]],
    done: str,
    course: str,
) -> Advice:
    """Return the values of the acts allowed: hit, stand, double, split, surrender."""
    split = done == SPLIT
    values = sorted(value_of(card[0]) for card in own)
    hand, up = hand_of(values), value_of(upcard[0])
    pair = alike(own)
    one = Against(problem, up, scratch_for(problem.dealer), hand_of(values[:1]) if pair else hand)
    if len(own) == 2:
        one.choose(values[0], values[1])
    stage = AT_ORIGINAL if not split else AT_SPLIT_ACES if own[0][0] == "A" else AT_SPLIT
    may = int(problem.may[stage, hand])
    if split and pair and problem.limit(values[0]) > 2:
        may |= 1 << SPLITS
    worth = _by_suits(problem, one, own, hand)
    acts = [act for act in PREFERRED if may >> act & 1 and not np.isnan(worth[act])]
    looked = _looked(rules, problem, one, hand)
    choices = sorted(
        (Choice(WORDS[act], looked(float(worth[act]))) for act in acts), key=lambda choice: -choice.value
    )
    notes = ["a split hand is judged like one that was not split"] if split else []
    notes += (
        ["the dealer has looked at the hole card: it makes no natural"]
        if rules.hole == "peek" and up in (ACE, TEN)
        else []
    )
    return Advice("hit or stand", seen, course, tuple(choices), rules.setup.draw.clause, BOUND, tuple(notes))


def _by_suits(problem: Problem, one: Against, own: list[str], hand: int) -> NDArray[np.float64]:
    """Return the values of the acts, by the suits of two cards where these matter and are known."""
    pair = tuple(sorted(value_of(card[0]) for card in own))
    found: NDArray[np.float64] = one.played.worth[hand]
    if len(pair) != 2 or pair not in one.varied or any(len(card) < 2 for card in own):
        return found
    suits = {card[1] for card in own}
    kind = "mixed" if len(suits) > 1 else "spades" if suits == {"s"} else "suited"
    found = one.varied[pair][[variant.name for variant in problem.variants[pair]].index(kind)]
    return found


def _looked(rules: TwentyOneRules, problem: Problem, one: Against, hand: int) -> Any:
    """Turn a value of the solver into one for the moment of the decision.

    Where the dealer looked and has no natural, its cost is taken out of the value.
    """
    chance = float(one.law.chance[hand, problem.natural]) if rules.hole == "peek" else 0.0
    cost = float(problem.nets[0, IS_BUST, problem.natural])
    return lambda value: _fraction((value - chance * cost) / (1 - chance) if chance < 1 else value)


def _fraction(value: float) -> Fraction:
    return Fraction(f"{value:.{PLACES}f}")


def _rescue(
    rules: TwentyOneRules, problem: Problem, own: list[str], upcard: str, seen: dict[str, list[str]]
) -> Advice:
    """Say whether to give up a doubled hand. The last card named is the one that came."""
    row = rules.setup.double
    if row is None or not problem.rules.rescue:
        raise BadInput("a doubled hand is not given up in this game: nothing is decided after its card")
    if len(own) < 3 or total(own)[0] >= MOST:
        raise BadInput(
            "a doubled hand is given up only if it has three cards or more and counts less than 21; "
            "the card that came is named last"
        )
    hand, up = hand_of(value_of(card[0]) for card in own), value_of(upcard[0])
    one = Against(problem, up, scratch_for(problem.dealer), hand)
    way = 2 if problem.rules.frozen_aces and own[-1][0] != "A" else 1
    looked = _looked(rules, problem, one, hand)
    worth = {
        STAND: mean(one.law.chance[hand], problem.nets[0, problem.kinds[0, way, hand]]),
        FORFEIT: mean(one.law.chance[hand], problem.nets[0, IS_RESCUED]),
    }
    choices = sorted(
        (Choice(act, looked(value)) for act, value in worth.items()), key=lambda choice: -choice.value
    )
    return Advice("forfeit or stand", seen, COURSES[DOUBLE], tuple(choices), row.rescue_clause, BOUND)


def _made_21(
    rules: TwentyOneRules,
    own: list[str],
    upcard: str,
    stock: Counter[str],
    seen: dict[str, list[str]],
    done: str,
) -> Advice:
    """Judge an ace and a ten that are no natural, where they may be doubled as eleven.

    The solver leaves this out: it is never best.
    """
    problem = (
        Declared(rules, STAKE, switched=done == SWITCH).problem().with_shoe(_values([*own, upcard], stock))
    )
    hand, up, stage = hand_of(value_of(card[0]) for card in own), value_of(upcard[0]), int(done == SPLIT)
    one = Against(problem, up, scratch_for(problem.dealer), hand)
    row, may = rules.setup.double, problem.rules
    assert row is not None
    worth = {STAND: mean(one.law.chance[hand], problem.nets[0, problem.kinds[stage, 0, hand]])}
    if not stage or (may.double_after_split and (own[0][0] != "A" or may.split_aces_double)):
        shares, after = (one.shoe - hands().held[hand]) / (one.shoe.sum() - 2), hands().next[hand]
        ends = (
            (float(shares[card]), after[card], problem.kinds[stage, 1 if card == ACE else 2, after[card]])
            for card in range(VALUES)
        )
        worth[DOUBLE] = sum(
            share * mean(one.law.chance[end], problem.nets[0, kind]) for share, end, kind in ends
        )
    looked = _looked(rules, problem, one, hand)
    choices = sorted(
        (Choice(act, looked(value)) for act, value in worth.items()), key=lambda choice: -choice.value
    )
    return Advice("hit or stand", seen, (COURSES | SWITCHING)[done], tuple(choices), row.clause, BOUND)


def _box(
    rules: TwentyOneRules, own: list[str], upcard: str, stock: Counter[str], seen: dict[str, list[str]]
) -> Advice:
    """Say whether to switch the second cards of two hands."""
    row = rules.setup.switch
    assert row is not None
    shoe = _values([*own, upcard], stock)
    problem, plain = (
        Declared(rules, STAKE, switched=switched).problem().with_shoe(shoe) for switched in (False, True)
    )
    values = [value_of(card[0]) for card in own]
    kept, changed = box_worth(
        problem, plain, (values[0], values[1]), (values[2], values[3]), value_of(upcard[0])
    )
    looks = rules.hole == "peek"
    worth = {
        act: (one.value - one.natural * one.cost) / (1 - one.natural)
        if looks and one.natural < 1
        else one.value
        for act, one in ((KEEP, kept), (SWITCH, changed))
    }
    choices = sorted(
        (Choice(act, _fraction(value)) for act, value in worth.items()), key=lambda choice: -choice.value
    )
    notes = [
        f"both hands together, for each unit laid on one of them: {own[0]} {own[1]} and {own[2]} {own[3]}, "
        f"or {own[0]} {own[3]} and {own[2]} {own[1]}"
    ]
    notes += (
        ["the dealer has looked at the hole card: it makes no natural"]
        if looks and value_of(upcard[0]) in (ACE, TEN)
        else []
    )
    return Advice("switch or keep", seen, "", tuple(choices), row.clause, 2 * BOUND, tuple(notes))
