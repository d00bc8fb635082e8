"""A line of the bench, and how its figures are taken."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class BenchRow:
    """One comparison: two figures and their ratio, and whether that meets the target."""

    what: str
    unit: str
    ours: float | None = None
    peer: float | None = None
    peer_name: str = ""
    ratio: float | None = None
    """How many times as good ours is; for times, the difference in the unit."""
    target: str = ""
    met: bool | None = None
    note: str = ""


def say(text: str) -> None:
    end = "\r" if sys.stderr.isatty() else "\n"
    print(
        f"bench: {text}".ljust(78) if end == "\r" else f"bench: {text}", end=end, file=sys.stderr, flush=True
    )


def timed(play: Callable[[int], None], step: int, seconds: float) -> float:
    """Return rolls a second, measured for this many seconds."""
    play(step)
    done, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        play(step)
        done += step
    return done / spent
