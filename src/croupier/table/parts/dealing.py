"""Who deals from the shoe, where players may, and rounds that are dealt without wagers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from croupier.equipment.card import UNSEEN
from croupier.errors import BadInput
from croupier.rulebook.provision import Provision
from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import Row
from croupier.table.events import DRAWS, Event, parts_of
from croupier.table.parts.betting import Closed
from croupier.table.parts.cardbetting import STAND, CardBetting
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import (
    Exclusion,
    People,
    around,
    beyond,
    check_carried_seat,
    places_in,
)
from croupier.table.parts.shoe import CUT_BY, CUT_FOR, CUT_REFUSED, DealingShoe
from croupier.table.persons import person_named
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Refusal
from croupier.table.vocabulary import Declared, Key, Takes

HOUSE_DEALS = "the house dealer keeps the shoe at this table"
TAKE, REFUSE, PASS = "take-shoe", "refuse-shoe", "pass-shoe"
FREE = "free-hand"
DUMMY, DUMMY_NOW = "dummy-round", "dummy-now"
"""Marks: the next round is dealt without wagers, or the present one goes on without them."""


class DealingRow(Row, frozen=True, kw_only=True):
    """Who deals from the shoe, where players may: a role without money."""

    when: str = ""
    """Condition: players deal. Else the house does."""
    house_clause: str = ""
    """Clause: the house dealer keeps the shoe where players do not deal."""
    house_clauses: dict[str, str] = {}
    """Further clauses for it, by the condition that is the reason."""
    clause: str
    seated_clause: str = ""
    """Clause: only a seated player may deal, if it is a separate one."""
    first: str = "1"
    """The seat that is offered the shoe first."""
    first_clause: str = ""
    """The clause of that first offer, where later offers have another."""
    offer_clause: str
    refused_clause: str = ""
    """Clause: a dealer of the house deals once everybody has refused."""
    next_clause: str = ""
    """Clause: it is offered on once somebody has given it up."""
    pass_clause: str
    """Clause: the holder may pass the shoe."""
    loses_when: Literal["banker-loses", "own-hand-loses"] = "banker-loses"
    loses_by: str = ""
    """The reading on which of the two, where the text is unclear."""
    loses_clause: str
    order_clause: str = ""
    """Clause: the holder may be ordered to pass it."""
    must_bet: list[str] = []
    """The holder must have one of these wagers to keep the shoe.

    He bets, or passes it, before a card is dealt.
    """
    must_bet_clause: str = ""
    declines_clause: str = ""
    """Clause: a holder who makes none gives the shoe up."""
    holder_bets: list[str] = []
    """The only wagers that the holder may make, under a condition."""
    holder_bets_when: str = ""
    holder_bets_clause: str = ""

    @property
    def for_holder(self) -> Provision[list[str]]:
        """The only wagers that the holder may make."""
        return Provision(self.holder_bets, self.holder_bets_when, self.holder_bets_clause)


class FreeHandsRow(Row, frozen=True, kw_only=True):
    """Rounds that are dealt without wagers."""

    clause: str
    needed_when: str = ""
    """Condition: a round without wagers must be announced as one."""
    agreed_clause: str
    """Clause: all players at the table must agree."""
    most: int
    """Rounds that may be dealt with nobody at the table, unless more are authorised."""
    most_clause: str
    directed_clause: str = ""
    """Clause: the supervisor must direct it where players agree."""
    authorised_clause: str = ""
    """Clause: the supervisor must authorise even the first with nobody at the table."""
    limit_clause: str = ""
    """Clause: the supervisor limits their number: the option `free-hands`."""
    wagers_clause: str = ""
    """Clause: no wager is made in them, if it is a separate one."""


class Held(Carried, frozen=True):
    """Who deals, and rounds without wagers."""

    holder: str = ""
    """The player who deals; the house if nobody does."""
    shoe_offered: str = ""
    """The seat that is offered the shoe next."""
    house_deals: bool = False
    """Everybody refused the shoe, and a dealer of the house keeps it until it passes."""
    free_hands: int = 0
    """Free hands dealt since the last round with wagers."""
    dummy: bool = False
    """The next round is dealt without wagers, because its first card was seen."""


class DealingSlice(Slice):
    """Who deals, and whether wagers are made in this round."""

    holder: str
    shoe_offered: str
    house_deals: bool
    free_hands: int
    dummy: bool
    refused: list[str]
    """Who has refused or passed the shoe in this round."""
    took_shoe: list[str] | UnsetType = UNSET
    free: bool | UnsetType = UNSET
    """Whether a free hand was announced."""


class Dealing(Part[Held]):
    """Dealing by players, and rounds dealt without wagers."""

    carried = Held
    verbs = (TAKE, REFUSE, PASS, FREE)
    marks = (DUMMY, DUMMY_NOW, PASS, "exclude")
    objects_to = ("bet", "shuffle", *DRAWS)
    hears = (Closed,)

    def __init__(
        self,
        ruleset: Ruleset[Any, Any],
        row: DealingRow | None,
        free: FreeHandsRow | None,
        dummy_clause: str,
        people: People,
        exclusion: Exclusion,
        betting: CardBetting,
        shoe: DealingShoe,
    ) -> None:
        self.ruleset = ruleset
        self.written = row
        """The file's row on players who deal, whether or not they do at this table."""
        self.row = row if row and ruleset.holds(row.when) else None
        """How players deal, if they do at this table."""
        self.free = free
        self.dummy_clause = dummy_clause
        self.people = people
        self.exclusion = exclusion
        self.betting = betting
        self.shoe = shoe
        self._acts = self._listed()

    # What is carried.

    def begin(self, play: Play, carried: Held) -> None:
        """Take over who deals."""
        for seat in filter(None, (carried.holder, carried.shoe_offered)):
            check_carried_seat(seat)
        play.add(
            DealingSlice(
                carried.holder,
                carried.shoe_offered,
                carried.house_deals,
                carried.free_hands,
                carried.dummy,
                [],
            )
        )

    def carry(self, play: Play) -> Held:
        """Carry who deals, and the count of free hands until there are wagers again."""
        mine, played = play.of(DealingSlice), play.phase == "over"
        bets = bool(play.lines) or not (mine.free or mine.dummy)
        counted = mine.free_hands + 1 if mine.free and played else mine.free_hands
        return Held(
            holder=mine.holder,
            shoe_offered=mine.shoe_offered,
            house_deals=mine.house_deals,
            free_hands=counted if (mine.free and played) or not bets or not played else 0,
            dummy=not self.shoe.is_new_after(play) and (DUMMY in play.marks or (mine.dummy and not played)),
        )

    def holder(self, play: Play) -> str:
        """Return the seat that deals; empty where the house does."""
        return play.of(DealingSlice).holder

    def takes(self) -> Declared:
        """Declare who agrees to a free hand and directs it, and who cuts where it is offered in turn."""
        found: dict[str, Takes] = {}
        if self.free is not None:
            agreed = Key("agreed", "that all who sit at the table agree", ("all",))
            said = Key("authorised", "whether the supervisor directs it", ("yes", "no"))
            found[FREE] = Takes((agreed, said))
        if self.shoe.row.cut_from:
            found["shuffle"] = Takes((CUT_BY, CUT_REFUSED, CUT_FOR))
        return found

    # Acts.

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts.

        Players may take, refuse and pass the shoe. The dealer may announce a free hand.
        """
        return self._acts

    def _listed(self) -> Mapping[str, Acts]:
        """List the acts: they follow from the rules."""
        found: dict[str, Acts] = {}
        row = self.written
        if row is not None and (self.row is not None or row.house_clause):
            why = None if self.row else Refusal(HOUSE_DEALS, self._house_clause(row))
            found["*"] = dict.fromkeys((TAKE, REFUSE, PASS), why)
        if self.free is not None:
            found["dealer"] = {FREE: None}
        return found

    def _house_clause(self, row: DealingRow) -> str:
        """Return the clause: the house dealer keeps the shoe at a table like this."""
        holds = self.ruleset.holds
        found = (clause for reason, clause in row.house_clauses.items() if holds(reason))
        return next(found, row.house_clause)

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why somebody may not take or pass the shoe, or a free hand may not be dealt."""
        if event.verb == FREE:
            return self._judge_free(play, event)
        if self.written is None:
            return None
        row = self.row
        refusal = self.betting.wagers.no_seat(event) or self.exclusion.bars(play, event)
        if row is None or refusal:
            return refusal or Refusal(HOUSE_DEALS, self._house_clause(self.written))
        if event.bettor not in ("", "a"):
            return Refusal("only a seated player may deal", row.seated_clause or row.clause)
        mine, offered = play.of(DealingSlice), self.offered(play)
        if event.verb == PASS:
            if mine.holder != event.seat:
                return Refusal(f"{event.who} does not hold the shoe", row.pass_clause)
            early = play.phase not in ("open", "late") or event.seat in (mine.took_shoe or [])
            if not early or self._owes_wager(play):
                return None
            return Refusal(
                "the shoe is passed after a round, and before betting is closed for the next",
                row.pass_clause,
            )
        clause = self._offer_clause(play, row)
        if mine.holder:
            return Refusal(f"seat {mine.holder} holds the shoe", clause)
        if event.seat in mine.refused:
            return Refusal(f"seat {event.seat} has refused or passed the shoe", clause)
        if offered and event.seat != offered:
            return Refusal(f"the shoe is offered to seat {offered} first", clause)
        if event.verb == TAKE:
            own = [one for one in play.wagers if one.whose == event.seat]
            return next((why for one in own if (why := self._not_for_holder(one.wager))), None)
        return None

    def _judge_free(self, play: Play, event: Event) -> Refusal | None:
        row = self.free
        if row is None:
            return None
        if play.wagers:
            return Refusal("a free hand is dealt without wagers, and some have been made", row.clause)
        said, limit = event.fact("authorised") == "yes", self.ruleset.options.get("free-hands", "open")
        dealt = play.of(DealingSlice).free_hands
        if self.people.players(play):
            if event.fact("agreed") != "all":
                return Refusal("all players at the table must agree (agreed=all)", row.agreed_clause)
            if row.directed_clause and not said:
                return Refusal("the supervisor must direct it (authorised=yes)", row.directed_clause)
            if limit != "open" and dealt >= int(limit):
                return Refusal(f"the supervisor has limited free hands to {limit}", row.limit_clause)
            return None
        if row.authorised_clause and not said and not dealt:
            return Refusal(
                "with nobody at the table the supervisor must authorise free hands (authorised=yes)",
                row.authorised_clause,
            )
        if dealt >= row.most and not said:
            return Refusal(
                f"{row.most} free hands may be dealt with nobody at the table, "
                "and more only if authorised (authorised=yes)",
                row.most_clause,
            )
        return None

    def _offer_clause(self, play: Play, row: DealingRow) -> str:
        """Return the clause of an offer. The first one, and one after a giving up, may have another."""
        if play.of(DealingSlice).shoe_offered and row.next_clause:
            return row.next_clause
        return row.first_clause if row.first_clause and self.offered(play) == row.first else row.offer_clause

    def _not_for_holder(self, wager: str) -> Refusal | None:
        """Say why a player who holds the shoe may not have this wager."""
        row = self.row
        if row is None or wager in row.holder_bets or not row.for_holder.holds(self.ruleset.facts):
            return None
        allowed = row.for_holder
        why = f"whoever holds the shoe may bet on {' and '.join(allowed.value)} only"
        return Refusal(why, allowed.clause or row.clause)

    def offered(self, play: Play) -> str:
        """Return the seat that is offered the shoe now, where it is known who sits at the table."""
        row, mine, away = self.row, play.of(DealingSlice), self.exclusion.excluded(play)
        seats = [seat for seat in self.people.players(play) if seat not in mine.refused and seat not in away]
        if row is None or not seats or mine.house_deals:
            return ""
        return around(seats, mine.shoe_offered or row.first)[0]

    def act(self, play: Play, event: Event) -> None:
        """Hand the shoe on, or announce a free hand."""
        row, mine = self.row, play.of(DealingSlice)
        if event.verb == FREE:
            assert self.free is not None
            mine.free = True
            play.clauses.add(self.free.clause)
        elif row is not None and event.verb == TAKE:
            mine.holder, mine.shoe_offered, mine.house_deals = event.seat, "", False
            mine.took_shoe = [event.seat]
            play.clauses |= {row.clause, row.offer_clause, row.seated_clause} - {""}
        elif row is not None and event.verb == REFUSE:
            mine.refused = [*mine.refused, event.seat]
            play.clauses.add(row.offer_clause)
        elif row is not None:
            play.clauses |= {row.pass_clause, row.declines_clause if self._owes_wager(play) else ""} - {""}
            self._pass(play, event.seat)

    def _pass(self, play: Play, seat: str) -> None:
        """Take the shoe from a player and offer it on from the next place."""
        mine = play.of(DealingSlice)
        others = [player for player in self.people.players(play) if player != seat]
        following = beyond(seat, places_in(self.ruleset.options))
        mine.holder, mine.refused = "", [seat]
        mine.shoe_offered = around(others, following)[0] if others else following

    def _owes_wager(self, play: Play) -> bool:
        """Whether the holder lacks the wager that the dealer of the cards must have."""
        row, mine = self.row, play.of(DealingSlice)
        if row is None or not row.must_bet or not mine.holder or mine.free or mine.dummy:
            return False
        return not any(one.whose == mine.holder and one.wager in row.must_bet for one in play.wagers)

    # What others do.

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a bet is not taken in this round, a card not dealt yet, or the cut not made so."""
        if event.verb == "bet":
            return self._objects_to_bet(play, event)
        if event.is_draw:
            return self._objects_to_deal(play)
        return self._objects_to_cut(play, event) if event.verb == "shuffle" else None

    def _objects_to_bet(self, play: Play, event: Event) -> Refusal | None:
        mine = play.of(DealingSlice)
        if mine.dummy:
            return Refusal("this is a dummy round: no wagers are made in it", self.dummy_clause)
        if mine.free:
            assert self.free is not None
            clause = self.free.wagers_clause or self.free.clause
            return Refusal("a free hand is dealt: no wagers are made in it", clause)
        if play.player_of(event) == mine.holder:
            return self._not_for_holder(event.what)
        return None

    def _objects_to_deal(self, play: Play) -> Refusal | None:
        row, offered, mine = self.row, self.offered(play), play.of(DealingSlice)
        if row is not None and offered and not mine.holder:
            return Refusal(
                f"the shoe is offered to seat {offered}, who has not answered", self._offer_clause(play, row)
            )
        if row is not None and self._owes_wager(play):
            wanted = " or ".join(row.must_bet)
            return Refusal(
                f"seat {mine.holder} deals with a wager on {wanted}, or passes the shoe", row.must_bet_clause
            )
        free = self.free
        announced = mine.dummy or mine.free or STAND in play.marks
        if free is None or play.wagers or announced or not self.ruleset.holds(free.needed_when):
            return None
        return Refusal(
            "a round without wagers is a free hand, and the dealer announces it (dealer free-hand)",
            free.clause,
        )

    def _objects_to_cut(self, play: Play, event: Event) -> Refusal | None:
        """Say why the cut is not made by this person.

        It is offered in turn, `cut-refused=1+2` says who would not, and the dealer cuts where nobody will.
        """
        row, by = self.shoe.row, event.fact("cut-by")
        if not row.cut_from or not by:
            return None
        refused = event.fact("cut-refused").split("+")
        players = sorted(self.people.players(play), key=int)
        last = self.holder(play) or (players[-1] if players else "")
        down = [seat for seat in reversed(players) if int(seat) <= int(last)]
        players = down + [seat for seat in reversed(players) if int(seat) > int(last)]
        waiting = [seat for seat in players if seat not in refused]
        if waiting and parts_of(by)[0] != waiting[0] and not event.fact("cut-for"):
            return Refusal(
                f"the cut is offered to seat {waiting[0]} first", row.cut_offer_clause or row.cut_clause
            )
        return None

    def heard(self, play: Play, moment: Moment) -> None:
        """Pass the shoe of a holder without the wager he owes when betting closes.

        The house deals if all refused.
        """
        if not isinstance(moment, Closed):
            return
        row, mine = self.row, play.of(DealingSlice)
        if row is None and self.written is not None:
            play.clauses |= {self._house_clause(self.written)} - {""}
        if row is not None and self._owes_wager(play):
            self._pass(play, mine.holder)
            play.clauses.add(row.declines_clause or row.must_bet_clause)
        players = set(self.people.players(play))
        if row is not None and players and not mine.holder and players <= {*mine.refused}:
            mine.house_deals = True
            play.clauses |= {row.refused_clause} - {""}

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Carry out a ruling on dummy rounds, an exclusion, or an order to pass the shoe.

        The order takes effect between rounds, else after the round.
        """
        mine = play.of(DealingSlice)
        if mark == DUMMY and facts.get("card"):
            self.shoe.set_aside(play, facts.get("card") or UNSEEN)
        elif mark == DUMMY_NOW:
            mine.dummy = True
            for standing in list(play.wagers):
                play.withdraw(
                    standing,
                    (self.dummy_clause or self.betting.row.clause,),
                    "the round is played without wagers: the wager goes back",
                )
        elif mark == "exclude":
            if self.row is not None and mine.holder and person_named(facts.get("seat", "")) == mine.holder:
                # Who is sent away deals no more.
                self._pass(play, mine.holder)
        elif mark == PASS:
            named = facts.get("seat", "")
            if not mine.holder or person_named(named) not in ("", mine.holder):
                told = f"; seat {mine.holder} does" if mine.holder else ": the house deals"
                raise BadInput(f"{f'seat {named}' if named else 'nobody named'} does not hold the shoe{told}")
            if play.phase not in ("closed", "late"):
                self._pass(play, mine.holder)

    def hand_is_over(self, play: Play, lost: bool) -> None:
        """Pass the shoe after the result: of a losing holder, and of one who is ordered to."""
        row, mine = self.row, play.of(DealingSlice)
        holder = mine.holder
        if row is not None and mine.house_deals and lost:
            mine.house_deals, mine.shoe_offered = False, row.first
            play.clauses.add(row.loses_clause)
        if row is None or not holder:
            return
        ordered = play.marked(PASS, holder)
        if lost or ordered:
            self._pass(play, holder)
            play.clauses.add(ordered or row.loses_clause)
