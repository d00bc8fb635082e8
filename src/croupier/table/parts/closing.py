"""When wagers are taken, and which are offered at all: what betting and the wagers behind it both ask."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.events import Event
from croupier.table.parts.rows import BettingRow
from croupier.table.play import Play
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Key

OPEN, LATE, CALLED, CLOSED = "open", "late", "called", "closed"
TAKEN = (OPEN, LATE)
"""Phases that take wagers. In the second the first card is out already."""
ANY_TIME = "any-time"
"""An oral wager is taken at any time, and not only after the call that closes the betting."""

CALLERS = (
    "dealer",
    "supervisor",
    "banker",
    "boxman",
    "boxperson",
    "stickman",
    "stickperson",
    "host",
    "inspector",
    "pit-boss",
)
"""Staff who may be said to confirm a wager; whose word is enough is for the rulebook to say."""
ORAL = Key("oral", "whether the wager is only spoken", ("yes", "no"))
COVERED = Key(
    "covered", "whether the money for an oral wager lies on the table", ("yes", "no"), beside=("oral", "yes")
)
CONFIRMED = Key("confirmed", "who confirms an oral or a late wager", CALLERS, joined=True)


class Words(msgspec.Struct, frozen=True):
    """The table's words for the end of betting."""

    closings: tuple[str, ...] = ("no-more-bets",)
    """The calls that close the betting. A rulebook chooses one."""
    out: str = "no more bets has been called"
    """Why a wager needs the word of somebody now."""
    hurried: str = "when betting is closed"
    """When there is no time for chips, and a wager is made orally."""


CALLED_OUT = Words()
"""No more bets is called, and that closes the betting."""


def closed(
    row: BettingRow, play: Play, event: Event | None = None, words: Words = CALLED_OUT
) -> Refusal | None:
    """Say why no wager is made or changed any more; the word of those who confirm it may let one in."""
    if play.phase in TAKEN:
        return None
    if row.late == "confirmed":
        if event is None:
            return None
        confirmed = set(event.fact("confirmed").split("+")) if event.fact("confirmed") else set()
        if set(row.late_by) <= confirmed:
            return None
        wanted = f"{' and '.join(row.late_by)} (confirmed={'+'.join(row.late_by)})"
        return Refusal(
            f"{words.out}: the wager needs the word of {wanted}",
            row.late_clause if confirmed else row.closed_clause,
        )
    called = row.called_clause if play.phase == CALLED else ""
    return Refusal("no more bets has been called", called or row.closed_clause)


def not_offered(rules: Ruleset[Any, Any], name: str) -> Refusal | None:
    """Say why a wager is not offered at this table."""
    if rules.offered(name):
        return None
    row = rules.wager(name)[0]
    return Refusal(f"{name} is not offered at this table", row.offered_clause or clauses_of(row)[0])
