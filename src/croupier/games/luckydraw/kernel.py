"""The simulation of lucky draw baccarat: one box that draws as in the proof, round after round from a shoe used as the rulebook says."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.card import pack
from croupier.equipment.money import Amount
from croupier.games.cards.drawn import BLOCK, Piece, Tally, check_rounds, depth_used, fresh_words, next_card, pieces, shoe_of, used_up
from croupier.games.luckydraw.hands import ENDS, NO_THREES, OFF_SUIT, SUITED, draws, end_of
from croupier.games.luckydraw.odds import KINDS, LONGEST, POINTS, Ground, kind_of, prove_all
from croupier.games.luckydraw.round import ENTER, LuckyDraw
from croupier.simulate.compiled import compiled
from croupier.simulate.engines import Progress, run
from croupier.simulate.result import Simulation, TallyRow, WagerTally

PACK = np.array([kind_of(str(card)) for card in pack()], np.int8)
"""The cards of one pack, by kind."""
_POINTS = np.array(POINTS, np.int64)
LOGGED = 8
"""What is written of a round: whether the cards were shuffled before it, its cards in the order in which they were dealt (-1 for one that was not), and its end."""
_draws, _end_of = compiled(draws), compiled(end_of)


@compiled
def play_blocks(
    seed: np.uint64,
    first: int,
    number: int,
    rounds: int,
    full: NDArray[np.int8],
    depth: int,
    draws_to: int,
    takes: NDArray[np.uint8],
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Blocks of rounds, each from a fresh shoe; `ends` counts each end, and `log` takes the rounds of the last block where it has room."""
    for block in range(first, first + number):
        stream = np.uint64(block)
        shoe = full.copy()
        cursor[0], cursor[1] = len(words), 0
        dealt, fresh = 0, True
        for at in range(rounds):
            shuffled = fresh
            if fresh:
                dealt = 0
            one = next_card(shoe, dealt, seed, stream, words, cursor)
            dealer = next_card(shoe, dealt + 1, seed, stream, words, cursor)
            other = next_card(shoe, dealt + 2, seed, stream, words, cursor)
            dealt += 3
            mine, threes, third = _POINTS[one] + _POINTS[other], NO_THREES, -1
            drew = takes[one, other, dealer] != 0
            if drew:
                third = next_card(shoe, dealt, seed, stream, words, cursor)
                dealt += 1
                mine += _POINTS[third]
                if _POINTS[one] == 3 and _POINTS[other] == 3 and _POINTS[third] == 3:
                    threes = SUITED if one == other and one == third else OFF_SUIT
            second = next_card(shoe, dealt, seed, stream, words, cursor)
            dealt += 1
            theirs, last = _POINTS[dealer] + _POINTS[second], -1
            if _draws(theirs % 10, draws_to):
                last = next_card(shoe, dealt, seed, stream, words, cursor)
                dealt += 1
                theirs += _POINTS[last]
            end = _end_of(drew, mine % 10, theirs % 10, threes)
            ends[end] += 1
            fresh = used_up(len(shoe) - dealt, depth)
            if at < len(log):
                log[at, 0], log[at, 1], log[at, 2], log[at, 3] = shuffled, one, dealer, other
                log[at, 4], log[at, 5], log[at, 6], log[at, 7] = third, second, last, end


@dataclass(frozen=True)
class Rounds:
    """Rounds to be played, as an engine is handed them."""

    rounds: int
    seed: int
    decks: int
    depth: int
    draws_to: int
    takes: NDArray[np.uint8]

    def pieces(self, workers: int = 1) -> Sequence[Piece]:
        """The work, in pieces."""
        return pieces(self.rounds, workers)

    def empty(self) -> Tally:
        """Nothing counted yet."""
        return Tally(0, np.zeros(ENDS, np.int64))

    def run(self, piece: Piece, log: NDArray[np.int64] | None = None) -> Tally:
        """Do one piece."""
        tally = self.empty()
        words, cursor = fresh_words()
        written = np.zeros((0, LOGGED), np.int64) if log is None else log
        seed = np.uint64(self.seed & (2**64 - 1))
        play_blocks(seed, piece.first, piece.number, piece.rounds, shoe_of(self.decks, PACK), self.depth, self.draws_to, self.takes, words, cursor, tally.ends, written)
        return Tally(piece.number * piece.rounds, tally.ends)


def build(game: LuckyDraw, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False) -> Rounds:
    """What is played: the shoe as the rulebook uses it, and the draws of the proof."""
    check_rounds(rounds)
    ground = Ground(game)
    takes = np.zeros((KINDS, KINDS, KINDS), np.uint8)
    for (one, other, dealer), draw in ground.best(ground.even_stake() if stake is None else stake).items():
        takes[one, other, dealer] = takes[other, one, dealer] = draw
    every = fresh or game.fresh_every_round
    return Rounds(rounds, seed, game.decks, depth_used(every, game.usual_depth, len(PACK) * game.decks, LONGEST), game.draws_to, takes)


def simulate(
    game: LuckyDraw,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Simulation:
    """Play so many rounds; `fresh` shuffles before each of them, as the proof does."""
    started = time.perf_counter()
    names = [ENTER] if wagers is None else list(wagers)
    tally = run(build(game, rounds, seed, stake, fresh), engine, workers, progress)
    ground = Ground(game)
    counts: dict[str, int] = {}
    for end in range(ENDS):
        counts[ground.row(end)] = counts.get(ground.row(end), 0) + int(tally.ends[end])
    found = []
    for proof in prove_all(game, names, stake):
        rows = tuple(TallyRow(row.row, row.result, row.net, counts[row.row]) for row in proof.rows)
        assert sum(row.count for row in rows) == tally.draws, "a round ended by a row that the proof does not know"
        found.append(WagerTally(proof.wager, proof.example, proof.stake, proof.charge, rows, 0))
    return Simulation(tally.draws, seed, BLOCK, engine, time.perf_counter() - started, tuple(found))
