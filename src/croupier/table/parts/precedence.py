"""Who comes first to a side wager: a box takes only some, or somebody else may make it first."""

from __future__ import annotations

from typing import Any

from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.rows import CardWager
from croupier.table.play import Play
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Key

OFFERED = "offered"
OPPORTUNITY = Key(OFFERED, "whether those who come first to it were given the opportunity", ("yes", "no"))


class Precedence:
    """Counts the wagers of a kind on a box, and lets those come first whom the rulebook prefers."""

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        self.ruleset = ruleset

    def row(self, name: str) -> CardWager:
        """Return the row of a wager."""
        row: CardWager = self.ruleset.wager(name)[0]
        return row

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why a box takes no more of these wagers, or none of this person yet."""
        row = self.row(event.what)
        return self._judge_offer(play, event, row) or self._judge_number(play, event, row)

    def _judge_offer(self, play: Play, event: Event, row: CardWager) -> Refusal | None:
        """Refuse a wager before those with a wager on the hand could make it."""
        if not row.offered_first_clause or event.fact(OFFERED) == "yes":
            return None
        box = [one for one in play.wagers if one.seat == event.seat]
        first = [one.whose for one in box if one.wager in row.needs]
        have = {one.whose for one in box if one.wager == event.what}
        waiting = [who for who in dict.fromkeys(first) if who not in have]
        if not waiting or play.player_of(event) in first:
            return None
        return Refusal(
            f"{' and '.join(waiting)} must be given the opportunity first "
            f"({OFFERED}=yes once that has been done)",
            row.offered_first_clause,
            (f"{OFFERED}=yes",),
        )

    def _counted(self, play: Play, event: Event, row: CardWager) -> list[Standing]:
        """List the wagers of others that count with this one, and the person's own on another area."""
        names = (event.what, *row.counted_with)
        return [
            one
            for one in play.wagers
            if one.seat == event.seat
            and one.name in names
            and not (one.person == event.person and one.name == event.what)
        ]

    def _is_full(self, play: Play, event: Event, row: CardWager) -> bool:
        return len(self._counted(play, event, row)) >= row.bettors > 0

    def _judge_number(self, play: Play, event: Event, row: CardWager) -> Refusal | None:
        """Say why a box takes no more of these wagers."""
        most = row.most_bettors
        if not row.counted_with or not most.holds(self.ruleset.facts) or not self._is_full(play, event, row):
            return None
        if self._is_preferred(play, row, play.player_of(event)) and self._gives_way(play, event, row):
            return None
        both = " or ".join((event.what, *row.counted_with))
        return Refusal(f"{row.bettors} wagers on {both} a box are the most", most.clause)

    def _is_preferred(self, play: Play, row: CardWager, who: str) -> bool:
        """Whether a person has the wager that gives preference, wherever it lies."""
        return any(one.whose == who and one.wager in row.preferred for one in play.wagers)

    def _gives_way(self, play: Play, event: Event, row: CardWager) -> Standing | None:
        """Return the last wager of somebody who is not preferred."""
        counted = reversed(self._counted(play, event, row))
        return next((one for one in counted if not self._is_preferred(play, row, one.whose)), None)

    def make_way(self, play: Play, event: Event) -> Standing | None:
        """Give back the wager that gives way to one that is about to be laid. None if there is room."""
        row = self.row(event.what)
        if not row.counted_with or not row.most_bettors.holds(self.ruleset.facts):
            return None
        one = self._gives_way(play, event, row) if self._is_full(play, event, row) else None
        if one is None:
            return None
        clause = row.most_bettors.clause
        why = f"{play.player_of(event)} comes first, and {one.name} of {one.person} goes back"
        play.withdraw(one, (clause,), why, "withdrawn")
        return one
