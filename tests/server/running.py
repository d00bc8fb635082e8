"""A server for tests: a floor in memory behind the real application, on a port of its own."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import httpx
import msgspec
import uvicorn
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect

from croupier.api import game
from croupier.floor import commands as ask
from croupier.floor.core import Answer, Core
from croupier.floor.events import Event, PersonAdded
from croupier.floor.state import Round
from croupier.randomness.source import SeededEntropy
from croupier.server.app import application
from croupier.server.auth import Entrance
from croupier.server.checking import Audited
from croupier.server.guard import Paces
from croupier.server.history import History
from croupier.server.runner import Runner
from croupier.server.software import Software
from croupier.server.store import Found, Recalled, Store, Stored
from tests.floor.house import recall
from tests.server.floors import PATIENCE

PASSWORD = "correct horse battery"
PEOPLE = {
    "boss": "manager",
    "chief": "manager",
    "super": "supervisor",
    "helper": "attendant",
    "dealer": "dealer",
    "watch": "inspector",
    "alice": "",
}


class MemoryRunner:
    """Runs a core in a thread of its own and stores nothing."""

    def __init__(self, seed: int = 1, ticks: float = 0.05) -> None:
        self.core, self.entropy, self.ticks = Core(), SeededEntropy(seed), ticks
        self.watchers: list[Callable[[list[Event]], None]] = []
        self.journal: list[tuple[int, int, Event]] = []
        self.answers: dict[str, Answer] = {}
        self._asked: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.core.begin(self.now(), self.entropy)
        for person, role in PEOPLE.items():
            self.core.emit(PersonAdded(person, person.title(), (role,) if role else ()))
        self._store(self.core.emitted)

    def now(self) -> int:
        return int(time.time() * 1000)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._asked.put(None)
        self._thread.join()

    def submit(self, command: Any) -> Future[Answer]:
        return self._soon(lambda: self._handle(command))

    def read(self, function: Callable[[Core], Any]) -> Future[Any]:
        return self._soon(lambda: function(self.core))

    def _soon(self, work: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()

        def done() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)

        self._asked.put(done)
        return future

    def _run(self) -> None:
        due = time.monotonic() + self.ticks
        while True:
            if (wait := due - time.monotonic()) <= 0:
                # Also where somebody asks all the time.
                self._handle(ask.Tick(id=f"tick {time.time_ns()}", by="system"))
                due = time.monotonic() + self.ticks
                continue
            try:
                work = self._asked.get(timeout=wait)
            except queue.Empty:
                continue
            if work is None:
                return
            work()

    def _handle(self, command: Any) -> Answer:
        if command.id in self.answers:
            return self.answers[command.id]
        found = self.core.handle(command, self.now(), self.entropy)
        if not isinstance(command, ask.Tick):
            self.answers[command.id] = found
        self._store(list(found.events))
        return found

    def search(
        self, *, table: str = "", terminal: str = "", kind: str = "", text: str = "", most: int = 200
    ) -> list[Found]:
        """With everything secret in it: whoever shows it must leave that out."""
        found = []
        for seq, at, event in reversed(self.journal):
            body = msgspec.json.encode(event).decode()
            what = type(event).__name__
            if (
                kind in ("", what)
                and (not table or f'"{table}"' in body)
                and (not terminal or terminal in body)
                and text.lower() in body.lower()
            ):
                found.append(Found(seq, at, what, table, terminal, body))
        return found[:most]

    def round_events(self, table: str, round: int) -> list[Stored]:
        return [
            Stored(seq, at, event)
            for seq, at, event in self.journal
            if getattr(event, "table", "") == table and getattr(event, "round", 0) == round
        ]

    def recall(self, terminal: str, number: int = 10) -> list[Recalled]:
        return [
            Recalled(row["table"], row["round"], terminal, 0, row["at"], {})
            for row in recall(self.core, terminal, number)
        ]

    def played(self, one: Recalled) -> Round:
        raise AssertionError("all rounds of a short test are at hand")

    def audited(self) -> Future[Audited]:
        found: Future[Audited] = Future()
        found.set_result(Audited(len(self.journal)))
        return found

    def changes(self) -> list[Software]:
        return []

    def _store(self, events: list[Event]) -> None:
        self.journal += [
            (self.core.floor.seq - len(events) + at + 1, self.now(), event) for at, event in enumerate(events)
        ]
        self.core.stored(self.core.floor.seq)
        if events:
            for watcher in list(self.watchers):
                watcher(events)


class Running:
    """A floor that can be asked over HTTP."""

    def __init__(self, paces: Paces | None = None, seed: int = 1, store: str = "") -> None:
        """In memory, or with a store behind it."""
        self.store = Store(store) if store else None
        self.runner: Any = MemoryRunner(seed)
        journal: Any = self.runner
        if self.store is not None:
            self.store.begin([event for _, _, event in self.runner.journal], 1)
            self.runner, journal = Runner(self.store), History(self.store)
        self.journal = journal
        self.entrance = Entrance(
            store if store.startswith("postgresql") else "sqlite://",
            hasher=PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1),
        )
        for person in PEOPLE:
            self.entrance.set_password(person, PASSWORD)
        self.app = application(
            self.runner,
            self.entrance,
            journal,
            ("127.0.0.1", "localhost"),
            paces or Paces(sign_in=(1000, 100.0)),
        )
        self.server = uvicorn.Server(
            uvicorn.Config(self.app, port=0, log_level="warning", lifespan="on", ws="websockets-sansio")
        )
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self.asked = 0

    def start(self) -> None:
        self.runner.start()
        self._thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(10)
        self.runner.stop()
        if self.store is not None:
            self.journal.stop()
            self.store.close()
        self.entrance.close()

    # Without HTTP.

    def must(self, kind: type[ask.Command], by: str, **more: Any) -> Answer:
        self.asked += 1
        found = self.runner.submit(kind(id=f"house {self.asked}", by=by, **more)).result(PATIENCE)
        assert found.done, found.why
        return found

    def read(self, function: Callable[[Core], Any]) -> Any:
        return self.runner.read(function).result(PATIENCE)

    def table(self, name: str, table: str = "t", **more: Any) -> str:
        rules = game(name).rules
        options = {
            key: value for key, value in (("minimum", "5"), ("maximum", "500")) if key in rules.option_rows
        } | more.pop("options", {})
        self.must(
            ask.OpenTable,
            "boss",
            setup={
                "table": table,
                "game": name,
                "options": options,
                "betting": 5000,
                "deciding": 5000,
                "pause": 1000,
                **more,
            },
        )
        return table

    def terminal(self, name: str, amount: int = 100_000) -> str:
        """A terminal with credits, and the code by which a browser becomes it."""
        self.must(ask.EnrolTerminal, "boss", terminal=name)
        if amount:
            self.must(ask.TakeCash, "helper", terminal=name, amount=amount)
        return self.entrance.code_for(name)


class Browser:
    """Somebody with cookies."""

    def __init__(self, house: Running) -> None:
        self.house = house
        self.http = httpx.Client(base_url=house.url, headers={"origin": house.url}, timeout=PATIENCE)
        self.asked = 0

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def sign_in(self, person: str, password: str = PASSWORD) -> Browser:
        return self._came_in(self.post("/api/sign-in", person=person, password=password))

    def enrol(self, code: str) -> Browser:
        return self._came_in(self.post("/api/enrol", code=code))

    def _came_in(self, answer: httpx.Response) -> Browser:
        assert answer.status_code == 200, answer.text
        self.http.headers["x-csrf-token"] = answer.json()["csrf"]
        return self

    def ask(self, do: str, **body: Any) -> httpx.Response:
        self.asked += 1
        return self.post("/api/commands", **{"id": f"b{self.asked}", "do": do, **body})

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())


class Line:
    """A socket of a terminal."""

    def __init__(self, house: Running, browser: Browser | None = None, origin: str = "") -> None:
        headers = {"cookie": browser.cookie} if browser else {}
        self._open = connect(
            f"ws://127.0.0.1:{house.port}/api/feed", origin=origin or house.url, additional_headers=headers
        )  # type: ignore[arg-type]  # an origin is a type of its own there
        self.socket: ClientConnection = self._open.__enter__()

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def until(self, key: str, wanted: Any = lambda value: True, seconds: float = PATIENCE) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = json.loads(self.socket.recv(timeout=max(0.1, end - time.monotonic())))
            if key in message and wanted(message[key]):
                return message[key]
        raise AssertionError(f"no {key} came")

    def ask(self, id: str, do: str, **more: Any) -> dict[str, Any]:
        self.send(ask={"id": id, "do": do, **more})
        found: dict[str, Any] = self.until("answer", lambda answer: answer["id"] == id)
        return found

    def close(self) -> None:
        self._open.__exit__(None, None, None)


@contextlib.contextmanager
def running(**more: Any) -> Iterator[Running]:
    house = Running(**more)
    house.start()
    try:
        yield house
    finally:
        house.stop()
