"""A floor behind the real store and the real runner, whose time stands until somebody moves it on."""

from __future__ import annotations

from typing import Any

from croupier.floor.commands import Command, Deal, Tick
from croupier.floor.core import Answer, Core
from croupier.floor.state import Round
from croupier.randomness.source import SeededEntropy
from croupier.server.runner import Runner
from croupier.server.store import Store
from tests.floor.house import SECOND, House
from tests.server.floors import PATIENCE

A_DAY = 86_400.0
"""Seconds."""


class StoredHouse(House):
    """A floor that is stored; everything is asked of it as the server asks."""

    def __init__(self, store: Store, seed: int | str, prefix: str, **more: Any) -> None:
        """Run it; commands have ids with a prefix that was never used before."""
        self.store, self.prefix, self.asked = store, prefix, 0
        self.now = store.head().at
        self.at = ""
        """The table at which time passes."""
        self.done: set[str] = set()
        """Names of commands that were carried out."""
        # Of several processes on one store one tells the time. It is told here, and not by the runner.
        assert store.lease(prefix, A_DAY)
        self.runner = Runner(store, lambda: self.now, SeededEntropy(seed), tick=A_DAY, **more).start()

    @property
    def core(self) -> Core:  # type: ignore[override]  # the runner's, which rests between two commands
        found = self.runner._core
        assert found is not None, self.runner.failed
        return found

    def stop(self) -> None:
        self.runner.stop()
        self.store.release(self.prefix)

    def ask(self, kind: type[Command], by: str, **more: Any) -> Answer:
        self.asked += 1
        return self._submit(kind(id=f"{self.prefix}-{self.asked}", by=by, **more))

    def _submit(self, command: Any) -> Answer:
        found = self.runner.submit(command).result(PATIENCE)
        self.done |= {command.name} if found.done else set()
        return found

    def refused(self, kind: type[Command], by: str, **more: Any) -> str:
        """Give a command that must be refused; why."""
        found = self.ask(kind, by, **more)
        assert not found.done and not found.events, f"{kind.__name__} by {by} was not refused"
        return found.why

    def tick(self, seconds: float = 0) -> Answer:
        """Let time pass at the table at hand, as the runner itself does it."""
        self.now += int(seconds * SECOND)
        found = self._submit(Tick(id="", by="system", table=self.at))
        assert found.done, found.why
        return found

    def next_round(self, table: str = "t") -> None:
        self.at = table
        super().next_round(table)

    def round(self, table: str = "t") -> Round:
        self.at = table
        return super().round(table)

    def finish(self, table: str = "t") -> Round:
        self.at = table
        return super().finish(table)

    def deal(self, table: str, *acts: str) -> None:
        """Let the dealer of a live table do something, or enter what he sees."""
        for act in acts:
            self.must(Deal, "dealer", table=table, act=act)
