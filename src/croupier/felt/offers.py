"""What a table offers, in the words and at the prices of its rulebook: every wager with every parameter, each of which has one place on the felt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from croupier.families.automaton.game import AutomatonGame
from croupier.families.automaton.machine import OneDraw
from croupier.families.common.pricing import UNPRICED
from croupier.families.craps.round import Craps
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Pay

LONGEST = 26
"""A title longer than this is not printed on a felt: the name of the wager is."""
BY_PARTS = "by its parts"
_SAID = {"dont": "don't", "straight": "straight up", "ur": "UR", "aa": "AA", "egalite": "égalité"}


class Offer(msgspec.Struct, frozen=True):
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
    row: Any
    charge: str = ""
    """What is charged for making it, in a few words."""
    later: bool = False
    """Made by an act in the round, or moved here: chips are shown in its place, but nobody bets there before the round."""

    @property
    def said(self) -> str:
        """What is read to somebody who does not see the felt."""
        return f"{self.label}, pays {self.pays}" + (", made later in the round" if self.later else "")


class Offers:
    """All that a table offers; a layout takes from it, and what is left goes into a grid."""

    def __init__(self, found: Sequence[Offer]) -> None:
        self._left = {offer.name: offer for offer in found}
        self.all = tuple(found)

    def take(self, wanted: Callable[[Offer], bool]) -> list[Offer]:
        """All that are wanted, in the order of the rulebook; each is given out once."""
        found = [offer for offer in self._left.values() if wanted(offer)]
        for offer in found:
            del self._left[offer.name]
        return found

    def kinds(self, *kinds: str) -> list[Offer]:
        """All of these kinds."""
        return self.take(lambda offer: offer.kind in kinds and not offer.later)

    def rest(self) -> list[Offer]:
        """All that nobody took."""
        return self.take(lambda _: True)


def offers(playable: Any) -> Offers:
    """Every wager that the options in force offer, with every parameter."""
    return Offers(list(_offers(playable)))


def _offers(playable: Any) -> Iterator[Offer]:
    rules = playable.ruleset
    for name in rules.names:
        if not rules.offered(name):
            continue
        row, number = rules.wager(name)
        params = playable.params(name) if hasattr(playable, "params") else [""]
        for param in params:
            yield _offer(playable, name, param, row, number, is_later(playable, row))
        if isinstance(playable, Craps) and row.kind in ("come", "dont-come"):
            # A come wager goes to its point: its chips are shown there.
            for point in playable.setup.points:
                yield _offer(playable, name, str(point), row, number, True)


def is_later(playable: Any, row: Any) -> bool:
    """Whether a wager is made by an act in the course of the round, or stands on another that has a point."""
    if isinstance(playable, AutomatonGame):
        return bool(row.needs) and not row.needs_any
    return row.kind in playable.moments


def _offer(playable: Any, name: str, param: str, row: Any, number: str, later: bool) -> Offer:
    prices = prices_of(playable, name, param)
    less = taken(playable, row)
    short, long = charged(playable, row)
    said = f"{pays(prices)}{less}{long}"
    return Offer(
        name,
        param,
        f"{name}:{param}" if param else name,
        row.kind,
        number,
        label(name, param, row.title, number),
        said,
        brief(prices) + less,
        row,
        short,
        later,
    )


_OF = {
    "stake": "the stake",
    "win": "what it can win",
    "excess-stake": "what exceeds free odds",
    "excess-win": "what the part beyond free odds can win",
}


def charged(playable: Any, row: Any) -> tuple[str, str]:
    """What is charged for making a wager, where the rulebook charges something: in a few words, and in full."""
    found = getattr(row, "charge", None)
    rate = playable.ruleset.options.get(found.rate, found.rate) if found is not None else "0"
    if found is None or not float(rate):
        return "", ""
    return f"{rate}% charge", f", with a charge of {rate}% of {_OF[found.of]}"


def taken(playable: Any, row: Any) -> str:
    """What the house keeps of a win, where the rulebook charges a commission on it."""
    found = getattr(row, "commission", None)
    rules = playable.ruleset
    if found is None or not condition(found.when)(rules.facts):
        return ""
    rate = rules.options.get(found.rate, found.rate)
    return f" less {rate}% commission" if rate != "0" else ""


def label(name: str, param: str = "", title: str = "", number: str = "") -> str:
    """What a wager is called.

    >>> label("dont-pass"), label("straight", "17"), label("ur-way-7", number="7"), label("split", "inner/1-2")
    ("Don't pass", 'Straight up 17', 'UR way 7', 'Split inner 1-2')
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


def prices_of(playable: Any, name: str, param: str) -> list[tuple[str, Pay]]:
    """Each way in which a wager can win, with what it pays, in the order of the rulebook."""
    rules = playable.ruleset
    found = rules.prices(name)
    number = rules.wager(name)[1]
    if not isinstance(playable, AutomatonGame):
        return [("win", found[number])] if number in found else list(found.items())
    if not found:
        return []
    machine = playable.machine(name, param)
    rows = machine.rows
    if len(rows) > 1 and isinstance(machine, OneDraw):
        rows = rows & {machine.row_of(draw) for draw, _ in playable.draws()}
    if param in rows:
        # A supplement names its point: it wins on no other.
        rows = frozenset({param})
    place = {row: at for at, row in enumerate(found)}
    ordered = sorted(rows - set(UNPRICED), key=lambda row: (place.get(row, len(place)), len(row), row))
    return [(row, playable.price(name, row, param)) for row in ordered]


def price(pay: Pay) -> str:
    """A price in words: `35 to 1`, `2 for 1`, `10% of the meter`."""
    return str(pay).replace(":", " to ") if pay.kind == "to" else str(pay)


def _grouped(prices: Sequence[tuple[str, Pay]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row, pay in prices:
        found.setdefault(price(pay), []).append(row)
    return found


def pays(prices: Sequence[tuple[str, Pay]]) -> str:
    """All prices of a wager: one, or each with what it is for."""
    found = _grouped(prices)
    if len(found) < 2:
        return next(iter(found), BY_PARTS)
    return "; ".join(
        said if rows == ["win"] else f"{said} on {', '.join(row.replace('-', ' ') for row in rows)}"
        for said, rows in found.items()
    )


def brief(prices: Sequence[tuple[str, Pay]]) -> str:
    """One price, or the highest."""
    found = _grouped(prices)
    if len(found) < 2:
        return next(iter(found), BY_PARTS)
    shares = [pay for _, pay in prices if pay.kind == "share"]
    if shares:
        return "jackpot"
    best = max((pay for _, pay in prices), key=lambda pay: pay.value.ratio)
    return f"up to {price(best)}"
