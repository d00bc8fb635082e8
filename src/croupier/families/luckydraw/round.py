"""Lucky draw baccarat as it is played: two cards to each box and one to the dealer, a third card for a further wager, and the dealer's hand.

What comes next always follows from what lies on the table and from the rulings made, so that a ruling may change it at any time: `LuckyDraw.next_step` says it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, Literal

from croupier.equipment.money import show_amount
from croupier.errors import BadInput
from croupier.families.cards.betting import Acts
from croupier.families.cards.firstdeal import DEALER, LATER, NEXT, NO_CARDS, ONE_CARD, REFUSES, FirstDeal
from croupier.families.common.pricing import LOSE, Outcome
from croupier.families.luckydraw.hands import (
    DRAW_ROWS,
    ENTER_ROWS,
    NO_THREES,
    OFF_SUIT,
    SUITED,
    draws,
    end_of,
)
from croupier.families.luckydraw.rules import LuckyDrawSetup, LuckyDrawWager
from croupier.ranking.points import count
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait

ENTER, DRAW = "enter", "draw"
GOES_ON, STANDS = "card-goes-on", "stands"

Step = tuple[Literal["deal", "ask", "over"], str]
"""What comes next: a card to a place, the question to a box, or nothing."""


class LuckyDraw(FirstDeal):
    """A hand for each box, and one for the dealer."""

    moments = (DRAW,)
    marks = (*FirstDeal.marks, GOES_ON, STANDS)

    def __init__(self, ruleset: Ruleset[LuckyDrawWager, LuckyDrawSetup]) -> None:
        """Up to which count the dealer draws."""
        text = ruleset.setup.dealer.draws_to
        self.draws_to = int(ruleset.options.get(text, text))
        super().__init__(ruleset)

    # Wagers.

    def rows(self, name: str) -> frozenset[str]:
        """By the kind of the wager."""
        if self.kind_of(name) == ENTER:
            return frozenset({"win", "tie", LOSE})
        return frozenset(row for rows in DRAW_ROWS for row in rows)

    def must_price(self, name: str) -> frozenset[str]:
        """Any count that wins."""
        return (
            frozenset({"win"})
            if self.kind_of(name) == ENTER
            else frozenset({"win", "lucky-7", "lucky-8", "lucky-9"})
        )

    def kind_of(self, name: str) -> str:
        """The first wager, or the one made for a third card."""
        return str(self.ruleset.wager(name)[0].kind)

    def late_clause(self, wager: str, verb: str = "bet") -> str:
        """A draw wager that has been made is not touched, by a clause of its own."""
        return (
            str(self.setup.draw.made_clause)
            if verb == "remove" and self.kind_of(wager) == DRAW
            else super().late_clause(wager, verb)
        )

    # Before the deal.

    def begin(self, play: Play, table: Any) -> None:
        """Nothing is dealt, nobody has decided."""
        super().begin(play, table)
        play.state["decided"] = []

    def dealt_for(self, play: Play) -> list[str]:
        """The boxes with an enter wager."""
        return sorted({standing.seat for standing in play.wagers if standing.wager == ENTER}, key=int)

    # The round.

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, cards, draws, the dealer's hand, settlement."""
        dealt = yield from self.bets(play, lambda: self.first_place(play))
        if not dealt:
            return
        self.opened(play)
        play.clauses |= {self.setup.values_clause, self.setup.count_clause}
        while True:
            self._arrange(play)
            what, who = self.next_step(play)
            if what == "over":
                break
            yield from self.card(play, who) if what == "deal" else self._ask(play, who)
        self._settle(play)

    def next_step(self, play: Play) -> Step:
        """What comes next, by what lies on the table."""
        if not play.wagers:
            return "over", ""
        if place := self.first_step(play):
            return "deal", place
        for box in self._turns(play):
            cards = len(play.places.get(box, []))
            if self._finished(play, box):
                continue
            if cards < 2 or self._draw(play, box):
                return "deal", box
            if clause := play.marked(STANDS, box):
                self._decide(play, box, clause)
                continue
            return "ask", box
        return self._dealer_step(play)

    def _dealer_step(self, play: Play) -> Step:
        """The dealer's hand is filled once every box has been played."""
        cards = play.places.get(DEALER, [])
        row = self.setup.dealer
        play.clauses |= {row.clause, row.third_clause}
        if len(cards) < 2 or (len(cards) == 2 and draws(count(play.cards(DEALER)), self.draws_to)):
            return "deal", DEALER
        play.clauses.add(row.only_clause)
        return "over", ""

    def _turns(self, play: Play) -> list[str]:
        """The boxes that are played, in turn; one that was passed over comes after the others."""
        live = [box for box in play.state["boxes"] if self._enter(play, box)]
        return sorted(live, key=lambda box: bool(play.marked(LATER, box) or play.marked(GOES_ON, box)))

    def _finished(self, play: Play, box: str) -> bool:
        cards = len(play.places.get(box, []))
        if cards >= 2 and play.marked(REFUSES, box):
            return True
        return box in play.state["decided"] and not (cards < 3 and self._draw(play, box))

    def _find(self, play: Play, box: str, wager: str) -> Standing | None:
        return next(
            (standing for standing in play.wagers if standing.seat == box and standing.wager == wager), None
        )

    def _enter(self, play: Play, box: str) -> Standing | None:
        return self._find(play, box, ENTER)

    def _draw(self, play: Play, box: str) -> Standing | None:
        return self._find(play, box, DRAW)

    def _decide(self, play: Play, box: str, clause: str) -> None:
        play.state |= {"acted": True, "decided": [*play.state["decided"], box]}
        play.clauses.add(clause)

    # Cards.

    def noted(self, play: Play, place: str) -> None:
        """A third card is the one that the draw wager was made for."""
        first = not play.state["acted"] and len(play.state["order"]) < len(self.sequence(play))
        super().noted(play, place)
        if not first and place != DEALER and len(play.places[place]) == 3:
            play.clauses.add(self.setup.draw.card_clause)

    def carried(self, play: Play, box: str) -> bool:
        """Whether a box has an enter wager."""
        return self._enter(play, box) is not None

    def takes_early(self, play: Play) -> bool:
        """A second card always, a third by the count."""
        held = play.cards(DEALER)
        return len(held) == 1 or (len(held) == 2 and draws(count(held), self.draws_to))

    def cards_wanted(self, play: Play) -> int:
        """Three cards for each box and for the dealer are the most."""
        places = [*(play.state["boxes"] or self.dealt_for(play)), DEALER]
        return sum(3 - len(play.places.get(place, [])) for place in places)

    # Decisions.

    def _ask(self, play: Play, box: str) -> Generator[Wait, Any, None]:
        """A player draws or stands."""
        row = self.setup.draw
        enter = self._enter(play, box)
        assert enter is not None
        locked = Refusal("the enter wager is not touched until it has been decided", row.locked_clause)
        acts: Acts = {"draw": None, "stand": None, f"remove {ENTER}": locked, f"bet {ENTER}": locked}
        turn = Refusal(f"box {box} is asked now", row.clause)
        nobody: Acts = {"draw": turn, "stand": turn}
        questions = [
            Question(enter.person, acts, lambda event: self._judge_draw(play, event, enter)),
            Question("*", nobody, lambda event: self._not_asked(play, event) or turn),
        ]
        event = yield from play.open("draw or stand", questions)
        if event == MARKED or event.verb == "gone":
            return
        play.clauses.add(row.clause)
        if event.verb == "draw":
            play.put(Standing(seat=enter.seat, bettor=enter.bettor, wager=DRAW, stake=enter.stake))
            play.clauses |= {row.equal_clause, row.made_clause}
        self._decide(play, box, row.draw_clause if event.verb == "draw" else row.stand_clause)

    def _not_asked(self, play: Play, event: Event) -> Refusal | None:
        """Why a box draws no card any more, where a ruling says so."""
        clause = play.marked(REFUSES, event.seat) or play.marked(STANDS, event.seat)
        return Refusal(f"box {event.seat} draws no further card in this round", clause) if clause else None

    def _judge_draw(self, play: Play, event: Event, enter: Standing) -> Refusal | None:
        if event.verb != "draw":
            return None
        if event.amount is not None and event.amount != enter.stake:
            return Refusal(
                f"the draw wager equals the enter wager of {show_amount(enter.stake)}",
                self.setup.draw.equal_clause,
            )
        return self.barred_by(play, event) or self.judge_oral(play, event) or self.judge_medium(event)

    # Rulings.

    def _arrange(self, play: Play) -> None:
        """Put the cards where the rulings made so far say that they belong, and give back the draw wager of who refused a card."""
        self.arrange(play)
        for box in play.state["boxes"]:
            clause, draw = play.marked(REFUSES, box), self._draw(play, box)
            if clause and draw is not None and len(play.places.get(box, [])) < 3:
                play.withdraw(draw, (clause,), "the player refused the card, and the draw wager is void")

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Whether a ruling makes sense now; cards that it names are laid at once."""
        super().judge_mark(play, mark, facts)
        box = facts.get("box", "")
        if mark in (NO_CARDS, ONE_CARD, GOES_ON, LATER, REFUSES, STANDS) and box not in play.state["boxes"]:
            raise BadInput(f"box {box or '?'} has no hand in this round; say box=N")
        if mark in (GOES_ON, LATER, STANDS, REFUSES) and (
            not self._enter(play, box) or (mark != GOES_ON and self._finished(play, box))
        ):
            raise BadInput(f"box {box} has been played already")
        if (
            mark in (LATER, GOES_ON)
            and box == [other for other in play.state["boxes"] if self._enter(play, other)][-1]
        ):
            raise BadInput(f"box {box} is the last before the dealer: it is asked now")
        if mark == GOES_ON:
            self._pass_on(play, box)

    def _pass_on(self, play: Play, box: str) -> None:
        """The third card of a box went to another: it comes next, and the box waits for its own until the others have been played."""
        later = (
            play.state["decided"][play.state["decided"].index(box) + 1 :]
            if box in play.state["decided"]
            else []
        )
        if (
            len(play.places.get(box, [])) < 3
            or any(len(play.places[other]) == 3 for other in later)
            or len(play.places.get(DEALER, [])) > 1
        ):
            raise BadInput(f"box {box} was not dealt the last card")
        play.shift(box, 2, NEXT)

    # Settlement.

    def _settle(self, play: Play) -> None:
        claims = []
        setup = self.setup
        for standing in play.wagers:
            mine, dealers = play.cards(standing.seat), play.cards(DEALER)
            end = end_of(len(mine) == 3, count(mine), count(dealers), threes_in(mine))
            row = ENTER_ROWS[end] if standing.wager == ENTER else self.chosen(standing.wager, DRAW_ROWS[end])
            why = self.why(standing, count(mine), count(dealers), self.outcome(standing.wager, row))
            claims.append(self.claim(play, standing, row, why, (setup.compare_clause,)))
        if claims:
            play.settle(self.in_order(play, claims))

    def why(self, standing: Standing, mine: int, dealers: int, outcome: Outcome) -> str:
        """The reason of a settlement line, in one sentence."""
        counts = f"box {standing.seat} has {mine}, the dealer {dealers}"
        if outcome.result == "win":
            return f"{counts}: {standing.name} wins, pays {outcome.odds}"
        return (
            f"{counts}: {standing.name} "
            + {
                "lose": "loses",
                "push": "stands off and goes back",
                "void": "is void and goes back",
                "half": "loses half",
            }[outcome.result]
        )


def threes_in(cards: list[str]) -> int:
    """Whether a hand is three threes, and of one suit.

    >>> threes_in(["3c", "3d", "3c"]), threes_in(["3h", "3h", "3h"]), threes_in(["3h", "3h"]), threes_in(["3h", "3h", "Kh"])
    (1, 2, 0, 0)
    """
    if len(cards) != 3 or any(card[0] != "3" for card in cards):
        return NO_THREES
    return SUITED if len({card[1] for card in cards}) == 1 else OFF_SUIT
