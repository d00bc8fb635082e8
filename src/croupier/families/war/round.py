"""Casino war as it is played: one card each; on equal cards each bettor surrenders half or goes to war, and one more card each decides."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from croupier.equipment.money import Amount, Rounding, show_amount
from croupier.errors import AmountWanted, BadInput
from croupier.families.cards.betting import Acts
from croupier.families.cards.boxes import Boxes
from croupier.families.cards.shoes import AGAIN, BURNT, REFILL
from croupier.families.cards.undo import IN_PLACE, void_children, void_in_place
from croupier.families.common.pricing import LOSE, Outcome, join
from croupier.families.war.ends import HIGH, LOW, ROWS, compare, end_of
from croupier.families.war.rules import WarSetup, WarWager
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event, parts_of
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait

DEALER = "dealer"
MAIN, TIE, WAR, WAR_TIE = "main", "tie", "war", "war-tie"
SURRENDER = "surrender"
ABSENT, NOT_DEALT, EXCHANGE = "deemed-surrendered", "not-dealt", "exchange-cards"
_ROWS = {
    MAIN: frozenset(ROWS),
    TIE: frozenset({"win", LOSE}),
    WAR: frozenset({"win", "tie", LOSE}),
    WAR_TIE: frozenset({"win", LOSE}),
}
_OF_WAR = {"war-win": "win", "war-tie": "tie", "war-lose": LOSE}
"""The row of the war wager, by that of the first one."""


class War(Boxes):
    """One card for every box and one for the dealer."""

    moments = (WAR, WAR_TIE)
    marks = (*Boxes.marks, REFILL, IN_PLACE, ABSENT, NOT_DEALT, EXCHANGE, AGAIN)

    def __init__(self, ruleset: Ruleset[WarWager, WarSetup]) -> None:
        """The wagers by what they are."""
        self.named: dict[str, str] = {}
        for name, row in ruleset.wagers.items():
            if row.kind in self.named or row.for_:
                raise BadInput(
                    f"{ruleset.file}: wagers.{name}: a game of war has one {row.kind} wager [{clauses_of(row)[0]}]"
                )
            self.named[row.kind] = name
        if not {MAIN, WAR} <= set(self.named):
            raise BadInput(f"{ruleset.file}: a game of war has a main wager and a war wager")
        super().__init__(ruleset)
        first = ruleset.wagers[self.named[MAIN]]
        for on in ("war-win", "war-tie"):
            if not {on} & {*first.push, *first.void, *ruleset.prices(self.named[MAIN])}:
                raise BadInput(
                    f"{ruleset.file}: wagers.{self.named[MAIN]}: what becomes of it on {on} is not said [{clauses_of(first)[0]}]"
                )
        if self.usual_depth < self._share(self.cards.least_share):
            raise BadInput(
                f"{ruleset.file}: the cutting card has at least {self._share(self.cards.least_share)} cards of {self.decks} decks behind it, not {self.usual_depth} [{self.cards.depth_clause}]"
            )
        self.ranks = LOW if self._holds(ruleset.setup.ace_low) else HIGH

    def _holds(self, text: str) -> bool:
        """Whether a condition is written and met."""
        return bool(text) and condition(text)(self.ruleset.facts)

    # Wagers.

    def kind(self, name: str) -> str:
        """What a wager is."""
        return str(self.ruleset.wager(name)[0].kind)

    def rows(self, name: str) -> frozenset[str]:
        """By the kind of the wager."""
        return _ROWS[self.kind(name)]

    def must_price(self, name: str) -> frozenset[str]:
        """What wins."""
        return frozenset({"win", "tie"}) if self.kind(name) == WAR else frozenset({"win"})

    def settled_rows(self, name: str) -> frozenset[str]:
        """All of them, and surrender where it is allowed."""
        return self.rows(name) - (frozenset() if self.may_surrender else {SURRENDER})

    @property
    def may_surrender(self) -> bool:
        """Whether a bettor may surrender at this table."""
        return condition(self.setup.choice.surrender_when)(self.ruleset.facts)

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """Half is lost on surrender; a wager may be void; what a war loses is lost."""
        wager: WarWager = self.ruleset.wager(name)[0]
        if row == SURRENDER:
            return Outcome(
                "half",
                ((Fraction(1, 2), None),),
                join(clauses_of(wager), (self.setup.choice.surrender_clause,)),
            )
        if row in wager.void:
            return Outcome("void", (), join(clauses_of(wager), (wager.void[row],)))
        if row == "war-lose" and row not in wager.lose:
            return super().outcome(name, LOSE, param)
        return super().outcome(name, row, param)

    def half_rounding(self) -> Rounding:
        """How half of an odd stake is settled: to the cent, or in whole chips."""
        plain = self.loss_rounding(self.named[MAIN])
        chip = self.ruleset.option_amount("chip")
        return (
            Rounding(chip, plain.way, plain.clause)
            if chip and self._holds(self.setup.choice.half_in_chips)
            else plain
        )

    def claim(self, play: Play, standing: Standing, row: str, why: str, more: tuple[str, ...] = ()) -> Claim:
        """What falls due; the half that is surrendered may have to be made even."""
        claim = super().claim(play, standing, row, why, more)
        if row != SURRENDER:
            return claim
        half = self.half_rounding()
        return replace(
            claim,
            loss_rounding=half,
            clauses=claim.clauses if half.is_even(claim.lost) else join(claim.clauses, (half.clause,)),
        )

    def net(self, name: str, row: str, stake: Amount) -> Amount:
        """What a row nets for a stake."""
        outcome = self.outcome(name, row)
        losses = self.half_rounding() if row == SURRENDER else self.loss_rounding(name)
        return self.rounding(name, stake, None, row).apply(outcome.won(stake)) - losses.apply(
            outcome.lost(stake)
        )

    @property
    def war_burns(self) -> int:
        """Cards burnt before the second deal."""
        row = self.setup.war
        return int(self.ruleset.options[row.burn_by]) if row.burn_by else int(row.burn)

    @property
    def burns_each(self) -> bool:
        """Whether so many are burnt before every card of it."""
        return self._holds(self.setup.war.burn_each)

    # Before the deal.

    def judge_bet(self, play: Play, event: Event) -> Refusal | None:
        """Why a wager is not taken: besides the limits, one that lies on the table may have to be left alone."""
        refusal = super().judge_bet(play, event)
        if not refusal and self._holds(self.setup.locked) and play.find(event.seat, event.bettor, event.what):
            return Refusal("a wager that has been made is not altered", self.setup.locked_clause)
        return refusal

    def judge_remove(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Why a wager is not taken back; one that bounds another may not become too small for it."""
        refusal = super().judge_remove(play, standing, amount)
        if refusal:
            return refusal
        if self._holds(self.setup.locked):
            return Refusal(
                "a wager that has been made is neither altered nor taken back", self.setup.locked_clause
            )
        if amount is not None and amount < standing.stake:
            for child in play.wagers:
                rule = self.ruleset.wager(child.wager)[0].stake
                times, _, parent = rule.at_most.partition(" of ")
                if (
                    parent == standing.wager
                    and child.person == standing.person
                    and child.stake > Fraction(times) * (standing.stake - amount)
                ):
                    return Refusal(
                        f"{child.wager} of {show_amount(child.stake)} would be more than {times} times what is left",
                        rule.clause,
                    )
        return None

    def judge_shuffle(self, play: Play, event: Event) -> Refusal | None:
        """Why the cards may not be shuffled now, or not by hand or by device."""
        refusal = super().judge_shuffle(play, event)
        row, method = self.setup.device, event.fact("method")
        if refusal or row is None or not method:
            return refusal
        if method not in ("hand", "device"):
            raise BadInput(f"{str(event)!r}: method= is hand or device")
        if method == "device" and not self._holds(row.when):
            return Refusal("no shuffling device is approved for this table", row.clause)
        if method == "hand" and self._holds(row.when) and event.fact("device") != "removed":
            return Refusal(
                "the shuffling device is removed from the table before the cards are shuffled in another way (device=removed)",
                row.removed_clause,
            )
        return None

    def dealer_acts(self, play: Play) -> Acts:
        """Betting is not closed before there is a wager; cards that must be shuffled again may be, at any table."""
        acts = super().dealer_acts(play)
        if not self._boxes(play, 1):
            acts["no-more-bets"] = Refusal("nobody has bet yet", self.betting.clause)
        return {**acts, "shuffle": None} if self.shoe_of(play).new else acts

    def judge_dealer(self, play: Play, event: Event) -> Refusal | None:
        """Cards that must be shuffled again, or that a player asks to see shuffled, are shuffled although wagers lie on the table."""
        if event.verb == "shuffle" and (
            self.shoe_of(play).new or event.fact("reason") in self.cards.unused_only
        ):
            return self.judge_shuffle(play, event)
        return super().judge_dealer(play, event)

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """No card is dealt without a wager, from an empty shoe, or from cards that must be shuffled again."""
        refusal = super().judge_deal(play, event)
        if not refusal and not self._boxes(play, 1):
            return Refusal(
                f"nobody has made the {self.named[MAIN]} wager for which a card is dealt",
                self.setup.deal_clauses[0],
            )
        return refusal or self._judge_card(play)

    def _judge_card(self, play: Play) -> Refusal | None:
        empty = not self.fresh_every_round and self.cards_left(play) <= 0
        return Refusal("the shoe is empty", self.setup.empty_clause or self.cards.clause) if empty else None

    # The round.

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, one card each, settlement, surrender or war, one more card each, settlement."""
        yield from self.bets(play, lambda: self._first(play))
        setup = self.setup
        play.state |= {"boxes": self._boxes(play, 1), "passed": [], "tied": [], "choices": {}}
        play.clauses |= {setup.ranks_clause, setup.compare_clause}
        yield from self._deal(play, 1)
        self._settle_first(play)
        yield from self._choices(play)
        self._settle_surrender(play)
        if not self._boxes(play, 2):
            return
        play.state["war-burns"] = self.war_burns
        play.clauses |= {setup.war.clause, setup.war.burn_clause, setup.war.compare_clause} - {""}
        yield from self._deal(play, 2)
        self._settle_war(play)

    def _first(self, play: Play) -> str:
        """The place of the first card. Betting that was closed is open again if no wager is left."""
        if play.phase == "called" and not self._boxes(play, 1):
            play.phase = "open"
        return self._next(play, 1)

    def _boxes(self, play: Play, level: int) -> list[str]:
        """The boxes that take part in the first deal, or in the second, in the order in which they are dealt to."""
        main = [standing for standing in play.wagers if standing.wager == self.named[MAIN]]
        chosen = play.state.get("choices", {})
        return sorted({one.seat for one in main if level == 1 or chosen.get(one.person) == WAR}, key=int)

    def _next(self, play: Play, level: int) -> str:
        """The place of the next card: burnt cards, then the boxes from the dealer's left, then the dealer; nothing when the deal is complete."""
        boxes = self._boxes(play, level)
        place = next(
            (
                place
                for place in ([*boxes, DEALER] if boxes else [])
                if len(play.places.get(place, [])) < level
            ),
            "",
        )
        return BURNT if place and level == 2 and play.state["war-burns"] else place

    def cards_wanted(self, play: Play) -> int:
        """The cards that the deal in progress still takes, or that a war of all who have not decided would take."""
        level = int(play.state.get("level", 1))
        tied = {parts_of(person)[0] for person in self._undecided(play)}
        wanted = [*{*self._boxes(play, max(level, 1)), *tied}, DEALER]
        cards = sum(len(play.places.get(place, [])) < max(level, 1) + bool(tied) for place in wanted)
        burns = self.war_burns * (cards if self.burns_each else 1) if tied else 0
        burns = int(play.state.get("war-burns", burns))
        return cards + burns

    def _deal(self, play: Play, level: int) -> Generator[Wait, Any, None]:
        """Deal until every box and the dealer have their card. Rulings may change who is dealt to, so the place is looked up for every card."""
        play.state["level"] = level
        while place := self._next(play, level):
            play.state["dealing"] = place
            self.watch(play)
            face = "down" if place == BURNT else "up"
            event = yield from play.open(
                "cards",
                self._while_dealing(play, level),
                draw="deal",
                place=place,
                face=face,
                check=lambda _: self._judge_card(play),
            )
            if event.is_draw:
                play.lay(place, event.what, face)
                if level == 2:
                    play.state["war-burns"] = (
                        play.state["war-burns"] - 1
                        if place == BURNT
                        else self.war_burns
                        if self.burns_each
                        else 0
                    )
            elif event.verb == "cutting-card":
                self.reach(play)
            elif event.verb == "bet":
                self._bet(play, event)
            self._pass_over(play, level)
        play.state |= {"level": 0, "dealing": ""}

    def _while_dealing(self, play: Play, level: int) -> list[Question]:
        """The dealer may say that the cutting card is out; until the war begins those who go to it may bet on a tie."""
        dealer = self.cutting_question(play) or [Question("dealer", {"cutting-card": self.no_cutting})]
        begun = (
            level == 1
            or play.state["war-burns"] < self.war_burns
            or len(play.places[self._boxes(play, 2)[0]]) == level
        )
        return dealer if begun else [*self._at_war(play), *dealer]

    def _pass_over(self, play: Play, level: int) -> None:
        """A box that was given no card is out: its wagers are void, and the cards of this deal lie where they were dealt, one box further."""
        mark = play.marks.get(NOT_DEALT, {})
        for seat in [
            one for one in mark.get("seat", "").split("+") if one and one not in play.state["passed"]
        ]:
            play.state["passed"] = [*play.state["passed"], seat]
            order = [*self._boxes(play, level), DEALER]
            dealt = [play.places[place].pop() for place in order if len(play.places.get(place, [])) == level]
            for standing in [
                one
                for one in play.wagers
                if one.seat == seat and (level == 1 or play.state["choices"].get(one.person) == WAR)
            ]:
                play.withdraw(standing, (mark["clause"],), "the box was given no card, and the wager is void")
            for place, card in zip([one for one in order if one != seat], dealt, strict=False):
                play.places.setdefault(place, []).append(card)

    # The choice.

    def _undecided(self, play: Play) -> list[str]:
        """Those whose card equals the dealer's and who have not chosen; where one decides for a box, the first of them."""
        chosen, tied = play.state.get("choices", {}), play.state.get("tied", [])
        waiting = [who for who in tied if who not in chosen and self._main_of(play, who)]
        if not self._holds(self.setup.choice.for_box):
            return waiting
        return [
            who
            for at, who in enumerate(waiting)
            if parts_of(who)[0] not in [parts_of(other)[0] for other in waiting[:at]]
        ]

    def _main_of(self, play: Play, person: str) -> Standing | None:
        seat, bettor, _ = parts_of(person)
        return play.find(seat, bettor, self.named[MAIN])

    def _choices(self, play: Play) -> Generator[Wait, Any, None]:
        """Each bettor with an equal card surrenders or goes to war, in any order; one who is away is deemed to have surrendered."""
        row = self.setup.choice
        while waiting := self._undecided(play):
            absent = {who: clause for who in waiting if (clause := play.marked(ABSENT, who))}
            if absent:
                for who, clause in absent.items():
                    self._choose(play, who, SURRENDER)
                    play.clauses.add(clause)
                continue
            acts: Acts = {
                SURRENDER: None
                if self.may_surrender
                else Refusal("there is no surrender at this table", row.surrender_clause),
                WAR: None,
            }
            asked = [Question(who, acts, lambda event: self._judge_choice(play, event)) for who in waiting]
            event = yield from play.open("surrender or war", [*asked, *self._at_war(play)])
            if event.verb == "bet":
                self._bet(play, event)
            elif event != MARKED:
                self._choose(play, event.who, WAR if event.verb == WAR else SURRENDER)

    def _judge_choice(self, play: Play, event: Event) -> Refusal | None:
        """A war wager is as large as the first one."""
        if event.verb == WAR and (barred := self.barred_by(play, event)):
            return barred
        first = self._main_of(play, event.who)
        if event.amount is None or first is None or (event.verb == WAR and event.amount == first.stake):
            return None
        if event.verb == SURRENDER:
            raise BadInput(f"{str(event)!r}: half of the wager is surrendered; leave the amount out")
        return Refusal(
            f"the war wager is as large as the first one: {show_amount(first.stake)}",
            self.setup.choice.equal_clause,
        )

    def _choose(self, play: Play, who: str, verb: str) -> None:
        row = self.setup.choice
        shared = self._holds(row.for_box)
        people = [
            one
            for one in play.state["tied"]
            if shared and parts_of(one)[0] == parts_of(who)[0] and self._main_of(play, one)
        ] or [who]
        play.state["choices"] = {**play.state["choices"], **dict.fromkeys(people, verb)}
        play.clauses |= {row.clause, row.for_box_clause if shared and len(people) > 1 else ""} - {""}
        if verb == WAR:
            play.clauses |= {row.war_clause, row.equal_clause, row.made_clause} - {""}
            for one in people:
                first = self._main_of(play, one)
                assert first is not None
                play.put(Standing(first.seat, self.named[WAR], first.stake, bettor=first.bettor))

    def _at_war(self, play: Play) -> list[Question]:
        """Those who go to war leave their wagers alone; they may bet that the war is a tie, where that is offered, and nobody else may."""
        row, name = self.setup.choice, self.named.get(WAR_TIE, "")
        people = [
            who for who, verb in play.state["choices"].items() if verb == WAR and self._main_of(play, who)
        ]
        kept = Refusal(
            "nothing is altered or taken back before the war has decided it",
            row.made_clause or self.betting.closed_clause,
        )
        acts: Acts = {"bet": kept, "remove": kept}
        if not name:
            return [Question(who, acts) for who in people]
        refusal = self._not_offered(name)
        others = refusal or Refusal(
            f"{name} is for those who go to war", clauses_of(self.ruleset.wager(name)[0])[0]
        )
        asked = [
            Question(who, {f"bet {name}": refusal, **acts}, lambda event: self._judge_war_tie(play, event))
            for who in people
        ]
        return [*asked, Question("*", {f"bet {name}": others}, lambda _: others)]

    def _judge_war_tie(self, play: Play, event: Event) -> Refusal | None:
        """Why a wager on a tie in the war is not taken."""
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} bet {event.what}", "10")
        if self._holds(self.setup.locked) and play.find(event.seat, event.bettor, event.what):
            return Refusal("a wager that has been made is not altered", self.setup.locked_clause)
        return (
            self.barred_by(play, event)
            or self.judge_oral(play, event)
            or self.judge_medium(event)
            or self.judge_stake(play, event.seat, event.bettor, event.what, event.amount)
        )

    # Settlement.

    def _rank(self, play: Play, place: str, at: int) -> int:
        ranks: str = self.ranks
        return ranks.index(play.cards(place)[at][0])

    def _compared(self, play: Play, seat: str, at: int) -> int:
        return compare(self._rank(play, seat, at), self._rank(play, DEALER, at))

    def _settle_first(self, play: Play) -> None:
        """Tie wagers, and the wagers of those whose card is higher or lower."""
        claims = []
        for standing in play.wagers:
            first = self._compared(play, standing.seat, 0)
            if standing.wager == self.named[MAIN] and first == 0:
                play.state["tied"] = sorted(
                    [*play.state["tied"], standing.person], key=lambda who: (int(parts_of(who)[0]), who)
                )
                continue
            row = (
                ROWS[end_of(first, False, 0)]
                if standing.wager == self.named[MAIN]
                else "win"
                if first == 0
                else LOSE
            )
            claims.append(self._claim(play, standing, row, 0))
        self._pay(play, claims, self.setup.order.clause)

    def _settle_surrender(self, play: Play) -> None:
        """Half of the wager of everyone who surrendered."""
        claims = []
        for standing in play.wagers:
            if standing.wager == self.named[MAIN] and play.state["choices"].get(standing.person) == SURRENDER:
                claims.append(self._claim(play, standing, SURRENDER, 0))
        self._pay(play, claims, self.setup.order.clause)

    def _settle_war(self, play: Play) -> None:
        """What lies on the boxes that went to war."""
        claims = []
        for standing in play.wagers:
            row = ROWS[end_of(0, True, self._compared(play, standing.seat, 1))]
            kind = self.kind(standing.wager)
            row = (
                _OF_WAR[row]
                if kind == WAR
                else ("win" if row == "war-tie" else LOSE)
                if kind == WAR_TIE
                else row
            )
            claims.append(self._claim(play, standing, row, 1))
        self._pay(play, claims, self.setup.order.war_clause)

    def _claim(self, play: Play, standing: Standing, row: str, at: int) -> Claim:
        outcome = self.outcome(standing.wager, row)
        told = {
            "lose": "loses",
            "push": "goes back",
            "void": "is void and goes back",
            "half": "is surrendered, and half of it is lost",
        }
        end = f"wins, pays {outcome.odds}" if outcome.result == "win" else told[outcome.result]
        cards = f"{play.cards(standing.seat)[at]} against {play.cards(DEALER)[at]}"
        more = self.ruleset.wager(standing.wager)[0].row_clauses.get(row, [])
        return self.claim(
            play,
            standing,
            row,
            f"{cards}{' in the war' if at else ''}: {standing.name} {end}",
            (more,) if isinstance(more, str) else tuple(more),
        )

    def _pay(self, play: Play, claims: list[Claim], clause: str) -> None:
        """Settle a batch in the order of the rulebook."""
        row, names = self.setup.order, list(self.ruleset.names)

        def place(claim: Claim) -> tuple[int, int, str, int]:
            standing = claim.standing
            seat = int(standing.seat) if row.begins == "left" else -int(standing.seat)
            later = row.ties_first and self.kind(standing.wager) != TIE
            return int(later), seat, standing.bettor, names.index(standing.wager)

        if claims:
            play.settle(sorted(claims, key=place))
            play.clauses.add(clause)

    # Rulings.

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """A tie wager falls with the wager that it needed, although the first cards have decided it."""
        super().returned(play, standing, clause)
        void_children(self, play, standing, clause)

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """What the table itself knows: that another card lay face up in this round, and which deal is in progress."""
        super().judge_ruling(play, irregularity, facts)
        if (
            irregularity == "card-face-up"
            and facts.get("cards") == "one"
            and any(dealt.visible() for dealt in play.places.get(BURNT, []))
        ):
            raise BadInput("a card was found face up in this round already: say cards=more")
        if irregularity == "bettor-skipped" and int(play.state.get("level", 1)) > 1:
            raise BadInput("a bettor is passed over in the original deal; at war the next card is his")

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Whether a mark makes sense now, and what it changes at once."""
        super().judge_mark(play, mark, facts)
        level = play.state.get("level", 0)
        if mark in (ABSENT, NOT_DEALT) and not parts_of(facts.get("seat", ""))[0]:
            raise BadInput("say which box it is about, like seat=2")
        if mark == NOT_DEALT and (not level or facts["seat"] not in self._boxes(play, level)):
            raise BadInput(
                f"box {facts['seat']} waits for no card: this is ruled while the cards are dealt, before they are compared"
            )
        if mark == IN_PLACE:
            void_in_place(self, play, facts)
        if mark == EXCHANGE:
            self._exchange(play, level, facts.get("first", ""), facts.get("second", ""))

    def _exchange(self, play: Play, level: int, *places: str) -> None:
        """Two cards of the deal in progress change places; one that lies where another is still to come moves there, and the other comes in its place."""
        dealt = {
            place: play.places.setdefault(place, [])
            for place in places
            if place in (*self._boxes(play, level), DEALER)
        }
        if not level or len(dealt) < 2 or all(len(cards) < level for cards in dealt.values()):
            raise BadInput(
                "say which two boxes have each other's card while the cards are dealt, before the last of them, like first=1 second=2"
            )
        one, other = sorted(dealt.values(), key=len, reverse=True)
        card = one.pop()
        if len(other) == level:
            one.append(other.pop())
        other.append(card)

    def refill(self, play: Play) -> None:
        """The cards of boxes that are settled lie in the discard rack, and are shuffled with the rest."""
        super().refill(play)
        level = play.state.get("level", 0)
        tied = [parts_of(person)[0] for person in self._undecided(play)]
        kept = {*self._boxes(play, level or 2), *tied, DEALER}
        for place in [place for place in play.places if place not in kept]:
            for dealt in play.places.pop(place):
                if play.stock is not None:
                    play.stock[dealt.card] += 1
