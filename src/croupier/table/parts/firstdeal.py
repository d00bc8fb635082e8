"""The first deal at a table with a hand for each box and one for the dealer, and its corrections.

The next step always follows from the cards on the table and from the rulings, so a ruling may change it at
any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.cache import Cache
from croupier.equipment.card import UNSEEN
from croupier.errors import BadInput
from croupier.table.events import Event
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.shoe import DealingShoe
from croupier.table.play import Dealt, Play, Slice
from croupier.table.questions import Question, Refusal, Wait
from croupier.table.sights import Sight

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
MISSED = frozenset({NO_CARDS, ONE_CARD, NO_DEALER_CARD})
"""The marks that change the order of the first deal."""


ACTED, COMPLETE = "acted", "first-deal-complete"
"""What is to be seen: whether a hand has been played on, and whether every place has its first cards."""


class DealSlice(Slice):
    """How far the first deal is."""

    boxes: list[str] = []
    """The boxes that are dealt to, once the first card is out."""
    order: list[str] = []
    """The places of the cards of the first deal, in the order they came."""
    unserved: list[str] = []
    """Hands without a card, and hands without a second, because nobody bets on them any more."""
    single: list[str] = []
    acted: bool = False
    """Whether somebody has played a hand: then the first deal is over."""


class FirstDeal(Part[Nothing]):
    """A hand for each box with a wager, and one for the dealer."""

    carried = Nothing
    marks: tuple[str, ...] = (
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
    sights: tuple[str, ...] = (ACTED, COMPLETE)

    def __init__(
        self,
        shoe: DealingShoe,
        cutting: Cutting,
        dealt_for: Callable[[Play], list[str]],
        is_carried: Callable[[Play, str], bool],
        takes_early: Callable[[Play], bool],
        noted: Callable[[Play, str, bool], None] = lambda play, place, first: None,
    ) -> None:
        """Take the boxes and the hearers of the deal.

        `dealt_for`: the boxes with a wager that cards are dealt for. `is_carried`: whether a box still has
        it. `takes_early`: whether a card that the dealer took too early belongs to the dealer's hand. `noted`
        is told of every card, and whether it is one of the first deal.
        """
        self.shoe = shoe
        self.cutting = cutting
        self.dealt_for = dealt_for
        self.is_carried = is_carried
        self.takes_early = takes_early
        self.noted = noted
        self._usual: Cache[tuple[str, ...], list[str]] = Cache()
        """The order of the deal by its boxes, where all of them get all of their cards."""

    # What a game with other places says.

    def areas(self, box: str) -> list[str]:
        """Return the places of the hands of a box in the first deal."""
        return [box]

    def face_of(self, place: str, number: int) -> str:
        """Return how the next card of a place lies in the first deal, after `number` cards there."""
        return "up"

    def sequence(self, play: Play) -> list[str]:
        """Return the places in the order of the first deal. Nobody may write in the list."""
        mine = play.of(DealSlice)
        if mine.unserved or mine.single or not MISSED.isdisjoint(play.marks):
            return self.laid_out(play)
        boxes = tuple(mine.boxes)
        found = self._usual.get(boxes)
        if found is None:
            found = self._usual.keep(boxes, self.laid_out(play))
        return found

    def laid_out(self, play: Play) -> list[str]:
        """Return the places in order: one card to each hand, one to the dealer, a second to each hand.

        It follows from the boxes, from who gets no card any more, and from marks on missed cards.
        """
        mine = play.of(DealSlice)
        areas = [area for box in mine.boxes for area in self.areas(box)]
        served = [area for area in areas if area not in mine.unserved and not play.marked(NO_CARDS, area)]
        dealer = [] if NO_DEALER_CARD in play.marks else [DEALER]
        second = [area for area in served if area not in mine.single and not play.marked(ONE_CARD, area)]
        return [*served, *dealer, *second]

    # Before the deal.

    def begin(self, play: Play, carried: Nothing) -> None:
        """Begin with nothing dealt."""
        play.add(DealSlice())

    def ready(self, play: Play) -> Refusal | None:
        """Say why dealing cannot begin: no box has a wager, or the shoe is empty."""
        if not self.dealt_for(play):
            clause = self.table.ruleset.setup.betting.clause
            return Refusal("cards are dealt to boxes with a wager, and there is none", clause)
        return self.shoe.judge_card(play)

    def first_place(self, play: Play) -> str:
        """Return the place of the first card. Betting that was closed is open again if no wager is left."""
        if not play.wagers and play.phase == "called":
            play.phase = "open"
        boxes = self.dealt_for(play)
        place = self.areas(boxes[0])[0] if boxes else DEALER
        self.cutting.deals_to(play, place)
        return place

    def opened(self, play: Play) -> None:
        """Fix the boxes: the first card is out."""
        mine = play.of(DealSlice)
        mine.boxes = self.dealt_for(play)
        mine.order = [self.areas(mine.boxes[0])[0]]

    # The order of the deal.

    def box_of(self, place: str) -> str:
        """Return the box that a place belongs to."""
        return place.partition(".")[0]

    def first_step(self, play: Play) -> str:
        """Return the place of the next card of the first deal.

        Empty once it is complete or somebody has played.
        """
        mine = play.of(DealSlice)
        if mine.acted:
            return ""
        sequence = self.sequence(play)
        dealt = len(mine.order)
        while dealt < len(sequence):
            place = sequence[dealt]
            box = self.box_of(place)
            if box not in mine.boxes or self.is_carried(play, box):
                return place
            # A box without a wager gets no card any more; what was dealt stays where it lies.
            if place not in sequence[:dealt]:
                mine.unserved = [*mine.unserved, place]
            else:
                mine.single = [*mine.single, place]
            sequence = self.sequence(play)
        return ""

    # Cards.

    def card(self, play: Play, place: str, face: str = "up") -> Steps:
        """Deal the next card to a place, unless a ruling comes between."""
        self.cutting.deals_to(play, self.box_of(place))
        if play.places.get(NEXT):
            play.places.setdefault(place, []).append(_faced(play.places[NEXT].pop(0), face))
            self._note(play, place)
            return
        self.shoe.watch(play)
        event = yield Wait(
            "cards",
            lambda: (Question(DEALER, self.shoe.cutting_acts(play)),),
            draw="deal",
            place=place,
            face=face,
            check=lambda drawn: self.shoe.judge_card(play),
        )
        if event.is_draw:
            play.lay(place, event.what, face)
            self._note(play, place)
        elif event.verb == "cutting-card":
            self.shoe.reach(play)

    def _note(self, play: Play, place: str) -> None:
        """Note the place of a card, to keep the order of the first deal."""
        mine = play.of(DealSlice)
        first = not mine.acted and len(mine.order) < len(self.sequence(play))
        if first:
            mine.order = [*mine.order, place]
        self.noted(play, place, first)

    # Rulings.

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say how far the first deal is."""
        mine = play.of(DealSlice)
        if sight == ACTED:
            return Sight(
                mine.acted,
                "a hand has been acted on" if mine.acted else "no hand has been acted on yet",
            )
        left = self.sequence(play)[len(mine.order) :]
        complete = bool(mine.order) and (
            mine.acted or all(self.box_of(one) not in mine.boxes for one in left)
        )
        return Sight(
            complete,
            "every hand has its first cards"
            if complete
            else "the first deal is not complete: a card that is drawn now is the next one of it",
        )

    def is_complete(self, play: Play) -> bool:
        """Whether every hand has its first cards, or somebody has played."""
        mine = play.of(DealSlice)
        return bool(mine.order) and (mine.acted or len(mine.order) >= len(self.sequence(play)))

    def reaches_back(self, play: Play, mark: str) -> bool:
        """Whether somebody was left out of a first deal on which hands have been played."""
        return mark in MISSED and play.of(DealSlice).acted

    def arrange(self, play: Play) -> None:
        """Put the cards of the first deal where the rulings made so far say that they belong."""
        mine = play.of(DealSlice)
        if mine.acted:
            return
        sequence = self.sequence(play)
        if mine.order != sequence[: len(mine.order)]:
            self._relay(play, [play.places[place].pop(0) for place in mine.order], sequence)

    def _relay(self, play: Play, cards: list[Dealt], sequence: list[str]) -> None:
        """Lay the cards of the first deal again, in the order they left the shoe. The rest comes next."""
        for card, place in zip(cards, sequence, strict=False):
            held = play.places.setdefault(place, [])
            held.append(_faced(card, self.face_of(place, len(held))))
        play.of(DealSlice).order = sequence[: len(cards)]
        play.places[NEXT] = [*cards[len(sequence) :], *play.places.get(NEXT, [])]

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check whether a ruling makes sense now; cards that it names are laid at once."""
        mine = play.of(DealSlice)
        if mark == VOID_CARDS and not mine.order:
            raise BadInput("no card has been dealt yet")
        if mark in (ONE_CARD, NO_DEALER_CARD, IN_ORDER, COME_NEXT) and (mine.acted or not mine.order):
            late = "the first deal is put right before any hand is played on it"
            raise BadInput(late if mine.acted else "no card has been dealt yet")
        if mark == IN_ORDER:
            self._in_order(play, self.named_cards(facts.get("order", "")))
        if mark == DEALER_CARDS:
            self._dealer_cards(play, self.named_cards(facts.get("cards", "")))
        if mark in (VOID_CARDS, COME_NEXT):
            for card in self.named_cards(facts.get("cards", "")):
                self._leave(play, card, DISCARDED if mark == VOID_CARDS else NEXT)

    def named_cards(self, text: str) -> list[str]:
        """Read cards that a ruling names: 9c+Td."""
        cards = [self.table.read_draw(Event("", "deal", card)) for card in text.split("+") if card]
        if not cards:
            raise BadInput("say which cards, like cards=9c+Td")
        return cards

    def _in_order(self, play: Play, cards: list[str]) -> None:
        """Put the cards of the first deal in the order they left the shoe."""
        places = list(play.of(DealSlice).order)
        now = [play.places[place].pop(0) for place in places]
        if sorted(cards) != sorted(dealt.card for dealt in now):
            raise BadInput(
                "order= names the cards that have been dealt, in the order in which they left the shoe: "
                f"{'+'.join(dealt.card for dealt in now)}"
            )
        self._relay(play, [Dealt(card) for card in cards], places)

    def _dealer_cards(self, play: Play, cards: list[str]) -> None:
        """Count cards that the dealer took too early as they would have been dealt.

        The others go out of play.
        """
        complete = len(play.of(DealSlice).order) >= len(self.sequence(play))
        if not complete or len(play.places.get(DEALER, [])) != 1:
            raise BadInput(
                "the dealer's further cards are named once every box has its cards and the dealer one"
            )
        for card in cards:
            self._leave(play, card, DEALER if self.takes_early(play) else DISCARDED)

    def _leave(self, play: Play, card: str, place: str) -> None:
        """Take a card out of the shoe by a ruling."""
        if play.stock is not None:
            if play.stock[card] <= 0:
                raise BadInput(f"cards={card}: every {card} that the table holds has been dealt already")
            play.stock[card] -= 1
        play.lay(place, card)


def _faced(dealt: Dealt, face: str) -> Dealt:
    """Lay a card with the face of its new place."""
    if face == "up" and dealt.card == UNSEEN:
        raise BadInput(
            "a card that nobody has seen would lie face up then: say which it is by dealing the round again"
        )
    return Dealt(dealt.card, ("all",) if face == "up" else ())
