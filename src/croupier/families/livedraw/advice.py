"""One decision at live draw poker: what each way to hold five cards is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.errors import BadInput
from croupier.families.livedraw.odds import DrawPokerOdds
from croupier.families.livedraw.round import CARDS, LiveDraw
from croupier.families.livedraw.solver import HOLDS, worths
from croupier.prove.advice import Advice, Choice
from croupier.ranking.poker import card, number


def advise(
    game: LiveDraw,
    cards: Sequence[str],
    board: Sequence[str] = (),
    up: str = "",
    done: str = "",
    wager: str = "",
) -> Advice:
    """Return the value of each of the thirty-two ways to hold, the best first."""
    if len(cards) != CARDS or len(set(cards)) != CARDS or board or up:
        raise BadInput(
            "live draw poker shows five different cards and nothing else: "
            "name them (--cards 'Kh Kd 7c 2s 9d')"
        )
    odds = DrawPokerOdds(game)
    stake = odds.even_stake()
    found = worths(odds.problem(stake), [number(one) for one in cards])
    choices = [
        Choice(
            "hold " + "+".join(card(one) for one in held) if held else "draw", Fraction(total, ways) / stake
        )
        for held, (total, ways) in found.items()
    ]
    assert len(choices) == len(HOLDS)
    return Advice(
        "hold or draw",
        {"own": list(cards)},
        "",
        tuple(sorted(choices, key=lambda choice: (-choice.value, -choice.act.count("+")))),
        game.setup.hold.hold_clause,
    )
