"""Every game of every rulebook can be played on the floor:
money is conserved, the journal folds to the same state, a sealed shoe is what it was committed to.
"""

from __future__ import annotations

from zlib import crc32

import pytest

from croupier.floor.events import Closed, Happened, ShoeOpened, ShoeSealed
from croupier.floor.ledger import CASH
from croupier.floor.sealing import matches
from tests.floor.house import House, Players
from tests.tiers import chosen_games


@pytest.mark.parametrize("collect", [False, True], ids=["at-once", "collected"])
@pytest.mark.parametrize("name", chosen_games())
def test_a_game_is_played_from_terminals(name: str, collect: bool) -> None:
    house = House(crc32(name.encode()))
    house.open(name, collect=collect)
    players = Players(house, [house.seat(f"terminal-{number}") for number in range(3)], crc32(name.encode()))
    assert players.rounds(4) > 0
    house.folds()
    assert house.floor.ledger.balance(CASH) == -300_000
    sealed = {event.shoe: event for event in house.journal if isinstance(event, ShoeSealed)}
    for event in house.journal:
        if isinstance(event, ShoeOpened):
            assert (event.salt, event.order) == (sealed[event.shoe].salt, sealed[event.shoe].order)
            assert matches(sealed[event.shoe].commitment, event.salt, event.order)


@pytest.mark.parametrize("name", ["queensland/roulette", "queensland/baccarat", "house/blackjack"])
def test_nothing_is_drawn_before_no_more_bets_is_stored(name: str) -> None:
    house = House()
    house.open(name)
    players = Players(house, [house.seat("terminal-1")])
    one = house.round()
    while not players.bet():
        pass
    house.now = one.deadline
    house.core.stored = lambda seq: None  # type: ignore[method-assign]  # the disk is slow
    for _ in range(5):
        assert not any(
            isinstance(event, Happened) and event.text.split()[0] in ("spin", "deal")
            for event in house.tick(1).events
        )
    assert any(isinstance(event, Closed) for event in house.journal)
    house.core.on_disk = house.floor.seq
    assert any(isinstance(event, Happened) for event in house.tick().events)
