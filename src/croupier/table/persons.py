"""Who a person is, whichever box his wagers lie on.

`1` and `1a` are one person, who sits at box 1; `1b` is another bettor on it. Who plays a place that is not
his own says so: `2 bet ante 10 player=1`. A place is a box with the letter of a bettor: accounts and lines go
by place, rulings by person.

>>> [person_named(who) for who in ("1", "1a", "1.2", "1b", "1b.1", "dealer")]
['1', '1', '1', '1b', '1b', 'dealer']
>>> meant = Whom.of({"seat": "1a", "box": "2", "hand": "1"})
>>> meant.covers("2", "", "1", player="1"), meant.covers("1"), str(meant)
(True, False, '1 on box 2.1')
>>> Whom.of({"box": "2"}).covers("2", "b"), Whom.of({"seat": "2"}).covers("2", "b")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

import msgspec

from croupier.errors import BadInput, short
from croupier.table.events import MOST_TEXTS, parts_of, person_of

SEATED = ("", "a")
"""How the person who sits at a box is written. Others on it have the letters from b on."""
PLAYER = "player"
"""The fact of a bet that says who plays the place."""
_PERSON = re.compile(r"([1-9][0-9]?)([a-z]?)", re.ASCII)


@lru_cache(MOST_TEXTS)
def person_named(who: str) -> str:
    """Return the one name of a person: `1` for `1`, `1a` and `1.2`, `1b` for `1b.1`."""
    place = person_of(who)
    return place[:-1] if place[-1:] == "a" and place[:-1].isdigit() else place


def check_person(text: str, key: str = PLAYER) -> str:
    """Return the name of a person that is given as a value. Refuse a text that names nobody."""
    if not text:
        raise BadInput(f"nobody is named; say who, like {key}=2, or {key}=2b")
    if not _PERSON.fullmatch(text):
        raise BadInput(f"{key}={short(text)} names nobody; a person is written like {key}=2, or {key}=2b")
    return person_named(text)


class Placed(Protocol):
    """What lies at a place and is somebody's: a wager, or the line that settles it."""

    @property
    def seat(self) -> str:
        """The box."""

    @property
    def bettor(self) -> str:
        """The letter of a bettor on it, if one is written."""

    @property
    def hand(self) -> str:
        """The hand, where a box has several."""

    @property
    def player(self) -> str:
        """Who plays the place, where it is not who it says."""


class Whom(msgspec.Struct, frozen=True):
    """Whom or what a ruling is about: a person on every box, a box with everybody on it, or both at once."""

    person: str = ""
    box: str = ""
    bettor: str = ""
    """The one bettor on the box, where it names one: box=2b."""
    hand: str = ""

    @classmethod
    def of(cls, facts: Mapping[str, str]) -> Whom:
        """Read seat=, box= and hand=. A hand may be written with either: seat=2.1 is on box 2."""
        seat, box = facts.get("seat", ""), facts.get("box", "")
        own_box, _, own_hand = parts_of(seat)
        on_box, bettor, on_hand = parts_of(box)
        if own_hand and not box:
            on_box, on_hand = own_box, own_hand
        return cls(person_named(seat), on_box or box, bettor, facts.get("hand", "") or on_hand)

    def covers(self, seat: str, bettor: str = "", hand: str = "", player: str = "") -> bool:
        """Whether somebody's place, or one of his hands, is meant."""
        if not (self.person or self.box):
            return False
        if self.person and self.person != (player or person_named(seat + bettor)):
            return False
        if self.box and self.box != seat:
            return False
        if self.bettor and person_named(seat + self.bettor) != person_named(seat + bettor):
            return False
        return not self.hand or self.hand == hand

    def holds(self, one: Placed) -> bool:
        """Whether a wager or a line is meant."""
        return self.covers(one.seat, one.bettor, one.hand, one.player)

    def holds_place(self, one: Placed) -> bool:
        """Whether somebody's place is meant, whichever hand of it is named."""
        return self.covers(one.seat, one.bettor, self.hand, one.player)

    def acted(self, who: str, players: Mapping[str, str]) -> bool:
        """Whether an act is one of those meant; `players` says who plays places that are not his own."""
        return self.covers(*parts_of(who), player=players.get(person_of(who), ""))

    def __str__(self) -> str:
        box = self.box + self.bettor + (f".{self.hand}" if self.hand and self.box else "")
        if self.person and box:
            return f"{self.person} on box {box}"
        hand = f".{self.hand}" if self.hand and not self.box else ""
        return f"{self.person}{hand}" if self.person else f"box {box}" if box else "?"
