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
from croupier.table.parts.part import Moment, Nothing, Part, Returned
from croupier.table.persons import Whom
from croupier.table.play import Play

IN_PLACE = "void-in-place"
"""The mark that voids a wager, settled or not, and leaves the cards as they are.

It takes seat= or box= and, for one wager alone, wager=.
"""
VOID = "the wager is declared void"


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
    """Give back a person's wager with its dependants, by the clause of the ruling. Settlements are undone."""
    whom, clause, name = Whom.of(facts), facts["clause"], facts.get("wager", "")
    settled_now = [claim.standing for claim, _ in _settled(play, lambda _: True)]
    mine = [one for one in (*play.wagers, *settled_now) if whom.holds(one)]
    # What one wager carries lies at the same place: a player's other boxes have their own.
    gone = {
        place: _with_children(table, [one for one in mine if one.person == place], name)
        for place in dict.fromkeys(one.person for one in mine)
        if not name or any(one.name == name for one in mine if one.person == place)
    }

    def meant(one: Standing) -> bool:
        return whom.holds(one) and one.person in gone and (not name or one.name in gone[one.person])

    standing = [one for one in play.wagers if meant(one)]
    settled = _settled(play, meant)
    if not standing and not settled:
        raise BadInput(
            f"{whom} has made no wager {facts.get('wager', '')} in this round; "
            "say seat=N and wager=NAME".replace("  ", " ")
        )
    _give_back(table, play, settled, clause)
    for one in standing:
        play.withdraw(one, (clause,), VOID)
        table.refund(play, one)


def void_children(table: Fitted, play: Play, standing: Standing, clause: str) -> None:
    """Give back settled dependants of a wager that a ruling has given back."""
    mine = [claim.standing for claim, _ in _settled(play, lambda one: one.person == standing.person)]
    names = _with_children(table, [standing, *mine], standing.name)
    settled = _settled(play, lambda one: one.person == standing.person and one.name in names)
    _give_back(table, play, settled, clause)


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


def _give_back(table: Fitted, play: Play, settled: list[tuple[Claim, Line]], clause: str) -> None:
    for claim, line in settled:
        _undo(play, claim, line)
        play.withdraw(claim.standing, (clause,), VOID)
        table.refund(play, claim.standing)


def _with_children(table: Fitted, mine: list[Standing], name: str) -> set[str]:
    """Return a wager with all that need it and have nothing else to carry them; nothing for no name."""
    found = {name} if name else set()
    while more := {
        other
        for other in table.ruleset.names
        if found and other not in found and _carried_by(table, mine, other, found)
    }:
        found |= more
    return found


def _carried_by(table: Fitted, mine: list[Standing], name: str, found: set[str]) -> bool:
    """Whether a wager needs one of these and the person has no other that would do."""
    row = table.ruleset.wager(name)[0]
    if row.needs_on_box:
        return False
    needed = set(row.needs) if row.needed.holds(table.ruleset.facts) else set()
    return bool(needed & found) and not any(one.wager in needed - found for one in mine)


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
