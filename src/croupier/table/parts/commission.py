"""Commission that is marked and collected before the next shuffle."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from croupier.equipment.money import parse_amount, show_amount
from croupier.table.claims import Claim, Standing
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.pricing import CardPrices, join
from croupier.table.parts.shoe import Shuffled
from croupier.table.play import Play, Slice

OWED = "commission"


class Owed(Carried, frozen=True):
    """Commission that is marked and not collected yet, by person."""

    owed: dict[str, str] = {}


class OwedSlice(Slice):
    """Commission that is marked, by person."""

    owed: dict[str, str]


class Commission(Part[Owed]):
    """Claims of wagers, with commission taken at once or marked."""

    carried = Owed
    hears = (Shuffled,)

    def __init__(self, prices: CardPrices) -> None:
        self.prices = prices
        self.ruleset = prices.ruleset
        self._deferring = {
            name: row.commission
            for name, row in self.ruleset.wagers.items()
            if row.commission and row.commission.deferred and self.ruleset.holds(row.commission.deferred)
        }
        """By row of the rulebook: commission that is marked."""

    def begin(self, play: Play, carried: Owed) -> None:
        """Begin with the commission still owed."""
        for amount in carried.owed.values():
            parse_amount(amount)
        play.add(OwedSlice(dict(carried.owed)))

    def carry(self, play: Play) -> Owed:
        """Carry the commission owed, unless the shuffle of a void round had it collected."""
        return Owed() if play.voided and "shuffled" in play.marks else Owed(play.of(OwedSlice).owed)

    def claim(self, play: Play, standing: Standing, row: str, why: str, more: tuple[str, ...] = ()) -> Claim:
        """Return the claim of a wager that a row settles. Mark its commission where it is deferred."""
        claim = self.prices.claim(standing, row, why, more)
        rate = claim.commission
        if not rate or claim.result != "win" or not self._deferring or play.struck_by(standing):
            return claim
        taken = self._deferring.get(self.ruleset.names[standing.wager][0])
        if taken is None:
            return claim
        due = self.ruleset.money[taken.rounding].apply(rate * claim.rounding.apply(claim.won))
        owed = play.of(OwedSlice).owed
        marked = parse_amount(owed.get(standing.person, "0")) + due
        play.of(OwedSlice).owed = {**owed, standing.person: show_amount(marked)}
        clauses = join(claim.clauses, (taken.deferred_clause,))
        return replace(claim, commission=Fraction(0), clauses=clauses)

    def heard(self, play: Play, moment: Moment) -> None:
        """Collect the marked commission before the cards are shuffled."""
        if not isinstance(moment, Shuffled) or not moment.collects:
            return
        for person, text in play.of(OwedSlice).owed.items():
            amount = parse_amount(text)
            seat = person.rstrip("abcdefghijklmnopqrstuvwxyz")
            rows = [row.commission for row in self.ruleset.wagers.values() if row.commission]
            usual = self.ruleset.setup.betting.clause
            clause = next((row.deferred_clause for row in rows if row.deferred), usual)
            standing = Standing(seat, OWED, 0, bettor=person[len(seat) :])
            why = f"commission of {show_amount(amount)} that was marked is collected"
            nothing = Fraction(0)
            claim = Claim(
                standing, "withdrawn", nothing, nothing, (clause,), why, against="house", charge=amount
            )
            play.settle([claim])
        play.of(OwedSlice).owed = {}
