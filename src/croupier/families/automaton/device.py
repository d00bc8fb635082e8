"""What is spun or thrown: a wheel, dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.families.automaton.machine import Draw
from croupier.table.events import Event


class Device:
    """A device that decides a round by one draw: its results, and how they are read, written and said."""

    verb: str = "spin"
    corrections: tuple[str, ...] = ()
    """Orders of a ruling that `correct` carries out."""

    def draws(self) -> Sequence[tuple[Draw, int]]:
        """List every draw, with its weight."""
        raise NotImplementedError

    def parse(self, text: str) -> Draw:
        """Read a draw."""
        raise NotImplementedError

    def show(self, draw: Draw) -> str:
        """Write a draw."""
        return str(draw)

    def say(self, draw: Draw) -> str:
        """Say a draw to a person."""
        return self.show(draw)

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Return the result that an order makes of the last draw; None if the device knows no such order."""
        return None
