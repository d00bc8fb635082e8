"""The state of the floor: a fold of its events.

It knows no game: what happened at a table came with the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, parse_amount
from croupier.floor import events as happened
from croupier.floor.events import Event, Happened, Setup, postings_of
from croupier.floor.ledger import Ledger, Posting, layout, meter, stakes
from croupier.table.events import DRAWS, person_of

KEPT_ROUNDS = 150
"""Rounds of a table that are at hand. Older ones are in the store."""


class Terminal(msgspec.Struct):
    """A player terminal."""

    id: str
    title: str
    minimum: dict[str, Amount] = msgspec.field(default_factory=dict)
    maximum: dict[str, Amount] = msgspec.field(default_factory=dict)
    lock_at: Amount = 0
    """A win of this much or more waits for an attendant; 0 for never."""
    most_voucher: Amount = 0
    """Credits above this are paid by an attendant; 0 for no limit."""
    lock: str = ""
    fault: str = ""
    calls: bool = False
    win: Amount = 0
    """A win that waits for an attendant to pay it."""
    session: int = 1
    """Numbers those who have played here, as far as the floor can know. It goes up with a cash-out when
    nothing stands, and when money comes in where nothing was left."""
    fresh: bool = True
    """Whether nothing has been paid in since the session began."""
    left: bool = False
    """Whether the player has cashed out while wagers stood, and nobody has done anything here since. What
    they bring waits on the meter."""

    @property
    def stopped(self) -> str:
        """Return why nothing is taken here, or nothing."""
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
    """A shoe whose order is fixed. Salt and order stay in the core until the shoe is finished."""

    id: int
    commitment: str
    number: int
    salt: str
    order: tuple[str, ...]
    dealt: int = 0


class Earlier(msgspec.Struct):
    """A round as it was settled before a correction, with the entries of the correction.

    Its events have the entries booked for it then. `postings` took them back and booked it anew.
    """

    correction: int
    events: list[Happened]
    lines: dict[str, list[dict[str, Any]]]
    net: dict[str, dict[str, Amount]]
    turned: dict[str, tuple[int, ...]]
    postings: tuple[Posting, ...] = ()


_DRAWN = tuple(f"{verb} " for verb in DRAWS)


class Layouts:
    """The events of a round by the layout they happened on, so that each of many terminals reads its own."""

    def __init__(self, events: list[Happened]) -> None:
        self.events, self.number = events, len(events)
        self.draws: list[int] = []
        """The draws, as places among the events."""
        self.places: dict[str, list[int]] = {}
        """By group: its events, as places among all of them."""
        self.named: dict[str, set[str]] = {}
        """By group: who is named first in its events, mostly the persons who did something."""
        for at, event in enumerate(events):
            text, group = event.text, event.group
            if text.startswith(_DRAWN):
                self.draws.append(at)
            if group not in self.places:
                self.places[group], self.named[group] = [], set()
            self.places[group].append(at)
            self.named[group].add(person_of(text.partition(" ")[0]))

    def are_of(self, one: Round) -> bool:
        """Whether they are those of a round as it is now."""
        return one.events is self.events and len(one.events) == self.number

    def of(self, groups: Iterable[str]) -> list[int]:
        """Return the places of the events of some groups, in their order."""
        return sorted(at for group in {*groups} for at in self.places.get(group, ()))


class Round(msgspec.Struct):
    """A round, with all that happened in it: it can be played again from this."""

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
    """Terminals that played, and their session at the time."""
    corrected: int = 0
    """How often it was settled anew."""
    by_hand: dict[str, Amount] = msgspec.field(default_factory=dict)
    """By terminal: what was paid by hand for it."""
    setup: Setup | None = None
    """The rules it was played by. The table may have others since."""
    turned: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Cards dealt face down that `all` or one person have seen, as places among the events."""
    shoes: list[int] = msgspec.field(default_factory=list)
    """Sealed shoes from which it was dealt and that are not published yet."""
    published: bool = False
    """Whether all of its shoes are published: everybody can know its cards."""
    earlier: list[Earlier] = msgspec.field(default_factory=list)
    """What it was before each correction."""

    def told(self, people: Iterable[str] = (), places: Iterable[int] | None = None) -> list[str]:
        """Return its events as everybody may read them, or as `people` saw them: all, or those at `places`.

        A card that nobody turned stays unseen until its shoe is published.
        """
        seen, events = self._seen(people), self.events
        return [
            shown(events[at].text, events[at].hidden and at not in seen and not self.published)
            for at in (places if places is not None else range(len(events)))
        ]

    def draws(self, people: Iterable[str] = ()) -> list[str]:
        """Return its draws as everybody may read them, or as `people` saw them."""
        return self.told(people, [at for at, one in enumerate(self.events) if one.text.startswith(_DRAWN)])

    def _seen(self, people: Iterable[str]) -> set[int]:
        return {at for who in ("all", *people) for at in self.turned.get(who, ())} if self.turned else set()


def shown(text: str, hidden: bool) -> str:
    """Return an event as everybody may read it."""
    return f"{text.rpartition(' ')[0]} {UNSEEN}" if hidden else text


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
    """Winning wagers that are not collected: terminal, act, stake."""
    shoe: Sealed | None = None
    shoes: int = 0
    round: Round | None = None
    number: int = 0
    past: dict[int, Round] = msgspec.field(default_factory=dict)
    turnover: Amount = 0
    """Everything wagered and decided here, as it is settled now."""
    wins: Amount = 0
    """Everything that players have won here beyond their wagers, not less what others lost."""

    def meter(self, one: Round, sign: int) -> None:
        """Count a round (`sign` 1), or take it out of the count (-1)."""
        for lines in one.lines.values():
            bet, won = told_in(lines, ("withdrawn", "void", "stands"))
            self.turnover, self.wins = self.turnover + sign * bet, self.wins + sign * won

    def seats_of(self, terminal: str) -> list[str]:
        """Return the boxes of a terminal."""
        return [seat for seat, owner in self.seats.items() if owner == terminal]

    def find(self, number: int) -> Round | None:
        """Return a round that is at hand, else None."""
        return self.round if self.round is not None and self.round.number == number else self.past.get(number)


def told_in(lines: Iterable[dict[str, Any]], but: tuple[str, ...]) -> tuple[Amount, Amount]:
    """Return what was bet and what was won, read off settlement lines.

    Each wager counts once, and none with a result in `but`. Winnings are gross: no loss and no charge is
    taken off.
    """
    bet: dict[tuple[str, ...], Amount] = {}
    won = 0
    for line in lines:
        if line["result"] not in but:
            key = str(line["seat"]), str(line["bettor"]), str(line["hand"]), str(line["wager"])
            bet[key] = max(bet.get(key, 0), parse_amount(line["stake"]))
        net = str(line["net"])
        # A payment that a ruling took back is a line of its own.
        if line["result"] == "win" or not net.startswith("-"):
            won += parse_amount(net.lstrip("-")) * (-1 if net.startswith("-") else 1)
    return sum(bet.values()), won


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
    approved: str = ""
    """The person who approved it."""


class Floor(msgspec.Struct):
    """The whole floor."""

    seq: int = 0
    """Number of events so far."""
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    terminals: dict[str, Terminal] = msgspec.field(default_factory=dict)
    people: dict[str, Person] = msgspec.field(default_factory=dict)
    vouchers: dict[str, Voucher] = msgspec.field(default_factory=dict)
    tables: dict[str, FloorTable] = msgspec.field(default_factory=dict)
    corrections: dict[int, Correction] = msgspec.field(default_factory=dict)

    def apply(self, event: Event) -> None:
        """Take an event into the state."""
        self.seq += 1
        if postings := postings_of(event):
            self.ledger.post(postings)
        FOLDS[type(event)](self, event)

    # One method for each event.

    def _table_opened(self, event: happened.TableOpened) -> None:
        table = self.tables.get(event.setup.table)
        if table is None:
            self.tables[event.setup.table] = FloorTable(event.setup, event.ruleset)
        elif self.idle(table):
            # What a table remembers belongs to the rules it was played by. Meters of jackpots are money that
            # players have paid in: they stay where the game stays.
            same = table.setup.game == event.setup.game
            meters = {
                group: {"meters": value["meters"]}
                for group, value in table.carried.items()
                if same and value.get("meters")
            }
            table.setup, table.ruleset, table.carried, table.next_setup = (
                event.setup,
                event.ruleset,
                meters,
                None,
            )
        else:
            table.next_setup, table.next_ruleset = event.setup, event.ruleset

    def idle(self, table: FloorTable) -> bool:
        """Whether no round is in play and no wager stands or lies on the table.

        Only then do its rules change.
        """
        return (
            table.round is None
            and not table.laid
            and not any(self.stands(table, owner) for owner in {*table.seats.values()})
        )

    def _table_changed(self, event: happened.TableChanged) -> None:
        table = self.tables[event.table]
        table.open, table.fault = event.open, event.fault

    def _terminal_enrolled(self, event: happened.TerminalEnrolled) -> None:
        self.terminals[event.terminal] = Terminal(event.terminal, event.title)

    def _terminal_set(self, event: happened.TerminalSet) -> None:
        one = self.terminals[event.terminal]
        one.minimum, one.maximum, one.lock_at, one.most_voucher = (
            dict(event.minimum),
            dict(event.maximum),
            event.lock_at,
            event.most_voucher,
        )

    def _terminal_changed(self, event: happened.TerminalChanged) -> None:
        one = self.terminals[event.terminal]
        one.lock, one.fault, one.calls = event.lock, event.fault, event.calls
        one.win = (event.win or one.win) if event.lock else 0

    def _person_added(self, event: happened.PersonAdded) -> None:
        self.people[event.person] = Person(event.person, event.title, event.roles)

    def _joined(self, event: happened.Joined) -> None:
        table = self.tables[event.table]
        table.seats |= dict.fromkeys(event.seats, event.terminal)
        if table.round is not None:
            table.round.seats |= dict.fromkeys(event.seats, event.terminal)
        table.leaving = [one for one in table.leaving if one != event.terminal]

    def _left(self, event: happened.Left) -> None:
        table = self.tables[event.table]
        if table.round is not None or self.stands(table, event.terminal):
            table.leaving = [*(one for one in table.leaving if one != event.terminal), event.terminal]
        else:
            table.seats = {seat: owner for seat, owner in table.seats.items() if owner != event.terminal}

    def _posted(self, event: happened.Posted) -> None:
        self._came_in(event.terminal, event.postings)
        if any(one.kind in ("hand-paid", "account-out") for one in event.postings):
            self._cashed_out(event.terminal)
        if event.round and (one := self.tables[event.table].find(event.round)) is not None:
            one.by_hand[event.terminal] = one.by_hand.get(event.terminal, 0) + sum(
                posting.amount for posting in event.postings
            )

    def _came_in(self, terminal: str, postings: Sequence[Posting]) -> None:
        """Begin a new session where money comes in, no credit was left and nothing stands.

        It may be somebody else: what a correction asks of the player before is not his.
        """
        amount = sum(
            one.amount
            for one in postings
            if one.target == meter(terminal) and one.kind in ("cash-in", "voucher-in", "account-in")
        )
        if amount:
            one = self.terminals[terminal]
            if (
                not one.fresh
                and self.ledger.balance(meter(terminal)) == amount
                and not self.standing(terminal)
            ):
                one.session += 1
            one.fresh = one.left = False

    def _cashed_out(self, terminal: str) -> None:
        """Begin a new session after a cash-out, unless wagers stand.

        Standing wagers still belong to whoever made them, and so does what they bring.
        """
        one = self.terminals[terminal]
        one.left = bool(self.standing(terminal))
        if not one.left:
            one.session, one.fresh = one.session + 1, True

    def standing(self, terminal: str) -> Amount:
        """Return what a terminal has on all tables, undecided or not collected."""
        return sum(
            self.ledger.balance(stakes(name, terminal)) + self.ledger.balance(layout(name, terminal))
            for name in self.tables
        )

    def _voucher_issued(self, event: happened.VoucherIssued) -> None:
        self.vouchers[event.number] = Voucher(event.amount, event.terminal, event.at)
        self._cashed_out(event.terminal)

    def _voucher_paid(self, event: happened.VoucherPaid) -> None:
        self.vouchers[event.number].paid_by = event.by
        if event.by in self.terminals:
            self._came_in(event.by, event.postings)

    def _shoe_sealed(self, event: happened.ShoeSealed) -> None:
        table = self.tables[event.table]
        table.shoe, table.shoes = (
            Sealed(event.shoe, event.commitment, event.number, event.salt, event.order),
            event.shoe,
        )

    def _shoe_opened(self, event: happened.ShoeOpened) -> None:
        table = self.tables[event.table]
        if table.shoe is not None and table.shoe.id == event.shoe:
            table.shoe = None
        for one in (*table.past.values(), *([table.round] if table.round is not None else [])):
            if event.shoe in one.shoes:
                one.shoes = [shoe for shoe in one.shoes if shoe != event.shoe]
                one.published = not one.shoes

    def _round_opened(self, event: happened.RoundOpened) -> None:
        table = self.tables[event.table]
        table.round, table.number = Round(event.round, event.at, event.deadline, event.before), event.round
        table.round.seats, table.round.setup = dict(table.seats), table.setup
        table.round.sessions = {owner: self.terminals[owner].session for owner in table.seats.values()}

    def _happened(self, event: Happened) -> None:
        table = self.tables[event.table]
        assert table.round is not None
        table.round.events.append(event)
        if event.by in self.terminals:
            table.round.sessions[event.by] = self.terminals[event.by].session
            self.terminals[event.by].left = False
        if event.from_shoe and table.shoe is not None:
            table.shoe.dealt += 1
            table.round.shoes = [*(one for one in table.round.shoes if one != table.shoe.id), table.shoe.id]
            table.round.published = False
        table.laid += event.laid

    def _extended(self, event: happened.Extended) -> None:
        one = self.tables[event.table].round
        assert one is not None
        one.deadline = event.deadline

    def _closed(self, event: happened.Closed) -> None:
        one = self.tables[event.table].round
        assert one is not None
        one.phase, one.closed_at, one.closed_seq = "closed", event.at, self.seq

    def _waits(self, event: happened.Waits) -> None:
        one = self.tables[event.table].round
        assert one is not None
        one.phase, one.deadline = "waits", event.deadline

    def _round_over(self, event: happened.RoundOver) -> None:
        table = self.tables[event.table]
        one = table.round
        assert one is not None
        one.phase, one.over_at, one.after, one.lines, one.net, one.turned = (
            "over",
            event.at,
            event.after,
            event.lines,
            event.net,
            event.turned,
        )
        table.carried, table.round = event.after, None
        table.past[one.number] = one
        table.meter(one, 1)
        while len(table.past) > KEPT_ROUNDS:
            table.past.pop(next(iter(table.past)))
        staying = {owner for owner in table.leaving if self.stands(table, owner)}
        gone = [owner for owner in table.leaving if owner not in staying]
        table.seats = {seat: owner for seat, owner in table.seats.items() if owner not in gone}
        table.leaving = [owner for owner in table.leaving if owner in staying]

    def stands(self, table: FloorTable, terminal: str) -> bool:
        """Whether something of a terminal stands on a table."""
        return bool(
            self.ledger.balance(stakes(table.setup.table, terminal))
            or self.ledger.balance(layout(table.setup.table, terminal))
        )

    def _collected(self, event: happened.Collected) -> None:
        table = self.tables[event.table]
        table.laid = [one for one in table.laid if one[0] != event.terminal or event.act not in ("", one[1])]

    def _correction_proposed(self, event: happened.CorrectionProposed) -> None:
        self.corrections[event.correction] = Correction(
            event.table, event.round, event.draws, event.reason, event.impossible, event.by
        )

    def _correction_rejected(self, event: happened.CorrectionRejected) -> None:
        self.corrections[event.correction].status = "rejected"

    def _correction_made(self, event: happened.CorrectionMade) -> None:
        made = self.corrections[event.correction]
        made.status, made.listed, made.approved = "made", event.listed, event.by
        table = self.tables[made.table]
        for number, now in event.rounds.items():
            one = table.find(int(number))
            assert one is not None
            if one.phase == "over":
                table.meter(one, -1)
            one.earlier.append(
                Earlier(
                    event.correction,
                    one.events,
                    one.lines,
                    one.net,
                    one.turned,
                    tuple(msgspec.convert(now.get("postings", ()), tuple[Posting, ...])),
                )
            )
            one.turned = {who: tuple(at) for who, at in now.get("turned", {}).items()}
            one.before, one.after, one.lines, one.net = now["before"], now["after"], now["lines"], now["net"]
            one.events = [msgspec.convert(row, Happened) for row in now["events"]]
            one.corrected += 1
            if one.phase == "over":
                table.meter(one, 1)
        if event.rounds and table.round is None:
            last = max(map(int, event.rounds))
            if last == table.number:
                table.carried = table.past[last].after


E = TypeVar("E", bound=Event)
Fold = Callable[[Floor, Any], None]
"""Takes an event into the floor. `_fold` checks that it fits the kind of event."""


def _fold(kind: type[E], fold: Callable[[Floor, E], None]) -> tuple[type[Event], Fold]:
    return kind, fold


FOLDS: dict[type[Event], Fold] = dict(
    (
        _fold(happened.TableOpened, Floor._table_opened),
        _fold(happened.TableChanged, Floor._table_changed),
        _fold(happened.TerminalEnrolled, Floor._terminal_enrolled),
        _fold(happened.TerminalSet, Floor._terminal_set),
        _fold(happened.TerminalChanged, Floor._terminal_changed),
        _fold(happened.PersonAdded, Floor._person_added),
        _fold(happened.Joined, Floor._joined),
        _fold(happened.Left, Floor._left),
        _fold(happened.Posted, Floor._posted),
        _fold(happened.VoucherIssued, Floor._voucher_issued),
        _fold(happened.VoucherPaid, Floor._voucher_paid),
        _fold(happened.ShoeSealed, Floor._shoe_sealed),
        _fold(happened.ShoeOpened, Floor._shoe_opened),
        _fold(happened.RoundOpened, Floor._round_opened),
        _fold(Happened, Floor._happened),
        _fold(happened.Extended, Floor._extended),
        _fold(happened.Closed, Floor._closed),
        _fold(happened.Waits, Floor._waits),
        _fold(happened.RoundOver, Floor._round_over),
        _fold(happened.Collected, Floor._collected),
        _fold(happened.CorrectionProposed, Floor._correction_proposed),
        _fold(happened.CorrectionRejected, Floor._correction_rejected),
        _fold(happened.CorrectionMade, Floor._correction_made),
    )
)
"""The fold of each kind of event."""
