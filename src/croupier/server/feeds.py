"""Feeds: a terminal or a page keeps one socket open, asks over it, and is sent its view whenever something that it sees has changed.

Nothing is sent that a view does not hold, and a view is always sent whole: whoever comes back after a broken line asks for it again and has missed nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any, Protocol

import msgspec

from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor import views
from croupier.floor.core import Answer, Core
from croupier.floor.events import Event
from croupier.server.auth import Entrance, Session
from croupier.server.showing import dealer_view, table_more

GATHER = 0.04
"""Seconds in which changes are gathered into one push."""
MOST_TABLES = 200
RESULTS = 40
LONGEST_ID = 64
BOOKS = ("attendant", "supervisor", "manager", "inspector")
"""Who sees the books."""


class Runs(Protocol):
    """Whatever runs the core: one command after the other, each stored before it is answered."""

    watchers: list[Callable[[list[Event]], None]]

    def submit(self, command: ask.Asked, /) -> Future[Answer]:
        """Have a command carried out."""

    def read(self, function: Callable[[Core], Any], /) -> Future[Any]:
        """Look at the core between two commands."""


def now() -> int:
    """Milliseconds."""
    return int(time.time() * 1000)


def command_of(body: Any, who: str) -> ask.Asked:
    """A command as it came in. Who asks is never taken from it, and its id is one of his own."""
    if not isinstance(body, dict):
        raise BadInput('a command is an object like {"id": "1", "do": "join", "table": "roulette"}')
    name = body.get("id")
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_ID:
        raise BadInput(f"a command has an id of 1 to {LONGEST_ID} characters, made by whoever asks")
    if body.get("do") == "tick":
        raise BadInput("time passes by itself")
    try:
        found: ask.Asked = msgspec.convert({**body, "id": f"{who}:{name}", "by": who}, ask.Asked)
    except msgspec.ValidationError as error:
        raise BadInput(f"this is no command: {error}") from None
    return found


def answer_of(answer: Answer) -> dict[str, Any]:
    """An answer without its events: they hold what nobody may see."""
    return {"done": answer.done, **({"why": answer.why} if answer.why else {}), **({"clause": answer.clause} if answer.clause else {}), **({"given": answer.given} if answer.given else {})}


def touched(events: Iterable[Event]) -> set[str]:
    """The tables and terminals that events are about."""
    found: set[str] = set()
    for event in events:
        table = getattr(event, "table", "") or getattr(getattr(event, "setup", None), "table", "")
        terminal = getattr(event, "terminal", "")
        found |= {f"table {table}"} if table else set()
        found |= {f"terminal {terminal}"} if terminal else set()
        for posting in getattr(event, "postings", ()):
            found |= {f"terminal {account.removeprefix('meter:')}" for account in (posting.source, posting.target) if account.startswith("meter:")}
    return found


class Feed:
    """One socket: who is there, and what is looked at."""

    def __init__(self, session: Session | None) -> None:
        self.session = session
        self.tables: list[str] = []
        self.lobby = self.books = self.deals = False
        self.changed = asyncio.Event()

    @property
    def terminal(self) -> str:
        """The terminal that looks, if it is one."""
        return self.session.who if self.session is not None and self.session.kind == "terminal" else ""

    def sees(self, keys: set[str]) -> bool:
        """Whether something of this is in the view."""
        return self.books or (self.lobby and any(key.startswith("table ") for key in keys)) or f"terminal {self.terminal}" in keys or any(f"table {table}" in keys for table in self.tables)

    def watch(self, wanted: Any) -> None:
        """Look at other things from now on."""
        if not isinstance(wanted, dict) or not isinstance(wanted.get("tables", []), list):
            raise BadInput('say what to watch, like {"watch": {"tables": ["roulette"]}}')
        self.tables = [str(table) for table in wanted.get("tables", [])][:MOST_TABLES]
        self.lobby, self.books, self.deals = (wanted.get(key) is True for key in ("lobby", "books", "deals"))
        self.changed.set()


class Feeds:
    """All sockets that are open."""

    def __init__(self, runner: Runs, entrance: Entrance) -> None:
        self.runner, self.entrance = runner, entrance
        self.open: set[Feed] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Listen to the runner, whose watchers are called from a thread of its own."""
        self._loop = asyncio.get_running_loop()
        self.runner.watchers.append(self._committed)

    def stop(self) -> None:
        """Listen no longer."""
        self._loop = None
        if self._committed in self.runner.watchers:
            self.runner.watchers.remove(self._committed)

    def _committed(self, events: list[Event]) -> None:
        loop = self._loop
        if loop is not None and events:
            loop.call_soon_threadsafe(self._mark, touched(events))

    def _mark(self, keys: set[str]) -> None:
        for feed in self.open:
            if feed.sees(keys):
                feed.changed.set()

    async def view(self, feed: Feed) -> dict[str, Any]:
        """What a feed sees now."""
        who = feed.session.who if feed.session is not None else ""
        found: dict[str, Any] = await asyncio.wrap_future(self.runner.read(lambda core: view_of(core, feed, who)))
        return found


def view_of(core: Core, feed: Feed, who: str) -> dict[str, Any]:
    """The view of one feed, out of the views of the floor."""
    roles = core.roles_of(who) if who else ()
    terminal = who if "terminal" in roles else ""
    found: dict[str, Any] = {"now": now(), "tables": {}}
    if terminal:
        found["me"] = views.terminal_view(core, terminal)
    for name in feed.tables:
        if name in core.floor.tables:
            seen = views.table_view(core, name, terminal)
            seen["results"] = seen["results"][-RESULTS:]
            found["tables"][name] = {**seen, **table_more(core, name, terminal)}
            if feed.deals and {"dealer", "supervisor", "manager"} & set(roles):
                found["tables"][name]["deal"] = dealer_view(core, name)
    if feed.lobby:
        found["lobby"] = views.lobby(core)
    if feed.books and set(BOOKS) & set(roles):
        found["books"] = views.books(core)
    return found
