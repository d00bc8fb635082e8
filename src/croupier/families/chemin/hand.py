"""A hand of chemin de fer: four cards face down, announcements, and third cards."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from croupier.equipment.card import UNSEEN
from croupier.families.baccarat.tableau import NATURAL, NONE, Tableau
from croupier.families.chemin.covering import Covering
from croupier.families.chemin.hands import highest_of_three, lowest_of_two, lowest_with_one
from croupier.families.chemin.rules import CheminSetup, CheminWager
from croupier.ranking.points import count, value
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event
from croupier.table.parts.heldbank import HeldBank
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.shoe import DealingShoe
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Question, Refusal, Wait
from croupier.table.vocabulary import PLAIN, Declared

PLAYER, BANKER = "player", "banker"
EXCESS, DISCARD = "excess", "discard"
"""The places of a card dealt to the Player after he stayed, and of cards out of play."""
CARD, STAY, ANNOUNCED_NATURAL, UNDER_EIGHT, DRAW = "card", "stay", "natural", "under-eight", "draw"
DEALING, PLAYERS, LOOKS, GIVES, FILLS, RESULT = (
    "dealing",
    "player",
    "banker-looks",
    "banker-gives",
    "banker-fills",
    "result",
)
"""How far a hand is.

The first four cards, the Dominant Player's announcement, the Banker's look, the Player's third card, the
Banker's third card, the result.
"""
ZERO, THREE, TWO_DRAWN = "count-is-zero", "highest-of-three", "lowest-of-two"
IF_MAY, IF_MUST = "bankers-card-if-he-may-draw", "bankers-card-if-he-must-draw"
"""Marks: what a hand with excess cards counts, and when a card that the Player refused is the Banker's."""


class HandResult(msgspec.Struct, frozen=True):
    """The counts of both hands, and the result for the bank."""

    player: int
    banker: int
    bank: str


class Found(msgspec.Struct, frozen=True, rename="kebab"):
    """The bank and the seating before the hand was settled."""

    bank: HeldBank
    relinquished: str
    passed_by: str
    suivi: str
    moved: dict[str, str]
    players: list[str]


class HandSlice(Slice):
    """How far the hand is, and what was announced."""

    step: str | UnsetType = UNSET
    initial: int | UnsetType = UNSET
    """The number of first cards of the Player's Hand: two, or more by a ruling."""
    said_player: str | UnsetType = UNSET
    said_by_player: str | UnsetType = UNSET
    said_banker: str | UnsetType = UNSET
    said_by_banker: str | UnsetType = UNSET
    chosen: str | UnsetType = UNSET
    """`draw` where the Banker may stay and said that he draws."""
    result: HandResult | UnsetType = UNSET
    found: Found | UnsetType = UNSET

    def said(self, place: str) -> str:
        """Return the announcement of a hand."""
        return (self.said_player if place == PLAYER else self.said_banker) or ""

    def announce(self, place: str, said: str, by: str) -> None:
        """Note an announcement of a hand."""
        if place == PLAYER:
            self.said_player, self.said_by_player = said, by
        else:
            self.said_banker, self.said_by_banker = said, by


def cards_wanted(play: Play) -> int:
    """Count the cards that the hand may still need: two a side, and a third until it is decided."""
    step = play.of(HandSlice).step or DEALING
    if step == DEALING:
        return 6 - sum(min(2, len(play.places.get(place, []))) for place in (PLAYER, BANKER))
    return {FILLS: 1, RESULT: 0}.get(step, 2)


class Hand(Part[Nothing]):
    """The Banker's hand, and the hand of those who cover his bank."""

    carried = Nothing

    def __init__(
        self,
        ruleset: Ruleset[CheminWager, CheminSetup],
        tableau: Tableau,
        shoe: DealingShoe,
        covering: Covering,
    ) -> None:
        self.facts = ruleset.facts
        self.rules = ruleset.setup.drawing
        self.tableau = tableau
        self.shoe = shoe
        self.covering = covering
        self.bank = covering.bank

    def takes(self) -> Declared:
        """Declare what the two who play the hands say."""
        return dict.fromkeys((CARD, STAY, ANNOUNCED_NATURAL, UNDER_EIGHT, DRAW), PLAIN)

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no cards."""
        play.add(HandSlice())

    # The cards, step by step.

    def first_cards(self, play: Play) -> Steps:
        """Deal the three cards that follow the first."""
        mine, rules = play.of(HandSlice), self.rules
        mine.step, mine.initial = DEALING, 2
        play.clauses |= {rules.values_clause, rules.count_clause}
        for place in (BANKER, PLAYER, BANKER):
            yield from self._draw(play, place, "down")

    def announcements(self, play: Play) -> Steps:
        """Let both look at their cards and announce what they must, or may."""
        mine = play.of(HandSlice)
        mine.step = PLAYERS
        text, who = "the Dominant Player looks at his cards", partial(self.covering.dominant, play)
        said = yield from self._ask(play, text, who, PLAYER, self._player_acts, self.rules.says_clause)
        if said != CARD:
            return
        mine.step = LOOKS
        text, who = "the Banker looks at his cards", partial(self.bank.banker, play)
        said = yield from self._ask(play, text, who, BANKER, self._banker_acts, self.rules.look_clause)
        play.clauses.add(self.rules.look_clause)
        if said == UNDER_EIGHT:
            mine.step = GIVES
            yield from self._draw(play, PLAYER, "up")

    def bankers_hand(self, play: Play) -> Steps:
        """Turn the Banker's cards and fill his hand, unless somebody has a natural."""
        mine = play.of(HandSlice)
        if ANNOUNCED_NATURAL not in (mine.said(PLAYER), mine.said(BANKER)):
            mine.step = FILLS
            yield from self._turn(play, BANKER)
            yield from self._fill(play)

    def turn_all(self, play: Play) -> Steps:
        """Turn all cards."""
        play.of(HandSlice).step = RESULT
        yield from self._turn(play, PLAYER)
        yield from self._turn(play, BANKER)

    def _dealer(self, play: Play) -> list[Question]:
        """Ask the dealer when the cutting card comes.

        He is asked after it is out as well: a ruling reaches the hand only while somebody is asked.
        """
        return [Question("dealer", self.shoe.cutting_acts(play))]

    def _draw(self, play: Play, place: str, face: str) -> Steps:
        """Deal one card to a hand, if the hand goes on."""
        while not self.covering.stops(play):
            self.shoe.watch(play)
            event = yield from play.open(
                "cards",
                partial(self._dealer, play),
                draw="deal",
                place=place,
                face=face,
                check=lambda drawn: self.shoe.judge_card(play),
            )
            if event.is_draw:
                play.lay(place, event.what, face)
                return
            if event.verb == "cutting-card":
                self.shoe.reach(play)

    def _turn(self, play: Play, place: str) -> Steps:
        """Turn a hand for all to see.

        A card that the table did not know is named now, and must bear out the announcement.
        """
        for at, dealt in enumerate(play.places[place]):
            while dealt.card == UNSEEN and not self.covering.stops(play):
                event = yield from play.open(
                    "cards",
                    partial(self._dealer, play),
                    draw="turn",
                    place=f"{place}#{at + 1}",
                    check=partial(self._bears_out, play, place, at),
                )
                if event.is_draw:
                    dealt.card = event.what
                elif event.verb == "cutting-card":
                    self.shoe.reach(play)
            if self.covering.stops(play):
                return
            dealt.seen = ("all",)

    def _bears_out(self, play: Play, place: str, at: int, turned: Event) -> Refusal | None:
        """Say why a card cannot be the one that is turned: it contradicts the announcement."""
        card, said = self.table.read_draw(turned), play.of(HandSlice).said(place)
        cards = [card if number == at else dealt.card for number, dealt in enumerate(play.places[place])]
        first = cards[: self._initial(play, place)]
        if UNSEEN in first or not said:
            return None
        acts = self._player_acts if place == PLAYER else self._banker_acts
        return acts(play, self._counted(play, place, first)).get(said)

    def _fill(self, play: Play) -> Steps:
        """Give the Banker a third card: as his tableau says, or as he chooses where it leaves it open."""
        if self.covering.stops(play):
            return
        rules, banker, third = self.rules, self.bank.banker(play), self._third(play)
        two = self._two(play, BANKER)
        assert two is not None
        letter = "S" if two >= NATURAL else self.tableau.banker[two][third]
        if ZERO in play.marks and self.facts.get("count-of-zero") == "stays":
            letter = "S"
        play.clauses |= {rules.banker_clause, *rules.table_clauses}
        against = "no third card" if third == NONE else third
        must = Refusal(f"with {two} against {against} the Banker must draw", rules.banker_clause)
        while not self.covering.stops(play):
            if play.places.get(EXCESS):
                his = letter == "D" or (letter == "O" and IF_MAY in play.marks)
                play.shift(EXCESS, 0, BANKER if his else DISCARD)
                if his:
                    return
            if letter == "S":
                return
            if letter == "O":
                event = yield from play.open(
                    "the Banker draws or stays",
                    [Question(banker, {DRAW: None, STAY: None})],
                    clause=rules.banker_clause,
                )
                if event.verb in (STAY, "gone"):
                    return
                if event.verb == DRAW:
                    letter = "D"
                    play.of(HandSlice).chosen = DRAW
                continue
            asked = [Question(banker, {DRAW: None, STAY: must}), *self._dealer(play)]
            self.shoe.watch(play)
            event = yield from play.open("cards", asked, draw="deal", place=BANKER)
            if event.is_draw:
                play.lay(BANKER, event.what)
                return
            if event.verb == "cutting-card":
                self.shoe.reach(play)

    # Announcements.

    def _ask(
        self,
        play: Play,
        text: str,
        who: Callable[[], str],
        place: str,
        acts_of: Callable[[Play, int | None], Acts],
        clause: str,
    ) -> Generator[Wait, Any, str]:
        """Ask a player for his announcement. He alone sees his cards.

        Every act is listed as open, because a closed one would tell the others what he holds.
        """

        def acts() -> dict[str, Acts]:
            if self.covering.stops(play):
                return {}
            play.show(place, who())
            return {who(): dict.fromkeys(acts_of(play, None))}

        def judge(event: Event) -> Refusal | None:
            return acts_of(play, self._two(play, place, who())).get(event.verb)

        answers = yield from play.ask(text, acts, judge, clause)
        if not answers:
            return ""
        said = answers[who()].verb
        if said == "gone":
            said = next(act for act in acts_of(play, None) if judge(Event(who(), act)) is None)
        play.of(HandSlice).announce(place, said, who())
        play.clauses |= {self.rules.announce_clause} - {""}
        return said

    def _player_acts(self, play: Play, two: int | None) -> Acts:
        """List what the Dominant Player may say: anything while the table does not know his cards."""
        acts: dict[str, Refusal | None] = {CARD: None, STAY: None, ANNOUNCED_NATURAL: None}
        if two is None:
            return acts
        rules = self.rules
        if two >= NATURAL:
            say = Refusal(f"{two} is a natural, and is announced", rules.natural_clause)
            return {CARD: say, STAY: say, ANNOUNCED_NATURAL: None}
        filled = play.marked(THREE) if self.facts.get("three-first-cards") == "hand-is-filled" else ""
        letter = "S" if filled else self.tableau.player[two]
        if letter == "D":
            acts[STAY] = Refusal(f"with {two} a card must be asked for", rules.draw_clause)
        if letter == "S":
            acts[CARD] = Refusal(f"with {two} no card may be asked for", filled or rules.stay_clause)
        acts[ANNOUNCED_NATURAL] = Refusal(f"{two} is not a natural", rules.natural_clause)
        return acts

    def _banker_acts(self, play: Play, two: int | None) -> Acts:
        """List what the Banker may say when he looks."""
        acts: dict[str, Refusal | None] = {ANNOUNCED_NATURAL: None, UNDER_EIGHT: None}
        if two is not None:
            wrong = UNDER_EIGHT if two >= NATURAL else ANNOUNCED_NATURAL
            acts[wrong] = Refusal(f"the Banker's two cards count {two}", self.rules.look_clause)
        return acts

    # What the hands count.

    def _initial(self, play: Play, place: str) -> int:
        return (play.of(HandSlice).initial or 2) if place == PLAYER else 2

    def _two(self, play: Play, place: str, by: str = "") -> int | None:
        """Count the first cards of a hand as far as somebody may see them; None while they are unknown."""
        if place == BANKER and ZERO in play.marks:
            return 0
        number = self._initial(play, place)
        first = [dealt.card for dealt in play.places[place][:number] if dealt.visible(by)]
        known = len(first) == number and UNSEEN not in first
        return self._counted(play, place, first) if known else None

    def _counted(self, play: Play, place: str, first: list[str]) -> int:
        """Count the first cards of a hand, with any ruling about them."""
        if place == PLAYER:
            return highest_of_three(first) if len(first) > 2 else count(first)
        return 0 if ZERO in play.marks else count(first)

    def _third(self, play: Play) -> int:
        """Return the value of the Player's third card, or none."""
        cards = play.places[PLAYER][self._initial(play, PLAYER) :]
        return value(cards[0].card[0]) if cards else NONE

    def final_counts(self, play: Play) -> tuple[int, int]:
        """Return the final counts of both hands."""
        mine, theirs = play.cards(PLAYER), play.cards(BANKER)
        initial = self._initial(play, PLAYER)
        player = (self._counted(play, PLAYER, mine[:initial]) + count(mine[initial:])) % 10
        drawn = theirs[2:]
        if ZERO in play.marks:
            return player, min((count([card]) for card in drawn), default=0)
        if TWO_DRAWN in play.marks:
            one = self.facts.get("two-cards-drawn") == "one-counts"
            return player, lowest_with_one(theirs[:2], drawn) if one else lowest_of_two(theirs)
        return player, count(theirs)
