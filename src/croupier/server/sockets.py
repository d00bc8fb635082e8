"""The socket of a feed: answers what is asked over it, and pushes views. A bet that comes too late is answered like any other."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.server.auth import Session
from croupier.server.feeds import GATHER, Feed, Feeds, answer_of, command_of
from croupier.server.guard import Guard
from croupier.server.runner import NotStored

LONGEST_MESSAGE = 16 * 1024
STILL_THERE = 20.0
"""Seconds after which a quiet feed is looked at again: the session may have ended."""
ENDED, TOO_LONG = 4401, 4413
Socket = WebSocket[Any, Any, Any]


@websocket("/api/feed")
async def feed_handler(socket: Socket) -> None:
    """One feed, as long as it lasts."""
    session: Session | None = socket.scope["state"].get("session")
    guard: Guard = socket.scope["state"]["guard"]
    feeds: Feeds = socket.app.state.floor.feeds
    await socket.accept()
    feed = Feed(session)
    feeds.open.add(feed)
    sending = asyncio.Lock()

    async def send(value: dict[str, Any]) -> None:
        async with sending:
            await socket.send_data(msgspec.json.encode(value).decode(), mode="text")

    pushing = asyncio.create_task(_push(socket, feeds, feed, send))
    asked: set[asyncio.Task[None]] = set()
    try:
        while True:
            text = await socket.receive_data(mode="text")
            if len(text) > LONGEST_MESSAGE:
                await socket.close(TOO_LONG, "too long")
                return
            message = _read(text)
            if session is not None and not feeds.entrance.alive(session):
                await socket.close(ENDED, "the session is over")
                return
            if "ask" in message:
                task = asyncio.create_task(_answer(guard, feeds, session, message["ask"], send))
                asked.add(task)
                task.add_done_callback(asked.discard)
                # In the order in which they came: a bet is never overtaken by its own removal.
                await task
            elif "watch" in message:
                try:
                    feed.watch(message["watch"])
                except BadInput as wrong:
                    await send({"refused": str(wrong)})
            else:
                await send({"still": True})
    except WebSocketDisconnect:
        return
    finally:
        feeds.open.discard(feed)
        pushing.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await pushing


def _read(text: str | bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}


async def _answer(guard: Guard, feeds: Feeds, session: Session | None, body: Any, send: Any) -> None:
    """Carry one command out and answer it by its own id."""
    name = str(body.get("id", ""))[:100] if isinstance(body, dict) else ""

    async def refuse(why: str) -> None:
        await send({"answer": {"id": name, "done": False, "why": why}})

    if session is None:
        await refuse("sign in first")
        return
    if not guard.pace.allows(f"session {session.token}", guard.paces.session):
        await refuse("too many at once; wait a moment")
        return
    if isinstance(body, dict) and body.get("do") == "from-account":
        await refuse("an account is reached with its password only")
        return
    try:
        command = command_of(body, session.who)
    except BadInput as wrong:
        await refuse(str(wrong))
        return
    if isinstance(command, ask.InsertVoucher | ask.RedeemVoucher) and not guard.pace.allows(f"voucher {session.token}", guard.paces.voucher):
        await refuse("too many attempts; wait a minute")
        return
    feeds.entrance.touch(session)
    try:
        answer = await asyncio.shield(asyncio.wrap_future(feeds.runner.submit(command)))
    except NotStored as wrong:
        await send({"answer": {"id": name, "done": False, "why": str(wrong), "again": True}})
        return
    await send({"answer": {"id": name, **answer_of(answer)}})


async def _push(socket: Socket, feeds: Feeds, feed: Feed, send: Any) -> None:
    """Send the view whenever it has changed."""
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(feed.changed.wait(), STILL_THERE)
        if feed.session is not None and not feeds.entrance.alive(feed.session):
            await socket.close(ENDED, "the session is over")
            return
        if not feed.changed.is_set():
            continue
        await asyncio.sleep(GATHER)
        feed.changed.clear()
        await send({"view": await feeds.view(feed)})
