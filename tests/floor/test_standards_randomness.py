"""Rows of the standards for electronic tables about randomness, each named after its row."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.equipment.shoe import packs
from croupier.floor import commands as ask
from croupier.floor.events import Happened, RoundOpened, RoundOver, ShoeOpened, ShoeSealed
from croupier.floor.sealing import matches
from croupier.randomness.source import GeneratorFailed
from tests.floor.house import BETTING, House, Players

WHEEL = "queensland/roulette"


def draws(made: House) -> list[str]:
    return [
        event.text
        for event in made.journal
        if isinstance(event, Happened) and event.text.split()[0] in ("spin", "deal", "roll")
    ]


@pytest.mark.parametrize("name", [WHEEL, "house/craps", "queensland/sic-bo", "queensland/baccarat"])
def test_rng_7_nothing_is_determined_until_all_options_are_closed(name: str) -> None:
    made = House(7)
    made.open(name)
    players = Players(made, [made.seat("a")], 7)
    one = made.round()
    while not players.bet():
        pass
    for _ in range(3):
        made.tick(1)
        assert not draws(made)
    made.now = one.deadline
    made.tick()
    assert one.phase == "closed" and not draws(made)
    made.tick()
    assert draws(made)


def test_rng_7_a_ruling_draws_nothing_before_no_more_bets_is_stored() -> None:
    made = House(7)
    made.open(WHEEL)
    made.seat("a")
    one = made.round()
    made.now = one.deadline
    made.core.stored = lambda seq: None  # type: ignore[method-assign]  # the disk is slow
    made.tick()
    made.ask(ask.Rule, "super", table="t", irregularity="no-spin", facts={"reason": "foreign-object"})
    assert one.phase == "closed" and not draws(made)


def test_rng_10_after_an_interruption_the_selection_is_preserved_and_goes_on() -> None:
    """A shoe that was sealed gives the same cards after a crash as it would have without one."""
    one, other = House(10), House(10)
    for made in (one, other):
        made.open("queensland/baccarat")
        made.seat("a")
        made.round()
        made.play("a", "bet player 10")
        made.finish()
        made.round()
        made.play("a", "bet player 10")
    other.core = other.again()
    other.entropy.bytes(1_000)  # what was drawn and lost is not drawn again
    one.finish()
    other.finish()
    assert draws(one) == draws(other)


def test_rng_11_nothing_is_decided_after_the_outcome_and_only_what_was_drawn_is_told() -> None:
    made = House(11)
    made.open(WHEEL)
    made.seat("a")
    made.round()
    made.play("a", "bet red 10")
    made.finish()
    found = [event for event in made.journal if isinstance(event, Happened | RoundOver)]
    at = next(
        at for at, event in enumerate(found) if isinstance(event, Happened) and event.text.startswith("spin")
    )
    assert isinstance(found[at + 1], RoundOver) and len(draws(made)) == 1


def test_rng_12_cards_come_from_one_pack_in_the_order_in_which_they_were_sealed() -> None:
    made = House(12)
    made.open("bahamas/single-deck-blackjack")
    players = Players(made, [made.seat("a", amount=10_000_000)], 12)
    players.rounds(40)
    sealed: dict[int, ShoeSealed] = {}
    left: list[str] = []
    for event in made.journal:
        if isinstance(event, ShoeSealed):
            sealed[event.shoe], left = event, list(event.order)
            assert Counter(event.order) == packs(1)
        elif isinstance(event, ShoeOpened):
            assert matches(sealed[event.shoe].commitment, event.salt, event.order)
        elif isinstance(event, Happened) and event.from_shoe:
            assert event.text == f"deal {left.pop(0)}"
    assert len(sealed) > 2


def test_rng_12_a_fresh_shoe_burns_what_the_rules_burn_and_nobody_sees_it() -> None:
    made = House(12)
    made.open("queensland/baccarat")
    players = Players(made, [made.seat("a", amount=100_000_000)], 12)
    while not any(isinstance(event, ShoeOpened) for event in made.journal):
        players.rounds(1)
    at = next(at for at, event in enumerate(made.journal) if isinstance(event, ShoeOpened))
    number = next(event.round for event in made.journal[at:] if isinstance(event, RoundOpened))
    first = made.floor.tables["t"].past[number].events
    assert (
        first[0].text == "dealer shuffle"
        and first[1].text.startswith("deal ")
        and first[1].hidden
        and first[1].from_shoe
    )
    assert " bet " in first[2].text  # and then bets are taken
    burnt = made.floor.tables["t"].past[number].after[""]["shoe"]
    assert burnt["unseen"] == 1


def test_rng_12_a_shoe_of_which_nothing_was_dealt_is_not_shuffled_again() -> None:
    made = House(12)
    made.open("queensland/baccarat")
    made.seat("a")
    for _ in range(5):
        made.round()
        made.tick(BETTING / 1000)
    assert sum(isinstance(event, ShoeSealed) for event in made.journal) == 1


def test_rng_15_if_the_source_fails_the_table_stops_and_no_voucher_is_printed() -> None:
    class Stuck:
        def bytes(self, n: int) -> bytes:
            raise GeneratorFailed("no bytes")

    made = House(15)
    made.open(WHEEL)
    made.seat("a")
    one = made.round()
    made.play("a", "bet red 10")
    made.now = one.deadline
    made.tick()
    made.entropy = Stuck()  # type: ignore[assignment]  # a generator that is broken
    made.tick()
    assert "GeneratorFailed" in made.floor.tables["t"].fault
    assert "out of order" in made.refused(ask.Play, "a", table="t", act="bet red 10")
    assert "no bytes" in made.refused(ask.PrintVoucher, "a")
    made.must(ask.ClearFault, "super", table="t", void=True)
    assert made.credits("a") == 100_000
