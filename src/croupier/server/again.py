"""A stored floor, settled again by the law as it is now: which rounds come out otherwise. Nothing is paid."""

from __future__ import annotations

import msgspec

from croupier.equipment.money import Amount
from croupier.floor.again import Again, Left, settled_again
from croupier.floor.events import CorrectionMade, Event, RoundOver
from croupier.floor.state import Floor
from croupier.server import journal
from croupier.server.journal import FIRST
from croupier.server.store import Progress, Store


class Listed(msgspec.Struct):
    """A round that is not settled now as it was."""

    table: str
    game: str
    round: int
    over: int
    """When it was over, in milliseconds since 1970."""
    seq: int
    """The entry that settled it last."""
    corrected: int
    """How often it was settled anew by a correction. It is judged as it was left."""
    by_hand: dict[str, Amount]
    """By terminal: what was paid by hand for it."""
    found: Again


class SettledAgain(msgspec.Struct):
    """What became of all rounds of a store."""

    entries: int = 0
    head: str = FIRST
    rounds: int = 0
    listed: list[Listed] = []


def settle_again(store: Store, progress: Progress | None = None) -> SettledAgain:
    """Settle every round of a store again. Raise `Tampered` where the journal is not sound."""
    floor, result = Floor(), SettledAgain()
    found: dict[tuple[str, int], Listed | None] = {}
    for row in store.checked(progress):
        event = journal.read(row.body, row.sealed)
        floor.apply(event)
        for table, number in _settled_by(floor, event):
            found[table, number] = _judged(floor, table, number, row.seq)
        result.entries, result.head = row.seq, row.hash
    result.rounds = len(found)
    result.listed = [one for one in found.values() if one is not None]
    # What was paid by hand may have been paid any time later.
    for one in result.listed:
        known = floor.tables[one.table].find(one.round)
        one.by_hand = dict(known.by_hand) if known is not None else one.by_hand
    return result


def _settled_by(floor: Floor, event: Event) -> list[tuple[str, int]]:
    """Return the rounds that an event has settled or settled anew. Call it right after the event."""
    if isinstance(event, RoundOver):
        return [(event.table, event.round)]
    if isinstance(event, CorrectionMade):
        table = floor.corrections[event.correction].table
        return [(table, int(number)) for number in event.rounds]
    return []


def _judged(floor: Floor, name: str, number: int, seq: int) -> Listed | None:
    table = floor.tables[name]
    one = table.find(number)
    if one is None or one.phase != "over":
        return None
    setup = one.setup or table.setup
    again = settled_again(one, setup, _left(floor, name, number))
    if again.same:
        return None
    return Listed(name, setup.game, number, one.over_at, seq, one.corrected, dict(one.by_hand), again)


def _left(floor: Floor, table: str, number: int) -> list[Left]:
    """Return the acts of a round that a correction took out, leaving what was settled by them."""
    return [
        Left(act, by.removesuffix(")"))
        for made in floor.corrections.values()
        if made.table == table and made.status == "made" and made.impossible == "left"
        for place, _, rest in (text.partition(": ") for text in made.listed)
        for act, _, by in (rest.rpartition(" ("),)
        if place == f"round {number}"
    ]
