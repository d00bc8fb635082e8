"""The electronic floor under load: five hundred terminals send a thousand commands a second to a real server.

Run it with `python -m bench.server`, or as a part of `make bench`.

A server as `croupier serve` starts it, and five hundred enrolled terminals with sockets in a second process
on the same machine. Each sends twenty commands in ten seconds, each when it is due and not when the last was
answered. Waits are counted from when it was due. Rounds of all tables end after that, practically at once.
Measured is how long everybody waits for an answer, and how long from the result of a round until each
terminal is told its settlement. Beside it stands what the store commits by itself, in the same run. At the
end every journal is audited.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from bench.terminals import LoadPlan, LoadResult
from croupier.floor import commands as ask
from croupier.floor.events import Happened, PersonAdded
from croupier.server.auth import Entrance
from croupier.server.checking import audit
from croupier.server.runner import Runner
from croupier.server.schema import url_of
from croupier.server.store import NewEntry, Store

SECONDS, COMMANDS, TERMINALS = 10.0, 20, 500
TARGET_MS = 1000.0
PASSWORD = "only for the bench"
SHARES = (
    ("house/roulette", 50, 0.8),
    ("house/sic-bo", 50, 0.1),
    ("house/blackjack", 7, 0.07),
    ("house/baccarat", 5, 0.03),
)
"""Games, terminals at a table, and which part of all terminals plays them."""


@dataclass
class Measured:
    """One store under load."""

    store: str
    commits: float = 0
    """Commits a second, of one event each."""
    done: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    """Commands that were never answered, and sockets that broke."""
    waits: list[float] = field(default_factory=list)
    rate: float = 0
    told: list[float] = field(default_factory=list)
    untold: int = 0
    """Terminals that had something in a round and were not told."""
    rounds: int = 0
    batches: int = 0
    cpu: float = 0
    cpu_terminals: float = 0
    late: float = 0
    megabytes: float = 0
    entries: int = 0
    wrong: str = ""
    load: float = 0

    @property
    def met(self) -> bool:
        """Whether every command was answered, and every settlement told in time."""
        return (
            not self.lost
            and not self.untold
            and not self.wrong
            and bool(self.told)
            and max(self.told) <= TARGET_MS
            and max(self.waits) <= TARGET_MS
        )


def commits(url: str, seconds: float) -> float:
    """Return how many commits a second the store makes."""
    store = Store(url)
    store.begin([PersonAdded("boss", "Boss", ("manager",))], 1)
    seq, began = 1, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        seq = store.append(seq, [NewEntry(1, PersonAdded("boss", "Boss", ("manager",)))])
    store.close()
    return (seq - 1) / took


def prepared(url: str, people: str, terminals: int, seconds: float, commands: int) -> LoadPlan:
    """Prepare a floor with tables that are still closed, and terminals that sit at them with credits."""
    plan = LoadPlan("127.0.0.1", 0, seconds, commands, PASSWORD, [], {})
    store = Store(url)
    store.begin([PersonAdded("boss", "Boss", ("manager",))], 1)
    entrance = Entrance(people)
    entrance.set_password("boss", PASSWORD)
    runner = Runner(store, tick=1e9).start()
    asked: list[ask.Asked] = []
    for name, seats, share in SHARES:
        plays = name.partition("/")[2]
        left = round(terminals * share)
        apart = plays in ("roulette", "sic-bo")
        times = (
            {"betting": int(seconds * 1000) + 1500, "pause": 2000}
            if apart
            else {"betting": 3000, "deciding": 2000, "pause": 500}
        )
        while left > 0:
            table = f"{plays}-{len(plan.tables) + 1}"
            plan.tables.append(table)
            asked.append(
                ask.OpenTable(
                    id=f"open {table}",
                    by="boss",
                    setup={
                        "table": table,
                        "game": name,
                        "options": {"minimum": "1" if apart else "5", "maximum": "500"},
                        **times,
                    },
                )
            )
            for _ in range(min(seats, left)):
                terminal = f"terminal-{len(plan.terminals) + 1}"
                plan.terminals[terminal] = ("", table, plays)
                asked.append(ask.EnrolTerminal(id=f"enrol {terminal}", by="boss", terminal=terminal))
                asked.append(
                    ask.TakeCash(id=f"cash {terminal}", by="boss", terminal=terminal, amount=1_000_000)
                )
                asked.append(ask.Join(id=f"join {terminal}", by=terminal, table=table))
            left -= seats
    asked += [
        ask.ChangeTable(id=f"close {table}", by="boss", table=table, open=False) for table in plan.tables
    ]
    for future in [runner.submit(one) for one in asked]:
        answer = future.result(60)
        if not answer.done:
            raise RuntimeError(answer.why)
    plan.terminals = {
        name: (entrance.code_for(name), table, plays) for name, (_, table, plays) in plan.terminals.items()
    }
    runner.stop()
    store.close()
    return plan


@contextlib.contextmanager
def serving(arguments: list[str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run `croupier serve` in a process of its own. Yield it and its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        port = next(
            (int(line.rsplit(":", 1)[1]) for line in process.stdout if line.startswith("The floor is at ")), 0
        )
        if not port:
            raise RuntimeError("the server did not start")
        yield process, port
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def cpu_of(process: subprocess.Popen[str]) -> float:
    """Return the processor seconds a process has taken so far; 0 where the system does not tell."""
    try:
        words = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measured(
    name: str, url: str, bare: str, folder: Path, terminals: int, seconds: float, each: int
) -> Measured:
    """Measure one store: its bare commits, then the load, then the audit."""
    found = Measured(name, load=os.getloadavg()[0])
    found.commits = commits(bare, 3)
    file = folder / f"{name}.db"
    people = f"sqlite:///{file}.people" if name == "sqlite" else url_of(url)
    plan = prepared(url, people, terminals, seconds, each)
    with serving(["--file", str(file)] if name == "sqlite" else ["--url", url]) as (process, port):
        plan.port = port
        (folder / "plan.json").write_bytes(msgspec.json.encode(plan))
        playing = subprocess.Popen(
            [sys.executable, "-m", "bench.terminals", str(folder / "plan.json"), str(folder / "result.json")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert playing.stdout is not None
        before = 0.0
        for line in playing.stdout:
            before = cpu_of(process) if line.startswith("begun") else before
            found.cpu = cpu_of(process) - before if line.startswith("done") else found.cpu
        if playing.wait():
            raise RuntimeError("the terminals did not come to an end")
    judge(
        found,
        msgspec.json.decode((folder / "result.json").read_bytes(), type=LoadResult),
        Store(url, make=False),
        set(plan.terminals),
    )
    return found


def judge(found: Measured, result: LoadResult, store: Store, names: set[str]) -> None:
    """Compare what the terminals saw with what is stored."""
    answered = [one for one in result.commands if one[1] >= 0]
    found.done = sum(done for _, _, done, _ in answered)
    for _, _, done, why in answered:
        if not done:
            found.refused[why] = found.refused.get(why, 0) + 1
    found.lost = len(result.commands) - len(answered) + result.broken
    found.waits = sorted(wait for _, wait, _, _ in answered)
    found.rate = len(answered) / max(
        0.001, max((due + wait / 1000 for due, wait, _, _ in answered), default=0) - result.began
    )
    found.told = sorted(wait for _, _, _, wait in result.told)
    found.cpu_terminals, found.late, found.megabytes = result.cpu, result.late, result.bytes / 1e6
    told = {(terminal, table, number) for terminal, table, number, _ in result.told}
    # A round that ended after everybody had hung up is nobody's fault.
    rounds = [
        (one.table, one.round, one.terminal)
        for name in names
        for one in store.recall(name, 100)
        if one.summary["lines"] and one.at / 1000 < result.ended + 3
    ]
    found.untold = sum((terminal, table, number) not in told for table, number, terminal in rounds)
    found.rounds = len({(table, number) for table, number, _ in rounds})
    happened = sum(isinstance(one.event, Happened) and one.event.by in names for one in store.since(0))
    audited = audit(store)
    found.entries, found.wrong = audited.entries, audited.why
    if happened < found.done:
        found.wrong = f"{found.done} commands were acknowledged, and {happened} are stored"
    store.close()


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def show(all_of: list[Measured], terminals: int, seconds: float, each: int) -> None:
    """Print the table: what, the target, each store."""
    whole = terminals * each
    rows: list[tuple[str, str, list[str]]] = [
        ("commands answered", f"{whole:,}", [f"{len(one.waits):,}" for one in all_of]),
        ("  done, the others refused with a reason", "", [f"{one.done:,}" for one in all_of]),
        ("  never answered, or the socket broke", "0", [str(one.lost) for one in all_of]),
        ("commands a second, all answered", figure(whole / seconds), [figure(one.rate) for one in all_of]),
        ("commits a second of the bare store", "", [figure(one.commits) for one in all_of]),
        ("answer, from when it was due: middle", "", [f"{figure(at(one.waits, 0.5))} ms" for one in all_of]),
        ("  99 of 100", "", [f"{figure(at(one.waits, 0.99))} ms" for one in all_of]),
        ("  longest", f"{TARGET_MS:.0f} ms", [f"{figure(at(one.waits, 1))} ms" for one in all_of]),
        (
            "rounds with wagers, and settlements told",
            "",
            [f"{one.rounds}, {len(one.told):,}" for one in all_of],
        ),
        (
            "settlement told, from the result: middle",
            "",
            [f"{figure(at(one.told, 0.5))} ms" for one in all_of],
        ),
        ("  99 of 100", "", [f"{figure(at(one.told, 0.99))} ms" for one in all_of]),
        ("  longest", f"{TARGET_MS:.0f} ms", [f"{figure(at(one.told, 1))} ms" for one in all_of]),
        ("  never told", "0", [str(one.untold) for one in all_of]),
        (
            "processor seconds: server, terminals",
            "",
            [f"{one.cpu:.1f}, {one.cpu_terminals:.1f}" for one in all_of],
        ),
        ("longest delay of the terminals themselves", "", [f"{figure(one.late)} ms" for one in all_of]),
        ("sent to the terminals", "", [f"{one.megabytes:.1f} MB" for one in all_of]),
        (
            "entries of the journal, audited",
            "sound",
            [f"{one.entries:,} {one.wrong or 'sound'}" for one in all_of],
        ),
        ("load of the machine before", "", [f"{one.load:.1f} on {os.cpu_count()} cores" for one in all_of]),
        ("target", "", ["met" if one.met else "MISSED" for one in all_of]),
    ]
    print(
        f"{terminals} terminals, {each} commands each in {seconds:.0f} seconds, "
        f"on {os.cpu_count()} cores together with the server"
    )
    for line in [("", "target", [one.store for one in all_of]), *rows]:
        print(f"{line[0]:<42} {line[1]:>8}" + "".join(f" {cell:>18}" for cell in line[2]))
    for one in all_of:
        for why, count in sorted(one.refused.items(), key=lambda item: -item[1])[:5]:
            print(f"{one.store}: {count} refused: {why}")


def all_stores(
    terminals: int = TERMINALS, seconds: float = SECONDS, each: int = COMMANDS, only: str = ""
) -> tuple[list[Measured], str]:
    """Measure SQLite, and PostgreSQL where it can be started. Return also why it could not be."""
    found, missing = [], ""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as name:
        folder = Path(name)
        if only in ("", "sqlite"):
            found.append(
                measured(
                    "sqlite",
                    f"sqlite:///{folder / 'sqlite.db'}",
                    f"sqlite:///{folder / 'commits.db'}",
                    folder,
                    terminals,
                    seconds,
                    each,
                )
            )
        if only in ("", "postgresql"):
            from tests.server.cluster import Cluster

            try:
                cluster = Cluster(fsync=True)
            except OSError as error:
                missing = f"PostgreSQL is left out: {error}"
            else:
                try:
                    found.append(
                        measured(
                            "postgresql",
                            cluster.database(),
                            cluster.database(),
                            folder,
                            terminals,
                            seconds,
                            each,
                        )
                    )
                finally:
                    cluster.stop()
    return found, missing


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="bench.server", description=__doc__.split(".")[0] if __doc__ else ""
    )
    parser.add_argument("--terminals", type=int, default=TERMINALS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--commands", type=int, default=COMMANDS)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="")
    given = parser.parse_args()
    found, missing = all_stores(given.terminals, given.seconds, given.commands, given.store)
    show(found, given.terminals, given.seconds, given.commands)
    if missing:
        print(missing)
    return 0


if __name__ == "__main__":
    sys.exit(main())
