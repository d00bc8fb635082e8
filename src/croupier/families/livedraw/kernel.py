"""Live draw poker simulated: five cards, the best hold, the draw. Every round has a pack of its own."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.money import Amount
from croupier.families.cards.proving import first_wagers
from croupier.families.livedraw.odds import DrawPokerOdds
from croupier.families.livedraw.prices import WAGER
from croupier.families.livedraw.round import LiveDraw
from croupier.prove.hands import CHOOSE, alike
from croupier.ranking.bulk import rank_cards, tables
from croupier.simulate.engines import Progress, run
from croupier.simulate.result import Simulation, tallied
from croupier.simulate.shoes import BLOCK, ShoeRounds, check_rounds, next_card

CARDS, MOST = 5, 10
"""Cards of a hand, and of a round."""


@dataclass(frozen=True)
class DrawRounds(ShoeRounds):
    """Rounds of live draw poker with the best hold in each."""

    deck: NDArray[np.int8]
    classes: NDArray[np.int32]
    turns: NDArray[np.uint8]
    turned: NDArray[np.uint8]
    firsts: NDArray[np.uint8]
    plan: NDArray[np.uint8]
    bands: NDArray[np.int64]
    packed: NDArray[np.uint64]

    ends: ClassVar[tuple[int, ...]] = (16,)
    logged: ClassVar[int] = MOST + 1

    def deal(self, *given: Any) -> None:
        """Deal blocks of rounds."""
        deal_blocks(*given)

    def given(self) -> tuple[Any, ...]:
        """Return the pack and the plan."""
        return (
            np.array(self.deck),
            self.classes,
            self.turns,
            self.turned,
            self.firsts,
            self.plan,
            self.bands,
            self.packed,
            CHOOSE,
        )


@compiled
def deal_blocks(
    seed: np.uint64,
    first: int,
    blocks: int,
    rounds: int,
    deck: NDArray[np.int8],
    classes: NDArray[np.int32],
    turns: NDArray[np.uint8],
    turned: NDArray[np.uint8],
    firsts: NDArray[np.uint8],
    plan: NDArray[np.uint8],
    bands: NDArray[np.int64],
    packed: NDArray[np.uint64],
    choose: NDArray[np.int64],
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Play blocks of rounds, each block from a stream of its own and each round from a fresh pack."""
    hand = np.empty(CARDS, np.int64)
    final = np.empty(CARDS, np.uint8)
    for block in range(first, first + blocks):
        cursor[0], cursor[1] = len(words), 0
        pack = np.sort(deck)
        for number in range(rounds):
            for at in range(CARDS):
                hand[at] = next_card(pack, at, seed, np.uint64(block), words, cursor)
            order = np.sort(hand)
            at_set = 0
            for at in range(CARDS):
                at_set += choose[order[at], at + 1]
            turn, row = turns[at_set], classes[at_set]
            hold = plan[row]
            kept = 0
            for at in range(CARDS):
                place = turned[turn, hand[at]]
                for bit in range(CARDS):
                    if firsts[row, bit] == place and (hold >> bit) & 1:
                        final[kept] = hand[at]
                        kept += 1
            for at in range(CARDS - kept):
                final[kept + at] = next_card(pack, CARDS + at, seed, np.uint64(block), words, cursor)
            value = np.int64(rank_cards(final, CARDS, packed))
            kind = 0
            while kind < len(bands) and value >= bands[kind]:
                kind += 1
            ends[kind] += 1
            if block == first + blocks - 1 and number < len(log):
                log[number, MOST] = kept
                for at in range(CARDS):
                    log[number, at] = hand[at]
                    log[number, CARDS + at] = final[at]


def rounds_of(game: LiveDraw, rounds: int, seed: int, stake: Amount | None = None) -> DrawRounds:
    """Return rounds as the kernel plays them."""
    odds = DrawPokerOdds(game)
    problem = odds.problem(stake or odds.even_stake())
    plan = odds.best(stake or odds.even_stake()).plans[0]
    own = alike(problem.deck, CARDS)
    assert len(own.classes) == comb(len(problem.deck), CARDS)
    bands = np.array([value for value, _ in odds.kinds], dtype=np.int64)
    return DrawRounds(
        rounds,
        seed,
        np.array(problem.deck, dtype=np.int8),
        own.classes,
        own.turns,
        own.turned,
        own.hands,
        plan,
        bands,
        tables(game.prices.ranking, CARDS).packed,
    )


def simulate(
    game: LiveDraw,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Simulation:
    """Play `rounds` rounds with the best hold in each. The pack is shuffled for every round anyway."""
    started = time.perf_counter()
    check_rounds(rounds)
    names = first_wagers(game.ruleset, game.wagers.moments, wagers, WAGER)
    odds = DrawPokerOdds(game)
    tally = run(rounds_of(game, rounds, seed, stake), engine, workers, progress)
    counts = {
        row: int(tally.ends[kind]) for kind, row in enumerate(["lose", *(row for _, row in odds.kinds)])
    }
    found = tuple(tallied(odds.prove(name, stake), counts, tally.draws) for name in names)
    return Simulation(tally.draws, seed, BLOCK, engine, time.perf_counter() - started, found)
