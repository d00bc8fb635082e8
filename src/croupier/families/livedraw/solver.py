"""Five cards against a pay table, any held and the others drawn once; also with a joker and wild ranks.

For every set of up to five cards the final hands of each kind that hold it are counted once. The final hands
that hold the held cards and none of the discards are then a signed sum of those counts, for all 32 ways to
hold at once. A hold of k cards has C(47, 5 - k) draws (48 with a joker). So hands are counted over the least
common multiple of these numbers: 7,669,695 for fifty-two cards.

A plan is uint8[class of the hand]. Bit i is set where the i-th card of the class's first hand (places
ascending) is held. Of holds worth the same the one with most cards is taken, then the one with
the lower places.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.prove.hands import CHOOSE, Alike, alike, all_hands, places, values
from croupier.prove.streets import Draw, Progress, Solution, solution

CARDS = 5
HOLDS: tuple[int, ...] = tuple(sorted(range(1 << CARDS), key=lambda hold: (-hold.bit_count(), hold)))
"""The ways to hold, in the order of preference among holds worth the same."""
TOP: NDArray[np.int64] = np.array([max(chosen.bit_length() - 1, 0) for chosen in range(1 << CARDS)])
SIZE: NDArray[np.int64] = np.array([chosen.bit_count() for chosen in range(1 << CARDS)])


def solve(game: Draw, progress: Progress | None = None, ties: Sequence[int] = HOLDS) -> Solution:
    """Find the best play.

    Of holds worth the same the first of `ties` is taken. The cells are [0, kind, 0, 0].
    """
    if sorted(ties) != list(range(1 << CARDS)):
        raise BadInput("an order of holds has each of the thirty-two once")
    return _work(game, None, np.array(ties, dtype=np.int64), progress)


def count(game: Draw, plans: tuple[NDArray[np.uint8], ...], progress: Progress | None = None) -> Solution:
    """Count the ends under a given plan."""
    return _work(game, plans[0], np.array(HOLDS, dtype=np.int64), progress)


def total(game: Draw) -> int:
    """Return the number of deals times the least common multiple of all numbers of draws."""
    left = len(game.deck) - CARDS
    return comb(len(game.deck), CARDS) * lcm(*(comb(left, thrown) for thrown in range(CARDS + 1)))


def worths(game: Draw, cards: Sequence[int]) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return the sum of the pays over all draws and the number of draws, for each way to hold."""
    hand = sorted(cards)
    at = np.array([[places(game.deck)[card] for card in hand]], dtype=np.uint8)
    counts = _of_hands(game, at)[0]
    sums = counts @ game.pays
    return {
        tuple(card for index, card in enumerate(hand) if hold >> index & 1): (
            int(sums[hold]),
            int(counts[hold].sum()),
        )
        for hold in HOLDS
    }


def ties_that_matter(game: Draw) -> int:
    """Count the classes of hands with two best holds that reach the kinds differently often.

    Where it is 0, the counts of best play do not depend on the tie rule.
    """
    own = alike(game.deck, CARDS)
    return int(
        _ties(
            own.hands,
            _holding(game),
            _starts(len(game.deck)),
            game.pays.astype(np.int64),
            _shares(game),
            CHOOSE,
        )
    )


def _shares(game: Draw) -> NDArray[np.int64]:
    """Return how often each final hand is counted: [cards held]."""
    left, each = len(game.deck) - CARDS, total(game) // comb(len(game.deck), CARDS)
    return np.array([each // comb(left, CARDS - cards) for cards in range(CARDS + 1)], dtype=np.int64)


def _of_hands(game: Draw, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count the final hands of each kind for each way to hold: [hand, hold, kind]."""
    out = np.zeros((len(hands), 1 << CARDS, len(game.own_bands) + 1), dtype=np.int64)
    held = _holding(game)
    starts = _starts(len(game.deck))
    for number in range(len(hands)):
        _outlook(out[number], hands[number], held, starts, CHOOSE)
    return out


def _starts(size: int) -> NDArray[np.int64]:
    """Return where the counts of the sets of each size begin."""
    return np.cumsum([0, *(comb(size, cards) for cards in range(CARDS + 1))])


def _holding(game: Draw) -> NDArray[np.int32]:
    """Count the final hands that hold each set of cards: [set of up to five cards, kind]."""
    size = len(game.deck)
    bands = np.array(game.own_bands, dtype=np.int64)
    kinds = np.searchsorted(bands, values(game.ranking, game.deck, CARDS), side="right")
    held = np.zeros((int(_starts(size)[-1]), len(bands) + 1), dtype=np.int32)
    _hold_all(held, all_hands(size, CARDS), kinds, _starts(size), CHOOSE)
    return held


def _work(
    game: Draw, plan: NDArray[np.uint8] | None, ties: NDArray[np.int64], progress: Progress | None
) -> Solution:
    """Work through all classes of hands."""
    started = time.perf_counter()
    own: Alike = alike(game.deck, CARDS)
    fixed = plan is not None
    chosen = np.zeros(len(own.hands), dtype=np.uint8) if plan is None else plan
    if chosen.shape != own.weights.shape or (chosen >= 1 << CARDS).any():
        raise BadInput(f"a plan of this game has {len(own.weights)} holds, each below {1 << CARDS}")
    cells = np.zeros(len(game.pays), dtype=np.int64)
    _play(
        own.hands,
        own.weights,
        _holding(game),
        _starts(len(game.deck)),
        game.pays.astype(np.int64),
        _shares(game),
        ties,
        fixed,
        chosen,
        cells,
        CHOOSE,
    )
    if progress:
        progress(len(own.hands), len(own.hands))
    return solution(
        game.pays, cells[None, :, None, None], total(game), (chosen,), time.perf_counter() - started
    )


@compiled
def _index(index: NDArray[np.int64], hand: NDArray[np.uint8], choose: NDArray[np.int64]) -> None:
    """Return the numbers of the 32 sets of cards of a hand."""
    index[0] = 0
    for chosen in range(1, 32):
        index[chosen] = index[chosen ^ (1 << TOP[chosen])] + choose[hand[TOP[chosen]], SIZE[chosen]]


@compiled
def _hold_all(
    held: NDArray[np.int32],
    hands: NDArray[np.uint8],
    kinds: NDArray[np.int64],
    starts: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Count every hand under each of its sets."""
    index = np.zeros(32, dtype=np.int64)
    for number in range(len(hands)):
        _index(index, hands[number], choose)
        for chosen in range(32):
            held[starts[SIZE[chosen]] + index[chosen], kinds[number]] += 1


@compiled
def _outlook(
    out: NDArray[np.int64],
    hand: NDArray[np.uint8],
    held: NDArray[np.int32],
    starts: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Count the final hands that hold exactly these of the five cards: [hold, kind].

    Those that hold more are taken off, card by card.
    """
    index = np.zeros(32, dtype=np.int64)
    _index(index, hand, choose)
    for chosen in range(32):
        for kind in range(out.shape[1]):
            out[chosen, kind] = held[starts[SIZE[chosen]] + index[chosen], kind]
    for card in range(5):
        for chosen in range(32):
            if not chosen >> card & 1:
                for kind in range(out.shape[1]):
                    out[chosen, kind] -= out[chosen | 1 << card, kind]


@compiled
def _worth(out: NDArray[np.int64], hold: int, pays: NDArray[np.int64], shares: NDArray[np.int64]) -> int:
    """Return the worth of a hold."""
    worth = 0
    for kind in range(len(pays)):
        worth += shares[SIZE[hold]] * out[hold, kind] * pays[kind]
    return worth


@compiled
def _best(
    out: NDArray[np.int64], pays: NDArray[np.int64], shares: NDArray[np.int64], ties: NDArray[np.int64]
) -> int:
    """Return the hold worth most. Of equal ones the first."""
    best, most = -1, 0
    for hold in ties:
        worth = _worth(out, hold, pays, shares)
        if best < 0 or worth > most:
            best, most = hold, worth
    return best


@compiled
def _ties(
    hands: NDArray[np.uint8],
    held: NDArray[np.int32],
    starts: NDArray[np.int64],
    pays: NDArray[np.int64],
    shares: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> int:
    """Return the classes of hands with best holds of different outlooks."""
    out = np.zeros((32, len(pays)), dtype=np.int64)
    ties = np.arange(32)
    found = 0
    for number in range(len(hands)):
        _outlook(out, hands[number], held, starts, choose)
        best = _best(out, pays, shares, ties)
        differs = False
        for hold in range(32):
            if _worth(out, hold, pays, shares) == _worth(out, best, pays, shares):
                for kind in range(len(pays)):
                    differs |= out[hold, kind] * shares[SIZE[hold]] != out[best, kind] * shares[SIZE[best]]
        found += differs
    return found


@compiled
def _play(
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    held: NDArray[np.int32],
    starts: NDArray[np.int64],
    pays: NDArray[np.int64],
    shares: NDArray[np.int64],
    ties: NDArray[np.int64],
    fixed: bool,
    plan: NDArray[np.uint8],
    cells: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Choose the hold for every class of hands, or do as planned, and count the final hands."""
    out = np.zeros((32, len(pays)), dtype=np.int64)
    for number in range(len(hands)):
        _outlook(out, hands[number], held, starts, choose)
        if not fixed:
            plan[number] = _best(out, pays, shares, ties)
        for kind in range(len(pays)):
            cells[kind] += weights[number] * shares[SIZE[plan[number]]] * out[plan[number], kind]
