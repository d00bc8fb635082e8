"""What every part of the core works with.

That is the state, the events of the command at hand, the time, entropy, and the rooms in which rounds are
played.
"""

from __future__ import annotations

from typing import Any

from croupier.errors import BadInput, NotAllowed, short, unknown
from croupier.floor.events import Collected, Event, Waits
from croupier.floor.ledger import Posting, layout, meter
from croupier.floor.rooms import Room, apart, game_of
from croupier.floor.state import Floor, FloorTable, Layouts, Round, Terminal
from croupier.randomness.source import Entropy
from croupier.rulebook.electronic import Rule, law

LONGEST_TEXT = 500


class Work:
    """A floor at which a command is being carried out."""

    def __init__(self, floor: Floor | None = None) -> None:
        self.floor = floor if floor is not None else Floor()
        self.on_disk = self.floor.seq
        """The number of events that are certainly stored."""
        self.now = 0
        self.entropy: Entropy | None = None
        self.emitted: list[Event] = []
        self.given: dict[str, Any] = {}
        self.generator_failure = ""
        """Why the generator failed while a table was moved on in this command, or nothing."""
        self._rooms: dict[str, Room] = {}
        self._ended: dict[str, tuple[int, int, Room]] = {}
        self._layouts: dict[str, Layouts] = {}

    def begin(self, now: int, entropy: Entropy) -> None:
        """Begin a new command."""
        self.now, self.entropy, self.emitted, self.given = now, entropy, [], {}
        self.generator_failure = ""

    def stored(self, seq: int) -> None:
        """Note that all events up to this one are on disk."""
        self.on_disk = max(self.on_disk, seq)

    def emit(self, event: Event) -> None:
        """Let something happen."""
        self.floor.apply(event)
        self.emitted.append(event)

    def settle_books(self) -> None:
        """Audit the books after a command."""
        if self.emitted and sum(self.floor.ledger.balances.values()):
            self.floor.ledger.audit()

    # Looking things up.

    def table(self, name: str) -> FloorTable:
        """Return a table by its name."""
        if name not in self.floor.tables:
            raise unknown("table", name, self.floor.tables)
        return self.floor.tables[name]

    def terminal(self, name: str) -> Terminal:
        """Return a terminal by its name."""
        if name not in self.floor.terminals:
            raise unknown("terminal", name, self.floor.terminals)
        return self.floor.terminals[name]

    def working(self, name: str) -> Terminal:
        """Return a terminal at which something may be done, else refuse."""
        one = self.terminal(name)
        if one.stopped:
            raise BadInput(f"terminal {name} is stopped: {one.stopped}; an attendant has been called")
        return one

    def room(self, table: FloorTable) -> Room:
        """Return the room of the round at a table."""
        name, one = table.setup.table, table.round
        assert one is not None
        if name not in self._rooms or self._rooms[name].number != one.number:
            self._rooms[name] = Room(one.setup or table.setup, one)
        return self._rooms[name]

    def room_over(self, table: FloorTable) -> Room | None:
        """Return the room of the round just over, or None where every terminal had a layout of its own.

        The round is played again only if its room is not at hand.
        """
        last, name = table.past.get(table.number), table.setup.table
        if table.round is not None or last is None or apart(game_of(last.setup or table.setup)):
            return None
        at_hand = self._rooms.get(name)
        if at_hand is not None and at_hand.number == last.number:
            return at_hand  # a correction forgets it
        kept = self._ended.get(name)
        if kept is None or kept[:2] != (last.number, last.corrected):
            kept = self._ended[name] = (last.number, last.corrected, Room(last.setup or table.setup, last))
        return kept[2]

    def layouts(self, table: FloorTable, one: Round) -> Layouts:
        """Return the events of a round by layout. They are kept for one round of each table."""
        kept = self._layouts.get(table.setup.table)
        if kept is None or not kept.are_of(one):
            kept = self._layouts[table.setup.table] = Layouts(one.events)
        return kept

    def forget(self, table: str) -> None:
        """Make the room of a table anew when it is next needed."""
        self._rooms.pop(table, None)

    def collect(self, table: FloorTable, terminal: str) -> None:
        """Move winning wagers of a terminal from the layout onto its credits."""
        name = table.setup.table
        lies = self.floor.ledger.balance(layout(name, terminal))
        if lies:
            self.emit(
                Collected(
                    name,
                    terminal,
                    (Posting(layout(name, terminal), meter(terminal), lies, "collected"),),
                    clause=law(table.setup.game, "collect"),
                )
            )

    def time_again(self, table: FloorTable) -> None:
        """Give whoever is asked and could not answer his time again, from now on."""
        if table.round is not None and table.round.phase == "waits":
            self.emit(Waits(table.setup.table, table.round.number, self.now + table.setup.deciding))

    def works_again(self, terminal: str) -> None:
        """Give a terminal that is ready again its time for what it was asked meanwhile."""
        for table in self.floor.tables.values():
            if not self.floor.terminals[terminal].stopped and table.seats_of(terminal):
                self.time_again(table)

    # The law of electronic tables.

    def law_at(self, terminal: str, rule: Rule) -> str:
        """Return the clause for something at a terminal, from the rulebooks of the tables where it sits.

        Where it sits at none, take the rulebook of the whole floor if there is only one.
        """
        games = [table.setup.game for table in self.floor.tables.values()]
        here = [table.setup.game for table in self.floor.tables.values() if table.seats_of(terminal)]
        if not here and len({name.partition("/")[0] for name in games}) == 1:
            here = games[:1]
        return ", ".join(dict.fromkeys(clause for name in here if (clause := law(name, rule))))

    @property
    def random(self) -> Entropy:
        """Return the source of chance."""
        assert self.entropy is not None
        return self.entropy


def refusal(what: str, why: str, clause: str) -> BadInput:
    """Return the error for something refused, with the clause where there is one."""
    return NotAllowed(what, why, clause) if clause else BadInput(why)


def text_of(text: str, what: str) -> str:
    """Return a reason that somebody gave, stripped. Refuse one that is empty or too long."""
    if not text.strip() or len(text) > LONGEST_TEXT:
        raise BadInput(f"{what} is a text of 1 to {LONGEST_TEXT} characters, not {short(text)}")
    return text.strip()
