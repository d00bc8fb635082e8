"""The layout of wheels and dice: every wager in every place, with its prices there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from croupier.families.automaton.game import AnyDrawGame
from croupier.families.automaton.machine import UNPRICED, OneDraw
from croupier.families.automaton.rules import AutomatonWager
from croupier.felt.canvas import Felt
from croupier.felt.grid import plain
from croupier.felt.offers import Offers, Prices, offers
from croupier.rulebook.ruleset import Ruleset

A = TypeVar("A", bound=AutomatonWager)
S = TypeVar("S")


def _stays(row: AutomatonWager) -> Sequence[str]:
    return ()


def laid_out(
    game: AnyDrawGame, rules: Ruleset[A, S], moves_to: Callable[[A], Sequence[str]] = _stays
) -> Offers[A]:
    """List the offered wagers. `moves_to` has the parameters that a wager's chips may be moved to."""
    return offers(rules, partial(prices, game), later=_later, params=game.machines.params, moves_to=moves_to)


def _later(row: AutomatonWager) -> bool:
    """Whether a wager stands on another that has a point."""
    return bool(row.needs) and not row.needs_any


def prices(game: AnyDrawGame, name: str, param: str) -> Prices:
    """Return each way that a wager can win where it lies, with its price, in the order of the rulebook."""
    found = game.ruleset.prices(name)
    if not found:
        return []
    machine = game.machines.machine(name, param)
    rows = machine.rows
    if len(rows) > 1 and isinstance(machine, OneDraw):
        rows = rows & {machine.row_of(draw) for draw, _ in game.machines.device.draws()}
    if param in rows:
        # A supplement names its point: it wins on no other.
        rows = frozenset({param})
    place = {row: at for at, row in enumerate(found)}
    ordered = sorted(rows - set(UNPRICED), key=lambda row: (place.get(row, len(place)), len(row), row))
    return [(row, game.prices.price(name, row, param)) for row in ordered]


def grid(game: AnyDrawGame, upright: bool) -> Felt:
    """Draw the felt of a game that has no layout of its own."""
    return plain(game.ruleset.head.title, laid_out(game, game.ruleset), upright).finished()
