"""A wheel or dice game at the table: what every one of them is fitted with, and the script of its round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from croupier.families.automaton.betting import DrawBetting
from croupier.families.automaton.machine import Draw, TableState
from croupier.families.automaton.machines import AnyMachines
from croupier.families.automaton.memory import AnyMemory
from croupier.families.automaton.settlement import Settlement
from croupier.families.automaton.stakes import Stakes
from croupier.families.automaton.standing import StandingWagers
from croupier.families.automaton.wagers import MachineWagers
from croupier.table.company import AnyPart
from croupier.table.events import Event
from croupier.table.fitted import Fitted
from croupier.table.parts.colours import ChipColours
from croupier.table.parts.limits import Limits
from croupier.table.parts.part import Moment, Steps
from croupier.table.parts.partnership import Partnerships
from croupier.table.parts.people import Exclusion
from croupier.table.parts.pricing import Prices
from croupier.table.parts.rows import BettingRow
from croupier.table.play import OVER, VOID, Play

M = TypeVar("M", bound=AnyMachines, covariant=True)


class Drawn(Moment, frozen=True):
    """The draw has decided: wagers are settled, and the table has moved on."""

    before: TableState
    """The memory of the table before the draw."""
    draw: Draw


class Fittings(Generic[M]):
    """The parts of every wheel and dice table. A family makes them, and adds parts of its own."""

    def __init__(self, machines: M, prices: Prices, memory: AnyMemory, row: BettingRow | None = None) -> None:
        """Take `row`, when and how wagers are made, where it differs from the file."""
        machines.check_prices()
        row = row or machines.setup.betting
        self.machines = machines
        self.prices = prices
        self.memory = memory
        self.exclusion = Exclusion()
        self.limits = Limits(machines.ruleset, row, has_boxes=False)
        self.stakes = Stakes(prices, self.limits)
        self.standing = StandingWagers(machines, self.stakes, memory)
        self.wagers = MachineWagers(machines, self.stakes, memory, self.standing, row)
        self.betting = DrawBetting(self.wagers, self.exclusion)


class DrawGame(Fitted, Generic[M]):
    """A game of wheels or dice: any number of acts, then one draw, and the round is over."""

    betting: DrawBetting

    def __init__(
        self,
        fittings: Fittings[M],
        own: Sequence[AnyPart] = (),
        settlement: Settlement | None = None,
        versions: Callable[[Mapping[str, str]], Fitted] | None = None,
    ) -> None:
        """Take `own`, parts of the family's own, and the game as rulings make it that change its options."""
        self.versions = versions
        self.machines = fittings.machines
        self.prices = fittings.prices
        self.memory = fittings.memory
        self.limits = fittings.limits
        self.wagers = fittings.wagers
        self.betting = fittings.betting
        self.settlement = settlement or Settlement(fittings.wagers)
        self.corrections = fittings.machines.device.corrections
        colours = fittings.machines.setup.colours
        super().__init__(
            fittings.machines.ruleset,
            (
                fittings.memory,
                fittings.standing,
                fittings.betting,
                fittings.exclusion,
                fittings.limits,
                *own,
                *((Partnerships(fittings.limits),) if fittings.limits.row.partnership_clause else ()),
                *((ChipColours(colours),) if colours else ()),
            ),
        )

    def with_options(self, options: Mapping[str, str]) -> Fitted:
        """Return the same game with options that a ruling has changed."""
        return super().with_options(options) if self.versions is None else self.versions(options)

    def round(self, play: Play) -> Steps:
        """Play a round: wagers are made and changed, and the draw decides."""
        event = yield from self.betting.until_drawn(play)
        _return_struck(self, play)
        draw, before = self.machines.device.read(event.what)[0], self.memory.now(play)
        play.clauses.update(self.machines.draw_clauses)
        self.settlement.decide(play, draw)
        play.phase = OVER
        self.tell(play, Drawn(before, draw))

    def wager_name(self, text: str) -> str:
        """Return a wager's name with its parameter as the layout writes it."""
        return self.machines.written(text)

    def params(self, name: str) -> list[str]:
        """List the places where a wager may lie."""
        return self.machines.params(name)

    def read_draw(self, event: Event) -> str:
        """Return a draw in the notation of the device."""
        return self.machines.device.read(event.what)[1]

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Let the device correct the last draw."""
        return self.machines.device.correct(order, event, facts)


def _return_struck(table: Fitted, play: Play) -> None:
    """Give back the wagers that a ruling has struck, as the draw finds them."""
    for standing in [one for one in play.wagers if play.struck_by(one)] if play.struck else ():
        if standing in play.wagers:
            clause = play.struck_by(standing)
            play.withdraw(standing, (clause,), VOID)
            table.returned(play, standing, clause)


AnyDrawGame = DrawGame[AnyMachines]
