"""What the meters of jackpots show: what a winner of the whole meter would be paid now, with what the house put in."""

from __future__ import annotations

from typing import Any

from croupier.api import Game
from croupier.equipment.money import parse_amount, show_amount
from croupier.families.livedraw import round as livedraw
from croupier.families.rocket import round as rocket
from croupier.floor.rooms import ONE, Room, game_of
from croupier.floor.state import FloorTable


def meters_of(one: Game) -> dict[str, str]:
    """The jackpots of a game as it is set up: by name, what the house puts into an empty meter."""
    seed, options = one.rules.options.get("seed") or "0", one.rules.options
    playable: Any = one.playable
    if isinstance(playable, livedraw.LiveDraw):
        return {livedraw.METER: seed} if options.get("jackpot") == "yes" else {}
    if isinstance(playable, rocket.Rocket):
        return {rocket.METER: seed} if options.get("rocket-jackpot") == "yes" else {}
    return {
        row.name: playable.seed_of(row)
        for wager, row in getattr(playable, "meters", {}).items()
        if one.rules.offered(wager)
    }


def jackpots(table: FloorTable, room: Room | None) -> dict[str, str]:
    """By name: what was carried into the round, or the seed, with what wagers have added and prizes have taken since."""
    carried = (
        (table.round.before if table.round is not None else table.carried).get(ONE, {}).get("meters", {})
    )
    meters = {**meters_of(game_of(table.setup)), **carried}
    net = room.main.net if meters and room is not None else {}
    return {
        name: show_amount(parse_amount(str(amount)) + net.get(f"meter {name}", 0))
        for name, amount in meters.items()
    }
