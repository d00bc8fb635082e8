"""Wagers of a card table: their dependence on each other, and their sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Result, Standing
from croupier.table.events import Event
from croupier.table.parts.betting import Betting
from croupier.table.parts.closing import CLOSED, closed, not_offered
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import ShoeRow
from croupier.table.parts.people import MOST_SEATS, check_seat
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


def nothing_to_object(play: Play, name: str, more: Amount) -> Refusal | None:
    """Take any total."""
    return None


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
        self.unplayed_clause = unplayed_clause or self.setup.betting.clause
        """Clause: wagers go back that a round without cards leaves."""
        self.betting: Betting

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
        text = self.ruleset.options.get("seats", "open")
        counted = text != "open" and self.ruleset.holds(self.setup.seats_when)
        most = int(text) if counted else MOST_SEATS
        if int(event.seat) > most:
            return Refusal(
                f"this table has {most} places", self.setup.seats_clause or self.setup.betting.clause
            )
        check_seat(event.seat)
        return None

    def judge(self, play: Play, event: Event, row: TableWager) -> Refusal | None:
        """Say why a wager may not lie there, or not be so large."""
        assert isinstance(row, CardWager) and event.amount is not None
        chips = not self.limits.pays_in_coins(event)
        refusal = self._judge_beside(play, event, row) or self.judge_stake(
            play, event.seat, event.bettor, event.what, event.amount, chips
        )
        if not refusal and self.locked and play.find(event.seat, event.bettor, event.what):
            return Refusal("a wager that has been made is not altered", self.locked_clause)
        return refusal

    def _judge_beside(self, play: Play, event: Event, row: CardWager) -> Refusal | None:
        """Say why a wager may not lie beside the others of the same person, or of the same box."""
        facts, clause = self.ruleset.facts, clauses_of(row)[0]
        mine = [standing for standing in play.wagers if standing.person == event.who]
        box = [standing for standing in play.wagers if standing.seat == event.seat]
        needed, apart, bettors = row.needed, row.kept_apart, row.most_bettors
        near = box if row.needs_on_box else mine
        if needed.holds(facts) and not any(one.wager in needed.value for one in near):
            whose = "on the box" if row.needs_on_box else "of the same player"
            why = f"{event.what} needs a wager {whose} on {' or '.join(needed.value)}"
            return Refusal(why, needed.clause or clause)
        for standing in mine:
            if standing.wager in apart.value and apart.holds(facts):
                why = f"{event.what} may not be made beside {standing.name}"
                return Refusal(why, apart.clause or clause)
        others = {standing.person for standing in box if standing.name == event.what} - {event.who}
        if len(others) >= bettors.value and bettors.holds(facts):
            one = bettors.value == 1
            most = "one wager a box is the most" if one else f"{bettors.value} wagers a box are the most"
            return Refusal(most, bettors.clause or clause)
        if row.one_each and any(standing.name == event.what for standing in box):
            return Refusal(f"one {event.what} wager a box is the most", row.one_each_clause or clause)
        return None

    def judge_stake(
        self, play: Play, seat: str, bettor: str, name: str, more: Amount, chips: bool = True
    ) -> Refusal | None:
        """Say why the whole stake would not be taken."""
        row: CardWager = self.ruleset.wager(name)[0]
        clause = row.stake.clause or clauses_of(row)[0]
        standing = play.find(seat, bettor, name)
        stake = more + (standing.stake if standing else 0)
        if not more:
            return Refusal("a wager is more than nothing", clause)
        refusal = self.limits.judge_amount(play, name, row, stake, seat)
        if not refusal and chips and not row.stake.exactly:
            refusal = self.limits.judge_chips(more)
        if refusal:
            return refusal
        _, most = self.limits.now(play, seat)
        rules = [rule for rule in self.ruleset.limit_rules if rule.max and self.ruleset.holds(rule.when)]
        bounds = [parse_amount(rule.max) for rule in rules] + ([most] if most is not None else [])
        top = min(bounds, default=None)
        if top is not None and row.of_maximum and stake > Fraction(row.of_maximum) * top:
            return Refusal(
                f"{name} may be at most {row.of_maximum} of the maximum of {show_amount(top)}",
                row.of_maximum_clause or clause,
            )
        if most is not None and row.shared_maximum and self.ruleset.holds(row.shared_maximum):
            box = sum(other.stake for other in play.wagers if other.seat == seat and other.name == name)
            if box + more > most:
                return Refusal(
                    f"all who bet on a box may together bet at most {show_amount(most)}",
                    row.shared_clause or clause,
                )
        if row.stake.at_most:
            factor, _, parent = row.stake.at_most.partition(" of ")
            base = play.find(seat, bettor, parent)
            times = self.ruleset.options.get(factor, factor)
            if base is not None and times != "open" and stake > Fraction(times) * base.stake:
                bound = show_amount(int(Fraction(times) * base.stake))
                return Refusal(
                    f"with {show_amount(base.stake)} on {parent} it may be at most {bound}", clause
                )
        return self.judge_total(play, name, more)

    def judge_removal(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Say why a wager may not be taken back or made smaller."""
        refusal = closed(self.setup.betting, play)
        if refusal:
            return refusal
        if amount is not None and not 0 < amount <= standing.stake:
            raise BadInput(
                f"{standing.name} holds {show_amount(standing.stake)}; no more than that can be taken back"
            )
        if amount is not None and amount < standing.stake:
            row: CardWager = self.ruleset.wager(standing.wager)[0]
            refusal = self.limits.judge_amount(
                play, standing.wager, row, standing.stake - amount, standing.seat
            )
            if not refusal and not self.limits.judge_chips(standing.stake):
                refusal = self.limits.judge_chips(amount)
        if not refusal and self.locked:
            return Refusal("a wager that has been made is neither altered nor taken back", self.locked_clause)
        return refusal

    # Letting it happen.

    def lay(self, play: Play, event: Event) -> None:
        """Lay a wager down."""
        assert event.amount is not None
        standing = play.find(event.seat, event.bettor, event.what)
        stake = event.amount + (standing.stake if standing else 0)
        play.put(Standing(seat=event.seat, bettor=event.bettor, wager=event.what, stake=stake))
        play.clauses.update(self.prices.cites(event.what, "made"))
        if event.bettor not in ("", "a") and self.setup.backline_clause:
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
        table.refund(play, standing)
        for child in list(play.wagers):
            row: CardWager = self.ruleset.wager(child.wager)[0]
            near = child.seat == standing.seat if row.needs_on_box else child.person == standing.person
            needed = standing.wager in row.needs and row.needed.holds(self.ruleset.facts)
            if not near or not needed or self._carried(play, child, row):
                continue
            void = self.voids_children and play.phase == CLOSED
            result: Result = "void" if void else "withdrawn"
            why = f"{standing.name} went back, and {child.name} goes back with it"
            play.withdraw(child, (clause,), why, result)
            table.refund(play, child)

    def _carried(self, play: Play, child: Standing, row: CardWager) -> bool:
        """Whether another wager carries one that needs it."""
        return any(
            other.wager in row.needs
            and (other.person == child.person or (row.needs_on_box and other.seat == child.seat))
            for other in play.wagers
        )

    def wind_up(self, play: Play) -> None:
        """Give back the wagers of a round that was not played."""
        for standing in list(play.wagers):
            play.withdraw(
                standing, (self.unplayed_clause,), "the round is not played, and the wager goes back"
            )
