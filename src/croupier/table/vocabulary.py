"""What may be said at a table: with each verb, whether it names something or an amount, and which facts.

Who reads a fact of an act declares it (`takes` of a part, and of a game for the acts of its script). Here is
the one place where what is said is held against that: nothing that nobody reads is let through.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property

import msgspec

from croupier.equipment.money import show_amount
from croupier.errors import BadInput, near, short, unknown
from croupier.table.events import DRAWS, Event


class Form(Enum):
    """How the value of a fact is written, where it is none of a few words."""

    NUMBER = r"[0-9]{1,4}"
    PERSON = r"[1-9][0-9]?[a-z]?"
    WORD = r"[a-z][a-z-]*"
    PEOPLE = r"[1-9][0-9]?[a-z]?(\+[1-9][0-9]?[a-z]?)*"


class Key(msgspec.Struct, frozen=True):
    """A fact that may be said with an act: key=value."""

    name: str
    says: str
    """What it says, in words for people."""
    values: tuple[str, ...] = ()
    """The words that it may be; any, where neither words nor a form are given."""
    form: Form | None = None
    """How it is written where it is none of the words."""
    joined: bool = False
    """Whether several of the words may be joined by +."""
    beside: tuple[str, str] = ("", "")
    """Another fact without which it says nothing: its name, and a value like one that it may have."""

    def fits(self, value: str) -> bool:
        """Whether it may have this value."""
        if not self.values and self.form is None:
            return True
        words = value.split("+") if self.joined else [value]
        return all(word in self.values for word in words) or (
            self.form is not None and re.fullmatch(self.form.value, value, re.ASCII) is not None
        )

    @property
    def told(self) -> str:
        """What it may be, in words."""
        forms = {
            Form.NUMBER: f"a number, like {self.name}=20",
            Form.PERSON: f"a seat, like {self.name}=3",
            Form.WORD: f"a word, like {self.name}=blue",
            Form.PEOPLE: f"one seat or several, like {self.name}=1 or {self.name}=1+2",
        }
        known = [*([forms[self.form]] if self.form else []), *self.values]
        if len(known) < 2:
            return "".join(known)
        return f"{', '.join(known[:-1])} or {known[-1]}{', or several joined by +' if self.joined else ''}"


class Takes(msgspec.Struct, frozen=True):
    """What may be said with a verb."""

    keys: tuple[Key, ...] = ()
    amount: bool = False
    what: str = ""
    """An example of what it names: a wager, cards. Empty where it names nothing."""

    def and_also(self, other: Takes) -> Takes:
        """Return what two that read the same verb take together."""
        mine = {key.name for key in self.keys}
        keys = (*self.keys, *(key for key in other.keys if key.name not in mine))
        return Takes(keys, self.amount or other.amount, self.what or other.what)


PLAIN = Takes()
"""A verb with which nothing else is said."""
OFFERED = {"retract": PLAIN, "take-back": Takes(amount=True, what="red"), "continue": PLAIN}
"""What the table itself asks: the answers to an offer that a ruling made."""
WHOSE = Key("player", "who plays a place that is another's, or nobody's", form=Form.PERSON)

_SAID_BY_OTHERS = {
    "rule": "the supervisor rules, like supervisor rule EVENT fact=value",
    "next-round": "the next round is begun by table next-round",
}
"""Verbs that belong to one voice alone, with what would be right in any other."""

_OF_NO_HAND = frozenset(
    {"bank", "decline-bank", "take-bank", "pass-bank", "bid", "no-bid", "suivi", "banco", "move"}
    | {"take-dice", "decline-dice", "pass-dice", "take-shoe", "refuse-shoe", "pass-shoe", "post-fee"}
)
"""Acts of a person at his box, which no hand of it makes."""

Declared = Mapping[str, Takes]


class Vocabulary:
    """All that may be said at a table, by verb."""

    def __init__(self, declared: Iterable[Declared]) -> None:
        """Take the declarations of all who read what is said; several may read one verb."""
        found: dict[str, Takes] = dict(OFFERED)
        for one in declared:
            for verb, takes in one.items():
                found[verb] = found[verb].and_also(takes) if verb in found else takes
        self.verbs: Mapping[str, Takes] = found

    @cached_property
    def keys(self) -> Mapping[str, Mapping[str, Key]]:
        """The facts that each verb takes, by name."""
        return {verb: {key.name: key for key in takes.keys} for verb, takes in self.verbs.items()}

    def check(self, event: Event) -> None:
        """Refuse an act of somebody that this table does not know, or of which a part would be ignored."""
        takes = self.verbs.get(event.verb)
        if takes is None and event.who == "supervisor":
            raise BadInput(f"{str(event)!r}: a supervisor rules, like supervisor rule EVENT fact=value")
        if takes is None and event.verb in _SAID_BY_OTHERS:
            raise BadInput(f"{str(event)!r}: {_SAID_BY_OTHERS[event.verb]}")
        if takes is None and event.verb in DRAWS:
            raise BadInput(f"{str(event)!r}: a draw is said by nobody; {_draw_alone(event)}")
        if takes is None:
            raise BadInput(f"{str(event)!r}: {unknown('act', event.verb, self.verbs, 'this game')}")
        if event.hand and (event.lays_wager or event.verb in _OF_NO_HAND):
            raise BadInput(
                f"{str(event)!r}: this is said of a box, not of a hand of it; "
                f"write it like {' '.join([event.person, *str(event).split()[1:]])}"
            )
        if event.facts:
            self._check_facts(event)
        if event.amount is not None and not takes.amount:
            raise BadInput(
                f"{str(event)!r}: {event.verb} takes no amount; write it like {_like(event, takes)}"
            )
        if event.what and not takes.what:
            raise BadInput(
                f"{str(event)!r}: {event.verb} names nothing, and {short(event.what)} says nothing here; "
                f"write it like {_like(event, takes)}"
            )

    def _check_facts(self, event: Event) -> None:
        known = self.keys[event.verb]
        for name, value in event.facts:
            key = known.get(name)
            if key is None:
                raise BadInput(f"{str(event)!r}: {_no_such_key(event.verb, name, known)}")
            if not key.fits(value):
                raise BadInput(f"{str(event)!r}: {name}= is {key.told}")
            other, like = key.beside
            if other and not event.fact(other):
                raise BadInput(f"{str(event)!r}: {name}= says nothing without {other}=, like {other}={like}")


def _draw_alone(event: Event) -> str:
    """Say how a draw is written that was put into somebody's mouth."""
    result = event.what or (show_amount(event.amount) if event.amount is not None else "")
    return f"write it like {event.verb} {result}" if result else f"write {event.verb} and the result alone"


def _no_such_key(verb: str, name: str, known: Mapping[str, Key]) -> str:
    """Say what a verb takes instead of a fact that nobody reads."""
    if not known:
        return f"{verb} takes no facts; leave {name}= out"
    found = near(name, known)
    if found:
        return f"{verb} takes no {name}=; did you mean {' or '.join(f'{one}=' for one in found)}?"
    return f"{verb} takes no {name}=; it takes {', '.join(f'{one}=' for one in known)}"


def _like(event: Event, takes: Takes) -> str:
    """Write the act as it would be right, without its facts."""
    what = event.what if takes.what else ""
    amount = "10" if takes.amount else ""
    return " ".join(part for part in (event.who, event.verb, what, amount) if part)
