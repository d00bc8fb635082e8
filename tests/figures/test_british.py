"""The figures that the rules of casino games in Great Britain state of themselves,
numbers 1 to 15 of the catalogue's combined table.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.families import build, ruleset
from croupier.families.automaton.odds import prove_all
from tests.figures import byhand
from tests.figures.printed import rounded, truncated
from tests.odds import prove

F = Fraction
ROULETTE, CROWN, DOUBLE = (
    "great-britain/roulette",
    "great-britain/crown-double-zero-roulette",
    "great-britain/double-action-roulette",
)


def test_1_rage_at_its_minimum_odds() -> None:
    """17.0 % (L212): exactly counted, 17.0011... %."""
    edge = prove(build(ruleset(ROULETTE, {"rage-table": "minimum"})), "rage").edge
    assert edge == byhand.rage(byhand.RAGE_MINIMUM)
    assert rounded(100 * edge, "17.0") == truncated(100 * edge, "17.0") == "17.0"


NEWAR = [
    # odds, the exact edge, as printed
    ("3-1-and-1-1", F(3, 37), "8.1"),
    ("3-1-and-3-2", F(5, 74), "6.75"),
    ("3-1-and-2-1", F(2, 37), "5.4"),
    ("3-1-and-5-2", F(3, 74), "4.05"),
    ("2-1-and-9-1", F(3, 37), "8.1"),
    ("2-1-and-9.5-1", F(5, 74), "6.75"),
    ("2-1-and-10-1", F(2, 37), "5.4"),
    ("2-1-and-10.5-1", F(3, 74), "4.05"),
]


@pytest.mark.parametrize(("odds", "exact", "printed"), NEWAR)
def test_2_to_9_newar(odds: str, exact: Fraction, printed: str) -> None:
    """The eight rows are n/74: 6, 5, 4 and 3 of them.
    As printed they are so many times 1.35 %, that is 1/74 = 1.3513... % cut to two decimals first.

    So 8.1, 5.4 and 4.05 are also the exact figures rounded, but 6.75 is not:
    5/74 is 6.7567... %, which rounds to 6.76. It is cut, not rounded.
    """
    group, _, bonus = odds.partition("-and-")
    for place in ("red-even", "black-odd"):
        edge = prove(build(ruleset(ROULETTE, {"newar-odds": odds})), f"newar:{place}").edge
        assert (
            edge
            == exact
            == byhand.newar(byhand.ratio(group.replace("-", ":")), byhand.ratio(bonus.replace("-", ":")))
        )
    steps = exact * 74
    assert steps.denominator == 1 and Fraction(printed) == steps * F(truncated(F(100, 74), "1.35"))
    assert truncated(100 * exact, printed) == printed
    assert (rounded(100 * exact, printed) == printed) == (printed != "6.75")


def test_10_crown_double_zero() -> None:
    """5.26 % (L302) on every bet."""
    found = prove_all(build(ruleset(CROWN)))
    assert len(found) == 14
    for proof in found:
        assert proof.edge == F(1, 19) and not proof.others
        assert rounded(100 * proof.edge, "5.26") == truncated(100 * proof.edge, "5.26") == "5.26"


DOUBLE_ACTION = [
    ("double-number", F(168, 1369), "12.27"),
    ("dual-star", F(95, 1369), "6.94"),
    ("dual-red", F(73, 1369), "5.33"),
    ("dual-black", F(73, 1369), "5.33"),
    ("dual-odd", F(73, 1369), "5.33"),
    ("dual-even", F(73, 1369), "5.33"),
    ("dual-low", F(73, 1369), "5.33"),
    ("dual-high", F(73, 1369), "5.33"),
    ("dual-dozen", F(73, 1369), "5.33"),
    ("dual-column", F(73, 1369), "5.33"),
    ("straight", F(1, 37), "2.7"),
    ("seven-star", F(2, 37), "5.41"),
]


@pytest.mark.parametrize(("wager", "exact", "printed"), DOUBLE_ACTION)
def test_11_to_15_double_action(wager: str, exact: Fraction, printed: str) -> None:
    """All five are the exact figures rounded;
    6.94 and 5.41 are not what cutting would give (6.93 and 5.40).
    """
    proof = prove(build(ruleset(DOUBLE)), wager)
    assert proof.edge == exact and not proof.others
    assert rounded(100 * exact, printed) == printed
    assert (truncated(100 * exact, printed) == printed) == (printed not in ("6.94", "5.41"))


def test_a_star_on_two_rings_is_the_product_of_two_on_one() -> None:
    """Seven of thirty-seven numbers, twice: 49/1369 at 25 to 1."""
    proof = prove(build(ruleset(DOUBLE)), "dual-star")
    assert proof.hit == F(7, 37) ** 2
