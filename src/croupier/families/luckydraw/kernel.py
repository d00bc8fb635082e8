"""The simulation of lucky draw baccarat: one box that draws as in the proof, round after round from a shoe used as the rulebook says."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import pack
from croupier.equipment.money import Amount
from croupier.families.luckydraw.hands import ENDS, NO_THREES, draws, end_of
from croupier.families.luckydraw.odds import KINDS, LONGEST, POINTS, Ground, kind_of, prove_all, threes_of
from croupier.families.luckydraw.round import LuckyDraw
from croupier.simulate import shoes
from croupier.simulate.engines import Progress, run
from croupier.simulate.result import Simulation, tallied
from croupier.simulate.shoes import BLOCK, check_rounds, depth_used, next_card, shoe_of, used_up

PACK = np.array([kind_of(str(card)) for card in pack()], np.int8)
"""The cards of one pack, by kind."""
_POINTS = np.array(POINTS, np.int64)
LOGGED = 8
"""What is written of a round: whether the cards were shuffled before it, its cards in the order in which they were dealt (-1 for one that was not), and its end."""
_draws, _end_of, _threes_of = compiled(draws), compiled(end_of), compiled(threes_of)


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
                threes = _threes_of(one, other, third)
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
class Rounds(shoes.Rounds):
    """Rounds to be played, as an engine is handed them."""

    decks: int
    depth: int
    draws_to: int
    takes: NDArray[np.uint8]

    ends = (ENDS,)
    logged = LOGGED

    def deal(self, *given: Any) -> None:
        """Deal the blocks."""
        play_blocks(*given)

    def given(self) -> tuple[Any, ...]:
        """The shoe, and when a third card is drawn."""
        return shoe_of(self.decks, PACK), self.depth, self.draws_to, self.takes


def build(
    game: LuckyDraw, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False
) -> Rounds:
    """What is played: the shoe as the rulebook uses it, and the draws of the proof."""
    check_rounds(rounds)
    ground = Ground(game)
    takes = np.zeros((KINDS, KINDS, KINDS), np.uint8)
    for (one, other, dealer), draw in ground.best(ground.even_stake() if stake is None else stake).items():
        takes[one, other, dealer] = takes[other, one, dealer] = draw
    packs = game.packs
    every = fresh or packs.fresh_every_round
    return Rounds(
        rounds,
        seed,
        packs.decks,
        depth_used(every, packs.usual_depth, len(PACK) * packs.decks, LONGEST),
        game.draws_to,
        takes,
    )


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
    tally = run(build(game, rounds, seed, stake, fresh), engine, workers, progress)
    ground = Ground(game)
    counts: dict[str, int] = {}
    for end in range(ENDS):
        counts[ground.row(end)] = counts.get(ground.row(end), 0) + int(tally.ends[end])
    found = tuple(tallied(proof, counts, tally.draws) for proof in prove_all(game, wagers, stake))
    return Simulation(tally.draws, seed, BLOCK, engine, time.perf_counter() - started, found)
