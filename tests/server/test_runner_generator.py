"""The runner and its generator:
one that does not work stops the automatic tables (RNG-15), and so do rules that have changed (SEC-3).
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from croupier.floor import commands as ask
from croupier.randomness.source import GeneratorFailed, SeededEntropy
from croupier.server import runner as running
from croupier.server.store import Store
from tests.server.floors import PATIENCE, Asking
from tests.server.runners import folded, until


class Stuck(SeededEntropy):
    """A generator that gets stuck when it is told to."""

    stuck = False

    def bytes(self, n: int) -> bytes:
        return b"\0" * n if self.stuck else super().bytes(n)


class Dead(SeededEntropy):
    dead = False

    def bytes(self, n: int) -> bytes:
        if self.dead:
            raise GeneratorFailed("no bytes")
        return super().bytes(n)


def test_a_generator_that_fails_stops_the_automatic_tables(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "HEALTH_EVERY", 0.05)
    monkeypatch.setattr(running, "BROKEN_EVERY", 0.05)
    entropy = Stuck(1)
    asking = run(store, entropy=entropy)
    asking.open("t")
    asking.open("live", mode="live")
    entropy.stuck = True
    until(lambda: asking.floor()["tables"]["t"]["fault"])
    assert (
        not asking.floor()["tables"]["live"]["fault"]
        and "generator" in asking.floor()["tables"]["t"]["fault"]
    )
    asking.ask(ask.ClearFault, "super", table="t").result(PATIENCE)
    until(lambda: asking.floor()["tables"]["t"]["fault"])  # it is not repaired by being called so
    entropy.stuck = False
    until(lambda: not asking.runner.broken)
    asking.must(ask.ClearFault, "super", table="t")
    time.sleep(0.2)
    assert not asking.floor()["tables"]["t"]["fault"]
    folded(asking, store)


def test_a_generator_that_fails_in_play_stops_all_of_them_and_prints_no_voucher(
    store: Store, run: Callable[..., Asking]
) -> None:
    entropy = Dead(1)
    asking = run(store, 20, entropy=entropy)
    for table in ("t", "u"):
        asking.open(table)
    asking.enrol("terminal-1", 500, table="t")
    entropy.dead = True
    until(lambda: all(table["fault"] for table in asking.floor()["tables"].values()))
    refused = asking.ask(ask.PrintVoucher, "terminal-1").result(PATIENCE)
    assert (
        not refused.done
        and "the generator does not work" in refused.why
        and asking.credits("terminal-1") == 500
    )
    folded(asking, store)


def test_at_the_start_a_broken_generator_or_other_rules_stop_tables(
    store: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = run(store)
    asking.open("t")
    asking.open("live", mode="live")
    asking.runner.stop()
    entropy = Stuck(1)
    entropy.stuck = True
    asking = run(store, entropy=entropy)
    assert (
        asking.floor()["tables"]["t"]["fault"].startswith("the generator")
        and not asking.floor()["tables"]["live"]["fault"]
    )
    asking.runner.stop()
    from croupier.rulebook.ruleset import Ruleset

    monkeypatch.setattr(Ruleset, "digest", lambda self: "other")
    asking = run(store, prefix="d")
    assert asking.floor()["tables"]["live"]["fault"].startswith("its rules")
