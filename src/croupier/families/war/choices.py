"""Surrender or war: what a bettor chooses when his card equals the dealer's, and what else he may bet."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.equipment.money import show_amount
from croupier.errors import AmountWanted, BadInput
from croupier.families.war.contest import Contest, WarSlice
from croupier.families.war.prices import SURRENDER, WAR, WAR_TIE, WarPrices
from croupier.families.war.rules import ChoiceRow
from croupier.rulebook.ruleset import clauses_of
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.persons import Whom
from croupier.table.play import MARKED, Play
from croupier.table.questions import Acts, Question, Refusal
from croupier.table.sights import Sight
from croupier.table.vocabulary import PLAIN, Declared, Takes

ABSENT = "deemed-surrendered"
WAITS = "waits-for-choice"
"""What is to be seen: a person has an equal card and has not chosen."""


class Choices(Part[Nothing]):
    """Each bettor with an equal card surrenders or goes to war."""

    carried = Nothing
    marks = (ABSENT,)
    sights = (WAITS,)

    def __init__(
        self,
        row: ChoiceRow,
        contest: Contest,
        prices: WarPrices,
        betting: CardBetting,
        wagers: CardWagers,
    ) -> None:
        self.row = row
        self.contest = contest
        self.prices = prices
        self.named = prices.named
        self.betting = betting
        self.wagers = wagers

    def takes(self) -> Declared:
        """Declare the choice after a tie: a war is as large as the first wager, and may say so."""
        return {WAR: Takes(amount=True), SURRENDER: PLAIN}

    def tie(self, play: Play, people: list[str]) -> None:
        """Note whose card equals the dealer's."""
        play.of(WarSlice).tied = sorted(people, key=lambda who: (int(parts_of(who)[0]), who))

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether a person is still to choose."""
        named, players = Whom.of(facts), play.players()
        tied = [who for who in play.of(WarSlice).tied or [] if named.acted(who, players)]
        waits = [
            who for who in tied if not self.contest.chosen(play, who) and self.contest.main_of(play, who)
        ]
        if waits:
            return Sight(True, f"{waits[0]} has an equal card, and has not chosen yet")
        chosen = next((verb for who in tied if (verb := self.contest.chosen(play, who))), "")
        how = f"has chosen already: {chosen}" if chosen else "has no equal card to choose on"
        return Sight(False, f"{named} {how}")

    # The choice.

    def take(self, play: Play) -> Steps:
        """Let each choose, in any order. A player who is away is deemed to have surrendered."""
        row = self.row
        while waiting := self.contest.undecided(play):
            absent = {who: clause for who in waiting if (clause := play.marked(ABSENT, who))}
            if absent:
                for who, clause in absent.items():
                    self._choose(play, who, SURRENDER)
                    play.clauses.add(clause)
                continue
            barred = Refusal("there is no surrender at this table", row.surrender_clause)
            acts: Acts = {SURRENDER: None if self.prices.may_surrender else barred, WAR: None}
            asked = [Question(who, acts, lambda event: self._judge(play, event)) for who in waiting]
            event = yield from play.open(
                "surrender or war", [*asked, *self.questions_at_war(play)], clause=row.clause
            )
            if event.verb == "bet":
                self.wagers.lay(play, event)
            elif event != MARKED:
                self._choose(play, event.who, WAR if event.verb == WAR else SURRENDER)

    def _judge(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a war wager that is not as large as the first one."""
        if event.verb == WAR and (barred := self.betting.exclusion.bars(play, event)):
            return barred
        first = self.contest.main_of(play, event.who)
        if event.amount is None or first is None or event.amount == first.stake:
            return None
        return Refusal(
            f"the war wager is as large as the first one: {show_amount(first.stake)}", self.row.equal_clause
        )

    def _choose(self, play: Play, who: str, verb: str) -> None:
        row, mine = self.row, play.of(WarSlice)
        box = parts_of(who)[0]
        sharing = [
            one for one in mine.tied or [] if parts_of(one)[0] == box and self.contest.main_of(play, one)
        ]
        people = sharing if self.contest.for_box and sharing else [who]
        mine.choices = {**(mine.choices or {}), **dict.fromkeys(people, verb)}
        play.clauses.add(row.clause)
        if self.contest.for_box and len(people) > 1:
            play.clauses |= {row.for_box_clause} - {""}
        if verb == WAR:
            play.clauses |= {row.war_clause, row.equal_clause, row.made_clause} - {""}
            for one in people:
                first = self.contest.main_of(play, one)
                assert first is not None
                war = Standing(first.seat, self.named[WAR], first.stake, first.bettor, player=first.player)
                play.put(war)

    # While the war is on.

    def questions_at_war(self, play: Play) -> list[Question]:
        """Ask those who go to war; nobody alters a wager now.

        They alone may bet that the war is a tie, where that is offered.
        """
        name = self.named.get(WAR_TIE, "")
        verbs = play.of(WarSlice).choices or {}
        people = [who for who, verb in verbs.items() if verb == WAR and self.contest.main_of(play, who)]
        kept = Refusal(
            "nothing is altered or taken back before the war has decided it",
            self.row.made_clause or self.betting.row.closed_clause,
        )
        acts: Acts = {"bet": kept, "remove": kept}
        if not name:
            return [Question(who, acts) for who in people]
        refusal = self.wagers.not_offered(name)
        clause = clauses_of(self.prices.ruleset.wager(name)[0])[0]
        others = refusal or Refusal(f"{name} is for those who go to war", clause)
        asked = [
            Question(who, {f"bet {name}": refusal, **acts}, lambda event: self._judge_tie(play, event))
            for who in people
        ]
        return [*asked, Question("*", {f"bet {name}": others}, lambda _: others)]

    def _judge_tie(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager on a tie in the war is not taken."""
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} bet {event.what}", "10")
        if self.wagers.locked and play.find(event.seat, event.bettor, event.what):
            return Refusal("a wager that has been made is not altered", self.wagers.locked_clause)
        return (
            self.betting.exclusion.bars(play, event)
            or self.betting.judge_oral(play, event)
            or self.betting.limits.judge_medium(event)
            or self.wagers.judge_stake(play, event, event.what, event.amount)
        )

    # Rulings.

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse a ruling that does not say who is away."""
        check_named(facts, "seat")


def check_named(facts: Mapping[str, str], fact: str) -> None:
    """Refuse a ruling that does not say which box it is about."""
    if not parts_of(facts.get(fact, ""))[0]:
        raise BadInput(f"say which box it is about, like {fact}=2")
