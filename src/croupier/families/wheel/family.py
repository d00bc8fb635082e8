"""The family of wheels with symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.automaton.facts import draws, kernel, odds, params
from croupier.families.family import Display, Family
from croupier.families.wheel.round import Wheel, wheel
from croupier.families.wheel.rules import WheelSetup, WheelWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt


def felt(game: Wheel, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.wheel.felt import drawn

    return drawn(game, upright)


FAMILY = Family(
    name="wheel",
    wager=WheelWager,
    setup=WheelSetup,
    play=wheel,
    felt=felt,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(sign="✺", boxes=False),
)
