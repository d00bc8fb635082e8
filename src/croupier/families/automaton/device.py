"""What is spun or thrown: a wheel, dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.cache import Cache
from croupier.families.automaton.machine import Draw
from croupier.table.events import Event


class Device:
    """A device that decides a round by one draw: its results, and how they are read, written and said."""

    verb: str = "spin"
    corrections: tuple[str, ...] = ()
    """Orders of a ruling that `correct` carries out."""

    def __init__(self) -> None:
        self._read: Cache[str, tuple[Draw, str]] = Cache()

    def read(self, text: str) -> tuple[Draw, str]:
        """Read a draw, once for each text. Return it, and how it is written."""
        found = self._read.get(text)
        if found is None:
            draw = self.parse(text)
            found = self._read.keep(text, (draw, self.show(draw)))
        return found

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
