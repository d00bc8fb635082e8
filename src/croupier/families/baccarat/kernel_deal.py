"""Rounds of baccarat in compiled code: whole shoes are shuffled and dealt, and cells of coups are counted.

Cards are bytes: the value in four bits, the suit in two, the picture in two. How two cards pair is looked up
by their difference (by xor). Whether a hand draws is looked up too, in tables made from the leaf functions of
the tableau. What a cell settles comes from the proof, so money is never touched here.

A shoe is shuffled by drawing card after card from those that are left (Fisher and Yates). The generator is
Philox4x32-10 by block, as for every simulation. One word gives three places: D. Lemire's product is taken
again on the half that it leaves over, and a word that would make some three places likelier than others is
rejected (N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation", 2024). So every
order of the cards is as likely as any other.

Only leaf modules are imported here: a change of the table compiles nothing anew.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import pack, parse_card
from croupier.families.baccarat.tableau import KINDS, LONGEST, NONE, THIRDS, UNPAIRED, VALUES, pair_of
from croupier.ranking.points import value
from croupier.simulate.streams import CHUNK, fill_words

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]

GROUP = 3
"""Places that one word gives. With 16 decks one word in twenty is rejected, with eight one in a hundred."""
SUITS = {"c": 0, "s": 1, "d": 2, "h": 3}
"""Suits in two bits, the higher one the colour."""
VALUE_BITS = 0b1111
STILL_IN = -1
"""The cutting card has not come out."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE, _TWO = np.uint64(1), np.uint64(2)


def code_of(card: str) -> int:
    """Return a card as the kernel holds it."""
    rank, suit = parse_card(card)
    return value(rank) | SUITS[suit] << 4 | max(0, "TJQK".find(rank)) << 6


CODES = {card: code_of(card) for card in map(str, pack())}
CARDS = {code: card for card, code in CODES.items()}


def _kinds() -> Bytes:
    """Return how two cards pair, by their difference."""
    found = np.full(256, UNPAIRED, np.uint8)
    for one, first in CODES.items():
        for other, second in CODES.items():
            found[first ^ second] = max(found[first ^ second], pair_of(one, other))
    return found


KINDS_BY = _kinds()


@compiled
def play_round(cards: Bytes, at: int, takes: Bytes, bank: Bytes) -> tuple[int, int, int]:
    """Play one coup from the cards at a place.

    Return its cell, and whether the player's hand and the bank's took a third card.
    """
    one, two = np.int64(cards[at] & VALUE_BITS), np.int64(cards[at + 1] & VALUE_BITS)
    three, four = np.int64(cards[at + 2] & VALUE_BITS), np.int64(cards[at + 3] & VALUE_BITS)
    drawn = np.int64(takes[((one * VALUES + two) * VALUES + three) * VALUES + four])
    # Products in place of conditions: whether a hand draws cannot be foreseen, and a jump that was foreseen
    # wrongly costs more than all of this.
    player = one + three
    player -= VALUES * np.int64(player >= VALUES)
    banker = two + four
    banker -= VALUES * np.int64(banker >= VALUES)
    third = NONE - drawn * (NONE - np.int64(cards[at + 4] & VALUE_BITS))
    place = (player * VALUES + banker) * THIRDS + third
    hit = np.int64(bank[place])
    last = NONE - hit * (NONE - np.int64(cards[at + 4 + drawn] & VALUE_BITS))
    return int(place * THIRDS + last), int(drawn), int(hit)


@compiled
def pair_kinds(cards: Bytes, at: int, kinds: Bytes) -> int:
    """Return how the first two cards of either hand pair."""
    mine, theirs = np.int64(kinds[cards[at] ^ cards[at + 2]]), np.int64(kinds[cards[at + 1] ^ cards[at + 3]])
    return int(mine * KINDS + theirs)


@compiled
def any_pair_kinds(cards: Bytes, at: int, drawn: int, hit: int, kinds: Bytes) -> int:
    """Return how any two cards of either hand pair: the best of them, third cards too."""
    mine, theirs = kinds[cards[at] ^ cards[at + 2]], kinds[cards[at + 1] ^ cards[at + 3]]
    if drawn:
        mine = max(mine, kinds[cards[at] ^ cards[at + 4]], kinds[cards[at + 2] ^ cards[at + 4]])
    if hit:
        theirs = max(
            theirs, kinds[cards[at + 1] ^ cards[at + 4 + drawn]], kinds[cards[at + 3] ^ cards[at + 4 + drawn]]
        )
    return int(np.int64(mine) * KINDS + np.int64(theirs))


@compiled
def count_round(
    cards: Bytes,
    at: int,
    takes: Bytes,
    bank: Bytes,
    kinds: Bytes,
    cells: Ints,
    pairs: Ints,
    any_pairs: Ints | None,
) -> int:
    """Play and count one coup; return how many cards it took.

    Where no pairs of any two cards are asked for, that part is not even compiled.
    """
    cell, drawn, hit = play_round(cards, at, takes, bank)
    cells[cell] += 1
    pairs[pair_kinds(cards, at, kinds)] += 1
    if any_pairs is not None:
        any_pairs[any_pair_kinds(cards, at, drawn, hit, kinds)] += 1
    return 4 + drawn + hit


@compiled
def play_shoe(
    cards: Bytes,
    size: int,
    at: int,
    left: int,
    most: int,
    cut: int,
    more: int,
    first_out: int,
    takes: Bytes,
    bank: Bytes,
    kinds: Bytes,
    cells: Ints,
    pairs: Ints,
    any_pairs: Ints | None,
) -> tuple[int, int, int]:
    """Play rounds from a shoe of `size` cards, from a place in it, until it is used up or `most` were played.

    `cut` is the place of the cutting card. `more` is the number of rounds after the one in which it came out:
    none if it was the first thing out and `first_out` is set. `left` is how many of these are left, STILL_IN
    before. A round without enough cards is void and ends the shoe. Behind the cards lie six more bytes, which
    only such a round reads. Return the place reached, the rounds left (0 when the shoe is used up), and the
    rounds played.
    """
    played = 0
    if left == STILL_IN:
        # The cutting card surely stays in during these.
        while at < cut - LONGEST + 1 and played < most:
            at += count_round(cards, at, takes, bank, kinds, cells, pairs, any_pairs)
            played += 1
    while left != 0 and played < most:
        if at + 4 > size:
            return at, 0, played
        _, drawn, hit = play_round(cards, at, takes, bank)
        used = 4 + drawn + hit
        if at + used > size:
            return at, 0, played
        count_round(cards, at, takes, bank, kinds, cells, pairs, any_pairs)
        played += 1
        if left > 0:
            left -= 1
        elif at + used > cut:
            left = 0 if at >= cut and first_out else more
        at += used
    return at, left, played


@compiled
def shuffle(
    cards: Bytes,
    bounds: NDArray[np.uint64],
    floors: NDArray[np.uint64],
    seed: np.uint64,
    block: np.uint64,
    words: Words,
    word: int,
    first: int,
) -> tuple[int, int]:
    """Bring the first cards into a random order, three for each bound.

    A place takes one of the cards from there on.     `words` holds a chunk of the block's stream, `word` the
    next of it and `first` the place behind it in the stream; both are returned as they are afterwards.
    """
    at = 0
    group = 0
    while group < len(bounds):
        if word == CHUNK:
            fill_words(seed, block, first, words)
            first += CHUNK
            word = 0
        left = bounds[group]
        product = np.uint64(words[word]) * left
        word += 1
        one = product >> _HALF
        product = (product & _LOW) * (left - _ONE)
        two = product >> _HALF
        product = (product & _LOW) * (left - _TWO)
        three = product >> _HALF
        if product & _LOW < floors[group]:
            continue
        group += 1
        other = at + np.int64(one)
        cards[at], cards[other] = cards[other], cards[at]
        other = at + 1 + np.int64(two)
        cards[at + 1], cards[other] = cards[other], cards[at + 1]
        other = at + 2 + np.int64(three)
        cards[at + 2], cards[other] = cards[other], cards[at + 2]
        at += GROUP
    return word, first


@compiled
def play_block(
    seed: np.uint64,
    block: np.uint64,
    rounds: int,
    packed: Bytes,
    bounds: NDArray[np.uint64],
    floors: NDArray[np.uint64],
    fresh: int,
    burn: int,
    cut: int,
    more: int,
    first_out: int,
    takes: Bytes,
    bank: Bytes,
    kinds: Bytes,
    cells: Ints,
    pairs: Ints,
    any_pairs: Ints | None,
) -> int:
    """Play shoe after shoe until all rounds are played, and return how many were shuffled."""
    size = len(packed)
    cards = np.zeros(size + LONGEST, np.uint8)
    cards[:size] = packed
    words = np.empty(CHUNK, np.uint32)
    word = CHUNK
    first = 0
    done = 0
    shoes = 0
    while done < rounds:
        word, first = shuffle(cards, bounds, floors, seed, block, words, word, first)
        shoes += 1
        if fresh:
            count_round(cards, 0, takes, bank, kinds, cells, pairs, any_pairs)
            done += 1
        else:
            _, _, played = play_shoe(
                cards,
                size,
                burn,
                STILL_IN,
                rounds - done,
                cut,
                more,
                first_out,
                takes,
                bank,
                kinds,
                cells,
                pairs,
                any_pairs,
            )
            done += played
    return shoes
