"""Checking a journal as an inspector would, with nothing but the store.

`audit` checks all of it. `verify` checks that what was dealt at a table is what was committed to.
"""

from __future__ import annotations

import msgspec

from croupier.errors import BadInput, unknown
from croupier.floor.events import (
    Closed,
    Event,
    Happened,
    RoundOpened,
    RoundOver,
    ShoeOpened,
    ShoeSealed,
    postings_of,
)
from croupier.floor.sealing import matches
from croupier.floor.state import Floor
from croupier.server import journal
from croupier.server.journal import FIRST, Tampered
from croupier.server.recall import Indexed, indexed
from croupier.server.store import Progress, Store
from croupier.table.events import DRAWS

AHEAD = 20_000
"""Entries for which the index of rounds is read at once."""


class Audited(msgspec.Struct):
    """What an audit found."""

    entries: int = 0
    head: str = FIRST
    """The hash of the last entry that is right. Whoever notes it can tell later whether the journal up to
    there is the same."""
    postings: int = 0
    rounds: int = 0
    snapshots: int = 0
    bad: int | None = None
    """The number of the first entry that is wrong."""
    why: str = ""


def audit(store: Store, progress: Progress | None = None) -> Audited:
    """Verify the chain and fold the journal from the start. Return what was found.

    The books must agree after every event. The index of rounds and the snapshots must be what the fold gives.
    """
    found, floor, index = Audited(), Floor(), _Index(store)
    states = store.snapshots()
    try:
        for row in store.checked(progress):
            _entry(index, floor, journal.read(row.body, row.sealed), row.seq, found)
            if row.seq in states:
                _snapshot(store, floor, states[row.seq], row.hash)
                found.snapshots += 1
            found.entries, found.head = row.seq, row.hash
        floor.ledger.audit()
    except Tampered as bad:
        found.bad, found.why = bad.seq, bad.why
    except Exception as mistake:
        found.bad, found.why = found.entries + 1, _said(mistake)
    found.postings = floor.ledger.entries
    return found


def _said(mistake: Exception) -> str:
    return (
        str(mistake)
        if isinstance(mistake, _Wrong)
        else f"it cannot have happened: {type(mistake).__name__}: {mistake}"
    )


class _Wrong(Exception):
    """An entry gives something else than what is stored elsewhere."""


class _Index:
    """The index of rounds, read some entries ahead."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.read_to = 0
        self.rounds: dict[int, list[Indexed]] = {}

    def of(self, seq: int) -> list[Indexed]:
        """Return what the index has from one entry, which is stored. They are asked for in their order."""
        if seq > self.read_to:
            # What is stored by now is indexed by now. Entries that others append are read with the next.
            self.read_to = max(seq, min(seq + AHEAD, self.store.head().seq))
            self.rounds = self.store.indexed(seq, self.read_to)
        return self.rounds.pop(seq, [])


def _entry(index: _Index, floor: Floor, event: Event, seq: int, found: Audited) -> None:
    # Entering postings checks every account that they touch; money that comes from nowhere shows in the sum.
    floor.apply(event)
    if postings_of(event) and (total := sum(floor.ledger.balances.values())):
        raise _Wrong(f"all accounts together hold {total} after it, and must hold nothing")
    rounds = indexed(floor, event)
    if rounds or isinstance(event, RoundOver):
        found.rounds += 1
        if sorted(rounds, key=lambda one: (one.table, one.round, one.terminal)) != sorted(
            index.of(seq), key=lambda one: (one.table, one.round, one.terminal)
        ):
            raise _Wrong("the index of rounds is not what it gives")


def _snapshot(store: Store, floor: Floor, state: str, chain: str) -> None:
    if not store.snapshot_is_sound(floor.seq, chain):
        raise _Wrong("the hash of the snapshot after it is wrong")
    if state == msgspec.json.encode(floor).decode():
        return
    # Another version may have written the same in another way.
    if msgspec.to_builtins(msgspec.json.decode(state, type=Floor)) != msgspec.to_builtins(floor):
        raise _Wrong("the snapshot after it is not the fold of the journal")


# What was dealt.


class CheckedShoe(msgspec.Struct):
    """A shoe that was checked."""

    shoe: int
    sealed: int
    """The entry that sealed it and published its commitment."""
    commitment: str
    first: int = 0
    """The entry that opened the first round on it. The first wager came after it."""
    opened: int = 0
    salt: str = ""
    order: tuple[str, ...] = ()
    cards: list[str] = []
    wrong: str = ""


class CheckedRound(msgspec.Struct):
    """A round whose draws were checked."""

    round: int
    closed: int = 0
    draws: list[tuple[int, str]] = []
    wrong: str = ""


class Verified(msgspec.Struct):
    """What was found at a table."""

    table: str
    shoes: list[CheckedShoe] = []
    rounds: int = 0
    draws: int = 0
    bad: list[str] = []
    """What is wrong, in order."""


class _Table:
    """One table as its entries go by."""

    def __init__(self, name: str) -> None:
        self.shoes: dict[int, CheckedShoe] = {}
        self.current: CheckedShoe | None = None
        self.round = CheckedRound(0)
        self.opened = 0
        self.found = Verified(name)

    def take(self, seq: int, event: Event) -> None:
        """Take the next entry."""
        match event:
            case ShoeSealed():
                self.current = self.shoes[event.shoe] = CheckedShoe(event.shoe, seq, event.commitment)
            case ShoeOpened():
                self._open(seq, event)
            case RoundOpened():
                self.opened, self.round = seq, CheckedRound(event.round)
                if self.current is not None and not self.current.first:
                    self.current.first = seq
            case Closed():
                self.round.closed = seq
            case Happened():
                self._happened(seq, event)
            case RoundOver():
                self.found.rounds += 1

    def _open(self, seq: int, event: ShoeOpened) -> None:
        one = self.shoes.get(event.shoe)
        if one is None:
            self.found.bad.append(f"entry {seq}: shoe {event.shoe} was opened and never sealed")
            return
        one.opened, one.salt, one.order = seq, event.salt, event.order
        self.current = None if one is self.current else self.current
        if not matches(one.commitment, event.salt, event.order):
            one.wrong = (
                f"entry {seq}: shoe {one.shoe} is not the one that was committed to in entry {one.sealed}"
            )
        elif one.cards != list(event.order[: len(one.cards)]):
            at = next(
                at for at, card in enumerate(one.cards) if at >= len(event.order) or card != event.order[at]
            )
            sealed = event.order[at] if at < len(event.order) else "no more"
            one.wrong = (
                f"shoe {one.shoe}: card {at + 1} was dealt as {one.cards[at]}, "
                f"and the sealed order has {sealed}"
            )
        if one.wrong:
            self.found.bad.append(one.wrong)

    def _happened(self, seq: int, event: Happened) -> None:
        verb = event.text.split()[0]
        if verb not in DRAWS:
            if (
                self.round.draws
                and event.group
                and event.by not in ("system", "default")
                and " bet " in f" {event.text} "
            ):
                self.found.bad.append(
                    f"entry {seq}: a wager was taken in round {event.round} after its result was drawn"
                )
            return
        self.found.draws += 1
        self.round.draws.append((seq, event.text))
        if not self.round.closed and not (event.from_shoe and event.hidden):
            # A card that is burnt off a fresh shoe decides nothing.
            drawn = event.text if not event.hidden else verb
            self.found.bad.append(
                f"entry {seq}: {drawn} in round {event.round} before no more bets was stored"
            )
        if self.current is not None and event.from_shoe:
            self.current.cards.append(event.text.split()[1])
            if self.opened < self.current.sealed:
                self.found.bad.append(
                    f"entry {seq}: shoe {self.current.shoe} was sealed after wagers were taken "
                    f"in round {event.round}"
                )


def verify(store: Store, table: str, shoe: int | None = None, progress: Progress | None = None) -> Verified:
    """Check a table and return what was found.

    Its draws must come after no more bets. Its finished shoes, or one of them, must be what was committed to
    before the first bet. Raise `Tampered` where the journal is not sound.
    """
    one, tables = _Table(table), set()
    for row in store.checked(progress):
        if row.place:
            tables.add(row.place)
        if row.place == table:
            one.take(row.seq, journal.read(row.body, row.sealed))
    if table not in tables:
        raise unknown("table", table, tables) if tables else BadInput("this floor has no tables")
    if shoe is not None:
        if shoe not in one.shoes:
            raise BadInput(f"there is no shoe {shoe} at table {table}; it has had {len(one.shoes) or 'none'}")
        if not one.shoes[shoe].opened:
            raise BadInput(
                f"shoe {shoe} of table {table} is still in play: its order is published when it is finished"
            )
    one.found.shoes = [
        dealt for number, dealt in sorted(one.shoes.items()) if dealt.opened and shoe in (None, number)
    ]
    return one.found
