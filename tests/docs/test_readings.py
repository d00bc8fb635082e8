"""The page of readings is what the rulebooks say."""

from __future__ import annotations

import re
import runpy
from functools import cache
from typing import Any

import pytest

from croupier.api import Entry, game, games
from tests.docs.console import ROOT
from tests.tiers import chosen_games


@cache
def made() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "make_readings.py"))


@cache
def parts() -> dict[str, str]:
    """The part of each game, as the page has it."""
    text = made()["PAGE"].read_text(encoding="utf-8")
    found = re.split(r"^(?=#{2,3} )", text, flags=re.MULTILINE)
    return {
        match[1]: part.removesuffix("\n") if number + 1 < len(found) else part
        for number, part in enumerate(found)
        if (match := re.match(r"### .*\(`(.*)`\)\n", part))
    }


@pytest.mark.deep
@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, id=entry.id)
        for entry in games()
        if entry.id in chosen_games() and game(entry.id).rules.reading_rows
    ],
)
def test_the_readings_of_a_game_are_up_to_date(entry: Entry) -> None:
    assert parts().get(entry.id) == made()["part_of"](entry), "run python docs/make_readings.py"


def test_the_page_is_made_of_its_parts() -> None:
    """Head, titles and order; the parts themselves are compared one by one."""
    assert made()["PAGE"].read_text(encoding="utf-8") == made()["page"](lambda entry: parts()[entry.id]), (
        "run python docs/make_readings.py"
    )
