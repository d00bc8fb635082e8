"""Which software this is (SEC-3).

It is told by a digest of everything installed of it. The store keeps a record of the last changes.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from croupier import __version__
from croupier.server.store import Store

KEPT = 10
"""Changes that are recorded."""
_KINDS = (".py", ".toml", ".json", ".html", ".js", ".css", ".svg")


class Software(msgspec.Struct, frozen=True):
    """A version, and from when on it ran."""

    at: int
    version: str
    digest: str


@cache
def digest() -> str:
    """Return the hash of all files of the package, by name and content."""
    root = Path(__file__).resolve().parents[1]
    whole = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in _KINDS and path.is_file()):
        whole.update(
            f"{path.relative_to(root).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
        )
    return whole.hexdigest()


def changes(store: Store) -> list[Software]:
    """Return what has run on a store, the newest last."""
    return msgspec.json.decode(store.meta("software") or "[]", type=list[Software])


def record(store: Store, at: int) -> bool:
    """Note which software runs from now on. Return whether it is another than before."""
    known = changes(store)
    if known and known[-1].digest == digest():
        return False
    store.set_meta(
        "software", msgspec.json.encode([*known, Software(at, __version__, digest())][-KEPT:]).decode()
    )
    return True
