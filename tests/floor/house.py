"""A floor for tests: commands with the least words, a clock that is moved by hand, entropy from a seed;
everything is journalled, so that it can be folded again.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from croupier.api import game
from croupier.equipment.money import Amount
from croupier.floor import commands as ask
from croupier.floor.core import Answer, Core
from croupier.floor.events import AnyEvent, Event, PersonAdded
from croupier.floor.ledger import meter
from croupier.floor.state import Floor, FloorTable, Round
from croupier.floor.views import RECALLED, recalled
from croupier.randomness.source import SeededEntropy

SECOND = 1000
BETTING, DECIDING, PAUSE = 5 * SECOND, 3 * SECOND, SECOND


PEOPLE = {
    "boss": "manager",
    "chief": "manager",
    "super": "supervisor",
    "helper": "attendant",
    "dealer": "dealer",
    "watch": "inspector",
    "alice": "",
}


def recall(core: Core, name: str, number: int = RECALLED) -> list[dict[str, Any]]:
    """The last rounds of a terminal that are at hand, the latest first."""
    rounds = [
        (one.over_at, table.setup.table, found)
        for table in core.floor.tables.values()
        for one in table.past.values()
        if (found := recalled(one, name)) is not None
    ]
    return [
        {"table": table, **found}
        for _, table, found in sorted(rounds, key=lambda row: (row[0], row[2]["round"]), reverse=True)
    ][:number]


class House:
    """A floor with a manager (`boss`), a second one (`chief`), a supervisor, an attendant,
    a dealer and an inspector.
    """

    def __init__(self, seed: int = 1) -> None:
        self.core, self.entropy, self.now, self.asked = Core(), SeededEntropy(seed), 1_000_000, 0
        self.journal: list[Event] = []
        self.core.begin(self.now, self.entropy)
        for person, role in PEOPLE.items():
            self.core.emit(PersonAdded(person, person.title(), (role,) if role else ()))
        self.journal += self.core.emitted
        self.core.stored(self.core.floor.seq)

    @property
    def floor(self) -> Floor:
        return self.core.floor

    def ask(self, kind: type[ask.Command], by: str, **more: Any) -> Answer:
        """Give a command; what it emits is stored at once."""
        self.asked += 1
        # Every command is one of those asked.
        found = self.core.handle(kind(id=str(self.asked), by=by, **more), self.now, self.entropy)  # type: ignore[arg-type]
        self.journal += found.events
        self.core.stored(self.floor.seq)
        self.floor.ledger.audit()
        return found

    def must(self, kind: type[ask.Command], by: str, **more: Any) -> Answer:
        """The same, and it must be done."""
        found = self.ask(kind, by, **more)
        assert found.done, found.why
        return found

    def refused(self, kind: type[ask.Command], by: str, **more: Any) -> str:
        """The same, and it must be refused and change nothing; why."""
        before = msgspec.json.encode(self.floor)
        found = self.ask(kind, by, **more)
        assert not found.done and not found.events, f"{kind.__name__} by {by} was not refused"
        assert msgspec.json.encode(self.floor) == before
        return found.why + (f" [{found.clause}]" if found.clause else "")

    # The usual.

    def open(self, name: str, table: str = "t", collect: bool | None = False, **more: Any) -> FloorTable:
        """A table; wagers that won are credited at once unless that is said,
        or left to the jurisdiction with None.
        """
        rules = game(name).rules
        options = {
            key: value for key, value in (("minimum", "5"), ("maximum", "500")) if key in rules.option_rows
        } | more.pop("options", {})
        self.must(
            ask.OpenTable,
            "boss",
            setup={
                "table": table,
                "game": name,
                "options": options,
                "betting": BETTING,
                "deciding": DECIDING,
                "pause": PAUSE,
                **({} if collect is None else {"collect": collect}),
                **more,
            },
        )
        return self.floor.tables[table]

    def seat(self, terminal: str, table: str = "t", amount: Amount = 100_000, **more: Any) -> str:
        if terminal not in self.floor.terminals:
            self.must(ask.EnrolTerminal, "boss", terminal=terminal)
            if amount:
                self.must(ask.TakeCash, "helper", terminal=terminal, amount=amount)
        self.must(ask.Join, terminal, table=table, **more)
        return terminal

    def tick(self, seconds: float = 0) -> Answer:
        self.now += int(seconds * SECOND)
        return self.must(ask.Tick, "system")

    def next_round(self, table: str = "t") -> None:
        """Let the time pass until the next round may begin."""
        one = self.floor.tables[table]
        last = one.past.get(one.number)
        if last is not None:
            self.now = max(self.now, last.over_at + one.setup.pause, last.opened + self.core._pace(one))
        self.tick()

    def round(self, table: str = "t") -> Round:
        """The round in which bets are taken now."""
        for _ in range(50):
            one = self.floor.tables[table].round
            if one is not None and one.phase == "open":
                return one
            if one is None:
                self.next_round(table)
            else:
                self.tick(1)
        raise AssertionError("no round opens")

    def play(self, terminal: str, act: str, table: str = "t") -> Answer:
        return self.must(ask.Play, terminal, table=table, act=act)

    def finish(self, table: str = "t") -> Round:
        """Close the wagering period and play the round to its end, with defaults for every decision."""
        number = self.floor.tables[table].number
        for _ in range(200):
            if number in self.floor.tables[table].past:
                return self.floor.tables[table].past[number]
            one = self.floor.tables[table].round
            assert one is not None and not self.floor.tables[table].fault, self.floor.tables[table].fault
            self.now = max(self.now, one.deadline) if one.phase in ("open", "waits") else self.now
            self.tick()
        raise AssertionError("the round does not end")

    def credits(self, terminal: str) -> Amount:
        return self.floor.ledger.balance(meter(terminal))

    # Stored and folded again.

    def again(self) -> Core:
        """A core that knows nothing but the journal, as bytes."""
        core = Core()
        for event in self.journal:
            core.floor.apply(msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent))
        core.stored(core.floor.seq)
        return core

    def folds(self) -> None:
        """The journal gives the same state, and the same rooms."""
        again = self.again()
        assert msgspec.to_builtins(again.floor) == msgspec.to_builtins(self.floor)
        for name, table in self.floor.tables.items():
            if table.round is not None:
                mine, other = self.core.room(table), again.room(again.floor.tables[name])
                assert {
                    group: one.record()
                    for group, one in mine.groups.items()
                    if one.happened or group in table.round.before
                } == {
                    group: one.record()
                    for group, one in other.groups.items()
                    if one.happened or group in table.round.before
                }


class Players:
    """Terminals that do whatever is allowed."""

    def __init__(self, house: House, terminals: list[str], seed: int = 1, table: str = "t") -> None:
        self.house, self.terminals, self.random, self.name = house, terminals, random.Random(seed), table

    @property
    def table(self) -> FloorTable:
        return self.house.floor.tables[self.name]

    def bet(self) -> int:
        """Some wagers of everybody; how many were taken."""
        room, taken = self.house.core.room(self.table), 0
        playable: Any = room.game.playable
        for terminal in self.terminals:
            for _ in range(self.random.randrange(1, 5)):
                engine = room.groups.get(terminal, room.main) if room.apart else room.main
                every = [
                    act for question in engine.pending if question.who == "*" for act in question.allowed()
                ]
                acts = [act for act in every if act.startswith("bet ")] or [
                    act for act in every if act in ("bid", "bank", "bet")
                ]
                if not acts:
                    continue
                act = self.random.choice(acts[:4] if self.random.random() < 0.7 else acts)
                name = act.partition(" ")[2]
                params = playable.params(name) if name and hasattr(playable, "params") else [""]
                param = self.random.choice(params) if params else ""
                text = f"{act}{':' + param if param else ''} {self.random.choice((5, 10, 20))}"
                taken += self.house.ask(ask.Play, terminal, table=self.name, act=text).done
        return taken

    def decide(self) -> int:
        """Answers of most of those who are asked."""
        room, given = self.house.core.room(self.table), 0
        for question in list(room.main.pending):
            owner = self.table.seats.get(question.who.partition(".")[0], "")
            if (
                question.who not in ("dealer", "table", "*")
                and question.allowed()
                and owner
                and self.random.random() < 0.8
            ):
                given += self.house.ask(
                    ask.Play,
                    owner,
                    table=self.name,
                    act=f"{question.who} {self.random.choice(question.allowed())}",
                ).done
        return given

    def rounds(self, number: int) -> int:
        """So many rounds; how many acts were taken."""
        taken, last = 0, self.table.number + number
        for _ in range(400):
            one = self.table.round
            assert not self.table.fault, self.table.fault
            if one is None:
                if self.table.number >= last:
                    return taken
                self.house.next_round(self.name)
            elif one.phase == "open":
                taken += self.bet()
                self.house.now = one.deadline
                self.house.tick()
            elif one.phase == "waits":
                taken += self.decide()
                self.house.tick(DECIDING / SECOND)
            else:
                self.house.tick()
        raise AssertionError("the rounds do not end")
