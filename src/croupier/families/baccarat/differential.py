"""What lies on each of the two hands, and how far apart the two may be."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.equipment.money import Amount, show_amount
from croupier.families.baccarat.rules import BaccaratSetup, BaccaratWager
from croupier.families.baccarat.tableau import BANKER, PLAYER
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import DRAWS, Event
from croupier.table.parts.cardbetting import STAND
from croupier.table.parts.part import Nothing, Part
from croupier.table.play import Play
from croupier.table.questions import Refusal


class Differential(Part[Nothing]):
    """The table differential: the most by which the wagers on the two hands may differ."""

    carried = Nothing
    marks = (STAND,)

    def __init__(self, ruleset: Ruleset[BaccaratWager, BaccaratSetup]) -> None:
        self.most = ruleset.option_amount("differential")
        """None where no differential is set."""
        self.objects_to = ("remove", *DRAWS) if self.most is not None else ()
        self.clause = ruleset.setup.differential
        self._backs = {
            name: row.hand for name in ruleset.names if (row := ruleset.wager(name)[0]).kind == "hand"
        }

    def backed_by(self, play: Play, person: str) -> str:
        """Return the hand that a seated player backs; none without a wager on a hand.

        It is the hand of the larger wager, the banker's where both are equal.
        """
        own = [standing for standing in play.wagers if standing.whose == person]
        player, banker = self._on(own, PLAYER), self._on(own, BANKER)
        return PLAYER if player > banker else BANKER if banker else ""

    def _on(self, wagers: Sequence[Standing], hand: str) -> Amount:
        """Add up the wagers on one hand, whatever the rulebook calls them."""
        return sum(standing.stake for standing in wagers if self._backs.get(standing.wager) == hand)

    def _sides(self, play: Play, side: str = "", more: Amount = 0) -> dict[str, Amount]:
        """Return the wagers on each hand with more, or less, on one side."""
        return {
            hand: self._on(play.wagers, hand) + (more if hand == side else 0) for hand in (PLAYER, BANKER)
        }

    def judge_total(self, play: Play, name: str, more: Amount) -> Refusal | None:
        """Say why a wager would leave the two hands too far apart."""
        side = self._backs.get(name, "")
        if self.most is None or side not in (PLAYER, BANKER):
            return None
        sides = self._sides(play, side, more)
        apart = abs(sides[PLAYER] - sides[BANKER])
        return self._too_far(self.most) if apart > self.most and sides[side] == max(sides.values()) else None

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager may not be made smaller, or no card is dealt: the hands would be too far apart."""
        most = self.most
        if most is None:
            return None
        if event.is_draw:
            sides = self._sides(play)
            apart = abs(sides[PLAYER] - sides[BANKER])
            if apart <= most or play.marked(STAND):
                return None
            # Wagers that were taken back may have left them so.
            told = f"the wagers on the two hands differ by {show_amount(apart)}"
            return Refusal(f"{told}, and may by at most {show_amount(most)}", self.clause)
        side = self._backs.get(event.what, "")
        if event.verb != "remove" or event.amount is None or side not in (PLAYER, BANKER):
            return None
        sides = self._sides(play, side, -event.amount)
        apart = abs(sides[PLAYER] - sides[BANKER])
        return self._too_far(most) if apart > most and sides[side] < max(sides.values()) else None

    def _too_far(self, most: Amount) -> Refusal:
        return Refusal(f"the wagers on the two hands may differ by at most {show_amount(most)}", self.clause)
