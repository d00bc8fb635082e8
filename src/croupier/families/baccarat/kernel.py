"""The simulation of a game of baccarat: whole shoes are shuffled, burnt, cut and dealt by the game's own tableau, and cells of coups are counted.

Cards are bytes: the value in four bits, the suit in two, the picture in two, so that two cards pair in a way that their difference (by xor) tells. Drawing is looked up in tables
made from the leaf functions of the tableau; what a cell settles, and what that pays, comes from the proof, so money is never touched here.

A shoe is shuffled by drawing card after card from those that are left (Fisher and Yates). The generator is Philox4x32-10 by block, as for every simulation; a word gives three
places at a time: D. Lemire's product is taken again on the half that it leaves over, and a word that would make some three places likelier than others is rejected
(N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation", 2024). So every order of the cards stays as likely as any other.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import parse_card
from croupier.equipment.money import Amount
from croupier.families.baccarat.cells import CELLS, KINDS, LONGEST, PACK, THIRDS, VALUES, Bytes, Drawing, Ints
from croupier.families.baccarat.odds import Ground, offered
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import NONE, UNPAIRED, pair_of
from croupier.prove.proof import WagerProof
from croupier.ranking.points import value
from croupier.rulebook.condition import condition
from croupier.simulate.engines import Progress, run
from croupier.simulate.plan import Piece, cut
from croupier.simulate.result import Simulation, WagerTally, tallied
from croupier.simulate.shoes import check_rounds
from croupier.simulate.streams import BLOCK, CHUNK, fill_words

MOST_ROUNDS = 10**15
GROUP = 3
"""Places that one word gives: with sixteen decks one word in twenty is rejected on average, with eight one in a hundred."""
SUITS = {"c": 0, "s": 1, "d": 2, "h": 3}
"""Suits in two bits, the higher one the colour."""
VALUE_BITS = 0b1111
STILL_IN = -1
"""The cutting card has not come out."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE, _TWO = np.uint64(1), np.uint64(2)

Words = NDArray[np.uint32]


def code_of(card: str) -> int:
    """A card as the kernel holds it."""
    rank, suit = parse_card(card)
    return value(rank) | SUITS[suit] << 4 | max(0, "TJQK".find(rank)) << 6


CODES = {card: code_of(card) for card in PACK}
CARDS = {code: card for card, code in CODES.items()}


def _kinds() -> Bytes:
    """How two cards pair, by their difference."""
    found = np.full(256, UNPAIRED, np.uint8)
    for one, first in CODES.items():
        for other, second in CODES.items():
            found[first ^ second] = max(found[first ^ second], pair_of(one, other))
    return found


KINDS_BY = _kinds()


# What is compiled.


@compiled
def play_round(cards: Bytes, at: int, takes: Bytes, bank: Bytes) -> tuple[int, int, int]:
    """One coup from the cards at a place: its cell, and whether the player's hand and the bank's took a third card."""
    one, two = np.int64(cards[at] & VALUE_BITS), np.int64(cards[at + 1] & VALUE_BITS)
    three, four = np.int64(cards[at + 2] & VALUE_BITS), np.int64(cards[at + 3] & VALUE_BITS)
    drawn = np.int64(takes[((one * VALUES + two) * VALUES + three) * VALUES + four])
    # Products in place of conditions: whether a hand draws cannot be foreseen, and a jump that was foreseen wrongly costs more than all of this.
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
    """How the first two cards of either hand pair."""
    mine, theirs = np.int64(kinds[cards[at] ^ cards[at + 2]]), np.int64(kinds[cards[at + 1] ^ cards[at + 3]])
    return int(mine * KINDS + theirs)


@compiled
def any_pair_kinds(cards: Bytes, at: int, drawn: int, hit: int, kinds: Bytes) -> int:
    """How any two cards of either hand pair: the best of them, third cards too."""
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
    """Play and count one coup; how many cards it took. Where no pairs of any two cards are asked for, that part is not even compiled."""
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

    `cut` is the place of the cutting card, `more` the rounds played after the one in which it came out, none if it was the first thing out and `first_out` is set;
    `left` is how many of these are left, STILL_IN before. A round that the cards do not suffice for is void and ends the shoe. Behind the cards lie six more bytes, which only such a
    round reads. Returns the place reached, the rounds left (0 when the shoe is used up), and the rounds played.
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
    """Bring the first cards into a random order, three for each bound: each place takes one of the cards from there on.

    `words` holds a chunk of the block's stream, `word` the next of it and `first` the place behind it in the stream; both are returned as they are afterwards.
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
    """Shoe after shoe until so many rounds are played; the last shoe is broken off. How many shoes were shuffled."""
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


# The plan.


@dataclass(frozen=True)
class Tally:
    """What was counted. Tallies add, in any order, to the same sums."""

    draws: int
    shoes: int
    cells: Ints
    pairs: Ints
    any_pairs: Ints

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.draws + other.draws,
            self.shoes + other.shoes,
            self.cells + other.cells,
            self.pairs + other.pairs,
            self.any_pairs + other.any_pairs,
        )


class Procedure(NamedTuple):
    """How a shoe is used up."""

    decks: int
    fresh: bool
    """Whether the cards are shuffled before every round."""
    burn: int = 0
    depth: int = LONGEST
    """Cards behind the cutting card."""
    more: int = 0
    first_out: bool = False

    @property
    def size(self) -> int:
        """Cards in a shoe."""
        return self.decks * len(PACK)

    @property
    def cut(self) -> int:
        """The place of the cutting card."""
        return self.size - self.depth


def procedure(game: Baccarat, fresh: bool = False) -> Procedure:
    """How the game uses up its shoe. Where it leaves the depth of the cutting card open, as few cards are behind it as its rules allow, and at least those of one round."""
    row = game.cards
    if fresh or game.fresh_every_round:
        return Procedure(game.decks, True)
    text = game.ruleset.options.get("depth", "open")
    depth = 0 if text == "open" else int(text)
    burn = row.burn if condition(row.burn_when)(game.ruleset.facts) else 0
    return Procedure(
        game.decks,
        False,
        burn,
        depth or max(row.least_depth, LONGEST),
        row.more_rounds,
        bool(row.first_out_clause),
    )


@dataclass(frozen=True)
class Shoes:
    """A simulation cut into blocks of rounds, each of which begins with cards in the order of new packs and shuffles them."""

    how: Procedure
    rules: Drawing
    rounds: int
    seed: int
    any_two: bool = False
    block: int = BLOCK

    @property
    def groups(self) -> int:
        """Words that a shuffle takes when none is rejected: as many cards are shuffled as a shoe can use."""
        if self.how.fresh:
            return LONGEST // GROUP
        return -(-min(self.how.size, self.how.cut + LONGEST * (self.how.more + 1)) // GROUP)

    def bounds(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """By group: the cards from its first place on, and below what a word's last half must not fall."""
        lefts = [self.how.size - GROUP * group for group in range(self.groups)]
        # In the last group of all fewer than three cards may be left; a place without choice then takes the card that lies there.
        floors = [2**32 % prod(max(left - more, 1) for more in range(GROUP)) for left in lefts]
        return np.array(lefts, np.uint64), np.array(floors, np.uint64)

    def pieces(self, workers: int = 1) -> list[Piece]:
        """The work, in pieces."""
        return cut(self.rounds, self.block, workers)

    def empty(self) -> Tally:
        """Nothing counted yet."""
        return Tally(
            0,
            0,
            np.zeros(CELLS, np.int64),
            np.zeros(KINDS * KINDS, np.int64),
            np.zeros(KINDS * KINDS, np.int64),
        )

    def run(self, piece: Piece) -> Tally:
        """Do one piece."""
        tally, how = self.empty(), self.how
        (bounds, floors), packed = self.bounds(), new_packs(how.decks)
        any_pairs = tally.any_pairs if self.any_two else None
        shoes = 0
        for block in range(piece.first, piece.first + piece.number):
            shoes += play_block(
                np.uint64(self.seed & (2**64 - 1)),
                np.uint64(block),
                piece.draws,
                packed,
                bounds,
                floors,
                int(how.fresh),
                how.burn,
                how.cut,
                how.more,
                int(how.first_out),
                self.rules.takes.reshape(-1),
                self.rules.bank.reshape(-1),
                KINDS_BY,
                tally.cells,
                tally.pairs,
                any_pairs,
            )
        return Tally(piece.number * piece.draws, shoes, tally.cells, tally.pairs, tally.any_pairs)

    # For looking at what the kernel does, card by card.

    def orders(self, block: int, shoes: int) -> list[list[str]]:
        """The first shoes of a block as they are shuffled, each as far as it can be used."""
        seed, number = np.uint64(self.seed & (2**64 - 1)), np.uint64(block)
        cards = np.zeros(self.how.size + LONGEST, np.uint8)
        cards[: self.how.size] = new_packs(self.how.decks)
        words = np.empty(CHUNK, np.uint32)
        word, first = CHUNK, 0
        found = []
        for _ in range(shoes):
            word, first = shuffle(cards, *self.bounds(), seed, number, words, word, first)
            found.append([CARDS[int(code)] for code in cards[: self.how.size]])
        return found

    def play(self, cards: Sequence[str], burn: int | None = None) -> list[Played]:
        """The rounds that the kernel plays from a shoe with these cards on top; where they run out, the shoe is used up."""
        held = np.zeros(len(cards) + LONGEST, np.uint8)
        held[: len(cards)] = [CODES[card] for card in cards]
        how, size = self.how, len(cards)
        takes, bank = self.rules.takes.reshape(-1), self.rules.bank.reshape(-1)
        at, left = how.burn if burn is None else burn, STILL_IN
        found: list[Played] = []
        while left:
            tally = self.empty()
            any_pairs = tally.any_pairs if self.any_two else None
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


class Played(NamedTuple):
    """One round that the kernel played: the cards from one place of the shoe to another, and what it counted them as."""

    first: int
    after: int
    cell: int
    pairs: int
    any_pairs: int


def new_packs(decks: int) -> Bytes:
    """The cards of so many packs, not shuffled."""
    return np.array([CODES[card] for card in PACK] * decks, np.uint8)


# The simulation.


def simulate(
    game: Baccarat,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Simulation:
    """Play so many rounds by the game's own procedure and settle the wagers named (every wager on offer, where none are) on each of them.

    `fresh` shuffles the cards before every round: then the proof holds exactly. A round that the shoe runs out of cards in is void and is not counted. Who chooses, chooses as in
    the proof.
    """
    started = time.perf_counter()
    check_rounds(rounds)
    ground = Ground(game)
    proofs = [
        ground.prove(name, stake) for name in dict.fromkeys(offered(game) if wagers is None else wagers)
    ]
    tallies: dict[bytes, Tally] = {}
    found = []
    for proof in proofs:
        rules = ground.played(proof.wager)
        key = rules.takes.tobytes()
        if key not in tallies:
            any_two = any(ground.reads_pairs(other.wager) and ground.any_two(other.wager) for other in proofs)
            tallies[key] = run(
                Shoes(procedure(game, fresh), rules, rounds, seed, any_two), engine, workers, progress
            )
        found.append(_read(ground, proof, tallies[key]))
    return Simulation(rounds, seed, BLOCK, engine, time.perf_counter() - started, tuple(found))


def _read(ground: Ground, proof: WagerProof, tally: Tally) -> WagerTally:
    cells, labels = ground.rows(proof.wager)
    counted = tally.cells
    if ground.reads_pairs(proof.wager):
        counted = tally.any_pairs if ground.any_two(proof.wager) else tally.pairs
    found: dict[str, int] = {}
    for label, count in zip(labels, counted[cells].tolist(), strict=True):
        if count:
            found[label] = found.get(label, 0) + count
    return tallied(proof, found, sum(found.values()))
