"""What a table remembers from draw to draw, as a part of it."""

from __future__ import annotations

from typing import Any

from croupier.families.automaton.machine import TableState
from croupier.families.automaton.machines import Machines, T
from croupier.table.parts.part import Part
from croupier.table.play import Play, Slice


class TableSlice(Slice):
    """The state of the table."""

    table: TableState


class TableMemory(Part[T]):
    """The memory of the table. The open wagers and their steps depend on it."""

    hears = ()

    def __init__(self, machines: Machines[Any, Any, T]) -> None:
        self.machines = machines
        self.carried = type(machines.fresh)

    def begin(self, play: Play, carried: T) -> None:
        """Begin with the given state. Refuse an impossible one."""
        self.machines.check_table(carried)
        play.add(TableSlice(carried))

    def carry(self, play: Play) -> T:
        """Carry the state to the next round."""
        return self.now(play)

    def now(self, play: Play) -> T:
        """Return the state of the table."""
        found: T = play.slices[TableSlice].table
        return found

    def set(self, play: Play, table: T) -> None:
        """Let the table remember another state."""
        play.of(TableSlice).table = table


AnyMemory = TableMemory[Any]
