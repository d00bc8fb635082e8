"""The simulation of lucky draw baccarat: one box, which draws as in the proof."""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import pack
from croupier.equipment.money import Amount
from croupier.families.luckydraw.hands import ENDS, NO_THREES, draws, end_of
from croupier.families.luckydraw.odds import (
    KINDS,
    LONGEST,
    POINTS,
    LuckyDrawOdds,
    kind_of,
    prove_all,
    threes_of,
)
from croupier.families.luckydraw.round import LuckyDraw
from croupier.simulate.dealing import Dealt, DealtRounds, Kernel, draw, shoe_in_use
from croupier.simulate.engines import Progress
from croupier.simulate.result import ProvedWager, Simulation
from croupier.simulate.shoes import ShoeTally
from croupier.simulate.tallying import simulate_rounds

PACK = np.array([kind_of(str(card)) for card in pack()], np.int8)
"""The cards of one pack, by kind."""
Draws = tuple[int, NDArray[np.uint8]]
"""The highest count on which the dealer draws; whether a box draws, by its two cards and the dealer's."""
_POINTS = np.array(POINTS, np.int64)
_draws, _end_of, _threes_of = compiled(draws), compiled(end_of), compiled(threes_of)


def one_round(
    shoe: NDArray[np.int8],
    dealt: int,
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    plan: Draws,
) -> Dealt:
    """Deal a round. Log its cards in the order of the deal (-1 for one not dealt), and its end."""
    draws_to, takes = plan
    one = draw(shoe, dealt, words, cursor)
    dealer = draw(shoe, dealt + 1, words, cursor)
    other = draw(shoe, dealt + 2, words, cursor)
    dealt += 3
    mine, threes, third = _POINTS[one] + _POINTS[other], NO_THREES, -1
    drew = takes[one, other, dealer] != 0
    if drew:
        third = draw(shoe, dealt, words, cursor)
        dealt += 1
        mine += _POINTS[third]
        threes = _threes_of(one, other, third)
    second = draw(shoe, dealt, words, cursor)
    dealt += 1
    theirs, last = _POINTS[dealer] + _POINTS[second], -1
    if _draws(theirs % 10, draws_to):
        last = draw(shoe, dealt, words, cursor)
        dealt += 1
        theirs += _POINTS[last]
    end = _end_of(drew, mine % 10, theirs % 10, threes)
    return dealt, end, (one, dealer, other, third, second, last, end)


KERNEL = Kernel("KERNEL", one_round, ends=(ENDS,), logged=7)


def build(
    game: LuckyDraw, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False
) -> DealtRounds[Draws]:
    """Return the work: the shoe as the rulebook uses it, and the draws of the proof."""
    odds = LuckyDrawOdds(game)
    takes = np.zeros((KINDS, KINDS, KINDS), np.uint8)
    for (one, other, dealer), drew in odds.best(odds.even_stake() if stake is None else stake).items():
        takes[one, other, dealer] = takes[other, one, dealer] = drew
    shoe = shoe_in_use(game.packs, PACK, LONGEST, fresh)
    return DealtRounds(rounds, seed, KERNEL, shoe, (game.draws_to, takes))


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
    """Play rounds; `fresh` shuffles before each of them, as the proof does."""
    started = time.perf_counter()
    work, odds = build(game, rounds, seed, stake, fresh), LuckyDrawOdds(game)

    def counts(tally: ShoeTally, proof: ProvedWager) -> dict[str, int]:
        found: dict[str, int] = {}
        for end in range(ENDS):
            found[odds.row(end)] = found.get(odds.row(end), 0) + int(tally.ends[end])
        return found

    proofs = prove_all(game, wagers, stake)
    return simulate_rounds(work, proofs, counts, started, engine, workers, progress)
