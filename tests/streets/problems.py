"""Every problem that the street games of the rulebooks pose to the provers:
each game, and each with one option or reading changed that changes what is solved.
"""

from __future__ import annotations

from functools import cache

from croupier.families import build, ruleset
from croupier.families.streets.declared import Declared, groups
from croupier.families.streets.odds import StreetOdds
from croupier.families.streets.round import Streets
from croupier.families.streets.solver.certificate import problem_of
from croupier.families.streets.solver.solving import method_of
from croupier.rulebook.load import game_ids, packaged

GAMES = [name for name in game_ids() if packaged(name).get("game") == "streets"]
LONG = ("hold-em", "stud")
"""Methods whose proofs on a full pack take more than a moment, and are kept."""


SMALL = 5
"""A stake, in cents, on which three to two does not come out even."""


def game(name: str, options: dict[str, str] | None = None, readings: dict[str, str] | None = None) -> Streets:
    """A street game."""
    found = build(ruleset(name, options, readings))
    assert isinstance(found, Streets)
    return found


def variants(name: str) -> list[tuple[dict[str, str], dict[str, str]]]:
    """The game as it is, and with each option or reading that has choices set to each of the others."""
    rules = ruleset(name)
    found: list[tuple[dict[str, str], dict[str, str]]] = [({}, {})]
    for option, row in rules.option_rows.items():
        values = [str(value) for value in row.choices] or (
            ["yes", "no"] if isinstance(row.default, bool) else []
        )
        found += [({option: value}, {}) for value in values if value != rules.options[option]]
    for reading, text in rules.reading_rows.items():
        found += [({}, {reading: value}) for value in text.choices if value != text.default]
    return found


def uneven(name: str) -> dict[str, list[str]]:
    """The readings that say how an uneven payment is made even, with their choices:
    they show at a stake that is not paid exactly.
    """
    money = str(packaged(name).get("money", {}))
    return {reading: row.choices for reading, row in ruleset(name).reading_rows.items() if reading in money}


def declared(played: Streets) -> list[Declared]:
    """What is solved of a game, each for the least stake that is paid exactly."""
    odds = StreetOdds(played)
    return [odds.declared(group, odds.even_stake(group)) for group in groups(played)]


@cache
def problems() -> dict[str, tuple[str, str, Declared]]:
    """Every different problem, by its hash: the game that poses it first, with what was chosen in words."""
    found: dict[str, tuple[str, str, Declared]] = {}
    for name in GAMES:
        for options, readings in variants(name):
            told = " ".join(f"{key}={value}" for key, value in {**options, **readings}.items())
            for one in declared(game(name, options, readings)):
                found.setdefault(problem_of(one.street), (name, told, one))
        for reading, choices in uneven(name).items():
            for choice in choices:
                played = game(name, {}, {reading: choice})
                for group in groups(played):
                    found.setdefault(
                        problem_of(StreetOdds(played).declared(group, SMALL).street),
                        (
                            name,
                            f"{reading}={choice} at a stake of 0.05",
                            StreetOdds(played).declared(group, SMALL),
                        ),
                    )
    return found


@cache
def kept() -> dict[str, tuple[str, str, Declared]]:
    """Those whose proofs are kept."""
    return {
        key: one
        for key, one in problems().items()
        if method_of(one[2].street) in LONG and one[2].street.own != 3
    }
