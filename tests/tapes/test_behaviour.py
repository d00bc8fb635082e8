"""`behaviour` is said by a game's file, and it is no rule of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.families import ruleset, shape_of
from croupier.rulebook.check import departures
from croupier.rulebook.load import packaged, resolve
from croupier.rulebook.ruleset import Ruleset

GAME = "great-britain/roulette"


def with_number(number: object) -> Ruleset:  # type: ignore[type-arg]  # of any family
    """Load the rules of a game whose file says this number."""
    own = {**packaged(GAME), "behaviour": number}
    return resolve(own, GAME, shape_of("roulette"), {}, {}, f"{GAME}.toml")


def test_a_file_that_says_nothing_has_the_first() -> None:
    own = {key: value for key, value in packaged(GAME).items() if key != "behaviour"}
    assert resolve(own, GAME, shape_of("roulette"), {}, {}, GAME).head.behaviour == 1
    assert with_number(7).head.behaviour == 7


@pytest.mark.parametrize("number", [0, -1, 1.5, "2", True])
def test_it_is_a_whole_number_from_one(number: object) -> None:
    with pytest.raises(BadInput, match=rf"^{GAME}\.toml\.behaviour: a whole number is wanted here"):
        with_number(number)


def test_raising_it_changes_no_rule() -> None:
    first, raised = with_number(1), with_number(2)
    assert first.digest() == raised.digest() == ruleset(GAME).digest()
    assert not departures(first, raised)


def test_a_file_that_extends_a_game_has_its_number_and_says_none(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f'format = 1\nextends = "{GAME}"\n', encoding="utf-8")
    assert ruleset(str(own)).head.behaviour == ruleset(GAME).head.behaviour
    own.write_text(f'format = 1\nextends = "{GAME}"\nbehaviour = 2\n', encoding="utf-8")
    with pytest.raises(BadInput, match="there is no key 'behaviour' in a file that extends a game"):
        ruleset(str(own))
