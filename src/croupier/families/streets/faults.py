"""What rulings do to a street game: a dealer's hand that is not played, a hand that is forfeited, a wager of the wrong size, cards shown too early."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.families.cards.state import CardTable
from croupier.families.cards.undo import IN_PLACE, taken_back, void_in_place
from croupier.families.common.limits import check_seat
from croupier.families.streets.hands import threshold
from croupier.families.streets.progressive import Progressive
from croupier.ranking.poker import STRAIGHT_FLUSH, best
from croupier.rulebook.condition import condition
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal
from croupier.table.rulings import OFFER

FOULED = "dealer-fouled"
"""The dealer's hand is not played: who had folded is in again, nobody decides any more, and wagers end by the row of that name."""
FORFEIT = "forfeit-hand"
"""All wagers of a hand are lost. It takes box=."""
FOUND = "bet-found"
"""A wager was found to be of another size than it must be: too much goes back, too little stands. It takes seat=, wager= and amount=."""
UPCARD = "upcard"
"""Another of the dealer's cards lies face up. It takes position=, counted from one."""
EARLY = "turn-early"
"""Community cards that were turned before their time stay turned. It takes cards=, how many lie open; or card=, one or several (Jd+8s) that had not been dealt yet."""
AGAIN = "decide-again"
"""Those who have decided on this street decide again."""
SWAP = "board-card"
"""A community card that was turned in the place of another is that other. It takes position=, counted from one."""
SUSPEND = "suspend-wager"
"""A wager is not taken any more. It takes wager=."""
BACK = "give-back"
"""Every wager of a kind that lies on the table goes back. It takes wager=."""
RESUME = "resume-wager"
"""A wager that was suspended is taken again. It takes wager=."""
FIRST = "decides-first"
"""A player decides before all others. It takes seat=."""
FAULTS = (FOULED, FORFEIT, FOUND, UPCARD, EARLY, AGAIN, SWAP, SUSPEND, RESUME, FIRST, BACK)


class Faults(Progressive):
    """The marks of street games."""

    def is_fouled(self, play: Play) -> bool:
        """Whether the dealer's hand is not played."""
        return FOULED in play.marks

    def judge_person(self, play: Play, event: Event) -> Refusal | None:
        """A wager that was suspended is not taken."""
        suspended = self.suspended(play)
        if event.what in suspended:
            return Refusal(f"{event.what} is not taken for the time being", suspended[event.what])
        return self._judge_position(play, event) or super().judge_person(play, event)

    def suspended(self, play: Play) -> dict[str, str]:
        """The wagers that are not taken for the time being, each with the clause."""
        mark, over = play.marks.get(SUSPEND, {}), play.marks.get(RESUME, {}).get("wager", "").split("+")
        now = {
            **play.state["suspended"],
            **{name: mark["clause"] for name in mark.get("wager", "").split("+") if name},
        }
        return {name: clause for name, clause in now.items() if name not in over}

    def begin(self, play: Play, table: Any) -> None:
        """What was suspended before still is."""
        super().begin(play, table)
        play.state["suspended"] = dict(table.suspended)

    def table_after(self, play: Play) -> CardTable:
        """A wager stays suspended until it is taken again."""
        return msgspec.structs.replace(super().table_after(play), suspended=self.suspended(play))

    def _judge_position(self, play: Play, event: Event) -> Refusal | None:
        """A position has one player and a player one position, or two side by side where that is permitted (player=N says whose it is)."""
        clause = self.hands.position_clause
        if not clause:
            return None
        others = {
            standing.name
            for standing in play.wagers
            if standing.seat == event.seat and standing.person != event.who
        }
        if others:
            # Where the area itself is taken, the clause of that says so.
            taken = self.ruleset.wager(event.what)[0].bettors_clause if event.what in others else ""
            return Refusal(f"seat {event.seat} is another player's", taken or clause)
        player = event.fact("player")
        if player and player != event.seat:
            check_seat(player)
            if not self.hands.two_adjacent_when or not condition(self.hands.two_adjacent_when)(
                self.ruleset.facts
            ):
                return Refusal("a player has one position", clause)
            if abs(int(player) - int(event.seat)) != 1:
                return Refusal("the two positions of a player are side by side", clause)
        return None

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Whether a ruling makes sense now, and what it changes at once."""
        super().judge_mark(play, mark, facts)
        if mark in (FOULED, FORFEIT, FOUND, AGAIN, UPCARD) and not any(play.places.values()):
            raise BadInput("no card has been dealt yet")
        if mark == IN_PLACE:
            self._void(play, facts)
        elif mark == FOULED:
            for seat in list(play.state["folded"]):
                self.unfold(play, seat)
            if play.phase == "over":
                # Everything had been settled already: it is settled again as if the dealer had no hand.
                self._unsettle(play, lambda one: one.seat in play.state["seats"])
                self.undo_shifts(play)
                play.marks[FOULED] = {"clause": ""}
                self.settle_again(play, list(play.wagers))
        elif mark == FORFEIT:
            if facts.get("box", "") not in play.state["seats"]:
                raise BadInput(f"box {facts.get('box') or '?'} has no hand in this round; say box=N")
            if play.phase == "over":
                self._unsettle(play, lambda one: one.seat in play.state["seats"])
                self.undo_shifts(play)
                play.marks[FORFEIT] = {
                    **play.marks.get(FORFEIT, {}),
                    "box": facts["box"],
                    "clause": self.order_clause(FORFEIT, facts),
                }
                self.settle_again(play, list(play.wagers))
        elif mark == FOUND:
            self._found(play, facts)
        elif mark == UPCARD:
            self._upcard(play, _number(facts, "position", self.hands.dealer))
        elif mark == EARLY:
            lying = play.places.get("board", [])
            if play.state["street"] < 0:
                raise BadInput(
                    "nobody has been asked yet: a card that is exposed during the deal is another fault"
                )
            if facts.get("card") and len(lying) < self.hands.board:
                for card in facts["card"].split("+"):
                    self._lay_early(play, self.read_draw(Event("", "deal", card)))
                return
            number = _number(facts, "cards", self.hands.board)
            if number > len(lying):
                raise BadInput(
                    f"{len(lying)} community cards have been dealt; say with card= which one left the shoe too early"
                )
            for dealt in lying[:number]:
                dealt.seen = ("all",)
        elif mark == AGAIN:
            if play.state["street"] < 0:
                raise BadInput("nobody has decided anything yet")
            self.undo_decisions(play)
        elif mark == SWAP:
            self._swap(play, _number(facts, "position", self.hands.board))
        elif mark == BACK:
            self._give_back(play, facts)

    def _give_back(self, play: Play, facts: Mapping[str, str]) -> None:
        """What lies on a wager goes back to everybody, with what it had paid to a meter."""
        name = facts.get("wager", "")
        if name not in self.ruleset.names:
            raise BadInput("say with wager= which wagers go back")
        for standing in [one for one in play.wagers if one.wager == name]:
            play.withdraw(standing, (self.order_clause(BACK, facts),), f"{name} goes back")
            self.refund(play, standing)

    def _void(self, play: Play, facts: Mapping[str, str]) -> None:
        """A wager is void where it lies, with those that lie only together with it. What a meter had paid meanwhile is reckoned anew without it."""
        meters = play.phase == "over" and bool(self.meters)
        if meters:
            self._unsettle(play, lambda one: one.wager in self.meters)
            self.undo_shifts(play)
        void_in_place(self, play, facts)
        person = facts.get("seat") or facts.get("box") or ""
        for row in self.setup.equal:
            rest = [name for name in row.wagers if self._made(play, person, name)]
            if facts.get("wager") in row.wagers and rest and len(rest) < row.least:
                for name in rest:
                    if self._made(play, person, name):
                        void_in_place(self, play, {**facts, "wager": name})
        if meters:
            self.settle_again(play, [one for one in play.wagers if one.wager in self.meters])

    def _made(self, play: Play, person: str, name: str) -> bool:
        """Whether a person has a wager that is not void, settled or not."""
        settled = (
            claim.standing
            for batch in play.batches
            for claim in batch.claims
            if claim.result not in ("void", "withdrawn")
        )
        return any(one.person == person and one.wager == name for one in (*play.wagers, *settled))

    def unfold(self, play: Play, seat: str) -> None:
        """A folded hand is in the game again with all that was lost by it."""
        play.state["folded"] = [other for other in play.state["folded"] if other != seat]
        play.state["kept"] = {other: kept for other, kept in play.state["kept"].items() if other != seat}
        taken_back(play, lambda one: one.seat == seat)

    def _found(self, play: Play, facts: Mapping[str, str]) -> None:
        """A wager that is too large or too small, as it was found."""
        seat, wager = facts.get("seat", ""), facts.get("wager", "")
        standing = self._one(play, seat, wager)
        settled = standing is None
        if settled:
            # It is noticed while the hands are settled, and this one has been: it is settled again.
            self._unsettle(
                play, lambda one: one.person == seat and self.ruleset.wager(one.wager)[0].meter is None
            )
            standing = self._one(play, seat, wager)
        if standing is None:
            raise BadInput(
                f"seat {seat or '?'} has no wager {wager or '?'} in this round; say seat=N, wager=NAME and amount=AMOUNT"
            )
        amount = parse_amount(facts.get("amount", ""))
        size, most = self._size(play, standing, amount)
        if not amount or not size:
            raise BadInput(
                f"{show_amount(amount)} is what {wager} of seat {seat} may be; say with amount= what was found"
            )
        if facts.get("size", size) != size:
            raise BadInput(
                f"{wager} of seat {seat} may be {show_amount(most)} at most: {show_amount(amount)} is {size}, not {facts['size']}"
            )
        found = msgspec.structs.replace(standing, stake=amount)
        play.put(found)
        if size == "more":
            play.withdraw(
                found,
                (self.order_clause(FOUND, facts),),
                f"{show_amount(amount - most)} more than {wager} may be goes back",
                amount=amount - most,
            )
        if settled:
            self.settle_again(play, [one for one in play.wagers if one.person == seat])

    def _unsettle(self, play: Play, wanted: Callable[[Standing], bool]) -> None:
        """Wagers that were settled stand again; what was paid on the stake of another will be paid anew with that."""
        taken_back(play, wanted)
        for standing in play.wagers:
            if self.ruleset.wager(standing.wager)[0].kind == "bonus":
                play.take(standing)

    def _size(self, play: Play, standing: Standing, amount: Amount) -> tuple[str, Amount]:
        """Whether an amount is `more` or `less` than a wager may be, or `between` two sizes, or nothing of that; and the most that the wager may be."""
        row = next(
            (act for street in self.setup.streets for act in street.acts if act.adds == standing.wager), None
        )
        # What nothing bounds was entered as it should be.
        sizes = (
            self.sizes(play, row, standing.seat)
            if row
            else [
                standing.stake if limit is None else limit for limit in self.limits_now(play, standing.seat)
            ]
        )
        least, most = min(sizes), max(sizes)
        if amount > most or amount < least:
            return "more" if amount > most else "less", most
        return "between" if row and amount not in sizes else "", most

    def order_clause(self, order: str, facts: Mapping[str, str]) -> str:
        """The clause of the ruling that has just these facts and gives this order."""
        for name, event in self.ruleset.irregularities.items():
            for row in event.rows:
                if order in row.ruling:
                    own = {
                        fact: value
                        for fact, value in facts.items()
                        if fact in event.facts or fact in event.takes
                    }
                    if all(own.get(fact) in values for fact, values in event.facts.items()):
                        found = self.ruleset.ruling(name, own)[1]
                        return str(found.order_clauses.get(order, found.clause))
        return str(self.betting.clause)

    def _upcard(self, play: Play, position: int) -> None:
        cards = play.places.get("dealer", [])
        if len(cards) < position:
            raise BadInput(f"the dealer has {len(cards)} cards; position={position} names none of them")
        if cards[position - 1].card == UNSEEN:
            raise BadInput("name the card first: an upcard is known to everybody")
        play.state["up"] = position
        for at, dealt in enumerate(cards, 1):
            dealt.seen = ("all",) if at == position else ()

    def _lay_early(self, play: Play, card: str) -> None:
        """A community card that left the shoe too early lies open from now on."""
        if len(play.places.get("board", [])) >= self.hands.board:
            raise BadInput(
                f"card={card}: there are {self.hands.board} community cards, and they have been dealt"
            )
        if play.stock is not None:
            if play.stock[card] <= 0:
                raise BadInput(f"card={card}: every {card} that the table holds has been dealt already")
            play.stock[card] -= 1
        play.lay("board", card)

    def settle_again(self, play: Play, due: list[Standing]) -> None:
        """Settle wagers once more."""
        raise NotImplementedError

    def _swap(self, play: Play, position: int) -> None:
        """The card at a later place was turned as the next one."""
        cards = play.places.get("board", [])
        turned = sum(dealt.visible() for dealt in cards)
        if not turned < position <= len(cards):
            raise BadInput(
                f"position={position}: name a community card that has been dealt and was not to be turned yet"
            )
        wrong, street = cards[position - 1], play.state["street"]
        if (
            cards[turned].card == UNSEEN != wrong.card
            and street >= 0
            and not self._waiting(play, self.setup.streets[street])
        ):
            # A card is being turned at this moment, and that it is this one is said then.
            if play.stock is not None:
                play.stock[wrong.card] += 1
            wrong.card = UNSEEN
        cards[turned], cards[position - 1] = cards[position - 1], cards[turned]

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Facts that the table knows are what it knows."""
        super().judge_ruling(play, irregularity, facts)
        if irregularity == "coin-in-too-early" and any(play.places.values()):
            raise BadInput("cards have been dealt: no further jackpot wager is taken")
        if irregularity == "jackpot-count-wrong" and not self._prize_won(play):
            raise BadInput(
                "the deck is counted for a straight flush or a royal flush that wins of the jackpot, and there is none"
            )
        if (
            facts.get("box")
            and not facts.get("to")
            and set(OFFER) & set(self.ruleset.ruling(irregularity, facts)[1].ruling)
        ):
            raise BadInput("box= says whose hand it is; say with to= who may retract: to=all, or to=N+M")

    def _prize_won(self, play: Play) -> bool:
        """Whether somebody with a wager on a meter shows a straight flush or better."""
        least = threshold(self.ranking, STRAIGHT_FLUSH)
        seats = {line.seat for line in play.lines if line.wager in self.meters} | {
            one.seat for one in play.wagers if one.wager in self.meters
        }
        return least is not None and any(
            play.known(seat) and best(self.ranking, [*play.cards(seat), *play.cards("board")]) >= least
            for seat in seats
        )


def _number(facts: Mapping[str, str], fact: str, most: int) -> int:
    text = facts.get(fact, "")
    if not text.isdigit() or not 1 <= int(text) <= most:
        raise BadInput(f"say {fact}= as a number from 1 to {most}")
    return int(text)
