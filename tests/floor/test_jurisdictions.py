"""What a jurisdiction asks of electronic tables beyond the rules of the games."""

from __future__ import annotations

from itertools import pairwise

from croupier.floor import commands as ask
from croupier.floor.events import RoundOpened
from tests.floor.house import House, Players


def test_gam_4_a_british_automatic_game_runs_at_most_fifty_rounds_an_hour() -> None:
    house = House()
    house.open("great-britain/roulette", pace=1)
    players = Players(house, [house.seat("terminal-1")])
    players.rounds(3)
    begun = [event.at for event in house.journal if isinstance(event, RoundOpened)]
    assert all(later - earlier >= 72_000 for earlier, later in pairwise(begun))
    elsewhere = House()
    elsewhere.open("queensland/roulette")
    Players(elsewhere, [elsewhere.seat("terminal-1")]).rounds(3)
    begun = [event.at for event in elsewhere.journal if isinstance(event, RoundOpened)]
    assert all(later - earlier < 72_000 for earlier, later in pairwise(begun))


def test_gam_4_a_live_table_is_as_fast_as_its_dealer() -> None:
    house = House()
    assert house.open("great-britain/roulette", mode="live").setup.pace == 0


def test_gam_4_one_game_at_a_time_in_great_britain_and_several_in_queensland() -> None:
    house = House()
    for name, table in (
        ("great-britain/roulette", "one"),
        ("great-britain/sic-bo", "two"),
        ("queensland/roulette", "three"),
        ("queensland/sic-bo", "four"),
    ):
        house.open(name, table)
    house.seat("terminal-1", "one")
    assert "leave one first" in house.refused(ask.Join, "terminal-1", table="two")
    assert "leave one first" in house.refused(ask.Join, "terminal-1", table="three")
    house.seat("terminal-2", "three")
    house.seat("terminal-2", "four")


def test_etg_28_winning_wagers_wait_to_be_collected_in_queensland_unless_the_setup_says_otherwise() -> None:
    house = House()
    assert house.open("queensland/roulette", "one", None).setup.collect
    assert not house.open("queensland/roulette", "two", collect=False).setup.collect
    assert not house.open("great-britain/roulette", "three", None).setup.collect
