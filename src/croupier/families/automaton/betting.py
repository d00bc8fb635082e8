"""Betting at a wheel or dice table: until the dealer closes it or the draw comes, and one draw is a round."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from functools import partial
from typing import Any

from croupier.cache import Cache
from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.families.automaton.wagers import CALLS, MachineWagers
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.betting import Betting
from croupier.table.parts.closing import OPEN, Words
from croupier.table.parts.part import Left, Moment, Refunded, Returned
from croupier.table.parts.people import Exclusion
from croupier.table.play import MARKED, Play
from croupier.table.questions import Acts, Listing, Question, Refusal, Wait
from croupier.table.vocabulary import Declared, Key, Takes

NO_MORE_BETS, DICE_OUT = "no-more-bets", "dice-out"
OUT = "the dice are out"
ONLY = Key("only", "whether the call is about this wager alone, and not about similar ones", ("yes", "no"))
WORDS = Words(
    closings=(NO_MORE_BETS, DICE_OUT),
    out=OUT,
    hurried="while the dice are in the air",
)


class RuledUpon(Moment, frozen=True):
    """A ruling may have changed what is allowed: everybody is asked again."""


class TakenDown(Moment, frozen=True):
    """A player has taken a wager down."""

    standing: Standing


class DrawBetting(Betting):
    """Betting before the draw, and the changes of standing wagers."""

    hears = (Returned, Refunded, Left)

    def __init__(self, wagers: MachineWagers, exclusion: Exclusion) -> None:
        super().__init__(wagers.ruleset, wagers.row, wagers, exclusion, wagers.limits, words=WORDS)
        self.verbs = (*self.verbs, *CALLS)
        self.machine_wagers = wagers
        self.device = wagers.machines.device
        self._kept: Cache[Hashable, Acts] = Cache()
        """Acts that follow from the rules and the key alone: a round asks for them after every event."""

    def takes(self) -> Declared:
        """Declare the calls besides what any betting takes."""
        takes = super().takes()
        called = Takes((ONLY,), what=takes["bet"].what)
        return {**takes, **dict.fromkeys(CALLS, called)}

    def until_drawn(self, play: Play) -> Generator[Wait, Any, Event]:
        """Take any number of acts until the draw; return it."""
        questions, judge_bet = partial(self.questions, play), partial(self.judge_bet, play)
        objection = partial(self.table.objection, play)
        while True:
            event: Event = yield from play.open(
                "betting" if play.phase == OPEN else "the draw",
                questions,
                self.device.verb,
                objection,
                bets=judge_bet,
            )
            if event.is_draw:
                return event
            if event == MARKED:
                self.table.tell(play, RuledUpon())
            else:
                self.table.act(play, event)

    # What may be done.

    def questions(self, play: Play) -> list[Question]:
        """Ask everybody. Acts by a person's place at the table come before his wagers."""
        mine, others = self.acts(play), self.table.acts(play, without=self)
        acts: dict[str, Acts] = {}
        for who, acts_of in mine.items():
            more = others.get(who)
            if not more:
                acts[who] = acts_of
            elif who == "*":
                acts[who] = self._everybody(play, acts_of, more)
            else:
                acts[who] = {**acts_of, **more} if who == "dealer" else {**more, **acts_of}
        acts |= {who: more for who, more in others.items() if who not in mine}
        return self.table.questions(play, acts)

    def _everybody(self, play: Play, bets: Acts, more: Acts) -> Acts:
        """List all acts of everybody, once for a state of the table, a phase and the acts of other parts."""
        key = ("everybody", self.machine_wagers.memory.now(play), play.phase, tuple(more.items()))
        found = self._kept.get(key)
        return self._kept.keep(key, Listing({**bets, **more})) if found is None else found

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts.

        Anybody may bet, a bettor may change a wager, the dealer may close the betting.
        """
        found: dict[str, dict[str, Refusal | None]] = {}
        # While nobody objects to any, a wager leaves by its own rule.
        free = play.phase == OPEN and not self.table.may_object("remove")
        for standing in play.wagers:
            acts = found.setdefault(standing.who, {})
            acts.update(self._changes(standing))
            refusal = None if free else self._judge_leaving(play, standing)
            if refusal:
                acts[f"remove {standing.name}"] = refusal
        return {"*": self.every_bet(play), **found, "dealer": {self.row.closing: self.judge_closing(play)}}

    def every_bet(self, play: Play) -> Acts:
        """List every bet, with why it may not be made: once for a state of the table and a phase."""
        key = ("bets", self.machine_wagers.memory.now(play), play.phase)
        found = self._kept.get(key)
        return self._kept.keep(key, super().every_bet(play)) if found is None else found

    def _changes(self, standing: Standing) -> Acts:
        """List the changes of a wager by its own rule, once for its state and its last call."""
        key = ("changes", standing.wager, standing.param, standing.state, standing.call)
        found = self._kept.get(key)
        if found is not None:
            return found
        wagers, name = self.machine_wagers, standing.name
        calls = {f"{verb} {name}": wagers.judge_call(standing, verb) for verb in CALLS}
        return self._kept.keep(key, {f"remove {name}": wagers.judge_leaving(standing), **calls})

    # Judging.

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager is not made, changed or called, or the betting is not closed."""
        if event.verb not in CALLS:
            return super().judge(play, event)
        standing = self._own(play, event)
        if play.phase != OPEN:
            over = OUT if self.row.closing == DICE_OUT else "no more bets has been called"
            return Refusal(f"{over}: a wager is called on or off before", self.row.closed_clause)
        return self.machine_wagers.judge_call(standing, event.verb)

    def judge_removal(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Say why a wager may not be taken down or reduced; others object to one that goes as a whole."""
        if play.phase == OPEN and amount is not None and not 0 < amount <= standing.stake:
            raise BadInput(
                f"{standing.name} holds {standing.value()['stake']}; no more than that can be taken down"
            )
        whole = amount is None or amount == standing.stake
        refusal = self._judge_leaving(play, standing) if whole or play.phase != OPEN else None
        return refusal or self.wagers.judge_removal(play, standing, None if whole else amount)

    def _judge_leaving(self, play: Play, standing: Standing) -> Refusal | None:
        """Say why a wager may not leave the table now, whatever its own rule."""
        if play.phase == OPEN:
            return self.table.objection(play, Event(standing.person, "remove", standing.name))
        if self.row.closing == DICE_OUT:
            return Refusal(OUT, self.machine_wagers.removal_clause(standing))
        return Refusal("no more bets has been called", self.row.closed_clause)

    # Letting it happen.

    def act(self, play: Play, event: Event) -> None:
        """Make, change, take down or call a wager, or close the betting."""
        if event.verb in CALLS:
            self.machine_wagers.call(play, event)
            return
        leaving = play.find(event.seat, event.bettor, event.what) if event.verb == "remove" else None
        super().act(play, event)
        if leaving and event.amount in (None, leaving.stake):
            self.table.tell(play, TakenDown(leaving))

    def heard(self, play: Play, moment: Moment) -> None:
        """Give back the dependants of a wager that went back, and its charge."""
        if isinstance(moment, Refunded):
            self.machine_wagers.refund(play, moment.standing)
        elif isinstance(moment, Left):
            self.machine_wagers.left(play, moment.who, moment.clause)
        else:
            super().heard(play, moment)
