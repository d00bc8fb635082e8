"""The last rounds before a table closes: they are announced, and played without a shuffle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event
from croupier.table.parts.part import Carried, Part, Steps
from croupier.table.parts.shoe import DealingShoe
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal

LAST_ROUNDS = "last-rounds"
"""Marks that three more rounds are played without a shuffle before the table closes."""
ANNOUNCED, CLOSED = "3", "0"
"""The rounds left when the last rounds are announced, and when the table is closed."""


class Closing(Carried, frozen=True):
    """The rounds left before the table closes, and the clause; empty unless announced."""

    closing: dict[str, str] = {}


class ClosingSlice(Slice):
    """The last rounds, as announced before this round or in it."""

    closing: dict[str, str]


def are_announced(play: Play) -> bool:
    """Say whether the last rounds are being played."""
    return bool(play.of(ClosingSlice).closing)


def left(play: Play) -> str:
    """Return the number of last rounds left, with this one; empty where none were announced."""
    return play.of(ClosingSlice).closing.get("rounds", "")


class LastShoe(DealingShoe):
    """A shoe that is not shuffled any more once the last rounds have been announced."""

    def rounds_left(self, play: Play) -> int | None:
        """Return the rounds left. Announced last rounds are all played, wherever the cutting card lies."""
        usual = super().rounds_left(play)
        return usual if usual is None or left(play) in ("", CLOSED) else int(left(play)) - 1

    def prelude(self, play: Play) -> Steps:
        """Ask for a shuffle, unless the table has closed."""
        if left(play) != CLOSED:
            yield from super().prelude(play)


class LastRounds(Part[Closing]):
    """Announces the last rounds, between rounds and while the cutting card is in the shoe."""

    carried = Closing
    marks = (LAST_ROUNDS,)
    objects_to = ("bet",)

    def __init__(self, ruleset: Ruleset[Any, Any], shoe: DealingShoe) -> None:
        self.ruleset = ruleset
        self.shoe = shoe

    def begin(self, play: Play, carried: Closing) -> None:
        """Take over the announcement."""
        closing = carried.closing
        named = set(closing) == {"rounds", "clause"} and closing["rounds"] in ("0", "1", "2", "3")
        if closing and not (named and self._may_be_announced()):
            raise BadInput(
                "before: closing says how many of the last rounds are left, like "
                "closing = {rounds = '2', clause = '...'}, at a table that may announce them"
            )
        play.add(ClosingSlice(dict(closing)))

    def _may_be_announced(self) -> bool:
        events = self.ruleset.irregularities.values()
        return any(LAST_ROUNDS in row.ruling for event in events for row in event.rows)

    def carry(self, play: Play) -> Closing:
        """Return one round less after a round that was played."""
        said = play.of(ClosingSlice).closing
        if not said:
            return Closing()
        clause = said["clause"] or play.marks[LAST_ROUNDS]["clause"]
        rounds = max(0, int(said["rounds"]) - (play.phase == "over"))
        return Closing({"rounds": str(rounds), "clause": clause})

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse bets at a closed table."""
        if event.verb != "bet" or left(play) != CLOSED:
            return None
        return Refusal("the table is closed", play.of(ClosingSlice).closing["clause"])

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse to announce the last rounds when they cannot be."""
        out = self.shoe.now(play).reached or "cutting-card" in play.marks
        if any(play.places.values()) or out or are_announced(play):
            raise BadInput(
                "the last rounds are announced between rounds, once, and before the cutting card comes out"
            )
        play.of(ClosingSlice).closing = {"rounds": ANNOUNCED, "clause": ""}
