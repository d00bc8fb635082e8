"""The family of sic bo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.automaton.facts import THROWS, draws, kernel, odds, params
from croupier.families.family import Display, Family
from croupier.families.sicbo.round import SicBo, sic_bo
from croupier.families.sicbo.rules import SicBoSetup, SicBoWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt


def felt(game: SicBo, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.sicbo.felt import drawn

    return drawn(game, upright)


FAMILY = Family(
    name="sic-bo",
    wager=SicBoWager,
    setup=SicBoSetup,
    play=sic_bo,
    felt=felt,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(sign="⚀⚃⚅", boxes=False, felt=False, histories=(THROWS,)),
)
