"""The table: a script driven by events.

A dealer, a generator, a test and a recall are four drivers of this one machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, NotAllowed, Unreadable
from croupier.rulebook.schema import RulingRow
from croupier.table.claims import Line, Standing
from croupier.table.events import Event, parse_event, parse_events, person_of
from croupier.table.facts import check_forms, check_needed
from croupier.table.late import spoken, without_increase, without_withdrawal
from croupier.table.payments import check_payment
from croupier.table.persons import Whom, person_named
from croupier.table.play import Play
from croupier.table.playable import Playable
from croupier.table.questions import Awaited, Question, Refusal
from croupier.table.rulings import (
    END,
    GOES_BACK,
    HISTORY,
    INCREASE,
    LATE,
    OFFER,
    PUT_RIGHT,
    SHOWN,
    SPOKEN,
    WITHDRAWAL,
    Back,
    History,
    Item,
    Ordered,
    orders_of,
    rewrite,
)
from croupier.table.run import Run
from croupier.table.striking import check_good, hanging, struck

VOIDS = ("void-wager", "void-in-place")
"""Orders that void a person's wagers."""
PLAIN = (str, int, bool)
"""Values that nobody can write into."""
MOST_EVENTS = 10_000
"""A round is bounded."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log: the event, the question it answered, and the hash of the record after it."""

    event: Event
    asked: str
    digest: str


class Ruled(msgspec.Struct, frozen=True):
    """A ruling that was carried out."""

    id: str
    clauses: tuple[str, ...]
    did: tuple[str, ...]
    duties: tuple[str, ...]


class Mark(msgspec.Struct, frozen=True):
    """A point in a round."""

    history: History
    logged: int
    ruled: int


class Table:
    """One round at a table.

    `apply` is the only way in. A refused, unreadable or failed event changes nothing.
    """

    def __init__(
        self,
        game: Playable,
        before: Mapping[str, Any] | None = None,
        told: bool = False,
        known: Mapping[str, Any] | None = None,
    ) -> None:
        """Take `told`: whether every question is told and every record hashed as it happens.

        Otherwise the log is told when it is first read, by playing the round again. `known` stands in place
        of `before`: carried values that nobody writes into, as the game recalls them.
        """
        self.before: Mapping[str, Any] = _copied(before or {}) if known is None else known
        self.game = _as_changed(game, self.before)
        self.told = told
        self.happened: list[Event] = []
        """The events of the log."""
        self._entries: list[Entry] = []
        self._teller: Table | None = None
        """The same round as far as the log has been read, where it is told late."""
        self.rulings: list[Ruled] = []
        self.clauses: set[str] = set()
        self._run = Run(self.game, self.before)

    # What may be asked of a table.

    @property
    def log(self) -> list[Entry]:
        """Every event with the question it answered, and the hash of the record after it."""
        if self.told:
            return self._entries
        if self._teller is None:
            self._teller = type(self)(self.game, told=True, known=self.before)
        teller = self._teller
        for event in self.happened[len(teller.happened) :]:
            teller.apply(event)
        if teller.happened and teller.play.digest() != self.play.digest():
            raise RuntimeError(f"played again, the round is another after {str(teller.happened[-1])!r}")
        return list(teller._entries)

    @property
    def play(self) -> Play:
        """The record of the round."""
        return self._run.play

    @property
    def over(self) -> bool:
        """Whether the round is finished."""
        return self._run.over

    @property
    def lines(self) -> list[Line]:
        """The settlement lines so far."""
        return self.play.lines

    @property
    def net(self) -> dict[str, Amount]:
        """The gain or loss of every account. The sum is zero."""
        return self.play.net()

    @property
    def after(self) -> dict[str, Any]:
        """The values carried into the next round."""
        return self.game.after(self.play)

    @property
    def pending(self) -> list[Question]:
        """Who may do what now."""
        return self._run.pending()

    @property
    def asked(self) -> str:
        """What the table waits for, in one line."""
        return self._run.asked

    @property
    def next_acts(self) -> str:
        """What may come now, in one line for people."""
        return self._run.next_acts

    @property
    def awaited(self) -> Awaited:
        """What the table waits for, as plain values."""
        return self._run.awaited.value()

    @property
    def draw_wanted(self) -> str:
        """The verb of the draw that may come now, if any."""
        return self._run.draw_wanted

    @property
    def draw_place(self) -> str:
        """Where the draw that may come now goes; empty where it has no place."""
        return self._run.draw_place

    @property
    def preparing(self) -> bool:
        """Whether the cards are only made ready: shuffled, or burnt. Bets may be taken meanwhile."""
        wait = self._run.wait
        return wait is not None and wait.prepares

    @property
    def draw_hidden(self) -> bool:
        """Whether the next draw lies face down: nobody at the table sees it yet."""
        wait = self._run.wait
        return bool(self.draw_wanted) and not self.play.burns and wait is not None and wait.face == "down"

    def refusal(self, act: str | Event) -> Refusal | None:
        """Say why an act is not allowed now. None if it is allowed. Nothing changes.

        An act that makes no sense now is an error.
        """
        event = parse_event(act) if isinstance(act, str) else act
        if _is_ruling(event):
            try:
                self._ruled(event)
            except NotAllowed as refused:
                return Refusal(refused.why, refused.clause)
            return None
        return self._run.judged(event)[1]

    # The one way in.

    def apply(self, event: str | Event) -> None:
        """Let an event happen, or several draws written in one line: all of it, or nothing."""
        events = parse_events(event) if isinstance(event, str) else (event,)
        run, logged, ruled = self._run, len(self.happened), len(self.rulings)
        fed, aside = len(run.items), run.aside
        try:
            for one in events:
                self._apply(one)
        except BaseException as error:
            self._forget(logged, ruled)
            if len(run.items) != fed or run.touched:
                run = Run(self.game, self.before, History(tuple(run.items[:fed]), aside))
            self._run = run
            if isinstance(error, NotAllowed):
                self.clauses.add(error.clause)
            raise

    def mark(self) -> Mark:
        """Return where the round stands, for `back_to`."""
        return Mark(self._run.history, len(self.happened), len(self.rulings))

    def back_to(self, mark: Mark) -> None:
        """Take back everything since a mark, for a driver who finds that a lawful act cannot be paid for."""
        self._forget(mark.logged, mark.ruled)
        self._run = Run(self.game, self.before, mark.history)

    def _apply(self, event: Event) -> None:
        if len(self.happened) >= MOST_EVENTS:
            raise BadInput(f"a round has at most {MOST_EVENTS} events")
        asked = self.asked if self.told else ""
        if _is_ruling(event):
            self._run, ruled = self._ruled(event)
            self.rulings.append(ruled)
            self.clauses |= set(ruled.clauses)
        else:
            event = self._run.apply(event)
        self.clauses |= self.play.clauses
        self._log(event, asked)

    def _log(self, event: Event, asked: str) -> None:
        """Enter an event that has happened into the log."""
        self.happened.append(event)
        if self.told:
            self._entries.append(Entry(event, asked, self.play.digest()))

    def _forget(self, logged: int, ruled: int) -> None:
        """Take entries out of the log whose events have been taken back."""
        del self.happened[logged:], self._entries[logged:], self.rulings[ruled:]
        self._teller = None

    # Rulings.

    def _ruled(self, event: Event) -> tuple[Run, Ruled]:
        """Return the round after a ruling, played again from its start. The table itself is not touched."""
        facts = {
            key: self.game.wager_name(value) if key in ("wager", "from", "to") else value
            for key, value in event.facts
        }
        irregularity, row = self.game.ruleset.ruling(event.what, facts)
        facts = {irregularity.facts_formerly.get(fact, fact): value for fact, value in facts.items()}
        facts = {**irregularity.only_values, **facts}
        if event.amount is not None:
            takes = [f"{fact}=" for fact in irregularity.takes]
            raise BadInput(
                f"{str(event)!r}: a ruling takes no amount by itself; say what it is of"
                + (f" ({', '.join(takes)})" if takes else "")
            )
        check_needed(self.play, irregularity, row, facts)
        self.game.judge_ruling(self.play, irregularity.id, facts)
        lain = {one.wager for one in self.play.wagers} | {one.wager for one in self.lines}
        check_forms(irregularity, facts, {*self.game.ruleset.names} | lain, self.game.read_draw)
        run = self._run
        for ordered in orders_of(row, facts):
            if (
                ordered.order == "void-wager"
                and len(row.ruling) > 1
                and not ordered.fact("wager")
                and not self._has_wagers(ordered.whom)
            ):
                continue  # who is sent away without a wager on the table is sent away all the same
            run = Run(self.game, self.before, self._ordered(run, ordered))
        if row.ruling and not self._is_of_the_draw(row) and _is_as_it_was(self._run, run):
            raise BadInput(
                f"{irregularity.id} would change nothing: it has been ruled already, or nothing has happened "
                "that it is about"
            )
        clauses = tuple(dict.fromkeys((row.clause, *row.order_clauses.values())))
        return run, Ruled(irregularity.id, clauses, tuple(row.ruling), tuple(row.duties))

    def _is_of_the_draw(self, row: RulingRow) -> bool:
        """Whether a ruling is about a spin or a throw, which may be void or read before it is entered."""
        own = [order for order in row.ruling if order not in (*HISTORY, *END, *OFFER, *self.game.marks)]
        return bool(own) or (self.play.stock is None and "void-draw" in row.ruling)

    def _has_wagers(self, whom: Whom) -> bool:
        return bool(hanging(self.game, self.play, whom.holds))

    def _ordered(self, run: Run, ordered: Ordered) -> History:
        """Return the history after an order."""
        history = run.history
        order = ordered.order
        at = history.last_draw()
        last = history.items[at] if at >= 0 else None
        assert last is None or isinstance(last, Event)
        if order not in HISTORY + END + OFFER and order not in self.game.marks:
            corrected = self.game.correct(order, last, dict(ordered.facts))
            if corrected is None:
                raise BadInput(f"nothing carries out the ruling {order!r}")
            if last is None:
                # The result was never entered: the ruling itself says what it is.
                return History((*history.items, Event("", run.draw_wanted, corrected)), history.aside)
            ordered = _with(ordered, "result", corrected)
            order = "replace-draw"
        if order == "replace-draw" and last is not None:
            result = ordered.fact("result") or "?"
            result = self.game.read_draw(Event("", last.verb, result, None, last.facts))
            if result == last.what and ordered.order == order:
                raise BadInput(f"{result} is the result that was entered: nothing is to be put right")
            ordered = _with(ordered, "result", result, order)
        if order == "burn" and ordered.fact(SHOWN):
            ordered = _with(ordered, SHOWN, self.game.read_draw(Event("", "deal", ordered.fact(SHOWN))))
        if order == "insert-card":
            if run.over:
                raise BadInput("the round is over: no card is waited for that could be laid down")
            card = self.game.read_draw(Event("", "deal", ordered.fact("card") or UNSEEN))
            stock = run.play.stock
            if stock is not None and card != UNSEEN and stock[card] <= 0:
                raise BadInput(f"card={card}: every {card} that the table holds has been dealt already")
            ordered = _with(ordered, "card", card)
        # An operator who gives late wagers back whole does not ask how much of one was late.
        partly = order in VOIDS and ordered.fact("amount") and not ordered.fact("late")
        if order == SPOKEN or partly:
            part = parse_amount(ordered.fact("amount") or show_amount(spoken(history, ordered, run.play)))
            order = INCREASE if part else "void-wager"
            ordered = _with(ordered, "amount", show_amount(part) if part else "", order)
        together = self.game.together(ordered.fact("wager")) if order in LATE else []
        if order == INCREASE:
            return without_increase(history, ordered, run.play, together)
        if order == WITHDRAWAL:
            return self._taken_back(run, without_withdrawal(history, ordered, run.play, together))
        if order in VOIDS:
            return self._struck(run, ordered)
        if order == PUT_RIGHT:
            ordered = _with(ordered, "box", check_payment(run.play, ordered))
        if order == "move-wager":
            check_good(history, run.play, ordered)
        if order in self.game.marks and (back := self.game.gives_back(run.play, order, dict(ordered.facts))):
            return self._given_back(run, ordered, back)
        dealt = order in self.game.marks and self.game.reaches_back(run.play, order)
        return rewrite(history, ordered, dealt, self.game.closings, run.play.players())

    def _taken_back(self, run: Run, history: History) -> History:
        """Return the history without a withdrawal, if the cards that have been dealt fall as they fell."""
        places = run.play.places
        try:
            after = Run(self.game, self.before, history).play.places
        except BadInput as error:
            boxes = {place for place in places if place.isdigit()}
            back = {item.seat for item in run.items if isinstance(item, Event) and item not in history.items}
            if not boxes:
                raise
            if back <= boxes:
                raise BadInput(
                    "this is ruled before hands are played; what was done while the wager lay otherwise does "
                    f"not fit it as it was: {error}"
                ) from None
            after = {}
        for place, cards in places.items():
            there = after.get(place, [])
            if [one.card for one in there[: len(cards)]] != [one.card for one in cards]:
                raise BadInput(
                    "the cards were dealt without this wager, and a box without cards has no hand that could "
                    "be decided: rule on the box that was passed over"
                )
        return history

    def _given_back(self, run: Run, ordered: Ordered, back: Back) -> History:
        """Return the history with a mark that gives a part of a wager back, behind the last bet on it.

        What goes back whole after it has been played on is struck.
        """
        items, players = run.history.items, run.play.players()
        if back.whole and not self.game.betting_open(run.play):
            for name in back.wagers:
                void = _with(_with(ordered, "box", back.place), "wager", name, "void-wager")
                if hanging(self.game, run.play, partial(_names, name, void)):
                    run = Run(self.game, self.before, self._struck(run, void))
            return rewrite(run.history, ordered)
        ordered = _with(ordered, GOES_BACK, show_amount(back.amount))
        bets = [at for at, item in enumerate(items) if _is_on(item, back, players)]
        at = bets[-1] + 1 if bets else 0
        return History((*items[:at], ordered, *items[at:]), run.history.aside)

    def _struck(self, run: Run, ordered: Ordered) -> History:
        """Return the history without the wagers that a ruling voids, and without what hung on them."""
        whom, name = ordered.whom, ordered.fact("wager")
        wagers = hanging(self.game, run.play, lambda one: whom.holds(one) and name in ("", one.name))
        if wagers and name and not any(one.stake for one in wagers if whom.holds(one) and one.name == name):
            raise BadInput(
                f"{name} of {whom} has no stake of its own, and is no wager that could go back: "
                "rule on the wager that it was paid on"
            )
        if not wagers:
            wanted = f"wager {name}" if name else "wager"
            moved = [one.name for one in run.play.wagers if one.wager == name and whom.holds(one)]
            say = f"it has become {' and '.join(moved)}" if moved else "say seat=N and wager=NAME"
            raise BadInput(f"{whom} has no {wanted} in this round; {say}")
        _check_whole(ordered, [one for one in wagers if whom.holds(one) and name in ("", one.name)])
        return struck(run.history, ordered, wagers)

    # The record.

    def audit(self) -> dict[str, int]:
        """Return the cards that may still be in the shoe, hidden ones too. For an auditor alone.

        No record or view for players holds it.
        """
        return {card: count for card, count in sorted((self.play.stock or {}).items()) if count > 0}

    def record(self) -> dict[str, Any]:
        """Return the table after the last event, as a value."""
        return {**self.play.value(), "asked": self.asked}

    def stored(self) -> list[dict[str, str]]:
        """Return the log for storage: each event with the question it answered and the record after it."""
        return [
            {"event": str(entry.event), "asked": entry.asked, "digest": entry.digest} for entry in self.log
        ]


def _as_changed(game: Playable, before: Mapping[str, Any]) -> Playable:
    """Return the game with the options that a ruling has changed since the table was opened."""
    options = before.get("options")
    if not options:
        return game
    if not isinstance(options, Mapping):
        raise BadInput('before: options gives each changed option its value, like options = {decks = "8"}')
    changed = {str(name): str(value) for name, value in options.items()}
    if all(game.ruleset.options.get(name) == value for name, value in changed.items()):
        return game
    return game.with_options(changed)


def _copied(value: Any) -> Any:
    """Copy carried values: whoever handed them in may go on writing in them."""
    if isinstance(value, (dict, Mapping)):
        return {key: part if type(part) in PLAIN else _copied(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [part if type(part) in PLAIN else _copied(part) for part in value]
    return value


def _check_whole(ordered: Ordered, wagers: list[Standing]) -> None:
    """Refuse an amount that is said of wagers made late, where it is only a part of them."""
    if ordered.fact("late") != "made" or not ordered.fact("amount"):
        return
    stakes = {one.stake for one in wagers}
    whole = stakes if len(stakes) == 1 else {sum(one.stake for one in wagers)}
    if parse_amount(ordered.fact("amount")) not in whole:
        laid = " and ".join(show_amount(one.stake) for one in wagers)
        raise BadInput(
            f"amount={ordered.fact('amount')}: {ordered.whom} has laid {laid}, and all of it goes back; "
            "say late=increased for a part of it"
        )


def _is_on(item: Item, back: Back, players: Mapping[str, str]) -> bool:
    """Whether an item lays or takes back a wager of which a mark gives something back."""
    if not isinstance(item, Event) or item.verb not in ("bet", "remove") or item.what not in back.wagers:
        return False
    return (players.get(person_of(item.who)) or person_named(item.who)) in back.people


def _names(name: str, ordered: Ordered, one: Standing) -> bool:
    return one.name == name and ordered.whom.holds(one)


def _is_ruling(event: Event) -> bool:
    return event.who == "supervisor" and event.verb == "rule"


def _is_as_it_was(before: Run, after: Run) -> bool:
    """Whether a ruling has left a round as it was, with all that has happened and all that is asked."""
    same = before.play.digest() == after.play.digest() and before.asked == after.asked
    return same and _draws(before) == _draws(after) and before.aside == after.aside


def _draws(run: Run) -> list[Event]:
    return [item for item in run.history.items if isinstance(item, Event) and item.is_draw]


def _with(ordered: Ordered, fact: str, value: str, order: str = "") -> Ordered:
    return Ordered(
        order or ordered.order, tuple({**dict(ordered.facts), fact: value}.items()), ordered.clause
    )


class Diverged(BadInput):
    """A stored round, replayed, asked another question or led to another record."""


def replay(game: Playable, before: Mapping[str, Any], stored: list[dict[str, str]]) -> Table:
    """Play a stored round again. Stop with both texts where a question or the record differs."""
    table = Table(game, before, told=True)
    for at, entry in enumerate(stored):
        if table.asked != entry["asked"]:
            raise Diverged(
                f"event {at + 1} ({entry['event']!r}) answered {entry['asked']!r}, "
                f"but now the table asks {table.asked!r}"
            )
        table.apply(entry["event"])
        if table.log[-1].digest != entry["digest"]:
            raise Diverged(
                f"after event {at + 1} ({entry['event']!r}) the record was {entry['digest']}, "
                f"but now it is {table.log[-1].digest}"
            )
    return table


def totals(net: Mapping[str, Amount]) -> dict[str, str]:
    """Return accounts in notation."""
    return {name: show_amount(amount) for name, amount in sorted(net.items())}


__all__ = ["Diverged", "Entry", "Mark", "Playable", "Ruled", "Table", "Unreadable", "replay", "totals"]
