"""What a rulebook says of pocket pairs."""

from __future__ import annotations

from typing import Literal

from croupier.table.parts.cardbetting import CardSetup
from croupier.table.parts.rows import CardWager


class PocketWager(CardWager, frozen=True, kw_only=True):
    """The wager on a pair."""

    kind: Literal["pocket-pairs"]


class PocketSetup(CardSetup, frozen=True, kw_only=True):
    """The poker hand around the wager, as far as the wager depends on it."""

    pair_clause: str
    fold_clause: str
    """The clause on the cards of a bettor who folds.

    They lie in his area until the end of the hand, or go into the muck with the wager.
    """
    pot_clause: str
    show_clause: str
    """The clause by which hands are shown seat by seat after the pot, and a hand not shown loses."""
    two_at_a_time: str = ""
    """A condition under which a player gets both cards at once."""
