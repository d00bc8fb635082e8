"""How many places a table has on the floor: as many as the game itself takes wagers at,
and at a table that only makes results for terminals one for each of them.
"""

from __future__ import annotations

import pytest

from croupier.api import game
from croupier.families.family import USUAL_SEATS
from croupier.floor.seating import all_seats
from croupier.table.parts.people import MOST_SEATS
from tests.families import deals_cards, no_seat
from tests.floor.house import BETTING, House
from tests.tiers import chosen_games

CARDS = [name for name in chosen_games() if deals_cards(game(name).playable)]


def is_a_place(name: str, number: int, options: dict[str, str]) -> bool:
    """What the game itself says of a wager at a place."""
    return number <= MOST_SEATS and no_seat(game(name, options=options).playable, number) is None


@pytest.mark.parametrize("terminals", [3, 40, 60])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in CARDS),
        ("queensland/baccarat", {"terminals": "yes"}),
        ("queensland/baccarat", {"seats": "9"}),
    ],
)
def test_the_floor_gives_the_places_that_the_game_has(
    name: str, options: dict[str, str], terminals: int
) -> None:
    one = game(name, options=options)
    boxes = [seat for seat in all_seats(one, terminals) if seat.isdigit()]
    assert boxes == [str(number) for number in range(1, len(boxes) + 1)] and all(
        is_a_place(name, int(seat), options) for seat in boxes
    )
    if not one.rules.options.get("seats", "").isdigit():
        assert len(boxes) == USUAL_SEATS  # the rulebook leaves it open
    elif is_a_place(name, int(one.rules.options["seats"]) + 1, options):
        assert len(boxes) == min(terminals, MOST_SEATS)  # its number is not for terminals
    else:
        assert len(boxes) == int(one.rules.options["seats"])


def played_out(terminals: str) -> int:
    """Rounds of a shoe at a baccarat table;
    the cards are the same whatever the table is, and the cutting card appears among those of a round.
    """
    house = House(11)
    house.open(
        "queensland/baccarat",
        options={"decks": "6", "depth": "200", **({"terminals": terminals} if terminals else {})},
    )
    house.seat("a", amount=10_000_000)
    table = house.floor.tables["t"]
    while table.shoes < 2:
        house.round()
        if table.shoes < 2:
            house.play("a", "bet player 10")
            house.tick(BETTING / 1000)
            house.tick()
    return len(table.past)


def test_sch_1_s_18_5_no_further_round_follows_the_cutting_card_where_a_table_only_makes_results() -> None:
    assert played_out("") == played_out("yes") == played_out("no") - 1


def test_sch_1_s_3_3_the_fourteen_places_are_for_those_who_sit_at_the_table_and_not_for_terminals() -> None:
    house = House()
    table = house.open("queensland/baccarat")
    many = [house.seat(f"terminal-{number}") for number in range(1, 21)]
    house.round()
    for terminal in many:
        house.play(terminal, "bet player 10")
    house.tick(BETTING / 1000)
    house.tick()
    assert [*table.past[1].seats] == [str(number) for number in range(1, 21)] and len(
        table.past[1].lines[""]
    ) == 20
    seated = House()
    table = seated.open("queensland/baccarat", options={"terminals": "no"})
    for number in range(1, 21):
        seated.seat(f"terminal-{number}")
    assert {seat for seat in table.seats if seat.isdigit()} == {
        str(number) for number in range(1, 15)
    }  # the others bet behind them
