"""Twenty-one as it is played: two cards to each box, the dealer's first, then every hand in turn, and the dealer's hand.

What comes next always follows from what lies on the table and from the rulings made, so that a ruling may change it at any time: `TwentyOne.next_step` says it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, Literal

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.errors import BadInput
from croupier.families.cards.firstdeal import (
    DEALER,
    DISCARDED,
    IN_ORDER,
    LATER,
    NO_CARDS,
    ONE_CARD,
    REFUSES,
    FirstDeal,
)
from croupier.families.cards.undo import IN_PLACE, clause_of, taken_back
from croupier.families.twentyone.hands import MOST, TENS, dealer_draws, is_natural, total
from croupier.families.twentyone.holding import LAST_ROUNDS, NOT_NATURAL, SHARED
from croupier.families.twentyone.offers import FORFEIT, INSURANCE, KEEP, PLAYS, STAND, SURRENDER, SWITCH
from croupier.families.twentyone.settling import Settling
from croupier.table.events import Event
from croupier.table.play import MARKED, Dealt, Play
from croupier.table.questions import Question, Refusal, Wait

ABSENT, OUT_OF_PLAY = "plays-by-rule", "stands"
LOOK = ("natural", "no-natural")

Step = tuple[
    Literal[
        "deal", "start", "offer", "late-sides", "look", "switch", "ask", "rescue", "finish", "turn", "over"
    ],
    str,
]


class TwentyOne(Settling):
    """A hand for each box, or two, and one for the dealer."""

    marks = (*FirstDeal.marks, NOT_NATURAL, LAST_ROUNDS, ABSENT, OUT_OF_PLAY)

    # The round.

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, the first deal, offers, every hand, the dealer's hand, settlement."""
        dealt = yield from self.bets(play, lambda: self.first_place(play))
        if not dealt:
            return
        self.opened(play)
        setup = self.setup
        play.clauses |= {
            setup.values_clause,
            setup.own_total_clause,
            setup.no_tens_clause,
            setup.parallel_clause if self.parallel else "",
        } - {""}
        if setup.followers and any(one.bettor not in ("", "a") for one in play.wagers):
            play.clauses |= {setup.followers.clause, setup.followers.control_clause}
        while True:
            self.arrange(play)
            what, who = self.next_step(play)
            if what == "over":
                break
            yield from self._take(play, what, who)
        self.settle_all(play)

    def _take(self, play: Play, what: str, who: str) -> Generator[Wait, Any, None]:
        """Carry out a step."""
        if what == "deal":
            yield from self._deal(play, who)
        elif what == "start":
            self._start(play)
        elif what == "offer":
            yield from self.offers(play, who)
        elif what == "late-sides":
            play.state["asked"] = [*play.state["asked"], what]
            self.first_sides(play, early=False)
        elif what == "look":
            yield from self._look(play)
        elif what == "switch":
            yield from self.ask_switch(play, who)
            if who in play.state["kept"]:
                self.naturals_at_once(play, self.places_of(play, who))
        elif what == "ask":
            yield from self.ask_hand(play, who)
        elif what == "rescue":
            yield from self.ask_rescue(play, who)
        elif what == "turn":
            yield from self._turn(play)
            self._second_card(play)
        else:
            self.finish(play, who)

    def next_step(self, play: Play) -> Step:
        """What comes next, by what lies on the table."""
        if not play.wagers and not self._fills(play):
            return "over", ""
        if place := self.first_step(play):
            return "deal", place
        if not play.state["started"]:
            return "start", ""
        if offer := self.next_offer(play):
            return "offer", offer
        if "late-sides" not in play.state["asked"]:
            return "late-sides", ""
        if (
            self.hole == "peek"
            and not play.state["looked"]
            and self.may_be_natural(play)
            and self.upcard(play)
        ):
            return "look", ""
        if play.state["looked"] != "natural":
            for box in self._turns(play):
                if step := self._box_step(play, box):
                    return step
        return self._dealer_step(play)

    def _start(self, play: Play) -> None:
        """The first deal is complete: what it decides is settled."""
        play.state["started"] = True
        play.state["players-in"] = list(
            dict.fromkeys(f"{one.seat}:{one.bettor}" for one in play.wagers if one.wager == self.main)
        )
        if self.parallel:
            shared = play.cards(SHARED)
            play.state["heads"] = {box: list(shared) for box in play.state["boxes"]}
        self.first_sides(play, early=True)
        if self.setup.switch is None:
            self.naturals_at_once(
                play,
                [
                    place
                    for box in play.state["boxes"]
                    for place in self.places_of(play, box)
                    if self.on_hand_wagers(play, place)
                ],
            )

    # The boxes in turn.

    def _turns(self, play: Play) -> list[str]:
        """The boxes that are played, in turn; one that was passed over comes after the others."""
        live = [box for box in play.state["boxes"] if self.carried(play, box)]
        return sorted(live, key=lambda box: bool(play.marked(LATER, box)))

    def _box_step(self, play: Play, box: str) -> Step | None:
        places = [
            place
            for place in self.places_of(play, box)
            if place not in play.state["done"] and self.on_hand_wagers(play, place)
        ]
        if not places:
            return None
        short = [
            place for place in places if self.number(play, place) < 2 and not self._takes_none(play, place)
        ]
        if short and not any(place in play.state["split"] for place in short):
            # A card that the first deal left out comes when the box is reached.
            return "deal", short[0]
        if self.setup.switch and box not in play.state["kept"]:
            if len(places) == 2 and not play.marked(ABSENT, box):
                return "switch", box
            # One of the hands is dead or settled, and nothing is left to change places with; or nobody is there who could switch.
            play.state["kept"] = [*play.state["kept"], box]
            self.naturals_at_once(play, places)
            return self._box_step(play, box)
        if short and self.both_first():
            return "deal", short[0]
        return self._hand_step(play, places[0])

    def _hand_step(self, play: Play, place: str) -> Step:
        box = self.box_of(place)
        number = self.number(play, place)
        if self._takes_none(play, place):
            play.state["hit"] = "" if play.state.get("hit") == place else play.state.get("hit", "")
            return "finish", place
        if number < 2:
            return "deal", place
        points, soft = self.count(play, place)
        if play.state.get("hit") == place:
            return "deal", place
        if place in play.state["doubled"]:
            row = self.setup.double
            asked = (
                row is not None
                and row.rescue_clause
                and self.holds(row.rescue_when)
                and points < MOST
                and place not in play.state.get("rescued", [])
            )
            return ("rescue", place) if asked else ("finish", place)
        if self.natural(play, place) or place in play.state["stood"] or self._ended(play, place, points):
            return "finish", place
        if self.forced:
            play.clauses |= {self.setup.draw.forced_clause}
            hits = self.hits_soft_17 and not self.holds(self.setup.draw.forced_stands, empty=False)
            return ("deal", place) if dealer_draws(self.cards_of(play, place), hits) else ("finish", place)
        if any(who in play.state["surrendered"] for who in (self.controller(play, box),)):
            return "finish", place
        if play.marked(OUT_OF_PLAY, place):
            return "finish", place
        if clause := play.marked(ABSENT, box):
            rule = self.setup.absent
            play.clauses.add(clause)
            play.state["acted"] = True
            return ("deal", place) if points <= (rule.soft if soft else rule.hard) else ("finish", place)
        return "ask", place

    def _takes_none(self, play: Play, place: str) -> bool:
        """Whether a hand gets no card any more, because the player has refused one: not even the second of a hand that was made by splitting."""
        return bool(play.marked(REFUSES, place)) and (
            place in play.state["split"] or self.number(play, place) >= 2
        )

    def _ended(self, play: Play, place: str, points: int) -> bool:
        """Whether a hand has no choice left."""
        if points == MOST and self.number(play, place) == 2 and self.no_double(play, place) is None:
            return False
        if points >= MOST:
            play.clauses |= {self.setup.draw.most_clause} - {""} if points == MOST else set()
            return True
        if self.trick and self.number(play, place) >= self.trick:
            return True
        if (
            self.no_hit(play, place) is None
            or self.no_split(play, place) is None
            or self.no_double(play, place) is None
            or self.no_surrender(play, place) is None
        ):
            return False
        # A hand that must stand has nothing to decide.
        play.clauses |= (
            {self.setup.draw.must_clause} - {""} if self.only_one_card(play, place) is None else set()
        )
        return True

    # Cards.

    def _deal(self, play: Play, place: str) -> Generator[Wait, Any, None]:
        """A card to a place; one that would take a hand over is thrown away where hands never go over."""
        before = len(play.places.get(place, []))
        face = "up" if play.state["started"] or self.no_dealer_card(play) else self.face_of(place, before)
        yield from (
            self._undecided(self.card(play, place, face)) if self.forced else self.card(play, place, face)
        )
        if len(play.places.get(place, [])) == before:
            return
        if play.state.get("hit") == place:
            play.state["hit"] = ""
        if not play.state["started"]:
            return
        if self.setup.draw.discard_clause and self._over(play, place):
            play.shift(place, len(play.places[place]) - 1, DISCARDED)
            play.state["stood"] = [*play.state["stood"], place]
            play.clauses.add(self.setup.draw.discard_clause)
        if place == DEALER and before == 1:
            self._second_card(play)
        elif place != DEALER and self.number(play, place) >= 2:
            if self.number(play, place) == 2:
                if place not in play.state["split"]:
                    # The second card that the first deal left out decides what the others decided before.
                    self.first_sides(play, early=True)
                if self.setup.switch is None or self.box_of(place) in play.state["kept"]:
                    self.naturals_at_once(play, [place])
            if not self._over(play, place):
                self.third_seven(play, place)

    def _undecided(self, waits: Generator[Wait, Any, None]) -> Generator[Wait, Any, None]:
        """Where hands are drawn without a choice, whatever a player would decide is refused while the cards come."""
        refusal = Refusal(
            "hands are drawn like the dealer's, and nobody decides anything", self.setup.draw.forced_clause
        )
        answer = None
        while True:
            try:
                wait = waits.send(answer)
            except StopIteration:
                return
            answer = yield msgspec.structs.replace(
                wait,
                questions=(
                    *wait.questions,
                    Question("*", dict.fromkeys(PLAYS, refusal), lambda event: refusal),
                ),
            )

    def _over(self, play: Play, place: str) -> bool:
        return (total(play.cards(DEALER))[0] if place == DEALER else self.count(play, place)[0]) > MOST

    def noted(self, play: Play, place: str) -> None:
        """The first deal is kept in order until the offers begin."""
        if not play.state["started"]:
            super().noted(play, place)

    def cards_wanted(self, play: Play) -> int:
        """A few cards for each hand that is still played, and for the dealer."""
        boxes = play.state["boxes"] or self.dealt_for(play)
        places = [place for box in boxes for place in (self.places_of(play, box) or self.areas(box))]
        return sum(
            max(1, 3 - self.number(play, place)) for place in places if place not in play.state["done"]
        ) + max(1, 3 - len(play.places.get(DEALER, [])))

    def takes_early(self, play: Play) -> bool:
        """A card that the dealer took too early counts as it would have been dealt."""
        held = play.cards(DEALER)
        return len(held) < 2 or dealer_draws(held, self.hits_soft_17)

    # The dealer.

    def _look(self, play: Play) -> Generator[Wait, Any, None]:
        """The hole card is looked at under an ace or a ten. At a live table the dealer says what was seen."""
        row = self.setup.dealer
        hole = play.places[DEALER][1]
        play.clauses |= {row.peek_clause} - {""}
        if hole.card == UNSEEN:
            event = yield from play.open("a look at the hole card", [Question(DEALER, dict.fromkeys(LOOK))])
            if event == MARKED:
                return
            play.state["looked"] = event.verb
        else:
            play.state["looked"] = (
                "natural" if is_natural([play.places[DEALER][0].card, hole.card]) else "no-natural"
            )

    def _turn(self, play: Play) -> Generator[Wait, Any, None]:
        """The hole card is turned; it must be what the dealer said of it."""
        hole = play.places[DEALER][1]
        if hole.card == UNSEEN:
            event = yield Wait(
                "cards",
                draw="turn",
                place=f"{DEALER}#2",
                check=lambda drawn: self._not_as_said(play, drawn.what),
            )
            play.places[DEALER][1].card = event.what
        play.places[DEALER][1].seen = ("all",)

    def _not_as_said(self, play: Play, card: str) -> Refusal | None:
        said = play.state["looked"]
        if said and (said == "natural") != is_natural(
            [play.places[DEALER][0].card, self.read_draw(Event("", "deal", card))]
        ):
            raise BadInput(f"turn {DEALER}#2 {card}: the dealer looked at this card and said {said}")
        return None

    def _fills(self, play: Play) -> bool:
        """Whether the dealer's hand is shown, or filled, although no wager waits for it: where hands have been decided and the rules have it so."""
        row, cards = self.setup.dealer, play.places.get(DEALER, [])
        decided = any(line.result not in ("void", "withdrawn") for line in play.lines)
        if not play.state["started"] or not decided or play.state["looked"] == "natural":
            return False
        if (len(cards) < 2 or not all(dealt.visible() for dealt in cards)) and self.holds(
            row.second_always, empty=False
        ):
            return True
        draws = (
            not all(dealt.visible() for dealt in cards)
            or len(cards) < 2
            or (
                dealer_draws(self.dealers(play).cards, self.hits_soft_17)
                and DEALER not in play.state["stood"]
            )
        )
        return draws and (
            self.holds(row.fills_when, empty=False)
            or (bool(row.needless_clause) and not self.holds(row.needless_when))
        )

    def _live(self, play: Play) -> list[str]:
        """The hands whose wagers wait for the dealer."""
        return [
            place
            for box in play.state["boxes"]
            for place in self.places_of(play, box)
            if self.on_hand_wagers(play, place)
        ]

    def _dealer_step(self, play: Play) -> Step:
        """The dealer's hand is filled once every box has been played, as far as it matters."""
        row = self.setup.dealer
        cards = play.places.get(DEALER, [])
        live = self._live(play)
        insured = any(self.kinds.get(one.wager) == "insurance" for one in play.wagers)
        counted = any(self.kinds.get(one.wager) == "buster" for one in play.wagers)
        fills = self._fills(play)
        if not live and not insured and not counted and not fills:
            play.clauses |= {row.needless_clause} - {""}
            return "over", ""
        if len(cards) < 2:
            return "deal", DEALER
        if not all(dealt.visible() for dealt in cards):
            return "turn", DEALER
        if insured and not self.late:
            # Cards that the dealer took too early decide insurance as well.
            self._second_card(play)
        hand = self.dealers(play)
        if hand.natural or DEALER in play.state["stood"]:
            return "over", ""
        if not counted and not fills and not self._matters(play, live):
            play.clauses |= {row.needless_clause} - {""}
            return "over", ""
        play.clauses |= {row.clause, row.soft_clause if total(hand.cards) == (17, True) else ""} - {""}
        return ("deal", DEALER) if dealer_draws(hand.cards, self.hits_soft_17) else ("over", "")

    def _matters(self, play: Play, live: list[str]) -> bool:
        """Whether a further card of the dealer could change what any hand is worth."""
        if not self.setup.dealer.needless_clause or not self.holds(self.setup.dealer.needless_when):
            return bool(live)
        for place in live:
            for one in self.bases(play, place):
                mine = self.mine(play, place, one)
                waits = mine.bust and "bust-against-push" in self.known_rows(one.wager)
                if waits or not (mine.natural or mine.surrendered or mine.bust):
                    return True
        return False

    def _second_card(self, play: Play) -> None:
        """The second card decides insurance."""
        row = self.setup.dealer
        play.clauses |= {row.second_clause, row.hole_clause if self.hole != "none" else ""} - {""}
        self.insurance_settled(play)

    def action_card(self, play: Play) -> str:
        """The dealer's second card places the action button."""
        card = play.cards(DEALER)[1]
        return (
            "T" if self.ruleset.readings.get("button-values") == "bonus-is-ten" and card[0] in TENS else card
        )

    # Rulings.

    def not_now(self, play: Play, event: Event) -> Refusal | None:
        """Insurance and giving up are over when hands are played, and only a doubled hand is forfeited."""
        insurance, double, surrender = self.setup.insurance, self.setup.double, self.setup.surrender
        if (
            event.verb == INSURANCE
            and insurance
            and insurance.one_clause
            and any(one.seat == event.seat and one.wager == insurance.wager for one in play.wagers)
        ):
            return Refusal(
                f"box {event.seat} has an insurance wager, and may have only one", insurance.one_clause
            )
        if event.verb == INSURANCE and insurance:
            clause = insurance.late_clause if self.upcard(play)[:1] == "A" else insurance.clause
            return Refusal(
                "insurance is offered when the dealer shows an ace, before any hand is played", clause
            )
        if event.verb == FORFEIT and double:
            return Refusal(
                "a wager is forfeited when its hand has been doubled and its last card lies",
                double.rescue_clause,
            )
        if (
            event.verb == SURRENDER
            and surrender
            and surrender.at == "offers"
            and surrender.followers_clause
            and event.bettor not in ("", "a")
        ):
            return Refusal(
                f"nobody gives up on box {event.seat} if the one who controls it does not",
                surrender.followers_clause,
            )
        return None

    def out_of_turn(self, play: Play, event: Event) -> Refusal | None:
        """Why a hand takes no card now, where the rules or a ruling say so."""
        for mark in (REFUSES, OUT_OF_PLAY, ABSENT):
            if clause := play.marked(mark, event.seat):
                return Refusal(f"box {event.seat} decides nothing more in this round", clause)
        setup, place = self.setup, self.place(event.seat, event.hand)
        if setup.switch and event.verb in (SWITCH, KEEP):
            return (
                Refusal(
                    f"box {event.seat} says once whether it switches, before it plays",
                    setup.switch.first_clause,
                )
                if event.seat in play.state["kept"]
                else None
            )
        if place in play.state["split"] and place not in play.state["done"] and setup.split:
            waits = setup.split.both_clause if self.both_first() else setup.split.in_turn_clause
            return (
                Refusal(f"hand {place} waits until the one before it is finished", waits) if waits else None
            )
        given = setup.surrender.no_cards_clause if setup.surrender else ""
        if given and self.controller(play, event.seat) in play.state["surrendered"]:
            return Refusal(f"box {event.seat} has been given up and gets no more cards", given)
        if event.verb == STAND or place not in play.state["done"]:
            return None
        if place in play.state["doubled"] and setup.double:
            return Refusal("a doubled hand gets one card more, and no other", setup.double.card_clause)
        return self.no_hit(play, place)

    def relay(self, play: Play, cards: list[Dealt], sequence: list[str]) -> None:
        """Cards of the first deal that come to lie elsewhere decide anew whatever they decided where they lay."""
        super().relay(play, cards, sequence)
        if play.state["started"]:
            taken_back(play, lambda _: True)
            play.state |= {"started": False, "asked": [], "done": [], "looked": ""}

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Whether a ruling makes sense now."""
        if mark == IN_ORDER and play.phase == "over":
            raise BadInput("the round is settled, and its cards stay where they lie")
        for named in facts.get("box", "").split("+"):
            box = self.box_of(named)
            if (
                mark in (NO_CARDS, ONE_CARD, LATER, REFUSES, ABSENT, OUT_OF_PLAY)
                and box not in play.state["boxes"]
            ):
                raise BadInput(f"box {box or '?'} has no hand in this round; say box=N")
            if (
                mark in (LATER, REFUSES, ABSENT, OUT_OF_PLAY)
                and self.hand_of(named)
                and named not in self.places_of(play, box)
            ):
                raise BadInput(
                    f"there is no hand {named}; box {box} has {' and '.join(self.places_of(play, box))}"
                )
            if mark in (LATER, REFUSES, ABSENT, OUT_OF_PLAY):
                open_hands = [
                    place
                    for place in self.places_of(play, box)
                    if place not in play.state["done"] and self.on_hand_wagers(play, place)
                ]
                if not open_hands:
                    raise BadInput(f"box {box} has been played already")
            if mark == LATER and box == self._turns(play)[-1]:
                raise BadInput(f"box {box} is the last before the dealer: it is asked now")
        super().judge_mark(play, mark, facts)
        if mark == IN_PLACE:
            self.orphans(play, clause_of(self, facts) or self.betting.clause)

    def late_clause(self, wager: str, verb: str = "bet") -> str:
        """Wagers that are made in the round have a clause of their own by which they are not touched."""
        own = self.ruleset.wager(wager)[0].late_clause
        return (
            own
            if verb == "remove" and own and self.kinds[wager] in self.moments
            else super().late_clause(wager, verb)
        )

    def leaving(self, play: Play, who: str) -> None:
        """Before a player takes his wagers back: what the first cards have decided for him is settled."""
        for one in [
            one for one in play.wagers if one.person == who and self.kinds.get(one.wager) == "sevens"
        ]:
            places = self.places_of(play, one.seat)
            if places and self.number(play, places[0]) >= 2:
                self.pay(play, [self._sevens_claim(play, one, self.cards_of(play, places[0]))])

    def left(self, play: Play, who: str, clause: str) -> None:
        """After it: what others had on a box without a hand goes back."""
        self.orphans(play, clause)

    def orphans(self, play: Play, clause: str) -> None:
        """Side wagers on a box that has no wager on a hand any more, and that are not settled, go back."""
        for one in list(play.wagers):
            row = self.ruleset.wager(one.wager)[0]
            if row.needs_on_box and play.state["boxes"] and not self.carried(play, one.seat):
                play.withdraw(one, (clause,), "no hand is left on the box, and the wager goes back")
