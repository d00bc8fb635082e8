"""The plain solver deals out every hand of a small pack;
the fast methods must find the same, for every street game and for a user's file with one pay row changed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from croupier.families import build, ruleset
from croupier.families.streets.declared import Declared
from croupier.families.streets.round import Streets
from croupier.families.streets.solver import plain
from croupier.families.streets.solver.certificate import look_up, problem_of
from croupier.families.streets.solver.solving import fresh, method_of
from croupier.rulebook.register import RULEBOOKS
from tests.streets.problems import GAMES, declared, game


def pack(ranks: str, suits: int) -> tuple[int, ...]:
    """Some ranks in some suits, as the provers number cards."""
    return tuple(sorted(4 * "23456789TJQKA".index(rank) + suit for rank in ranks for suit in range(suits)))


SMALL = {
    "table": (pack("6TJQKA", 2), pack("9JA", 4)),
    "hold-em": (pack("TJQKA", 2),),
    "stud": (pack("9TJQKA", 2), pack("7QA", 4)),
}
"""Packs small enough to be dealt out: with straights and flushes, and with fours of a kind."""


def slices(one: Declared) -> list[Declared]:
    """The same problem with small packs; more packs than one stay as many."""
    packs = SMALL[method_of(one.street)]
    if one.game.packs.decks > 1:
        packs = (pack("QKA", 2),)
    return [replace(one, deck=deck) for deck in packs]


def agree(one: Declared) -> None:
    """Both solvers count the same deals at every end."""
    fast, slow = fresh(one.street), fresh(one.street, method="plain")
    assert fast.total == slow.total and fast.expected == slow.expected
    assert np.array_equal(fast.cells, slow.cells)


@pytest.mark.deep(
    always=(
        "test_the_fast_method_equals_the_plain_solver[bahamas/let-it-ride]",
        "test_the_fast_method_equals_the_plain_solver[queensland/caribbean-stud]",
        "test_the_fast_method_equals_the_plain_solver[great-britain/ultimate-hold-em]",
    )
)
@pytest.mark.parametrize("name", GAMES)
def test_the_fast_method_equals_the_plain_solver(name: str) -> None:
    for one in declared(game(name)):
        if method_of(one.street) != "pairs":
            for small in slices(one):
                agree(small)


PAYS = re.compile(r'pays = "?(\d+)(:1)?"?')


def changed(name: str, folder: Path) -> Streets:
    """The game by a file of a user's own, in which the first price of the last table for the game itself is
    one more.
    """
    text = (RULEBOOKS / f"{name}.toml").read_text()
    rules = ruleset(name)
    tables = [
        rules.wager(wager)[0].table
        for wager in rules.names
        if rules.wager(wager)[0].kind in ("main", "raise", "bonus", "either")
    ]
    table = next((found for found in reversed(tables) if found), "")
    start = text.index(f"[tables.{table}]") if table else 0
    if table and rules.tables[table].choices:
        chosen = re.compile(rf"^{rules.options[rules.tables[table].chosen_by]} *= \[", re.MULTILINE).search(
            text, start
        )
        start = chosen.start() if chosen else start
    found = PAYS.search(text, start) or PAYS.search(text)
    assert found is not None
    more = f'pays = "{int(found[1]) + 1}:1"'
    path = folder / "own.toml"
    path.write_text(text[: found.start()] + more + text[found.end() :])
    if "\nshares" in text:
        # A file that shares parts with others of its rulebook is extended instead of copied.
        end = text.find("\n[", start + 1)
        path.write_text(
            f'format = 1\nextends = "{name}"\n{text[start : found.start()]}{more}{text[found.end() : end]}\n'
        )
    own = build(ruleset(str(path)))
    assert isinstance(own, Streets)
    return own


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name in GAMES if name != "bahamas/vegas-shootout"])
def test_a_file_with_one_pay_row_changed_is_computed(name: str, tmp_path: Path) -> None:
    before = {problem_of(one.street) for one in declared(game(name))}
    own = [one for one in declared(changed(name, tmp_path)) if problem_of(one.street) not in before]
    assert own, "the changed row changes nothing that is solved"
    for one in own:
        assert look_up(one.street) is None
        agree(slices(one)[0])


def test_the_plain_solver_is_the_slow_one() -> None:
    """The reference does not call what it checks."""
    source = Path(plain.__file__).read_text()
    assert not re.search(r"import .*(stud|holdem|against_table|rivers|showdown)", source)
