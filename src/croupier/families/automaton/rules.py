"""What every wheel or dice game reads from its rulebook, besides what its family adds."""

from __future__ import annotations

from typing import Literal

from croupier.table.parts.colours import ColourRow
from croupier.table.parts.rows import TableSetup, TableWager


class AutomatonWager(TableWager, frozen=True, kw_only=True):
    """A wager at a wheel or dice table."""

    removal: Literal["free", "until-set", "never"] = "free"
    """Whether it may be taken down: before its decision, until its point is set, or not at all."""
    binding: str = ""
    """Condition: `removal` binds at all."""
    removal_clause: str = ""
    bars_return: bool = False
    """Once reduced or taken down it may not be made again or increased until the next come-out."""
    again_when: str = ""
    """Condition: reduced after it has gone to its point, it may be increased there at the next come-out."""
    raise_until_set: bool = False
    """It may not be increased once its point is set."""
    raise_clause: str = ""
    stays: str = ""
    """Condition: a winning wager stays on the table for the next draw."""


class AutomatonSetup(TableSetup, frozen=True, kw_only=True):
    """The family's own table of a rulebook file."""

    draw_clauses: list[str] = []
    """The clauses under which a draw is made."""
    colours: ColourRow | None = None
    """Chips without a printed value: whose colour is whose."""
