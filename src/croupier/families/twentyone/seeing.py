"""What a table of twenty-one shows: whose hands have been played, and how the dealer's hand stands."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.families.twentyone.dealing import HandsDealt
from croupier.families.twentyone.hands import dealer_draws, told
from croupier.families.twentyone.holding import HandSlice, Holding, box_of
from croupier.table.parts.firstdeal import DEALER, LATER
from croupier.table.parts.part import Nothing, Part
from croupier.table.parts.people import without_hand
from croupier.table.play import Play
from croupier.table.sights import Sight

STANDS, HIT, FILLED, SECOND = "dealer-stands", "dealer-has-hit", "dealer-filled", "dealer-has-second"
LAST, OTHERS, PLAYED, ANOTHER = "last-box", "others-done", "box-played", "another-box"
FIRST_DOUBLED, FIRST_SPLIT, FIRST_SWITCHED = "first-box-doubled", "first-box-split", "first-box-switched"


class Seeing(Part[Nothing]):
    """Tells rulings what the table shows."""

    carried = Nothing
    sights = (
        STANDS,
        HIT,
        FILLED,
        SECOND,
        LAST,
        OTHERS,
        PLAYED,
        ANOTHER,
        FIRST_DOUBLED,
        FIRST_SPLIT,
        FIRST_SWITCHED,
    )
    hears = ()
    objects_to = ()

    def __init__(self, holding: Holding, dealing: HandsDealt) -> None:
        self.holding = holding
        self.dealing = dealing

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say how the dealer's hand stands, or who has been played."""
        if sight in (STANDS, HIT, FILLED, SECOND):
            return self._of_dealer(play, sight)
        if sight in (LAST, OTHERS, PLAYED, ANOTHER):
            return self._of_box(play, sight, box_of(facts.get("box", "")))
        return self._of_first(play, sight)

    # The dealer.

    def _of_dealer(self, play: Play, sight: str) -> Sight:
        cards = [dealt.card for dealt in play.places.get(DEALER, []) if dealt.visible()]
        if sight == STANDS:
            return self._stands(play, cards)
        number = f"the dealer's hand has {len(cards)} card{'' if len(cards) == 1 else 's'}"
        if sight == SECOND:
            return Sight(len(cards) >= 2, number)
        hit = len(cards) >= 3
        if sight == FILLED and not self.dealing.is_complete(play):
            # What the dealer took has not been entered yet.
            return Sight(True, number)
        return Sight(hit, number if hit else f"{number}, and was not hit")

    def _stands(self, play: Play, cards: list[str]) -> Sight:
        if len(cards) < 2:
            return Sight(False, "the dealer's hand has no second card yet, and the next is its own")
        draws = dealer_draws(cards, self.holding.rules.hits_soft_17)
        how = "draws: a further card is its own" if draws else "stands"
        return Sight(not draws, f"the dealer's hand counts {told(cards)} and {how}")

    # Boxes.

    def _of_box(self, play: Play, sight: str, box: str) -> Sight:
        turns = self._turns(play)
        if box not in turns:
            # Whoever has no hand is neither the last before the dealer, nor has been played.
            return Sight(sight == OTHERS, without_hand(box))
        if sight == LAST:
            return Sight(box == turns[-1], f"box {turns[-1]} is the last before the dealer")
        if sight == ANOTHER:
            alone = len(turns) == 1
            return Sight(not alone, f"box {box} is {'' if alone else 'not '}the only one in play")
        if sight == OTHERS:
            waits = [one for one in turns if one != box and self.holding.open_places(play, one)]
            return Sight(
                not waits, f"box {waits[0]} is still to be played" if waits else "all others have been played"
            )
        played = self._is_played(play, box)
        return Sight(played, f"box {box} has been played" if played else f"box {box} has not been played")

    def _turns(self, play: Play) -> list[str]:
        """List the boxes in play, in their order, settled or not."""
        decided = {line.seat for line in play.lines if line.result not in ("void", "withdrawn")}
        live = self.holding.turns(play)
        boxes = [box for box in self.holding.boxes(play) if box in live or box in decided]
        return [
            *(box for box in boxes if box not in live or not play.marked(LATER, box)),
            *(box for box in live if play.marked(LATER, box)),
        ]

    def _is_played(self, play: Play, box: str) -> bool:
        """Say whether a box has been played, or has begun to be."""
        mine, places = play.of(HandSlice), self.holding.places_of(play, box)
        begun = any(place in mine.split or self.holding.number(play, place) > 2 for place in places)
        return begun or box in mine.kept or not self.holding.open_places(play, box)

    def _of_first(self, play: Play, sight: str) -> Sight:
        """Say what the first box in play has done."""
        mine, boxes = play.of(HandSlice), self.holding.boxes(play)
        places = self.holding.places_of(play, boxes[0]) if boxes else []
        if sight == FIRST_DOUBLED:
            so = any(place in mine.doubled for place in places)
        elif sight == FIRST_SPLIT:
            so = any(place in mine.split for place in places)
        else:
            so = bool(boxes) and boxes[0] in mine.switched
        first = f"box {boxes[0]}, the first in play," if boxes else "the first box"
        verb = sight.rpartition("-")[2]
        return Sight(so, f"{first} has {verb}" if so else f"{first} has not {verb}")
