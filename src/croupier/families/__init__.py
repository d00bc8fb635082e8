"""Where an id, a rulebook file and a family meet. A family is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from croupier.errors import unknown
from croupier.families.family import Built, Family
from croupier.rulebook.load import FileShape, load
from croupier.rulebook.ruleset import Ruleset
from croupier.table.playable import Playable

FAMILIES = {
    "roulette": "croupier.families.roulette.family",
    "craps": "croupier.families.craps.family",
    "rocket-7": "croupier.families.rocket.family",
    "sic-bo": "croupier.families.sicbo.family",
    "wheel": "croupier.families.wheel.family",
    "baccarat": "croupier.families.baccarat.family",
    "casino-war": "croupier.families.war.family",
    "red-dog": "croupier.families.reddog.family",
    "lucky-draw": "croupier.families.luckydraw.family",
    "twenty-one": "croupier.families.twentyone.family",
    "pocket-pairs": "croupier.families.pocketpairs.family",
    "chemin-de-fer": "croupier.families.chemin.family",
    "streets": "croupier.families.streets.family",
    "live-draw": "croupier.families.livedraw.family",
}
"""The module of each family's record, by the name that a rulebook file gives under `game`."""


def family(name: str) -> Family[Any, Any, Any]:
    """Return the record of a family."""
    if name not in FAMILIES:
        raise unknown("family", name, FAMILIES)
    found: Family[Any, Any, Any] = import_module(FAMILIES[name]).FAMILY
    return found


def shape_of(name: str) -> FileShape:
    """Return the shape that a family fills from a rulebook file."""
    return family(name).shape


def ruleset(
    game: str, options: Mapping[str, str] | None = None, readings: Mapping[str, str] | None = None
) -> Ruleset[Any, Any]:
    """Return the resolved rules of a game: a packaged id, or the path of a user's own file."""
    return load(game, shape_of, options, readings)


def built(rules: Ruleset[Any, Any]) -> Built:
    """Build the game of a ruleset, with everything that its family answers about it."""
    return family(rules.head.game).build(rules)


def build(rules: Ruleset[Any, Any]) -> Playable:
    """Build the game of a ruleset, as a table plays it."""
    return built(rules).playable
