"""A street game as it is played: bets, the deal, the streets that the declaration names, the dealer's hand, settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from croupier.equipment.card import JOKER, UNSEEN, parse_card
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput, unknown
from croupier.families.cards.betting import Acts
from croupier.families.cards.shoes import AGAIN
from croupier.families.cards.undo import IN_PLACE
from croupier.families.streets.asking import Asking
from croupier.families.streets.faults import FAULTS
from croupier.families.streets.hands import (
    BOTH_ACES,
    ranking_named,
    threshold,
)
from croupier.families.streets.rules import StreetSetup, StreetWager
from croupier.families.streets.settling import BOARD, DEALER, FLOP, SIDES, Settling
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Question, Refusal, Wait

BURNT = "burnt"


class Streets(Settling):
    """A hand for each player, one for the dealer or none, and cards in the middle."""

    moments = ("raise", "insurance-raise", "bonus")
    voids_children = True
    marks = (*Asking.marks, IN_PLACE, AGAIN, *FAULTS)

    def __init__(self, ruleset: Ruleset[StreetWager, StreetSetup]) -> None:
        """The ranking, and what a file must say rightly before a card is dealt."""
        hands = ruleset.setup.hands
        named = ruleset.readings.get(hands.ranking_by, hands.ranking)
        self.hands = hands
        self.ranking = ranking_named(named, f"{ruleset.file}: setup.hands")
        self.way = ruleset.options.get("dealing", next(iter(hands.ways)))
        super().__init__(ruleset)
        self._check_declaration()

    # Before the deal.

    def begin(self, play: Play, table: Any) -> None:
        """Nothing is dealt, nobody has decided."""
        super().begin(play, table)
        play.state |= {
            "seats": [],
            "at": 0,
            "street": -1,
            "decided": [],
            "said": {},
            "folded": [],
            "kept": {},
            "up": self.hands.up,
            "due": [],
        }

    def fresh_stock(self, shoe: Shoe) -> Counter[str]:
        """The pack, with its joker where it has one."""
        found = super().fresh_stock(shoe)
        if self.hands.joker:
            found[JOKER] += 1
        return found

    def read_draw(self, event: Event) -> str:
        """A card, or one that nobody has seen; a joker where the pack has one."""
        return UNSEEN if event.what == UNSEEN else str(parse_card(event.what, joker=self.hands.joker))

    def dealt_in(self, play: Play) -> list[str]:
        """The seats that are dealt a hand, in the order of the deal."""
        entitled = {standing.seat for standing in play.wagers if self._entitles(standing)}
        return self.around_bank(play, sorted(entitled, key=int))

    def _entitles(self, standing: Standing) -> bool:
        wager: StreetWager = self.ruleset.wager(standing.wager)[0]
        return standing.wager == self.setup.base or (
            wager.alone and condition(wager.alone_when)(self.ruleset.facts)
        )

    def around_bank(self, play: Play, seats: list[str]) -> list[str]:
        """Seats in the order in which cards go round: from the left of who banks."""
        banker = self.banker(play) if self.hands.deal_from == "bank" else ""
        return (
            [seat for seat in seats if int(seat) > int(banker)]
            + [seat for seat in seats if int(seat) < int(banker)]
            if banker
            else seats
        )

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """Why no card is dealt yet: nobody has bet, or the wagers of somebody do not lie as they must."""
        if not self.dealt_in(play):
            return Refusal(
                f"nobody has made a wager on {self.setup.base} yet",
                self.bank.deal_clause or self.betting.clause,
            )
        return self.judge_wagers(play) or super().judge_deal(play, event)

    def judge_wagers(self, play: Play) -> Refusal | None:
        """Wagers that lie together are equal, and none of them is missing."""
        for seat, bettor in sorted({(standing.seat, standing.bettor) for standing in play.wagers}):
            stakes = {
                standing.wager: standing.stake
                for standing in play.wagers
                if (standing.seat, standing.bettor) == (seat, bettor)
            }
            for row in self.setup.equal:
                laid = [stakes[wager] for wager in row.wagers if wager in stakes]
                if laid and (len(laid) < row.least or len(set(laid)) > 1):
                    missing = len(laid) < row.least and row.missing_clause
                    told = f"{'all' if row.least == len(row.wagers) else f'at least {row.least}'} of {', '.join(row.wagers)}, each as large as the others"
                    return Refusal(f"seat {seat} makes {told}", missing or row.clause)
            for wager, stake in stakes.items():
                other: StreetWager = self.ruleset.wager(wager)[0]
                if other.equal_to and stake != stakes.get(other.equal_to):
                    return Refusal(
                        f"seat {seat}: {wager} equals {other.equal_to}",
                        other.equal_clause or self.betting.clause,
                    )
        return None

    def dealer_acts(self, play: Play) -> Acts:
        """Betting is not closed before the cards could be dealt."""
        acts = super().dealer_acts(play)
        if play.phase == "open":
            acts["no-more-bets"] = acts.get("no-more-bets") or self.judge_deal(play, Event("", "deal"))
        if play.marked(AGAIN):
            # A pack that is as good as shuffled for every round is shuffled at the table when a ruling says so.
            acts["shuffle"] = self.judge_shuffle(play, Event("dealer", "shuffle"))
        return acts

    # The round.

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, cards, streets, the dealer's hand, settlement."""
        dealt = yield from self.bets(play, lambda: self._first(play)[0], self._first_face)
        if not dealt:
            return
        play.state |= {"seats": self.dealt_in(play), "at": 1}
        yield from self._deal(play)
        play.clauses |= {
            self.hands.clause,
            self.hands.ranking_clause,
            self.hands.order_clause,
            self.hands.up_clause,
        } - {""}
        yield from self.fall_due(play, "deal")
        for number, street in enumerate(self.setup.streets):
            if self.is_fouled(play) or not condition(street.when)(self.ruleset.facts):
                continue
            if not self._anybody_plays(play):
                break
            yield from self.board(play, street.board, street.board_clause)
            yield from self.ask(play, number, street)
            if len(play.places.get(BOARD, [])) >= FLOP:
                yield from self.fall_due(play, "flop")
        if any(standing.seat in play.state["seats"] for standing in play.wagers):
            yield from self._showdown(play)

    def _anybody_plays(self, play: Play) -> bool:
        """Whether a hand is still played, or a wager stands that reads community cards."""
        standing = [one for one in play.wagers if one.seat in play.state["seats"]]
        return any(
            one.seat not in play.state["folded"]
            or {"flop", "board"} & set(self.ruleset.wager(one.wager)[0].reads)
            for one in standing
        )

    @property
    def _first_face(self) -> str:
        return self._faces()[0][1] if self._faces() else "down"

    def _faces(self) -> list[tuple[str, str]]:
        """Each pass of the deal with the face of its cards."""
        return [
            (entry, "up" if entry.startswith("seats") and self.hands.own_face == "up" else "down")
            for entry in self.hands.ways[self.way]
        ]

    def sequence(self, play: Play, seats: list[str]) -> list[tuple[str, str]]:
        """The places of the deal with the face of each card, in order."""
        found: list[tuple[str, str]] = []
        mine = 0
        for entry, face in self._faces():
            to, _, text = entry.partition(" ")
            count = int(text)
            if to == "seats":
                found += [(seat, face) for seat in seats for _ in range(count)]
            elif to == "dealer":
                for _ in range(count):
                    mine += 1
                    found.append((DEALER, "up" if mine == play.state["up"] else "down"))
            else:
                found += [({"board": BOARD, "burn": BURNT}[to], "down")] * count
        return found

    def _first(self, play: Play) -> tuple[str, str]:
        """The place of the first card. Betting that was closed is open again if no wager is left."""
        if play.phase == "called" and not play.wagers:
            play.phase = "open"
        return next(iter(self.sequence(play, self.dealt_in(play))), ("", "down"))

    def _deal(self, play: Play) -> Generator[Wait, Any, None]:
        """The cards after the first. A seat whose wagers have gone back gets no further card."""
        while play.state["at"] < len(sequence := self.sequence(play, play.state["seats"])):
            if not play.wagers:
                return
            place, face = sequence[play.state["at"]]
            if place.isdigit() and not any(standing.seat == place for standing in play.wagers):
                play.state["at"] += 1
                continue
            event = yield from self.draw(play, place, face)
            if event.is_draw:
                play.state["at"] += 1
                if place == DEALER and len(play.places[DEALER]) != play.state["up"]:
                    # A ruling while it was awaited may have made another the upcard.
                    play.places[DEALER][-1].seen = ()
        for standing in play.wagers:
            play.show(standing.seat, standing.person)

    def board(self, play: Play, number: int, clause: str = "") -> Generator[Wait, Any, None]:
        """Turn community cards until so many lie open; those not dealt with the hands are dealt now."""
        for at in range(number):
            while at >= len(play.places.get(BOARD, [])):
                if self.is_fouled(play) and play.state["street"] >= 0:
                    # The hands are not played on: no further card is turned for them.
                    return
                # The dealer is asked, though there is nothing to say, so that a ruling finds the table waiting.
                event = yield from play.open(
                    "cards",
                    [Question(DEALER, {"cutting-card": self.no_cutting})],
                    draw="deal",
                    place=BOARD,
                    face="up",
                    check=lambda _: self.judge_card(play),
                )
                if event.is_draw:
                    play.lay(BOARD, event.what)
            yield from play.turn_card(BOARD, at)
        if number and clause:
            play.clauses.add(clause)

    def _showdown(self, play: Play) -> Generator[Wait, Any, None]:
        """The rest of the board, the dealer's cards, the players'; then everything is settled."""
        fouled = self.is_fouled(play)
        if (
            not fouled
            and not self._anybody_plays(play)
            and not any(self._reads_dealer(one) for one in play.wagers)
        ):
            # Only wagers on own cards stand: no board is turned for them, and the dealer's cards only where they pay more for a pair of aces.
            if any(BOTH_ACES in self.known_rows(one.wager) for one in play.wagers):
                yield from play.turn(DEALER)
            yield from self.fall_due(play, "")
            return
        if self.hands.board_apart and not fouled:
            yield from play.turn(DEALER)
            yield from self.fall_due(play, "dealer")
        if not fouled or any(
            "board" in self.ruleset.wager(standing.wager)[0].reads
            for standing in play.wagers
            if self.kind_of(standing.wager) in SIDES
        ):
            yield from self.board(play, self.hands.board)
        if not fouled:
            yield from play.turn(DEALER)
            play.clauses |= {
                self.hands.reveal_clause,
                self.hands.qualify_clause,
                self.hands.compare_clause,
                self.hands.settle_clause,
            } - {""}
        yield from self.fall_due(play, "dealer")
        yield from self.fall_due(play, "")

    def _reads_dealer(self, standing: Standing) -> bool:
        """Whether the dealer's cards decide a wager that stands after a fold."""
        wager: StreetWager = self.ruleset.wager(standing.wager)[0]
        return "dealer" in wager.reads or wager.kind in ("either", "insurance", "insurance-raise")

    # The file.

    def _check_declaration(self) -> None:
        """What the declaration names exists, and what it deals is what it says."""
        where, rules = f"{self.ruleset.file}: setup", self.ruleset
        if self.way not in self.hands.ways:
            raise BadInput(f"{where}.hands: " + str(unknown("way of dealing", self.way, self.hands.ways)))
        for way, passes in self.hands.ways.items():
            counted: Counter[str] = Counter()
            for entry in passes:
                to, _, text = entry.partition(" ")
                if to not in ("seats", "dealer", "board", "burn") or not text.isdigit():
                    raise BadInput(
                        f"{where}.hands.ways.{way}: {entry!r} is no pass of a deal; write like 'seats 3', 'dealer 1', 'board 5', 'burn 1'"
                    )
                counted[to] += int(text)
            if (
                counted["seats"] != self.hands.own
                or counted["dealer"] != self.hands.dealer
                or counted["board"] not in (0, self.hands.board)
            ):
                raise BadInput(
                    f"{where}.hands.ways.{way}: deals {counted['seats']} to a seat, {counted['dealer']} to the dealer and {counted['board']} to the board, not what own, dealer and board say"
                )
        if self.hands.qualify and threshold(self.ranking, self.hands.qualify) is None:
            raise BadInput(
                f"{where}.hands: qualify = {self.hands.qualify!r} is no hand of the {self.ranking.name} ranking [{self.hands.qualify_clause}]"
            )
        for street in self.setup.streets:
            for act in street.acts:
                for wager in (
                    act.adds,
                    act.takes_back,
                    act.of if act.adds else "",
                    street.has,
                    street.unless,
                ):
                    if wager and wager not in rules.names:
                        raise BadInput(
                            f"{where}.streets: "
                            + str(unknown("wager", wager, rules.names))
                            + f" [{act.clause}]"
                        )
                if act.needs and threshold(self.ranking, act.needs) is None:
                    raise BadInput(
                        f"{where}.streets: needs = {act.needs!r} is no hand of the {self.ranking.name} ranking [{act.clause}]"
                    )
        for name, (base, _) in rules.names.items():
            row: StreetWager = rules.wagers[base]
            if row.kind == "bonus" and row.on not in rules.names:
                raise BadInput(
                    f"{rules.file}: wagers.{name}: a bonus says on which wager it pays: on = 'ante' [{row.clause}]"
                )
