"""Which games have been through the long simulations, and in which state of their rules and sources."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path

from croupier.games import ruleset
from croupier.rulebook.load import game_ids

RECORD = Path(__file__).parent / "proved.toml"
SOURCES = Path(__file__).parent.parent / "src" / "croupier"
ROOMS = ("equipment", "games", "prove", "ranking", "simulate")
"""What decides the odds, besides the rulebook itself."""


@cache
def _sources() -> str:
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((SOURCES / room).rglob("*.py")):
            digest.update(path.relative_to(SOURCES).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def fingerprint(game: str) -> str:
    """The state of a game's rules and of the sources that play, prove and simulate it."""
    return hashlib.sha256(f"{ruleset(game).digest()} {_sources()}".encode()).hexdigest()[:16]


def is_proved(game: str) -> bool:
    recorded = tomllib.loads(RECORD.read_text(encoding="utf-8")).get("proved", {}) if RECORD.is_file() else {}
    return recorded.get(game) == fingerprint(game)


def record() -> None:
    """Write down that all games have been through the long simulations as they are now."""
    lines = ["# Written by `make prove`: the state in which each game last went through its long simulations.", "[proved]"]
    RECORD.write_text("\n".join([*lines, *(f'"{game}" = "{fingerprint(game)}"' for game in game_ids())]) + "\n", encoding="utf-8")
