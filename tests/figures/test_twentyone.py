"""Published figures of blackjack and its relatives, under the free rulebook.

Farmer's are exact and for the same class of strategies as ours (CDZ-): to every printed digit. Those of the
hhoppe notebook are for a full shoe too; its tables for 8 decks are given for play by totals and, in the
notebook itself, by composition, and the latter are ours.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from croupier.api import game
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.solver.problem import Problem
from croupier.families.twentyone.solver.solve import Solution, solve
from croupier.families.twentyone.solver.spread import spread
from croupier.families.twentyone.solver.states import ACE, TEN
from croupier.families.twentyone.solver.switch import Switched, solve_switch
from tests.twentyone.problems import rules_of

BASE8 = {"decks": "8", "soft-17": "hit", "surrender": "late"}
BASE6 = {"soft-17": "hit", "surrender": "late"}


def solution(name: str, options: dict[str, str]) -> Solution:
    """The best play under some options."""
    return solve(Declared(rules_of(name, **options), 200).problem())


def edge(name: str, options: dict[str, str]) -> float:
    """The house edge in per cent."""
    return -100 * solution(name, options).value


FARMER = [
    ({"decks": "1", "hands": "2"}, "+0.153119996", "115.628078"),
    ({"decks": "2", "hands": "2"}, "-0.223169932", "115.025124"),
    ({"decks": "2", "hands": "2", "soft-17": "hit"}, "-0.424438447", "115.624850"),
    ({"decks": "6", "hands": "2", "soft-17": "hit"}, "-0.668950590", "115.280128"),
    ({"decks": "8", "hands": "2"}, "-0.485780359", "114.693319"),
    ({"decks": "1"}, "+0.181934306", ""),
    ({"decks": "6"}, "-0.402870236", ""),
    ({"decks": "8"}, "-0.430580629", ""),
    ({"decks": "8", "soft-17": "hit"}, "-0.644553852", ""),
]


@pytest.mark.deep
@pytest.mark.parametrize(("options", "value", "deviation"), FARMER)
def test_farmers_values_and_deviations_to_every_digit(
    options: dict[str, str], value: str, deviation: str
) -> None:
    problem = Declared(rules_of("house/blackjack", **options), 200).problem()
    found = solve(problem)
    assert f"{100 * found.value:+.9f}" == value
    if deviation:
        assert f"{100 * spread(problem, found) ** 0.5:.6f}" == deviation


@pytest.mark.deep
@pytest.mark.parametrize(
    ("options", "printed"),
    [
        (
            {},
            {
                "over": "0.28192",
                "17": "0.14525",
                "18": "0.13926",
                "19": "0.13368",
                "20": "0.17953",
                "21": "0.07287",
                "natural": "0.04749",
            },
        ),
        (
            {"soft-17": "hit"},
            {
                "over": "0.28576",
                "17": "0.13346",
                "18": "0.14120",
                "19": "0.13568",
                "20": "0.18153",
                "21": "0.07487",
                "natural": "0.04749",
            },
        ),
    ],
)
def test_the_dealers_outcomes(options: dict[str, str], printed: dict[str, str]) -> None:
    assert {
        name: f"{chance:.5f}" for name, chance in solution("house/blackjack", options).outcomes.items()
    } == printed


COMPOSITION = [
    ({}, 0.553),
    ({"double-after-split": "no"}, 0.697),
    ({"doubling": "10-11"}, 0.749),
    ({"split-aces-again": "yes"}, 0.483),
    ({"split-aces-draw": "yes"}, 0.373),
    ({"surrender": "none"}, 0.645),
    ({"natural-pays": "6:5"}, 1.911),
    ({"hands": "2"}, 0.608),
    ({"soft-17": "stand"}, 0.355),
    ({"surrender": "none", "hole": "none"}, 0.756),
]


@pytest.mark.deep
@pytest.mark.parametrize(("options", "printed"), COMPOSITION)
def test_eight_decks_by_composition(options: dict[str, str], printed: float) -> None:
    assert edge("house/blackjack", {**BASE8, **options}) == pytest.approx(printed, abs=0.0006)


EFFECTS = [
    ({"soft-17": "stand"}, -0.197),
    ({"natural-pays": "6:5"}, 1.360),
    ({"natural-pays": "1:1"}, 2.266),
    ({"hole": "none"}, 0.106),
    ({"doubling": "9-11"}, 0.106),
    ({"doubling": "10-11"}, 0.201),
    ({"double-after-split": "no"}, 0.144),
    ({"surrender": "none"}, 0.088),
    ({"hands": "1"}, 0.559),
    ({"hands": "2"}, 0.053),
    ({"hands": "3"}, 0.008),
    ({"split-aces-again": "yes"}, -0.068),
    ({"split-aces-draw": "yes"}, -0.177),
    ({"split-aces-double": "yes"}, -0.080),
]


@pytest.mark.deep
@pytest.mark.parametrize(("options", "printed"), EFFECTS)
def test_what_a_rule_costs_with_six_decks(options: dict[str, str], printed: float) -> None:
    assert edge("house/blackjack", {**BASE6, **options}) - edge("house/blackjack", BASE6) == pytest.approx(
        printed, abs=0.0011
    )


SPANISH = [
    ({}, 0.78, 0.005),
    ({"decks": "8"}, 0.80, 0.005),
    ({"soft-17": "stand"}, 0.37, 0.006),
    ({"decks": "8", "soft-17": "stand"}, 0.38, 0.006),
]


@pytest.mark.deep
@pytest.mark.parametrize(("options", "printed", "within"), SPANISH)
def test_spanish_21(options: dict[str, str], printed: float, within: float) -> None:
    assert edge("house/spanish-21", options) == pytest.approx(printed, abs=within)


@pytest.mark.deep
def test_what_surrender_and_split_aces_are_worth_in_spanish_21() -> None:
    base = edge("house/spanish-21", {})
    assert edge("house/spanish-21", {"surrender": "none"}) - base == pytest.approx(0.018, abs=0.001)
    assert edge(
        "house/spanish-21", {"split-aces-draw": "no", "split-aces-double": "no"}
    ) - base == pytest.approx(0.28, abs=0.006)


PONTOON = {
    "hole": "none",
    "split-aces-draw": "no",
    "split-aces-double": "no",
    "doubled-aces": "one",
    "super-bonus": "yes",
    "split-aces-again": "no",
    "hands": "2",
    "dealer-natural-takes": "one-a-box",
}


@pytest.mark.deep
def test_pontoon_with_one_split_is_the_printed_pair_exchanged() -> None:
    """Printed for 6 and 8 decks: 0.41 and 0.38, simulated with a chart.

    More decks are worse for the player everywhere else, and so they are here: by best play 0.39 and 0.42.
    """

    def with_bonus(decks: str) -> float:
        return (
            -100
            * solve(
                Declared(rules_of("house/spanish-21", **{**PONTOON, "decks": decks}), 5000).problem()
            ).value
        )

    assert with_bonus("6") == pytest.approx(0.38, abs=0.03) and with_bonus("8") == pytest.approx(
        0.41, abs=0.03
    )
    assert with_bonus("6") < with_bonus("8")


@cache
def switched() -> tuple[Problem, Switched]:
    one = rules_of("house/blackjack-switch")
    problem = Declared(one, 200).problem()
    return problem, solve_switch(problem, Declared(one, 200, switched=True).problem())


@pytest.mark.deep
def test_blackjack_switch_by_best_play_is_a_little_better_than_printed() -> None:
    """Printed: 0.58 % of what is bet, for one table of switches and play by totals.

    Each hand played by its cards, and the switch by the values of both, the edge is 0.54 %.
    """
    _, found = switched()
    assert -100 * found.value / 2 == pytest.approx(0.5408, abs=0.00005)
    assert 0 < 0.58 + 100 * found.value / 2 < 0.045


@pytest.mark.deep
def test_nobody_switches_a_natural_away_who_knows_that_the_dealer_has_none() -> None:
    """The solver weighs a switch with the dealer's natural still possible, against which a natural goes back
    and two plain hands lose. Who has seen the dealer look decides the same.
    """
    problem, found = switched()
    stay, swap = np.moveaxis(np.nan_to_num(found.worth, nan=-9.0), -1, 0)
    one, other, two, another, up = np.indices(stay.shape)
    left = {
        value: problem.shoe[value]
        - sum((card == value).astype(int) for card in (one, other, two, another, up))
        for value in (ACE, TEN)
    }
    natural = np.where(up == ACE, left[TEN], np.where(up == TEN, left[ACE], 0)) / (sum(problem.shoe) - 5)
    dealt = sum(
        ((np.minimum(first, second) == ACE) & (np.maximum(first, second) == TEN)).astype(int)
        for first, second in ((one, two), (other, another))
    )
    could_come = np.isfinite(found.worth[..., 0])
    assert not (((swap + natural * dealt > stay) != (swap > stay)) & could_come & (dealt > 0)).any()


@pytest.mark.parametrize(
    ("name", "decks", "edge"),
    [
        ("house/blackjack", "1", Fraction(1, 17)),
        ("house/blackjack", "2", Fraction(7, 103)),
        ("house/blackjack", "6", Fraction(23, 311)),
        ("house/blackjack", "8", Fraction(31, 415)),
        ("house/spanish-21", "6", Fraction(71, 287)),
        ("house/spanish-21", "8", Fraction(95, 383)),
    ],
)
def test_insurance(name: str, decks: str, edge: Fraction) -> None:
    (proof,) = game(name, decks=decks).odds(["insurance"])
    assert proof.edge == edge


SIDES = [
    ("house/blackjack", "21-plus-3", {"decks": "4"}, "4.243920"),
    ("house/blackjack", "21-plus-3", {"decks": "6"}, "3.238572"),
    ("house/blackjack", "21-plus-3", {"decks": "8"}, "2.736028"),
    ("house/blackjack", "perfect-pairs", {"decks": "6"}, "6.109325"),
    ("house/blackjack", "perfect-pairs", {"decks": "8"}, "4.096386"),
    ("house/blackjack", "perfect-pairs", {"decks": "6", "perfect-pairs-pays": "25-12-5"}, "9.967846"),
    ("house/blackjack", "perfect-pairs", {"decks": "8", "perfect-pairs-pays": "25-12-5"}, "7.951807"),
    ("house/blackjack-switch", "super-match", {"decks": "6"}, "2.548501"),
    ("house/blackjack-switch", "super-match", {"decks": "8"}, "1.458247"),
    *(
        ("house/blackjack", "buster", {"decks": decks, "soft-17": soft}, printed)
        for soft, line in (
            ("stand", "8.77 8.48 8.31 8.27 8.25 8.22"),
            ("hit", "6.89 6.51 6.29 6.25 6.21 6.17"),
        )
        for decks, printed in zip(("1", "2", "4", "5", "6", "8"), line.split(), strict=True)
    ),
    ("house/blackjack", "buster", {"buster-pays": "2-2-4-18-50-250-800-2000"}, "6.20"),
]


@pytest.mark.deep
@pytest.mark.parametrize(("name", "wager", "options", "printed"), SIDES)
def test_side_wagers(name: str, wager: str, options: dict[str, str], printed: str) -> None:
    (proof,) = game(name, **options).odds([wager])
    assert f"{100 * float(proof.edge):.{len(printed.partition('.')[2])}f}" == printed


def test_the_cards_a_dealer_goes_over_with() -> None:
    (proof,) = game("house/blackjack", **{"soft-17": "hit"}).odds(["buster"])
    chances = {row.row: f"{float(row.probability):.6f}" for row in proof.rows}
    printed = ("0.173032", "0.089392", "0.020473", "0.002638", "0.000214", "0.000012")
    assert [chances[f"bust-{number}"] for number in range(3, 9)] == list(printed)
