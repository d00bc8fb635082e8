"""The boxes of lucky draw baccarat: who is asked to draw and when, and what rulings change."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.equipment.money import show_amount
from croupier.errors import BadInput
from croupier.families.luckydraw.hands import draws
from croupier.families.luckydraw.rules import DrawRow
from croupier.ranking.points import count
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.firstdeal import (
    DEALER,
    LATER,
    NEXT,
    NO_CARDS,
    ONE_CARD,
    REFUSES,
    DealSlice,
    FirstDeal,
)
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.people import without_hand
from croupier.table.play import MARKED, Play, Slice
from croupier.table.questions import Acts, Question, Refusal
from croupier.table.sights import Sight
from croupier.table.vocabulary import PLAIN, Declared, Takes

ENTER, DRAW = "enter", "draw"
GOES_ON, STANDS = "card-goes-on", "stands"
DEALER_STANDS, FILLED, HIT, SECOND = "dealer-stands", "dealer-filled", "dealer-has-hit", "dealer-has-second"
LAST, OTHERS, PLAYED, FIRST_DREW = "last-box", "others-done", "box-played", "first-box-drew"
ANOTHER = "another-box"


def wager_of(play: Play, box: str, wager: str) -> Standing | None:
    """Return a wager on a box."""
    return next((one for one in play.wagers if one.seat == box and one.wager == wager), None)


def has_entered(play: Play, box: str) -> bool:
    """Say whether a box has an enter wager."""
    return wager_of(play, box, ENTER) is not None


def entered(play: Play) -> list[str]:
    """Return the boxes with an enter wager, in the order of the deal."""
    return sorted({standing.seat for standing in play.wagers if standing.wager == ENTER}, key=int)


def cards_wanted(play: Play) -> int:
    """Count the cards that the round may still need: three for each box and for the dealer."""
    places = [*(play.of(DealSlice).boxes or entered(play)), DEALER]
    return sum(3 - len(play.places.get(place, [])) for place in places)


class DrawSlice(Slice):
    """Who has drawn or stood."""

    decided: list[str] = []


class Draws(Part[Nothing]):
    """Each box in turn draws a third card for a further wager, or stands."""

    carried = Nothing
    marks = (NO_CARDS, ONE_CARD, GOES_ON, LATER, REFUSES, STANDS)
    sights = (DEALER_STANDS, FILLED, HIT, SECOND, LAST, OTHERS, PLAYED, ANOTHER, FIRST_DREW)

    def __init__(
        self,
        row: DrawRow,
        betting: CardBetting,
        first_deal: FirstDeal,
        draws_to: int,
    ) -> None:
        self.row = row
        self.betting = betting
        self.first_deal = first_deal
        self.draws_to = draws_to
        """The highest count on which the dealer draws."""

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no decisions."""
        play.add(DrawSlice())

    def takes(self) -> Declared:
        """Declare the draw, which makes a wager."""
        return {"draw": Takes(self.betting.spoken, amount=True), "stand": PLAIN}

    # Whose turn it is.

    def turns(self, play: Play) -> list[str]:
        """Return the boxes in the order of play. A box that was passed over comes last."""
        live = [box for box in play.of(DealSlice).boxes if has_entered(play, box)]
        return sorted(live, key=lambda box: bool(play.marked(LATER, box) or play.marked(GOES_ON, box)))

    def is_finished(self, play: Play, box: str) -> bool:
        """Say whether a box is asked nothing more and gets no card."""
        cards = len(play.places.get(box, []))
        if cards >= 2 and play.marked(REFUSES, box):
            return True
        waits = cards < 3 and wager_of(play, box, DRAW)
        return box in play.of(DrawSlice).decided and not waits

    def decide(self, play: Play, box: str, clause: str) -> None:
        """Note that a box has drawn or stood. This ends the first deal."""
        play.of(DealSlice).acted = True
        mine = play.of(DrawSlice)
        mine.decided = [*mine.decided, box]
        play.clauses.add(clause)

    # Decisions.

    def ask(self, play: Play, box: str) -> Steps:
        """Ask a player whether he draws or stands."""
        row = self.row
        enter = wager_of(play, box, ENTER)
        assert enter is not None
        locked = Refusal("the enter wager is not touched until it has been decided", row.locked_clause)
        acts: Acts = {"draw": None, "stand": None, f"remove {ENTER}": locked, f"bet {ENTER}": locked}
        turn = Refusal(f"box {box} is asked now", row.clause)
        questions = [
            Question(enter.person, acts, lambda event: self._judge_draw(play, event, enter)),
            Question("*", {"draw": turn, "stand": turn}, lambda event: _not_asked(play, event) or turn),
        ]
        event = yield from play.open("draw or stand", questions, clause=row.clause)
        if event == MARKED or event.verb == "gone":
            return
        play.clauses.add(row.clause)
        if event.verb == "draw":
            play.put(Standing(enter.seat, DRAW, enter.stake, enter.bettor, player=enter.player))
            play.clauses |= {row.equal_clause, row.made_clause}
        self.decide(play, box, row.draw_clause if event.verb == "draw" else row.stand_clause)

    def _judge_draw(self, play: Play, event: Event, enter: Standing) -> Refusal | None:
        if event.verb != "draw":
            return None
        if event.amount is not None and event.amount != enter.stake:
            return Refusal(
                f"the draw wager equals the enter wager of {show_amount(enter.stake)}", self.row.equal_clause
            )
        betting = self.betting
        return (
            betting.exclusion.bars(play, event)
            or betting.judge_oral(play, event)
            or betting.limits.judge_medium(event)
        )

    # What the table shows.

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say how the dealer's hand stands, or who has been played."""
        if sight in (DEALER_STANDS, FILLED, HIT, SECOND):
            return self._sees_dealer(play, sight)
        settled = {line.seat for line in play.lines if line.result not in ("void", "withdrawn")}
        boxes, box = self.turns(play), facts.get("box", "")
        boxes = boxes or [one for one in play.of(DealSlice).boxes if one in settled]
        if sight == FIRST_DREW:
            drew = bool(boxes) and len(play.places.get(boxes[0], [])) > 2
            return Sight(drew, f"the first box in play has {'' if drew else 'not '}drawn")
        if box not in boxes:
            return Sight(sight == OTHERS, without_hand(box))
        if sight == LAST:
            return Sight(box == boxes[-1], f"box {boxes[-1]} is the last before the dealer")
        if sight == ANOTHER:
            alone = len(boxes) == 1
            return Sight(not alone, f"box {box} is {'' if alone else 'not '}the only one in play")
        if sight == OTHERS:
            waits = [one for one in boxes if one != box and not self.is_finished(play, one)]
            return Sight(
                not waits, f"box {waits[0]} is still to be played" if waits else "all others have been played"
            )
        played = box in play.of(DrawSlice).decided
        return Sight(played, f"box {box} has {'' if played else 'not '}been played")

    def _sees_dealer(self, play: Play, sight: str) -> Sight:
        cards = play.cards(DEALER)
        number = f"the dealer's hand has {len(cards)} card{'' if len(cards) == 1 else 's'}"
        if sight == DEALER_STANDS:
            if len(cards) < 2:
                return Sight(False, "the dealer's hand has no second card yet, and the next is its own")
            takes = len(cards) == 2 and draws(count(cards), self.draws_to)
            how = "draws: a further card is its own" if takes else "stands"
            return Sight(not takes, f"the dealer's hand counts {count(cards)} and {how}")
        if sight == SECOND:
            return Sight(len(cards) >= 2, number)
        hit = len(cards) >= 3
        if sight == FILLED and not self.first_deal.is_complete(play):
            # What the dealer took has not been entered yet.
            return Sight(True, number)
        return Sight(hit, number if hit else f"{number}, and was not hit")

    # Rulings.

    def give_back(self, play: Play) -> None:
        """Give back the draw wager of a player who refused the card."""
        for box in play.of(DealSlice).boxes:
            clause, draw = play.marked(REFUSES, box), wager_of(play, box, DRAW)
            if clause and draw is not None and len(play.places.get(box, [])) < 3:
                play.withdraw(draw, (clause,), "the player refused the card, and the draw wager is void")

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check that a box is still to be played. A card that went to another box comes next at once."""
        boxes, box = play.of(DealSlice).boxes, facts.get("box", "")
        if box not in boxes:
            raise BadInput(without_hand(box))
        if mark in (NO_CARDS, ONE_CARD):
            return
        if not has_entered(play, box) or (mark != GOES_ON and self.is_finished(play, box)):
            raise BadInput(f"box {box} has been played already")
        if mark in (LATER, GOES_ON) and box == [one for one in boxes if has_entered(play, one)][-1]:
            raise BadInput(f"box {box} is the last before the dealer: it is asked now")
        if mark == GOES_ON:
            self._pass_on(play, box)

    def _pass_on(self, play: Play, box: str) -> None:
        """Deal next the third card that went to another box.

        The box waits for its own card until the others have been played.
        """
        decided = play.of(DrawSlice).decided
        later = decided[decided.index(box) + 1 :] if box in decided else []
        dealt_since = any(len(play.places[other]) == 3 for other in later)
        if len(play.places.get(box, [])) < 3 or dealt_since or len(play.places.get(DEALER, [])) > 1:
            raise BadInput(f"box {box} was not dealt the last card")
        play.shift(box, 2, NEXT)


def _not_asked(play: Play, event: Event) -> Refusal | None:
    """Say why a box no longer draws, where a ruling says so."""
    clause = play.marked(REFUSES, event.seat) or play.marked(STANDS, event.seat)
    return Refusal(f"box {event.seat} draws no further card in this round", clause) if clause else None
