"""The simulation of baccarat: shoes dealt by the rulebook, and coups read by the rows of the proofs."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.money import Amount
from croupier.families.baccarat.cells import CELLS, PACK, Bytes, Drawing, Ints
from croupier.families.baccarat.kernel_deal import (
    CODES,
    GROUP,
    KINDS_BY,
    play_block,
)
from croupier.families.baccarat.odds import BaccaratOdds, offered
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import KINDS, LONGEST
from croupier.prove.proof import WagerProof
from croupier.simulate.engines import Progress, run
from croupier.simulate.plan import Piece, cut
from croupier.simulate.result import Simulation, WagerTally, tallied
from croupier.simulate.shoes import check_rounds
from croupier.simulate.streams import BLOCK


@dataclass(frozen=True)
class BaccaratTally:
    """The counts. Tallies add, in any order, to the same sums."""

    draws: int
    shoes: int
    cells: Ints
    pairs: Ints
    any_pairs: Ints

    def __add__(self, other: BaccaratTally) -> BaccaratTally:
        return BaccaratTally(
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
    """Return how the game uses up its shoe.

    Where the depth of the cutting card is open, as few cards are behind it as the rules allow, and at least
    those of one round.
    """
    packs = game.packs
    row = packs.row
    if fresh or packs.fresh_every_round:
        return Procedure(packs.decks, True)
    burn = row.burn if row.burns.holds(game.ruleset.facts) else 0
    return Procedure(
        packs.decks,
        False,
        burn,
        packs.house_depth or max(row.least_depth, LONGEST),
        row.more_rounds,
        bool(row.first_out_clause),
    )


@dataclass(frozen=True)
class Shoes:
    """A simulation cut into blocks of rounds; each block begins with new packs and shuffles them."""

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
        """Return by group the cards from its first place on, and the least last half of an unbiased word."""
        lefts = [self.how.size - GROUP * group for group in range(self.groups)]
        # In the last group of all fewer than three cards may be left; a place without choice then takes the
        # card that lies there.
        floors = [2**32 % prod(max(left - more, 1) for more in range(GROUP)) for left in lefts]
        return np.array(lefts, np.uint64), np.array(floors, np.uint64)

    def pieces(self, workers: int = 1) -> list[Piece]:
        """Divide the work into pieces."""
        return cut(self.rounds, self.block, workers)

    def empty(self) -> BaccaratTally:
        """Return an empty tally."""
        return BaccaratTally(
            0,
            0,
            np.zeros(CELLS, np.int64),
            np.zeros(KINDS * KINDS, np.int64),
            np.zeros(KINDS * KINDS, np.int64),
        )

    def run(self, piece: Piece) -> BaccaratTally:
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
        return BaccaratTally(piece.number * piece.draws, shoes, tally.cells, tally.pairs, tally.any_pairs)


def new_packs(decks: int) -> Bytes:
    """Return the cards of packs that are not shuffled."""
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
    """Play rounds by the game's own procedure, and settle wagers on each of them.

    Those named are settled, or every wager on offer. `fresh` shuffles the cards before every round: then the
    proof holds exactly. A round that the shoe runs out of cards in is void and is not counted. Who chooses,
    chooses as in the proof.
    """
    started = time.perf_counter()
    check_rounds(rounds)
    odds = BaccaratOdds(game)
    proofs = [odds.prove(name, stake) for name in dict.fromkeys(offered(game) if wagers is None else wagers)]
    tallies: dict[bytes, BaccaratTally] = {}
    found = []
    for proof in proofs:
        rules = odds.played(proof.wager)
        key = rules.takes.tobytes()
        if key not in tallies:
            any_two = any(odds.reads_pairs(other.wager) and odds.any_two(other.wager) for other in proofs)
            tallies[key] = run(
                Shoes(procedure(game, fresh), rules, rounds, seed, any_two), engine, workers, progress
            )
        found.append(_read(odds, proof, tallies[key]))
    return Simulation(rounds, seed, BLOCK, engine, time.perf_counter() - started, tuple(found))


def _read(odds: BaccaratOdds, proof: WagerProof, tally: BaccaratTally) -> WagerTally:
    cells, labels = odds.rows(proof.wager)
    counted = tally.cells
    if odds.reads_pairs(proof.wager):
        counted = tally.any_pairs if odds.any_two(proof.wager) else tally.pairs
    found: dict[str, int] = {}
    for label, count in zip(labels, counted[cells].tolist(), strict=True):
        if count:
            found[label] = found.get(label, 0) + count
    return tallied(proof, found, sum(found.values()))
