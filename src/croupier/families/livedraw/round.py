"""Live draw poker as it is played: bets, five cards face up, what each player holds, one draw for all, settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.card import JOKER, UNSEEN, parse_card
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.equipment.odds import Odds
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput
from croupier.families.cards.betting import Acts
from croupier.families.cards.game import CardGame
from croupier.families.cards.state import CardTable
from croupier.families.cards.undo import IN_PLACE, void_in_place
from croupier.families.common.pricing import LOSE
from croupier.families.livedraw.rules import DrawSetup, DrawWager
from croupier.ranking.poker import RANKINGS, TWO_PAIRS, Hand, Ranking, at_least, best, name
from croupier.rulebook.ruleset import Pay, Ruleset
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait

WAGER = "hand"
BOARD, DRAWN = "board", "draw"
CARDS = 5
HOLD, DRAW_ALL, TIME = "hold", "draw", "time"
METER = "jackpot"
ACCOUNT = f"meter {METER}"
ROYAL = "royal-flush"
WILD = replace(RANKINGS["five-card-wild-high"], name="five-card-all-wild", natural=())
"""A wild card may be any card of any hand: it makes a royal flush too."""


class DrawTable(CardTable, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What the table carries: the fund."""

    meters: dict[str, str] = msgspec.field(default_factory=dict)


class LiveDraw(CardGame):
    """Five cards for everybody."""

    TableState: type[CardTable] = DrawTable
    marks = (*CardGame.marks, IN_PLACE)

    def __init__(self, ruleset: Ruleset[DrawWager, DrawSetup]) -> None:
        """The ranking: with a joker or wild cards where the table has them."""
        options = ruleset.options
        self.joker, wild = options.get("joker") == "yes", options.get("wild", "none")
        plain = RANKINGS["five-card"] if not self.joker and wild == "none" else WILD
        if ruleset.readings.get("two-pairs") == "not-ranked":
            plain = replace(
                plain,
                name=f"{plain.name}-without-two-pairs",
                order=tuple(klass for klass in plain.order if klass != TWO_PAIRS),
            )
        self.ranking: Ranking = plain if wild == "none" else plain.wild(wild)
        super().__init__(ruleset)

    # Wagers.

    def rows(self, name: str) -> frozenset[str]:
        """The hands that the pay tables name."""
        lines = [
            row
            for table in self.ruleset.tables.values()
            for rows in (table.rows, table.minimum, *table.choices.values())
            for row in rows
        ]
        return frozenset(
            {
                str(on)
                for line in lines
                for on in (line.on if isinstance(line.on, list) else [line.on])
                if self._least(str(on)) is not None
            }
            | {LOSE}
        )

    def _least(self, text: str) -> Hand | None:
        try:
            return at_least(WILD, text)
        except BadInput:
            return None

    def row_of(self, hand: Hand) -> str:
        """The highest row that a hand reaches."""
        reached = [
            (least, row)
            for row in self.known_rows(WAGER)
            if (least := self._floor(row)) is not None and hand >= least
        ]
        return max(reached, default=(hand, LOSE), key=lambda one: one[0])[1]

    def _floor(self, row: str) -> Hand | None:
        try:
            return at_least(self.ranking, row)
        except BadInput:
            return None

    def price(self, name: str, row: str, param: str = "") -> Pay:
        """The odds of the hand that the table nominates may have grown."""
        pay = super().price(name, row, param)
        grown = self.ruleset.options.get("grown-odds", "")
        if (
            row == self.ruleset.options.get("growing-hand", "none")
            and grown
            and Fraction(grown) > pay.value.ratio
        ):
            return Pay(pay.kind, Odds.parse(f"{grown}:1"), self.setup.hold.growing_clause or pay.clause)
        return pay

    # Before the deal.

    def begin(self, play: Play, table: Any) -> None:
        """Nothing is held; the fund as it was carried."""
        super().begin(play, table)
        if set(table.meters) - {METER}:
            raise BadInput(f"before: this table has one meter, {METER}; write meters.{METER} = '10000'")
        play.state |= {
            "held": {},
            "seats": [],
            "meter": show_amount(
                parse_amount(str(table.meters.get(METER, self.ruleset.options.get("seed") or "0")))
            ),
        }

    def fresh_stock(self, shoe: Shoe) -> Counter[str]:
        """The pack, with its joker where it has one."""
        found = super().fresh_stock(shoe)
        if self.joker:
            found[JOKER] += 1
        return found

    def read_draw(self, event: Event) -> str:
        """A card, or one that nobody has seen; a joker where the pack has one."""
        return UNSEEN if event.what == UNSEEN else str(parse_card(event.what, joker=self.joker))

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """Cards are dealt for somebody."""
        if not play.wagers:
            return Refusal("nobody has made a wager yet", self.betting.clause)
        return super().judge_deal(play, event)

    def dealer_acts(self, play: Play) -> Acts:
        """Betting is not closed before there is a wager."""
        acts = super().dealer_acts(play)
        return (
            acts
            if play.wagers
            else {**acts, "no-more-bets": Refusal("nobody has bet yet", self.betting.clause)}
        )

    def close(self, play: Play) -> None:
        """A share of every wager goes to the fund before the first card."""
        super().close(play)
        for standing in play.wagers:
            if amount := self.contribution(standing):
                play.transfer("house", ACCOUNT, amount)
                play.clauses.add(self.setup.hold.fund_clause)

    def contribution(self, standing: Standing) -> Amount:
        """What of a stake goes to the fund."""
        rate = Fraction(self.ruleset.options.get("jackpot-share", "0") or "0") / 100
        return self.loss_rounding(standing.wager).apply(rate * standing.stake)

    def refund(self, play: Play, standing: Standing) -> None:
        """A wager that goes back after the deal began takes its share out of the fund again."""
        super().refund(play, standing)
        if (amount := self.contribution(standing)) and play.phase == "closed":
            play.transfer(ACCOUNT, "house", amount)

    # The round.

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, five cards, the holds, the draw, settlement."""
        dealt = yield from self.bets(play, BOARD)
        if not dealt:
            return
        row = self.setup.hold
        play.state["seats"] = sorted({standing.seat for standing in play.wagers}, key=int)
        for _ in range(CARDS - 1):
            yield from self.draw(play, BOARD)
        play.clauses |= {
            row.deal_clause,
            row.values_clause,
            row.ranking_clause,
            row.joker_clause if self.joker else "",
            row.wild_clause if self.ranking.wild_ranks else "",
        } - {""}
        yield from self._holds(play)
        seats = self._live(play)
        if not seats:
            return
        for _ in range(max(CARDS - len(play.state["held"].get(seat, [])) for seat in seats)):
            yield from self.draw(play, DRAWN)
        play.clauses |= {row.draw_clause, row.first_clause}
        self._settle(play)

    def _live(self, play: Play) -> list[str]:
        return [
            seat for seat in play.state["seats"] if any(standing.seat == seat for standing in play.wagers)
        ]

    def _holds(self, play: Play) -> Generator[Wait, Any, None]:
        """Each position says what it holds; who says nothing until the time is up has every card replaced."""
        row = self.setup.hold
        while waiting := [seat for seat in self._live(play) if seat not in play.state["held"]]:
            questions = []
            for seat in waiting:
                person = next(standing.person for standing in play.wagers if standing.seat == seat)
                questions.append(
                    Question(
                        person, {HOLD: None, DRAW_ALL: None}, lambda event: self._judge_hold(play, event)
                    )
                )
            questions += [
                Question("*", {HOLD: self._decided, DRAW_ALL: self._decided}, lambda _: self._decided),
                Question("dealer", {TIME: None}),
            ]
            event = yield from play.open("hold or draw", questions)
            if event == MARKED:
                continue
            if event.verb in (TIME, "gone"):
                play.clauses |= {row.time_clause, row.silent_clause}
                late = waiting if event.verb == TIME else [event.seat]
                play.state["held"] = {**play.state["held"], **{seat: [] for seat in late}}
            else:
                play.clauses.add(row.hold_clause if event.verb == HOLD else row.silent_clause)
                play.state["held"] = {
                    **play.state["held"],
                    event.seat: self._named(play, event) if event.verb == HOLD else [],
                }

    @property
    def _decided(self) -> Refusal:
        return Refusal("this position has nothing to decide now", self.setup.hold.hold_clause)

    def _named(self, play: Play, event: Event) -> list[str]:
        """The cards that a player holds: `hold Kh+Kd`, `hold all`."""
        board = play.cards(BOARD)
        cards = (
            board
            if event.what == "all"
            else [self.read_draw(Event("", "deal", text)) for text in event.what.split("+") if text]
        )
        if not cards or set(cards) - set(board) or len(set(cards)) != len(cards):
            raise BadInput(
                f"{str(event)!r}: name cards that lie on the table ({' '.join(board)}), like {event.who} hold {board[0]}+{board[1]}, or hold all; {event.who} draw replaces them all"
            )
        return [card for card in board if card in cards]

    def _judge_hold(self, play: Play, event: Event) -> Refusal | None:
        if event.verb == HOLD:
            self._named(play, event)
        return None

    def hand(self, play: Play, seat: str) -> list[str]:
        """The final cards of a position: what it held, and the first cards of the draw."""
        held = play.state["held"][seat]
        return [*held, *play.cards(DRAWN)[: CARDS - len(held)]]

    def _settle(self, play: Play) -> None:
        row = self.setup.hold
        claims = []
        for standing in sorted(play.wagers, key=lambda standing: (int(standing.seat), standing.bettor)):
            hand = best(self.ranking, self.hand(play, standing.seat))
            on = self.row_of(hand)
            outcome = self.outcome(standing.wager, on)
            end = f"pays {outcome.odds}" if outcome.result == "win" else "loses"
            claims.append(
                (
                    self.claim(
                        play,
                        standing,
                        on,
                        f"{' '.join(self.hand(play, standing.seat))}, {name(hand)}: {end}",
                        (row.highest_clause, row.pays_clause),
                    ),
                    on,
                )
            )
        play.settle(self._with_fund(play, claims))
        short = parse_amount(self.ruleset.options.get("seed") or "0") - self.fund_now(play)
        if short > 0 and self.has_fund and any(on == ROYAL for _, on in claims):
            # The house puts its seed into a fund that was paid out.
            play.transfer("house", ACCOUNT, short)
            play.clauses.add(self.ruleset.option_rows["seed"].clause)

    def _with_fund(self, play: Play, claims: list[tuple[Claim, str]]) -> list[Claim]:
        """The fund is shared equally by all who hold a royal flush, on top of the odds or in their place."""
        royal = [claim for claim, on in claims if on == ROYAL]
        fund = self.fund_now(play)
        found = [claim for claim, _ in claims]
        if not royal or not fund or not self.has_fund:
            return found
        instead = self.ruleset.readings.get("jackpot-pays") == "instead-of-the-odds"
        persons = sorted({claim.standing.person for claim in royal})
        share = Fraction(fund // len(persons))
        if instead:
            # The bank has taken the stake in, and it would have come back with the odds.
            found = [
                replace(claim, won=Fraction(0), lost=Fraction(claim.standing.stake))
                if claim in royal
                else claim
                for claim in found
            ]
        for person in persons:
            first = next(claim for claim in royal if claim.standing.person == person)
            standing = Standing(first.standing.seat, METER, 0, bettor=first.standing.bettor)
            told = f"the fund of {show_amount(fund)} is paid" + (
                f", shared by {len(persons)}" if len(persons) > 1 else ""
            )
            found.append(
                Claim(
                    standing,
                    "win",
                    share,
                    Fraction(0),
                    (self.setup.hold.share_clause,),
                    told,
                    against=ACCOUNT,
                )
            )
        return found

    @property
    def has_fund(self) -> bool:
        """Whether a royal flush is paid the fund."""
        return self.ruleset.options.get("jackpot", "no") == "yes"

    def fund_now(self, play: Play) -> Amount:
        """What the fund holds now."""
        carried = play.state.get("meter") or self.ruleset.options.get("seed") or "0"
        return parse_amount(carried) + play.net().get(ACCOUNT, 0)

    # What goes on.

    def table_after(self, play: Play) -> CardTable:
        """The fund with what it gained and paid, seeded again when it was paid out."""
        moved = ACCOUNT in play.net() or METER in play.before.get("meters", {})
        return msgspec.structs.replace(
            super().table_after(play), meters={METER: show_amount(self.fund_now(play))} if moved else {}
        )

    def judge_mark(self, play: Play, mark: str, facts: Any) -> None:
        """A wager that is void where it lies."""
        super().judge_mark(play, mark, facts)
        if mark == IN_PLACE:
            void_in_place(self, play, facts)
