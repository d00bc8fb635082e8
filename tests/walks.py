"""Walks through the house:
which modules a round passes, which of them call each other, what a game's object is.

    python -m tests.walks          a table of all walks
    python -m tests.walks --files  and the modules that each passes

A walk is a round from the first wager to the last line.
Two modules that call each other both ways cannot be read one after the other: such pairs are counted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from croupier.api import game

Pair = tuple[str, str]


@dataclass(frozen=True)
class Walk:
    """A round, from the first wager to the last line."""

    title: str
    game: str
    events: tuple[str, ...]


WALKS = (
    Walk(
        "a craps roll",
        "great-britain/craps",
        ("1 bet win-line 10", "2 bet dont-win-line 10", "1 bet hard-6 5", "dealer dice-out", "roll 3-3"),
    ),
    Walk(
        "a double at blackjack",
        "queensland/blackjack",
        ("1 bet blackjack 10", "deal 6h Td 5c", "1 double", "deal 9s", "deal 7d"),
    ),
    Walk(
        "a raise at ultimate hold'em",
        "great-britain/ultimate-hold-em",
        ("1 bet ante 10", "1 bet blind 10", "deal Ah Kh 2c 3d", "1 bet 40", "deal 4s 5d 6h 7h Jc"),
    ),
    Walk(
        "a player-dealer's coup",
        "california/ez-baccarat",
        ("1 bank 100", "2 bet player 10", "3 bet dealer 10", "dealer no-more-bets", "deal 9h 7d Kc Js"),
    ),
)


@contextmanager
def calls(found: set[Pair], passed: set[str]) -> Iterator[None]:
    """Note every call from one module of the house to another."""
    prefix = __file__.rsplit("/tests/", 1)[0] + "/src/croupier/"

    def place(code: CodeType) -> str:
        return code.co_filename.removeprefix(prefix) if code.co_filename.startswith(prefix) else ""

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or frame.f_back is None:
            return
        callee, caller = place(frame.f_code), place(frame.f_back.f_code)
        if callee:
            passed.add(callee)
        if callee and caller and callee != caller:
            found.add((caller, callee))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def both_ways(found: set[Pair]) -> list[Pair]:
    """Return the pairs of modules that call each other."""
    return sorted((one, other) for one, other in found if one < other and (other, one) in found)


def walked(walk: Walk) -> tuple[set[Pair], set[str]]:
    """Take a walk: return the calls between modules, and the modules passed."""
    table = game(walk.game).table()
    found: set[Pair] = set()
    passed: set[str] = set()
    with calls(found, passed):
        for event in walk.events:
            table.apply(event)
    return found, passed


def attributes(of: str) -> int:
    """Count the attributes of a game's object, those of every object left out."""
    return sum(not name.startswith("__") for name in dir(game(of).playable))


if __name__ == "__main__":
    for walk in WALKS:
        found, passed = walked(walk)
        pairs = both_ways(found)
        print(
            f"{walk.title}: {len(passed)} modules, {len(pairs)} pairs call each other, "
            f"{attributes(walk.game)} attributes"
        )
        if "--files" in sys.argv:
            print("  " + ", ".join(sorted(passed)))
        if "--pairs" in sys.argv:
            print("  " + "; ".join(f"{one} <> {other}" for one, other in pairs))
