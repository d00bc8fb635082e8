"""A floor that was played before rules were mended: what it settled wrongly is found, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.server.again import Listed, SettledAgain, settle_again
from croupier.server.checking import audit
from croupier.server.store import Store
from tests.journal import evening
from tests.journal.evening import BEFORE
from tests.journal.keeping import read

Key = tuple[str, int]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> SettledAgain:
    folder: Path = tmp_path_factory.mktemp("before")
    url = f"sqlite:///{folder / 'floor.db'}"
    read(BEFORE).load(url)
    store = Store(url)
    assert audit(store).bad is None
    again = settle_again(store)
    store.close()
    return again


@pytest.fixture(scope="module")
def listed(found: SettledAgain) -> dict[Key, Listed]:
    return {(one.table, one.round): one for one in found.listed}


def test_no_round_is_listed_that_was_settled_by_the_law(
    found: SettledAgain, listed: dict[Key, Listed]
) -> None:
    assert found.rounds > 70
    assert {*listed} <= evening.SETTLED_WRONGLY, {*listed} - evening.SETTLED_WRONGLY
    assert {evening.STRUCK, evening.FUND} <= {*listed}


def test_a_ruling_that_struck_two_people_is_found(listed: dict[Key, Listed]) -> None:
    """Queensland, s 10(2)(a): any wager made by the person. The other's on the same box wins."""
    again = listed[evening.STRUCK].found
    (one,) = again.otherwise
    assert (one.who, one.wager, one.terminal) == ("1b", "blackjack", "birch")
    assert (one.then.results, one.then.net, one.then.clauses) == (("void",), 0, ("s 10(2)(a)",))
    assert (one.now.results, one.now.net) == (("win",), 1_000)
    assert "sch 2 s 6(2)(a)" in one.now.clauses
    assert not (again.stands or again.refused or again.wanted or again.stops)
