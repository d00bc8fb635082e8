"""Wagers that are void after they were settled, with all that hung on them.

The round is played again with these wagers struck: they lie as they lay, cards and acts go on as they went,
and nothing falls due on them. So meters, bonuses, shares and charges are as if they had never been made.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.errors import BadInput
from croupier.table.claims import Claim, Standing
from croupier.table.play import RETURNED, Play
from croupier.table.playable import Playable
from croupier.table.rulings import History, Ordered, rewrite

STRIKES = ("strike", "stricken")
"""Orders in a history between which wagers are struck; no rulebook gives them."""
BETWEEN = "; "


def has_fallen_due(claim: Claim) -> bool:
    """Whether a claim decided a wager, or charged for one that stands on."""
    if claim.result == "stands":
        return bool(claim.charge or claim.contribution)
    return claim.result not in RETURNED


def fallen_due(play: Play) -> list[Standing]:
    """Return the wagers of which something has fallen due in this round."""
    return [claim.standing for batch in play.batches for claim in batch.claims if has_fallen_due(claim)]


def hanging(game: Playable, play: Play, meant: Callable[[Standing], bool]) -> list[Standing]:
    """Return the wagers meant, standing or settled, with all that hung on them and on nothing else."""
    there = list({one.label: one for one in (*fallen_due(play), *play.wagers)}.values())
    found = [one for one in there if meant(one)]
    rest = [one for one in there if one not in found]
    while more := [one for one in rest if any(game.hangs_on(play, one, other, rest) for other in found)]:
        found += more
        rest = [one for one in rest if one not in more]
    return found


def struck(history: History, ordered: Ordered, wagers: list[Standing]) -> History:
    """Return the history with wagers struck from its start, up to the order that gives back what stands.

    A wager that is made again afterwards is another.
    """
    facts = (("wagers", BETWEEN.join(one.label for one in wagers)),)
    begin, end = (Ordered(order, facts, ordered.clause) for order in STRIKES)
    return rewrite(rewrite(History((begin, *history.items), history.aside), ordered), end)


def check_good(history: History, play: Play, ordered: Ordered) -> None:
    """Refuse to move a wager that was declared void."""
    players, name = play.players(), ordered.fact("from")
    for item in history.items:
        if not isinstance(item, Ordered) or item.order != STRIKES[0]:
            continue
        for who, _, wager in (label.partition(" ") for label in item.fact("wagers").split(BETWEEN)):
            if wager == name and ordered.whom.acted(who, players):
                raise BadInput(f"{name} of {who} was declared void: it is not moved")


def strike(play: Play, ordered: Ordered) -> None:
    """Strike the wagers that an order names, or be done with them."""
    labels = ordered.fact("wagers").split(BETWEEN)
    if ordered.order == STRIKES[0]:
        play.struck |= dict.fromkeys(labels, ordered.clause)
    else:
        play.struck = {label: clause for label, clause in play.struck.items() if label not in labels}
