"""Pocket pairs as it is played: bets before the deal, two cards face down to each player, and after the pot the hands are shown from seat 1 on."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from croupier.families.cards.betting import Acts
from croupier.families.cards.game import CardGame
from croupier.families.cards.undo import IN_PLACE, void_in_place
from croupier.families.common.pricing import LOSE
from croupier.families.pocketpairs.pairs import ROWS, number_of, pair_of
from croupier.rulebook.condition import condition
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Question, Refusal, Wait

CARDS = 2
FOLD, FORFEIT, POT = "fold", "forfeit", "pot-settled"
SHOW, REFUSE = "show", "refuse"
FORFEITED, REFUSED = "forfeited", "refused"


class PocketPairs(CardGame):
    """Two cards for every player, and a pay table."""

    marks = (*CardGame.marks, IN_PLACE)

    # Wagers.

    def rows(self, name: str) -> frozenset[str]:
        """A pair of either kind, none, or a hand that is given up or not shown."""
        return frozenset({*ROWS, FORFEITED, REFUSED})

    def must_price(self, name: str) -> frozenset[str]:
        """Both kinds of pair."""
        return frozenset(ROWS) - {LOSE}

    # The round.

    def seats(self, play: Play) -> list[str]:
        """Those who are dealt cards: who sits at the table, and who bets."""
        return sorted({*play.state["players"], *(standing.seat for standing in play.wagers)}, key=int)

    def order(self, play: Play) -> list[str]:
        """The places of the cards, one after the other."""
        seats = play.state["seats"]
        if self.setup.two_at_a_time and condition(self.setup.two_at_a_time)(self.ruleset.facts):
            return [seat for seat in seats for _ in range(CARDS)]
        return list(seats) * CARDS

    def dealer_acts(self, play: Play) -> Acts:
        """Betting is not closed before there is a wager."""
        acts = super().dealer_acts(play)
        return (
            acts
            if play.wagers
            else {**acts, "no-more-bets": Refusal("nobody has bet yet", self.betting.clause)}
        )

    def _first(self, play: Play) -> str:
        """The place of the first card. Betting that was closed is open again if no wager is left."""
        if play.phase == "called" and not play.wagers:
            play.phase = "open"
        return next(iter(self.seats(play)), "")

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """Without a wager the poker hand is none of this game's business."""
        if not play.wagers:
            return Refusal(
                "nobody has made the wager; the poker hand is dealt without it", self.betting.clause
            )
        return super().judge_deal(play, event)

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, the deal, the poker hand, and the wagers seat by seat."""
        yield from self.bets(play, lambda: self._first(play), "down")
        play.state |= {"seats": self.seats(play), "folded": []}
        for seat in self.order(play)[1:]:
            yield from self.draw(play, seat, "down")
        yield from self._hand(play)
        while standing := self._next(play):
            yield from self._settle(play, standing)

    def _next(self, play: Play) -> Standing | None:
        """The wager that is settled next, from seat 1 on."""
        return min(play.wagers, key=lambda standing: int(standing.seat), default=None)

    def _hand(self, play: Play) -> Generator[Wait, Any, None]:
        """The poker hand, until its pot is settled. Whoever folds leaves his cards in his area, or gives the wager up with them."""
        row = self.setup
        while play.wagers:
            shut = Refusal("no wager is made or altered once the deal has begun", self.betting.closed_clause)
            asked = []
            for standing in play.wagers:
                folded = (
                    Refusal(
                        f"{standing.person} has folded, and the cards lie in the area until the end of the hand",
                        row.fold_clause,
                    )
                    if standing.person in play.state["folded"]
                    else None
                )
                acts: Acts = {FOLD: folded, FORFEIT: folded, "bet": shut, "remove": shut}
                asked.append(Question(standing.person, acts))
            event = yield from play.open("the poker hand", [*asked, Question("dealer", {POT: None})])
            if event.verb == POT:
                play.clauses.add(row.pot_clause)
                return
            if event.verb in (FOLD, FORFEIT):
                play.clauses.add(row.fold_clause)
            if event.verb == FOLD:
                play.state["folded"] = [*play.state["folded"], event.who]
            elif event.verb == FORFEIT:
                given = next(standing for standing in play.wagers if standing.person == event.who)
                play.settle(
                    [
                        self.claim(
                            play,
                            given,
                            FORFEITED,
                            "the hand is folded into the muck, and the wager is given up with it",
                        )
                    ]
                )

    def _settle(self, play: Play, standing: Standing) -> Generator[Wait, Any, None]:
        """One bettor shows his cards and is paid, or loses the wager with them."""
        event = yield from play.open(
            "the hands are shown", [Question(standing.person, {SHOW: None, REFUSE: None})]
        )
        play.clauses.add(self.setup.show_clause)
        if event.verb == REFUSE:
            play.settle(
                [self.claim(play, standing, REFUSED, "the cards are not shown, and the wager is forfeited")]
            )
        elif event.verb == SHOW:
            one, other = yield from play.turn(standing.seat)
            row = ROWS[pair_of(number_of(one), number_of(other))]
            outcome = self.outcome(standing.wager, row)
            end = (
                f"{row.replace('-', ' ')} pair wins, pays {outcome.odds}"
                if outcome.result == "win"
                else "no pair, the wager loses"
            )
            play.settle(
                [
                    self.claim(
                        play,
                        standing,
                        row,
                        f"{one} {other}: {end}",
                        (self.setup.pair_clause, self.setup.show_clause),
                    )
                ]
            )

    # Rulings.

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """A wager that is void where it lies."""
        super().judge_mark(play, mark, facts)
        if mark == IN_PLACE:
            void_in_place(self, play, facts)
