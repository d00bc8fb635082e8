"""Feeds: a page keeps one socket open, asks over it, and is sent its view whenever something in it changes.

Nothing is sent that a view does not hold, and a view is always sent whole. Whoever comes back after a broken
line asks for it again and has missed nothing. A slow page misses old views.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

import msgspec

from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor.core import Answer, Core
from croupier.floor.events import Event
from croupier.server.auth import Entrance, Session
from croupier.server.rendering import BOOK, FLOOR, LOBBY, Renderer, touched

GATHER = 0.04
"""Gather changes for this many seconds into one push."""
GATHER_BOOKS = 1.0
"""The same for the books, in which everything changes something."""
AT_ONCE = 50
"""Views that are made together, and sent while others are made."""
STILL_THERE = 20.0
"""Check every this many seconds whether the session of a quiet feed has ended."""
MOST_TABLES = 200
LONGEST_ID = 64


class Runs(Protocol):
    """Whatever runs the core: one command after the other, each stored before it is answered."""

    watchers: list[Callable[[list[Event]], None]]

    def submit(self, command: ask.Asked, /) -> Future[Answer]:
        """Have a command carried out."""

    def read(self, function: Callable[[Core], Any], /) -> Future[Any]:
        """Run a function on the core between two commands."""


KINDS_READY = msgspec.json.Decoder(ask.Asked)
"""Made before there are threads: msgspec crashes if several of them read the first of a kind at once."""


def command_of(body: Any, who: str) -> ask.Asked:
    """Return the command that came in.

    Who asks is never taken from it, and its id is made one of his own.
    """
    if not isinstance(body, dict):
        raise BadInput('a command is an object like {"id": "1", "do": "join", "table": "roulette"}')
    name = body.get("id")
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_ID:
        raise BadInput(f"a command has an id of 1 to {LONGEST_ID} characters, made by whoever asks")
    if body.get("do") == "tick":
        raise BadInput("time passes by itself")
    try:
        kind = ask.KINDS.get(str(body.get("do")), ask.Asked)
        found: ask.Asked = msgspec.convert({**body, "id": f"{who}:{name}", "by": who}, kind)
    except msgspec.ValidationError as error:
        raise BadInput(f"this is no command: {error}") from None
    return found


def answer_of(answer: Answer) -> dict[str, Any]:
    """Return an answer without its events: they hold what nobody may see."""
    return {
        "done": answer.done,
        **({"why": answer.why} if answer.why else {}),
        **({"clause": answer.clause} if answer.clause else {}),
        **({"given": answer.given} if answer.given else {}),
    }


class Feed:
    """One socket: who is there, what is looked at, and the newest view that has not been sent."""

    def __init__(self, session: Session | None) -> None:
        self.session = session
        self.tables: list[str] = []
        self.lobby = self.books = self.deals = False
        self.unsent = b""
        self.ended = False
        self.ready = asyncio.Event()
        """Set when there is something to send, or the session is over."""

    @property
    def who(self) -> str:
        """Return the terminal or the person that looks, or nothing."""
        return self.session.who if self.session is not None else ""

    @property
    def keys(self) -> set[str]:
        """Return the keys of everything that is looked at."""
        watched = (
            {f"table {table}" for table in self.tables}
            | ({LOBBY} if self.lobby else set())
            | ({BOOK} if self.books else set())
            | {FLOOR}
        )
        return (
            watched | {f"terminal {self.who}"}
            if self.session is not None and self.session.kind == "terminal"
            else watched
        )

    def show(self, view: bytes) -> None:
        """Send a new view. It replaces one that was not sent yet."""
        self.unsent = view
        self.ready.set()

    def watch(self, wanted: Any) -> None:
        """Look at other things from now on."""
        if not isinstance(wanted, dict) or not isinstance(wanted.get("tables", []), list):
            raise BadInput('say what to watch, like {"watch": {"tables": ["roulette"]}}')
        self.tables = list(dict.fromkeys(str(table) for table in wanted.get("tables", [])[:MOST_TABLES]))
        self.lobby, self.books, self.deals = (wanted.get(key) is True for key in ("lobby", "books", "deals"))


class Feeds:
    """All sockets that are open, by what they look at."""

    def __init__(self, runner: Runs, entrance: Entrance) -> None:
        self.runner, self.entrance = runner, entrance
        self.open: set[Feed] = set()
        self._watching: dict[str, set[Feed]] = {}
        self._changed: set[Feed] = set()
        self._books_changed: set[Feed] = set()
        self._wake = asyncio.Event()
        self._renderer = Renderer()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Listen to the runner. It calls its watchers from a thread of its own."""
        self._loop = asyncio.get_running_loop()
        self.runner.watchers.append(self._committed)
        self._tasks = [
            asyncio.create_task(one) for one in (self._push(), self._push_books(), self._look_after())
        ]

    def stop(self) -> None:
        """Stop listening."""
        self._loop = None
        for task in self._tasks:
            task.cancel()
        if self._committed in self.runner.watchers:
            self.runner.watchers.remove(self._committed)

    def watch(self, feed: Feed, wanted: Any) -> None:
        """Let a feed look at other things, and show them."""
        self._leave(feed)
        try:
            feed.watch(wanted)
        finally:
            for key in feed.keys:
                self._watching.setdefault(key, set()).add(feed)
        self._mark((feed,))

    def close(self, feed: Feed) -> None:
        """Forget a feed."""
        self.open.discard(feed)
        self._leave(feed)
        self._changed.discard(feed)
        self._books_changed.discard(feed)

    def _leave(self, feed: Feed) -> None:
        for key in feed.keys:
            those = self._watching.get(key, set())
            those.discard(feed)
            if not those:
                self._watching.pop(key, None)

    # What has happened.

    def _committed(self, events: list[Event]) -> None:
        """Hear of stored events, in the thread of the runner."""
        self._renderer.forget(events)
        loop = self._loop
        if loop is not None and events and self._watching:
            loop.call_soon_threadsafe(self._heard, touched(events))

    def _heard(self, keys: set[str]) -> None:
        for key in keys:
            if key == BOOK:
                self._books_changed |= self._watching.get(key, set())
            else:
                self._mark(self._watching.get(key, ()))

    def _mark(self, feeds: Iterable[Feed]) -> None:
        self._changed.update(feeds)
        if self._changed:
            self._wake.set()

    # What is shown.

    async def _push(self) -> None:
        """Show what has changed to those who see it."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHER)
            self._wake.clear()
            changed, self._changed = [*self._changed], set()
            # All of them are asked for at once: each would wait for a batch of its own otherwise.
            await asyncio.gather(
                *(self._show(changed[at : at + AT_ONCE]) for at in range(0, len(changed), AT_ONCE))
            )

    async def _push_books(self) -> None:
        while True:
            await asyncio.sleep(GATHER_BOOKS)
            if self._books_changed:
                self._mark(self._books_changed)
                self._books_changed = set()

    async def _look_after(self) -> None:
        """End feeds whose session ended while nothing happened."""
        while True:
            await asyncio.sleep(STILL_THERE)
            for feed in [
                one for one in self.open if one.session is not None and not self.entrance.alive(one.session)
            ]:
                feed.ended = True
                feed.ready.set()

    async def _show(self, feeds: Sequence[Feed]) -> None:
        try:
            views = await asyncio.wrap_future(
                self.runner.read(lambda core: [self._renderer.view(core, feed) for feed in feeds])
            )
        except Exception:  # the floor is being loaded anew: what changed is shown when it is there again
            await asyncio.sleep(GATHER)
            self._mark(one for one in feeds if one in self.open)
            return
        for feed, view in zip(feeds, views, strict=True):
            feed.show(view)
