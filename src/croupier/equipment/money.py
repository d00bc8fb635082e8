"""Money: a whole number of minor units (cents, pence). Its text has at most two decimals.

>>> parse_amount("7.50")
750
>>> show_amount(750), show_amount(1000), show_amount(-5)
('7.50', '10', '-0.05')
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

import msgspec

from croupier.errors import Unreadable, short

UNIT = 100
"""Minor units in one unit of currency."""
MOST = 10**14
"""The largest amount at any table, and the largest accepted from outside."""

Amount = int
Exact = Fraction | int
"""An amount before it is rounded. A whole one may be a plain number; `/` is never said of it."""
Way = Literal["down", "up", "nearest"]

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?", re.ASCII)


def parse_amount(text: str) -> Amount:
    """Read an amount of money that is not negative."""
    if not isinstance(text, str) or not _AMOUNT.fullmatch(text):
        raise Unreadable(f"{short(text)} is not an amount of money{_why_no_amount(str(text))}")
    whole, _, cents = text.partition(".")
    return int(whole) * UNIT + int((cents + "00")[:2] or 0)


def _why_no_amount(text: str) -> str:
    """Say what is wrong with an amount, as far as one can see."""
    if re.fullmatch(r"[0-9]+\.[0-9]{3,}", text, re.ASCII):
        return ": it has more than two decimals; write it like 10 or 7.50"
    if re.fullmatch(r"[0-9]{13,}(\.[0-9]{1,2})?", text, re.ASCII):
        return ": it has more than twelve digits before the point"
    if re.fullmatch(r"-[0-9.,]+", text, re.ASCII):
        return ": it is less than nothing; write it like 10 or 7.50"
    if re.fullmatch(r"[^0-9]?[0-9][0-9.,]*[^0-9]?", text):
        return "; write it with figures and a point alone, like 10 or 7.50"
    return "; write it like 10 or 7.50"


def show_amount(amount: Amount) -> str:
    """Write an amount so that it can be parsed again; whole amounts without decimals."""
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), UNIT)
    return f"{sign}{whole}.{cents:02d}" if cents else f"{sign}{whole}"


def share_of(amount: Amount, ratio: Fraction) -> Exact:
    """Return a ratio of an amount, exactly.

    >>> share_of(1000, Fraction(7, 6)), share_of(1200, Fraction(7, 6))
    (Fraction(3500, 3), 1400)
    """
    whole, of = amount * ratio.numerator, ratio.denominator
    return Fraction(whole, of) if whole % of else whole // of


class Rounding(msgspec.Struct, frozen=True):
    """How an uneven amount is made payable: to which unit, which way, by which clause.

    >>> Rounding(to=100, way="up").apply(Fraction(58333, 100))
    600
    """

    to: Amount = 1
    way: Way = "down"
    clause: str = ""

    def apply(self, exact: Exact) -> Amount:
        """Return the payable amount. This is the only division of money in the house."""
        if type(exact) is int and self.to == 1:
            return exact
        whole, to = exact.numerator, exact.denominator * self.to
        if self.way == "down":
            return whole // to * self.to
        if self.way == "up":
            return -(-whole // to) * self.to
        return (2 * whole + to) // (2 * to) * self.to

    def is_even(self, exact: Exact) -> bool:
        """Whether the amount is payable as it stands."""
        return exact.numerator % (exact.denominator * self.to) == 0
