"""What the text leaves open is a reading, and each of its choices plays out as it says."""

from __future__ import annotations

import pytest

from croupier.equipment.money import parse_amount
from croupier.families import build, ruleset
from croupier.families.streets.declared import Declared
from croupier.families.streets.odds import prove_all
from croupier.families.streets.round import Streets
from tests.roots.readings import ROUNDS, Read, comes_to


@pytest.mark.parametrize("one", ROUNDS, ids=lambda one: f"{one.game} {one.reading}")
def test_a_reading_is_played_by_each_of_its_choices(one: Read) -> None:
    row = ruleset(one.game).reading_rows[one.reading]
    assert row.default != one.choice
    assert one.choice in row.choices
    assert comes_to(one) == one.usual
    assert comes_to(one, one.choice) == one.other


def bound(maximum: str) -> Streets:
    """Ultimate hold'em of California, where the play wager is bound by the limit of its circle."""
    game = build(
        ruleset("california/ultimate-hold-em", {"maximum": maximum}, {"play-above-the-limit": "refused"})
    )
    assert isinstance(game, Streets)
    return game


RAISES = [("25", {4, 3, 2, 1}), ("30", {3, 2, 1}), ("33.34", {2, 1}), ("50", {2, 1}), ("51", {1})]


@pytest.mark.parametrize(("ante", "raises"), RAISES)
def test_a_proof_raises_by_no_more_than_the_table_takes(ante: str, raises: set[int]) -> None:
    declared = Declared(bound("100"), ("ante", "blind"), parse_amount(ante))
    states, _ = declared.tree
    assert {times for state in states for name, times in state.laid if name == "play"} == raises


@pytest.mark.deep
@pytest.mark.parametrize(("ante", "percent"), [("30", "9.6655"), ("40", "15.4968"), ("60", "32.0334")])
def test_the_price_of_a_play_wager_that_is_bound_by_the_limit(ante: str, percent: str) -> None:
    """As the note on the reading says (L2817-2849)."""
    found = prove_all(bound("100"), ["ante"], parse_amount(ante))[0]
    assert f"{float(100 * found.edge):.4f}" == percent
    assert percent in ruleset("california/ultimate-hold-em").reading_rows["play-above-the-limit"].why
    assert any(f"this is for a stake of {ante}" in note for note in found.notes)
