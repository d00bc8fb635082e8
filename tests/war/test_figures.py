"""Casino war: published and stated figures, counted exactly, and what options, readings,
stakes and a used shoe do to them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from croupier.api import game
from croupier.errors import BadInput
from croupier.prove.proof import WagerProof

HOUSE = "house/casino-war"


def prove(
    name: str,
    wager: str,
    stake: str | None = None,
    before: dict[str, object] | None = None,
    readings: dict[str, str] | None = None,
    **options: str,
) -> WagerProof:
    (proof,) = game(
        name, options={key.replace("_", "-"): value for key, value in options.items()}, readings=readings
    ).odds([wager], stake, before)
    return proof


def percent(edge: Fraction) -> float:
    return round(float(edge) * 100, 6)


@pytest.mark.parametrize(
    ("earns", "edge"), [("nothing", 2.877134), ("the-ante", 2.330057), ("twice-the-ante", 1.782980)]
)
def test_published_edges_with_six_decks(earns: str, edge: float) -> None:
    proof = prove(HOUSE, "ante", war_tie_earns=earns)
    assert percent(proof.edge) == edge and proof.strategy == "go to war on every tie"
    assert dict(proof.others).keys() == {"ante, surrendering on every tie"}
    assert round(float(dict(proof.others)["ante, surrendering on every tie"]) * 100, 2) == 3.70


@pytest.mark.parametrize(
    ("decks", "pays", "edge"), [("6", "10", 18.649518), ("8", "10", 17.831325), ("6", "11", 11.254019)]
)
def test_published_edges_of_the_tie_wager(decks: str, pays: str, edge: float) -> None:
    assert percent(prove(HOUSE, "tie", decks=decks, tie_pays=pays).edge) == edge


def test_stated_british_edges() -> None:
    assert round(float(prove("great-britain/casino-war", "bet").edge) * 100, 2) == 2.88
    assert round(float(prove("great-britain/casino-war", "tie").edge) * 100, 2) == 18.65


def test_the_three_readings_of_two_to_one() -> None:
    edges = [
        round(float(prove("bahamas/casino-war", "initial", readings={"war-odds": reading}).edge) * 100, 2)
        for reading in ("pot", "initial-pushes", "initial-paid-too")
    ]
    assert edges == [2.33, -1.64, -5.61]


def test_rows_nets_and_what_is_staked_later() -> None:
    proof = prove("queensland/casino-war", "casino-war", stake="10")
    assert {row.row: (row.net, row.result) for row in proof.rows} == {
        "win": (1000, "win"),
        "lose": (-1000, "lose"),
        "war-win": (1000, "win"),
        "war-tie": (2000, "win"),
        "war-lose": (-2000, "lose"),
    }
    tie = Fraction(24 - 1, 6 * 52 - 1)
    assert proof.later == 1000 * tie
    assert proof.edge_outlay == proof.edge / (1 + tie)
    assert {row.total for row in proof.rows} == {312 * 311 * 310 * 309}


def test_counts_equal_an_enumeration_of_every_order_of_four_ranks() -> None:
    """One pack, a few cards gone: the sums of the proof against counting order by order."""
    out = {f"{rank}{suit}": 1 for rank, suit in product("579JQ", "cd")}
    proof = prove(HOUSE, "ante", before={"shoe": {"out": out}}, decks="1", war_tie_earns="the-ante")
    counts = [4 - 2 * (rank in "579JQ") for rank in "23456789TJQKA"]
    ways = dict.fromkeys(("win", "lose", "war-win", "war-tie", "war-lose"), 0)
    for ranks in product(range(13), repeat=4):
        number = 1
        for at, rank in enumerate(ranks):
            number *= counts[rank] - ranks[:at].count(rank)
        first, second = (
            (ranks[0] > ranks[1]) - (ranks[0] < ranks[1]),
            (ranks[2] > ranks[3]) - (ranks[2] < ranks[3]),
        )
        ways[
            "win" if first > 0 else "lose" if first < 0 else ("war-lose", "war-tie", "war-win")[second + 1]
        ] += number
    assert {row.row: row.ways for row in proof.rows} == ways
    assert proof.start == {"shoe": {"out": out}}


def test_cards_that_left_unseen_change_nothing_and_seen_ones_do() -> None:
    fresh = prove(HOUSE, "tie")
    assert prove(HOUSE, "tie", before={"shoe": {"unseen": 100}}).edge == fresh.edge
    assert prove(HOUSE, "tie", before={"shoe": {"new": True}}).edge == fresh.edge
    seen = prove(
        HOUSE,
        "tie",
        before={"shoe": {"out": {f"{rank}{suit}": 6 for rank, suit in product("23456789TJQ", "cdhs")}}},
    )
    assert seen.edge == 1 - 11 * Fraction(23, 47)


def test_an_odd_half_in_whole_chips_changes_the_choice() -> None:
    """With a stake of one and no smaller chip, the half that is lost is nothing in the player's favour:
    then surrender is right, and free.
    """
    free = prove("bahamas/casino-war", "initial", stake="1", chip="1")
    assert free.strategy == "surrender on every tie" and free.edge == 0 and free.later == 0
    assert free.notes[0] == "half of 1 does not come out even: 0 is lost on surrender"
    dear = prove(
        "bahamas/casino-war", "initial", stake="1", chip="1", readings={"surrender-half": "houses-favour"}
    )
    assert dear.strategy == "go to war on every tie"
    assert prove("bahamas/casino-war", "initial", chip="1").stake == 200, (
        "the least stake whose half is a chip"
    )


def test_what_cannot_be_proved_is_told() -> None:
    with pytest.raises(BadInput, match="part of the proof of initial"):
        prove("bahamas/casino-war", "war")
    with pytest.raises(BadInput, match="takes up to 7 cards, and 5 are left"):
        prove("bahamas/casino-war", "initial", before={"shoe": {"unseen": 307}})
    with pytest.raises(BadInput, match="the next card is known"):
        prove("bahamas/casino-war", "initial", before={"shoe": {"first": ["Kh"]}})


def test_a_tie_on_the_war_is_told_beside_it() -> None:
    proof = prove(HOUSE, "ante", tie_on_the_war="yes")
    chance = Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    assert f"it wins {chance}" in proof.notes[0]
    assert [one.wager for one in game(HOUSE).odds()] == ["ante", "tie"]


def test_no_surrender() -> None:
    proof = prove(HOUSE, "ante", surrender="no")
    assert proof.strategy == "go to war on every tie: there is no surrender" and not proof.others
