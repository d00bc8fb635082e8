"""Which games have been through the long simulations, and in which state of their rules and sources."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from croupier.games import build, ruleset
from croupier.rulebook.load import game_ids

RECORD = Path(__file__).parent / "proved.toml"
SOURCES = Path(__file__).parent.parent / "src" / "croupier"
ROOMS = ("equipment", "prove", "randomness", "ranking", "simulate")
"""What decides the odds of every game, besides the rulebook and the game's own family."""


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(SOURCES).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def _shared() -> str:
    """The sources of all games: the rooms, and what lies in games itself."""
    return _digest([*(path for room in ROOMS for path in (SOURCES / room).rglob("*.py")), *(SOURCES / "games").glob("*.py")])


@cache
def families_used(family: str) -> frozenset[str]:
    """A family and the families that it is built on, wherever in its modules it imports them."""
    found, waiting = {family}, [family]
    while waiting:
        for path in (SOURCES / "games" / waiting.pop()).rglob("*.py"):
            used = {match for match in re.findall(r"croupier\.games\.(\w+)", path.read_text(encoding="utf-8")) if (SOURCES / "games" / match).is_dir()}
            waiting += used - found
            found |= used
    return frozenset(found)


@cache
def _sources(family: str) -> str:
    return _shared() + _digest(path for used in families_used(family) for path in (SOURCES / "games" / used).rglob("*.py"))


@cache
def fingerprint(game: str) -> str:
    """The state of a game's rules and of the sources that play, prove and simulate it."""
    rules = ruleset(game)
    family = type(build(rules)).__module__.removeprefix("croupier.games.").partition(".")[0]
    return hashlib.sha256(f"{rules.digest()} {_sources(family)}".encode()).hexdigest()[:16]


def is_proved(game: str) -> bool:
    recorded = tomllib.loads(RECORD.read_text(encoding="utf-8")).get("proved", {}) if RECORD.is_file() else {}
    return recorded.get(game) == fingerprint(game)


def record() -> None:
    """Write down that all games have been through the long simulations as they are now."""
    lines = ["# Written by `make prove`: the state in which each game last went through its long simulations.", "[proved]"]
    RECORD.write_text("\n".join([*lines, *(f'"{game}" = "{fingerprint(game)}"' for game in game_ids())]) + "\n", encoding="utf-8")
