"""A side wager that a fold loses has two edges: under best play of the hand, and by itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.api import game
from croupier.families.streets.odds import BY_ITSELF, StreetOdds
from croupier.families.streets.sides import ways_by_itself

LOST_BY_A_FOLD = {
    "great-britain/casino-hold-em": "aa-bonus",
    "bahamas/three-card-poker": "pair-plus",
    "queensland/three-card-poker": "pair-plus",
    "california/three-card-poker": "bonus",
}


@pytest.mark.parametrize(("name", "wager"), LOST_BY_A_FOLD.items())
def test_the_edge_by_itself_is_no_larger_than_that_under_best_play(name: str, wager: str) -> None:
    """Nobody who plays for the side wager alone folds what it pays."""
    odds = StreetOdds(game(name).playable)
    proof = odds.prove(wager)
    told = dict(proof.others)
    best = proof.edge if isinstance(proof.edge, Fraction) else Fraction(proof.edge)
    assert told.get(BY_ITSELF, best) <= best
    ways = ways_by_itself(game(name).playable, wager)
    net = sum(number * odds.prize(wager, row, proof.stake)[0] for row, number in ways.items())
    assert told.get(BY_ITSELF, best) == Fraction(-net, ways.total() * proof.stake)


def test_the_bonus_on_a_pair_of_aces_has_both_edges() -> None:
    proof = StreetOdds(game("great-britain/casino-hold-em").playable).prove("aa-bonus")
    assert (
        f"{float(dict(proof.others)[BY_ITSELF]):.4%}" == "6.4023%" and f"{float(proof.edge):.4%}" == "9.2184%"
    )
