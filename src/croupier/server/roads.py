"""What came before at a table, as displays show it: the coups of baccarat as roads, the last numbers of a wheel, the last throws of dice."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable

from croupier.errors import BadInput
from croupier.families.baccarat.tableau import BANKER, COMMUNITY, PLAYER
from croupier.felt import histories as drawn
from croupier.floor.rooms import Room, game_of
from croupier.floor.state import FloorTable, Round
from croupier.floor.views import rounds_here
from croupier.ranking.points import count

OF_NUMBERS, OF_THROWS = ("numbers", "hot-cold"), ("throws",)
_WINNERS: OrderedDict[tuple[str | int, ...], str] = OrderedDict()
"""Who won a coup, by its table, round and all that happened in it: a round is looked at once, and not for everybody who watches."""
MOST_KEPT = 5_000
_FIRST = {
    "big": ("baccarat", "chemin-de-fer"),
    "numbers": ("roulette",),
    "throws": ("craps", "sic-bo", "rocket-7"),
}
"""The history that is meant where none is named, and the families that have it."""


def history(table: FloorTable, kind: str) -> Callable[[], str]:
    """A history of a table; what it holds is read now, and it may be drawn in another thread."""
    family = game_of(table.setup).rules.head.game
    kind = kind or next((first for first, families in _FIRST.items() if family in families), "")
    if not kind:
        raise BadInput(f"a table of {family} shows no history")
    if kind in drawn.ROADS and family in _FIRST["big"]:
        results = coups(table)
        return lambda: drawn.road(kind, results)
    if kind in OF_NUMBERS and family in _FIRST["numbers"]:
        return _numbers(table, kind)
    if kind in OF_THROWS and family in _FIRST["throws"]:
        throws = [[int(face) for face in re.findall("[1-6]", text)] for text in _drawn(table, "roll")]
        return lambda: drawn.totals_strip(throws)
    raise BadInput(f"{kind} is no history of a table of {family}")


def _numbers(table: FloorTable, kind: str) -> Callable[[], str]:
    pockets = [text for text, _ in game_of(table.setup).draws()]
    results = _drawn(table, "spin")
    if kind == "numbers":
        return lambda: drawn.numbers_strip(results)
    return lambda: drawn.hot_cold_strip(results, pockets)


def _drawn(table: FloorTable, verb: str) -> list[str]:
    """What came, by its verb, the oldest first."""
    return [
        text.removeprefix(f"{verb} ")
        for one in rounds_here(table)
        for text in one.draws()
        if text.startswith(f"{verb} ")
    ]


def coups(table: FloorTable) -> list[str]:
    """Who won each coup of baccarat at hand, by its cards: it does not matter what was bet on it."""
    return [won for one in rounds_here(table) if (won := _winner(table, one))]


def winners(table: FloorTable, number: int) -> dict[int, str]:
    """Which hand won each of the last coups, by round, as the wagers on this layout are called; nothing at tables of other games."""
    rules = game_of(table.setup).rules
    if rules.head.game not in _FIRST["big"]:
        return {}
    wagers = reversed([*rules.wagers.items()])  # the plain tie comes before those of one count
    called = {
        row.hand if row.kind == "hand" else row.kind: wager
        for wager, row in wagers
        if row.kind in ("hand", "tie")
    }
    if not {PLAYER, BANKER} <= {*called}:
        called = {}
    return {
        one.number: called.get(won, won)
        for one in rounds_here(table)[-number:]
        if (won := _winner(table, one))
    }


def _winner(table: FloorTable, one: Round) -> str:
    setup = one.setup or table.setup
    key: tuple[str | int, ...] = (
        setup.table,
        setup.game,
        one.number,
        one.over_at,
        *(event.text for event in one.events),
    )
    if key not in _WINNERS:
        places = Room(setup, one).main.play.places
        hands = [[dealt.card for dealt in places.get(place, [])] for place in (PLAYER, BANKER)]
        hands[0] += [dealt.card for dealt in places.get(COMMUNITY, [])]
        whole = all(len(hand) > 1 and not any("?" in card for card in hand) for hand in hands)
        counts = [count(hand) for hand in hands] if whole else []
        _WINNERS[key] = (
            ""
            if not whole
            else "tie"
            if counts[0] == counts[1]
            else PLAYER
            if counts[0] > counts[1]
            else BANKER
        )
        while len(_WINNERS) > MOST_KEPT:
            _WINNERS.popitem(last=False)
    return _WINNERS[key]
