"""Cards of many rounds: each place as likely as the others, no card twice between two shuffles,
the same for anybody who asks for the block.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.streets.simulation.deals import Pack, each_word, fill_places
from croupier.randomness.tails import chi_square_tail

FULL = np.arange(52, dtype=np.uint8)


def test_a_word_gives_the_digits_of_one_number() -> None:
    words = np.array([0, 1, 2**31, 2**32 - 1, 123456789, 3999999999], dtype=np.uint32)
    out = np.zeros(64, dtype=np.uint16)
    for size, each in ((52, 4), (53, 4), (312, 3), (7, 2)):
        whole, expected = size**each, []
        for word in words.tolist():
            number, rest = divmod(word * whole, 2**32)
            if rest >= 2**32 % whole:
                expected += [number // size ** (each - 1 - digit) % size for digit in range(each)]
        assert out[: fill_places(words, size, each, out)].tolist() == expected
    assert [each_word(size) for size in (2, 52, 53, 312, 416, 832)] == [4, 4, 4, 3, 3, 2]


@pytest.mark.parametrize(("decks", "taken"), [(1, 9), (6, 6)])
def test_cards_are_as_likely_as_one_another(decks: int, taken: int) -> None:
    pack = Pack(np.tile(FULL, decks), 2, taken - 4, 2, 52 * decks + 1)
    cards = pack.deal(5, 0, 200_000)
    for column in range(taken):
        seen = np.bincount(cards[:, column], minlength=52)
        statistic = float(((seen - len(cards) / 52) ** 2).sum() / (len(cards) / 52))
        assert chi_square_tail(statistic, 51) > 1e-4
    pairs = np.zeros((52, 52), dtype=np.int64)
    np.add.at(pairs, (cards[:, 0], cards[:, taken - 1]), 1)
    chances = np.where(np.eye(52), decks - 1, decks) / (52 * (52 * decks - 1))
    expected = len(cards) * chances[chances > 0]
    statistic = float(((pairs[chances > 0] - expected) ** 2 / expected).sum())
    assert pairs[chances == 0].sum() == 0 and chi_square_tail(statistic, len(expected) - 1) > 1e-4


def test_a_block_is_the_same_for_anybody_and_like_no_other() -> None:
    pack = Pack(FULL, 3, 0, 3, 53)
    block = pack.deal(1, 7, 1000)
    assert (block == pack.deal(1, 7, 1000)).all() and (block[:100] == pack.deal(1, 7, 100)).all()
    assert all((block != other).any() for other in (pack.deal(1, 8, 1000), pack.deal(2, 7, 1000)))


def test_the_burnt_card_is_the_first_of_a_fresh_pack() -> None:
    """With every round from a fresh pack, burning the first card leaves those that come after it."""
    burnt, whole = Pack(FULL, 3, 0, 3, 53, burn=1), Pack(FULL, 4, 0, 3, 53)
    assert (burnt.deal(3, 0, 500) == whole.deal(3, 0, 500)[:, 1:]).all()


@pytest.mark.parametrize(("decks", "depth", "burn"), list(product((1, 2), (20, 30), (0, 1))))
def test_a_shoe_is_dealt_to_its_cutting_card(decks: int, depth: int, burn: int) -> None:
    """No card comes more often than the shoe has it;
    a shuffle follows the round in which the cutting card comes out.
    """
    pack = Pack(np.tile(FULL, decks), 3, 0, 3, depth, burn)
    rounds = next(number for number in range(1, 100) if 52 * decks - burn - 6 * number < depth)
    cards = pack.deal(3, 0, 50 * rounds)

    def most(shoes: NDArray[np.uint8]) -> int:
        return max(int(np.bincount(shoe, minlength=52).max()) for shoe in shoes.reshape(-1, 6 * rounds))

    assert most(cards) == decks < most(cards[1 : 1 - rounds])


def test_a_round_must_fit_into_the_pack() -> None:
    with pytest.raises(BadInput, match="a round takes 9 cards"):
        Pack(FULL[:8], 2, 5, 2, 9)
