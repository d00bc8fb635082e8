"""One game of every family, for what is the same for all games of a family and takes long."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.families import family
from croupier.rulebook.condition import condition
from croupier.rulebook.load import game_ids, packaged
from croupier.table.banks import CoverBank
from croupier.table.events import parse_event
from croupier.table.play import Play
from croupier.table.playable import Playable
from croupier.table.questions import Refusal


@cache
def one_of_each_family() -> tuple[str, ...]:
    """The first game of every family;
    how to switch takes half a minute to find, so a game with a switch is none of them.
    """
    found: dict[str, str] = {}
    for name in game_ids():
        if "switch" not in name:
            found.setdefault(str(packaged(name)["game"]), name)
    return tuple(found.values())


def deals_cards(played: Playable) -> bool:
    """Say whether a game is dealt from cards, and not drawn by a wheel or dice."""
    return family(played.ruleset.head.game).cards is not None


def player_banks(played: Playable) -> bool:
    """Say whether a player-dealer banks, and not the house."""
    rules = played.ruleset
    row = getattr(rules.setup, "bank", None)
    return row is not None and rules.options.get(row.chosen_by, row.kind) == "player-dealer"


def banker(play: Play) -> str:
    """Return the seat of the player-dealer, if there is one yet."""
    return play.bank.seat if isinstance(play.bank, CoverBank) else ""


def dealing(played: Playable) -> Any:
    """Return how players deal, if they do at this table."""
    row = getattr(played.ruleset.setup, "dealing", None)
    return row if row and condition(row.when)(played.ruleset.facts) else None


def moments(played: Any) -> tuple[str, ...]:
    """Return the kinds of wagers that are made later in the round."""
    found: tuple[str, ...] = played.wagers.moments
    return found


def no_seat(played: Any, number: int) -> Refusal | None:
    """Return why a card table has no such seat."""
    event = parse_event(f"{number} bet any 10")
    found: Refusal | None = played.betting.wagers.no_seat(event)
    return found
