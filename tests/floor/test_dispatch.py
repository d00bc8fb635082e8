"""Every command has what carries it out, every event what it makes of the floor;
both are found by their kind.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from croupier.floor import commands as ask
from croupier.floor import events as happened
from croupier.floor.core import HANDLERS
from croupier.floor.state import FOLDS

COMMANDS: tuple[type[ask.Command], ...] = get_args(ask.Asked)
EVENTS: tuple[type[happened.Event], ...] = get_args(happened.AnyEvent)


def test_every_command_has_its_handler_and_no_two_share_one() -> None:
    assert set(HANDLERS) == set(COMMANDS) == set(ask.Command.__subclasses__())
    assert len(set(HANDLERS.values())) == len(COMMANDS)


def test_every_event_is_folded_and_no_two_alike() -> None:
    assert set(FOLDS) == set(EVENTS) == set(happened.Event.__subclasses__())
    assert len(set(FOLDS.values())) == len(EVENTS)


@pytest.mark.parametrize(
    ("kinds", "mixed", "field"),
    [
        (COMMANDS, ask.AtTable, "table"),
        (COMMANDS, ask.AtTerminal, "terminal"),
        (EVENTS, happened.AtTable, "table"),
        (EVENTS, happened.AtTerminal, "terminal"),
        (EVENTS, happened.DoneBy, "by"),
        (EVENTS, happened.MovesMoney, "postings"),
    ],
)
def test_what_has_a_field_in_common_is_of_the_kind_that_says_so(
    kinds: tuple[type[ask.Command | happened.Event], ...], mixed: type, field: str
) -> None:
    assert {kind for kind in kinds if field in kind.__struct_fields__} == {
        kind for kind in kinds if issubclass(kind, mixed)
    }


@pytest.mark.parametrize(("kinds", "every"), [(ask.KINDS, ask.Asked), (happened.KINDS, happened.AnyEvent)])
def test_one_is_read_as_what_it_is_with_the_same_words_for_what_is_wrong(kinds: Any, every: Any) -> None:
    assert list(kinds.values()) == list(get_args(every))

    def read(value: dict[str, Any], kind: Any) -> str:
        try:
            return repr(msgspec.convert(value, kind))
        except msgspec.ValidationError as wrong:
            return str(wrong)

    for name, kind in kinds.items():
        tagged = {kind.__struct_config__.tag_field: name}
        whole = {**tagged, "id": "1", "by": "boss", "table": "t", "terminal": "a", "act": "bet red 5"}
        for value in (tagged, whole, {**whole, "table": 5}, {**tagged, "id": "1", "by": "boss"}):
            assert read(value, kind) == read(value, every)
