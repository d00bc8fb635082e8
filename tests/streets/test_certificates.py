"""Kept proofs: each belongs to a problem that some rulebook poses, says what `odds` answers,
and comes out the same when it is computed again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from croupier.api import game
from croupier.errors import BadInput
from croupier.families.streets.declared import Declared
from croupier.families.streets.solver.certificate import (
    certificate,
    differences,
    look_up,
    lowest_terms,
    problem_of,
    solved,
)
from croupier.families.streets.solver.solving import fresh, method_of
from croupier.families.streets.solver.sound import HANDS
from croupier.prove.store import LISTED, NAME
from tests.certificates import write
from tests.streets.certify import FOLDER, certificate_of, side_names
from tests.streets.problems import kept


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a certificate. It takes seconds to list them, so that is done where such tests are run."""
    if "key" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--tier") not in ("test", "check")
        rows = (
            [pytest.param(name, key, id=f"{name} {told}".strip()) for key, (name, told, _) in kept().items()]
            if wanted
            else [("", "")]
        )
        metafunc.parametrize(("game", "key"), rows)


@pytest.mark.deep
def test_every_long_proof_is_kept_and_no_other() -> None:
    proofs = {path.stem for path in FOLDER.glob("*.json") if path.name not in (HANDS, LISTED)}
    assert proofs == {key[:NAME] for key in kept()}, "python -m tests.streets.certify"


def test_side_wagers_are_kept_under_the_names_by_which_they_are_asked_for() -> None:
    """A row that gets another name is proved anew, and would be at every call."""
    for name, told, declared in kept().values():
        found = look_up(declared.street)
        assert found is not None and set(found.sides) == set(side_names(declared)), f"{name} {told}"


@pytest.mark.turn
def test_every_certificate_is_whole() -> None:
    for key, (_, _, declared) in kept().items():
        is_whole(key, declared)


def is_whole(key: str, declared: Declared) -> None:
    found = look_up(declared.street)
    assert found is not None and found.problem == key and found.method == method_of(declared.street)
    again = solved(declared.street, found)
    assert int(again.cells.sum()) == again.total == declared.street.total == found.total
    assert len(found.plans) == len(declared.street.asks) and found.version
    assert bool(found.openings) == (
        found.method == "hold-em" and bool(declared.street.asks) and declared.street.asks[0].board == 0
    )
    assert bool(found.rule) == (
        found.method == "stud" and all(act.upcards is None for act in declared.street.asks[0].acts[0])
    )


@pytest.mark.deep
def test_a_certificate_comes_out_again(game: str, key: str) -> None:
    declared = kept()[key][2]
    found, again = look_up(declared.street), certificate_of(declared)
    assert found is not None and differences(found, again) == []
    assert (found.openings, found.opening_ways, found.rule, found.rule_expected, found.sides) == (
        again.openings,
        again.opening_ways,
        again.rule,
        again.rule_expected,
        again.sides,
    )


@pytest.mark.turn
def test_a_short_one_comes_out_again() -> None:
    """Crazy 4 poker, said to be impossible to enumerate, takes a second or two."""
    declared = next(
        one for name, told, one in kept().values() if name == "great-britain/crazy-4-poker" and not told
    )
    found = look_up(declared.street)
    assert (
        found is not None
        and differences(found, certificate(declared.street, fresh(declared.street), "stud")) == []
    )


def test_odds_answers_from_the_certificate() -> None:
    (proof,) = game("great-britain/ultimate-hold-em").odds(["ante"])
    assert proof.certificate in kept() and proof.seconds > 0
    (other,) = game("great-britain/ultimate-hold-em").odds(["ante"], stake=10)
    assert other.certificate == proof.certificate and other.edge == proof.edge, (
        "the same game for another stake is the same problem"
    )


def test_another_problem_is_another_hash(tmp_path: Path) -> None:
    declared = next(iter(kept().values()))[2]
    street = declared.street
    pays = street.pays.copy()
    pays[0, 0, 0, 0] += 1
    other = replace(street, pays=pays)
    assert problem_of(other) != problem_of(street) and look_up(other) is None
    kept_one = look_up(street)
    assert kept_one is not None
    with pytest.raises(BadInput, match="another problem"):
        solved(other, kept_one)
    path = write(kept_one, tmp_path)
    assert look_up(street, tmp_path) == kept_one and path.name.startswith(problem_of(street)[:NAME])


def test_pays_are_compared_in_lowest_terms() -> None:
    street = next(iter(kept().values()))[2].street
    assert problem_of(replace(street, pays=7 * street.pays)) == problem_of(street)
    assert lowest_terms(replace(street, pays=7 * street.pays)) == 7 * lowest_terms(street)
    assert np.array_equal(street.pays // lowest_terms(street) * lowest_terms(street), street.pays)


def test_a_certificate_that_was_tampered_with_is_noticed() -> None:
    declared = next(iter(kept().values()))[2]
    found = look_up(declared.street)
    assert found is not None
    cells = [[*cell] for cell in found.cells]
    cells[0][-1] += 1
    import msgspec

    with pytest.raises(AssertionError, match="deals were counted"):
        solved(declared.street, msgspec.structs.replace(found, cells=cells))
    (said,) = differences(found, msgspec.structs.replace(found, cells=cells))
    assert said.startswith(f"the counts differ, in 1 of {len(cells)} cells: ")
