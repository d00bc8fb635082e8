"""Wagers of a card table: their dependence on each other, and their sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec

from croupier.cache import Cache
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Result, Standing
from croupier.table.events import Event
from croupier.table.parts.betting import Betting
from croupier.table.parts.closing import CLOSED, closed, not_offered
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import ShoeRow
from croupier.table.parts.part import Refunded
from croupier.table.parts.people import MOST_SEATS, check_seat
from croupier.table.parts.precedence import Precedence
from croupier.table.parts.pricing import Prices
from croupier.table.parts.rows import CardWager, TableSetup, TableWager
from croupier.table.play import Play
from croupier.table.questions import Refusal


class CardSetup(TableSetup, frozen=True, kw_only=True):
    """The table of every card game."""

    shoe: ShoeRow
    seats_clause: str = ""
    """The clause that counts the places; the option `seats` says how many there are at this table."""
    seats_when: str = ""
    """Condition: the places are counted. Without one they always are."""
    deal_clauses: list[str] = []
    """Clauses: cards are dealt."""
    backline_clause: str = ""

    turns_clause: str = ""
    """The clause that says in which order cards are dealt. What comes out of it is refused by it."""

    @property
    def drawn_by(self) -> str:
        """The clause by which cards are dealt in their order."""
        return self.turns_clause


class Conditions(msgspec.Struct, frozen=True):
    """What the rules in force ask of a wager, whoever makes it: all that no ruling changes."""

    lies_anywhere: bool
    """Whether it needs no wager beside it, and none beside it is in its way."""
    needs: tuple[str, ...]
    """Wagers, one of which must lie beside it; empty where none must."""
    needs_clause: str
    needs_on_box: bool
    """Whether anybody's wager on the box meets the need."""
    apart: tuple[str, ...]
    """Wagers that the same person may not make beside it."""
    apart_clause: str
    apart_everywhere: bool
    bettors: int
    """Persons who may make it on one box; 0 without a limit."""
    bettors_clause: str
    one_each_clause: str
    """The clause of one wager a box; empty where there may be several."""
    stake_clause: str
    bounded: bool
    """Whether its size is bound to the maximum of the table, or to another wager."""
    top: Amount | None
    """The lowest maximum that the rulebook has for every wager."""
    of_maximum: Fraction
    """The largest share of the maximum that it may be; 0 where it may be all of it."""
    of_maximum_clause: str
    shared: bool
    """Whether the maximum is one for all who bet on a box together."""
    shared_clause: str
    parent: str
    """The wager that bounds it, if one does."""
    times: Fraction | None
    """How often the parent's stake it may be; None while the option is open."""
    made: tuple[str, ...]
    """Clauses that it cites when it is made."""


def nothing_to_object(play: Play, name: str, more: Amount) -> Refusal | None:
    """Take any total."""
    return None


def _is_near(row: CardWager, child: Standing, other: Standing) -> bool:
    """Whether a wager lies where it meets the need of another: at its place, on its box, or anywhere."""
    if row.needs_everywhere:
        return other.whose == child.whose
    return other.seat == child.seat if row.needs_on_box else other.person == child.person


class CardWagers:
    """Wagers of a card table: their dependence on each other, and their sizes."""

    def __init__(
        self,
        ruleset: Ruleset[Any, Any],
        prices: Prices,
        limits: Limits,
        moments: Sequence[str] = (),
        voids_children: bool = False,
        locked: tuple[str, str] = ("", ""),
        judge_total: Callable[[Play, str, Amount], Refusal | None] = nothing_to_object,
        unplayed_clause: str = "",
    ) -> None:
        self.ruleset = ruleset
        self.setup: CardSetup = ruleset.setup
        self.prices = prices
        self.limits = limits
        self.moments = tuple(moments)
        """Wagers, by kind, that are made by an act later in the round."""
        self.voids_children = voids_children
        """Whether dependants of a voided wager are voided too once cards are dealt (else withdrawn)."""
        when, self.locked_clause = locked
        self.locked = bool(when) and ruleset.holds(when)
        """Whether a wager that has been made is not altered."""
        self.judge_total = judge_total
        self.precedence = Precedence(ruleset)
        self.unplayed_clause = unplayed_clause or self.setup.betting.clause
        """Clause: wagers go back that a round without cards leaves."""
        self.betting: Betting
        self._conditions: Cache[str, Conditions] = Cache()
        """By wager, worked out when it is first made."""

    def _conditions_of(self, name: str) -> Conditions:
        """Return what the rules ask of a wager."""
        found = self._conditions.get(name)
        if found is None:
            found = self._conditions.keep(name, self._find_conditions(name))
        return found

    def _find_conditions(self, name: str) -> Conditions:
        rules = self.ruleset
        row: CardWager = rules.wager(name)[0]
        clause, facts = clauses_of(row)[0], rules.facts
        stake_clause = row.stake.clause or clause
        needed, apart, bettors = row.needed, row.kept_apart, row.most_bettors
        factor, _, parent = row.stake.at_most.partition(" of ")
        times = rules.options.get(factor, factor)
        tops = [parse_amount(rule.max) for rule in rules.limit_rules if rule.max and rules.holds(rule.when)]
        shared = bool(row.shared_maximum) and rules.holds(row.shared_maximum)
        beside = needed.holds(facts) or apart.holds(facts) or bettors.holds(facts) or row.one_each
        return Conditions(
            lies_anywhere=not beside,
            needs=tuple(needed.value) if needed.holds(facts) else (),
            needs_clause=needed.clause or clause,
            needs_on_box=row.needs_on_box,
            apart=tuple(apart.value) if apart.holds(facts) else (),
            apart_clause=apart.clause or clause,
            apart_everywhere=row.apart_everywhere,
            bettors=bettors.value if bettors.holds(facts) and not row.counted_with else 0,
            bettors_clause=bettors.clause or clause,
            one_each_clause=(row.one_each_clause or clause) if row.one_each else "",
            stake_clause=stake_clause,
            bounded=bool(row.of_maximum or shared or row.stake.at_most),
            top=min(tops, default=None),
            of_maximum=Fraction(row.of_maximum or 0),
            of_maximum_clause=row.of_maximum_clause or stake_clause,
            shared=shared,
            shared_clause=row.shared_clause or stake_clause,
            parent=parent,
            times=Fraction(times) if row.stake.at_most and times != "open" else None,
            made=self.prices.cites(name, "made"),
        )

    # The list of acts.

    def is_listed(self, name: str) -> bool:
        """Whether a wager is made before the deal."""
        return self.ruleset.wager(name)[0].kind not in self.moments

    def refused(self, play: Play, name: str) -> Refusal | None:
        """Let any wager on offer and in time be made."""
        return None

    def late_clause(self, wager: str, verb: str) -> str:
        """Return the clause that refuses a late wager. A wager may have its own."""
        row = self.setup.betting
        if verb == "remove" and row.removal_clause:
            return row.removal_clause
        return self.ruleset.wager(wager)[0].late_clause or row.closed_clause

    def not_offered(self, name: str) -> Refusal | None:
        """Say why a wager is not offered at this table; the reason may have a clause of its own."""
        refusal = not_offered(self.ruleset, name)
        if refusal is None:
            return None
        for reason, clause in self.ruleset.wager(name)[0].not_offered.items():
            if self.ruleset.holds(reason):
                return Refusal(refusal.why, clause)
        return refusal

    # Judging.

    def misplaced(self, play: Play, event: Event, row: TableWager) -> Refusal | None:
        """Refuse no place: card wagers take no parameter."""
        return None

    def no_seat(self, event: Event) -> Refusal | None:
        """Say why there is no such seat."""
        seat = event.seat
        if seat in self._seats:
            return None
        if int(seat) > self._places:
            return Refusal(
                f"this table has {self._places} places", self.setup.seats_clause or self.setup.betting.clause
            )
        check_seat(seat)
        return None

    @cached_property
    def _places(self) -> int:
        """The places at this table."""
        text = self.ruleset.options.get("seats", "open")
        counted = text != "open" and self.ruleset.holds(self.setup.seats_when)
        return int(text) if counted else MOST_SEATS

    @cached_property
    def _seats(self) -> frozenset[str]:
        """The seats at this table, as they are written."""
        return frozenset(map(str, range(1, min(self._places, MOST_SEATS) + 1)))

    def judge(self, play: Play, event: Event, row: TableWager) -> Refusal | None:
        """Say why a wager may not lie there, or not be so large."""
        assert isinstance(row, CardWager) and event.amount is not None
        chips = not (event.facts and self.limits.pays_in_coins(event))
        refusal = self._judge_beside(play, event) or self.judge_stake(
            play, event, event.what, event.amount, chips
        )
        if not refusal and self.locked and play.find(event.seat, event.bettor, event.what):
            return Refusal("a wager that has been made is not altered", self.locked_clause)
        return refusal

    def _judge_beside(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager may not lie beside the others of the same person, or of the same box."""
        found = self._conditions_of(event.what.partition(":")[0])
        if found.lies_anywhere:
            return None
        who, seat, name = event.who, event.seat, event.what
        box = [standing for standing in play.wagers if standing.seat == seat]
        if found.needs:
            row: CardWager = self.ruleset.wager(name)[0]
            own = Standing(seat, name, 0, event.bettor, player=play.player_at(event))
            if not any(one.wager in found.needs and _is_near(row, own, one) for one in play.wagers):
                whose = "on the box" if found.needs_on_box else "of the same player"
                why = f"{name} needs a wager {whose} on {' or '.join(found.needs)}"
                return Refusal(why, found.needs_clause)
        person = play.player_of(event) if found.apart_everywhere else ""
        for standing in (play.wagers if person else box) if found.apart else ():
            if standing.wager in found.apart and (standing.whose == person or standing.person == who):
                why = f"{name} may not be made beside {standing.name}"
                return Refusal(why, found.apart_clause)
        same = [standing for standing in box if standing.name == name]
        if (
            found.bettors
            and same
            and len({one.whose for one in same} - {play.player_of(event)}) >= found.bettors
        ):
            one = found.bettors == 1
            most = "one wager a box is the most" if one else f"{found.bettors} wagers a box are the most"
            return Refusal(most, found.bettors_clause)
        if found.one_each_clause and same:
            return Refusal(f"one {name} wager a box is the most", found.one_each_clause)
        return self.precedence.judge(play, event)

    def judge_stake(
        self, play: Play, event: Event, name: str, more: Amount, chips: bool = True
    ) -> Refusal | None:
        """Say why the whole stake of somebody on a wager would not be taken."""
        row: CardWager = self.ruleset.wager(name)[0]
        found = self._conditions_of(name)
        standing = play.find(event.seat, event.bettor, name)
        stake = more + (standing.stake if standing else 0)
        if not more:
            return Refusal("a wager is more than nothing", found.stake_clause)
        who = play.player_of(event)
        elsewhere = self.limits.elsewhere(play, name, row, who, event.person)
        refusal = self.limits.judge_amount(play, name, row, stake, who, elsewhere=elsewhere)
        if not refusal and chips and not row.stake.exactly:
            refusal = self.limits.judge_chips(more)
        if not refusal and found.bounded:
            refusal = self._judge_bounds(play, event, name, more, stake, elsewhere)
        return refusal or self.judge_total(play, name, more)

    def _judge_bounds(
        self, play: Play, event: Event, name: str, more: Amount, stake: Amount, elsewhere: Amount
    ) -> Refusal | None:
        """Say why a stake is too large for the maximum of the table, or for the wager that bounds it."""
        found, (_, most) = self._conditions_of(name), self.limits.now(play, play.player_of(event))
        top = min((one for one in (found.top, most) if one is not None), default=None)
        if top is not None and found.of_maximum and stake + elsewhere > found.of_maximum * top:
            share = self.ruleset.wager(name)[0].of_maximum
            return Refusal(
                f"{name} may be at most {share} of the maximum of {show_amount(top)}",
                found.of_maximum_clause,
            )
        if most is not None and found.shared:
            box = sum(other.stake for other in play.wagers if other.seat == event.seat and other.name == name)
            if box + more > most:
                return Refusal(
                    f"all who bet on a box may together bet at most {show_amount(most)}", found.shared_clause
                )
        base = play.find(event.seat, event.bettor, found.parent) if found.times is not None else None
        if base is not None and found.times is not None and stake > found.times * base.stake:
            bound = show_amount(int(found.times * base.stake))
            return Refusal(
                f"with {show_amount(base.stake)} on {found.parent} it may be at most {bound}",
                found.stake_clause,
            )
        return None

    def judge_removal(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Say why a wager may not be taken back or made smaller."""
        refusal = closed(self.setup.betting, play)
        if refusal:
            return refusal
        if amount is not None and not 0 < amount <= standing.stake:
            raise BadInput(
                f"{standing.name} holds {show_amount(standing.stake)}; no more than that can be taken back"
            )
        row: CardWager = self.ruleset.wager(standing.wager)[0]
        if amount is None or amount == standing.stake:
            refusal = self.limits.judge_rest(play, standing, row)
        else:
            elsewhere = self.limits.elsewhere(play, standing.name, row, standing.whose, standing.person)
            refusal = self.limits.judge_amount(
                play, standing.wager, row, standing.stake - amount, standing.whose, elsewhere=elsewhere
            )
            if not refusal and not self.limits.judge_chips(standing.stake):
                refusal = self.limits.judge_chips(amount)
            refusal = refusal or self._judge_support(play, standing, standing.stake - amount)
        if not refusal and self.locked:
            return Refusal("a wager that has been made is neither altered nor taken back", self.locked_clause)
        return refusal

    def _judge_support(self, play: Play, standing: Standing, left: Amount) -> Refusal | None:
        """Say why a smaller wager could not bear those of the same person that it bounds."""
        for other in play.wagers:
            found = self._conditions_of(other.wager)
            if found.times is None or found.parent != standing.wager or other.who != standing.who:
                continue
            bound = int(found.times * left)
            if other.stake > bound:
                return Refusal(
                    f"{other.name} may be at most {show_amount(bound)} then; "
                    f"take some of its {show_amount(other.stake)} back first",
                    found.stake_clause,
                )
        return None

    # Letting it happen.

    def lay(self, play: Play, event: Event) -> None:
        """Lay a wager down."""
        assert event.amount is not None
        seat, bettor, name = event.seat, event.bettor, event.what
        if not self._conditions_of(name).lies_anywhere and (gone := self.precedence.make_way(play, event)):
            self.betting.table.returned(play, gone, self.ruleset.wager(name)[0].most_bettors.clause)
        standing = play.find(seat, bettor, name)
        stake = event.amount + (standing.stake if standing else 0)
        laid = Standing(seat, name, stake, bettor, player=play.player_at(event))
        if standing is None:
            play.wagers = [*play.wagers, laid]
        else:
            play.put(laid)
        play.clauses.update(self._conditions_of(name).made)
        if bettor not in ("", "a") and self.setup.backline_clause:
            play.clauses.add(self.setup.backline_clause)

    def take_back(self, play: Play, event: Event) -> None:
        """Take a wager back, or a part of it."""
        standing = play.find(event.seat, event.bettor, event.what)
        assert standing is not None
        clause = self.setup.betting.removal_clause or self.setup.betting.clause
        if event.amount is not None and event.amount < standing.stake:
            play.put(msgspec.structs.replace(standing, stake=standing.stake - event.amount, reduced=True))
            return
        why = f"{standing.name} was taken back by the player"
        play.withdraw(standing, (clause,), why, "withdrawn")
        self.betting.table.returned(play, standing, clause)

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """Give back the dependants of a wager that has gone back, unless another one carries them."""
        table = self.betting.table
        table.tell(play, Refunded(standing))
        for child in list(play.wagers):
            row: CardWager = self.ruleset.wager(child.wager)[0]
            needed = standing.wager in row.needs and row.needed.holds(self.ruleset.facts)
            if not needed or not _is_near(row, child, standing) or self._carried(play, child, row):
                continue
            void = self.voids_children and play.phase == CLOSED
            result: Result = "void" if void else "withdrawn"
            why = f"{standing.name} went back, and {child.name} goes back with it"
            play.withdraw(child, (clause,), why, result)
            table.tell(play, Refunded(child))

    def hangs_on(self, play: Play, child: Standing, parent: Standing, among: Sequence[Standing]) -> bool:
        """Whether a wager needs another of the same person, and none of those that are left carries it."""
        if child.wager not in self.ruleset.names:
            return False
        row: CardWager = self.ruleset.wager(child.wager)[0]
        if row.needs_on_box or not _is_near(row, child, parent):
            return False
        needed = parent.wager in row.needs and row.needed.holds(self.ruleset.facts)
        return needed and not any(
            one.wager in row.needs and one is not child and _is_near(row, child, one) for one in among
        )

    def _carried(self, play: Play, child: Standing, row: CardWager) -> bool:
        """Whether another wager carries one that needs it."""
        return any(other.wager in row.needs and _is_near(row, child, other) for other in play.wagers)

    def wind_up(self, play: Play) -> None:
        """Give back the wagers of a round that was not played."""
        for standing in list(play.wagers):
            play.withdraw(
                standing, (self.unplayed_clause,), "the round is not played, and the wager goes back"
            )
