"""A street game as the provers read it: cards dealt in streets, acts of one person, a net for every end.

No family is known here. Everything is a number: a card is 4 * rank + suit (rank 0 = two ... 12 = ace, suits
cdhs), a hand is its dense value in the ranking, a stake is a state. One person decides. The pack is shuffled
for every round.

Each solver of the families fits one shape: `plain` (any shape, small decks), `against_table` (no dealer),
`stud` (no board), `holdem` (two cards, five on the board), `draw` (hold and draw).

Of acts worth the same the first offered is taken. So a declaration offers the largest bet first, as published
figures do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

from croupier.errors import BadInput
from croupier.ranking.poker import JOKER_NUMBER, Ranking
from croupier.ranking.poker import ranking as ranking_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

JOKER = JOKER_NUMBER
FULL_DECK: tuple[int, ...] = tuple(range(52))
Progress = Callable[[int, int], None]
"""Called every few seconds with how much is done, and of how much."""


@dataclass(frozen=True)
class Act:
    """One answer to an ask, in one state of the stakes."""

    name: str
    to: int
    """The state it leads to."""
    needs: int = 0
    """The dense value that the hand of the cards seen must reach."""
    upcards: frozenset[int] | None = None
    """The ranks (0 = two) of the dealer's upcard that allow it; None where any does."""


@dataclass(frozen=True)
class Ask:
    """A question, and how many cards are seen when it is put."""

    own: int
    board: int
    up: int
    acts: Mapping[int, tuple[Act, ...]]
    """By state, the larger bet first. In a state that is not here nothing is asked and nothing changes."""


@dataclass(frozen=True)
class Street:
    """A game of one person against a pay table (`dealer` 0) or a hidden hand."""

    own: int
    board: int
    dealer: int
    up: int
    """How many of the dealer's cards are shown before the first ask."""
    asks: tuple[Ask, ...]
    states: tuple[str, ...]
    """What is staked, or how it ended. The first is the start; the last ask leaves a path in its end state.
    """
    ranking: str | Ranking
    """The ranking of own + board cards and of dealer + board cards. It says how many of them count."""
    own_bands: tuple[int, ...]
    """Ascending dense values. The kind of the own final hand is how many of them it reaches.

    With several packs there are more values: `tables(ranking, cards, decks)`.
    """
    bands: tuple[int, ...]
    """Ascending dense values. The band of the dealer's hand is how many of them it reaches.

    Empty without a dealer.
    """
    pays: NDArray[np.int64]
    """[state, kind, band, comparison]: the net of all wagers.

    Comparison: 0 lower than the dealer, 1 equal, 2 higher; one column without a dealer.
    """
    deck: tuple[int, ...] = FULL_DECK
    """Ascending; some ranks times some suits."""
    decks: int = 1

    def __post_init__(self) -> None:
        wanted = (len(self.states), len(self.own_bands) + 1, len(self.bands) + 1, 3 if self.dealer else 1)
        if tuple(self.pays.shape) != wanted:
            raise BadInput(
                f"the pays are {tuple(self.pays.shape)}, "
                f"but states, kinds, bands and comparisons are {wanted}"
            )
        for bands in (self.bands, self.own_bands):
            if list(bands) != sorted(set(bands)):
                raise BadInput(f"the bands {bands} do not ascend")
        if (self.bands or self.up) and not self.dealer:
            raise BadInput("bands of the dealer and upcards need a dealer")
        check_deck(tuple(card for card in self.deck if card != JOKER))
        shown = [(ask.board, ask.up) for ask in self.asks]
        if shown != sorted(shown) or any(
            ask.own != self.own or ask.board > self.board or ask.up != self.up for ask in self.asks
        ):
            raise BadInput(
                "asks come in the order of the cards shown, show all own cards and all upcards, "
                "and no more of the board than there is"
            )
        for ask in self.asks:
            for state, acts in ask.acts.items():
                if not acts or any(
                    not 0 <= index < len(self.states) for index in (state, *(act.to for act in acts))
                ):
                    raise BadInput(f"state {state} is asked with no act, or with one that leads nowhere")

    @property
    def groups(self) -> tuple[int, ...]:
        """How many board cards are shown at a time: before each ask that shows more, and after the last."""
        marks = sorted({0, self.board, *(ask.board for ask in self.asks)})
        return tuple(after - before for before, after in pairwise(marks))

    @property
    def total(self) -> int:
        """How many deals there are.

        Cards shown together have no order. Groups of them have, and so have the dealer's shown and hidden
        cards.
        """
        left = len(self.deck) * self.decks
        deals = 1
        for cards in (self.own, *self.groups, self.up, self.dealer - self.up):
            deals *= comb(left, cards)
            left -= cards
        return deals


@dataclass(frozen=True)
class Draw:
    """Five cards against a pay table, of which any are held and the others drawn once."""

    ranking: str | Ranking
    own_bands: tuple[int, ...]
    pays: NDArray[np.int64]
    """[kind]: the net."""
    deck: tuple[int, ...] = FULL_DECK
    """As in a street; the joker (52) may follow."""

    def __post_init__(self) -> None:
        if self.pays.shape != (len(self.own_bands) + 1,):
            raise BadInput(f"the pays are {self.pays.shape}, but there are {len(self.own_bands) + 1} kinds")
        check_deck(tuple(card for card in self.deck if card != JOKER))


@dataclass(frozen=True)
class Solution:
    """How often every end is reached, exactly, and what was done on the way."""

    cells: NDArray[Any]
    """[state, kind, band, comparison]: the number of deals that end there."""
    total: int
    expected: int
    """The sum of pays * cells."""
    plans: tuple[Any, ...] = field(repr=False)
    """For each ask, the number of the act for every information set, in the method's own order."""
    seconds: float

    @property
    def value(self) -> Fraction:
        """The net of one round."""
        return Fraction(self.expected, self.total)


def solution(
    pays: NDArray[np.int64], cells: NDArray[Any], total: int, plans: tuple[Any, ...], seconds: float
) -> Solution:
    """Return a solution from its cells. Every deal must have ended somewhere."""
    counts = [int(count) for count in cells.ravel()]
    if sum(counts) != total:
        raise AssertionError(f"{sum(counts)} deals were counted, but there are {total}")
    expected = sum(count * int(net) for count, net in zip(counts, pays.ravel(), strict=True))
    return Solution(cells, total, expected, plans, seconds)


def order_of(ranking: str | Ranking) -> Ranking:
    """Return a ranking, given itself or by its name."""
    return ranking_of(ranking) if isinstance(ranking, str) else ranking


def check_deck(deck: tuple[int, ...]) -> None:
    """Refuse a pack in which suits are not alike, because hands are counted up to suits."""
    ranks, suits = {card // 4 for card in deck}, {card % 4 for card in deck}
    if deck != tuple(sorted(4 * rank + suit for rank in ranks for suit in suits)):
        raise BadInput("a pack is some ranks times some suits, each card once, in ascending order")
