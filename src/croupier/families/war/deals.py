"""The two deals of casino war: one card each, and one more each for those who go to war."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from croupier.errors import BadInput
from croupier.families.war.choices import Choices, check_named
from croupier.families.war.prices import MAIN, WAR, is_met
from croupier.families.war.rules import WarSetup
from croupier.table.events import parts_of
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.shoe import BURNT, DealingShoe
from croupier.table.play import Play, Slice
from croupier.table.questions import Question, Refusal

DEALER = "dealer"
NOT_DEALT, EXCHANGE = "not-dealt", "exchange-cards"
FIRST, SECOND = 1, 2
"""The two deals, by the cards that a box has after them."""


class TwoDeals(Slice):
    """How far the cards are dealt."""

    boxes: list[str] | UnsetType = UNSET
    """The boxes that take part, once the first card is out."""
    passed: list[str] | UnsetType = UNSET
    """The boxes that were given no card."""
    level: int | UnsetType = UNSET
    """Which of the two deals is in progress; 0 between them."""
    war_burns: int | UnsetType = UNSET
    """Cards that are still burnt before the next card of the second."""


class Deals(Part[Nothing]):
    """One card for every box and one for the dealer, and the same again in a war."""

    carried = Nothing
    marks = (NOT_DEALT, EXCHANGE)

    def __init__(self, setup: WarSetup, choices: Choices, shoe: DealingShoe, cutting: Cutting) -> None:
        row, ruleset = setup.war, choices.prices.ruleset
        self.burns = int(ruleset.options[row.burn_by]) if row.burn_by else row.burn
        """Cards burnt before the second deal."""
        self.burns_each = is_met(ruleset, row.burn_each)
        """Whether they are burnt before every card of it."""
        self.empty_clause = setup.empty_clause or setup.shoe.clause
        self.choices = choices
        self.main = choices.named[MAIN]
        self.shoe = shoe
        self.cutting = cutting

    def begin(self, play: Play, carried: Nothing) -> None:
        """Nothing is dealt."""
        play.add(TwoDeals())

    def opened(self, play: Play) -> None:
        """The first card is out: the boxes are known."""
        mine = play.of(TwoDeals)
        mine.boxes, mine.passed = self.boxes(play, FIRST), []

    # Who is dealt to.

    def dealt(self, play: Play) -> list[str]:
        """Return the boxes that take part in the round; none before the first card."""
        return play.of(TwoDeals).boxes or []

    def boxes(self, play: Play, level: int) -> list[str]:
        """Return the boxes that take part in a deal, in the order in which they are dealt to."""
        main = [standing for standing in play.wagers if standing.wager == self.main]
        if level != FIRST:
            main = [one for one in main if self.choices.chosen(play, one.person) == WAR]
        return sorted({one.seat for one in main}, key=int)

    def level(self, play: Play) -> int:
        """Return which deal is in progress; 0 before the first and between the two."""
        return play.of(TwoDeals).level or 0

    def next_place(self, play: Play, level: int) -> str:
        """Return where the next card goes; nothing when the deal is complete.

        Cards are burnt first; then the boxes follow from the dealer's left, and the dealer.
        """
        boxes = self.boxes(play, level)
        order = [*boxes, DEALER] if boxes else []
        place = next((one for one in order if len(play.places.get(one, [])) < level), "")
        return BURNT if place and level == SECOND and play.of(TwoDeals).war_burns else place

    def cards_wanted(self, play: Play) -> int:
        """Count the cards that the deal still takes, or that a war of all who have not decided would take."""
        level = max(self.level(play), FIRST)
        tied = self._tied(play)
        wanted = [*{*self.boxes(play, level), *tied}, DEALER]
        cards = sum(len(play.places.get(place, [])) < level + bool(tied) for place in wanted)
        burns = play.of(TwoDeals).war_burns
        if burns is UNSET:
            burns = self.burns * (cards if self.burns_each else 1) if tied else 0
        return cards + burns

    def discarded(self, play: Play) -> list[str]:
        """Return the boxes that are settled: their cards lie in the discard rack."""
        kept = {*self.boxes(play, self.level(play) or SECOND), *self._tied(play), DEALER}
        return [place for place in play.places if place not in kept]

    def _tied(self, play: Play) -> set[str]:
        return {parts_of(person)[0] for person in self.choices.undecided(play)}

    def judge_card(self, play: Play) -> Refusal | None:
        """An empty shoe gives no card."""
        refusal = self.shoe.judge_card(play)
        return Refusal(refusal.why, self.empty_clause) if refusal else None

    # Dealing.

    def deal(self, play: Play, level: int) -> Steps:
        """Deal until every box and the dealer have their card.

        Rulings may change who is dealt to, so the place is looked up for every card.
        """
        mine = play.of(TwoDeals)
        mine.level = level
        if level == SECOND:
            mine.war_burns = self.burns
        while place := self.next_place(play, level):
            self.cutting.deals_to(play, place)
            self.shoe.watch(play)
            face = "down" if place == BURNT else "up"
            event = yield from play.open(
                "cards",
                self._questions(play, level),
                draw="deal",
                place=place,
                face=face,
                check=lambda _: self.judge_card(play),
            )
            if event.is_draw:
                play.lay(place, event.what, face)
                self._count_burns(play, level, place)
            elif event.verb == "cutting-card":
                self.shoe.reach(play)
            elif event.verb == "bet":
                self.choices.wagers.lay(play, event)
            self._pass_over(play, level)
        mine.level = 0
        self.cutting.deals_to(play, "")

    def _count_burns(self, play: Play, level: int, place: str) -> None:
        """A card of the second deal is out: note how many are burnt before the next."""
        mine = play.of(TwoDeals)
        if level == SECOND and place == BURNT:
            mine.war_burns = (mine.war_burns or 0) - 1
        elif level == SECOND:
            mine.war_burns = self.burns if self.burns_each else 0

    def _questions(self, play: Play, level: int) -> list[Question]:
        """The dealer may say that the cutting card is out; until the war begins, those who go to it may bet on a tie."""
        dealer = Question("dealer", self.shoe.cutting_acts(play))
        burns = play.of(TwoDeals).war_burns or 0
        begun = level == FIRST or burns < self.burns or len(play.places[self.boxes(play, SECOND)[0]]) == level
        return [dealer] if begun else [*self.choices.questions_at_war(play), dealer]

    def _pass_over(self, play: Play, level: int) -> None:
        """A box that was given no card is out: its wagers are void.

        The cards of this deal lie where they were dealt, one box further.
        """
        mine, mark = play.of(TwoDeals), play.marks.get(NOT_DEALT, {})
        passed = mine.passed or []
        for seat in [one for one in mark.get("seat", "").split("+") if one and one not in passed]:
            mine.passed = [*(mine.passed or []), seat]
            order = [*self.boxes(play, level), DEALER]
            dealt = [play.places[place].pop() for place in order if len(play.places.get(place, [])) == level]
            for standing in [one for one in play.wagers if one.seat == seat]:
                if level == FIRST or self.choices.chosen(play, standing.person) == WAR:
                    why = "the box was given no card, and the wager is void"
                    play.withdraw(standing, (mark["clause"],), why)
            for place, card in zip([one for one in order if one != seat], dealt, strict=False):
                play.places.setdefault(place, []).append(card)

    # Rulings.

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """The table knows whether another card lay face up in this round, and which deal is in progress."""
        shown = any(dealt.visible() for dealt in play.places.get(BURNT, []))
        if irregularity == "card-face-up" and facts.get("cards") == "one" and shown:
            raise BadInput("a card was found face up in this round already: say cards=more")
        if irregularity == "bettor-skipped" and self.level(play) == SECOND:
            raise BadInput("a bettor is passed over in the original deal; at war the next card is his")

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check that a box waits for a card; let two cards change places at once."""
        level = self.level(play)
        if mark == EXCHANGE:
            self._exchange(play, level, facts.get("first", ""), facts.get("second", ""))
            return
        check_named(facts)
        if not level or facts["seat"] not in self.boxes(play, level):
            raise BadInput(
                f"box {facts['seat']} waits for no card: "
                "this is ruled while the cards are dealt, before they are compared"
            )

    def _exchange(self, play: Play, level: int, *places: str) -> None:
        """Let two cards of the deal in progress change places.

        One that lies where another is still to come moves there, and the other comes in its place.
        """
        known = (*self.boxes(play, level), DEALER)
        dealt = {place: play.places.setdefault(place, []) for place in places if place in known}
        if not level or len(dealt) < 2 or all(len(cards) < level for cards in dealt.values()):
            raise BadInput(
                "say which two boxes have each other's card while the cards are dealt, "
                "before the last of them, like first=1 second=2"
            )
        one, other = sorted(dealt.values(), key=len, reverse=True)
        card = one.pop()
        if len(other) == level:
            one.append(other.pop())
        other.append(card)
