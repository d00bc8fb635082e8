"""What the players of a table of twenty-one are asked when it is their turn: to switch, then for every hand."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput
from croupier.families.cards.betting import Acts
from croupier.families.twentyone.hands import MOST, VALUES, alike
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
    said_plainly,
)
from croupier.table.claims import Standing
from croupier.table.events import Event, other_name, person_of
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait


class Asking(Offers):
    """Questions, what may be answered to them, and what follows."""

    # Switching.

    def ask_switch(self, play: Play, box: str) -> Generator[Wait, Any, None]:
        """Whether the second cards of two hands change places."""
        row = self.setup.switch
        assert row is not None
        who = self.controller(play, box)
        early = Refusal(f"box {box} first says whether it switches: switch or keep", row.first_clause)
        acts: Acts = {SWITCH: None, KEEP: None, **dict.fromkeys(PLAYS, early)}
        questions = [
            Question(who, acts),
            *(Question(f"{who}.{hand}", dict.fromkeys(PLAYS, early)) for hand in ("1", "2")),
            self._others(play, who, box),
        ]
        event = yield from play.open("switch or keep", questions)
        if event == MARKED or event.verb == "gone":
            return
        play.state["acted"] = True
        play.clauses |= {row.clause, row.first_clause}
        play.state["kept"] = [*play.state["kept"], box]
        if event.verb == SWITCH:
            first, second = self.areas(box)
            one, two = play.places[first].pop(1), play.places[second].pop(1)
            play.places[first].append(two)
            play.places[second].append(one)
            play.state["switched"] = [*play.state["switched"], box]
            play.clauses.add(row.natural_clause)

    # A hand at its turn.

    def ask_hand(self, play: Play, place: str) -> Generator[Wait, Any, None]:
        """The one who controls a box decides; the others on it follow, with what is their own to decide."""
        box = self.box_of(place)
        who = self.controller(play, box)
        asked = self._on(who, place)
        acts = self.acts(play, place)
        names = {asked} | ({who} if asked != who else set())
        questions = [
            Question(name, acts, lambda event: self._judge_act(play, event, place))
            for name in sorted(names, reverse=True)
        ]
        event = yield from play.open("hit or stand", [*questions, self._others(play, who, box)])
        if event == MARKED or event.verb == "gone":
            return
        play.state["acted"] = True
        row = self.setup.draw
        play.clauses |= {
            row.clause,
            row.hit_clause if event.verb == HIT else row.stand_clause if event.verb == STAND else "",
        } - {""}
        if event.verb == STAND:
            self.finish(play, place)
        elif event.verb == HIT:
            play.state["hit"] = place
        elif event.verb == SURRENDER:
            yield from self._gives_up(play, place, who)
        elif event.verb == DOUBLE:
            yield from self._doubles(play, place, who, event.amount)
        elif event.verb == SPLIT:
            yield from self._splits(play, place, who)

    def _others(self, play: Play, who: str, box: str) -> Question:
        """Anybody else is out of turn, and whoever follows on the box never decides."""
        row = self.setup.followers
        turn = Refusal(f"box {box} is asked now", self.setup.draw.clause)
        control = Refusal(
            f"{who} controls box {box} and decides for all who bet on it",
            row.control_clause if row else self.setup.draw.clause,
        )
        late = self.setup.insurance.late_clause if self.setup.insurance else ""
        rescue = self.setup.double.rescue_clause if self.setup.double else ""
        verbs = (
            *PLAYS,
            *((SWITCH, KEEP) if self.setup.switch else ()),
            *((INSURANCE,) if late else ()),
            *((FORFEIT,) if rescue else ()),
        )

        def check(event: Event) -> Refusal | None:
            if (
                event.hand
                and event.seat in play.state["hands"]
                and self.place(event.seat, event.hand) not in self.places_of(play, event.seat)
            ):
                raise BadInput(
                    f"{str(event)!r}: there is no hand {event.seat}.{event.hand}; box {event.seat} has {' and '.join(self.places_of(play, event.seat))}"
                )
            return self.not_now(play, event) or (
                control
                if event.seat == box and event.person not in (who, other_name(who))
                else self.out_of_turn(play, event) or turn
            )

        return Question("*", dict.fromkeys(verbs, turn), check)

    def out_of_turn(self, play: Play, event: Event) -> Refusal | None:
        """Why a hand decides nothing now, where the rules or a ruling say so."""

    def not_now(self, play: Play, event: Event) -> Refusal | None:
        """Why nobody does this at the turn of a hand."""

    def finish(self, play: Play, place: str) -> None:
        """A hand takes no more cards."""
        raise NotImplementedError

    def acts(self, play: Play, place: str) -> Acts:
        """Every act of the game on a hand, and why it is not allowed where it is not."""
        return {
            HIT: self.no_hit(play, place),
            STAND: self.no_stand(play, place),
            DOUBLE: self.no_double(play, place),
            SPLIT: self.no_split(play, place),
            SURRENDER: self.no_surrender(play, place),
        }

    def no_hit(self, play: Play, place: str) -> Refusal | None:
        """Why a hand may not draw."""
        row = self.setup.draw
        points, soft = self.count(play, place)
        if points == MOST and row.most_clause:
            return Refusal("a hand of 21 draws no card", row.most_clause)
        if row.must_stand and points >= row.must_stand and not soft:
            return Refusal(f"a hard total of {row.must_stand} or more stands", row.must_clause)
        return self.only_one_card(play, place)

    def only_one_card(self, play: Play, place: str) -> Refusal | None:
        """Split aces that may be split again, and do nothing else."""
        row = self.setup.split
        if row is None or place not in play.state["aces"] or not self.holds(row.aces_one_card):
            return None
        return Refusal("split aces get one card each", row.aces_clause or row.clause)

    def no_stand(self, play: Play, place: str) -> Refusal | None:
        """Why a hand must draw."""
        row = self.setup.draw
        points, soft = self.count(play, place)
        if row.must_hit and points <= row.must_hit and not soft:
            return Refusal(f"a hard total of {row.must_hit} or less draws", row.must_clause)
        if row.directed_clause and points <= 11 and not soft and self.holds(row.directed_when, empty=False):
            held = any(card[0] == "A" for card in self.cards_of(play, place))
            ruled = self.no_double(play, place) is None or self.no_split(play, place) is None
            if not held and not ruled:
                return Refusal("the dealer has a hand of eleven or less draw", row.directed_clause)
        return None

    def no_double(self, play: Play, place: str) -> Refusal | None:
        """Why a hand may not be doubled."""
        row = self.setup.double
        if row is None:
            return Refusal(
                "hands are not doubled here", self.setup.draw.forced_clause or self.setup.draw.clause
            )
        if not self.holds(row.when):
            return Refusal("hands are not doubled at this table", row.clause)
        cards = self.cards_of(play, place)
        if row.cards and self.holds(row.cards_when) and len(cards) not in row.cards:
            return Refusal(
                f"a hand is doubled on its first {' or '.join(map(str, row.cards))} cards",
                row.cards_clause or row.clause,
            )
        if place in play.state["split"] and not self.holds(row.split_hands):
            return Refusal("a hand made by splitting is not doubled here", row.split_clause or row.clause)
        one = self.only_one_card(play, place)
        if one and not (self.setup.split and self.holds(self.setup.split.aces_double_only, empty=False)):
            return one
        if self.setup.split and place in play.state["aces"] and not self.holds(self.setup.split.aces_double):
            return Refusal("split aces are not doubled here", self.setup.split.aces_clause or row.clause)
        points, soft = self.count(play, place)
        least = self.setup.draw.must_stand
        if least and points >= least and not soft and self.holds(row.not_standing, empty=False):
            return Refusal(f"a hard total of {least} or more stands", self.setup.draw.must_clause)
        low = row.aces_low and self.holds(row.aces_low)
        counted = sum(VALUES[card[0]] for card in cards) if low else points
        if points == MOST and not self.doubles_21:
            return Refusal("a hand of 21 is not doubled", row.totals_clause or row.clause)
        totals = self.double_totals()
        either = (
            {counted, sum(VALUES[card[0]] for card in cards)}
            if self.holds(row.either_total, empty=False)
            else {counted}
        )
        if totals and not either & set(totals):
            return Refusal(
                f"a hand is doubled on {', '.join(map(str, totals))}, and this one counts {counted}",
                row.totals_clause or row.clause,
            )
        return None

    @property
    def doubles_21(self) -> bool:
        """Whether a hand that makes 21 may be doubled where its aces at one make a total that may."""
        row = self.setup.double
        return (
            row is not None
            and bool(row.aces_low and row.made_21)
            and self.holds(row.aces_low)
            and self.holds(row.made_21)
        )

    def double_totals(self) -> list[int]:
        """The totals on which a hand may be doubled; any under 21 where none are named."""
        row = self.setup.double
        assert row is not None
        chosen: list[int] = next((totals for when, totals in row.totals_by.items() if self.holds(when)), [])
        return chosen or (row.totals if row.totals and self.holds(row.totals_when) else [])

    def no_split(self, play: Play, place: str) -> Refusal | None:
        """Why a hand may not be split."""
        row = self.setup.split
        if row is None:
            return Refusal(
                "hands are not split here", self.setup.draw.forced_clause or self.setup.draw.clause
            )
        if not self.holds(row.when):
            return Refusal("hands are not split at this table", row.clause)
        cards = self.cards_of(play, place)
        if len(cards) > 2 and row.declined_clause and alike(cards[:2]):
            return Refusal("a pair that has drawn a card is not split any more", row.declined_clause)
        if not alike(cards):
            return Refusal("only two cards of one value are split", row.unlike_clause or row.clause)
        if (
            row.not_on
            and self.holds(row.not_when)
            and any(VALUES[cards[0][0]] == VALUES[rank] for rank in row.not_on)
        ):
            return Refusal(f"a pair of {cards[0][0]} is not split here", row.not_clause or row.clause)
        again = place in play.state["split"]
        most = self.said(row.hands)
        number = sum(
            self._root(play, other) == self._root(play, place)
            for other in self.places_of(play, self.box_of(place))
        )
        if most != "open" and self.holds(row.hands_when) and number >= int(most):
            return Refusal(
                "a hand is not split again" if int(most) == 2 else f"a box has at most {most} hands",
                row.hands_clause or row.clause,
            )
        if again and cards[0][0] == "A" and not self.holds(row.aces_again):
            return Refusal("aces are not split again", row.aces_again_clause or row.aces_clause or row.clause)
        return None

    def _root(self, play: Play, place: str) -> str:
        """The hand of the first deal that a hand was split from."""
        return str(play.state.get("roots", {}).get(place, place))

    def no_surrender(self, play: Play, place: str) -> Refusal | None:
        """Why a hand may not be given up for half of the wager."""
        row = self.setup.surrender
        if row is None:
            return Refusal("no hand is given up for half of its wager here", self.setup.draw.clause)
        if not self.holds(row.when):
            return Refusal("no hand is given up for half of its wager at this table", row.clause)
        up = self.upcard(play)
        if row.at == "offers":
            return Refusal("hands are given up before anybody plays", row.clause)
        if row.upcards and up[:1] not in tuple(row.upcards):
            return Refusal(
                f"a hand is given up only if the dealer shows one of {row.upcards}",
                row.upcards_clause or row.clause,
            )
        if self.number(play, place) != 2 or place in play.state["split"]:
            return Refusal("a hand is given up on its first two cards", row.cards_clause or row.clause)
        return None

    def _judge_act(self, play: Play, event: Event, place: str) -> Refusal | None:
        said_plainly(event)
        base = self.base_of(play, place, event.person)
        if base is None or event.verb not in (DOUBLE, SPLIT):
            return None
        refusal = (
            self.judge_double(event.amount, base)
            if event.verb == DOUBLE
            else self._judge_equal(event.amount, base)
        )
        amount = base.stake if event.amount is None else event.amount
        return (
            refusal
            or self.barred_by(play, event)
            or self.judge_oral(play, event)
            or self.judge_medium(event)
            or (self.judge_chips(amount) if amount != base.stake else None)
        )

    def judge_double(self, amount: Amount | None, base: Standing) -> Refusal | None:
        """Why a wager to double is too large, or too small."""
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

    # What follows.

    def _gives_up(self, play: Play, place: str, who: str) -> Generator[Wait, Any, None]:
        row = self.setup.surrender
        assert row is not None
        self._surrendered(play, who)
        others = [one.person for one in self.bases(play, place) if one.person != who]
        if row.followers_clause:
            answers = yield from play.ask(
                SURRENDER, {other: {SURRENDER: None, DECLINE: None} for other in others}
            )
            others = [other for other in others if answers[other].verb == SURRENDER]
        for other in others:
            self._surrendered(play, other)
        self.finish(play, place)

    def _doubles(self, play: Play, place: str, who: str, amount: Amount | None) -> Generator[Wait, Any, None]:
        row = self.setup.double
        assert row is not None
        play.clauses |= {
            row.clause,
            row.equal_clause,
            row.card_clause,
            row.split_clause if place in play.state["split"] else "",
        } - {""}
        self._put_double(play, place, who, amount)
        others = [one.person for one in self.bases(play, place) if one.person != who]
        low = self.number(play, place) if row.aces_low and self.holds(row.aces_low) else 0
        if low:
            play.clauses |= {row.aces_clause} - {""}
        # The card to come is the last: from here on the hand is doubled, whoever else doubles.
        play.state["doubled"] = {**play.state["doubled"], place: low}
        play.state["hit"] = place
        if others:
            play.clauses |= {row.followers_clause} - {""}
            asked = {self._on(other, place): {DOUBLE: None, DECLINE: None} for other in others}
            answers = yield from play.ask(
                "double too", asked, lambda event: self._judge_act(play, event, place)
            )
            for other, event in answers.items():
                if event.verb == DOUBLE:
                    self._put_double(play, place, person_of(other), event.amount)

    def _on(self, person: str, place: str) -> str:
        """A person with the hand that he is asked about."""
        hand = self.hand_of(place)
        return f"{person}.{hand}" if hand else person

    def _put_double(self, play: Play, place: str, who: str, amount: Amount | None) -> None:
        base = self.base_of(play, place, who)
        if base is not None:
            play.put(
                Standing(
                    seat=base.seat,
                    bettor=base.bettor,
                    hand=base.hand,
                    wager=self.name_of("double"),
                    stake=base.stake if amount is None else amount,
                )
            )

    def _splits(self, play: Play, place: str, who: str) -> Generator[Wait, Any, None]:
        """Each card becomes the first of a hand; the wager stays on the first, and as much is laid on the second."""
        row = self.setup.split
        assert row is not None
        play.clauses |= {row.clause, row.equal_clause}
        box, hand = self.box_of(place), self.hand_of(place)
        aces = self.cards_of(play, place)[0][0] == "A"
        first, new = self._divide(play, box, hand)
        places = [self.place(box, first), self.place(box, new)]
        play.state["split"] = [
            *play.state["split"],
            *(one for one in places if one not in play.state["split"]),
        ]
        if aces:
            play.state["aces"] = [
                *play.state["aces"],
                *(one for one in places if one not in play.state["aces"]),
            ]
            play.clauses |= {row.aces_clause} - {""}
        play.clauses |= {row.both_clause if self.both_first() else row.in_turn_clause} - {""}
        answers = {who: Event(who, SPLIT)}
        others = [one.person for one in self.bases(play, places[0]) if one.person != who]
        if others:
            play.clauses |= {row.followers_clause} - {""}
            stays = (
                Refusal("who does not lay as much on the new hand stays on the first", row.second_clause)
                if row.second_clause
                else None
            )
            acts: Acts = {SPLIT: None, FIRST: None, SECOND: stays}
            if row.followers_clause:
                acts[DECLINE] = Refusal(
                    "lay as much on the new hand, or say on which of the two the wager lies",
                    row.followers_clause,
                )
            said = yield from play.ask(
                "split too, or first or second",
                {self._on(other, place): acts for other in others},
                lambda event: self._judge_act(play, event, places[0]),
            )
            answers |= {person_of(other): event for other, event in said.items()}
        for other, event in answers.items():
            base = self.base_of(play, places[0], other)
            if base is None:
                continue
            if event.verb == SPLIT:
                play.put(
                    Standing(
                        seat=base.seat,
                        bettor=base.bettor,
                        hand=new,
                        wager=self.name_of("split"),
                        stake=base.stake,
                    )
                )
            elif event.verb == SECOND:
                play.take(base)
                play.put(msgspec.structs.replace(base, hand=new))

    def both_first(self) -> bool:
        """Whether both hands of a split get their second card before either is played."""
        row = self.setup.split
        return row is not None and bool(row.both_first) and self.holds(row.both_first)

    def _divide(self, play: Play, box: str, hand: str) -> tuple[str, str]:
        """Lay the two cards of a hand apart; the names of the two hands."""
        hands = play.state["hands"][box]
        first = hand or "1"
        new = str(max(int(one or 1) for one in hands) + 1)
        if int(new) > 9:
            raise BadInput(f"box {box} has nine hands, and no table has room for more")
        old, place, beyond = self.place(box, hand), self.place(box, first), self.place(box, new)
        root = self._root(play, old)
        play.state["roots"] = {**play.state.get("roots", {}), place: root, beyond: root}
        at = hands.index(hand)
        play.state["hands"] = {**play.state["hands"], box: [*hands[:at], first, new, *hands[at + 1 :]]}
        heads, cards = list(play.state["heads"].get(old, [])), play.places.pop(old, [])
        kept, moved = (heads[:1], heads[1:2]) if heads else ([], [])
        play.state["heads"] = {
            key: value
            for key, value in {**play.state["heads"], old: [], place: kept, beyond: moved}.items()
            if value
        }
        laid = 2 - len(heads)
        play.places[place] = cards[: laid - 1] if laid else []
        play.places[beyond] = cards[laid - 1 :] if laid else []
        for one in [
            one
            for one in play.wagers
            if one.seat == box and one.hand == hand and self.kinds.get(one.wager) == "main" and not hand
        ]:
            play.take(one)
            play.put(msgspec.structs.replace(one, hand=first))
        return first, new

    # The last word on a doubled hand.

    def ask_rescue(self, play: Play, place: str) -> Generator[Wait, Any, None]:
        """After the card of a double a player may take the further wager back and give up the first."""
        row = self.setup.double
        assert row is not None
        people = [one for one in self.on_hand_wagers(play, place) if self.kinds[one.wager] == "double"]
        play.state["rescued"] = [*play.state.get("rescued", []), place]
        acts: Acts = {
            FORFEIT: None,
            STAND: None,
            HIT: Refusal("a doubled hand gets one card more, and no other", row.card_clause),
        }
        answers = yield from play.ask(
            "forfeit or stand", {self._on(one.person, place): acts for one in people}
        )
        for one in people:
            if answers[self._on(one.person, place)].verb == FORFEIT:
                self.forfeit(play, place, one)

    def forfeit(self, play: Play, place: str, double: Standing) -> None:
        """The further wager goes back and the first is lost."""
        raise NotImplementedError
