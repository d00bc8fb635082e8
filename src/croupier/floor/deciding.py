"""Who is asked at a table, for how long, and what is done for somebody who does not answer.

All of it is read off the game's own questions. Nothing happens here.
"""

from __future__ import annotations

from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.floor.rooms import Room, game_of
from croupier.floor.seating import Seating, all_seats
from croupier.floor.shoes import SealedShoes
from croupier.floor.state import FloorTable
from croupier.table.events import other_name, parts_of, person_of
from croupier.table.questions import Question

CLOSINGS = ("no-more-bets", "dice-out", "activate")
"""What a dealer says to close the betting. A game knows one of them."""
DEFAULTS = (
    "stand",
    "stay",
    "check",
    "decline",
    "no",
    "keep",
    "no-raise",
    "fold",
    "forfeit",
    "surrender",
    "pass",
    "muck",
    "continue",
    "refuse",
    "no-bid",
    "gone",
    "first",
)
"""What is done for a person who does not answer in time, where the rulebook has no ruling for it. The first
that is allowed is taken. None of them adds to the stakes."""
ABSENT = ("player-does-not-act", "player-absent")
"""What rulebooks call the ruling on a player who does not decide. Where it leaves a choice to the house, the
default is taken instead."""
DELAYED = ("pass-the-bank",)
"""What rulebooks call the ruling on a banker who keeps the others waiting."""
NOT_PLAYERS = ("dealer", "table", "*")


class Deciding(Seating, SealedShoes):
    """What a round waits for."""

    def _asked(self, room: Room) -> list[Question]:
        """Return the questions that a person must answer."""
        return [
            question
            for question in room.main.pending
            if question.who not in NOT_PLAYERS and question.allowed()
        ]

    def _may_bet(self, room: Room) -> list[Question]:
        """Return the questions in which a person may lay a wager although the next card could come.

        Nobody must answer them. Whoever has laid the wager is not asked again.
        """
        found = []
        for question in self._asked(room):
            laid = {
                f"bet {wager.name}"
                for wager in room.main.play.wagers
                if wager.person in (person_of(question.who), other_name(person_of(question.who)))
            }
            if any(act.startswith("bet ") and act not in laid for act in question.allowed()):
                found.append(question)
        return found

    def _dealers_act(self, room: Room) -> str:
        """Return the act that only the dealer can do and does without being asked, or nothing."""
        for question in room.main.pending:
            if question.who == "dealer":
                for act in question.allowed():
                    if act not in ("cutting-card", "free-hand"):
                        return act
        return ""

    def _deals(self, table: FloorTable, room: Room) -> bool:
        """Whether a card may be dealt now. One that lies there may always be turned."""
        main = room.main
        return (
            main.draw_wanted in ("", "turn")
            or main.refusal(f"{main.draw_wanted} {self._sample(table, room)}") is None
        )

    def _sample(self, table: FloorTable, room: Room) -> str:
        """Return a result that could come, to ask whether one may. Nothing is drawn by it."""
        stock = room.main.play.stock
        if stock is None:
            return room.game.draws()[0][0]
        return next(card for card, number in stock.items() if number > 0)

    def _dealer_may(self, room: Room, act: str) -> bool:
        return any(
            question.who == "dealer" and question.acts.get(act, ...) is None for question in room.main.pending
        )

    def _answer_for(self, room: Room, question: Question) -> str:
        """Return what is done for a player who does not decide, or nothing.

        The rulebook's ruling comes first, then acts that add nothing to the stakes.
        """
        asked = self._waiting(room)
        acts = [act for wanted in DEFAULTS for act in question.allowed() if act.split()[0] == wanted]
        texts = [f"{question.who} {act}" for act in dict.fromkeys((*acts, *question.allowed()))]
        for text in [*self._absent_rulings(room, question.who), *texts]:
            trial = room.main.mark()
            staked = self._staked(room, question.who)
            try:
                room.main.apply(text)
            except BadInput:
                continue  # an answer of another changed what is asked
            helps = self._waiting(room) != asked and self._staked(room, question.who) <= staked
            room.main.back_to(trial)
            if helps:
                return text
        return ""

    def _staked(self, room: Room, who: str) -> Amount:
        return sum(
            wager.stake
            for wager in room.main.play.wagers
            if wager.person in (person_of(who), other_name(person_of(who)))
        )

    def _waiting(self, room: Room) -> list[object]:
        return [room.main.asked, *((question.who, *question.allowed()) for question in room.main.pending)]

    def _absent_rulings(self, room: Room, who: str) -> list[str]:
        found = [
            room.game.rules.irregularities[name] for name in ABSENT if name in room.game.rules.irregularities
        ]
        # seat= names a person, box= the box with everybody on it.
        named = {"seat": room.main.play.whose(who), "box": parts_of(who)[0]}
        return [
            f"supervisor rule {one.id} {one.takes[0]}={named.get(one.takes[0], '')}"
            for one in found
            if not one.facts and len(one.takes) == 1
        ]

    # Wagering periods of several stages.

    def _open_to(self, room: Room) -> tuple[bool, set[str]]:
        """Return whether the betting may be closed, and all acts of players except taking a wager back."""
        closing = [
            refusal
            for question in room.main.pending
            if question.who == "dealer"
            for act, refusal in question.acts.items()
            if act in CLOSINGS
        ]
        return not closing or None in closing, {
            act
            for question in room.main.pending
            if question.who not in ("dealer", "table")
            for act in question.allowed()
            if not act.startswith("remove")
        }

    def _next_stage(self, table: FloorTable, room: Room) -> str:
        """Return what brings on the next stage of a wagering period that cannot be closed yet.

        It is an act of the dealer, or a ruling on somebody who keeps the others waiting. Return nothing where
        neither brings a new act.
        """
        closes, before = self._open_to(room)
        if room.apart or closes:
            return ""
        rulings = [
            f"supervisor rule {name} seat={seat}"
            for name in DELAYED
            if name in room.game.rules.irregularities
            for seat in dict.fromkeys(map(person_of, all_boxes(table)))
        ]
        for text in [
            *(f"dealer {act}" for act in [self._dealers_act(room)] if act and act not in CLOSINGS),
            *rulings,
        ]:
            mark = room.main.mark()
            try:
                room.main.apply(text)
            except BadInput:
                continue
            new = self._open_to(room)[1] - before
            room.main.back_to(mark)
            if new:
                return text
        return ""


def all_boxes(table: FloorTable) -> list[str]:
    """Return the boxes of a table, also those that nobody has any more."""
    return [*table.seats, *all_seats(game_of(table.setup), table.setup.terminals)]
