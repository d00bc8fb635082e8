"""Wagers that are not taken for the time being, because what they are played with has failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput, unknown
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event
from croupier.table.parts.closing import TAKEN
from croupier.table.parts.part import Carried, Part
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal

SUSPEND = "suspend-wager"
"""A wager is not taken any more. It takes wager=."""
BACK = "give-back"
"""Every wager of a kind that lies on the table goes back. It takes wager=."""
RESUME = "resume-wager"
"""A wager that was suspended is taken again. It takes wager=."""


class Suspended(Carried, frozen=True):
    """Wagers that are not taken for the time being, each with the clause."""

    suspended: dict[str, str] = {}


class SuspendedSlice(Slice):
    """Wagers that were suspended before the round."""

    suspended: dict[str, str]


class Suspension(Part[Suspended]):
    """Wagers that a ruling suspends, gives back, and takes again."""

    carried = Suspended
    marks = (SUSPEND, RESUME, BACK)
    objects_to = ("bet",)
    hears = ()

    def __init__(self, ruleset: Ruleset[Any, Any], only: str = "", there: bool = True) -> None:
        """Take `only`, what is suspended where a ruling need not name it: a table's one fund.

        `there`: whether this table has that fund.
        """
        self.ruleset = ruleset
        self.only = only
        self.there = there

    def begin(self, play: Play, carried: Suspended) -> None:
        """Begin with the suspensions of the rounds before."""
        play.add(SuspendedSlice(dict(carried.suspended)))

    def carry(self, play: Play) -> Suspended:
        """Carry suspended wagers to the next round, until they are taken again."""
        return Suspended(self.suspended(play))

    def suspended(self, play: Play) -> dict[str, str]:
        """Return the wagers that are not taken for the time being, each with the clause."""
        before = play.of(SuspendedSlice).suspended
        if SUSPEND not in play.marks and RESUME not in play.marks:
            return before
        mark, over = play.marks.get(SUSPEND), play.marks.get(RESUME, {})
        ordered = dict.fromkeys(self._named(mark), mark["clause"]) if mark else {}
        ended = self._named(over) if RESUME in play.marks else []
        return {name: clause for name, clause in {**before, **ordered}.items() if name not in ended}

    def _named(self, facts: Mapping[str, str]) -> list[str]:
        """List what a ruling suspends or takes again."""
        return [name for name in (facts.get("wager") or self.only).split("+") if name]

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager is not taken."""
        if event.verb != "bet" or event.what not in (suspended := self.suspended(play)):
            return None
        return Refusal(f"{event.what} is not taken for the time being", suspended[event.what])

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse a ruling that names nothing, or one that changes nothing. Give back what goes back."""
        named = self._named(facts)
        known = (*self.ruleset.names, *((self.only,) if self.only else ()))
        for name in named:
            if name not in known:
                raise unknown("wager", name, known, self.ruleset.id)
            if not (self.ruleset.offered(name) if name in self.ruleset.names else self.there):
                raise BadInput(f"{name} is not offered at this table: nothing of it can fail")
        if not named:
            raise BadInput(f"say which wager, like wager={list(self.ruleset.names)[-1]}")
        if mark == RESUME:
            taken = [name for name in named if name not in self.suspended(play)]
            if taken:
                raise BadInput(f"{taken[0]} is not suspended: there is nothing to take up again")
        if mark == BACK:
            self._give_back(play, named, facts["clause"])
        elif play.phase in TAKEN:
            # What is ruled while bets are taken holds for this very round.
            mine = play.of(SuspendedSlice)
            others = {name: clause for name, clause in mine.suspended.items() if name not in named}
            now = dict.fromkeys(named, facts["clause"]) if mark == SUSPEND else {}
            mine.suspended = {**others, **now}

    def _give_back(self, play: Play, named: list[str], clause: str) -> None:
        """Give back all stakes on a wager, with their contributions to a meter."""
        for standing in [one for one in play.wagers if one.wager in named]:
            play.withdraw(standing, (clause,), f"{standing.wager} goes back")
            self.table.returned(play, standing, clause)


def suspended_at_the_close(suspension: Suspension, play: Play, name: str) -> bool:
    """Whether something was suspended when the betting closed, or is before it has."""
    earlier = name in play.of(SuspendedSlice).suspended
    return earlier if play.phase not in TAKEN else name in suspension.suspended(play)
