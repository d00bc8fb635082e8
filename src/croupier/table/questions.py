"""Questions: what the table waits for. Each lists every act: None if allowed, else a reason and a clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import msgspec

from croupier.table.events import Event


class Refusal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why an act is not allowed, and the clause that says so."""

    why: str
    clause: str
    wants: tuple[str, ...] = ()
    """What must be said with the act to have it allowed, as `offered=yes`, where nothing else is wrong."""


MOST_TOLD = 8
"""The most persons whose acts are told in an error."""
Acts = Mapping[str, Refusal | None]


class Listing(dict[str, Refusal | None]):
    """Acts that a part lists once and asks about often. Nobody writes in them."""

    @cached_property
    def allowed(self) -> tuple[str, ...]:
        """The allowed acts."""
        return tuple([act for act, refusal in self.items() if refusal is None])

    @cached_property
    def told(self) -> str:
        """The allowed acts in one line."""
        return ", ".join(self.allowed)


Check = Callable[[Event], Refusal | None]


def anything(event: Event) -> Refusal | None:
    """Refuse nothing."""
    return None


class Question(msgspec.Struct, frozen=True, eq=False):
    """The acts of one person now. `check` judges what an act's name does not say: the amount, the facts."""

    who: str
    acts: Acts
    check: Check = anything
    general: bool = False
    """Whether acts are listed for their usual amount, and `check` alone decides.

    Always so for anybody (`*`).
    """

    def __eq__(self, other: object) -> bool:
        return (
            (self.who, self.acts) == (other.who, other.acts)
            if isinstance(other, Question)
            else NotImplemented
        )

    def allowed(self) -> list[str]:
        """Return the allowed acts."""
        if isinstance(self.acts, Listing):
            return list(self.acts.allowed)
        return [act for act, refusal in self.acts.items() if refusal is None]

    def told(self) -> str:
        """Return the person with the allowed acts, in one line."""
        acts = self.acts.told if isinstance(self.acts, Listing) else ", ".join(self.allowed())
        return f"{self.who}: {acts}"

    def lists(self, event: Event) -> str | None:
        """Return the act of this question that an event performs, allowed or not. None if there is none."""
        for act in (event.act, event.act.partition(":")[0], event.verb):
            if act in self.acts:
                return act
        return None

    def judge(self, event: Event) -> Refusal | None:
        """Say why an act on the list is not allowed."""
        act = self.lists(event)
        if self.general or self.who == "*":
            return self.check(event)
        return (self.acts[act] if act else None) or self.check(event)


class Asked(msgspec.Struct, frozen=True):
    """A person asked, and the allowed acts."""

    who: str
    acts: tuple[str, ...]


class Awaited(msgspec.Struct, frozen=True):
    """A wait as plain values: its words, the draw and its place, and the acts of each person."""

    text: str
    draw: str
    place: str
    asked: tuple[Asked, ...]


Asking = Iterable[Question] | Callable[[], Iterable[Question]]
"""Questions, or a function that puts them when somebody reads them."""


class Wait:
    """The wait of a script: for one answer of several persons, for one of each of them, or for a draw.

    Questions given as a function are put when they are first read. The table reads them before the round goes
    on, or never.
    """

    __slots__ = (
        "_asking",
        "_questions",
        "bets",
        "check",
        "clause",
        "draw",
        "each",
        "face",
        "place",
        "prepares",
        "text",
    )

    def __init__(
        self,
        text: str,
        questions: Asking = (),
        each: bool = False,
        draw: str = "",
        place: str = "",
        face: str = "up",
        check: Check = anything,
        bets: Check | None = None,
        prepares: bool = False,
        clause: str = "",
    ) -> None:
        """Take `bets`, which judges a bet of anybody at a seat, and whether the cards are only made ready.

        `clause` says whose turn it is; where none is given, that of the draw does.

        Who gives it lists `bet` in the question to everybody, with the same check: a bet is then judged
        without the list.
        """
        self.text = text
        self.each = each
        self.draw = draw
        self.place = place
        self.face = face
        self.check = check
        self.bets = bets
        self.prepares = prepares
        self.clause = clause
        self._questions: tuple[Question, ...] | None = None
        self._asking: Callable[[], Iterable[Question]] | None = None
        if callable(questions):
            self._asking = questions
        else:
            self._questions = tuple(questions)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Who is asked, and for what."""
        if self._questions is None:
            assert self._asking is not None
            self._questions = tuple(self._asking())
        return self._questions

    def also(self, question: Question) -> Wait:
        """Return the same wait with one more question."""
        questions = (*self.questions, question)
        return Wait(self.text, questions, self.each, self.draw, self.place, self.face, self.check, self.bets)

    def __eq__(self, other: object) -> bool:
        return self._asks() == other._asks() if isinstance(other, Wait) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def _asks(self) -> tuple[object, ...]:
        return self.text, self.questions, self.each, self.draw, self.place, self.face

    def describe(self) -> str:
        """Return the wait in one line. A stored event carries it."""
        parts = [self.text]
        if self.draw:
            parts.append(f"{self.draw} {self.place}".strip())
        parts += [question.told() for question in self.questions]
        return "; ".join(parts)

    def next_acts(self) -> str:
        """Return what may come now, for people: the draw, and who may do what in a word each."""
        parts = []
        if self.draw:
            to = f" {self.place}" if self.draw == "turn" else f" (to {self.place})" if self.place else ""
            parts.append(self.draw + to)
        for question in self.questions[:MOST_TOLD]:
            verbs = dict.fromkeys(act.partition(" ")[0] for act in question.allowed())
            if verbs:
                who = "anybody" if question.who == "*" else question.who
                parts.append(f"{who}: {', '.join(verbs)}")
        more = "; …" if len(self.questions) > MOST_TOLD else ""
        return f"({self.text})" + (f"; what may come now: {'; '.join(parts)}{more}" if parts else "")

    def value(self) -> Awaited:
        """Return the wait as plain values: the same as `describe` tells."""
        asked = tuple(Asked(question.who, tuple(question.allowed())) for question in self.questions)
        return Awaited(self.text, self.draw, self.place, asked)
