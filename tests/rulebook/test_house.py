"""The free rulebook: every price is what its option is called,
and the rules of its wagers and rulings hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from croupier.equipment.dice import show_dice, throws
from croupier.equipment.odds import Odds
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.claims import Line
from croupier.table.table import Table

CRAPS, ROULETTE, SIC_BO, BIG_SIX = "house/craps", "house/roulette", "house/sic-bo", "house/big-six"
Options = Mapping[str, str]


def carried(*wagers: str, **table: Any) -> dict[str, Any]:
    """What the table carries:
    wagers of seat 1 like `come:6 10`, with a state behind it where they have one.
    """
    rows = [dict(zip(("on", "stake", "state"), wager.split(), strict=False)) for wager in wagers]
    return {**table, "wagers": [{"seat": "1", **row} for row in rows]}


def played(game: str, options: Options, before: Mapping[str, Any], *events: str) -> Table:
    table = Table(build(ruleset(game, options)), before)
    for event in events:
        if event.startswith("! "):
            with pytest.raises(NotAllowed) as refused:
                table.apply(event[2:])
            assert refused.value.clause == "house"
        else:
            table.apply(event)
    return table


def results(table: Table) -> dict[str, tuple[str, int]]:
    return {line.wager: (line.result, line.net) for line in table.lines}


def left(table: Table) -> list[str]:
    """The wagers that lie on the table afterwards."""
    return [row["on"] for row in table.after.get("wagers", [])]


def one(table: Table) -> Line:
    assert len(table.lines) == 1
    return table.lines[0]


# Prices. A place is a wager and a draw that wins it; in craps the point is 5, so that every wager is in play.

CRAPS_PRICES: dict[str, tuple[list[str], list[tuple[str, str]]]] = {
    "field-2": (["2:1", "3:1"], [("field", "1-1")]),
    "field-12": (["2:1", "3:1"], [("field", "6-6")]),
    "craps-2-12": (["29:1", "30:1", "33:1"], [("craps-2", "1-1"), ("craps-12", "6-6"), ("hop:4-4", "4-4")]),
    "craps-3-11": (["14:1", "15:1", "16:1"], [("craps-3", "1-2"), ("eleven", "5-6"), ("hop:3-4", "3-4")]),
    "any-craps-pays": (["7:1", "7.5:1"], [("any-craps", "1-1"), ("any-craps", "1-2"), ("any-craps", "6-6")]),
    "place-4-10": (["9:5", "9.5:5"], [("place-4", "1-3"), ("place-10", "4-6")]),
    "hard-4-10": (["7:1", "7.5:1"], [("hard-4", "2-2"), ("hard-10", "5-5")]),
    "hard-6-8": (["9:1", "9.5:1"], [("hard-6", "3-3"), ("hard-8", "4-4")]),
    "all-pays": (["174:1", "175:1"], [("all", "6-6")]),
}
SIC_BO_PRICES: dict[str, tuple[list[str], list[tuple[str, str]]]] = {
    "triples": (
        ["150", "175", "180", "190", "215"],
        [(f"triple-{face}", f"{face}-{face}-{face}") for face in range(1, 7)],
    ),
    "any-triple": (["24", "25", "30", "31"], [("any-triple", "1-1-1"), ("any-triple", "6-6-6")]),
    "doubles": (["8", "10", "11"], [("double-1", "1-1-2"), ("double-6", "5-6-6")]),
    "combinations": (["5", "6"], [("combination:1-2", "1-2-6"), ("combination:5-6", "5-6-6")]),
}
TOTALS = [
    "60-30-18-12-8-7-6",
    "62-31-18-12-8-7-6",
    "60-30-17-12-8-6-6",
    "50-18-14-12-8-6-6",
    "50-25-15-10-6-5-5",
]
SINGLES = ["1-2-3", "1-2-12", "1-3-12"]
NEWAR = [
    "3-1-and-1-1",
    "3-1-and-3-2",
    "3-1-and-2-1",
    "3-1-and-5-2",
    "2-1-and-9-1",
    "2-1-and-9.5-1",
    "2-1-and-10-1",
    "2-1-and-10.5-1",
]
RAGE = ["6-10-20-30", "5-9-20-30"]
TOP_SYMBOLS = ["40-1", "45-1", "47-1", "50-1"]
PRICED: dict[str, dict[str, list[str]]] = {
    CRAPS: {option: choices for option, (choices, _) in CRAPS_PRICES.items()},
    SIC_BO: {option: choices for option, (choices, _) in SIC_BO_PRICES.items()}
    | {"totals": TOTALS, "singles": SINGLES},
    ROULETTE: {"newar-odds": NEWAR, "rage-table": RAGE},
    BIG_SIX: {"top-symbols": TOP_SYMBOLS},
}


@pytest.mark.parametrize("game", PRICED)
def test_the_choices_of_price_options_are_those_tested_here(game: str) -> None:
    rows = ruleset(game).option_rows
    assert {option: [str(choice) for choice in rows[option].choices] for option in PRICED[game]} == PRICED[
        game
    ]
    named = {
        name
        for name, row in rows.items()
        if row.choices and all(str(choice)[0].isdigit() for choice in row.choices)
    }
    assert named - set(PRICED[game]) <= {"dont-bar", "newar-bonus"}, (
        "every other option whose choices are figures names a price"
    )


def named_prices() -> Iterator[tuple[str, str, str, str, str, str]]:
    """Game, option, choice, wager, draw and the odds that the choice names."""
    for option, (choices, places) in CRAPS_PRICES.items():
        yield from (
            (CRAPS, option, choice, wager, f"roll {throw}", choice)
            for choice in choices
            for wager, throw in places
        )
    for option, (choices, places) in SIC_BO_PRICES.items():
        yield from (
            (SIC_BO, option, choice, wager, f"roll {throw}", f"{choice}:1")
            for choice in choices
            for wager, throw in places
        )
    mixed = {sum(throw): show_dice(throw) for throw, _ in throws(3) if len(set(throw)) > 1}
    for choice in TOTALS:
        for at, odds in enumerate(choice.split("-")):
            yield from (
                (SIC_BO, "totals", choice, f"total-{total}", f"roll {mixed[total]}", f"{odds}:1")
                for total in (4 + at, 17 - at)
            )
    for choice in SINGLES:
        for throw, odds in zip(("1-3-6", "3-3-6", "3-3-3"), choice.split("-"), strict=True):
            yield SIC_BO, "singles", choice, "single-3", f"roll {throw}", f"{odds}:1"
    for choice in TOP_SYMBOLS:
        yield from (
            (BIG_SIX, "top-symbols", choice, f"symbol-{symbol}", f"spin {symbol}", choice.replace("-", ":"))
            for symbol in "fg"
        )


@pytest.mark.parametrize(("game", "option", "choice", "wager", "draw", "odds"), list(named_prices()))
def test_a_price_option_pays_what_it_is_called(
    game: str, option: str, choice: str, wager: str, draw: str, odds: str
) -> None:
    before = carried("all 20 12") if wager == "all" else {"point": 5} if game == CRAPS else {}
    bets = [] if wager == "all" else [f"1 bet {wager} 20"]
    line = one(played(game, {option: choice}, before, *bets, draw))
    assert (line.result, line.net) == ("win", Odds.parse(odds).ratio * 2000)
    assert Odds.parse(line.odds) == Odds.parse(odds)


@pytest.mark.parametrize("choice", RAGE)
def test_rage_pays_what_its_table_is_called(choice: str) -> None:
    prices = {
        row: pay.value.ratio for row, pay in ruleset(ROULETTE, {"rage-table": choice}).prices("rage").items()
    }
    assert prices == dict(
        zip(
            map(str, range(4, 15)),
            [*map(int, choice.split("-")), 40, 60, 100, 200, 400, 1000, 2000],
            strict=True,
        )
    )


@pytest.mark.parametrize("choice", NEWAR)
def test_newar_pays_what_its_odds_are_called(choice: str) -> None:
    prices = {
        row: str(pay.value) for row, pay in ruleset(ROULETTE, {"newar-odds": choice}).prices("newar").items()
    }
    assert prices == {
        row: odds.replace("-", ":")
        for row, odds in zip(("group", "bonus"), choice.split("-and-"), strict=True)
    }


@pytest.mark.parametrize(
    ("wheel", "stops", "prices"),
    [
        ("las-vegas-54", [24, 15, 7, 4, 2, 1, 1], [1, 2, 5, 10, 20, 40, 40]),
        ("atlantic-city-54", [23, 15, 8, 4, 2, 1, 1], [1, 2, 5, 10, 20, 40, 40]),
        ("australian-52", [24, 12, 8, 4, 2, 1, 1], [1, 3, 5, 11, 23, 47, 47]),
    ],
)
def test_the_wheels_of_symbols(wheel: str, stops: list[int], prices: list[int]) -> None:
    game = build(ruleset(BIG_SIX, {"wheel": wheel}))
    assert sum(stops) == int(wheel[-2:])
    assert game.machines.device.draws() == list(zip("abcdefg", stops, strict=True))
    assert [game.prices.price(f"symbol-{symbol}", symbol).value.ratio for symbol in "abcdefg"] == prices


def test_the_australian_wheel_has_its_own_top_price() -> None:
    assert {
        str(ruleset(BIG_SIX, {"wheel": "australian-52", "top-symbols": choice}).prices("symbol-f")["f"])
        for choice in TOP_SYMBOLS
    } == {"47:1"}


@pytest.mark.parametrize(
    ("game", "options", "before", "bet", "draw", "net"),
    [
        (CRAPS, {"rounding": "down-to-the-cent"}, {"point": 5}, "place-6 10", "roll 3-3", 1166),
        (CRAPS, {"rounding": "down-to-the-unit"}, {"point": 5}, "place-6 10", "roll 3-3", 1100),
        (CRAPS, {"rounding": "up-to-the-unit"}, {"point": 5}, "place-6 10", "roll 3-3", 1200),
        (ROULETTE, {"uneven-payment": "down-to-the-cent"}, {}, "split-dozens:1-2 0.05", "spin 1", 2),
        (ROULETTE, {"uneven-payment": "up-to-the-cent"}, {}, "split-dozens:1-2 0.05", "spin 1", 3),
        (
            ROULETTE,
            {"zero-rule": "half-lost", "odd-half": "the-player-keeps-it"},
            {},
            "red 5.01",
            "spin 0",
            -250,
        ),
        (
            ROULETTE,
            {"zero-rule": "half-lost", "odd-half": "the-house-keeps-it"},
            {},
            "red 5.01",
            "spin 0",
            -251,
        ),
    ],
)
def test_rounding_is_what_its_option_is_called(
    game: str, options: Options, before: dict[str, Any], bet: str, draw: str, net: int
) -> None:
    assert one(played(game, options, before, f"1 bet {bet}", draw)).net == net


# Craps: the don't wagers, removal, what is in play, charges, supplements.


@pytest.mark.parametrize("bar", [2, 3, 12])
@pytest.mark.parametrize(("wager", "before"), [("dont-pass", {}), ("dont-come", {"point": 5})])
@pytest.mark.parametrize(("total", "throw"), [(2, "1-1"), (3, "1-2"), (12, "6-6")])
def test_a_dont_wager_is_void_on_the_total_barred(
    bar: int, wager: str, before: dict[str, Any], total: int, throw: str
) -> None:
    line = one(played(CRAPS, {"dont-bar": str(bar)}, before, f"1 bet {wager} 10", f"roll {throw}"))
    assert (line.result, line.net) == (("void", 0) if total == bar else ("win", 1000))


@pytest.mark.parametrize(("standing", "wager"), [("dont-pass", "dont-pass"), ("dont-come:4", "dont-come")])
@pytest.mark.parametrize("amount", ["", " 4"])
def test_a_dont_wager_taken_down_after_the_point_does_not_return(
    standing: str, wager: str, amount: str
) -> None:
    table = played(
        CRAPS,
        {},
        carried(f"{standing} 10", point=6),
        f"1 remove {standing}{amount}",
        f"! 1 bet {wager} 10",
        "2 bet dont-come 10",
        "roll 1-2",
    )
    assert table.after["barred"] == [f"1 {wager}"]
    played(CRAPS, {}, table.after, f"! 1 bet {wager} 10")
    assert "barred" not in played(CRAPS, {}, table.after, "roll 3-3").after


def test_a_dont_wager_may_return_before_the_point() -> None:
    assert results(
        played(CRAPS, {}, {}, "1 bet dont-pass 10", "1 remove dont-pass", "1 bet dont-pass 5", "roll 1-1")
    )["dont-pass"] == ("win", 500)


def test_taking_down_another_wager_bars_nothing() -> None:
    table = played(
        CRAPS,
        {},
        carried("place-6 12", point=5),
        "1 remove place-6",
        "1 bet place-6 12",
        "1 bet come 5",
        "1 remove come",
        "1 bet come 5",
        "roll 1-3",
    )
    assert left(table) == ["place-6", "come:4"] and "barred" not in table.after


@pytest.mark.parametrize(("wager", "until"), [("pass", "pass"), ("come", "come:6")])
def test_pass_and_come_are_bound_once_their_point_is_set(wager: str, until: str) -> None:
    before = {"point": 5} if wager == "come" else {}
    assert one(played(CRAPS, {}, before, f"1 bet {wager} 10", f"1 remove {wager}")).result == "withdrawn"
    bound = carried(f"{until} 10", point=6)
    table = played(
        CRAPS, {}, bound, f"! 1 remove {until}", f"! 1 remove {until} 5", f"! 1 bet {until} 5", "roll 3-3"
    )
    assert results(table)[until] == ("win", 1000)


@pytest.mark.parametrize("wager", ["small", "tall", "all", "fire"])
def test_wagers_over_many_throws_stay(wager: str) -> None:
    assert left(
        played(
            CRAPS,
            {},
            {},
            f"1 bet {wager} 5",
            f"! 1 remove {wager}",
            f"! 1 remove {wager} 2",
            "dealer dice-out",
            "roll 1-3",
        )
    ) == [wager]


@pytest.mark.parametrize(
    "wager", ["place-6", "buy-6", "lay-6", "place-to-lose-6", "big-6", "hard-6", "field", "horn"]
)
def test_other_wagers_are_taken_down_freely_until_the_dice_are_out(wager: str) -> None:
    line = one(played(CRAPS, {}, {"point": 5}, f"1 bet {wager} 20", f"1 remove {wager}"))
    assert (line.result, line.net, line.charge) == ("withdrawn", 0, 0)
    played(CRAPS, {}, {"point": 5}, f"1 bet {wager} 20", "dealer dice-out", f"! 1 remove {wager}")


WORKING = [
    ("place-6", "when-made"),
    ("buy-6", "when-made"),
    ("buy-on-win-6", "on-a-win"),
    ("buy-free-6", "none"),
]


@pytest.mark.parametrize(("wager", "charge"), WORKING)
@pytest.mark.parametrize(
    ("come_out", "before", "call", "result"),
    [
        ("off-on-come-out", {}, (), "stands"),
        ("off-on-come-out", {}, ("1 call-on {}",), "lose"),
        ("off-on-come-out", {"point": 5}, (), "lose"),
        ("always", {}, (), "lose"),
        ("always", {}, ("! 1 call-on {}",), "lose"),
    ],
)
def test_numbers_rest_on_a_come_out_roll(
    wager: str, charge: str, come_out: str, before: dict[str, Any], call: tuple[str, ...], result: str
) -> None:
    options = {"come-out": come_out, "buy-charge": charge}
    line = one(
        played(
            CRAPS, options, before, f"1 bet {wager} 60", *(text.format(wager) for text in call), "roll 3-4"
        )
    )
    assert (line.result, line.net) == (result, 0 if result == "stands" else -6000)


@pytest.mark.parametrize(
    ("come_out", "result"), [("always", ("lose", -1000)), ("off-on-come-out", ("void", 0))]
)
def test_come_odds_rest_on_a_come_out_roll(come_out: str, result: tuple[str, int]) -> None:
    found = results(played(CRAPS, {"come-out": come_out}, carried("come:6 10", "come-odds:6 10"), "roll 3-4"))
    assert found == {"come:6": ("lose", -1000), "come-odds:6": result}


@pytest.mark.parametrize("wager", ["lay-6", "place-to-lose-6", "big-6", "hard-6"])
@pytest.mark.parametrize("come_out", ["always", "off-on-come-out"])
def test_the_other_wagers_are_in_play_on_every_throw(wager: str, come_out: str) -> None:
    line = one(
        played(CRAPS, {"come-out": come_out}, {}, f"1 bet {wager} 60", f"! 1 call-off {wager}", "roll 3-4")
    )
    assert line.result in ("win", "lose")


@pytest.mark.parametrize(
    ("options", "bet", "throw", "result", "net", "charge"),
    [
        ({}, "buy-4 20", "1-3", "win", 4000, 100),
        ({"buy-commission": "0"}, "buy-4 20", "1-3", "win", 4000, 0),
        ({"buy-commission": "10"}, "buy-4 20", "3-4", "lose", -2000, 200),
        ({"buy-charge": "on-a-win"}, "buy-on-win-4 20", "1-3", "win", 3900, 0),
        ({"buy-charge": "on-a-win"}, "buy-on-win-5 20", "1-4", "win", 2900, 0),
        ({"buy-charge": "on-a-win"}, "buy-on-win-6 20", "1-5", "win", 2300, 0),
        ({"buy-charge": "none"}, "buy-free-4 20", "1-3", "win", 4000, 0),
        ({}, "lay-4 20", "3-4", "win", 1000, 50),
        ({"lay-commission": "10"}, "lay-4 20", "1-3", "lose", -2000, 100),
    ],
)
def test_what_is_charged(options: Options, bet: str, throw: str, result: str, net: int, charge: int) -> None:
    line = one(played(CRAPS, options, {"point": 8}, f"1 bet {bet}", f"roll {throw}"))
    assert (line.result, line.net, line.charge) == (result, net, charge)


@pytest.mark.parametrize("charge", ["when-made", "on-a-win", "none"])
def test_one_way_to_buy_is_offered(charge: str) -> None:
    ways = {"when-made": "buy-4", "on-a-win": "buy-on-win-4", "none": "buy-free-4"}
    played(
        CRAPS,
        {"buy-charge": charge},
        {},
        *(f"{'' if way == charge else '! '}1 bet {wager} 20" for way, wager in ways.items()),
    )


@pytest.mark.parametrize(
    ("wager", "odds", "most", "throw", "net"),
    [
        ("pass", "pass-odds", 20, "3-3", 24),
        ("dont-pass", "dont-pass-odds", 24, "3-4", 20),
        ("come:4", "come-odds:4", 20, "2-2", 40),
        ("dont-come:4", "dont-come-odds:4", 40, "3-4", 20),
    ],
)
def test_supplements_are_bounded_by_the_multiple(
    wager: str, odds: str, most: int, throw: str, net: int
) -> None:
    table = played(
        CRAPS,
        {"odds-multiple": "2"},
        carried(f"{wager} 10", point=6),
        f"! 1 bet {odds} {most + 1}",
        f"1 bet {odds} {most}",
        f"! 1 bet {odds} 1",
        f"roll {throw}",
    )
    assert results(table)[odds] == ("win", net * 100)
    played(CRAPS, {}, {"point": 6}, f"! 1 bet {odds} 1")


# Roulette and the wheel of symbols: what zero does, what stays.


@pytest.mark.parametrize(
    ("rule", "first", "second"),
    [
        ("all-lost", ("lose", -500), None),
        ("half-lost", ("half", -250), None),
        ("en-prison-once", ("stands", 0), ("lose", -500)),
        ("en-prison-stays", ("stands", 0), ("stands", 0)),
    ],
)
@pytest.mark.parametrize("zero", ["0", "00"])
def test_what_zero_does_to_an_even_chance(
    rule: str, first: tuple[str, int], second: tuple[str, int] | None, zero: str
) -> None:
    options = {"zero-rule": rule, "wheel": "double-zero"}
    table = played(ROULETTE, options, {}, "1 bet red 5", "1 bet dozen:1 5", f"spin {zero}")
    assert results(table) == {"red": first, "dozen:1": ("lose", -500)}
    assert left(table) == (["red"] if second else [])
    if second:
        for spin, found in ((zero, second), ("1", ("void", 0)), ("2", ("lose", -500))):
            assert results(played(ROULETTE, options, table.after, f"spin {spin}")) == {"red": found}


STAYING = [
    *(
        (ROULETTE, wager, "spin 1")
        for wager in (
            "straight:1",
            "split:1-2",
            "street:1-2-3",
            "corner:1-2-4-5",
            "first-four:0-1-2-3",
            "six-line:1-2-3-4-5-6",
            "column:1",
            "dozen:1",
        )
    ),
    *(
        (ROULETTE, wager, "spin 1")
        for wager in ("split-columns:1-2", "split-dozens:1-2", "red", "odd", "low")
    ),
    *((ROULETTE, wager, "spin 20") for wager in ("black", "even", "high")),
    *((BIG_SIX, f"symbol-{symbol}", f"spin {symbol}") for symbol in "abcdefg"),
]


@pytest.mark.parametrize(("game", "wager", "draw"), STAYING)
def test_a_winning_wager_is_returned_or_stays(game: str, wager: str, draw: str) -> None:
    for choice, lies in (("returned", []), ("stays", [wager])):
        table = played(game, {"winning-wager": choice}, {}, f"1 bet {wager} 5", draw)
        assert one(table).result == "win" and left(table) == lies


def test_a_losing_wager_never_stays() -> None:
    assert (
        left(played(ROULETTE, {"winning-wager": "stays"}, {}, "1 bet red 5", "1 bet straight:2 5", "spin 4"))
        == []
    )


def test_five_numbers_need_a_second_zero() -> None:
    played(ROULETTE, {}, {}, "! 1 bet five-number:0-00-1-2-3 5")
    table = played(
        ROULETTE,
        {"wheel": "double-zero", "winning-wager": "stays"},
        {},
        "1 bet five-number:0-00-1-2-3 5",
        "spin 00",
    )
    assert one(table).net == 3000 and left(table) == ["five-number:0-00-1-2-3"]


def test_rage_and_colours_are_bound() -> None:
    played(
        ROULETTE,
        {},
        {},
        "! 1 bet rage 5",
        "1 bet colours:red 5",
        "1 bet colours:red 5",
        "! 1 remove colours:red",
        "! 1 remove colours:red 1",
    )
    ready = played(ROULETTE, {}, {}, "spin 1").after
    running = played(
        ROULETTE,
        {},
        ready,
        "1 bet rage 5",
        "1 bet rage 5",
        "! 1 remove rage",
        "1 bet colours:red 5",
        "spin 3",
    ).after
    played(
        ROULETTE,
        {},
        running,
        "! 1 bet rage 5",
        "! 1 remove rage",
        "! 1 bet colours:red 5",
        "! 1 remove colours:red",
    )


# Sic bo.


@pytest.mark.parametrize(
    ("choice", "result"), [("at-least-two", ("win", 5000)), ("exactly-two", ("lose", -500))]
)
def test_a_double_on_a_triple(choice: str, result: tuple[str, int]) -> None:
    assert results(played(SIC_BO, {"double-on-a-triple": choice}, {}, "1 bet double-1 5", "roll 1-1-1")) == {
        "double-1": result
    }
    assert results(played(SIC_BO, {"double-on-a-triple": choice}, {}, "1 bet double-1 5", "roll 1-1-2")) == {
        "double-1": ("win", 5000)
    }


def test_when_the_tumbler_may_be_activated() -> None:
    played(
        SIC_BO,
        {"tumbler": "uncovered"},
        {},
        "1 bet small 5",
        "! dealer activate",
        "dealer no-more-bets",
        "dealer activate",
        "roll 1-1-2",
    )
    played(
        SIC_BO,
        {"tumbler": "covered"},
        {},
        "1 bet small 5",
        "dealer activate",
        "1 bet small 5",
        "dealer no-more-bets",
        "! 1 bet small 5",
        "roll 1-1-2",
    )


# Rulings. In each game `won` wins on the draw and `other` does not; `again` is a draw that makes `other` win.

RULED = [
    (ROULETTE, "red", "black", "spin 1", "2"),
    (SIC_BO, "small", "big", "roll 1-1-2", "5-5-6"),
    (BIG_SIX, "symbol-a", "symbol-b", "spin a", "b"),
]


@pytest.mark.parametrize(("game", "won", "other", "draw", "again"), RULED)
class TestRulings:
    def test_a_misplaced_wager_is_moved_only_if_it_is_proved(
        self, game: str, won: str, other: str, draw: str, again: str
    ) -> None:
        ruling = f"supervisor rule wager-misplaced proved={{}} seat=1 from={won} to={other}"
        assert results(played(game, {}, {}, f"1 bet {won} 5", draw, ruling.format("yes"))) == {
            other: ("lose", -500)
        }
        unproved = played(game, {}, {}, f"1 bet {won} 5", draw, ruling.format("no"))
        assert results(unproved) == {won: ("win", 500)} and unproved.rulings[-1].did == ()

    def test_a_draw_that_does_not_count(self, game: str, won: str, other: str, draw: str, again: str) -> None:
        stand = played(
            game, {"no-spin-wagers": "stand"}, {}, f"1 bet {won} 5", draw, "supervisor rule no-spin"
        )
        assert stand.lines == [] and left(stand) == [won] and not stand.over
        back = played(
            game, {"no-spin-wagers": "are-returned"}, {}, f"1 bet {won} 5", draw, "supervisor rule no-spin"
        )
        assert results(back) == {won: ("void", 0)} and left(back) == []

    def test_a_wrong_entry_is_put_right(self, game: str, won: str, other: str, draw: str, again: str) -> None:
        table = played(game, {}, {}, f"1 bet {won} 5", draw, f"supervisor rule wrong-entry result={again}")
        assert results(table) == {won: ("lose", -500)}

    def test_a_late_wager_is_void(self, game: str, won: str, other: str, draw: str, again: str) -> None:
        table = played(
            game,
            {},
            {},
            f"1 bet {won} 5",
            f"2 bet {won} 5",
            draw,
            f"supervisor rule late-wager late=made seat=1 wager={won}",
        )
        assert sorted((line.seat, line.result) for line in table.lines) == [("1", "void"), ("2", "win")]
        played(
            game,
            {},
            {},
            f"1 bet {won} 5",
            "dealer no-more-bets",
            f"! 1 bet {other} 5",
            f"! 1 remove {won}",
            "! dealer no-more-bets",
        )

    def test_a_spoken_wager_is_covered_and_confirmed(
        self, game: str, won: str, other: str, draw: str, again: str
    ) -> None:
        events = [
            f"! 1 bet {won} 5 oral=yes",
            f"! 1 bet {won} 5 oral=yes covered=yes",
            f"1 bet {won} 5 oral=yes covered=yes confirmed=dealer",
        ]
        assert results(played(game, {}, {}, *events, draw)) == {won: ("win", 500)}


def test_spoken_wagers_may_be_barred_at_the_wheel_of_symbols() -> None:
    played(
        BIG_SIX,
        {"oral-wagers": "never"},
        {},
        "! 1 bet symbol-a 5 oral=yes covered=yes confirmed=dealer",
        "1 bet symbol-a 5",
    )


@pytest.mark.parametrize(
    ("choice", "found", "lies"),
    [
        ("previous-wins", {"symbol-a": ("win", 500), "symbol-b": ("lose", -500)}, []),
        ("void-and-respin", {}, ["symbol-a", "symbol-b"]),
    ],
)
def test_an_indicator_between_two_stops(
    choice: str, found: dict[str, tuple[str, int]], lies: list[str]
) -> None:
    events = [
        "1 bet symbol-a 5",
        "1 bet symbol-b 5",
        "spin b",
        "supervisor rule indicator-between passed=a oncoming=b",
    ]
    table = played(BIG_SIX, {"between-stops": choice}, {}, *events)
    assert results(table) == found and left(table) == lies


def test_craps_rules_on_throws() -> None:
    voided = played(CRAPS, {}, {"point": 5}, "1 bet hard-4 20", "roll 2-2", "supervisor rule no-roll")
    assert voided.lines == [] and left(voided) == ["hard-4"]
    voided.apply("roll 3-1")
    assert results(voided) == {"hard-4": ("lose", -2000)}
    assert results(
        played(
            CRAPS, {}, {"point": 5}, "1 bet hard-4 20", "roll 2-2", "supervisor rule wrong-call result=1-3"
        )
    ) == {"hard-4": ("lose", -2000)}
    with pytest.raises(BadInput, match="wager-misplaced"):
        played(
            CRAPS,
            {},
            {},
            "1 bet pass 5",
            "supervisor rule wager-misplaced proved=yes seat=1 from=pass to=dont-pass",
        )


def test_horns_are_paid_part_by_part() -> None:
    found = results(
        played(CRAPS, {}, {}, "1 bet horn 4", "1 bet horn-high-12 5", "1 bet world 5", "roll 6-6")
    )
    assert found == {"horn": ("win", 2700), "horn-high-12": ("win", 5700), "world": ("win", 2600)}
    played(CRAPS, {}, {}, "! 1 bet horn 5", "! 1 bet horn-high-2 4", "! 1 bet world 4")
