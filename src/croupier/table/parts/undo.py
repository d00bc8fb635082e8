"""A wager that is void where it lies.

At a table where cards go to boxes with wagers the round cannot be dealt again without it: the cards are out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from croupier.errors import BadInput
from croupier.table.banks import moves_of
from croupier.table.claims import Claim, Line, Standing
from croupier.table.fitted import Fitted
from croupier.table.parts.part import Moment, Nothing, Part, Refunded, Returned
from croupier.table.persons import Whom
from croupier.table.play import VOID, Play
from croupier.table.striking import hanging

IN_PLACE = "void-in-place"
"""The mark that voids a wager, settled or not, and leaves the cards as they are.

It takes seat= or box= and, for one wager alone, wager=.
"""


class VoidInPlace(Part[Nothing]):
    """Wagers that a ruling voids where they lie."""

    carried = Nothing
    marks = (IN_PLACE,)
    hears = (Returned,)

    def __init__(self, settled_too: bool = False) -> None:
        self.settled_too = settled_too
        """Whether a wager that goes back takes settled dependants with it."""

    def heard(self, play: Play, moment: Moment) -> None:
        """Give back the dependants of a wager that went back."""
        if self.settled_too and isinstance(moment, Returned):
            void_children(self.table, play, moment.standing, moment.clause)

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Give back a person's wager."""
        void_in_place(self.table, play, facts)


def void_in_place(table: Fitted, play: Play, facts: Mapping[str, str]) -> None:
    """Give back a person's wagers that stand, with their dependants. What was settled has been struck."""
    whom, name = Whom.of(facts), facts.get("wager", "")
    for one in hanging(table, play, lambda one: whom.holds(one) and name in ("", one.name)):
        if one in play.wagers:
            play.withdraw(one, (facts["clause"],), VOID)
            table.tell(play, Refunded(one))


def void_children(table: Fitted, play: Play, standing: Standing, clause: str) -> None:
    """Give back settled dependants of a wager that a ruling has given back."""
    mine = [claim.standing for claim, _ in _settled(play, lambda one: one.person == standing.person)]
    hung = [one for one in mine if table.hangs_on(play, one, standing, mine)]
    for claim, line in _settled(play, lambda one: one in hung):
        _undo(play, claim, line)
        play.withdraw(claim.standing, (clause,), VOID)
        table.tell(play, Refunded(claim.standing))


def taken_back(play: Play, wanted: Callable[[Standing], bool]) -> None:
    """Let wagers that were settled stand again, as if they had not been."""
    for claim, line in _settled(play, wanted):
        _undo(play, claim, line)
        play.put(claim.standing)


def _settled(play: Play, wanted: Callable[[Standing], bool]) -> list[tuple[Claim, Line]]:
    found = [pair for batch in play.batches for pair in zip(batch.claims, batch.lines, strict=True)]
    return [
        (claim, line)
        for claim, line in found
        if wanted(claim.standing) and claim.result not in ("void", "withdrawn")
    ]


def _undo(play: Play, claim: Claim, line: Line) -> None:
    if line not in play.lines:
        raise BadInput(
            f"{line.wager} of seat {line.seat}{line.bettor} was put right already; "
            "what was paid on it is settled"
        )
    play.lines.remove(line)
    moved = moves_of(claim, line.net, line.paid_by)
    for move in moved:
        play.moves.remove(move)
    for at, batch in enumerate(play.batches):
        if claim in batch.claims:
            kept = list(batch.moves)
            for move in moved:
                kept.remove(move)
            rest = [pair for pair in zip(batch.claims, batch.lines, strict=True) if pair[0] is not claim]
            play.batches[at] = msgspec.structs.replace(
                batch,
                claims=tuple(one for one, _ in rest),
                lines=tuple(one for _, one in rest),
                moves=tuple(kept),
            )
