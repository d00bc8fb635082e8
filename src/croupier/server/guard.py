"""What every request passes before any handler, and the headers that every answer carries.

Host, origin, token, size and pace are checked here.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from croupier.server.auth import Entrance, Session, same

COOKIE = "croupier"
MOST_BODY = 64 * 1024
CSP = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
HEADERS = (
    ("content-security-policy", CSP),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BUCKETS = 20_000


class Paces(msgspec.Struct, frozen=True):
    """How often something may be asked: the most at once, and how many a second in the long run."""

    session: tuple[int, float] = (60, 20.0)
    address: tuple[int, float] = (600, 300.0)
    sign_in: tuple[int, float] = (10, 0.2)
    """By address, and by name: guessing a password must be slow."""
    voucher: tuple[int, float] = (6, 0.1)
    """By session: guessing the number of a voucher must be hopeless."""


class Pace:
    """Token buckets by key. The one that was used longest ago is forgotten first."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str, pace: tuple[int, float], now: float | None = None) -> bool:
        """Count one more, and return whether it is not too many."""
        most, rate = pace
        at = time.monotonic() if now is None else now
        left, then = self._buckets.pop(key, (float(most), at))
        left = min(float(most), left + (at - then) * rate)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, at)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed


class Guard:
    """Stands before an application. The session that it finds is in the scope's state."""

    def __init__(
        self, app: Any, entrance: Entrance, hosts: Collection[str] = (), paces: Paces | None = None
    ) -> None:
        self.app, self.entrance, self.hosts, self.paces, self.pace = (
            app,
            entrance,
            frozenset(hosts),
            paces or Paces(),
            Pace(),
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let one connection through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        token = cookie_of(headers.get("cookie", ""))
        session = self.entrance.of(token, acts=scope["type"] == "http" and scope["path"].startswith("/api/"))
        scope.setdefault("state", {})
        scope["state"]["session"], scope["state"]["guard"] = session, self
        status, why = self._refusal(scope, headers, session)
        if scope["type"] == "websocket":
            if why:
                await receive()
                await send({"type": "websocket.close", "code": 4000 + status, "reason": why})
                return
            await self.app(scope, receive, send)
            return
        send = _with_headers(send, scope["path"])
        if why:
            body = json.dumps({"why": why}).encode()
            await send(
                {
                    "type": "http.response.start",
                    "status": status,
                    "headers": [
                        (b"content-type", b"application/json"),
                        (b"content-length", str(len(body)).encode()),
                    ],
                }
            )
            await send({"type": "http.response.body", "body": body})
            return
        await self.app(scope, receive, send)

    def _refusal(self, scope: Any, headers: dict[str, str], session: Session | None) -> tuple[int, str]:
        """Return the status and the reason why a request goes no further. The reason is empty if it does."""
        host = headers.get("host", "")
        if self.hosts and _name(host) not in self.hosts:
            return 421, "this host is not known here"
        if not self.pace.allows(f"address {address_of(scope)}", self.paces.address):
            return 429, "too many requests; wait a moment"
        if "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
            return 400, "this is no text"
        method = scope.get("method", "GET")
        if scope["type"] == "websocket" or method not in SAFE:
            if not same_origin(headers.get("origin", ""), host):
                return 403, "asked from another origin"
            if (
                session is not None
                and scope["type"] == "http"
                and not same(headers.get("x-csrf-token", ""), session.csrf)
            ):
                return 403, "the token of this session is missing or wrong"
            if scope["type"] == "http":
                sends = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
                if sends and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                    return 415, "send JSON"
                if session is not None and not self.pace.allows(
                    f"session {session.token}", self.paces.session
                ):
                    return 429, "too many requests; wait a moment"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BODY:
            return 413, f"at most {MOST_BODY} bytes are taken at once"
        return 200, ""


def address_of(scope: Any) -> str:
    """Return the address that somebody asks from."""
    return str((scope.get("client") or ("",))[0])


def cookie_of(text: str) -> str:
    """Return the token in the cookies, or nothing."""
    try:
        found = SimpleCookie(text).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def same_origin(origin: str, host: str) -> bool:
    """Whether a page of this very server asks.

    A browser always says where from. Whoever does not is no browser of ours.
    """
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host


def _name(host: str) -> str:
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and ":" in host else host


def _with_headers(send: Any, path: str) -> Any:
    """Return a `send` that adds the headers to every answer. Answers of the API are not cached."""
    more = [(key.encode(), value.encode()) for key, value in HEADERS]
    if path.startswith("/api/"):
        more.append((b"cache-control", b"no-store"))

    async def wrapped(message: Any) -> None:
        if message["type"] == "http.response.start":
            known = {key.lower() for key, _ in message["headers"]}
            message = {
                **message,
                "headers": [*message["headers"], *(one for one in more if one[0] not in known)],
            }
        await send(message)

    return wrapped
