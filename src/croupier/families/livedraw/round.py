"""Live draw poker as it is played: bets, five cards face up, holds, one draw for all, settlement."""

from __future__ import annotations

from croupier.errors import BadInput
from croupier.families.livedraw.fund import Fund
from croupier.families.livedraw.prices import DrawPrices
from croupier.families.livedraw.rules import DrawSetup, DrawWager, HoldRow
from croupier.ranking.poker import best, name
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.fitted import Fitted
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.undo import VoidInPlace
from croupier.table.play import MARKED, Play, Slice
from croupier.table.questions import Question, Refusal
from croupier.table.vocabulary import PLAIN, Declared, Takes

BOARD, DRAWN = "board", "draw"
CARDS = 5
HOLD, DRAW_ALL, TIME = "hold", "draw", "time"


class HoldSlice(Slice):
    """The players, and the held cards of each position."""

    held: dict[str, list[str]] = {}
    seats: list[str] = []
    """The positions with a wager, once the first card is out."""


class Holds(Part[Nothing]):
    """The held cards of each position."""

    carried = Nothing

    def __init__(self, row: HoldRow, packs: Packs) -> None:
        self.row = row
        self.packs = packs
        self.decided = Refusal("this position has nothing to decide now", row.hold_clause)

    def begin(self, play: Play, carried: Nothing) -> None:
        """Begin with nothing held."""
        play.add(HoldSlice())

    def takes(self) -> Declared:
        """Declare the holds: which cards."""
        return {HOLD: Takes(what="Kh+Kd"), DRAW_ALL: PLAIN, TIME: PLAIN}

    def deal_to(self, play: Play) -> None:
        """Note the positions that play: those with a wager."""
        play.of(HoldSlice).seats = sorted({standing.seat for standing in play.wagers}, key=int)

    def live(self, play: Play) -> list[str]:
        """Return the positions with standing wagers."""
        standing = {one.seat for one in play.wagers}
        return [seat for seat in play.of(HoldSlice).seats if seat in standing]

    def ask(self, play: Play) -> Steps:
        """Ask each position what it holds. Silence until the time is up replaces every card."""
        row, mine = self.row, play.of(HoldSlice)
        while waiting := [seat for seat in self.live(play) if seat not in mine.held]:
            event = yield from play.open(
                "hold or draw", self._questions(play, waiting), clause=row.hold_clause
            )
            if event == MARKED:
                continue
            if event.verb in (TIME, "gone"):
                play.clauses |= {row.time_clause, row.silent_clause}
                late = waiting if event.verb == TIME else [event.seat]
                mine.held = {**mine.held, **{seat: [] for seat in late}}
            else:
                play.clauses.add(row.hold_clause if event.verb == HOLD else row.silent_clause)
                cards = self._named(play, event) if event.verb == HOLD else []
                mine.held = {**mine.held, event.seat: cards}

    def _questions(self, play: Play, waiting: list[str]) -> list[Question]:
        persons = [next(one.person for one in play.wagers if one.seat == seat) for seat in waiting]
        return [
            *(
                Question(person, {HOLD: None, DRAW_ALL: None}, lambda event: self._judge(play, event))
                for person in persons
            ),
            Question("*", {HOLD: self.decided, DRAW_ALL: self.decided}, lambda _: self.decided),
            Question("dealer", {TIME: None}),
        ]

    def _judge(self, play: Play, event: Event) -> Refusal | None:
        if event.verb == HOLD:
            self._named(play, event)
        return None

    def _named(self, play: Play, event: Event) -> list[str]:
        """Read the cards that a player holds: `hold Kh+Kd`, `hold all`."""
        board, who = play.cards(BOARD), event.who
        texts = board if event.what == "all" else [text for text in event.what.split("+") if text]
        cards = [self.packs.read(Event("", "deal", text)) for text in texts]
        if not cards or set(cards) - set(board) or len(set(cards)) != len(cards):
            raise BadInput(
                f"{str(event)!r}: name cards that lie on the table ({' '.join(board)}), "
                f"like {who} hold {board[0]}+{board[1]}, or hold all; {who} draw replaces them all"
            )
        return [card for card in board if card in cards]

    def drawn(self, play: Play) -> int:
        """Count the cards of the draw: as many as the position that holds fewest needs."""
        held = play.of(HoldSlice).held
        return max(CARDS - len(held.get(seat, [])) for seat in self.live(play))

    def hand(self, play: Play, seat: str) -> list[str]:
        """Return the final cards of a position: those held, and the first cards of the draw."""
        held = play.of(HoldSlice).held[seat]
        return [*held, *play.cards(DRAWN)[: CARDS - len(held)]]


class LiveDraw(Fitted):
    """Five cards for everybody."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[DrawWager, DrawSetup]) -> None:
        setup = ruleset.setup
        self.setup = setup
        self.prices = DrawPrices(ruleset)
        self.packs = Packs(ruleset, setup.shoe, joker=ruleset.options.get("joker") == "yes")
        self.limits = Limits(ruleset, setup.betting)
        self.shoe = DealingShoe(self.packs)
        self.wagers = CardWagers(ruleset, self.prices, self.limits)
        nobody = Refusal("nobody has made a wager yet", setup.betting.clause)
        exclusion = Exclusion()
        self.betting = CardBetting(
            self.wagers,
            exclusion,
            self.shoe,
            nobody=lambda play: not play.wagers,
            ready=lambda play: None if play.wagers else nobody,
        )
        self.fund = Fund(ruleset, self.prices)
        self.holds = Holds(setup.hold, self.packs)
        super().__init__(
            ruleset,
            (
                self.betting,
                self.shoe,
                People(),
                exclusion,
                self.limits,
                self.fund.meters,
                self.fund.suspension,
                VoidInPlace(),
                self.holds,
            ),
        )

    def read_draw(self, event: Event) -> str:
        """Return a card in notation; a joker where the pack has one."""
        return self.packs.read(event)

    def round(self, play: Play) -> Steps:
        """Play a round: bets, five cards, the holds, the draw, settlement."""
        dealt = yield from self.betting.bets(play, BOARD)
        if not dealt:
            return
        row, ranking = self.setup.hold, self.prices.ranking
        self.holds.deal_to(play)
        for _ in range(CARDS - 1):
            yield from self.shoe.draw(play, BOARD)
        play.clauses |= {
            row.deal_clause,
            row.values_clause,
            row.ranking_clause,
            row.joker_clause if self.packs.joker else "",
            row.wild_clause if ranking.wild_ranks else "",
        } - {""}
        yield from self.holds.ask(play)
        if not self.holds.live(play):
            return
        for _ in range(self.holds.drawn(play)):
            yield from self.shoe.draw(play, DRAWN)
        play.clauses |= {row.draw_clause, row.first_clause}
        due = sorted(play.wagers, key=lambda standing: (int(standing.seat), standing.bettor))
        self.fund.settle(play, [self._claim(play, standing) for standing in due])

    def _claim(self, play: Play, standing: Standing) -> Claim:
        row, cards = self.setup.hold, self.holds.hand(play, standing.seat)
        hand = best(self.prices.ranking, cards)
        on = self.prices.row_of(hand)
        outcome = self.prices.settled_by(standing.wager, on)
        end = f"pays {outcome.odds}" if outcome.result == "win" else "loses"
        why = f"{' '.join(cards)}, {name(hand)}: {end}"
        highest = row.highest_clause if outcome.result == "win" else ""
        return self.prices.claim(standing, on, why, (highest, row.pays_clause))
