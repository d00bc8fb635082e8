"""A server that is killed at any moment:
what was acknowledged is there, nothing is there twice, and the books agree.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from croupier.floor import commands as ask
from croupier.floor.events import Event, Posted, VoucherIssued, VoucherPaid
from croupier.server.runner import Runner, command_digest
from croupier.server.store import Store
from tests.server.child import TABLES, TERMINALS
from tests.server.floors import Asking, bad_entry, begin

ROOT = Path(__file__).parents[2]


class Said(NamedTuple):
    asked: dict[str, Any]
    acknowledged: dict[str, dict[str, Any]]


def child(url: str, name: str, seed: int) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", "tests.server.child", url, name, str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )


def said(lines: list[str]) -> Said:
    found = Said({}, {})
    for line in lines:
        word, _, rest = line.partition(" ")
        if not line.endswith("\n"):
            continue  # it was killed while it wrote
        value = msgspec.json.decode(rest)
        if word == "ask":
            found.asked[value["command"]["id"]] = value["command"]
        elif word == "ack":
            found.acknowledged[value["id"]] = value
    return found


def killed(processes: list[subprocess.Popen[str]], chance: random.Random) -> list[Said]:
    """Kill them while they work, and read what they said until then."""
    firsts = []
    for process in processes:
        assert process.stdout is not None
        firsts.append(process.stdout.readline())
        assert firsts[-1].startswith("begun")
    time.sleep(chance.uniform(0.15, 0.6))
    found = []
    for process in processes:
        process.send_signal(signal.SIGKILL)
        found.append(said(process.communicate()[0].splitlines(keepends=True)))
    return found


def holds(store: Store, asked: dict[str, Any], acknowledged: dict[str, dict[str, Any]]) -> None:
    """Everything that must be true of a store, whatever happened to its server."""
    assert bad_entry(store) is None
    floor, seq = store.load()
    floor.ledger.audit()
    events: list[Event] = [one.event for one in store.since(0)]
    assert len(events) == seq
    spans: Counter[int] = Counter()
    for some in (list(acknowledged)[at : at + 400] for at in range(0, len(acknowledged), 400)):
        stored = store.answers(some)
        for id in some:
            assert (
                stored[id].answer.done == acknowledged[id]["done"]
                and stored[id].answer.given == acknowledged[id]["given"]
            ), id
            assert stored[id].digest == command_digest(msgspec.convert(asked[id], ask.Asked))
            spans.update(range(stored[id].seq - len(stored[id].answer.events) + 1, stored[id].seq + 1))
    assert not spans or max(spans.values()) == 1  # no event belongs to two commands
    cash = Counter(
        event.postings[0].amount
        for event in events
        if isinstance(event, Posted) and event.postings[0].kind == "cash-in"
    )
    wanted = [
        asked[id]["amount"]
        for id, one in acknowledged.items()
        if asked[id]["do"] == "take-cash" and one["done"]
    ]
    assert all(cash[amount] == 1 for amount in wanted)
    issued = Counter(event.number for event in events if isinstance(event, VoucherIssued))
    paid = Counter(event.number for event in events if isinstance(event, VoucherPaid))
    assert max(issued.values(), default=1) == max(paid.values(), default=1) == 1
    for id, one in acknowledged.items():
        if "voucher" in one["given"]:
            assert issued[one["given"]["voucher"]] == 1
        if asked[id]["do"] == "insert-voucher" and one["done"]:
            assert paid[asked[id]["number"]] == 1


def furnish(url: str) -> None:
    store = Store(url)
    begin(store)
    with Runner(store) as runner:
        asking = Asking(runner, "setup")
        for table in TABLES:
            asking.open(table)
        for number, terminal in enumerate(TERMINALS):
            asking.enrol(terminal, 100_000_000, TABLES[number % 2])
    store.close()


@pytest.mark.deep(always=("test_a_killed_server_loses_nothing_and_does_nothing_twice[sqlite-1-5]",))
@pytest.mark.parametrize("times", [5, 30])
@pytest.mark.parametrize("processes", [1, 2])
def test_a_killed_server_loses_nothing_and_does_nothing_twice(
    url: str, opened: Callable[[str], Store], times: int, processes: int
) -> None:
    if processes == 2 and times == 5:
        times = 2
    chance = random.Random(f"{times} {processes}")
    furnish(url)
    asked: dict[str, Any] = {}
    acknowledged: dict[str, dict[str, Any]] = {}
    for seed in range(times):
        for one in killed([child(url, f"p{number}", seed) for number in range(processes)], chance):
            asked |= one.asked
            acknowledged |= one.acknowledged
        holds(opened(url), asked, acknowledged)
    assert len(acknowledged) > times * 5
    # Whoever got no answer asks again with the same id: it is done once, whether or not it was done before.
    left = {id: command for id, command in asked.items() if id not in acknowledged}
    with Runner(opened(url)) as runner:
        for id, command in left.items():
            answer = runner.submit(msgspec.convert(command, ask.Asked)).result(30)
            acknowledged[id] = {"id": id, "done": answer.done, "given": answer.given}
    holds(opened(url), asked, acknowledged)
