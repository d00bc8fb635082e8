"""The parts of a table together: they object to acts, and are told of moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.cache import Cache
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.part import Moment, Part, Returned
from croupier.table.play import Play
from croupier.table.questions import Refusal

AnyPart = Part[Any]
MOST_VERBS = 256
"""The most verbs whose objectors are kept: more than any table has."""


class Company:
    """Parts that hear of each other through the table, and not directly."""

    def __init__(self, parts: Sequence[AnyPart], objectors: Sequence[AnyPart]) -> None:
        self._objectors = [part for part in objectors if type(part).objects is not Part.objects]
        self._asked: Cache[str, list[AnyPart]] = Cache(MOST_VERBS)
        """By verb: the parts that may object to it."""
        self._listeners = [part for part in parts if type(part).heard is not Part.heard]
        self._told: Cache[type[Moment], list[AnyPart]] = Cache()
        """By moment: the parts that hear it."""

    def objection(self, play: Play, event: Event) -> Refusal | None:
        """Return the first objection of a part to an act, or to the first draw."""
        parts = self._asked.get(event.verb)
        if parts is None:
            parts = self._objectors_to(event.verb)
        for part in parts:
            if refusal := part.objects(play, event):
                return refusal
        return None

    def may_object(self, verb: str) -> bool:
        """Whether some part may object to acts of a verb."""
        parts = self._asked.get(verb)
        return bool(self._objectors_to(verb) if parts is None else parts)

    def _objectors_to(self, verb: str) -> list[AnyPart]:
        """Find the parts that may object to acts or draws of a verb, once for each verb that is owned."""
        found = [part for part in self._objectors if part.objects_to is None or verb in part.objects_to]
        return self._asked.keep(verb, found)

    def tell(self, play: Play, moment: Moment) -> None:
        """Tell a moment to every part that wants to hear it."""
        kind = type(moment)
        hearers = self._told.get(kind)
        if hearers is None:
            hearers = [part for part in self._listeners if part.hears is None or kind in part.hears]
            self._told.keep(kind, hearers)
        for part in hearers:
            part.heard(play, moment)

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """Give back the dependants of a wager that went back."""
        self.tell(play, Returned(standing, clause))
