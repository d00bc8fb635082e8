"""Published figures of street games, from the full pack.

Where a decision is worth nothing either way, the larger bet is made unless a test says otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from tests.prove.plans import stud_act
from tests.prove.street_games import (
    CLASSES,
    cards,
    caribbean,
    crazy_four,
    insured_stud,
    let_it_ride,
    live_draw,
    mississippi,
    staked,
    three_card,
    values,
)

from croupier.families.livedraw import solver as draw
from croupier.families.streets.solver import against_table, stud
from croupier.prove.hands import alike
from croupier.prove.hands import values as all_values
from croupier.prove.streets import FULL_DECK, JOKER, Ask, Draw, Solution, Street
from croupier.ranking.poker import RANKINGS, best


def in_states(solved: Solution) -> list[int]:
    return [int(deals) for deals in solved.cells.sum(axis=(1, 2, 3))]


def percent(value: Fraction | float, places: int) -> float:
    return round(float(-value) * 100, places)


def side(ranking: str, dealt: int, rows: dict[str, int], otherwise: int = -1) -> Fraction:
    """The value of a wager on so many cards, paid by the highest row reached."""
    kinds = values(ranking, *rows)
    pays = np.array([[[[otherwise]], *([[odd]] for odd in rows.values())]])
    return against_table.solve(Street(dealt, 0, 0, 0, (), ("dealt",), ranking, kinds, (), pays)).value


class TestThreeCard:
    def test_ante_and_play(self) -> None:
        street = three_card()
        solved = stud.solve(street)
        assert (solved.expected, solved.total) == (-13733780, 407170400)
        played = in_states(solved)[1]
        bet = 1 + Fraction(played, solved.total)
        assert round(float(bet), 6) == 1.674208
        assert percent(solved.value / bet, 6) == 2.014672
        square = Fraction(
            sum(
                int(net) ** 2 * int(deals)
                for net, deals in zip(street.pays.ravel(), solved.cells.ravel(), strict=True)
            ),
            solved.total,
        )
        assert round(float(square - solved.value**2), 6) == 2.687150

    def test_the_rule_is_queen_six_four(self) -> None:
        street = three_card()
        solved = stud.solve(street)
        all_plays = solved.plans[0][:, 0] == 0
        reached = (
            all_values("three-card", FULL_DECK, 3)[alike(FULL_DECK, 3).first]
            >= values("three-card", "queen-six-four")[0]
        )
        assert (all_plays == reached).all()
        assert stud_act(street, solved.plans, cards("4h Qs 6d")) == 0
        assert stud_act(street, solved.plans, cards("3h Qs 6d")) == 1

    def test_playing_everything(self) -> None:
        """The dealer plays 69.59 % of his hands whatever is done."""
        street = three_card()
        always = stud.count(street, (np.zeros_like(stud.empty_plan(street)),))
        assert Fraction(int(always.cells[:, :, 1].sum()), always.total) == Fraction(15380, 22100)
        assert always.value < stud.solve(street).value

    @pytest.mark.parametrize(
        "rows, edge",
        [
            ((1, 4, 6, 30, 40), 2.316742),
            ((1, 3, 6, 30, 40), 7.276018),
            ((1, 4, 6, 33, 35), 2.696833),
            ((1, 3, 6, 30, 50), 5.104072),
        ],
    )
    def test_pair_plus(self, rows: tuple[int, ...], edge: float) -> None:
        names = ("pair", "flush", "straight", "three-of-a-kind", "straight-flush")
        assert percent(side("three-card", 3, dict(zip(names, rows, strict=True))), 6) == edge

    @pytest.mark.deep
    def test_six_card_bonus(self) -> None:
        rows = dict(zip(CLASSES[1:], (5, 10, 20, 25, 50, 200, 1000), strict=True))
        assert percent(side("five-card", 6, rows), 6) == 10.224790

    def test_six_packs(self) -> None:
        """Every deal of six packs is counted, the three equal cards among them."""
        solved = stud.solve(three_card(decks=6))
        assert solved.total == comb(312, 3) * comb(309, 3) == int(solved.cells.sum())


def rules_of_thumb(street: Street) -> np.ndarray:
    """Raise a pair.

    With ace and king raise if the upcard is 2 to queen and pairs a card; if it is an ace or king and there is
    a queen or jack; if it pairs nothing, there is a queen, and it is below the fourth highest card.
    """
    sorted_out = alike(FULL_DECK, 5)
    value = all_values("five-card", FULL_DECK, 5)[sorted_out.first]
    ace_king, pair = values("five-card", "ace-king", "pair")
    plan = np.where(value >= pair, 0, 1).astype(np.int8)[:, None].repeat(52, axis=1)
    up = np.arange(52) // 4
    for row in np.flatnonzero((value >= ace_king) & (value < pair)):
        ranks = sorted(int(card) // 4 for card in sorted_out.hands[row])
        pairs = np.isin(up, ranks)
        raises = (
            ((up <= 10) & pairs)
            | ((up >= 11) & (9 in ranks or 10 in ranks))
            | (~pairs & (10 in ranks) & (up < ranks[1]))
        )
        plan[row] = np.where(raises, 0, 1)
    return plan


class TestCaribbean:
    @pytest.mark.deep
    def test_best_play(self) -> None:
        street = caribbean()
        solved = stud.solve(street)
        assert (solved.expected, solved.total) == (-1_041_372_912_372, 19_933_230_517_200)
        bet = 1 + 2 * Fraction(in_states(solved)[1], solved.total)
        assert percent(solved.value / bet, 3) == 2.555
        assert Fraction(int(solved.cells[:, :, 1].sum()), solved.total) == Fraction(1_463_700, 2_598_960)

    @pytest.mark.deep
    def test_three_rules_of_thumb(self) -> None:
        street = caribbean()
        ruled = stud.count(street, (rules_of_thumb(street),))
        assert (ruled.expected, ruled.total) == (-1_041_417_758_724, 19_933_230_517_200)
        bet = 1 + 2 * Fraction(in_states(ruled)[1], ruled.total)
        assert percent(ruled.value / bet, 3) == 2.554

    @pytest.mark.deep
    def test_a_royal_of_250(self) -> None:
        assert percent(stud.solve(caribbean(odds=(1, 2, 3, 4, 5, 7, 20, 50, 250))).value, 2) == 5.20

    @pytest.mark.deep
    def test_insurance_is_doubled_only_where_the_upcard_allows_it(self) -> None:
        """The insurance pays by bands of the dealer's hand: five of them."""
        street = insured_stud()
        solved = stud.solve(street)
        assert solved.total == 19_933_230_517_200
        high_up = np.arange(52) // 4 >= 4
        assert not np.isin(solved.plans[0][:, high_up], (0, 2)).any()
        assert {act: int((solved.plans[0] == act).sum()) > 0 for act in range(4)} == dict.fromkeys(
            range(4), True
        )


class TestCrazyFour:
    def test_best_play(self) -> None:
        solved = stud.solve(crazy_four())
        assert solved.total == comb(52, 5) * comb(47, 5)
        antes = solved.value / 2
        assert percent(antes, 2) == 3.42
        _, three, one, _ = in_states(solved)
        assert percent(antes / (2 + Fraction(3 * three + one, solved.total)), 2) == 1.09
        assert solved.expected == -272_595_296_328

    def test_queens_up(self) -> None:
        rows = (
            "pair-of-queens",
            "two-pairs",
            "straight",
            "flush",
            "three-of-a-kind",
            "straight-flush",
            "four-of-a-kind",
        )
        kinds = np.searchsorted(
            values("four-card", *rows), all_values("four-card", FULL_DECK, 5), side="right"
        )
        assert np.bincount(kinds)[1:].tolist() == [242916, 123552, 101808, 114616, 58656, 2072, 624]
        for odds, edge in (
            ((1, 2, 3, 4, 9, 30, 50), 3.060609),
            ((1, 2, 3, 4, 7, 40, 50), 6.777172),
            ((1, 2, 3, 4, 8, 30, 50), 5.317512),
        ):
            assert percent(side("four-card", 5, dict(zip(rows, odds, strict=True))), 6) == edge


class TestAgainstTheTable:
    @staticmethod
    def bets(street: Street, solved: Solution) -> Fraction:
        return Fraction(
            sum(bets * deals for bets, deals in zip((3, 2, 1), in_states(solved), strict=True)), solved.total
        )

    def test_let_it_ride(self) -> None:
        street = let_it_ride()
        solved = against_table.solve(street)
        assert (solved.expected, solved.total) == (-1822224, 51979200)
        bets = self.bets(street, solved)
        assert percent(solved.value / bets, 3) == 2.845
        assert round(float(bets), 2) == 1.23

    def test_let_it_ride_with_the_smaller_bet_on_ties(self) -> None:
        street = let_it_ride()
        turned = tuple(
            Ask(ask.own, ask.board, ask.up, {state: acts[::-1] for state, acts in ask.acts.items()})
            for ask in street.asks
        )
        solved = against_table.solve(replace(street, asks=turned))
        assert solved.expected == -1822224
        assert round(float(self.bets(street, solved)), 6) == 1.223707
        assert percent(solved.value / self.bets(street, solved), 3) == 2.865

    def test_let_it_ride_with_a_royal_of_500(self) -> None:
        assert (
            percent(against_table.solve(let_it_ride(odds=(1, 2, 3, 5, 8, 11, 50, 200, 500))).value, 3)
            == 3.737
        )

    @pytest.mark.parametrize(
        "rows, edge", [((1, 4, 6, 30, 40, 50), 2.135747), ((1, 3, 6, 30, 40, 50), 7.095023)]
    )
    def test_three_card_bonus(self, rows: tuple[int, ...], edge: float) -> None:
        names = ("pair", "flush", "straight", "three-of-a-kind", "straight-flush", "mini-royal")
        assert percent(side("three-card-royal", 3, dict(zip(names, rows, strict=True))), 6) == edge

    @pytest.mark.deep
    @pytest.mark.parametrize(
        "largest_first, average, risk", [(True, 3.589772, 1.369), (False, 3.483568, 1.411)]
    )
    def test_mississippi(self, largest_first: bool, average: float, risk: float) -> None:
        street = mississippi(largest_first=largest_first)
        solved = against_table.solve(street)
        assert (solved.expected, solved.total) == (-7664112, 155937600)
        assert percent(solved.value, 6) == 4.914858
        bets = Fraction(
            sum(units * deals for units, deals in zip(staked(street), in_states(solved), strict=True)),
            solved.total,
        )
        assert round(float(bets), 6) == average
        assert percent(solved.value / bets, 3) == risk
        if largest_first:
            assert percent(solved.value / bets, 6) == 1.369128
            square = Fraction(
                sum(
                    int(net) ** 2 * int(deals)
                    for net, deals in zip(street.pays.ravel(), solved.cells.ravel(), strict=True)
                ),
                solved.total,
            )
            assert round(sqrt(square - solved.value**2), 4) == 9.8366


# The British rulebook prints how often each row is reached, nothing first here: (odds, combinations).
LIVE_DRAW = {
    "A": (
        (1, 2, 3, 4, 5, 8, 25, 50, 250),
        (
            10852063253772,
            4289619749004,
            2575330507260,
            1484761801884,
            226137685320,
            226047920664,
            229634948268,
            47152135212,
            2086500204,
            396015612,
        ),
    ),
    "B": (
        (1, 2, 3, 4, 5, 8, 25, 50, 100),
        (
            10851864808944,
            4286468469924,
            2576429969616,
            1485715778040,
            227026031436,
            226398400764,
            229730113116,
            47178839244,
            2069584176,
            348521940,
        ),
    ),
    "C": (
        (1, 2, 3, 4, 5, 7, 25, 50, 100),
        (
            10851935897232,
            4287068895780,
            2575490418756,
            1485045903228,
            228005927304,
            226431439212,
            229670200872,
            47162626008,
            2070602760,
            348606048,
        ),
    ),
}


@pytest.mark.deep
@pytest.mark.parametrize("table", LIVE_DRAW)
def test_live_draw_every_integer(table: str) -> None:
    odds, printed = LIVE_DRAW[table]
    solved = draw.solve(live_draw(odds))
    assert solved.total == 19_933_230_517_200
    assert tuple(solved.cells.ravel().tolist()) == printed


@pytest.mark.deep
@pytest.mark.parametrize("table", LIVE_DRAW)
def test_live_draw_has_one_answer(table: str) -> None:
    """Whatever is done where holds are worth the same, the rows are reached as often:
    such holds have the same outlook, hand by hand.
    """
    game = live_draw(LIVE_DRAW[table][0])
    assert draw.ties_that_matter(game) == 0


def test_full_pay_jacks_or_better() -> None:
    """Nine and six with 4000 for five coins: 99.5439 %."""
    game = live_draw((1, 2, 3, 4, 6, 9, 25, 50, 800))
    assert round(float(draw.solve(game).value) * 100, 4) == 99.5439


@pytest.mark.deep
def test_joker_poker() -> None:
    """Kings or better with a joker, full pay: 100.6463 %.

    A royal flush with the joker is the highest straight flush.
    """
    with_joker = best(RANKINGS["five-card-wild"], ["Jk", "As", "Ks", "Qs", "Js"])
    rows = ("pair-of-kings", *CLASSES[:7], with_joker, "five-of-a-kind", "royal-flush")
    game = Draw(
        "five-card-wild",
        values("five-card-wild", *rows),
        np.array([0, 1, 1, 2, 3, 5, 7, 20, 50, 100, 200, 800]),
        (*FULL_DECK, JOKER),
    )
    assert round(float(draw.solve(game).value) * 100, 4) == 100.6463
