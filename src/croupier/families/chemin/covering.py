"""The Banker's stake and the wagers that cover it, until the first card; and the bank after a hand.

The first right (suivi) belongs to the player who covered the whole preceding bank and lost. Then comes
whoever covers the whole (banco); of several, the nearest to the Banker. Then each covers a part in turn. They
may be announced in any order until no more bets, or the first card. A better right takes the place of an
earlier announcement, and parts are returned to make room for it. The covers never exceed the bank.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from croupier.equipment.money import Amount, show_amount
from croupier.errors import AmountWanted, BadInput
from croupier.families.chemin.betting import CheminBetting
from croupier.families.chemin.rules import BankerRow
from croupier.families.chemin.suivi import Suivi
from croupier.rulebook.ruleset import clauses_of
from croupier.table.claims import Standing
from croupier.table.events import DRAWS, Event
from croupier.table.parts.auction import Auction
from croupier.table.parts.betting import Called, Closed
from croupier.table.parts.cardwagers import CardWagers
from croupier.table.parts.closing import CLOSED, OPEN
from croupier.table.parts.heldbank import AUCTION, COVERING, OFFER, PASS, PASSED
from croupier.table.parts.part import Moment, Nothing, Part, Returned
from croupier.table.parts.seats import distance
from croupier.table.play import VOID, Play, Slice
from croupier.table.questions import Acts, Refusal
from croupier.table.vocabulary import WHOSE, Declared, Takes

BANK, COVER = "bank", "cover"
BET_BANK, BET_COVER = "bet bank", "bet cover"
SUIVI, BANCO, DECLINE = "suivi", "banco", "decline"
ACTS = (BET_BANK, SUIVI, BANCO, BET_COVER, DECLINE)


class Whole(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who covers the whole bank, by suivi or by banco."""

    by: str = ""
    seat: str = ""


class CoveringSlice(Slice):
    """Who covers the bank, and how much of it is covered."""

    asked: list[str] = []
    """Seats that have covered a part or declined, since the question last went round."""
    whole: Whole = Whole()
    unplayed: bool | UnsetType = UNSET
    """Whether the hand is not dealt, or not finished, because nobody covers the bank."""
    staked: Amount | UnsetType = UNSET
    covered: Amount | UnsetType = UNSET
    dominant: str | UnsetType = UNSET
    """The seat that plays the Player's Hand."""


def covers(play: Play) -> list[Standing]:
    """Return the wagers against the bank."""
    return [standing for standing in play.wagers if standing.wager == COVER]


def staked(play: Play) -> Amount:
    """Return the Banker's stake on this hand."""
    return sum(standing.stake for standing in play.wagers if standing.wager == BANK)


def uncovered(play: Play) -> Amount:
    """Return the part of the bank that nobody covers yet."""
    return staked(play) - sum(standing.stake for standing in covers(play))


class Covering(Part[Nothing]):
    """Handles the Banker's stake and its covers."""

    carried = Nothing
    verbs = ("bet", "remove", SUIVI, BANCO, DECLINE)
    objects_to = DRAWS
    hears = (Called, Closed, Returned)

    def __init__(
        self,
        row: BankerRow,
        betting: CheminBetting,
        wagers: CardWagers,
        auction: Auction,
        suivi: Suivi,
    ) -> None:
        self.row = row
        self.betting = betting
        self.wagers = wagers
        self.auction = auction
        self.bank = auction.bank
        self.seats = auction.seats
        self.suivi = suivi

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no stake."""
        play.add(CoveringSlice())

    def dominant(self, play: Play) -> str:
        """Return the seat that plays the Player's Hand."""
        return play.of(CoveringSlice).dominant or ""

    def in_turn(self, play: Play) -> str:
        """Return who may cover a part now, where it is known who sits at the table.

        When all have been asked, it goes round again.
        """
        seats = self.seats.order(play, self.bank.banker(play))
        asked = play.of(CoveringSlice).asked
        return next((seat for seat in seats if seat not in asked), seats[0] if seats else "")

    # What is asked.

    def takes(self) -> Declared:
        """Declare how the bank is staked and covered; to cover all of it may be said with its amount."""
        bet = Takes((*self.betting.spoken, WHOSE), amount=True, what=BANK)
        return {
            "bet": bet,
            "remove": Takes(amount=True, what=COVER),
            **dict.fromkeys((SUIVI, BANCO), Takes(amount=True)),
        }

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Let everyone stake or cover, let a player take his cover back, or the Banker a part of his bank."""
        found: dict[str, dict[str, Refusal | None]] = {}
        for seat in self.seats.asked(play):
            barred = self.seats.excluded(play, seat)
            found[seat] = {act: barred or self._why_not_now(play, seat, act) for act in ACTS}
        for standing in covers(play):
            found.setdefault(standing.seat, {})[f"remove {COVER}"] = self.betting.closed(play)
        if staked(play):
            banker = self.bank.banker(play)
            found.setdefault(banker, {})[f"remove {BANK}"] = self._why_no_stake(play, banker)
        return found

    def _why_not(self, play: Play, seat: str, act: str) -> Refusal | None:
        """Say why an act is not allowed, whatever the amount."""
        return self.seats.excluded(play, seat) or self._why_not_now(play, seat, act)

    def _why_not_now(self, play: Play, seat: str, act: str) -> Refusal | None:
        """Say why nobody there may do something as the bank stands."""
        return self._why_no_stake(play, seat) if act == BET_BANK else self._why_no_cover(play, seat, act)

    def _why_no_stake(self, play: Play, seat: str) -> Refusal | None:
        row, banker = self.row, self.bank.banker(play)
        if not banker:
            given_by = {AUCTION: row.auction_clause, OFFER: row.offer_clause, PASSED: row.pass_clause}
            clause = play.marked(PASS, seat) or given_by[self.auction.stage(play)]
            return Refusal("nobody has the bank yet", clause)
        if seat not in (banker, "*"):
            return Refusal(f"seat {banker} has the bank", row.stake_clause)
        if covers(play):
            return Refusal("the bank is being covered, and its stake stays as it is", row.uncovered_clause)
        return self.betting.closed(play)

    def _why_no_cover(self, play: Play, seat: str, act: str) -> Refusal | None:
        row, whole = self.row, play.of(CoveringSlice).whole
        if self.auction.stage(play) != COVERING:
            return Refusal("the Banker has not staked yet", row.cover_clause)
        if seat == self.bank.banker(play):
            return Refusal("the Banker does not cover his own bank", row.cover_clause)
        refusal = self.betting.closed(play)
        if not refusal and whole.by == SUIVI:
            # Each right is given by its own clause for when those before it are not used.
            clauses = {SUIVI: row.suivi_clause, BANCO: row.banco_clause}
            words = f"seat {whole.seat} covers the whole bank by suivi"
            refusal = Refusal(words, clauses.get(act, row.part_clause))
        if refusal:
            return refusal
        return self._why_no_whole(play, seat, act) if act in (SUIVI, BANCO) else self._why_no_part(play, seat)

    def _why_no_whole(self, play: Play, seat: str, act: str) -> Refusal | None:
        row, whole, suivi = self.row, play.of(CoveringSlice).whole, self.suivi.who(play)
        if act == SUIVI and (seat not in (suivi, "*") or not suivi):
            return Refusal(
                "only who covered the whole preceding bank and lost may say suivi", row.suivi_clause
            )
        banker = self.bank.banker(play)
        beside = act == BANCO and whole.seat and seat != "*"
        if beside and distance(banker, seat) >= distance(banker, whole.seat):
            return Refusal(
                f"seat {whole.seat} has said banco and is the nearest to the Banker", row.banco_clause
            )
        return None

    def _why_no_part(self, play: Play, seat: str) -> Refusal | None:
        row, whole = self.row, play.of(CoveringSlice).whole
        if whole.seat:
            return Refusal(f"seat {whole.seat} covers the whole bank by banco", row.part_clause)
        if not uncovered(play):
            return Refusal("the whole bank is covered", row.cover_clause)
        turn = self.in_turn(play)
        if turn and seat not in (turn, "*"):
            return Refusal(f"it is seat {turn}'s turn to cover a part", row.part_clause)
        return None

    # Judging amounts.

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why a stake, a cover, a refusal or a withdrawal is not allowed."""
        refusal = self.seats.turned_away(play, event)
        if refusal:
            return refusal
        event = msgspec.structs.replace(event, who=event.seat)
        if event.verb == "remove":
            return self._judge_removal(play, event)
        refusal = self._why_not(play, event.seat, event.act)
        if refusal or event.verb == DECLINE:
            return refusal
        return (
            self._judge_whole(play, event) if event.verb in (SUIVI, BANCO) else self._judge_bet(play, event)
        )

    def _judge_removal(self, play: Play, event: Event) -> Refusal | None:
        """Judge a cover that is taken back, or a bank that is made smaller before anybody covers it."""
        standing = play.find(event.seat, "", event.what)
        if standing is None:
            return None
        refusal = self._why_no_stake(play, event.seat) if event.what == BANK else None
        refusal = refusal or self.betting.judge_removal(play, standing, event.amount)
        if refusal or event.what != BANK:
            return refusal
        left = 0 if event.amount is None else standing.stake - event.amount
        return self._judge_range(play, left)

    def _judge_bet(self, play: Play, event: Event) -> Refusal | None:
        row, cover = self.row, event.what == COVER
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} {event.act}", "100")
        if not event.amount and cover:
            return Refusal("a wager is more than nothing", row.cover_clause)
        if not event.amount:
            return Refusal("a bank of nothing covers nothing", row.stake_clause)
        left = uncovered(play)
        if cover and event.amount > left:
            return Refusal(f"{show_amount(left)} of the bank is left to be covered", row.cover_clause)
        refusal = self.betting.judge_bet(play, event)
        return refusal if refusal or cover else self._judge_range(play, staked(play) + event.amount)

    def _judge_range(self, play: Play, stake: Amount) -> Refusal | None:
        """Hold the Banker to his bid; later to between once and twice his preceding wager."""
        row = self.row
        least, most = self.bank.bounds(play)
        if stake < least:
            return Refusal(f"the Banker stakes at least {show_amount(least)}", row.range_clause)
        if most is not None and stake > most:
            clause = row.pass_clause if self.bank.held(play).most else row.range_clause
            return Refusal(f"the Banker stakes at most {show_amount(most)}", clause)
        return None

    def _judge_whole(self, play: Play, event: Event) -> Refusal | None:
        """Judge suivi and banco. Other bets make room, and the player's own bet is a part of it."""
        whole, own = staked(play), play.find(event.seat, "", COVER)
        if event.amount not in (None, whole):
            raise BadInput(
                f"{str(event)!r}: {event.verb} covers the whole bank of {show_amount(whole)}; "
                "leave the amount out"
            )
        more = whole - (own.stake if own else 0)
        if not more:
            return None
        bet = msgspec.structs.replace(event, verb="bet", what=COVER, amount=more)
        return self.betting.judge_bet(play, bet)

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a card before the bank is staked and covered."""
        if not event.is_draw:
            return None
        if self.auction.stage(play) != COVERING:
            return Refusal("no card is dealt before the Banker has staked", self.row.stake_clause)
        return None if covers(play) else Refusal("nobody covers the bank", self.row.cover_clause)

    # Letting it happen.

    def act(self, play: Play, event: Event) -> None:
        """Stake the bank, cover it wholly or in part, decline, or withdraw a cover."""
        seat, amount, row, mine = event.seat, event.amount or 0, self.row, play.of(CoveringSlice)
        if event.verb == "remove":
            self.wagers.take_back(play, msgspec.structs.replace(event, who=seat))
            if event.what == BANK:
                self.bank.stand_for(play, staked(play))
                return
            reduced = bool(mine.whole.seat) and play.find(seat, "", COVER) is not None
            mine.whole, mine.asked = Whole(), [*mine.asked, seat] if reduced else mine.asked
            return
        medium = self.wagers.prices.cites(BANK if event.what == BANK else COVER, event.fact("with"))
        play.clauses |= set(medium)
        if event.what == BANK:
            stake = staked(play) + amount
            self._lay(play, seat, BANK, stake)
            self.bank.stand_for(play, stake)
            self.auction.staked(play)
            play.clauses |= {row.stake_clause, row.range_clause}
        elif event.verb in (SUIVI, BANCO):
            self._cover_whole(play, seat, event.verb)
        else:
            own = play.find(seat, "", COVER)
            if event.verb == "bet":
                self._lay(play, seat, COVER, amount + (own.stake if own else 0))
            mine.asked = [seat] if seat in mine.asked else [*mine.asked, seat]
            play.clauses.add(row.part_clause)

    def _cover_whole(self, play: Play, seat: str, by: str) -> None:
        clause = self.row.suivi_clause if by == SUIVI else self.row.banco_clause
        mine = play.of(CoveringSlice)
        nearer = " and is nearer to the Banker" if by == BANCO and mine.whole.seat else ""
        for standing in covers(play):
            if standing.seat != seat:
                play.withdraw(standing, (clause,), f"seat {seat} says {by}{nearer}", "withdrawn")
        self._lay(play, seat, COVER, staked(play))
        mine.whole, mine.asked = Whole(by, seat), []
        play.clauses.add(clause)

    def _lay(self, play: Play, seat: str, name: str, stake: Amount) -> None:
        prices = self.wagers.prices
        play.put(Standing(seat=seat, wager=name, stake=stake))
        play.clauses |= {*clauses_of(prices.ruleset.wagers[name]), *prices.cites(name, "made")}

    def heard(self, play: Play, moment: Moment) -> None:
        """Cancel a bank that nobody covers, and withdraw the uncovered part before the deal."""
        row, mine = self.row, play.of(CoveringSlice)
        if isinstance(moment, Called) and not covers(play):
            self._unplayed(play)
        elif isinstance(moment, Closed):
            mine.staked = staked(play)
            self._choose(play)
            self._take_back(play)
            play.clauses |= {row.cover_clause, row.control_clause, row.dominant_clause}
        elif isinstance(moment, Returned) and moment.standing.wager == COVER:
            self._free(play, moment.standing.seat)

    def _unplayed(self, play: Play) -> None:
        """Give the Banker his wager back and deal no hand: nobody covers the bank."""
        play.of(CoveringSlice).unplayed = True
        why = "nobody covered the bank, and its stake is taken back"
        for standing in list(play.wagers):
            play.withdraw(standing, (self.row.uncovered_clause,), why, "withdrawn")

    def stops(self, play: Play) -> bool:
        """Say whether the hand is not dealt, or not finished, because nobody covers the bank."""
        return bool(play.of(CoveringSlice).unplayed)

    def _choose(self, play: Play) -> None:
        """Note how much is covered, and who plays the Player's Hand.

        That is the player who covers the whole, or else the most; of equals the nearest to the Banker.
        """
        mine, banker, laid = play.of(CoveringSlice), self.bank.banker(play), covers(play)
        best = min(laid, key=lambda standing: (-play.laid(standing), distance(banker, standing.seat)))
        mine.covered = sum(standing.stake for standing in laid)
        mine.dominant = mine.whole.seat or best.seat

    def _take_back(self, play: Play) -> None:
        """Withdraw the uncovered part of the Banker's wager."""
        clauses, why = (self.row.uncovered_clause,), "so much of the bank was not covered, and is taken back"
        for standing in list(play.wagers):
            if standing.wager == BANK and uncovered(play):
                play.withdraw(standing, clauses, why, "withdrawn", amount=uncovered(play))
        self.bank.stand_for(play, staked(play))

    def return_struck(self, play: Play) -> None:
        """Give back the covers that a ruling has struck, before the hand is settled."""
        for standing in [one for one in covers(play) if play.struck_by(one)]:
            clause = play.struck_by(standing)
            play.withdraw(standing, (clause,), VOID)
            self.table.returned(play, standing, clause)

    def _free(self, play: Play, seat: str) -> None:
        """Free the part of the bank whose cover was returned.

        Once the betting is closed, that part of the bank is withdrawn and the Player's Hand is given out
        anew. Without any cover no hand is played.
        """
        mine = play.of(CoveringSlice)
        if mine.whole.seat == seat:
            mine.whole = Whole()
        if play.phase == OPEN:
            return
        if not covers(play):
            self._unplayed(play)
        elif play.phase == CLOSED:
            self._choose(play)
            self._take_back(play)

    # What the hand leaves.

    def decide(self, play: Play, row: str) -> None:
        """Keep the bank or end it. A player who covered the whole and lost may say suivi."""
        mine, seat = play.of(CoveringSlice), self.bank.banker(play)
        if row == "lose":
            self.auction.lose(play)
            self.suivi.give(play, "")
            return
        placed, covered = mine.staked or 0, mine.covered or 0
        if row == "win":
            whole = covered if self.bank.as_covered else placed
            lost = (standing.seat for standing in covers(play) if standing.stake == whole)
            self.suivi.give(play, next(lost, ""))
        self.bank.keep(play, placed, covered)
        play.clauses.add(play.marked(PASS, seat) or self.row.keep_clause)
