"""Recorded playthroughs settle, ask and refuse as they did."""

from __future__ import annotations

import pytest

from croupier.rulebook.load import game_ids
from tests.playthroughs.record import path_of, playthrough


@pytest.mark.parametrize("game", game_ids())
def test_playthrough(game: str) -> None:
    recorded = path_of(game).read_text(encoding="utf-8")
    assert playthrough(game) == recorded, "a recorded playthrough changed: if that is meant, raise `behaviour` and run python -m tests.playthroughs.record"
