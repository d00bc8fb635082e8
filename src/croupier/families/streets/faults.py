"""What rulings do to a street game.

A dealer's hand is not played, a hand is forfeited, a wager has the wrong size, a card was shown too early.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, FactsWanted
from croupier.families.streets.answering import Answering
from croupier.families.streets.asking import Asking
from croupier.families.streets.hands import threshold
from croupier.families.streets.jackpots import Jackpots
from croupier.families.streets.prices import SIDES, StreetPrices
from croupier.families.streets.settling import Settling
from croupier.families.streets.sizes import Sizes
from croupier.families.streets.state import (
    AGAIN,
    BOARD,
    DEALER,
    EARLY,
    FIRST,
    FORFEIT,
    FOULED,
    FOUND,
    SWAP,
    UPCARD,
    StreetSlice,
)
from croupier.ranking.poker import STRAIGHT_FLUSH, best
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.limits import Limits
from croupier.table.parts.part import Nothing, Part
from croupier.table.parts.people import without_hand
from croupier.table.parts.undo import IN_PLACE, taken_back, void_in_place
from croupier.table.persons import Whom
from croupier.table.play import Play
from croupier.table.rulings import OFFER
from croupier.table.sights import Sight

LIVES, DECIDES = "hand-lives", "decides-yet"
"""What is to be seen: a box has a wager and has not folded, and it is asked once more in this round."""


class Faults(Part[Nothing]):
    """The marks of street games."""

    carried = Nothing
    hears = ()
    sights = (LIVES, DECIDES)
    marks = (IN_PLACE, FOULED, FORFEIT, FOUND, UPCARD, EARLY, AGAIN, SWAP, FIRST)

    def __init__(
        self,
        prices: StreetPrices,
        sizes: Sizes,
        settling: Settling,
        answering: Answering,
        asking: Asking,
        jackpots: Jackpots,
        limits: Limits,
    ) -> None:
        self.prices = prices
        self.ruleset = prices.ruleset
        self.setup = prices.setup
        self.hands = prices.hands
        self.sizes = sizes
        self.settling = settling
        self.answering = answering
        self.asking = asking
        self.jackpots = jackpots
        self.limits = limits

    # Marks.

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check whether a ruling makes sense now, and do what it changes at once."""
        if mark in (FOULED, FORFEIT, FOUND, AGAIN, UPCARD) and not any(play.places.values()):
            raise BadInput("no card has been dealt yet")
        if mark == IN_PLACE:
            void_in_place(self.table, play, facts)
        elif mark == FOULED:
            self._foul(play, facts)
        elif mark == FORFEIT:
            self._forfeit(play, facts)
        elif mark == FOUND:
            self._found(play, facts)
        elif mark == UPCARD:
            self._upcard(play, _number(facts, "position", self.hands.dealer))
        elif mark == EARLY:
            self._turn_early(play, facts)
        elif mark == AGAIN:
            if play.of(StreetSlice).street < 0:
                raise BadInput("nobody has decided anything yet")
            self.answering.undo(play)
        elif mark == SWAP:
            self._swap(play, _number(facts, "position", self.hands.board))

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether the hand of a box or a person is still in play, or has still to be decided about."""
        named, out = Whom.of(facts), play.of(StreetSlice).folded
        mine = [one for one in play.wagers if named.holds(one)]
        if sight == DECIDES:
            asked = any(self.asking.decides_yet(play, one.seat) for one in mine)
            return Sight(asked, f"{named} has {'still to decide' if asked else 'nothing more to decide'}")
        lives = any(one.seat not in out and not play.marked(FORFEIT, one.seat) for one in mine)
        how = "is in play" if lives else "has folded" if mine else "has no wager on the table"
        return Sight(lives, f"{named} {how}")

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse a ruling that contradicts what the table knows."""
        if irregularity == "coin-in-too-early" and any(play.places.values()):
            raise BadInput("cards have been dealt: no further jackpot wager is taken")
        if irregularity == "jackpot-count-wrong" and not self._prize_won(play):
            raise BadInput(
                "the deck is counted for a straight flush or a royal flush that wins of the jackpot, "
                "and there is none"
            )
        if facts.get("box") and not facts.get("to"):
            offered = set(OFFER) & set(self.ruleset.ruling(irregularity, facts)[1].ruling)
            if offered:
                raise BadInput("box= says whose hand it is; say with to= who may retract: to=all, or to=N+M")

    def _prize_won(self, play: Play) -> bool:
        """Whether somebody with a wager on a meter shows a straight flush or better."""
        ranking, meters = self.prices.ranking, self.jackpots.rows
        least = threshold(ranking, STRAIGHT_FLUSH)
        seats = {line.seat for line in play.lines if line.wager in meters}
        seats |= {one.seat for one in play.wagers if one.wager in meters}
        return least is not None and any(
            play.known(seat) and best(ranking, [*play.cards(seat), *play.cards(BOARD)]) >= least
            for seat in seats
        )

    # Hands that are not played.

    def _foul(self, play: Play, facts: Mapping[str, str]) -> None:
        """Declare the dealer's hand foul: nobody plays against it. A round that is over is settled again."""
        for seat in list(play.of(StreetSlice).folded):
            self.answering.unfold(play, seat)
        if play.phase == "over":
            self._settle_again_by(play, FOULED, dict(facts))

    def _forfeit(self, play: Play, facts: Mapping[str, str]) -> None:
        """Forfeit all wagers of a hand. A round that is over is settled again."""
        box = facts.get("box", "")
        if box not in play.of(StreetSlice).seats:
            raise BadInput(without_hand(box))
        if play.phase == "over":
            before = play.marks.get(FORFEIT, {})
            boxes = "+".join(dict.fromkeys([*filter(None, before.get("box", "").split("+")), box]))
            self._settle_again_by(play, FORFEIT, {**before, "box": boxes, "clause": facts["clause"]})

    def _settle_again_by(self, play: Play, mark: str, said: dict[str, str]) -> None:
        """Settle all hands of a finished round again, under a mark that changes their ends."""
        seats = play.of(StreetSlice).seats
        self._unsettle(play, lambda one: one.seat in seats)
        self.jackpots.undo_shifts(play)
        play.marks[mark] = said
        for one in play.wagers:
            if (
                self._reads_hand(one.wager)
                and not play.marked(FORFEIT, one.seat)
                and not play.known(one.seat, one.person)
            ):
                raise BadInput(
                    f"box {one.seat} was folded, and nobody has seen the cards that decide {one.wager}: "
                    "this is ruled before the round is over"
                )
        self.settling.settle_again(play, list(play.wagers))

    def _reads_hand(self, name: str) -> bool:
        """Whether a wager is decided by a player's cards even where the dealer's hand is not played."""
        prices = self.prices
        side = prices.kind_of(name) in SIDES and "own" in prices.wager(name).reads
        bonuses = (one for one in self.ruleset.names if prices.kind_of(one) == "bonus")
        return side or any(prices.wager(one).on == name for one in bonuses)

    def _unsettle(self, play: Play, wanted: Callable[[Standing], bool]) -> None:
        """Let settled wagers stand again. A bonus on another wager's stake is settled anew with it."""
        taken_back(play, wanted)
        for standing in play.wagers:
            if self.prices.kind_of(standing.wager) == "bonus":
                play.take(standing)

    # Wagers.

    def _found(self, play: Play, facts: Mapping[str, str]) -> None:
        """Take a wager that is too large or too small as it was found."""
        whom, wager = Whom.of(facts), facts.get("wager", "")
        claims = [claim for batch in play.batches for claim in batch.claims]
        settled_now = [claim.standing for claim in claims if claim.result not in ("void", "withdrawn")]
        made = [one for one in (*play.wagers, *settled_now) if whom.holds(one) and one.wager == wager]
        places = list(dict.fromkeys(one.person for one in made))
        if not places:
            raise BadInput(
                f"{whom} has no {wager or 'such'} wager here; say seat=N, wager=NAME and amount=AMOUNT"
            )
        if len(places) > 1:
            raise BadInput(f"{whom} has {wager} at {' and '.join(places)}: say which with box=N")
        seat = places[0]
        settled = not any(one.person == seat and one.wager == wager for one in play.wagers)
        if settled:
            # It is noticed while the hands are settled, and this one has been: it is settled again.
            self._unsettle(
                play, lambda one: one.person == seat and self.prices.wager(one.wager).meter is None
            )
        standing = next(one for one in play.wagers if one.person == seat and one.wager == wager)
        if not facts.get("amount"):
            raise FactsWanted(f"say with amount= what was found on {wager} of seat {seat}", {"amount": ()})
        amount = parse_amount(facts["amount"])
        size, most = self._size(play, standing, amount)
        if not amount or not size:
            raise BadInput(
                f"{show_amount(amount)} is what {wager} of seat {seat} may be; "
                "say with amount= what was found"
            )
        if facts.get("size", size) != size:
            raise BadInput(
                f"{wager} of seat {seat} may be {show_amount(most)} at most: "
                f"{show_amount(amount)} is {size}, not {facts['size']}"
            )
        found = msgspec.structs.replace(standing, stake=amount)
        play.put(found)
        if size == "more":
            clause = facts["clause"]
            why = f"{show_amount(amount - most)} more than {wager} may be goes back"
            play.withdraw(found, (clause,), why, amount=amount - most)
        if settled:
            self.settling.settle_again(play, [one for one in play.wagers if one.person == seat])

    def _size(self, play: Play, standing: Standing, amount: Amount) -> tuple[str, Amount]:
        """Return how an amount misses the sizes of a wager, and the largest size.

        It is `more` or `less` than that, `between` two sizes, or misses it not at all.
        """
        acts = (act for street in self.setup.streets for act in street.acts if act.adds == standing.wager)
        row = next(acts, None)
        if row:
            sizes = self.sizes.of(play, row, standing.seat)
        else:
            # What nothing bounds was entered as it should be.
            limits = self.limits.now(play, standing.whose)
            sizes = [standing.stake if limit is None else limit for limit in limits]
        least, most = min(sizes), max(sizes)
        if amount > most or amount < least:
            return "more" if amount > most else "less", most
        return "between" if row and amount not in sizes else "", most

    # Cards.

    def _upcard(self, play: Play, position: int) -> None:
        """Turn another of the dealer's cards up, and this one down."""
        cards = play.places.get(DEALER, [])
        if len(cards) < position:
            raise BadInput(f"the dealer has {len(cards)} cards; position={position} names none of them")
        if cards[position - 1].card == UNSEEN:
            raise BadInput("name the card first: an upcard is known to everybody")
        street = play.of(StreetSlice).street
        if street == len(self.setup.streets) - 1 and not self.asking.waiting(
            play, self.setup.streets[street]
        ):
            raise BadInput(
                "all have decided, and all of the dealer's cards are turned: none is an upcard now"
            )
        play.of(StreetSlice).up = position
        for at, dealt in enumerate(cards, 1):
            dealt.seen = ("all",) if at == position else ()

    def _turn_early(self, play: Play, facts: Mapping[str, str]) -> None:
        """Leave community cards turned that were turned before their time."""
        lying = play.places.get(BOARD, [])
        if play.of(StreetSlice).street < 0:
            raise BadInput(
                "nobody has been asked yet: a card that is exposed during the deal is another fault"
            )
        if facts.get("card") and len(lying) < self.hands.board:
            for card in facts["card"].split("+"):
                self._lay_early(play, self.table.read_draw(Event("", "deal", card)))
            return
        number = _number(facts, "cards", self.hands.board)
        if number > len(lying):
            raise BadInput(
                f"{len(lying)} community cards have been dealt; "
                "say with card= which one left the shoe too early"
            )
        for dealt in lying[:number]:
            dealt.seen = ("all",)

    def _lay_early(self, play: Play, card: str) -> None:
        """Lay a community card open that left the shoe too early."""
        if len(play.places.get(BOARD, [])) >= self.hands.board:
            raise BadInput(
                f"card={card}: there are {self.hands.board} community cards, and they have been dealt"
            )
        if play.stock is not None:
            if play.stock[card] <= 0:
                raise BadInput(f"card={card}: every {card} that the table holds has been dealt already")
            play.stock[card] -= 1
        play.lay(BOARD, card)

    def _swap(self, play: Play, position: int) -> None:
        """Exchange the next card and one at a later place: the later card was turned first."""
        cards = play.places.get(BOARD, [])
        turned = sum(dealt.visible() for dealt in cards)
        if not turned < position <= len(cards):
            raise BadInput(
                f"position={position}: name a community card that has been dealt and was not to be turned yet"
            )
        wrong, street = cards[position - 1], play.of(StreetSlice).street
        if (
            cards[turned].card == UNSEEN != wrong.card
            and street >= 0
            and not self.asking.waiting(play, self.setup.streets[street])
        ):
            # A card is being turned at this moment, and that it is this one is said then.
            if play.stock is not None:
                play.stock[wrong.card] += 1
            wrong.card = UNSEEN
        cards[turned], cards[position - 1] = cards[position - 1], cards[turned]


def _number(facts: Mapping[str, str], fact: str, most: int) -> int:
    text = facts.get(fact, "")
    if not text.isdigit() or not 1 <= int(text) <= most:
        raise BadInput(f"say {fact}= as a number from 1 to {most}")
    return int(text)
