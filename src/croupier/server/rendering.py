"""Views as they are sent: what all who look at a table share is written once, and a terminal's own beside it.

Everything here happens in the thread of the runner, where the core is. Views are made there, and what is kept
of them is forgotten there when an event changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from croupier.floor import events as happened
from croupier.floor import views
from croupier.floor.core import Core
from croupier.floor.events import Event, Happened, postings_of, table_of, terminal_of
from croupier.floor.rooms import ALL, ONE
from croupier.server.clock import now_ms
from croupier.server.showing import dealer_view, table_past, table_setup

BOOKS = ("attendant", "supervisor", "manager", "inspector")
"""Who sees the books."""
DEALS = ("dealer", "supervisor", "manager")
"""Who sees what a dealer may enter."""
LOBBY, FLOOR, BOOK = "lobby", "floor", "books"
_ELSEWHERE = (
    happened.PersonAdded,
    happened.Posted,
    happened.TerminalChanged,
    happened.TerminalEnrolled,
    happened.TerminalSet,
    happened.VoucherIssued,
    happened.VoucherPaid,
)
"""Events that change nothing at any table."""
_IN_PLAY = (
    Happened,
    happened.Extended,
    happened.Closed,
    happened.Waits,
    happened.ShoeSealed,
    happened.Collected,
    happened.RoundOpened,
    happened.Joined,
    happened.Left,
)
"""Events that leave past rounds as they are. A shoe that is opened shows what lay face down in them."""
_UNSEEN_IN_LOBBY = (
    Happened,
    happened.Extended,
    happened.Closed,
    happened.Waits,
    happened.ShoeSealed,
    happened.ShoeOpened,
    happened.Collected,
)
_UNSEEN_IN_BOOKS = (
    happened.Extended,
    happened.Closed,
    happened.Waits,
    happened.ShoeSealed,
    happened.ShoeOpened,
    happened.RoundOpened,
)
_encode = msgspec.json.Encoder().encode


class Looks(Protocol):
    """Whoever looks at something: see `Feed`."""

    tables: list[str]
    lobby: bool
    books: bool
    deals: bool

    @property
    def who(self) -> str:
        """Return the terminal or the person, or nothing."""


def layout_owner(event: Event) -> str:
    """Return whose layout it happened on, where only that terminal sees it; else nothing."""
    return event.group if isinstance(event, Happened) and event.group not in (ALL, ONE) else ""


def touched(events: Iterable[Event]) -> set[str]:
    """Return the keys of what events change: tables, terminals, the lobby, the books.

    The key is `floor` where it may be anything.
    """
    found: set[str] = set()
    for event in events:
        table, terminal, owner = table_of(event), terminal_of(event), layout_owner(event)
        found |= {f"terminal {terminal}"} if terminal else set()
        for posting in postings_of(event):
            found |= {
                f"terminal {account[6:]}"
                for account in (posting.source, posting.target)
                if account.startswith("meter:")
            }
        if owner:
            found.add(f"terminal {owner}")
        elif table:
            found.add(f"table {table}")
            found |= set() if isinstance(event, _UNSEEN_IN_LOBBY) else {LOBBY}
        elif not isinstance(event, _ELSEWHERE):
            found.add(FLOOR)
        if not isinstance(event, _UNSEEN_IN_BOOKS):
            found.add(BOOK)
    return found


class Renderer:
    """Makes views, and keeps what several of them share until something in it changes."""

    def __init__(self) -> None:
        self._common: dict[str, bytes] = {}
        self._past: dict[str, bytes] = {}
        self._last: dict[str, dict[str, bytes]] = {}
        """By table and terminal."""
        self._lobby = self._books = b""

    def forget(self, events: Iterable[Event]) -> None:
        """Forget what these events change. It is made anew when it is next looked at."""
        self._books = b""
        for event in events:
            table = table_of(event)
            if layout_owner(event) or (not table and isinstance(event, _ELSEWHERE)):
                continue
            if not isinstance(event, _UNSEEN_IN_LOBBY):
                self._lobby = b""
            if not table:  # a correction, or an event that this does not know
                for kept in (self._common, self._past, self._last):
                    kept.clear()
                continue
            self._common.pop(table, None)
            if not isinstance(event, _IN_PLAY):
                self._past.pop(table, None)
                self._last.pop(table, None)

    def view(self, core: Core, feed: Looks) -> bytes:
        """Return what somebody sees now, as it is sent."""
        roles = core.roles_of(feed.who) if feed.who else ()
        terminal = feed.who if "terminal" in roles else ""
        deals = feed.deals and bool({*DEALS} & {*roles})
        found: dict[str, Any] = {
            "now": now_ms(),
            "tables": {
                name: self._table(core, name, terminal, deals)
                for name in feed.tables
                if name in core.floor.tables
            },
        }
        if terminal:
            found["me"] = views.terminal_view(core, terminal)
        if feed.lobby:
            self._lobby = self._lobby or _encode(views.lobby(core))
            found["lobby"] = msgspec.Raw(self._lobby)
        if feed.books and {*BOOKS} & {*roles}:
            self._books = self._books or _encode(views.books(core))
            found["books"] = msgspec.Raw(self._books)
        return _encode({"view": found})

    def _table(self, core: Core, name: str, terminal: str, deals: bool) -> msgspec.Raw:
        common = _kept(
            self._common, name, lambda: {**views.common_view(core, name), **table_setup(core, name)}
        )
        past = _kept(self._past, name, lambda: table_past(core, name))
        last = _kept(
            self._last.setdefault(name, {}), terminal, lambda: {"last": views.last_view(core, name, terminal)}
        )
        own = {**views.own_view(core, name, terminal), **({"deal": dealer_view(core, name)} if deals else {})}
        return msgspec.Raw(b",".join((common[:-1], past[1:-1], last[1:-1], _encode(own)[1:])))


def _kept(where: dict[str, bytes], key: str, make: Callable[[], dict[str, Any]]) -> bytes:
    found = where.get(key)
    if found is None:
        found = where[key] = _encode(make())
    return found
