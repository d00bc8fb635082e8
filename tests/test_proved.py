"""What makes a recorded proof stale."""

from __future__ import annotations

import pytest

from croupier.rulebook.load import game_ids
from tests import conftest
from tests.proved import SOURCES, families_used, folder_fingerprint, state_of


def test_a_family_is_stale_with_the_families_it_is_built_on() -> None:
    assert families_used("chemin") == {"chemin", "baccarat", "cards", "common"}
    assert families_used("rocket") >= {"craps", "automaton"}


def test_a_family_is_not_stale_with_its_neighbours() -> None:
    assert "twentyone" not in families_used("streets") and "streets" not in families_used("roulette")


def test_every_family_is_hashed_with_what_all_share() -> None:
    families = {path.name for path in (SOURCES / "games").iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert all("common" in families_used(family) for family in families)


def test_the_long_runs_of_the_floor_are_stale_with_the_floor_and_those_of_the_server_with_both() -> None:
    states = {folder: folder_fingerprint(folder) for folder in ("floor", "server", "streets")}
    assert len({*states.values()}) == 3 and state_of("tests/floor") == states["floor"]


@pytest.mark.parametrize(
    ("args", "options", "folders", "games"),
    [
        (["tests"], {}, True, True),
        (["tests/floor"], {}, True, False),
        (["tests/streets"], {}, False, False),
        (["tests"], {"keyword": "craps"}, False, False),
        (["tests"], {"ignore": ["x"]}, False, False),
    ],
)
def test_only_a_run_that_is_not_cut_down_is_recorded(args: list[str], options: dict[str, object], folders: bool, games: bool) -> None:
    class Config:
        def getoption(self, name: str) -> object:
            return options.get(name)

    Config.args = args  # type: ignore[attr-defined]  # what pytest was called with
    found = conftest.subjects_of(Config())  # type: ignore[arg-type]  # as much of it as is asked
    assert ("tests/floor" in found) is folders and ({*game_ids()} <= {*found}) is games
