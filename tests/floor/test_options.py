"""Options between cards at automatic tables: whoever may still do something has time for it,
with a countdown; who stays silent stakes nothing, and whoever wants it gets it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from croupier.floor import commands as ask
from croupier.floor.deciding import NOT_PLAYERS
from croupier.floor.events import Closed, Extended, Happened, Waits
from croupier.floor.ledger import stakes
from croupier.floor.rounds import Playing
from croupier.floor.state import FloorTable
from croupier.floor.views import table_view
from tests.floor.house import BETTING, DECIDING, House, Players
from tests.tiers import chosen_games

AMOUNT = 10_000_000


def at(made: House) -> FloorTable:
    return made.floor.tables["t"]


def bet_on_everything(made: House, who: str, banks: bool) -> int:
    """Every wager that is open, or the bank where a player has it; how many were taken."""
    acts = [
        act
        for question in made.core.room(at(made)).main.pending
        if question.who == "*"
        for act in question.allowed()
    ]
    if banks and ("bank" in acts or "bid" in acts):
        return made.ask(ask.Play, who, table="t", act=f"{'bank' if 'bank' in acts else 'bid'} 200").done
    return sum(
        made.ask(ask.Play, who, table="t", act=f"{act} 10").done
        for act in [act for act in acts if act.startswith("bet ")][:10]
    )


class Watched:
    """Draws that came while a person could still lay a wager,
    by whether he had been given the time for it.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.early: Counter[str] = Counter()
        self.windows: Counter[str] = Counter()
        drawn = Playing._draw

        def draw(core: Any, table: FloorTable, room: Any) -> None:
            for question in room.main.pending:
                if question.who not in NOT_PLAYERS and any(
                    act.startswith("bet ") for act in question.allowed()
                ):
                    assert table.round is not None
                    over = table.round.phase == "waits" and core.now >= table.round.deadline
                    (self.windows if over else self.early)[f"{table.setup.game}: {question.allowed()}"] += 1
            drawn(core, table, room)

        patch.setattr(Playing, "_draw", draw)


@pytest.mark.deep
@pytest.mark.parametrize("silent", [True, False], ids=["silent", "wants-it"])
@pytest.mark.parametrize("name", chosen_games())
def test_nobody_loses_an_option_to_the_speed_of_the_table(
    name: str, silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, seen = House(3), Watched(monkeypatch)
    made.open(name)
    players = Players(made, [made.seat("a", amount=AMOUNT), made.seat("b", amount=AMOUNT)], 3)
    for _ in range(50 if "war" in name else 8):  # equal cards are rare
        number = made.round().number
        bet_on_everything(made, "a", True)
        bet_on_everything(made, "b", False)
        staked = sum(made.floor.ledger.balance(stakes("t", who)) for who in "ab")
        while number not in at(made).past:
            one = at(made).round
            assert one is not None and not at(made).fault, at(made).fault
            if one.phase == "waits" and not silent:
                players.decide()
            elif one.phase == "open" and not silent:
                bet_on_everything(made, "a", True)
                bet_on_everything(made, "b", False)
            if number not in at(made).past:
                made.now = max(made.now, one.deadline)
                made.tick()
                if silent:
                    assert sum(made.floor.ledger.balance(stakes("t", who)) for who in "ab") <= staked
    assert not seen.early, seen.early
    made.folds()


def at_war(made: House) -> None:
    """A round in which box 1 has the dealer's card and goes to war."""
    for _ in range(200):
        made.round()
        made.play("a", "bet initial 10")
        made.tick(BETTING / 1000)
        made.tick()
        if at(made).round is not None:
            made.play("a", "war")
            return
    raise AssertionError("no war")


def test_war_tie_there_is_time_to_bet_on_it_before_the_war() -> None:
    made = House(2)
    made.open("bahamas/casino-war")
    made.seat("a", amount=AMOUNT)
    at_war(made)
    one = at(made).round
    assert one is not None and one.phase == "waits" and one.deadline == made.now + DECIDING
    dealt = len([event for event in one.events if event.text.startswith("deal ")])
    assert (
        not table_view(made.core, "t", "a")["no-more-bets"] and table_view(made.core, "t")["no-more-bets"]
    )  # ETG-09: the words are shown to whoever may not bet
    made.tick(DECIDING / 1000 - 1)
    assert (
        len([event for event in one.events if event.text.startswith("deal ")]) == dealt
    )  # he still has his time
    made.play("a", "bet war-tie 5")
    assert at(made).round is None and {line["wager"] for line in one.lines[""]} >= {
        "war",
        "war-tie",
    }  # nobody else is waited for
    made.folds()


def test_war_tie_who_says_nothing_has_not_bet_on_it() -> None:
    made = House(2)
    made.open("bahamas/casino-war")
    made.seat("a", amount=AMOUNT)
    at_war(made)
    one = made.floor.tables["t"].round
    assert one is not None
    made.tick(DECIDING / 1000)
    assert at(made).round is None and "war-tie" not in {line["wager"] for line in one.lines[""]}
    made.folds()


def test_war_tie_nobody_loses_it_because_his_terminal_broke_down() -> None:
    made = House(2)
    made.open("bahamas/casino-war")
    made.seat("a", amount=AMOUNT)
    at_war(made)
    one = at(made).round
    assert one is not None
    made.must(ask.ReportFault, "helper", terminal="a", why="the screen is dark")
    made.tick(60)
    assert at(made).round is one
    made.must(ask.ClearFault, "super", terminal="a")
    made.play("a", "bet war-tie 5")
    assert "war-tie" in {line["wager"] for line in one.lines[""]}


def test_war_tie_at_a_live_table_it_is_taken_until_the_dealer_deals() -> None:
    made = House()
    made.open("bahamas/casino-war", mode="live")
    made.seat("a")
    made.round()
    made.play("a", "bet initial 10")
    for act in ("no-more-bets", "deal 6h", "deal 6d"):
        made.must(ask.Deal, "dealer", table="t", act=act)
    made.play("a", "war")
    made.play("a", "bet war-tie 5")
    made.must(ask.Deal, "dealer", table="t", act="deal ??")
    made.refused(ask.Play, "a", table="t", act="bet war-tie 5")
    made.folds()


@pytest.mark.parametrize(
    ("name", "main", "option", "wager"),
    [
        ("queensland/blackjack", "blackjack", "insurance", "insurance"),
        ("house/red-dog", "original", "raise", "raise"),
    ],
)
def test_an_option_is_asked_with_a_countdown_and_defaults_to_no(
    name: str, main: str, option: str, wager: str
) -> None:
    for wants in (True, False):
        made = House(8)
        made.open(name)
        made.seat("a", amount=AMOUNT)
        for _ in range(120):
            one = made.round()
            made.play("a", f"bet {main} 10")
            made.tick(BETTING / 1000)
            made.tick()
            room = made.core.room(at(made)) if at(made).round is not None else None
            asked = (
                [
                    act
                    for question in room.main.pending
                    if question.who not in NOT_PLAYERS
                    for act in question.allowed()
                    if act.split()[0] == option
                ]
                if room is not None
                else []
            )
            if asked:
                assert one.phase == "waits" and one.deadline == made.now + DECIDING
                if wants:
                    made.play("a", f"{asked[0]} 5")
                made.finish()
                assert (wager in {line["wager"] for line in one.lines[""]}) == wants
                break
            made.finish()
        else:
            raise AssertionError(f"{option} was never offered")
        made.folds()


# A wagering period of several stages.


def auctioned(mode: str = "automatic") -> House:
    made = House(1)
    made.open("bahamas/chemin-de-fer", mode=mode)
    for who in "abc":
        made.seat(who)
    made.round()
    made.play("a", "bid 50")
    return made


def test_chemin_de_fer_each_stage_has_its_time_and_the_hand_is_played() -> None:
    made = auctioned()
    made.tick(BETTING / 1000)
    one = at(made).round
    assert (
        one is not None
        and one.phase == "open"
        and one.deadline == made.now + BETTING
        and one.events[-1].text == "dealer award-bank"
    )
    made.tick(1)
    made.play("a", "bet bank 50")
    assert one.deadline == made.now + BETTING  # only now can the others bet
    made.tick(1)
    for who in "bc":
        made.play(who, "bet cover 20")
    assert one.deadline == made.now + BETTING - 1_000  # and no more time than that
    made.finish()
    assert [type(event) for event in made.journal if isinstance(event, Extended | Closed)] == [
        Extended,
        Extended,
        Closed,
    ]
    assert not any(
        event.text.startswith("deal ")
        for event in one.events[: [event.text for event in one.events].index("dealer no-more-bets")]
    )
    assert at(made).turnover == 8_000 and {line["wager"] for line in one.lines[""]} == {"bank", "cover"}
    made.folds()


def test_chemin_de_fer_who_has_the_bank_and_stays_silent_passes_it() -> None:
    """Bahamas reg 5(11)(a): a Banker who delays the game is ordered to pass the bank."""
    made = auctioned()
    for _ in range(2):
        made.tick(BETTING / 1000)
    one = at(made).round
    assert one is not None and one.events[-1].by == "default" and "pass-the-bank" in one.events[-1].text
    made.play("b", "take-bank")
    made.play("b", "bet bank 20")
    made.play("c", "bet cover 20")
    made.finish()
    assert {(line["seat"], line["wager"]) for line in one.lines[""]} >= {("2", "bank"), ("3", "cover")}
    made.folds()


def test_chemin_de_fer_what_nobody_covers_goes_back() -> None:
    made = auctioned()
    made.tick(BETTING / 1000)
    made.play("a", "bet bank 50")
    made.finish()
    assert made.credits("a") == 100_000 and at(made).turnover == 0
    made.folds()


def test_chemin_de_fer_at_a_live_table_the_dealer_awards_the_bank() -> None:
    made = auctioned("live")
    assert "bets are still taken" in made.refused(ask.Deal, "dealer", table="t", act="deal 6h")
    made.must(ask.Deal, "dealer", table="t", act="award-bank")
    made.play("a", "bet bank 50")
    made.play("b", "bet cover 50")
    assert not any(isinstance(event, Happened) and event.text.startswith("deal ") for event in made.journal)
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    made.must(ask.Deal, "dealer", table="t", act="deal ??")
    assert not any(isinstance(event, Waits) for event in made.journal)
    made.folds()
