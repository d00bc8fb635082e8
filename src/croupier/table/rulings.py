"""Rulings: what is done when something goes wrong.

The table carries out History, End and Offer. Scripts read Marks. The log is append-only. A script is fed a
`History`, a fold of the log: most rulings stand in it where they were made (an `Ordered`), and the rulings on
history rewrite it. Everything here is pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeGuard

import msgspec

from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.rulebook.schema import RulingRow
from croupier.table.events import Event, person_of
from croupier.table.persons import PLAYER, Whom, person_named

INCREASE, WITHDRAWAL, SPOKEN = "void-increase", "undo-withdrawal", "void-spoken"
"""A part of a wager goes back; a wager was not taken back; what was only spoken of a wager goes back."""
LATE = (INCREASE, WITHDRAWAL, SPOKEN)
HISTORY = ("void-draw", "replace-draw", "rewind", "redeal", "burn", "insert-card", "move-wager", *LATE)
PUT_RIGHT = "correct-payment"
END = ("void-round", "void-fresh", "void-hand", "void-wager", PUT_RIGHT)
OFFER = ("offer-retract", "offer-take-back", "offer-void-round")


SHOWN = "shown"
"""The fact that names a card which lay open already when a ruling burnt it."""


GOES_BACK = "goes-back"
"""The fact that says how much of a wager goes back by a mark; no rulebook asks for it."""


class Back(msgspec.Struct, frozen=True):
    """What a mark gives back of a wager."""

    wagers: tuple[str, ...]
    """Its name, with those that always equal it."""
    amount: Amount
    whole: bool
    """Whether that is all of it."""
    place: str
    """The place where it lies."""
    people: tuple[str, ...]
    """Whose bets on it come before the mark."""


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
    """The events fed to the script, and the draws set aside that come first.

    `then` are events that a rewriting left behind those draws: each is fed once the cards before it have
    fallen.
    """

    items: tuple[Item, ...] = ()
    aside: tuple[Event, ...] = ()
    then: tuple[Item, ...] = ()

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
    back_to_the_deal: bool = False,
    closings: Collection[str] = (),
    players: Mapping[str, str] = NOBODY_ELSE,
) -> History:
    """Return the history after a ruling.

    `back_to_the_deal`: a mark belongs to a deal on which hands have been played. `closings`: the dealer's
    acts for one draw, done again for the next. `players`: who plays places that are not his own.
    Payments that were put right come last: what is due on them follows from everything else.
    """
    put_right = tuple(item for item in history.items if _puts_right(item))
    items = tuple(item for item in history.items if not _puts_right(item))
    before = History(items, history.aside)
    if back_to_the_deal:
        anew = _dealt_anew(before, ordered, players)
        return History(anew.items, anew.aside, (*anew.then, *put_right))
    rewritten = _rewritten(before, ordered, closings, players)
    return History((*rewritten.items, *put_right), rewritten.aside)


def _puts_right(item: Item) -> bool:
    return isinstance(item, Ordered) and item.order == PUT_RIGHT


def _rewritten(
    history: History, ordered: Ordered, closings: Collection[str], players: Mapping[str, str]
) -> History:
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
        # What was set aside before left the shoe earlier, and comes before it.
        return History(items, (*aside, Event("", "deal", ordered.fact("card"))))
    if order == "burn" and ordered.fact(SHOWN):
        # The card has left the shoe before the ruling was asked for: nobody waits for it any more.
        return History((*items, ordered, Kept(Event("", "deal", ordered.fact(SHOWN)))), aside)
    if order == "move-wager":
        return History(_moved(items, ordered, players), aside)
    return History((*items, ordered), aside)


def _dealt_anew(history: History, ordered: Ordered, players: Mapping[str, str]) -> History:
    """Put a mark before the last card that was dealt before anybody played.

    The cards from there on fall again as they left the shoe, and the acts follow in their order. What the
    person that it is about did last was done on cards that were not his, and is taken back.
    """
    items = history.items
    cards = [at for at, item in enumerate(items) if _is_card(item)]
    if not cards:
        raise BadInput("no card has been dealt yet")
    played = next((at for at in range(cards[0], len(items)) if _is_played(items[at])), len(items))
    at = max(card for card in cards if card < played)
    then = [item for item in items[at:] if not _is_card(item)]
    while then and _is_played(then[-1]) and ordered.whom.acted(then[-1].who, players):
        then.pop()
    drawn = tuple(item for item in items[at:] if isinstance(item, Event) and _is_card(item))
    return History((*items[:at], ordered), (*drawn, *history.aside), tuple(then))


def _is_card(item: Item) -> bool:
    return isinstance(item, Event) and item.is_draw and item.verb == "deal"


def _is_played(item: Item) -> TypeGuard[Event]:
    """Whether something is an act of a player on his hand."""
    return isinstance(item, Event) and bool(item.seat) and not item.lays_wager and item.verb != "remove"


def has_been_played(items: tuple[Item, ...]) -> bool:
    """Whether somebody has decided on a hand since the first card fell."""
    first = next((at for at, item in enumerate(items) if _is_card(item)), len(items))
    return any(_is_played(item) for item in items[first:])


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
        raise BadInput(f"{whom} has no {old or 'such'} wager that could be moved; say seat=, from= and to=")
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
