"""The floor under simulated faults: nothing is lost, nothing is made, nothing happens twice.

And the simulator finds what is broken on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.floor.cash import Cash
from croupier.floor.ledger import Ledger, Posting
from croupier.floor.rounds import Playing
from tests.floor.faults import Machine, simulate
from tests.tiers import fresh_seed

SEEDS = 200


def test_nothing_is_lost_and_nothing_is_made() -> None:
    rounds = draws = 0
    done: Counter[str] = Counter()
    for seed in range(SEEDS):
        one = simulate(seed)
        done += one.done
        rounds += sum(table.number for table in one.machine.core.floor.tables.values())
        draws += len(one.told)
    assert rounds > 10 * SEEDS / 4 and draws > 10 * SEEDS
    assert (
        done["open-table"] > 3 * SEEDS + 30
    )  # three for each seed at its beginning, and others in the midst of rounds
    assert all(
        done[name] > 5
        for name in ("hand-pay", "pay-round", "change-table", "set-terminal", "approve-correction")
    ), done


def test_what_is_owed_after_corrections_is_decided_and_comes_out_even() -> None:
    """Long nights at a live table alone: results are put right when players have cashed out,
    and a manager collects, waives or pays what is owed.
    """
    ways: Counter[str] = Counter()
    for seed in range(25):
        one = simulate(seed, steps=260, tables=("live",))
        ways += Counter(
            record.given["way"]
            for batch in one.disk.read()
            for record in batch
            if record.done and record.command.name == "decide-owed"
        )
    assert all(ways[way] > 2 for way in ("collected", "waived", "paid")), ways


@pytest.mark.deep
@pytest.mark.parametrize("thousand", range(10))
def test_nothing_is_lost_and_nothing_is_made_in_ten_thousand_nights(thousand: int) -> None:
    first = SEEDS + 1_000 * thousand
    for seed in range(first, first + 1_000):
        simulate(seed)


@pytest.mark.deep
@pytest.mark.skipif(not fresh_seed(), reason="only a deep run draws a fresh seed")
def test_nothing_is_lost_and_nothing_is_made_in_nights_that_nobody_has_seen() -> None:
    for seed in range(fresh_seed() << 16, (fresh_seed() << 16) + 500):
        simulate(seed)


# Teeth.


class Forgets(Machine):
    """It does not keep what it answered."""

    keeps_answers = False


class Hasty(Machine):
    """It says that everything is stored before it is."""

    says_stored_too_early = True


def voucher_not_marked(patch: pytest.MonkeyPatch) -> type[Machine]:
    patch.setattr(
        Cash,
        "_unpaid",
        lambda self, number: (
            self.floor.vouchers[number].amount
            if number in self.floor.vouchers
            else (_ for _ in ()).throw(BadInput("none"))
        ),
    )
    return Machine


def bet_after_close(patch: pytest.MonkeyPatch) -> type[Machine]:
    patch.setattr(Playing, "_in_time", lambda *_: None)
    return Machine


def posting_dropped(patch: pytest.MonkeyPatch) -> type[Machine]:
    whole: Callable[[Ledger, Iterable[Posting]], None] = Ledger.post

    def post(self: Ledger, postings: Iterable[Posting]) -> None:
        some = list(postings)
        whole(self, some[:-1] if len(some) > 2 else some)

    patch.setattr(Ledger, "post", post)
    return Machine


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], type[Machine]]] = {
    "answers not kept": lambda _: Forgets,
    "drawn before it is stored": lambda _: Hasty,
    "voucher not marked": voucher_not_marked,
    "bet after close accepted": bet_after_close,
    "posting dropped": posting_dropped,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_simulator_finds_what_is_broken(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FAULTS[fault](monkeypatch)
    found: Any = None
    for seed in range(SEEDS):
        try:
            simulate(seed, machine)
        except (
            AssertionError,
            RuntimeError,
        ) as mistake:  # what must hold does not, or the floor itself says so
            found = mistake
            break
    assert found is not None, f"nobody noticed: {fault}"
