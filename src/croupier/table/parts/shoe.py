"""The shoe at the table: shuffled, cut, burnt, dealt from, and used up at the cutting card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, Protocol

from msgspec import UNSET, UnsetType

from croupier.equipment.card import UNSEEN, parse_card
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput
from croupier.table.events import DRAWS, Event, parts_of
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Carried, Moment, Part, Steps
from croupier.table.play import MARKED, Play, Slice
from croupier.table.questions import Acts, Question, Refusal, Wait
from croupier.table.sights import Sight
from croupier.table.vocabulary import Declared, Form, Key, Takes

BURNT = "burnt"
"""The place of burnt cards. The table itself lays the cards of a ruling there."""
BURNING = "a card is burnt"
MEANWHILE = ("bet", "remove", "bank", "decline-bank", "post-fee")
"""Acts of anybody while cards are shuffled and burnt: a bank is put up before bets are made against it."""
REFILL = "shuffle-discards"
"""Mark: a shoe with too few cards is filled with the discards in the midst of a round."""
AGAIN = "shuffle-again"
"""Mark: the cards are shuffled and cut again before one of them is dealt."""
SHUFFLE = Event("dealer", "shuffle")
"""The shuffle that is asked about: for no reason, and without a cut."""
NEW, FIRST_NEXT = "new-shoe", "first-card-of-next-round"


class InUse(Carried, frozen=True):
    """The shoe that a round begins with."""

    shoe: Shoe = Shoe()


class ShoeSlice(Slice):
    """The dealer's announcements about the shoe."""

    burn: str | UnsetType = UNSET
    """The burning before anything else: `yes`, `more`, `dealer`, or an empty text."""


class HiddenShoe(Slice):
    """The shoe as the round found it: no record shows it, and a void round does not bring it back."""

    hidden: ClassVar[bool] = True
    shoe: Shoe
    first_next: list[str] | UnsetType = UNSET
    """Cards that come first in the next round."""


class Reached(Moment, frozen=True):
    """The cutting card is out."""


class Shuffled(Moment, frozen=True):
    """The cards are all back, shuffled and cut."""

    event: Event
    collects: bool = True
    """Whether outstanding amounts are collected now."""


class Meanwhile(Protocol):
    """Betting that is open while the cards are made ready."""

    def beside(self, play: Play) -> list[Question]:
        """Ask everybody for bets, and bettors whether they take theirs back."""

    def asks_anybody(self, play: Play) -> bool:
        """Whether everybody is asked for a bet, which is then judged without the list of acts."""


def one_card(play: Play) -> int:
    """Return 1: a round that goes on needs one card at least."""
    return 1


CUT_BY = Key("cut-by", "who cuts the cards", ("dealer", "supervisor"), form=Form.PERSON)
CUT_REFUSED = Key("cut-refused", "who would not cut", form=Form.PEOPLE, beside=("cut-by", "3"))
CUT_FOR = Key("cut-for", "for whom another cuts", form=Form.PERSON, beside=("cut-by", "3"))


def _is_over(play: Play) -> bool:
    return play.phase == "over" or play.voided


def all_in_play(play: Play) -> tuple[str, ...]:
    """Return no places: only burnt cards are out of play."""
    return ()


SHOWN, CUT_OUT, LAST_ROUND, FIRST_HAND, SHORT = (
    "card-shown",
    "cutting-card-out",
    "last-round",
    "first-hand-completed",
    "shoe-too-short",
)
"""What is to be seen: a card was found face up in this round, the cutting card is out, no further round is
dealt, the first hand of the shoe is completed, and the shoe may not hold the cards of this round."""


class DealingShoe(Part[InUse]):
    """A shoe, or a machine that shuffles for every round."""

    carried = InUse
    sights = (SHOWN, CUT_OUT, LAST_ROUND, FIRST_HAND, SHORT)
    verbs = ("shuffle", "cutting-card", "new-dealer")
    marks: tuple[str, ...] = (NEW, FIRST_NEXT)
    objects_to = DRAWS

    def __init__(
        self,
        packs: Packs,
        cards_wanted: Callable[[Play], int] = one_card,
        refills: bool = False,
        reshuffles: bool = False,
        no_shuffle: Callable[[Play], bool] = lambda play: False,
        empty_clause: str = "",
        discarded: Callable[[Play], Iterable[str]] = all_in_play,
    ) -> None:
        """Take the ways to fill the shoe.

        `refills` and `reshuffles`: whether rulings may fill the shoe again, or have it shuffled again.
        `discarded`: the places whose cards go into a shoe that is filled again, besides burnt cards.
        """
        self.packs = packs
        self.row = packs.row
        self.cards_wanted = cards_wanted
        self.no_shuffle = no_shuffle
        """Whether rounds are played to the end without a shuffle, wherever the cutting card comes out."""
        self.empty_clause = empty_clause
        """Clause: a ruling fills an empty shoe."""
        self.discarded = discarded
        self.meanwhile: Meanwhile | None = None
        """Betting that goes on while cards are shuffled or burnt; it says so when it is made."""
        self._counted: tuple[Shoe, int] = (Shoe(), 0)
        """The shoe that was counted last, and the cards that had left it."""
        self.marks = (*self.marks, *((REFILL,) if refills else ()), *((AGAIN,) if reshuffles else ()))

    # What is carried.

    def begin(self, play: Play, carried: InUse) -> None:
        """Put the shoe on the table; cards that were drawn too early come first."""
        self.packs.check(carried.shoe)
        play.stock = self.packs.stock(carried.shoe)
        play.aside = list(carried.shoe.first)
        play.add(ShoeSlice(), HiddenShoe(carried.shoe))

    def carry(self, play: Play) -> InUse:
        """Return the shoe that the next round deals from."""
        return InUse(self.after(play))

    def after(self, play: Play) -> Shoe:
        """Return the shoe of the next round. That of an unfinished round is as it stands."""
        hidden = play.of(HiddenShoe)
        first = tuple(hidden.first_next or ())
        if self.packs.fresh_every_round:
            return Shoe(new=self.now(play).new, first=first)
        if self._is_spent(play):
            return Shoe(new=True)
        shoe, over = self.now(play), _is_over(play)
        if not over and not any(play.places.values()):
            return shoe
        out, unseen = dict(shoe.out), shoe.unseen
        for cards in play.places.values():
            for dealt in cards:
                card = dealt.card
                if card == UNSEEN or "all" not in dealt.seen:
                    unseen += 1
                else:
                    out[card] = out.get(card, 0) + 1
        last = self.rounds_left(play) if over else None
        return Shoe(
            out={card: out[card] for card in sorted(out) if out[card] > 0},
            unseen=unseen,
            depth=shoe.depth,
            reached=last is not None if over else shoe.reached,
            last=(last or 0) if over else shoe.last,
            first=first or tuple(play.aside),
        )

    def is_new_after(self, play: Play) -> bool:
        """Whether the next round begins with a shuffle: what `after` says, without the cards."""
        if self.packs.fresh_every_round:
            return self.now(play).new
        if self._is_spent(play):
            return True
        return not _is_over(play) and not any(play.places.values()) and self.now(play).new

    def _is_spent(self, play: Play) -> bool:
        """Whether no further round is dealt from this shoe."""
        if NEW in play.marks:
            return True
        if not _is_over(play):
            return False
        return self.packs.shuffled_every_round or self.rounds_left(play) == 0 or self.runs_dry(play)

    def at_end(self, play: Play) -> bool:
        """Whether a shoe has come to its end: the cutting card is out, or the next shoe has not begun."""
        if self.packs.fresh_every_round or self._is_spent(play) or self.rounds_left(play) is not None:
            return True
        shoe = self.now(play)
        return shoe.new or not (shoe.out or shoe.unseen or any(play.places.values()))

    # What is left.

    def now(self, play: Play) -> Shoe:
        """Return the shoe as the round found it, or as it was shuffled since.

        A shuffle is a mark, because it stands even if the round is void.
        """
        if "shuffled" in play.marks:
            return Shoe(depth=int(play.marks["shuffled"]["depth"]))
        return play.of(HiddenShoe).shoe

    def replace(self, play: Play, shoe: Shoe) -> None:
        """Put another shoe on the table, and fill the stock."""
        play.of(HiddenShoe).shoe = shoe
        play.stock = self.packs.fresh()

    def gone(self, play: Play) -> tuple[Counter[str], int]:
        """Return the cards that have left the shoe in this round: those seen by all, and the number hidden.

        A card that nobody turned is as good as one still in the shoe.
        """
        found = [
            dealt.card if dealt.visible() else UNSEEN for cards in play.places.values() for dealt in cards
        ]
        return Counter(card for card in found if card != UNSEEN), sum(card == UNSEEN for card in found)

    def cards_left(self, play: Play) -> int:
        """Count the cards in the shoe."""
        return self._left(play, self.now(play))

    def _left(self, play: Play, shoe: Shoe) -> int:
        counted = self._counted
        if counted[0] is not shoe:
            self._counted = counted = (shoe, sum(shoe.out.values()) + shoe.unseen)
        return self.packs.all_cards - counted[1] - sum(map(len, play.places.values()))

    def depth(self, play: Play) -> int:
        """Return the cards behind the cutting card: as counted when it was placed, or as is usual here."""
        return self.now(play).depth or self.packs.usual_depth

    def runs_dry(self, play: Play) -> bool:
        """Whether no further round is dealt: no card is left, or too few without a cutting card."""
        least = self.packs.longest if not self.depth(play) and not self.row.more_clause else 1
        return self.cards_left(play) < max(1, least)

    def judge_card(self, play: Play) -> Refusal | None:
        """Refuse a card from an empty shoe. Where a ruling fills it again, the refusal says so."""
        if self.packs.fresh_every_round or self.cards_left(play) > 0:
            return None
        if self.empty_clause:
            return Refusal("the shoe is empty (supervisor rule too-few-cards)", self.empty_clause)
        return Refusal("the shoe is empty", self.row.clause)

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say what has become of the shoe."""
        if sight == SHOWN:
            shown = play.burns > 0 or any(dealt.visible() for dealt in play.places.get(BURNT, []))
            which = "a card" if shown else "no card"
            return Sight(shown, f"{which} was found face up in this round before")
        if sight == CUT_OUT:
            out = self.now(play).reached or "cutting-card" in play.marks
            return Sight(out, f"the cutting card is {'out' if out else 'still in the shoe'}")
        if sight == LAST_ROUND:
            last = self.rounds_left(play) == 0
            return Sight(last, f"{'no' if last else 'a'} further round is dealt from this shoe")
        if sight == SHORT:
            left = self.cards_left(play)
            enough = left >= self.cards_wanted(play)
            told = (
                f"the shoe holds {left} cards, which is {'' if enough else 'not '}enough to finish the round"
            )
            return Sight(not enough, told)
        shoe = self.now(play)
        first = not shoe.out and shoe.unseen <= self.row.burn
        completed = not first or _is_over(play)
        return Sight(completed, f"the first hand of this shoe is {'' if completed else 'not '}completed")

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse a ruling on too few cards while the shoe holds enough."""
        left = self.cards_left(play)
        if irregularity == "too-few-cards" and left >= self.cards_wanted(play):
            raise BadInput(f"the shoe holds {left} cards, which is enough to finish the round")

    # The cutting card.

    def watch(self, play: Play) -> None:
        """Let the cutting card come out when its place is reached."""
        shoe = self.now(play)
        if not self._holds_cutting_card(play, shoe):
            return
        depth = shoe.depth or self.packs.usual_depth
        if depth and self._left(play, shoe) <= depth:
            self.reach(play)

    def _holds_cutting_card(self, play: Play, shoe: Shoe) -> bool:
        return not (self.packs.fresh_every_round or shoe.reached or shoe.new or "cutting-card" in play.marks)

    def _awaits_cutting_card(self, play: Play) -> bool:
        return self._holds_cutting_card(play, self.now(play))

    def reach(self, play: Play) -> None:
        """Take the cutting card out: a mark, because it stays out if the round is void."""
        first = play.phase not in ("closed", "late")
        row = self.row
        if first and row.first_out_shuffles and not self.no_shuffle(play):
            # The round waits: wagers that have been made stand, and the shuffle stands even if the round
            # is void.
            play.marks[AGAIN] = {"clause": row.first_out_shuffles}
            self.replace(play, Shoe(new=True))
            play.clauses.add(row.first_out_shuffles)
        else:
            clause = row.no_more_clause if self.packs.no_more else row.first_out_clause if first else ""
            clause = clause or row.more_clause or row.shuffle_clause or row.clause
            play.marks["cutting-card"] = {"clause": clause, "first": "yes" if first else "no"}
            play.clauses.add(clause)
        self.table.tell(play, Reached())

    def rounds_left(self, play: Play) -> int | None:
        """Count the rounds still played after this one. None while the cutting card is in the shoe."""
        shoe = self.now(play)
        if shoe.reached:
            return max(0, shoe.last - 1)
        mark = play.marks.get("cutting-card")
        if mark is None:
            return None
        if self.packs.no_more or (mark["first"] == "yes" and self.row.first_out_clause):
            return 0
        return self.row.more_rounds

    def cutting_question(self, play: Play) -> list[Question]:
        """Ask the dealer at a live table for the cutting card."""
        return [Question("dealer", {"cutting-card": None})] if self._awaits_cutting_card(play) else []

    def cutting_acts(self, play: Play) -> Acts:
        """Say whether the cutting card may come.

        It is asked always, so that a ruling finds the table waiting.
        """
        return {"cutting-card": None if self._awaits_cutting_card(play) else self.no_cutting}

    @cached_property
    def no_cutting(self) -> Refusal:
        """Why the cutting card does not come: it is out, or none is used."""
        row = self.row
        if self.packs.fresh_every_round:
            clause = row.no_cutting_clause or row.every_round_clause or row.clause
            return Refusal("no cutting card is used here", clause)
        return Refusal("the cutting card is out already", row.more_clause or row.clause)

    # Before the deal.

    def takes(self) -> Declared:
        """Declare what is said of a shuffle: where the cards are cut, by whom, why, what is burnt."""
        row = self.row
        keys = [
            Key("at", "where the cards are cut: so many from the front", form=Form.NUMBER),
            Key("depth", "how many cards lie behind the cutting card", form=Form.NUMBER),
        ]
        if row.shuffle:
            keys.append(Key("reason", "why cards are shuffled when it is not due", tuple(row.shuffle)))
        if row.cutter_clause or row.cut_offer_clause:
            keys.append(CUT_BY)
        if row.burn or row.no_more_burns_clause:
            keys.append(Key("burn", "that no card was burnt", ("missed",)))
            keys.append(Key("more-burns", "that all agreed to burn as many more as it shows", ("agreed",)))
        return {"shuffle": Takes(tuple(keys))}

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts: the dealer may take the cutting card out, shuffle, or be relieved."""
        found = {**self.cutting_acts(play)}
        fresh = self.packs.fresh_every_round
        if not fresh or self.row.shuffle or play.marked(AGAIN):
            found["shuffle"] = self.judge_shuffle(play, SHUFFLE)
        if not fresh and self.row.new_dealer_burns:
            found["new-dealer"] = None
        return {"dealer": found}

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why the dealer may not."""
        if event.verb != "shuffle":
            return self.acts(play)["dealer"].get(event.verb)
        if play.wagers and not self.now(play).new and event.fact("reason") not in self.row.unused_only:
            return Refusal(
                "the cards are shuffled between rounds, and wagers have been made for this one",
                self.row.shuffle_clause or self.row.clause,
            )
        return self.judge_shuffle(play, event)

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a card before a due shuffle."""
        again = play.marked(AGAIN) if event.is_draw else ""
        if not again or not self.now(play).new:
            return None
        return Refusal("the cards are shuffled or cut again first: dealer shuffle", again)

    def act(self, play: Play, event: Event) -> None:
        """Carry out the dealer's act."""
        if event.verb == "shuffle":
            self.shuffle(play, event)
        elif event.verb == "cutting-card":
            self.reach(play)
        else:
            play.of(ShoeSlice).burn = "dealer"

    # Shuffling and burning.

    def judge_shuffle(self, play: Play, event: Event) -> Refusal | None:
        """Say why the cards may not be shuffled now, or not in this way."""
        return self._judge_shuffle(play, event) or self.table.objection(play, event)

    def _judge_shuffle(self, play: Play, event: Event) -> Refusal | None:
        row = self.row
        shoe = self.now(play)
        why = event.fact("reason")
        # Cards that a ruling burnt while a shuffle was due go back into the shoe with all the others.
        dealt = any(cards for place, cards in play.places.items() if place != BURNT or not shoe.new)
        if why in row.unused_only and (dealt or shoe.out or shoe.unseen):
            return Refusal(
                "the cards are shuffled again on request only before the first card leaves the shoe",
                row.shuffle[why],
            )
        if dealt:
            return Refusal(
                "the cards are not shuffled while a round is dealt", row.shuffle_clause or row.clause
            )
        if not shoe.new and why not in row.shuffle:
            return self._not_due
        if row.cutter_clause and parts_of(event.fact("cut-by"))[1] not in ("", "a"):
            return Refusal("a standing player does not cut the cards", row.cutter_clause)
        return self._judge_cut(event) or self._judge_more_burns(event)

    @cached_property
    def _not_due(self) -> Refusal:
        """Why the cards are not shuffled while the cutting card is in the shoe."""
        row = self.row
        known = " or ".join(f"reason={reason}" for reason in row.shuffle)
        more = f"; before that, only with {known}" if known else ""
        return Refusal(
            f"the cards are shuffled when the cutting card has come out{more}",
            row.shuffle_clause or row.clause,
        )

    def _judge_cut(self, event: Event) -> Refusal | None:
        row, packs = self.row, self.packs
        total = packs.fresh().total()
        least_depth = max(row.least_depth, packs.share(row.least_share), packs.house_depth)
        for fact, least, most, clause in (
            ("at", row.least_cut, total - row.least_cut, row.cut_clause),
            ("depth", least_depth, packs.deepest, row.depth_clause),
        ):
            text = event.fact(fact)
            if text and not least <= int(text) <= most:
                return Refusal(
                    f"{fact}={text}: it must be from {least} to {most} cards", clause or row.clause
                )
        return None

    def _judge_more_burns(self, event: Event) -> Refusal | None:
        row, said = self.row, event.fact("more-burns")
        if said and not row.further_burns.holds(self.packs.ruleset.facts):
            clause = row.no_more_burns_clause or row.burn_clause or row.clause
            return Refusal("no further cards are burnt here", clause)
        return None

    def shuffle(self, play: Play, event: Event, collects: bool = True) -> None:
        """Put all cards back, shuffled and cut."""
        row = self.row
        depth = event.fact("depth")
        if self.now(play).new:
            play.places.pop(BURNT, None)
        play.marks["shuffled"] = {"depth": depth or "0", "clause": row.shuffle_clause or row.clause}
        play.stock = self.packs.fresh()
        missed, more = event.fact("burn") == "missed", event.fact("more-burns")
        play.of(ShoeSlice).burn = "" if missed else "more" if more else "yes"
        clauses = [
            row.shuffle_clause,
            row.shuffle.get(event.fact("reason"), ""),
            row.cut_clause if event.fact("at") else "",
            row.cut_offer_clause if event.fact("cut-by") else "",
            row.depth_clause if depth else "",
            row.every_round_clause if self.packs.shuffled_every_round else "",
        ]
        play.clauses.update(clause for clause in (*clauses, row.clause) if clause)
        self.table.tell(play, Shuffled(event, collects))

    def prelude(self, play: Play) -> Steps:
        """Shuffle a new shoe before anything else."""
        if self.packs.fresh_every_round:
            play.clauses.add(self.row.every_round_clause or self.row.clause)
        while self.now(play).new:
            asked = Question("dealer", {"shuffle": None}, lambda said: self.judge_shuffle(play, said))
            event = yield from self.make_ready(play, "the cards are shuffled", [asked])
            if event.verb == "shuffle":
                self.shuffle(play, event)
                yield from self.table.due(play)

    def make_ready(
        self,
        play: Play,
        text: str,
        asked: Sequence[Question],
        draw: str = "",
        place: str = "",
        face: str = "up",
    ) -> Generator[Wait, Any, Event]:
        """Wait for the dealer, or for a card that is not dealt; meanwhile anybody may bet."""
        betting = self.meanwhile
        judge = partial(self.table.judge, play) if betting and betting.asks_anybody(play) else None
        while True:
            event = yield from play.open(
                text,
                lambda: [*(betting.beside(play) if betting else ()), *asked],
                draw=draw,
                check=(lambda _: self.judge_card(play)) if draw == "deal" else None,
                place=place,
                face=face,
                bets=judge,
                prepares=True,
                clause=self.row.shuffle_clause if draw != "deal" else "",
            )
            if event == MARKED or event.verb not in MEANWHILE:
                return event
            self.table.act(play, event)

    def due(self, play: Play) -> Steps:
        """Burn the cards of a fresh shoe or a new dealer."""
        row, slice_ = self.row, play.of(ShoeSlice)
        how, slice_.burn = slice_.burn or "", UNSET
        if how in ("yes", "more") and row.burns.holds(self.packs.ruleset.facts):
            face = "up" if how == "more" else "down"
            if not (yield from self._burn_first(play, face)):
                yield from self.due(play)
                return
            play.clauses.add(row.burn_clause)
            for _ in range(row.burn - 1):
                yield from self._burn(play, face)
        if how == "more" and play.places.get(BURNT):
            shown = parse_card(play.places[BURNT][0].card).rank
            number = 10 if shown in "TJQK" else 1 if shown == "A" else int(shown)
            play.clauses.add(row.more_burns_clause)
            for _ in range(number):
                yield from self._burn(play, "up")
        if how == "dealer":
            play.clauses.add(row.new_dealer_clause)
            for _ in range(row.new_dealer_burns):
                yield from self._burn(play, "down")

    def _burn_first(self, play: Play, face: str) -> Generator[Wait, Any, bool]:
        """Burn the first card of a fresh shoe; whether it was burnt.

        Until it is out the cards may be shuffled or cut again, and then it has not been burnt.
        """
        while not self.now(play).new:
            self.watch(play)
            acts = {act: why for asked in self.cutting_question(play) for act, why in asked.acts.items()}
            acts["shuffle"] = self.judge_shuffle(play, SHUFFLE)
            asked = Question(
                "dealer",
                acts,
                lambda said: self.judge_shuffle(play, said) if said.verb == "shuffle" else None,
                general=True,
            )
            event = yield from self.make_ready(play, BURNING, [asked], "deal", BURNT, face)
            if event.is_draw:
                play.lay(BURNT, event.what, face)
                return True
            if event.verb == "shuffle":
                self.shuffle(play, event, collects=False)
                return False
            if event.verb == "cutting-card":
                self.reach(play)
        return False

    def _burn(self, play: Play, face: str) -> Steps:
        """Burn one more card."""
        while True:
            self.watch(play)
            event = yield from self.make_ready(
                play, BURNING, self.cutting_question(play), "deal", BURNT, face
            )
            if event.is_draw:
                play.lay(BURNT, event.what, face)
                return
            if event.verb == "cutting-card":
                self.reach(play)

    # Rulings.

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Fill up the shoe, take a cut back, or set a card aside for the next round, at once."""
        if mark == REFILL:
            self.refill(play)
        if mark == AGAIN:
            if any(play.places.values()):
                raise BadInput("cards have left the shoe already: they are not shuffled or cut again now")
            play.marks.pop("shuffled", None)
            play.of(ShoeSlice).burn = UNSET
            self.replace(play, Shoe(new=True))
        if mark == FIRST_NEXT:
            self.set_aside(play, facts.get("card", ""))

    def set_aside(self, play: Play, text: str) -> None:
        """Take a card out of the shoe. It comes first in the next round, although nobody may have seen it."""
        card = self.table.read_draw(Event("", "deal", text or UNSEEN))
        if play.stock is not None and card != UNSEEN:
            if play.stock[card] <= 0:
                raise BadInput(f"card={card}: every {card} that the table holds has been dealt already")
            play.stock[card] -= 1
        hidden = play.of(HiddenShoe)
        hidden.first_next = [*(hidden.first_next or []), card]

    def refill(self, play: Play) -> None:
        """Shuffle the cards that are not on the table, and go on with them.

        After the round all are shuffled.
        """
        left = self.cards_left(play)
        if self.packs.fresh_every_round or left >= self.cards_wanted(play):
            raise BadInput(f"the shoe holds {left} cards, which is enough to finish the round")
        for place in (BURNT, *self.discarded(play)):
            play.places.pop(place, None)
        play.marks.pop("shuffled", None)
        self.replace(play, Shoe(reached=True, last=1))
        assert play.stock is not None
        play.stock.subtract(self.gone(play)[0])

    # Dealing.

    def draw(
        self,
        play: Play,
        place: str,
        face: str = "up",
        text: str = "cards",
        questions: Iterable[Question] = (),
        check: Callable[[Event], Refusal | None] | None = None,
    ) -> Generator[Wait, Any, Event]:
        """Deal one card to a place. Meanwhile the dealer may say that the cutting card came out."""
        asked = tuple(questions)
        while True:
            self.watch(play)
            event = yield from play.open(
                text,
                [*asked, *self.cutting_question(play)],
                draw="deal",
                place=place,
                face=face,
                check=check or (lambda _: self.judge_card(play)),
            )
            if event.is_draw:
                play.lay(place, event.what, face)
                return event
            if event.verb == "cutting-card":
                self.reach(play)
