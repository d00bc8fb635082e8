"""What a table offers, in the words and at the prices of its rulebook.

Every wager with every parameter has one place on the felt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

from croupier.rulebook.ruleset import Pay, Ruleset
from croupier.rulebook.schema import WagerRow

S = TypeVar("S")
W = TypeVar("W", bound=WagerRow)
W_co = TypeVar("W_co", bound=WagerRow, covariant=True)
Prices = Sequence[tuple[str, Pay]]
"""Each way in which a wager can win, with what it pays, in the order of the rulebook."""
LONGEST = 26
"""A longer title is not printed on a felt: the name of the wager is."""
BY_PARTS = "by its parts"
_SAID = {"dont": "don't", "straight": "straight up", "ur": "UR", "aa": "AA", "egalite": "égalité"}


class OfferedWager(msgspec.Struct, Generic[W_co], frozen=True):
    """One wager that lies in one place."""

    wager: str
    param: str
    name: str
    """As events write it: `straight:17`, `red`."""
    kind: str
    number: str
    label: str
    pays: str
    brief: str
    """The price in a few words."""
    row: W_co
    prices: Prices
    charge: str = ""
    """What is charged for making it, in a few words."""
    later: bool = False
    """Whether an act in the round makes it or moves it here. Nobody bets in its place before."""

    @property
    def said(self) -> str:
        """What is read to somebody who does not see the felt."""
        return f"{self.label}, pays {self.pays}" + (", made later in the round" if self.later else "")


class Offers(Generic[W]):
    """All that a table offers. A layout takes from it, and what is left goes into a grid."""

    def __init__(self, found: Sequence[OfferedWager[W]]) -> None:
        self._left = {offer.name: offer for offer in found}
        self.all = tuple(found)

    def take(self, wanted: Callable[[OfferedWager[W]], bool]) -> list[OfferedWager[W]]:
        """Take all that are wanted, in the order of the rulebook. Each is given out once."""
        found = [offer for offer in self._left.values() if wanted(offer)]
        for offer in found:
            del self._left[offer.name]
        return found

    def kinds(self, *kinds: str) -> list[OfferedWager[W]]:
        """Take all of these kinds that are made before the round."""
        return self.take(lambda offer: offer.kind in kinds and not offer.later)

    def rest(self) -> list[OfferedWager[W]]:
        """Take all that nobody took."""
        return self.take(lambda _: True)


def _one_place(wager: str) -> Sequence[str]:
    return ("",)


def _nowhere(row: WagerRow) -> Sequence[str]:
    return ()


def _whole(row: WagerRow) -> str:
    return ""


def offers(
    rules: Ruleset[W, S],
    prices: Callable[[str, str], Prices],
    later: Callable[[W], bool],
    params: Callable[[str], Sequence[str]] = _one_place,
    moves_to: Callable[[W], Sequence[str]] = _nowhere,
    less: Callable[[W], str] = _whole,
) -> Offers[W]:
    """List every wager that the options in force offer, with every parameter.

    A family says what a wager with a parameter pays, whether it is made later in the round, which parameters
    it takes, where its chips may be moved, and what the house keeps of a win (` less 5% commission`).
    """

    def offer(name: str, param: str, row: W, number: str, moved: bool) -> OfferedWager[W]:
        found, kept = prices(name, param), less(row)
        short, long = charged(rules, row)
        return OfferedWager(
            wager=name,
            param=param,
            name=f"{name}:{param}" if param else name,
            kind=row.kind,
            number=number,
            label=label(name, param, row.title, number),
            pays=f"{pays(found)}{kept}{long}",
            brief=brief(found) + kept,
            row=row,
            prices=found,
            charge=short,
            later=moved,
        )

    def every() -> Iterator[OfferedWager[W]]:
        for name in rules.names:
            if rules.offered(name):
                row, number = rules.wager(name)
                for param in params(name):
                    yield offer(name, param, row, number, later(row))
                for param in moves_to(row):
                    yield offer(name, param, row, number, True)

    return Offers(list(every()))


_OF = {
    "stake": "the stake",
    "win": "what it can win",
    "excess-stake": "what exceeds free odds",
    "excess-win": "what the part beyond free odds can win",
}


def charged(rules: Ruleset[W, S], row: W) -> tuple[str, str]:
    """Return what is charged for making a wager, in a few words and in full; empty where nothing is."""
    found = row.charge
    rate = rules.options.get(found.rate, found.rate) if found is not None else "0"
    if found is None or not float(rate):
        return "", ""
    return f"{rate}% charge", f", with a charge of {rate}% of {_OF[found.of]}"


def label(name: str, param: str = "", title: str = "", number: str = "") -> str:
    """Return what a wager is called.

    >>> label("dont-pass"), label("straight", "17")
    ("Don't pass", 'Straight up 17')
    >>> label("ur-way-7", number="7"), label("split", "inner/1-2")
    ('UR way 7', 'Split inner 1-2')
    """
    plain = (
        title
        if title and not number and len(title) <= LONGEST
        else " ".join(_SAID.get(word, word) for word in name.split("-"))
    )
    if len(number) == 1 and number.isalpha():
        plain = plain[:-1] + number.upper()
    return f"{plain[:1].upper()}{plain[1:]}" + (f" {param.replace('/', ' ')}" if param else "")


# Prices.


def price(pay: Pay) -> str:
    """Return a price in words: `35 to 1`, `2 for 1`, `10% of the meter`."""
    return str(pay).replace(":", " to ") if pay.kind == "to" else str(pay)


def _grouped(prices: Prices) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row, pay in prices:
        found.setdefault(price(pay), []).append(row)
    return found


def pays(prices: Prices) -> str:
    """Return all prices of a wager in words: one, or each with what it is for."""
    found = _grouped(prices)
    if len(found) < 2:
        return next(iter(found), BY_PARTS)
    return "; ".join(
        said if rows == ["win"] else f"{said} on {', '.join(row.replace('-', ' ') for row in rows)}"
        for said, rows in found.items()
    )


def brief(prices: Prices) -> str:
    """Return one price in words, or the highest."""
    found = _grouped(prices)
    if len(found) < 2:
        return next(iter(found), BY_PARTS)
    shares = [pay for _, pay in prices if pay.kind == "share"]
    if shares:
        return "jackpot"
    best = max((pay for _, pay in prices), key=lambda pay: pay.value.ratio)
    return f"up to {price(best)}"
