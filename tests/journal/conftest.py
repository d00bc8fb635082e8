"""The kept journal in a store of its own for each test: on SQLite, and in deep runs on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.server.store import Store
from tests.journal.keeping import Kept, read
from tests.server.cluster import Cluster
from tests.server.conftest import cluster

__all__ = ["cluster"]


@pytest.fixture(scope="module")
def kept() -> Kept:
    return read()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])
def url(request: pytest.FixtureRequest, tmp_path: Path, kept: Kept) -> str:
    """The store that the journal was taken from, made anew and not opened yet."""
    where = f"sqlite:///{tmp_path / 'floor.db'}"
    if request.param == "postgresql":
        server: Cluster = request.getfixturevalue("cluster")
        where = server.database()
    kept.load(where)
    return where


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """The same, opened."""
    made = Store(url)
    yield made
    made.close()
