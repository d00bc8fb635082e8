"""The simulation of casino war: one box whose bettor chooses as in the proof, round after round from a shoe used as the rulebook says."""

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
from croupier.families.war.ends import ROWS, SURRENDER, compare, end_of
from croupier.families.war.odds import Ground, longest, offered, prove_all
from croupier.families.war.prices import MAIN
from croupier.families.war.round import War
from croupier.rulebook.condition import condition
from croupier.simulate import shoes
from croupier.simulate.engines import Progress, run
from croupier.simulate.result import Simulation, tallied
from croupier.simulate.shoes import BLOCK, check_rounds, depth_used, next_card, shoe_of, used_up

LOGGED = 7
"""What is written of a round: cards burnt before it, the first two cards, cards burnt in the war, the second two cards, and the end; -1 for a card that was not dealt."""
_compare, _end_of = compiled(compare), compiled(end_of)


@compiled
def play_blocks(
    seed: np.uint64,
    first: int,
    number: int,
    rounds: int,
    full: NDArray[np.int8],
    depth: int,
    burn: int,
    war_burns: NDArray[np.int64],
    goes: NDArray[np.uint8],
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Blocks of rounds, each from a fresh shoe; `ends` counts how they end, and `log` takes the rounds of the last block where it has room."""
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
                    next_card(shoe, dealt, seed, stream, words, cursor)
                    dealt += 1
                    burnt += 1
            player = next_card(shoe, dealt, seed, stream, words, cursor)
            dealer = next_card(shoe, dealt + 1, seed, stream, words, cursor)
            dealt += 2
            one, other, lost, second = -1, -1, 0, 0
            war = goes[player] == 1
            if player == dealer and war:
                for _ in range(war_burns[0]):
                    next_card(shoe, dealt, seed, stream, words, cursor)
                    dealt += 1
                one = next_card(shoe, dealt, seed, stream, words, cursor)
                dealt += 1
                for _ in range(war_burns[1]):
                    next_card(shoe, dealt, seed, stream, words, cursor)
                    dealt += 1
                other = next_card(shoe, dealt, seed, stream, words, cursor)
                dealt += 1
                lost = war_burns[0] + war_burns[1]
                second = _compare(one, other)
            end = _end_of(_compare(player, dealer), war, second)
            ends[end] += 1
            fresh = used_up(len(shoe) - dealt, depth)
            if at < len(log):
                log[at, 0], log[at, 1], log[at, 2], log[at, 3], log[at, 4], log[at, 5], log[at, 6] = (
                    burnt,
                    player,
                    dealer,
                    lost,
                    one,
                    other,
                    end,
                )


@dataclass(frozen=True)
class Rounds(shoes.Rounds):
    """Rounds to be played, as an engine is handed them."""

    decks: int
    depth: int
    burn: int
    war_burns: NDArray[np.int64]
    """Cards burnt before the box's second card, and before the dealer's."""
    goes: NDArray[np.uint8]
    pack: NDArray[np.int8]

    ends = (len(ROWS),)
    logged = LOGGED

    def deal(self, *given: Any) -> None:
        """Deal the blocks."""
        play_blocks(*given)

    def given(self) -> tuple[Any, ...]:
        """The shoe, and who goes to war."""
        return shoe_of(self.decks, self.pack), self.depth, self.burn, self.war_burns, self.goes


def build(game: War, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False) -> Rounds:
    """What is played: the shoe as the rulebook uses it, and the choices of the proof for a full shoe."""
    check_rounds(rounds)
    ground = Ground(game)
    goes = np.array(ground.best(ground.even_stake(game.named[MAIN]) if stake is None else stake), np.uint8)
    packs, contest = game.packs, game.contest
    every = fresh or packs.fresh_every_round
    row = packs.row
    burn = row.burn if not every and condition(row.burn_when)(game.ruleset.facts) else 0
    war_burns = np.array([contest.burns, contest.burns if contest.burns_each else 0], np.int64)
    ranks = np.array([game.ranks.index(card.rank) for card in pack()], np.int8)
    return Rounds(
        rounds,
        seed,
        packs.decks,
        depth_used(
            every or packs.shuffled_every_round, packs.usual_depth, len(ranks) * packs.decks, longest(game)
        ),
        burn,
        war_burns,
        goes,
        ranks,
    )


def simulate(
    game: War,
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
    names = offered(game) if wagers is None else list(wagers)
    proofs = prove_all(game, names, stake)
    tally = run(build(game, rounds, seed, stake, fresh), engine, workers, progress)
    counts = {row: int(tally.ends[end]) for end, row in enumerate(ROWS)}
    ties = sum(int(number) for number in tally.ends[SURRENDER:])
    found = []
    for proof in proofs:
        seen = counts if proof.wager == game.named[MAIN] else {"win": ties, "lose": tally.draws - ties}
        found.append(tallied(proof, seen, tally.draws))
    return Simulation(tally.draws, seed, BLOCK, engine, time.perf_counter() - started, tuple(found))
