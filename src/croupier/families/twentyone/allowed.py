"""What is allowed on a hand of twenty-one, and why not: draw, stand, double, split, give up."""

from __future__ import annotations

from typing import NamedTuple

from croupier.cache import Cache
from croupier.families.twentyone.dealing import ABSENT, OUT_OF_PLAY
from croupier.families.twentyone.hands import MOST, TENS, VALUES, alike, total
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
from croupier.table.events import Event
from croupier.table.parts.firstdeal import REFUSES
from croupier.table.persons import SEATED
from croupier.table.play import Play
from croupier.table.questions import Acts, Refusal


class Look(NamedTuple):
    """A hand as its acts are judged. The rules apart, nothing else decides them."""

    ranks: str
    """The ranks of its cards, in order."""
    low: int
    """How many of them have their aces at one for good."""
    split: bool
    """Whether it was made by splitting,"""
    aces: bool
    """and that of aces."""
    made: int
    """The hands of its box that come from the same first hand."""
    up: str
    """The rank that the dealer shows; empty while there is none."""


class Judged(NamedTuple):
    """What the rules allow on a hand."""

    points: int
    acts: Acts
    """Every act of the game, with the refusal where it is not allowed."""
    one_card: Refusal | None
    """Why split aces draw no second card."""


class Allowed:
    """Judges every act on a hand by its cards."""

    def __init__(self, holding: Holding) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.setup = holding.setup
        self._judged: Cache[tuple[str, int, bool, bool, int, str], Judged] = Cache()
        """What is allowed, by the look of a hand."""

    # At its turn.

    def judged(self, play: Play, place: str) -> Judged:
        """Judge every act on a hand; hands of one look are judged once."""
        mine, cards = play.of(HandSlice), self.holding.cards_of(play, place)
        # In the order of a `Look`.
        seen = (
            "".join([card[0] for card in cards]),
            mine.doubled.get(place, 0),
            place in mine.split,
            place in mine.aces,
            self._made_of(play, place) if mine.roots else 1,
            self.holding.upcard(play)[:1],
        )
        found = self._judged.get(seen)
        if found is None:
            look = Look(*seen)
            judged = Judged(_count(look)[0], self._acts(look), self._only_one_card(look))
            found = self._judged.keep(look, judged)
        return found

    def _made_of(self, play: Play, place: str) -> int:
        """Count the hands of the box that come from the same first hand."""
        roots = play.of(HandSlice).roots or {}
        root = roots.get(place, place)
        return sum(roots.get(one, one) == root for one in self.holding.places_of(play, box_of(place)))

    def no_split(self, play: Play, place: str) -> Refusal | None:
        """Say why a hand may not be split."""
        return self.judged(play, place).acts[SPLIT]

    def _acts(self, hand: Look) -> Acts:
        return {
            HIT: self._no_hit(hand),
            STAND: self._no_stand(hand),
            DOUBLE: self._no_double(hand),
            SPLIT: self._no_split(hand),
            SURRENDER: self._no_surrender(hand),
        }

    def _no_hit(self, hand: Look) -> Refusal | None:
        """Say why a hand may not draw."""
        row = self.setup.draw
        points, soft = _count(hand)
        if points == MOST and row.most_clause:
            return Refusal("a hand of 21 draws no card", row.most_clause)
        if row.must_stand and points >= row.must_stand and not soft:
            return Refusal(f"a hard total of {row.must_stand} or more stands", row.must_clause)
        return self._only_one_card(hand)

    def _only_one_card(self, hand: Look) -> Refusal | None:
        """Say why split aces draw no second card."""
        row = self.setup.split
        if row is None or not hand.aces or not self.rules.holds(row.aces_one_card):
            return None
        return Refusal("split aces get one card each", row.aces_clause or row.clause)

    def _no_stand(self, hand: Look) -> Refusal | None:
        """Say why a hand must draw."""
        row = self.setup.draw
        points, soft = _count(hand)
        if row.must_hit and points <= row.must_hit and not soft:
            return Refusal(f"a hard total of {row.must_hit} or less draws", row.must_clause)
        directed = row.directed_clause and self.rules.holds(row.directed_when, empty=False)
        if not directed or points > 11 or soft:
            return None
        if "A" in hand.ranks or self._no_double(hand) is None or self._no_split(hand) is None:
            return None
        return Refusal("the dealer has a hand of eleven or less draw", row.directed_clause)

    def _no_double(self, hand: Look) -> Refusal | None:
        """Say why a hand may not be doubled."""
        row, draw, holds = self.setup.double, self.setup.draw, self.rules.holds
        if row is None:
            return Refusal("hands are not doubled here", draw.forced_clause or draw.clause)
        if not holds(row.when):
            return Refusal("hands are not doubled at this table", row.clause)
        on_cards, facts = row.on_cards, self.rules.ruleset.facts
        if on_cards.holds(facts) and len(hand.ranks) not in on_cards.value:
            return Refusal(
                f"a hand is doubled on its first {' or '.join(map(str, on_cards.value))} cards",
                on_cards.clause or row.clause,
            )
        if hand.split and not holds(row.split_hands):
            return Refusal("a hand made by splitting is not doubled here", row.split_clause or row.clause)
        split, one = self.setup.split, self._only_one_card(hand)
        if one and not (split and holds(split.aces_double_only, empty=False)):
            return one
        if split and hand.aces and not holds(split.aces_double):
            return Refusal("split aces are not doubled here", split.aces_clause or row.clause)
        return self._no_double_on_total(hand)

    def _no_double_on_total(self, hand: Look) -> Refusal | None:
        row, draw, holds = self.setup.double, self.setup.draw, self.rules.holds
        assert row is not None
        points, soft = _count(hand)
        least = draw.must_stand
        if least and points >= least and not soft and holds(row.not_standing, empty=False):
            return Refusal(f"a hard total of {least} or more stands", draw.must_clause)
        at_one = sum(VALUES[rank] for rank in hand.ranks)
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

    def _no_split(self, hand: Look) -> Refusal | None:
        """Say why a hand may not be split."""
        row, draw, holds = self.setup.split, self.setup.draw, self.rules.holds
        if row is None:
            return Refusal("hands are not split here", draw.forced_clause or draw.clause)
        if not holds(row.when):
            return Refusal("hands are not split at this table", row.clause)
        cards = hand.ranks
        if len(cards) > 2 and row.declined_clause and alike(cards[:2]):
            return Refusal("a pair that has drawn a card is not split any more", row.declined_clause)
        if not alike(cards):
            return Refusal("only two cards of one value are split", row.unlike_clause or row.clause)
        facts, barred, hands = self.rules.ruleset.facts, row.barred, row.most_hands
        if barred.holds(facts) and VALUES[cards[0]] in map(VALUES.get, barred.value):
            return Refusal(f"a pair of {cards[0]} is not split here", barred.clause or row.clause)
        most = self.rules.said(hands.value)
        if most != "open" and hands.holds(facts) and hand.made >= int(most):
            why = "a hand is not split again" if int(most) == 2 else f"a box has at most {most} hands"
            return Refusal(why, hands.clause or row.clause)
        if hand.split and cards[0] == "A" and not holds(row.aces_again):
            return Refusal("aces are not split again", row.aces_again_clause or row.aces_clause or row.clause)
        return None

    def _no_surrender(self, hand: Look) -> Refusal | None:
        """Say why a hand may not be given up for half of the wager."""
        row = self.setup.surrender
        if row is None:
            draw = self.setup.draw
            why = "no hand is given up for half of its wager here"
            return Refusal(why, draw.acts_clause or draw.clause)
        if not self.rules.holds(row.when):
            return Refusal("no hand is given up for half of its wager at this table", row.clause)
        if row.at == "offers":
            return Refusal("hands are given up before anybody plays", row.clause)
        if self.rules.early_surrender and hand.up and hand.up in "A" + TENS:
            return Refusal("hands are given up before the dealer looks at the other card", row.clause)
        if row.upcards and hand.up not in tuple(row.upcards):
            return Refusal(
                f"a hand is given up only if the dealer shows one of {row.upcards}",
                row.upcards_clause or row.clause,
            )
        if len(hand.ranks) != 2 or hand.split:
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
        setup, place, mine = self.setup, place_of(event.seat, event.hand), play.of(HandSlice)
        for mark in (OUT_OF_PLAY, ABSENT, REFUSES):
            clause = self.holding.refuses(play, place) if mark == REFUSES else play.marked(mark, event.seat)
            if clause:
                return Refusal(f"box {event.seat} decides nothing more in this round", clause)
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
        return self.judged(play, place).acts[HIT]


def _count(hand: Look) -> tuple[int, bool]:
    return total(hand.ranks, hand.low)
