"""What every game reads from its rulebook: wagers, and the family's own table `[setup]`."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.provision import Provision
from croupier.rulebook.schema import Row, WagerRow


class TableWager(WagerRow, frozen=True, kw_only=True):
    """A wager at any table."""

    offered_clause: str = ""
    """The clause that leaves the wager to the operator, or to a table marked for it."""
    cites: dict[str, str | list[str]] = {}
    """Further clauses by event: `made`, `stands`, `stands-STATE`, a row, `win` for any row that wins."""
    needs_clause: str = ""
    one_each_clause: str = ""
    one_each: bool = False
    """One such wager a box."""


class BettingRow(Row, frozen=True, kw_only=True):
    """When and how wagers are made."""

    clause: str
    only_clause: str = ""
    """The clause that permits no wager but those listed."""
    closing: str = "no-more-bets"
    """The call that closes the betting: one of those that the table knows."""
    closed_clause: str
    called_clause: str = ""
    """The clause of the call that closes the betting, if it is a separate one."""
    call_closes: str = ""
    """A condition under which the call closes anything. Where it does not hold, it is only announced."""
    late: Literal["never", "confirmed"] = "never"
    late_by: list[str] = []
    late_clause: str = ""
    oral: Literal["never", "covered"] = "never"
    oral_by: list[str] = []
    oral_any: bool = False
    """Whether the word of one of them is enough."""
    oral_by_clause: str = ""
    oral_when: str = "any-time"
    """`any-time`, or the call that opens oral wagers."""
    oral_when_clause: str = ""
    oral_clause: str = ""
    removal_clause: str = ""
    limits_clause: str = ""
    maximum_clause: str = ""
    """The clause of the maximum, if it is a separate one."""
    patron_clause: str = ""
    """The clause that makes limits a person's, on all his boxes together, if there is one."""
    patron_own_when: str = ""
    """A condition under which the limits on a sign of a wager's own are a person's, too."""
    supplements_exempt: bool = False
    """Whether the table's maximum leaves supplements out."""
    order_clause: str = ""
    partnership_clause: str = ""
    """The clause that keeps partners from exceeding the maximum together, if there is one."""


class TableSetup(Row, frozen=True, kw_only=True):
    """The settings that every family's setup has."""

    betting: BettingRow
    settles: str = ""
    """Clause: wagers are settled once the result is final."""
    bank_clause: str = ""
    """The clause that says with whom all wagers are made."""

    @property
    def drawn_by(self) -> str:
        """The clause by which a draw is made, or cards are dealt; empty where none is named."""
        return ""


class CommissionRow(Row, frozen=True, kw_only=True):
    """The part taken of a wager's winnings."""

    rate: str
    """The option that says how many per cent."""
    when: str = ""
    """Condition: it is taken. Without one it always is."""
    clause: str
    rounding: str = "commission"
    deferred: str = ""
    """Condition: it is marked and collected before the next shuffle."""
    deferred_clause: str = ""


class CardWager(TableWager, frozen=True, kw_only=True):
    """A wager at a card table."""

    late_clause: str = ""
    """Clause: it is made before the first card, where it has its own."""
    not_offered: dict[str, str] = {}
    """Clauses for not offering it, by the condition that is the reason."""
    push: dict[str, str] = {}
    """Rows that give the wager back, each with its clause."""
    push_when: dict[str, str] = {}
    """A condition for such a row; without one it always goes back."""
    lose: dict[str, str] = {}
    """Rows that lose by a clause of their own."""
    commission: CommissionRow | None = None
    apart_from: list[str] = []
    """Wagers that the same person may not make beside it."""
    apart_everywhere: bool = False
    """Whether they are apart on all boxes of a person, and not only on one."""
    apart_when: str = ""
    """Condition: they are apart. Without one they always are."""
    apart_clause: str = ""
    needs_when: str = ""
    """Condition: `needs` binds. Without one it always does."""
    of_maximum: str = ""
    """The largest share of the table's maximum that it may be: 1/8."""
    of_maximum_clause: str = ""
    bettors: int = 0
    """Persons who may make it on one box; no limit if none is written."""
    bettors_when: str = ""
    bettors_clause: str = ""
    counted_with: list[str] = []
    """Wagers on other areas of a box that count with it: as many wagers are the most as `bettors` says."""
    preferred: list[str] = []
    """Wagers whose players come first where a box is full: the last wager of another gives way."""
    offered_first_clause: str = ""
    """Clause: who has what it needs on the box has the opportunity before anybody else."""
    shared_maximum: str = ""
    """Condition: the maximum is one for all who bet on a box together."""
    shared_clause: str = ""
    needs_on_box: bool = False
    """Whether anybody's wager on the box meets the need."""
    needs_everywhere: bool = False
    """Whether the person's own wager meets it on whichever box it lies."""

    @property
    def needed(self) -> Provision[list[str]]:
        """Wagers, one of which must lie beside it."""
        return Provision(self.needs, self.needs_when, self.needs_clause)

    @property
    def kept_apart(self) -> Provision[list[str]]:
        """Wagers that the same person may not make beside it."""
        return Provision(self.apart_from, self.apart_when, self.apart_clause)

    @property
    def most_bettors(self) -> Provision[int]:
        """Persons who may make it on one box."""
        return Provision(self.bettors, self.bettors_when, self.bettors_clause)
