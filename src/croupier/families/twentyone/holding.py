"""What lies on the boxes of twenty-one: hands, the wagers on them, and who decides."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.hands import MOST, TENS, Dealers, Mine, is_natural, total
from croupier.table.claims import Standing
from croupier.table.parts.bank import TableBank
from croupier.table.parts.firstdeal import DEALER, LATER, REFUSES, DealSlice
from croupier.table.parts.people import around, beyond
from croupier.table.play import Play, Slice

NOT_NATURAL = "not-a-natural"
"""Marks two cards of the dealer as no natural, whatever they are."""


class HandSlice(Slice):
    """What has been done with the hands of a round.

    Places are written `2`, or `2.1` and `2.2` where a box has several hands.
    """

    hands: dict[str, list[str]] = {}
    """The hands of each box in the order of play: one without a name, or numbers."""
    heads: dict[str, list[str]] = {}
    """The shared cards of a hand, by place."""
    done: list[str] = []
    """Places that take no more cards."""
    doubled: dict[str, int] = {}
    """How many cards of a doubled hand have their aces at one for good, by place."""
    split: list[str] = []
    """Hands made by splitting."""
    aces: list[str] = []
    """Hands made by splitting aces."""
    switched: list[str] = []
    """Boxes whose second cards were switched."""
    kept: list[str] = []
    """Boxes that have decided whether to switch."""
    surrendered: list[str] = []
    """Persons who gave up half of the wager."""
    even_money: list[str] = []
    """Persons who took even money."""
    forfeited: list[str] = []
    """Doubled hands that were given up, each with its person."""
    stood: list[str] = []
    """Places that discarded a card and stand."""
    started: bool = False
    """Whether the wagers that the first deal decides are settled."""
    asked: list[str] = []
    """Offers that have been made to all."""
    looked: str = ""
    """What the dealer said of the hole card: `natural` or `no-natural`."""
    hit: str | UnsetType = UNSET
    """The place of the next card."""
    rescued: list[str] | UnsetType = UNSET
    """Doubled hands that have been asked whether to give up."""
    roots: dict[str, str] | UnsetType = UNSET
    """The first hand that each hand was split from, by place."""
    players_in: list[str] | UnsetType = UNSET
    """Persons with a main wager when the first deal was complete, as `2:b`."""


def place_of(box: str, hand: str) -> str:
    """Return where the cards of a hand lie."""
    return f"{box}.{hand}" if hand else box


def hand_of(place: str) -> str:
    """Return the hand that lies at a place."""
    return place.partition(".")[2]


def box_of(place: str) -> str:
    """Return the box that a place belongs to."""
    return place.partition(".")[0]


class Holding:
    """Hands and the wagers on them, as they lie on the table."""

    def __init__(self, rules: TwentyOneRules, bank: TableBank) -> None:
        self.rules = rules
        self.setup = rules.setup
        self.bank = bank

    # Boxes.

    def boxes(self, play: Play) -> list[str]:
        """Return the boxes that get cards; none before the first card."""
        return play.of(DealSlice).boxes

    def dealt_for(self, play: Play) -> list[str]:
        """Return the boxes with a main wager, in the order of the deal."""
        boxes = sorted({one.seat for one in play.wagers if one.wager == self.rules.main}, key=int)
        if not self.bank.player_banked:
            return boxes
        banker = self.bank.banker(play)
        house_first = self.rules.ruleset.readings.get("first-to-play") == "house-dealers-first-seat"
        if not banker or house_first:
            return boxes
        return around(boxes, beyond(banker, self.bank.places))

    def is_carried(self, play: Play, box: str) -> bool:
        """Say whether a box has a wager on a hand."""
        on_hand = self.rules.on_hand
        return box in [one.seat for one in play.wagers if one.wager in on_hand]

    def turns(self, play: Play) -> list[str]:
        """Return the boxes in the order of play. A box that was passed over comes last."""
        live = [box for box in self.boxes(play) if self.is_carried(play, box)]
        return sorted(live, key=lambda box: bool(play.marked(LATER, box))) if LATER in play.marks else live

    def refuses(self, play: Play, place: str) -> str:
        """Return the clause by which a hand gets no more cards because its player refused one."""
        clause = play.marked(REFUSES, place)
        if clause or not self.setup.refused_by_player or REFUSES not in play.marks:
            return clause
        mark = play.marks[REFUSES]
        people = {play.whose(box) for box in mark.get("box", "").split("+") if box}
        return mark["clause"] if play.whose(place) in people else ""

    def areas(self, box: str) -> list[str]:
        """Return the places of a box in the first deal: two hands where cards may be switched."""
        return [f"{box}.1", f"{box}.2"] if self.setup.switch else [box]

    def places_of(self, play: Play, box: str) -> list[str]:
        """Return the hands of a box in the order of play."""
        return [f"{box}.{hand}" if hand else box for hand in play.of(HandSlice).hands.get(box, ())]

    def open_places(self, play: Play, box: str) -> list[str]:
        """Return the hands of a box that have a wager and may still take cards."""
        mine, found = play.of(HandSlice), []
        for hand in mine.hands.get(box, ()):
            place = f"{box}.{hand}" if hand else box
            if place not in mine.done and self.is_wagered(play, box, hand):
                found.append(place)
        return found

    def live_places(self, play: Play) -> list[str]:
        """Return all hands that have a wager, in the order of the boxes."""
        hands, found = play.of(HandSlice).hands, []
        for box in self.boxes(play):
            for hand in hands.get(box, ()):
                if self.is_wagered(play, box, hand):
                    found.append(f"{box}.{hand}" if hand else box)
        return found

    # Cards.

    def cards_of(self, play: Play, place: str) -> list[str]:
        """Return the cards of a hand; shared ones come first."""
        heads, cards = play.of(HandSlice).heads, play.cards(place)
        return [*heads.get(place, ()), *cards] if heads else cards

    def number(self, play: Play, place: str) -> int:
        """Count the cards of a hand."""
        heads = play.of(HandSlice).heads
        return len(play.places.get(place, ())) + (len(heads.get(place, ())) if heads else 0)

    def count(self, play: Play, place: str) -> tuple[int, bool]:
        """Return the total of a hand, and whether an ace counts eleven."""
        return total(self.cards_of(play, place), play.of(HandSlice).doubled.get(place, 0))

    def natural(self, play: Play, place: str) -> bool:
        """Say whether a hand is a natural: its first two cards as they were dealt."""
        return self._natural_of(play.of(HandSlice), place, self.cards_of(play, place))

    def _natural_of(self, mine: HandSlice, place: str, cards: Sequence[str]) -> bool:
        if not is_natural(cards) or (mine.switched and box_of(place) in mine.switched):
            return False
        split = self.setup.split
        return place not in mine.split or bool(split and split.naturals)

    def upcard(self, play: Play) -> str:
        """Return the dealer's first card; empty while there is none."""
        held = play.places.get(DEALER, [])
        return held[0].card if held and held[0].visible() else ""

    def may_be_natural(self, play: Play) -> bool:
        """Say whether the dealer shows a card that may begin a natural."""
        up = self.upcard(play)
        return not up or (up[0] in "A" + TENS and NOT_NATURAL not in play.marks)

    # Wagers.

    def kind(self, standing: Standing) -> str:
        """Return the kind of a wager; empty for what is no wager of the file, like a fee."""
        return self.rules.kinds.get(standing.wager, "")

    def is_on_hand(self, standing: Standing) -> bool:
        """Say whether a wager lies on a hand."""
        return standing.wager in self.rules.on_hand

    def on_hand_wagers(self, play: Play, place: str) -> list[Standing]:
        """Return all wagers on a hand."""
        box, _, hand = place.partition(".")
        on_hand = self.rules.on_hand
        return [one for one in play.wagers if one.seat == box and one.hand == hand and one.wager in on_hand]

    def is_wagered(self, play: Play, box: str, hand: str) -> bool:
        """Say whether a wager lies on a hand."""
        on_hand = self.rules.on_hand
        return hand in [one.hand for one in play.wagers if one.seat == box and one.wager in on_hand]

    def bases(self, play: Play, place: str) -> list[Standing]:
        """Return the wagers that carry a hand, one a person; the box's controller comes first.

        That is the main wager, or the one put on the hand by splitting.
        """
        found = [one for one in self.on_hand_wagers(play, place) if self.kind(one) != "double"]
        return sorted(found, key=lambda one: one.bettor)

    def base_of(self, play: Play, place: str, person: str) -> Standing | None:
        """Return a person's wager that carries a hand."""
        return next((one for one in self.bases(play, place) if one.person == person), None)

    def controller(self, play: Play, box: str) -> str:
        """Return who decides for a box: the first with a wager on it, or the highest if nobody sits there."""
        first, on_hand = None, self.rules.on_hand
        for one in play.wagers:
            if one.seat == box and one.wager in on_hand and (first is None or one.bettor < first.bettor):
                first = one
        if first is None:
            return ""
        row = self.setup.followers
        # Who plays a box besides his own does not sit at it.
        if row is not None and row.highest_clause and first.whose != box:
            main = [one for one in play.wagers if one.seat == box and one.wager == self.rules.main]
            if main:
                play.clauses.add(row.highest_clause)
                return min((-play.laid(one), one.bettor, one.person) for one in main)[2]
        return first.person

    def mains(self, play: Play) -> list[Standing]:
        """Return one main wager a person, in the order of the boxes."""
        found: dict[str, Standing] = {}
        for one in sorted(play.wagers, key=lambda one: (int(one.seat), one.bettor, one.hand)):
            if one.wager == self.rules.main:
                found.setdefault(one.person, one)
        return list(found.values())

    def naturals_of(self, play: Play, person: str) -> list[Standing]:
        """Return a person's main wagers that lie on a natural."""
        mine = [one for one in play.wagers if one.person == person and one.wager == self.rules.main]
        return [one for one in mine if self.natural(play, place_of(one.seat, one.hand))]

    # Hands that are finished.

    def mine(self, play: Play, place: str, standing: Standing) -> Mine:
        """Return a hand as a wager on it counts it."""
        done, cards, kinds = play.of(HandSlice), tuple(self.cards_of(play, place)), self.rules.kinds
        person, wagers = standing.person, self.on_hand_wagers(play, place)
        doubled = any([kinds[one.wager] == "double" and one.person == person for one in wagers])
        low, double = done.doubled.get(place, 0), self.setup.double
        if low and not doubled and double and self.rules.holds(double.aces_low_for, empty=False):
            low = 0
        points, natural = total(cards, low)[0], self._natural_of(done, place, cards)
        surrendered = person in done.surrendered
        return Mine(
            cards,
            points,
            natural,
            doubled=doubled,
            surrendered=surrendered,
            early=surrendered and self._gave_up_early(play),
            two_card_21=points == MOST and len(cards) == 2 and not natural,
            split=place in done.split,
        )

    def _gave_up_early(self, play: Play) -> bool:
        """Say whether hands of this round are given up before the dealer looks for a natural."""
        return self.rules.early_surrender and self.upcard(play)[:1] in "A" + TENS

    def dealers(self, play: Play) -> Dealers:
        """Return the dealer's hand as it lies, without cards that would have taken it over."""
        # A hole card that never had to be turned is no part of it.
        cards = tuple(dealt.card for dealt in play.places.get(DEALER, []) if dealt.visible())
        row = self.setup.dealer
        return Dealers(
            cards,
            total(cards)[0] if cards else 0,
            natural=is_natural(cards) and NOT_NATURAL not in play.marks,
            push_on=self.rules.push_on,
            void_total=row.void_total,
            discarded=DEALER in play.of(HandSlice).stood,
            eights=row.eights and len(cards) == 3 and all(card[0] == "8" for card in cards),
        )
