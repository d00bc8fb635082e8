"""What is recorded of every game is what the code gives now.

The hashes of proofs are compared where the odds are: tests/figures/test_edges.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.api import game
from croupier.rulebook.load import game_ids
from tests import evidence
from tests.tiers import chosen_games, in_turn

SECONDS = {
    "california/pure-21-5-buster",
    "california/ultimate-hold-em",
    "great-britain/blackjack",
    "great-britain/blackjack-switch",
    "great-britain/mississippi-stud",
    "great-britain/neverbust-blackjack",
    "house/blackjack",
    "house/blackjack-switch",
    "house/spanish-21",
    "queensland/blackjack-challenge",
    "queensland/blackjack-switch",
    "queensland/spanish-blackjack",
}
"""Games whose best play takes seconds to find. Others of their families are always simulated;
these take turns here, and `.ci/run` simulates all."""
HALF_A_MINUTE = {"great-britain/casino-hold-em", "great-britain/two-way-hold-em"}
"""Games whose best play takes half a minute: `.ci/run` alone simulates them."""
SHORT = [name for name in chosen_games() if name not in HALF_A_MINUTE]
LONG = [pytest.param(name, marks=pytest.mark.deep) for name in chosen_games() if name in HALF_A_MINUTE]


@pytest.mark.parametrize("name", [*in_turn(SHORT, {*SHORT} - SECONDS), *LONG])
def test_a_game_simulates_to_the_tallies_that_are_recorded(name: str) -> None:
    assert evidence.kept()[name].tallies == evidence.tallies_now(game(name)), (
        f"the simulation of {name} gives other counts; if a rule was changed on purpose: make "
        f"evidence GAME={name}"
    )


def test_there_is_a_row_for_every_game_and_none_besides() -> None:
    assert set(evidence.kept()) == set(game_ids())


def test_the_file_is_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, rows = evidence.FILE.read_text(encoding="utf-8"), evidence.kept()
    monkeypatch.setattr(evidence, "FILE", tmp_path / "evidence.toml")
    evidence.write(rows)
    assert evidence.FILE.read_text(encoding="utf-8") == text
    monkeypatch.undo()
    evidence.kept.cache_clear()


def test_a_long_run_is_owed_until_it_was_made_for_both_hashes() -> None:
    made = evidence.Long(1000, 0.5, "0", "proof", "tallies")
    assert evidence.Row("proof", "tallies").owes_long_run
    assert not evidence.Row("proof", "tallies", made).owes_long_run
    assert (
        evidence.Row("other", "tallies", made).owes_long_run
        and evidence.Row("proof", "other", made).owes_long_run
    )


@pytest.mark.parametrize(
    ("name", "option", "value"), [("house/craps", "field-12", "2:1"), ("house/sic-bo", "any-triple", "31")]
)
def test_one_changed_price_changes_both_hashes(name: str, option: str, value: str) -> None:
    changed = game(name, **{option.replace("-", "_"): value})
    assert evidence.proof_hash(changed.odds()) != evidence.kept()[name].proof
    assert evidence.tallies_now(changed) != evidence.kept()[name].tallies
