"""`croupier serve` as people start it: a process, HTTP, a socket, rounds; stopped and started again;
and two of them on one database.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from croupier.server.auth import Entrance
from croupier.server.checking import audit
from croupier.server.store import Store
from tests.server.cluster import Cluster
from tests.server.floors import PATIENCE

PASSWORD = "a password for tests"
QUICK = {"betting": 4000, "deciding": 1000, "pause": 500}


def begun(view: dict[str, Any]) -> bool:
    """Whether there is still time for a wager: the view may have waited for somebody to look at it."""
    table = view["tables"]["r"]
    return table["phase"] == "open" and table["deadline"] - time.time() * 1000 > 2500


class Server:
    """A process that serves a floor."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--port", "0", "--no-demo", *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if line.startswith("Stop it"):
                break
        found = re.search(r"The floor is at (http://127\.0\.0\.1:\d+)", self.said)
        assert found, self.said
        self.url = found[1]

    @property
    def first_password(self) -> str:
        found = re.search(r"First password of manager, shown this once: (\S+)", self.said)
        return found[1] if found else ""

    def stop(self) -> str:
        """Stop it as ctrl-C does; the rest of what it says."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return said


class Client:
    """A browser at one of the servers, with a socket."""

    def __init__(self, server: Server, path: str = "", cookies: Any = None, **body: Any) -> None:
        self.url, self.number = server.url, 0
        self.socket: Any = None
        self.http = httpx.Client(
            base_url=server.url, headers={"origin": server.url}, cookies=dict(cookies or {}), timeout=PATIENCE
        )
        answer = self.http.post(path, json=body) if path else self.http.get("/api/me")
        assert answer.status_code == 200, answer.text
        self.http.headers["x-csrf-token"] = answer.json()["csrf"]

    def ask(self, do: str, **body: Any) -> dict[str, Any]:
        self.number += 1
        answer = self.http.post("/api/commands", json={"id": f"{id(self)}-{self.number}", "do": do, **body})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def must(self, do: str, **body: Any) -> dict[str, Any]:
        found = self.ask(do, **body)
        assert found["done"], found
        return found

    def watch(self, *tables: str) -> None:
        cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        self._open = connect(
            f"ws{self.url[4:]}/api/feed", origin=self.url, additional_headers={"cookie": cookie}
        )  # type: ignore[arg-type]  # an origin is a type of its own there
        self.socket = self._open.__enter__()
        self.socket.send(json.dumps({"watch": {"tables": tables}}))

    def sees(self, wanted: Callable[[dict[str, Any]], Any], seconds: float = PATIENCE) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = json.loads(self.socket.recv(timeout=max(0.1, end - time.monotonic())))
            if "view" in message and wanted(message["view"]):
                found: dict[str, Any] = message["view"]
                return found
        raise AssertionError("it was not seen")

    def close(self) -> None:
        if self.socket is not None:
            self._open.__exit__(None, None, None)
        self.http.close()


@pytest.fixture
def start() -> Iterator[Callable[..., Server]]:
    """Servers that are stopped at the end."""
    servers: list[Server] = []

    def make(*arguments: str) -> Server:
        servers.append(Server(*arguments))
        return servers[-1]

    yield make
    for one in servers:
        if one.process.poll() is None:
            one.stop()


def manager(server: Server) -> Client:
    """The first manager, who chooses a password of his own the first time."""
    if not server.first_password:
        return Client(server, "/api/sign-in", person="manager", password=PASSWORD)
    first = Client(server, "/api/sign-in", person="manager", password=server.first_password)
    answer = first.http.post("/api/password", json={"old": server.first_password, "new": PASSWORD})
    assert answer.status_code == 200
    first.http.headers["x-csrf-token"] = answer.json()["csrf"]
    return first


def terminal(server: Server, boss: Client, name: str, amount: int = 0) -> Client:
    """A terminal at a server, enrolled by a manager who may have signed in at another."""
    code = boss.http.post("/api/terminals", json={"terminal": name}).json()["code"]
    if amount:
        boss.must("take-cash", terminal=name, amount=amount)
    return Client(server, "/api/enrol", code=code)


def furnished(boss: Client, game: str = "house/roulette") -> None:
    boss.must(
        "open-table",
        setup={"table": "r", "game": game, "options": {"minimum": "5", "maximum": "500"}, **QUICK},
    )


@pytest.mark.deep
def test_a_floor_is_served_stopped_and_served_again(
    url: str, start: Callable[..., Server], tmp_path: Path
) -> None:
    where = ["--url", url] if url.startswith("postgresql") else ["--file", url.removeprefix("sqlite:///")]
    server = start(*where)
    boss = manager(server)
    furnished(boss)
    player = terminal(server, boss, "terminal-1", 100_000)
    player.watch("r")
    player.must("join", table="r")
    player.sees(begun)
    player.must("play", table="r", act="bet red 10")
    last = player.sees(lambda view: view["tables"]["r"]["last"])["tables"]["r"]["last"]
    assert last["bet"] == "10" and last["draws"][0].startswith("spin ")
    number = player.must("print-voucher")["given"]["voucher"]
    boss.must("take-cash", terminal="terminal-1", amount=1234)
    books = boss.http.get("/api/books").json()
    found = boss.http.get("/api/audit").json()
    assert found["chain"] and found["right"]
    boss.http.post("/api/terminals", json={"terminal": "terminal-2"})
    player.close()
    assert "everything is stored" in server.stop()

    again = start(*where)
    assert not again.first_password, "a password is shown once"
    kept = Client(again, cookies=player.http.cookies.items())
    me = kept.http.get("/api/me").json()
    assert me["who"] == "terminal-1" and me["terminal"]["credits"] == "12.34", (
        "the terminal is still enrolled, with its credits"
    )
    kept.watch("r")
    assert kept.sees(lambda view: view["tables"]["r"]["last"])["tables"]["r"]["last"] == last
    assert not kept.ask("insert-voucher", number="1" * 18)["done"]
    kept.must("insert-voucher", number=number)
    second = manager(again)
    rows = {row["terminal"]: row for row in second.http.get("/api/books").json()["terminals"]}
    assert (
        rows["terminal-1"]["meters"]["cash-in"]
        == next(row for row in books["terminals"] if row["terminal"] == "terminal-1")["meters"]["cash-in"]
    )
    kept.close()
    again.stop()
    store = Store(url, make=False)
    assert audit(store).bad is None
    store.close()


@pytest.mark.deep
def test_two_servers_share_one_floor(cluster: Cluster, start: Callable[..., Server]) -> None:
    url = cluster.database()
    left = start("--url", url)
    right = start("--url", url)
    assert not right.first_password
    boss = manager(left)
    furnished(boss, "house/blackjack")
    here, there = terminal(left, boss, "here", 100_000), terminal(right, boss, "there", 100_000)
    for one in (here, there):
        one.watch("r")
        one.must("join", table="r")
    # A bet through one server is seen by a terminal on the other, and both are told the same result.
    here.sees(begun)
    for one in (here, there):
        one.must("play", table="r", act="bet main 10")
    for one in (here, there):
        view = one.sees(lambda view: len(view["tables"]["r"]["wagers"]) == 2)
        assert view["me"]["credits"] == "990"
    lasts = [
        one.sees(lambda view: view["tables"]["r"]["last"])["tables"]["r"]["last"] for one in (here, there)
    ]
    assert lasts[0]["draws"] == lasts[1]["draws"] and lasts[0]["round"] == lasts[1]["round"]
    # A voucher is paid once, wherever it is put in.
    number = here.must("print-voucher")["given"]["voucher"]
    assert there.must("insert-voucher", number=number)["done"]
    again = here.ask("insert-voucher", number=number)
    assert not again["done"] and again["why"] == "this voucher has been paid already"
    # A session that began at one server is known to the other, and one that is ended ends in both.
    other = httpx.Client(
        base_url=right.url, headers={"origin": right.url}, cookies=dict(boss.http.cookies.items())
    )
    assert other.get("/api/books").status_code == 200
    assert boss.http.post("/api/sign-out", json={}).status_code == 200
    end = time.monotonic() + PATIENCE
    while other.get("/api/books").status_code != 401 and time.monotonic() < end:
        time.sleep(0.2)
    assert other.get("/api/books").status_code == 401
    # The one that told the time goes, and the other goes on.
    here.close()
    left.stop()
    before = Store(url, make=False).head().seq
    there.sees(begun)
    there.must("play", table="r", act="bet main 5")
    there.sees(lambda view: (view["tables"]["r"]["last"] or {}).get("bet") == "5", 40)
    there.close()
    right.stop()
    store = Store(url, make=False)
    assert store.head().seq > before and audit(store).bad is None
    store.close()


def test_a_session_that_another_process_ended_is_over_here_too(url: str) -> None:
    now = [0]
    people = url.replace("floor.db", "people.db")
    one, other = Entrance(people, lambda: now[0]), Entrance(people, lambda: now[0])
    token, session = one.begin("boss", "person")
    found = other.of(token)
    assert found is not None and found.who == "boss" and other.alive(session)
    one.end_all("boss")
    assert other.of(token) is not None  # it has not looked yet
    now[0] += 6_000
    assert other.of(token) is None and not other.alive(session)
    code = one.code_for("t")
    assert other.terminal_of(code) == "t" and one.terminal_of(code) == ""
    one.close()
    other.close()
