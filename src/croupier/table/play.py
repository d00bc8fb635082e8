"""A round in play: the record that a script reads and writes, and the ways to wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, show_amount
from croupier.table.banks import Bank, HouseBank
from croupier.table.claims import Claim, Line, Move, Result, Standing
from croupier.table.events import Event, parts_of, person_of
from croupier.table.persons import PLAYER, person_named
from croupier.table.questions import Acts, Asking, Check, Question, Wait, anything
from croupier.table.record import record_hash

Answer = Any
"""The event that answers a wait, or a dict of events by person where everyone answers."""
Script = Generator[Wait, Answer, None]
OVER = "over"
"""The phase of a finished round."""
RETURNED = ("void", "withdrawn")
"""Results of wagers that went back."""
VOID = "the wager is declared void"
MARKED = Event("table", "marked")
"""Sent to a waiting script when a ruling may have changed what is allowed. The script asks again."""


class HiddenCard(RuntimeError):
    """A script read a card before it was turned, or shown to the person asked. A mistake in the script."""


class Dealt(msgspec.Struct):
    """A card in its place. `seen` names who may see it: nobody, some persons, or `all`."""

    card: str
    seen: tuple[str, ...] = ()

    def visible(self, by: str = "") -> bool:
        """Whether a person, or without one everybody, may see it."""
        return "all" in self.seen or (bool(by) and by in self.seen)


class Offer(msgspec.Struct, frozen=True):
    """An offer by ruling before the round goes on: retract, take back wholly or in part, or continue."""

    clause: str
    take_back: bool = False
    wager: str = ""
    """The one wager that may be taken back; any if it names none."""


class RoundOffer(Offer, frozen=True):
    """An offer to leave the round or to play it out: a person's answer holds wherever he plays."""


class Slice(msgspec.Struct, rename="kebab"):
    """The memory of one part in a round. A key that is `UNSET` is not printed."""

    hidden: ClassVar[bool] = False
    """Whether nobody sees it; a void round leaves it as it is."""


S = TypeVar("S", bound=Slice)


class Batch(msgspec.Struct, frozen=True, gc=False):
    """Claims that fell due together, and how the bank settled them."""

    claims: tuple[Claim, ...]
    lines: tuple[Line, ...]
    moves: tuple[Move, ...]


def clause_key(named: str) -> str:
    """Return where a mark keeps the clause of one box or person, if it is not that of all."""
    return f"clause {named}"


def clause_in(mark: Mapping[str, str], named: str) -> str:
    """Return the clause by which a mark names a box or a person."""
    return mark.get(clause_key(named), mark["clause"])


class Play(msgspec.Struct):
    """The record of a round. It holds everything a script remembers, as a value that can be hashed."""

    before: Mapping[str, Any] = msgspec.field(default_factory=dict)
    wagers: list[Standing] = msgspec.field(default_factory=list)
    looked: tuple[list[Standing] | None, int, bool] = (None, 0, False)
    """The wagers last looked through, their number, and whether another than their place says made one."""
    places: dict[str, list[Dealt]] = msgspec.field(default_factory=dict)
    marks: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    phase: str = ""
    """How far the round is: `open`, `called`, `late`, `closed`, `over`; empty where a game has no phases."""
    slices: dict[Any, Any] = msgspec.field(default_factory=dict)
    """The memory of each part of the table."""
    answers: dict[str, Event] = msgspec.field(default_factory=dict)
    """The answers so far of those asked at once."""
    batches: list[Batch] = msgspec.field(default_factory=list)
    lines: list[Line] = msgspec.field(default_factory=list)
    moves: list[Move] = msgspec.field(default_factory=list)
    gone: set[str] = msgspec.field(default_factory=set)
    """Persons who have left the round, and single void hands (`2.1`). Their answer is `gone`."""
    offers: dict[str, Offer] = msgspec.field(default_factory=dict)
    burns: int = 0
    """Cards that must be burnt before anything else happens."""
    aside: list[str] = msgspec.field(default_factory=list)
    """Cards that had left the shoe when the round was taken back; they are drawn again first."""
    stock: Counter[str] | None = None
    bank: Bank = msgspec.field(default_factory=HouseBank)
    voided: bool = False
    struck: dict[str, str] = {}
    """Wagers that a ruling has declared void after they were settled, each with its clause.

    They lie on the table as they did, and cards and acts go on as they went; but nothing falls due on them.
    """
    lain: dict[str, Amount] = {}
    """How much more lay on a wager while hands were played than a ruling has found to be lawful; or less."""
    clauses: set[str] = msgspec.field(default_factory=set)
    """Clauses that decided something without a line of their own."""

    # What parts remember.

    def add(self, *slices: Slice) -> None:
        """Give the round the memory of a part."""
        for one in slices:
            self.slices[type(one)] = one

    def of(self, kind: type[S]) -> S:
        """Return the memory of a part."""
        found: S = self.slices[kind]
        return found

    def remembered(self, hidden: bool = False) -> dict[str, Any]:
        """Return the memory of all parts, flat, as JSON holds it. Hidden facts only if asked for."""
        found: dict[str, Any] = {"phase": self.phase} if self.phase and not hidden else {}
        for one in self.slices.values():
            if one.hidden == hidden:
                found |= msgspec.to_builtins(one)
        return found

    # What a script waits for.

    def open(
        self,
        text: str,
        questions: Asking,
        draw: str = "",
        check: Check | None = None,
        place: str = "",
        face: str = "up",
        bets: Check | None = None,
        prepares: bool = False,
        clause: str = "",
    ) -> Generator[Wait, Event, Event]:
        """Wait for one event of any of these persons, or for the draw.

        The script then lays the draw in its place. After a ruling that may have changed what is allowed the
        answer is `MARKED`: the script looks and asks again. Questions given as a function are put when they
        are read; it may change nothing. `clause` says whose turn it is.
        """
        judged = check or anything
        return (yield Wait(text, questions, False, draw, place, face, judged, bets, prepares, clause))

    def ask(
        self,
        text: str,
        acts: Mapping[str, Acts] | Callable[[], Mapping[str, Acts]],
        check: Check | None = None,
        clause: str = "",
    ) -> Generator[Wait, Any, dict[str, Event]]:
        """Ask several persons at once and wait until each has answered, in any order.

        Everyone asked has an answer. A person who has left, or a void hand, answers `gone`. Acts given as a
        function are asked anew after a ruling. `clause` says that it is their turn.
        """
        while True:
            asked = acts() if callable(acts) else acts
            if not asked:
                return {}
            questions = tuple(Question(who, choices, check or anything) for who, choices in asked.items())
            answers = yield Wait(text, questions, each=True, clause=clause)
            if answers != MARKED:
                return dict(answers)

    def ask_one(
        self,
        text: str,
        who: str,
        acts: Acts | Callable[[], Acts],
        check: Check | None = None,
        clause: str = "",
    ) -> Generator[Wait, Any, Event]:
        """Ask one person or hand; `gone` if nobody is there to answer."""
        answers = yield from self.ask(text, lambda: {who: acts() if callable(acts) else acts}, check, clause)
        return answers[who]

    def deal(self, place: str, count: int = 1, face: str = "up") -> Generator[Wait, Event, None]:
        """Deal cards to a place: `up` for all to see, `down` for nobody yet."""
        for _ in range(count):
            event = yield Wait("cards", draw="deal", place=place, face=face)
            self.lay(place, event.what, face)

    def turn(self, place: str) -> Generator[Wait, Event, list[str]]:
        """Turn the cards of a place for all to see; a card not known at a live table must now be named."""
        for at in range(len(self.places.get(place, []))):
            yield from self.turn_card(place, at)
        return self.cards(place)

    def turn_card(self, place: str, at: int) -> Generator[Wait, Event, None]:
        """Turn one card of a place."""
        dealt = self.places[place][at]
        if dealt.card == UNSEEN:
            event = yield Wait("cards", draw="turn", place=f"{place}#{at + 1}")
            # A ruling may have moved the cards meanwhile: the card that lies there now is the one that was
            # named.
            dealt = self.places[place][at]
            dealt.card = event.what
        dealt.seen = ("all",)

    # Cards.

    def lay(self, place: str, card: str, face: str = "up") -> None:
        """Put a drawn card in its place."""
        self.places.setdefault(place, []).append(Dealt(card, ("all",) if face == "up" else ()))

    def shift(self, source: str, at: int, target: str) -> None:
        """Move a card from one place to another, as hidden as it was: a split, a discard."""
        self.places.setdefault(target, []).append(self.places[source].pop(at))

    def show(self, place: str, who: str) -> None:
        """Let one more person see the cards of a place."""
        for dealt in self.places.get(place, []):
            dealt.seen = tuple(sorted({*dealt.seen, who}))

    def known(self, place: str, by: str = "") -> bool:
        """Whether the cards of a place can be read.

        An act that depends on unknown cards is judged at their turn.
        """
        return all(dealt.visible(by) and dealt.card != UNSEEN for dealt in self.places.get(place, []))

    def cards(self, place: str, by: str = "") -> list[str]:
        """Return the cards of a place for a person who may see them."""
        found = []
        for dealt in self.places.get(place, ()):
            card, seen = dealt.card, dealt.seen
            if "all" not in seen and not (by and by in seen):
                raise HiddenCard(f"the script read a card at {place} before the rules turned it")
            if card == UNSEEN:
                raise HiddenCard(f"the script read a card at {place} that nobody has seen")
            found.append(card)
        return found

    def view(self, by: str = "") -> dict[str, list[str]]:
        """Return every place as one person sees it, or as everybody does."""
        return {
            place: [dealt.card if dealt.visible(by) else UNSEEN for dealt in cards]
            for place, cards in self.places.items()
        }

    # Persons and marks.

    def is_gone(self, who: str) -> bool:
        """Whether a person has left, or a hand is void."""
        return bool(self.gone) and (who in self.gone or person_of(who) in self.gone)

    def marked(self, name: str, who: str = "") -> str:
        """Return the clause of a mark on a hand, a person or a box, or on everybody.

        `seat` of a mark names persons, on every box that they play; `box` a box with everybody on it. Empty
        without such a mark.
        """
        mark = self.marks.get(name)
        if mark is None:
            return ""
        boxes, people = mark.get("box", ""), mark.get("seat", "")
        if not boxes and not people:
            return mark["clause"]
        here = (who, person_of(who), parts_of(who)[0])
        near = [one for one in boxes.split("+") if one and one in here]
        whose = self.whose(who) if people else ""
        meant = [one for one in people.split("+") if one and person_named(one) == whose]
        return clause_in(mark, (*near, *meant)[0]) if near or meant else ""

    def players(self) -> dict[str, str]:
        """Return who plays places that are not his own, by place: by the wagers made there in this round."""
        found = {
            claim.standing.person: claim.standing.player
            for batch in self.batches
            for claim in batch.claims
            if claim.standing.player and claim.result not in ("void", "withdrawn")
        }
        found |= {standing.person: standing.player for standing in self.wagers if standing.player}
        return found

    def whose(self, who: str) -> str:
        """Return the person who plays a place, or one of its hands."""
        if not self._any_besides():
            return person_named(who)
        return self.players().get(person_of(who)) or person_named(who)

    def _any_besides(self) -> bool:
        """Whether a place may be played by another than it says: looked up once for the wagers that lie."""
        wagers, number, found = self.looked
        if wagers is not self.wagers or number != len(self.wagers):
            found = any([one.player for one in self.wagers])
            self.looked = self.wagers, len(self.wagers), found
        return found or bool(self.batches)

    def player_of(self, event: Event) -> str:
        """Return the person who does something: whom a bet names, else who plays the place."""
        if not event.facts and not self._any_besides():
            return person_named(event.who)
        given = event.fact(PLAYER)
        return person_named(given) if given else self.whose(event.who)

    def player_at(self, event: Event) -> str:
        """Return who plays the place of a bet as its wager remembers it: empty for who the place says."""
        person = self.player_of(event)
        return "" if person == person_named(event.who) else person

    def place_on(self, seat: str, person: str) -> str:
        """Return the place of a person on a box: where his wagers lie, or his own seat; empty without one."""
        here = [one for one in self.wagers if one.seat == seat]
        if person == seat and all(one.person != seat for one in here):
            return next((one.person for one in here if one.whose == person), seat)
        return next((one.person for one in here if one.whose == person), "")

    # Wagers and claims.

    def find(self, seat: str, bettor: str, name: str, hand: str = "") -> Standing | None:
        """Find the wager of a person by its name with parameter, on one of his hands."""
        wager, colon, param = name.partition(":")
        if colon and not param:
            return None
        for standing in self.wagers:
            if (
                standing.wager == wager
                and standing.seat == seat
                and standing.param == param
                and standing.bettor == bettor
                and standing.hand == hand
            ):
                return standing
        return None

    def put(self, standing: Standing) -> None:
        """Lay a wager down, in the place of the one with the same key."""
        at = self._place_of(standing)
        self.wagers = (
            [*self.wagers, standing] if at < 0 else [*self.wagers[:at], standing, *self.wagers[at + 1 :]]
        )

    def _place_of(self, standing: Standing) -> int:
        """Return where the wager with the same key lies; -1 if there is none."""
        wager, seat, key = standing.wager, standing.seat, standing.key
        for at, other in enumerate(self.wagers):
            if other.wager == wager and other.seat == seat and other.key == key:
                return at
        return -1

    def take(self, standing: Standing) -> None:
        """Take a wager off the table."""
        self.wagers = [other for other in self.wagers if other.key != standing.key]

    def laid(self, standing: Standing) -> Amount:
        """Return how much lay on a wager when it was decided by stakes who plays a hand."""
        return standing.stake + self.lain.get(standing.label, 0)

    def struck_by(self, standing: Standing) -> str:
        """Return the clause by which a wager has been void from the start; empty where it is good."""
        return self.struck.get(standing.label, "") if self.struck else ""

    def without_struck(self, claims: Iterable[Claim]) -> tuple[Claim, ...]:
        """Return claims, with those on a struck wager turned into its return."""
        if not self.struck:
            return tuple(claims)
        return tuple(
            Claim(claim.standing, "void", Fraction(0), Fraction(0), (clause,), VOID, final=claim.final)
            if (clause := self.struck_by(claim.standing)) and claim.result not in RETURNED
            else claim
            for claim in claims
        )

    def settle(self, batch: Iterable[Claim], taken: bool = True) -> None:
        """Hand a batch of claims to the bank, in the order they fall due.

        `taken`: whether decided wagers are taken off the table. A game that lays out anew what is left need
        not have it done.
        """
        claims = self.without_struck(batch)
        lines, moves = self.bank.settle(claims)
        self.batches.append(Batch(claims, tuple(lines), tuple(moves)))
        self.lines += lines
        self.moves += moves
        over = {claim.standing.key for claim in claims if claim.final} if taken else ()
        if over:
            self.wagers = [standing for standing in self.wagers if standing.key not in over]

    def withdraw(
        self,
        standing: Standing,
        clauses: tuple[str, ...],
        why: str,
        result: Result = "void",
        charge: Amount = 0,
        amount: Amount | None = None,
    ) -> None:
        """Give a wager back, or a part of it: an uncalled bet, a wager that is reduced."""
        left = 0 if amount is None else standing.stake - amount
        part = msgspec.structs.replace(standing, stake=standing.stake - left)
        self.settle(
            [Claim(part, result, Fraction(0), Fraction(0), clauses, why, charge=charge, final=not left)]
        )
        if left:
            self.put(msgspec.structs.replace(standing, stake=left))

    def transfer(self, source: str, target: str, amount: Amount) -> None:
        """Move money that belongs to no wager: a meter is seeded, a bank is put up or taken off."""
        if amount:
            self.moves.append(Move(source, target, amount))

    def void(self, fresh: Play, clauses: tuple[str, ...], why: str, keep_carried: bool = False) -> None:
        """Declare the round void: settlements are undone and every wager goes back.

        Carried wagers may stand on. `fresh` is the round as it began.
        """
        kept: list[Batch] = []
        undone: list[Batch] = []
        for batch in self.batches:
            (kept if all(claim.result in RETURNED for claim in batch.claims) else undone).append(batch)
        self.batches = kept
        self.lines = [line for batch in kept for line in batch.lines]
        self.moves = [move for batch in kept for move in batch.moves]
        self.phase, self.voided = fresh.phase, True
        self.slices |= {kind: one for kind, one in fresh.slices.items() if not one.hidden}
        for batch in undone:
            for claim in batch.claims:
                if claim.final:
                    self.put(claim.standing)
        carried = {standing.key for standing in fresh.wagers} if keep_carried else set()
        for standing in list(self.wagers):
            if standing.key not in carried:
                self.withdraw(standing, clauses, why)
        # What goes back is still told as between a player and who banked the round.
        self.bank = fresh.bank
        if keep_carried:
            self.wagers = list(fresh.wagers)

    # The record as a value.

    def net(self) -> dict[str, Amount]:
        """Return the gain or loss of every account. The sum is zero."""
        totals: dict[str, Amount] = {}
        for move in self.moves:
            totals[move.source] = totals.get(move.source, 0) - move.amount
            totals[move.target] = totals.get(move.target, 0) + move.amount
        return totals

    def value(self) -> dict[str, Any]:
        """Return the record, printable. Hidden cards are hidden here too."""
        return {
            "wagers": [standing.value() for standing in self.wagers],
            "places": self.view(),
            "marks": self.marks,
            "state": self.remembered(),
            "answers": {who: str(event) for who, event in sorted(self.answers.items())},
            "offers": {who: msgspec.to_builtins(offer) for who, offer in sorted(self.offers.items())},
            "gone": sorted(self.gone),
            "burns": self.burns,
            "aside": [UNSEEN] * len(self.aside),
            "bank": dict(self.bank.value()),
            "voided": self.voided,
            "lines": [line.value() for line in self.lines],
            "net": {name: show_amount(amount) for name, amount in sorted(self.net().items())},
        }

    def digest(self) -> str:
        """Return the hash of the record, with hidden cards and the rest of the shoe. The log carries it."""
        return record_hash(self)
