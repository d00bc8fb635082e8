"""Single shoes and rounds of the baccarat kernel, to look at card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from croupier.families.baccarat.kernel import Shoes, new_packs
from croupier.families.baccarat.kernel_deal import CARDS, CODES, KINDS_BY, STILL_IN, play_shoe, shuffle
from croupier.families.baccarat.tableau import LONGEST
from croupier.simulate.streams import CHUNK


class Played(NamedTuple):
    """One round that the kernel played: from which place of the shoe to which, and how it was counted."""

    first: int
    after: int
    cell: int
    pairs: int
    any_pairs: int


def orders(plan: Shoes, block: int, shoes: int) -> list[list[str]]:
    """Return the first shuffled shoes of a block, each as far as it can be used."""
    seed, number = np.uint64(plan.seed & (2**64 - 1)), np.uint64(block)
    cards = np.zeros(plan.how.size + LONGEST, np.uint8)
    cards[: plan.how.size] = new_packs(plan.how.decks)
    words = np.empty(CHUNK, np.uint32)
    word, first = CHUNK, 0
    found = []
    for _ in range(shoes):
        word, first = shuffle(cards, *plan.bounds(), seed, number, words, word, first)
        found.append([CARDS[int(code)] for code in cards[: plan.how.size]])
    return found


def play(plan: Shoes, cards: Sequence[str], burn: int | None = None) -> list[Played]:
    """Play the rounds of a shoe with these cards on top; where they run out, the shoe is used up."""
    held = np.zeros(len(cards) + LONGEST, np.uint8)
    held[: len(cards)] = [CODES[card] for card in cards]
    how, size = plan.how, len(cards)
    takes, bank = plan.rules.takes.reshape(-1), plan.rules.bank.reshape(-1)
    at, left = how.burn if burn is None else burn, STILL_IN
    found: list[Played] = []
    while left:
        tally = plan.empty()
        any_pairs = tally.any_pairs if plan.any_two else None
        after, left, played = play_shoe(
            held,
            size,
            at,
            left,
            1,
            min(how.cut, size),
            how.more,
            int(how.first_out),
            takes,
            bank,
            KINDS_BY,
            tally.cells,
            tally.pairs,
            any_pairs,
        )
        if not played:
            break
        counts = (
            int(np.flatnonzero(counted)[0]) if counted.any() else 0
            for counted in (tally.cells, tally.pairs, tally.any_pairs)
        )
        found.append(Played(at, after, *counts))
        at = after
    return found
