"""A figure as it is printed, beside the exact one."""

from __future__ import annotations

from fractions import Fraction


def rounded(exact: Fraction, printed: str) -> str:
    """The exact figure with as many decimals as the printed one, the last of them rounded."""
    places = len(printed.partition(".")[2])
    return _written((2 * exact.numerator * 10**places + exact.denominator) // (2 * exact.denominator), places)


def truncated(exact: Fraction, printed: str) -> str:
    """The exact figure with as many decimals as the printed one, the others cut off."""
    places = len(printed.partition(".")[2])
    return _written(exact.numerator * 10**places // exact.denominator, places)


def _written(units: int, places: int) -> str:
    digits = str(units).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
