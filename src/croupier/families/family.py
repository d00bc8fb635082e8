"""A family as one value: what its games are made of, and everything that is asked of them elsewhere.

The record of a family lies in its folder, in `family.py`, and imports only what a round needs. Proofs,
kernels, advice and drawings are imported inside its functions, when they are first asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from croupier.equipment.money import Amount
from croupier.rulebook.load import FileShape
from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import WagerRow
from croupier.table.parts.people import MOST_SEATS
from croupier.table.play import Play
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.advice import Advice
    from croupier.prove.charts import Charted, StartingHands
    from croupier.prove.covers import BankValue
    from croupier.prove.proof import WagerProof
    from croupier.simulate.counted import Counted
    from croupier.simulate.result import Simulation

W = TypeVar("W", bound=WagerRow)
S = TypeVar("S", bound=msgspec.Struct)
G = TypeVar("G", bound=Playable)

Progress = Callable[[int, int], None]
"""Called with the amount done and the amount to do."""
USUAL_SEATS = 7
"""Boxes of a card table where the rulebook leaves their number open."""


# What is asked of a family.


class OwnChart(msgspec.Struct, frozen=True):
    """A chart of one's own, as it is written."""

    text: str | bytes
    name: str = "the chart"
    """Its name in errors."""


class ToProve(msgspec.Struct, frozen=True):
    """Which odds are wanted."""

    wagers: Sequence[str] | None = None
    """By name; all that are offered where none are named."""
    stake: Amount | None = None
    """The least stake that is paid exactly where none is given."""
    before: Mapping[str, Any] | None = None
    """The values carried into the round."""
    prove: bool = False
    """Compute again what a kept certificate could answer."""
    progress: Progress | None = None
    chart: OwnChart | None = None
    """Play by this chart, not by the best play."""


class ToSimulate(msgspec.Struct, frozen=True):
    """Which simulation is wanted."""

    rounds: int
    seed: int
    wagers: Sequence[str] | None = None
    """By name; all that are offered where none are named."""
    engine: str = "local"
    progress: Progress | None = None
    fresh: bool = False
    """Shuffle before every round; nothing to wheels and dice."""
    boxes: int = 1
    chart: OwnChart | None = None
    """Play by this chart, not by the best play."""
    workers: int | None = None
    """How many share the work; as many as there are cores where none is said."""


class ToDecide(msgspec.Struct, frozen=True):
    """One decision, with the cards that are seen."""

    cards: Sequence[str]
    board: Sequence[str] = ()
    up: str = ""
    """The dealer's card that lies open."""
    done: str = ""
    """The acts so far in the round."""
    wager: str = ""
    """The wager that the decision is about, where there are several."""
    before: Mapping[str, Any] | None = None
    """The values carried into the round."""


class ToCount(msgspec.Struct, frozen=True):
    """A bet that follows a count of the cards."""

    system: str
    spread: Mapping[int, int]
    """Units that are bet from each count on."""
    rounds: int
    seed: int
    insurance: int | None = None
    """The least count at which insurance is taken."""
    decks_left: Literal["exact", "half-decks"] = "exact"
    rounding: Literal["floor", "truncate"] = "floor"
    boxes: int = 1
    chart: OwnChart | None = None
    """Play by this chart, not by the best play."""
    engine: str = "local"
    progress: Progress | None = None


class ToBank(msgspec.Struct, frozen=True):
    """Covers that a player-dealer may put up, and the stakes against them."""

    covers: Sequence[Amount]
    stakes: Mapping[str, Mapping[str, Amount]]
    """By seat and wager."""
    bank: str = "1"
    """The seat that banks."""


# What a family answers.


class Seating(msgspec.Struct, frozen=True):
    """How people sit at a table, as far as the rulebook says it."""

    boxes: int | None = None
    """How many boxes a table has; None where the rulebook leaves it open."""
    only_seated: bool = False
    """Whether that number is only for those who sit at the table: more may play at terminals."""
    bettors: int | None = 0
    """Most persons who bet on one box, 0 where only one does; None where the rulebook sets no number."""

    def places(self, terminals: int) -> int:
        """Return how many boxes a table with these terminals has."""
        if self.boxes is None:
            return USUAL_SEATS
        return min(terminals, MOST_SEATS) if self.only_seated else self.boxes


class Cards(msgspec.Struct, frozen=True):
    """The cards that a table is dealt from."""

    fresh: Callable[[], Counter[str]]
    """Every card of a new shoe, with its number."""
    every_round: bool
    """Whether the cards are shuffled, or taken anew, before every round."""


class Explained(msgspec.Struct, frozen=True):
    """The game in one line, for a player before he bets."""

    name: str
    value: str
    clause: str = ""


class History(msgspec.Struct, frozen=True):
    """A drawing of earlier rounds, as displays show it."""

    kind: str
    """Its name in an address: `big`, `numbers`."""
    title: str
    of: str
    """The verb of the draws that it shows (`spin`); `COUPS` where it shows who won."""
    draw: Callable[[Sequence[str], Sequence[str]], str]
    """Draw results, the oldest first, as SVG; given all that may come, too."""
    shown: bool = True
    """Whether pages show it unasked."""


COUPS = "coups"
"""A history of coups: the `Winning.winner` of each round."""


class Winning(msgspec.Struct, Generic[G], frozen=True):
    """Who wins a coup that is between two hands, whatever was bet on it."""

    winner: Callable[[Play], str]
    """`player`, `banker` or `tie`, by the cards on the table; empty as long as they are not all known."""
    called: Callable[[G], Mapping[str, str]]
    """The wagers on the hands and the tie of this layout. Empty where it has none."""


class Display(msgspec.Struct, frozen=True):
    """How pages show the tables of a family."""

    sign: str = "♠♥♦♣"
    """Its sign in the lobby."""
    counts: Callable[[Sequence[str]], str] | None = None
    """Return the points of a hand with all cards seen. None where nobody counts."""
    boxes: bool = True
    """Whether people have boxes or places of their own on the felt; a wheel and dice have one layout."""
    felt: bool = True
    """Whether a display shows the felt; numbers and dice speak for themselves."""
    spot: str = ""
    """The wager that lies on a result itself, as `straight` lies on `17`; nothing where none does."""
    holds_cards: bool = False
    """Whether `hold` is answered by touching the cards that are kept."""
    histories: tuple[History, ...] = ()
    """Its drawings of earlier rounds. The first is the default."""


def _one_place(game: Playable, wager: str) -> Sequence[str]:
    return ("",)


def _no_meters(game: Playable) -> Mapping[str, str]:
    return {}


def _nothing_more(game: Playable) -> Sequence[Explained]:
    return ()


def _all_of_it(game: Playable, wager: str) -> Fraction:
    return Fraction(1)


def option_seats(game: Playable) -> Seating:
    """Seat people by the option `seats` alone."""
    said = game.ruleset.options.get("seats", "")
    return Seating(int(said) if said.isdigit() else None)


# The record.


class Family(msgspec.Struct, Generic[W, S, G], frozen=True, kw_only=True):
    """A family of games: W are its wager rows, S is its `[setup]`, G is the game that it hands to a table."""

    name: str
    """The `game` of a rulebook file."""
    wager: type[W]
    """The type of a wager in a rulebook file."""
    setup: type[S]
    """The type of `[setup]` in a rulebook file."""
    play: Callable[[Ruleset[W, S]], G]
    """Make the game at the table."""
    felt: Callable[[G, Sequence[str] | None, bool], Felt]
    """Draw the layout: some boxes of it, or all; upright for a telephone, or lying."""

    odds: Callable[[G, ToProve], list[WagerProof]] | None = None
    """Prove wagers; None where nothing can be proved yet."""
    kernel: Callable[[G, ToSimulate], Simulation] | None = None
    """Simulate rounds; None where nothing can be simulated yet."""
    advice: Callable[[G, ToDecide], Advice] | None = None
    """Return the value of each act of one decision. None where nothing is decided."""
    advice_by_shoe: bool = False
    """Whether advice changes with the cards that have left the shoe."""
    charts: Callable[[G, OwnChart | None], StartingHands | Charted] | None = None
    """Chart the decisions, or judge a chart of one's own; None where there is no chart."""
    reads_charts: bool = False
    """Whether a chart of one's own can be read, judged and followed."""
    counting: Callable[[G, ToCount], Counted] | None = None
    """Simulate a bet that follows a count, and several boxes; None where cards are not counted."""
    banked: Callable[[G], bool] | None = None
    """Say whether a player banks this game; None where none ever does."""
    bank: Callable[[G, ToBank], list[BankValue]] | None = None
    """Return the value of covers to a player who banks. None where that is not known."""

    own_layout: bool = False
    """Whether every terminal has a layout of its own for the same draws.

    Wagers of one player then mean nothing to another.
    """
    draws: Callable[[G], Sequence[tuple[str, int]]] | None = None
    """List every result of a draw, as events write it, with its weight; None where cards are drawn."""
    params: Callable[[G, str], Sequence[str]] = _one_place
    """List the places where a wager may lie, as `straight:17` names one; one empty text where it has one."""
    seating: Callable[[G], Seating] = option_seats
    """Say how people sit at the table."""
    of_maximum: Callable[[G, str], Fraction] = _all_of_it
    """Return the part of the table's maximum that a wager may be."""
    meters: Callable[[G], Mapping[str, str]] = _no_meters
    """Return the jackpots of this table, by name, with their seeds."""
    cards: Callable[[G], Cards] | None = None
    """Return the cards of the table. None for wheels and dice."""
    explains: Callable[[G], Sequence[Explained]] = _nothing_more
    """Tell rules of the family's own that a player wants to know before he bets."""
    winning: Winning[G] | None = None
    """Who wins a coup, where two hands play against each other; None elsewhere."""
    display: Display = Display()
    """How pages show its tables."""

    @property
    def shape(self) -> FileShape:
        """The shape that the family fills from a rulebook file."""
        return FileShape(self.wager, self.setup)

    def build(self, rules: Ruleset[W, S]) -> Built:
        """Make the game of a ruleset, with everything that can be asked of it."""
        game = self.play(rules)
        won = self.winning
        return Built(
            family=self.name,
            playable=game,
            felt=partial(self.felt, game),
            odds=_of(game, self.odds),
            simulation=_of(game, self.kernel),
            advice=_of(game, self.advice),
            advice_by_shoe=self.advice_by_shoe,
            chart=_of(game, self.charts),
            reads_charts=self.reads_charts,
            counting=_of(game, self.counting),
            bank=_of(game, self.bank) if self.banked is not None and self.banked(game) else None,
            own_layout=self.own_layout,
            draws=partial(self.draws, game) if self.draws is not None else None,
            params=partial(self.params, game),
            seating=partial(self.seating, game),
            of_maximum=partial(self.of_maximum, game),
            meters=partial(self.meters, game),
            cards=self.cards(game) if self.cards is not None else None,
            explains=partial(self.explains, game),
            winner=won.winner if won is not None else None,
            called=partial(won.called, game) if won is not None else None,
            display=self.display,
        )


A = TypeVar("A")
R = TypeVar("R")


def _of(game: G, answer: Callable[[G, A], R] | None) -> Callable[[A], R] | None:
    """Bind an answer of a family to a game."""
    return partial(answer, game) if answer is not None else None


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a table with everything that its family answers about it. `Family` explains the fields."""

    family: str
    """The `game` of a rulebook file."""
    playable: Playable
    """The game as a table plays it."""
    felt: Callable[[Sequence[str] | None, bool], Felt]

    odds: Callable[[ToProve], list[WagerProof]] | None
    simulation: Callable[[ToSimulate], Simulation] | None
    advice: Callable[[ToDecide], Advice] | None
    advice_by_shoe: bool
    chart: Callable[[OwnChart | None], StartingHands | Charted] | None
    reads_charts: bool
    counting: Callable[[ToCount], Counted] | None
    bank: Callable[[ToBank], list[BankValue]] | None
    """None as well where no player banks at this table."""

    own_layout: bool
    draws: Callable[[], Sequence[tuple[str, int]]] | None
    params: Callable[[str], Sequence[str]]
    seating: Callable[[], Seating]
    of_maximum: Callable[[str], Fraction]
    meters: Callable[[], Mapping[str, str]]
    cards: Cards | None
    explains: Callable[[], Sequence[Explained]]
    winner: Callable[[Play], str] | None
    called: Callable[[], Mapping[str, str]] | None
    display: Display
