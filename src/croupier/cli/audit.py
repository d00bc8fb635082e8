"""`croupier audit`: whether a journal is what was stored, and whether its books agree."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.cli.arguments import json_argument

if TYPE_CHECKING:
    from croupier.server.checking import Audited

Progress = Callable[[int, int], None]
EXAMPLES = """  croupier audit floor.db
  croupier audit postgresql://croupier@localhost/floor --json
  croupier audit floor.db --settle-again

every entry is verified against the one before it, and the journal is folded from its beginning:
the books must agree after every event, the index of rounds and the snapshots be what it gives.
exit code 1 when something is wrong; the first bad entry is named

--settle-again plays every stored round again by the law as it is now, and lists each that comes out
otherwise: round, seat, wager, then and now, the clause; or the fact that a ruling needs by now.
nothing is paid by it. exit code 1 when a round is listed"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a store."""
    parser.add_argument(
        "store", metavar="STORE", help="the file of a store, or postgresql://user@host/database"
    )
    parser.add_argument(
        "--settle-again",
        action="store_true",
        help="list the rounds that the law as it is now settles otherwise; nothing is paid by it",
    )
    json_argument(
        parser,
        "the findings as JSON: entries, the hash of the last one, "
        "the first bad entry and what is wrong with it; or the rounds that are settled otherwise",
    )


def patient(progress: Progress | None, seconds: float = 2) -> Progress | None:
    """Return progress that is reported only after this many seconds."""
    if progress is None:
        return None
    from time import monotonic

    began = monotonic()
    return lambda done, total: progress(done, total) if monotonic() - began > seconds else None


def run(given: argparse.Namespace) -> int:
    """Audit the store, or settle its rounds again."""
    if given.settle_again:
        return _again(given)
    from contextlib import nullcontext

    from croupier.cli import show
    from croupier.server.checking import audit
    from croupier.server.store import Store

    store = Store(given.store, make=False)
    try:
        with nullcontext() if given.json else show.bar("auditing") as progress:
            found = audit(store, patient(progress))
    finally:
        store.close()
    if given.json:
        from croupier.api import FORMAT

        show.as_json(
            {
                "format": FORMAT,
                "store": given.store,
                **{name: getattr(found, name) for name in found.__struct_fields__},
            }
        )
    else:
        _print(found)
    return 0 if found.bad is None else 1


def _again(given: argparse.Namespace) -> int:
    from contextlib import nullcontext

    from croupier.cli import show
    from croupier.cli.again import print_again, value_of
    from croupier.errors import BadInput
    from croupier.server.again import settle_again
    from croupier.server.journal import Tampered
    from croupier.server.store import Store

    store = Store(given.store, make=False)
    try:
        with nullcontext() if given.json else show.bar("settling again") as progress:
            found = settle_again(store, patient(progress))
    except Tampered as bad:
        raise BadInput(f"{bad}; croupier audit {given.store} says more") from None
    finally:
        store.close()
    if given.json:
        from croupier.api import FORMAT

        show.as_json({"format": FORMAT, "store": given.store, **value_of(found)})
    else:
        print_again(found)
    return 1 if found.listed else 0


def _print(found: Audited) -> None:
    from croupier.cli.show import console, labelled, say

    out = console()
    for label, text in (
        ("entries", f"{found.entries:,}"),
        ("postings", f"{found.postings:,}"),
        ("rounds", f"{found.rounds:,}"),
        ("snapshots", f"{found.snapshots:,}"),
        ("hash", found.head),
    ):
        labelled(out, label, text, indent=0, wide=10)
    out.print()
    if found.bad is None:
        say(out, "The chain is whole, and the books agree after every event.", "bold green")
    else:
        say(out, f"Entry {found.bad} is bad: {found.why}.", "bold red")
