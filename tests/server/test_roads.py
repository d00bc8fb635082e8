"""What came before at a table: which hand won, as its layout calls it;
and nothing of a game that the table no longer has.
"""

from __future__ import annotations

import pytest

from croupier.errors import BadInput
from croupier.floor.rooms import game_of
from croupier.floor.state import FloorTable
from croupier.floor.views import results_view
from croupier.server.roads import _WINNERS, coups, drawn_history, winners
from tests.floor.house import House, Players

POINTS = {"A": 1, **{str(number): number for number in range(2, 10)}}


def played(name: str, rounds: int = 25, made: House | None = None) -> House:
    made = made or House(4)
    table = made.open(name)
    seats = [made.seat(one, amount=10_000_000) for one in ("a", "b") if one not in table.seats.values()]
    players = Players(made, seats or ["a", "b"], 4)
    if not name.startswith("california/"):
        players.rounds(rounds)
        return made
    for number in range(rounds):  # a player has the bank for two rounds, and the other bets against it
        made.round()
        banker, bettor = ("a", "b") if number // 2 % 2 else ("b", "a")
        made.play(banker, "bank 1000")
        made.play(bettor, "bet base 10" if name.endswith("gold") else "bet player 10")
        while table.round is not None:
            made.tick(5)
    return made


def by_hand(table: FloorTable) -> dict[int, str]:
    """Which hand won each coup, from its cards: two for each in turn, then a third for the player's hand
    below six, if nobody has a natural; whatever is left is the banker's.
    """
    found = {}
    for number, one in table.past.items():
        cards = [text.removeprefix("deal ") for text in one.draws() if text.startswith("deal ")]
        if len(cards) < 4:
            continue
        hands = [cards[0:4:2], cards[1:4:2]]
        naturals = any(_points(hand) > 7 for hand in hands)
        for card in cards[4:]:
            hands[0 if _points(hands[0]) < 6 and len(hands[0]) == 2 and not naturals else 1].append(card)
        player, banker = map(_points, hands)
        found[number] = "tie" if player == banker else "player" if player > banker else "banker"
    return found


def _points(hand: list[str]) -> int:
    return sum(POINTS.get(card[0], 0) for card in hand) % 10


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("queensland/baccarat", {}),
        ("great-britain/punto-banco", {"player": "punto", "banker": "banco", "tie": "egalite"}),
        ("california/ez-baccarat", {"banker": "dealer"}),
    ],
)
def test_the_hand_that_won_is_told_as_the_layout_calls_it(name: str, called: dict[str, str]) -> None:
    table = played(name).floor.tables["t"]
    won = by_hand(table)
    assert won and coups(table) == [*won.values()]
    assert winners(table, 100) == {number: called.get(hand, hand) for number, hand in won.items()}
    assert len(winners(table, 3)) <= 3
    assert drawn_history(table, "")().startswith("<svg")


def test_where_a_wager_is_on_one_hand_alone_the_hands_have_their_usual_names() -> None:
    table = played("california/baccarat-gold").floor.tables["t"]
    assert {"player", "banker"} <= {*winners(table, 100).values()} <= {
        "player",
        "banker",
        "tie",
    } and "base" in game_of(table.setup).rules.wagers


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("queensland/roulette", "house/baccarat"),
        ("great-britain/punto-banco", "queensland/baccarat"),
        ("queensland/sic-bo", "house/craps"),
        ("house/baccarat", "house/blackjack"),
    ],
)
def test_a_table_with_another_game_has_the_history_of_that_game_alone(before: str, now: str) -> None:
    made = played(before, 6)
    first = len(results_view(made.core, "t"))
    played(now, 6, made)
    table = made.floor.tables["t"]
    assert table.setup.game == now and first == 6
    assert [row["round"] for row in results_view(made.core, "t")] == [
        number for number, one in table.past.items() if one.setup is not None and one.setup.game == now
    ]
    if now == "house/blackjack":
        assert winners(table, 100) == {}
        with pytest.raises(BadInput, match="shows no history"):
            drawn_history(table, "")
    else:
        drawn = drawn_history(table, "")()
        table.past = {number: one for number, one in table.past.items() if number > first}
        assert drawn == drawn_history(table, "")()


def test_a_coup_is_looked_at_by_the_rules_it_was_played_by() -> None:
    made = House(4)
    table = made.open("queensland/baccarat")
    made.seat("a")
    for _ in range(3):
        made.round()
        made.play("a", "bet player 10")
        made.play("a", "bet player-pair 10")
        while table.round is not None:
            made.tick(5)
    before = coups(table)
    made.open("queensland/baccarat", options={"pairs": "no"})
    made.next_round()
    assert table.setup.options["pairs"] == "no" and len(before) == 3
    _WINNERS.clear()
    assert coups(table) == before
