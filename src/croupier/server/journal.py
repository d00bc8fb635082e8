"""Rows of the journal: an event as it is stored, its secrets apart, and the chain of hashes over all rows.

The body of a row is for whoever may read the journal. What nobody may know stands in `sealed`: the order and
the salt of a shoe, cards that lie face down, which cards are out of a shoe (among them are burnt ones that
nobody saw), and the numbers of vouchers, which are money to whoever has them.

The body holds the hash of the sealed part, so that the chain can be verified without it. A nonce keeps that
hash from being guessed back.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.floor.events import (
    KINDS,
    AnyEvent,
    CorrectionMade,
    DoneBy,
    Event,
    Happened,
    PersonAdded,
    RoundOpened,
    RoundOver,
    ShoeSealed,
    VoucherIssued,
    VoucherPaid,
    table_of,
    terminal_of,
)

FIRST = "0" * 64
"""The hash that the chain begins with."""
_UNSEEN = "??"
_NONCE = 16
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyEvent).decode


class _Promise(msgspec.Struct):
    """What a body says of its sealed part."""

    sealed: Any = ""


_promise = msgspec.json.Decoder(_Promise).decode

Path = list[str | int]


class Row(msgspec.Struct, frozen=True):
    """An entry of the journal as it is stored."""

    seq: int
    at: int
    kind: str
    place: str
    """The table, or nothing."""
    terminal: str
    """The terminal or the person whom it is about, or nothing."""
    body: str
    sealed: str | None
    hash: str


class Tampered(RuntimeError):
    """The journal is not what was stored."""

    def __init__(self, seq: int, why: str = "its hash does not follow from the one before") -> None:
        super().__init__(f"entry {seq} of the journal is not what was stored: {why}")
        self.seq = seq
        self.why = why


# What is secret in an event.


def _secrets(event: Event, value: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield where something secret stands, and what is put there in the body."""
    if isinstance(event, ShoeSealed):
        yield ["salt"], ""
        yield ["order"], []
    elif isinstance(event, Happened) and event.hidden:
        yield ["text"], _face_down(event.text)
    elif isinstance(event, RoundOpened):
        yield from _shoes(["before"], value["before"])
    elif isinstance(event, RoundOver):
        yield from _shoes(["after"], value["after"])
    elif isinstance(event, VoucherIssued | VoucherPaid):
        yield ["number"], last_digits(event.number)
    elif isinstance(event, CorrectionMade):
        for number, now in value["rounds"].items():
            for carried in ("before", "after"):
                yield from _shoes(["rounds", number, carried], now[carried])
            for at, one in enumerate(now["events"]):
                if one.get("hidden"):
                    yield ["rounds", number, "events", at, "text"], _face_down(one["text"])


def last_digits(number: str) -> str:
    """Return a voucher's number as people may read it: whoever has the whole of it has the money.

    >>> last_digits("123456789012345678")
    '…5678'
    """
    return f"…{number[-4:]}"


def _face_down(text: str) -> str:
    return f"{text.split()[0]} {_UNSEEN}"


def _shoes(path: Path, groups: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    for group, carried in groups.items():
        if carried.get("shoe"):
            yield [*path, group, "shoe"], {}


def written(event: Event) -> tuple[str, str | None]:
    """Return the body of an event and its sealed part."""
    if (isinstance(event, Happened) and not event.hidden) or not isinstance(
        event, ShoeSealed | Happened | RoundOpened | RoundOver | VoucherIssued | VoucherPaid | CorrectionMade
    ):
        return _encode(event).decode(), None
    value: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    parts = []
    for path, shown in list(_secrets(event, value)):
        place: Any = value
        for key in path[:-1]:
            place = place[key]
        parts.append([path, place[path[-1]]])
        place[path[-1]] = shown  # in its place, so that what is read again has the same order
    if not parts:
        return _encode(event).decode(), None
    sealed = _encode({"nonce": secrets.token_hex(_NONCE), "parts": parts}).decode()
    value["sealed"] = _sha256(sealed)
    return _encode(value).decode(), sealed


def read(body: str, sealed: str | None) -> Event:
    """Return the event that was stored."""
    parts: list[tuple[Path, Any]] = msgspec.json.decode(sealed)["parts"] if sealed is not None else []
    if any(len(path) == 1 for path, _ in parts):
        return _filled_in(body, parts)
    event: Event = _decode(body)
    # What every group carries is plain values, also in the event: they are put where they stand.
    for path, secret in parts:
        place: Any = getattr(event, str(path[0]))
        for key in path[1:-1]:
            place = place[key]
        place[path[-1]] = secret
    return event


def _filled_in(body: str, parts: list[tuple[Path, Any]]) -> Event:
    """Return an event whose own fields are secret: it is read once they are there."""
    value = msgspec.json.decode(body)
    for path, secret in parts:
        place = value
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = secret
    event: Event = msgspec.convert(value, KINDS.get(str(value.get("what")), AnyEvent))
    return event


# The chain.


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def hashed(before: str, seq: int, at: int, kind: str, place: str, terminal: str, body: str) -> str:
    """Return the hash of an entry, over the one before it and everything in the row.

    The sealed part is in it by the hash that the body holds.
    """
    return hashlib.sha256(before.encode() + _encode((seq, at, kind, place, terminal, body))).hexdigest()


def row_of(event: Event, seq: int, at: int, before: str) -> Row:
    """Return the row of an event that comes next."""
    body, sealed = written(event)
    kind = type(event).__name__
    place, terminal = table_of(event), terminal_of(event) or _who(event)
    return Row(
        seq, at, kind, place, terminal, body, sealed, hashed(before, seq, at, kind, place, terminal, body)
    )


def _who(event: Event) -> str:
    """Return who did it, else the person that it is about."""
    by = event.by if isinstance(event, DoneBy) else ""
    return by or (event.person if isinstance(event, PersonAdded) else "")


def wrong(row: Row, seq: int, before: str) -> str:
    """Say what is wrong with a row that should be the next, or nothing."""
    if row.seq != seq:
        return f"entry {seq} is missing"
    if row.hash != hashed(before, row.seq, row.at, row.kind, row.place, row.terminal, row.body):
        return "its hash does not follow from the one before"
    if (row.sealed is not None or '"sealed"' in row.body) and _promised(row.body) != (
        "" if row.sealed is None else _sha256(row.sealed)
    ):
        return "its sealed part is not the one whose hash it holds"
    return ""


def _promised(body: str) -> str:
    """Return the hash of the sealed part that a body holds, or nothing. The rest is not read."""
    try:
        return str(_promise(body).sealed)
    except msgspec.ValidationError:
        return ""
