"""How the house is built: a family is one record, and nobody outside families/ knows one by class or name."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.api import game
from croupier.families import FAMILIES, family
from croupier.families.family import Built, Family
from croupier.rulebook.load import game_ids, packaged

HOUSE = Path(croupier.__file__).parent
ROOT = HOUSE.parent.parent
REGISTRY = {"FAMILIES", "built", "family", "ruleset"}
"""What the API may take out of the registry."""

ASK_BY_NAME: set[str] = set()
"""Files that still ask by `getattr` or `hasattr`. The list only grows shorter."""
COMMENT = re.compile(r"(?<!:)//.*|/\*.*?\*/")
"""A comment of a script."""


def sources(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module of some folders, or of the house without families/, with its place."""
    for path in sorted(HOUSE.rglob("*.py")):
        place = path.relative_to(HOUSE).as_posix()
        folder = place.partition("/")[0]
        if folder in folders if folders else folder != "families":
            yield place, ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Every call of one of these functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def imported(tree: ast.AST) -> list[tuple[str, str]]:
    """Every imported name with what it stands for: `War` and `croupier.families.war.round.War`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.asname or alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are written in full"
            found += [(alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def families_known(place: str, tree: ast.Module) -> list[str]:
    """Every way in which a module knows a family: it imports one, asks for its class, or names it."""
    names = [(name, target) for name, target in imported(tree) if target.startswith("croupier.families")]
    found = []
    for _, target in names:
        rest = target.removeprefix("croupier.families.")
        allowed = rest in REGISTRY or rest.startswith("family.")
        if not (allowed and place.startswith("api/")):
            found.append(f"imports {target}")
    classes = {name for name, _ in names}
    for call in calls(tree, "isinstance", "issubclass"):
        for node in ast.walk(call.args[1]):
            if isinstance(node, ast.Name) and node.id in classes:
                found.append(f"asks whether something is a {node.id}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in FAMILIES:
            found.append(f"names {node.value!r} in line {node.lineno}")
        if isinstance(node, ast.Constant) and str(node.value).startswith("croupier.families."):
            found.append(f"looks for {node.value!r} in line {node.lineno}")
    return found


def test_nobody_outside_knows_a_family() -> None:
    assert {place: found for place, tree in sources() if (found := families_known(place, tree))} == {}


def test_a_table_has_no_words_of_dice() -> None:
    """Families hand them in: what a table says of closed betting is a value of its betting."""
    said = {
        place: node.value
        for place, tree in sources("table")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and re.search(r"dice-out|the dice (are|go)", str(node.value))
    }
    assert said == {}


def families_named(script: str) -> set[str]:
    """Every family that a script names outside its comments."""
    names = "|".join(map(re.escape, FAMILIES))
    return {*re.findall(rf"(?<![\w-])(?:{names})(?![\w-])", COMMENT.sub("", script))}


def test_no_script_of_a_page_names_a_family() -> None:
    scripts = sorted(HOUSE.glob("web/js/*.js"))
    known = {path.name: families_named(path.read_text(encoding="utf-8")) for path in scripts}
    assert len(known) > 10 and {name: found for name, found in known.items() if found} == {}
    assert families_named('const SIGNS = { roulette: 1, "sic-bo": 2 }; // craps') == {"roulette", "sic-bo"}
    assert families_named("  // a wheel\n/** craps */ const war1 = 2;") == set()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("from croupier.families.roulette.round import Roulette", "imports"),
        ("import croupier.families.craps.round", "imports"),
        ("from croupier.families import roulette", "imports"),
        ("from croupier.families.family import Built", "imports"),
        (
            "from croupier.families.war.round import War as W\nfound = isinstance(x, (int, W))",
            "asks",
        ),
        ("sign = {'rocket-7': 1}", "names"),
        ("place = 'croupier.families.war.odds'", "looks"),
    ],
)
def test_knowing_a_family_is_noticed(text: str, said: str) -> None:
    assert any(found.startswith(said) for found in families_known("floor/rooms.py", ast.parse(text)))
    assert families_known("api/game.py", ast.parse("from croupier.families import FAMILIES, family")) == []


def test_table_api_and_floor_ask_nothing_by_name() -> None:
    asking = {
        place: [call.lineno for call in found]
        for place, tree in sources("table", "api", "floor")
        if (found := list(calls(tree, "getattr", "hasattr")))
    }
    assert {place: lines for place, lines in asking.items() if place not in ASK_BY_NAME} == {}
    assert set(asking) == ASK_BY_NAME, "these ask nothing by name any more: take them off the list"


# Records.


@pytest.mark.parametrize("name", list(FAMILIES))
def test_a_record_is_filed_under_its_name(name: str) -> None:
    record = family(name)
    assert record.name == name and FAMILIES[name].endswith(".family")
    assert record.own_layout <= (record.draws is not None), "cards are dealt to all terminals at once"
    assert (record.draws is None) == (record.cards is not None), "a table has a wheel, dice or cards"
    assert record.display.sign and (record.winning is None or record.display.histories)


def test_a_built_game_answers_what_its_record_answers() -> None:
    asked = set(Family.__struct_fields__) - {"wager", "setup", "play", "banked", "winning"}
    answered = set(Built.__struct_fields__) - {"playable", "winner", "called"}
    same = {"name": "family", "kernel": "simulation", "charts": "chart"}
    assert {same.get(name, name) for name in asked} == answered


def test_what_a_family_has_not_is_none() -> None:
    """At red dog nothing is advised on or charted, no cards are counted, nobody banks."""
    found = game("bahamas/red-dog").built
    assert found.odds and found.simulation and found.cards
    assert (found.advice, found.chart, found.counting, found.bank, found.winner, found.draws) == (None,) * 6


# A round is light.


LIGHT = """
import json, sys
{first}
from croupier.api import game
from croupier.families import FAMILIES, family
for name in FAMILIES:
    assert family(name).name == name
for name, examples in json.loads(sys.argv[1]).items():
    played = 0
    for example in examples:
        one = game(name, options=example.get("options"), readings=example.get("readings"))
        table = one.table(example.get("before"))
        for text in example["events"]:
            if not text.startswith("!"):
                table.apply(text)
        table.pending, table.lines, table.after, one.built.seating(), one.built.meters(), one.built.explains()
        played += bool(table.lines)
    assert played, name
heavy = ("numpy", "numba", "rich", "matplotlib", "croupier.prove", "croupier.simulate", "croupier.felt")
parts = ("odds", "kernel", "simulation", "solver", "felt")
print(json.dumps(sorted(
    name for name in sys.modules
    if name in heavy or (name.startswith("croupier.families.") and name.split(".")[-1] in parts)
)))
"""


def rounds() -> dict[str, list[dict[str, Any]]]:
    """Two worked examples of a game of every family."""
    found: dict[str, tuple[str, list[dict[str, Any]]]] = {}
    for name in game_ids():
        path, of = ROOT / "tests" / "examples" / f"{name}.toml", str(packaged(name)["game"])
        if of not in found and path.is_file():
            every = tomllib.loads(path.read_text(encoding="utf-8"))["examples"]
            whole = [one for one in every if not any(text.startswith("table ") for text in one["events"])]
            found[of] = name, whole[:2]
    assert set(found) == set(FAMILIES)
    return dict(found.values())


def loaded(first: str = "") -> list[str]:
    """What is loaded after a game of every family has been played, of all that a round does without."""
    said = subprocess.run(
        [sys.executable, "-c", LIGHT.format(first=first), json.dumps(rounds())],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    found: list[str] = json.loads(said.stdout)
    return found


def test_a_round_of_every_family_is_played_without_kernels_proofs_or_numpy() -> None:
    assert loaded() == []


def test_a_heavy_round_is_noticed() -> None:
    found = loaded("import numpy, croupier.families.war.odds")
    assert {"numpy", "croupier.prove", "croupier.families.war.odds"} <= set(found)
