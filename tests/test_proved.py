"""What makes a recorded proof stale."""

from __future__ import annotations

from tests.proved import SOURCES, families_used


def test_a_family_is_stale_with_the_families_it_is_built_on() -> None:
    assert families_used("chemin") == {"chemin", "baccarat", "cards", "common"}
    assert families_used("rocket") >= {"craps", "automaton"}


def test_a_family_is_not_stale_with_its_neighbours() -> None:
    assert "twentyone" not in families_used("streets") and "streets" not in families_used("roulette")


def test_every_family_is_hashed_with_what_all_share() -> None:
    families = {path.name for path in (SOURCES / "games").iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert all("common" in families_used(family) for family in families)
