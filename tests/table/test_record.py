"""The text that is hashed into the log is that of the whole record as JSON, letter by letter."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.families import one_of_each_family
from tests.tapes.tape import load, path_of, read
from tests.tiers import chosen_games, in_turn

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.table.claims import Line, Standing
from croupier.table.play import Play
from croupier.table.record import record_text
from croupier.table.table import Table

TABLES = 4
"""Tables of a tape whose records are written both ways."""
texts = st.text(max_size=8)
amounts = st.integers(-(10**14), 10**14)


def written_out(play: Play) -> str:
    """Write the record and its secrets as one value, with nothing kept."""
    secret: dict[str, Any] = {
        "places": msgspec.to_builtins(play.places),
        "aside": play.aside,
        "secret": play.remembered(hidden=True),
        "stock": sorted((card, count) for card, count in (play.stock or {}).items() if count),
    }
    return json.dumps([play.value(), secret], sort_keys=True)


@pytest.mark.parametrize("game", in_turn(chosen_games(), always=one_of_each_family()))
def test_the_text_of_a_record_is_the_whole_record_as_json(game: str) -> None:
    for seating in read(load(path_of(game))).tables[:TABLES]:
        playable = build(ruleset(game, seating.options, seating.readings))
        before: dict[str, Any] = {}
        for round_ in seating.rounds:
            table = Table(playable, before)
            for one in round_.tries:
                try:
                    table.apply(one.event)
                except BadInput:
                    continue
                assert record_text(table.play) == written_out(table.play), one.event
            before = table.after


@given(st.builds(Standing, texts, texts, amounts, texts, texts, texts, texts, texts, st.booleans(), amounts))
def test_the_text_of_a_wager_is_its_value_as_json(standing: Standing) -> None:
    assert standing.text == json.dumps(standing.value(), sort_keys=True)


@given(
    st.builds(
        Line,
        *(texts, texts, texts, texts, amounts),
        st.sampled_from(["win", "lose", "push", "void", "half", "withdrawn", "stands"]),
        *(texts, amounts, amounts, amounts, texts, st.lists(texts, max_size=3).map(tuple), texts),
    )
)
def test_the_text_of_a_line_is_its_value_as_json(line: Line) -> None:
    assert line.text == json.dumps(line.value(), sort_keys=True)
