"""Progressive jackpots: what goes to a meter, who is paid from it and in what order."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.families.streets.hands import threshold
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.rules import MeterRow
from croupier.families.streets.state import BOARD, FOULED, is_fouled
from croupier.ranking.poker import best
from croupier.rulebook.ruleset import Pay
from croupier.table.claims import Claim, Move, Standing
from croupier.table.parts.meters import HOUSE, Meters, PaidIn, Shown, account_of
from croupier.table.play import Play, Slice
from croupier.table.questions import Question, Wait
from croupier.table.vocabulary import PLAIN, Declared

IN_ORDER, ADDED, ADDED_IN_ORDER = "in-order", "added", "added-in-order"
FROM_RIGHT = "from-the-right"
SIGNED = "jackpot-signed"
"""An inspector has signed for a large prize, and the dealer says so."""
SET = "set"
"""A jackpot of a fixed displayed amount."""


class PrizeSlice(Slice):
    """The money that settlement moved between the house and the meters."""

    emptied: list[str] | UnsetType = UNSET
    """Meters that were paid out in full."""
    shifts: list[tuple[str, str, Amount]] | UnsetType = UNSET
    """The source account, the target account and the amount."""
    began: dict[str, Amount] | UnsetType = UNSET
    """What each meter held before the first prize of the round, where the rest of them waits."""


class Jackpots(Meters):
    """Wagers on a meter, and the prizes of all who win in a round."""

    lapsing = (SIGNED,)

    def __init__(self, prices: StreetPrices) -> None:
        self.prices = prices
        self.ruleset = prices.ruleset
        self.rows: dict[str, MeterRow] = {
            name: row.meter for name, row in self.ruleset.wagers.items() if row.meter is not None
        }
        """The meters, by the wager on each."""
        options = self.ruleset.options
        seeds = {row.name: options.get(row.seed, "") or "0" for row in self.rows.values()}
        super().__init__(seeds, self._share)

    def begin(self, play: Play, carried: Shown) -> None:
        """Begin with nothing paid."""
        super().begin(play, carried)
        play.add(PrizeSlice())

    # What goes to a meter.

    def _share(self, standing: Standing) -> PaidIn | None:
        """Return the part of a stake that goes to a meter."""
        row = self.rows.get(standing.wager)
        return PaidIn(row.name, self.contribution(standing), row.clause) if row else None

    def contribution(self, standing: Standing) -> Amount:
        """Return the part of a stake that goes to a meter, down to the least unit of money."""
        row = self.rows.get(standing.wager)
        if row is None or self._is_set(row):
            return 0
        rounding = self.ruleset.money.get("contribution") or self.prices.loss_rounding(standing.wager)
        return rounding.apply(self._rates[standing.wager] * standing.stake)

    @cached_property
    def _rates(self) -> dict[str, Fraction]:
        """By wager: the share of its stake that goes to the meter."""
        options = self.ruleset.options
        return {
            name: Fraction(options.get(row.contribution, "0") or "0") / 100 for name, row in self.rows.items()
        }

    def _is_set(self, row: MeterRow) -> bool:
        return bool(row.kind_by) and self.ruleset.options[row.kind_by] == SET

    # What is paid of it.

    def with_prizes(self, play: Play, falling: list[Claim]) -> list[Claim]:
        """Return the due claims, with the prizes of the meters.

        They are paid in their order, each of what the meter then holds, and equal for those who win together.
        """
        if not self.rows:
            return falling
        claims = [claim for claim in falling if claim.standing.wager not in self.rows]
        for name, row in self.rows.items():
            mine = [claim for claim in falling if claim.standing.wager == name]
            won = [claim for claim in mine if claim.result == "win"]
            claims += [claim for claim in mine if claim.result != "win"]
            if is_fouled(play):
                # A stake that goes back takes what it had paid with it, before a prize is reckoned.
                for claim in mine:
                    won_back = claim.result == "win" and self._gives_stake_back(play, claim)
                    if claim.result == "push" or won_back:
                        self._shift(play, account_of(row.name), HOUSE, self.contribution(claim.standing))
            claims += self._prizes(play, row, won)
        return claims

    def unsigned(self, play: Play, claims: list[Claim]) -> set[tuple[str, ...]]:
        """Return the wagers whose prizes are not paid before an inspector has signed.

        Who divides a jackpot has a part of it: what must be signed for is the whole.
        """
        return {
            claim.standing.key
            for claim in claims
            if self._wants_signature(claim, self._whole(play, claim, claims))
        }

    def _whole(self, play: Play, claim: Claim, claims: list[Claim]) -> Fraction:
        """Return the jackpot of which a winner has his part, or all."""
        row = self.rows.get(claim.standing.wager)
        if row is None or claim.result != "win" or self._pay(claim).kind != "share":
            return Fraction(claim.won)
        alike = (claim.standing.wager, claim.row)
        together = [
            one
            for one in claims
            if one.result == "win"
            and (one.standing.wager, one.row) == alike
            and self._divides(play, row, one)
        ]
        return Fraction(sum(one.won for one in together) if claim in together else claim.won)

    def paid_now(self, play: Play, falling: list[Claim], waiting: set[tuple[str, ...]]) -> list[Claim]:
        """Return the claims with their prizes once more, without those that wait for a signature."""
        self.undo_shifts(play)
        play.of(PrizeSlice).began = {row.name: self.now(play, row.name) for row in self.rows.values()}
        return self.with_prizes(play, [one for one in falling if one.standing.key not in waiting])

    def signed(
        self, play: Play, falling: list[Claim], waiting: set[tuple[str, ...]]
    ) -> Generator[Wait, Any, list[Claim]]:
        """Wait for the signature, and return the claims with the prizes that it was wanted for."""
        while True:
            lie = {one.key for one in play.wagers}
            left = [one for one in falling if one.standing.key in waiting & lie]
            if not left:
                return []  # a ruling has taken back what they were to be paid on
            event = yield from play.open(
                "an inspector's signature for a jackpot", [Question("dealer", {SIGNED: None})]
            )
            if event.verb == SIGNED:
                return self.with_prizes(play, left)

    def takes(self) -> Declared:
        """Declare that the dealer says when a prize was signed for."""
        return {SIGNED: PLAIN} if any(row.signature for row in self.rows.values()) else {}

    def _wants_signature(self, claim: Claim, whole: Fraction) -> bool:
        """Whether a prize is so large that it is not paid before an inspector has signed."""
        row = self.rows.get(claim.standing.wager)
        if row is None or claim.result != "win":
            return False
        least = self.ruleset.options.get(row.signature, row.signature)
        return bool(least) and whole >= parse_amount(least)

    def _prizes(self, play: Play, row: MeterRow, won: list[Claim]) -> list[Claim]:
        """Pay the prizes.

        Winners who divide a prize are paid together, the others in order from what is left.
        """
        how, account = self._sharing(row), account_of(row.name)
        holds = self.now(play, row.name)
        # Prizes that had to wait are shares of what the meter was when the others were paid.
        start = (play.of(PrizeSlice).began or {}).get(row.name, holds)
        paid: list[Claim] = []
        shares = sum(self._pay(claim).kind == "share" for claim in won)
        for group in self._groups(play, row, won, start):
            pay, number, held = self._pay(group[0]), len(group), holds
            # Shares of one round are of the meter as it stood, and never more than is left of it;
            # paid one after the other, of what is left.
            whole = _whole(pay, how, number, start, holds)
            unpromised = msgspec.structs.replace(pay, least=0)
            share = _whole(unpromised, how, number, start, holds) if pay.least else whole
            for one in group:
                claim, prize = self._divided(row, one, pay, whole, number, held)
                from_meter = self._paid_by_meter(row, pay)
                if from_meter and share < whole:
                    # The house promises the least of a prize: it adds what the share of the fund falls short.
                    more = max(0, int(prize) - claim.rounding.apply(share / number))
                    self._shift(play, HOUSE, account, more)
                    holds += more
                if from_meter and prize > holds:
                    # The house pays what the meter does not hold: it takes the meter over and pays the whole.
                    self._shift(play, account, HOUSE, holds)
                    self._empty(play, row)
                    holds, from_meter = 0, False
                if from_meter:
                    holds -= int(prize)
                    if pay.kind == "share" and pay.value.ratio >= 1:
                        self._empty(play, row)
                spends = self.prices.spends_stake(claim.standing.wager, pay)
                spent = spends and not self._gives_stake_back(play, claim)
                lost = Fraction(claim.standing.stake if spent else 0)
                divided = number > 1 and not self._each_has_it(row, pay, number)
                shared = f", shared by {number}" if divided else ""
                claim = replace(
                    claim,
                    won=prize,
                    lost=lost,
                    why=f"{claim.why}: {show_amount(int(prize))}{shared}",
                    clauses=self._clauses(row, claim, number, shares, prize),
                )
                if from_meter:
                    # The meter pays the prize; a stake that is spent is the house's.
                    contribution = (HOUSE, lost) if lost else claim.contribution
                    claim = replace(claim, against=account, contribution=contribution)
                paid.append(claim)
        return paid

    def _groups(self, play: Play, row: MeterRow, won: list[Claim], start: Amount) -> list[list[Claim]]:
        """Group the winners who divide a prize, in the order of payment."""
        side, shared = self.ruleset.options.get(row.order_by, ""), self._sharing(row) != IN_ORDER
        if side:
            won = sorted(won, key=lambda claim: int(claim.standing.seat), reverse=side == FROM_RIGHT)
        groups: list[list[Claim]] = []
        for claim in won:
            divides = self._divides(play, row, claim)
            others = (
                group
                for group in groups
                if divides and group[0].row == claim.row and self._divides(play, row, group[0])
            )
            together = next(others, None)
            if together is None:
                groups.append([claim])
            else:
                together.append(claim)
        if row.lesser_first:
            groups.sort(key=lambda group: self._as_it_stands(group[0], start))
        elif shared:
            groups.sort(
                key=lambda group: (self._pay(group[0]).kind == "share", self._pay(group[0]).value.ratio)
            )
        return groups

    def _each_has_it(self, row: MeterRow, pay: Pay, number: int) -> bool:
        """Whether each of several winners has the whole of what a row names."""
        return pay.value.ratio * number <= 1 and self.ruleset.holds(row.each_share_when or "never")

    def _divided(
        self, row: MeterRow, claim: Claim, pay: Pay, whole: Fraction, number: int, held: Amount
    ) -> tuple[Claim, Fraction]:
        """Return a winner's part of a prize, and the claim with the clause of its rounding."""
        if self._each_has_it(row, pay, number):
            number = 1
        prize = pay.winnings(claim.standing.stake)
        if pay.kind != "share" and not (number > 1 and self._is_set(row)):
            return claim, prize
        # What does not come out even stays in the fund, or is paid besides where the share is the least owed.
        exact = Fraction(whole if pay.kind == "share" else prize) / number
        prize = Fraction(claim.rounding.apply(exact))
        if number > 1 and number * exact <= held < number * prize:
            # The equal shares of all that a fund holds are no more than it holds.
            prize = Fraction(msgspec.structs.replace(claim.rounding, way="down").apply(exact))
        rounded = (claim.rounding.clause,) if prize > exact else ()
        return replace(claim, clauses=tuple(dict.fromkeys((*claim.clauses, *rounded)))), prize

    def _paid_by_meter(self, row: MeterRow, pay: Pay) -> bool:
        """Whether the meter pays a prize, and not the house."""
        by_reading = self.ruleset.readings.get(row.fixed_paid_by, "meter") == "meter"
        return (pay.kind == "share" or by_reading) and not self._is_set(row)

    def _as_it_stands(self, claim: Claim, meter: Amount) -> Fraction:
        """Return the amount of a prize with the meter as the round finds it."""
        pay = self._pay(claim)
        if pay.kind != "share":
            return pay.winnings(claim.standing.stake)
        return max(pay.value.ratio * meter, Fraction(pay.least))

    def _pay(self, claim: Claim) -> Pay:
        return self.ruleset.prices(claim.standing.wager)[claim.row]

    def _sharing(self, row: MeterRow) -> str:
        """Return how winners of one round share.

        One after the other from what is left; one prize divided; or their prizes added up and divided.
        """
        rules = self.ruleset
        return rules.facts.get(row.shares, IN_ORDER) if rules.holds(row.shared_when) else IN_ORDER

    def _gives_stake_back(self, play: Play, claim: Claim) -> bool:
        """Whether the stake of a prize goes back too, because the dealer's hand is not played."""
        return is_fouled(play) and FOULED in self.prices.wager(claim.standing.wager).push

    def _divides(self, play: Play, row: MeterRow, claim: Claim) -> bool:
        """Whether those who won by a row divide it: always, or where the board alone makes the hand."""
        shared = self._sharing(row) != IN_ORDER
        if shared and (not row.shared_rows or claim.row in row.shared_rows):
            return True
        return bool(row.board_clause) and self._pay(claim).kind == "share" and self.board_makes(play, claim)

    def board_makes(self, play: Play, claim: Claim) -> bool:
        """Whether the community cards alone are the hand of a winner."""
        ranking = self.prices.ranking
        least = threshold(ranking, claim.row)
        cards = play.cards(BOARD) if play.known(BOARD) else []
        if least is None or len(cards) < ranking.size or best(ranking, cards) < least:
            return False
        own = play.cards(claim.standing.seat, claim.standing.person)
        return best(ranking, cards) == best(ranking, [*cards, *own])

    def _clauses(
        self, row: MeterRow, claim: Claim, together: int, shares: int, prize: Fraction
    ) -> tuple[str, ...]:
        least = self.ruleset.options.get(row.signature, row.signature)
        in_order = shares > 1 and together == 1 and self._pay(claim).kind == "share"
        more = [
            row.clause,
            row.order_clause if in_order else "",
            (row.shares_clause or row.board_clause) if together > 1 else "",
            row.signature_clause if least and prize * together >= parse_amount(least) else "",
        ]
        return tuple(dict.fromkeys((*claim.clauses, *(clause for clause in more if clause))))

    # Between the house and the meters.

    def reseed(self, play: Play) -> None:
        """Seed a meter that was paid out in full."""
        for row in self.rows.values():
            short = self.short(play, row.name)
            if short and row.name in (play.of(PrizeSlice).emptied or []):
                self._shift(play, HOUSE, account_of(row.name), short)
                play.clauses.add(row.clause)

    def _empty(self, play: Play, row: MeterRow) -> None:
        """Note that everything was paid of a meter."""
        mine = play.of(PrizeSlice)
        mine.emptied = sorted({*(mine.emptied or []), row.name})

    def _shift(self, play: Play, source: str, target: str, amount: Amount) -> None:
        """Move money between the house and a meter that a settlement brings with it."""
        play.transfer(source, target, amount)
        mine = play.of(PrizeSlice)
        mine.shifts = [*(mine.shifts or []), *([(source, target, amount)] if amount else [])]

    def undo_shifts(self, play: Play) -> None:
        """Undo the payments of meters before everything is settled again."""
        mine = play.of(PrizeSlice)
        for source, target, amount in mine.shifts or []:
            play.moves.remove(Move(source, target, amount))
        mine.shifts, mine.emptied = [], []


def _whole(pay: Pay, how: str, number: int, start: Amount, holds: Amount) -> Fraction:
    """Return the amount that winners of one row divide."""
    ratio, least, left = pay.value.ratio, Fraction(pay.least), Fraction(holds)
    if how == ADDED:
        # Each prize is of the meter as it stood; together they are no more than it holds.
        return max(min(number * ratio * start, left), number * least)
    if how == ADDED_IN_ORDER:
        # Each prize is of what those before have left.
        total = Fraction(0)
        for _ in range(number):
            prize = max(ratio * left, least)
            total, left = total + prize, max(left - prize, Fraction(0))
        return total
    return max(min(ratio * start, left) if how != IN_ORDER else ratio * left, least)
