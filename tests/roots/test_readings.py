"""What the text leaves open is a reading, and each of its choices plays out as it says."""

from __future__ import annotations

import pytest

from croupier.families import ruleset
from tests.roots.readings import ROUNDS, Read, comes_to


@pytest.mark.parametrize("one", ROUNDS, ids=lambda one: f"{one.game} {one.reading}")
def test_a_reading_is_played_by_each_of_its_choices(one: Read) -> None:
    row = ruleset(one.game).reading_rows[one.reading]
    assert row.default != one.choice
    assert one.choice in row.choices
    assert comes_to(one) == one.usual
    assert comes_to(one, one.choice) == one.other
