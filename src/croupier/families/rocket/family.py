"""The family of rocket 7. Every wager feeds its meter, so all terminals play on one layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.automaton.facts import THROWS, draws, kernel, odds, params
from croupier.families.family import Display, Family
from croupier.families.rocket.jackpot import METER
from croupier.families.rocket.round import Rocket, rocket
from croupier.families.rocket.rules import RocketSetup, RocketWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt


def meters(game: Rocket) -> dict[str, str]:
    """List the jackpot, where the table has it, with its seed."""
    options = game.ruleset.options
    return {METER: options.get("seed") or "0"} if options.get("rocket-jackpot") == "yes" else {}


def felt(game: Rocket, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.craps.felt import drawn

    return drawn(game, upright)


FAMILY = Family(
    name="rocket-7",
    wager=RocketWager,
    setup=RocketSetup,
    play=rocket,
    felt=felt,
    odds=odds,
    kernel=kernel,
    draws=draws,
    params=params,
    meters=meters,
    display=Display(sign="⚅⚀", boxes=False, felt=False, histories=(THROWS,)),
)
