"""A journal that an earlier house wrote: this one opens it, finds it sound, and makes the same of it."""

from __future__ import annotations

import copy
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.core import Core
from croupier.floor.ledger import CASH
from croupier.randomness.source import SeededEntropy
from croupier.rulebook.ruleset import Ruleset
from croupier.server import journal
from croupier.server.checking import audit
from croupier.server.journal import FIRST, Row
from croupier.server.runner import Runner
from croupier.server.store import Store
from tests.journal import keeping, record
from tests.journal.keeping import EXPECTED, Kept
from tests.journal.morning import CHANGED, Morning
from tests.journal.telling import Told, differences, plain, recall, told
from tests.server.floors import PATIENCE
from tests.server.runners import until

FAMILIES = 14
"""As many as there were when it was written; a family that came later is not in it."""
YEAR = 365 * 24 * 3600 * 1000
"""Milliseconds."""


@pytest.fixture(scope="module")
def expected() -> Told:
    found: Told = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return found


def opened(store: Store) -> Morning:
    return Morning(store, "morning", "morning")


# What this house makes of it.


def test_the_house_makes_of_it_what_it_made_then(store: Store, expected: Told) -> None:
    then = {section: fields for section, fields in expected.items() if section != "played-on"}
    found = told(store)
    assert differences(then, found) == []
    assert found["audit"]["bad"] is None and found["audit"]["snapshots"] == 1
    assert len(found["holds"]["families"]) == FAMILIES and all(found["holds"]["families"].values())


def test_every_round_is_recalled_from_the_journal_alone(store: Store, expected: Told) -> None:
    """As when the floor no longer has it; cards of a shoe that was opened since lie face down there."""
    for terminal, then in expected["recalled"].items():
        rounds = plain({"": recall(store, None, terminal)})[""]
        found = {(one["table"], one["round"]): one for one in rounds}
        assert set(found) == {(one["table"], one["round"]) for one in then}, (
            f"{terminal} is shown other rounds"
        )
        for one in then:
            other = found[one["table"], one["round"]]
            for key in ("draws", "events"):
                told_then = zip(one[key], other[key], strict=True)
                other[key] = [text if "??" in now else now for text, now in told_then]
            assert differences({terminal: {"": one}}, {terminal: {"": other}}) == []


def test_opening_it_rewrites_nothing(store: Store, url: str, kept: Kept) -> None:
    morning = opened(store)
    stopped = [name for name, table in morning.floor.tables.items() if table.fault.startswith(CHANGED)]
    morning.stop()
    found = kept.found_in(url)
    entries = len(kept.rows["journal"])
    assert found["journal"][:entries] == kept.rows["journal"]
    assert [row[kept.columns["journal"].index("place")] for row in found["journal"][entries:]] == stopped
    for name in ("commands", "rounds", "snapshots"):
        assert found[name] == kept.rows[name]
    assert audit(store).bad is None


def test_the_round_in_the_middle_is_played_on(store: Store, url: str, kept: Kept, expected: Told) -> None:
    then = {name: table["phase"] for name, table in expected["tables"].items() if table["phase"] != "over"}
    assert then == {"jack": "waits", "three": "waits", "wheel": "open", "cubes": "closed"}
    morning = opened(store)
    try:
        morning.put_in_order()
        found = plain(morning.play_on())
    finally:
        morning.stop()
    assert differences({"played-on": expected["played-on"]}, {"played-on": found}) == []
    assert kept.found_in(url)["journal"][: len(kept.rows["journal"])] == kept.rows["journal"]
    after = audit(store)
    assert after.bad is None and after.entries > expected["audit"]["entries"]


def test_a_year_later_time_alone_ends_what_was_in_the_middle(store: Store) -> None:
    floor, entries = store.load()
    open_rounds = {name: table.number for name, table in floor.tables.items() if table.round is not None}
    seconds = count(store.head().at + YEAR, 1_000)
    with Runner(store, lambda: next(seconds), SeededEntropy("a year later"), tick=0.01) as runner:
        until(lambda: runner.read(lambda core: all_over(core, open_rounds)).result(PATIENCE))
        cash = runner.read(lambda core: core.floor.ledger.balance(CASH)).result(PATIENCE)
    assert cash == floor.ledger.balance(CASH)
    after = audit(store)
    assert after.bad is None and after.entries > entries


def all_over(core: Core, rounds: dict[str, int]) -> bool:
    """Whether these rounds are over, but where nothing goes on because the rulebook has changed."""
    tables = [(core.table(name), number) for name, number in rounds.items()]
    return all(number in table.past or table.fault.startswith(CHANGED) for table, number in tables)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_table_with_other_rules_now_is_stopped_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before, other = Ruleset.digest, "house/blackjack"
    tables = store.load()[0].tables.values()
    # Rules that are other by now than when it was recorded are taken for the same.
    then = {table.setup.game: table.ruleset for table in tables} | {other: "0" * 16}
    monkeypatch.setattr(Ruleset, "digest", lambda rules: then.get(rules.id) or before(rules))
    entries = store.head().seq
    morning = opened(store)
    try:
        stopped = [row.place for row in store.rows(entries)]
        assert {"jack", "dealt"} <= {*stopped} and "three" not in stopped
        assert morning.put_in_order() == stopped
        morning.play_on()
    finally:
        morning.stop()
    assert audit(store).bad is None


# Teeth.


def altered(text: str) -> str:
    """Change one bit of a letter in the middle of a text."""
    at = len(text) // 2
    return text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]


def test_one_altered_byte_in_any_entry_breaks_the_chain(kept: Kept) -> None:
    before = FIRST
    for row in map(Row, *zip(*kept.rows["journal"], strict=True)):
        assert journal.wrong(row, row.seq, before) == ""
        parts = {name: value for name in ("kind", "body", "sealed", "hash") if (value := getattr(row, name))}
        for name, value in parts.items():
            assert journal.wrong(copied(row, **{name: altered(value)}), row.seq, before), (row.seq, name)
        before = row.hash


def copied(row: Row, **changed: Any) -> Row:
    return Row(**{**{name: getattr(row, name) for name in Row.__struct_fields__}, **changed})


@pytest.mark.parametrize(
    ("table", "column", "why"),
    [
        ("journal", "body", "its hash does not follow"),
        ("journal", "sealed", "its sealed part is not"),
        ("rounds", "summary", "the index of rounds is not what it gives"),
        ("snapshots", "state", "the hash of the snapshot after it is wrong"),
    ],
)
def test_the_audit_finds_one_byte(table: str, column: str, why: str, kept: Kept, tmp_path: Path) -> None:
    changed = copy.deepcopy(kept)
    at = changed.columns[table].index(column)
    some = [row for row in changed.rows[table] if row[at]]
    row = some[len(some) // 2]
    row[at] = altered(row[at])
    url = f"sqlite:///{tmp_path / 'altered.db'}"
    changed.load(url)
    store = Store(url)
    found = audit(store)
    store.close()
    assert why in found.why and found.bad == row[changed.columns[table].index("seq")]


def test_one_cent_is_noticed(expected: Told) -> None:
    for account, amount in expected["balances"].items():
        other = {"balances": {**expected["balances"], account: amount + 1}}
        said = f"balances / {account}: {amount} is expected, and {amount + 1} is found"
        assert differences({"balances": expected["balances"]}, other) == [said]
    for number, voucher in expected["vouchers"].items():
        other = {"vouchers": {**expected["vouchers"], number: {**voucher, "amount": voucher["amount"] - 1}}}
        assert len(differences({"vouchers": expected["vouchers"]}, other)) == 1


@pytest.mark.parametrize("terminal", ["ash", "elm"])
def test_one_cent_in_a_round_that_is_recalled_is_noticed(terminal: str, expected: Told) -> None:
    then = {"recalled": {terminal: expected["recalled"][terminal]}}
    for at, one in enumerate(expected["recalled"][terminal]):
        for key in ("bet", "won"):
            other = copy.deepcopy(then)
            other["recalled"][terminal][at][key] = f"{one[key]}.01"
            (line,) = differences(then, other)
            assert line.startswith(f"recalled / {terminal} / {at} / {key}: ")


def test_what_is_missing_and_what_is_too_much_is_noticed() -> None:
    account = {"balances": {"cash": -1, "meter:ash": 1}}
    assert differences(account, {"balances": {"cash": -1}}) == ["balances / meter:ash: it is missing"]
    assert differences({"balances": {"cash": -1}}, account) == ["balances / meter:ash: it was not there"]
    # A view may tell more than it told; there may not be another table.
    table = {"tables": {"jack": {"open": True}}}
    assert differences(table, {"tables": {"jack": {"open": True, "colour": "green"}}}) == []
    more = {"tables": {**table["tables"], "king": {}}}
    assert differences(table, more) == ["tables / king: it was not there"]


# It is kept.


def test_it_is_not_overwritten(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("write", "recorded", "made_of_it"):
        monkeypatch.setattr(record, name, lambda *_: pytest.fail("it was recorded again"))
    data = keeping.JOURNAL.read_bytes()
    assert record.main([]) == 2 and "is kept" in capsys.readouterr().err
    assert keeping.JOURNAL.read_bytes() == data and len(data) < 1_000_000
