"""The runner: nothing is shown before it is stored, nothing is done twice,
rounds are played by themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import pytest

from croupier.floor import commands as ask
from croupier.floor.core import Core
from croupier.floor.events import Closed, Event, Happened, RoundOver, TableChanged
from croupier.server import auth, software
from croupier.server import runner as running
from croupier.server.runner import NotStored
from croupier.server.store import Store
from tests.server.floors import BLACKJACK, NOW, PATIENCE, ROULETTE, Asking, answer_to, bad_entry
from tests.server.runners import folded, until


def test_a_command_is_answered_when_it_is_stored(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    assert asking.enrol("terminal-1", 500) and asking.credits("terminal-1") == 500
    refused = asking.ask(ask.TakeCash, "dealer", terminal="terminal-1", amount=5).result(PATIENCE)
    assert not refused.done and "may not take cash" in refused.why
    folded(asking, store)


def test_watchers_are_told_what_is_stored_and_never_before(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    told: list[Event] = []
    seen: list[bool] = []

    def watch(events: list[Event]) -> None:
        stored = [one.event for one in store.since(0)]
        seen.append(all(event in stored for event in events))
        told.extend(events)
        raise ValueError("a watcher that fails harms nobody")

    asking.runner.watchers.append(watch)
    first = store.head().seq
    for number in range(20):
        asking.enrol(f"terminal-{number}", 100)
    until(lambda: len(told) == store.head().seq - first)
    assert all(seen) and told == [one.event for one in store.since(first)]


def test_a_repeated_command_is_answered_as_the_first_was(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "REMEMBERED", 1)
    asking = run(store)
    asking.enrol("terminal-1", 500)
    first = asking.must(ask.PrintVoucher, "terminal-1", id="one")
    seq = store.head().seq
    assert asking.must(ask.PrintVoucher, "terminal-1", id="one") == first
    asking.ask(ask.RedeemVoucher, "helper", number="0", id="two").result(PATIENCE)
    assert asking.must(ask.PrintVoucher, "terminal-1", id="one") == first  # no longer in memory
    changed = asking.ask(ask.PrintVoucher, "terminal-2", id="one").result(PATIENCE)
    assert (
        not changed.done and changed.why == "this id was used for another command" and store.head().seq == seq
    )
    assert (
        asking.ask(ask.RedeemVoucher, "helper", number="0", id="two").result(PATIENCE).why
        == "there is no such voucher"
    )
    asking.runner.stop()
    assert run(store).must(ask.PrintVoucher, "terminal-1", id="one") == first and store.head().seq == seq


def test_a_refused_command_stays_refused_under_its_id(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    assert (
        not asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5, id="early")
        .result(PATIENCE)
        .done
    )
    asking.enrol("terminal-1", 500)
    assert (
        not asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5, id="early")
        .result(PATIENCE)
        .done
    )
    assert (
        asking.must(ask.TakeCash, "helper", terminal="terminal-1", amount=5, id="later").done
        and asking.credits("terminal-1") == 505
    )


def test_the_same_command_many_times_at_once_is_done_once(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    asking.enrol("terminal-1", 500)
    found = [
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=7, id="same") for _ in range(50)
    ]
    found += [
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=8, id="same") for _ in range(50)
    ]
    answers = [one.result(20) for one in found]
    assert sum(one.done for one in answers) == 50 and asking.credits("terminal-1") == 507


def test_ids_have_a_length(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    for id in ("x" * 101, ""):
        assert "1 to 100" in asking.runner.submit(ask.CallAttendant(id=id, by="boss")).result(PATIENCE).why
    assert answer_to(store, "x" * 101) is None


@pytest.mark.parametrize("name", [ROULETTE, BLACKJACK])
def test_rounds_are_played_by_themselves(store: Store, run: Callable[..., Asking], name: str) -> None:
    asking = run(store, 20)
    asking.open("t", name)
    asking.enrol("terminal-1", table="t")

    def bet(core: Core) -> str:
        one = core.floor.tables["t"].round
        if one is None or one.phase != "open" or one.events:
            return ""
        acts = [
            act
            for question in core.room(core.floor.tables["t"]).main.pending
            if question.who == "*"
            for act in question.allowed()
            if act.startswith("bet ")
        ]
        return f"{'bet red' if name == ROULETTE else acts[0]} 5"

    def over() -> bool:
        if act := asking.runner.read(bet).result(PATIENCE):
            asking.ask(ask.Play, "terminal-1", table="t", act=act).result(PATIENCE)
        return len(store.recall("terminal-1")) >= 3

    until(over)
    asking.runner.stop()
    stored = [one.event for one in store.since(0)]
    for event in stored:
        if isinstance(event, Happened) and event.text.split()[0] in ("spin", "deal"):
            closed = next(
                at for at, one in enumerate(stored) if isinstance(one, Closed) and one.round == event.round
            )
            assert closed < stored.index(event)
    assert (
        not any(isinstance(event, TableChanged) and event.fault for event in stored)
        and bad_entry(store) is None
    )
    assert sum(isinstance(event, RoundOver) for event in stored) >= 3


def test_snapshots_are_made_and_loaded(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store, snapshot_every=20)
    for number in range(30):
        asking.enrol(f"terminal-{number}", 100)
    until(lambda: len(store.snapshots()) >= 2)
    folded(asking, store)
    asking.runner.stop()
    assert msgspec.to_builtins(run(store, prefix="d").floor()) == msgspec.to_builtins(store.load()[0])


def test_after_the_end_nothing_is_taken(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    asking.runner.stop()
    with pytest.raises(NotStored):
        asking.credits("terminal-1")
    with pytest.raises(NotStored):
        asking.ask(ask.CallAttendant, "boss").result(PATIENCE)


def test_a_clock_that_is_set_back_does_not_set_the_journal_back(
    store: Store, run: Callable[..., Asking]
) -> None:
    asking = run(store)
    asking.enrol("terminal-1", 100)
    asking.runner.clock = lambda: 5
    asking.enrol("terminal-2", 100)
    times = [row.at for row in store.rows()]
    assert times == sorted(times) and times[-1] == NOW


def test_a_command_that_cannot_be_written_down_is_refused_alone(
    store: Store, run: Callable[..., Asking]
) -> None:
    asking = run(store, wait=0.2)
    asking.enrol("terminal-1", 500)
    found = [
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5),
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=10**30),
        asking.ask(ask.TakeCash, "helper", terminal="\ud800", amount=5),
        asking.ask(ask.TakeCash, "helper", terminal="\0", amount=5),
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5, id="a\0b"),
        asking.ask(ask.ReportFault, "helper", terminal="terminal-1", why="\0"),
    ]
    assert [one.result(20).done for one in found] == [True, False, False, False, False, True]
    folded(asking, store)


def test_which_software_ran_is_recorded(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(store).runner.stop()
    run(store, prefix="d").runner.stop()
    assert [one.digest for one in software.changes(store)] == [software.digest()]
    for number in range(12):
        monkeypatch.setattr(software, "digest", lambda number=number: f"{number}")
        assert software.record(store, number) and not software.record(store, number)
    assert [one.digest for one in software.changes(store)] == [str(number) for number in range(2, 12)]


def test_answers_that_nobody_can_ask_for_are_forgotten(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PRUNE_EVERY", 0.05)
    asking = run(store)
    asking.enrol("terminal-1", 100)
    first = asking.ask(ask.CallAttendant, "terminal-1", id="old").result(PATIENCE)
    time.sleep(0.3)
    assert first.done and answer_to(store, "old") is not None, "a month has not passed"
    asking.runner.clock = lambda: NOW + running.KEPT_ANSWERS + 1000
    asking.ask(ask.CallAttendant, "terminal-1", id="new").result(PATIENCE)
    until(lambda: answer_to(store, "old") is None)
    assert answer_to(store, "new") is not None
    folded(asking, store)


def test_an_answer_is_remembered_longer_than_any_session_lasts() -> None:
    assert max(auth.IDLE.values()) < running.KEPT_ANSWERS and auth.LONGEST["person"] < running.KEPT_ANSWERS


def test_of_many_rounds_that_end_together_the_first_are_told_before_the_last_are_drawn(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SLICE", 0.0)
    asking = run(store, 20)
    told: list[set[str]] = []
    asking.runner.watchers.append(
        lambda events: told.append({event.table for event in events if isinstance(event, RoundOver)})
    )
    tables = [f"t-{number}" for number in range(5)]
    for table in tables:
        asking.open(table)
        asking.enrol(f"terminal-{table}", table=table)
    until(lambda: {table for some in told for table in some} == {*tables})
    assert all(len(some) <= 1 for some in told)
    folded(asking, store)
