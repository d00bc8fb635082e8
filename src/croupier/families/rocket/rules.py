"""What a rulebook says of Rocket 7."""

from __future__ import annotations

from typing import Literal

from croupier.families.craps.rules import CrapsSetup, CrapsWager


class RocketWager(CrapsWager, frozen=True, kw_only=True):
    """A wager on the next throw, or the side wager."""

    kind: Literal["roll", "combination", "combinations", "die", "side"]  # type: ignore[assignment]  # fewer kinds than craps, and two more
    features: dict[str, str] = {}
    """The features of the side wager, with the option that offers each: `sevens`, `free-roll`."""
    bands: dict[str, list[list[int]]] = {}
    """The rows of the free roll, with the totals of three throws that each covers, from and to."""


class RocketSetup(CrapsSetup, frozen=True, kw_only=True):
    """The meter and the clauses of the side games."""

    points: list[int] = []
    points_clause: str = ""
    hold_clause: str
    resume_clause: str
    join_clause: str
    meter_clause: str
    seed_clause: str
    share_clause: str
