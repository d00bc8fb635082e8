"""The first deal at a table with a hand for each box and one for the dealer, and what is done when it goes wrong.

What comes next always follows from what lies on the table and from the rulings made, so that a ruling may change it at any time.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from croupier.equipment.card import UNSEEN
from croupier.errors import BadInput
from croupier.families.cards.betting import Acts
from croupier.families.cards.boxes import Boxes
from croupier.families.cards.shoes import REFILL
from croupier.families.cards.undo import IN_PLACE, void_in_place
from croupier.table.events import Event
from croupier.table.play import Dealt, Play
from croupier.table.questions import Question, Refusal, Wait

DEALER = "dealer"
NEXT, DISCARDED = "next", "discarded"
"""The places of cards that were drawn too early and come next, and of cards that go out of play."""
NO_CARDS, ONE_CARD, NO_DEALER_CARD = "no-cards", "second-card-missed", "dealer-card-missed"
IN_ORDER, DEALER_CARDS, VOID_CARDS, COME_NEXT = (
    "place-in-order",
    "dealer-cards",
    "void-cards",
    "cards-come-next",
)
LATER, REFUSES = "play-later", "refuse-card"


class FirstDeal(Boxes):
    """A hand for each box with a wager, and one for the dealer."""

    marks = (
        *Boxes.marks,
        REFILL,
        IN_PLACE,
        NO_CARDS,
        ONE_CARD,
        NO_DEALER_CARD,
        IN_ORDER,
        DEALER_CARDS,
        VOID_CARDS,
        COME_NEXT,
        LATER,
        REFUSES,
    )

    # What a family says.

    def carried(self, play: Play, box: str) -> bool:
        """Whether a box still has the wager that cards are dealt for."""
        raise NotImplementedError

    def dealt_for(self, play: Play) -> list[str]:
        """The boxes with such a wager, in the order of the deal."""
        raise NotImplementedError

    def areas(self, box: str) -> list[str]:
        """The places of the hands of a box in the first deal."""
        return [box]

    def takes_early(self, play: Play) -> bool:
        """Whether a card that the dealer took too early belongs to the dealer's hand."""
        raise NotImplementedError

    # Before the deal.

    def begin(self, play: Play, table: Any) -> None:
        """Nothing is dealt."""
        super().begin(play, table)
        play.state |= {"boxes": [], "order": [], "unserved": [], "single": [], "acted": False}

    def dealer_acts(self, play: Play) -> Acts:
        """Betting is not closed before there is a wager."""
        acts = super().dealer_acts(play)
        if not play.wagers and acts["no-more-bets"] is None:
            acts["no-more-bets"] = Refusal("nobody has bet yet", self.betting.clause)
        return acts

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """Cards go to boxes with a wager, and there must be one."""
        refusal = super().judge_deal(play, event)
        if refusal is None and not self.dealt_for(play):
            return Refusal("cards are dealt to boxes with a wager, and there is none", self.betting.clause)
        return refusal or self.judge_card(play)

    def first_place(self, play: Play) -> str:
        """The place of the first card. Betting that was closed is open again if no wager is left."""
        if not play.wagers and play.phase == "called":
            play.phase = "open"
        boxes = self.dealt_for(play)
        play.state["dealing"] = self.areas(boxes[0])[0] if boxes else DEALER
        return str(play.state["dealing"])

    def opened(self, play: Play) -> None:
        """The first card is out: the boxes are known."""
        boxes = self.dealt_for(play)
        play.state |= {"boxes": boxes, "order": [self.areas(boxes[0])[0]]}

    # The order of the deal.

    def sequence(self, play: Play) -> list[str]:
        """The places of the first deal, in order: one card to each hand, one to the dealer, a second to each hand."""
        areas = [area for box in play.state["boxes"] for area in self.areas(box)]
        served = [
            area for area in areas if area not in play.state["unserved"] and not play.marked(NO_CARDS, area)
        ]
        dealer = [] if NO_DEALER_CARD in play.marks else [DEALER]
        return [
            *served,
            *dealer,
            *(
                area
                for area in served
                if area not in play.state["single"] and not play.marked(ONE_CARD, area)
            ),
        ]

    def box_of(self, place: str) -> str:
        """The box that a place belongs to."""
        return place.partition(".")[0]

    def first_step(self, play: Play) -> str:
        """Where the next card of the first deal goes; nowhere once it is complete, or somebody has played."""
        if play.state["acted"]:
            return ""
        sequence = self.sequence(play)
        dealt = len(play.state["order"])
        while dealt < len(sequence):
            place = sequence[dealt]
            box = self.box_of(place)
            if box not in play.state["boxes"] or self.carried(play, box):
                return place
            # A box without a wager gets no card any more; what was dealt stays where it lies.
            key = "unserved" if place not in sequence[:dealt] else "single"
            play.state[key] = [*play.state[key], place]
            sequence = self.sequence(play)
        return ""

    # Cards.

    def card(self, play: Play, place: str, face: str = "up") -> Generator[Wait, Any, None]:
        """The next card to a place, unless a ruling comes between."""
        play.state["dealing"] = self.box_of(place)
        if play.places.get(NEXT):
            play.places.setdefault(place, []).append(self._faced(play.places[NEXT].pop(0), face))
            self.noted(play, place)
            return
        self.watch(play)
        event = yield from play.open(
            "cards",
            [Question(DEALER, self._cutting(play))],
            draw="deal",
            place=place,
            face=face,
            check=lambda drawn: self.judge_card(play),
        )
        if event.is_draw:
            play.lay(place, event.what, face)
            self.noted(play, place)
        elif event.verb == "cutting-card":
            self.reach(play)

    def noted(self, play: Play, place: str) -> None:
        """A card has come to a place: the first deal is kept in order."""
        if not play.state["acted"] and len(play.state["order"]) < len(self.sequence(play)):
            play.state["order"] = [*play.state["order"], place]

    def _cutting(self, play: Play) -> Acts:
        """The dealer says when the cutting card comes; asked even where it cannot, so that a ruling finds the table waiting."""
        for question in self.cutting_question(play):
            return dict(question.acts)
        return {"cutting-card": self.no_cutting}

    def judge_card(self, play: Play) -> Refusal | None:
        """An empty shoe is filled again by a ruling."""
        refusal = super().judge_card(play)
        clause = getattr(self.setup, "empty_clause", "")
        return (
            Refusal("the shoe is empty (supervisor rule too-few-cards)", clause)
            if refusal and clause
            else refusal
        )

    # Rulings.

    def arrange(self, play: Play) -> None:
        """Put the cards of the first deal where the rulings made so far say that they belong."""
        order, sequence = play.state["order"], self.sequence(play)
        if not play.state["acted"] and order != sequence[: len(order)]:
            self.relay(play, [play.places[place].pop(0) for place in order], sequence)

    def relay(self, play: Play, cards: list[Dealt], sequence: list[str]) -> None:
        """Lay the cards of the first deal again, in the order in which they left the shoe; what is left over comes next."""
        for card, place in zip(cards, sequence, strict=False):
            held = play.places.setdefault(place, [])
            held.append(self._faced(card, self.face_of(place, len(held))))
        play.state["order"] = sequence[: len(cards)]
        play.places[NEXT] = [*cards[len(sequence) :], *play.places.get(NEXT, [])]

    def face_of(self, place: str, number: int) -> str:
        """How the next card of a place lies in the first deal, where it has so many already."""
        return "up"

    def _faced(self, dealt: Dealt, face: str) -> Dealt:
        """A card that comes to another place lies as that place has it."""
        if face == "up" and dealt.card == UNSEEN:
            raise BadInput(
                "a card that nobody has seen would lie face up then: say which it is by dealing the round again"
            )
        return Dealt(dealt.card, ("all",) if face == "up" else ())

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Whether a ruling makes sense now; cards that it names are laid at once."""
        super().judge_mark(play, mark, facts)
        if mark == IN_PLACE:
            void_in_place(self, play, facts)
        if mark == VOID_CARDS and not play.state["order"]:
            raise BadInput("no card has been dealt yet")
        if mark in (ONE_CARD, NO_DEALER_CARD, IN_ORDER, COME_NEXT) and (
            play.state["acted"] or not play.state["order"]
        ):
            raise BadInput(
                "the first deal is put right before any hand is played on it"
                if play.state["acted"]
                else "no card has been dealt yet"
            )
        if mark == IN_ORDER:
            self._in_order(play, self.named_cards(facts.get("order", "")))
        if mark == DEALER_CARDS:
            self._dealer_cards(play, self.named_cards(facts.get("cards", "")))
        if mark in (VOID_CARDS, COME_NEXT):
            for card in self.named_cards(facts.get("cards", "")):
                self._leave(play, card, DISCARDED if mark == VOID_CARDS else NEXT)

    def named_cards(self, text: str) -> list[str]:
        """Cards that a ruling names: 9c+Td."""
        cards = [self.read_draw(Event("", "deal", card)) for card in text.split("+") if card]
        if not cards:
            raise BadInput("say which cards, like cards=9c+Td")
        return cards

    def _in_order(self, play: Play, cards: list[str]) -> None:
        """The cards of the first deal, put in the order in which they left the shoe."""
        places = list(play.state["order"])
        now = [play.places[place].pop(0) for place in places]
        if sorted(cards) != sorted(dealt.card for dealt in now):
            raise BadInput(
                f"order= names the cards that have been dealt, in the order in which they left the shoe: {'+'.join(dealt.card for dealt in now)}"
            )
        self.relay(play, [Dealt(card) for card in cards], places)

    def _dealer_cards(self, play: Play, cards: list[str]) -> None:
        """Cards that the dealer took too early count as they would have been dealt; those that would not have been go out of play."""
        if len(play.state["order"]) < len(self.sequence(play)) or len(play.places.get(DEALER, [])) != 1:
            raise BadInput(
                "the dealer's further cards are named once every box has its cards and the dealer one"
            )
        for card in cards:
            self._leave(play, card, DEALER if self.takes_early(play) else DISCARDED)

    def _leave(self, play: Play, card: str, place: str) -> None:
        """A card leaves the shoe by a ruling."""
        if play.stock is not None:
            if play.stock[card] <= 0:
                raise BadInput(f"cards={card}: every {card} that the table holds has been dealt already")
            play.stock[card] -= 1
        play.lay(place, card)
