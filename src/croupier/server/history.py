"""What has happened, for those who look back.

A terminal recalls rounds, an inspector reads and audits the journal.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Protocol

import msgspec

from croupier.floor import views
from croupier.floor.core import Core
from croupier.floor.state import Earlier, Round
from croupier.server import checking, software
from croupier.server.checking import Audited
from croupier.server.showing import told
from croupier.server.software import Software
from croupier.server.store import Recalled, Store

MOST_SHOWN = 500
LONGEST_SEARCH = 100


class Journal(Protocol):
    """Where all that has happened is stored."""

    def search(
        self, *, table: str = "", terminal: str = "", kind: str = "", text: str = "", most: int = 200
    ) -> Sequence[Any]:
        """Return entries, the newest first."""

    def round_events(self, table: str, round: int) -> Sequence[Any]:
        """Return all that happened in a round."""

    def recall(self, terminal: str, number: int = 10) -> Sequence[Recalled]:
        """Return the last rounds of a terminal, the newest first."""

    def played(self, one: Recalled) -> Round:
        """Return a round as it was played and settled, as far as one terminal is concerned."""

    def audited(self) -> Future[Audited]:
        """Audit everything that is stored."""

    def changes(self) -> list[Software]:
        """Return which software has run."""


class History:
    """A store, looked back on.

    The audit folds everything again. It has a process of its own, and holds no bet up.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.search, self.round_events, self.recall = store.search, store.round_events, store.recall
        self._pool: ProcessPoolExecutor | None = None
        self._audit: tuple[int, Future[Audited]] | None = None

    def played(self, one: Recalled) -> Round:
        """Return a round from the journal, however long ago it was."""
        events = self.store.events_of(one)
        lines = {one.terminal: one.summary["lines"]}
        earlier = [
            Earlier(was["correction"], [], {one.terminal: was["lines"]}, {}, {})
            for was in one.summary.get("earlier", ())
        ]
        return Round(
            one.round,
            one.summary["opened"],
            deadline=0,
            before={},
            phase="over",
            over_at=one.summary["over"],
            events=events,
            lines=lines,
            corrected=one.summary.get("corrected", 0),
            seats=dict.fromkeys(one.summary.get("seats", ()), one.terminal),
            turned={who: tuple(places) for who, places in one.summary.get("turned", {}).items()},
            by_hand={one.terminal: one.summary["by-hand"]} if "by-hand" in one.summary else {},
            earlier=earlier,
        )

    def audited(self) -> Future[Audited]:
        """Audit the store, one at a time. As long as nothing is added, the last audit holds."""
        seq = self.store.head().seq
        if self._audit is not None and (
            not self._audit[1].done() or (self._audit[0] == seq and self._audit[1].exception() is None)
        ):
            return self._audit[1]
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        self._audit = seq, self._pool.submit(_audited, self.store.url)
        return self._audit[1]

    def changes(self) -> list[Software]:
        """Return which software has run on this store."""
        return software.changes(self.store)

    def stop(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _audited(url: str) -> Audited:
    store = Store(url, make=False)
    try:
        return checking.audit(store)
    finally:
        store.close()


def at_hand(core: Core, rounds: Sequence[Recalled]) -> dict[tuple[str, int], dict[str, Any] | None]:
    """Return those rounds that the floor still knows, as the terminal recalls them."""
    found = {}
    for one in rounds:
        table = core.floor.tables.get(one.table)
        known = table.find(one.round) if table is not None else None
        if known is not None:
            found[one.table, one.round] = views.recalled(known, one.terminal)
    return found


def recalled_rounds(
    journal: Journal, rounds: Sequence[Recalled], known: dict[tuple[str, int], dict[str, Any] | None]
) -> list[dict[str, Any]]:
    """Return rounds as a terminal recalls them. Those that the floor does not know come from the journal."""
    found = []
    for one in rounds:
        key = one.table, one.round
        seen = known[key] if key in known else views.recalled(journal.played(one), one.terminal)
        found += [{"table": one.table, **seen}] if seen is not None else []
    return found


def found_in(
    journal: Journal, text: str, what: str, table: str, terminal: str, round: int | None, most: int
) -> list[dict[str, Any]]:
    """Return entries of the journal as an inspector may read them, the latest first.

    With a table and a round, return all of that round.
    """
    if round is not None and table:
        entries = [
            (one.seq, one.at, type(one.event).__name__, msgspec.to_builtins(one.event, str_keys=True))
            for one in reversed(journal.round_events(table, round))
        ]
        entries = [one for one in entries if what in ("", one[2])][: max(1, min(most, MOST_SHOWN))]
    else:
        rows = journal.search(
            table=table,
            terminal=terminal,
            kind=what,
            text=text[:LONGEST_SEARCH],
            most=max(1, min(most, MOST_SHOWN)),
        )
        entries = [(row.seq, row.at, row.kind, msgspec.json.decode(row.body)) for row in rows]
    found = [{"seq": seq, "at": at, **told(kind, body)} for seq, at, kind, body in entries]
    # What was found by something that is not shown is not found.
    # Nobody guesses a voucher's number digit by digit.
    return [
        row for row in found if text[:LONGEST_SEARCH].lower() in msgspec.json.encode(row).decode().lower()
    ]
