"""Roots: whose bank, fund, position and refusal it is goes by the person, not by the box."""

from __future__ import annotations

import pytest

from croupier.api import game
from croupier.errors import NotAllowed
from croupier.families import build, ruleset
from croupier.rulebook.load import game_ids
from croupier.table.table import Table

BANKED = [
    name
    for name in game_ids()
    if ruleset(name).setup.__class__.__struct_fields__.count("bank")
    and ruleset(name).setup.bank.kind == "player-dealer"
]


@pytest.mark.parametrize("name", BANKED)
def test_a_player_dealer_has_no_wager_against_himself_on_any_box(name: str) -> None:
    played, family = build(ruleset(name)), ruleset(name).head.game
    wager = next(one for one in played.ruleset.names if played.betting.wagers.is_listed(one))
    table = Table(played)
    table.apply("1 bank 500")
    for event in (f"1 bet {wager} 10", f"2 bet {wager} 10 player=1", f"3b bet {wager} 10 player=1"):
        with pytest.raises(NotAllowed) as refused:
            table.apply(event)
        # Where a player has one position, the clause on that may speak first.
        setup = played.ruleset.setup
        speaks = {setup.bank.own_clause or setup.bank.clause}
        if family == "streets":
            speaks |= {setup.hands.position_clause, setup.hands.single_clause}
        assert refused.value.clause in speaks, event
    # And who has a wager at another's box takes no bank.
    other = Table(played)
    try:
        other.apply(f"2 bet {wager} 10 player=1")
    except NotAllowed:
        assert family == "streets"  # a player has one position there
        return
    with pytest.raises(NotAllowed):
        other.apply("1 bank 500")


@pytest.mark.parametrize("name", BANKED)
def test_no_hand_is_dealt_to_another_at_the_place_of_the_bank(name: str) -> None:
    """Where cards go to places, the player-dealer's is his; on a baccarat layout others may bet behind."""
    played, family = build(ruleset(name)), ruleset(name).head.game
    wager = next(one for one in played.ruleset.names if played.betting.wagers.is_listed(one))
    hands, clause = family != "baccarat", played.ruleset.setup.bank.place_clause
    assert hands == bool(clause)
    first, second = Table(played), Table(played)
    first.apply("1 bank 500")
    refusal = first.refusal(f"1b bet {wager} 10")
    assert (refusal.clause if refusal else "") == clause
    assert first.refusal(f"1 bet {wager} 10 player=2") is not None
    second.apply(f"1b bet {wager} 10")
    refusal = second.refusal("1 bank 500")
    assert (refusal.clause if refusal else "") == clause


@pytest.mark.parametrize("name", BANKED)
def test_a_void_round_is_told_as_between_the_players_and_who_banked(name: str) -> None:
    """A payment that was put right first is between these two as well."""
    played = build(ruleset(name))
    wagers = [one for one in played.ruleset.names if played.betting.wagers.is_listed(one)][:1]
    wagers += ["blind"] if "blind" in played.ruleset.names else []
    table = Table(played)
    for event in ("1 bank 500", *(f"2 bet {wager} 10" for wager in wagers), "deal Th"):
        table.apply(event)
    table.apply("supervisor rule misdeal")
    assert table.over and [line.paid_by for line in table.lines] == ["seat 1"] * len(wagers)


@pytest.mark.parametrize(
    "name", ["california/pure-21-5", "california/ez-baccarat", "california/royal-baccarat"]
)
def test_a_seated_player_backs_another_hand(name: str) -> None:
    played = build(ruleset(name))
    wager = next(one for one in played.ruleset.names if played.betting.wagers.is_listed(one))
    table = Table(played)
    for event in ("1 bank 500", f"2 bet {wager} 10", f"3 bet {wager} 10", f"2b bet {wager} 10 player=3"):
        table.apply(event)
    behind = table.play.find("2", "b", wager)
    assert behind is not None and behind.whose == "3"


def test_r_16_30_the_fund_is_shared_by_players_not_positions() -> None:
    """Two of three royal flushes are one player's: he has one share of two."""
    found = game("great-britain/live-draw-poker", jackpot=True).settle(
        'events = ["1 bet hand 10", "2 bet hand 10 player=1", "3 bet hand 10", "deal Ah Kh Qh Jh Th", '
        '"1 hold all", "2 hold all", "3 hold all"]\n[before]\nmeters.jackpot = "1000"\n'
    )
    shares = {line.seat: line.net for _, line in found.lines if line.wager == "jackpot"}
    assert shares == {"1": 50_000, "3": 50_000}


def test_r_8_42_the_jackpot_is_shared_by_players_not_side_wagers() -> None:
    opening = [
        f"{who} bet {what}"
        for who in ("1", "2", "3")
        for what in ("high 10" + (" player=1" if who == "2" else ""), "side 2")
    ]
    more = ['"table next-round", "1 bet high 1", "roll 3-4"'] * 5
    events = ", ".join([*(f'"{event}"' for event in opening), '"roll 3-4"', *more])
    found = game("great-britain/rocket-7").settle(
        f'events = [{events}]\n[before]\nmeters.progressive = "1000"\n'
    )
    shares = {line.seat: line.net for _, line in found.lines if "the jackpot" in line.why}
    assert shares["1"] == shares["3"] and shares["2"] < shares["1"] // 10


def test_reg_12_5_d_two_positions_are_two() -> None:
    table = game("bahamas/let-it-ride", two_positions=True).table()
    table.apply("2 bet bet-1 5")
    table.apply("1 bet bet-1 5 player=2")
    refusal = table.refusal("3 bet bet-1 5 player=2")
    assert refusal is not None and refusal.clause == "reg 12(5)(d)"


def test_reg_3_14_c_who_refuses_a_card_gets_none_on_his_other_box() -> None:
    table = game("bahamas/blackjack", several_boxes=True).table()
    for event in (
        "1 bet main 10",
        "2 bet main 10 player=1",
        "3 bet main 10",
        "deal 5h 6h 7h Td 2c 3c 4c 9c",
        "supervisor rule card-drawn-in-error exposed=yes refused=yes box=1 card=8d",
    ):
        table.apply(event)
    refusal = table.refusal("2 hit")
    assert refusal is not None and refusal.clause == "reg 3(14)(c)"
    table.apply("3 hit")
    assert table.play.cards("3")[-1] == "8d"
