"""A process with a runner under load, to be killed:
it says which commands were acknowledged, one a line, and before that which it asks for.

python -m tests.server.child URL NAME SEED
"""

from __future__ import annotations

import random
import sys
import threading
from typing import Any

import msgspec

from croupier.floor import commands as ask
from croupier.server.clock import now_ms
from croupier.server.runner import Runner
from croupier.server.store import Store

TERMINALS = [f"terminal-{number}" for number in range(6)]
TABLES = ("t", "u")
_SAY = threading.Lock()


def say(word: str, **more: Any) -> None:
    with _SAY:
        sys.stdout.write(word + " " + msgspec.json.encode(more).decode() + "\n")
        sys.stdout.flush()


def load(runner: Runner, name: str, seed: int) -> None:
    """Bets, cash of amounts that occur once, vouchers; each is acknowledged before the next."""
    chance = random.Random(f"{name} {seed}")
    voucher = ""
    for number in range(100_000):
        id = f"{name}-{seed}-{number}"
        terminal = chance.choice(TERMINALS)
        command: ask.Asked
        if voucher:
            command = ask.InsertVoucher(id=id, by=terminal, number=voucher)
        elif chance.random() < 0.3:
            command = ask.PrintVoucher(id=id, by=terminal)
        elif chance.random() < 0.5:
            command = ask.Play(id=id, by=terminal, table=TABLES[int(terminal[-1]) % 2], act="bet red 5")
        else:
            command = ask.TakeCash(id=id, by="helper", terminal=terminal, amount=chance.randrange(1, 10**8))
        say("ask", command=command)
        answer = runner.submit(command).result(60)
        say("ack", id=id, done=answer.done, given=answer.given)
        voucher = answer.given.get("voucher", "") if answer.done else ""


def main(url: str, name: str, seed: str) -> None:
    store = Store(url)
    # Time runs faster, so that rounds are played while it lasts.
    began = now_ms()
    with Runner(store, lambda: began + (now_ms() - began) * 10, tick=0.02, snapshot_every=200) as runner:
        say("begun")
        threads = [
            threading.Thread(target=load, args=(runner, f"{name}-{number}", int(seed)), daemon=True)
            for number in range(4)
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
