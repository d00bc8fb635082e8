"""The family of wheels with symbols."""

from __future__ import annotations

from croupier.families.automaton.facts import draws, kernel, odds, params
from croupier.families.family import Display, Family
from croupier.families.wheel.round import Wheel
from croupier.families.wheel.rules import WheelSetup, WheelWager

FAMILY = Family(
    name="wheel",
    wager=WheelWager,
    setup=WheelSetup,
    play=Wheel,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(sign="✺", boxes=False),
)
