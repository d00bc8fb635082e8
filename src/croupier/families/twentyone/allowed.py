"""What is allowed on a hand of twenty-one, and why not: draw, stand, double, split, give up."""

from __future__ import annotations

from croupier.families.twentyone.dealing import ABSENT, OUT_OF_PLAY
from croupier.families.twentyone.hands import MOST, VALUES, alike
from croupier.families.twentyone.holding import HandSlice, Holding, box_of, place_of
from croupier.families.twentyone.offers import (
    DOUBLE,
    FORFEIT,
    HIT,
    INSURANCE,
    KEEP,
    SPLIT,
    STAND,
    SURRENDER,
    SWITCH,
)
from croupier.families.twentyone.persons import SEATED
from croupier.table.events import Event
from croupier.table.parts.firstdeal import REFUSES
from croupier.table.play import Play
from croupier.table.questions import Refusal


class Allowed:
    """Judges every act on a hand by its cards."""

    def __init__(self, holding: Holding) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.setup = holding.setup

    def acts(self, play: Play, place: str) -> dict[str, Refusal | None]:
        """Return every act of the game on a hand, with the refusal where it is not allowed."""
        return {
            HIT: self.no_hit(play, place),
            STAND: self.no_stand(play, place),
            DOUBLE: self.no_double(play, place),
            SPLIT: self.no_split(play, place),
            SURRENDER: self.no_surrender(play, place),
        }

    # At its turn.

    def no_hit(self, play: Play, place: str) -> Refusal | None:
        """Say why a hand may not draw."""
        row = self.setup.draw
        points, soft = self.holding.count(play, place)
        if points == MOST and row.most_clause:
            return Refusal("a hand of 21 draws no card", row.most_clause)
        if row.must_stand and points >= row.must_stand and not soft:
            return Refusal(f"a hard total of {row.must_stand} or more stands", row.must_clause)
        return self.only_one_card(play, place)

    def only_one_card(self, play: Play, place: str) -> Refusal | None:
        """Say why split aces draw no second card."""
        row = self.setup.split
        if row is None or place not in play.of(HandSlice).aces or not self.rules.holds(row.aces_one_card):
            return None
        return Refusal("split aces get one card each", row.aces_clause or row.clause)

    def no_stand(self, play: Play, place: str) -> Refusal | None:
        """Say why a hand must draw."""
        row = self.setup.draw
        points, soft = self.holding.count(play, place)
        if row.must_hit and points <= row.must_hit and not soft:
            return Refusal(f"a hard total of {row.must_hit} or less draws", row.must_clause)
        directed = row.directed_clause and self.rules.holds(row.directed_when, empty=False)
        if not directed or points > 11 or soft:
            return None
        aces = any(card[0] == "A" for card in self.holding.cards_of(play, place))
        if aces or self.no_double(play, place) is None or self.no_split(play, place) is None:
            return None
        return Refusal("the dealer has a hand of eleven or less draw", row.directed_clause)

    def no_double(self, play: Play, place: str) -> Refusal | None:
        """Say why a hand may not be doubled."""
        row, draw, holds, mine = self.setup.double, self.setup.draw, self.rules.holds, play.of(HandSlice)
        if row is None:
            return Refusal("hands are not doubled here", draw.forced_clause or draw.clause)
        if not holds(row.when):
            return Refusal("hands are not doubled at this table", row.clause)
        on_cards, facts = row.on_cards, self.rules.ruleset.facts
        if on_cards.holds(facts) and self.holding.number(play, place) not in on_cards.value:
            return Refusal(
                f"a hand is doubled on its first {' or '.join(map(str, on_cards.value))} cards",
                on_cards.clause or row.clause,
            )
        if place in mine.split and not holds(row.split_hands):
            return Refusal("a hand made by splitting is not doubled here", row.split_clause or row.clause)
        split, one = self.setup.split, self.only_one_card(play, place)
        if one and not (split and holds(split.aces_double_only, empty=False)):
            return one
        if split and place in mine.aces and not holds(split.aces_double):
            return Refusal("split aces are not doubled here", split.aces_clause or row.clause)
        return self._no_double_on_total(play, place)

    def _no_double_on_total(self, play: Play, place: str) -> Refusal | None:
        row, draw, holds = self.setup.double, self.setup.draw, self.rules.holds
        assert row is not None
        points, soft = self.holding.count(play, place)
        least = draw.must_stand
        if least and points >= least and not soft and holds(row.not_standing, empty=False):
            return Refusal(f"a hard total of {least} or more stands", draw.must_clause)
        at_one = sum(VALUES[card[0]] for card in self.holding.cards_of(play, place))
        counted = at_one if row.aces_low and holds(row.aces_low) else points
        if points == MOST and not self.rules.doubles_21:
            return Refusal("a hand of 21 is not doubled", row.totals_clause or row.clause)
        totals = self.rules.double_totals()
        either = {counted, at_one} if holds(row.either_total, empty=False) else {counted}
        if totals and not either & set(totals):
            return Refusal(
                f"a hand is doubled on {', '.join(map(str, totals))}, and this one counts {counted}",
                row.totals_clause or row.clause,
            )
        return None

    def no_split(self, play: Play, place: str) -> Refusal | None:
        """Say why a hand may not be split."""
        row, draw, holds = self.setup.split, self.setup.draw, self.rules.holds
        if row is None:
            return Refusal("hands are not split here", draw.forced_clause or draw.clause)
        if not holds(row.when):
            return Refusal("hands are not split at this table", row.clause)
        cards = self.holding.cards_of(play, place)
        if len(cards) > 2 and row.declined_clause and alike(cards[:2]):
            return Refusal("a pair that has drawn a card is not split any more", row.declined_clause)
        if not alike(cards):
            return Refusal("only two cards of one value are split", row.unlike_clause or row.clause)
        facts, barred, hands = self.rules.ruleset.facts, row.barred, row.most_hands
        if barred.holds(facts) and VALUES[cards[0][0]] in map(VALUES.get, barred.value):
            return Refusal(f"a pair of {cards[0][0]} is not split here", barred.clause or row.clause)
        most = self.rules.said(hands.value)
        if most != "open" and hands.holds(facts) and self._made_of(play, place) >= int(most):
            why = "a hand is not split again" if int(most) == 2 else f"a box has at most {most} hands"
            return Refusal(why, hands.clause or row.clause)
        if place in play.of(HandSlice).split and cards[0][0] == "A" and not holds(row.aces_again):
            return Refusal("aces are not split again", row.aces_again_clause or row.aces_clause or row.clause)
        return None

    def _made_of(self, play: Play, place: str) -> int:
        """Count the hands of the box that come from the same first hand."""
        roots = play.of(HandSlice).roots or {}
        root = roots.get(place, place)
        return sum(roots.get(one, one) == root for one in self.holding.places_of(play, box_of(place)))

    def no_surrender(self, play: Play, place: str) -> Refusal | None:
        """Say why a hand may not be given up for half of the wager."""
        row = self.setup.surrender
        if row is None:
            return Refusal("no hand is given up for half of its wager here", self.setup.draw.clause)
        if not self.rules.holds(row.when):
            return Refusal("no hand is given up for half of its wager at this table", row.clause)
        up = self.holding.upcard(play)
        if row.at == "offers":
            return Refusal("hands are given up before anybody plays", row.clause)
        if row.upcards and up[:1] not in tuple(row.upcards):
            return Refusal(
                f"a hand is given up only if the dealer shows one of {row.upcards}",
                row.upcards_clause or row.clause,
            )
        if self.holding.number(play, place) != 2 or place in play.of(HandSlice).split:
            return Refusal("a hand is given up on its first two cards", row.cards_clause or row.clause)
        return None

    # Out of turn.

    def not_now(self, play: Play, event: Event) -> Refusal | None:
        """Say why nobody insures or forfeits at a hand's turn, or gives up behind another."""
        insurance, double, surrender = self.setup.insurance, self.setup.double, self.setup.surrender
        if event.verb == INSURANCE and insurance:
            mine = [one for one in play.wagers if one.seat == event.seat and one.wager == insurance.wager]
            if insurance.one_clause and mine:
                return Refusal(
                    f"box {event.seat} has an insurance wager, and may have only one", insurance.one_clause
                )
            ace = self.holding.upcard(play)[:1] == "A"
            return Refusal(
                "insurance is offered when the dealer shows an ace, before any hand is played",
                insurance.late_clause if ace else insurance.clause,
            )
        if event.verb == FORFEIT and double:
            return Refusal(
                "a wager is forfeited when its hand has been doubled and its last card lies",
                double.rescue_clause,
            )
        if event.verb != SURRENDER or event.bettor in SEATED:
            return None
        if surrender and surrender.at == "offers" and surrender.followers_clause:
            return Refusal(
                f"nobody gives up on box {event.seat} if the one who controls it does not",
                surrender.followers_clause,
            )
        return None

    def out_of_turn(self, play: Play, event: Event) -> Refusal | None:
        """Say why a hand takes no card now, by the rules or by a ruling."""
        for mark in (REFUSES, OUT_OF_PLAY, ABSENT):
            if clause := play.marked(mark, event.seat):
                return Refusal(f"box {event.seat} decides nothing more in this round", clause)
        setup, place, mine = self.setup, place_of(event.seat, event.hand), play.of(HandSlice)
        if setup.switch and event.verb in (SWITCH, KEEP):
            if event.seat not in mine.kept:
                return None
            return Refusal(
                f"box {event.seat} says once whether it switches, before it plays", setup.switch.first_clause
            )
        if place in mine.split and place not in mine.done and setup.split:
            waits = setup.split.both_clause if self.rules.both_first() else setup.split.in_turn_clause
            return (
                Refusal(f"hand {place} waits until the one before it is finished", waits) if waits else None
            )
        given = setup.surrender.no_cards_clause if setup.surrender else ""
        if given and self.holding.controller(play, event.seat) in mine.surrendered:
            return Refusal(f"box {event.seat} has been given up and gets no more cards", given)
        if event.verb == STAND or place not in mine.done:
            return None
        if place in mine.doubled and setup.double:
            return Refusal("a doubled hand gets one card more, and no other", setup.double.card_clause)
        return self.no_hit(play, place)
