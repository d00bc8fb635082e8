"""Roles at a card table without money of their own: the player who deals, free hands and rounds dealt without wagers."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import BadInput
from croupier.families.cards.betting import Acts, Betting
from croupier.families.cards.rules import DealingRow
from croupier.rulebook.condition import condition
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.play import Play
from croupier.table.questions import Refusal

HOUSE_DEALS = "the house dealer keeps the shoe at this table"
DUMMY_NOW = "dummy-now"
"""The mark by which the round that is being played goes on without wagers: those that lie on the table go back."""


def around(seats: list[str], start: str) -> list[str]:
    """The seats in the order of an offer, from the one at or after `start`.

    Places are numbered in the direction in which things go round at that table: from the dealer's left clockwise, or at a baccarat table from the
    dealer's right anti-clockwise.

    >>> around(["1", "3", "12"], "4")
    ['12', '1', '3']
    """
    ordered = sorted(seats, key=int)
    ahead = [seat for seat in ordered if int(seat) >= int(start)]
    return ahead + [seat for seat in ordered if int(seat) < int(start)]


def beyond(seat: str, places: int) -> str:
    """The place after a seat."""
    return str(int(seat) % places + 1)


class Roles(Betting):
    """A table at which a player may deal, and at which rounds may be dealt without wagers."""

    # Who deals.

    @property
    def dealing(self) -> DealingRow | None:
        """How players deal, if they do at this table."""
        row: DealingRow | None = self.setup.dealing
        return row if row and condition(row.when)(self.ruleset.facts) else None

    def table_acts(self, play: Play) -> Acts:
        """Taking, refusing and passing the shoe."""
        row: DealingRow | None = self.setup.dealing
        if row is None or (self.dealing is None and not row.house_clause):
            return {}
        return dict.fromkeys(
            ("take-shoe", "refuse-shoe", "pass-shoe"),
            None if self.dealing else Refusal(HOUSE_DEALS, self._house_clause(row)),
        )

    def _house_clause(self, row: DealingRow) -> str:
        """The clause by which the house dealer keeps the shoe at a table like this."""
        return next(
            (clause for reason, clause in row.house_clauses.items() if condition(reason)(self.ruleset.facts)),
            row.house_clause,
        )

    def judge_act(self, play: Play, event: Event) -> Refusal | None:
        """Why somebody may not take or pass the shoe."""
        row = self.dealing
        if self.setup.dealing is None or event.verb not in ("take-shoe", "refuse-shoe", "pass-shoe"):
            return None
        refusal = self.judge_seat(event) or self.barred_by(play, event)
        if row is None or refusal:
            return refusal or Refusal(HOUSE_DEALS, self._house_clause(self.setup.dealing))
        if event.bettor not in ("", "a"):
            return Refusal("only a seated player may deal", row.seated_clause or row.clause)
        holder, offered = play.state["holder"], self.offered_shoe(play)
        if event.verb == "pass-shoe":
            if holder != event.seat:
                return Refusal(f"{event.who} does not hold the shoe", row.pass_clause)
            early = play.phase not in ("open", "late") or event.seat in play.state.get("took-shoe", [])
            return (
                Refusal(
                    "the shoe is passed after a round, and before betting is closed for the next",
                    row.pass_clause,
                )
                if early and not self._owes_wager(play)
                else None
            )
        clause = self._offer_clause(play, row)
        if holder:
            return Refusal(f"seat {holder} holds the shoe", clause)
        if event.seat in play.state["refused"]:
            return Refusal(f"seat {event.seat} has refused or passed the shoe", clause)
        if offered and event.seat != offered:
            return Refusal(f"the shoe is offered to seat {offered} first", clause)
        if event.verb == "take-shoe":
            mine = [
                standing.wager
                for standing in play.wagers
                if standing.seat == event.seat and standing.bettor in ("", "a")
            ]
            return next((refusal for wager in mine if (refusal := self._not_for_holder(wager))), None)
        return None

    def _offer_clause(self, play: Play, row: DealingRow) -> str:
        """The clause of an offer: another one for the first, and where somebody has given the shoe up."""
        if play.state["shoe-offered"] and row.next_clause:
            return row.next_clause
        return (
            row.first_clause
            if row.first_clause and self.offered_shoe(play) == row.first
            else row.offer_clause
        )

    def _not_for_holder(self, wager: str) -> Refusal | None:
        """Why a player who holds the shoe may not have this wager."""
        row = self.dealing
        if (
            row is None
            or not row.holder_bets
            or wager in row.holder_bets
            or not condition(row.holder_bets_when)(self.ruleset.facts)
        ):
            return None
        return Refusal(
            f"whoever holds the shoe may bet on {' and '.join(row.holder_bets)} only",
            row.holder_bets_clause or row.clause,
        )

    def offered_shoe(self, play: Play) -> str:
        """The seat to which the shoe is offered now, where it is known who sits at the table."""
        row = self.dealing
        away = self.excluded(play)
        seats = [
            seat
            for seat in play.state["players"]
            if seat not in play.state["refused"] and seat not in away and seat + "a" not in away
        ]
        if row is None or not seats or play.state["house-deals"]:
            return ""
        return around(seats, play.state["shoe-offered"] or row.first)[0]

    def carry_out(self, play: Play, event: Event) -> None:
        """The shoe goes from hand to hand; a free hand is announced."""
        row = self.dealing
        if event.verb == "free-hand":
            play.state["free"] = True
            play.clauses.add(self.setup.free_hands.clause)
        elif row is not None and event.verb == "take-shoe":
            play.state |= {
                "holder": event.seat,
                "shoe-offered": "",
                "house-deals": False,
                "took-shoe": [event.seat],
            }
            play.clauses |= {row.clause, row.offer_clause, row.seated_clause} - {""}
        elif row is not None and event.verb == "refuse-shoe":
            play.state["refused"] = [*play.state["refused"], event.seat]
            play.clauses.add(row.offer_clause)
        elif row is not None and event.verb == "pass-shoe":
            play.clauses |= {row.pass_clause, row.declines_clause if self._owes_wager(play) else ""} - {""}
            self.pass_shoe(play, event.seat)

    def pass_shoe(self, play: Play, seat: str) -> None:
        """The shoe leaves a player and is offered on from the next place."""
        others = [player for player in play.state["players"] if player != seat]
        following = beyond(seat, self.places())
        play.state |= {
            "holder": "",
            "refused": [seat],
            "shoe-offered": around(others, following)[0] if others else following,
        }

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """No card is dealt while the shoe is still being offered to those who sit at the table."""
        row, offered = self.dealing, self.offered_shoe(play)
        if row is not None and offered and not play.state["holder"]:
            return Refusal(
                f"the shoe is offered to seat {offered}, who has not answered", self._offer_clause(play, row)
            )
        if row is not None and self._owes_wager(play):
            return Refusal(
                f"seat {play.state['holder']} deals with a wager on {' or '.join(row.must_bet)}, or passes the shoe",
                row.must_bet_clause,
            )
        free = self.setup.free_hands
        announced = play.state["dummy"] or play.state.get("free") or "bets-stand" in play.marks
        if (
            free is not None
            and not play.wagers
            and not announced
            and condition(free.needed_when)(self.ruleset.facts)
        ):
            return Refusal(
                "a round without wagers is a free hand, and the dealer announces it (dealer free-hand)",
                free.clause,
            )
        return super().judge_deal(play, event)

    def _owes_wager(self, play: Play) -> bool:
        """Whether the holder has not bet as whoever deals must."""
        row, holder = self.dealing, play.state["holder"]
        if row is None or not row.must_bet or not holder or play.state.get("free") or play.state["dummy"]:
            return False
        return not any(
            standing.person in (holder, holder + "a") and standing.wager in row.must_bet
            for standing in play.wagers
        )

    def places(self) -> int:
        """How many places the table has, as far as an order of seats needs it."""
        text = self.ruleset.options.get("seats", "open")
        return 14 if text == "open" else int(text)

    def close(self, play: Play) -> None:
        """A holder who has taken back what he must bet, while betting went on beside the first card, loses the shoe."""
        super().close(play)
        row = self.dealing
        if row is None and self.setup.dealing is not None:
            play.clauses |= {self._house_clause(self.setup.dealing)} - {""}
        if row is not None and self._owes_wager(play):
            self.pass_shoe(play, play.state["holder"])
            play.clauses.add(row.declines_clause or row.must_bet_clause)
        players = set(play.state["players"])
        if row is not None and players and not play.state["holder"] and players <= {*play.state["refused"]}:
            play.state["house-deals"] = True
            play.clauses |= {row.refused_clause} - {""}

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """A dummy round is one at once. An order to pass the shoe is for the player who holds it: at once between rounds, else when the round is over."""
        super().judge_mark(play, mark, facts)
        if mark == DUMMY_NOW:
            play.state["dummy"] = True
            for standing in list(play.wagers):
                play.withdraw(
                    standing,
                    (self.setup.dummy_clause or self.betting.clause,),
                    "the round is played without wagers: the wager goes back",
                )
        if (
            mark == "exclude"
            and self.dealing is not None
            and play.state["holder"]
            and facts.get("seat", "") in (play.state["holder"], play.state["holder"] + "a")
        ):
            # Who is sent away deals no more.
            self.pass_shoe(play, play.state["holder"])
        if mark != "pass-shoe":
            return
        holder, named = play.state["holder"], facts.get("seat", "")
        if not holder or named not in ("", holder, holder + "a"):
            raise BadInput(
                f"seat {named or '?'} does not hold the shoe"
                + (f"; seat {holder} does" if holder else ": the house deals")
            )
        if play.phase not in ("closed", "late"):
            self.pass_shoe(play, holder)

    def holder_lost(self, play: Play, lost: bool) -> None:
        """After the result: a holder whose hand lost passes the shoe; so does one who is ordered to."""
        row = self.dealing
        holder = play.state["holder"]
        if row is not None and play.state["house-deals"] and lost:
            play.state |= {"house-deals": False, "shoe-offered": row.first}
            play.clauses.add(row.loses_clause)
        if row is None or not holder:
            return
        ordered = play.marked("pass-shoe", holder)
        if lost or ordered:
            self.pass_shoe(play, holder)
            play.clauses.add(ordered or row.loses_clause)

    # Who cuts.

    def judge_shuffle(self, play: Play, event: Event) -> Refusal | None:
        """The cut is offered in turn, `cut-refused=1+2` says who would not, and the dealer cuts where nobody will."""
        refusal = super().judge_shuffle(play, event)
        row, by = self.cards, event.fact("cut-by")
        if refusal or not row.cut_from or not by:
            return refusal
        refused = event.fact("cut-refused").split("+")
        players = sorted(play.state["players"], key=int)
        if row.cut_from == "last-seat":
            last = play.state["holder"] or (players[-1] if players else "")
            players = [seat for seat in reversed(players) if int(seat) <= int(last)] + [
                seat for seat in reversed(players) if int(seat) > int(last)
            ]
        waiting = [seat for seat in players if seat not in refused]
        if by not in ("dealer", "supervisor") and not parts_of(by)[0]:
            raise BadInput(f"{str(event)!r}: cut-by= names a seat, like cut-by=3, or the dealer")
        if waiting and parts_of(by)[0] != waiting[0] and not event.fact("cut-for"):
            return Refusal(
                f"the cut is offered to seat {waiting[0]} first", row.cut_offer_clause or row.cut_clause
            )
        return None

    # Rounds without wagers.

    def dealer_acts(self, play: Play) -> Acts:
        """The dealer may announce a free hand."""
        acts = super().dealer_acts(play)
        if self.setup.free_hands is not None:
            acts["free-hand"] = None
        return acts

    def judge_dealer(self, play: Play, event: Event) -> Refusal | None:
        """Why a free hand may not be dealt."""
        row = self.setup.free_hands
        if event.verb != "free-hand" or row is None:
            return super().judge_dealer(play, event)
        if play.wagers:
            return Refusal("a free hand is dealt without wagers, and some have been made", row.clause)
        said, limit = event.fact("authorised") == "yes", self.ruleset.options.get("free-hands", "open")
        if play.state["players"]:
            if event.fact("agreed") != "all":
                return Refusal("all players at the table must agree (agreed=all)", row.agreed_clause)
            if row.directed_clause and not said:
                return Refusal("the supervisor must direct it (authorised=yes)", row.directed_clause)
            if limit != "open" and play.state["free-hands"] >= int(limit):
                return Refusal(f"the supervisor has limited free hands to {limit}", row.limit_clause)
            return None
        if row.authorised_clause and not said and not play.state["free-hands"]:
            return Refusal(
                "with nobody at the table the supervisor must authorise free hands (authorised=yes)",
                row.authorised_clause,
            )
        if play.state["free-hands"] >= row.most and event.fact("authorised") != "yes":
            return Refusal(
                f"{row.most} free hands may be dealt with nobody at the table, and more only if authorised (authorised=yes)",
                row.most_clause,
            )
        return None

    def judge_person(self, play: Play, event: Event) -> Refusal | None:
        """Nobody bets in a round that is dealt without wagers."""
        if play.state["dummy"]:
            return Refusal("this is a dummy round: no wagers are made in it", self.setup.dummy_clause)
        if play.state.get("free"):
            return Refusal(
                "a free hand is dealt: no wagers are made in it",
                self.setup.free_hands.wagers_clause or self.setup.free_hands.clause,
            )
        if (
            event.seat == play.state["holder"]
            and event.bettor in ("", "a")
            and (refusal := self._not_for_holder(event.what))
        ):
            return refusal
        return super().judge_person(play, event)

    def own_hand(self, play: Play, holder: str) -> str:
        """The hand that a holder backs: that of his larger wager, the banker's where they are equal, and none where he has no wager on a hand."""
        mine = [standing for standing in play.wagers if standing.person in (holder, holder + "a")]
        player, banker = self.on_hand(mine, "player"), self.on_hand(mine, "banker")
        return "player" if player > banker else "banker" if banker else ""

    def on_hand(self, wagers: list[Standing], hand: str) -> int:
        """All that lies on one hand."""
        return sum(standing.stake for standing in wagers if self.backs(standing.wager) == hand)

    def backs(self, name: str) -> str:
        """The hand that a wager backs, if it backs one."""
        return name
