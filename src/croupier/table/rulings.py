"""Rulings: what is done when something goes wrong. History, End and Offer are carried out here; Marks are read by scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from croupier.errors import BadInput
from croupier.table.events import Event

HISTORY = ("void-draw", "replace-draw", "rewind", "burn", "insert-card", "move-wager")
END = ("void-round", "void-hand", "void-wager")
OFFER = ("offer-retract",)
CLOSING = ("no-more-bets", "dice-out")


@dataclass(frozen=True)
class Ordered:
    """A ruling in the history: what was ordered, with its facts and clause, at the place where it was made."""

    order: str
    facts: tuple[tuple[str, str], ...]
    clause: str

    def fact(self, name: str) -> str:
        """A value given with the ruling."""
        return dict(self.facts).get(name, "")


@dataclass(frozen=True)
class History:
    """What the script is fed, and the draws that were set aside and are drawn again first."""

    items: tuple[Event | Ordered, ...] = ()
    aside: tuple[Event, ...] = ()


def _last_draw(items: tuple[Event | Ordered, ...]) -> int:
    for at in range(len(items) - 1, -1, -1):
        item = items[at]
        if isinstance(item, Event) and item.is_draw:
            return at
    return -1


def rewrite(history: History, ordered: Ordered) -> History:
    """The history after a ruling on it."""
    items, aside = history.items, history.aside
    order = ordered.order
    if order == "void-draw":
        at = _last_draw(items)
        kept = items[:at] if at >= 0 else items
        if kept and isinstance(kept[-1], Event) and kept[-1].verb in CLOSING:
            kept = kept[:-1]
        return History(kept, aside)
    if order == "replace-draw":
        at = _last_draw(items)
        if at < 0:
            raise BadInput("no result has been entered that could be put right")
        old = items[at]
        assert isinstance(old, Event)
        return History((*items[:at], Event("", old.verb, ordered.fact("result")), *items[at + 1 :]), aside)
    if order == "rewind":
        at = _rewind_to(items, ordered)
        drawn = tuple(item for item in items[at:] if isinstance(item, Event) and item.is_draw and item.verb == "deal")
        rulings = tuple(item for item in items[at:] if isinstance(item, Ordered))
        return History((*items[:at], *rulings), (*drawn, *aside))
    if order == "insert-card":
        return History(items, (Event("", "deal", ordered.fact("card")), *aside))
    if order == "move-wager":
        return History(_moved(items, ordered), aside)
    return History((*items, ordered), aside)


def _rewind_to(items: tuple[Event | Ordered, ...], ordered: Ordered) -> int:
    who = ordered.fact("box")
    for at in range(len(items) - 1, -1, -1):
        item = items[at]
        if isinstance(item, Event) and item.verb != "bet" and re.match(r"[0-9]*", item.who)[0] == who and item.who:  # type: ignore[index]  # matches every text
            return at
    raise BadInput(f"box {who or '?'} has done nothing in this round that could be taken back; say box=N")


def _moved(items: tuple[Event | Ordered, ...], ordered: Ordered) -> tuple[Event | Ordered, ...]:
    seat, old, new = ordered.fact("seat"), ordered.fact("from"), ordered.fact("to")
    for at in range(len(items) - 1, -1, -1):
        item = items[at]
        if isinstance(item, Event) and item.verb == "bet" and item.who == seat and item.what == old:
            return (*items[:at], Event(item.who, "bet", new, item.amount, item.facts), *items[at + 1 :])
    raise BadInput(f"{seat or '?'} has no wager {old or '?'} in this round that could be moved; say seat=, from= and to=")


def orders_of(ruling: list[str], facts: Mapping[str, str], clause: str) -> list[Ordered]:
    """The orders that a row of an irregularity gives."""
    return [Ordered(order, tuple(sorted(facts.items())), clause) for order in ruling]
