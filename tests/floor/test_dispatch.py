"""Every command has what carries it out, every event what it makes of the floor;
both are found by their kind.
"""

from __future__ import annotations

from typing import get_args

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
