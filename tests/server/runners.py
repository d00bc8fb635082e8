"""What tests of the runner work with: a clock, a store that fails, and waiting for something to happen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier.floor.core import Core
from croupier.server.store import Store, Turn
from tests.server.floors import NOW, PATIENCE, Asking, bad_entry


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


def until(happens: Callable[[], Any], seconds: float = PATIENCE) -> Any:
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
    assert bad_entry(store) is None
