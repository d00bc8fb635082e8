"""What the meters of jackpots show: what a winner of the whole meter would be paid now, with what the house put in."""

from __future__ import annotations

from croupier.api import Game
from croupier.equipment.money import parse_amount, show_amount
from croupier.floor.rooms import ONE, Room, game_of
from croupier.floor.state import FloorTable


def meters_of(one: Game) -> dict[str, str]:
    """Return the jackpots of a game as it is set up: by name, what the house puts into an empty meter."""
    return dict(one.built.meters())


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
