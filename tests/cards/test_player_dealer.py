"""Games with a player-dealer:
nobody wins or loses more than was put up, and a bank that is large enough settles as the house would.

Where settlement begins, in which order it goes and how far the cover reaches is written here a second time,
from the texts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.claims import Line
from croupier.table.parts.bank import BankRow
from croupier.table.table import Table

GOLD, ROYAL, EZ, PANDA, FREE = (
    f"california/{name}"
    for name in (
        "baccarat-gold",
        "royal-baccarat",
        "ez-baccarat",
        "ez-baccarat-panda-8",
        "commission-free-baccarat",
    )
)
GAMES = (GOLD, ROYAL, EZ, PANDA, FREE)
RANKS = "A23456789TJQK"
LINES = {
    GOLD: ["base"],
    ROYAL: ["player", "banker"],
    EZ: ["player", "dealer"],
    PANDA: ["player", "banker"],
    FREE: ["player", "banker"],
}
SIDES = {
    GOLD: ["tie", "spread"],
    ROYAL: ["tie", "player-pair", "banker-pair", "either-pair"],
    EZ: ["tie", "dragon-7"],
    PANDA: ["tie", "dragon-7", "panda-8"],
    FREE: ["tie", "player-dragon", "banker-dragon"],
}
PAIRS = ["player-pair", "banker-pair", "either-pair"]
ORDER = {
    EZ: [["player", "dealer"], ["tie"], ["dragon-7"]],
    PANDA: [["player"], ["banker"], ["tie"], ["panda-8"], ["dragon-7"]],
    FREE: [["player"], ["banker"], ["tie"], ["player-dragon"], ["banker-dragon"]],
}
ENOUGH = 10**7


@dataclass(frozen=True)
class Round:
    """A round that somebody might play."""

    game: str
    readings: tuple[tuple[str, str], ...]
    seats: int
    schedule: str
    banker: int
    cover: int
    bets: tuple[tuple[str, str, int], ...]
    cards: tuple[str, ...]
    choices: tuple[str, ...]

    @property
    def read(self) -> dict[str, str]:
        """Every reading in force."""
        return {
            **{name: row.default for name, row in ruleset(self.game).reading_rows.items()},
            **dict(self.readings),
        }


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    game = draw(st.sampled_from(GAMES))
    rules = ruleset(game)
    readings = tuple((name, draw(st.sampled_from(row.choices))) for name, row in rules.reading_rows.items())
    seats = draw(st.sampled_from([8, 8, 14]))
    banker = draw(st.integers(1, seats))
    people = draw(
        st.lists(
            st.tuples(st.integers(1, seats), st.sampled_from(["", "", "b", "c"])),
            min_size=3,
            max_size=7,
            unique=True,
        )
    )
    stakes = st.one_of(st.integers(1, 40).map(lambda dollars: 500 * dollars), st.integers(100, 10_000))
    bets = []
    for seat, bettor in people:
        if seat == banker and not bettor:
            continue
        line = draw(st.sampled_from(LINES[game]))
        wanted = [wager for wager in (*LINES[game], *SIDES[game]) if wager == line or draw(st.booleans())]
        bets += [(f"{seat}{bettor}", wager, draw(stakes)) for wager in wanted]
    return Round(
        game=game,
        readings=readings,
        seats=seats,
        schedule=draw(st.sampled_from(["open", "open", *(f"2013-{option}" for option in range(1, 14))])),
        banker=banker,
        cover=draw(
            st.one_of(st.integers(1, 100_000), st.integers(1, 200).map(lambda dollars: 500 * dollars))
        ),
        bets=tuple(bets),
        cards=tuple(
            draw(
                st.lists(
                    st.tuples(st.sampled_from(RANKS), st.sampled_from("cdhs")).map("".join),
                    min_size=6,
                    max_size=6,
                )
            )
        ),
        choices=tuple(
            draw(st.lists(st.sampled_from(["draw", "stand", "house-way"]), min_size=6, max_size=6))
        ),
    )


@cache
def played(game: str, readings: tuple[tuple[str, str], ...], seats: int, schedule: str, house: bool) -> Any:
    rules = ruleset(game, {"seats": str(seats), "schedule": schedule}, dict(readings))
    return build(
        msgspec.structs.replace(rules, setup=msgspec.structs.replace(rules.setup, bank=BankRow()))
        if house
        else rules
    )


def amount(minor: int) -> str:
    return f"{minor // 100}.{minor % 100:02d}"


def deal(table: Table, cards: list[str], choices: list[str]) -> None:
    """Deal and answer until the round is over."""
    while not table.over:
        asked = [question.who for question in table.pending if question.who[0].isdigit()]
        if asked and not table.draw_wanted:
            for who, choice in zip(asked, choices, strict=False):
                table.apply(f"{who} {choice}")
        else:
            table.apply(f"deal {cards.pop(0)}")


def play(one: Round, cover: int, house: bool = False) -> Table:
    """The round with so much put up, or banked by the house;
    bets that the table does not take are left out.
    """
    table = Table(played(one.game, one.readings, one.seats, one.schedule, house))
    if not house:
        table.apply(f"{one.banker} bank {amount(cover)}")
    for who, wager, stake in one.bets:
        try:
            table.apply(f"{who} bet {wager} {amount(stake)}")
        except NotAllowed:
            continue
    if table.play.wagers:
        deal(table, list(one.cards), list(one.choices))
    return table


def settled(table: Table) -> list[Line]:
    return [line for line in table.lines if line.wager != "fee" and line.result != "withdrawn"]


def key(line: Line) -> tuple[str, str]:
    return line.seat + line.bettor, line.wager


# The texts a second time: where settlement begins, and how it goes on.


def begins(one: Round, short: bool, second: str) -> int:
    value = RANKS.index(second[0]) + 1
    ring = [*range(one.banker + 1, one.seats + 1), *range(1, one.banker)]
    from_house = sorted(ring)
    if one.game == PANDA:
        return ring[0]
    if one.game == FREE:
        return from_house[(value - 1) % len(from_house)]
    if one.game == GOLD:
        counted = ring[:7] if one.read["action-chart"] == "as-printed" else ring
        return counted[(value - 1) % len(counted)]
    if one.read["action-button"] == "when-short" and not short:
        return from_house[0]
    counted = [*ring, one.banker] if one.read["button-wraps"] == "over-the-bank" else ring
    return counted[(value - 1) % len(counted)]


def in_order(one: Round, lines: list[Line], start: int) -> list[Line]:
    """The lines as the text of each game has them settled."""

    def seat(line: Line) -> int:
        return (int(line.seat) - start) % one.seats

    if one.game == GOLD:
        spread = 1.5 if one.read["spread-order"] == "after-tie" else 4

        def gold(line: Line) -> tuple[Any, ...]:
            behind = line.bettor not in ("", "a")
            if line.wager == "spread" and (spread == 4 or not behind):
                return seat(line), spread, line.bettor, 0
            return (
                seat(line),
                3 if behind else {"tie": 1, "base": 2}[line.wager],
                line.bettor,
                ["tie", "spread", "base"].index(line.wager),
            )

        return sorted(lines, key=gold)
    groups = ORDER.get(one.game) or (
        [["player", "banker"], ["tie"], PAIRS]
        if one.read["order"] == "lines-ties-pairs"
        else [["player", "banker"], PAIRS, ["tie"]]
    )

    def turn(line: Line) -> tuple[Any, ...]:
        at, group = next((at, group) for at, group in enumerate(groups) if line.wager in group)
        first = (at, seat(line)) if one.read["settlement"] == "by-wager" else (seat(line), at)
        return *first, group.index(line.wager), line.bettor or "a"

    return sorted(lines, key=turn)


@pytest.mark.deep
@settings(max_examples=400)
@given(rounds())
def test_the_cover_bounds_every_round_and_a_large_bank_is_the_house(one: Round) -> None:
    table = play(one, one.cover)
    lines = settled(table)
    taken = {key(line) for line in lines}
    if not taken:
        return
    # The house takes what the limits of a schedule refuse: it is asked only for what the table took.
    same = replace(one, bets=tuple(bet for bet in one.bets if bet[:2] in taken))
    house, large = settled(play(same, 0, house=True)), settled(play(same, ENOUGH))
    assert {key(line): (line.stake, line.net, line.result, line.odds, line.uncovered) for line in large} == {
        key(line): (line.stake, line.net, line.result, line.odds, 0) for line in house
    }
    due = {key(line): line.net for line in house}
    action = (
        sum(line.stake for line in lines)
        if one.read.get("short-bank") == "amount-wagered"
        else sum(map(abs, due.values()))
    )
    start = begins(one, action > one.cover, table.play.cards("banker")[1])
    assert [key(line) for line in lines] == [key(line) for line in in_order(one, lines, start)]
    walk(one, lines, due)
    bounded(one, table)


def walk(one: Round, lines: list[Line], due: dict[tuple[str, str], int]) -> None:
    """Every wager in its turn moves as much as is left of the cover, and the rest is uncovered."""
    used = gained = 0
    for line in lines:
        owed = due[key(line)]
        left = one.cover + gained if owed > 0 else one.cover - gained
        most = one.cover - used if one.read["cover-model"] == "consume" else left
        moved = min(abs(owed), most) * (1 if owed > 0 else -1)
        assert (line.net, line.uncovered) == (moved, abs(owed) - abs(moved)), line
        used, gained = used + abs(moved), gained - moved


def bounded(one: Round, table: Table) -> None:
    fees = sum(line.charge for line in table.lines)
    assert sum(table.net.values()) == 0 and table.net.get("house", 0) == fees
    bank = table.net.get(f"seat {one.banker}", 0) + fees
    assert -one.cover <= bank <= one.cover
    # What the bank won before may be paid out again only where it is read so.
    most = one.cover if one.read["cover-model"] == "consume" else 2 * one.cover
    for line in settled(table):
        assert (
            line.paid_by == f"seat {one.banker}" and line.uncovered >= 0 and -line.stake <= line.net <= most
        )
        assert line.net == 0 or (line.net > 0) == (line.result == "win")
    if one.read["cover-model"] == "consume":
        assert sum(abs(line.net) for line in settled(table)) <= one.cover


# The cases of the catalogue, by hand.


def run(
    game: str,
    events: list[str],
    readings: dict[str, str] | None = None,
    before: dict[str, Any] | None = None,
    **options: str,
) -> Table:
    """Events of one round or several; what must be refused is marked."""
    played = build(
        ruleset(game, {name.replace("_", "-"): value for name, value in options.items()}, readings or {})
    )
    table = Table(played, before or {})
    for text in events:
        if text == "next":
            assert table.over, table.asked
            table = Table(played, table.after)
        elif text.startswith("! "):
            with pytest.raises(NotAllowed):
                table.apply(text[2:])
        else:
            table.apply(text)
    return table


def told(table: Table) -> list[tuple[str, str, int, int]]:
    """Who, on what, what moved and what was not covered, in dollars."""
    return [
        (line.seat + line.bettor, line.wager, line.net // 100, line.uncovered // 100)
        for line in table.lines
        if line.wager != "fee"
    ]


PLAYER_WINS = "deal 5h 2d 4c Kd"
"""A natural nine against a two; the king is the second card of the bank's hand."""


def test_a_bank_spent_on_a_loss_and_a_win_pays_nobody_else() -> None:
    table = run(PANDA, ["1 bank 100", "2 bet player 50", "3 bet banker 50", "4 bet player 25", PLAYER_WINS])
    assert told(table) == [("2", "player", 50, 0), ("3", "banker", -50, 0), ("4", "player", 0, 25)]
    net = run(
        PANDA,
        ["1 bank 100", "2 bet player 50", "3 bet banker 50", "4 bet player 25", PLAYER_WINS],
        {"cover-model": "net"},
    )
    assert told(net) == [("2", "player", 50, 0), ("3", "banker", -50, 0), ("4", "player", 25, 0)]


def test_what_is_not_covered_of_a_losing_wager_goes_back() -> None:
    table = run(PANDA, ["1 bank 30", "2 bet banker 20", "3 bet banker 40", "4 bet banker 10", PLAYER_WINS])
    assert told(table) == [("2", "banker", -20, 0), ("3", "banker", -10, 30), ("4", "banker", 0, 10)]


def test_a_tie_is_paid_as_far_as_the_bank_goes() -> None:
    table = run(EZ, ["1 bank 30", "2 bet player 5", "2 bet tie 5", "deal 6h 6d Kc Ks"])
    assert told(table) == [("2", "player", 0, 0), ("2", "tie", 30, 10)] and table.net["seat 2"] == 3000


def test_pushes_use_nothing() -> None:
    table = run(EZ, ["1 bank 8", "2 bet player 50", "3 bet dealer 50", "3 bet tie 1", "deal 6h 6d Kc Ks"])
    assert told(table) == [("2", "player", 0, 0), ("3", "dealer", 0, 0), ("3", "tie", 8, 0)]


# Where settlement begins.


@pytest.mark.parametrize(("card", "first"), list(zip("A23456789TJQK", "2345678234567", strict=True)))
def test_the_chart_of_baccarat_gold(card: str, first: str) -> None:
    events = ["1 bank 5", *(f"{seat} bet base 5" for seat in range(2, 9)), f"deal 5h Kd 4c {card}s"]
    table = run(GOLD, events)
    assert table.play.remembered()["action"] == first
    if card != "9":
        assert [line.seat for line in table.lines if line.net] == [first]


def test_a_table_of_fourteen_gives_every_card_a_place_unless_the_chart_is_kept() -> None:
    events = ["3 bank 5", "12 bet base 5", "4 bet base 5", "deal 5h Kd 4c 8s"]
    assert run(GOLD, events, seats="14").play.remembered()["action"] == "11"
    assert run(GOLD, events, {"action-chart": "as-printed"}, seats="14").play.remembered()["action"] == "4"


@pytest.mark.parametrize("game", [EZ, ROYAL])
def test_the_button_is_used_only_by_a_short_bank(game: str) -> None:
    bets = ["2 bet player 10", "4 bet player 10", "6 bet player 10", "deal 5h 2d 4c 3d"]
    assert [line.seat for line in run(game, ["3 bank 30", *bets]).lines] == ["2", "4", "6"]
    # A three: the third place after the player-dealer.
    assert [line.seat for line in run(game, ["3 bank 29", *bets]).lines] == ["6", "2", "4"]
    assert [
        line.seat for line in run(game, ["3 bank 30", *bets], {"action-button": "every-round"}).lines
    ] == ["6", "2", "4"]
    # A queen at a table of eight: seven places and five more, or with the bank's own eight and four.
    queen = ["3 bank 5", *bets[:3], "deal 5h 2d 4c Qd"]
    assert (
        run(game, queen).play.remembered()["action"] == "8"
        and run(game, queen, {"button-wraps": "over-the-bank"}).play.remembered()["action"] == "7"
    )


def test_whether_a_bank_is_short_may_be_seen_by_what_falls_due() -> None:
    events = [
        "3 bank 30",
        "1 bet player 5",
        "1 bet tie 5",
        "4 bet player 5",
        "4 bet tie 5",
        "deal 6h 6d Kc As",
    ]
    events[-1] = "deal 6h 5d Kc As"
    assert told(run(EZ, events))[2:] == [("1", "tie", 30, 10), ("4", "tie", 0, 40)]
    assert told(run(EZ, events, {"short-bank": "amount-due"}))[2:] == [
        ("4", "tie", 30, 10),
        ("1", "tie", 0, 40),
    ]


def test_the_count_from_the_house_dealer_leaves_the_bank_out() -> None:
    bets = ["5 bet player 5", "2 bet player 5", "deal 5h 2d 4c 5d"]
    assert run(FREE, ["4 bank 5", *bets]).play.remembered()["action"] == "6"
    assert run(FREE, ["1 bank 5", *bets]).play.remembered()["action"] == "6"
    assert run(FREE, ["8 bank 5", *bets]).play.remembered()["action"] == "5"
    ten = ["4 bank 5", "5 bet player 5", "deal 5h 2d 4c Td"]
    assert run(FREE, ten).play.remembered()["action"] == "3"


def test_by_seat_and_by_wager() -> None:
    bets = [
        "1 bank 1000",
        "2 bet player 5",
        "2 bet tie 5",
        "3 bet player 5",
        "3 bet tie 5",
        "2 bet banker 5",
        PLAYER_WINS,
    ]
    by_seat = [("2", "player"), ("2", "banker"), ("2", "tie"), ("3", "player"), ("3", "tie")]
    by_wager = [("2", "player"), ("3", "player"), ("2", "banker"), ("2", "tie"), ("3", "tie")]
    together = [("2", "player"), ("2", "banker"), ("3", "player"), ("2", "tie"), ("3", "tie")]
    assert [key(line) for line in run(PANDA, bets).lines] == by_seat
    assert [key(line) for line in run(PANDA, bets, {"settlement": "by-wager"}).lines] == by_wager
    assert [key(line) for line in run(ROYAL, bets).lines] == together
    assert [key(line) for line in run(ROYAL, bets, {"settlement": "by-seat"}).lines] == by_seat


def test_gold_settles_ties_the_first_bet_and_those_behind_it() -> None:
    bets = [
        *(f"2{who} bet {wager} 5" for who in ("", "b") for wager in ("base", "spread", "tie")),
        "3 bet base 5",
    ]
    table = run(GOLD, ["1 bank 1000", *bets, "deal 5h Kd 4c As"])
    assert [key(line) for line in table.lines] == [
        ("2", "tie"),
        ("2", "base"),
        ("2b", "tie"),
        ("2b", "base"),
        ("2", "spread"),
        ("2b", "spread"),
        ("3", "base"),
    ]
    other = run(GOLD, ["1 bank 1000", *bets, "deal 5h Kd 4c As"], {"spread-order": "after-tie"})
    assert [key(line) for line in other.lines][:3] == [("2", "tie"), ("2", "spread"), ("2", "base")]


# The position goes round.

ONE_ROUND = ["2 bet {0} 5", PLAYER_WINS]


@pytest.mark.parametrize("game", GAMES)
def test_two_rounds_and_then_the_others_are_asked(game: str) -> None:
    line = LINES[game][0]
    once = ["1 bank 10", f"2 bet {line} 5", PLAYER_WINS, "next"]
    table = run(game, [*once, *once, "! 1 bank 10", "2 bank 10", f"1 bet {line} 5", PLAYER_WINS])
    assert table.after["bank"] == {"seat": "2", "turns": 1}
    seated = {"players": ["1", "2", "5"]}
    twice = [*once, *once, "! 5 bank 10", "2 decline-bank", "! 2 bank 10", "! 1 bank 10", "5 bank 10"]
    assert run(game, twice, before=seated).after["bank"] == {"seat": "5", "cover": "10"}


@pytest.mark.parametrize("game", [GOLD, ROYAL, EZ])
def test_if_all_others_decline(game: str) -> None:
    line = LINES[game][0]
    before = {"players": ["1", "2", "5"], "bank": {"seat": "1", "turns": 2}}
    declined = [f"2 bet {line} 5", "5 decline-bank", "2 decline-bank"]
    broken = run(game, declined, {"intervening-bank": "required"}, before)
    assert (
        broken.over and broken.after["broken"] is True and [line.result for line in broken.lines] == ["void"]
    )
    run(
        game,
        [*declined, "next", f"! 5 bet {line} 5", "! 1 bank 5", "2 bank 5", f"5 bet {line} 5", PLAYER_WINS],
        {"intervening-bank": "required"},
        before,
    )
    again = run(game, [*declined, "1 bank 5", PLAYER_WINS], {"intervening-bank": "offered"}, before)
    assert again.after["bank"] == {"seat": "1", "turns": 1} and "broken" not in again.after


def test_the_first_holder_may_bank_a_second_round_before_it_goes_on() -> None:
    before = {"players": ["1", "2", "5"], "bank": {"seat": "2", "turns": 1}}
    run(PANDA, ["! 5 bank 10", "2 decline-bank", "! 1 bank 10", "5 bank 10"], before=before)
    table = run(
        PANDA,
        ["2 bank 10", "2 bank 5", "! 5 bank 10", "! 2 bet player 5", "1 bet player 20", PLAYER_WINS],
        before=before,
    )
    assert told(table) == [("1", "player", 15, 5)] and table.after["bank"] == {"seat": "2", "turns": 2}


@pytest.mark.parametrize("game", GAMES)
def test_no_card_before_somebody_banks_and_somebody_bets(game: str) -> None:
    line = LINES[game][0]
    run(
        game,
        [
            "! deal 5h",
            f"2 bet {line} 5",
            "! deal 5h",
            "! 2 bank 10",
            "! 3b bank 10",
            "! 9 bank 10",
            "3 bank 10",
            "! 3 bank 0",
            f"! 3 bet {line} 5",
            f"3b bet {line} 5",
            PLAYER_WINS,
        ],
    )
    run(game, ["1 bank 10", "! deal 5h"])


# Fees.

OF_2013 = """
5-500: 5 1; 201 2; 301 3; 501 7; 1001 10
5-500: 5 1; 201 3; 401 5; 601 8; 901 12
5-1000: 5 1; 201 3; 501 5; 1001 10; 2001 20
10-1000: 10 1; 201 3; 501 5; 1001 10; 2001 20
25-1000: 25 2; 301 5; 601 8; 1001 15; 2001 20
50-1000: 50 2; 301 5; 601 8; 1001 15; 2001 20
100-1000: 100 5; 601 10; 1501 15; 2501 20; 4001 25
5-1000: 5 2; 301 5; 601 9; 1001 15; 2001 25
25-1000: 25 2; 301 5; 601 9; 1001 15; 2001 25
100-1000: 100 2; 301 5; 601 9; 1001 15; 2001 25
100-1000: 100 3; 301 6; 601 12; 1001 20; 2001 30
100-1000: 100 2; 201 5; 501 15; 1001 25; 2001 35
10-1000: 10 2; 301 5; 601 8; 1001 15; 2001 20
"""
OWN = {
    EZ: "10-5000: 10 1; 201 3; 401 5; 601 8; 901 12",
    ROYAL: "10-100: 10 2; 500 4; 1000 6; 2000 11; 5000 26\n20-100: 20 3; 500 5; 1000 7; 2000 12; 5000 "
    "27\n100-500: 100 6; 500 8; 1000 10; 2000 15; 5000 30",
    FREE: "5-1000: 5 1; 201 2; 401 5; 601 7; 901 12\n5-1000: 5 1; 201 3; 401 5; 601 8; 901 12\n10-1000: 10 "
    "1; 201 2; 401 5; 601 7; 901 12\n10-1000: 10 1; 301 2; 501 5; 1001 7; 2001 12",
    PANDA: """5-500: 5 1; 201 2; 301 3; 501 7; 1001 10
5-500: 5 1; 201 3; 401 5; 601 8; 901 12
5-1000: 5 1; 201 3; 501 5; 1001 10; 2001 20
10-1000: 10 1; 201 2; 301 3; 501 7; 1001 10
10-1000: 10 1; 301 2; 501 5; 1001 7; 2001 12
10-1000: 10 1; 201 3; 501 5; 1001 10; 2001 20
25-1000: 25 2; 301 5; 601 8; 1001 15; 2001 20
50-1000: 50 2; 301 5; 601 8; 1001 15; 2001 20
100-1000: 100 5; 601 10; 1501 15; 2501 20; 4001 25""",
}
"""Limits, and the fee from so much action on: typed from the schedules a second time."""
SCHEDULES = [
    (game, f"2013-{at}", row) for game in GAMES for at, row in enumerate(OF_2013.split("\n")[1:-1], 1)
]
SCHEDULES += [
    (game, f"own-{at}", row) for game, rows in OWN.items() for at, row in enumerate(rows.split("\n"), 1)
]


def fee(
    game: str, schedule: str, action: int, least: int, most: int, readings: dict[str, str] | None = None
) -> int | None:
    """What the player-dealer pays for so much action, in dollars;
    None where it cannot be made of wagers at this table.
    """
    line = "banker" if game == ROYAL and schedule.startswith("own") else LINES[game][0]
    parts, left = [], action
    while left:
        stake = left if left <= most else min(most, left - least)
        if stake < least or len(parts) == 60:
            return None
        parts.append(stake)
        left -= stake
    people = [f"{seat}{letter}" for letter in "abcdefghij" for seat in range(2, 9)]
    table = run(
        game,
        [
            "1 bank 5000",
            *(f"{who} bet {line} {stake}" for who, stake in zip(people, parts, strict=False)),
            PLAYER_WINS,
        ],
        readings,
        schedule=schedule,
    )
    charged = [line for line in table.lines if line.wager == "fee"]
    assert all(line.seat == "1" and line.net == 0 for line in charged) and table.net.get("house", 0) == sum(
        line.charge for line in charged
    )
    return sum(line.charge for line in charged) // 100


@pytest.mark.parametrize(("game", "schedule", "row"), SCHEDULES)
def test_fees_and_limits_of_a_schedule(game: str, schedule: str, row: str) -> None:
    limits, _, bands = row.partition(": ")
    least, most = map(int, limits.split("-"))
    steps = [tuple(map(int, band.split())) for band in bands.split("; ")]
    for at, (start, due) in enumerate(steps):
        assert fee(game, schedule, start, least, most) in (due, None)
        last = steps[at + 1][0] - 1 if at + 1 < len(steps) else start + 500
        assert fee(game, schedule, last, least, most) == due
    line = LINES[game][0]
    run(
        game,
        [
            "1 bank 5000",
            f"! 2 bet {line} {least - 1}",
            f"! 2 bet {line} {most + 1}",
            f"2 bet {line} {least}",
            f"3 bet {line} {most}",
        ],
        schedule=schedule,
    )
    for bound, wrong in (("minimum", least - 1), ("maximum", most + 1)):
        with pytest.raises(BadInput, match="a table of this schedule has limits"):
            run(game, [], **{bound: str(wrong)}, schedule=schedule)


def test_fees_that_are_lost_or_too_many() -> None:
    assert (
        fee(PANDA, "own-9", 3000, 100, 1000) == 20
        and fee(PANDA, "own-9", 3000, 100, 1000, {"lost-fee": "fifteen"}) == 15
    )
    assert (
        fee(FREE, "own-4", 4001, 10, 1000) == 12
        and fee(FREE, "own-4", 4001, 10, 1000, {"sixth-rate": "read"}) == 25
    )


def test_all_wagers_count_as_action_and_in_royals_own_schedule_the_banker_line_alone() -> None:
    bets = ["1 bank 500", "2 bet player 100", "2 bet tie 100", "2b bet player 100", "2b bet player-pair 100"]
    assert sum(line.charge for line in run(ROYAL, [*bets, PLAYER_WINS], schedule="2013-4").lines) == 300
    assert sum(line.charge for line in run(ROYAL, [*bets, PLAYER_WINS], schedule="own-1").lines) == 0
    assert (
        sum(
            line.charge
            for line in run(ROYAL, [*bets, "3 bet banker 10", PLAYER_WINS], schedule="own-1").lines
        )
        == 200
    )


def test_golds_own_rule_takes_a_fee_for_every_bet_but_not_beside_a_schedule() -> None:
    table = run(
        GOLD,
        ["1 bank 100", "2 bet base 5", "2 bet tie 5", "2 bet spread 5", "3b bet base 5", "deal 5h Kd 4c As"],
        player_fee="0.50",
    )
    assert [(line.seat + line.bettor, line.charge) for line in table.lines if line.wager == "fee"] == [
        ("2", 150),
        ("3b", 50),
    ]
    assert table.net["house"] == 200
    with pytest.raises(BadInput, match="players pay no fee at a table of this schedule"):
        run(GOLD, [], player_fee="0.50", schedule="2013-1")


def test_a_fee_is_no_part_of_the_bank() -> None:
    table = run(EZ, ["1 bank 1", "2 bet player 10", PLAYER_WINS], schedule="own-1")
    assert told(table) == [("2", "player", 1, 9)] and table.net == {
        "seat 1": -200,
        "seat 2": 100,
        "house": 100,
    }


# The choices of Baccarat Gold and Royal Baccarat.


def test_each_bettor_meets_the_bank_with_the_total_he_chose() -> None:
    bets = ["1 bank 1000", "2 bet base 10", "3 bet base 10", "3 bet tie 10", "2b bet base 10"]
    # Five: seat 2 draws a three to eight, seat 3 stands; the bank has four, meets a third card of three and
    # draws an ace.
    table = run(GOLD, [*bets, "deal Kh 2d 5c 2s", "3 stand", "2 draw", "2b house-way", "deal 3c", "deal Ad"])
    assert sorted(told(table)) == [
        ("2", "base", 10, 0),
        ("2b", "base", 10, 0),
        ("3", "base", 0, 0),
        ("3", "tie", 80, 0),
    ]
    # Under the other reading the hand has not drawn while somebody stands, and the bank stands on four.
    other = run(
        GOLD,
        [*bets, "deal Kh 2d 5c 2s", "3 stand", "2 draw", "2b house-way", "deal 3c"],
        {"mixed-choices": "only-if-all-drew"},
    )
    assert sorted(told(other)) == [
        ("2", "base", 10, 0),
        ("2b", "base", 10, 0),
        ("3", "base", 10, 0),
        ("3", "tie", -10, 0),
    ]
    stood = [*bets, "deal Kh 2d 5c 2s", "3 stand", "2 stand", "2b stand"]
    assert run(GOLD, stood).over and not run(GOLD, stood, {"bank-four-five": "hit"}).over


def test_gold_offers_no_choice_against_a_bank_natural_and_none_on_six() -> None:
    assert run(GOLD, ["1 bank 10", "2 bet base 10", "deal Kh 2d 5c 6s"]).over
    live = run(GOLD, ["1 bank 10", "2 bet base 10", "deal Kh 2d 5c ??"])
    assert live.asked.startswith("the dealer looks")
    said = run(GOLD, ["1 bank 10", "2 bet base 10", "deal Kh 2d 5c ??", "dealer natural", "turn banker#2 6s"])
    assert said.over and told(said) == [("2", "base", -10, 0)]
    # Whether a hand of six or seven stands does not hang on the bank: nobody looks.
    assert run(GOLD, ["1 bank 10", "2 bet base 10", "deal Kh 2d 6c ??"]).draw_wanted == "turn"
    with pytest.raises(BadInput, match="said no natural"):
        run(
            GOLD,
            [
                "1 bank 10",
                "2 bet base 10",
                "deal Kh 2d 5c ??",
                "dealer no-natural",
                "2 stand",
                "turn banker#2 6s",
            ],
        )


def test_royal_draws_on_six_even_against_a_natural_and_nobody_looks_first() -> None:
    bets = ["1 bank 1000", "2 bet player 10", "3 bet banker 20", "4 bet player 10", "4 bet banker 20"]
    table = run(
        ROYAL,
        [
            *bets,
            "deal Kh ?? 6c ??",
            "2 draw",
            "4 house-way",
            "deal 3c",
            "turn banker#1 8d",
            "turn banker#2 Ks",
        ],
    )
    # Nine beats the natural eight and is paid 3 to 2; those who stood, and those without a choice, meet the
    # six.
    assert sorted(told(table)) == [
        ("2", "player", 15, 0),
        ("3", "banker", 19, 0),
        ("4", "banker", 19, 0),
        ("4", "player", -10, 0),
    ]
    drawn = run(
        ROYAL, [*bets, "deal Kh 8d 6c Ks", "2 draw", "4 stand", "deal 3c"], {"six-opponent": "drawn-total"}
    )
    assert sorted(told(drawn)) == [
        ("2", "player", 15, 0),
        ("3", "banker", -20, 0),
        ("4", "banker", 19, 0),
        ("4", "player", -10, 0),
    ]


def test_royal_with_nobody_on_the_player_line_plays_the_house_way() -> None:
    table = run(ROYAL, ["1 bank 100", "3 bet banker 20", "deal Kh 4d 6c Ks", "deal 3h"])
    assert told(table) == [("3", "banker", 19, 0)]


def test_royal_mixed_choices() -> None:
    bets = [
        "1 bank 1000",
        "2 bet player 10",
        "4 bet player 10",
        "deal Kh 4d 6c Ks",
        "2 draw",
        "4 stand",
        "deal 8c",
    ]
    # The bank has four and stands against an eight: it meets four with the drawer's, six with the other.
    assert told(run(ROYAL, bets)) == [("2", "player", 0, 0), ("4", "player", 10, 0)]
    assert told(run(ROYAL, [*bets, "deal 4h"], {"mixed-choices": "only-if-all-drew"})) == [
        ("2", "player", -10, 0),
        ("4", "player", -10, 0),
    ]


def test_a_bank_of_nothing_is_refused_and_a_bank_below_its_fee_is_not() -> None:
    """The fee is another payment than the bank, and no text asks for a bank as large."""
    table = run(EZ, ["! 1 bank 0", "1 bank 1", "2 bet player 300", "deal 5h"], schedule="2013-1")
    assert [(line.wager, line.charge) for line in table.lines] == [("fee", 200)]
    with pytest.raises(BadInput, match="a bank of nothing covers nothing"):
        run(EZ, [], before={"bank": {"seat": "1", "cover": "0"}})
