"""What lies on the boxes of a table of twenty-one: hands with their cards, the wagers on them, and who decides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

import msgspec

from croupier.equipment.money import Amount
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput
from croupier.families.cards.boxes import BoxTable
from croupier.families.cards.firstdeal import DEALER, FirstDeal
from croupier.families.cards.roles import around, beyond
from croupier.families.cards.state import CardTable
from croupier.families.common.limits import check_seat
from croupier.families.common.rules import TableWager
from croupier.families.twentyone.hands import MOST, TENS, Dealers, Mine, is_natural, total
from croupier.families.twentyone.rules import TwentyOneSetup, TwentyOneWager
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal, Wait

ON_HAND = ("main", "double", "split")
"""The kinds of wager that go with a hand."""
SHARED = "shared"
"""The place of the two cards that are dealt for everybody."""
LAST_ROUNDS = "last-rounds"
"""The mark by which so many rounds are still played without a shuffle, and then the table closes: rounds=3."""
NOT_NATURAL = "not-a-natural"
"""The mark by which two cards of the dealer are no natural, whatever they are."""


class TwentyOneTable(BoxTable, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What such a table carries."""

    entered: tuple[str, ...] = ()
    """Who has bet since the cards were shuffled, where a later entry is restricted."""
    sat_out: tuple[str, ...] = ()
    """Those of them who did not bet in some later round."""
    latecomers: tuple[str, ...] = ()
    """Those of them who did not bet in the first round."""
    closing: dict[str, str] = msgspec.field(default_factory=dict)
    """How many rounds are still played before the table closes, and the clause, where that has been said."""


class Holding(FirstDeal):
    """Hands and wagers."""

    TableState: type[CardTable] = TwentyOneTable
    moments = ("double", "split", "insurance", "super-bonus")

    def __init__(self, ruleset: Ruleset[TwentyOneWager, TwentyOneSetup]) -> None:
        self.kinds = {name: ruleset.wagers[base].kind for name, (base, _) in ruleset.names.items()}
        self.main = ruleset.setup.main
        super().__init__(ruleset)
        if self.kinds.get(self.main) != "main":
            raise BadInput(f"{ruleset.file}: setup.main: {self.main!r} is no wager of the kind main")
        dealer = ruleset.setup.dealer
        self.hits_soft_17 = self.said(dealer.soft_17) == "hit"
        self.hole = self.said(dealer.hole)
        self.push_on = dealer.push_on if self.holds(dealer.push_when) else 0
        at_once = ruleset.setup.at_once
        self.pays_21 = at_once is not None and self.holds(at_once.when)
        """Whether a hand of 21 is paid before the dealer plays."""
        self.trick = (
            int(self.said(str(at_once.trick)))
            if at_once is not None and self.holds(at_once.trick_when)
            else 0
        )
        """Cards that win at once without going over; none where it is nothing."""
        self.parallel = bool(ruleset.setup.parallel_clause) and ruleset.options.get("deal") == "parallel"
        self.forced = bool(ruleset.setup.draw.forced_clause)

    def said(self, text: str) -> str:
        """A text of the file, through the option or reading that it may name."""
        return self.ruleset.facts.get(text, text)

    def holds(self, text: str, empty: bool = True) -> bool:
        """Whether a condition of the file holds."""
        return condition(text)(self.ruleset.facts) if text else empty

    def name_of(self, kind: str) -> str:
        """The wager of a kind."""
        return next((name for name, own in self.kinds.items() if own == kind), "")

    # The cards.

    @property
    def all_cards(self) -> int:
        """Decks without tens have four cards less."""
        return self.decks * (48 if self.setup.no_tens else 52)

    def fresh_stock(self, shoe: Shoe) -> Counter[str]:
        """What may be dealt at the beginning of a round."""
        stock = super().fresh_stock(shoe)
        return (
            Counter({card: number for card, number in stock.items() if card[0] != "T"})
            if self.setup.no_tens
            else stock
        )

    def check_shoe(self, shoe: Shoe) -> None:
        """Decks without tens give none."""
        super().check_shoe(shoe)
        if not self.setup.no_tens:
            return
        for card in (*shoe.out, *shoe.first):
            self._no_ten(card, "before: ")
        if sum(shoe.out.values()) + shoe.unseen > self.all_cards:
            raise BadInput(
                f"before: {self.decks} decks without tens hold {self.all_cards} cards, and no more can have left the shoe"
            )

    def _no_ten(self, card: str, where: str = "") -> None:
        if self.setup.no_tens and card[:1] == "T":
            raise BadInput(f"{where}there is no {card} in these decks, which hold no tens")

    def read_draw(self, event: Event) -> str:
        """A card that these decks hold."""
        card = super().read_draw(event)
        self._no_ten(card)
        return card

    def areas(self, box: str) -> list[str]:
        """Two hands for each box where cards may change places."""
        return [f"{box}.1", f"{box}.2"] if self.setup.switch else [box]

    def sequence(self, play: Play) -> list[str]:
        """Cards for everybody go to a place of their own; a hole card comes last."""
        if self.parallel:
            return [SHARED, *([] if self.no_dealer_card(play) else [DEALER]), SHARED, *self._hole(play)]
        return [*super().sequence(play), *self._hole(play)]

    def face_of(self, place: str, number: int) -> str:
        """A hole card lies face down."""
        return "down" if place == DEALER and number == 1 and self.hole != "none" else "up"

    def no_dealer_card(self, play: Play) -> bool:
        """Whether the dealer got no first card."""
        return "dealer-card-missed" in play.marks

    def _hole(self, play: Play) -> list[str]:
        return [DEALER] if self.hole != "none" and not self.no_dealer_card(play) else []

    def first_place(self, play: Play) -> str:
        """The place of the first card."""
        place = super().first_place(play)
        if self.parallel and place != DEALER:
            play.state["dealing"] = place = SHARED
        return place

    def opened(self, play: Play) -> None:
        """The boxes are known, and each has one hand, or two."""
        super().opened(play)
        if self.parallel:
            play.state["order"] = [SHARED]
        play.state["people"] = sorted(
            {
                self.player_of(one.seat, one.bettor, play.state["owner"])
                for one in play.wagers
                if one.wager == self.main
            }
        )
        hands = ["1", "2"] if self.setup.switch else [""]
        play.state["hands"] = {box: list(hands) for box in play.state["boxes"]}
        if self.setup.switch:
            for standing in [one for one in play.wagers if one.wager == self.main]:
                play.take(standing)
                for hand in hands:
                    play.put(msgspec.structs.replace(standing, hand=hand))

    def begin(self, play: Play, table: Any) -> None:
        """Nobody has decided anything."""
        super().begin(play, table)
        self._check_closing(table.closing)
        for who in (*table.entered, *table.sat_out, *table.latecomers):
            if not re.fullmatch(r"[0-9]{1,2}[b-z]?", who, re.ASCII):
                raise BadInput(
                    f"before: {who!r} is not a person at this table; persons are boxes, like 2, or others on them, like 2b"
                )
            check_seat(who.rstrip("bcdefghijklmnopqrstuvwxyz"))
        play.state |= {
            "hands": {}, "heads": {}, "done": [], "doubled": {}, "split": [], "aces": [], "switched": [], "kept": [], "surrendered": [], "even-money": [],
            "forfeited": [], "stood": [], "started": False, "asked": [], "looked": "", "entered": list(table.entered), "sat-out": list(table.sat_out),
            "closing": dict(table.closing), "latecomers": list(table.latecomers), "people": [],
        }  # fmt: skip

    # Places, hands and cards.

    def place(self, box: str, hand: str) -> str:
        """Where the cards of a hand lie."""
        return f"{box}.{hand}" if hand else box

    def hand_of(self, place: str) -> str:
        """The hand that lies at a place."""
        return place.partition(".")[2]

    def places_of(self, play: Play, box: str) -> list[str]:
        """The hands of a box in the order in which they are played."""
        return [self.place(box, hand) for hand in play.state["hands"].get(box, [])]

    def cards_of(self, play: Play, place: str) -> list[str]:
        """The cards of a hand; those dealt for everybody come first."""
        return [*play.state["heads"].get(place, []), *play.cards(place)]

    def number(self, play: Play, place: str) -> int:
        """How many cards a hand has."""
        return len(play.state["heads"].get(place, [])) + len(play.places.get(place, []))

    def count(self, play: Play, place: str) -> tuple[int, bool]:
        """The total of a hand, and whether an ace counts eleven."""
        return total(self.cards_of(play, place), play.state["doubled"].get(place, 0))

    def natural(self, play: Play, place: str) -> bool:
        """Whether a hand is a natural: its first two cards as they were dealt."""
        box = self.box_of(place)
        made = place in play.state["split"] and not (self.setup.split and self.setup.split.naturals)
        return not made and box not in play.state["switched"] and is_natural(self.cards_of(play, place))

    def upcard(self, play: Play) -> str:
        """The dealer's first card; none while there is none."""
        held = play.places.get(DEALER, [])
        return held[0].card if held and held[0].visible() else ""

    def may_be_natural(self, play: Play) -> bool:
        """Whether the dealer shows a card with which a natural begins."""
        up = self.upcard(play)
        return not up or (up[0] in "A" + TENS and NOT_NATURAL not in play.marks)

    # Wagers.

    def carried(self, play: Play, box: str) -> bool:
        """Whether a box has a wager on a hand."""
        return any(
            standing.seat == box and self.kinds.get(standing.wager) in ON_HAND for standing in play.wagers
        )

    def dealt_for(self, play: Play) -> list[str]:
        """The boxes with a main wager."""
        boxes = sorted({standing.seat for standing in play.wagers if standing.wager == self.main}, key=int)
        if (
            self.player_banked
            and self.banker(play)
            and self.ruleset.readings.get("first-to-play") != "house-dealers-first-seat"
        ):
            return around(boxes, beyond(self.banker(play), self.places()))
        return boxes

    def on_hand_wagers(self, play: Play, place: str) -> list[Standing]:
        """The wagers that lie on a hand, by whomever."""
        box, hand = self.box_of(place), self.hand_of(place)
        return [
            one
            for one in play.wagers
            if one.seat == box and one.hand == hand and self.kinds.get(one.wager) in ON_HAND
        ]

    def bases(self, play: Play, place: str) -> list[Standing]:
        """The wagers that carry a hand, one a person: the main wager, or the one that was laid on it by splitting. Who controls the box comes first."""
        found = [one for one in self.on_hand_wagers(play, place) if self.kinds[one.wager] != "double"]
        return sorted(found, key=lambda one: one.bettor)

    def base_of(self, play: Play, place: str, person: str) -> Standing | None:
        """What a person has on a hand."""
        return next((one for one in self.bases(play, place) if one.person == person), None)

    def controller(self, play: Play, box: str) -> str:
        """Who decides for a box: of those who have a wager on it, the first."""
        people = sorted(
            {
                (one.bettor, one.person)
                for one in play.wagers
                if one.seat == box and self.kinds.get(one.wager) in ON_HAND
            }
        )
        row = self.setup.followers
        if row is not None and row.highest_clause and people and people[0][0] not in ("", "a"):
            main = sorted(
                (-one.stake, one.bettor, one.person)
                for one in play.wagers
                if one.seat == box and one.wager == self.main
            )
            if main:
                play.clauses.add(row.highest_clause)
                return main[0][2]
        return people[0][1] if people else ""

    # Hands that are finished.

    def mine(self, play: Play, place: str, standing: Standing) -> Mine:
        """A hand as a wager on it sees it."""
        cards = tuple(self.cards_of(play, place))
        points = self.count(play, place)[0]
        natural = self.natural(play, place)
        doubled = any(
            one.person == standing.person and self.kinds[one.wager] == "double"
            for one in self.on_hand_wagers(play, place)
        )
        two = points == MOST and len(cards) == 2 and not natural
        return Mine(
            cards,
            points,
            natural,
            doubled,
            standing.person in play.state["surrendered"],
            two,
            place in play.state["split"],
        )

    def dealers(self, play: Play) -> Dealers:
        """The dealer's hand as it lies; cards that would have taken it over are out of it."""
        # A hole card that never had to be turned is no part of it.
        cards = tuple(dealt.card for dealt in play.places.get(DEALER, []) if dealt.visible())
        row = self.setup.dealer
        natural = is_natural(cards) and NOT_NATURAL not in play.marks
        eights = row.eights and len(cards) == 3 and all(card[0] == "8" for card in cards)
        return Dealers(
            cards,
            total(cards)[0] if cards else 0,
            natural,
            self.push_on,
            row.void_total,
            DEALER in play.state["stood"],
            eights,
        )

    # Who may bet.

    def judge_person(self, play: Play, event: Event) -> Refusal | None:
        """One person a box, or as many as the table allows; and no newcomers where the shoe has begun."""
        if play.state["closing"].get("rounds") == "0":
            return Refusal("the table is closed", play.state["closing"]["clause"])
        refusal = super().judge_person(play, event) or self._judge_taken(play, event)
        return (
            refusal
            or self._judge_follower(play, event)
            or self._judge_controller(play, event)
            or self._judge_entry(play, event)
        )

    def _judge_taken(self, play: Play, event: Event) -> Refusal | None:
        """Who bets on another box than his own needs one at which nobody sits, and on which nobody else has bet."""
        player, clause = event.fact("player"), self.setup.taken_clause
        if not clause or not player or player == event.seat:
            return None
        others = (
            any(one.seat == event.seat and one.bettor in ("", "a") for one in play.wagers)
            and play.state["owner"].get(event.seat) != player
        )
        return (
            Refusal(
                f"box {event.seat} is taken, and player {player} bets at his own and at empty ones", clause
            )
            if others or event.seat in play.state["players"]
            else None
        )

    def _judge_controller(self, play: Play, event: Event) -> Refusal | None:
        clause = self.ruleset.wager(event.what)[0].controller_clause
        others = sorted(
            (one.bettor, one.person)
            for one in play.wagers
            if one.seat == event.seat and one.wager == self.main
        )
        if clause and others and others[0][1] != event.who:
            return Refusal(f"only {others[0][1]}, who controls box {event.seat}, may make this wager", clause)
        return None

    def _judge_follower(self, play: Play, event: Event) -> Refusal | None:
        row = self.setup.followers
        others = {one.person for one in play.wagers if one.seat == event.seat and one.wager == self.main} - {
            event.who
        }
        seated = any(
            one.bettor in ("", "a")
            for one in play.wagers
            if one.seat == event.seat and one.wager == self.main
        )
        if (
            row is not None
            and row.seated_clause
            and event.what == self.main
            and event.bettor not in ("", "a")
            and not seated
        ):
            return Refusal(f"nobody who sits at box {event.seat} has bet on it yet", row.seated_clause)
        if event.what != self.main or not others:
            return None
        if row is None:
            # Where the wager itself says how many persons may make it, its own clause refuses.
            return (
                None
                if self.ruleset.wager(self.main)[0].bettors
                else Refusal("one person bets on a box here", self.setup.draw.clause)
            )
        if not self.holds(row.when):
            return Refusal("one person bets on a box here", row.one_clause or row.clause)
        if not row.most or len(others) < row.most:
            return None
        return Refusal(
            "one person bets on a box here" if row.most == 1 else f"at most {row.most} persons bet on a box",
            row.clause,
        )

    def player_of(self, seat: str, bettor: str, owner: Mapping[str, str]) -> str:
        """Who bets, whichever box he bets on."""
        return owner.get(seat, seat) if bettor in ("", "a") else seat + bettor

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """Before the deal those who bet behind a seated player go when he does, where they may not be on the box without him."""
        super().returned(play, standing, clause)
        row = self.setup.followers
        if (
            row is None
            or not row.seated_clause
            or standing.wager != self.main
            or standing.bettor not in ("", "a")
            or play.phase == "closed"
        ):
            return
        for one in [one for one in play.wagers if one.seat == standing.seat and one.wager == self.main]:
            play.withdraw(
                one,
                (row.seated_clause,),
                f"nobody who sits at box {one.seat} bets on it any more, and the wager behind goes back",
                "withdrawn",
            )
            super().returned(play, one, row.seated_clause)

    def _judge_entry(self, play: Play, event: Event) -> Refusal | None:
        options, setup = self.ruleset.options, self.setup
        if event.what != self.main or not play.state["entered"]:
            return None
        who = event.fact("player") or self.player_of(event.seat, event.bettor, play.state["owner"])
        if who in play.state["sat-out"] and options.get("sat-out") == "refused":
            return Refusal(f"{who} sat a round out and waits for a new shoe", setup.reentry_clause)
        if who in play.state["entered"] and who not in play.state["latecomers"]:
            return None
        if options.get("late-entry") == "refused":
            return Refusal(
                f"{who} did not bet in the first round of this shoe, and waits for the next",
                setup.entry_clause,
            )
        least, _ = self.limits_now(play, event.seat)
        if (
            options.get("late-entry") == "minimum"
            and least is not None
            and event.amount is not None
            and event.amount + self._laid(play, event) > least
        ):
            return Refusal(
                f"{who} came in after the first round and bets the minimum until the cards are shuffled",
                setup.entry_minimum_clause or setup.entry_clause,
            )
        return None

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """The last rounds are announced between rounds, while the cutting card is in the shoe."""
        super().judge_mark(play, mark, facts)
        if mark == LAST_ROUNDS:
            if (
                any(play.places.values())
                or self.shoe_of(play).reached
                or "cutting-card" in play.marks
                or play.state["closing"]
            ):
                raise BadInput(
                    "the last rounds are announced between rounds, once, and before the cutting card comes out"
                )
            play.state["closing"] = {"rounds": "3", "clause": ""}

    def rounds_left(self, play: Play) -> int | None:
        """Where the last rounds have been announced they are all played, wherever the cutting card lies."""
        left = super().rounds_left(play)
        said = play.state["closing"].get("rounds", "0")
        return left if left is None or said == "0" else int(said) - 1

    def _check_closing(self, closing: Mapping[str, str]) -> None:
        orders = {
            order
            for event in self.ruleset.irregularities.values()
            for row in event.rows
            for order in row.ruling
        }
        if closing and (
            LAST_ROUNDS not in orders
            or set(closing) != {"rounds", "clause"}
            or closing["rounds"] not in ("0", "1", "2", "3")
        ):
            raise BadInput(
                "before: closing says how many of the last rounds are left, like closing = {rounds = '2', clause = '...'}, at a table that may announce them"
            )

    def _closing_after(self, play: Play) -> dict[str, str]:
        said = play.state["closing"]
        if not said:
            return {}
        clause = said["clause"] or play.marks[LAST_ROUNDS]["clause"]
        played = play.phase == "over"
        return {"rounds": str(max(0, int(said["rounds"]) - played)), "clause": clause}

    def no_shuffle(self, play: Play) -> bool:
        """The last rounds are played without a shuffle."""
        return bool(play.state["closing"])

    def prelude(self, play: Play) -> Generator[Wait, Any, None]:
        """A table that has closed waits for no shuffle any more."""
        if play.state["closing"].get("rounds") != "0":
            yield from super().prelude(play)

    def limits_of(self, play: Play, seat: str, row: TableWager) -> tuple[Amount | None, Amount | None]:
        """A wager may have a sign of its own."""
        if isinstance(row, TwentyOneWager) and row.own_limits:
            least, most = (self.ruleset.option_amount(name) for name in row.own_limits)
            return least, most
        return super().limits_of(play, seat, row)

    def limits_now(self, play: Play, seat: str) -> tuple[Amount | None, Amount | None]:
        """The table's limits, where they bind."""
        return super().limits_now(play, seat) if self.holds(self.setup.limits_when) else (None, None)

    def table_after(self, play: Play) -> CardTable:
        """Who has bet since the cards were shuffled, where that matters."""
        table = msgspec.structs.replace(super().table_after(play), closing=self._closing_after(play))
        options = self.ruleset.options
        if (
            options.get("late-entry", "allowed") == "allowed"
            and options.get("sat-out", "allowed") == "allowed"
        ):
            return table
        if table.shoe.new or (self.fresh_every_round and not self.holds(self.setup.entry_when, empty=False)):
            return table
        people, entered = set(play.state["people"]), set(play.state["entered"])
        found = {
            "entered": entered | people,
            "sat_out": set(play.state["sat-out"]) | (entered - people if people else set()),
            "latecomers": set(play.state["latecomers"]) | (people - entered if entered else set()),
        }
        return msgspec.structs.replace(
            table,
            **{
                name: tuple(sorted(who, key=lambda one: (len(one.rstrip("bcdefghijklmnopqrstuvwxyz")), one)))
                for name, who in found.items()
            },
        )

    def shuffled(self, play: Play, event: Event) -> None:
        """A new shoe: everybody may come in."""
        super().shuffled(play, event)
        play.state |= {"entered": [], "sat-out": [], "latecomers": []}
