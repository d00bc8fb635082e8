"""The family of roulette."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.families.automaton.facts import draws, kernel, odds, params
from croupier.families.family import Display, Family, History
from croupier.families.roulette.round import Roulette
from croupier.families.roulette.rules import RouletteSetup, RouletteWager


def _numbers(results: Sequence[str], every: Sequence[str]) -> str:
    from croupier.felt.histories import numbers_strip

    return numbers_strip(results)


def _hot_and_cold(results: Sequence[str], every: Sequence[str]) -> str:
    from croupier.felt.histories import hot_cold_strip

    return hot_cold_strip(results, every)


FAMILY = Family(
    name="roulette",
    wager=RouletteWager,
    setup=RouletteSetup,
    play=Roulette,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(
        sign="◉",
        boxes=False,
        felt=False,
        histories=(
            History("numbers", "Last numbers", "spin", _numbers),
            History("hot-cold", "Most and least often", "spin", _hot_and_cold),
        ),
    ),
)
