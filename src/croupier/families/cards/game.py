"""A card game at the table: what is carried into a round, what falls due, what is carried on."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.equipment.shoe import Shoe, check
from croupier.errors import BadInput
from croupier.families.cards.banking import Banking
from croupier.families.cards.betting import TAKEN
from croupier.families.cards.roles import DUMMY_NOW
from croupier.families.cards.rules import CardWager
from croupier.families.cards.state import BankState, CardTable, read, write
from croupier.families.common.limits import check_seat
from croupier.families.common.pricing import LOSE, UNPRICED, Outcome, join
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script
from croupier.table.questions import Wait

OWED = "commission"


class CardGame(Banking):
    """What a family of card games hands to the table."""

    verb = "deal"
    TableState: type[CardTable] = CardTable
    marks: tuple[str, ...] = (
        "exclude",
        "change-limits",
        "raise-minimum",
        "new-shoe",
        "first-card-of-next-round",
        "dummy-round",
        DUMMY_NOW,
        "pass-shoe",
    )

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        super().__init__(ruleset)
        self._known: dict[str, frozenset[str]] = {}
        self._check_prices()
        self.check_orders()
        self.check_bank()

    @property
    def over_clause(self) -> str:
        """Once the cards have decided, no wager is made or changed."""
        return str(self.betting.closed_clause)

    @property
    def late_words(self) -> str:
        """Say why no wager is made or taken back once betting is over."""
        return "the cards are being dealt: no wager is made or changed now"

    def betting_open(self, play: Play) -> bool:
        """Say whether no card has closed the betting yet."""
        return play.phase in (*TAKEN, "called")

    # What a family says.

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """How a round is played, once the shoe is ready."""
        raise NotImplementedError

    def rows(self, name: str) -> frozenset[str]:
        """Every row by which a wager may be settled, whatever the options."""
        raise NotImplementedError

    # The round.

    def start(self, before: Mapping[str, Any]) -> Play:
        """A fresh round."""
        table = read(before, self.TableState)
        self.check_shoe(table.shoe)
        for seat in (*table.players, *filter(None, (table.holder, table.shoe_offered, table.bank.seat))):
            if not seat.isascii() or not seat.isdigit():
                raise BadInput(f"before: {seat!r} is not a seat; seats are numbers")
            check_seat(seat)
        play = Play(before=dict(before), stock=self.fresh_stock(table.shoe), bank=self.open_bank(table.bank))
        play.secret = {"shoe": msgspec.to_builtins(table.shoe)}
        play.aside = list(table.shoe.first)
        play.phase = "open"
        play.state = {
            "players": list(table.players),
            "holder": table.holder,
            "shoe-offered": table.shoe_offered,
            "house-deals": table.house_deals,
            "refused": [],
            "free-hands": table.free_hands,
            "dummy": table.dummy,
            "owed": dict(table.owed),
            "excluded": dict(table.excluded),
            "last-bank": table.bank.seat if table.bank.turns else "",
            "bank-turns": table.bank.turns,
            "declined": [],
            "broken": table.broken,
        }
        for mark, given in (("change-limits", table.limits), ("raise-minimum", table.raised)):
            if given:
                play.marks[mark] = dict(given)
                for bound in ("minimum", "maximum"):
                    parse_amount(given.get(bound) or "0")
        self.begin(play, table)
        return play

    def normal(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a table carries, as it writes it."""
        return write(read(before, self.TableState))

    def now(self, play: Play) -> Shoe:
        """Return the shoe as it is."""
        return self.shoe_of(play)

    def check_shoe(self, shoe: Shoe) -> None:
        """Whether the packs could have given what has left the shoe."""
        check(shoe, self.decks)

    def begin(self, play: Play, table: Any) -> None:
        """What else the family reads from `before`."""

    def script(self, play: Play) -> Script:
        """The shoe is made ready, the round is played."""
        yield from self.prelude(play)
        yield from self.round(play)
        for standing in list(play.wagers):
            play.withdraw(
                standing,
                (self.bank.turn_clause or self.betting.clause,),
                "the round is not played, and the wager goes back",
            )
        play.phase = "over"

    def after(self, play: Play) -> dict[str, Any]:
        """What the next round begins with."""
        return write(self.table_after(play))

    def table_after(self, play: Play) -> CardTable:
        """The table as the next round finds it."""
        state = play.state
        bets = bool(play.lines) or not (state.get("free") or state["dummy"])
        played = play.phase == "over"
        return self.TableState(
            shoe=self.shoe_after(play),
            players=tuple(state["players"]),
            holder=state["holder"],
            shoe_offered=state["shoe-offered"],
            house_deals=state["house-deals"],
            free_hands=state["free-hands"] + 1
            if state.get("free") and played
            else state["free-hands"]
            if not bets or not played
            else 0,
            dummy=not self.shoe_after(play).new
            and ("dummy-round" in play.marks or (state["dummy"] and not played)),
            owed={} if play.voided and "shuffled" in play.marks else state["owed"],
            bank=self.bank_after(play) if played or play.voided else self.bank_now(play),
            broken=self.stops(play) or bool(state.get("broken") and not self.banker(play)),
            excluded=self.excluded(play),
            limits=play.marks.get("change-limits", {}),
            raised=play.marks.get("raise-minimum", {}),
        )

    def bank_now(self, play: Play) -> BankState:
        """The bank of a round that is not over."""
        seat, cover = self.banker(play), self.cover(play)
        return (
            BankState(
                seat=seat,
                cover=show_amount(cover),
                turns=play.state["bank-turns"] if seat == play.state["last-bank"] else 0,
            )
            if cover
            else self.bank_after(play)
        )

    # Claims.

    def chosen(self, name: str, rows: tuple[str, ...]) -> str:
        """Of the rows that describe a result, from the most particular to the most general, the first that the wager knows."""
        known = self.known_rows(name)
        return next((row for row in rows if row in known), rows[-1])

    def known_rows(self, name: str) -> frozenset[str]:
        """The rows that a wager's prices and clauses tell apart; worked out once, for the rules never change."""
        if name not in self._known:
            self._known[name] = self._known_rows(name)
        return self._known[name]

    def _known_rows(self, name: str) -> frozenset[str]:
        row, number = self.ruleset.wager(name)
        pushes = {push for push in row.push if condition(row.push_when.get(push, ""))(self.ruleset.facts)}
        prices = self.ruleset.prices(name)
        # A wager on a number may be priced under its number: winning is then one row.
        won = {"win"} if number in prices else set()
        return frozenset({*prices, *won, *pushes, *row.lose})

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """How a row settles a wager: it goes back, loses by a clause of its own, or is priced."""
        wager: CardWager = self.ruleset.wager(name)[0]
        if row in wager.push and condition(wager.push_when.get(row, ""))(self.ruleset.facts):
            return Outcome("push", (), join(clauses_of(wager), (wager.push[row],)))
        if row in wager.lose:
            return Outcome("lose", ((Fraction(1), None),), join(clauses_of(wager), (wager.lose[row],)))
        return super().outcome(name, row, param)

    def claim(self, play: Play, standing: Standing, row: str, why: str, more: tuple[str, ...] = ()) -> Claim:
        """What falls due on a wager that a row settles."""
        wager: CardWager = self.ruleset.wager(standing.wager)[0]
        outcome = self.outcome(standing.wager, row)
        rounding = self.rounding(standing.wager, standing.stake, None, row)
        won = outcome.won(standing.stake)
        clauses = (
            outcome.clauses
            if rounding.is_even(won) or not rounding.clause
            else join(outcome.clauses, (rounding.clause,))
        )
        happened = (row,) if row == outcome.result else (row, outcome.result)
        clauses = join(
            clauses,
            (*self.cites(standing.wager, *happened), *more, self.setup.settles, self.setup.bank_clause),
        )
        rate, owed = self.commission(standing.wager), False
        if wager.commission and rate and outcome.result == "win":
            owed = bool(wager.commission.deferred) and condition(wager.commission.deferred)(
                self.ruleset.facts
            )
            clauses = join(
                clauses, (wager.commission.clause, wager.commission.deferred_clause if owed else "")
            )
            if owed:
                due = self.ruleset.money[wager.commission.rounding].apply(rate * rounding.apply(won))
                marked = parse_amount(play.state["owed"].get(standing.person, "0")) + due
                play.state["owed"] = {**play.state["owed"], standing.person: show_amount(marked)}
        return Claim(
            standing=standing,
            result=outcome.result,
            won=won,
            lost=outcome.lost(standing.stake),
            clauses=clauses,
            why=why,
            odds=outcome.odds,
            rounding=rounding,
            loss_rounding=self.loss_rounding(standing.wager),
            commission=Fraction(0) if owed else rate,
            commission_rounding=self.ruleset.money[wager.commission.rounding]
            if wager.commission
            else self.loss_rounding(standing.wager),
        )

    def commission(self, name: str) -> Fraction:
        """The share of what a wager wins that is taken of it."""
        wager: CardWager = self.ruleset.wager(name)[0]
        taken = wager.commission is not None and condition(wager.commission.when)(self.ruleset.facts)
        return (
            Fraction(self.ruleset.options[wager.commission.rate]) / 100
            if wager.commission and taken
            else Fraction(0)
        )

    def collect(self, play: Play) -> None:
        """Commission that was marked is collected before the cards are shuffled."""
        for person, text in play.state["owed"].items():
            amount: Amount = parse_amount(text)
            seat = person.rstrip("abcdefghijklmnopqrstuvwxyz")
            clause = next(
                (
                    row.commission.deferred_clause
                    for row in self.ruleset.wagers.values()
                    if row.commission and row.commission.deferred
                ),
                self.betting.clause,
            )
            standing = Standing(seat, OWED, 0, bettor=person[len(seat) :])
            play.settle(
                [
                    Claim(
                        standing,
                        "withdrawn",
                        Fraction(0),
                        Fraction(0),
                        (clause,),
                        f"commission of {show_amount(amount)} that was marked is collected",
                        against="house",
                        charge=amount,
                    )
                ]
            )
        play.state["owed"] = {}

    # Rulings and notation.

    def wager_name(self, text: str) -> str:
        """Card wagers take no parameter."""
        return text

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """A shoe that holds enough cards does not run out of them."""
        left = self.cards_left(play)
        if irregularity == "too-few-cards" and left >= self.cards_wanted(play):
            raise BadInput(f"the shoe holds {left} cards, which is enough to finish the round")

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Whether a mark makes sense, and what it changes at once."""
        super().judge_mark(play, mark, facts)
        if mark == "first-card-of-next-round" or (mark == "dummy-round" and facts.get("card")):
            # A card that nobody has seen is the first of the next round all the same.
            card = self.read_draw(Event("", "deal", facts.get("card") or UNSEEN))
            if play.stock is not None and card != UNSEEN and play.stock[card] <= 0:
                raise BadInput(f"card={card}: every {card} that the table holds has been dealt already")
            if play.stock is not None and card != UNSEEN:
                play.stock[card] -= 1
            play.secret["first-next"] = [*play.secret.get("first-next", []), card]

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """No order of the family's own changes a card."""
        return None

    def params(self, name: str) -> list[str]:
        """Card wagers take no parameter."""
        return [""]

    # The file.

    def _check_prices(self) -> None:
        used: dict[str, set[str]] = {name: set() for name in self.ruleset.tables}
        for name, (base, number) in self.ruleset.names.items():
            row: CardWager = self.ruleset.wagers[base]
            where = f"{self.ruleset.file}: wagers.{base}"
            rows = self.rows(name)
            if not row.table and not row.pays:
                raise BadInput(f"{where}: has neither pays nor table [{clauses_of(row)[0]}]")
            prices = self.ruleset.prices(name)
            for on in (*row.push, *row.lose):
                if on not in rows:
                    raise BadInput(
                        f"{where}: no result of a {row.kind} wager is called {on!r}; it has {', '.join(sorted(rows))}"
                    )
            if row.table:
                used[row.table] |= rows | {number, "win"}
            for wanted in self.must_price(name) - set(UNPRICED):
                if not {wanted, number, "win"} & set(prices):
                    raise BadInput(
                        f"{where}: the pay table {row.table or 'pays'} has no row for {wanted!r} [{clauses_of(row)[0]}]"
                    )
        for table, known in used.items():
            written = self.ruleset.tables[table]
            for line in (
                *written.rows,
                *written.minimum,
                *(one for rows in written.choices.values() for one in rows),
            ):
                for on in map(str, line.on if isinstance(line.on, list) else [line.on]):
                    if known and on not in known:
                        raise BadInput(
                            f"{self.ruleset.file}: tables.{table}: no wager that reads it has an outcome {on!r}; they have {', '.join(sorted(known - {''}))}"
                        )

    def must_price(self, name: str) -> frozenset[str]:
        """The rows that win whatever a rulebook says, each of which it must price."""
        return frozenset()

    def settled_rows(self, name: str) -> frozenset[str]:
        """The rows by which a wager may end under the options in force: what it tells apart, and losing."""
        return frozenset(self.known_rows(name) & (self.rows(name) | {"win"})) | {LOSE}
