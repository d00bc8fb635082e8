"""The exact edge of every wager of every game:
as it was, and as it is worked out by hand without the prover.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from croupier.families import build, ruleset
from croupier.prove.proof import WagerProof
from croupier.rulebook.load import game_ids
from tests import evidence
from tests.conformance.shapes import later, prove_all
from tests.figures import byhand, byhand_cards, byhand_streets, byhand_twentyone, snapshot
from tests.odds import prove

SECTIONS = list(snapshot.sections())
BY_HAND = byhand.GAMES | byhand_cards.GAMES | byhand_streets.GAMES | byhand_twentyone.GAMES
LEFT_OUT = byhand_streets.LEFT_OUT | byhand_twentyone.LEFT_OUT


@pytest.mark.parametrize("section", SECTIONS)
def test_the_odds_of_a_game_are_exact_as_they_were_and_as_they_are_by_hand(section: str) -> None:
    """One proof of everything that is offered, and all questions asked of it."""
    found = snapshot.proofs(section)
    assert {proof.wager for proof in found} >= set(snapshot.sections()[section])
    every_wager_has_an_exact_edge(found)
    assert snapshot.kept().get(section) == snapshot.edges(section), (
        "an edge has changed; if a rule was changed on purpose: python -m tests.figures.snapshot"
    )
    every_edge_is_what_it_is_by_hand(section)
    if section in game_ids():
        assert section in evidence.kept(), (
            f"{section} has no row in tests/evidence.toml: make evidence GAME={section}"
        )
        assert evidence.kept()[section].proof == evidence.proof_hash(found), (
            f"the odds of {section} have changed; if a rule was changed on purpose: make evidence "
            f"GAME={section}"
        )


def every_wager_has_an_exact_edge(found: Sequence[WagerProof]) -> None:
    for proof in found:
        assert (
            isinstance(proof.edge, Fraction)
            and isinstance(proof.variance, Fraction)
            and isinstance(proof.draws, Fraction)
        )
        assert all(
            isinstance(row.ways, int)
            and isinstance(row.total, int)
            and isinstance(row.net, int)
            and row.ways > 0
            for row in proof.rows
        )
        # Where hands are split the rows count hands.
        assert abs(sum(row.probability for row in proof.rows) - proof.hands) <= 1000 * proof.error, (
            proof.example
        )
        assert proof.draws >= 1 and proof.stake > 0
        assert not any("no stake" in note for note in proof.notes), (
            f"{proof.example} is not proved for a stake that is paid exactly"
        )


def every_edge_is_what_it_is_by_hand(section: str) -> None:
    """Every wager, and every place where it may lie: straight:0 to straight:36, each split, each hop."""
    hand = BY_HAND[section]()
    offered, left_out = snapshot.sections()[section], LEFT_OUT.get(section, {})
    assert set(hand) | set(left_out) == set(offered) and not set(hand) & set(left_out)
    names = [name for name in offered if name in hand]
    game = snapshot.table(section)
    places = [(name, place) for name in names for place in game.params(name)]
    known = {proof.example: proof for proof in snapshot.proofs(section)}
    asked = [f"{name}:{place}" if place else name for name, place in places]
    rest = [one for one in asked if one not in known]
    known |= {proof.example: proof for proof in (prove_all(game, rest) if rest else [])}
    for (name, place), example in zip(places, asked, strict=True):
        assert known[example].edge == hand[name](place), (
            f"{example}: proved {known[example].edge}, by hand {hand[name](place)}"
        )


def test_every_wager_of_every_game_is_kept() -> None:
    kept = snapshot.kept()
    assert set(kept) == set(SECTIONS)
    for game in game_ids():
        named = {
            wager.partition(":")[0].partition(" (")[0]
            for section in kept
            if section.partition(" ")[0] == game
            for wager in kept[section]
        }
        played = build(ruleset(game))
        assert named == set(ruleset(game).names) - later(played), game


def test_every_section_was_worked_out_by_hand() -> None:
    assert len(BY_HAND) == len(byhand.GAMES) + len(byhand_cards.GAMES) + len(byhand_streets.GAMES) + len(
        byhand_twentyone.GAMES
    )
    assert set(BY_HAND) == set(SECTIONS)
    assert set(LEFT_OUT) <= set(byhand_streets.GAMES) | set(byhand_twentyone.GAMES), (
        "only wagers of casino poker and twenty-one are left out"
    )
    assert all(why for left_out in LEFT_OUT.values() for why in left_out.values())


def test_a_wrong_price_would_be_noticed() -> None:
    """The figures have teeth: one price that is one unit off is seen in the snapshot and by hand."""
    kept = snapshot.kept()
    for game, option, other, wager in (
        ("house/craps", "field-12", "2:1", "field"),
        ("house/craps", "all-pays", "174:1", "all"),
        ("house/roulette", "rage-table", "5-9-20-30", "rage"),
        ("house/sic-bo", "any-triple", "31", "any-triple"),
        ("house/big-six", "top-symbols", "45-1", "symbol-f"),
    ):
        edge = prove(build(ruleset(game, {option: other})), wager).edge
        assert str(edge) != kept[game][wager] and edge != byhand.GAMES[game]()[wager]("")
