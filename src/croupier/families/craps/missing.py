"""A die that is missing from the set: who throws on, and whether enough dice are left."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import BadInput
from croupier.table.events import DRAWS, Event
from croupier.table.parts.part import Carried, Part
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal

MISSING, SHORT, COMPLETE = "die-missing", "dice-too-few", "dice-complete"
"""Marks: who had the dice is offered what is left of them; fewer than two are left; all are there again."""


class Incomplete(Carried, frozen=True):
    """What a missing die has led to, each with the clause."""

    dice_missing: dict[str, str] = {}


class MissingSlice(Slice):
    """What a missing die had led to before the round."""

    dice_missing: dict[str, str]


class MissingDie(Part[Incomplete]):
    """Plays on with the dice that are left while one of the set is missing."""

    carried = Incomplete
    marks = (MISSING, SHORT, COMPLETE)
    objects_to = DRAWS

    def begin(self, play: Play, carried: Incomplete) -> None:
        """Begin with the dice as the last round left them."""
        play.add(MissingSlice(dict(carried.dice_missing)))

    def carry(self, play: Play) -> Incomplete:
        """Carry it on until the set is complete again."""
        return Incomplete(self.now(play))

    def now(self, play: Play) -> dict[str, str]:
        """Return what a missing die has led to, each with the clause."""
        if COMPLETE in play.marks:
            return {}
        ruled = {mark: play.marks[mark]["clause"] for mark in (MISSING, SHORT) if mark in play.marks}
        return {**play.of(MissingSlice).dice_missing, **ruled}

    def same_first(self, play: Play) -> bool:
        """Whether the dice are offered to him who had them last, before anybody else."""
        return MISSING in self.now(play)

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a throw with fewer than two dice."""
        clause = self.now(play).get(SHORT)
        short = "fewer than two dice lie on the table: a throw waits for them"
        return Refusal(short, clause) if clause else None

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse to find a die that is not missing."""
        if mark == COMPLETE and not self.now(play):
            raise BadInput("no die is missing that could have been found")
        if mark == COMPLETE:
            play.of(MissingSlice).dice_missing = {}
        for over in (MISSING, SHORT) if mark == COMPLETE else (COMPLETE,):
            play.marks.pop(over, None)
