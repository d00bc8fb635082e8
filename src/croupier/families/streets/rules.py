"""What a rulebook says of a street game: the declaration that the table plays and the prover solves."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Clauses, Row
from croupier.table.parts.bank import BankRow
from croupier.table.parts.cardwagers import CardSetup
from croupier.table.parts.cutting import CutRow
from croupier.table.parts.device import DeviceRow
from croupier.table.parts.rows import CardWager

Part = Literal["own", "flop", "board", "dealer"]


class CapRow(Row, frozen=True, kw_only=True):
    """The most that a wager is paid."""

    option: str
    """The option that says how much; while it is open there is no such limit."""
    rows: list[str] = []
    """The rows that it bounds; every row where none is named."""
    when: str = ""
    """Condition: it bounds them. Without one it always does."""
    together: list[str] = []
    """Wagers of the same person that share one maximum payment with this one."""
    clause: str


class MeterRow(Row, frozen=True, kw_only=True):
    """A progressive jackpot: a fund that a share of every stake goes to."""

    name: str = "progressive"
    clause: str
    contribution: str = "contribution"
    """The option that says how many per cent of each stake go to the meter."""
    seed: str = "seed"
    """The option for the seed of an empty meter."""
    fixed_paid_by: str = ""
    """The reading on who pays fixed prizes: `meter` or `house`."""
    shares: str = ""
    """The reading or option on how several winners of a share are paid.

    `equally`, `in-order`, or what the rulebook adds.
    """
    shared_when: str = ""
    """The condition for winners to share. Else each is paid in order from what is left."""
    board_clause: str = ""
    """Clause: a hand that lies on the board is shared by all."""
    shared_rows: list[str] = []
    """The rows that winners share; every row where none is named."""
    shares_clause: str = ""
    order_clause: str = ""
    """The clause on the order of payment."""
    order_by: str = ""
    """The option for the side where payment begins among equal prizes.

    `from-the-left` or `from-the-right`. Where none is named, payment begins where settlement begins.
    """
    lesser_first: bool = False
    """Whether the smaller prizes of a round are paid before the larger."""
    signature: str = ""
    """The least payment that waits for a signature: an amount, or its option."""
    signature_clause: str = ""
    stake_back: str = ""
    """Condition: the stake comes back beside a prize."""
    each_share_when: str = ""
    """Condition: each winner of a hand that lies on the board takes a whole part of the fund."""
    kind_by: str = ""
    """The option that says the kind of jackpot, where the rulebook knows several: `progressive` or `set`."""


class StreetWager(CardWager, frozen=True, kw_only=True):
    """A wager of a street game.

    `main` is made before the deal and decided by the comparison, or where no dealer plays by the pay table;
    `raise` likewise, made by an act on a street. `bonus` has no stake of its own and pays on another's.
    `side` reads a hand of cards by itself. `either` reads the better of both hands. `insurance` wins when
    the dealer does not qualify.
    """

    kind: Literal["main", "raise", "bonus", "side", "either", "insurance", "insurance-raise"]
    on: str = ""
    """Of a bonus: the wager that gives the stake to pay on."""
    reads: tuple[Part, ...] = ("own",)
    """The cards that it reads; a main wager reads its own hand."""
    by: str = ""
    """How it reads them: a ranking of hands, `pocket`, `colours` or `match`; else the game's ranking."""
    survives: str = ""
    """Condition: it stands when the hand is folded: `always`, or over options and readings.

    Without one a fold loses it.
    """
    survives_clause: str = ""
    fold_clause: str = ""
    """Clause: a fold loses it, where it is another than that of the act."""
    lost_with_fold: bool = False
    """Of a wager that stands after a fold: whether it is collected with the hand if its cards have lost.

    Else it is settled at the end. It reads no card of the dealer's.
    """
    due: Literal["", "deal", "flop", "dealer"] = ""
    """When it is settled, if before the end: after the deal, with the flop, with the dealer's cards."""
    unqualified: Literal["", "as-higher"] = ""
    """Whether a dealer who does not qualify counts as beaten."""
    hand_first: bool = False
    """Whether its hand rows pay whatever the dealer holds."""
    alone: bool = False
    """Whether a player with this wager alone is dealt a hand."""
    alone_when: str = ""
    equal_to: str = ""
    """The wager of the same person that has the same stake."""
    equal_clause: str = ""
    cap: CapRow | None = None
    meter: MeterRow | None = None


class ActRow(Row, frozen=True, kw_only=True):
    """An act on a street."""

    act: str
    clause: str
    adds: str = ""
    """The wager that it makes."""
    times: list[int] = []
    """How many times the wager `of` it may be."""
    of: str = "ante"
    size_clause: str = ""
    """The clause that says how much it is, if it is a separate one."""
    needs: str = ""
    """The hand that the cards seen must reach for more than the first of `times`: pair-of-aces."""
    needs_clause: str = ""
    any_between: str = ""
    """Condition: any amount between the least and the most multiple will do."""
    any_amount: str = ""
    """Condition: any amount within the limits of the table will do."""
    takes_back: str = ""
    """The wager that it takes back."""
    folds: bool = False
    keeps: list[str] = []
    """Wagers that a fold in these words leaves on the table."""
    when: str = ""


class StreetRow(Row, frozen=True, kw_only=True):
    """A street: the cards turned so far, who is asked, and the acts offered."""

    name: str
    clause: str
    board: int = 0
    """Community cards that have been turned when it is asked."""
    board_clause: str = ""
    """Clause: they are turned."""
    acts: list[ActRow]
    has: str = ""
    """Only who has this wager is asked; the first wager of the game where none is named."""
    unless: str = ""
    """A player with this wager is not asked any more."""
    unless_clause: str = ""
    upcard: list[str] = []
    """The ranks of the dealer's upcard that open the street; any where none is named."""
    upcard_clause: str = ""
    when: str = ""
    in_turn: Literal["", "first-seat", "last-seat"] = ""
    """Asked one after the other, from the first seat or the last; all at once where the text has no order."""
    turn_clause: str = ""
    absent: str = ""
    """The act of who does not answer or has left, where the text says it."""
    absent_clause: str = ""


class EqualRow(Row, frozen=True, kw_only=True):
    """Wagers that lie together and equal each other."""

    wagers: list[str]
    least: int
    """How many of them a player makes at least."""
    clause: str
    missing_clause: str = ""
    """Clause: none may be missing, if it is a separate one."""


class HandsRow(Row, frozen=True, kw_only=True):
    """The cards of a round."""

    ranking: str
    ranking_by: str = ""
    """The reading on the ranking, where the text is unclear."""
    rankings: dict[str, dict[str, str]] = {}
    """By condition: in place of a ranking that is named here or by a wager, another."""
    own: int
    dealer: int = 0
    board: int = 0
    board_apart: bool = False
    """Whether the hands that are compared leave the community cards out.

    These are turned when the comparison is settled.
    """
    own_face: Literal["down", "up"] = "down"
    joker: bool = False
    """Whether the pack has a joker. The ranking says how it counts."""
    up: int = 0
    """Which of the dealer's cards lies face up, counted from one; none at zero."""
    up_clause: str = ""
    ways: dict[str, list[str]]
    """The dealing orders, by the value of the option `dealing`.

    `seats 1`, `dealer 3`, `board 5`, `burn 1`.
    """
    deal_from: Literal["bank", "house-dealer"] = "bank"
    """Where a player banks: whether cards go round from his left, or from that of the house's dealer."""
    clause: str
    ranking_clause: str
    order_clause: str = ""
    """Clause: equal ranks are told apart by their cards."""
    qualify: str = ""
    """The least hand for the dealer to qualify: queen-high."""
    qualify_clause: str = ""
    reveal_clause: str = ""
    compare_clause: str = ""
    """Clause: the hands are compared, or read against the pay table."""
    settle_from: Literal["last-seat", "first-seat"] = "last-seat"
    settle_clause: str = ""
    losers_first: str = ""
    """Clause: every losing wager is collected before any winner is paid; without one seat by seat."""
    position_clause: str = ""
    """Clause: a player has one hand and a position one player."""
    single_clause: str = ""
    """Clause: a player has one hand; without one that of the position."""
    two_adjacent_when: str = ""
    """Condition: a player may play two positions side by side."""
    several_when: str = ""
    """Condition: a player may play any positions."""


class StreetSetup(CardSetup, frozen=True, kw_only=True):
    """The declaration of a street game."""

    bank: BankRow = BankRow()
    cut: CutRow | None = None
    """Who cuts. Empty where the text does not leave it to a player."""
    device: DeviceRow | None = None
    hands: HandsRow
    streets: list[StreetRow] = []
    equal: list[EqualRow] = []
    bound_raises: str = ""
    """Condition: the limits of the table bind wagers that are made on a street, too."""
    forfeits_wait: str = ""
    """Condition: what a fold loses is settled in the order of the action, and not at once."""
    base: str = "ante"
    """The wager that makes a player one of the game."""
    method: Literal["", "hold-em", "stud", "table"] = ""
    """The counting method that fits, where the shape alone does not say it."""
    notes_clauses: Clauses = []
