"""A round in play: the record that a script reads and writes, and the ways in which it waits."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, show_amount
from croupier.table.banks import Bank, HouseBank
from croupier.table.claims import Claim, Line, Move, Standing
from croupier.table.events import Event
from croupier.table.questions import Acts, Check, Question, Wait

Answer = Any
"""The event that answers a wait; for a wait that everyone answers, a dict of events by person."""
Script = Generator[Wait, Answer, None]


class HiddenCard(RuntimeError):
    """A script read a card before the rules turned it or showed it to the person asked. A mistake in the script."""


@dataclass
class Dealt:
    """A card in its place; `seen` says for whom the rules have turned it: nobody, one person, or all."""

    card: str
    seen: str = ""


@dataclass
class Play:
    """The record of a round. All that a script remembers is here; after each event it is a value that can be hashed."""

    before: Mapping[str, Any] = field(default_factory=dict)
    wagers: list[Standing] = field(default_factory=list)
    places: dict[str, list[Dealt]] = field(default_factory=dict)
    marks: dict[str, dict[str, str]] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    stock: Counter[str] | None = None
    bank: Bank = field(default_factory=HouseBank)
    voided: bool = False
    clauses: set[str] = field(default_factory=set)
    """Clauses that decided something without a line of their own."""

    # What a script waits for.

    def open(self, text: str, questions: Iterable[Question], draw: str = "", check: Check | None = None) -> Generator[Wait, Event, Event]:
        """Wait for one event of any of these persons, or for the draw."""
        wait = Wait(text, tuple(questions), draw=draw, check=check) if check else Wait(text, tuple(questions), draw=draw)
        return (yield wait)

    def ask(self, text: str, acts: Mapping[str, Acts], check: Check | None = None) -> Generator[Wait, dict[str, Event], dict[str, Event]]:
        """Ask several persons at once and wait until each has answered; the order of the answers does not matter."""
        asked = {who: choices for who, choices in acts.items() if who not in self.gone}
        if not asked:
            return {}
        questions = tuple(Question(who, choices, check) if check else Question(who, choices) for who, choices in asked.items())
        return (yield Wait(text, questions, each=True))

    def deal(self, place: str, count: int = 1, face: str = "up") -> Generator[Wait, Event, None]:
        """Deal cards to a place: `up` for all to see, `down` for nobody yet."""
        for _ in range(count):
            event = yield Wait("cards", draw="deal", place=place, face=face)
            self.places.setdefault(place, []).append(Dealt(event.what, "all" if face == "up" else ""))

    def turn(self, place: str) -> Generator[Wait, Event, list[str]]:
        """Turn the cards of a place for all to see; a card not known at a live table must now be named."""
        for at, dealt in enumerate(self.places.get(place, [])):
            if dealt.card == UNSEEN:
                event = yield Wait("cards", draw="turn", place=f"{place}#{at + 1}")
                dealt.card = event.what
            dealt.seen = "all"
        return self.cards(place)

    def show(self, place: str, who: str) -> None:
        """Let one person see the cards of a place."""
        for dealt in self.places.get(place, []):
            dealt.seen = dealt.seen or who

    def cards(self, place: str, by: str = "") -> list[str]:
        """The cards of a place, as somebody who may see them reads them."""
        read = []
        for dealt in self.places.get(place, []):
            if dealt.seen != "all" and (not by or dealt.seen != by):
                raise HiddenCard(f"the script read a card at {place} before the rules turned it")
            if dealt.card == UNSEEN:
                raise HiddenCard(f"the script read a card at {place} that nobody has seen")
            read.append(dealt.card)
        return read

    # Wagers and claims.

    def find(self, seat: str, bettor: str, name: str) -> Standing | None:
        """The wager of a person by its name with parameter."""
        for standing in self.wagers:
            if standing.seat == seat and standing.bettor == bettor and standing.name == name:
                return standing
        return None

    def put(self, standing: Standing) -> None:
        """Lay a wager down, in the place of the one with the same key."""
        self.wagers = [other for other in self.wagers if other.key != standing.key] + [standing]

    def take(self, standing: Standing) -> None:
        """Take a wager off the table."""
        self.wagers = [other for other in self.wagers if other.key != standing.key]

    def settle(self, batch: Iterable[Claim]) -> None:
        """Hand a batch of claims to the bank, in the order in which they fall due."""
        claims = list(batch)
        lines, moves = self.bank.settle(claims)
        self.lines += lines
        self.moves += moves
        for claim in claims:
            if claim.final:
                self.take(claim.standing)

    def withdraw(self, standing: Standing, clauses: tuple[str, ...], why: str, result: str = "void", charge: Amount = 0) -> None:
        """Give a wager back."""
        self.settle([Claim(standing, result, Fraction(0), Fraction(0), clauses, why, charge=charge)])  # type: ignore[arg-type]  # void or withdrawn

    # The record as a value.

    def net(self) -> dict[str, Amount]:
        """What every account gained or lost; it sums to zero."""
        totals: dict[str, Amount] = {}
        for move in self.moves:
            totals[move.source] = totals.get(move.source, 0) - move.amount
            totals[move.target] = totals.get(move.target, 0) + move.amount
        return totals

    def value(self) -> dict[str, Any]:
        """The record, printable; hidden cards are hidden here too."""
        return {
            "wagers": [standing.value() for standing in self.wagers],
            "places": {place: [dealt.card if dealt.seen == "all" else UNSEEN for dealt in cards] for place, cards in self.places.items()},
            "marks": self.marks,
            "state": self.state,
            "answers": dict(sorted(self.answers.items())),
            "lines": [line.value() for line in self.lines],
            "net": {name: show_amount(amount) for name, amount in sorted(self.net().items())},
        }

    def digest(self) -> str:
        """The hash of the record, hidden cards included; the log carries it."""
        secret = {place: [dealt.card for dealt in cards] for place, cards in self.places.items()}
        return hashlib.sha256(json.dumps([self.value(), secret], sort_keys=True).encode()).hexdigest()[:16]


Rewrite = Callable[[list[Any], Mapping[str, str]], list[Any]]
