"""The family of craps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.automaton.facts import THROWS, draws, kernel, odds, params
from croupier.families.craps.round import Craps, craps
from croupier.families.craps.rules import CrapsSetup, CrapsWager
from croupier.families.family import Display, Family

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt


def felt(game: Craps, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.craps.felt import drawn

    return drawn(game, upright)


FAMILY = Family(
    name="craps",
    wager=CrapsWager,
    setup=CrapsSetup,
    play=craps,
    felt=felt,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(sign="⚅⚀", boxes=False, felt=False, histories=(THROWS,)),
)
