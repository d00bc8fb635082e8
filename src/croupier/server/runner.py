"""The runner: one thread that carries commands out, stores what happened, and only then tells anybody.

Commands that wait are stored together. What could not be stored did not happen: the core is thrown away and
loaded anew.

Several processes may run on one store. Each sees what the others have appended before it goes on. One that
was behind does its work again. Only the one that holds the lease tells the time.
"""

from __future__ import annotations

import hashlib
import logging
import queue
import threading
import time
import uuid
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from typing import Any, TypeVar

import msgspec

from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor.core import Answer, Core
from croupier.floor.events import Event
from croupier.floor.rooms import game_of
from croupier.randomness.source import Entropy, GeneratorFailed, SystemEntropy, check
from croupier.server import software
from croupier.server.clock import now_ms
from croupier.server.journal import Tampered
from croupier.server.recall import indexed
from croupier.server.store import Answered, Behind, NewEntry, Store

T = TypeVar("T")
Watcher = Callable[[list[Event]], None]
LOG = logging.getLogger("croupier.server")
LEASE = 3.0
"""A process tells the time for this many seconds before it must ask again."""
TAKING_TURNS = 5.0
"""Work alone on the store for this many seconds after another process was first."""
MOST_ATTEMPTS = 5
REMEMBERED = 10_000
"""Answers that are at hand. Older ones are in the store."""
LONGEST_COMMAND_ID = 100
KEPT_ANSWERS = 31 * 24 * 3600 * 1000
"""Keep what became of a command for this many milliseconds.

It is longer than any idle session lasts, so that nobody is left who could repeat the command.
"""
PRUNE_EVERY = 3600.0
MANY, REST = 4, 0.02
"""After a batch of `MANY` commands or more the next begins after `REST` seconds at the soonest."""
SLICE = 0.03
"""Store and tell tables that time moves on after this many seconds, and let waiting commands have their turn.
When many rounds end together, the first are not told with the last."""
HEALTH_EVERY = 60.0
"""Check the generator every this many seconds."""
BROKEN_EVERY = 5.0
SNAPSHOT_SHARE = 20
"""Wait at least this many times as long as the last snapshot took before the next is made."""


class NotStored(RuntimeError):
    """What was asked for may not be stored, and nothing was shown of it.

    Asked again with the same id, it is answered once.
    """


class _Submitted(msgspec.Struct):
    command: ask.Asked
    future: Future[Answer]
    digest: str = ""
    answer: Answer | None = None


class _Read(msgspec.Struct):
    function: Callable[[Core], Any]
    future: Future[Any]


class _Batch:
    """What is to be appended."""

    def __init__(self, base: int) -> None:
        self.base = base
        """The entry after which it comes, and on which everything in it rests."""
        self.entries: list[NewEntry] = []
        self.answers: dict[str, Answered] = {}


def command_digest(command: ask.Asked) -> str:
    """Return the hash of what a command asks for. Under one id it is always the same."""
    return hashlib.sha256(msgspec.json.encode(command, order="sorted")).hexdigest()


class Runner:
    """A floor that is run: `start`, `submit` and `read` from any thread, `stop`."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int] = now_ms,
        entropy: Entropy | None = None,
        *,
        tick: float = 0.1,
        most: int = 500,
        wait: float = 0.005,
        snapshot_every: int = 5_000,
    ) -> None:
        self.store, self.clock, self.entropy = (
            store,
            clock,
            entropy if entropy is not None else SystemEntropy(),
        )
        self.tick, self.most, self.wait, self.snapshot_every = tick, most, wait, snapshot_every
        self.watchers: list[Watcher] = []
        """They are told stored events in their order, from the runner's thread. Events hold secrets. A
        watcher must be quick."""
        self.name = uuid.uuid4().hex
        self.broken = ""
        """Why the generator does not work and no automatic table may deal, or nothing."""
        self.failed = ""
        """Why nothing can be stored, or nothing."""
        self._core: Core | None = None
        self._told = 0
        """The last entry that watchers know."""
        self._now = 0
        self._queue: queue.SimpleQueue[_Submitted | _Read | None] = queue.SimpleQueue()
        self._known: OrderedDict[str, tuple[str, Answer]] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._stopped = False
        self._next_tick = self._leased_until = self._turns_until = self._next_check = self._next_snapshot = (
            self._next_prune
        ) = self._rest_until = 0.0
        self._snapshot_seq = 0
        self._gathered = 0
        self._due: deque[str] = deque()
        """Tables at which time has not passed yet in this tick."""

    # For everybody.

    def start(self) -> Runner:
        """Load the floor, check the generator and the rules, and begin.

        Nothing is taken until all of it is done.
        """
        self._load()
        self._told = self._snapshot_seq = self._at.floor.seq
        self._check_generator()
        self._batch([*self._stop_tables(), *self._changed_rules()])
        if self.failed:
            raise NotStored(self.failed)
        software.record(self.store, self.clock())
        self._thread = threading.Thread(target=self._run, name="runner", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """End after what waits has been done."""
        self._stopped = True
        self._queue.put(None)
        if self._thread is not None:
            self._thread.join()
        try:
            self.store.release(self.name)
        except Exception as error:
            LOG.warning("the lease could not be given back: %s", error)

    def __enter__(self) -> Runner:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()

    def submit(self, command: ask.Asked) -> Future[Answer]:
        """Ask for something. The answer comes when it is stored, or `NotStored`."""
        one = _Submitted(command, Future())
        try:
            one.digest = command_digest(command)
        except (ValueError, OverflowError, TypeError):  # letters or numbers that cannot be written down
            one.future.set_result(Answer(False, why="this command cannot be stored"))
            return one.future
        return self._put(one)

    def read(self, function: Callable[[Core], T]) -> Future[T]:
        """Run a function on the core between two batches, when all that the core knows is stored.

        It must change nothing.
        """
        return self._put(_Read(function, Future()))

    def _put(self, work: Any) -> Future[Any]:
        future: Future[Any] = work.future
        if self._stopped:
            future.set_exception(NotStored("the floor is not running"))
        else:
            self._queue.put(work)
        return future

    # The thread.

    def _run(self) -> None:
        going = True
        while going:
            work, going = self._gather()
            asked = [
                one
                for one in work
                if isinstance(one, _Submitted) and one.future.set_running_or_notify_cancel()
            ]
            # Where many ask, more are stored together: a commit costs the same for one and for twenty.
            self._rest_until = time.monotonic() + REST if len(asked) >= MANY else 0.0
            try:
                self._batch(asked, timed=time.monotonic() >= self._next_tick)
                self._keep_snapshot()
                self._prune()
            except Exception as error:
                # The thread goes on whatever happens: without it nothing is ever answered.
                LOG.exception("a batch failed")
                self._throw_away(asked, error)
            for one in work:
                if isinstance(one, _Read) and one.future.set_running_or_notify_cancel():
                    self._read(one)
        self._stopped = True
        while not self._queue.empty():
            left = self._queue.get()
            if left is not None and left.future.set_running_or_notify_cancel():
                left.future.set_exception(NotStored("the floor is not running"))

    def _gather(self) -> tuple[list[_Submitted | _Read], bool]:
        """Return the work that waits, and whether to go on after it.

        While it is less than last time, wait a few milliseconds for more. It is empty when it is time for a
        tick.
        """
        found: list[_Submitted | _Read] = []
        until, expected, self._gathered = self._next_tick, self._gathered, 0
        while len(found) < self.most:
            # Whoever was answered last time asks again at once. A single one need not wait for others,
            # and many are stored together.
            now = time.monotonic()
            left = max(until - now if not found or len(found) < expected else 0, self._rest_until - now)
            try:
                one = self._queue.get(timeout=left) if left > 0 else self._queue.get_nowait()
            except queue.Empty:
                break
            if one is None:
                return found, False
            if not found:
                until = min(until, time.monotonic() + self.wait)
            found.append(one)
        self._gathered = len(found)
        return found, True

    def _read(self, one: _Read) -> None:
        try:
            one.future.set_result(one.function(self._at))
        except Exception as error:
            one.future.set_exception(error)

    @property
    def _at(self) -> Core:
        if self._core is None:
            raise NotStored(self.failed or "the floor is not loaded")
        return self._core

    # A batch.

    def _batch(self, asked: Sequence[_Submitted], timed: bool = False) -> None:
        """Carry out, store, tell: in this order."""
        if timed:
            self._next_tick = time.monotonic() + self.tick
        for _ in range(MOST_ATTEMPTS):
            try:
                batch, events = self._attempt(asked, timed)
            except Behind:
                # Nobody has been told anything. The core knows things that did not happen.
                self._core = None
                self._turns_until = time.monotonic() + TAKING_TURNS
                continue
            except Exception as error:
                LOG.error("nothing was stored: %s", error)
                self._throw_away(asked, error)
                return
            self._tell(events)
            for id, kept in batch.answers.items():
                self._remember(id, kept.digest, kept.answer)
            for one in asked:
                assert one.answer is not None
                one.future.set_result(one.answer)
            return
        self._throw_away(asked, NotStored("others were always first"))

    def _attempt(self, asked: Sequence[_Submitted], timed: bool) -> tuple[_Batch, list[Event]]:
        if self._core is None:
            self._load()
            self._tell_missed()
        keeper = timed and self._is_time_keeper()
        turns = time.monotonic() < self._turns_until
        with self.store.alone() if turns else nullcontext() as turn:
            self._catch_up()
            batch = _Batch(self._at.floor.seq)
            known = self._answers(asked)
            if keeper:
                self._time_passes(batch)
            for one in asked:
                one.answer = self._answered(one, known, batch)
            if batch.entries or batch.answers:
                answers = list(batch.answers.values())
                if turn is not None:
                    turn.append(batch.base, batch.entries, answers)
                else:
                    self.store.append(batch.base, batch.entries, answers)
                self.failed = ""
        self._at.stored(self._at.floor.seq)
        return batch, [entry.event for entry in batch.entries]

    def _answers(self, asked: Sequence[_Submitted]) -> dict[str, tuple[str, Answer]]:
        """Return what was answered before to commands with these ids."""
        ids = {one.command.id for one in asked if one.command.id.isprintable()} - {""}
        found = {id: self._known[id] for id in ids if id in self._known}
        if left := ids - found.keys():
            found |= {id: (one.digest, one.answer) for id, one in self.store.answers(left).items()}
        return found

    def _answered(self, one: _Submitted, known: dict[str, tuple[str, Answer]], batch: _Batch) -> Answer:
        command = one.command
        if not command.id and command.by == "system":  # the system asks itself, and never again
            return self._carry_out(command, batch)
        if not 0 < len(command.id) <= LONGEST_COMMAND_ID or not command.id.isprintable():
            return Answer(False, why=f"a command has an id of 1 to {LONGEST_COMMAND_ID} printable characters")
        if command.id in known:
            digest, answer = known[command.id]
            return (
                answer if digest == one.digest else Answer(False, why="this id was used for another command")
            )
        answer = self._carry_out(command, batch)
        known[command.id] = (one.digest, answer)
        batch.answers[command.id] = Answered(command.id, command.by, one.digest, answer, self._at.floor.seq)
        return answer

    def _carry_out(self, command: ask.Asked, batch: _Batch) -> Answer:
        """Carry one command out on the core. A mistake in it harms nothing but itself."""
        core = self._at
        self._now = max(self._now, self.clock())
        before = core.floor.seq
        try:
            answer = core.handle(command, self._now, self.entropy)
            if core.floor.seq != before + len(answer.events):
                raise RuntimeError("the state and its events do not agree")
        except Exception as mistake:
            LOG.error(
                "%s by %s could not be carried out: %s: %s",
                command.name,
                command.by,
                type(mistake).__name__,
                mistake,
            )
            if isinstance(mistake, GeneratorFailed):
                self.broken = str(mistake)
            if core.floor.seq != before or not isinstance(mistake, GeneratorFailed):
                self._anew(batch)
            if command.name == "tick":
                self._stop_all(f"{type(mistake).__name__}: {mistake}"[:200], batch)
            return Answer(False, why=f"this cannot be carried out: {type(mistake).__name__}: {mistake}")
        for event in answer.events:
            batch.entries.append(NewEntry(self._now, event, indexed(core.floor, event)))
        return answer

    def _time_passes(self, batch: _Batch) -> None:
        if time.monotonic() >= self._next_check:
            self._check_generator()
        if not self._due:
            self._due = deque(self._at.floor.tables)
        until = time.monotonic() + SLICE
        while self._due:
            self._carry_out(ask.Tick(id="", by="system", table=self._due.popleft()), batch)
            self.broken = self.broken or self._at.generator_failure
            if self._due and time.monotonic() >= until:
                self._next_tick = 0.0  # at once, after what has happened so far is stored and told
                break
        for one in self._stop_tables():
            self._carry_out(one.command, batch)

    # What must hold before anything is played.

    def _check_generator(self) -> None:
        try:
            check(self.entropy)
            self.broken = ""
        except GeneratorFailed as failed:
            LOG.error("the generator does not work: %s", failed)
            self.broken = str(failed)
        self._next_check = time.monotonic() + (BROKEN_EVERY if self.broken else HEALTH_EVERY)

    def _stop_tables(self) -> list[_Submitted]:
        """Return faults for all automatic tables while the generator does not work (RNG-15)."""
        if not self.broken:
            return []
        return [
            self._fault(name, f"the generator does not work: {self.broken}")
            for name, table in self._at.floor.tables.items()
            if table.setup.mode == "automatic" and not table.fault
        ]

    def _changed_rules(self) -> list[_Submitted]:
        """Return faults for tables whose rules are not those with which they were opened (SEC-3)."""
        found = []
        for name, table in self._at.floor.tables.items():
            try:
                same = game_of(table.setup).rules.digest() == table.ruleset and (
                    table.next_setup is None or game_of(table.next_setup).rules.digest() == table.next_ruleset
                )
            except BadInput:
                same = False
            if not same and not table.fault:
                found.append(
                    self._fault(name, "its rules are not those with which it was opened: open it again")
                )
        return found

    def _stop_all(self, why: str, batch: _Batch) -> None:
        """Stop every table and say why: the system could not go on."""
        for name, table in list(self._at.floor.tables.items()):
            if not table.fault:
                self._carry_out(self._fault(name, why).command, batch)

    def _fault(self, table: str, why: str) -> _Submitted:
        return _Submitted(ask.ReportFault(id="", by="system", table=table, why=why[:500]), Future())

    # The store.

    def _load(self) -> None:
        floor, seq = self.store.load()
        if seq < self._told:
            raise Tampered(seq + 1, f"the journal ended at {self._told} before")
        self._core = Core(floor)
        self._now = max(self._now, self.store.head().at)

    def _anew(self, batch: _Batch) -> None:
        """Load the core as it was before a command that went wrong.

        That is what is stored, and what the batch has done so far.
        """
        self._load()
        if self._at.floor.seq != batch.base:
            raise Behind("another process was first, and the batch rests on an old state")
        for entry in batch.entries:
            self._at.floor.apply(entry.event)

    def _catch_up(self) -> None:
        """Take in what other processes have appended."""
        core = self._at
        head = self.store.head()
        if head.seq == core.floor.seq:
            return
        if head.seq < core.floor.seq:
            raise Behind("the journal is shorter than what was stored")
        for stored in self.store.since(core.floor.seq):
            core.floor.apply(stored.event)
            self._now = max(self._now, stored.at)
        for name in core.floor.tables:
            core.forget(name)
        core.stored(core.floor.seq)
        self._tell_missed()

    def _is_time_keeper(self) -> bool:
        """Whether this process tells the time. The store is asked when half of the lease is over."""
        now = time.monotonic()
        if now < self._leased_until - LEASE / 2:
            return True
        self._leased_until = now + LEASE if self.store.lease(self.name, LEASE) else 0.0
        return bool(self._leased_until)

    def _throw_away(self, asked: Sequence[_Submitted], error: Exception) -> None:
        """Answer that nothing was stored, and load what the store has.

        What was worked out is not stored, or nobody knows whether it is.
        """
        self._core, self.failed = None, f"{type(error).__name__}: {error}"
        for one in asked:
            if not one.future.done():
                one.future.set_exception(NotStored(self.failed))
        try:
            self._load()
            self._tell_missed()
        except Exception as again:
            self._core = None
            LOG.error("the store cannot be read: %s", again)

    def _keep_snapshot(self) -> None:
        if (
            self._core is None
            or self._core.floor.seq - self._snapshot_seq < self.snapshot_every
            or time.monotonic() < self._next_snapshot
        ):
            return
        began = time.monotonic()
        self._snapshot_seq = self._core.floor.seq
        try:
            self.store.snapshot(self._core.floor)
        except Exception as error:  # the journal has everything: the next snapshot will do
            LOG.warning("no snapshot was stored: %s", error)
        ended = time.monotonic()
        self._next_snapshot = ended + SNAPSHOT_SHARE * (ended - began)

    def _prune(self) -> None:
        """Delete answers that nobody can ask for any more, a little at a time."""
        now = time.monotonic()
        if now < self._next_prune or now >= self._leased_until:
            return
        try:
            gone = self.store.prune(self._now - KEPT_ANSWERS)
        except Exception as error:
            LOG.warning("old answers were not removed: %s", error)
            gone = 0
        self._next_prune = now + (self.tick if gone else PRUNE_EVERY)

    # Telling.

    def _tell_missed(self) -> None:
        """Tell what was stored and not told: by another process, or by this one without knowing it."""
        if self._at.floor.seq > self._told:
            self._tell(
                [stored.event for stored in self.store.since(self._told) if stored.seq <= self._at.floor.seq]
            )

    def _tell(self, events: list[Event]) -> None:
        self._told = self._at.floor.seq
        if events:
            for watcher in list(self.watchers):
                try:
                    watcher(events)
                except Exception:
                    LOG.exception("a watcher failed")

    def _remember(self, id: str, digest: str, answer: Answer) -> None:
        self._known[id] = (digest, answer)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
