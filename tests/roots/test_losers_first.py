"""Losing wagers are collected before winners are paid, at every game whose text says so."""

from __future__ import annotations

import pytest

from croupier.families import build, ruleset
from croupier.table.table import Table
from tests.conformance.players import play
from tests.tiers import chosen_games

SAID = {
    "bahamas/let-it-ride": "reg 12(8)(m), (n)",
    "bahamas/punto-banco": "reg 4(10)(b)",
    "bahamas/roulette": "reg 6(3)(d)",
    "bahamas/three-card-poker": "reg 16(9)(c)",
    "queensland/baccarat": "sch 1 s 24(3)",
    "queensland/roulette": "sch 7 s 6(2)",
    "queensland/wheel-of-fortune": "sch 10 s 4(b)",
}
"""By game: where the text says it. Elsewhere hands are settled one after the other, or nothing is said.

Red dog (reg 8(5)(k)) says it too, but there all wagers of a round win or all lose. Casino war (13(6)(a), (j))
compares and settles from the dealer's left, one player after the other.
"""
GAMES = [game for game in SAID if game in chosen_games()]
SEEDS = range(6)


@pytest.mark.parametrize("game", GAMES)
def test_no_loser_is_collected_after_a_winner_was_paid(game: str) -> None:
    """Of what is settled at one time, the losers come first; both occurred together at least once."""
    both = 0
    for seed in SEEDS:
        for before, stored, _ in play(game, {}, {}, 3, 6, seed).rounds:
            table = Table(build(ruleset(game)), before)
            for entry in stored:
                had = len(table.lines)
                table.apply(entry["event"])
                results = [line.result for line in table.lines[had:]]
                won = [at for at, result in enumerate(results) if result == "win"]
                lost = [at for at, result in enumerate(results) if result in ("lose", "half")]
                assert not won or not lost or max(lost) < min(won), (game, entry["event"], table.lines[had:])
                both += bool(won and lost)
    assert both, f"{game}: no round had winners and losers"
