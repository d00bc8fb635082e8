"""What the compiled dealing of twenty-one is given: tables and numbers, and nothing else, so that a change of the rules' own code leaves it compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
States = NDArray[np.int32]
Whole = int | np.int64
GONE, KNOWN, OPEN = range(3)
"""What a hand asks of the dealer: nothing, for it is settled; a second card, which may make a natural; a whole hand."""
ORIGINAL, FIRST, ADDED = range(3)
"""The roles of hands: one that was not split, the one of a split that carries the first wager, every further one."""
SPLIT = 0
"""The end of two cards that are split."""
MOST_HANDS = 9
"""Hands that one box may come to have where the rules set no limit: the table has names for nine."""


class Tables(NamedTuple):
    """What the kernel reads. A state is the place of its line in `step`; an end is the complement of its number."""

    first: States
    """[plan, first card, upcard, second card]: where two cards begin."""
    step: States
    """[state, card]."""
    alone: States
    """[plan, upcard, card]: a card that was split off."""
    dealer_first: States
    """[upcard]."""
    dealer_step: States
    """[state, card]."""
    value: Ints
    """[card]."""
    limit: Ints
    """[value]: the most hands from splitting it."""
    wants: Ints
    """[role, end]: what a hand asks of the dealer."""
    unplayed: Ints
    """[upcard]: the dealer's end where no more is known than that there is no natural."""
    row: Ints
    """[role, end, dealer's end]: the row by which the hand is paid; -1 where it cannot come about."""
    net: Ints
    """[role, end, dealer's end]: what it nets."""
    stands_in: Ints
    """[end]: whether, after a first hand that ended so, a dealer's natural takes the other hand in its place."""
    natural: Ints
    """[end]: whether it is a natural."""
    paid: Ints
    """[end]: whether it is paid before anything is offered."""
    stakes: Ints
    """[end]: wagers that lie on the hand: two if it is doubled."""
    switched: Ints
    """A natural that came about by changing cards is this end instead."""
    other: Ints
    """[value, value]: the plan for a hand beside which these two cards lie."""


class Way(NamedTuple):
    """What the rules say about the deal."""

    hole: int
    """Whether the dealer's second card is dealt with the first cards."""
    peek: int
    """Whether it is looked at before anybody plays."""
    always: int
    """Whether it is drawn even where no hand waits for it."""
    both: int
    """Whether both hands of a split get their second card before the first is played."""
    areas: int
    """Hands of a box: two where cards may change places."""
    shared: int
    """Whether two cards are dealt for all boxes together."""
