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

TESTS = Path(__file__).parent
RECORD = TESTS / "proved.toml"
SOURCES = TESTS.parent / "src" / "croupier"
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


WIDER = {"floor": ("api", "floor", "rulebook", "rulebooks", "table"), "server": ("api", "floor", "rulebook", "rulebooks", "server", "table")}
"""Rooms that the long runs of a folder of tests go through, besides those that decide the odds."""


@cache
def folder_fingerprint(folder: str) -> str:
    """The state of a folder of tests and of the sources that its long runs go through, where they are not about one game."""
    rooms = [SOURCES / room for room in (*ROOMS, "games", *WIDER.get(folder, ()))]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".toml")]
    own = hashlib.sha256()
    for path in sorted((TESTS / folder).rglob("*.py")):
        own.update(path.name.encode() + path.read_bytes())
    return hashlib.sha256(f"{_digest(files)} {own.hexdigest()}".encode()).hexdigest()[:16]


def state_of(subject: str) -> str:
    """The state of a game, or of a folder like `tests/floor`."""
    return folder_fingerprint(subject.removeprefix("tests/")) if subject.startswith("tests/") else fingerprint(subject)


def recorded() -> dict[str, str]:
    return dict(tomllib.loads(RECORD.read_text(encoding="utf-8")).get("proved", {})) if RECORD.is_file() else {}


def is_proved(subject: str) -> bool:
    return recorded().get(subject) == state_of(subject)


def record(subjects: Iterable[str]) -> None:
    """Write down that these games and folders have been through their long runs as they are now."""
    found = {**recorded(), **{subject: state_of(subject) for subject in subjects}}
    lines = ["# Written by `make prove`: the state in which each game, and each folder of tests, last went through its long runs.", "[proved]"]
    known = [subject for subject in sorted(found) if subject in game_ids() or subject.startswith("tests/")]
    RECORD.write_text("\n".join([*lines, *(f'"{subject}" = "{found[subject]}"' for subject in known)]) + "\n", encoding="utf-8")
