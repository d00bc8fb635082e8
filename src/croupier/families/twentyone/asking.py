"""What the players of twenty-one are asked at their turn: to switch, then about every hand."""

from __future__ import annotations

import msgspec

from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput
from croupier.families.twentyone.allowed import Allowed
from croupier.families.twentyone.holding import HandSlice, Holding, box_of, hand_of, place_of
from croupier.families.twentyone.offers import (
    DECLINE,
    DOUBLE,
    FIRST,
    FORFEIT,
    HIT,
    INSURANCE,
    KEEP,
    PLAYS,
    SECOND,
    SPLIT,
    STAND,
    SURRENDER,
    SWITCH,
    Offers,
    judge_further,
)
from croupier.families.twentyone.rules import SplitRow
from croupier.families.twentyone.settling import Settling
from croupier.table.claims import Standing
from croupier.table.events import Event, other_name, person_of
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.firstdeal import DealSlice
from croupier.table.parts.part import Steps
from croupier.table.play import MARKED, Play
from croupier.table.questions import Acts, Question, Refusal, Wait

MOST_HANDS = 9
"""The most hands of a box."""


class Asking:
    """Asks at the turn of a box, judges the answers, and carries them out."""

    def __init__(
        self,
        holding: Holding,
        betting: CardBetting,
        allowed: Allowed,
        offers: Offers,
        settling: Settling,
    ) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.setup = holding.setup
        self.betting = betting
        self.allowed = allowed
        self.offers = offers
        self.settling = settling
        setup = holding.setup
        self.out_of_turn = (
            *PLAYS,
            *((SWITCH, KEEP) if setup.switch else ()),
            *((INSURANCE,) if setup.insurance and setup.insurance.late_clause else ()),
            *((FORFEIT,) if setup.double and setup.double.rescue_clause else ()),
        )
        """The acts that are refused to all who are not asked."""

    # Switching.

    def ask_switch(self, play: Play, box: str) -> Steps:
        """Ask whether to switch the second cards of two hands."""
        row, mine = self.setup.switch, play.of(HandSlice)
        assert row is not None
        who = self.holding.controller(play, box)
        early = Refusal(f"box {box} first says whether it switches: switch or keep", row.first_clause)
        plays: Acts = dict.fromkeys(PLAYS, early)
        event = yield from play.open(
            "switch or keep",
            [
                Question(who, {SWITCH: None, KEEP: None, **plays}),
                *(Question(f"{who}.{hand}", plays) for hand in ("1", "2")),
                self._others(play, who, box),
            ],
            clause=row.first_clause,
        )
        if event == MARKED or event.verb == "gone":
            return
        play.of(DealSlice).acted = True
        play.clauses |= {row.clause, row.first_clause}
        mine.kept = [*mine.kept, box]
        if event.verb == SWITCH:
            first, second = (play.places[place] for place in self.holding.areas(box))
            one, two = first.pop(1), second.pop(1)
            first.append(two)
            second.append(one)
            mine.switched = [*mine.switched, box]
            play.clauses.add(row.natural_clause)

    # A hand at its turn.

    def ask_hand(self, play: Play, place: str) -> Steps:
        """Ask the person who controls a box. Others on it follow, and decide what is their own."""
        box = box_of(place)
        who = self.holding.controller(play, box)
        acts = dict(self.allowed.judged(play, place).acts)

        def check(event: Event) -> Refusal | None:
            return self._judge(play, event, place)

        own = [Question(who, acts, check)]
        if hand_of(place):
            own.insert(0, Question(_on(who, place), acts, check))
        event = yield Wait("hit or stand", (*own, self._others(play, who, box)), clause=self._turn_clause)
        if event == MARKED or event.verb == "gone":
            return
        play.of(DealSlice).acted = True
        row = self.setup.draw
        done = {HIT: row.hit_clause, STAND: row.stand_clause}.get(event.verb, "")
        play.clauses |= {row.clause, done} - {""}
        if event.verb == STAND:
            self.settling.finish(play, place)
        elif event.verb == HIT:
            play.of(HandSlice).hit = place
        elif event.verb == SURRENDER:
            yield from self._gives_up(play, place, who)
        elif event.verb == DOUBLE:
            yield from self._doubles(play, place, who, event.amount)
        elif event.verb == SPLIT:
            yield from self._splits(play, place, who)

    @property
    def _turn_clause(self) -> str:
        return self.setup.draw.turn_clause or self.setup.draw.clause

    def _others(self, play: Play, who: str, box: str) -> Question:
        """Refuse anybody else: he is out of turn, and a follower never decides."""
        setup, holding = self.setup, self.holding
        turn = Refusal(f"box {box} is asked now", self._turn_clause)

        def check(event: Event) -> Refusal | None:
            places = holding.places_of(play, event.seat)
            if event.hand and places and place_of(event.seat, event.hand) not in places:
                raise BadInput(
                    f"{str(event)!r}: there is no hand {event.seat}.{event.hand}; "
                    f"box {event.seat} has {' and '.join(places)}"
                )
            if refusal := self.allowed.not_now(play, event):
                return refusal
            if event.seat == box and event.person not in (who, other_name(who)):
                return Refusal(
                    f"{who} controls box {box} and decides for all who bet on it",
                    setup.followers.control_clause if setup.followers else setup.draw.clause,
                )
            return self.allowed.out_of_turn(play, event) or turn

        return Question("*", dict.fromkeys(self.out_of_turn, turn), check)

    def _judge(self, play: Play, event: Event, place: str) -> Refusal | None:
        if event.verb not in (DOUBLE, SPLIT):
            return None
        base = self.holding.base_of(play, place, event.person)
        if base is None:
            return None
        judge = self._judge_double if event.verb == DOUBLE else self._judge_equal
        refusal = (
            judge(event.amount, base)
            or self._judge_box(play, event, base)
            or judge_further(self.betting, play, event)
        )
        if refusal or event.amount is None or event.amount == base.stake:
            return refusal
        return self.betting.limits.judge_chips(event.amount)

    def _judge_box(self, play: Play, event: Event, base: Standing) -> Refusal | None:
        """Say why all who bet on a box may not add as much to what they bet together."""
        row, most = self.rules.ruleset.wager(self.rules.main)[0], self.betting.limits.now(play, base.seat)[1]
        together = (row.shared_maximum, row.shared_with_added)
        if most is None or not all(self.rules.holds(one, empty=False) for one in together):
            return None
        mine = [one for one in play.wagers if one.seat == base.seat and self.holding.is_on_hand(one)]
        if len({one.person for one in mine}) < 2:
            return None
        said = [
            one for who, one in play.answers.items() if one.seat == base.seat and one.verb in (DOUBLE, SPLIT)
        ]
        added = sum(
            other.stake if one.amount is None else one.amount
            for one in said
            if (other := self.holding.base_of(play, place_of(base.seat, base.hand), one.person)) is not None
        )
        stake = base.stake if event.amount is None else event.amount
        if sum(one.stake for one in mine) + added + stake <= most:
            return None
        told = f"all who bet on a box may together bet at most {show_amount(most)}"
        return Refusal(told, row.shared_clause)

    def _judge_double(self, amount: Amount | None, base: Standing) -> Refusal | None:
        """Say why a wager to double is too large, or too small."""
        row = self.setup.double
        assert row is not None
        if amount is None or amount == base.stake:
            return None
        if amount > base.stake:
            return Refusal(
                f"doubling a wager of {show_amount(base.stake)} takes no more than as much again",
                row.equal_clause,
            )
        if not amount or not row.less:
            return Refusal(f"doubling takes a further wager of {show_amount(base.stake)}", row.equal_clause)
        return None

    def _judge_equal(self, amount: Amount | None, base: Standing) -> Refusal | None:
        row = self.setup.split
        assert row is not None
        if amount is None or amount == base.stake:
            return None
        return Refusal(f"splitting takes a further wager of {show_amount(base.stake)}", row.equal_clause)

    def _beside(self, play: Play, place: str, who: str) -> list[str]:
        """List the other people with a wager on a hand."""
        return [one.person for one in self.holding.bases(play, place) if one.person != who]

    # Giving up.

    def _gives_up(self, play: Play, place: str, who: str) -> Steps:
        row = self.setup.surrender
        assert row is not None
        self.offers.give_up(play, who)
        others = self._beside(play, place, who)
        if row.followers_clause:
            answers = yield from play.ask(
                SURRENDER,
                {other: {SURRENDER: None, DECLINE: None} for other in others},
                clause=row.followers_clause,
            )
            others = [other for other in others if answers[other].verb == SURRENDER]
        for other in others:
            self.offers.give_up(play, other)
        self.settling.finish(play, place)

    # Doubling.

    def _doubles(self, play: Play, place: str, who: str, amount: Amount | None) -> Steps:
        row, mine = self.setup.double, play.of(HandSlice)
        assert row is not None
        made = row.split_clause if place in mine.split else ""
        play.clauses |= {row.clause, row.equal_clause, row.card_clause, made} - {""}
        self._put_double(play, place, who, amount)
        others = self._beside(play, place, who)
        frozen = bool(row.aces_low) and self.rules.holds(row.aces_low)
        low = self.holding.number(play, place) if frozen else 0
        if low:
            play.clauses |= {row.aces_clause} - {""}
        # The card to come is the last: from here on the hand is doubled, whoever else doubles.
        mine.doubled = {**mine.doubled, place: low}
        mine.hit = place
        if others:
            play.clauses |= {row.followers_clause} - {""}
            asked = {_on(other, place): {DOUBLE: None, DECLINE: None} for other in others}
            answers = yield from play.ask(
                "double too",
                asked,
                lambda event: self._judge(play, event, place),
                row.followers_clause or row.clause,
            )
            for other, event in answers.items():
                if event.verb == DOUBLE:
                    self._put_double(play, place, person_of(other), event.amount)

    def _put_double(self, play: Play, place: str, who: str, amount: Amount | None) -> None:
        base = self.holding.base_of(play, place, who)
        if base is not None:
            stake = base.stake if amount is None else amount
            self._put(play, base, base.hand, "double", stake)

    def _put(self, play: Play, base: Standing, hand: str, kind: str, stake: Amount) -> None:
        """Put a further wager of the same person on a hand."""
        wager = self.rules.name_of(kind)
        play.put(Standing(base.seat, wager, stake, base.bettor, hand, player=base.player))

    def ask_rescue(self, play: Play, place: str) -> Steps:
        """Ask, after the card of a double, whether to take it back and give up the first wager."""
        row, mine = self.setup.double, play.of(HandSlice)
        assert row is not None
        wagers = self.holding.on_hand_wagers(play, place)
        doubles = [one for one in wagers if self.holding.kind(one) == "double"]
        mine.rescued = [*(mine.rescued or []), place]
        last = Refusal("a doubled hand gets one card more, and no other", row.card_clause)
        acts: Acts = {FORFEIT: None, STAND: None, HIT: last}
        answers = yield from play.ask(
            "forfeit or stand",
            {_on(one.person, place): acts for one in doubles},
            clause=row.rescue_clause,
        )
        for one in doubles:
            if answers[_on(one.person, place)].verb == FORFEIT:
                self.settling.forfeit(play, place, one)

    # Splitting.

    def _splits(self, play: Play, place: str, who: str) -> Steps:
        """Split a hand in two. The wager stays on the first, and as much is put on the second."""
        row, mine = self.setup.split, play.of(HandSlice)
        assert row is not None
        play.clauses |= {row.clause, row.equal_clause}
        box = box_of(place)
        aces = self.holding.cards_of(play, place)[0][0] == "A"
        first, new = self._divide(play, box, hand_of(place))
        places = [place_of(box, first), place_of(box, new)]
        mine.split = _with(mine.split, places)
        if aces:
            mine.aces = _with(mine.aces, places)
            play.clauses |= {row.aces_clause} - {""}
        play.clauses |= {row.both_clause if self.rules.both_first() else row.in_turn_clause} - {""}
        answers = {who: Event(who, SPLIT)}
        others = self._beside(play, places[0], who)
        if others:
            play.clauses |= {row.followers_clause} - {""}
            acts = _following(row)
            said = yield from play.ask(
                "split too, or first or second",
                {_on(other, place): acts for other in others},
                lambda event: self._judge(play, event, places[0]),
                row.followers_clause or row.clause,
            )
            answers |= {person_of(other): event for other, event in said.items()}
        for other, event in answers.items():
            base = self.holding.base_of(play, places[0], other)
            if base is None:
                continue
            if event.verb == SPLIT:
                self._put(play, base, new, "split", base.stake)
            elif event.verb == SECOND:
                play.take(base)
                play.put(msgspec.structs.replace(base, hand=new))

    def _divide(self, play: Play, box: str, hand: str) -> tuple[str, str]:
        """Lay the two cards of a hand apart. Return the names of the two hands."""
        mine = play.of(HandSlice)
        hands = mine.hands[box]
        first = hand or "1"
        new = str(max(int(one or 1) for one in hands) + 1)
        if int(new) > MOST_HANDS:
            raise BadInput(f"box {box} has nine hands, and no table has room for more")
        old, place, beyond = place_of(box, hand), place_of(box, first), place_of(box, new)
        roots = mine.roots or {}
        root = roots.get(old, old)
        mine.roots = {**roots, place: root, beyond: root}
        at = hands.index(hand)
        mine.hands = {**mine.hands, box: [*hands[:at], first, new, *hands[at + 1 :]]}
        heads, cards = mine.heads.get(old, []), play.places.pop(old, [])
        apart = {**mine.heads, old: [], place: heads[:1], beyond: heads[1:2]}
        mine.heads = {key: value for key, value in apart.items() if value}
        laid = 2 - len(heads)
        play.places[place] = cards[: laid - 1] if laid else []
        play.places[beyond] = cards[laid - 1 :] if laid else []
        if not hand:
            # The wagers on the only hand of the box lie on the first of two now.
            for one in [one for one in play.wagers if one.seat == box and not one.hand]:
                if self.holding.kind(one) == "main":
                    play.take(one)
                    play.put(msgspec.structs.replace(one, hand=first))
        return first, new


def _following(row: SplitRow) -> Acts:
    """List how others on a box answer a split: bet as much, or say where their wager lies."""
    stays = Refusal("who does not lay as much on the new hand stays on the first", row.second_clause)
    acts: dict[str, Refusal | None] = {SPLIT: None, FIRST: None, SECOND: stays if row.second_clause else None}
    if row.followers_clause:
        acts[DECLINE] = Refusal(
            "lay as much on the new hand, or say on which of the two the wager lies", row.followers_clause
        )
    return acts


def _on(person: str, place: str) -> str:
    """Return a person with the hand that he is asked about."""
    hand = hand_of(place)
    return f"{person}.{hand}" if hand else person


def _with(known: list[str], more: list[str]) -> list[str]:
    return [*known, *(one for one in more if one not in known)]
