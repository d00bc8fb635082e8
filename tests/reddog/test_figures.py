"""Red dog against what is published, against a count by hand, and against its own strategies."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.api import game
from croupier.errors import BadInput
from croupier.prove.proof import WagerProof

PUBLISHED = {1: "523/16575", 2: "2101/68289", 4: "7993/277173", 6: "17533/626665", 8: "30721/1116765"}
PERCENT = {1: 3.155354, 2: 3.076630, 4: 2.883759, 6: 2.797827, 8: 2.750892}
ODDS = {1: 5, 2: 4, 3: 2}


def proof(name: str = "house/red-dog", **options: str | int | bool) -> WagerProof:
    (found,) = game(name, options).odds()
    return found


def by_hand(decks: int, raises_from: int = 7, pair: int = 11) -> Fraction:
    """The edge from the number of rank pairs of each spread, in closed form."""
    cards, each = 52 * decks, 4 * decks
    gain = Fraction(13 * each * (each - 1) * (each - 2) * pair, cards * (cards - 1) * (cards - 2))
    for spread in range(1, 12):
        chance = Fraction(2 * (12 - spread) * each * each, cards * (cards - 1))
        won = Fraction(each * spread, cards - 2)
        stake = 2 if spread >= raises_from else 1
        gain += chance * stake * (won * ODDS.get(spread, 1) - (1 - won))
    return -gain


@pytest.mark.parametrize("decks", PUBLISHED)
def test_published_edges(decks: int) -> None:
    found = proof(decks=decks)
    assert found.edge == Fraction(PUBLISHED[decks]) == by_hand(decks)
    assert round(float(found.edge) * 100, 6) == PERCENT[decks]
    assert "on a spread of 7 or more and on no other" in found.strategy


def test_the_rulebook_plays_six_decks() -> None:
    assert proof("bahamas/red-dog").edge == Fraction(PUBLISHED[6])
    assert proof("bahamas/red-dog", decks=16).edge == by_hand(16)


def test_rows_add_up_and_count_the_raise() -> None:
    found = proof(decks=6)
    assert sum(row.ways for row in found.rows) == found.rows[0].total == 312 * 311 * 310
    raised = sum((row.probability for row in found.rows if row.row.endswith("-raised")), Fraction(0))
    assert found.later == raised * found.stake
    assert {row.row: row.net for row in found.rows}["lose-raised"] == -200


@pytest.mark.parametrize("decks", [1, 6])
def test_the_strategy_is_the_best_by_spread(decks: int) -> None:
    """Raising from any other spread on gains less."""
    assert min(range(1, 13), key=lambda first: by_hand(decks, first)) == 7
    others = dict(proof(decks=decks).others)
    assert others == {"never raises": by_hand(decks, 12), "always raises": by_hand(decks, 1)}


def test_other_odds() -> None:
    plain = proof()
    assert (
        proof(**{"three-of-a-kind": 12}).edge
        == by_hand(6, pair=12)
        < plain.edge
        < proof(**{"three-of-a-kind": 10}).edge
    )
    assert proof(pair="loses").edge > plain.edge
    none = proof(**{"raise-multiple": 0})
    assert (
        none.edge == dict(plain.others)["never raises"]
        and none.strategy == "no raise is made"
        and not none.later
    )
    five = proof(**{"raise-multiple": 5})
    assert five.later == 5 * plain.later and plain.edge - five.edge == 4 * (none.edge - plain.edge)


def test_a_table_whose_maximum_leaves_no_room_for_a_raise() -> None:
    """A raise is a wager too: it may not be above the maximum."""
    wide = proof(maximum="1", **{"raise-multiple": 5})
    assert wide.later == proof().later


def test_the_odds_of_a_shoe_that_has_been_used() -> None:
    gone = {f"{rank}{suit}": 6 for rank in "789" for suit in "cdhs"}
    (found,) = game("bahamas/red-dog").odds(before={"shoe": {"out": gone}})
    assert found.rows[0].total == 240 * 239 * 238 and found.edge == Fraction(989, 142205)
    assert found.start == {"shoe": {"out": dict(sorted(gone.items()))}}
    assert "on a spread of 2, 8, 9, 10, 11 and on no other" in found.strategy, (
        "a spread of 2 wins more than one time in five"
    )
    (mixed,) = game("bahamas/red-dog").odds(
        before={"shoe": {"out": {f"{rank}{suit}": 5 for rank in "345" for suit in "cdhs"}}}
    )
    assert "by the cards" in mixed.strategy


def test_what_cannot_be_proved() -> None:
    played = game("bahamas/red-dog")
    for wagers, before, said in (
        (["raise"], {}, "part of the proof"),
        (None, {"shoe": {"unseen": 310}}, "3 cards"),
        (None, {"shoe": {"first": ["9c"]}}, "is known"),
    ):
        with pytest.raises(BadInput, match=said):
            played.odds(wagers, before=before)
