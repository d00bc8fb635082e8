"""The simulation of chemin de fer: a Player and a Banker play as in the proof, chance for chance.

Hands are dealt from a shoe used as the rulebook says.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import pack
from croupier.equipment.money import Amount
from croupier.families.baccarat.tableau import NATURAL, NONE, final, natural
from croupier.families.chemin.covering import BANK
from croupier.families.chemin.odds import LONGEST, Ground, prove_all
from croupier.families.chemin.round import CheminDeFer
from croupier.families.chemin.settling import TIE, WIN
from croupier.families.chemin.solution import Solution
from croupier.ranking.points import value
from croupier.simulate import shoes
from croupier.simulate.engines import Progress
from croupier.simulate.result import Proof, Simulation
from croupier.simulate.shoes import Tally, below, check_rounds, depth_used, next_card, shoe_of, used_up
from croupier.simulate.tallying import simulate_rounds
from croupier.table.parts.pricing import LOSE

PACK = np.array([value(card.rank) for card in pack()], np.int8)
"""The cards of one pack, by value."""
BANKER_WINS, PLAYER_WINS, STAND_OFF = 0, 1, 2
VALUES = 10
LOGGED = 9
"""What is written of a hand: the card burnt before it, its six cards, its end, and 1 if the cards were
shuffled before it; -1 for a card that was not dealt."""
CHANCES = 1 << 31
"""A chance of drawing is told in so many parts: the nearest of them is off by less than a billionth."""
_final, _natural = compiled(final), compiled(natural)
"""The count of two cards, too: of a card and another as of a count and a third card."""


@compiled
def end_of(player: int, banker: int) -> int:
    """Who wins with these counts."""
    return BANKER_WINS if banker > player else PLAYER_WINS if player > banker else STAND_OFF


@compiled
def draws(
    parts: int, seed: np.uint64, block: np.uint64, words: NDArray[np.uint32], cursor: NDArray[np.int64]
) -> bool:
    """Whether a side draws, by its chance in parts of `CHANCES`; always and never ask nothing of chance."""
    if parts <= 0:
        return False
    return parts >= CHANCES or below(CHANCES, seed, block, words, cursor) < parts


@compiled
def play_blocks(
    seed: np.uint64,
    first: int,
    number: int,
    rounds: int,
    full: NDArray[np.int8],
    depth: int,
    burn: int,
    player_draws: NDArray[np.int64],
    banker_draws: NDArray[np.int64],
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Deal blocks of hands, each from a fresh shoe.

    `ends` counts who wins, and `log` takes the hands of the last block where it has room.
    """
    for block in range(first, first + number):
        stream = np.uint64(block)
        shoe = full.copy()
        cursor[0], cursor[1] = len(words), 0
        dealt, fresh = 0, True
        for at in range(rounds):
            burnt, shuffled = -1, fresh
            if fresh:
                dealt = 0
                for _ in range(burn):
                    burnt = next_card(shoe, dealt, seed, stream, words, cursor)
                    dealt += 1
            one = next_card(shoe, dealt, seed, stream, words, cursor)
            two = next_card(shoe, dealt + 1, seed, stream, words, cursor)
            three = next_card(shoe, dealt + 2, seed, stream, words, cursor)
            four = next_card(shoe, dealt + 3, seed, stream, words, cursor)
            dealt += 4
            player, banker = _final(one, three), _final(two, four)
            third, other = NONE, NONE
            if not _natural(player, banker):
                if draws(player_draws[one, three], seed, stream, words, cursor):
                    third = next_card(shoe, dealt, seed, stream, words, cursor)
                    dealt += 1
                if draws(banker_draws[two, four, third], seed, stream, words, cursor):
                    other = next_card(shoe, dealt, seed, stream, words, cursor)
                    dealt += 1
            end = end_of(_final(player, third), _final(banker, other))
            ends[end] += 1
            fresh = used_up(len(shoe) - dealt, depth)
            if at < len(log):
                log[at, 0], log[at, 1], log[at, 2], log[at, 3], log[at, 4] = burnt, one, two, three, four
                log[at, 5], log[at, 6], log[at, 7], log[at, 8] = (
                    third if third != NONE else -1,
                    other if other != NONE else -1,
                    end,
                    int(shuffled),
                )


@dataclass(frozen=True)
class Hands(shoes.Rounds):
    """Hands to be played, as an engine is handed them."""

    decks: int
    depth: int
    burn: int
    player_draws: NDArray[np.int64]
    """By the Player's two cards: in how many parts of `CHANCES` he draws."""
    banker_draws: NDArray[np.int64]
    """By the Banker's two cards and the Player's third, or none."""

    ends = (3,)
    logged = LOGGED

    def deal(self, *given: Any) -> None:
        """Deal the blocks."""
        play_blocks(*given)

    def given(self) -> tuple[Any, ...]:
        """The shoe, and how both sides play."""
        return shoe_of(self.decks, PACK), self.depth, self.burn, self.player_draws, self.banker_draws


def parts(chance: Fraction) -> int:
    """A chance in parts of `CHANCES`, the nearest."""
    return (2 * chance.numerator * CHANCES + chance.denominator) // (2 * chance.denominator)


def tables(game: CheminDeFer, found: Solution) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Tell how both sides play by their two cards: as the tableau binds them, else as in the solution."""
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
) -> Hands:
    """What is played: the shoe as the rulebook uses it, and both sides as in the proof."""
    check_rounds(rounds)
    ground = Ground(game)
    found = ground.solved(ground.even_stake() if stake is None else stake)
    packs = game.packs
    every = fresh or packs.fresh_every_round
    row = packs.row
    burn = row.burn if not every and row.burns.holds(game.ruleset.facts) else 0
    return Hands(
        rounds,
        seed,
        packs.decks,
        depth_used(every, packs.usual_depth, len(PACK) * packs.decks, LONGEST),
        burn,
        *tables(game, found),
    )


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
    """Play hands with a bank that is covered; `fresh` shuffles before each of them, as the proof does."""
    started = time.perf_counter()
    proofs = prove_all(game, wagers, stake)
    work = build(game, rounds, seed, stake, fresh)
    return simulate_rounds(work, proofs, counts, started, engine, workers, progress)


def counts(tally: Tally, proof: Proof) -> dict[str, int]:
    """Count how often a wager won, lost and stood off."""
    won, lost = (BANKER_WINS, PLAYER_WINS) if proof.wager == BANK else (PLAYER_WINS, BANKER_WINS)
    return {WIN: int(tally.ends[won]), LOSE: int(tally.ends[lost]), TIE: int(tally.ends[STAND_OFF])}
