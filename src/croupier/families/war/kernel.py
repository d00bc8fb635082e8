"""The simulation of casino war: one box, whose bettor chooses as in the proof."""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.card import pack
from croupier.equipment.money import Amount
from croupier.families.war.ends import ROWS, SURRENDER, compare, end_of
from croupier.families.war.odds import WarOdds, longest, offered, prove_all
from croupier.families.war.prices import MAIN
from croupier.families.war.round import War
from croupier.simulate.dealing import Dealt, DealtRounds, Kernel, draw, shoe_in_use
from croupier.simulate.engines import Progress
from croupier.simulate.result import ProvedWager, Simulation
from croupier.simulate.shoes import ShoeTally
from croupier.simulate.tallying import simulate_rounds

Choices = tuple[NDArray[np.int64], NDArray[np.uint8]]
"""Cards burnt in a war before the box's card and before the dealer's; whether a tie of each rank goes to war.
"""
_compare, _end_of = compiled(compare), compiled(end_of)


def one_round(
    shoe: NDArray[np.int8],
    dealt: int,
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    choices: Choices,
) -> Dealt:
    """Deal a round. Log its first two cards, the cards burnt, the second two, and its end.

    -1 is logged for a card that was not dealt.
    """
    burns, goes = choices
    player = draw(shoe, dealt, words, cursor)
    dealer = draw(shoe, dealt + 1, words, cursor)
    dealt += 2
    one, other, lost, second = -1, -1, 0, 0
    war = goes[player] == 1
    if player == dealer and war:
        for _ in range(burns[0]):
            draw(shoe, dealt, words, cursor)
            dealt += 1
        one = draw(shoe, dealt, words, cursor)
        dealt += 1
        for _ in range(burns[1]):
            draw(shoe, dealt, words, cursor)
            dealt += 1
        other = draw(shoe, dealt, words, cursor)
        dealt += 1
        lost = int(burns[0] + burns[1])
        second = _compare(one, other)
    end = _end_of(_compare(player, dealer), war, second)
    return dealt, end, (player, dealer, lost, one, other, end)


KERNEL = Kernel("KERNEL", one_round, ends=(len(ROWS),), logged=6)


def build(
    game: War, rounds: int, seed: int = 1, stake: Amount | None = None, fresh: bool = False
) -> DealtRounds[Choices]:
    """Return the work: the shoe as the rulebook uses it, and the choices of the proof for a full shoe."""
    odds, contest = WarOdds(game), game.contest
    goes = np.array(odds.best(odds.even_stake(game.named[MAIN]) if stake is None else stake), np.uint8)
    burns = np.array([contest.burns, contest.burns if contest.burns_each else 0], np.int64)
    ranks = np.array([game.ranks.index(card.rank) for card in pack()], np.int8)
    shoe = shoe_in_use(game.packs, ranks, longest(game), fresh)
    return DealtRounds(rounds, seed, KERNEL, shoe, (burns, goes))


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
    """Play rounds; `fresh` shuffles before each of them, as the proof does."""
    started = time.perf_counter()
    proofs = prove_all(game, offered(game) if wagers is None else list(wagers), stake)
    work = build(game, rounds, seed, stake, fresh)

    def counts(tally: ShoeTally, proof: ProvedWager) -> dict[str, int]:
        if proof.wager == game.named[MAIN]:
            return {row: int(tally.ends[end]) for end, row in enumerate(ROWS)}
        ties = int(tally.ends[SURRENDER:].sum())
        return {"win": ties, "lose": tally.draws - ties}

    return simulate_rounds(work, proofs, counts, started, engine, workers, progress)
