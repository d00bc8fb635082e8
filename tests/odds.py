"""The odds of one wager at a table of wheels or dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.equipment.money import Amount
from croupier.families.automaton.game import AnyDrawGame
from croupier.families.automaton.odds import prove_all
from croupier.prove.proof import WagerProof


def prove(
    game: AnyDrawGame, wager: str, stake: Amount | None = None, before: Mapping[str, Any] | None = None
) -> WagerProof:
    """Return the exact odds of a wager (`red`), or of one of its places (`straight:17`)."""
    return prove_all(game, [wager], stake, before)[0]
