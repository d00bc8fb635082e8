"""Who is in a round of casino war, and where the next card goes."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.families.war.prices import WAR, is_met
from croupier.families.war.rules import WarSetup, WarWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import parts_of
from croupier.table.parts.shoe import BURNT
from croupier.table.play import Play, Slice

DEALER = "dealer"
FIRST, SECOND = 1, 2
"""The two deals, by how many cards a box has after them."""


class WarSlice(Slice):
    """How far the cards are dealt, and who goes to war. Nothing is known before the first card."""

    boxes: list[str] | UnsetType = UNSET
    """The boxes that take part."""
    passed: list[str] | UnsetType = UNSET
    """The boxes that were given no card."""
    tied: list[str] | UnsetType = UNSET
    """Persons whose card equals the dealer's."""
    choices: dict[str, str] | UnsetType = UNSET
    """What each of them chose: `surrender` or `war`."""
    level: int | UnsetType = UNSET
    """Which of the two deals is in progress; 0 between them."""
    war_burns: int | UnsetType = UNSET
    """Cards still to burn before the next card of the second deal."""


class Contest:
    """Answers who is in the round. It changes nothing."""

    def __init__(self, ruleset: Ruleset[WarWager, WarSetup], main: str) -> None:
        row = ruleset.setup.war
        self.main = main
        """The first wager."""
        self.burns = int(ruleset.options[row.burn_by]) if row.burn_by else row.burn
        """Cards burnt before the second deal."""
        self.burns_each = is_met(ruleset, row.burn_each)
        """Whether they are burnt before every card of it."""
        self.for_box = is_met(ruleset, ruleset.setup.choice.for_box)
        """Whether one person decides for all who bet on a box."""

    # Who.

    def main_of(self, play: Play, person: str) -> Standing | None:
        """Return a person's first wager."""
        seat, bettor, _ = parts_of(person)
        return play.find(seat, bettor, self.main)

    def chosen(self, play: Play, person: str) -> str:
        """Return a person's choice; empty before it is made."""
        return (play.of(WarSlice).choices or {}).get(person, "")

    def undecided(self, play: Play) -> list[str]:
        """Return the people with an equal card who have not chosen.

        Where one person decides for a box, return only the first of each box.
        """
        tied = play.of(WarSlice).tied or []
        waiting = [who for who in tied if not self.chosen(play, who) and self.main_of(play, who)]
        if not self.for_box:
            return waiting
        first: dict[str, str] = {}
        for who in waiting:
            first.setdefault(parts_of(who)[0], who)
        return list(first.values())

    def boxes(self, play: Play, level: int) -> list[str]:
        """Return the boxes of a deal, in the order in which they get their cards."""
        main = [standing for standing in play.wagers if standing.wager == self.main]
        if level != FIRST:
            main = [one for one in main if self.chosen(play, one.person) == WAR]
        return sorted({one.seat for one in main}, key=int)

    def dealt_to(self, play: Play) -> list[str]:
        """Return the boxes that were in the round at the first card; none before it."""
        return play.of(WarSlice).boxes or []

    # Cards.

    def level(self, play: Play) -> int:
        """Return which deal is in progress; 0 before the first and between the two."""
        return play.of(WarSlice).level or 0

    def next_place(self, play: Play, level: int) -> str:
        """Return where the next card goes; empty when the deal is complete.

        Cards are burnt first. Then come the boxes from the dealer's left, and the dealer.
        """
        boxes = self.boxes(play, level)
        order = [*boxes, DEALER] if boxes else []
        place = next((one for one in order if len(play.places.get(one, [])) < level), "")
        return BURNT if place and level == SECOND and play.of(WarSlice).war_burns else place

    def cards_wanted(self, play: Play) -> int:
        """Count the cards still needed by the deal, or by a war of all who have not decided."""
        level = max(self.level(play), FIRST)
        tied = self._tied(play)
        wanted = [*{*self.boxes(play, level), *tied}, DEALER]
        cards = sum(len(play.places.get(place, [])) < level + bool(tied) for place in wanted)
        burns = play.of(WarSlice).war_burns
        if burns is UNSET:
            burns = self.burns * (cards if self.burns_each else 1) if tied else 0
        return cards + burns

    def discarded(self, play: Play) -> list[str]:
        """Return the places whose cards lie in the discard rack: boxes that are settled."""
        kept = {*self.boxes(play, self.level(play) or SECOND), *self._tied(play), DEALER}
        return [place for place in play.places if place not in kept]

    def _tied(self, play: Play) -> set[str]:
        return {parts_of(person)[0] for person in self.undecided(play)}
