"""The law of electronic tables, cited: what the floor does or refuses at a Queensland table names its clause
of schedule 19, and elsewhere the message stands without one.
"""

from __future__ import annotations

import pytest

from croupier.floor import commands as ask
from croupier.floor.events import (
    Collected,
    CorrectionMade,
    Event,
    Posted,
    RoundOver,
    TableOpened,
    VoucherIssued,
    VoucherPaid,
)
from croupier.floor.views import law_of, table_view
from croupier.rulebook.electronic import electronic
from croupier.rulebook.load import RULEBOOKS
from croupier.rulebook.register import register
from tests.floor.house import House

WHEEL = "queensland/roulette"
LAWS = sorted(path.parent.name for path in RULEBOOKS.glob("*/electronic.toml"))


def spin(house: House, result: str, table: str = "t") -> None:
    house.must(ask.Deal, "dealer", table=table, act="no-more-bets")
    house.must(ask.Deal, "dealer", table=table, act=f"spin {result}")


def live(name: str = WHEEL, **more: object) -> House:
    house = House()
    house.open(name, mode="live", **more)
    house.seat("a")
    return house


class Heard:
    """A floor whose refusals are kept, so that what they cite can be counted."""

    def __init__(self) -> None:
        self.house, self.cited = House(), set[str]()

    def refused(self, kind: type[ask.Command], by: str, **more: object) -> str:
        found = self.house.ask(kind, by, **more)
        assert not found.done
        self.cited.add(found.clause)
        return found.clause

    def all(self) -> set[str]:
        """Every clause that an event or a refusal has named so far."""
        return {
            clause
            for text in (*self.cited, *(clause_of(event) for event in self.house.journal))
            for clause in text.split(", ")
            if clause
        }


def clause_of(event: Event) -> str:
    return str(getattr(event, "clause", ""))


def played() -> Heard:
    """A Queensland floor at which everything happens that schedule 19 speaks of."""
    heard = Heard()
    house = heard.house
    house.open(WHEEL, mode="live", collect=True, terminals=2)
    house.open("queensland/baccarat", "u", mode="live")
    house.seat("a")
    house.seat("b")
    house.must(ask.Join, "a", table="u")
    house.must(ask.SetTerminal, "boss", terminal="b", minimum={"t": 2_000}, maximum={"t": 10_000})
    house.must(ask.EnrolTerminal, "boss", terminal="c")
    heard.refused(ask.Join, "c", table="t")
    house.round()
    heard.refused(ask.Play, "b", table="t", act="bet red 5")
    heard.refused(ask.Play, "b", table="t", act="bet red 400")
    heard.refused(ask.Play, "b", table="t", act="2 bet red 20")
    heard.refused(ask.Deal, "a", table="t", act="spin 17")
    heard.refused(ask.ClearLock, "a", terminal="b")
    house.play("a", "bet straight:17 10")
    house.play("b", "bet red 20")
    spin(house, "17")
    heard.refused(ask.Play, "a", table="t", act="bet red 10")
    house.must(ask.Collect, "a", table="t")
    house.round()
    house.play("b", "bet red 20")
    spin(house, "2")
    number = house.must(
        ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 18",), reason="the ball lay in 18"
    ).given["correction"]
    house.must(ask.ApproveCorrection, "boss", correction=number)
    house.round()
    house.play("a", "bet red 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    house.must(ask.ReportFault, "dealer", table="t", why="the wheel stands still")
    house.must(ask.RefusePay, "boss", terminal="a", amount=100, reason="credited while the wheel stood")
    house.must(ask.ClearFault, "super", table="t", void=True)
    house.must(ask.RefusePay, "boss", terminal="a", amount=100, reason="credited twice")
    number = house.must(ask.PrintVoucher, "a").given["voucher"]
    house.must(ask.RedeemVoucher, "helper", number=number)
    house.must(ask.TakeCash, "helper", terminal="a", amount=10_000)
    house.must(ask.ToAccount, "a", person="alice")
    house.must(ask.PayOut, "helper", terminal="b")
    house.must(ask.TakeCash, "helper", terminal="b", amount=10_000)
    house.must(ask.GiveVoucher, "helper", terminal="b")
    house.folds()
    return heard


@pytest.fixture(scope="module")
def heard() -> Heard:
    return played()


def test_every_section_of_schedule_19_for_software_is_cited_by_what_the_floor_does(heard: Heard) -> None:
    rows = register("queensland")
    found = {rows.section(clause) for clause in heard.all()}
    wanted = {
        clause
        for clause, row in rows.clauses.items()
        if row.for_ == ["electronic"] and row.kind not in ("people", "premises")
    }
    assert len(wanted) == 10 and wanted <= found, f"no event and no refusal cites {sorted(wanted - found)}"


def test_every_clause_that_the_rulebook_names_for_the_floor_is_cited_by_an_event_or_a_refusal(
    heard: Heard,
) -> None:
    named = set(electronic("queensland").clauses.values())
    assert named == {clause for clause in heard.all() if clause.startswith("sch 19")}


def test_every_clause_on_what_a_terminal_shows_is_told_with_the_rules_of_the_table(heard: Heard) -> None:
    found = law_of(heard.house.core, "t")
    assert (
        found["shown"] == dict(electronic("queensland").shown)
        and found["shown"]["countdown"] == "sch 19 s 5(4)"
    )
    parts = register("queensland").clauses["sch 19 s 3"].parts
    cited = {*found["shown"].values(), *found["done"].values()}
    assert {f"sch 19 s 3{part}" for part in parts} - cited == {
        "sch 19 s 3(2)"
    }  # which is the sum of its paragraphs


@pytest.mark.parametrize("rulebook", LAWS)
def test_every_clause_on_electronic_tables_is_in_the_register(rulebook: str) -> None:
    asked = electronic(rulebook)
    clauses = {*asked.clauses.values(), *asked.shown.values()}
    assert clauses
    rows = register(rulebook)
    for clause in clauses:
        if asked.instrument:
            assert rows.section(clause) is None, f"{clause} is in the register: it is of no other instrument"
        else:
            rows.require(clause, f"{rulebook}/electronic.toml")


def test_etg_14_a_late_wager_is_refused_with_the_clause_in_queensland_and_without_one_elsewhere() -> None:
    for name, clause in (
        (WHEEL, "sch 19 s 3(3)"),
        ("bahamas/roulette", ""),
        ("great-britain/roulette", ""),
        ("house/roulette", ""),
    ):
        house = live(name)
        house.now = house.round().deadline
        late = house.ask(ask.Play, "a", table="t", act="bet red 10")
        assert (late.done, late.why, late.clause) == (False, "no more bets", clause)
        assert table_view(house.core, "t", "a")["no-more-bets-clause"] == clause
        house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
        house.must(ask.Deal, "dealer", table="t", act="spin 17")
        between = house.ask(ask.Play, "a", table="t", act="bet red 10")
        assert between.why.startswith("no more bets") and between.clause == clause


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        (TableOpened, "s 1"),
        (Collected, "s 7(3)(c)"),
        (RoundOver, "s 7(1)"),
        (VoucherIssued, "s 9(2), s 9(3)(a)"),
        (VoucherPaid, "s 9(4)"),
        (CorrectionMade, "s 10(2)"),
    ],
)
def test_events_of_a_queensland_table_name_their_clause(heard: Heard, kind: type[Event], clause: str) -> None:
    found = {clause_of(event) for event in heard.house.journal if isinstance(event, kind)}
    assert found == {f"sch 19 {one}" for one in clause.split(", ")}


def test_etg_40_and_41_money_that_is_withheld_says_whether_it_came_before_the_repair(heard: Heard) -> None:
    withheld = [
        event.clause
        for event in heard.house.journal
        if isinstance(event, Posted) and event.postings[0].kind == "withheld"
    ]
    assert withheld == ["sch 19 s 10(4)(b)", "sch 19 s 10(4)(a)"]


@pytest.mark.parametrize("name", ["bahamas/roulette", "house/roulette", "great-britain/roulette"])
def test_where_the_rulebook_has_no_such_law_no_event_names_one(name: str) -> None:
    house = live(name, collect=True)
    house.round()
    house.play("a", "bet straight:17 10")
    spin(house, "17")
    house.must(ask.Collect, "a", table="t")
    house.must(ask.PrintVoucher, "a")
    assert not {clause_of(event) for event in house.journal} - {""}


def test_gam_4_a_game_that_is_slowed_down_and_a_second_game_that_is_refused_name_the_requirement() -> None:
    house = House()
    house.open("great-britain/roulette", pace=1)
    house.open("great-britain/sic-bo", "u")
    assert [event.clause for event in house.journal if isinstance(event, TableOpened)] == [
        "casino requirements 1.1"
    ] * 2
    house.seat("a")
    assert house.refused(ask.Join, "a", table="u").endswith("[casino requirements 1.1]")


def test_at_a_terminal_that_sits_at_tables_of_two_rulebooks_the_one_with_a_law_is_cited() -> None:
    house = House()
    house.open(WHEEL)
    house.open("bahamas/roulette", "u")
    house.must(ask.EnrolTerminal, "boss", terminal="a")
    house.must(ask.TakeCash, "helper", terminal="a", amount=100)
    house.must(ask.Join, "a", table="u")
    house.must(ask.TakeCash, "helper", terminal="a", amount=100)
    house.must(ask.Join, "a", table="t")
    house.must(ask.TakeCash, "helper", terminal="a", amount=100)
    assert [event.clause for event in house.journal if isinstance(event, Posted)] == ["", "", "sch 19 s 4(2)"]
