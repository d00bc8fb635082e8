"""Which tests run when. CONTRIBUTING.md tells which command runs which tier.

A test without a mark runs in `make test`. A test marked `turn` runs there every eighth commit, a test marked
`deep` never, unless its name begins with one of those that the mark lists under `always`. `make deep` runs
everything, in parts; `.ci/run` an eighth of what `make test` left out. Tests of one file about one game stay
together, so that what they share is worked out once.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Container, Iterable
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from croupier.rulebook.load import game_ids

TESTS = Path(__file__).parent
TURNS = 8
GAME = "CROUPIER_GAME"
"""The environment variable that names the one game that a run is about."""
SEED = "CROUPIER_SEED"
"""The environment variable with the seed that `make deep` drew for random rounds."""


def chosen_games() -> list[str]:
    """List the games that this run is about: all, or the one that was asked for."""
    asked = os.environ.get(GAME)
    return [asked] if asked else list(game_ids())


def fresh_seed() -> int:
    """Return the seed of this deep run, or nothing in a run whose rounds are always the same."""
    return int(os.environ.get(SEED) or 0)


@cache
def turn() -> int:
    """Return whose turn it is: it moves on with every commit."""
    asked = os.environ.get("CROUPIER_TURN")
    if asked:
        return int(asked) % TURNS
    command = ["git", "-C", str(TESTS), "rev-list", "--count", "HEAD"]
    counted = subprocess.run(command, capture_output=True, text=True, check=False) if _has_git() else None
    return int(counted.stdout) % TURNS if counted is not None and counted.returncode == 0 else 0


def _has_git() -> bool:
    from shutil import which

    return which("git") is not None


def in_turn(values: Iterable[Any], always: Container[Any] = ()) -> list[Any]:
    """Make parameters of values; those that are not tried always take turns."""
    return [value if value in always else pytest.param(value, marks=pytest.mark.turn) for value in values]


def game_of(item: pytest.Item) -> str:
    """Find the game that a test is about:
    a parameter that is its id or has it, or settings that begin with it.
    """
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    firsts = (
        param[0] if isinstance(param, tuple) and param else getattr(param, "id", param) for param in params
    )
    texts = (one.partition(" ")[0] for one in firsts if isinstance(one, str))
    return next((one for one in texts if one in _known()), "")


@cache
def _known() -> frozenset[str]:
    return frozenset(game_ids())


def place_of(item: pytest.Item) -> int:
    """Number a test for parts:
    tests of one file about one game have one number, but those that take long by themselves.
    """
    apart = item.get_closest_marker("deep") is not None
    about = item.nodeid if apart else game_of(item) or item.nodeid
    return crc32(f"{item.path.name} {about}".encode())


def in_make_test(item: pytest.Item) -> bool:
    """Whether `make test` runs a test at this commit."""
    mark = item.get_closest_marker("deep") or item.get_closest_marker("turn")
    if mark is None or item.name.startswith(tuple(mark.kwargs.get("always", ()))):
        return True
    return mark.name == "turn" and crc32(item.nodeid.encode()) % TURNS == turn()


def is_of_tier(item: pytest.Item, tier: str) -> bool:
    """Whether a test belongs to a tier:
    `test`, `check` (all but deep tests), `deep` (all), `rest` (not `test`).
    """
    if tier == "check":
        return in_make_test(item) or bool(item.get_closest_marker("turn"))
    return {"test": in_make_test(item), "deep": True, "rest": not in_make_test(item)}[tier]


def is_of_part(item: pytest.Item, part: str) -> bool:
    """Whether a test belongs to a part like `3/24`."""
    number, _, parts = part.partition("/")
    return place_of(item) % int(parts) == int(number) - 1
