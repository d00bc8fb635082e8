"""Tails against known values."""

from __future__ import annotations

from math import exp, factorial

import pytest

from croupier.randomness.tails import (
    chi_square_both,
    chi_square_tail,
    gamma_tails,
    kolmogorov_tails,
    normal_both,
    poisson_both,
    poisson_tail,
)


@pytest.mark.parametrize(
    ("z", "p"),
    [
        (0.0, 1.0),
        (1.0, 0.31731050786291415),
        (2.5758293035489004, 0.01),
        (-3.290526731491926, 0.001),
        (6.0, 1.973175290075e-9),
    ],
)
def test_normal(z: float, p: float) -> None:
    assert normal_both(z) == pytest.approx(p, rel=1e-9)


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        (6.634896601021213, 1, 0.01),
        (9.210340371976182, 2, 0.01),
        (55.758478, 40, 0.05),
        (23.209251158954356, 10, 0.01),
        (149.449253, 100, 0.001),
        (67.327563, 100, 0.995),
        (1074.679449, 1000, 0.05),
    ],
)
def test_chi_square(statistic: float, degrees: int, p: float) -> None:
    assert chi_square_tail(statistic, degrees) == pytest.approx(p, rel=1e-5)


def test_chi_square_on_both_sides() -> None:
    assert chi_square_both(149.449253, 100) == pytest.approx(0.002, rel=1e-5) and chi_square_both(
        67.327563, 100
    ) == pytest.approx(0.01, rel=1e-4)
    assert chi_square_both(20.0, 100) < 1e-15 and chi_square_both(0.0, 36) == 0, "a fit that is too good"
    assert chi_square_both(0.0, 1) == 1 and chi_square_both(0.0, 0) == 1, "two classes often fit exactly"


@pytest.mark.parametrize(("count", "expected"), [(0, 0.5), (3, 2.0), (12, 5.0), (1, 9.0), (200, 217.0)])
def test_poisson(count: int, expected: float) -> None:
    terms = [exp(-expected) * expected**k / factorial(k) for k in range(160)] if expected < 50 else None
    fewer = sum(terms[: count + 1]) if terms else gamma_tails(count + 1, expected)[1]
    more = sum(terms[count:]) if terms else gamma_tails(count, expected)[0]
    assert poisson_tail(count, expected) == pytest.approx(min(1.0, 2 * min(fewer, more)), rel=1e-9)
    if terms:
        assert poisson_both(count, expected) == pytest.approx(
            min(1.0, 2 * (min(fewer, more) - terms[count] / 2)), rel=1e-9
        )


def test_poisson_of_nothing() -> None:
    assert poisson_both(0, 0.0) == 1 and poisson_both(2, 0.0) == 0


@pytest.mark.parametrize(
    ("x", "p"),
    [
        (0.5, 0.963945),
        (0.82757, 0.5),
        (1.0, 0.27),
        (1.2238, 0.1),
        (1.3581, 0.05),
        (1.6276, 0.01),
        (1.9495, 0.001),
    ],
)
def test_kolmogorov(x: float, p: float) -> None:
    n = 10**10
    lower, upper = kolmogorov_tails(x / n**0.5, n)
    assert upper == pytest.approx(p, rel=1e-3) and lower + upper == pytest.approx(1)


def test_kolmogorov_where_its_two_series_meet() -> None:
    below, above = kolmogorov_tails(1.17999e-5, 10**10)[1], kolmogorov_tails(1.18001e-5, 10**10)[1]
    assert below == pytest.approx(above, rel=1e-3)
    assert kolmogorov_tails(0.40925, 10)[1] == pytest.approx(0.05, rel=0.02), (
        "the printed table for ten values"
    )
    assert kolmogorov_tails(0.0, 10) == (0.0, 1.0)


def test_gamma_far_out() -> None:
    assert gamma_tails(0.5, 500.0)[1] < 1e-200 and gamma_tails(5000.0, 5000.0)[0] == pytest.approx(
        0.5, abs=0.01
    )
    assert gamma_tails(3.0, 0.0) == (0.0, 1.0)
