"""Where the pieces of a simulation are done: on the cores of this machine, on Dask, or on Ray.

The sums are the same.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib import import_module
from typing import Any, Protocol, TypeVar

from croupier.errors import BadInput, unknown

Progress = Callable[[int, int], None]
"""Called with the rounds done and the rounds to do."""
QUIET = 2.0
"""Report no progress for this many seconds."""


class Sum(Protocol):
    """The result of a piece. It adds to others of its kind, and knows how many draws it stands for."""

    @property
    def draws(self) -> int:
        """The draws that were made."""

    def __add__(self, other: Any, /) -> Any:
        """Add two results."""


T = TypeVar("T", bound=Sum)
T_co = TypeVar("T_co", bound=Sum, covariant=True)


class Workload(Protocol[T_co]):
    """What an engine is handed. It travels to where it is done, so it must be a plain value."""

    @property
    def rounds(self) -> int:
        """The draws to make."""

    def pieces(self, workers: int = 1) -> Sequence[Any]:
        """Cut the work into pieces."""

    def empty(self) -> T_co:
        """Return the result of nothing done yet."""

    def run(self, piece: Any) -> T_co:
        """Do one piece."""


Engine = Callable[[Workload[T], Sequence[Any], int], Iterator[T]]
"""Does the pieces with this many workers, and yields each result as it comes."""


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    work: Workload[T], engine: str = "local", workers: int | None = None, progress: Progress | None = None
) -> T:
    """Do all the pieces and add them up. Report progress after the first two seconds."""
    if engine not in ENGINES:
        raise unknown("engine", engine, ENGINES)
    if workers is not None and workers < 1:
        raise BadInput(f"a simulation needs at least one worker, not {workers}")
    number = workers or cores()
    total = work.empty()
    started = time.monotonic()
    for part in ENGINES[engine](work, work.pieces(number), number):
        total = total + part
        if progress is not None and time.monotonic() - started > QUIET:
            progress(total.draws, work.rounds)
    return total


def _local(work: Workload[T], pieces: Sequence[Any], workers: int) -> Iterator[T]:
    """Use threads: the kernels hold no lock while they run."""
    if workers == 1 or len(pieces) <= 1:
        yield from map(work.run, pieces)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting = [pool.submit(work.run, piece) for piece in pieces]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            for left in waiting:
                left.cancel()


def _dask(work: Workload[T], pieces: Sequence[Any], workers: int) -> Iterator[T]:
    """Use the cluster of the active Dask client, or its threads here."""
    dask = _extra("dask")
    held = dask.delayed(work, traverse=False)
    wave = 4 * workers
    for first in range(0, len(pieces), wave):
        tasks = [dask.delayed(_do)(held, piece) for piece in pieces[first : first + wave]]
        yield from dask.compute(*tasks)


def _ray(work: Workload[T], pieces: Sequence[Any], workers: int) -> Iterator[T]:
    """Use the cluster that Ray is connected to, or one that it starts here."""
    ray = _extra("ray")
    if not ray.is_initialized():
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    held = ray.put(work)
    task = ray.remote(_do)
    pending = [task.remote(held, piece) for piece in pieces]
    while pending:
        done, pending = ray.wait(pending)
        yield from ray.get(done)


def _do(work: Workload[T], piece: Any) -> T:
    """Do one piece, wherever this is called."""
    return work.run(piece)


def _extra(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise BadInput(
            f"the engine {name} is not installed; "
            f"install it with: pip install 'croupier[{name}]', or use the engine local"
        ) from None


ENGINES: dict[str, Engine[Any]] = {"local": _local, "dask": _dask, "ray": _ray}
"""The engines by name."""
