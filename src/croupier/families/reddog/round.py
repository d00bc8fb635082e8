"""Red dog as it is played: two cards, the spread, raises, and a third card that wins if it falls between them."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from croupier.equipment.money import Amount, show_amount
from croupier.errors import AmountWanted, BadInput
from croupier.families.cards.betting import Acts
from croupier.families.cards.boxes import Boxes
from croupier.families.cards.shoes import BURNT, REFILL
from croupier.families.cards.undo import IN_PLACE, void_in_place
from croupier.families.common.pricing import LOSE, Outcome
from croupier.families.common.rules import TableWager
from croupier.families.reddog.rules import RaiseRow
from croupier.families.reddog.spread import CONSECUTIVE, PAIR, WIDEST, end_of, row_of, spread_of
from croupier.ranking.points import HEIGHTS
from croupier.rulebook.condition import condition
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait

LEFT, RIGHT, MIDDLE = "left", "right", "middle"
"""The boxes of the layout: the first card, the second, and the third between them."""
ORIGINAL, RAISE = "original", "raise"
DECLINES = ("stand", "no-raise")
REOPEN, CLOSE = "reopen-raises", "close-raises"
SPREADS = frozenset(f"spread-{number}" for number in range(1, WIDEST + 1))


class RedDog(Boxes):
    """One layout for the whole table; each bettor raises by himself."""

    moments = (RAISE,)
    cut_by_place = False
    marks = (*Boxes.marks, REFILL, IN_PLACE, REOPEN, CLOSE)

    # Wagers.

    def rows(self, name: str) -> frozenset[str]:
        """A raise is made only when there is a spread."""
        more = {"consecutive", "pair", "three-of-a-kind"} if self.kind_of(name) == ORIGINAL else set()
        return SPREADS | more | {LOSE}

    def must_price(self, name: str) -> frozenset[str]:
        """Every spread, and three alike."""
        return SPREADS | ({"three-of-a-kind"} if self.kind_of(name) == ORIGINAL else set())

    def kind_of(self, name: str) -> str:
        """The first wager, or the raise."""
        return str(self.ruleset.wager(name)[0].kind)

    @property
    def raises(self) -> RaiseRow:
        """How raises are made."""
        row: RaiseRow = self.setup.raises
        return row

    def judge_amount(
        self, play: Play, name: str, row: TableWager, stake: Amount, seat: str = "", supplement: bool = False
    ) -> Refusal | None:
        """A raise may be smaller than the table's minimum, unless the minimum is read to hold for it."""
        raises = self.raises
        least, _ = self.limits_now(play, seat)
        if row.kind != RAISE or least is None or not 0 < stake < least:
            return super().judge_amount(play, name, row, stake, seat, supplement)
        if raises.minimum and condition(raises.minimum)(self.ruleset.facts):
            return Refusal(
                f"the minimum of {show_amount(least)} holds for a raise too",
                raises.minimum_clause or self.betting.limits_clause,
            )
        return None

    # A burnt card is shown to a player who asks.

    def table_acts(self, play: Play) -> Acts:
        """A player may ask to see the card that was burnt."""
        return {**super().table_acts(play), **({"show-burn": None} if self.cards.burn_shown else {})}

    def judge_act(self, play: Play, event: Event) -> Refusal | None:
        """Only a card that has been burnt is shown."""
        if event.verb == "show-burn":
            if not play.places.get(BURNT):
                raise BadInput(f"{str(event)!r}: no card has been burnt for this round")
            return None
        return super().judge_act(play, event)

    def carry_out(self, play: Play, event: Event) -> None:
        """The card is turned before anything else happens."""
        if event.verb == "show-burn":
            play.state["show-burn"] = True
            play.clauses.add(self.cards.burn_shown)
        else:
            super().carry_out(play, event)

    def burn(self, play: Play) -> Generator[Wait, Any, None]:
        """Burn what is burnt, and show it where somebody asked."""
        yield from super().burn(play)
        if play.state.pop("show-burn", False):
            yield from play.turn(BURNT)

    # The round.

    def begin(self, play: Play, table: Any) -> None:
        """Nobody has raised, and raises are not yet open."""
        super().begin(play, table)
        play.state |= {"raises": "", "answered": []}

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, two cards, raises if there is a spread, the third card, settlement."""
        play.state["dealing"] = LEFT
        dealt = yield from self.bets(play, LEFT)
        if not dealt:
            return
        setup = self.setup
        play.state["boxes"] = sorted({standing.seat for standing in play.wagers}, key=int)
        play.state["dealing"] = RIGHT
        yield from self.draw(play, RIGHT)
        play.clauses |= {setup.values_clause, setup.second_clause}
        one, other = (HEIGHTS[play.cards(place)[0][0]] for place in (LEFT, RIGHT))
        spread = spread_of(one, other)
        play.state["dealing"] = MIDDLE
        third = 0
        if spread == CONSECUTIVE:
            play.clauses.add(setup.consecutive_clause)
        elif spread == PAIR:
            play.clauses.add(setup.pair_clause)
            yield from self.draw(play, MIDDLE)
        else:
            play.clauses.add(setup.spread_clause)
            decided = yield from self._raises(play)
            if not decided:
                return
        if play.places.get(MIDDLE):
            play.clauses.add(setup.third_clause)
            third = HEIGHTS[play.cards(MIDDLE)[0][0]]
        self._settle(play, row_of(end_of(one, other, third)))

    def _raises(self, play: Play) -> Generator[Wait, Any, bool]:
        """Raises until the dealer closes them or everybody has answered, then the third card; whether it was dealt."""
        play.state["raises"] = "open" if self.ruleset.offered(RAISE) else "closed"
        while True:
            self.watch(play)
            if play.state["boxes"] and not play.wagers:
                return False  # everybody has taken the round back
            waiting = self._waiting(play)
            event = yield from play.open(
                "raises" if waiting else "the third card",
                self._raise_questions(play, waiting),
                draw="deal",
                place=MIDDLE,
                check=lambda drawn: self._raises_open(play),
            )
            if event.is_draw:
                play.lay(MIDDLE, event.what)
                play.state["raises"] = "closed"
                return True
            if event.verb == "cutting-card":
                self.reach(play)
            elif event.verb == "raises-closed":
                play.state["raises"] = "closed"
                play.clauses.add(self.raises.closed_clause)
            elif event != MARKED:
                self._answer(play, event)

    def _waiting(self, play: Play) -> list[str]:
        """Who has not said yet whether he raises."""
        if play.state["raises"] != "open":
            return []
        people = dict.fromkeys(standing.person for standing in play.wagers if standing.wager == ORIGINAL)
        return [who for who in people if who not in play.state["answered"]]

    def _raises_open(self, play: Play) -> Refusal | None:
        """Why the third card may not be dealt yet."""
        waiting = self._waiting(play)
        return (
            Refusal(
                f"raises are not closed: {', '.join(waiting)} may still raise (dealer raises-closed)",
                self.raises.closed_clause,
            )
            if waiting
            else None
        )

    def _raise_questions(self, play: Play, waiting: list[str]) -> list[Question]:
        row = self.raises
        closed = Refusal("raises are closed", row.closed_clause)
        open_now = play.state["raises"] == "open"
        asked = []
        if waiting:
            locked = Refusal("nothing on the table is touched after the first card", row.locked_clause)
            done = Refusal("one raise is made, and it is not altered", row.locked_clause)
            for who in dict.fromkeys(standing.person for standing in play.wagers):
                raised = None if who in waiting else done
                acts: Acts = {RAISE: raised, **dict.fromkeys(DECLINES, raised)}
                acts |= {
                    f"remove {standing.name}": locked for standing in play.wagers if standing.person == who
                }
                asked.append(Question(who, acts, lambda event: self._judge_raise(play, event)))
            asked.append(
                self._nobody(
                    {RAISE: Refusal("a raise supports an original wager, and there is none", row.clause)}
                )
            )
        elif not open_now:
            asked.append(self._nobody({RAISE: closed, **dict.fromkeys(DECLINES, closed)}))
        dealer: Acts = {"raises-closed": None if open_now else closed}
        for question in self.cutting_question(play):
            dealer |= question.acts
        return [*asked, Question("dealer", dealer)]

    def _nobody(self, acts: Acts) -> Question:
        """What nobody may do now, each with the reason."""
        return Question("*", acts, lambda event: acts[event.verb])

    def _judge_raise(self, play: Play, event: Event) -> Refusal | None:
        if event.verb != RAISE:
            return None
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} raise", "10")
        refusal = self.barred_by(play, event) or self.judge_oral(play, event) or self.judge_medium(event)
        return refusal or self.judge_stake(play, event.seat, event.bettor, RAISE, event.amount)

    def _answer(self, play: Play, event: Event) -> None:
        play.state["answered"] = [*play.state["answered"], event.who]
        play.clauses.add(self.raises.clause)
        if event.verb == RAISE:
            assert event.amount is not None
            play.put(Standing(seat=event.seat, bettor=event.bettor, wager=RAISE, stake=event.amount))

    # Rulings.

    def cards_wanted(self, play: Play) -> int:
        """Three cards a round."""
        return sum(not play.places.get(place) for place in (LEFT, RIGHT, MIDDLE))

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """A wager may be void where it lies. After a third card that came too early, raises that were declined may be made, or no further ones are."""
        super().judge_mark(play, mark, facts)
        if mark == IN_PLACE:
            void_in_place(self, play, facts)
        if mark not in (REOPEN, CLOSE):
            return
        if play.state["raises"] != "open":
            raise BadInput("raises are not open now, so no third card came too early")
        if mark == REOPEN:
            play.state["answered"] = [standing.person for standing in play.wagers if standing.wager == RAISE]
        else:
            play.state["raises"] = "closed"

    # Settlement.

    def _settle(self, play: Play, row: str) -> None:
        claims = []
        for standing in play.wagers:
            claims.append(
                self.claim(play, standing, row, self.why(play, standing, self.outcome(standing.wager, row)))
            )
        play.settle(self.in_order(play, claims))

    def why(self, play: Play, standing: Standing, outcome: Outcome) -> str:
        """The reason of a settlement line, in one sentence."""
        cards = " ".join(play.cards(place)[0] for place in (LEFT, MIDDLE, RIGHT) if play.places.get(place))
        if outcome.result == "win":
            return f"{cards}: {standing.name} wins, pays {outcome.odds}"
        return (
            f"{cards}: {standing.name} "
            + {
                "lose": "loses",
                "push": "stands off and goes back",
                "void": "is void and goes back",
                "half": "loses half",
            }[outcome.result]
        )
