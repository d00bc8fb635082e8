"""The plain solver: every deal of a small pack, one after the other.

It is slow, and the fast methods must equal it. A plan is a dictionary from (state, own cards, board cards as
they were shown, upcards) to the number of the act.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import Counter

import numpy as np

from croupier.errors import BadInput
from croupier.prove.plain import dealt, value_of
from croupier.prove.streets import Act, Solution, Street, solution

Seen = tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]
"""State, own cards, groups of board cards, upcards."""
Plan = dict[Seen, int]
Ends = Counter[tuple[int, int, int, int]]
"""How many deals end in each cell."""


def solve(street: Street) -> Solution:
    """Find the best play. Of acts worth the same the first is taken."""
    return _Deals(street, None).solve()


def count(street: Street, plans: tuple[Plan, ...]) -> Solution:
    """Count the ends under given plans."""
    return _Deals(street, plans).solve()


class _Deals:
    """The walk through all deals of one game."""

    def __init__(self, street: Street, given: tuple[Plan, ...] | None) -> None:
        self.street = street
        self.given = given
        self.plans: tuple[Plan, ...] = tuple({} for _ in street.asks)

    def solve(self) -> Solution:
        """Deal the own cards and the upcards in every way."""
        started = time.perf_counter()
        street, ends = self.street, Ends()
        pack = tuple(sorted(street.deck * street.decks))
        for own, rest in dealt(pack, street.own):
            for up, left in dealt(rest, street.up):
                ends.update(self.ask(0, 0, own, (), up, left))
        cells = np.zeros(street.pays.shape, dtype=np.int64)
        for cell, deals in ends.items():
            cells[cell] = deals
        return solution(street.pays, cells, street.total, self.plans, time.perf_counter() - started)

    def ask(
        self,
        number: int,
        state: int,
        own: tuple[int, ...],
        board: tuple[tuple[int, ...], ...],
        up: tuple[int, ...],
        left: tuple[int, ...],
    ) -> Ends:
        """Return the ends from here: after the next ask once its cards are shown, or at once."""
        street, shown = self.street, sum(map(len, board))
        wanted = street.asks[number].board if number < len(street.asks) else street.board
        if shown < wanted:
            ends = Ends()
            for group, rest in dealt(left, wanted - shown):
                ends.update(self.ask(number, state, own, (*board, group), up, rest))
            return ends
        if number == len(street.asks):
            return self.compare(state, own, sum(board, ()), up, left)
        if state not in street.asks[number].acts:
            return self.ask(number + 1, state, own, board, up, left)
        seen = (state, own, board, up[: street.asks[number].up])
        offered = {
            index: act
            for index, act in enumerate(street.asks[number].acts[state])
            if self.allows(act, own + sum(board, ()), seen[3])
        }
        if self.given is not None:
            if self.given[number][seen] not in offered:
                raise BadInput("the plan takes an act that is not offered")
            offered = {self.given[number][seen]: offered[self.given[number][seen]]}
        after = {index: self.ask(number + 1, act.to, own, board, up, left) for index, act in offered.items()}
        chosen = max(after, key=lambda index: (self.worth(after[index]), -index))
        self.plans[number][seen] = chosen
        return after[chosen]

    def allows(self, act: Act, cards: tuple[int, ...], up: tuple[int, ...]) -> bool:
        """Whether an act is offered with these cards seen."""
        if act.upcards is not None and up and up[0] // 4 not in act.upcards:
            return False
        return (
            not act.needs
            or value_of(self.street.ranking, tuple(sorted(cards)), self.street.decks) >= act.needs
        )

    def worth(self, ends: Ends) -> int:
        """Return the sum of the nets."""
        return sum(int(self.street.pays[cell]) * deals for cell, deals in ends.items())

    def compare(
        self,
        state: int,
        own: tuple[int, ...],
        board: tuple[int, ...],
        up: tuple[int, ...],
        left: tuple[int, ...],
    ) -> Ends:
        """Count the ends over every hidden hand of the dealer."""
        street = self.street
        mine = value_of(street.ranking, tuple(sorted(own + board)), street.decks)
        kind = bisect_right(street.own_bands, mine)
        if not street.dealer:
            return Ends({(state, kind, 0, 0): 1})
        ends = Ends()
        for hidden, _ in dealt(left, street.dealer - street.up):
            his = value_of(street.ranking, tuple(sorted(up + hidden + board)), street.decks)
            ends[state, kind, bisect_right(street.bands, his), 1 + (mine > his) - (mine < his)] += 1
        return ends
