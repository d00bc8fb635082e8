"""The state of the floor: a fold of its events. It knows no game: what happened at a table came with the events."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.equipment.money import Amount
from croupier.floor import events as happened
from croupier.floor.events import Event, Happened, Setup
from croupier.floor.ledger import Ledger, layout, stakes

KEPT_ROUNDS = 150
"""Rounds of a table that are at hand; older ones are in the store."""


class Terminal(msgspec.Struct):
    """A player terminal."""

    id: str
    title: str
    minimum: dict[str, Amount] = msgspec.field(default_factory=dict)
    maximum: dict[str, Amount] = msgspec.field(default_factory=dict)
    lock_at: Amount = 0
    """A win of this much or more waits for an attendant; nothing: never."""
    most_voucher: Amount = 0
    """Credits above this are paid by an attendant; nothing: any voucher is printed."""
    lock: str = ""
    fault: str = ""
    calls: bool = False
    session: int = 1
    """Counts cash-outs: who plays after one may be somebody else."""

    @property
    def stopped(self) -> str:
        """Why nothing is taken here."""
        return self.fault or self.lock


class Person(msgspec.Struct):
    """Somebody who works here, or who has an account."""

    id: str
    title: str
    roles: tuple[str, ...] = ()


class Voucher(msgspec.Struct):
    """A voucher that was printed."""

    amount: Amount
    terminal: str
    at: int = 0
    paid_by: str = ""


class Sealed(msgspec.Struct):
    """A shoe whose order is fixed. Salt and order never leave the core before the shoe is finished."""

    id: int
    commitment: str
    number: int
    salt: str
    order: tuple[str, ...]
    dealt: int = 0


class Round(msgspec.Struct):
    """A round: all that happened in it, by which it can be played again."""

    number: int
    opened: int
    deadline: int
    before: dict[str, dict[str, Any]]
    phase: str = "open"
    """`open`, `closed`, `waits`, `over`."""
    closed_at: int = 0
    closed_seq: int = 0
    over_at: int = 0
    events: list[Happened] = msgspec.field(default_factory=list)
    after: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    lines: dict[str, list[dict[str, Any]]] = msgspec.field(default_factory=dict)
    net: dict[str, dict[str, Amount]] = msgspec.field(default_factory=dict)
    seats: dict[str, str] = msgspec.field(default_factory=dict)
    """Boxes, and the terminals that had them."""
    sessions: dict[str, int] = msgspec.field(default_factory=dict)
    """Who played: terminals, and which cash-out they were before."""
    corrected: int = 0
    """How often it was settled anew."""
    setup: Setup | None = None
    """The rules that it was played by; the table may have others since."""


class FloorTable(msgspec.Struct):
    """A table of the floor."""

    setup: Setup
    ruleset: str
    open: bool = True
    fault: str = ""
    next_setup: Setup | None = None
    next_ruleset: str = ""
    seats: dict[str, str] = msgspec.field(default_factory=dict)
    """Boxes, and the terminals that have them."""
    leaving: list[str] = msgspec.field(default_factory=list)
    """Terminals that go as soon as nothing of theirs stands on the table."""
    carried: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    laid: list[tuple[str, str, Amount]] = msgspec.field(default_factory=list)
    """Wagers that have won and are not collected: terminal, act, stake."""
    shoe: Sealed | None = None
    shoes: int = 0
    round: Round | None = None
    number: int = 0
    past: dict[int, Round] = msgspec.field(default_factory=dict)

    def seats_of(self, terminal: str) -> list[str]:
        """The boxes of a terminal."""
        return [seat for seat, owner in self.seats.items() if owner == terminal]

    def find(self, number: int) -> Round | None:
        """A round that is at hand."""
        return self.round if self.round is not None and self.round.number == number else self.past.get(number)


class Correction(msgspec.Struct):
    """A correction that somebody proposed."""

    table: str
    round: int
    draws: tuple[str, ...]
    reason: str
    impossible: str
    by: str
    status: str = "proposed"
    listed: tuple[str, ...] = ()


class Floor(msgspec.Struct):
    """Everything."""

    seq: int = 0
    """Events so far."""
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    terminals: dict[str, Terminal] = msgspec.field(default_factory=dict)
    people: dict[str, Person] = msgspec.field(default_factory=dict)
    vouchers: dict[str, Voucher] = msgspec.field(default_factory=dict)
    tables: dict[str, FloorTable] = msgspec.field(default_factory=dict)
    corrections: dict[int, Correction] = msgspec.field(default_factory=dict)

    def apply(self, event: Event) -> None:
        """Let an event have happened."""
        self.seq += 1
        postings = getattr(event, "postings", ())
        if postings:
            self.ledger.post(postings)
        getattr(self, f"_{type(event).__name__}")(event)

    # One method for each event.

    def _TableOpened(self, event: happened.TableOpened) -> None:  # named after the event
        table = self.tables.get(event.setup.table)
        if table is None:
            self.tables[event.setup.table] = FloorTable(event.setup, event.ruleset)
        elif self.idle(table):
            # What a table remembers belongs to the rules it was played by. Meters of jackpots are money that players have paid in: they stay where the game stays.
            same = table.setup.game == event.setup.game
            meters = {group: {"meters": value["meters"]} for group, value in table.carried.items() if same and value.get("meters")}
            table.setup, table.ruleset, table.carried, table.next_setup = event.setup, event.ruleset, meters, None
        else:
            table.next_setup, table.next_ruleset = event.setup, event.ruleset

    def idle(self, table: FloorTable) -> bool:
        """Whether no round is in play and no wager stands or lies on the table: only then do its rules change."""
        return table.round is None and not table.laid and not any(self.stands(table, owner) for owner in {*table.seats.values()})

    def _TableChanged(self, event: happened.TableChanged) -> None:
        table = self.tables[event.table]
        table.open, table.fault = event.open, event.fault

    def _TerminalEnrolled(self, event: happened.TerminalEnrolled) -> None:
        self.terminals[event.terminal] = Terminal(event.terminal, event.title)

    def _TerminalSet(self, event: happened.TerminalSet) -> None:
        one = self.terminals[event.terminal]
        one.minimum, one.maximum, one.lock_at, one.most_voucher = dict(event.minimum), dict(event.maximum), event.lock_at, event.most_voucher

    def _TerminalChanged(self, event: happened.TerminalChanged) -> None:
        one = self.terminals[event.terminal]
        one.lock, one.fault, one.calls = event.lock, event.fault, event.calls

    def _PersonAdded(self, event: happened.PersonAdded) -> None:
        self.people[event.person] = Person(event.person, event.title, event.roles)

    def _Joined(self, event: happened.Joined) -> None:
        table = self.tables[event.table]
        table.seats |= dict.fromkeys(event.seats, event.terminal)
        if table.round is not None:
            table.round.seats |= dict.fromkeys(event.seats, event.terminal)
        table.leaving = [one for one in table.leaving if one != event.terminal]

    def _Left(self, event: happened.Left) -> None:
        table = self.tables[event.table]
        if table.round is not None or self.stands(table, event.terminal):
            table.leaving = [*(one for one in table.leaving if one != event.terminal), event.terminal]
        else:
            table.seats = {seat: owner for seat, owner in table.seats.items() if owner != event.terminal}

    def _Posted(self, event: happened.Posted) -> None:
        if any(one.kind in ("hand-paid", "account-out") for one in event.postings):
            self.terminals[event.terminal].session += 1

    def _VoucherIssued(self, event: happened.VoucherIssued) -> None:
        self.vouchers[event.number] = Voucher(event.amount, event.terminal, event.at)
        self.terminals[event.terminal].session += 1

    def _VoucherPaid(self, event: happened.VoucherPaid) -> None:
        self.vouchers[event.number].paid_by = event.by

    def _ShoeSealed(self, event: happened.ShoeSealed) -> None:
        table = self.tables[event.table]
        table.shoe, table.shoes = Sealed(event.shoe, event.commitment, event.number, event.salt, event.order), event.shoe

    def _ShoeOpened(self, event: happened.ShoeOpened) -> None:
        table = self.tables[event.table]
        if table.shoe is not None and table.shoe.id == event.shoe:
            table.shoe = None

    def _RoundOpened(self, event: happened.RoundOpened) -> None:
        table = self.tables[event.table]
        table.round, table.number = Round(event.round, event.at, event.deadline, event.before), event.round
        table.round.seats, table.round.setup = dict(table.seats), table.setup
        table.round.sessions = {owner: self.terminals[owner].session for owner in table.seats.values()}

    def _Happened(self, event: Happened) -> None:
        table = self.tables[event.table]
        assert table.round is not None
        table.round.events.append(event)
        if event.by in self.terminals:
            table.round.sessions[event.by] = self.terminals[event.by].session
        if event.from_shoe and table.shoe is not None:
            table.shoe.dealt += 1
        table.laid += event.laid

    def _Closed(self, event: happened.Closed) -> None:
        one = self.tables[event.table].round
        assert one is not None
        one.phase, one.closed_at, one.closed_seq = "closed", event.at, self.seq

    def _Waits(self, event: happened.Waits) -> None:
        one = self.tables[event.table].round
        assert one is not None
        one.phase, one.deadline = "waits", event.deadline

    def _RoundOver(self, event: happened.RoundOver) -> None:
        table = self.tables[event.table]
        one = table.round
        assert one is not None
        one.phase, one.over_at, one.after, one.lines, one.net = "over", event.at, event.after, event.lines, event.net
        table.carried, table.round = event.after, None
        table.past[one.number] = one
        while len(table.past) > KEPT_ROUNDS:
            table.past.pop(next(iter(table.past)))
        staying = {owner for owner in table.leaving if self.stands(table, owner)}
        gone = [owner for owner in table.leaving if owner not in staying]
        table.seats = {seat: owner for seat, owner in table.seats.items() if owner not in gone}
        table.leaving = [owner for owner in table.leaving if owner in staying]

    def stands(self, table: FloorTable, terminal: str) -> bool:
        """Whether something of a terminal stands on a table."""
        return bool(self.ledger.balance(stakes(table.setup.table, terminal)) or self.ledger.balance(layout(table.setup.table, terminal)))

    def _Collected(self, event: happened.Collected) -> None:
        table = self.tables[event.table]
        table.laid = [one for one in table.laid if one[0] != event.terminal or event.act not in ("", one[1])]

    def _CorrectionProposed(self, event: happened.CorrectionProposed) -> None:
        self.corrections[event.correction] = Correction(event.table, event.round, event.draws, event.reason, event.impossible, event.by)

    def _CorrectionRejected(self, event: happened.CorrectionRejected) -> None:
        self.corrections[event.correction].status = "rejected"

    def _CorrectionMade(self, event: happened.CorrectionMade) -> None:
        made = self.corrections[event.correction]
        made.status, made.listed = "made", event.listed
        table = self.tables[made.table]
        for number, now in event.rounds.items():
            one = table.find(int(number))
            assert one is not None
            one.before, one.after, one.lines, one.net = now["before"], now["after"], now["lines"], now["net"]
            one.events = [msgspec.convert(row, Happened) for row in now["events"]]
            one.corrected += 1
        if event.rounds and table.round is None:
            last = max(map(int, event.rounds))
            if last == table.number:
                table.carried = table.past[last].after
