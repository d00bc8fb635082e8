"""What plain solvers share: every choice of cards of a small pack, and the value of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from croupier.prove.streets import order_of
from croupier.ranking.bulk import tables
from croupier.ranking.poker import Ranking, best, card


@cache
def value_of(ranking: str | Ranking, cards: tuple[int, ...], decks: int = 1) -> int:
    """Return the dense value of some cards, by the plain rules."""
    order = order_of(ranking)
    return tables(order, order.size, decks).value_of(best(order, [card(number) for number in cards]))


def dealt(pack: tuple[int, ...], cards: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every choice of this many cards of an ascending pack, with what is left."""
    for chosen in combinations(range(len(pack)), cards):
        gone = set(chosen)
        yield (
            tuple(pack[index] for index in chosen),
            tuple(card for index, card in enumerate(pack) if index not in gone),
        )
