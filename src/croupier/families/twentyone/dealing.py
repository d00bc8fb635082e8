"""The first deal of twenty-one: one hand or two for each box, shared cards, the hole card."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from croupier.errors import BadInput
from croupier.families.twentyone.holding import NOT_NATURAL, HandSlice, Holding, box_of, hand_of
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.firstdeal import (
    DEALER,
    IN_ORDER,
    LATER,
    NO_CARDS,
    NO_DEALER_CARD,
    ONE_CARD,
    REFUSES,
    DealSlice,
    FirstDeal,
)
from croupier.table.parts.part import Nothing
from croupier.table.parts.people import without_hand
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.undo import taken_back
from croupier.table.play import Dealt, Play

SHARED = "shared"
"""The place of the two cards that are shared by everybody."""
ABSENT, OUT_OF_PLAY = "plays-by-rule", "stands"
"""Marks of a box whose player has left: it is drawn by rule, or stands."""
NOT_PLAYED = (LATER, REFUSES, ABSENT, OUT_OF_PLAY)
"""Marks of boxes that have not been played yet."""


class HandsDealt(FirstDeal):
    """Deals the first cards."""

    marks = (*FirstDeal.marks, NOT_NATURAL, ABSENT, OUT_OF_PLAY)

    def __init__(
        self,
        holding: Holding,
        shoe: DealingShoe,
        cutting: Cutting,
        takes_early: Callable[[Play], bool],
    ) -> None:
        super().__init__(shoe, cutting, holding.dealt_for, holding.is_carried, takes_early)
        self.holding = holding
        self.rules = holding.rules

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no decisions."""
        super().begin(play, carried)
        play.add(HandSlice())

    # Places.

    def areas(self, box: str) -> list[str]:
        """Return the places of a box: two hands where cards may be switched."""
        return self.holding.areas(box)

    def laid_out(self, play: Play) -> list[str]:
        """Return the places in the order of the deal. Shared cards have their own; a hole card is last."""
        missed = NO_DEALER_CARD in play.marks
        hole = [DEALER] if self.rules.hole != "none" and not missed else []
        if self.rules.parallel:
            return [SHARED, *([] if missed else [DEALER]), SHARED, *hole]
        return [*super().laid_out(play), *hole]

    def face_of(self, place: str, number: int) -> str:
        """Return how a card lies: a hole card face down."""
        return "down" if place == DEALER and number == 1 and self.rules.hole != "none" else "up"

    def face_now(self, play: Play, place: str) -> str:
        """Return how the next card of a place lies, in the first deal or after it."""
        if play.of(HandSlice).started or NO_DEALER_CARD in play.marks:
            return "up"
        return self.face_of(place, len(play.places.get(place, [])))

    def first_place(self, play: Play) -> str:
        """Return the place of the first card."""
        place = super().first_place(play)
        if not self.rules.parallel or place == DEALER:
            return place
        self.cutting.deals_to(play, SHARED)
        return SHARED

    def opened(self, play: Play) -> None:
        """Note the boxes. Each has one hand, or two with as much on the second."""
        super().opened(play)
        deal, switch = play.of(DealSlice), self.rules.setup.switch
        if self.rules.parallel:
            deal.order = [SHARED]
        hands = ["1", "2"] if switch else [""]
        play.of(HandSlice).hands = {box: list(hands) for box in deal.boxes}
        if not switch:
            return
        for standing in [one for one in play.wagers if one.wager == self.rules.main]:
            play.take(standing)
            for hand in hands:
                play.put(msgspec.structs.replace(standing, hand=hand))

    def _note(self, play: Play, place: str) -> None:
        """Note a card of the first deal until the offers begin."""
        if not play.of(HandSlice).started:
            super()._note(play, place)

    # Rulings.

    def _relay(self, play: Play, cards: list[Dealt], sequence: list[str]) -> None:
        """Move cards of the first deal, and decide again what they had decided: offers are made anew."""
        super()._relay(play, cards, sequence)
        mine, insurance = play.of(HandSlice), self.rules.setup.insurance
        if mine.started:
            taken_back(play, lambda _: True)
            for one in [one for one in play.wagers if insurance and one.wager == insurance.wager]:
                play.take(one)
            mine.started, mine.asked, mine.done, mine.looked = False, [], [], ""

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check whether a ruling makes sense now."""
        if mark == IN_ORDER and play.phase == "over":
            raise BadInput("the round is settled, and its cards stay where they lie")
        if mark in (NO_CARDS, ONE_CARD, *NOT_PLAYED):
            for named in facts.get("box", "").split("+"):
                self._check_box(play, mark, named)
        super().marked(play, mark, facts)

    def _check_box(self, play: Play, mark: str, named: str) -> None:
        """Refuse a ruling on a box not in this round, or on the turn of a hand that was played."""
        box = box_of(named)
        if box not in self.holding.boxes(play):
            raise BadInput(without_hand(box))
        if mark not in NOT_PLAYED:
            return
        places = self.holding.places_of(play, box)
        if hand_of(named) and named not in places:
            raise BadInput(f"there is no hand {named}; box {box} has {' and '.join(places)}")
        if not self.holding.open_places(play, box):
            raise BadInput(f"box {box} has been played already")
        if mark == LATER and box == self.holding.turns(play)[-1]:
            raise BadInput(f"box {box} is the last before the dealer: it is asked now")
