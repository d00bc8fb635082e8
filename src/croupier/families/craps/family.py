"""The family of craps."""

from __future__ import annotations

from croupier.families.automaton.facts import THROWS, draws, kernel, odds, params
from croupier.families.craps.round import Craps
from croupier.families.craps.rules import CrapsSetup, CrapsWager
from croupier.families.family import Display, Family

FAMILY = Family(
    name="craps",
    wager=CrapsWager,
    setup=CrapsSetup,
    play=Craps,
    odds=odds,
    kernel=kernel,
    own_layout=True,
    draws=draws,
    params=params,
    display=Display(sign="⚅⚀", boxes=False, felt=False, histories=(THROWS,)),
)
