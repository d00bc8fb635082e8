"""The runner when something fails:
what could not be stored did not happen, and a mistake harms nothing but itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from croupier.floor import commands as ask
from croupier.floor.core import HANDLERS, Core
from croupier.floor.events import Closed, Event, Happened, Posted, RoundOver
from croupier.floor.ledger import Unbalanced
from croupier.server.runner import NotStored
from croupier.server.store import Store
from tests.server.floors import PATIENCE, Asking
from tests.server.runners import Clock, Failing, folded, until


def test_nothing_is_drawn_while_no_more_bets_cannot_be_stored(url: str, run: Callable[..., Asking]) -> None:
    store = Failing(url)
    asking = run(store, 0)
    asking.open("t")
    asking.enrol("terminal-1", table="t")
    until(lambda: asking.runner.read(lambda core: core.floor.tables["t"].round is not None).result(PATIENCE))
    asking.must(ask.Play, "terminal-1", table="t", act="bet red 5")
    store.mode, store.fails = "during", 10**9
    asking.runner.clock = Clock(0)
    # A clock of these tests.
    asking.runner.clock.began, asking.runner.clock.speed = time.monotonic() - 60, 1  # type: ignore[attr-defined]
    time.sleep(0.5)
    assert not any(
        isinstance(one.event, Closed)
        or (isinstance(one.event, Happened) and one.event.text.startswith("spin"))
        for one in store.since(0)
    )
    store.mode = ""
    until(lambda: any(isinstance(one.event, RoundOver) for one in store.since(0)))
    folded(asking, store)
    store.close()


@pytest.mark.parametrize("mode", ["before", "during", "after"])
def test_what_cannot_be_stored_did_not_happen(url: str, run: Callable[..., Asking], mode: str) -> None:
    store = Failing(url)
    asking = run(store)
    asking.enrol("terminal-1", 500)
    told: list[Event] = []
    asking.runner.watchers.append(told.extend)
    store.mode, store.fails = mode, 1
    with pytest.raises(NotStored):
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=7, id="once").result(PATIENCE)
    kept = 507 if mode == "after" else 500
    assert asking.credits("terminal-1") == kept and len(told) == (mode == "after")
    # Whoever does not know what became of it asks again, and it is done once.
    assert (
        asking.must(ask.TakeCash, "helper", terminal="terminal-1", amount=7, id="once").done
        and asking.credits("terminal-1") == 507
    )
    until(lambda: len(told) == 1)
    assert (
        sum(isinstance(one.event, Posted) and one.event.postings[0].amount == 7 for one in store.since(0))
        == 1
    )
    folded(asking, store)
    store.close()


def test_a_store_that_stays_away_answers_nobody_and_comes_back(
    url: str, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Failing(url)
    asking = run(store)
    asking.enrol("terminal-1", 500)
    store.mode, store.fails = "before", 10**9
    monkeypatch.setattr(store, "load", lambda: (_ for _ in ()).throw(OSError("gone")))
    for _ in range(3):
        with pytest.raises(NotStored):
            asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=7).result(PATIENCE)
    assert asking.runner.failed
    with pytest.raises(NotStored):
        asking.credits("terminal-1")
    monkeypatch.undo()
    store.mode = ""
    assert (
        asking.must(ask.TakeCash, "helper", terminal="terminal-1", amount=7).done
        and asking.credits("terminal-1") == 507
        and not asking.runner.failed
    )
    store.close()


def test_a_journal_that_was_cut_short_while_it_runs_stops_everything(
    store: Store, run: Callable[..., Asking]
) -> None:
    asking = run(store)
    asking.enrol("terminal-1", 500)
    with store._writing() as connection:
        connection.exec_driver_sql(f"delete from journal where seq = {store.head().seq}")
    with pytest.raises(NotStored, match="not what was stored"):
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5).result(PATIENCE)
    with pytest.raises(NotStored):
        asking.credits("terminal-1")


def test_a_mistake_in_a_command_harms_only_that_command(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = run(store, wait=0.2)
    asking.enrol("terminal-1", 500)
    taken = Core.on_take_cash

    def wrong(core: Core, command: ask.TakeCash) -> None:
        taken(core, command)
        if command.amount == 13:
            raise KeyError("a mistake after something has happened")

    monkeypatch.setitem(HANDLERS, ask.TakeCash, wrong)
    found = [
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=amount, id=f"a-{amount}")
        for amount in (11, 12, 13, 14)
    ]
    assert [one.result(20).done for one in found] == [True, True, False, True] and asking.credits(
        "terminal-1"
    ) == 537
    again = asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=13, id="a-13").result(PATIENCE)
    assert not again.done and "KeyError" in again.why
    folded(asking, store)


def test_books_that_do_not_agree_stop_every_table(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = run(store, 20)
    for table in ("t", "u"):
        asking.open(table)
        asking.enrol(f"terminal-{table}", table=table)

    def unbalanced(core: Core, command: ask.Tick) -> None:
        core.floor.ledger.balances["cash"] += 1
        raise Unbalanced("the books")

    monkeypatch.setitem(HANDLERS, ask.Tick, unbalanced)
    until(lambda: all(table["fault"] for table in asking.floor()["tables"].values()))
    folded(asking, store)
