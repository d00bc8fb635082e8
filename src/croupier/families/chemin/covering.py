"""The Banker's stake and the wagers that cover it, until the first card; and what a hand leaves of the bank.

Who covered the whole preceding bank and lost comes first (suivi), then whoever covers the whole (banco), of several the nearest to the Banker, then each in turn with a
part. They may be said in any order until no more bets, or the first card: a better right takes the place of what was said before, and parts go back before it.
Nobody, nor all together, cover more than the bank.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import Amount, show_amount
from croupier.equipment.shoe import PACK
from croupier.errors import AmountWanted, BadInput
from croupier.families.cards.betting import Acts
from croupier.families.chemin.holding import HOLDING_ACTS, NOBODYS, Holding
from croupier.families.chemin.rules import CheminWager
from croupier.families.chemin.seats import (
    AUCTION,
    BANK,
    COVER,
    COVERING,
    DEALT,
    OFFER,
    PASS,
    PASSED,
    STAKE,
    distance,
)
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import clauses_of
from croupier.table.banks import AuctionedBank, Fee
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait

SUIVI, BANCO = "suivi", "banco"
ACTS = (*HOLDING_ACTS, "bet bank", SUIVI, BANCO, "bet cover", "decline")
TEXTS = {
    AUCTION: "the bank is auctioned",
    OFFER: "the bank is offered",
    PASSED: "the bank was passed and is offered",
    STAKE: "the Banker stakes",
    COVERING: "the bank is covered",
}


class Covering(Holding):
    """What the Banker stakes, and who covers it."""

    def in_turn(self, play: Play) -> str:
        """Who may cover a part now, where it is known who sits at the table; when all have been asked, it goes round again."""
        seats = self.order(play, self.banker(play))
        return next((seat for seat in seats if seat not in play.state["asked"]), seats[0] if seats else "")

    # What is asked.

    def betting_text(self, play: Play) -> str:
        """What the table is doing."""
        return TEXTS[play.state["stage"]] if play.phase == "open" else "the deal"

    def questions(self, play: Play) -> list[Question]:
        """Everyone at the table with every act, and the dealer."""
        asked = []
        taken = {standing.seat: {"remove cover": self.closed(play)} for standing in self.covers(play)}
        for seat in play.state["players"] or ["*"]:
            acts: Acts = {act: self.why_not(play, seat, act) for act in ACTS}
            asked.append(
                Question(seat, acts | taken.pop(seat, {}), lambda event: self.judge_act(play, event))
            )
        asked += [
            Question(seat, acts, lambda event: self.judge_act(play, event)) for seat, acts in taken.items()
        ]
        return [
            *asked,
            Question(
                "dealer", self.dealer_acts(play), lambda event: self.judge_dealer(play, event), general=True
            ),
        ]

    def why_not(self, play: Play, seat: str, act: str) -> Refusal | None:
        """Why somebody may not do something now, whatever the amount."""
        if act in HOLDING_ACTS or seat in self.excluded(play):
            return super().why_not(play, seat, act)
        return self._why_no_stake(play, seat) if act == "bet bank" else self._why_no_cover(play, seat, act)

    def _why_no_stake(self, play: Play, seat: str) -> Refusal | None:
        row, banker = self.row, self.banker(play)
        if not banker:
            given_by = {AUCTION: row.auction_clause, OFFER: row.offer_clause, PASSED: row.pass_clause}
            return Refusal(
                "nobody has the bank yet", play.marked(PASS, seat) or given_by[play.state["stage"]]
            )
        if seat not in (banker, "*"):
            return Refusal(f"seat {banker} has the bank", row.stake_clause)
        return (
            Refusal("the bank is being covered, and its stake stays as it is", row.uncovered_clause)
            if self.covers(play)
            else self.closed(play)
        )

    def _why_no_cover(self, play: Play, seat: str, act: str) -> Refusal | None:
        state, row, banker = play.state, self.row, self.banker(play)
        if state["stage"] != COVERING:
            return Refusal("the Banker has not staked yet", row.cover_clause)
        if seat == banker:
            return Refusal("the Banker does not cover his own bank", row.cover_clause)
        whole = state["whole"]
        refusal = self.closed(play)
        if not refusal and whole.get("by") == SUIVI:
            # Each right is given by its own clause for when those before it are not used.
            refusal = Refusal(
                f"seat {whole['seat']} covers the whole bank by suivi",
                {SUIVI: row.suivi_clause, BANCO: row.banco_clause}.get(act, row.part_clause),
            )
        if refusal:
            return refusal
        return self._why_no_whole(play, seat, act) if act in (SUIVI, BANCO) else self._why_no_part(play, seat)

    def _why_no_whole(self, play: Play, seat: str, act: str) -> Refusal | None:
        state, row, whole = play.state, self.row, play.state["whole"]
        if act == SUIVI and (seat not in (state["suivi"], "*") or not state["suivi"]):
            return Refusal(
                "only who covered the whole preceding bank and lost may say suivi", row.suivi_clause
            )
        if (
            act == BANCO
            and whole
            and seat != "*"
            and distance(self.banker(play), seat) >= distance(self.banker(play), whole["seat"])
        ):
            return Refusal(
                f"seat {whole['seat']} has said banco and is the nearest to the Banker", row.banco_clause
            )
        return None

    def _why_no_part(self, play: Play, seat: str) -> Refusal | None:
        row, whole = self.row, play.state["whole"]
        if whole:
            return Refusal(f"seat {whole['seat']} covers the whole bank by banco", row.part_clause)
        if not self.uncovered(play):
            return Refusal("the whole bank is covered", row.cover_clause)
        turn = self.in_turn(play)
        return (
            Refusal(f"it is seat {turn}'s turn to cover a part", row.part_clause)
            if turn and seat not in (turn, "*")
            else None
        )

    # Judging amounts.

    def judge_act(self, play: Play, event: Event) -> Refusal | None:
        """Why somebody may not do what he says."""
        row = self.row
        refusal = self.judge_seat(event) or self.barred_by(play, event)
        if not refusal and event.bettor not in ("", "a"):
            refusal = Refusal("only who sits at the table takes part", row.cover_clause)
        if refusal:
            return refusal
        event = msgspec.structs.replace(event, who=event.seat)
        if event.verb == "remove":
            standing = play.find(event.seat, "", COVER)
            return self.judge_remove(play, standing, event.amount) if standing else None
        refusal = self.why_not(play, event.seat, event.act)
        if refusal or event.verb in ("no-bid", "decline-bank", "decline", "pass-bank"):
            return refusal
        return self.judge_move(play, event) if event.verb == "move" else self._judge_money(play, event)

    def _judge_money(self, play: Play, event: Event) -> Refusal | None:
        if event.verb in (SUIVI, BANCO):
            return self._judge_whole(play, event)
        if event.verb == "take-bank" and event.amount is None and play.state["stage"] == OFFER:
            return None
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} {event.act}", "100")
        if not event.amount:
            return (
                Refusal("a wager is more than nothing", self.row.cover_clause)
                if event.what == COVER
                else Refusal("a bank of nothing covers nothing", self.row.stake_clause)
            )
        if event.what == COVER:
            return self._judge_cover(play, event)
        return self._judge_stake(play, event) if event.what == BANK else self.judge_offer(play, event)

    def _whole_of(self, play: Play, event: Event) -> Amount:
        """All of the bank: there is no other amount by which suivi and banco could be said."""
        whole = self.staked(play)
        if event.amount not in (None, whole):
            raise BadInput(
                f"{str(event)!r}: {event.verb} covers the whole bank of {show_amount(whole)}; leave the amount out"
            )
        return whole

    def _judge_stake(self, play: Play, event: Event) -> Refusal | None:
        """The Banker's wager: at least what he bid; later between once and twice his preceding wager."""
        assert event.amount is not None
        refusal = self.judge_bet(play, event)
        if refusal:
            return refusal
        stake = self.staked(play) + event.amount
        least, most = self.bounds(play)
        if stake < least:
            return Refusal(f"the Banker stakes at least {show_amount(least)}", self.row.range_clause)
        clause = self.row.pass_clause if play.state["bank"]["most"] else self.row.range_clause
        return (
            Refusal(f"the Banker stakes at most {show_amount(most)}", clause)
            if most is not None and stake > most
            else None
        )

    def _judge_whole(self, play: Play, event: Event) -> Refusal | None:
        """Suivi and banco take the place of what others bet; what he himself has bet already is a part of it."""
        own = play.find(event.seat, "", COVER)
        more = self._whole_of(play, event) - (own.stake if own else 0)
        return (
            self.judge_bet(play, msgspec.structs.replace(event, verb="bet", what=COVER, amount=more))
            if more
            else None
        )

    def _judge_cover(self, play: Play, event: Event) -> Refusal | None:
        """No cover is larger than what is left of the bank."""
        assert event.amount is not None
        left = self.uncovered(play)
        if event.amount > left:
            return Refusal(f"{show_amount(left)} of the bank is left to be covered", self.row.cover_clause)
        return self.judge_bet(play, event)

    def judge_person(self, play: Play, event: Event) -> Refusal | None:
        """Who may bet is judged with the acts of the bank."""
        return None

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """No card is dealt before the bank is staked and somebody covers it."""
        if play.state["stage"] != COVERING:
            return Refusal("no card is dealt before the Banker has staked", self.row.stake_clause)
        return None if self.covers(play) else Refusal("nobody covers the bank", self.row.cover_clause)

    def judge_shuffle(self, play: Play, event: Event) -> Refusal | None:
        """Where the cards are cut, and by whom: `dealer shuffle at=120 cut-by=5 cut-refused=7+6`."""
        refusal = super().judge_shuffle(play, event)
        if refusal:
            return refusal
        at, least = event.fact("at"), self.cards.least_cut
        exact = bool(self.setup.exact_cut) and condition(self.setup.exact_cut)(self.ruleset.facts)
        if at and exact and int(at) not in (least, self.decks * PACK - least):
            return Refusal(f"the cards are cut {least} from either end", self.cards.cut_clause)
        by, last, refused = event.fact("cut-by"), play.state["dealt-by"], event.fact("cut-refused").split("+")
        # The cut goes against the seats: from the highest, or from the seat before the last Banker.
        seats = sorted(play.state["players"], key=lambda seat: distance(seat, last) if last else -int(seat))
        first = next((seat for seat in seats if seat not in refused), "dealer" if seats else by)
        why = (
            f"the cut is offered to seat {first} first"
            if first != "dealer"
            else "nobody cuts, so the dealer does"
        )
        return Refusal(why, self.setup.cutter_clause) if by and by != first else None

    # Letting it happen.

    def shuffled(self, play: Play, event: Event) -> None:
        """Somebody has cut the cards."""
        super().shuffled(play, event)
        if event.fact("cut-by"):
            play.clauses.add(self.setup.cutter_clause)

    def act(self, play: Play, event: Event) -> None:
        """What somebody did, and what follows from it."""
        state, seat = play.state, event.seat
        event = msgspec.structs.replace(event, who=seat or event.who)
        if event.verb in ("bet", SUIVI, BANCO, "decline"):
            self._wager(play, event)
            return
        super().act(play, event)
        if event.verb == "no-more-bets" and not self.covers(play):
            self._unplayed(play)
        elif event.verb == "remove":
            reduced = bool(state["whole"]) and play.find(seat, "", COVER) is not None
            state |= {"whole": {}, "asked": [*state["asked"], seat] if reduced else state["asked"]}

    def _wager(self, play: Play, event: Event) -> None:
        """The Banker's wager, or one against it."""
        row, seat = self.row, event.seat
        play.clauses |= set(self.cites(BANK if event.what == BANK else COVER, event.fact("with")))
        if event.what == BANK:
            stake = self.staked(play) + (event.amount or 0)
            self._lay(play, seat, BANK, stake)
            play.bank = self.bank_of(seat, stake)
            play.state["stage"] = COVERING
            play.clauses |= {row.stake_clause, row.range_clause}
        elif event.verb in (SUIVI, BANCO):
            self._cover_whole(play, seat, event.verb)
        else:
            own = play.find(seat, "", COVER)
            if event.verb == "bet":
                self._lay(play, seat, COVER, (event.amount or 0) + (own.stake if own else 0))
            asked = play.state["asked"]
            play.state["asked"] = [seat] if seat in asked else [*asked, seat]
            play.clauses.add(row.part_clause)

    def _cover_whole(self, play: Play, seat: str, by: str) -> None:
        clause = self.row.suivi_clause if by == SUIVI else self.row.banco_clause
        why = f"seat {seat} says {by}" + (
            " and is nearer to the Banker" if by == BANCO and play.state["whole"] else ""
        )
        for standing in self.covers(play):
            if standing.seat != seat:
                play.withdraw(standing, (clause,), why, "withdrawn")
        self._lay(play, seat, COVER, self.staked(play))
        play.state |= {"whole": {"by": by, "seat": seat}, "asked": []}
        play.clauses.add(clause)

    def _lay(self, play: Play, seat: str, name: str, stake: Amount) -> None:
        play.put(Standing(seat=seat, wager=name, stake=stake))
        play.clauses |= {*clauses_of(self.ruleset.wagers[name]), *self.cites(name, "made")}

    @property
    def fee_rate(self) -> Fraction:
        """The share of what the bank wins that the house takes."""
        return self.commission(BANK)

    def bank_of(self, seat: str, cover: Amount) -> AuctionedBank:
        """The bank that settles a hand: it stands for what is covered of it, and pays the fee on what it wins."""
        wager: CheminWager = self.ruleset.wagers[BANK]
        row = wager.commission
        return AuctionedBank(
            seat,
            cover,
            fee=Fee(self.fee_rate, row.clause, self.ruleset.money[row.rounding]) if row else None,
            wager=BANK,
        )

    def _unplayed(self, play: Play) -> None:
        """Nobody covers the bank: the Banker takes his wager back, and no hand is dealt."""
        play.state["unplayed"] = True
        for standing in list(play.wagers):
            play.withdraw(
                standing,
                (self.row.uncovered_clause,),
                "nobody covered the bank, and its stake is taken back",
                "withdrawn",
            )

    def stops(self, play: Play) -> bool:
        """Whether no hand is dealt, or not to its end, because nobody covers the bank."""
        return bool(play.state.get("unplayed"))

    def bets(
        self, play: Play, place: str | Callable[[], str], face: str = "up"
    ) -> Generator[Wait, Any, bool]:
        """Betting; a ruling ends it that leaves no cover after no more bets."""
        betting = super().bets(play, place, face)
        wait = next(betting)
        while True:
            event = yield wait
            if event == MARKED and self.stops(play):
                return False
            try:
                wait = betting.send(event)
            except StopIteration as end:
                return bool(end.value)

    def close(self, play: Play) -> None:
        """What nobody covers is taken back, and it is settled who plays the Player's Hand."""
        super().close(play)
        row = self.row
        play.state["staked"] = self.staked(play)
        self._choose(play)
        self._take_back(play)
        play.marks[DEALT] = {"seat": self.banker(play), "clause": row.control_clause}
        play.clauses |= {row.cover_clause, row.control_clause, row.dominant_clause}

    def _choose(self, play: Play) -> None:
        """How much is covered, and who plays the Player's Hand: who covers the whole, or else most of it, and of those the nearest to the Banker."""
        banker, covers = self.banker(play), self.covers(play)
        best = min(covers, key=lambda standing: (-standing.stake, distance(banker, standing.seat)))
        play.state |= {
            "covered": sum(standing.stake for standing in covers),
            "dominant": play.state["whole"].get("seat") or best.seat,
        }

    def _take_back(self, play: Play) -> None:
        """The Banker withdraws what is not covered of his wager."""
        for standing in list(play.wagers):
            if standing.wager == BANK and self.uncovered(play):
                play.withdraw(
                    standing,
                    (self.row.uncovered_clause,),
                    "so much of the bank was not covered, and is taken back",
                    "withdrawn",
                    amount=self.uncovered(play),
                )
        play.bank = self.bank_of(self.banker(play), self.staked(play))

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """When a cover goes back, what it covered is free again. If the betting is closed, it is taken back, and another plays the hand; without a cover there is none."""
        if standing.wager != COVER:
            return
        if play.state["whole"].get("seat") == standing.seat:
            play.state["whole"] = {}
        if play.phase == "open":
            return
        if not self.covers(play):
            self._unplayed(play)
        elif play.phase == "closed":
            self._choose(play)
            self._take_back(play)

    # What the hand leaves.

    def outcome_of_hand(self, play: Play, row: str) -> None:
        """The bank goes on, or is lost; who covered the whole of it and lost may say suivi."""
        state, seat, rules = play.state, self.banker(play), self.row
        staked, covered = state["staked"], state["covered"]
        if row == "lose":
            play.clauses |= {
                rules.loses_clause,
                rules.offer_clause,
                *([rules.passed_clause] if state["passed-by"] else []),
            }
            state |= {
                "relinquished": state["passed-by"] or seat,
                "bank": NOBODYS,
                "passed-by": "",
                "suivi": "",
            }
            return
        if row == "win":
            whole = covered if self.reads("preceding-wager") == "as-covered" else staked
            state["suivi"] = next(
                (standing.seat for standing in self.covers(play) if standing.stake == whole), ""
            )
        state["bank"] = {**NOBODYS, "seat": seat, "stake": show_amount(staked), "cover": show_amount(covered)}
        play.clauses.add(play.marked(PASS, seat) or rules.keep_clause)
