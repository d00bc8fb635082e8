"""Sitting down at a table and leaving it."""

from __future__ import annotations

from croupier.api import Game
from croupier.errors import BadInput, NotAllowed, short
from croupier.floor import commands as ask
from croupier.floor.events import Joined, Left
from croupier.floor.rooms import apart, game_of
from croupier.floor.state import FloorTable
from croupier.floor.work import Work, refusal
from croupier.rulebook.electronic import electronic, law

MOST_SEATS_AT_ONCE = 7
BEHIND = "bcdefgh"
"""The letters of those who bet on a box besides the one who sits at it."""


def all_seats(one: Game, terminals: int) -> list[str]:
    """Return every box of a table, and the places behind them where several persons may bet on one."""
    if apart(one):
        return [str(number) for number in range(1, terminals + 1)]
    seating = one.built.seating()
    boxes = [str(number) for number in range(1, seating.places(terminals) + 1)]
    behind = BEHIND if seating.bettors is None else BEHIND[: max(0, seating.bettors - 1)]
    return [*boxes, *(f"{box}{letter}" for letter in behind for box in boxes)]


class Seating(Work):
    """Boxes and those who have them."""

    def on_join(self, command: ask.Join) -> None:
        """Take boxes at a table."""
        terminal, table = self.working(command.by), self.table(command.table)
        self._in_service(table)
        self._one_game(terminal.id, table)
        mine = table.seats_of(terminal.id)
        if terminal.id in table.leaving and not command.seats:
            # It comes back before it was gone.
            self.emit(Joined(terminal.id, command.table, tuple(mine), self._played_by(terminal.id, table)))
            return
        free = [
            seat for seat in all_seats(game_of(table.setup), table.setup.terminals) if seat not in table.seats
        ]
        here = {owner for owner in table.seats.values() if owner != terminal.id}
        if not mine and len(here) >= table.setup.terminals:
            raise refusal(
                "join",
                f"table {command.table} takes {table.setup.terminals} terminals, and they are all there",
                law(table.setup.game, "most-terminals"),
            )
        wanted = list(command.seats) or ([] if mine else free[:1])
        if not wanted:
            raise BadInput(
                f"terminal {terminal.id} sits there already"
                if mine
                else f"no box is free at table {command.table}"
            )
        if apart(game_of(table.setup)) and (len(wanted) > 1 or mine):
            raise BadInput("one layout is enough here: every wager is on it")
        for seat in wanted:
            if table.seats.get(seat) == terminal.id or wanted.count(seat) > 1:
                raise BadInput(f"box {seat} is named twice or is taken by this terminal already")
            if seat not in free:
                raise BadInput(f"box {short(seat)} is not free; free: {', '.join(free[:12]) or 'none'}")
        if len(wanted) + len(mine) > MOST_SEATS_AT_ONCE:
            raise BadInput(f"a terminal plays at most {MOST_SEATS_AT_ONCE} boxes")
        self.emit(Joined(terminal.id, command.table, tuple(wanted), self._played_by(terminal.id, table)))

    def _played_by(self, terminal: str, table: FloorTable) -> str:
        """Return the clause by which a terminal plays at a table, or at several of them."""
        others = any(other is not table and other.seats_of(terminal) for other in self.floor.tables.values())
        return law(table.setup.game, "several-games" if others else "play")

    def _one_game(self, terminal: str, table: FloorTable) -> None:
        """Refuse a second game where a terminal plays one at a time."""
        others = [
            other for other in self.floor.tables.values() if other is not table and other.seats_of(terminal)
        ]
        for one in (table, *others):
            asked = electronic(one.setup.game.partition("/")[0])
            if others and asked.one_game:
                raise NotAllowed(
                    f"join {table.setup.table}",
                    f"a terminal plays one game at a time: leave {others[0].setup.table} first",
                    asked.clauses.get("one-game", ""),
                )

    def on_leave(self, command: ask.Leave) -> None:
        """Give the boxes back. They are free once nothing stands on them."""
        table = self.table(command.table)
        if not table.seats_of(command.by) or command.by in table.leaving:
            raise BadInput(f"terminal {command.by} does not sit at table {command.table}")
        self.collect(table, command.by)
        self.emit(Left(command.by, command.table))

    def _in_service(self, table: FloorTable) -> None:
        if table.fault or not table.open:
            raise BadInput(
                f"table {table.setup.table} is {'out of order: ' + table.fault if table.fault else 'closed'}"
            )
