"""What every game reads from its rulebook, besides what its shape and family add."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row, WagerRow


class TableWager(WagerRow, frozen=True, kw_only=True):
    """A wager at any table."""

    offered_clause: str = ""
    """The clause that leaves the wager to the operator, or to a table marked for it."""
    cites: dict[str, str | list[str]] = {}
    """Further clauses, by what happens: `made`, `stands`, `stands-STATE`, a row, `win` for any row that wins."""
    needs_clause: str = ""
    one_each_clause: str = ""
    one_each: bool = False
    """One such wager a box."""


class Betting(Row, frozen=True, kw_only=True):
    """When and how wagers are made."""

    clause: str
    only_clause: str = ""
    """The clause that permits no wager but those listed."""
    closing: Literal["no-more-bets", "dice-out"] = "no-more-bets"
    closed_clause: str
    called_clause: str = ""
    """The clause of the call that closes the betting, where that is another."""
    late: Literal["never", "confirmed"] = "never"
    late_by: list[str] = []
    late_clause: str = ""
    oral: Literal["never", "covered"] = "never"
    oral_by: list[str] = []
    oral_any: bool = False
    """Whether the word of one of them is enough."""
    oral_by_clause: str = ""
    oral_when: Literal["any-time", "dice-out"] = "any-time"
    oral_when_clause: str = ""
    oral_clause: str = ""
    removal_clause: str = ""
    limits_clause: str = ""
    maximum_clause: str = ""
    """The clause of the maximum, where it is another."""
    supplements_exempt: bool = False
    """Whether the table's maximum leaves supplements out."""
    order_clause: str = ""


class TableSetup(Row, frozen=True, kw_only=True):
    """What every family's own table of a rulebook file says."""

    betting: Betting
    settles: str = ""
    """The clause by which wagers are settled once the result is final."""
    bank_clause: str = ""
    """The clause that says with whom all wagers are made."""
