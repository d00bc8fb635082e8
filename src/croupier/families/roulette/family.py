"""The family of roulette."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.automaton.facts import draws, kernel, odds, params
from croupier.families.family import Display, Family, History
from croupier.families.roulette.round import Roulette, roulette
from croupier.families.roulette.rules import RouletteSetup, RouletteWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt


def _numbers(results: Sequence[str], every: Sequence[str]) -> str:
    from croupier.felt.histories import numbers_strip

    return numbers_strip(results)


def _hot_and_cold(results: Sequence[str], every: Sequence[str]) -> str:
    from croupier.felt.histories import hot_cold_strip

    return hot_cold_strip(results, every)


def felt(game: Roulette, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the board, or a board for each of two rings."""
    if game.machines.rings == 2:
        from croupier.families.roulette.rings import rings

        return rings(game, upright)
    from croupier.families.roulette.felt import one_wheel

    return one_wheel(game, upright)


FAMILY = Family(
    name="roulette",
    wager=RouletteWager,
    setup=RouletteSetup,
    play=roulette,
    felt=felt,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(
        sign="◉",
        boxes=False,
        felt=False,
        spot="straight",
        histories=(
            History("numbers", "Last numbers", "spin", _numbers),
            History("hot-cold", "Most and least often", "spin", _hot_and_cold),
        ),
    ),
)
