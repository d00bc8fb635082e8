"""Betting: wagers are made, changed and taken back until the draw, or until the dealer closes it.

Wheels, dice and cards have one gate. A wager is named, offered, on the layout, at a seat, for an amount, by
somebody not excluded, spoken rightly, in time, and made with what is taken here. The rest is handed in as
`Wagers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from croupier.cache import Cache
from croupier.equipment.money import Amount, show_amount
from croupier.errors import AmountWanted, BadInput, unknown
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.parts.closing import (
    ANY_TIME,
    CALLED,
    CALLED_OUT,
    CLOSED,
    CONFIRMED,
    COVERED,
    LATE,
    OPEN,
    ORAL,
    TAKEN,
    Words,
    closed,
)
from croupier.table.parts.limits import Limits
from croupier.table.parts.part import Moment, Nothing, Part, Returned
from croupier.table.parts.people import Exclusion, check_seat
from croupier.table.parts.rows import BettingRow, TableWager
from croupier.table.persons import PLAYER, check_person
from croupier.table.play import Play
from croupier.table.questions import Acts, Listing, Refusal
from croupier.table.vocabulary import WHOSE, Declared, Key, Takes


class Wagered(Moment, frozen=True):
    """A wager was made or increased."""

    event: Event


class Closed(Moment, frozen=True):
    """Nothing may be made, changed or taken back any more."""


class Called(Moment, frozen=True):
    """No more bets was called, and no card has been dealt yet."""


class Wagers(Protocol):
    """The wagers of this table, once they have passed the gate."""

    def not_offered(self, name: str) -> Refusal | None:
        """Say why a wager is not offered at this table."""

    def refused(self, play: Play, name: str) -> Refusal | None:
        """Say why a wager on offer and in time cannot be made now, at any amount. For the list of acts."""

    def late_clause(self, wager: str, verb: str) -> str:
        """Return the clause that forbids to make or take back a wager once the round is under way."""

    def is_listed(self, name: str) -> bool:
        """Whether a wager is made before the draw, and not by an act later in the round."""

    def misplaced(self, play: Play, event: Event, row: TableWager) -> Refusal | None:
        """Say why the layout has no such place, or the wager has gone to another."""

    def no_seat(self, event: Event) -> Refusal | None:
        """Say why there is no such seat."""

    def judge(self, play: Play, event: Event, row: TableWager) -> Refusal | None:
        """Say why a wager that passed the gate is not taken."""

    def judge_removal(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Say why a wager may not be taken back or made smaller."""

    def lay(self, play: Play, event: Event) -> None:
        """Lay a wager down."""

    def take_back(self, play: Play, event: Event) -> None:
        """Take a wager back, or a part of it."""

    def hangs_on(self, play: Play, child: Standing, parent: Standing, among: Sequence[Standing]) -> bool:
        """Whether a wager cannot lie without another, and none of those that are left carries it."""

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """Give back the dependants of a wager that went back."""

    def wind_up(self, play: Play) -> None:
        """Let the wagers left at the end go as the game says."""


def never(play: Play) -> bool:
    """Say no, whatever lies on the table."""
    return False


def always_ready(play: Play) -> Refusal | None:
    """Refuse nothing."""
    return None


class Betting(Part[Nothing]):
    """The gate for every wager."""

    carried = Nothing
    hears: tuple[type[Moment], ...] | None = (Returned,)

    def __init__(
        self,
        ruleset: Ruleset[Any, Any],
        row: BettingRow,
        wagers: Wagers,
        exclusion: Exclusion,
        limits: Limits,
        late_words: str = "no more bets has been called: no wager is made or changed now",
        called_first: bool = False,
        closing_clauses: Sequence[str] = (),
        nobody: Callable[[Play], bool] = never,
        ready: Callable[[Play], Refusal | None] = always_ready,
        words: Words = CALLED_OUT,
    ) -> None:
        """Take the closing of the betting and the first draw.

        `called_first`: the call closes nothing yet, the first card does. `nobody`: whether nobody has made a
        wager to draw for, where betting is not closed without one. `ready`: why the first draw may not come
        yet, asked after all objections.
        """
        self.ruleset = ruleset
        self.row = row
        self.wagers = wagers
        self.exclusion = exclusion
        self.limits = limits
        self.words = words
        self.verbs = ("bet", "remove", row.closing)
        self.closings = (row.closing,)
        self.call_closes = not row.call_closes or ruleset.holds(row.call_closes)
        self.late_words = late_words
        """Why no wager is made or taken back once betting is over."""
        self.called_first = called_first
        self.closing_clauses = tuple(clause for clause in closing_clauses if clause)
        """Clauses: the betting is closed and the draw begins."""
        self.nobody = nobody
        self.ready = ready
        self._rows: Cache[str, TableWager] = Cache()
        self._check_calls()

    def _check_calls(self) -> None:
        """Refuse a file with a call that the table does not know."""
        where = f"{self.ruleset.file}: setup.betting"
        if self.row.closing not in self.words.closings:
            raise BadInput(f"{where}.closing: {unknown('call', self.row.closing, self.words.closings)}")
        moments = (ANY_TIME, *self.words.closings)
        if self.row.oral_when not in moments:
            raise BadInput(f"{where}.oral-when: {unknown('moment', self.row.oral_when, moments)}")

    @property
    def spoken(self) -> tuple[Key, ...]:
        """What may be said of the way in which a wager is made, whatever act makes it."""
        return (ORAL, COVERED, CONFIRMED, *self.limits.made_with)

    def takes(self) -> Declared:
        """Declare what a wager is made with and how."""
        name = next(iter(self.ruleset.names), "")
        return {
            "bet": Takes((*self.spoken, WHOSE), amount=True, what=name),
            "remove": Takes(amount=True, what=name),
        }

    # When.

    def closed(self, play: Play, event: Event | None = None) -> Refusal | None:
        """Say why no wager is made or changed any more."""
        return closed(self.row, play, event, self.words)

    def too_late(self, wager: str, verb: str = "bet") -> Refusal:
        """Say why a wager is not made, or taken back, once the round is under way."""
        return Refusal(self.late_words, self.late_clause(wager, verb))

    def late_clause(self, wager: str, verb: str = "bet") -> str:
        """Return the clause that forbids to make or take back a wager once the round is under way."""
        return self.wagers.late_clause(wager, verb)

    def is_on(self, play: Play) -> bool:
        """Whether the round is still at its betting: nothing has been drawn that closes it."""
        return play.phase in (*TAKEN, CALLED) if self.called_first else play.phase != "over"

    def close(self, play: Play) -> None:
        """Close the betting."""
        play.clauses.update(self.closing_clauses)
        play.phase = CLOSED
        self.table.tell(play, Closed())

    # What may be done.

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts.

        Everyone may bet, a bettor may take a wager back, the dealer may close the betting.
        """
        mine: dict[str, dict[str, Refusal | None]] = {}
        for standing in play.wagers:
            acts = mine.setdefault(standing.person, {})
            acts[f"remove {standing.name}"] = self.judge_removal(play, standing, None)
        return {"*": self.every_bet(play), **mine, "dealer": {self.row.closing: self.judge_closing(play)}}

    def every_bet(self, play: Play) -> Acts:
        """List every bet, with why it may not be made now."""
        closed = self.closed(play)
        bets: dict[str, Refusal | None] = {
            f"bet {name}": self.wagers.not_offered(name) or closed or self.wagers.refused(play, name)
            for name in self.ruleset.names
            if self.wagers.is_listed(name)
        }
        return Listing({**bets, "bet": None})

    def judge_closing(self, play: Play) -> Refusal | None:
        """Say why the betting may not be closed now."""
        nobody = Refusal("nobody has bet yet", self.row.clause) if self.nobody(play) else None
        if play.phase not in TAKEN:
            # A ruling may have given every wager back since it was closed.
            return nobody or Refusal("betting is closed already", self.row.closed_clause)
        if not self.table.may_object(self.row.closing):
            return nobody
        return self.table.objection(play, Event("dealer", self.row.closing)) or nobody

    def judge_draw(self, play: Play, event: Event) -> Refusal | None:
        """Say why the first draw may not come yet."""
        return self.table.objection(play, event) or self.ready(play)

    # Judging.

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager is not taken, changed or taken back, or the betting is not closed."""
        if event.verb == "bet":
            return self.judge_bet(play, event)
        if event.verb == "remove":
            return self.judge_removal(play, self._own(play, event), event.amount)
        return self.judge_closing(play)

    def judge_bet(self, play: Play, event: Event) -> Refusal | None:
        """Pass a wager through the gate."""
        row = self._row(event)
        if isinstance(row, Refusal):
            return row
        if event.facts and event.fact(PLAYER):
            check_seat(parts_of(check_person(event.fact(PLAYER)))[0])
        refusal = self.wagers.misplaced(play, event, row) or self.wagers.no_seat(event)
        if refusal:
            return refusal
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} bet {event.what}", "10")
        return (
            self.exclusion.bars(play, event)
            or (self.judge_oral(play, event) if event.facts else None)
            or (None if play.phase in TAKEN else self.closed(play, event))
            or (self.limits.judge_medium(event) if event.facts else None)
            or self.table.objection(play, event)
            or self._judge_player(play, event)
            or self.wagers.judge(play, event, row)
        )

    def _judge_player(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a second player at a place, and a second place of one player on a box."""
        if not event.facts and not [one for one in play.wagers if one.player]:
            return None
        whose, player = play.whose(event.who), play.player_of(event)
        has = play.place_on(event.seat, player)
        if has not in ("", event.person):
            raise BadInput(
                f"{player} has one place on box {event.seat}, and it is {has}: "
                f"say {has} bet {event.what} {show_amount(event.amount or 0)}"
            )
        if whose == player or all(one.person != event.person for one in play.wagers):
            return None
        raise BadInput(
            f"{event.who} is played by {whose} now; player {player} bets there as another on the box, "
            f"like {event.seat}b bet {event.what} 10 player={player}"
        )

    def _row(self, event: Event) -> TableWager | Refusal:
        """Return the row of the wager that is named, or why there is none."""
        name = event.what.partition(":")[0]
        known = self._rows.get(name)
        if known is not None:
            return known
        names = self.ruleset.names
        if not event.what:
            example = next((one for one in names if self.ruleset.offered(one)), "")
            place = next(iter(self.table.params(example)), "")
            like = f"{example}:{place}" if place else example
            raise BadInput(
                f"{str(event)!r} does not say what is bet on; write it like {event.who} bet {like} 10"
            )
        if name not in names:
            return Refusal(
                str(unknown("wager", event.what, names, self.ruleset.id)),
                self.row.only_clause or self.row.clause,
            )
        row: TableWager = self.ruleset.wager(name)[0]
        if not self.wagers.is_listed(name):
            return Refusal(f"{event.what} is not made before the deal", clauses_of(row)[0])
        refusal = self.wagers.not_offered(name)
        if refusal:
            return Refusal(f"{event.what} is not offered at this table", refusal.clause)
        # What is offered follows from the rules: it is asked once for each wager.
        return self._rows.keep(name, row)

    def judge_oral(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager that is only spoken is not taken."""
        row = self.row
        if event.fact("oral") != "yes":
            return None
        if row.oral == "never":
            return Refusal("a wager cannot be made orally here", row.oral_clause)
        if row.oral_when != ANY_TIME and play.phase == OPEN:
            return Refusal(
                f"a wager is made orally only when there is no time for chips, {self.words.hurried}",
                row.oral_when_clause,
            )
        confirmed = set(event.fact("confirmed").split("+")) if event.fact("confirmed") else set()
        if not row.oral_by:
            covered = event.fact("covered") == "yes"
            why = "an oral wager needs the money on the table (covered=yes)"
            return None if covered else Refusal(why, row.oral_clause)
        word = (" or " if row.oral_any else " and ").join(row.oral_by)
        by = row.oral_by[0] if row.oral_any else "+".join(row.oral_by)
        wanted = (
            f"an oral wager needs the money on the table and the word of {word} (covered=yes confirmed={by})"
        )
        if event.fact("covered") != "yes":
            return Refusal(wanted, row.oral_clause)
        enough = set(row.oral_by) & confirmed if row.oral_any else set(row.oral_by) <= confirmed
        return None if enough else Refusal(wanted, row.oral_by_clause or row.oral_clause)

    def _own(self, play: Play, event: Event) -> Standing:
        standing = play.find(event.seat, event.bettor, event.what)
        if standing is None:
            raise BadInput(f"{event.who} has no wager {event.what} on the table")
        return standing

    def judge_removal(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Say why a wager may not be taken back or made smaller."""
        refusal = self.wagers.judge_removal(play, standing, amount)
        if refusal or not self.table.may_object("remove"):
            return refusal
        return self.table.objection(play, Event(standing.person, "remove", standing.name, amount))

    # Letting it happen.

    def act(self, play: Play, event: Event) -> None:
        """Make a wager, take one back, or close the betting."""
        if event.verb == "bet":
            self.wagers.lay(play, event)
            self.table.tell(play, Wagered(event))
        elif event.verb == "remove":
            self.wagers.take_back(play, event)
        else:
            self._call(play)

    def _call(self, play: Play) -> None:
        """Close the betting by a call; before the first card of a deal it is only announced."""
        if not self.call_closes:
            play.clauses.add(self.row.clause)
        elif self.called_first and play.phase != LATE:
            play.phase = CALLED
            play.clauses.add(self.row.clause)
            self.table.tell(play, Called())
        else:
            self.close(play)
            if not self.called_first:
                play.clauses.add(self.row.clause)

    def heard(self, play: Play, moment: Moment) -> None:
        """Give back the dependants of a wager that went back."""
        if isinstance(moment, Returned):
            self.wagers.returned(play, moment.standing, moment.clause)

    def wind_up(self, play: Play) -> None:
        """Let the wagers left at the end go as the game says."""
        self.wagers.wind_up(play)
