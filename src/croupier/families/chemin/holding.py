"""How a bank comes to somebody and leaves him: it is auctioned, offered round the table, passed, and given up; and who changes his seat meanwhile.

A bank is auctioned when the shoe is new, and goes to whoever offers most. A Banker may pass it after a hand: it is offered at once to whoever would stake between once and
twice what he did, and then auctioned. One who loses must give it up: it is offered from his right on, or from the right of who passed it to him.
"""

from __future__ import annotations

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.families.cards.betting import Acts
from croupier.families.chemin.rules import CheminWager
from croupier.families.chemin.seats import AUCTION, BANK, COVERING, OFFER, PASSED, STAKE, Seats, distance
from croupier.families.common.limits import check_seat
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal

HOLDING_ACTS = ("bid", "no-bid", "take-bank", "decline-bank", "pass-bank", "move")
NOBODYS = {"seat": "", "stake": "", "cover": "", "bid": "", "most": ""}
"""A bank that nobody has."""


class Holding(Seats):
    """Who gets the bank, and who gives it up."""

    def offered_from(self, play: Play) -> str:
        """The seat from whose right the bank is offered."""
        return str(play.state["relinquished"] if play.state["stage"] == OFFER else play.state["passer"])

    def offered_to(self, play: Play) -> str:
        """The seat to which the bank is offered now, where it is known who sits at the table."""
        start = self.offered_from(play)
        return next(
            (
                seat
                for seat in self.order(play, start)
                if seat not in play.state["declined"] and not self.misses(play, start, seat)
            ),
            "",
        )

    def to_bid(self, play: Play) -> list[str]:
        """Who has not answered in a round of bids that the passer takes no part in."""
        state = play.state
        return [
            seat
            for seat in self.order(play, state["passer"] or "1")
            if seat not in state["bids"] and seat not in state["no-bids"]
        ]

    # Why not.

    def why_not(self, play: Play, seat: str, act: str) -> Refusal | None:
        """Why somebody may not do something now, whatever the amount; `*` for a table at which it is not known who sits there."""
        barred = self.excluded(play).get(seat)
        if barred:
            return Refusal(f"{seat} is excluded from the game", barred)
        if act in ("bid", "no-bid"):
            return self._why_no_bid(play, seat, act)
        if act in ("take-bank", "decline-bank"):
            return self._why_not_offered(play, seat)
        if act == "pass-bank":
            return self._why_no_pass(play, seat)
        return (
            Refusal("the Banker has staked: seats are changed between hands", self.row.moved_clause)
            if play.state["stage"] == COVERING
            else None
        )

    def _why_no_bid(self, play: Play, seat: str, act: str) -> Refusal | None:
        state, row = play.state, self.row
        if state["stage"] != AUCTION:
            return Refusal("the bank is not up for bids", row.auction_clause)
        if state["passer"] and seat == state["passer"] and state["bid-round"] == 1:
            return Refusal(
                f"seat {seat} passed the bank and takes no part in the first round of bids", row.pass_clause
            )
        if act == "no-bid" and seat in state["bids"]:
            return Refusal(f"seat {seat} has made an offer and stands by it", row.auction_clause)
        return None

    def _why_not_offered(self, play: Play, seat: str) -> Refusal | None:
        state, row = play.state, self.row
        if state["stage"] not in (OFFER, PASSED):
            return Refusal("the bank is not on offer", row.offer_clause)
        clause = row.offer_clause if state["stage"] == OFFER else row.pass_clause
        start = self.offered_from(play)
        if seat == start:
            return Refusal(f"seat {seat} had the bank, and it is offered to the others", clause)
        if seat != "*" and self.misses(play, start, seat):
            return Refusal(
                f"seat {seat} came there from seat {state['moved'][seat]}, which the bank reaches later, and misses this turn",
                row.moved_clause,
            )
        if seat in state["declined"]:
            return Refusal(f"seat {seat} has declined the bank", clause)
        to = self.offered_to(play)
        return Refusal(f"the bank is offered to seat {to} first", clause) if to and seat != to else None

    def _why_no_pass(self, play: Play, seat: str) -> Refusal | None:
        banker, clause = self.banker(play), self.row.keep_clause
        if seat not in (banker, "*") or not banker:
            return Refusal(f"seat {banker} has the bank" if banker else "nobody has the bank yet", clause)
        if play.state["stage"] != STAKE:
            return Refusal("the Banker has staked on this hand; the bank is passed after it", clause)
        return (
            None
            if play.state["bank"]["stake"]
            else Refusal("the bank is passed after a hand has been played with it", clause)
        )

    def judge_offer(self, play: Play, event: Event) -> Refusal | None:
        """A bid, or the wager for which somebody would take a bank that was passed."""
        assert event.amount is not None
        wager: CheminWager = self.ruleset.wagers[BANK]
        refusal = self.judge_amount(play, BANK, wager, event.amount, event.seat) or self.judge_chips(
            event.amount
        )
        if refusal:
            return refusal
        if event.verb == "bid":
            own = play.state["bids"].get(event.seat, 0)
            return (
                Refusal(f"seat {event.seat} has offered {show_amount(own)} already", self.row.auction_clause)
                if event.amount <= own
                else None
            )
        last = parse_amount(play.state["last"]) if play.state["stage"] == PASSED else 0
        if last and not last <= event.amount <= 2 * last:
            return Refusal(
                f"a bank that was passed is taken for {show_amount(last)} to {show_amount(2 * last)}",
                self.row.pass_clause,
            )
        return None

    def judge_move(self, play: Play, event: Event) -> Refusal | None:
        """Whether there is a free seat to go to."""
        to, players = event.fact("to"), play.state["players"]
        if event.seat not in players:
            raise BadInput(f"{str(event)!r}: before.players does not say that seat {event.seat} is taken")
        check_seat(to or "?")
        refusal = self.judge_seat(msgspec.structs.replace(event, who=to))
        return refusal or (Refusal(f"seat {to} is taken", self.row.moved_clause) if to in players else None)

    def dealer_acts(self, play: Play) -> Acts:
        """The dealer awards the bank, opens a second round of bids, and says that nobody takes a bank that was passed."""
        state, row = play.state, self.row
        acts = super().dealer_acts(play)
        acts["no-more-bets"] = (
            self.closed(play)
            if state["stage"] == COVERING
            else Refusal("there is no bank to bet against yet", row.cover_clause)
        )
        nobody = Refusal("nobody has made an offer", row.auction_clause)
        acts["award-bank"] = (
            Refusal("the bank is not up for bids", row.auction_clause)
            if state["stage"] != AUCTION
            else None
            if state["bids"]
            else nobody
        )
        first = state["stage"] == AUCTION and state["passer"] and state["bid-round"] == 1
        acts["second-bids"] = (
            None
            if first and not self.to_bid(play)
            else Refusal("no first round of bids is over", row.pass_clause)
        )
        taker = self.offered_to(play) if state["stage"] == PASSED else ""
        offered = Refusal(
            f"the bank is offered to seat {taker}" if taker else "no bank that was passed is on offer",
            row.pass_clause,
        )
        acts["no-taker"] = None if state["stage"] == PASSED and not taker else offered
        return acts

    # Letting it happen.

    def carry_out(self, play: Play, event: Event) -> None:
        """Somebody bids, takes the bank, declines it, passes it or moves; or the dealer decides who has it."""
        state, row, seat = play.state, self.row, event.seat
        if event.verb == "bid":
            assert event.amount is not None
            state["bids"] = {**state["bids"], seat: event.amount}
            state["no-bids"] = [other for other in state["no-bids"] if other != seat]
            play.clauses |= {row.auction_clause, row.pass_clause} if state["passer"] else {row.auction_clause}
        elif event.verb == "no-bid":
            state["no-bids"] = [*state["no-bids"], seat]
        elif event.verb == "second-bids":
            state["bid-round"] = 2
            play.clauses.add(row.pass_clause)
        elif event.verb == "award-bank":
            best = max(state["bids"].values())
            # Of equal offers the one closest to the dealer, who sits before the first seat.
            self.take(
                play, min((one for one, amount in state["bids"].items() if amount == best), key=int), best
            )
            play.clauses.add(row.auction_clause)
        elif event.verb == "take-bank":
            self._take_offer(play, event)
        elif event.verb == "decline-bank":
            self._decline_offer(play, seat)
        elif event.verb == "no-taker":
            self._auction_passed(play)
        elif event.verb == "pass-bank":
            self._pass(play)
        elif event.verb == "move":
            self._move(play, seat, event.fact("to"))
        else:
            super().carry_out(play, event)
        if (
            state["stage"] == AUCTION
            and state["passer"]
            and state["bid-round"] == 1
            and state["players"]
            and not self.to_bid(play)
        ):
            state["bid-round"] = 2

    def take(self, play: Play, seat: str, bid: Amount, most: str = "") -> None:
        """Somebody has the bank now."""
        state = play.state
        suivi = state["suivi"] if seat == state["passer"] else self.suivi_of_another(play, state["suivi"])
        state |= {
            "bank": {**NOBODYS, "seat": seat, "bid": show_amount(bid) if bid else "", "most": most},
            "suivi": "" if suivi == seat else suivi,
            "stage": STAKE,
            "relinquished": "",
            "bids": {},
            "no-bids": [],
            "declined": [],
        }
        self.note(play)

    def _take_offer(self, play: Play, event: Event) -> None:
        state, row, start = play.state, self.row, self.offered_from(play)
        passed = state["stage"] == PASSED
        missed = [
            seat
            for seat in state["moved"]
            if self.misses(play, start, seat) and distance(start, seat) < distance(start, event.seat)
        ]
        state["moved"] = {seat: old for seat, old in state["moved"].items() if seat not in missed}
        play.clauses |= {
            row.pass_clause if passed else row.offer_clause,
            *([row.moved_clause] if missed else []),
        }
        self.take(
            play,
            event.seat,
            event.amount or 0,
            show_amount(2 * parse_amount(state["last"])) if passed else "",
        )

    def _decline_offer(self, play: Play, seat: str) -> None:
        state = play.state
        state["declined"] = [*state["declined"], seat]
        play.clauses.add(self.row.pass_clause if state["stage"] == PASSED else self.row.offer_clause)
        if not state["players"] or self.offered_to(play):
            return
        # It has gone round the table: whoever had to miss a turn has missed it, and the offer begins again.
        start = self.offered_from(play)
        state["moved"] = {
            one: old for one, old in state["moved"].items() if not self.misses(play, start, one)
        }
        state["declined"] = []
        if state["stage"] == PASSED:
            self._auction_passed(play)

    def _auction_passed(self, play: Play) -> None:
        play.state |= {"stage": AUCTION, "bids": {}, "no-bids": [], "bid-round": 1, "declined": []}
        play.clauses.add(self.row.pass_clause)

    def _pass(self, play: Play) -> None:
        """The Banker passes the bank: it is offered at once for what he last staked, up to twice that."""
        state, seat, last = play.state, self.banker(play), self.preceding(play)
        state |= {
            "stage": PASSED,
            "passer": seat,
            "passed-by": state["passed-by"] or seat,
            "last": show_amount(last),
            "declined": [],
            "bank": NOBODYS,
        }
        play.clauses |= {self.row.keep_clause, self.row.pass_clause}
        if state["players"] and not self.offered_to(play):
            self._auction_passed(play)

    def relinquish(self, play: Play, clause: str) -> None:
        """The Banker must give the bank up before he stakes: it is offered from his right."""
        state = play.state
        state |= {
            "stage": OFFER,
            "relinquished": self.banker(play),
            "passed-by": "",
            "declined": [],
            "bank": NOBODYS,
            "suivi": self.suivi_of_another(play, state["suivi"]),
        }
        play.clauses |= {clause, self.row.offer_clause}
        self.note(play)

    def _move(self, play: Play, seat: str, to: str) -> None:
        """Somebody changes his seat; whatever was his goes with him."""
        state = play.state
        old = state["moved"].get(seat, seat)
        kept = {new: was for new, was in state["moved"].items() if new != seat}
        state["players"] = sorted((to if player == seat else player for player in state["players"]), key=int)
        state["moved"] = kept if old == to else {**kept, to: old}
        for name in ("relinquished", "passed-by", "suivi", "passer"):
            state[name] = to if state[name] == seat else state[name]
        state["bank"] = {**state["bank"], "seat": to if self.banker(play) == seat else self.banker(play)}
        state["bids"] = {to if one == seat else one: amount for one, amount in state["bids"].items()}
        for name in ("no-bids", "declined"):
            state[name] = [to if one == seat else one for one in state[name]]
        play.clauses.add(self.row.moved_clause)
        self.note(play)
