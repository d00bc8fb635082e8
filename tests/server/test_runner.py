"""The runner: nothing is shown before it is stored, nothing is done twice, and what could not be stored did not happen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from croupier.floor import commands as ask
from croupier.floor.core import Core
from croupier.floor.events import Closed, Event, Happened, PersonAdded, Posted, RoundOver, TableChanged
from croupier.floor.ledger import CASH, VOUCHERS, Unbalanced
from croupier.randomness.source import GeneratorFailed, SeededEntropy
from croupier.server import runner as running
from croupier.server import software
from croupier.server.runner import NotStored, Runner
from croupier.server.store import Store, Turn
from tests.server.floors import BLACKJACK, NOW, ROULETTE, Asking, begin, cash_in


class Clock:
    """Time that runs faster, or stands."""

    def __init__(self, speed: float = 0) -> None:
        self.speed, self.began = speed, time.monotonic()

    def __call__(self) -> int:
        return NOW + int((time.monotonic() - self.began) * 1000 * self.speed)


class Failing(Store):
    """A store that fails before, during or after a commit, when it is told to."""

    mode = ""
    fails = 1

    @contextmanager
    def alone(self) -> Iterator[Turn]:
        mode, self.fails = (self.mode, self.fails - 1) if self.fails > 0 else ("", 0)
        if mode == "before":
            raise OSError("the disk is gone")
        with super().alone() as turn:
            yield turn
            if mode == "during":
                raise OSError("the disk is full")
        if mode == "after":
            raise OSError("the line was cut")


@pytest.fixture
def run() -> Iterator[Callable[..., Asking]]:
    """Runners that are stopped at the end."""
    runners: list[Runner] = []

    def make(store: Store, speed: float = 0, prefix: str = "c", **more: Any) -> Asking:
        if not store.head().seq:
            begin(store)
        runners.append(Runner(store, Clock(speed), more.pop("entropy", SeededEntropy(1)), **{"tick": 0.02, **more}))
        return Asking(runners[-1].start(), prefix)

    yield make
    for one in runners:
        one.stop()


def until(happens: Callable[[], Any], seconds: float = 20) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := happens():
            return found
        time.sleep(0.01)
    raise AssertionError("it did not happen")


def folded(asking: Asking, store: Store) -> None:
    """What the runner has in memory is what the store gives."""

    def same(core: Core) -> None:
        assert msgspec.to_builtins(core.floor) == msgspec.to_builtins(store.load()[0])

    asking.runner.read(same).result(30)
    assert store.verify() is None


def test_a_command_is_answered_when_it_is_stored(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    assert asking.enrol("terminal-1", 500) and asking.credits("terminal-1") == 500
    refused = asking.ask(ask.TakeCash, "dealer", terminal="terminal-1", amount=5).result(10)
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


def test_a_repeated_command_is_answered_as_the_first_was(store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "REMEMBERED", 1)
    asking = run(store)
    asking.enrol("terminal-1", 500)
    first = asking.must(ask.PrintVoucher, "terminal-1", id="one")
    seq = store.head().seq
    assert asking.must(ask.PrintVoucher, "terminal-1", id="one") == first
    asking.ask(ask.RedeemVoucher, "helper", number="0", id="two").result(10)
    assert asking.must(ask.PrintVoucher, "terminal-1", id="one") == first  # no longer in memory
    changed = asking.ask(ask.PrintVoucher, "terminal-2", id="one").result(10)
    assert not changed.done and changed.why == "this id was used for another command" and store.head().seq == seq
    assert asking.ask(ask.RedeemVoucher, "helper", number="0", id="two").result(10).why == "there is no such voucher"
    asking.runner.stop()
    assert run(store).must(ask.PrintVoucher, "terminal-1", id="one") == first and store.head().seq == seq


def test_a_refused_command_stays_refused_under_its_id(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    assert not asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5, id="early").result(10).done
    asking.enrol("terminal-1", 500)
    assert not asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5, id="early").result(10).done
    assert asking.must(ask.TakeCash, "helper", terminal="terminal-1", amount=5, id="later").done and asking.credits("terminal-1") == 505


def test_the_same_command_many_times_at_once_is_done_once(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    asking.enrol("terminal-1", 500)
    found = [asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=7, id="same") for _ in range(50)]
    found += [asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=8, id="same") for _ in range(50)]
    answers = [one.result(20) for one in found]
    assert sum(one.done for one in answers) == 50 and asking.credits("terminal-1") == 507


def test_ids_have_a_length(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    for id in ("x" * 101, ""):
        assert "1 to 100" in asking.runner.submit(ask.CallAttendant(id=id, by="boss")).result(10).why
    assert store.answer("x" * 101) is None


@pytest.mark.parametrize("name", [ROULETTE, BLACKJACK])
def test_rounds_are_played_by_themselves(store: Store, run: Callable[..., Asking], name: str) -> None:
    asking = run(store, 20)
    asking.open("t", name)
    asking.enrol("terminal-1", table="t")

    def bet(core: Core) -> str:
        one = core.floor.tables["t"].round
        if one is None or one.phase != "open" or one.events:
            return ""
        acts = [act for question in core.room(core.floor.tables["t"]).main.pending if question.who == "*" for act in question.allowed() if act.startswith("bet ")]
        return f"{'bet red' if name == ROULETTE else acts[0]} 5"

    def over() -> bool:
        if act := asking.runner.read(bet).result(10):
            asking.ask(ask.Play, "terminal-1", table="t", act=act).result(10)
        return len(store.recall("terminal-1")) >= 3

    until(over)
    asking.runner.stop()
    stored = [one.event for one in store.since(0)]
    for event in stored:
        if isinstance(event, Happened) and event.text.split()[0] in ("spin", "deal"):
            closed = next(at for at, one in enumerate(stored) if isinstance(one, Closed) and one.round == event.round)
            assert closed < stored.index(event)
    assert not any(isinstance(event, TableChanged) and event.fault for event in stored) and store.verify() is None
    assert sum(isinstance(event, RoundOver) for event in stored) >= 3


def test_nothing_is_drawn_while_no_more_bets_cannot_be_stored(url: str, run: Callable[..., Asking]) -> None:
    store = Failing(url)
    asking = run(store, 0)
    asking.open("t")
    asking.enrol("terminal-1", table="t")
    until(lambda: asking.runner.read(lambda core: core.floor.tables["t"].round is not None).result(10))
    asking.must(ask.Play, "terminal-1", table="t", act="bet red 5")
    store.mode, store.fails = "during", 10**9
    asking.runner.clock = Clock(0)
    asking.runner.clock.began, asking.runner.clock.speed = time.monotonic() - 60, 1  # type: ignore[attr-defined]  # a clock of these tests
    time.sleep(0.5)
    assert not any(isinstance(one.event, Closed) or (isinstance(one.event, Happened) and one.event.text.startswith("spin")) for one in store.since(0))
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
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=7, id="once").result(10)
    kept = 507 if mode == "after" else 500
    assert asking.credits("terminal-1") == kept and len(told) == (mode == "after")
    # Whoever does not know what became of it asks again, and it is done once.
    assert asking.must(ask.TakeCash, "helper", terminal="terminal-1", amount=7, id="once").done and asking.credits("terminal-1") == 507
    until(lambda: len(told) == 1)
    assert sum(isinstance(one.event, Posted) and one.event.postings[0].amount == 7 for one in store.since(0)) == 1
    folded(asking, store)
    store.close()


def test_a_store_that_stays_away_answers_nobody_and_comes_back(url: str, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch) -> None:
    store = Failing(url)
    asking = run(store)
    asking.enrol("terminal-1", 500)
    store.mode, store.fails = "before", 10**9
    monkeypatch.setattr(store, "load", lambda: (_ for _ in ()).throw(OSError("gone")))
    for _ in range(3):
        with pytest.raises(NotStored):
            asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=7).result(10)
    assert asking.runner.failed
    with pytest.raises(NotStored):
        asking.credits("terminal-1")
    monkeypatch.undo()
    store.mode = ""
    assert asking.must(ask.TakeCash, "helper", terminal="terminal-1", amount=7).done and asking.credits("terminal-1") == 507 and not asking.runner.failed
    store.close()


def test_a_mistake_in_a_command_harms_only_that_command(store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch) -> None:
    asking = run(store, wait=0.2)
    asking.enrol("terminal-1", 500)
    taken = Core.on_take_cash

    def wrong(core: Core, command: ask.TakeCash) -> None:
        taken(core, command)
        if command.amount == 13:
            raise KeyError("a mistake after something has happened")

    monkeypatch.setattr(Core, "on_take_cash", wrong)
    found = [asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=amount, id=f"a-{amount}") for amount in (11, 12, 13, 14)]
    assert [one.result(20).done for one in found] == [True, True, False, True] and asking.credits("terminal-1") == 537
    again = asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=13, id="a-13").result(10)
    assert not again.done and "KeyError" in again.why
    folded(asking, store)


def test_books_that_do_not_agree_stop_every_table(store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch) -> None:
    asking = run(store, 20)
    for table in ("t", "u"):
        asking.open(table)
        asking.enrol(f"terminal-{table}", table=table)

    def unbalanced(core: Core, command: ask.Tick) -> None:
        core.floor.ledger.balances["cash"] += 1
        raise Unbalanced("the books")

    monkeypatch.setattr(Core, "on_tick", unbalanced)
    until(lambda: all(table["fault"] for table in asking.floor()["tables"].values()))
    folded(asking, store)


class Stuck(SeededEntropy):
    """A generator that gets stuck when it is told to."""

    stuck = False

    def bytes(self, n: int) -> bytes:
        return b"\0" * n if self.stuck else super().bytes(n)


class Dead(SeededEntropy):
    dead = False

    def bytes(self, n: int) -> bytes:
        if self.dead:
            raise GeneratorFailed("no bytes")
        return super().bytes(n)


def test_a_generator_that_fails_stops_the_automatic_tables(store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "HEALTH_EVERY", 0.05)
    monkeypatch.setattr(running, "BROKEN_EVERY", 0.05)
    entropy = Stuck(1)
    asking = run(store, entropy=entropy)
    asking.open("t")
    asking.open("live", mode="live")
    entropy.stuck = True
    until(lambda: asking.floor()["tables"]["t"]["fault"])
    assert not asking.floor()["tables"]["live"]["fault"] and "generator" in asking.floor()["tables"]["t"]["fault"]
    asking.ask(ask.ClearFault, "super", table="t").result(10)
    until(lambda: asking.floor()["tables"]["t"]["fault"])  # it is not repaired by being called so
    entropy.stuck = False
    until(lambda: not asking.runner.broken)
    asking.must(ask.ClearFault, "super", table="t")
    time.sleep(0.2)
    assert not asking.floor()["tables"]["t"]["fault"]
    folded(asking, store)


def test_a_generator_that_fails_in_play_stops_all_of_them_and_prints_no_voucher(store: Store, run: Callable[..., Asking]) -> None:
    entropy = Dead(1)
    asking = run(store, 20, entropy=entropy)
    for table in ("t", "u"):
        asking.open(table)
    asking.enrol("terminal-1", 500, table="t")
    entropy.dead = True
    until(lambda: all(table["fault"] for table in asking.floor()["tables"].values()))
    refused = asking.ask(ask.PrintVoucher, "terminal-1").result(10)
    assert not refused.done and "the generator does not work" in refused.why and asking.credits("terminal-1") == 500
    folded(asking, store)


def test_at_the_start_a_broken_generator_or_other_rules_stop_tables(store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch) -> None:
    asking = run(store)
    asking.open("t")
    asking.open("live", mode="live")
    asking.runner.stop()
    entropy = Stuck(1)
    entropy.stuck = True
    asking = run(store, entropy=entropy)
    assert asking.floor()["tables"]["t"]["fault"].startswith("the generator") and not asking.floor()["tables"]["live"]["fault"]
    asking.runner.stop()
    from croupier.rulebook.ruleset import Ruleset

    monkeypatch.setattr(Ruleset, "digest", lambda self: "other")
    asking = run(store, prefix="d")
    assert asking.floor()["tables"]["live"]["fault"].startswith("its rules")


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
        asking.ask(ask.CallAttendant, "boss").result(10)


def test_a_clock_that_is_set_back_does_not_set_the_journal_back(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    asking.enrol("terminal-1", 100)
    asking.runner.clock = lambda: 5
    asking.enrol("terminal-2", 100)
    times = [row.at for row in store.rows()]
    assert times == sorted(times) and times[-1] == NOW


def test_a_journal_that_was_cut_short_while_it_runs_stops_everything(store: Store, run: Callable[..., Asking]) -> None:
    asking = run(store)
    asking.enrol("terminal-1", 500)
    with store._writing() as connection:
        connection.exec_driver_sql(f"delete from journal where seq = {store.head().seq}")
    with pytest.raises(NotStored, match="not what was stored"):
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=5).result(10)
    with pytest.raises(NotStored):
        asking.credits("terminal-1")


def test_a_command_that_cannot_be_written_down_is_refused_alone(store: Store, run: Callable[..., Asking]) -> None:
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


def test_which_software_ran_is_recorded(store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch) -> None:
    run(store).runner.stop()
    run(store, prefix="d").runner.stop()
    assert [one.digest for one in software.changes(store)] == [software.digest()]
    for number in range(12):
        monkeypatch.setattr(software, "digest", lambda number=number: f"{number}")
        assert software.record(store, number) and not software.record(store, number)
    assert [one.digest for one in software.changes(store)] == [str(number) for number in range(2, 12)]


# Two processes on one store.


def test_two_runners_share_a_floor(url: str, run: Callable[..., Asking], opened: Callable[[str], Store]) -> None:
    stores = [opened(url), opened(url)]
    askings = [run(stores[0], 5, "left"), run(stores[1], 5, "right")]
    left, right = askings
    for table in ("t", "u"):
        left.open(table)
    terminals = [(left, right)[number % 2].enrol(f"terminal-{number}", 10_000, table=("t", "u")[number % 2]) for number in range(6)]
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
                    command = ask.Play(id=id, by=terminal, table=("t", "u")[int(terminal[-1]) % 2], act=f"bet red {chance.choice((5, 10))}")
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
    assert stores[0].verify() is None and len(acknowledged) == 360
    for id in acknowledged:
        assert stores[1].answer(id) == answers[id]
    events = [one.event for one in stores[0].since(0)]
    paid = [event.number for event in events if type(event).__name__ == "VoucherPaid"]  # type: ignore[attr-defined]  # it is that event
    inserted = [answers[id] for id, command in acknowledged.items() if isinstance(command, ask.InsertVoucher)]
    assert len(paid) == len(set(paid)) == sum(one.done for one in inserted) and any(not one.done for one in inserted)
    cash = sum(1000 for id, command in acknowledged.items() if isinstance(command, ask.TakeCash) and answers[id].done)
    assert cash_in(Core(floor)) == -floor.ledger.balance(CASH) == 60_000 + cash
    assert floor.ledger.balance(VOUCHERS) == sum(one.amount for one in floor.vouchers.values() if not one.paid_by)


def test_one_that_was_behind_does_its_work_again_and_nobody_was_told(url: str, run: Callable[..., Asking], opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert not answer.done and answer.why == "this voucher has been paid already" and cash.result(20).done and tried
    assert (left.credits("terminal-1"), left.credits("terminal-2")) == (7, 1000) == (right.credits("terminal-1"), right.credits("terminal-2"))
    assert [type(event).__name__ for event in told if type(event).__name__ != "Posted"] == ["VoucherPaid"]
    folded(left, left.runner.store)


def test_one_tells_the_time_and_another_takes_over(url: str, run: Callable[..., Asking], opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LEASE", 0.5)
    left, right = run(opened(url)), run(opened(url), prefix="d")
    told: list[Event] = []
    right.runner.watchers.append(told.extend)
    until(lambda: left.runner._ticks > 5)
    assert not right.runner._ticks
    left.enrol("terminal-1", 100)
    until(lambda: len(told) == 2)  # the other hears of it without asking for anything
    left.runner.stop()
    until(lambda: right.runner._ticks > 5)
    right.must(ask.AddPerson, "boss", person="new", title="New")
    assert isinstance(told[-1], PersonAdded)
