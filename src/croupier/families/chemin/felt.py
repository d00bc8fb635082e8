"""The felt of chemin de fer: both hands, the bank, and what covers it."""

from __future__ import annotations

from croupier.families.baccarat.felt import HANDS, below, hands, titled
from croupier.families.cards.felt import laid_out
from croupier.families.chemin.hand import BANKER, PLAYER
from croupier.families.chemin.round import CheminDeFer
from croupier.families.chemin.rules import CheminSetup, CheminWager
from croupier.felt.canvas import Felt
from croupier.rulebook.ruleset import Ruleset


def drawn(game: CheminDeFer, upright: bool) -> Felt:
    """Draw the hands and the wagers on them."""
    rules: Ruleset[CheminWager, CheminSetup] = game.ruleset
    offered = laid_out(rules, game.wagers.moments)
    canvas = titled(rules.head.title, upright)
    bottom = hands(canvas, {})
    mains = [(offer, BANKER if offer.kind == "bank" else PLAYER) for offer in offered.kinds("cover", "bank")]
    return below(canvas, offered, mains, [], [], {hand: [] for hand in HANDS}, bottom).finished()
