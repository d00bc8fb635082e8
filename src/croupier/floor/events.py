"""Events: what has happened on the floor.

They are stored before anybody is shown anything, and everything else is a fold of them.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from croupier.equipment.money import Amount
from croupier.floor.ledger import Posting


class AtTable:
    """Mixed into what is about one table."""

    __slots__ = ()
    table: str


class AtTerminal:
    """Mixed into what is about one terminal."""

    __slots__ = ()
    terminal: str


class DoneBy:
    """Mixed into what somebody did."""

    __slots__ = ()
    by: str


class MovesMoney:
    """Mixed into what is booked."""

    __slots__ = ()
    postings: tuple[Posting, ...]


class Event(msgspec.Struct, frozen=True, tag_field="what", rename="kebab", omit_defaults=True):
    """Something that has happened.

    Many events have a `clause`: the law of electronic tables by which it happened, where the rulebook of the
    table has one.
    """


class Setup(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """How a table is set up."""

    table: str
    game: str
    title: str = ""
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    mode: str = "automatic"
    """`automatic`: the system draws. `live`: a dealer enters what happened."""
    terminals: int = 50
    """The most terminals that may play at it."""
    betting: int = 20_000
    """Length of the wagering period, in milliseconds."""
    deciding: int = 20_000
    """Time for one decision, in milliseconds."""
    pause: int = 5_000
    """Time from the result to the next wagering period, in milliseconds."""
    pace: int = 0
    """The least time from the beginning of one round to that of the next, in milliseconds."""
    collect: bool = False
    """Whether winning wagers lie on the layout until the player collects them."""


class TableOpened(Event, DoneBy, frozen=True):
    """A table was set up."""

    setup: Setup
    ruleset: str
    """The hash of its rules."""
    by: str = ""
    clause: str = ""


class TableChanged(Event, AtTable, DoneBy, frozen=True):
    """A table was opened or closed for further rounds, or a fault was found or cleared."""

    table: str
    open: bool
    fault: str = ""
    by: str = ""
    clause: str = ""


class TerminalEnrolled(Event, AtTerminal, frozen=True):
    """A terminal was added to the floor."""

    terminal: str
    title: str


class TerminalSet(Event, AtTerminal, DoneBy, frozen=True):
    """A terminal was given limits of its own."""

    terminal: str
    minimum: dict[str, Amount] = {}
    maximum: dict[str, Amount] = {}
    lock_at: Amount = 0
    most_voucher: Amount = 0
    by: str = ""
    clause: str = ""


class TerminalChanged(Event, AtTerminal, DoneBy, frozen=True):
    """A terminal waits for an attendant, has a fault, or is ready again."""

    terminal: str
    lock: str = ""
    fault: str = ""
    calls: bool = False
    by: str = ""
    win: Amount = 0
    """A win that an attendant must pay. The lock waits for it."""
    clause: str = ""


class PersonAdded(Event, DoneBy, frozen=True):
    """A person was added to the floor."""

    person: str
    title: str
    roles: tuple[str, ...] = ()
    by: str = ""


class Joined(Event, AtTable, AtTerminal, frozen=True):
    """A terminal took boxes at a table."""

    terminal: str
    table: str
    seats: tuple[str, ...]
    clause: str = ""


class Left(Event, AtTable, AtTerminal, frozen=True):
    """A terminal gave its boxes back. They are free once nothing of it stands on them."""

    terminal: str
    table: str


class Posted(Event, AtTable, AtTerminal, DoneBy, MovesMoney, frozen=True):
    """Money moved apart from any round."""

    postings: tuple[Posting, ...]
    terminal: str = ""
    why: str = ""
    by: str = ""
    """Who moved it."""
    table: str = ""
    round: int = 0
    """The round that it was paid for, or 0."""
    clause: str = ""


class VoucherIssued(Event, AtTerminal, MovesMoney, frozen=True):
    """Credits became a voucher."""

    number: str
    amount: Amount
    terminal: str
    postings: tuple[Posting, ...]
    at: int = 0
    clause: str = ""


class VoucherPaid(Event, DoneBy, MovesMoney, frozen=True):
    """A voucher was paid, or became credits. It is never paid again."""

    number: str
    by: str
    postings: tuple[Posting, ...]
    why: str = ""
    """Why it was paid by hand, or nothing."""
    clause: str = ""


class ShoeSealed(Event, AtTable, frozen=True):
    """A shoe was shuffled and its order fixed before anybody bet on it.

    The commitment is public. Salt and order are secret until the shoe is finished.
    """

    table: str
    shoe: int
    commitment: str
    number: int
    salt: str
    order: tuple[str, ...]


class ShoeOpened(Event, AtTable, frozen=True):
    """A shoe is finished: salt and order are published."""

    table: str
    shoe: int
    salt: str
    order: tuple[str, ...]


class RoundOpened(Event, AtTable, frozen=True):
    """Wagers are taken."""

    table: str
    round: int
    at: int
    deadline: int
    before: dict[str, dict[str, Any]]
    """What each group carries into the round."""
    clause: str = ""


class Happened(Event, AtTable, DoneBy, MovesMoney, frozen=True):
    """Something happened at the table: an act, a draw, a default or a ruling, with the money that moved."""

    table: str
    round: int
    group: str
    """The terminal on whose own layout it happened, `*` for all layouts, nothing where there is one table."""
    text: str
    by: str
    hidden: bool = False
    """Whether the card lies face down."""
    postings: tuple[Posting, ...] = ()
    laid: tuple[tuple[str, str, Amount], ...] = ()
    """Winning wagers that lie on the layout until they are collected: terminal, act, stake."""
    from_shoe: bool = False
    """Whether the card is the next of the sealed shoe, and not one that had been set aside."""
    clause: str = ""


class Extended(Event, AtTable, frozen=True):
    """The wagering period goes on with its next stage, until the new deadline.

    A bank was awarded, say, and others may bet against it.
    """

    table: str
    round: int
    deadline: int


class Closed(Event, AtTable, frozen=True):
    """No more bets."""

    table: str
    round: int
    at: int
    clause: str = ""


class Waits(Event, AtTable, frozen=True):
    """The round waits for decisions until the deadline."""

    table: str
    round: int
    deadline: int


class RoundOver(Event, AtTable, frozen=True):
    """A round is settled."""

    table: str
    round: int
    at: int
    after: dict[str, dict[str, Any]]
    lines: dict[str, list[dict[str, Any]]]
    """By group: the settlement lines."""
    net: dict[str, dict[str, Amount]]
    """By group: what each account of the game gained or lost."""
    turned: dict[str, tuple[int, ...]] = {}
    """Cards dealt face down that somebody has seen in the end, as places among the events of the round. The
    key is `all`, or one person."""
    clause: str = ""


class Collected(Event, AtTable, AtTerminal, MovesMoney, frozen=True):
    """Winning wagers were cleared from the layout: all of them, or one."""

    table: str
    terminal: str
    postings: tuple[Posting, ...]
    act: str = ""
    clause: str = ""


class CorrectionProposed(Event, AtTable, DoneBy, frozen=True):
    """Somebody says that a round was settled on a wrong result."""

    correction: int
    table: str
    round: int
    draws: tuple[str, ...]
    reason: str
    impossible: str
    by: str
    clause: str = ""


class CorrectionMade(Event, DoneBy, MovesMoney, frozen=True):
    """A correction was approved.

    The round and those that followed from it are settled again, and the difference is booked.
    """

    correction: int
    by: str
    rounds: dict[str, Any]
    """By round and group: before, after, lines, net and events as they are now."""
    postings: tuple[Posting, ...]
    listed: tuple[str, ...]
    """Wagers that could not have been made on the true state."""
    clause: str = ""


class CorrectionRejected(Event, DoneBy, frozen=True):
    """A correction was not approved."""

    correction: int
    by: str
    reason: str


AnyEvent = (
    TableOpened | TableChanged | TerminalEnrolled | TerminalSet | TerminalChanged | PersonAdded
    | Joined | Left | Posted | VoucherIssued | VoucherPaid | ShoeSealed | ShoeOpened
    | RoundOpened | Happened | Extended | Closed | Waits | RoundOver | Collected
    | CorrectionProposed | CorrectionMade | CorrectionRejected
)  # fmt: skip
"""Every event."""
KINDS: dict[str, Any] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)}
"""The kinds of event by their name: one is read much faster as what it is than as any of them."""


def table_of(event: Event) -> str:
    """Return the table that an event is about, or nothing."""
    if isinstance(event, TableOpened):
        return event.setup.table
    return event.table if isinstance(event, AtTable) else ""


def terminal_of(event: Event) -> str:
    """Return the terminal that an event is about, or nothing."""
    return event.terminal if isinstance(event, AtTerminal) else ""


def postings_of(event: Event) -> tuple[Posting, ...]:
    """Return the entries booked for an event."""
    return event.postings if isinstance(event, MovesMoney) else ()
