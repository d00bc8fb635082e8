"""The comparison of a simulation with a proof:
which rows the chi-square counts, its degrees of freedom, and rows of one name.
"""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, sqrt

import pytest

from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.simulate.compare import compare
from croupier.simulate.result import TallyRow, WagerTally


def proof(*ways: int) -> WagerProof:
    rows = tuple(OutcomeRow(str(at), "", one, sum(ways), 0, "win") for at, one in enumerate(ways))
    return WagerProof("wager", "wager", 100, 0, rows, {}, Fraction(1))


def tally(*counts: int) -> WagerTally:
    return WagerTally(
        "wager",
        "wager",
        100,
        0,
        tuple(TallyRow(str(at), "win", 0, count) for at, count in enumerate(counts)),
        0,
    )


def test_two_rows_leave_one_degree() -> None:
    found = compare(proof(1, 1), tally(480, 520))
    assert found.degrees == 1 and found.statistic == pytest.approx(2 * 20**2 / 500)
    assert found.p_common == found.p == pytest.approx(erfc(sqrt(0.8)))


def test_three_rows_leave_two_degrees() -> None:
    found = compare(proof(1, 1, 1), tally(90, 100, 110))
    assert (
        found.degrees == 2
        and found.statistic == pytest.approx(2)
        and found.p_common == pytest.approx(exp(-1))
    )


@pytest.mark.parametrize(
    ("ways", "counts", "degrees"),
    [
        ((39, 1), (975, 25), 1),  # 25 hits are expected: just enough
        ((40, 1), (999, 1), 0),  # 24.4: not enough
        ((500, 499, 1), (500, 499, 1), 1),  # the third row is rare
        ((1,), (1000,), 0),
    ],
)
def test_only_rows_with_enough_hits_are_counted(
    ways: tuple[int, ...], counts: tuple[int, ...], degrees: int
) -> None:
    assert compare(proof(*ways), tally(*counts)).degrees == degrees


def test_a_row_that_the_proof_does_not_know_cannot_be() -> None:
    assert compare(proof(1, 1), tally(500, 499, 1)).p == 0


# Rows of one name.


def twice(*ways: int) -> WagerProof:
    """Two rows of one name that net 1 and 50 units, and one of another name."""
    rows = tuple(
        OutcomeRow(name, "", one, sum(ways), net, "win")
        for name, net, one in zip(("sevens", "sevens", "lose"), (100, 5000, -100), ways, strict=True)
    )
    return WagerProof("wager", "wager", 100, 0, rows, {}, Fraction(1))


def counted(*counts: int, stake: int = 100) -> WagerTally:
    rows = tuple(
        TallyRow(name, "win", net * stake, count)
        for name, net, count in zip(("sevens", "sevens", "lose"), (1, 50, -1), counts, strict=True)
    )
    return WagerTally("wager", "wager", stake, 0, rows, 0)


@pytest.mark.parametrize("stake", [100, 2500])
def test_rows_of_one_name_are_told_apart_by_what_they_net(stake: int) -> None:
    found = compare(twice(1, 1, 2), counted(90, 110, 200, stake=stake))
    assert (
        found.degrees == 2
        and found.statistic == pytest.approx(2)
        and found.p_common == pytest.approx(exp(-1))
    )
    assert compare(twice(3, 1, 4), counted(100, 300, 400, stake=stake)).p < 1e-9, (
        "together the two are as often as they should be"
    )


def test_a_net_that_the_proof_does_not_know_cannot_be() -> None:
    rows = (TallyRow("sevens", "win", 200, 1), *counted(90, 110, 200).rows)
    assert compare(twice(1, 1, 2), WagerTally("wager", "wager", 100, 0, rows, 0)).p == 0


def test_a_row_that_the_proof_has_once_is_counted_whatever_it_nets() -> None:
    rows = (TallyRow("0", "win", 100, 250), TallyRow("0", "win", 200, 230), TallyRow("1", "lose", -100, 520))
    assert compare(proof(1, 1), WagerTally("wager", "wager", 100, 0, rows, 0)) == compare(
        proof(1, 1), tally(480, 520)
    )
