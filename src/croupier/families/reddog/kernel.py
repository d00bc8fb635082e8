"""The simulation of red dog: one bettor who raises as in the proof, round after round from a shoe used as the rulebook says."""

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
from croupier.families.reddog.odds import LONGEST, RAISED, Ground, prove_all
from croupier.families.reddog.round import RedDog
from croupier.families.reddog.spread import CONSECUTIVE, ENDS, end_of, row_of, spread_of
from croupier.ranking.points import HEIGHTS
from croupier.simulate import shoes
from croupier.simulate.engines import Progress, run
from croupier.simulate.result import Simulation, tallied
from croupier.simulate.shoes import BLOCK, check_rounds, depth_used, next_card, shoe_of, used_up

TALLEST = 15
PACK = np.array([HEIGHTS[card.rank] for card in pack()], np.int8)
"""The cards of one pack, by height."""
LOGGED = 6
"""What is written of a round: the card burnt before it, its three cards, its end, and whether a raise was made; 0 for a card that was not dealt."""
_spread_of, _end_of = compiled(spread_of), compiled(end_of)


@compiled
def play_blocks(
    seed: np.uint64,
    first: int,
    number: int,
    rounds: int,
    full: NDArray[np.int8],
    depth: int,
    burn: int,
    raises: NDArray[np.uint8],
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Blocks of rounds, each from a fresh shoe; `ends` counts each end without and with a raise, and `log` takes the rounds of the last block where it has room."""
    for block in range(first, first + number):
        stream = np.uint64(block)
        shoe = full.copy()
        cursor[0], cursor[1] = len(words), 0
        dealt, fresh = 0, True
        for at in range(rounds):
            burnt = 0
            if fresh:
                dealt = 0
                for _ in range(burn):
                    burnt = next_card(shoe, dealt, seed, stream, words, cursor)
                    dealt += 1
            one = next_card(shoe, dealt, seed, stream, words, cursor)
            other = next_card(shoe, dealt + 1, seed, stream, words, cursor)
            dealt += 2
            third = 0
            if _spread_of(one, other) != CONSECUTIVE:
                third = next_card(shoe, dealt, seed, stream, words, cursor)
                dealt += 1
            end, raised = _end_of(one, other, third), raises[one, other]
            ends[end, raised] += 1
            fresh = used_up(len(shoe) - dealt, depth)
            if at < len(log):
                log[at, 0], log[at, 1], log[at, 2], log[at, 3], log[at, 4], log[at, 5] = (
                    burnt,
                    one,
                    other,
                    third,
                    end,
                    raised,
                )


@dataclass(frozen=True)
class Rounds(shoes.Rounds):
    """Rounds to be played, as an engine is handed them."""

    decks: int
    depth: int
    burn: int
    raises: NDArray[np.uint8]

    ends = (ENDS, 2)
    logged = LOGGED

    def deal(self, *given: Any) -> None:
        """Deal the blocks."""
        play_blocks(*given)

    def given(self) -> tuple[Any, ...]:
        """The shoe, and when a raise is made."""
        return shoe_of(self.decks, PACK), self.depth, self.burn, self.raises


def build(
    game: RedDog, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False
) -> Rounds:
    """What is played: the shoe as the rulebook uses it, and the raises of the proof."""
    check_rounds(rounds)
    ground = Ground(game)
    raises = np.zeros((TALLEST, TALLEST), np.uint8)
    for pair, raised in ground.best(ground.even_stake() if stake is None else stake).items():
        raises[pair] = raised
    packs = game.packs
    every = fresh or packs.fresh_every_round
    row = packs.row
    burn = row.burn if not every and row.burns.holds(game.ruleset.facts) else 0
    return Rounds(
        rounds,
        seed,
        packs.decks,
        depth_used(every, packs.usual_depth, len(PACK) * packs.decks, LONGEST),
        burn,
        raises,
    )


def simulate(
    game: RedDog,
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
    counts: dict[str, int] = {}
    for end in range(ENDS):
        for raised in (0, 1):
            row = row_of(end) + (RAISED if raised else "")
            counts[row] = counts.get(row, 0) + int(tally.ends[end, raised])
    found = tuple(tallied(proof, counts, tally.draws) for proof in prove_all(game, wagers, stake))
    return Simulation(tally.draws, seed, BLOCK, engine, time.perf_counter() - started, found)
