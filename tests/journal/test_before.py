"""A floor that was played before rules were mended: what it settled wrongly is found, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli import main
from croupier.server.again import Listed, SettledAgain, settle_again
from croupier.server.checking import audit
from croupier.server.store import Store
from tests.journal import evening
from tests.journal.evening import BEFORE
from tests.journal.keeping import read

Key = tuple[str, int]


@pytest.fixture(scope="module")
def url_of_before(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("before")
    url = f"sqlite:///{folder / 'floor.db'}"
    read(BEFORE).load(url)
    return url


@pytest.fixture(scope="module")
def found(url_of_before: str) -> SettledAgain:
    store = Store(url_of_before)
    assert audit(store).bad is None
    again = settle_again(store)
    store.close()
    return again


@pytest.fixture(scope="module")
def listed(found: SettledAgain) -> dict[Key, Listed]:
    return {(one.table, one.round): one for one in found.listed}


def test_what_was_settled_wrongly_is_found_and_nothing_else(
    found: SettledAgain, listed: dict[Key, Listed]
) -> None:
    assert found.rounds > 70
    assert {*listed} == evening.SETTLED_WRONGLY
    assert not any(one.found.refused or one.found.stops or one.by_hand for one in found.listed)


def test_a_ruling_that_struck_two_people_is_found(listed: dict[Key, Listed]) -> None:
    """Queensland, s 10(2)(a): any wager made by the person. The other's on the same box wins."""
    again = listed[evening.STRUCK].found
    (one,) = again.otherwise
    assert (one.who, one.wager, one.terminal) == ("1b", "blackjack", "birch")
    assert (one.then.results, one.then.net, one.then.clauses) == (("void",), 0, ("s 10(2)(a)",))
    assert (one.now.results, one.now.net) == (("win",), 1_000)
    assert "sch 2 s 6(2)(a)" in one.now.clauses
    assert not (again.stands or again.wanted)


def test_a_fund_that_was_paid_on_a_void_wager_is_found(listed: dict[Key, Listed]) -> None:
    """Great Britain, r 16.22 and 16.30. The rulings did not say what was late; only one answer fits."""
    again = listed[evening.FUND].found
    assert [one.facts for one in again.wanted] == [{"late": ("made", "increased", "withdrawn")}] * 2
    ((answer, settled),) = again.by_fact.items()
    fund = next(one for one in settled.otherwise if one.wager == "jackpot")
    assert answer == "late=made, late=made" and (fund.who, fund.terminal) == ("1", "ash")
    assert (fund.then.net, fund.then.clauses, fund.now.net) == (25_100, ("r 16.30",), 0)


def test_a_fact_that_nobody_stored_is_asked_for(listed: dict[Key, Listed]) -> None:
    again = listed[evening.LATE].found
    (wanted,) = again.wanted
    assert wanted.by == "super" and wanted.facts == {"late": ("made", "increased", "withdrawn")}
    assert {answer: one.same for answer, one in again.by_fact.items()} == {"late=made": True}


def test_the_command_says_all_of_it(url_of_before: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", url_of_before, "--settle-again"]) == 1
    text = " ".join(capsys.readouterr().out.split())
    for said in (
        "otherwise 3",
        "seat 1b, blackjack, terminal birch: then void 0 [s 10(2)(a)]; now win +10 [sch 2",
        "only late=made, late=made fits: seat 1, jackpot, terminal ash: then win +251 [r 16.30]; now nothing",
        "now needs late=made|increased|withdrawn, which nobody stored only late=made fits: it is settled",
        "Nothing is paid by this",
    ):
        assert said in text
