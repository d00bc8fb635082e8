"""Stores for tests: SQLite always, PostgreSQL where a server can be started privately."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.randomness.source import SeededEntropy
from croupier.server.runner import Runner
from croupier.server.store import Store
from tests.outside import missing
from tests.server.cluster import Cluster
from tests.server.floors import Asking, begin
from tests.server.runners import Clock

NAMES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.turn))
"""One store is enough for every day: the other takes turns."""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests that need one."""
    try:
        made = Cluster()
    except OSError as error:
        missing("postgresql", str(error))
    yield made
    made.stop()


@pytest.fixture(params=NAMES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that does not exist yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    made: Cluster = request.getfixturevalue("cluster")
    return made.database()


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Open stores that are closed at the end."""
    stores: list[Store] = []

    def make(where: str) -> Store:
        stores.append(Store(where))
        return stores[-1]

    yield make
    for one in stores:
        one.close()


@pytest.fixture
def store(url: str, opened: Callable[[str], Store]) -> Store:
    return opened(url)


@pytest.fixture
def run() -> Iterator[Callable[..., Asking]]:
    """Runners that are stopped at the end."""
    runners: list[Runner] = []

    def make(store: Store, speed: float = 0, prefix: str = "c", **more: Any) -> Asking:
        if not store.head().seq:
            begin(store)
        runners.append(
            Runner(store, Clock(speed), more.pop("entropy", SeededEntropy(1)), **{"tick": 0.02, **more})
        )
        return Asking(runners[-1].start(), prefix)

    yield make
    for one in runners:
        one.stop()
