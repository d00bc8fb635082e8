"""How one wager lives from draw to draw.

The step is written once; the table, the prover and the simulator read it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.table.parts.part import Carried
from croupier.table.parts.pricing import HALF, LOSE, PUSH, UNPRICED, VOID
from croupier.table.questions import Refusal

Draw = Any
"""A result of the device, known to the family alone."""


class TableState(Carried, frozen=True, omit_defaults=False):
    """The memory of a table from draw to draw: the point, the last colour. It begins with the defaults."""


class Step(NamedTuple):
    """The result of a draw for a wager: its next state (None: it is over), and the row that settles it."""

    state: str | None
    row: str | None = None


class Machine:
    """A wager that may be made at any time, is never decided and pays on no row; others differ."""

    rows: frozenset[str] = frozenset()
    """The rows that win. A rulebook must price each of them."""

    @property
    def all_rows(self) -> frozenset[str]:
        """Every row that a pay table may name for the wager, whatever the options."""
        return self.rows

    def opens(self, table: Any) -> Refusal | None:
        """Say why the wager cannot be made in this state of the table."""
        return None

    def first(self, table: Any) -> str:
        """Return the state of a new wager."""
        return ""

    def step(self, state: str, table: Any, draw: Draw, call: str = "") -> Step:
        """Take one draw."""
        raise NotImplementedError

    def holds(self, state: str, table: Any) -> bool:
        """Whether a wager can be in this state at this table."""
        return state == ""

    def known_as(self, state: str) -> str | None:
        """Return the parameter that the wager gets on the way, in this state: a come wager its point."""
        return None

    bound_because: str = "its point is set"
    """What binds the wager once it is locked, in words."""

    def locked(self, state: str) -> bool:
        """Whether the point (or whatever binds the wager) has been set."""
        return bool(state)

    def supplement_states(self, table: Any) -> list[tuple[str, Any]]:
        """List the states, with those of the table, that allow a supplement. Empty for other wagers."""
        return []


class OneDraw(Machine):
    """A wager that the next draw decides."""

    def __init__(
        self,
        row_of: Callable[[Draw], str],
        rows: frozenset[str],
        opens: Callable[[Any], Refusal | None] | None = None,
    ) -> None:
        self.row_of = row_of
        self.rows = rows
        self._opens = opens

    def opens(self, table: Any) -> Refusal | None:
        """Allow it at any time, as for most one-draw wagers."""
        return self._opens(table) if self._opens else None

    def step(self, state: str, table: Any, draw: Draw, call: str = "") -> Step:
        """Decide the wager at once."""
        return Step(None, self.row_of(draw))


__all__ = ["HALF", "LOSE", "PUSH", "UNPRICED", "VOID", "Draw", "Machine", "OneDraw", "Step", "TableState"]
