"""How the shoe is used at the table: shuffled, cut, burnt, dealt from, and used up at the cutting card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from fractions import Fraction
from typing import Any, Self

import msgspec

from croupier.equipment.card import UNSEEN, parse_card
from croupier.equipment.shoe import MOST_DECKS, PACK, Shoe, packs, stock
from croupier.errors import BadInput
from croupier.families.cards.rules import ShoeRow
from croupier.families.common.limits import Limits
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event, parts_of
from croupier.table.play import Play
from croupier.table.questions import Question, Refusal, Wait

BURNT = "burnt"
"""The place of burnt cards; the table itself lays there what a ruling burns."""
REFILL = "shuffle-discards"
"""The mark by which a shoe that does not hold enough cards is filled with the discards, in the midst of a round."""
AGAIN = "shuffle-again"
"""The mark by which the cards are shuffled and cut again before one of them is dealt."""


class Shoes(Limits):
    """A table with a shoe, or with a machine that shuffles for every round."""

    corrections: tuple[str, ...] = ()

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        super().__init__(ruleset)
        self.cards: ShoeRow = self.setup.shoe
        self.decks = int(self.ruleset.options.get("decks", "1"))
        if not 1 <= self.decks <= MOST_DECKS:
            raise BadInput(
                f"{ruleset.file}: a shoe has 1 to {MOST_DECKS} decks, not {self.decks} [{self.cards.clause}]"
            )
        if not condition(self.cards.decks_when)(ruleset.facts):
            raise BadInput(
                f"{ruleset.file}: {self.decks} decks cannot be used here; the number must meet: {self.cards.decks_when} [{self.cards.clause}]"
            )
        chosen = "depth" in ruleset.option_rows and ruleset.options["depth"] != str(
            ruleset.option_rows["depth"].default
        )
        if chosen and self._house_depth() > self._deepest():
            raise BadInput(
                f"{ruleset.file}: option depth cannot be {self._house_depth()} with {self.decks} decks; it is at most {self._deepest()} [{self.cards.depth_clause or self.cards.clause}]"
            )
        every = bool(self.cards.every_round) and condition(self.cards.every_round)(ruleset.facts)
        self.fresh_every_round = every and not self.cards.by_hand
        self.shuffled_every_round = every and self.cards.by_hand

    @property
    def packs(self) -> Self:
        """Packs, as a table made of parts has them apart."""
        return self

    # What is left.

    @property
    def all_cards(self) -> int:
        """How many cards a full shoe holds."""
        return self.decks * PACK

    def shoe_of(self, play: Play) -> Shoe:
        """The shoe as it was when the round began, or as it was shuffled since: a mark, because a shuffle stands even if the round is void."""
        if "shuffled" in play.marks:
            return Shoe(depth=int(play.marks["shuffled"]["depth"]))
        return msgspec.convert(play.secret["shoe"], Shoe)

    def gone_now(self, play: Play) -> tuple[Counter[str], int]:
        """The cards that have left the shoe in this round: those that everybody saw, and how many lie hidden. A card that nobody turned is as good as one still in the shoe."""
        found = [
            dealt.card if dealt.visible() else UNSEEN for cards in play.places.values() for dealt in cards
        ]
        return Counter(card for card in found if card != UNSEEN), sum(card == UNSEEN for card in found)

    def cards_left(self, play: Play) -> int:
        """How many cards are in the shoe now."""
        shoe = self.shoe_of(play)
        seen, unseen = self.gone_now(play)
        return self.all_cards - sum(shoe.out.values()) - shoe.unseen - seen.total() - unseen

    def depth(self, play: Play) -> int:
        """Cards behind the cutting card: as counted when it was placed, or as the option says; while it is open the share that the text names, or none."""
        return self.shoe_of(play).depth or self.usual_depth

    @property
    def usual_depth(self) -> int:
        """Cards behind the cutting card where nobody counted them."""
        text = self.ruleset.options.get("depth", "open")
        return self._share(self.cards.least_share) if text == "open" else int(text)

    def _share(self, text: str) -> int:
        return int(Fraction(text) * self.all_cards) if text else 0

    # The cutting card.

    def watch(self, play: Play) -> None:
        """Whether the cutting card comes out now."""
        if (
            self.fresh_every_round
            or self.shoe_of(play).reached
            or self.shoe_of(play).new
            or "cutting-card" in play.marks
        ):
            return
        depth = self.depth(play)
        if depth and self.cards_left(play) <= depth:
            self.reach(play)

    def reach(self, play: Play) -> None:
        """The cutting card is out: a mark, because it stays out if the round is void."""
        first = play.phase not in ("closed", "late")
        row = self.cards
        if first and row.first_out_shuffles and not self.no_shuffle(play):
            # The round waits: wagers that have been made stand, and the shuffle stands even if the round is void.
            play.marks[AGAIN] = {"clause": row.first_out_shuffles}
            play.secret["shoe"] = msgspec.to_builtins(Shoe(new=True))
            play.stock = self.fresh_stock(Shoe())
            play.clauses.add(row.first_out_shuffles)
            return
        clause = row.no_more_clause if self.no_more else row.first_out_clause if first else ""
        clause = clause or row.more_clause or row.shuffle_clause or row.clause
        play.marks["cutting-card"] = {"clause": clause, "first": "yes" if first else "no"}
        play.clauses.add(clause)

    def no_shuffle(self, play: Play) -> bool:
        """Whether rounds are played to the end without a shuffle, wherever the cutting card comes out."""
        return False

    @property
    def no_more(self) -> bool:
        """Whether no further round follows the one in which the cutting card comes out, at a table like this."""
        return bool(self.cards.no_more_when) and condition(self.cards.no_more_when)(self.ruleset.facts)

    def rounds_left(self, play: Play) -> int | None:
        """Rounds that are still played after this one: None while the cutting card is in the shoe."""
        shoe = self.shoe_of(play)
        if shoe.reached:
            return max(0, shoe.last - 1)
        mark = play.marks.get("cutting-card")
        if mark is None:
            return None
        if self.no_more or (mark["first"] == "yes" and self.cards.first_out_clause):
            return 0
        return self.cards.more_rounds

    def shoe_after(self, play: Play) -> Shoe:
        """The shoe that the next round deals from; that of a round not yet over is as it stands."""
        if self.fresh_every_round:
            return Shoe(new=self.shoe_of(play).new, first=tuple(play.secret.get("first-next", ())))
        shoe = self.shoe_of(play)
        over = play.phase == "over" or play.voided
        last = self.rounds_left(play) if over else None
        if (
            over and (self.shuffled_every_round or last == 0 or self.runs_dry(play))
        ) or "new-shoe" in play.marks:
            return Shoe(new=True)
        if not any(play.places.values()) and not over:
            return shoe
        seen, unseen = self.gone_now(play)
        return Shoe(
            out=dict(sorted((Counter(shoe.out) + seen).items())),
            unseen=shoe.unseen + unseen,
            depth=shoe.depth,
            reached=last is not None if over else shoe.reached,
            last=(last or 0) if over else shoe.last,
            first=tuple(play.secret.get("first-next", ())) or tuple(play.aside),
        )

    longest = 0
    """The most cards that a round can take, where the family knows it."""

    def runs_dry(self, play: Play) -> bool:
        """Whether no further round is dealt: nothing is left; or too little for any round, where no cutting card says when to stop."""
        least = self.longest if not self.depth(play) and not self.cards.more_clause else 1
        return self.cards_left(play) < max(1, least)

    def judge_card(self, play: Play) -> Refusal | None:
        """An empty shoe gives no card."""
        if self.fresh_every_round or self.cards_left(play) > 0:
            return None
        return Refusal("the shoe is empty", self.cards.clause)

    # Shuffling and burning.

    def judge_shuffle(self, play: Play, event: Event) -> Refusal | None:
        """Why the cards may not be shuffled now, or not in this way."""
        row = self.cards
        shoe = self.shoe_of(play)
        # Cards that a ruling burnt while a shuffle was due go back into the shoe with all the others.
        why, dealt = (
            event.fact("reason"),
            any(cards for place, cards in play.places.items() if place != BURNT or not shoe.new),
        )
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
            known = " or ".join(f"reason={reason}" for reason in row.shuffle)
            return Refusal(
                "the cards are shuffled when the cutting card has come out"
                + (f"; before that, only with {known}" if known else ""),
                row.shuffle_clause or row.clause,
            )
        if row.cutter_clause and parts_of(event.fact("cut-by"))[1] not in ("", "a"):
            return Refusal("a standing player does not cut the cards", row.cutter_clause)
        if event.fact("burn") not in ("", "missed"):
            raise BadInput(
                f"{str(event)!r}: burn=missed says that no card was burnt; say nothing of it otherwise"
            )
        total = self.fresh_stock(Shoe()).total()
        for fact, least, most, clause in (
            ("at", row.least_cut, total - row.least_cut, row.cut_clause),
            (
                "depth",
                max(row.least_depth, self._share(row.least_share), self._house_depth()),
                self._deepest(),
                row.depth_clause,
            ),
        ):
            text = event.fact(fact)
            if text and (not text.isdigit() or len(text) > 4):
                raise BadInput(f"{str(event)!r}: {fact}= is a number of cards, like {fact}=120")
            if text and not least <= int(text) <= most:
                return Refusal(
                    f"{fact}={text}: it must be from {least} to {most} cards", clause or row.clause
                )
        if event.fact("more-burns") and not (
            row.more_burns_clause and condition(row.more_burns_when)(self.ruleset.facts)
        ):
            return Refusal(
                "no further cards are burnt here", row.no_more_burns_clause or row.burn_clause or row.clause
            )
        if event.fact("more-burns") not in ("", "agreed"):
            return Refusal(
                "further cards are burnt only if all players agree and the supervisor directs it (more-burns=agreed)",
                row.more_burns_clause,
            )
        return None

    def _house_depth(self) -> int:
        """The cards behind the cutting card that this table has fixed for itself."""
        text = self.ruleset.options.get("depth", "open")
        return 0 if text == "open" else int(text)

    def _deepest(self) -> int:
        bound = self.cards.most_depth if condition(self.cards.most_depth_when)(self.ruleset.facts) else ""
        return self._share(bound) if bound else self.all_cards

    def shuffled(self, play: Play, event: Event) -> None:
        """The cards are all back, shuffled and cut."""
        row = self.cards
        depth = event.fact("depth")
        if self.shoe_of(play).new:
            play.places.pop(BURNT, None)
        play.marks["shuffled"] = {"depth": depth or "0", "clause": row.shuffle_clause or row.clause}
        play.stock = self.fresh_stock(Shoe())
        play.state["burn"] = (
            "" if event.fact("burn") == "missed" else "more" if event.fact("more-burns") else "yes"
        )
        clauses = [
            row.shuffle_clause,
            row.shuffle.get(event.fact("reason"), ""),
            row.cut_clause if event.fact("at") else "",
            row.cut_offer_clause if event.fact("cut-by") else "",
            row.depth_clause if depth else "",
        ]
        clauses.append(row.every_round_clause if self.shuffled_every_round else "")
        play.clauses.update(clause for clause in (*clauses, row.clause) if clause)

    def prelude(self, play: Play) -> Generator[Wait, Any, None]:
        """A new shoe is shuffled before anything else."""
        if self.fresh_every_round:
            play.clauses.add(self.cards.every_round_clause or self.cards.clause)
        while self.shoe_of(play).new:
            event = yield from play.open(
                "the cards are shuffled",
                [Question("dealer", {"shuffle": None}, lambda said: self.judge_shuffle(play, said))],
            )
            if event.verb == "shuffle":
                self.shuffled(play, event)
                self.collect(play)
                yield from self.burn(play)

    def collect(self, play: Play) -> None:
        """What is outstanding is collected before the cards are shuffled."""

    def burn(self, play: Play) -> Generator[Wait, Any, None]:
        """Burn what a fresh shoe, or a new dealer, burns."""
        row = self.cards
        how = play.state.pop("burn", "")
        if how in ("yes", "more") and row.burn and condition(row.burn_when)(self.ruleset.facts):
            face = "up" if how == "more" else "down"
            if not (yield from self._burn_first(play, face)):
                yield from self.burn(play)
                return
            play.clauses.add(row.burn_clause)
            for _ in range(row.burn - 1):
                yield from self.draw(play, BURNT, face, "a card is burnt")
        if how == "more" and play.places.get(BURNT):
            shown = parse_card(play.places[BURNT][0].card).rank
            number = 10 if shown in "TJQK" else 1 if shown == "A" else int(shown)
            play.clauses.add(row.more_burns_clause)
            for _ in range(number):
                yield from self.draw(play, BURNT, "up", "a card is burnt")
        if how == "dealer":
            play.clauses.add(row.new_dealer_clause)
            for _ in range(row.new_dealer_burns):
                yield from self.draw(play, BURNT, "down", "a card is burnt")

    def _burn_first(self, play: Play, face: str) -> Generator[Wait, Any, bool]:
        """Burn the first card of a fresh shoe. Until it is out the cards may be shuffled or cut again, and then it has not been burnt."""
        while not self.shoe_of(play).new:
            self.watch(play)
            acts = {
                act: refusal
                for question in self.cutting_question(play)
                for act, refusal in question.acts.items()
            }
            acts["shuffle"] = self.judge_shuffle(play, Event("dealer", "shuffle"))
            asked = Question(
                "dealer",
                acts,
                lambda said: self.judge_shuffle(play, said) if said.verb == "shuffle" else None,
                general=True,
            )
            event = yield from play.open("a card is burnt", [asked], draw="deal", place=BURNT, face=face)
            if event.is_draw:
                play.lay(BURNT, event.what, face)
                return True
            if event.verb == "shuffle":
                self.shuffled(play, event)
                return False
            if event.verb == "cutting-card":
                self.reach(play)
        return False

    # A shoe that runs out.

    def cards_wanted(self, play: Play) -> int:
        """How many cards the rest of the round may need; a family knows better."""
        return 1

    def refill(self, play: Play) -> None:
        """The cards that are not on the table are shuffled, and the round goes on with them; after it the whole shoe is shuffled."""
        left = self.cards_left(play)
        if self.fresh_every_round or left >= self.cards_wanted(play):
            raise BadInput(f"the shoe holds {left} cards, which is enough to finish the round")
        play.places.pop(BURNT, None)
        play.marks.pop("shuffled", None)
        play.secret["shoe"] = msgspec.to_builtins(Shoe(reached=True, last=1))
        play.stock = self.fresh_stock(Shoe())
        play.stock.subtract(self.gone_now(play)[0])

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Filling up the shoe happens at once; so does taking a cut back."""
        super().judge_mark(play, mark, facts)
        if mark == REFILL:
            self.refill(play)
        if mark == AGAIN:
            if any(play.places.values()):
                raise BadInput("cards have left the shoe already: they are not shuffled or cut again now")
            play.marks.pop("shuffled", None)
            play.state.pop("burn", None)
            play.secret["shoe"] = msgspec.to_builtins(Shoe(new=True))
            play.stock = self.fresh_stock(Shoe())

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

    def cutting_question(self, play: Play) -> list[Question]:
        """The dealer at a live table says when the cutting card comes."""
        if (
            self.fresh_every_round
            or self.shoe_of(play).reached
            or self.shoe_of(play).new
            or "cutting-card" in play.marks
        ):
            return []
        return [Question("dealer", {"cutting-card": None})]

    @property
    def no_cutting(self) -> Refusal:
        """Why the cutting card does not come: it is out, or none is used."""
        row = self.cards
        if self.fresh_every_round:
            return Refusal(
                "no cutting card is used here", row.no_cutting_clause or row.every_round_clause or row.clause
            )
        return Refusal("the cutting card is out already", row.more_clause or row.clause)

    def read_draw(self, event: Event) -> str:
        """A card, or one that nobody has seen."""
        return UNSEEN if event.what == UNSEEN else str(parse_card(event.what))

    def fresh_stock(self, shoe: Shoe) -> Counter[str]:
        """What may be dealt at the beginning of a round."""
        return packs(self.decks) if self.fresh_every_round else stock(shoe, self.decks)
