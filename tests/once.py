"""Work that several tests need is done once a test run, by whichever worker asks first."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, cast

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows: every worker does the work for itself
    fcntl = None  # type: ignore[assignment]  # asked for before it is used

T = TypeVar("T")
FOLDER = "CROUPIER_TEST_RUN"
"""The environment variable that names the folder of this test run; tests/conftest.py makes and removes it."""
_here: dict[str, object] = {}


def folder() -> Path | None:
    """Return the folder that all workers of this run share."""
    return Path(os.environ[FOLDER]) if os.environ.get(FOLDER) else None


def once(key: str, make: Callable[[], T]) -> T:
    """Return what `make` returns; it is called at most once for a key, and other workers wait for it."""
    if key not in _here:
        shared = folder()
        _here[key] = make() if shared is None or fcntl is None else _shared(shared, key, make)
    return cast(T, _here[key])


def _shared(shared: Path, key: str, make: Callable[[], T]) -> T:
    name = hashlib.sha256(key.encode()).hexdigest()[:24]
    made = shared / f"{name}.pickle"
    with _locked(shared / f"{name}.lock"):
        if made.is_file():
            return cast(T, pickle.loads(made.read_bytes()))
        found = make()
        made.write_bytes(pickle.dumps(found))
        return found


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
