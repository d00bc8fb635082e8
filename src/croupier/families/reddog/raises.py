"""Red dog before the third card: raises, their limits, and the burnt card that is shown on request."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial
from typing import Any

from msgspec import UNSET, UnsetType

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, show_amount
from croupier.errors import AmountWanted, BadInput
from croupier.families.reddog.rules import RaiseRow, RedDogSetup, RedDogWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.limits import Limits
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.rows import BettingRow, TableWager
from croupier.table.parts.shoe import BURNT, DealingShoe
from croupier.table.play import MARKED, Play, Slice
from croupier.table.questions import Acts, Question, Refusal, Wait
from croupier.table.vocabulary import PLAIN, Declared, Takes

LEFT, RIGHT, MIDDLE = "left", "right", "middle"
"""The boxes of the layout: the first card, the second, and the third between them."""
ORIGINAL, RAISE = "original", "raise"
DECLINES = ("stand", "no-raise")
REOPEN, CLOSE = "reopen-raises", "close-raises"


class RaiseLimits(Limits):
    """Limits under which a raise may be below the table's minimum, unless the rules say otherwise."""

    def __init__(self, ruleset: Ruleset[RedDogWager, RedDogSetup], row: BettingRow, raises: RaiseRow) -> None:
        super().__init__(ruleset, row)
        self.raises = raises

    def judge_amount(
        self,
        play: Play,
        name: str,
        row: TableWager,
        stake: Amount,
        who: str = "",
        supplement: bool = False,
        elsewhere: Amount = 0,
    ) -> Refusal | None:
        """Say why a stake is too small or too large."""
        raises = self.raises
        least, _ = self.now(play, who)
        if row.kind != RAISE or least is None or not 0 < stake < least:
            return super().judge_amount(play, name, row, stake, who, supplement, elsewhere)
        if raises.minimum and self.ruleset.holds(raises.minimum):
            return Refusal(
                f"the minimum of {show_amount(least)} holds for a raise too",
                raises.minimum_clause or self.row.limits_clause,
            )
        return None


class ShownSlice(Slice):
    """Whether somebody asked to see the burnt card."""

    show_burn: bool | UnsetType = UNSET


class ShownBurn(Part[Nothing]):
    """Shows the burnt card to a player who asks."""

    carried = Nothing
    verbs = ("show-burn",)

    def __init__(self, clause: str, shoe: DealingShoe) -> None:
        self.shoe = shoe
        self.clause = clause
        """The clause that lets a player see the card; empty where none does."""

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no request."""
        play.add(ShownSlice())

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Let a player ask to see the burnt card."""
        return {"*": {"show-burn": None}} if self.clause else {}

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Refuse to show a card that has not been burnt."""
        if not play.places.get(BURNT):
            raise BadInput(f"{str(event)!r}: no card has been burnt for this round")
        return None

    def act(self, play: Play, event: Event) -> None:
        """Note the request; the card is turned before anything else happens."""
        play.of(ShownSlice).show_burn = True
        play.clauses.add(self.clause)

    def due(self, play: Play) -> Steps:
        """Turn the burnt card where somebody asked."""
        asked, play.of(ShownSlice).show_burn = play.of(ShownSlice).show_burn, UNSET
        for at, dealt in enumerate(play.places.get(BURNT, [])) if asked else ():
            place = f"{BURNT}#{at + 1}"
            while dealt.card == UNSEEN and dealt in play.places.get(BURNT, ()):
                event = yield from self.shoe.make_ready(play, "the burnt card is shown", [], "turn", place)
                if event.is_draw:
                    dealt.card = event.what
            dealt.seen = ("all",)


class RaiseSlice(Slice):
    """Who has raised or declined."""

    raises: str = ""
    """`open` or `closed`; nothing before there is a spread."""
    answered: list[str] = []
    boxes: list[str] | UnsetType = UNSET
    """The boxes that take part, once the first card is out."""


class Raises(Part[Nothing]):
    """Raises between the second card and the third."""

    carried = Nothing
    marks = (REOPEN, CLOSE)

    def __init__(self, row: RaiseRow, betting: CardBetting, wagers: CardWagers, shoe: DealingShoe) -> None:
        self.row = row
        self.betting = betting
        self.wagers = wagers
        self.shoe = shoe

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no raises, and raises not yet open."""
        play.add(RaiseSlice())

    def takes(self) -> Declared:
        """Declare the raise, a wager that is made as any other is."""
        raised = Takes(self.betting.spoken, amount=True)
        return {RAISE: raised, **dict.fromkeys((*DECLINES, "raises-closed"), PLAIN)}

    def boxes(self, play: Play) -> list[str]:
        """Return the boxes that take part; none before the first card."""
        return play.of(RaiseSlice).boxes or []

    def take(self, play: Play) -> Generator[Wait, Any, bool]:
        """Take raises until they are closed or all have answered, then the third card.

        Return whether the third card came.
        """
        mine = play.of(RaiseSlice)
        mine.raises = "open" if self.betting.ruleset.offered(RAISE) else "closed"
        while True:
            self.shoe.watch(play)
            if mine.boxes and not play.wagers:
                return False  # everybody has taken the round back
            waiting = self._waiting(play)
            event = yield from play.open(
                "raises" if waiting else "the third card",
                partial(self._questions, play, waiting),
                draw="deal",
                place=MIDDLE,
                check=lambda drawn: self._still_open(play),
            )
            if event.is_draw:
                play.lay(MIDDLE, event.what)
                mine.raises = "closed"
                return True
            if event.verb == "cutting-card":
                self.shoe.reach(play)
            elif event.verb == "raises-closed":
                mine.raises = "closed"
                play.clauses.add(self.row.closed_clause)
            elif event != MARKED:
                self._answer(play, event)

    def _waiting(self, play: Play) -> list[str]:
        """List the people who have not said whether they raise."""
        mine = play.of(RaiseSlice)
        if mine.raises != "open":
            return []
        people = dict.fromkeys(standing.person for standing in play.wagers if standing.wager == ORIGINAL)
        return [who for who in people if who not in mine.answered]

    def _still_open(self, play: Play) -> Refusal | None:
        """Say why the third card may not be dealt yet."""
        waiting = self._waiting(play)
        if not waiting:
            return None
        return Refusal(
            f"raises are not closed: {', '.join(waiting)} may still raise (dealer raises-closed)",
            self.row.closed_clause,
        )

    def _questions(self, play: Play, waiting: list[str]) -> list[Question]:
        row = self.row
        closed = Refusal("raises are closed", row.closed_clause)
        open_now = play.of(RaiseSlice).raises == "open"
        asked = []
        if waiting:
            locked = Refusal("nothing on the table is touched after the first card", row.locked_clause)
            done = Refusal("one raise is made, and it is not altered", row.locked_clause)
            for who in dict.fromkeys(standing.person for standing in play.wagers):
                raised = None if who in waiting else done
                acts: dict[str, Refusal | None] = {RAISE: raised, **dict.fromkeys(DECLINES, raised)}
                acts |= {f"remove {one.name}": locked for one in play.wagers if one.person == who}
                asked.append(Question(who, acts, lambda event: self._judge_raise(play, event)))
            none = Refusal("a raise supports an original wager, and there is none", row.clause)
            asked.append(_nobody({RAISE: none}))
        elif not open_now:
            asked.append(_nobody({RAISE: closed, **dict.fromkeys(DECLINES, closed)}))
        dealer: dict[str, Refusal | None] = {"raises-closed": None if open_now else closed}
        for question in self.shoe.cutting_question(play):
            dealer |= question.acts
        return [*asked, Question("dealer", dealer)]

    def _judge_raise(self, play: Play, event: Event) -> Refusal | None:
        if event.verb != RAISE:
            return None
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} raise", "10")
        return (
            self.betting.exclusion.bars(play, event)
            or self.betting.judge_oral(play, event)
            or self.betting.limits.judge_medium(event)
            or self.wagers.judge_stake(play, event, RAISE, event.amount)
        )

    def _answer(self, play: Play, event: Event) -> None:
        mine = play.of(RaiseSlice)
        mine.answered = [*mine.answered, event.who]
        play.clauses.add(self.row.clause)
        if event.verb == RAISE:
            assert event.amount is not None
            play.put(Standing(event.seat, RAISE, event.amount, event.bettor, player=play.player_at(event)))

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Reopen or close raises after a third card that came too early."""
        mine = play.of(RaiseSlice)
        if mine.raises != "open":
            raise BadInput("raises are not open now, so no third card came too early")
        if mark == REOPEN:
            mine.answered = [standing.person for standing in play.wagers if standing.wager == RAISE]
        else:
            mine.raises = "closed"


def _nobody(acts: Acts) -> Question:
    """Say what nobody may do now, each with the reason."""
    return Question("*", acts, lambda event: acts[event.verb])
