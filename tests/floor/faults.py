"""A seeded fault simulator: terminals and staff ask at random, commands are doubled, delayed and reordered,
the clock jumps, and the machine crashes before, during and after writes.

Only whole batches of bytes survive a crash;
what is checked afterwards is folded from them and from nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any
from zlib import crc32

import msgspec

from croupier.api import game
from croupier.equipment.money import parse_amount
from croupier.floor import commands as ask
from croupier.floor.core import Core
from croupier.floor.events import (
    AnyEvent,
    Closed,
    Happened,
    PersonAdded,
    RoundOpened,
    RoundOver,
    ShoeOpened,
    ShoeSealed,
    TableChanged,
    VoucherPaid,
)
from croupier.floor.ledger import CASH, VOUCHERS, layout, meter, stakes
from croupier.randomness.source import SeededEntropy
from croupier.table.events import DRAWS, parse_event
from tests.floor.house import PEOPLE

TABLES = {
    "wheel": ("queensland/roulette", "automatic"),
    "dice": ("house/craps", "automatic"),
    "cubes": ("queensland/sic-bo", "automatic"),
    "punto": ("queensland/baccarat", "automatic"),
    "jack": ("house/blackjack", "automatic"),
    "three": ("queensland/three-card-poker", "automatic"),
    "live": ("queensland/roulette", "live"),
}
TERMINALS = ("t1", "t2", "t3")
BETTING = 2_000


@cache
def known_options(rulebook: str) -> frozenset[str]:
    return frozenset(game(rulebook).rules.option_rows)


class Crash(Exception):
    """The machine stops."""


class Broken(AssertionError):
    """Something does not hold that must."""


def hold(true: bool, what: str) -> None:
    if not true:
        raise Broken(what)


class Record(msgspec.Struct, array_like=True):
    """A command with the time it was handled at, its answer and what it emitted:
    stored together or not at all.
    """

    now: int
    command: ask.Asked
    done: bool
    why: str
    clause: str
    given: dict[str, Any]
    events: tuple[AnyEvent, ...]

    @property
    def answer(self) -> tuple[Any, ...]:
        return self.done, self.why, self.clause, self.given


_READ = msgspec.json.Decoder(list[Record])


class Disk:
    """Bytes in a list. A batch that was not written wholly is found by its checksum and dropped."""

    def __init__(self) -> None:
        self.blobs: list[bytes] = []

    def write(self, batch: list[Record], how: str) -> None:
        data = msgspec.json.encode(batch)
        blob = crc32(data).to_bytes(4, "big") + data
        if how == "before":
            raise Crash
        if how == "torn":
            self.blobs.append(blob[: len(blob) // 2])
            raise Crash
        self.blobs.append(blob)
        if how == "after":
            raise Crash

    def read(self) -> list[list[Record]]:
        if self.blobs and crc32(self.blobs[-1][4:]) != int.from_bytes(self.blobs[-1][:4], "big"):
            self.blobs.pop()
        return [_READ.decode(blob[4:]) for blob in self.blobs]


class Machine:
    """What runs the core: it answers the same id the same, stores before it tells,
    and begins anew from what was stored.
    """

    keeps_answers = True
    says_stored_too_early = False

    def __init__(self, disk: Disk, entropy: SeededEntropy) -> None:
        self.disk, self.entropy, self.core = disk, entropy, Core()
        self.answers: dict[str, tuple[Any, ...]] = {}
        self.waiting: list[Record] = []
        for batch in disk.read():
            for record in batch:
                for event in record.events:
                    self.core.floor.apply(event)
                self.keep(record)
        self.core.stored(self.core.floor.seq)

    def keep(self, record: Record) -> None:
        if self.keeps_answers and not isinstance(record.command, ask.Tick):
            self.answers[record.command.id] = record.answer

    def ask(self, command: ask.Asked, now: int) -> bool:
        """Handle a command; whether it is new. It is answered once it is stored."""
        if command.id in self.answers:
            return False
        if self.says_stored_too_early:
            self.core.stored(10**9)
        got = self.core.handle(command, now, self.entropy)
        if got.events or not isinstance(command, ask.Tick):
            # Events are those of the floor.
            record = Record(now, command, got.done, got.why, got.clause, got.given, got.events)  # type: ignore[arg-type]
            self.waiting.append(record)
            self.keep(record)
        return True

    def flush(self, how: str = "") -> list[Record]:
        """Store what waits; then it may be told."""
        batch, self.waiting = self.waiting, []
        if batch:
            self.disk.write(batch, how)
        self.core.stored(self.core.floor.seq)
        return batch


class Simulation:
    """One seed."""

    def __init__(
        self, seed: int, machine: type[Machine] = Machine, steps: int = 70, tables: tuple[str, ...] = ()
    ) -> None:
        self.random = random.Random(seed)
        self.steps, self.machine_of = steps, machine
        self.disk, self.entropy, self.now, self.ids = Disk(), SeededEntropy(seed), 1_000_000, 0
        self.told: dict[str, tuple[Any, ...]] = {}
        """What was answered: it must be so for ever."""
        self.under_way: list[ask.Asked] = []
        self.sent: list[ask.Asked] = []
        self.vouchers: list[str] = []
        self.tables = list(tables) or self.random.sample(sorted(TABLES), 3)
        self.machine = machine(self.disk, self.entropy)
        self._begin()

    def command(self, kind: type[ask.Command], by: str, **more: Any) -> ask.Asked:
        self.ids += 1
        # Every command is one of those asked.
        return kind(id=f"c{self.ids}", by=by, **more)  # type: ignore[return-value]

    def _begin(self) -> None:
        core = self.machine.core
        core.begin(self.now, self.entropy)
        for person, role in PEOPLE.items():
            core.emit(PersonAdded(person, person.title(), (role,) if role else ()))
        self.machine.waiting.append(
            Record(self.now, ask.Tick("begin", "system"), True, "", "", {}, tuple(core.emitted))
        )  # type: ignore[arg-type]  # events are those of the union
        orders: list[ask.Asked] = []
        for name in self.tables:
            orders.append(self.command(ask.OpenTable, "boss", setup=self.setup(name)))
        for terminal in TERMINALS:
            orders.append(self.command(ask.EnrolTerminal, "boss", terminal=terminal))
            orders.append(
                self.command(
                    ask.TakeCash, "helper", terminal=terminal, amount=self.random.choice((5_000, 20_000))
                )
            )
            orders += [
                self.command(ask.Join, terminal, table=name)
                for name in self.tables
                if self.random.random() < 0.8
            ]
        for order in orders:
            self.machine.ask(order, self.now)
        self.tell(self.machine.flush())

    # What people ask for.

    def anything(self) -> ask.Asked:
        pick, terminal, table = (
            self.random.random(),
            self.random.choice(TERMINALS),
            self.random.choice(self.tables),
        )
        if pick < 0.2 and (
            stopped := [name for name in self.tables if self.machine.core.floor.tables[name].fault]
        ):
            return self.command(ask.ClearFault, "super", table=stopped[0], void=self.random.random() < 0.4)
        if self.random.random() < (0.15 if pick < 0.5 else 0.5) and (waiting := self.waiting_for_staff()):
            kind, by, more = self.random.choice(
                [one for one in waiting if one[0] is ask.DecideOwed] or waiting
            )
            return self.command(kind, by, **more)
        if pick < 0.7:
            terminal, table = self.waited_for() or (terminal, table)
            return self.command(ask.Play, terminal, table=table, act=self.act(terminal, table))
        if pick < 0.8 and "live" in self.tables:
            return self.command(
                ask.Deal,
                "dealer",
                table="live",
                act=self.random.choice(
                    ("no-more-bets", f"spin {self.random.randrange(37)}", f"spin {self.random.randrange(37)}")
                ),
            )
        number = self.random.choice(self.vouchers) if self.vouchers else "0"
        some: list[tuple[type[ask.Command], str, dict[str, Any]]] = [
            (ask.Join, terminal, {"table": table}),
            (ask.Leave, terminal, {"table": table}),
            (ask.Collect, terminal, {"table": table}),
            (ask.PrintVoucher, terminal, {}),
            (ask.InsertVoucher, terminal, {"number": number}),
            (ask.RedeemVoucher, "helper", {"number": number}),
            (ask.ToAccount, terminal, {"person": "alice"}),
            (ask.FromAccount, terminal, {"person": "alice", "amount": 1_000}),
            (ask.Deposit, "helper", {"person": "alice", "amount": 3_000}),
            (ask.Withdraw, "helper", {"person": "alice", "amount": 500}),
            (ask.TakeCash, "helper", {"terminal": terminal, "amount": 2_000}),
            (ask.PayOut, "helper", {"terminal": terminal}),
            (ask.GiveVoucher, "helper", {"terminal": terminal}),
            (
                ask.SetTerminal,
                "boss",
                {
                    "terminal": terminal,
                    "lock_at": self.random.choice((0, 4_000)),
                    "most_voucher": self.random.choice((0, 0, 15_000)),
                    **self.own_limits(table),
                },
            ),
            (
                ask.HandPay,
                "helper",
                {"terminal": terminal, "cause": self.random.choice(("win", "win", "voucher", "malfunction"))},
            ),
            (
                ask.PayRound,
                "boss",
                {
                    "terminal": terminal,
                    "table": table,
                    "round": max(1, self.machine.core.floor.tables[table].number),
                    "amount": 700,
                    "reason": "it could not be shown",
                },
            ),
            (ask.OpenTable, "boss", {"setup": self.setup(table)}),
            (ask.ClearLock, "helper", {"terminal": terminal}),
            (ask.ReportFault, "super", {"table": table, "why": "no light"}),
            (ask.ClearFault, "super", {"table": table, "void": self.random.random() < 0.5}),
            (ask.ClearFault, "super", {"table": table}),
            (ask.ReportFault, "helper", {"terminal": terminal, "why": "no paper"}),
            (ask.ClearFault, "super", {"terminal": terminal}),
            (ask.ClearFault, "super", {"terminal": terminal}),
            (ask.ChangeTable, "boss", {"table": table, "open": self.random.random() < 0.8}),
            (ask.RefusePay, "boss", {"terminal": terminal, "amount": 100, "reason": "a malfunction"}),
        ]
        if "live" in self.tables:
            number_of = max(1, self.machine.core.floor.tables["live"].number - self.random.randrange(3))
            some += [
                (
                    ask.ProposeCorrection,
                    "super",
                    {
                        "table": "live",
                        "round": number_of,
                        "draws": (f"spin {self.random.randrange(37)}",),
                        "reason": "so",
                    },
                )
            ] * 2
            some += [
                (ask.ApproveCorrection, "boss", {"correction": len(self.machine.core.floor.corrections)})
            ] * 2
        kind, by, more = self.random.choice(some)
        return self.command(kind, by, **more)

    def waiting_for_staff(self) -> list[tuple[type[ask.Command], str, dict[str, Any]]]:
        """What waits for somebody who works here:
        money owed, a win to be paid, a voucher that did not come out, a result that is doubted.
        """
        floor, some = self.machine.core.floor, list[tuple[type[ask.Command], str, dict[str, Any]]]()
        for account in sorted(
            account
            for account, amount in floor.ledger.balances.items()
            if amount and account.startswith("owed:")
        ):
            _, terminal, session = account.split(":")
            some.append(
                (
                    ask.DecideOwed,
                    "boss",
                    {
                        "terminal": terminal,
                        "session": int(session),
                        "collected": self.random.random() < 0.6,
                        "reason": "as agreed",
                    },
                )
            )
        for name, terminal_of in floor.terminals.items():
            if terminal_of.win or terminal_of.fault:
                some.append(
                    (
                        ask.HandPay,
                        "helper",
                        {"terminal": name, "cause": "win" if terminal_of.win else "malfunction"},
                    )
                )
        for voucher in list(floor.vouchers.values())[-1:]:
            if not voucher.paid_by and self.random.random() < 0.2:
                some.append((ask.HandPay, "boss", {"terminal": voucher.terminal, "cause": "voucher"}))
        some += [
            (ask.ApproveCorrection, "boss", {"correction": number})
            for number, one in floor.corrections.items()
            if one.status == "proposed"
        ]
        if "live" in self.tables and (past := floor.tables["live"].past) and self.random.random() < 0.4:
            # Whoever has cashed out since is not at his meter any more: what comes of it is owed.
            gone = [
                number
                for number, one in past.items()
                if any(floor.terminals[group].session > one.sessions.get(group, 0) for group in one.lines)
            ]
            number_of = self.random.choice(gone or list(past)[-3:])
            some.append(
                (
                    ask.ProposeCorrection,
                    "super",
                    {
                        "table": "live",
                        "round": number_of,
                        "draws": (f"spin {self.random.randrange(37)}",),
                        "reason": "so",
                    },
                )
            )
        return some

    def setup(self, name: str) -> dict[str, Any]:
        """A table with limits, some of the time not those that it has."""
        rulebook, mode = TABLES[name]
        limits = (
            ("minimum", self.random.choice(("5", "5", "10"))),
            ("maximum", self.random.choice(("100", "100", "60"))),
        )
        options = {key: value for key, value in limits if key in known_options(rulebook)}
        return {
            "table": name,
            "game": rulebook,
            "mode": mode,
            "options": options,
            "betting": BETTING,
            "deciding": 1_000,
            "pause": 0,
            "collect": self.random.random() < 0.5,
        }

    def own_limits(self, name: str) -> dict[str, Any]:
        """Limits of a terminal at a table, or none."""
        return self.random.choice(({}, {"minimum": {name: 1_000}}, {"maximum": {name: 1_500}}))

    def waited_for(self) -> tuple[str, str] | None:
        """A terminal at a table whose round waits for it."""
        core = self.machine.core
        for name in self.tables:
            table = core.floor.tables[name]
            if table.round is not None and table.round.phase == "waits" and self.random.random() < 0.7:
                owners = [
                    table.seats.get(question.who.partition(".")[0], "")
                    for question in core.room(table).main.pending
                ]
                if found := [owner for owner in owners if owner]:
                    return found[0], name
        return None

    def act(self, terminal: str, name: str) -> str:
        """A wager, a change, or an answer to what the table asks."""
        core = self.machine.core
        table = core.floor.tables[name]
        if table.round is None:
            return "bet red 10"
        room = core.room(table)
        if table.round.phase == "waits":
            mine = [
                question
                for question in room.main.pending
                if table.seats.get(question.who.partition(".")[0]) == terminal and question.allowed()
            ]
            if mine:
                return f"{mine[0].who} {self.random.choice(mine[0].allowed())}"
        engine = room.groups.get(terminal, room.main) if room.apart else room.main
        mine_now = [
            wager.name
            for wager in engine.play.wagers
            if room.apart or table.seats.get(wager.person) == terminal
        ]
        if mine_now and self.random.random() < 0.2:
            return f"remove {self.random.choice(mine_now)}"
        acts = [
            act
            for question in room.main.pending
            if question.who == "*"
            for act in question.allowed()
            if act.startswith("bet ")
        ]
        if not acts:
            return "bet red 10"
        what = self.random.choice(acts[:4] if self.random.random() < 0.6 else acts)
        playable: Any = room.game.playable
        params = playable.params(what.partition(" ")[2]) if hasattr(playable, "params") else []
        return (
            f"{what}{':' + self.random.choice(params) if params and params[0] else ''} "
            f"{self.random.choice((5, 5, 10, 20))}"
        )

    # Running.

    def run(self) -> None:
        for _ in range(self.steps):
            self.step()
        self.restart()
        self.check()

    def step(self) -> None:
        self.now += (
            self.random.choice((0, 50, 100, 200, 400, 1_000))
            if self.random.random() > 0.02
            else self.random.choice((-3_000, -500, 60_000))
        )
        if self.random.random() < 0.75:
            self.under_way.append(self.anything())
            self.sent.append(self.under_way[-1])
        if self.sent and self.random.random() < 0.1:
            self.under_way.append(self.random.choice(self.sent[-10:]))  # sent twice, for no answer came
        try:
            if self.under_way and self.random.random() < 0.85:
                command = self.under_way.pop(
                    self.random.randrange(len(self.under_way)) if self.random.random() < 0.3 else 0
                )
                if not self.machine.ask(command, self.now) and command.id in self.told:
                    hold(
                        self.machine.answers[command.id] == self.told[command.id],
                        f"{command.id} was answered otherwise before",
                    )
            if self.random.random() < 0.8:
                self.machine.ask(ask.Tick(f"tick{self.now}", "system"), self.now)
            if self.random.random() < 0.7:
                crash = self.random.choice(("before", "torn", "after")) if self.random.random() < 0.06 else ""
                self.tell(self.machine.flush(crash))
            elif self.random.random() < 0.03:
                raise Crash
        except Crash:
            self.restart()
            self.check()

    def restart(self) -> None:
        self.machine = self.machine_of(self.disk, self.entropy)

    def tell(self, batch: list[Record]) -> None:
        for record in batch:
            if isinstance(record.command, ask.Tick):
                continue
            hold(
                self.told.get(record.command.id, record.answer) == record.answer,
                f"{record.command.id} is answered otherwise than before",
            )
            self.told[record.command.id] = record.answer
            if "voucher" in record.given:
                self.vouchers.append(record.given["voucher"])

    @property
    def done(self) -> Counter[str]:
        """Commands that were carried out, by their names."""
        return Counter(record.command.name for batch in self.disk.read() for record in batch if record.done)

    # What must hold.

    def check(self) -> None:
        batches = self.disk.read()
        records = [record for batch in batches for record in batch]
        stored = {
            record.command.id: record.answer for record in records if not isinstance(record.command, ask.Tick)
        }
        asked = [record.command.id for record in records if not isinstance(record.command, ask.Tick)]
        hold(len(asked) == len(set(asked)), "a command was carried out twice")
        for name, answer in self.told.items():
            hold(stored.get(name) == answer, f"{name} was answered, and is lost")
        self.check_money(records)
        self.check_rounds(batches)
        self.check_shoes([event for record in records for event in record.events])

    def check_money(self, records: list[Record]) -> None:
        floor = self.machine.core.floor
        ledger = floor.ledger
        ledger.audit()
        cash = forgiven = 0
        for record in records:
            command = record.command
            if record.done and isinstance(command, ask.TakeCash | ask.Deposit):
                cash += command.amount
            elif record.done and isinstance(command, ask.Withdraw | ask.PayRound):
                cash -= command.amount
            elif record.done and isinstance(command, ask.PayOut | ask.RedeemVoucher | ask.HandPay):
                cash -= parse_amount(record.given["amount"])
            elif record.done and isinstance(command, ask.DecideOwed):
                amount = parse_amount(record.given["amount"])
                cash += {"collected": amount, "paid": -amount, "waived": 0}[record.given["way"]]
                forgiven += amount if record.given["way"] == "waived" else 0
        hold(ledger.balance(CASH) == -cash, "cash is not what was taken in and paid out")
        hold(ledger.balance("waived") == -forgiven, "what was waived is not what a manager waived")
        paid = Counter(
            event.number for record in records for event in record.events if isinstance(event, VoucherPaid)
        )
        hold(all(times == 1 for times in paid.values()), "a voucher was paid twice")
        hold(
            ledger.balance(VOUCHERS) == sum(one.amount for one in floor.vouchers.values() if not one.paid_by),
            "vouchers not yet paid are not what they come to",
        )
        hold(all(ledger.balance(meter(terminal)) >= 0 for terminal in TERMINALS), "a meter is below nothing")
        for name, table in floor.tables.items():
            standing = dict.fromkeys(TERMINALS, 0)
            if table.round is not None:
                room = self.machine.core.room(table)
                for group, engine in room.groups.items():
                    for wager in engine.play.wagers:
                        owner = group if room.apart else table.round.seats[wager.person]
                        standing[owner] += wager.stake
            else:
                for group, carried in table.carried.items():
                    for row in carried.get("wagers", []):
                        standing[group or table.seats[row["seat"]]] += parse_amount(row["stake"])
            for terminal in TERMINALS:
                hold(
                    ledger.balance(stakes(name, terminal)) == standing[terminal],
                    f"{terminal} has not at {name} what stands there",
                )
                hold(
                    ledger.balance(layout(name, terminal))
                    == sum(stake for owner, _, stake in table.laid if owner == terminal),
                    f"{terminal} has not at {name} what lies there",
                )

    def check_rounds(self, batches: list[list[Record]]) -> None:
        opened: dict[str, RoundOpened] = {}
        closed: dict[str, tuple[int, int]] = {}
        over = Counter[tuple[str, int]]()
        for at, batch in enumerate(batches):
            for record in batch:
                for event in record.events:
                    if isinstance(event, TableChanged):
                        hold(
                            not event.fault or event.by != "system",
                            f"{event.table} stopped by itself: {event.fault}",
                        )
                    elif isinstance(event, RoundOpened):
                        last = opened.get(event.table)
                        hold(event.round == (last.round if last else 0) + 1, "a round is missing")
                        hold(
                            last is None or over[event.table, last.round] == 1,
                            "a round was not settled, or more than once",
                        )
                        opened[event.table] = event
                    elif isinstance(event, Closed):
                        closed[event.table] = event.round, at
                    elif isinstance(event, RoundOver):
                        over[event.table, event.round] += 1
                        hold(over[event.table, event.round] == 1, "a round was settled twice")
                    elif isinstance(event, Happened):
                        self.check_happened(
                            event, record, opened[event.table], closed.get(event.table, (0, 0)), at
                        )

    def check_happened(
        self, event: Happened, record: Record, opened: RoundOpened, closed: tuple[int, int], at: int
    ) -> None:
        is_closed = closed[0] == event.round
        if event.text.split()[0] in DRAWS:
            burnt = event.from_shoe and not is_closed and event.hidden
            hold(
                burnt or (is_closed and closed[1] < at),
                f"{event.text} was drawn before no more bets was stored",
            )
        elif (
            event.by in TERMINALS
            and (act := parse_event(event.text))
            and (act.lays_wager or act.verb == "remove")
        ):
            hold(not is_closed, f"{event.text} came after no more bets")
            hold(
                isinstance(record.command, ask.Tick | ask.Deal) or record.now < opened.deadline,
                f"{event.text} came too late",
            )

    def check_shoes(self, events: list[Any]) -> None:
        orders: dict[str, list[str]] = {}
        for event in events:
            if isinstance(event, ShoeSealed):
                orders[event.table] = list(event.order)
            elif isinstance(event, ShoeOpened):
                orders.pop(event.table, None)
            elif isinstance(event, Happened) and event.from_shoe:
                hold(f"deal {orders[event.table].pop(0)}" == event.text, "a card came out of its order")


def simulate(
    seed: int, machine: type[Machine] = Machine, steps: int = 70, tables: tuple[str, ...] = ()
) -> Simulation:
    """Run one seed to its end."""
    one = Simulation(seed, machine, steps, tables)
    one.run()
    return one
