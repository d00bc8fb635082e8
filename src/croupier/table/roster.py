"""Who of the parts does what: the steps of a round, the acts and their owners, the readers of marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.rulebook.ruleset import Ruleset
from croupier.table.company import AnyPart
from croupier.table.events import Event
from croupier.table.parts.part import Part, Steps
from croupier.table.play import Play
from croupier.table.questions import Acts, Question, Refusal
from croupier.table.rulings import Back
from croupier.table.sights import Requirements


class Roster:
    """The parts of a table by what they do. Most say nothing of most things, and are not asked."""

    def __init__(self, ruleset: Ruleset[Any, Any], parts: Sequence[AnyPart]) -> None:
        self._parts = parts
        self._requirements = Requirements(ruleset, parts)
        self._first = [part for part in parts if type(part).prelude is not Part.prelude]
        self._last = [part for part in parts if type(part).wind_up is not Part.wind_up]
        self._dealing = [part for part in parts if type(part).due is not Part.due]
        self._stopping = [part for part in parts if type(part).stops is not Part.stops]
        self._acting = [part for part in parts if type(part).acts is not Part.acts]
        self._owners: dict[str, AnyPart] = {}
        self.readers: dict[str, list[AnyPart]] = {}
        """By mark: the parts that read it."""
        for part in parts:
            for verb in part.verbs:
                assert verb not in self._owners, f"two parts own {verb}"
                self._owners[verb] = part
            for mark in part.marks:
                self.readers.setdefault(mark, []).append(part)

    # The round.

    def prelude(self, play: Play) -> Steps:
        """Make the table ready."""
        for part in self._first:
            yield from part.prelude(play)

    def stops(self, play: Play) -> bool:
        """Whether some part ends the round before a card is dealt."""
        return any(part.stops(play) for part in self._stopping)

    def due(self, play: Play) -> Steps:
        """Deal the cards that fall before anything else is asked."""
        for part in self._dealing:
            yield from part.due(play)

    def wind_up(self, play: Play) -> None:
        """Let every part end the round."""
        for part in self._last:
            part.wind_up(play)

    # Acts.

    def acts(self, play: Play, without: AnyPart | None = None) -> dict[str, Acts]:
        """List all acts before the first draw, by person; `without` those of one part."""
        found: dict[str, Acts] = {}
        for part in self._acting:
            if part is not without:
                for who, acts in part.acts(play).items():
                    found[who] = {**found[who], **acts} if who in found else acts
        return found

    def questions(self, play: Play, acts: Mapping[str, Acts]) -> list[Question]:
        """Ask anybody, those with acts of their own, and the dealer; the owner of each act judges it."""

        def check(event: Event) -> Refusal | None:
            return self.judge(play, event)

        asked = [Question("*", acts["*"], check)] if "*" in acts else []
        asked += [
            Question(who, mine, check, general=True)
            for who, mine in acts.items()
            if who not in ("*", "dealer")
        ]
        return [*asked, Question("dealer", acts.get("dealer", {}), check, general=True)]

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Let the owner of an act judge it."""
        owner = self._owners.get(event.verb)
        return owner.judge(play, event) if owner else None

    def act(self, play: Play, event: Event) -> None:
        """Let the owner of an act carry it out."""
        self._owners[event.verb].act(play, event)

    # Rulings.

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Check the facts of a ruling against what the table shows, and what the parts know."""
        self._requirements.check(play, irregularity, facts)
        for part in self._parts:
            part.ruled(play, irregularity, facts)

    def reaches_back(self, play: Play, mark: str) -> bool:
        """Whether a mark changes a deal on which hands have been played since."""
        return any(part.reaches_back(play, mark) for part in self.readers.get(mark, ()))

    def gives_back(self, play: Play, mark: str, facts: Mapping[str, str]) -> Back | None:
        """Return what of a wager goes back by a mark; None where it gives nothing back."""
        found = (part.gives_back(play, mark, facts) for part in self.readers.get(mark, ()))
        return next((back for back in found if back is not None), None)

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Let every part that reads a mark check it and act on it."""
        for part in self.readers.get(mark, ()):
            part.marked(play, mark, facts)
