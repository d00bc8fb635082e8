"""A device that shuffles: whether it is there, and that it is taken away before a shuffle by hand."""

from __future__ import annotations

from typing import Any

from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import Row
from croupier.table.events import Event
from croupier.table.parts.part import Nothing, Part
from croupier.table.play import Play
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Declared, Key, Takes


class DeviceRow(Row, frozen=True, kw_only=True):
    """A device that shuffles.

    A shuffle may say how it was done: `method=device`, or `method=hand device=removed`.
    """

    when: str
    clause: str
    removed_clause: str


class ShufflingDevice(Part[Nothing]):
    """Checks how the cards are shuffled: by hand, or by a device."""

    carried = Nothing
    objects_to = ("shuffle",)

    def __init__(self, row: DeviceRow | None, ruleset: Ruleset[Any, Any]) -> None:
        self.row = row
        self.approved = row is not None and ruleset.holds(row.when)
        """Whether a device is at this table."""

    def takes(self) -> Declared:
        """Declare how the cards are shuffled."""
        method = Key("method", "how the cards are shuffled", ("hand", "device"))
        removed = Key(
            "device", "that the device was taken away first", ("removed",), beside=("method", "hand")
        )
        return {"shuffle": Takes((method, removed))} if self.row is not None else {}

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why the cards may not be shuffled by hand, or by a device."""
        row, method = self.row, event.fact("method")
        if event.verb != "shuffle" or row is None or not method:
            return None
        if method == "device" and not self.approved:
            return Refusal("no shuffling device is approved for this table", row.clause)
        if method == "hand" and self.approved and event.fact("device") != "removed":
            return Refusal(
                "the shuffling device is removed from the table before the cards are shuffled in another way "
                "(device=removed)",
                row.removed_clause,
            )
        return None
