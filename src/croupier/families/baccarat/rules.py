"""What a rulebook says of a game of baccarat."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row
from croupier.table.parts.bank import BankRow
from croupier.table.parts.cardbetting import CardSetup, LateRow
from croupier.table.parts.dealing import DealingRow, FreeHandsRow
from croupier.table.parts.rows import CardWager

Kind = Literal[
    "hand",
    "tie",
    "dragon",
    "pair",
    "perfect-pairs",
    "three-giving-eight",
    "made",
    "naturals",
    "bad-beat",
    "cards",
]


class BaccaratWager(CardWager, frozen=True, kw_only=True):
    """A wager on a coup: on a hand, on a tie, on pairs, on how a hand was made."""

    kind: Kind
    hand: Literal["player", "banker", "either"] = "player"
    scores: list[int] = []
    """The counts that a tie must have; any where none are named."""
    count: int = -1
    """The count that the winning hand must have."""
    cards: int = 0
    """The cards that it must have, or both hands together; any number where none is named."""
    natural_margin: str = ""
    """Condition: a natural that wins by four or more is paid by its margin."""
    third_card_only: str = ""
    """Condition: a hand of two cards that is no natural cannot win by a margin."""
    any_two: str = ""
    """Condition: any two cards of the hand may pair, and not only the first."""


class TableauRow(Row, frozen=True, kw_only=True):
    """The drawing rules, by the value of a reading where the text is damaged."""

    player: str = "DDDDDDSS"
    player_clause: str
    banker: dict[str, list[str]]
    """Eight rows of eleven letters under `drawn`, or under each value of the reading that chooses."""
    chosen_by: str = ""
    banker_clause: str
    stood_clause: str = ""
    """The clause for the banker when the player took no card, if it is a separate one."""
    natural_clause: str
    values_clause: str
    count_clause: str = ""
    more_clauses: list[str] = []
    """Clauses that repeat the drawing rules: a summary, a chart."""


class ChoiceRow(Row, frozen=True, kw_only=True):
    """A count on which each bettor chooses for himself whether the player's hand draws."""

    on: list[int]
    lines: list[str]
    """The wagers with a choice for their bettors."""
    despite_natural: bool = False
    """Whether the choice is open even when the bank has a natural."""
    despite_clause: str = ""
    clause: str
    shared_clause: str
    """Clause: all who draw share one card."""
    house_way: str
    """D or S for each count in `on`: how the dealer plays for a bettor who leaves it to him."""
    house_way_clause: str
    opponent_by: str = ""
    """The reading on the coup of the others when some drew: house-way, or the drawn total."""
    mixed_by: str = ""
    """The reading on whether the bank meets a third card that only some drew.

    `any-third-card`, or `only-if-all-drew`.
    """


class BaccaratSetup(CardSetup, frozen=True, kw_only=True):
    """The hands and how they are filled."""

    late: LateRow | None = None
    dealing: DealingRow | None = None
    free_hands: FreeHandsRow | None = None
    bank: BankRow = BankRow()
    dummy_clause: str = ""
    """Clause: no wager is made in a dummy round."""
    tableau: TableauRow
    choice: ChoiceRow | None = None
    faces: list[str] = []
    """How the first four cards are dealt, up or down; all up where nothing is written."""
    faces_by: str = ""
    """The option that says whether all cards are dealt up or down."""
    turn_clause: str = ""
    differential: str = ""
    """Clause: wagers on the two hands differ by no more than the option `differential`."""
    compare_clause: str = ""
