"""What is offered to the players of a table of twenty-one at once, before anybody plays: surrender, insurance and even money."""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction
from typing import Any

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.families.cards.betting import Acts
from croupier.families.twentyone.hands import MOST
from croupier.families.twentyone.holding import NOT_NATURAL, Holding
from croupier.families.twentyone.sides import is_ten
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.play import Play
from croupier.table.questions import Refusal, Wait

DECLINE = "decline"
HIT, STAND, DOUBLE, SPLIT, SURRENDER = "hit", "stand", "double", "split", "surrender"
SWITCH, KEEP = "switch", "keep"
FIRST, SECOND = "first", "second"
INSURANCE, EVEN_MONEY, FORFEIT = "insurance", "even-money", "forfeit"
PLAYS = (HIT, STAND, DOUBLE, SPLIT, SURRENDER)


def said_plainly(event: Event) -> None:
    """Only doubling, splitting and insurance take an amount, and no act takes a word."""
    if event.what or (event.amount is not None and event.verb not in (DOUBLE, SPLIT, INSURANCE)):
        takes = "an amount" if event.verb in (DOUBLE, SPLIT, INSURANCE) else "nothing"
        raise BadInput(
            f"{str(event)!r}: {event.verb} takes {takes} after it, like {event.who} {event.verb}{' 10' if takes == 'an amount' else ''}"
        )


class Offers(Holding):
    """Offers to everybody, and what follows from the answers."""

    # Offers to everybody, before anybody plays.

    def next_offer(self, play: Play) -> str:
        """What is offered now to all who may take it; nothing once everything has been."""
        for offer, asked in (
            (SURRENDER, self._may_surrender),
            (f"{SURRENDER}-too", self._may_follow),
            (INSURANCE, self._may_insure),
        ):
            if offer not in play.state["asked"]:
                if asked(play):
                    return offer
                play.state["asked"] = [*play.state["asked"], offer]
        return ""

    def offers(self, play: Play, offer: str) -> Generator[Wait, Any, None]:
        """Ask all at once; the order of the answers does not matter."""
        asked: Callable[[Play], dict[str, Acts]] = {
            SURRENDER: self._may_surrender,
            f"{SURRENDER}-too": self._may_follow,
            INSURANCE: self._may_insure,
        }[offer]
        answers = yield from play.ask(
            offer.removesuffix("-too"), lambda: asked(play), lambda event: self._judge_offer(play, event)
        )
        play.state["asked"] = [*play.state["asked"], offer]
        for who, event in answers.items():
            play.state["acted"] = play.state["acted"] or event.verb != "gone"
            if event.verb == SURRENDER:
                self._surrendered(play, who)
            elif event.verb == INSURANCE:
                self._insured(play, event)
            elif event.verb == EVEN_MONEY:
                self.even_money(play, who)

    def _waiting(self, play: Play) -> list[Standing]:
        """The main wagers whose hands are still open."""
        found: dict[str, Standing] = {}
        for one in sorted(play.wagers, key=lambda one: (int(one.seat), one.bettor, one.hand)):
            if one.wager == self.main:
                found.setdefault(one.person, one)
        return list(found.values())

    def _may_surrender(self, play: Play) -> dict[str, Acts]:
        row, up = self.setup.surrender, self.upcard(play)
        if (
            row is None
            or not self.holds(row.when)
            or row.at != "offers"
            or not up
            or (row.upcards and up[0] not in row.upcards)
        ):
            return {}
        play.clauses |= {row.clause, row.upcards_clause} - {""}
        boxes = {one.seat for one in self._waiting(play)}
        people = [
            self.controller(play, box) for box in sorted(boxes, key=int) if self.count(play, box)[0] < MOST
        ]
        return {who: {SURRENDER: None, DECLINE: None} for who in people if who}

    def _may_follow(self, play: Play) -> dict[str, Acts]:
        """Others on a box may give up if the one who controls it has."""
        row = self.setup.surrender
        given = {parts_of(who)[0] for who in play.state["surrendered"]}
        if row is None or row.at != "offers" or not row.followers_clause:
            return {}
        return {
            one.person: {SURRENDER: None, DECLINE: None}
            for one in self._waiting(play)
            if one.seat in given and one.person not in play.state["surrendered"]
        }

    def _surrendered(self, play: Play, who: str) -> None:
        row = self.setup.surrender
        assert row is not None
        play.state["surrendered"] = [*play.state["surrendered"], who]
        play.clauses |= {
            row.clause,
            row.upcards_clause,
            row.followers_clause if parts_of(who)[1] not in ("", "a") else "",
        } - {""}

    def _may_insure(self, play: Play) -> dict[str, Acts]:
        row, up = self.setup.insurance, self.upcard(play)
        if NOT_NATURAL in play.marks:
            return {}
        tens = row is not None and is_ten(up or "?") and self.holds(row.tens, empty=False)
        if (
            row is None
            or (not self.holds(row.when) and self.setup.even_money is None)
            or (up[:1] != "A" and not tens)
        ):
            return {}
        play.clauses |= {row.clause if not tens else row.tens_clause} - {""}
        asked: dict[str, Acts] = {}
        for one in self._waiting(play):
            if one.person in play.state["even-money"] or (tens and not self.naturals_of(play, one.person)):
                continue
            acts: Acts = {
                INSURANCE: self._not_offered(row.wager)
                if self.holds(row.when)
                else Refusal("insurance is not offered at this table", row.clause),
                DECLINE: None,
            }
            even = self.setup.even_money
            if even is not None:
                acts[EVEN_MONEY] = self._no_even_money(play, one)
            if acts[INSURANCE] is None or acts.get(EVEN_MONEY, acts[INSURANCE]) is None:
                asked[one.person] = acts
        return asked

    def _no_even_money(self, play: Play, one: Standing) -> Refusal | None:
        row = self.setup.even_money
        assert row is not None
        if not self.holds(row.when):
            return Refusal("even money is not paid here", row.barred_clause or row.clause)
        return (
            None if self.naturals_of(play, one.person) else Refusal("even money is for a natural", row.clause)
        )

    def naturals_of(self, play: Play, person: str) -> list[Standing]:
        """The main wagers of a person that lie on a natural."""
        return [
            one
            for one in play.wagers
            if one.person == person
            and one.wager == self.main
            and self.natural(play, self.place(one.seat, one.hand))
        ]

    def _judge_offer(self, play: Play, event: Event) -> Refusal | None:
        said_plainly(event)
        if event.verb != INSURANCE:
            return None
        row = self.setup.insurance
        assert row is not None
        one = next(one for one in self._waiting(play) if one.person == event.who)
        most = self.most_insurance(one.stake)
        amount = most if event.amount is None else event.amount
        if not amount:
            return Refusal("an insurance wager is more than nothing", row.clause)
        over = parse_amount(row.over_by) if row.over_by else 0
        if amount > most:
            near = over and (
                2 * amount == one.stake + 2 * over if row.over_exactly else amount <= most + over
            )
            if not near or (2 * amount) % 100:
                clause = row.over_clause if near else row.most_clause
                return Refusal(
                    f"with {show_amount(one.stake)} on {one.wager} insurance may be at most {show_amount(most)}",
                    clause,
                )
        return (
            self.barred_by(play, event)
            or self.judge_oral(play, event)
            or self.judge_medium(event)
            or self.judge_chips(amount)
        )

    def most_insurance(self, stake: Amount) -> Amount:
        """Half of the wager, in whole cents."""
        row = self.setup.insurance
        assert row is not None
        return int(Fraction(row.most) * stake)

    def _insured(self, play: Play, event: Event) -> None:
        row = self.setup.insurance
        assert row is not None
        one = next(one for one in self._waiting(play) if one.person == event.who)
        amount = event.amount if event.amount is not None else self.most_insurance(one.stake)
        play.put(Standing(seat=one.seat, bettor=one.bettor, wager=row.wager, stake=amount))
        play.clauses |= {
            row.clause,
            row.most_clause,
            row.over_clause if amount > self.most_insurance(one.stake) else "",
        } - {""}

    def even_money(self, play: Play, who: str) -> None:
        """A natural is paid one to one, at once or in its turn."""
        raise NotImplementedError
