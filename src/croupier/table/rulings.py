"""Rulings: what is done when something goes wrong.

The table carries out History, End and Offer. Scripts read Marks. The log is append-only. A script is fed a
`History`, a fold of the log: most rulings stand in it where they were made (an `Ordered`), and the rulings on
history rewrite it. Everything here is pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from croupier.errors import BadInput
from croupier.rulebook.schema import RulingRow
from croupier.table.events import Event, person_of
from croupier.table.persons import PLAYER, Whom, person_named

HISTORY = ("void-draw", "replace-draw", "rewind", "redeal", "burn", "insert-card", "move-wager")
END = ("void-round", "void-fresh", "void-hand", "void-wager", "correct-payment")
NEEDS = {
    "replace-draw": ("result",),
    "move-wager": ("seat", "from", "to"),
    "correct-payment": ("seat", "wager", "paid"),
    "void-wager": ("seat",),
    "void-hand": ("seat",),
    "void-in-place": ("seat",),
    "exclude": ("seat",),
    "rewind": ("seat",),
}
"""Facts that an order cannot be carried out without; where a box is named in place of a seat, that one."""
OFFER = ("offer-retract", "offer-take-back")


SHOWN = "shown"
"""The fact that names a card which lay open already when a ruling burnt it."""


class Ordered(msgspec.Struct, frozen=True):
    """A ruling in the history, at its place: the order, with its facts and clause."""

    order: str
    facts: tuple[tuple[str, str], ...]
    clause: str

    def fact(self, name: str) -> str:
        """Return a value given with the ruling."""
        return dict(self.facts).get(name, "")

    @property
    def whom(self) -> Whom:
        """Whom or what it is about: seat=1b, box=2, box=2.1, or seat=1 box=2 hand=1."""
        return Whom.of(dict(self.facts))


class Kept(msgspec.Struct, frozen=True):
    """An event of a ruling that stays when the round is taken back: an answer to an offer, a burnt card."""

    event: Event


Item = Event | Ordered | Kept


class History(msgspec.Struct, frozen=True):
    """The events fed to the script, and the draws set aside that come first."""

    items: tuple[Item, ...] = ()
    aside: tuple[Event, ...] = ()

    def last_draw(self) -> int:
        """Return the place of the last draw that decided something, or -1."""
        for at in range(len(self.items) - 1, -1, -1):
            item = self.items[at]
            if isinstance(item, Event) and item.is_draw:
                return at
        return -1


NOTHING_YET = History()
NOBODY_ELSE: Mapping[str, str] = {}
"""Every place is played by who it says."""


def rewrite(
    history: History,
    ordered: Ordered,
    back_to_the_bet: bool = False,
    closings: Collection[str] = (),
    players: Mapping[str, str] = NOBODY_ELSE,
) -> History:
    """Return the history after a ruling.

    `back_to_the_bet`: a settled wager is void from where it was made. `closings`: the dealer's acts for one
    draw, done again for the next. `players`: who plays places that are not his own.
    """
    items, aside = history.items, history.aside
    order = ordered.order
    if order == "void-draw":
        return _void_draw(history, ordered, closings)
    if order == "replace-draw":
        at = history.last_draw()
        if at < 0:
            raise BadInput("no result has been entered that could be put right")
        old = items[at]
        assert isinstance(old, Event)
        return History(
            (*items[:at], msgspec.structs.replace(old, what=ordered.fact("result")), *items[at + 1 :]), aside
        )
    if order == "rewind":
        at = _rewind_to(items, ordered, players)
        drawn = tuple(
            item for item in items[at:] if isinstance(item, Event) and item.is_draw and item.verb == "deal"
        )
        return History((*items[:at], *_of_rulings(items[at:])), (*drawn, *aside))
    if order == "redeal":
        # What was burnt before the wagers were made stays burnt.
        bets = max(
            (at for at, item in enumerate(items) if isinstance(item, Event) and item.lays_wager), default=-1
        )
        at = next(
            (
                at
                for at, item in enumerate(items)
                if at > bets and isinstance(item, Event) and item.is_draw and item.verb == "deal"
            ),
            len(items),
        )
        drawn = tuple(
            item for item in items[at:] if isinstance(item, Event) and item.is_draw and item.verb == "deal"
        )
        if not drawn:
            raise BadInput("no card has been dealt that could be dealt again")
        return History((*items[:at], *_of_rulings(items[at:])), (*drawn, *aside))
    if order == "insert-card":
        return History(items, (Event("", "deal", ordered.fact("card")), *aside))
    if order == "burn" and ordered.fact(SHOWN):
        # The card has left the shoe before the ruling was asked for: nobody waits for it any more.
        return History((*items, ordered, Kept(Event("", "deal", ordered.fact(SHOWN)))), aside)
    if order == "move-wager":
        return History(_moved(items, ordered, players), aside)
    if back_to_the_bet:
        # A wager that was carried into the round was never made in it: it is void from the start.
        after = (
            max(
                (
                    at
                    for at, item in enumerate(items)
                    if _is_bet(item, ordered.whom, ordered.fact("wager"), players)
                ),
                default=-1,
            )
            + 1
        )
        return History((*items[:after], ordered, *items[after:]), aside)
    return History((*items, ordered), aside)


def _of_rulings(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(item for item in items if not isinstance(item, Event))


def _void_draw(history: History, ordered: Ordered, closings: Collection[str]) -> History:
    """Leave the last draw out; betting that had been closed is open again.

    A card has left the shoe all the same: it is burnt.
    """
    items = history.items
    at = history.last_draw()
    voided = items[at] if at >= 0 else None
    kept = items[:at] if voided else items
    rest = _of_rulings(items[at + 1 :]) if voided else ()
    if isinstance(voided, Event) and voided.verb == "deal":
        return History(
            (*kept, Ordered("burn", ordered.facts, ordered.clause), Kept(voided), *rest), history.aside
        )
    reopened = tuple(
        item
        for item in kept
        if not (isinstance(item, Event) and item.who == "dealer" and item.verb in closings)
    )
    return History((*reopened, *rest), history.aside)


def _rewind_to(items: tuple[Item, ...], ordered: Ordered, players: Mapping[str, str]) -> int:
    for at in range(len(items) - 1, -1, -1):
        item = items[at]
        # A wager made or taken back is no part of the play of a hand.
        if (
            isinstance(item, Event)
            and not item.lays_wager
            and item.verb != "remove"
            and ordered.whom.acted(item.who, players)
        ):
            return at
    raise BadInput(f"{ordered.whom} has done nothing in this round that could be taken back; say box=N")


def _is_bet(item: Item, whom: Whom, what: str, players: Mapping[str, str]) -> bool:
    """Whether an item lays one of the wagers that are meant."""
    if not isinstance(item, Event) or not item.lays_wager or (what and item.what != what):
        return False
    given = item.fact(PLAYER)
    player = person_named(given) if given else players.get(person_of(item.who), "")
    return whom.covers(item.seat, item.bettor, item.hand, player)


def _moved(items: tuple[Item, ...], ordered: Ordered, players: Mapping[str, str]) -> tuple[Item, ...]:
    whom, old, new = ordered.whom, ordered.fact("from"), ordered.fact("to")
    if not old or not new or not any(_is_bet(item, whom, old, players) for item in items):
        raise BadInput(
            f"{whom} has no wager {old or '?'} in this round that could be moved; say seat=, from= and to="
        )
    return tuple(
        msgspec.structs.replace(item, what=new)
        if isinstance(item, Event) and _is_bet(item, whom, old, players)
        else item
        for item in items
    )


def orders_of(row: RulingRow, facts: Mapping[str, str]) -> list[Ordered]:
    """Return the orders in a row of an irregularity, each with its own clause where it has one."""
    return [
        Ordered(order, tuple(sorted(facts.items())), row.order_clauses.get(order, row.clause))
        for order in row.ruling
    ]
