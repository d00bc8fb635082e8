"""Terminals for the bench of the server: hundreds of real sockets in one process.

Each sends its commands when they are due, whether or not the last one was answered.

python -m bench.terminals PLAN RESULT: the plan says where the server is and who plays what. The result says
when each command was due and answered, and when each round was told to whom.
"""

from __future__ import annotations

import asyncio
import base64
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

AT_ONCE = 16
"""Terminals that come in at the same time."""
PATIENCE = 10.0
"""Wait this many seconds for answers and results after the last command was due."""
ROULETTE = (
    "red",
    "black",
    "odd",
    "even",
    "low",
    "high",
    "dozen:1",
    "dozen:2",
    "column:3",
    *(f"straight:{number}" for number in range(1, 37)),
)
DICE = ("small", "big", "odd", "even", "any-triple", *(f"total-{number}" for number in range(4, 18)))


class LoadPlan(msgspec.Struct):
    """What is to be done."""

    host: str
    port: int
    seconds: float
    commands: int
    password: str
    tables: list[str]
    terminals: dict[str, tuple[str, str, str]]
    """By name: the code by which it is enrolled, the table, and how it plays."""


class LoadResult(msgspec.Struct):
    """What was seen."""

    commands: list[tuple[float, float, bool, str]] = []
    """When it was due, milliseconds until answered (negative: never), whether it was done, why not."""
    told: list[tuple[str, str, int, float]] = []
    """Terminal, table, round, milliseconds from the result to its settlement."""
    began: float = 0
    ended: float = 0
    late: float = 0
    """The most milliseconds a command was sent after it was due: how far the terminals were behind."""
    cpu: float = 0
    """Processor seconds that the terminals took from the first command to the last."""
    broken: int = 0
    bytes: int = 0
    messages: int = 0


class _Last(msgspec.Struct):
    round: int
    at: int


class _Question(msgspec.Struct):
    who: str
    acts: dict[str, Any]


class _SeenTable(msgspec.Struct):
    phase: str
    wagers: list[dict[str, Any]] = []
    mine: list[str] = []
    acts: list[_Question] = []
    last: _Last | None = None


class _Seen(msgspec.Struct):
    tables: dict[str, _SeenTable]


class _Answer(msgspec.Struct):
    id: str
    done: bool
    why: str = ""


class _Message(msgspec.Struct):
    answer: _Answer | None = None
    view: _Seen | None = None


_decode = msgspec.json.Decoder(_Message).decode
_encode = msgspec.json.Encoder().encode


def frame(text: bytes) -> bytes:
    """Return a text frame of a client. Its mask is nought, which leaves the text as it is."""
    size = len(text)
    head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + text


class BenchTerminal(asyncio.Protocol):
    """One socket."""

    def __init__(
        self, name: str, table: str, plays: str, cookie: str, plan: LoadPlan, result: LoadResult
    ) -> None:
        self.name, self.table, self.plays, self.cookie, self.plan, self.result = (
            name,
            table,
            plays,
            cookie,
            plan,
            result,
        )
        self.open = asyncio.get_running_loop().create_future()
        self.seen: _SeenTable | None = None
        self.waiting: dict[str, float] = {}
        self.rounds: set[int] = set()
        self.closed = False
        self._buffer = bytearray()
        self._upgraded = False
        self._number = sum(map(ord, name))

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        place = f"{self.plan.host}:{self.plan.port}"
        lines = (
            "GET /api/feed HTTP/1.1",
            f"Host: {place}",
            f"Origin: http://{place}",
            f"Cookie: {self.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
        )
        transport.write(
            "\r\n".join(
                [*lines, f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "", ""]
            ).encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.open.done():
            self.open.set_exception(ConnectionError(f"{self.name}: {error or bytes(self._buffer[:200])!r}"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        buffer = self._buffer
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            del buffer[: end + 4]
            self._upgraded = True
            self.send({"watch": {"tables": [self.table]}})
            self.open.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            size, head = buffer[at + 1], 2
            if size == 126:
                head = 4
            elif size == 127:
                head = 10
            if len(buffer) - at < head:
                break
            if head > 2:
                size = int.from_bytes(buffer[at + 2 : at + head], "big")
            if len(buffer) - at < head + size:
                break
            if buffer[at] & 15 == 1:
                self.heard(bytes(buffer[at + head : at + head + size]))
            elif buffer[at] & 15 == 9:  # asked whether it is still there
                self.transport.write(
                    bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + bytes(buffer[at + head : at + head + size])
                )
            at += head + size
        del buffer[:at]

    def send(self, value: Any) -> None:
        self.transport.write(frame(_encode(value)))

    def heard(self, text: bytes) -> None:
        at = time.time()
        self.result.messages += 1
        self.result.bytes += len(text)
        message = _decode(text)
        if message.answer is not None:
            due = self.waiting.pop(message.answer.id, 0.0)
            if due:
                self.result.commands.append((due, (at - due) * 1000, message.answer.done, message.answer.why))
        elif message.view is not None:
            self.seen = message.view.tables.get(self.table)
            last = self.seen.last if self.seen else None
            if last is not None and last.round not in self.rounds:
                self.rounds.add(last.round)
                self.result.told.append((self.name, self.table, last.round, at * 1000 - last.at))

    def act(self, number: int) -> str:
        """Return what is done next: wagers, some of them taken back, and decisions where one is asked."""
        bets = {"roulette": ROULETTE, "sic-bo": DICE}.get(self.plays)
        if bets:
            return (
                f"remove {bets[(self._number + number - 1) % len(bets)]}"
                if number % 4 == 3
                else f"bet {bets[(self._number + number) % len(bets)]} 1"
            )
        wager, seen = (
            ("main" if self.plays == "blackjack" else ("player", "banker")[self._number % 2]),
            self.seen,
        )
        if seen is not None and seen.phase == "waits":
            for question in seen.acts:
                if question.who != "*":
                    return next(
                        (act for act in ("stand", "decline", "no") if question.acts.get(act, "") is None),
                        "stand",
                    )
            return "stand"
        mine = seen is not None and any(str(one.get("seat")) in seen.mine for one in seen.wagers)
        return f"remove {wager}" if mine and number % 3 == 2 else f"bet {wager} 5"

    def ask(self, number: int, due: float) -> None:
        """Send one command."""
        if self.closed:
            self.result.broken += 1
            return
        self.waiting[f"n{number}"] = due
        self.result.late = max(self.result.late, (time.time() - due) * 1000)
        self.send({"ask": {"id": f"n{number}", "do": "play", "table": self.table, "act": self.act(number)}})


async def posted(
    plan: LoadPlan, path: str, body: Any, source: str, cookie: str = "", token: str = ""
) -> tuple[dict[str, Any], str]:
    """Post one request on a connection of its own. Return the answer, and the cookie that came with it."""
    reader, writer = await asyncio.open_connection(plan.host, plan.port, local_addr=(source, 0))
    place, content = f"{plan.host}:{plan.port}", _encode(body)
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {place}",
        f"Origin: http://{place}",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        "Connection: close",
    ]
    lines += [f"Cookie: {cookie}", f"X-CSRF-Token: {token}"] if cookie else []
    writer.write("\r\n".join([*lines, "", ""]).encode() + content)
    head, _, text = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if not head.startswith(b"HTTP/1.1 200"):
        raise ConnectionError(f"{path}: {head.splitlines()[0].decode()} {text.decode()}")
    cookies = [
        line.split(b":", 1)[1].split(b";")[0].strip().decode()
        for line in head.splitlines()
        if line.lower().startswith(b"set-cookie:")
    ]
    return msgspec.json.decode(text), cookies[0] if cookies else ""


async def come_in(plan: LoadPlan, result: LoadResult) -> list[BenchTerminal]:
    """Enrol every terminal from an address of its own, and open its socket."""
    turns, loop = asyncio.Semaphore(AT_ONCE), asyncio.get_running_loop()

    async def one(number: int, name: str) -> BenchTerminal:
        async with turns:
            code, table, plays = plan.terminals[name]
            source = f"127.1.{number // 250}.{number % 250 + 1}"
            _, cookie = await posted(plan, "/api/enrol", {"code": code}, source)
            made: BenchTerminal = (
                await loop.create_connection(
                    lambda: BenchTerminal(name, table, plays, cookie, plan, result),
                    plan.host,
                    plan.port,
                    local_addr=(source, 0),
                )
            )[1]
            await made.open
            return made

    return await asyncio.gather(*(one(number, name) for number, name in enumerate(plan.terminals)))


async def until(happens: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, for at most this many seconds."""
    end = time.monotonic() + seconds
    while not happens() and time.monotonic() < end:
        await asyncio.sleep(0.02)


async def play(plan: LoadPlan) -> LoadResult:
    """Come in, let the tables open, send each command when it is due, wait for what is still to come."""
    result = LoadResult()
    terminals = await come_in(plan, result)
    who, cookie = await posted(
        plan, "/api/sign-in", {"person": "boss", "password": plan.password}, "127.1.100.1"
    )
    await until(lambda: all(one.seen is not None for one in terminals), 20)
    for table in plan.tables:
        await posted(
            plan,
            "/api/commands",
            {"id": f"open {table}", "do": "change-table", "table": table, "open": True},
            "127.1.100.1",
            cookie,
            who["csrf"],
        )
    await until(lambda: all(one.seen is not None and one.seen.phase == "open" for one in terminals), 20)
    print("begun", flush=True)
    loop, clock = asyncio.get_running_loop(), time.time() - asyncio.get_running_loop().time()
    result.began, spent = time.time() + 0.2, time.process_time()
    gap = plan.seconds / plan.commands
    for at, one in enumerate(terminals):
        for number in range(plan.commands):
            due = result.began + number * gap + gap * at / len(terminals)
            loop.call_at(due - clock, one.ask, number, due)
    await asyncio.sleep(result.began + plan.seconds - time.time())
    result.ended, result.cpu = time.time(), time.process_time() - spent
    await until(lambda: not any(one.waiting for one in terminals), PATIENCE)
    await asyncio.sleep(PATIENCE / 2)
    print("done", flush=True)
    result.commands += [
        (due, -1.0, False, "never answered") for one in terminals for due in one.waiting.values()
    ]
    result.broken += sum(one.closed for one in terminals)
    for one in terminals:
        one.transport.close()
    return result


if __name__ == "__main__":
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=LoadPlan)
    Path(sys.argv[2]).write_bytes(msgspec.json.encode(asyncio.run(play(plan))))
