"""Root: partners are held to the maximum together, whenever it is found out that they are partners."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.families import ruleset
from tests.examples.runner import examples, key, run
from tests.tiers import chosen_games

RULING = "supervisor rule partnership"
GAMES = [game for game in chosen_games() if "partnership" in ruleset(game).irregularities]


def found_out(game: str) -> list[dict[str, Any]]:
    """Return the examples of one round in which partners are found out once."""
    return [
        example
        for example in examples(game)
        if sum(event.startswith(RULING) for event in example["events"]) == 1
        and "table next-round" not in example["events"]
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_goes_back_is_the_same_whenever_it_is_found_out(game: str) -> None:
    """In the middle of a decision, and after the settlement, too."""
    told = found_out(game)
    assert told, game
    for example in told:
        events = list(example["events"])
        at = next(place for place, event in enumerate(events) if event.startswith(RULING))
        ruling = events.pop(at)
        wanted = run(game, example)
        for place in range(at, len(events) + 1):
            late = {**example, "events": [*events[:place], ruling, *events[place:]]}
            ran = run(game, late)
            assert sorted(map(key, ran.lines)) == sorted(map(key, wanted.lines)), late["events"]
            assert ran.net == wanted.net, late["events"]
