"""What every part of the core works with: the state, the events of the command at hand, the time, entropy, and the rooms in which rounds are played."""

from __future__ import annotations

from typing import Any

from croupier.errors import BadInput, NotAllowed, short, unknown
from croupier.floor.events import Collected, Event, Waits
from croupier.floor.ledger import Posting, layout, meter
from croupier.floor.rooms import Room, apart, game_of
from croupier.floor.state import Floor, FloorTable, Round, Terminal
from croupier.randomness.source import Entropy
from croupier.rulebook.electronic import Rule, law

LONGEST_TEXT = 500


class Work:
    """A floor at which a command is being carried out."""

    def __init__(self, floor: Floor | None = None) -> None:
        self.floor = floor if floor is not None else Floor()
        self.on_disk = self.floor.seq
        """How many events are stored for certain."""
        self.now = 0
        self.entropy: Entropy | None = None
        self.emitted: list[Event] = []
        self.given: dict[str, Any] = {}
        self._rooms: dict[str, Room] = {}
        self._ended: dict[str, tuple[int, int, Room]] = {}

    def begin(self, now: int, entropy: Entropy) -> None:
        """A new command."""
        self.now, self.entropy, self.emitted, self.given = now, entropy, [], {}

    def stored(self, seq: int) -> None:
        """All events up to this one are on disk."""
        self.on_disk = max(self.on_disk, seq)

    def emit(self, event: Event) -> None:
        """Something has happened."""
        self.floor.apply(event)
        self.emitted.append(event)

    def settle_books(self) -> None:
        """The self-audit after every command."""
        if self.emitted and sum(self.floor.ledger.balances.values()):
            self.floor.ledger.audit()

    # Looking things up.

    def table(self, name: str) -> FloorTable:
        """A table by its name."""
        if name not in self.floor.tables:
            raise unknown("table", name, self.floor.tables)
        return self.floor.tables[name]

    def terminal(self, name: str) -> Terminal:
        """A terminal by its name."""
        if name not in self.floor.terminals:
            raise unknown("terminal", name, self.floor.terminals)
        return self.floor.terminals[name]

    def working(self, name: str) -> Terminal:
        """A terminal at which something may be done."""
        one = self.terminal(name)
        if one.stopped:
            raise BadInput(f"terminal {name} is stopped: {one.stopped}; an attendant has been called")
        return one

    def room(self, table: FloorTable, one: Round | None = None) -> Room:
        """The room of the round at a table."""
        running = one or table.round
        assert running is not None
        name = table.setup.table
        if name not in self._rooms or self._rooms[name].number != running.number or one is not None:
            self._rooms[name] = Room(running.setup or table.setup, running)
        return self._rooms[name]

    def room_over(self, table: FloorTable) -> Room | None:
        """The room of the round just over, played again only if it is not at hand; none where every terminal had a layout of its own."""
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

    def forget(self, table: str) -> None:
        """Make the room of a table anew when it is next needed."""
        self._rooms.pop(table, None)

    def collect(self, table: FloorTable, terminal: str) -> None:
        """Wagers of a terminal that have won go from the layout onto its credits."""
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
        """Whoever was asked and could not answer has his time from now on."""
        if table.round is not None and table.round.phase == "waits":
            self.emit(Waits(table.setup.table, table.round.number, self.now + table.setup.deciding))

    def works_again(self, terminal: str) -> None:
        """A terminal is ready: what it was asked meanwhile it is asked still."""
        for table in self.floor.tables.values():
            if not self.floor.terminals[terminal].stopped and table.seats_of(terminal):
                self.time_again(table)

    # The law of electronic tables.

    def law_at(self, terminal: str, rule: Rule) -> str:
        """The clause for something at a terminal: of the rulebooks of the tables at which it sits. At none, that of the whole floor, where all of it is played under one rulebook."""
        games = [table.setup.game for table in self.floor.tables.values()]
        here = [table.setup.game for table in self.floor.tables.values() if table.seats_of(terminal)]
        if not here and len({name.partition("/")[0] for name in games}) == 1:
            here = games[:1]
        return ", ".join(dict.fromkeys(clause for name in here if (clause := law(name, rule))))

    @property
    def random(self) -> Entropy:
        """Where chance comes from."""
        assert self.entropy is not None
        return self.entropy


def refusal(what: str, why: str, clause: str) -> BadInput:
    """Why something is refused, with the clause where there is one."""
    return NotAllowed(what, why, clause) if clause else BadInput(why)


def text_of(text: str, what: str) -> str:
    """A reason that somebody gave: something, and not too much."""
    if not text.strip() or len(text) > LONGEST_TEXT:
        raise BadInput(f"{what} is a text of 1 to {LONGEST_TEXT} characters, not {short(text)}")
    return text.strip()
