"""Lucky draw baccarat against what is published and against a second count by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from croupier.api import game
from croupier.errors import BadInput
from croupier.prove.proof import WagerProof

HOUSE, QUEENSLAND = "house/lucky-draw-baccarat", "queensland/lucky-draw-baccarat"
PRICES = {7: Fraction(3, 2), 8: Fraction(2), 9: Fraction(3)}


def proof(name: str = HOUSE, **options: str | int) -> WagerProof:
    (found,) = game(name, options).odds()
    return found


def by_hand(decks: int, drawing: object) -> Fraction:
    """The edge with three threes paid like any nine, by chances of points drawn one after the other."""
    assert callable(drawing)
    each = [16 * decks] + [4 * decks] * 9

    def chance(points: int, *gone: int) -> Fraction:
        return Fraction(each[points] - gone.count(points), 52 * decks - len(gone))

    def dealer(up: int, *gone: int) -> list[Fraction]:
        found = [Fraction(0)] * 10
        for second in range(10):
            two, weight = (up + second) % 10, chance(second, *gone)
            if two > 4:
                found[two] += weight
            else:
                for third in range(10):
                    found[(two + third) % 10] += weight * chance(third, *gone, second)
        return found

    def stood(mine: int, hands: list[Fraction]) -> Fraction:
        return sum(hands[:mine], Fraction(0)) - sum(hands[mine + 1 :], Fraction(0))

    gain = Fraction(0)
    for one, other, up in product(range(10), repeat=3):
        if other < one:
            continue
        weight = chance(one) * chance(other, one) * chance(up, one, other) * (1 if one == other else 2)
        mine = (one + other) % 10
        if not drawing(mine, up):
            gain += weight * stood(mine, dealer(up, one, other, up))
            continue
        for third in range(10):
            now, hands = (mine + third) % 10, dealer(up, one, other, up, third)
            won, lost = sum(hands[:now], Fraction(0)), sum(hands[now + 1 :], Fraction(0))
            gain += (
                weight * chance(third, one, other, up) * (won * (1 + PRICES.get(now, Fraction(1))) - 2 * lost)
            )
    return -gain


def usual(mine: int, up: int) -> bool:
    """The strategy that is published."""
    return mine <= 2 or (mine in (3, 4) and up != 9) or (mine == 5 and up not in (8, 9))


@pytest.mark.deep
def test_published_figures() -> None:
    found = proof()
    assert found.edge == Fraction(653066236804, 19524993263685) == by_hand(8, usual)
    assert round(float(found.edge) * 100, 6) == 3.344771
    assert round(1 + float(found.later) / found.stake, 6) == 1.591932
    assert round(float(found.edge_outlay) * 100, 3) == 2.101
    assert round(sqrt(found.variance), 4) == 1.7902
    assert found.strategy.startswith(
        "on 0, 1, 2 draws; on 3, 4 draws, but stands against 9; on 5 draws, but stands against 8 or "
        "9; on 6, 7, 8, 9 stands;"
    )
    assert round(float(proof(**{"lucky-7": "2:1"}).edge) * 100, 3) == 1.793


def test_rows_add_up() -> None:
    found = proof(QUEENSLAND)
    assert sum(row.ways for row in found.rows) == found.rows[0].total == 4_998_398_275_503_360
    nets = {row.row: row.net for row in found.rows}
    assert nets == {
        "3-3-3-suited": 3100,
        "3-3-3-off-suit": 1000,
        "lucky-9": 400,
        "lucky-8": 300,
        "lucky-7": 250,
        "win-drawn": 200,
        "win": 100,
        "tie": 0,
        "tie-drawn": 0,
        "lose": -100,
        "lose-drawn": -200,
    }
    drew = sum(
        (
            row.probability
            for row in found.rows
            if row.row.endswith("-drawn") or row.row[0] in "3" or row.row.startswith("lucky")
        ),
        Fraction(0),
    )
    assert found.later == drew * found.stake


def test_three_threes_change_the_play() -> None:
    found, plain = proof(QUEENSLAND), proof()
    assert (
        found.edge
        == proof(**{"three-threes": "9-and-30"}).edge
        == Fraction(47319138997, 1501922558745)
        < plain.edge
    )
    assert "with 3-3 suited draws; with 3-3 off-suit draws, but stands against 9" in found.strategy
    (added,) = game(QUEENSLAND, readings={"three-threes": "rows-add-up"}).odds()
    assert added.edge < found.edge
    by_count = [edge for words, edge in found.others if words.startswith("by the count")]
    assert by_count and by_count[0] > found.edge


@pytest.mark.deep
@pytest.mark.parametrize("decks", [1, 6])
def test_playing_by_the_count(decks: int) -> None:
    found = proof(decks=decks)
    others = dict(found.others)
    assert others["never draws"] == by_hand(decks, lambda mine, up: False)
    assert others["always draws"] == by_hand(decks, lambda mine, up: True)
    assert found.edge <= by_hand(decks, usual)


@pytest.mark.deep
def test_other_options() -> None:
    plain = proof()
    for options in ({"lucky-8": "3:2"}, {"lucky-9": "2:1"}, {"lucky-7": "1:1"}, {"dealer-draws-to": 5}):
        assert proof(**options).edge != plain.edge, options
    odd = proof(QUEENSLAND)
    (cents,) = game(QUEENSLAND).odds(stake="0.05")
    assert cents.stake == 5 and cents.edge > odd.edge, "three to two on five cents is paid seven"
    (up,) = game(QUEENSLAND, readings={"uneven-payment": "up-to-the-cent"}).odds(stake="0.05")
    assert up.edge < odd.edge


def test_the_odds_of_a_shoe_that_has_been_used() -> None:
    gone = {f"{rank}{suit}": 8 for rank in "89" for suit in "cdhs"}
    (found,) = game(QUEENSLAND).odds(before={"shoe": {"out": gone}})
    assert found.rows[0].total == 352 * 351 * 350 * 349 * 348 * 347 and found.edge != proof(QUEENSLAND).edge
    for wagers, before, said in (
        (["draw"], {}, "part of the proof"),
        (None, {"shoe": {"unseen": 411}}, "6 cards"),
        (None, {"shoe": {"first": ["9c"]}}, "is known"),
    ):
        with pytest.raises(BadInput, match=said):
            game(QUEENSLAND).odds(wagers, before=before)
