"""The family of sic bo."""

from __future__ import annotations

from croupier.families.automaton.facts import THROWS, draws, kernel, odds, params
from croupier.families.family import Display, Family
from croupier.families.sicbo.round import SicBo
from croupier.families.sicbo.rules import SicBoSetup, SicBoWager

FAMILY = Family(
    name="sic-bo",
    wager=SicBoWager,
    setup=SicBoSetup,
    play=SicBo,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(sign="⚀⚃⚅", boxes=False, felt=False, histories=(THROWS,)),
)
