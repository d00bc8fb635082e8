"""The two deals of casino war: one card each, and one more each for those who go to war."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from croupier.errors import BadInput
from croupier.families.war.choices import Choices, check_named
from croupier.families.war.contest import DEALER, FIRST, SECOND, Contest, WarSlice
from croupier.families.war.prices import WAR
from croupier.families.war.rules import WarSetup
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.shoe import BURNT, DealingShoe
from croupier.table.play import Play
from croupier.table.questions import Question, Refusal
from croupier.table.sights import Sight

NOT_DEALT, EXCHANGE = "not-dealt", "exchange-cards"
WAR_DEAL, COMPLETE, ACTED, CHOSEN = "war-deal", "dealer-has-card", "hand-acted-on", "chosen"
"""What is to be seen: a war is dealt, the dealer has the card of his deal, a hand has been acted on, somebody
has surrendered or gone to war."""


class Deals(Part[Nothing]):
    """Deals one card to every box and one to the dealer, and the same again in a war."""

    carried = Nothing
    marks = (NOT_DEALT, EXCHANGE)
    sights = (WAR_DEAL, COMPLETE, ACTED, CHOSEN)

    def __init__(
        self, setup: WarSetup, contest: Contest, choices: Choices, shoe: DealingShoe, cutting: Cutting
    ) -> None:
        self.empty_clause = setup.empty_clause or setup.shoe.clause
        self.contest = contest
        self.choices = choices
        self.shoe = shoe
        self.cutting = cutting

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no cards dealt."""
        play.add(WarSlice())

    def opened(self, play: Play) -> None:
        """Note the boxes: the first card is out."""
        mine = play.of(WarSlice)
        mine.boxes = self.contest.boxes(play, FIRST)
        mine.passed, mine.tied, mine.choices = [], [], {}

    def judge_card(self, play: Play) -> Refusal | None:
        """Refuse a card from an empty shoe."""
        refusal = self.shoe.judge_card(play)
        return Refusal(refusal.why, self.empty_clause) if refusal else None

    # Dealing.

    def deal(self, play: Play, level: int) -> Steps:
        """Deal until every box and the dealer have their card.

        The place is looked up for every card, because a ruling may change who gets one.
        """
        mine = play.of(WarSlice)
        mine.level = level
        if level == SECOND:
            mine.war_burns = self.contest.burns
        while place := self.contest.next_place(play, level):
            self.cutting.deals_to(play, place)
            self.shoe.watch(play)
            face = "down" if place == BURNT else "up"
            event = yield from play.open(
                "cards",
                partial(self._questions, play, level),
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
        """Note how many cards are burnt before the next, after a card of the second deal."""
        mine = play.of(WarSlice)
        if level == SECOND and place == BURNT:
            mine.war_burns = (mine.war_burns or 0) - 1
        elif level == SECOND:
            mine.war_burns = self.contest.burns if self.contest.burns_each else 0

    def _questions(self, play: Play, level: int) -> list[Question]:
        """Ask the dealer whether the cutting card is out.

        Until the war begins, those who go to it may bet on a tie.
        """
        dealer = Question("dealer", self.shoe.cutting_acts(play))
        burns = play.of(WarSlice).war_burns or 0
        begun = (
            level == FIRST
            or burns < self.contest.burns
            or len(play.places[self.contest.boxes(play, SECOND)[0]]) == level
        )
        return [dealer] if begun else [*self.choices.questions_at_war(play), dealer]

    def _pass_over(self, play: Play, level: int) -> None:
        """Take a box out that was given no card: its wagers are void.

        The cards of this deal lie where they were dealt, one box further.
        """
        mine, mark = play.of(WarSlice), play.marks.get(NOT_DEALT, {})
        passed = mine.passed or []
        for seat in [one for one in mark.get("box", "").split("+") if one and one not in passed]:
            mine.passed = [*(mine.passed or []), seat]
            order = [*self.contest.boxes(play, level), DEALER]
            dealt = [play.places[place].pop() for place in order if len(play.places.get(place, [])) == level]
            for standing in [one for one in play.wagers if one.seat == seat]:
                if level == FIRST or self.contest.chosen(play, standing.person) == WAR:
                    why = "the box was given no card, and the wager is void"
                    play.withdraw(standing, (mark["clause"],), why)
            for place, card in zip([one for one in order if one != seat], dealt, strict=False):
                play.places.setdefault(place, []).append(card)

    # Rulings.

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say how far the cards are dealt, and whether a hand has been acted on."""
        mine, dealers = play.of(WarSlice), len(play.places.get(DEALER, []))
        if sight == WAR_DEAL:
            begun = self.contest.level(play) == SECOND or dealers > 1
            return Sight(begun, "the war is dealt" if begun else "no card of a war is dealt yet")
        if sight == COMPLETE:
            complete = dealers > 0 and self.contest.level(play) != FIRST
            return Sight(
                complete, "the dealer has his card" if complete else "the dealer's hand has no card yet"
            )
        chosen = mine.choices or {}
        if sight == ACTED and not chosen:
            settled = any(line.result not in ("void", "withdrawn") for line in play.lines)
            return Sight(settled, f"{'a' if settled else 'no'} hand has been acted on")
        told = [f"{who} has chosen {verb}" for who, verb in chosen.items()]
        return Sight(bool(chosen), ", ".join(told) or "nobody has chosen yet")

    def reaches_back(self, play: Play, mark: str) -> bool:
        """Whether two cards of the first deal are exchanged although all of it lies."""
        return mark == EXCHANGE and not self.contest.level(play) and bool(play.places.get(DEALER))

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse a ruling that contradicts what the table knows of this deal."""
        if irregularity == "bettor-skipped" and self.contest.level(play) == SECOND:
            raise BadInput("a bettor is passed over in the original deal; at war the next card is his")

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check that a box waits for a card, or exchange two cards at once."""
        level = self.contest.level(play)
        if mark == EXCHANGE:
            self._exchange(play, level, facts.get("first", ""), facts.get("second", ""))
            return
        check_named(facts, "box")
        if not level or facts["box"] not in self.contest.boxes(play, level):
            raise BadInput(
                f"box {facts['box']} waits for no card: "
                "this is ruled while the cards are dealt, before they are compared"
            )

    def _exchange(self, play: Play, level: int, *places: str) -> None:
        """Exchange two cards of the deal in progress.

        A card that lies where another is still to come moves there, and the other takes its place.
        """
        known = (*self.contest.boxes(play, level), DEALER)
        dealt = {place: play.places.setdefault(place, []) for place in places if place in known}
        if not level or len(dealt) < 2 or all(len(cards) < level for cards in dealt.values()):
            raise BadInput(
                "say which two boxes have each other's card, like first=1 second=2 or second=dealer"
            )
        one, other = sorted(dealt.values(), key=len, reverse=True)
        card = one.pop()
        if len(other) == level:
            one.append(other.pop())
        other.append(card)
