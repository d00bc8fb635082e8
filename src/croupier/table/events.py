"""Events: all that happens at a table, one line each.

>>> str(parse_event("1a bet blackjack 10"))
'1a bet blackjack 10'
>>> [str(event) for event in parse_events("deal 6h Td")]
['deal 6h', 'deal Td']
>>> parse_event("supervisor rule late-wager box=2").fact("box")
'2'
>>> str(parse_event("turn 2.1#2 Kd"))
'turn 2.1#2 Kd'
>>> who = parse_event("2b.1 stand"); who.seat, who.bettor, who.hand, who.person
('2', 'b', '1', '2b')
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import Unreadable, short

DRAWS = ("deal", "roll", "spin", "tiles", "turn")
"""Verbs of chance: nobody says them, the table does."""
STAFF = ("dealer", "table", "supervisor")
LONGEST = 300
MOST_TEXTS = 8_192
"""The most events and names whose reading is kept. They are values of their text alone."""
_WHO = re.compile(r"[1-9][0-9]?[a-z]?(\.[1-9])*", re.ASCII)
_PARTS = re.compile(r"([1-9][0-9]?)([a-z]?)((?:\.[1-9])*)", re.ASCII)
_PLACE = re.compile(r"[a-z0-9][a-z0-9.-]*#[1-9][0-9]?", re.ASCII)
_WORD = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
_WHAT = re.compile(r"[A-Za-z0-9?][A-Za-z0-9?:./+-]*(?<!:)", re.ASCII)
_AMOUNT_LIKE = re.compile(r"[^0-9A-Za-z]?[0-9][0-9.,]*", re.ASCII)
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)
EXAMPLE = "1 bet straight:17 10, spin 17, deal 6h Td, supervisor rule no-spin reason=foreign-object"


@lru_cache(MOST_TEXTS)
def parts_of(who: str) -> tuple[str, str, str]:
    """Return the box, the bettor and the hand of a WHO. All are empty for the staff and for chance."""
    found = _PARTS.fullmatch(who)
    return (found[1], found[2], found[3].removeprefix(".")) if found else ("", "", "")


def person_of(who: str) -> str:
    """Return the person of any of his hands: `2b` for `2b.1`. The staff are themselves."""
    return who.partition(".")[0]


@lru_cache(MOST_TEXTS)
def other_name(who: str) -> str:
    """Return the other name of the person who controls a box: he is `1` and `1a` at once.

    Empty for everyone else.
    """
    seat, bettor, hand = parts_of(who)
    if not seat or bettor not in ("", "a"):
        return ""
    return seat + ("" if bettor else "a") + (f".{hand}" if hand else "")


class Event(msgspec.Struct, frozen=True, dict=True):
    """WHO VERB [WHAT] [AMOUNT] [key=value ..]. A draw has no WHO.

    WHAT is never a bare number: that is an amount.
    """

    who: str
    verb: str
    what: str = ""
    amount: Amount | None = None
    facts: tuple[tuple[str, str], ...] = ()

    def fact(self, name: str, default: str = "") -> str:
        """Return a value given as key=value."""
        return dict(self.facts).get(name, default) if self.facts else default

    @property
    def is_draw(self) -> bool:
        """Whether chance did this."""
        return not self.who

    @property
    def lays_wager(self) -> bool:
        """Whether it lays a wager down, `bet red 10`; a `bet` on nothing is an act of the family's own."""
        return self.verb == "bet" and bool(self.what)

    @cached_property
    def act(self) -> str:
        """The act as a question lists it: the verb, with its object."""
        return f"{self.verb} {self.what}" if self.what else self.verb

    @cached_property
    def seat(self) -> str:
        """The box that a person sits at, without bettor and hand."""
        return parts_of(self.who)[0]

    @cached_property
    def bettor(self) -> str:
        """The letter of a bettor on the box, if one is written."""
        return parts_of(self.who)[1]

    @cached_property
    def hand(self) -> str:
        """The hand after a split, if one is written: `1` in `2.1`."""
        return parts_of(self.who)[2]

    @cached_property
    def person(self) -> str:
        """The person, whichever of his hands is meant."""
        return person_of(self.who)

    def __str__(self) -> str:
        if self.verb == "turn" and self.is_draw:
            return f"turn {self.fact('place')} {self.what}"
        parts = [self.who, self.verb, self.what]
        if self.amount is not None:
            parts.append(show_amount(self.amount))
        parts += [f"{key}={value}" for key, value in self.facts]
        return " ".join(part for part in parts if part)


def parse_event(text: str) -> Event:
    """Read one event; an event of several draws must be read with `parse_events`."""
    events = parse_events(text)
    if len(events) != 1:
        raise Unreadable(f"{short(text)} is {len(events)} events where one is wanted")
    return events[0]


def parse_events(text: str) -> tuple[Event, ...]:
    """Read an event; several cards dealt in one line are several events."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise Unreadable(
            f"{short(text)} is not an event of at most {LONGEST} characters; write it like {EXAMPLE}"
        )
    return _parsed(text)


@lru_cache(MOST_TEXTS)
def _parsed(text: str) -> tuple[Event, ...]:
    words = text.split()
    if not words:
        raise Unreadable(f"an empty event; write it like {EXAMPLE}")
    head = words[0]
    if head in DRAWS:
        return _draws(head, words[1:], text)
    if head not in STAFF and not _WHO.fullmatch(head):
        raise Unreadable(
            f"{short(text)} does not begin with a box (1, 2b, 3.1), "
            f"{', '.join(STAFF)} or a draw ({', '.join(DRAWS)})"
        )
    if len(words) < 2:
        raise Unreadable(f"{short(text)} has no verb after {head!r}; write it like {EXAMPLE}")
    if not _WORD.fullmatch(words[1]):
        raise Unreadable(f"{short(text)}: {_no_verb(words[1])}")
    what, amount = "", None
    facts: dict[str, str] = {}
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if equals:
            if key in facts:
                raise Unreadable(f"{short(text)} says {key}= twice; say it once")
            if not _WORD.fullmatch(key) or not _WHAT.fullmatch(value):
                raise Unreadable(f"{short(word)} in {short(text)} {_no_fact(key, value)}")
            facts[key] = value
        elif _NUMBER.fullmatch(word) and amount is None and not facts:
            amount = parse_amount(word)
        elif _WHAT.fullmatch(word) and not what and amount is None and not facts:
            what = word
        else:
            raise Unreadable(f"{short(text)}: {_does_not_fit(word, what, amount, bool(facts))}")
    return (Event(head, words[1], what, amount, tuple(facts.items())),)


def _no_verb(word: str) -> str:
    """Say what is wrong with a word where a verb is wanted."""
    small = word.lower()
    if _WORD.fullmatch(small):
        return f"verbs are written small: {small}, not {word}"
    return f"{short(word)} is no verb; write it like {EXAMPLE}"


def _no_fact(key: str, value: str) -> str:
    """Say why a word with an equals sign is no fact."""
    if not _WORD.fullmatch(key):
        return "is not key=value; write it like oral=yes"
    if not value:
        return f"says nothing after {key}=; say what, or leave it out"
    if _AMOUNT_LIKE.fullmatch(value):
        parse_amount(value)
    return f"has a value that cannot be; write {key}= and a word or a number, like oral=yes or paid=10"


def _does_not_fit(word: str, what: str, amount: Amount | None, facts: bool) -> str:
    """Say why a word cannot stand where it does."""
    if facts:
        return f"{short(word)} comes after a fact; facts, like oral=yes, come last"
    if _AMOUNT_LIKE.fullmatch(word):
        if amount is None:
            parse_amount(word)
        elif not what:
            return f"{show_amount(amount)} stands where a word is wanted, or {word} is an amount too many"
        return f"{short(word)} is a second amount; an act says one"
    if _WHAT.fullmatch(word) and amount is not None and not what:
        return f"the amount comes after what it is for, like {word} {show_amount(amount)}"
    if _WHAT.fullmatch(word) and what and amount is None:
        return f"{short(word)} after {what} is not an amount; write it like {what} 10"
    return f"{short(word)} does not fit; an event is WHO VERB [WHAT] [AMOUNT] [key=value ..]"


def _draws(verb: str, words: list[str], text: str) -> tuple[Event, ...]:
    if not words:
        raise Unreadable(f"{short(text)} says nothing after {verb!r}; write it like {EXAMPLE}")
    if verb == "turn":
        if len(words) != 2 or not _PLACE.fullmatch(words[0]) or not _WHAT.fullmatch(words[1]):
            raise Unreadable(f"{short(text)}: a turn names a place and its card, like turn 2#1 Kd")
        return (Event("", "turn", words[1], None, (("place", words[0]),)),)
    for word in words:
        if not _WHAT.fullmatch(word):
            raise Unreadable(f"{short(word)} in {short(text)} is not a result")
    return tuple(Event("", verb, word) for word in words)
