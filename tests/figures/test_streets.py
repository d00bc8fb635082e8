"""Published figures of casino poker, each row of the collection,
and the figures that the British rules state of themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from croupier.api import game
from croupier.prove.proof import WagerProof
from croupier.rulebook.register import RULEBOOKS
from tests.figures.printed import rounded, truncated

F = Fraction


@cache
def proof(name: str, wager: str, *options: tuple[str, str]) -> WagerProof:
    return game(name, options=dict(options)).odds([wager])[0]


def ways(found: WagerProof) -> dict[str, int]:
    return {row.row: row.ways for row in found.rows}


def with_pays(tmp_path: Path, name: str, table: str, pays: Mapping[str, str]) -> WagerProof:
    """A side wager by a file of a user's own in which a pay table is another."""
    text = (RULEBOOKS / f"{name}.toml").read_text()
    start = text.index(f"[tables.{table}]")
    end = text.find("\n[", start + 1)
    rows = ", ".join(f'{{on = "{row}", pays = "{odds}"}}' for row, odds in pays.items())
    clause = next(line for line in text[start:end].splitlines() if line.startswith("clause"))
    path = tmp_path / "own.toml"
    path.write_text(f"{text[:start]}[tables.{table}]\n{clause}\nrows = [{rows}]\n{text[end:]}")
    return game(str(path)).odds([table])[0]


# Three card poker.


@pytest.mark.parametrize(
    "name", ["queensland/three-card-poker", "bahamas/three-card-poker", "great-britain/three-card-poker"]
)
def test_three_card_poker_ante_and_play(name: str) -> None:
    found = proof(name, "ante")
    assert found.edge == F(13_733_780, 407_170_400)
    assert rounded(100 * found.edge, "3.372981") == "3.372981"
    assert rounded((found.stake + found.later) / found.stake, "1.674208") == "1.674208"
    assert rounded(100 * found.edge_outlay, "2.014672") == "2.014672"
    assert rounded(found.variance, "2.687150") == "2.687150"


THREE_CARD = ("pair", "flush", "straight", "three-of-a-kind", "straight-flush")
PAIR_PLUS = [
    # pair, flush, straight, three, straight flush
    ((1, 4, 6, 30, 40), F(128, 5525), "2.316742"),
    ((1, 3, 6, 30, 40), None, "7.276018"),
    ((1, 4, 6, 33, 35), None, "2.696833"),
    ((1, 3, 6, 30, 50), None, "5.104072"),
]


@pytest.mark.parametrize(("pays", "fraction", "percent"), PAIR_PLUS)
def test_pair_plus(pays: tuple[int, ...], fraction: Fraction | None, percent: str, tmp_path: Path) -> None:
    found = with_pays(
        tmp_path,
        "queensland/three-card-poker",
        "pair-plus",
        {row: f"{odds}:1" for row, odds in zip(THREE_CARD, pays, strict=True)},
    )
    assert fraction is None or found.edge == fraction
    assert rounded(100 * found.edge, percent) == percent
    assert ways(found) == {
        "straight-flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "folded": ways(found)["folded"],
        "lose": 16440 - ways(found)["folded"],
    } or sum(
        number for row, number in ways(found).items() if row in ("lose", "folded")
    ) * 5660 == 16440 * sum(number for row, number in ways(found).items() if row not in ("lose", "folded"))


def test_pair_plus_as_the_rulebooks_price_it() -> None:
    assert proof("bahamas/three-card-poker", "pair-plus").edge == F(128, 5525)
    assert rounded(100 * proof("great-britain/three-card-poker", "pair-plus").edge, "2.696833") == "2.696833"


def test_prime() -> None:
    assert proof("great-britain/three-card-poker", "prime").edge == F(405, 11186)


def test_six_card_bonus() -> None:
    """10.23 % is printed in the rules of the game; it is 10.22 %, and the hit rate is as printed."""
    found = proof("california/three-card-poker-6-card", "six-card-bonus")
    assert rounded(100 * found.edge, "10.224790") == "10.224790"
    assert rounded(100 * found.hit, "7.2798") == "7.2798"
    assert ways(found) == {
        "royal-flush": 188,
        "straight-flush": 1656,
        "four-of-a-kind": 14664,
        "full-house": 165984,
        "flush": 205792,
        "straight": 361620,
        "three-of-a-kind": 732160,
        "lose": 18876456,
    }


# Against a pay table.


def test_let_it_ride() -> None:
    found = proof("bahamas/let-it-ride", "bet-3")
    assert found.edge == F(1_822_224, 51_979_200)
    assert rounded(100 * found.edge_outlay, "2.845") == "2.845"
    assert rounded((found.stake + found.later) / found.stake, "1.23") == "1.23"


def test_let_it_ride_royal_500(tmp_path: Path) -> None:
    text = (RULEBOOKS / "bahamas/let-it-ride.toml").read_text()
    path = tmp_path / "own.toml"
    path.write_text(text.replace('pays = "1000:1"', 'pays = "500:1"').replace("pays = 1000", "pays = 500"))
    assert rounded(100 * game(str(path)).odds(["bet-3"])[0].edge, "3.737") == "3.737"


@pytest.mark.parametrize(("table", "percent"), [("table-1", "2.135747"), ("table-3", "7.095023")])
def test_three_card_bonus(table: str, percent: str) -> None:
    assert (
        rounded(
            100
            * proof("great-britain/let-it-ride", "three-card-bonus", ("three-card-bonus-table", table)).edge,
            percent,
        )
        == percent
    )


def test_mississippi_stud() -> None:
    found = proof("queensland/mississippi-stud", "ante")
    assert rounded(100 * found.edge, "4.914858") == "4.914858"
    assert rounded((found.stake + found.later) / found.stake, "3.589772") == "3.589772"
    assert rounded(100 * found.edge_outlay, "1.369128") == "1.369128"
    assert f"{sqrt(found.variance):.4f}" == "9.8366"


# Stud.


def test_caribbean_stud() -> None:
    found = proof("bahamas/caribbean-stud", "ante")
    assert found.edge == F(1_041_372_912_372, 19_933_230_517_200)
    assert rounded(100 * found.edge, "5.224") == "5.224"
    assert truncated(100 * found.edge_outlay, "2.555") == "2.555"


def test_caribbean_stud_with_a_royal_at_250() -> None:
    assert rounded(100 * proof("queensland/caribbean-stud", "ante").edge, "5.20") == "5.20"


def test_crazy_4_poker() -> None:
    found = proof("great-britain/crazy-4-poker", "ante")
    assert rounded(100 * found.edge, "3.42") == "3.42"
    assert rounded(100 * found.edge_outlay, "1.09") == "1.09"


QUEENS_UP = [
    ("table-1", "3.060609", "3.06"),
    ("table-2", "", "4.52"),
    ("table-3", "5.317512", "5.32"),
    ("table-4", "6.777172", "6.78"),
]


@pytest.mark.parametrize(("table", "published", "printed"), QUEENS_UP)
def test_queens_up(table: str, published: str, printed: str) -> None:
    """Rows 35 to 38 of the British table: as printed."""
    found = proof("great-britain/crazy-4-poker", "queens-up", ("queens-up-table", table))
    assert rounded(100 * found.edge, printed) == printed
    assert not published or rounded(100 * found.edge, published) == published
    assert ways(found) == {
        "four-of-a-kind": 624,
        "straight-flush": 2072,
        "three-of-a-kind": 58656,
        "flush": 114616,
        "straight": 101808,
        "two-pairs": 123552,
        "pair-of-queens": 242916,
        "lose": 1954716,
    }


# Hold'em.


@pytest.mark.parametrize("name", ["great-britain/ultimate-hold-em", "california/ultimate-hold-em"])
def test_ultimate_hold_em(name: str) -> None:
    found = proof(name, "ante")
    assert rounded(100 * found.edge, "2.185") == "2.185"
    assert rounded(100 * found.edge_outlay, "0.526") == "0.526"
    assert f"{sqrt(found.variance):.2f}" == "4.94"


TRIPS = [("table-1", "0.901835"), ("table-3", "3.497937"), ("table-4", "6.180824")]


@pytest.mark.parametrize(("table", "percent"), TRIPS)
def test_trips(table: str, percent: str) -> None:
    assert (
        rounded(100 * proof("great-britain/ultimate-hold-em", "trips", ("trips-table", table)).edge, percent)
        == percent
    )


def test_trips_in_california() -> None:
    assert rounded(100 * proof("california/ultimate-hold-em", "trips").edge, "6.180824") == "6.180824"


def test_hold_em_bonus() -> None:
    """Where the ante is paid on a straight or better 2.037 % is published; on a flush or better 5.5935 %."""
    assert rounded(100 * proof("queensland/hold-em-bonus", "ante").edge, "5.5935") == "5.5935"
    assert rounded(100 * proof("great-britain/hold-em-bonus", "ante").edge, "2.037") == "2.037"


# What the British rules state of themselves.


def test_30_mississippi_stud() -> None:
    """3.27 % (L1140) is what no basis gives: best play loses 11.6168 % of the ante, that is 3.2440 % of all
    stakes where ties go to the larger bet and 3.3427 % where they go to the smaller.
    """
    found = proof("great-britain/mississippi-stud", "ante")
    assert found.edge == F(62899, 541450)
    assert rounded(100 * found.edge_outlay, "3.2440") == "3.2440"
    assert rounded(100 * found.edge_outlay, "3.27") != "3.27"


def test_31_trips_at_the_minimum_odds() -> None:
    """9.12 % (L1867) belongs to four of a kind at 30 to 1;
    the minimum odds have 20 to 1, and then it is 10.80 %.
    """
    found = proof("great-britain/ultimate-hold-em", "trips", ("trips-table", "minimum"))
    assert rounded(100 * found.edge, "10.8002") == "10.8002"
    fours = next(row for row in found.rows if row.row == "four-of-a-kind")
    assert rounded(100 * (found.edge - 10 * fours.probability), "9.12") == "9.12"


def test_32_let_it_ride_at_the_minimum_odds() -> None:
    """5.25 % (L2073) is what no basis gives:
    best play loses 5.9970 % of one wager, that is 4.8774 % of all that rides.
    """
    found = proof("great-britain/let-it-ride", "wager-3", ("pay-table", "minimum"))
    assert rounded(100 * found.edge, "5.9970") == "5.9970"
    assert rounded(100 * found.edge_outlay, "4.8774") == "4.8774"


def test_33_three_card_bonus_at_the_minimum_odds() -> None:
    """18.7 % (L2149) is cut: it is 18.787... %."""
    found = proof("great-britain/let-it-ride", "three-card-bonus", ("three-card-bonus-table", "minimum"))
    assert truncated(100 * found.edge, "18.7") == "18.7" and rounded(100 * found.edge, "18.79") == "18.79"


LIVE_DRAW = [
    # table, the combinations of royal flush, straight flush, four, full house, flush, straight, three, two
    # pair, jacks or better, nothing; the return
    (
        "table-1",
        (
            396_015_612,
            2_086_500_204,
            47_152_135_212,
            229_634_948_268,
            226_047_920_664,
            226_137_685_320,
            1_484_761_801_884,
            2_575_330_507_260,
            4_289_619_749_004,
            10_852_063_253_772,
        ),
        "96.064",
    ),
    (
        "table-2",
        (
            348_521_940,
            2_069_584_176,
            47_178_839_244,
            229_730_113_116,
            226_398_400_764,
            227_026_031_436,
            1_485_715_778_040,
            2_576_429_969_616,
            4_286_468_469_924,
            10_851_864_808_944,
        ),
        "95.781",
    ),
    (
        "table-3",
        (
            348_606_048,
            2_070_602_760,
            47_162_626_008,
            229_670_200_872,
            226_431_439_212,
            228_005_927_304,
            1_485_045_903_228,
            2_575_490_418_756,
            4_287_068_895_780,
            10_851_935_897_232,
        ),
        "94.63",
    ),
]
LIVE_DRAW_ROWS = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pairs",
    "pair-of-jacks",
    "lose",
)


@pytest.mark.deep
@pytest.mark.parametrize(("table", "printed", "returned"), LIVE_DRAW)
def test_39_to_41_live_draw_poker(table: str, printed: tuple[int, ...], returned: str) -> None:
    """All thirty integers of lines 3031 to 3068 come out as best play,
    whatever is done where two holds are worth the same.
    """
    found = proof("great-britain/live-draw-poker", "hand", ("pay-table", table))
    assert ways(found) == dict(zip(LIVE_DRAW_ROWS, printed, strict=True))
    assert found.rows[0].total == sum(printed) == 19_933_230_517_200
    assert rounded(100 * (1 - found.edge), returned) == returned
    assert "no tie" in found.strategy
