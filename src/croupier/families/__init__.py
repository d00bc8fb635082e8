"""Where an id, a rulebook file and a family meet. A family is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from croupier.errors import unknown
from croupier.rulebook.load import Shape, load
from croupier.rulebook.ruleset import Ruleset

FAMILIES = {
    "roulette": "croupier.families.roulette.round",
    "craps": "croupier.families.craps.round",
    "rocket-7": "croupier.families.rocket.round",
    "sic-bo": "croupier.families.sicbo.round",
    "wheel": "croupier.families.wheel.round",
    "baccarat": "croupier.families.baccarat.round",
    "casino-war": "croupier.families.war.round",
    "red-dog": "croupier.families.reddog.round",
    "lucky-draw": "croupier.families.luckydraw.round",
    "twenty-one": "croupier.families.twentyone.round",
    "pocket-pairs": "croupier.families.pocketpairs.round",
    "chemin-de-fer": "croupier.families.chemin.round",
    "streets": "croupier.families.streets.round",
    "live-draw": "croupier.families.livedraw.round",
}
"""The families that have moved in, by the name that a rulebook file gives under `game`."""


def family(name: str) -> Any:
    """The class of a family."""
    if name not in FAMILIES:
        raise unknown("family", name, FAMILIES)
    return import_module(FAMILIES[name]).GAME


def shape_of(name: str) -> Shape:
    """What a family fills from a rulebook file."""
    game = family(name)
    return Shape(game.WagerRow, game.Setup)


def ruleset(
    game: str, options: Mapping[str, str] | None = None, readings: Mapping[str, str] | None = None
) -> Ruleset[Any, Any]:
    """The resolved rules of a game: a packaged id, or the path of a user's own file."""
    return load(game, shape_of, options, readings)


def build(rules: Ruleset[Any, Any]) -> Any:
    """The game that a ruleset makes."""
    return family(rules.head.game)(rules)
