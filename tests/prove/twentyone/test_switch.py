"""Two hands whose second cards may change places, against a small shoe that is dealt out:
what every hand is worth, the switch, the rows, and the variance of the round.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.certificates import write
from tests.prove.twentyone import plain, usual
from tests.prove.twentyone.small_games import Game, dealer_22, special
from tests.prove.twentyone.usual import ALL_LOST, PEEK

from croupier.errors import BadInput
from croupier.families.twentyone.solver.kept import (
    SwitchCertificate,
    differences,
    switch_certificate,
    switch_figures,
)
from croupier.families.twentyone.solver.plan import PlanAgainst
from croupier.families.twentyone.solver.problem import (
    AT_ORIGINAL,
    AT_SPLIT,
    AT_SPLIT_ACES,
    DOUBLE,
    DRAW,
    IS_BUST,
    IS_DOUBLED_BUST,
    IS_SURRENDERED,
    SPLITS,
    STAND,
    Problem,
    Rules,
)
from croupier.families.twentyone.solver.states import ACE, Counts, hand_of, hands
from croupier.families.twentyone.solver.switch import Switched, solve_switch
from croupier.families.twentyone.solver.switch_spread import switch_spread
from croupier.prove import store

PUSH_22 = special(PEEK, "22", Fraction(0))
SHOE = (3, 0, 0, 0, 0, 3, 0, 3, 0, 12)
"""Aces, sixes, eights, tens; so many tens that no round runs out of cards."""


def player(counts: Counts, total: int, stage: str, doubled: bool) -> str:
    """By the total; an ace and a ten are no natural."""
    return usual.player_class(counts, total, "split", doubled)


ONCE = Game(SHOE, Rules(hands=2, hits_soft_17=True), dealer=dealer_22, pays=PUSH_22)
GAMES = {
    "one split": ONCE,
    "one split, all lost, surrender": Game(
        SHOE, Rules(hands=2, split_aces_draw=True, surrender_on=frozenset({0, 9})), ALL_LOST
    ),
    "split again, never both": Game(
        SHOE, Rules(hands=3, split_on=frozenset({7}), hits_soft_17=True), dealer=dealer_22, pays=PUSH_22
    ),
    "no limit, never both": Game(
        SHOE, Rules(hands=0, resplit_aces=True, split_on=frozenset({ACE})), dealer=dealer_22, pays=PUSH_22
    ),
    "four hands": Game(
        (4, 0, 0, 0, 0, 3, 0, 5, 0, 16),
        Rules(hands=4, resplit_aces=True, hits_soft_17=True),
        dealer=dealer_22,
        pays=PUSH_22,
    ),
}


@cache
def posed(name: str) -> tuple[Game, Problem, Problem, Switched]:
    game = GAMES[name]
    one, other = game.problem(), replace(game, player=player).problem()
    return game, one, other, solve_switch(one, other)


def deals(shoe: Counts) -> list[tuple[tuple[int, int, int, int, int], Fraction]]:
    """Four cards and an upcard in order, with their chance."""
    found = []
    for cards in product([value for value in range(10) if shoe[value]], repeat=5):
        left, chance = list(shoe), Fraction(1)
        for card in cards:
            chance *= Fraction(max(left[card], 0), sum(left))
            left[card] -= 1
        if chance:
            found.append((cards, chance))
    return found


def less(shoe: Counts, *cards: int) -> Counts:
    return tuple(number - cards.count(value) for value, number in enumerate(shoe))


@pytest.mark.deep
@pytest.mark.parametrize("name", ["one split", "one split, all lost, surrender"])
def test_every_hand_and_the_switch_against_the_plain_solver(name: str) -> None:
    """Each hand is worth what is best for it in the shoe without the other hand's two cards;
    the better sum of both decides.
    """
    game, problem, other, found = posed(name)

    @cache
    def beside(low: int, high: int, switched: bool) -> plain.Plain:
        return plain.Plain(
            (other if switched else problem).with_shoe(less(game.shoe, low, high)),
            player if switched else game.player,
            game.dealer,
        )

    @cache
    def worth(one: tuple[int, int], two: tuple[int, int], upcard: int, switched: bool) -> Fraction:
        """Of the first two cards, beside the other two."""
        solver = beside(*sorted(two), switched and one == (0, 9))
        dealt = plain.Found(1)
        solver.play(*one, upcard, 1, less(solver.problem.shoe, *one, upcard), dealt)
        return max(dealt.worth[*one, upcard].values())

    value, switched_share, cells = Fraction(0), Fraction(0), defaultdict(Fraction)
    rows: dict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
    for (x1, y1, x2, y2, up), chance in deals(game.shoe):
        kept, changed = (
            ((min(one), max(one)), (min(two), max(two)))
            for one, two in (((x1, x2), (y1, y2)), ((x1, y2), (y1, x2)))
        )
        sums = [
            worth(one, two, up, switched) + worth(two, one, up, switched)
            for switched, (one, two) in enumerate((kept, changed))
        ]
        for side, total in enumerate(sums):
            assert found.worth[x1, y1, x2, y2, up, side] == pytest.approx(float(total), abs=1e-12)
        switches = sums[1] > sums[0]
        assert found.switches[x1, y1, x2, y2, up] == switches
        value += chance * max(sums)
        switched_share += chance * switches
        for one, two in (changed, changed[::-1]) if switches else (kept, kept[::-1]):
            cells[one, two, up, switches and one == (0, 9)] += chance
    assert found.value == pytest.approx(float(value), abs=1e-13)
    assert found.switched_share == pytest.approx(float(switched_share), abs=1e-13)
    hands_made = stakes = Fraction(0)
    for (one, two, up, switched), chance in cells.items():
        solver = beside(*two, switched)
        shoe = less(solver.problem.shoe, *one, up)
        dealt = plain.Found(plain.orders(shoe))
        solver.play(*one, up, 1, shoe, dealt)
        hands_made += chance * dealt.hands / dealt.total
        stakes += chance * dealt.stakes / dealt.total
        for (role, kind, outcome), ways in dealt.cells.items():
            pays = solver.problem.pays[("original", "first", "added").index(role)][
                solver.problem.classes.index(kind)
            ][solver.problem.outcomes.index(outcome)]
            for pay in pays:
                rows[pay.row, pay.net] += chance * pay.weight * Fraction(ways) / dealt.total
    assert found.rows == pytest.approx({row: float(number) for row, number in rows.items()}, abs=1e-13)
    assert (found.hands_made, found.stakes) == pytest.approx((float(hands_made), float(stakes)), abs=1e-13)
    assert sum(net * number for (_, net), number in rows.items()) == value


Table = tuple[Counts, tuple[float, ...], tuple[float, ...]]
"""The cards that are left, what the hands of the other box that are finished are paid against every outcome,
and what those of this one are."""


def played(
    problem: Problem, plan: PlanAgainst, cards: tuple[int, int], tables: dict[Table, float]
) -> dict[Table, float]:
    """Deal out one hand, and all that are split from it; by the chance of every table."""
    over: dict[Table, float] = defaultdict(float)

    def go_on(
        hand: int, stage: int, role: int, table: Table, chance: float, then: dict[Table, float]
    ) -> None:
        act, kinds = plan.act[stage, hand], problem.kinds[0 if stage == AT_ORIGINAL else 1]
        if act not in (DRAW, DOUBLE):
            then[paid(table, problem, role, kinds[0, hand] if act == STAND else IS_SURRENDERED)] += chance
            return
        for card, number, left in plain.drawn(table[0]):
            after, share, rest = hands().next[hand, card], chance * number / sum(table[0]), (left, *table[1:])
            if act == DOUBLE:
                then[paid(rest, problem, role, IS_DOUBLED_BUST if after < 0 else kinds[1, after])] += share
            elif after < 0:
                then[paid(rest, problem, role, IS_BUST)] += share
            else:
                go_on(after, stage, role, rest, share, then)

    if plan.act[AT_ORIGINAL, hand_of(cards)] != SPLITS:
        for table, chance in tables.items():
            go_on(hand_of(cards), AT_ORIGINAL, 0, table, chance, over)
        return over
    value = cards[0]
    stage = AT_SPLIT_ACES if value == ACE else AT_SPLIT
    pending: dict[tuple[Table, int, int, int], float] = {
        (table, 1, 2, 2): chance for table, chance in tables.items()
    }
    """The table, the role of the hand that is next, how many hands there are,
    and how many of them are to be played."""
    while pending:
        following: dict[tuple[Table, int, int, int], float] = defaultdict(float)
        for (table, role, made, to_play), chance in pending.items():
            for card, number, left in plain.drawn(table[0]):
                share, rest = chance * number / sum(table[0]), (left, *table[1:])
                if card == value and made < problem.limit(value):
                    following[rest, role, made + 1, to_play + 1] += share
                    continue
                then: dict[Table, float] = defaultdict(float)
                go_on(hand_of((value, card)), stage, role, rest, share, then)
                for after, number_ in then.items():
                    if to_play == 1:
                        over[after] += number_
                    else:
                        following[after, 2, made, to_play - 1] += number_
        pending = following
    return over


def paid(table: Table, problem: Problem, role: int, kind: int) -> Table:
    """A table after one more hand of this box."""
    return (*table[:2], tuple(a + b for a, b in zip(table[2], problem.nets[role, kind], strict=True)))


class DealtOut(NamedTuple):
    """A round that is dealt out card by card."""

    value: float
    variance: float
    product: float
    """The part of the expected product of both boxes that belongs to those that are both split."""
    independent: float
    """What this would be if they were independent given the dealer's outcome."""
    both: float
    """How often they are."""


def dealt_out(name: str) -> DealtOut:
    game, problem, other, found = posed(name)
    dealer = cache(plain.Plain(problem, game.player, game.dealer)._dealer)
    couples: dict[tuple[tuple[int, int], tuple[int, int], int, bool], Fraction] = defaultdict(Fraction)
    for (x1, y1, x2, y2, up), chance in deals(game.shoe):
        switched = bool(found.switches[x1, y1, x2, y2, up])
        one, two = sorted(
            (min(pair), max(pair)) for pair in (((x1, y2), (y1, x2)) if switched else ((x1, x2), (y1, y2)))
        )
        couples[one, two, up, switched and (0, 9) in (one, two)] += chance
    value = square = product_ = independent = both = 0.0
    nothing = (0.0,) * len(problem.outcomes)
    for (one, two, up, switched), chance in couples.items():
        tables: dict[Table, float] = {(less(game.shoe, *one, *two, up), nothing, nothing): 1.0}
        splits = 0
        for own, beside in ((one, two), (two, one)):
            plan = found.plans[*beside, up]
            tables = {(shoe, mine, theirs): share for (shoe, theirs, mine), share in tables.items()}
            if switched and own == (0, 9):
                tables = {
                    paid(table, other, 0, other.kinds[0, 0, hand_of(own)]): share
                    for table, share in tables.items()
                }
                continue
            splits += plan.act[AT_ORIGINAL, hand_of(own)] == SPLITS
            tables = played(problem, plan, own, tables)
        nets = [[0.0, 0.0, 0.0] for _ in problem.outcomes]
        for (shoe, theirs, mine), share in tables.items():
            for outcome, ways in dealer(shoe, plain.more(plain.EMPTY, up), up).items():
                at, weight = (
                    problem.outcomes.index(outcome),
                    float(chance) * share * ways / plain.orders(shoe),
                )
                value += weight * (theirs[at] + mine[at])
                square += weight * (theirs[at] + mine[at]) ** 2
                product_ += weight * theirs[at] * mine[at] if splits == 2 else 0.0
                for sums, net in enumerate((1.0, theirs[at], mine[at])):
                    nets[at][sums] += weight * net
        if splits == 2:
            both += float(chance)
            independent += sum(first * second / whole for whole, first, second in nets if whole)
    return DealtOut(value, square - value**2, product_, independent, both)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_the_variance_of_a_round_that_is_dealt_out(name: str) -> None:
    """To every digit, but for boxes that are both split and may be split again:
    these are taken to be independent given the dealer's outcome.
    """
    _, problem, other, found = posed(name)
    dealt = dealt_out(name)
    assert found.value == pytest.approx(dealt.value, abs=1e-12)
    assert (dealt.both > 0) == ("never both" not in name)
    taken = 2 * (dealt.independent - dealt.product) if problem.rules.hands != 2 else 0.0
    assert switch_spread(problem, other, found) == pytest.approx(dealt.variance + taken, abs=1e-12)


@pytest.mark.deep
def test_figures_are_told_without_a_certificate() -> None:
    _, problem, other, found = posed("four hands")
    told = switch_figures(problem, other)
    assert told.certificate == "" and told.first == 2
    together = told.rounds()
    assert sum(together.chances.values()) == 1 and together.error == Fraction(1, 10_000)
    assert float(together.variance) == pytest.approx(switch_spread(problem, other, found), abs=1e-6)
    assert sum(net * ways for (_, net), ways in told.rows.items()) / told.total == pytest.approx(
        found.value, abs=1e-9
    )
    assert float(sum(told.rows.values()) / told.total) == pytest.approx(float(told.hands), abs=1e-9)


def test_a_certificate_of_two_hands_is_written_read_and_compared(tmp_path: Path) -> None:
    _, problem, other, found = posed("one split")
    made = switch_certificate(problem, other, found, 2.5, {})
    read, wrong = store.read(SwitchCertificate, write(made, tmp_path).read_bytes())
    assert differences(read, made) == [] and wrong == ""
    assert differences(read, switch_certificate(problem, other, found, 2.6, {})) == [
        "variance: 2.500000 is kept, 2.600000 was found"
    ]


def test_what_two_hands_cannot_be_solved_with() -> None:
    game = Game(SHOE, Rules(hands=2), usual.ORIGINAL_ONLY, fallback=("21",))
    with pytest.raises(BadInput, match="in place of another"):
        solve_switch(game.problem(), game.problem())
