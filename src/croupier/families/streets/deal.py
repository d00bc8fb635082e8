"""The deal of a street game: who gets a hand, how cards go round, and when community cards are turned."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cache import Cache
from croupier.equipment.money import Amount
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.rules import EqualRow
from croupier.families.streets.state import BOARD, DEALER, FORFEIT, StreetSlice, is_fouled
from croupier.table.events import DRAWS, Event
from croupier.table.parts.bank import TableBank
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.closing import CALLED, OPEN
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.shoe import BURNT, DealingShoe
from croupier.table.play import Play
from croupier.table.questions import Question, Refusal
from croupier.table.sights import Sight

MOST_SEQUENCES = 256
"""The most orders of the deal that are kept, one for each choice of seats."""


TO_COME, RIVER, TURNED = "card-to-come", "river", "dealers-turned"
"""What is to be seen: a card is still to be dealt, it is the last of the board or lies already, and the
dealer's cards are turned."""


class Deal(Part[Nothing]):
    """A hand for each player, one for the dealer or none, and cards in the middle."""

    carried = Nothing
    hears = ()
    sights = (TO_COME, RIVER, TURNED)

    def __init__(
        self, prices: StreetPrices, way: str, betting: CardBetting, bank: TableBank, shoe: DealingShoe
    ) -> None:
        self.prices = prices
        self.setup = prices.setup
        self.hands = prices.hands
        self.way = way
        """The name of the dealing order."""
        self.betting = betting
        self.objects_to = (betting.row.closing, *DRAWS)
        self.bank = bank
        self.shoe = shoe
        rules = prices.ruleset
        rows = {name: prices.wager(name) for name in rules.names}
        self.entitling = frozenset(
            name
            for name, row in rows.items()
            if name == self.setup.base or (row.alone and rules.holds(row.alone_when))
        )
        """The wagers that a player is dealt a hand for."""
        self._on_board = frozenset(
            name for name, row in rows.items() if not {"flop", BOARD}.isdisjoint(row.reads)
        )
        """The wagers that read community cards."""
        self._equals = {
            name: (row.equal_to, row.equal_clause or betting.row.clause) for name, row in rows.items()
        }
        """By wager: the one that has the same stake, if any, and the clause."""
        self._sequences: Cache[tuple[int, tuple[str, ...]], list[tuple[str, str]]] = Cache(MOST_SEQUENCES)

    def begin(self, play: Play, carried: Nothing) -> None:
        """Begin with nothing dealt and nobody decided."""
        play.add(StreetSlice(up=self.hands.up))

    # Before the deal.

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why no card is dealt yet; betting is not closed before the cards could be dealt."""
        if event.is_draw:
            return self._nobody(play) or self._judge_wagers(play)
        if event.who == DEALER and event.verb == self.betting.row.closing and play.phase == OPEN:
            return self.betting.judge_draw(play, Event("", "deal"))
        return None

    def _nobody(self, play: Play) -> Refusal | None:
        if self.dealt_in(play):
            return None
        return Refusal(
            f"nobody has made a wager on {self.setup.base} yet",
            self.bank.row.deal_clause or self.betting.row.clause,
        )

    def _judge_wagers(self, play: Play) -> Refusal | None:
        """Refuse wagers that lie together unless they are equal and complete."""
        laid_by: dict[tuple[str, str], dict[str, Amount]] = {}
        for one in play.wagers:
            laid_by.setdefault((one.seat, one.bettor), {})[one.wager] = one.stake
        for (seat, _), stakes in sorted(laid_by.items()):
            for row in self.setup.equal:
                laid = [stakes[wager] for wager in row.wagers if wager in stakes]
                if laid and (len(laid) < row.least or len(set(laid)) > 1):
                    missing = len(laid) < row.least and row.missing_clause
                    return Refusal(f"seat {seat} makes {_told(row)}", missing or row.clause)
            for wager, stake in stakes.items():
                equal_to, clause = self._equals[wager]
                if equal_to and stake != stakes.get(equal_to):
                    return Refusal(f"seat {seat}: {wager} equals {equal_to}", clause)
        return None

    def dealt_in(self, play: Play) -> list[str]:
        """Return the seats that are dealt a hand, in the order of the deal: from the left of who banks."""
        seats = sorted({one.seat for one in play.wagers if one.wager in self.entitling}, key=int)
        banker = self.bank.banker(play) if self.hands.deal_from == "bank" else ""
        if not banker:
            return seats
        after = [seat for seat in seats if int(seat) > int(banker)]
        return after + [seat for seat in seats if int(seat) < int(banker)]

    # The order of the deal.

    @property
    def first_face(self) -> str:
        """How the first card lies."""
        return self._faces()[0][1] if self._faces() else "down"

    def first_place(self, play: Play) -> str:
        """Return the place of the first card. Betting that was closed is open again if no wager is left."""
        if play.phase == CALLED and not play.wagers:
            play.phase = OPEN
        sequence = self.sequence(play, self.dealt_in(play))
        return sequence[0][0] if sequence else ""

    def _faces(self) -> list[tuple[str, str]]:
        """Return each pass of the deal with the face of its cards."""
        return [
            (entry, "up" if entry.startswith("seats") and self.hands.own_face == "up" else "down")
            for entry in self.hands.ways[self.way]
        ]

    def sequence(self, play: Play, seats: list[str]) -> list[tuple[str, str]]:
        """Return the places of the deal with the face of each card, in order."""
        up = play.of(StreetSlice).up
        key = (up, tuple(seats))
        found = self._sequences.get(key)
        return self._sequences.keep(key, self._sequence(up, seats)) if found is None else found

    def _sequence(self, up: int, seats: list[str]) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        mine = 0
        for entry, face in self._faces():
            to, _, text = entry.partition(" ")
            count = int(text)
            if to == "seats":
                found += [(seat, face) for seat in seats for _ in range(count)]
            elif to == DEALER:
                for _ in range(count):
                    mine += 1
                    found.append((DEALER, "up" if mine == up else "down"))
            else:
                found += [({BOARD: BOARD, "burn": BURNT}[to], "down")] * count
        return found

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say how far the cards are dealt."""
        board, dealers = play.places.get(BOARD, []), play.places.get(DEALER, [])
        if sight == TURNED:
            turned = bool(dealers) and all(dealt.visible() for dealt in dealers)
            return Sight(turned, f"the dealer's cards {'have' if turned else 'have not'} been turned")
        if sight == RIVER:
            river = len(board) >= self.hands.board - 1 and all(
                dealt.visible() for dealt in board[: self.hands.board - 1]
            )
            return Sight(river, "the river is dealt" if river else "the river is not dealt yet")
        mine = play.of(StreetSlice)
        comes = play.phase != "over" and not play.voided
        if comes and mine.at:
            dealt_all = mine.at >= len(self.sequence(play, mine.seats))
            comes = not dealt_all or len(board) < self.hands.board
        return Sight(
            comes,
            "a card is still to be dealt" if comes else "all cards of the round have been dealt",
        )

    # Dealing.

    def deal(self, play: Play) -> Steps:
        """Deal the cards after the first. A seat without standing wagers gets no further card."""
        mine = play.of(StreetSlice)
        mine.seats, mine.at = self.dealt_in(play), 1
        while mine.at < len(sequence := self.sequence(play, mine.seats)):
            if not play.wagers:
                return
            place, face = sequence[mine.at]
            if place.isdigit() and not any(standing.seat == place for standing in play.wagers):
                mine.at += 1
                continue
            event = yield from self.shoe.draw(play, place, face)
            if event.is_draw:
                mine.at += 1
                if place == DEALER and len(play.places[DEALER]) != mine.up:
                    # A ruling while it was awaited may have made another the upcard.
                    play.places[DEALER][-1].seen = ()
        for standing in play.wagers:
            play.show(standing.seat, standing.person)

    def anybody_plays(self, play: Play) -> bool:
        """Whether a hand is still played, or a wager stands that reads community cards."""
        mine = play.of(StreetSlice)
        return any(
            one.seat not in mine.folded or one.wager in self._on_board
            for one in play.wagers
            if one.seat in mine.seats and not play.marked(FORFEIT, one.seat)
        )

    def board(
        self,
        play: Play,
        number: int,
        clause: str = "",
        still: bool = False,
    ) -> Steps:
        """Turn community cards until this many lie open; those not dealt with the hands are dealt now.

        `still`: only as long as a hand is played, because a ruling may end the last one meanwhile.
        """
        for at in range(number):
            while at >= len(play.places.get(BOARD, [])):
                if (still and not self.anybody_plays(play)) or (
                    is_fouled(play) and play.of(StreetSlice).street >= 0
                ):
                    # The hands are not played on: no further card is turned for them.
                    return
                # The dealer is asked, with nothing to say, so that a ruling finds the table waiting.
                event = yield from play.open(
                    "cards",
                    [Question(DEALER, {"cutting-card": self.shoe.no_cutting})],
                    draw="deal",
                    place=BOARD,
                    face="up",
                    check=lambda _: self.shoe.judge_card(play),
                )
                if event.is_draw:
                    play.lay(BOARD, event.what)
            yield from play.turn_card(BOARD, at)
        if number and clause:
            play.clauses.add(clause)


def _told(row: EqualRow) -> str:
    """Say which wagers lie together."""
    number = "all" if row.least == len(row.wagers) else f"at least {row.least}"
    return f"{number} of {', '.join(row.wagers)}, each as large as the others"
