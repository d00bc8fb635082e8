"""The simulation of red dog: one bettor, who raises as in the proof."""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import pack
from croupier.equipment.money import Amount
from croupier.families.reddog.odds import LONGEST, RAISED, RedDogOdds, prove_all
from croupier.families.reddog.round import RedDog
from croupier.families.reddog.spread import CONSECUTIVE, ENDS, end_of, row_of, spread_of
from croupier.ranking.points import HEIGHTS
from croupier.simulate.dealing import Dealt, DealtRounds, Kernel, draw, shoe_in_use
from croupier.simulate.engines import Progress
from croupier.simulate.result import ProvedWager, Simulation
from croupier.simulate.shoes import ShoeTally
from croupier.simulate.tallying import simulate_rounds

TALLEST = 15
PACK = np.array([HEIGHTS[card.rank] for card in pack()], np.int8)
"""The cards of one pack, by height."""
Raises = NDArray[np.uint8]
"""Whether a raise is made, by the heights of the first two cards."""
_spread_of, _end_of = compiled(spread_of), compiled(end_of)


def one_round(
    shoe: NDArray[np.int8],
    dealt: int,
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    raises: Raises,
) -> Dealt:
    """Deal a round. Log its three cards (0 for one not dealt), its end, and 1 for a raise."""
    one = draw(shoe, dealt, words, cursor)
    other = draw(shoe, dealt + 1, words, cursor)
    dealt += 2
    third = 0
    if _spread_of(one, other) != CONSECUTIVE:
        third = draw(shoe, dealt, words, cursor)
        dealt += 1
    end, raised = _end_of(one, other, third), int(np.int64(raises[one, other]))
    return dealt, (end, raised), (one, other, third, end, raised)


KERNEL = Kernel("KERNEL", one_round, ends=(ENDS, 2), logged=5)


def build(
    game: RedDog, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False
) -> DealtRounds[Raises]:
    """Return the work: the shoe as the rulebook uses it, and the raises of the proof."""
    odds = RedDogOdds(game)
    raises = np.zeros((TALLEST, TALLEST), np.uint8)
    for pair, raised in odds.best(odds.even_stake() if stake is None else stake).items():
        raises[pair] = raised
    return DealtRounds(rounds, seed, KERNEL, shoe_in_use(game.packs, PACK, LONGEST, fresh), raises)


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
    """Play rounds; `fresh` shuffles before each of them, as the proof does."""
    started = time.perf_counter()
    work = build(game, rounds, seed, stake, fresh)
    proofs = prove_all(game, wagers, stake)
    return simulate_rounds(work, proofs, counts, started, engine, workers, progress)


def counts(tally: ShoeTally, proof: ProvedWager) -> dict[str, int]:
    """Count how often each row came."""
    found: dict[str, int] = {}
    for end in range(ENDS):
        for raised in (0, 1):
            row = row_of(end) + (RAISED if raised else "")
            found[row] = found.get(row, 0) + int(tally.ends[end, raised])
    return found
