"""Betting at a card table: until the first card, or beside it where the rulebook lets betting go on."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any, Protocol

from croupier.cache import Cache
from croupier.rulebook.schema import Row
from croupier.table.events import Event
from croupier.table.fitted import Fitted
from croupier.table.parts.betting import Betting, always_ready, never
from croupier.table.parts.cardwagers import CardSetup, CardWagers
from croupier.table.parts.closing import LATE, OPEN, TAKEN
from croupier.table.parts.part import Steps
from croupier.table.parts.people import Exclusion
from croupier.table.parts.precedence import OPPORTUNITY
from croupier.table.parts.shoe import MEANWHILE, DealingShoe
from croupier.table.play import MARKED, Play
from croupier.table.questions import Acts, Listing, Question, Refusal, Wait
from croupier.table.vocabulary import Declared, Takes

__all__ = ["STAND", "CardBetting", "CardSetup", "CardWagers", "LateRow"]

STAND = "bets-stand"
"""Mark: a round is dealt again with the wagers as they were."""


class LateRow(Row, frozen=True, kw_only=True):
    """Betting that goes on although the first card has left the shoe: as long as no card is exposed."""

    when: str
    clause: str
    one_card: str = ""
    """Condition: it goes on even beside an exposed card, and ends with the second card."""


DEALT = "the cards are being dealt: no wager is made or changed now"
"""Why no wager is made or taken back once the first card is out."""


class OpenTable(Protocol):
    """Betting at an open table, as long as no card is dealt."""

    table: Fitted

    def text(self, play: Play) -> str:
        """Say what is going on."""

    def questions(self, play: Play) -> list[Question]:
        """Ask everybody, and the dealer."""

    def asks_anybody(self, play: Play) -> bool:
        """Whether everybody is asked for a bet, which is then judged without the list of acts."""

    def judge_draw(self, play: Play, event: Event) -> Refusal | None:
        """Say why the first card may not be dealt yet."""


def take_bets(
    betting: OpenTable, shoe: DealingShoe, play: Play, place: str | Callable[[], str], face: str
) -> Generator[Wait, Any, tuple[str, str] | None]:
    """Take acts until the first card falls. Return its place and the card. None if the round ends first."""
    table = betting.table
    questions, judge_draw = partial(betting.questions, play), partial(betting.judge_draw, play)
    judge = partial(table.judge, play)
    while True:
        shoe.watch(play)
        at = place() if callable(place) else place
        bets = judge if betting.asks_anybody(play) else None
        event = yield Wait(betting.text(play), questions, False, "deal", at, face, judge_draw, bets)
        if event.is_draw:
            return at, event.what
        if event != MARKED:
            table.act(play, event)
            yield from table.due(play)
        if table.stops(play):
            return None


def closing_clauses(wagers: CardWagers, shoe: DealingShoe) -> tuple[str, ...]:
    """Return the clauses on the end of betting and the start of the deal."""
    return wagers.setup.betting.clause, shoe.row.clause, *wagers.setup.deal_clauses


class CardBetting(Betting):
    """Betting before the cards are dealt."""

    def __init__(
        self,
        wagers: CardWagers,
        exclusion: Exclusion,
        shoe: DealingShoe,
        late: LateRow | None = None,
        nobody: Callable[[Play], bool] = never,
        ready: Callable[[Play], Refusal | None] = always_ready,
    ) -> None:
        """Take the closing of the betting and the first card.

        `nobody`: whether nobody has made a wager to deal for, where betting is not closed without one.
        `ready`: why the first card may not be dealt, asked after all objections.
        """
        super().__init__(
            wagers.ruleset,
            wagers.setup.betting,
            wagers,
            exclusion,
            wagers.limits,
            late_words=DEALT,
            called_first=True,
            closing_clauses=closing_clauses(wagers, shoe),
            nobody=nobody,
            ready=ready,
        )
        wagers.betting = self
        self.shoe = shoe
        shoe.meanwhile = self
        self.late_row = late
        self._every_bet: Cache[str, Acts] = Cache()
        """By phase: the bets that anybody may make."""

    def takes(self) -> Declared:
        """Declare what may be said with a bet, and who must have been asked before."""
        rows = [self.ruleset.wager(name)[0] for name in self.ruleset.names]
        found = dict(super().takes())
        if any(row.offered_first_clause for row in rows):
            found["bet"] = found["bet"].and_also(Takes((OPPORTUNITY,)))
        return found

    # The open table.

    def bets(
        self, play: Play, place: str | Callable[[], str], face: str = "up"
    ) -> Generator[Wait, Any, bool]:
        """Take acts until the first card falls to its place. Return whether it fell."""
        first = yield from take_bets(self, self.shoe, play, place, face)
        if first is None:
            return False
        if play.phase == OPEN and self._goes_on(face):
            assert self.late_row is not None
            play.phase = LATE
            play.clauses.add(self.late_row.clause)
        else:
            self.close(play)
        play.lay(*first, face)
        return True

    def _goes_on(self, face: str) -> bool:
        """Whether wagers are still taken when the first card has left the shoe."""
        row = self.late_row
        if row is None or not self.ruleset.holds(row.when):
            return False
        return face == "down" or self._beside_one_card()

    def _beside_one_card(self) -> bool:
        """Whether late betting does not mind an exposed card, and ends with the second."""
        row = self.late_row
        return row is not None and bool(row.one_card) and self.ruleset.holds(row.one_card)

    def next_card(self, play: Play, place: str, face: str = "up") -> Steps:
        """Deal one of the cards after the first; where betting goes on, take acts until it falls."""
        while play.phase == LATE:
            self.shoe.watch(play)
            event = yield from play.open(
                self.text(play),
                partial(self.questions, play),
                draw="deal",
                place=place,
                face=face,
                bets=partial(self.table.judge, play) if self.asks_anybody(play) else None,
            )
            if event.is_draw:
                if face == "up" or self._beside_one_card():
                    self.close(play)
                play.lay(place, event.what, face)
                return
            if event != MARKED:
                self.table.act(play, event)
        yield from self.shoe.draw(play, place, face)

    def beside(self, play: Play) -> list[Question]:
        """Ask for wagers and a bank while the cards are made ready, and for wagers that are taken back."""
        if not self.asks_anybody(play):
            return []
        acts: dict[str, Acts] = {
            who: Listing({act: why for act, why in mine.items() if act.split(" ", 1)[0] in MEANWHILE})
            for who, mine in self.table.acts(play).items()
            if who != "dealer"
        }
        return [asked for asked in self.table.questions(play, acts) if asked.who != "dealer" and asked.acts]

    def end_late(self, play: Play) -> None:
        """End betting that went on: a card is about to be exposed."""
        if play.phase == LATE:
            self.close(play)

    def text(self, play: Play) -> str:
        """Say what is going on before the cards are dealt."""
        return "betting" if play.phase in TAKEN else "the deal"

    def asks_anybody(self, play: Play) -> bool:
        """Whether everybody is asked for a bet; nobody is while the wagers stand as they were."""
        return not play.marked(STAND)

    def every_bet(self, play: Play) -> Acts:
        """List every bet, once for each phase: all the rest follows from the rules."""
        found = self._every_bet.get(play.phase)
        if found is None:
            found = self._every_bet.keep(play.phase, super().every_bet(play))
        return found

    def questions(self, play: Play) -> list[Question]:
        """Ask everybody, and the dealer; beside the first card only for wagers and the end of betting."""
        if play.marked(STAND):
            # The round is dealt again, and its cards have been seen: the wagers stand as they were.
            return self.shoe.cutting_question(play)
        acts: dict[str, Acts] = {**self.table.acts(play)}
        if play.phase == LATE:
            acts["*"] = self.every_bet(play)
            kept = (self.row.closing, "cutting-card")
            acts["dealer"] = {act: why for act, why in acts["dealer"].items() if act in kept}
        return self.table.questions(play, acts)
