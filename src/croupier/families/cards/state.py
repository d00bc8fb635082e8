"""What a card table carries from round to round, in notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from croupier.equipment.money import parse_amount
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput, unknown


class BankState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """Who banks, or banked last: the seat, what was put up for this round, and how many rounds in a row."""

    seat: str = ""
    cover: str = ""
    turns: int = 0


class CardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What every card table carries; a family adds its own."""

    shoe: Shoe = Shoe()
    players: tuple[str, ...] = ()
    """Who sits at the table, where that matters: in the order of the seats."""
    holder: str = ""
    """The player who deals; the house if nobody does."""
    shoe_offered: str = ""
    """The seat to which the shoe is offered next."""
    house_deals: bool = False
    """Everybody refused the shoe, and a dealer of the house keeps it until it passes."""
    free_hands: int = 0
    """Free hands dealt since the last round with wagers."""
    dummy: bool = False
    """The next round is dealt without wagers, because its first card was seen."""
    owed: dict[str, str] = {}
    """Commission that is marked and not collected yet, by person."""
    bank: BankState = BankState()
    broken: bool = False
    """Nobody takes the bank: the game is stopped."""
    excluded: dict[str, str] = {}
    limits: dict[str, str] = {}
    raised: dict[str, str] = {}


T = TypeVar("T", bound=CardTable)


def read(before: Mapping[str, Any], kind: type[T]) -> T:
    """The table that `before` tells of; what no table carries is an error."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for key in before:
        if key not in known:
            raise unknown("key", str(key), known, "before")
    given = dict(before)
    if isinstance(given.get("players"), (list, tuple)):
        given["players"] = [str(player) for player in given["players"]]
    try:
        return msgspec.convert(_texts(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"before: {error}") from None


def _texts(given: dict[str, Any]) -> dict[str, Any]:
    """Seats and amounts may be written as numbers: bank = {seat = 3, cover = 50}."""
    for name, part in given.items():
        if isinstance(part, Mapping) and name != "shoe":
            given[name] = {
                key: str(value)
                if isinstance(value, int) and not isinstance(value, bool) and key != "turns"
                else value
                for key, value in part.items()
            }
        elif name not in ("players", "shoe") and isinstance(part, int) and not isinstance(part, bool):
            given[name] = part if name in ("free-hands",) else str(part)
    for name in ("owed",):
        for amount in dict(given.get(name) or {}).values():
            parse_amount(str(amount))
    return given


def write(table: CardTable) -> dict[str, Any]:
    """What differs from a fresh table, as JSON holds it."""
    found: dict[str, Any] = msgspec.to_builtins(table)
    return {key: value for key, value in found.items() if value not in ({}, [], (), "", None)}
