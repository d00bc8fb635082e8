"""The socket of a feed: it answers what is asked, and pushes views.

A bet that comes too late is answered like any other.
"""

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
from croupier.server.feeds import Feed, Feeds, answer_of, command_of
from croupier.server.guard import Guard
from croupier.server.runner import NotStored

LONGEST_MESSAGE = 16 * 1024
ENDED, TOO_LONG = 4401, 4413
Socket = WebSocket[Any, Any, Any]
_encode = msgspec.json.Encoder().encode


@websocket("/api/feed")
async def feed_handler(socket: Socket) -> None:
    """Serve one feed, as long as it lasts."""
    session: Session | None = socket.scope["state"].get("session")
    guard: Guard = socket.scope["state"]["guard"]
    feeds: Feeds = socket.app.state.floor.feeds
    await socket.accept()
    feed = Feed(session)
    feeds.open.add(feed)

    async def send(value: dict[str, Any]) -> None:
        await socket.send_data(_encode(value).decode(), mode="text")

    pushing = asyncio.create_task(_push(socket, feeds, feed))
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
                # One after the other, in the order in which they came:
                # a bet is never overtaken by its own removal.
                await send({"answer": await _answer(guard, feeds, session, message["ask"])})
            elif "watch" in message:
                try:
                    feeds.watch(feed, message["watch"])
                except BadInput as wrong:
                    await send({"refused": str(wrong)})
            else:
                await send({"still": True})
    except WebSocketDisconnect:
        return
    finally:
        feeds.close(feed)
        pushing.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await pushing


def _read(text: str | bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}


async def _answer(guard: Guard, feeds: Feeds, session: Session | None, body: Any) -> dict[str, Any]:
    """Carry one command out. Return what became of it, by its own id."""
    name = str(body.get("id", ""))[:100] if isinstance(body, dict) else ""

    def refused(why: str) -> dict[str, Any]:
        return {"id": name, "done": False, "why": why}

    if session is None:
        return refused("sign in first")
    if not guard.pace.allows(f"session {session.token}", guard.paces.session):
        return refused("too many at once; wait a moment")
    if isinstance(body, dict) and body.get("do") == "from-account":
        return refused("an account is reached with its password only")
    try:
        command = command_of(body, session.who)
    except BadInput as wrong:
        return refused(str(wrong))
    if isinstance(command, ask.InsertVoucher | ask.RedeemVoucher) and not guard.pace.allows(
        f"voucher {session.token}", guard.paces.voucher
    ):
        return refused("too many attempts; wait a minute")
    feeds.entrance.touch(session)
    try:
        # Whoever hangs up meanwhile does not take it back.
        answer = await asyncio.shield(asyncio.wrap_future(feeds.runner.submit(command)))
    except NotStored as wrong:
        return {**refused(str(wrong)), "again": True}
    return {"id": name, **answer_of(answer)}


async def _push(socket: Socket, feeds: Feeds, feed: Feed) -> None:
    """Send the newest view whenever there is one."""
    while True:
        await feed.ready.wait()
        feed.ready.clear()
        if feed.ended or (feed.session is not None and not feeds.entrance.alive(feed.session)):
            await socket.close(ENDED, "the session is over")
            return
        view, feed.unsent = feed.unsent, b""
        if view:
            await socket.send_data(view.decode(), mode="text")
