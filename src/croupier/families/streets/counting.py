"""What a simulation counts: ends of wagers that are played together, and rows of those that read cards.

What a row is called, and which hand reaches it, is asked of the table's own rules once for every hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.streets.declared import Declared
from croupier.families.streets.hands import COLOURS, FOLDED, POCKET, READERS, End, colours, match, pocket
from croupier.families.streets.round import Streets
from croupier.families.streets.rules import StreetWager
from croupier.families.streets.sides import loses_by_a_fold
from croupier.families.streets.simulation.deals import Pack, Ranked, ranked
from croupier.families.streets.simulation.hands import Counter, Ends, Rows, Sorts
from croupier.families.streets.state import FLOP
from croupier.prove.hands import all_hands
from croupier.prove.streets import Street
from croupier.ranking.bulk import tables
from croupier.ranking.poker import card

Reading = Callable[[Sequence[str], Sequence[str]], str]
"""Own cards and the dealer's: the row."""
MOST_READ = 3
"""Cards of a hand that is read in another way than by rank."""
EXAMPLES: dict[str, list[str]] = {POCKET: ["Ac Ad", "2c 7d"], COLOURS: ["2h 3h 4h", "2c 3c 4c", "2h 3c 4c"]}
"""By the way of reading: hands of either side that tell apart whatever it tells apart on the other."""


@dataclass(frozen=True, eq=False)
class Side:
    """A wager that reads cards by itself, with the names of its rows. The last row is for folded hands."""

    wager: str
    rows: tuple[str, ...]
    counter: Counter

    def named(self, counts: NDArray[np.int64]) -> dict[str, int]:
        """Return the counts by row name."""
        return {row: int(number) for row, number in zip(self.rows, counts, strict=True) if number}


def bands_of(bands: tuple[int, ...], values: int) -> NDArray[np.uint8]:
    """Return how many bands each value reaches: [value]."""
    return np.searchsorted(np.array(bands, dtype=np.int64), np.arange(values), side="right").astype(np.uint8)


def _hand(declared: Declared, pack: Pack, part: str) -> Ranked:
    columns = pack.columns(part) + (pack.columns("board") if declared.street.board else ())
    return ranked(columns, declared.table)


def ends_of(declared: Declared, pack: Pack) -> Ends:
    """Return a counter of the ends of wagers played together, as the prover counts them."""
    street: Street = declared.street
    count = declared.table.count
    dealer = _hand(declared, pack, "dealer") if street.dealer else None
    return Ends(
        street.pays.shape,
        _hand(declared, pack, "own"),
        dealer,
        bands_of(street.own_bands, count),
        bands_of(street.bands, count),
    )


def lost_by_fold(game: Streets, name: str, declared: Declared | None) -> NDArray[np.bool_]:
    """Say in which states a fold has lost the wager: [state].

    The wager was not settled before, and no way to fold keeps it.
    """
    if declared is None:
        return np.zeros(1, dtype=np.bool_)
    states, asks = declared.tree
    lost = np.zeros(len(states), dtype=np.bool_)
    wager: StreetWager = game.ruleset.wager(name)[0]
    if not loses_by_a_fold(game, name) or wager.due == "deal":
        return lost
    played = [street for street in game.setup.streets if game.ruleset.holds(street.when)]
    flop = next((street for street in played if street.board >= FLOP), None)
    for street, asked in zip(declared.streets, asks, strict=True):
        for acts in asked.values():
            for row, _, to, _ in acts:
                lost[to] |= row.folds
        if wager.due == "flop" and street is flop:
            break
    return lost


def side_of(game: Streets, name: str, declared: Declared | None, pack: Pack) -> Side:
    """Say how a wager that reads cards by itself is counted.

    `declared` is the play of the hand, where a fold can lose the wager.
    """
    wager: StreetWager = game.ruleset.wager(name)[0]
    folded = lost_by_fold(game, name, declared)
    if wager.by in READERS:
        return _sorts(game, name, folded, pack)
    columns: list[int] = []
    for part in wager.reads:
        columns += pack.flop if part == "flop" else pack.columns(part)
    table = tables(game.prices.ranking_of(name), len(columns), game.packs.decks)
    found = [game.prices.row_of(name, End(own=hand)) for hand in table.hands]
    rows = tuple(dict.fromkeys(found))
    row_of = np.array([rows.index(row) for row in found], dtype=np.uint8)
    return Side(name, (*rows, FOLDED), Rows(ranked(columns, table), row_of, folded, len(rows)))


def reading_of(game: Streets, name: str) -> Reading:
    """Say how a wager reads cards in another way than by rank.

    The dealer's cards are not known where it is settled before they are turned.
    """
    wager: StreetWager = game.ruleset.wager(name)[0]
    turned = wager.due in ("", "dealer")
    if wager.by == POCKET:
        return lambda own, dealers: game.prices.chosen(name, pocket(own, dealers if turned else ()))
    return lambda own, dealers: game.prices.chosen(
        name, colours(own, dealers) if wager.by == COLOURS else match(own)
    )


def _sorts(game: Streets, name: str, folded: NDArray[np.bool_], pack: Pack) -> Side:
    """Return a counter by sorts of hands: a wager never tells hands of one sort apart."""
    wager: StreetWager = game.ruleset.wager(name)[0]
    if max(pack.own, pack.dealer) > MOST_READ:
        raise BadInput(
            f"{name}: hands of up to {MOST_READ} cards can be read by {wager.by}, "
            f"not of {max(pack.own, pack.dealer)}"
        )
    reading, again = reading_of(game, name), game.packs.decks > 1
    examples = [text.split() for text in EXAMPLES.get(wager.by, ["2c 7d"])]
    places = len(np.unique(pack.cards))

    def sorts(
        number: int, sort: Callable[[list[str]], tuple[str, ...]]
    ) -> tuple[NDArray[np.uint8], list[list[str]]]:
        """Return the sort of every hand of `number` cards, and one hand of each sort."""
        hands = [[card(int(one)) for one in hand] for hand in all_hands(places, number, again)]
        found = [sort(hand) for hand in hands]
        kinds = list(dict.fromkeys(found))
        return np.array([kinds.index(kind) for kind in found], dtype=np.uint8), [
            hands[found.index(kind)] for kind in kinds
        ]

    own_sort, mine = sorts(
        pack.own, lambda own: tuple(reading(own, dealers[: pack.dealer]) for dealers in examples)
    )
    dealer_sort, theirs = (
        (np.zeros(1, dtype=np.uint8), [[]])
        if wager.by not in EXAMPLES
        else sorts(pack.dealer, lambda dealers: tuple(reading(own[: pack.own], dealers) for own in examples))
    )
    named = [[reading(own, dealers) for dealers in theirs] for own in mine]
    rows = tuple(dict.fromkeys(row for line in named for row in line))
    row_of = np.array([[rows.index(row) for row in line] for line in named], dtype=np.uint8)
    dealers_cards = pack.columns("dealer") if wager.by in EXAMPLES else ()
    counter = Sorts(
        (0, pack.own),
        (dealers_cards[0] if dealers_cards else 0, len(dealers_cards)),
        again,
        own_sort,
        dealer_sort,
        row_of,
        folded,
        len(rows),
    )
    return Side(name, (*rows, FOLDED), counter)
