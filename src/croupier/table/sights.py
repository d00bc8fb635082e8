"""What the table itself shows, and what a ruling requires of it.

A fact of a ruling that the table knows better is bad input. A rulebook says with `requires` what must be so;
parts say what they see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import BadInput, unknown
from croupier.rulebook.ruleset import Ruleset
from croupier.table.play import OVER, Play

if TYPE_CHECKING:
    from croupier.table.company import AnyPart

NOT = "not "


class Sight(msgspec.Struct, frozen=True):
    """What is to be seen of the table: whether it is so, and how it is, in words that fit either way."""

    so: bool
    words: str


def _over(play: Play) -> Sight:
    over = play.phase == OVER or play.voided
    return Sight(over, "the round is over" if over else "the round is not over yet")


def _dealt(play: Play) -> Sight:
    dealt = any(cards for place, cards in play.places.items() if place != "burnt")
    return Sight(dealt, "cards have been dealt" if dealt else "no card has been dealt yet")


def _settled(play: Play) -> Sight:
    settled = any(line.result not in ("void", "withdrawn") for line in play.lines)
    return Sight(settled, "a wager has been settled" if settled else "no wager has been settled yet")


def _wagers(play: Play) -> Sight:
    return Sight(
        bool(play.wagers), "wagers lie on the table" if play.wagers else "no wager lies on the table"
    )


def _begun(play: Play) -> Sight:
    begun = bool(play.wagers) or _dealt(play).so
    return Sight(begun, "the round has begun" if begun else "no wager has been made for this round yet")


def _closed(play: Play) -> Sight:
    closed = play.phase not in ("", "open")
    return Sight(closed, "betting is closed" if closed else "betting is still open")


OF_RECORD: Mapping[str, Callable[[Play], Sight]] = {
    "over": _over,
    "dealt": _dealt,
    "settled": _settled,
    "wagers": _wagers,
    "begun": _begun,
    "betting-closed": _closed,
}
"""What the record shows of any round."""


class Requirements:
    """Holds rulings to what the table shows."""

    def __init__(self, ruleset: Ruleset[Any, Any], parts: Sequence[AnyPart]) -> None:
        self.ruleset = ruleset
        self._seers = {sight: part for part in parts for sight in part.sights}
        self._check_names()

    def _check_names(self) -> None:
        """Refuse a file that requires what nobody at this table sees."""
        known = {*OF_RECORD, *self._seers}
        for event in self.ruleset.irregularities.values():
            for name in (*event.requires, *(one for row in event.rows for one in row.requires)):
                if name.removeprefix(NOT) not in known:
                    raise BadInput(
                        f"{self.ruleset.file}: irregularities.{event.id}: "
                        f"{unknown('sight', name.removeprefix(NOT), known)}"
                    )

    def check(self, play: Play, name: str, facts: Mapping[str, str]) -> None:
        """Refuse a ruling that the table contradicts. Say what it shows, and which facts would fit."""
        wrong = self._contradiction(play, name, facts)
        if not wrong:
            return
        event = self.ruleset.irregularity(name)
        fits = [
            f"{fact}={value}"
            for fact, values in event.facts.items()
            for value in values
            if value != facts.get(fact) and not self._contradiction(play, name, {**facts, fact: value})
        ]
        raise BadInput(f"{name}: {wrong}" + (f"; say {' or '.join(fits)}" if fits else ""))

    def _contradiction(self, play: Play, name: str, facts: Mapping[str, str]) -> str:
        """Return how the table contradicts a ruling; empty if it does not."""
        event, row = self.ruleset.ruling(name, facts)
        for wanted in (*event.requires, *row.requires):
            sight = self._look(play, wanted.removeprefix(NOT), facts)
            if sight.so == wanted.startswith(NOT):
                return sight.words
        return ""

    def _look(self, play: Play, name: str, facts: Mapping[str, str]) -> Sight:
        seer = self._seers.get(name)
        return seer.sees(play, name, facts) if seer else OF_RECORD[name](play)
