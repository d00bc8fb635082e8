"""What came before at a table, as displays show it.

That is who won each coup, the last numbers of a wheel, the last throws of dice.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from croupier.api import COUPS
from croupier.errors import BadInput
from croupier.floor.rooms import Room, game_of
from croupier.floor.state import FloorTable, Round
from croupier.floor.views import drawn, rounds_here

_WINNERS: OrderedDict[tuple[str | int, ...], str] = OrderedDict()
"""Who won a coup, by its table, round and all that happened in it. A round is looked at once, and not for
everybody who watches."""
MOST_KEPT = 5_000


def drawn_history(table: FloorTable, kind: str) -> Callable[[], str]:
    """Return a function that draws a history of a table.

    What it holds is read now. It may be drawn in another thread.
    """
    one = game_of(table.setup)
    family, known = one.built.family, one.built.display.histories
    if not kind and not known:
        raise BadInput(f"a table of {family} shows no history")
    found = next((shown for shown in known if kind in ("", shown.kind)), None)
    if found is None:
        raise BadInput(f"{kind} is no history of a table of {family}")
    draw = found.draw
    results = coups(table) if found.of == COUPS else _drawn(table, found.of)
    every = [text for text, _ in one.draws()]
    return lambda: draw(results, every)


def _drawn(table: FloorTable, verb: str) -> list[str]:
    """Return what came by one verb, the oldest first."""
    return [came.what for one in rounds_here(table) for came in drawn(one.draws()) if came.verb == verb]


def coups(table: FloorTable) -> list[str]:
    """Return who won each coup at hand, by its cards. It does not matter what was bet on it."""
    return [won for one in rounds_here(table) if (won := _winner(table, one))]


def winners(table: FloorTable, number: int) -> dict[int, str]:
    """Return by round which hand won the last coups, as the wagers on this layout are called.

    Return nothing where no two hands play against each other.
    """
    called = game_of(table.setup).built.called
    if called is None:
        return {}
    names = called()
    return {
        one.number: names.get(won, won)
        for one in rounds_here(table)[-number:]
        if (won := _winner(table, one))
    }


def _winner(table: FloorTable, one: Round) -> str:
    setup = one.setup or table.setup
    winner = game_of(setup).built.winner
    if winner is None:
        return ""
    key: tuple[str | int, ...] = (
        setup.table,
        setup.game,
        one.number,
        one.over_at,
        *(event.text for event in one.events),
    )
    if key not in _WINNERS:
        _WINNERS[key] = winner(Room(setup, one).main.play)
        while len(_WINNERS) > MOST_KEPT:
            _WINNERS.popitem(last=False)
    return _WINNERS[key]
