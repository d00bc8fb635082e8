"""Several runners on one store: one floor, one clock, and nothing is paid twice."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from croupier.floor import commands as ask
from croupier.floor.core import Core
from croupier.floor.events import Event, PersonAdded
from croupier.floor.ledger import CASH, VOUCHERS
from croupier.server import runner as running
from croupier.server.runner import Runner
from croupier.server.store import Store
from tests.server.floors import Asking, answer_to, bad_entry, cash_in
from tests.server.runners import folded, until


@pytest.mark.deep
def test_two_runners_share_a_floor(
    url: str, run: Callable[..., Asking], opened: Callable[[str], Store]
) -> None:
    stores = [opened(url), opened(url)]
    askings = [run(stores[0], 5, "left"), run(stores[1], 5, "right")]
    left, right = askings
    for table in ("t", "u"):
        left.open(table)
    terminals = [
        (left, right)[number % 2].enrol(f"terminal-{number}", 10_000, table=("t", "u")[number % 2])
        for number in range(6)
    ]
    acknowledged: dict[str, ask.Command] = {}
    answers: dict[str, Any] = {}
    problems: list[BaseException] = []
    vouchers: list[str] = []

    def load(mine: Asking, seed: int) -> None:
        import random

        chance = random.Random(seed)
        try:
            for number in range(60):
                terminal = chance.choice(terminals)
                kind = chance.random()
                command: ask.Asked
                id = f"load-{seed}-{number}"
                if kind < 0.3:
                    command = ask.PrintVoucher(id=id, by=terminal)
                elif kind < 0.6 and vouchers:
                    command = ask.InsertVoucher(id=id, by=terminal, number=chance.choice(vouchers[-4:]))
                elif kind < 0.8:
                    command = ask.Play(
                        id=id,
                        by=terminal,
                        table=("t", "u")[int(terminal[-1]) % 2],
                        act=f"bet red {chance.choice((5, 10))}",
                    )
                else:
                    command = ask.TakeCash(id=id, by="helper", terminal=terminal, amount=1000)
                answer = mine.runner.submit(command).result(60)
                acknowledged[id], answers[id] = command, answer
                if answer.done and "voucher" in answer.given:
                    vouchers.append(answer.given["voucher"])
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=load, args=(askings[seed % 2], seed)) for seed in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(120)
    assert not problems, problems
    until(lambda: left.floor() == right.floor())
    for mine in askings:
        mine.runner.stop()
    floor, _ = stores[0].load()
    floor.ledger.audit()
    assert bad_entry(stores[0]) is None and len(acknowledged) == 360
    for id in acknowledged:
        assert answer_to(stores[1], id) == answers[id]
    events = [one.event for one in stores[0].since(0)]
    paid = [event.number for event in events if type(event).__name__ == "VoucherPaid"]  # type: ignore[attr-defined]  # it is that event
    inserted = [answers[id] for id, command in acknowledged.items() if isinstance(command, ask.InsertVoucher)]
    assert len(paid) == len(set(paid)) == sum(one.done for one in inserted) and any(
        not one.done for one in inserted
    )
    cash = sum(
        1000 for id, command in acknowledged.items() if isinstance(command, ask.TakeCash) and answers[id].done
    )
    assert cash_in(Core(floor)) == -floor.ledger.balance(CASH) == 60_000 + cash
    assert floor.ledger.balance(VOUCHERS) == sum(
        one.amount for one in floor.vouchers.values() if not one.paid_by
    )


def test_one_that_was_behind_does_its_work_again_and_nobody_was_told(
    url: str, run: Callable[..., Asking], opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    left, right = run(opened(url)), run(opened(url), prefix="d")
    for terminal in ("terminal-1", "terminal-2"):
        left.enrol(terminal, 500)
    number = left.must(ask.PrintVoucher, "terminal-1").given["voucher"]
    told: list[Event] = []
    left.runner.watchers.append(told.extend)
    append, tried = left.runner.store.append, []

    def late(*args: Any) -> int:
        if not tried:  # the voucher is worked out as paid here, and before it is stored somebody else is paid
            tried.append(args)
            right.must(ask.InsertVoucher, "terminal-2", number=number)
        return append(*args)

    monkeypatch.setattr(left.runner.store, "append", late)
    cash = left.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=7)
    answer = left.ask(ask.InsertVoucher, "terminal-1", number=number).result(20)
    assert (
        not answer.done
        and answer.why == "this voucher has been paid already"
        and cash.result(20).done
        and tried
    )
    assert (
        (left.credits("terminal-1"), left.credits("terminal-2"))
        == (7, 1000)
        == (right.credits("terminal-1"), right.credits("terminal-2"))
    )
    assert [type(event).__name__ for event in told if type(event).__name__ != "Posted"] == ["VoucherPaid"]
    folded(left, left.runner.store)


def test_one_tells_the_time_and_another_takes_over(
    url: str, run: Callable[..., Asking], opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "LEASE", 0.5)
    passed: Counter[Runner] = Counter()
    time_passes = Runner._time_passes

    def counted(runner: Runner, batch: running._Batch) -> None:
        passed[runner] += 1
        time_passes(runner, batch)

    monkeypatch.setattr(Runner, "_time_passes", counted)
    left, right = run(opened(url)), run(opened(url), prefix="d")
    told: list[Event] = []
    right.runner.watchers.append(told.extend)
    until(lambda: passed[left.runner] > 5)
    assert not passed[right.runner]
    left.enrol("terminal-1", 100)
    until(lambda: len(told) == 2)  # the other hears of it without asking for anything
    left.runner.stop()
    until(lambda: passed[right.runner] > 5)
    right.must(ask.AddPerson, "boss", person="new", title="New")
    assert isinstance(told[-1], PersonAdded)
