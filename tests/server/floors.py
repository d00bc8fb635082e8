"""Floors on a store, for tests: people, tables, terminals with credits, and load on them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from croupier.floor import commands as ask
from croupier.floor.core import Answer, Core
from croupier.floor.events import Event, PersonAdded
from croupier.floor.ledger import CASH, meter
from croupier.floor.state import Floor
from croupier.server.journal import Tampered
from croupier.server.runner import Runner
from croupier.server.store import NewEntry, Progress, Store
from tests.floor.house import PEOPLE, House, Players

ROULETTE, BLACKJACK, BACCARAT = "queensland/roulette", "bahamas/blackjack", "queensland/baccarat"
NOW = 1_000_000
PATIENCE = 60
"""Seconds in which what must happen happens, on the slowest machine:
no test is decided by how fast it was."""
QUICK = {"betting": 1000, "deciding": 1000, "pause": 0}
"""The shortest rounds that a table may have."""


def begin(store: Store) -> None:
    store.begin(
        [PersonAdded(person, person.title(), (role,) if role else ()) for person, role in PEOPLE.items()], NOW
    )


def played(name: str = BLACKJACK, rounds: int = 3, seed: int = 1, **more: Any) -> House:
    """A floor with some rounds behind it, in memory."""
    house = House(seed)
    house.open(name, **more)
    Players(house, [house.seat(f"terminal-{number}") for number in range(3)], seed).rounds(rounds)
    return house


def put(store: Store, events: Sequence[Event], at: int = NOW) -> Floor:
    """Append events one by one, with the rounds that they settle; the floor that they make."""
    from croupier.server.recall import indexed

    floor, seq = store.load()
    entries = []
    for number, event in enumerate(events):
        floor.apply(event)
        entries.append(NewEntry(at + number, event, indexed(floor, event)))
    store.append(seq, entries, [])
    return floor


def bad_entry(store: Store, progress: Progress | None = None) -> int | None:
    """The first entry that is not what was stored; None where all are."""
    try:
        for _ in store.checked(progress):
            pass
    except Tampered as found:
        return found.seq
    return None


def answer_to(store: Store, id: str) -> Answer | None:
    """What became of a command."""
    found = store.answers([id]).get(id)
    return found.answer if found else None


class Asking:
    """A runner, and commands with the least words."""

    def __init__(self, runner: Runner, prefix: str = "c") -> None:
        self.runner, self.ids = runner, (f"{prefix}-{number}" for number in itertools.count())

    def ask(self, kind: type[ask.Command], by: str, **more: Any) -> Future[Answer]:
        # Every command is one of those asked.
        return self.runner.submit(kind(id=more.pop("id", "") or next(self.ids), by=by, **more))  # type: ignore[arg-type]

    def must(self, kind: type[ask.Command], by: str, **more: Any) -> Answer:
        found = self.ask(kind, by, **more).result(30)
        assert found.done, found.why
        return found

    def open(self, table: str, game: str = ROULETTE, **more: Any) -> None:
        self.must(
            ask.OpenTable,
            "boss",
            setup={
                "table": table,
                "game": game,
                "options": {"minimum": "5", "maximum": "500"},
                **QUICK,
                **more,
            },
        )

    def enrol(self, terminal: str, amount: int = 100_000_000, table: str = "") -> str:
        self.must(ask.EnrolTerminal, "boss", terminal=terminal)
        self.must(ask.TakeCash, "helper", terminal=terminal, amount=amount)
        if table:
            self.must(ask.Join, terminal, table=table)
        return terminal

    def credits(self, terminal: str) -> int:
        return self.runner.read(lambda core: core.floor.ledger.balance(meter(terminal))).result(30)

    def floor(self) -> Any:
        import msgspec

        return self.runner.read(lambda core: msgspec.to_builtins(core.floor)).result(30)


def any_bet(chance: random.Random) -> str:
    return (
        f"bet {chance.choice(('red', 'black', 'odd', 'straight:17', 'straight:5', 'dozen:1'))} "
        f"{chance.choice((5, 10, 20))}"
    )


def cash_in(core: Core) -> int:
    return -core.floor.ledger.balance(CASH)
