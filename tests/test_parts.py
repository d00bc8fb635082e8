"""How a table is made: a game stands on `Fitted`, a part on `Part` or on one other part,
and nobody shares a dict.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import msgspec
import pytest

import croupier
from croupier.families import FAMILIES, build, family, ruleset
from croupier.rulebook.load import game_ids
from croupier.rulebook.schema import Row
from croupier.table import parts
from croupier.table.company import AnyPart
from croupier.table.fitted import Fitted
from croupier.table.parts.part import Carried, Part
from croupier.table.play import Play, Slice
from tests.walks import WALKS, Walk, attributes, both_ways, walked

HOUSE = Path(croupier.__file__).parent
LIGHT = ("round", "rules", "family")
BEFORE = {
    "a craps roll": (2, 96),
    "a double at blackjack": (8, 300),
    "a raise at ultimate hold'em": (3, 239),
    "a player-dealer's coup": (7, 162),
}
"""Pairs of modules that called each other, and attributes on the game's object,
when games stood on a ladder."""


def ours(kind: type) -> list[type]:
    """The classes of the house that a class stands on, itself left out."""
    return [one for one in kind.__mro__[1:] if one.__module__.startswith("croupier.")]


def every(kind: type) -> Iterator[type]:
    """All classes that stand on one, however deep."""
    for one in kind.__subclasses__():
        yield one
        yield from every(one)


def all_parts() -> list[type[AnyPart]]:
    for name in FAMILIES:
        family(name)
    for found in walk_packages(parts.__path__, "croupier.table.parts."):
        import_module(found.name)
    return sorted(set(every(Part)), key=lambda one: (one.__module__, one.__qualname__))


@pytest.mark.parametrize("name", FAMILIES)
def test_a_game_stands_on_one_class_of_ours(name: str) -> None:
    first = next(one for one in game_ids() if ruleset(one).head.game == name)
    assert ours(type(build(ruleset(first)))) == [Fitted]


@pytest.mark.parametrize("part", all_parts(), ids=lambda part: part.__qualname__)
def test_a_part_stands_on_part_or_on_one_other(part: type[AnyPart]) -> None:
    found = ours(part)
    assert found == [Part] or (len(found) == 2 and found[1] is Part), [one.__qualname__ for one in found]


def test_there_are_parts_to_look_at() -> None:
    assert len(all_parts()) > 30


def test_no_class_of_a_family_stands_on_more_than_two_of_ours() -> None:
    """Rows, slices and what is carried are data, and not counted."""
    data = (Row, Slice, Carried, msgspec.Struct, Exception)
    deep = {}
    for place in HOUSE.joinpath("families").rglob("*.py"):
        name = ".".join(("croupier", *place.relative_to(HOUSE).with_suffix("").parts))
        if place.stem in LIGHT or "table" in place.parts:
            for one in vars(import_module(name)).values():
                own = isinstance(one, type) and one.__module__ == name and not issubclass(one, data)
                if own and len(ours(one)) > 2:
                    deep[f"{name}.{one.__qualname__}"] = [base.__qualname__ for base in ours(one)]
    assert deep == {}


def test_the_record_has_no_dict_of_strings_that_parts_share() -> None:
    assert not {"state", "secret"} & set(Play.__struct_fields__)
    for place in (*HOUSE.joinpath("families").rglob("*.py"), *HOUSE.joinpath("table").rglob("*.py")):
        for node in ast.walk(ast.parse(place.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("state", "secret"):
                assert not (isinstance(node.value, ast.Name) and node.value.id == "play"), place


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.title)
def test_a_walk_meets_at_most_half_of_what_it_met(walk: Walk) -> None:
    pairs, number = BEFORE[walk.title]
    found, _ = walked(walk)
    assert 2 * len(both_ways(found)) <= pairs, both_ways(found)
    assert 2 * attributes(walk.game) <= number


def test_slices_of_a_game_print_under_names_of_their_own() -> None:
    for name in game_ids():
        play = build(ruleset(name)).start({})
        shown = [field for one in play.slices.values() for field in msgspec.structs.fields(type(one))]
        names = [field.encode_name for field in shown]
        assert len(names) == len(set(names)), name
