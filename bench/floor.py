"""The floor without store or sockets: what a wager, the end of a round, a correction and an audit take.

Commands go straight into `Core.handle`, and only its time is taken. The audit reads a journal on SQLite that
is made once and kept in a file, so that two versions audit the very same. The module imports nothing of ours
but `croupier`, so it can be run with the source of an earlier version on the path: `python bench/floor.py`,
or `python bench/floor.py audit FILE` for the audit alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.floor import commands as ask
from croupier.floor import views
from croupier.floor.core import Core
from croupier.floor.events import Event, PersonAdded
from croupier.randomness.source import SeededEntropy
from croupier.server.checking import audit
from croupier.server.recall import indexed
from croupier.server.store import NewEntry, Store

BETS = (
    "red", "straight:17", "dozen:1", "split:5-8", "odd", "column:2", "corner:1-2-4-5", "low", "straight:5",
    "black",
)  # fmt: skip
STANDING = ("stand", "no-insurance", "decline")
"""Acts by which a box at blackjack is done."""
TIMES = {"betting": 5_000, "deciding": 3_000, "pause": 1_000}
ENTRIES = 100_000
WHEELS, WHEEL_TERMINALS = 4, 20
JACKS, JACK_TERMINALS = 4, 5
"""Tables of the journal, and the terminals at each."""
SNAPSHOT_EVERY = 5_000
Timed = Callable[[float], None]


class House:
    """A floor with two managers. Whatever it emits is stored at once, or so it believes."""

    def __init__(self, seed: int = 1) -> None:
        self.core, self.entropy, self.now, self.asked = Core(), SeededEntropy(seed), 1_000_000, 0
        self.core.begin(self.now, self.entropy)
        for person in ("boss", "chief"):
            self.core.emit(PersonAdded(person, person.title(), ("manager", "dealer")))
        self.heard: Callable[[Event], None] = lambda event: None
        """Told every event right after its command."""
        self.began = list(self.core.emitted)
        self.core.stored(self.core.floor.seq)

    def do(self, kind: Any, by: str, timed: Timed | None = None, **more: Any) -> Any:
        """Give a command that must be done. `timed` is told the seconds that the core took for it."""
        self.asked += 1
        command = kind(id=str(self.asked), by=by, **more)
        began = time.process_time()
        answer = self.core.handle(command, self.now, self.entropy)
        took = time.process_time() - began
        if timed is not None:
            timed(took)
        if not answer.done:
            raise RuntimeError(f"{command}: {answer.why}")
        for event in answer.events:
            self.heard(event)
        self.core.stored(self.core.floor.seq)
        return answer

    def opened(self, table: str, game: str, terminals: int, **more: Any) -> list[str]:
        """Open a table and let terminals with credits sit down at it."""
        setup = {"table": table, "game": game, "options": {"minimum": "5", "maximum": "500"}, **TIMES, **more}
        self.do(ask.OpenTable, "boss", setup=setup)
        names = [f"{table}-{number}" for number in range(1, terminals + 1)]
        for name in names:
            self.do(ask.EnrolTerminal, "boss", terminal=name)
            self.do(ask.TakeCash, "boss", terminal=name, amount=1_000_000_000)
            self.do(ask.Join, name, table=table)
        return names

    def passes(self, milliseconds: int, table: str = "", timed: Timed | None = None) -> None:
        """Let time pass."""
        self.now += milliseconds
        self.do(ask.Tick, "system", timed, table=table)

    # Rounds.

    def bets_at_wheel(self, table: str, names: list[str], each: int, timed: Timed | None = None) -> None:
        """Open a round, and let every terminal make some wagers."""
        self.passes(TIMES["pause"], table)
        for at in range(each):
            for number, name in enumerate(names):
                bet = f"bet {BETS[(at + number) % len(BETS)]} {5 + 5 * ((at * 7 + number) % 9)}"
                self.do(ask.Play, name, timed, table=table, act=bet)

    def spins(self, table: str, timed: Timed | None = None) -> None:
        """Close the betting, and let the wheel spin and everything be settled."""
        self.passes(TIMES["betting"], table)
        self.passes(0, table, timed)

    def bets_at_jack(self, table: str, names: list[str]) -> None:
        """Open a round, and let every terminal bet; deal until somebody is asked."""
        self.passes(TIMES["pause"], table)
        for number, name in enumerate(names):
            self.do(ask.Play, name, table=table, act=f"bet main {10 + 5 * number}")
        self.passes(TIMES["betting"], table)
        self.passes(0, table)

    def stands_at_jack(self, table: str, timed: Timed | None = None) -> None:
        """Let every box stand until the round is over. `timed` is told of the last act alone."""
        one = self.core.table(table)
        spent: list[float] = []
        while one.round is not None:
            asked = next(
                question
                for question in self.core.room(one).main.pending
                if question.who not in ("*", "dealer", "table") and question.allowed()
            )
            act = next(act for wanted in STANDING for act in asked.allowed() if act.split()[0] == wanted)
            owner = one.seats[asked.who.partition(".")[0]]
            self.do(ask.Play, owner, spent.append, table=table, act=f"{asked.who} {act}")
        if timed is not None and spent:
            timed(spent[-1])


# What a command takes.


def fastest(play: Callable[[], list[float]], times: int) -> float:
    """Return the microseconds of one command: the mean of a series, in the fastest of several."""
    return min(sum(found) / len(found) for found in (play() for _ in range(times))) * 1e6


def wagers(rounds: int = 10, terminals: int = 50, each: int = 10) -> list[float]:
    """Return the seconds of every wager at a roulette table with fifty terminals, ten wagers each a round."""
    house, found = House(), list[float]()
    names = house.opened("wheel", "house/roulette", terminals)
    for _ in range(rounds):
        house.bets_at_wheel("wheel", names, each, found.append)
        house.spins("wheel")
    return found


def spins(rounds: int = 20, terminals: int = 50, each: int = 10) -> list[float]:
    """Return the seconds in which a spin settles fifty terminals with ten wagers each."""
    house, found = House(), list[float]()
    names = house.opened("wheel", "house/roulette", terminals)
    for _ in range(rounds):
        house.bets_at_wheel("wheel", names, each)
        house.spins("wheel", found.append)
    return found


def round_ends(rounds: int = 60) -> list[float]:
    """Return the seconds in which a blackjack round with five terminals ends.

    The last box stands: the command in which it does draws the dealer's cards and settles all five.
    """
    house, found = House(), list[float]()
    names = house.opened("jack", "house/blackjack", JACK_TERMINALS)
    for _ in range(rounds):
        house.bets_at_jack("jack", names)
        house.stands_at_jack("jack", found.append)
    return found


def deals(rounds: int = 60) -> list[float]:
    """Return the seconds in which a blackjack round is dealt to five terminals, up to the first question."""
    house, found = House(), list[float]()
    names = house.opened("jack", "house/blackjack", JACK_TERMINALS)
    passes = house.passes
    for _ in range(rounds):
        passes(TIMES["pause"], "jack")
        for name in names:
            house.do(ask.Play, name, table="jack", act="bet main 10")
        passes(TIMES["betting"], "jack")
        passes(0, "jack", found.append)
        house.stands_at_jack("jack")
    return found


def corrections(rounds: int = 10, terminals: int = 20, each: int = 10) -> list[float]:
    """Return the seconds of each correction, proposed and approved.

    It is of a spin at a table with a dealer, with twenty terminals and ten wagers each.
    """
    house, found = House(), list[float]()
    names = house.opened("live", "house/roulette", terminals, mode="live")
    for number in range(1, rounds + 1):
        house.bets_at_wheel("live", names, each)
        house.do(ask.Deal, "boss", table="live", act="no-more-bets")
        house.do(ask.Deal, "boss", table="live", act="spin 17")
        spent: list[float] = []
        proposed = house.do(
            ask.ProposeCorrection,
            "boss",
            spent.append,
            table="live",
            round=number,
            draws=("spin 18",),
            reason="misread",
        )
        which = proposed.given["correction"]
        house.do(ask.ApproveCorrection, "chief", spent.append, correction=which)
        found.append(sum(spent))
    return found


def recalls(rounds: int = 20, terminals: int = 50, each: int = 10) -> list[float]:
    """Return the seconds in which one terminal of fifty is told the round just over, with its ten wagers."""
    house, found = House(), list[float]()
    names = house.opened("wheel", "house/roulette", terminals)
    for _ in range(rounds):
        house.bets_at_wheel("wheel", names, each)
        house.spins("wheel")
        for name in names:
            began = time.process_time()
            views.last_view(house.core, "wheel", name)
            found.append(time.process_time() - began)
    return found


COMMANDS: dict[str, tuple[Callable[[], list[float]], int]] = {
    "wager at roulette": (wagers, 5),
    "spin, 50 terminals": (spins, 3),
    "deal at blackjack, 5 terminals": (deals, 3),
    "end of a blackjack round, 5 terminals": (round_ends, 3),
    "correction at roulette, 20 terminals": (corrections, 3),
    "recall of the round just over, one of 50 terminals": (recalls, 3),
}
"""By what is measured: the series, and how often it is played."""


# A journal.


def write_journal(file: Path, entries: int = ENTRIES) -> None:
    """Write a journal of this many entries: roulette, blackjack, vouchers, and snapshots like a server's."""
    store, house = Store(str(file)), House()
    waiting = [NewEntry(house.now, event) for event in house.began]
    house.heard = lambda event: waiting.append(NewEntry(house.now, event, indexed(house.core.floor, event)))

    stored = snapped = 0

    def keep() -> bool:
        """Store what has happened; say whether it is enough."""
        nonlocal stored, snapped
        del waiting[max(0, entries - stored) :]
        stored = store.append(stored, waiting)
        waiting.clear()
        if stored - snapped >= SNAPSHOT_EVERY and stored == house.core.floor.seq:
            store.snapshot(house.core.floor)
            snapped = stored
        return stored >= entries

    wheels = {f"wheel-{at}": WHEEL_TERMINALS for at in range(1, WHEELS + 1)}
    jacks = {f"jack-{at}": JACK_TERMINALS for at in range(1, JACKS + 1)}
    seats = {table: house.opened(table, "house/roulette", number) for table, number in wheels.items()}
    seats |= {table: house.opened(table, "house/blackjack", number) for table, number in jacks.items()}
    turn = 0
    while not keep():
        turn += 1
        for table in wheels:
            house.bets_at_wheel(table, seats[table], 6)
            house.spins(table)
        for table in jacks:
            house.bets_at_jack(table, seats[table])
            house.stands_at_jack(table)
        for names in seats.values():
            # Somebody takes his credits along on paper, and comes back with it.
            name = names[turn % len(names)]
            number = house.do(ask.PrintVoucher, name).given["voucher"]
            house.do(ask.InsertVoucher, name, number=number)
    store.close()


def audited(file: Path) -> dict[str, Any]:
    """Audit a journal and return how long it took; it must be sound."""
    store = Store(str(file), make=False)
    began = time.process_time()
    found = audit(store)
    took = time.process_time() - began
    store.close()
    if found.bad is not None:
        raise RuntimeError(f"entry {found.bad} is bad: {found.why}")
    return {
        "entries": found.entries,
        "rounds": found.rounds,
        "postings": found.postings,
        "head": found.head,
        "seconds": took,
        "entries-a-second": found.entries / took,
    }


def kinds(file: Path) -> dict[str, int]:
    """Return how many entries of each kind a journal has."""
    store = Store(str(file), make=False)
    found = Counter(row.kind for row in store.rows())
    store.close()
    return dict(found.most_common())


def rows(file: Path | None = None, entries: int = ENTRIES) -> list[dict[str, Any]]:
    """Return every figure. The journal is that in `file`, which is written where it is not there."""
    found: list[dict[str, Any]] = [
        {"what": name, "unit": "µs", "value": fastest(play, times)}
        for name, (play, times) in COMMANDS.items()
    ]
    with tempfile.TemporaryDirectory() as folder:
        where = file or Path(folder) / "journal.db"
        if not where.exists():
            write_journal(where, entries)
        found.append({"what": "audit", "unit": "s", **audited(where)})
    return found


def main(given: list[str]) -> None:
    """Print figures as lines of JSON: all of them, those of some commands, or an audit of a file."""
    if given[:1] == ["audit"]:
        file = Path(given[1])
        if not file.exists():
            write_journal(file, int(given[2]) if len(given) > 2 else ENTRIES)
            print(json.dumps({"what": "journal", "kinds": kinds(file)}), flush=True)
        print(json.dumps({"what": "audit", "unit": "s", **audited(file)}), flush=True)
        return
    for name, (play, times) in COMMANDS.items():
        if not given or any(word in name for word in given):
            value = fastest(play, times)
            print(json.dumps({"what": name, "unit": "µs", "value": value}, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
