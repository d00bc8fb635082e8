"""When wagers are made: the bank is auctioned or offered, staked and covered, until the first card."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from croupier.table.events import Event
from croupier.table.parts.auction import Auction
from croupier.table.parts.betting import Betting
from croupier.table.parts.cardbetting import DEALT, closing_clauses, take_bets
from croupier.table.parts.cardwagers import CardWagers
from croupier.table.parts.closing import OPEN
from croupier.table.parts.heldbank import AUCTION, COVERING, OFFER, PASSED, STAKE
from croupier.table.parts.people import Exclusion
from croupier.table.parts.shoe import DealingShoe
from croupier.table.play import Play
from croupier.table.questions import Acts, Question, Refusal, Wait
from croupier.table.vocabulary import Declared

TEXTS = {
    AUCTION: "the bank is auctioned",
    OFFER: "the bank is offered",
    PASSED: "the bank was passed and is offered",
    STAKE: "the Banker stakes",
    COVERING: "the bank is covered",
}


class CheminBetting(Betting):
    """Asks everybody by name, with every act. The bank and its cover decide what is allowed."""

    def __init__(self, wagers: CardWagers, exclusion: Exclusion, shoe: DealingShoe, auction: Auction) -> None:
        super().__init__(
            wagers.ruleset,
            wagers.setup.betting,
            wagers,
            exclusion,
            wagers.limits,
            late_words=DEALT,
            called_first=True,
            closing_clauses=closing_clauses(wagers, shoe),
        )
        wagers.betting = self
        self.shoe = shoe
        self.auction = auction
        self.verbs = (self.row.closing,)

    def bets(self, play: Play, place: str, face: str) -> Generator[Wait, Any, bool]:
        """Take acts until the first card falls to its place. Return whether it did."""
        first = yield from take_bets(self, self.shoe, play, place, face)
        if first is None:
            return False
        self.close(play)
        play.lay(*first, face)
        return True

    def text(self, play: Play) -> str:
        """Say where the bank is."""
        return TEXTS[self.auction.stage(play)] if play.phase == OPEN else "the deal"

    def takes(self) -> Declared:
        """Declare nothing: who stakes and covers is for others to say."""
        return {}

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Let the dealer close the betting."""
        return {"dealer": {self.row.closing: self.judge_closing(play)}}

    def asks_anybody(self, play: Play) -> bool:
        """Judge no bet without the question: each at the table is asked for his own."""
        return False

    def questions(self, play: Play) -> list[Question]:
        """Ask everyone at the table, and the dealer."""

        def check(event: Event) -> Refusal | None:
            return self.table.judge(play, event)

        acts = self.table.acts(play)
        asked = [Question(who, mine, check) for who, mine in acts.items() if who != "dealer"]
        return [*asked, Question("dealer", acts["dealer"], check, general=True)]

    def judge_closing(self, play: Play) -> Refusal | None:
        """Refuse to close the betting while there is no bank to bet against."""
        if self.auction.stage(play) != COVERING:
            return Refusal("there is no bank to bet against yet", self.auction.row.cover_clause)
        return self.closed(play)
