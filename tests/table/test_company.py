"""Parts are asked only for what they say they do; what they do not say, they would not do."""

from __future__ import annotations

from typing import Any

import pytest
from tests.families import one_of_each_family
from tests.tapes.tape import load, path_of, read
from tests.tiers import chosen_games, in_turn

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.table.company import Company
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal
from croupier.table.table import Table


@pytest.mark.parametrize("game", in_turn(chosen_games(), always=one_of_each_family()))
def test_a_part_objects_only_to_the_verbs_that_it_names(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask every part about every act: none that is passed over would have objected."""
    asked, passed = Company.objection, 0

    def objection(self: Company, play: Play, event: Event) -> Refusal | None:
        nonlocal passed
        for part in self._objectors:
            if part.objects_to is not None and event.verb not in part.objects_to:
                passed += 1
                try:
                    refusal = part.objects(play, event)
                except BadInput as error:
                    raise AssertionError(f"{type(part).__name__} on {event}") from error
                assert refusal is None, f"{type(part).__name__} objects to {event}: {refusal}"
        return asked(self, play, event)

    monkeypatch.setattr(Company, "objection", objection)
    monkeypatch.setattr(Company, "may_object", lambda self, verb: True)
    for seating in read(load(path_of(game))).tables[:6]:
        playable = build(ruleset(game, seating.options, seating.readings))
        before: dict[str, Any] = {}
        for round_ in seating.rounds:
            table = Table(playable, before, told=True)
            for one in round_.tries:
                try:
                    table.apply(one.event)
                except BadInput:
                    continue
            before = table.after
    assert passed or game not in ("queensland/baccarat", "queensland/craps", "great-britain/ultimate-hold-em")
