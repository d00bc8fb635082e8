"""Kept proofs: each belongs to a game of some rulebook, says what `odds` answers,
and comes out the same when it is computed again.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from croupier.api import game as asked
from croupier.families.twentyone.solver.kept import differences, look_up, quick, told
from croupier.families.twentyone.solver.solve import solve
from croupier.prove.store import NAME
from tests.twentyone.certify import FOLDER, certificate_of, key_of
from tests.twentyone.problems import declared, games

ONE_HAND = [game for game in games() if not declared(game).rules.setup.switch]
SHORT = "great-britain/neverbust-blackjack"
"""A proof that takes a second."""


@cache
def keys() -> dict[str, str]:
    """The hash of the problem of every game."""
    return {game: key_of(game) for game in games()}


@pytest.mark.turn
def test_every_proof_is_kept_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {key[:NAME] for key in keys().values()}, (
        "python -m tests.twentyone.certify"
    )


@pytest.mark.deep
@pytest.mark.parametrize("game", ONE_HAND)
def test_a_certificate_is_whole_and_agrees_with_floating_point(game: str) -> None:
    problem = declared(game).problem()
    kept = look_up(problem)
    assert kept is not None and kept.version
    exactly, nearly = told(problem, kept), quick(problem, solve(problem))
    hands = sum((Fraction(ways, exactly.total) for ways in exactly.rows.values()), Fraction(0))
    assert hands == exactly.hands >= 1 and exactly.stakes >= exactly.hands
    assert set(exactly.rows) == set(nearly.rows)
    for row, ways in exactly.rows.items():
        assert float(Fraction(ways, exactly.total)) == pytest.approx(
            nearly.rows[row] / nearly.total, abs=1e-12
        )


def fresh(game: str) -> list[str]:
    """What a proof computed again says otherwise."""
    again, path = certificate_of(game), FOLDER / f"{keys()[game][:NAME]}.json"
    kept = type(again)
    import msgspec

    return differences(msgspec.json.decode(path.read_bytes(), type=kept), again)


@pytest.mark.deep
@pytest.mark.parametrize("game", games())
def test_a_certificate_comes_out_again(game: str) -> None:
    assert fresh(game) == []


@pytest.mark.turn
def test_a_short_one_comes_out_again() -> None:
    assert fresh(SHORT) == []


@pytest.mark.deep
def test_odds_answers_from_the_certificate() -> None:
    (proof,) = asked("queensland/blackjack").odds(["blackjack"])
    assert proof.certificate == keys()["queensland/blackjack"] and proof.exact and proof.seconds > 0
    (other,) = asked("queensland/blackjack").odds(["blackjack"], stake=10)
    assert other.certificate == proof.certificate and other.edge == proof.edge, (
        "the same game for another stake is the same problem"
    )
    (changed,) = asked("queensland/blackjack", decks=7).odds(["blackjack"])
    assert changed.certificate == "" and not changed.exact and changed.edge != proof.edge, (
        "another shoe is another problem"
    )
