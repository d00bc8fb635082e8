"""What is worth something to whoever reads it: numbers of vouchers, codes of terminals.

Whoever may read the journal reads neither, and whoever was shown a number is shown it again.
"""

from __future__ import annotations

from typing import Any

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import text

from croupier.floor import commands as ask
from croupier.floor.events import VoucherIssued, VoucherPaid
from croupier.randomness.source import SeededEntropy
from croupier.server import journal
from croupier.server.auth import Entrance
from croupier.server.checking import audit
from croupier.server.runner import Runner
from croupier.server.showing import told
from croupier.server.store import Store
from tests.server.floors import Asking, bad_entry, begin, put
from tests.server.test_store import House


def paid_out() -> tuple[House, list[str]]:
    """A floor on which one voucher was paid, one became credits, and one is outstanding."""
    house = House()
    house.open("queensland/roulette")
    house.seat("a")
    numbers = []
    for kind, by in ((ask.RedeemVoucher, "helper"), (ask.InsertVoucher, "a"), (None, "")):
        numbers.append(house.must(ask.PrintVoucher, "a").given["voucher"])
        if kind is not None:
            house.must(kind, by, number=numbers[-1])
        house.must(ask.TakeCash, "helper", terminal="a", amount=1_000)
    return house, numbers


def test_vch_2_the_journal_shows_the_last_digits_of_a_voucher_and_no_more(store: Store) -> None:
    house, numbers = paid_out()
    floor = put(store, house.journal)
    seen = 0
    for row, event in zip(store.rows(), house.journal, strict=True):
        assert (
            not any(number in row.body for number in numbers) and journal.read(row.body, row.sealed) == event
        )
        if isinstance(event, VoucherIssued | VoucherPaid):
            seen += 1
            body = msgspec.json.decode(row.body)
            assert (
                body["number"] == f"…{event.number[-4:]}" == told(row.kind, body)["number"]
                and row.sealed
                and event.number in row.sealed
            )
    assert seen == 5 and list(floor.vouchers) == numbers and store.load()[0] == floor
    assert bad_entry(store) is None


def test_vch_2_a_number_cannot_be_found_digit_by_digit(store: Store) -> None:
    """Who may search the journal could otherwise ask for longer and longer parts of it."""
    house, numbers = paid_out()
    put(store, house.journal)
    for number in numbers:
        assert not store.search(text=number) and not store.search(text=number[:8], kind="VoucherIssued")
        assert store.search(text=number[-4:], kind="VoucherIssued")  # what is printed for people is found


def test_vch_1_who_was_shown_a_number_is_shown_it_again_even_after_a_restart(store: Store) -> None:
    begin(store)

    def run(function: Any) -> Any:
        with Runner(store, entropy=SeededEntropy(3)) as runner:
            return function(Asking(runner, "again"))

    def first(asking: Asking) -> str:
        asking.enrol("a")
        return str(asking.must(ask.PrintVoucher, "a", id="print").given["voucher"])

    number = run(first)
    assert run(lambda asking: asking.must(ask.PrintVoucher, "a", id="print").given["voucher"]) == number
    assert not run(
        lambda asking: asking.ask(ask.PrintVoucher, "b", id="print").result(30)
    ).given  # nobody else is
    assert audit(store).bad is None


def test_a_code_of_a_terminal_is_not_in_the_store_and_not_in_the_journal(store: Store, tmp_path: Any) -> None:
    entrance = Entrance(f"sqlite:///{tmp_path}/auth.db", hasher=PasswordHasher(1, 8, 1))
    code = entrance.code_for("a").replace("-", "")
    with entrance._engine.begin() as db:
        kept = [str(row) for row in db.execute(text("select * from codes"))]
    assert (
        len(kept) == 1
        and code not in kept[0]
        and code not in (tmp_path / "auth.db").read_bytes().decode("latin-1")
    )
    house, _ = paid_out()
    put(store, house.journal)
    assert not any("code" in msgspec.json.decode(row.body) for row in store.rows())
    assert entrance.terminal_of(code) == "a" and entrance.terminal_of(code) == ""
