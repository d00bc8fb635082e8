"""The table: a script driven by events. A dealer, a generator, a test and a recall are four drivers of this one machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput, NotAllowed, Unreadable, unknown
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Line
from croupier.table.events import Event, parse_event, parse_events
from croupier.table.play import Play, Script
from croupier.table.questions import Question, Refusal, Wait
from croupier.table.rulings import END, HISTORY, OFFER, History, Ordered, orders_of, rewrite

MOST_EVENTS = 10_000
"""A round is bounded."""


class Playable(Protocol):
    """What a family hands to the table."""

    ruleset: Ruleset[Any, Any]
    behaviour: int
    marks: tuple[str, ...]

    def start(self, before: Mapping[str, Any]) -> Play:
        """The record of a fresh round, with what the table carried into it."""

    def script(self, play: Play) -> Script:
        """How the round is played."""

    def after(self, play: Play) -> dict[str, Any]:
        """What the table carries into the next round."""

    def read_draw(self, event: Event) -> str:
        """A draw in the notation of the equipment; what cannot be read is an error."""

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """The result that an order of the family's own makes of the last draw, or None if it knows no such order."""


@dataclass(frozen=True)
class Entry:
    """One entry of the log: the event, the question it answered, and the hash of the record after it."""

    event: Event
    asked: str
    digest: str


@dataclass(frozen=True)
class Ruled:
    """A ruling that was carried out."""

    id: str
    clauses: tuple[str, ...]
    did: tuple[str, ...]
    duties: tuple[str, ...]


class Table:
    """One round at a table. `apply` is the only way in; what is refused changes nothing."""

    def __init__(self, game: Playable, before: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.before: Mapping[str, Any] = dict(before or {})
        self.log: list[Entry] = []
        self.rulings: list[Ruled] = []
        self.clauses: set[str] = set()
        self._history = History()
        self._restart()

    # What may be asked of a table.

    @property
    def over(self) -> bool:
        """Whether the round is finished."""
        return self._wait is None and not self._offers

    @property
    def lines(self) -> list[Line]:
        """What has been settled so far."""
        return self.play.lines

    @property
    def net(self) -> dict[str, Amount]:
        """What every account gained or lost; it sums to zero."""
        return self.play.net()

    @property
    def after(self) -> dict[str, Any]:
        """What the table carries into the next round."""
        return self.game.after(self.play)

    @property
    def pending(self) -> list[Question]:
        """Who may do what now."""
        if self._offers:
            return [Question(who, {"retract": None, "continue": None}) for who in self._offers]
        if self._wait is None:
            return []
        waiting = [question for question in self._wait.questions if question.who not in self._answers]
        if self._wait.draw:
            waiting.append(Question("table", {self._wait.draw: None}))
        return waiting

    @property
    def asked(self) -> str:
        """What the table waits for, in one line."""
        if self._offers:
            return "offer to " + ", ".join(self._offers)
        return self._wait.describe() if self._wait else "the round is over"

    @property
    def draw_wanted(self) -> str:
        """The verb of the draw that may come now, if any."""
        return "" if self._offers or self._wait is None else self._wait.draw

    def refusal(self, act: str | Event) -> Refusal | None:
        """Why an act is not allowed now, or None when it is."""
        event = parse_event(act) if isinstance(act, str) else act
        return self._judge(event)

    # The one way in.

    def apply(self, event: str | Event) -> None:
        """Let an event happen. Unreadable events and refused acts raise, and change nothing."""
        for one in parse_events(event) if isinstance(event, str) else [event]:
            self._apply(one)

    def _apply(self, event: Event) -> None:
        if len(self.log) >= MOST_EVENTS:
            raise BadInput(f"a round has at most {MOST_EVENTS} events")
        asked = self.asked
        if event.who == "supervisor" and event.verb == "rule":
            self._rule(event)
        else:
            refusal = self._judge(event)
            if refusal is not None:
                self.clauses.add(refusal.clause)
                raise NotAllowed(str(event), refusal.why, refusal.clause)
            if event.is_draw:
                event = Event("", event.verb, self.game.read_draw(event), None, event.facts)
            self._feed(event)
            self._history = History((*self._history.items, event), self._history.aside)
            self._feed_aside()
        self.log.append(Entry(event, asked, self.play.digest()))

    def _judge(self, event: Event) -> Refusal | None:
        if self._offers:
            if event.who in self._offers and event.act in ("retract", "continue"):
                return None
            return Refusal(f"an offer is open to {', '.join(self._offers)}: retract or continue", next(iter(self._offers.values())))
        if self._wait is None:
            raise BadInput(f"{str(event)!r} comes after the end of the round; begin the next one with 'table next-round'")
        if event.is_draw:
            return self._judge_draw(event, self._wait)
        asked = [question for question in self._wait.questions if question.who in (event.who, "*") and question.who not in self._answers]
        for question in asked:
            for act in (event.act, event.act.partition(":")[0], event.verb):
                if act in question.acts and (question.who != "*" or event.who[:1].isdigit()):
                    return question.acts[act] or question.check(event)
        if asked:
            known = [act for question in asked for act in question.acts]
            raise unknown("act", event.act, known, f"what {event.who} may do now")
        raise BadInput(f"{str(event)!r} is out of turn: the table waits for {self.asked}")

    def _judge_draw(self, event: Event, wait: Wait) -> Refusal | None:
        if wait.draw != event.verb:
            raise BadInput(f"{str(event)!r} is out of turn: the table waits for {self.asked}")
        text = self.game.read_draw(event)
        if event.verb == "turn" and event.fact("place") != wait.place:
            raise BadInput(f"{str(event)!r} is out of turn: the card at {wait.place} is turned now")
        if self.play.stock is not None and text != UNSEEN and self.play.stock[text] <= 0:
            raise BadInput(f"{str(event)!r}: every {text} has been dealt already")
        return wait.check(event)

    # Feeding the script.

    def _restart(self) -> None:
        self.play = self.game.start(self.before)
        self._script = self.game.script(self.play)
        self._answers: dict[str, Event] = {}
        self._offers: dict[str, str] = {}
        self._burns = 0
        self._wait: Wait | None = None
        self._advance(None)

    def _advance(self, answer: Any) -> None:
        try:
            self._wait = next(self._script) if answer is None else self._script.send(answer)
        except StopIteration:
            self._wait = None
        self._answers = {}
        self.play.answers = {}
        self.clauses |= self.play.clauses
        self._answer_for_the_gone()

    def _answer_for_the_gone(self) -> None:
        if self._wait is not None and self._wait.each:
            for question in self._wait.questions:
                if question.who in self.play.gone and question.who not in self._answers:
                    self._answers[question.who] = Event(question.who, "gone")
            self._complete()

    def _complete(self) -> None:
        assert self._wait is not None
        if len(self._answers) == len(self._wait.questions):
            self._advance({question.who: self._answers[question.who] for question in self._wait.questions})

    def _feed(self, event: Event) -> None:
        if self._offers:
            self._offers = {who: clause for who, clause in self._offers.items() if who != event.who}
            if event.verb == "retract":
                self._retract(event.who)
            return
        assert self._wait is not None
        if event.is_draw and self.play.stock is not None and event.what != UNSEEN:
            self.play.stock[event.what] -= 1
        if event.is_draw and self._burns and event.verb == "deal":
            self._burns -= 1
            return
        if self._wait.each:
            self._answers[event.who] = event
            self.play.answers[event.who] = str(event)
            self._complete()
        else:
            self._advance(event)

    def _feed_aside(self) -> None:
        while self._history.aside and self._wait is not None and self._wait.draw == "deal" and not self._offers:
            event, *rest = self._history.aside
            self._feed(event)
            self._history = History((*self._history.items, event), tuple(rest))

    def _rebuild(self) -> None:
        """Play the history again from the start: the log is append-only, and what the script is fed is a fold of it."""
        history = self._history
        self._restart()
        for item in history.items:
            if isinstance(item, Ordered):
                self._carry_out(item)
            else:
                self._feed(item)
        self._feed_aside()

    # Rulings.

    def _rule(self, event: Event) -> None:
        facts = dict(event.facts)
        irregularity, row = self.game.ruleset.ruling(event.what, facts)
        kept = (self._history, list(self.rulings))
        try:
            for ordered in orders_of(row.ruling, facts, row.clause):
                self._order(ordered)
        except BadInput:
            self._history, self.rulings = kept
            self._rebuild()
            raise
        self.clauses.add(row.clause)
        self.rulings.append(Ruled(irregularity.id, (row.clause,), tuple(row.ruling), tuple(row.duties)))

    def _order(self, ordered: Ordered) -> None:
        if ordered.order not in HISTORY + END + OFFER and ordered.order not in self.game.marks:
            last = next((item for item in reversed(self._history.items) if isinstance(item, Event) and item.is_draw), None)
            corrected = self.game.correct(ordered.order, last, dict(ordered.facts))
            if corrected is None:
                raise BadInput(f"nothing carries out the ruling {ordered.order!r}")
            if last is None:
                # The result was never entered: the ruling itself says what it is.
                self._feed_or_refuse(Event("", self.draw_wanted, corrected))
                return
            ordered = Ordered("replace-draw", (*ordered.facts, ("result", corrected)), ordered.clause)
        if ordered.order == "replace-draw":
            last = next((item for item in reversed(self._history.items) if isinstance(item, Event) and item.is_draw), None)
            verb = last.verb if last else ""
            facts = {**dict(ordered.facts), "result": self.game.read_draw(Event("", verb, ordered.fact("result") or "?"))}
            ordered = Ordered("replace-draw", tuple(facts.items()), ordered.clause)
        self._history = rewrite(self._history, ordered)
        self._rebuild()

    def _feed_or_refuse(self, event: Event) -> None:
        refusal = self._judge(event)
        if refusal:
            raise NotAllowed(str(event), refusal.why, refusal.clause)
        self._feed(event)
        self._history = History((*self._history.items, event), self._history.aside)

    def _carry_out(self, ordered: Ordered) -> None:
        if ordered.order == "void-round":
            for standing in list(self.play.wagers):
                self.play.withdraw(standing, (ordered.clause,), "the round is void")
            self.play.voided = True
            self._wait = None
        elif ordered.order in ("void-wager", "void-hand"):
            self._void(ordered)
        elif ordered.order == "burn":
            self._burns += 1
        elif ordered.order in OFFER:
            named = ordered.fact("to")
            people = sorted({standing.who for standing in self.play.wagers})
            self._offers = {who: ordered.clause for who in people if named in ("", "all") or who in named.split("+")}
        else:
            previous = self.play.marks.get(ordered.order, {})
            self.play.marks[ordered.order] = {**dict(ordered.facts), "clause": ordered.clause} | (
                {"seat": f"{previous['seat']}+{ordered.fact('seat')}"} if previous.get("seat") else {}
            )
            self._advance_open()

    def _advance_open(self) -> None:
        """A mark may change what is allowed: let a script that waits with open questions ask again."""
        if self._wait is not None and not self._wait.each and self._wait.questions:
            self._advance(Event("table", "marked"))

    def _void(self, ordered: Ordered) -> None:
        seat = ordered.fact("seat") or ordered.fact("box")
        name = ordered.fact("wager")
        mine = [
            standing
            for standing in self.play.wagers
            if standing.who == seat and (not name or standing.name == name) and (ordered.order == "void-wager" or standing.hand == ordered.fact("hand"))
        ]
        if not mine:
            raise BadInput(f"{seat or '?'} has no wager {name} on the table; say seat=N and wager=NAME".replace("  ", " "))
        for standing in mine:
            self.play.withdraw(standing, (ordered.clause,), "the wager is declared void")
        self._advance_open()

    def _retract(self, who: str) -> None:
        for standing in [one for one in self.play.wagers if one.who == who]:
            self.play.withdraw(standing, self._retract_clauses(), "the player took the offer to retract", "withdrawn")
        self.play.gone.add(who)
        self._answer_for_the_gone()

    def _retract_clauses(self) -> tuple[str, ...]:
        return tuple(item.clause for item in self._history.items if isinstance(item, Ordered) and item.order in OFFER)

    # The record.

    def record(self) -> dict[str, Any]:
        """The table after the last event, as a value."""
        return {**self.play.value(), "asked": self.asked}

    def stored(self) -> list[dict[str, str]]:
        """The log as it is kept: each event with the question it answered and the record it led to."""
        return [{"event": str(entry.event), "asked": entry.asked, "digest": entry.digest} for entry in self.log]


class Diverged(BadInput):
    """A stored round, replayed, asked another question or led to another record."""


def replay(game: Playable, before: Mapping[str, Any], stored: list[dict[str, str]]) -> Table:
    """Play a stored round again; it stops with both texts where what is asked, or the record, differs."""
    table = Table(game, before)
    for at, entry in enumerate(stored):
        if table.asked != entry["asked"]:
            raise Diverged(f"event {at + 1} ({entry['event']!r}) answered {entry['asked']!r}, but now the table asks {table.asked!r}")
        table.apply(entry["event"])
        if table.log[-1].digest != entry["digest"]:
            raise Diverged(f"after event {at + 1} ({entry['event']!r}) the record was {entry['digest']}, but now it is {table.log[-1].digest}")
    return table


def totals(net: Mapping[str, Amount]) -> dict[str, str]:
    """Accounts in notation."""
    return {name: show_amount(amount) for name, amount in sorted(net.items())}


__all__ = ["Diverged", "Entry", "Playable", "Ruled", "Table", "Unreadable", "replay", "totals"]
