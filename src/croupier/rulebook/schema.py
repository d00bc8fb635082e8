"""The schema of a rulebook file. A misspelt key or a wrong value stops the load, with file and key."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Clauses = str | list[str]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A table of a rulebook file. Its keys are kebab-case."""


class RoundingRow(Row, frozen=True, kw_only=True):
    """To what unit and in which direction an uneven amount is settled."""

    to: str
    way: Literal["down", "up", "nearest"]
    clause: str
    when: str = ""


class OptionRow(Row, frozen=True, kw_only=True):
    """What the operator or the regulator may choose."""

    default: str | int | bool
    clause: str
    choices: list[str | int] = []
    between: list[str | int] = []
    whole: bool = False
    """Of `between`: only whole numbers."""
    amount: bool = False
    why: str = ""
    shown_only: bool = False
    matters_when: str = ""
    """A condition without which it changes nothing."""


class ReadingRow(Row, frozen=True, kw_only=True):
    """What a judge might choose, where the text is unclear, damaged or contradicts itself."""

    choices: list[str]
    default: str
    clause: str
    why: str
    shown_only: bool = False


class StakeRow(Row, frozen=True, kw_only=True):
    """What a stake must be."""

    exactly: str = ""
    min: str = ""
    max: str = ""
    multiple_of: str = ""
    at_most: str = ""
    wins_at_most: str = ""
    of_original: bool = False
    """Whether that wager counts as it was first made, although it has been reduced since."""
    payable_unit: bool = False
    agreed_when: str = ""
    """When a larger stake than the text's own most was agreed, and another clause bounds it."""
    agreed_clause: str = ""
    unit_clause: str = ""
    clause: str = ""


class ChargeRow(Row, frozen=True, kw_only=True):
    """What is charged for a wager on top of the stake, when it is made."""

    rate: str
    of: Literal["stake", "win", "excess-stake", "excess-win"]
    clause: str
    free: str = ""
    refunded: bool = False
    refund_clause: str = ""


class PayRow(Row, frozen=True, kw_only=True):
    """One row of a pay table."""

    on: str | int | list[str | int]
    pays: str | int
    """Odds, a number, or the option that says it."""
    when: str = ""
    clause: str = ""
    kind: Literal["", "to", "for", "amount", "times", "share"] = ""
    least: str = ""
    """The least that a share of a meter comes to."""


class TableRow(Row, frozen=True, kw_only=True):
    """A pay table, or its alternatives."""

    clause: str
    approved_by: str = ""
    """Who has approved the prices of an operator's own file that are not the rulebook's."""
    kind: Literal["to", "for", "amount", "times", "share"] = "to"
    rows: list[PayRow] = []
    minimum: list[PayRow] = []
    choices: dict[str, list[PayRow]] = {}
    chosen_by: str = ""


OF_WAGERS = (
    "void-wager",
    "void-in-place",
    "void-hand",
    "void-increase",
    "void-spoken",
    "undo-withdrawal",
    "correct-payment",
    "move-wager",
    "bet-found",
)
"""Orders about wagers that somebody has made, which a box or a hand narrows."""


class RulingRow(Row, frozen=True, kw_only=True):
    """What is done when the facts are as `when` says."""

    ruling: list[str]
    clause: str
    when: str = ""
    duties: list[str] = []
    why: str = ""
    order_clauses: dict[str, str] = {}
    """The clause of one of several orders, where it has its own."""
    requires: list[str] = []
    """What the table must show for it: names of sights, or `not` and such a name."""


class IrregularityRow(Row, frozen=True, kw_only=True):
    """Something that goes wrong, and what the rulebook says to do."""

    id: str
    title: str
    rows: list[RulingRow]
    facts: dict[str, list[str]] = {}
    takes: list[str] = []
    formerly: list[str] = []
    """Names that it had once. Stored rounds may say them."""
    facts_formerly: dict[str, str] = {}
    """Names that its facts had once, each with the name of today."""
    requires: list[str] = []
    """What the table must show, whatever the facts are."""

    @property
    def only_values(self) -> dict[str, str]:
        """Return the facts that have one value only: they need not be said."""
        return {fact: values[0] for fact, values in self.facts.items() if len(values) == 1}

    @property
    def taken(self) -> list[str]:
        """What the orders take: where a person's wagers are named, also one box and one hand of them."""
        orders = {order for row in self.rows for order in row.ruling}
        if orders.isdisjoint(OF_WAGERS) or not {"seat", "box"} & {*self.takes}:
            return self.takes
        return list(dict.fromkeys([*self.takes, *(("box",) if "seat" in self.takes else ()), "hand"]))


class WagerRow(Row, frozen=True, kw_only=True):
    """What every wager has. A family adds its own keys."""

    clause: Clauses
    kind: str
    title: str = ""
    pays: str = ""
    approved_by: str = ""
    """Who has approved a price of an operator's own file that is not the rulebook's."""
    pays_clause: str = ""
    """The clause of `pays`, where it is not the last of `clause`."""
    table: str = ""
    for_: list[str | int] = msgspec.field(default=[], name="for")
    needs: list[str] = []
    needs_any: bool = False
    offered: str = ""
    offered_for: dict[str, str] = {}
    """Conditions for single numbers of `for`, besides `offered`."""
    stake: StakeRow = StakeRow()
    limits_when: str = ""
    """Condition: the table's minimum and maximum bind it. Without one they do."""
    own_limits: list[str] = []
    """Options that say its own minimum and maximum; the table's do not bind it then."""
    limits_clause: str = ""
    """The clause that limits it, where that is not the table's."""
    rounding: str = "payout"
    charge: ChargeRow | None = None


class LimitRow(Row, frozen=True, kw_only=True):
    """The least and the most that one wager may be at this table."""

    min: str = ""
    max: str = ""


class MediaRow(Row, frozen=True, kw_only=True):
    """What a wager may be made with, and when."""

    with_: str = msgspec.field(name="with")
    when: str
    clause: str
    why: str = ""
    multiple_of: str = ""
    unit_clause: str = ""


class LimitRule(Row, frozen=True, kw_only=True):
    """Limits that the rulebook itself sets, under a condition."""

    clause: str
    when: str = ""
    min: str = ""
    max: str = ""


class ApprovalRow(Row, frozen=True, kw_only=True):
    """Whose prior approval lets an operator depart from the rulebook."""

    by: str
    """As an operator's file names it in `approved-by`."""
    clause: str
    of: list[str] = []
    """The clauses of the prices that may depart with it; empty for all."""


class Head(Row, frozen=True, kw_only=True):
    """The head of a file: what it is and where it comes from."""

    format: int
    game: str
    title: str
    cites: str
    in_force: list[str]
    dates: str = ""
    """What the dates rest on, where the text does not print them: said wherever they are."""
    note: str = ""
    behaviour: Annotated[int, msgspec.Meta(ge=1)] = 1
    """Raised when recorded rounds of the game would settle, ask or refuse differently."""
    odds_are: Literal["exact", "minimum", "usual", "free"] = "exact"
    odds_clause: str = ""
    approval: ApprovalRow | None = None
    """Whose approval lets the odds be others than these."""
    wager_approval: ApprovalRow | None = None
    """Whose approval lets wagers be taken that the rulebook does not name."""
    tables_clause: str = ""
    """The clause under which a whole pay table may be replaced."""
    variation_clause: str = ""
    """The clause that permits no variation but those listed."""
