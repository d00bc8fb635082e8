"""What the compiled dealing of twenty-one takes: tables and numbers, and nothing else.

So a change of the rules' own code leaves it compiled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
States = NDArray[np.int32]
Whole = int | np.int64
GONE, KNOWN, OPEN = range(3)
"""How much of the dealer's hand a hand needs.

Nothing, because it is settled; a second card, which may make a natural; a whole hand.
"""
ORIGINAL, FIRST, ADDED = range(3)
"""The roles of hands: not split, the hand of a split with the first wager, every further one."""
SPLIT = 0
"""The end of two cards that are split."""
MOST_HANDS = 9
"""The most hands of one box where the rules set no limit: the table has names for nine."""


class Tables(NamedTuple):
    """The kernel's tables. A state is its line in `step`; an end is the complement of its number."""

    first: States
    """[plan, first card, upcard, second card]: the state of two cards."""
    step: States
    """[state, card]."""
    alone: States
    """[plan, upcard, card]: the state of a card that was split off."""
    dealer_first: States
    """[upcard]."""
    dealer_step: States
    """[state, card]."""
    value: Ints
    """[card]."""
    limit: Ints
    """[value]: the most hands from splitting it."""
    wants: Ints
    """[role, end]: how much of the dealer's hand a hand needs."""
    unplayed: Ints
    """[upcard]: the dealer's end where it is only known that there is no natural."""
    row: Ints
    """[role, end, dealer's end]: the row that pays the hand; -1 where it cannot happen."""
    net: Ints
    """[role, end, dealer's end]: the net."""
    stands_in: Ints
    """[end]: whether a dealer's natural takes the other hand after a first hand with this end."""
    natural: Ints
    """[end]: whether it is a natural."""
    paid: Ints
    """[end]: whether it is paid before anything is offered."""
    stakes: Ints
    """[end]: the wagers on the hand: two if it is doubled."""
    switched: Ints
    """The end of a natural that was made by a switch."""
    other: Ints
    """[value, value]: the plan for a hand, by the two cards of the other hand."""


class Way(NamedTuple):
    """The rules of the deal."""

    hole: int
    """Whether the dealer's second card is dealt with the first cards."""
    peek: int
    """Whether it is looked at before anybody plays."""
    always: int
    """Whether it is drawn even where no hand waits for it."""
    both: int
    """Whether both hands of a split get their second card before the first is played."""
    areas: int
    """The hands of a box: two where cards may be switched."""
    shared: int
    """Whether two cards are shared by all boxes."""
