"""What a ruling must say so that its orders can be carried out, with what it may be at this table."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import FactsWanted
from croupier.rulebook.schema import IrregularityRow, RulingRow
from croupier.table.play import Play
from croupier.table.rulings import LATE

NEEDS = {
    "replace-draw": ("result",),
    "move-wager": ("seat", "from", "to"),
    "correct-payment": ("seat", "wager", "paid"),
    "void-wager": ("seat",),
    "void-hand": ("seat",),
    "void-in-place": ("seat",),
    "exclude": ("seat",),
    "keep-apart": ("seat",),
    "rewind": ("seat",),
    **dict.fromkeys(LATE, ("seat",)),
}
"""Facts that an order cannot be carried out without."""
INSTEAD = {"seat": {"seat", "box"}, "paid": {"paid", "taken"}}
"""Facts of which one suffices: a box in place of a seat, a stake that was taken in place of what was paid."""


def check_needed(play: Play, irregularity: IrregularityRow, row: RulingRow, facts: Mapping[str, str]) -> None:
    """Refuse a ruling without the facts that its orders need. Say which, and what they may be."""
    takes = set(irregularity.takes)
    wanted: dict[str, list[str]] = {}
    for fact in dict.fromkeys(fact for order in row.ruling for fact in NEEDS.get(order, ())):
        about = INSTEAD.get(fact, {fact})
        if about & takes and not any(map(facts.get, about)):
            wanted[fact if fact in takes else "box"] = _might_be(play, fact)
    if wanted:
        told = "; ".join(f"{fact}={'|'.join(values) or '…'}" for fact, values in wanted.items())
        raise FactsWanted(f"{irregularity.id}: say {told}", wanted)


def _might_be(play: Play, fact: str) -> list[str]:
    """List what a fact may be as far as the table tells: who plays, and what lies or lay on it."""
    found: list[str] = []
    if fact == "seat":
        found = [one.seat + one.bettor for one in play.wagers] + [one.seat + one.bettor for one in play.lines]
    elif fact in ("wager", "from"):
        found = [one.name for one in play.wagers] + [one.wager for one in play.lines]
    return list(dict.fromkeys(found))
