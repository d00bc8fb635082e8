"""What a ruling must say so that its orders can be carried out, and how it is written.

What a row orders may have no use for a fact that another row of the irregularity needs. A value that nobody
could mean is refused all the same, and the way to write it is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from croupier.equipment.money import parse_amount
from croupier.errors import BadInput, FactsWanted, short, unknown
from croupier.rulebook.schema import IrregularityRow, RulingRow
from croupier.table.events import Event
from croupier.table.parts.people import check_seat
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
EVERYBODY, NOBODY, DEALER = "all", "nobody", "dealer"
_ONE = r"([1-9][0-9]?)[a-z]?(\.[1-9])*"
_SEVERAL = rf"{_ONE}(\+{_ONE})*"
_MEANT = {
    "seat": (_ONE, "a person, like {0}=2 or {0}=2b"),
    "other": (_ONE, "a person, like {0}=2 or {0}=2b"),
    "partner": (_ONE, "a person, like {0}=2 or {0}=2b"),
    "box": (_SEVERAL, "a box or a hand of it, like {0}=2 or {0}=2.1"),
    "first": (rf"{_ONE}|{DEALER}", f"a box, like {{0}}=2, or {{0}}={DEALER}"),
    "second": (rf"{_ONE}|{DEALER}", f"a box, like {{0}}=2, or {{0}}={DEALER}"),
    "kept": (rf"{_SEVERAL}|{NOBODY}", f"one person or several, like {{0}}=1+3b, or {{0}}={NOBODY}"),
    "decks": (r"[1-9][0-9]?", "a whole number, like {0}=8"),
    "number": (r"[1-9][0-9]?", "a whole number, like {0}=2"),
    "position": (r"[1-9][0-9]?", "a whole number, like {0}=2"),
    "called": (r"[1-6]", "a face of a die, like {0}=6"),
    "resting": (r"[1-6]", "a face of a die, like {0}=6"),
}
"""Facts that are written in one way, with the way in words."""
_TO_WHOM = (rf"{_SEVERAL}|{EVERYBODY}", f"one box or several, like {{0}}=1+2, or {{0}}={EVERYBODY}")
"""Who is offered something. Beside `from` it is the wager to which chips are moved."""
_SUMS = ("amount", "paid", "taken", "minimum", "maximum")
_DRAWN = ("card", "cards", "order", "shown", "result", "oncoming", "passed")
_SEAT = re.compile(r"(?<![0-9.])[1-9][0-9]?(?![0-9])", re.ASCII)


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


def check_forms(
    irregularity: IrregularityRow,
    facts: Mapping[str, str],
    wagers: Collection[str],
    read_draw: Callable[[Event], str],
) -> None:
    """Refuse a fact whose value nobody could mean."""
    offered = "from" not in irregularity.takes
    for fact in irregularity.takes:
        text = facts.get(fact, "")
        if not text or fact in irregularity.facts:
            continue
        form = _TO_WHOM if fact == "to" and offered else _MEANT.get(fact)
        if form is not None:
            _check_written(irregularity.id, fact, text, *form)
        elif fact in ("wager", "from", "to"):
            if text not in wagers and text.partition(":")[0] not in wagers:
                raise BadInput(f"{irregularity.id}: {unknown('wager', text, list(wagers), 'this game')}")
        elif fact in _SUMS:
            parse_amount(text)
        elif fact in _DRAWN and not (fact == "cards" and text.isdecimal()):  # how many, or which
            for one in text.split("+"):
                read_draw(Event("", "deal", one))


def _check_written(irregularity: str, fact: str, text: str, form: str, words: str) -> None:
    if not re.fullmatch(form, text, re.ASCII):
        raise BadInput(f"{irregularity}: {fact}={short(text)} says nothing; it is {words.format(fact)}")
    if form.startswith((_ONE, _SEVERAL)):
        for seat in _SEAT.findall(text):
            check_seat(seat)
