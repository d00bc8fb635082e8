"""The simulation of chemin de fer: both sides play as in the proof, chance for chance.

Hands are dealt from a shoe used as the rulebook says.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import pack
from croupier.equipment.money import Amount
from croupier.families.baccarat.tableau import NATURAL, NONE, final, natural
from croupier.families.chemin.covering import BANK
from croupier.families.chemin.odds import LONGEST, CheminOdds, prove_all
from croupier.families.chemin.round import CheminDeFer
from croupier.families.chemin.settling import TIE, WIN
from croupier.families.chemin.solution import Solution
from croupier.ranking.points import value
from croupier.simulate.dealing import Dealt, DealtRounds, Kernel, below, draw, shoe_in_use
from croupier.simulate.engines import Progress
from croupier.simulate.result import ProvedWager, Simulation
from croupier.simulate.shoes import ShoeTally
from croupier.simulate.tallying import simulate_rounds
from croupier.table.parts.pricing import LOSE

PACK = np.array([value(card.rank) for card in pack()], np.int8)
"""The cards of one pack, by value."""
BANKER_WINS, PLAYER_WINS, STAND_OFF = 0, 1, 2
VALUES = 10
CHANCES = 1 << 31
"""The parts of a chance of drawing. Rounding to a part errs by less than a billionth."""
Chances = tuple[NDArray[np.int64], NDArray[np.int64]]
"""In how many parts of `CHANCES` each side draws.

The Player goes by his two cards, the Banker by his and the Player's third card, or none.
"""
_final, _natural = compiled(final), compiled(natural)
"""They count two cards too: a card and another are like a count and a third card."""


@compiled
def end_of(player: int, banker: int) -> int:
    """Say who wins with these counts."""
    return BANKER_WINS if banker > player else PLAYER_WINS if player > banker else STAND_OFF


@compiled
def draws(parts: int, words: NDArray[np.uint32], cursor: NDArray[np.int64]) -> bool:
    """Say whether a side draws, by its chance in parts of `CHANCES`. A certainty uses no random number."""
    if parts <= 0:
        return False
    return parts >= CHANCES or below(CHANCES, words, cursor) < parts


def one_hand(
    shoe: NDArray[np.int8],
    dealt: int,
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    chances: Chances,
) -> Dealt:
    """Deal a hand. Log its six cards (-1 for one not dealt), and its end."""
    player_draws, banker_draws = chances
    one = draw(shoe, dealt, words, cursor)
    two = draw(shoe, dealt + 1, words, cursor)
    three = draw(shoe, dealt + 2, words, cursor)
    four = draw(shoe, dealt + 3, words, cursor)
    dealt += 4
    player, banker = _final(one, three), _final(two, four)
    third, other = NONE, NONE
    if not _natural(player, banker):
        if draws(player_draws[one, three], words, cursor):
            third = draw(shoe, dealt, words, cursor)
            dealt += 1
        if draws(banker_draws[two, four, third], words, cursor):
            other = draw(shoe, dealt, words, cursor)
            dealt += 1
    end = end_of(_final(player, third), _final(banker, other))
    fifth, sixth = third if third != NONE else -1, other if other != NONE else -1
    return dealt, end, (one, two, three, four, fifth, sixth, end)


KERNEL = Kernel("KERNEL", one_hand, ends=(3,), logged=7)


def parts(chance: Fraction) -> int:
    """Return a chance in parts of `CHANCES`, rounded to the nearest."""
    return (2 * chance.numerator * CHANCES + chance.denominator) // (2 * chance.denominator)


def tables(game: CheminDeFer, found: Solution) -> Chances:
    """Return how both sides play by their two cards: as the tableau binds them, else by the solution."""
    player = np.zeros((VALUES, VALUES), np.int64)
    banker = np.zeros((VALUES, VALUES, NONE + 1), np.int64)
    always = {"D": CHANCES, "S": 0}
    for one, other in product(range(VALUES), repeat=2):
        total = final(one, other)
        if total >= NATURAL:
            continue
        letter = game.tableau.player[total]
        player[one, other] = always[letter] if letter in always else parts(found.player[total])
        for third in range(NONE + 1):
            letter = game.tableau.banker[total][third]
            banker[one, other, third] = (
                always[letter]
                if letter in always
                else parts(found.banker[total, None if third == NONE else third])
            )
    return player, banker


def build(
    game: CheminDeFer, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False
) -> DealtRounds[Chances]:
    """Return the work: the shoe as the rulebook uses it, and both sides as in the proof."""
    odds = CheminOdds(game)
    found = odds.solved(odds.even_stake() if stake is None else stake)
    shoe = shoe_in_use(game.packs, PACK, LONGEST, fresh)
    return DealtRounds(rounds, seed, KERNEL, shoe, tables(game, found))


def simulate(
    game: CheminDeFer,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Simulation:
    """Play hands with a covered bank. `fresh` shuffles before each of them, as the proof does."""
    started = time.perf_counter()
    proofs = prove_all(game, wagers, stake)
    work = build(game, rounds, seed, stake, fresh)
    return simulate_rounds(work, proofs, counts, started, engine, workers, progress)


def counts(tally: ShoeTally, proof: ProvedWager) -> dict[str, int]:
    """Count how often a wager won, lost and stood off."""
    won, lost = (BANKER_WINS, PLAYER_WINS) if proof.wager == BANK else (PLAYER_WINS, BANKER_WINS)
    return {WIN: int(tally.ends[won]), LOSE: int(tally.ends[lost]), TIE: int(tally.ends[STAND_OFF])}
