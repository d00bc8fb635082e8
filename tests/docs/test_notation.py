"""The page of the notation has every act that a game declares, with every fact, and no other."""

from __future__ import annotations

import re
from functools import cache

from croupier.api import game
from croupier.rulebook.load import game_ids
from croupier.table.events import STAFF
from tests.docs.console import ROOT

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
ELSEWHERE = {"rule", "next-round"}
"""What the supervisor rules, and how one round follows another: no game declares it."""
ACT = re.compile(rf"`(?:[0-9]+[a-z]?(?:\.[0-9])?|{'|'.join(STAFF)}) ([a-z][a-z-]*)([^`]*)`")


@cache
def declared() -> dict[str, set[str]]:
    """Every verb of every game, with the facts that may be said with it."""
    found: dict[str, set[str]] = {}
    for name in game_ids():
        for verb, takes in game(name).playable.vocabulary.verbs.items():
            found.setdefault(verb, set()).update(key.name for key in takes.keys)
    return found


def test_every_act_of_every_game_is_on_the_page() -> None:
    written = {verb for verb, _ in ACT.findall(PAGE)}
    assert not sorted(set(declared()) - written)


def test_no_act_is_on_the_page_that_no_game_has() -> None:
    tables = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `"))
    written = {verb for verb, _ in ACT.findall(tables)}
    assert not sorted(written - set(declared()) - ELSEWHERE)


def test_every_fact_is_on_the_page_with_the_acts_that_take_it() -> None:
    rows = [line.split("|")[1:4] for line in PAGE.split("### What is said with an act")[1].splitlines()]
    told = {
        key: words
        for row in rows
        if len(row) == 3
        for words in [row[1]]
        for key in re.findall(r"([a-z-]+)=", row[0])
    }
    known = {key for keys in declared().values() for key in keys}
    assert known <= set(told), sorted(known - set(told))
