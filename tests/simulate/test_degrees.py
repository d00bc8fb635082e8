"""The chi-square of a simulation: which rows it counts, and its degrees of freedom."""

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
    return WagerTally("wager", "wager", 100, 0, tuple(TallyRow(str(at), "win", 0, count) for at, count in enumerate(counts)), 0)


def test_two_rows_leave_one_degree() -> None:
    found = compare(proof(1, 1), tally(480, 520))
    assert found.degrees == 1 and found.statistic == pytest.approx(2 * 20**2 / 500)
    assert found.p_common == found.p == pytest.approx(erfc(sqrt(0.8)))


def test_three_rows_leave_two_degrees() -> None:
    found = compare(proof(1, 1, 1), tally(90, 100, 110))
    assert found.degrees == 2 and found.statistic == pytest.approx(2) and found.p_common == pytest.approx(exp(-1))


@pytest.mark.parametrize(
    ("ways", "counts", "degrees"),
    [
        ((39, 1), (975, 25), 1),  # 25 hits are expected: just enough
        ((40, 1), (999, 1), 0),  # 24.4: not enough
        ((500, 499, 1), (500, 499, 1), 1),  # the third row is rare
        ((1,), (1000,), 0),
    ],
)
def test_only_rows_with_enough_hits_are_counted(ways: tuple[int, ...], counts: tuple[int, ...], degrees: int) -> None:
    assert compare(proof(*ways), tally(*counts)).degrees == degrees


def test_a_row_that_the_proof_does_not_know_cannot_be() -> None:
    assert compare(proof(1, 1), tally(500, 499, 1)).p == 0
