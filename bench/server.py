"""How many commands a second the runner takes on SQLite, and how many commits the store makes by itself: `python -m bench.server [SECONDS]`."""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path

from croupier.floor import commands as ask
from croupier.floor.events import PersonAdded
from croupier.randomness.source import SystemEntropy
from croupier.server.runner import Runner
from croupier.server.store import Entry, Store

TERMINALS, TABLES = 50, 5
BETS = ("red", "black", "odd", "even", "low", "high", "dozen:1", "dozen:2", "column:3", *(f"straight:{number}" for number in range(37)))


def commits(folder: Path, seconds: float) -> float:
    """One event, one commit, again and again."""
    store = Store(str(folder / "commits.db"))
    store.begin([PersonAdded("boss", "Boss", ("manager",))], 1)
    seq, began = 1, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        seq = store.append(seq, [Entry(1, PersonAdded("boss", "Boss", ("manager",)))])
    store.close()
    return (seq - 1) / took


def runs(folder: Path, seconds: float) -> tuple[float, float, list[float], int]:
    """50 terminals, each with one command at a time: commands a second, commits a second, waits in milliseconds, rounds played."""
    store = Store(str(folder / "floor.db"))
    store.begin([PersonAdded("boss", "Boss", ("manager", "attendant"))], 1)
    batches = 0
    append = store.append

    def counted(*args: object) -> int:
        nonlocal batches
        batches += 1
        return append(*args)  # type: ignore[arg-type]  # as it was called

    store.append = counted  # type: ignore[method-assign]
    waits: list[float] = []
    runner = Runner(store, entropy=SystemEntropy()).start()
    for table in range(TABLES):
        setup = {"table": f"t{table}", "game": "queensland/roulette", "options": {"minimum": "1", "maximum": "500"}, "betting": 3000, "pause": 0}
        runner.submit(ask.OpenTable(id=f"open-{table}", by="boss", setup=setup)).result()
    for number in range(TERMINALS):
        name = f"terminal-{number}"
        for command in (
            ask.EnrolTerminal(id=f"e-{number}", by="boss", terminal=name),
            ask.TakeCash(id=f"c-{number}", by="boss", terminal=name, amount=10**9),
            ask.Join(id=f"j-{number}", by=name, table=f"t{number % TABLES}"),
        ):
            assert runner.submit(command).result().done
    until = time.perf_counter() + seconds

    def terminal(number: int) -> None:
        count = 0
        while time.perf_counter() < until:
            count += 1
            began = time.perf_counter()
            act = f"bet {BETS[count % len(BETS)]} 1"
            answer = runner.submit(ask.Play(id=f"{number}-{count}", by=f"terminal-{number}", table=f"t{number % TABLES}", act=act)).result()
            waits.append((time.perf_counter() - began) * 1000)
            if not answer.done:
                time.sleep(0.02)  # no more bets

    batches = 0
    began = time.perf_counter()
    threads = [threading.Thread(target=terminal, args=(number,)) for number in range(TERMINALS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    took = time.perf_counter() - began
    rounds = len(store.recall("", 10_000))
    runner.stop()
    store.close()
    return len(waits) / took, batches / took, sorted(waits), rounds


def main(seconds: float = 10) -> None:
    """Print both."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        bare = commits(Path(folder), seconds / 2)
        rate, batches, waits, rounds = runs(Path(folder), seconds)
    print(f"bare commits            {bare:10,.0f} a second")
    print(f"commands of the runner  {rate:10,.0f} a second, in {batches:,.0f} commits a second; {TERMINALS} terminals on {TABLES} roulette tables, {rounds} rounds")
    print(f"wait for an answer      {waits[len(waits) // 2]:10.1f} ms in the middle, {waits[int(len(waits) * 0.99)]:.1f} ms for 99 of 100")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
