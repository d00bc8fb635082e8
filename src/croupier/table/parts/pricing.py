"""Prices: the worth of a row of a pay table. They follow from the rules alone.

Provers and kernels are handed them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import msgspec

from croupier.cache import Cache
from croupier.equipment.money import Amount, Exact, Rounding
from croupier.errors import BadInput
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.table.claims import Claim, Result, Standing
from croupier.table.parts.rows import CardWager

LOSE, VOID, PUSH, HALF = "lose", "void", "push", "half"
UNPRICED = (LOSE, VOID, PUSH, HALF)
"""Rows that no pay table prices."""


class Terms(NamedTuple):
    """How money grows with a stake, in whole numbers: (times * stake + fixed) / of."""

    times: int
    fixed: int
    of: int

    @classmethod
    def find(cls, exact: Callable[[Amount], Fraction]) -> Terms:
        """Find the terms of something that grows evenly."""
        fixed = exact(0)
        times = exact(1) - fixed
        of = lcm(fixed.denominator, times.denominator)
        return cls(int(times * of), int(fixed * of), of)

    def on(self, stake: Amount) -> Exact:
        """Return the exact money on a stake."""
        whole = self.times * stake + self.fixed
        return Fraction(whole, self.of) if whole % self.of else whole // self.of


class Outcome(msgspec.Struct, frozen=True, dict=True):
    """How a row settles: the result, and the price of each share of the stake (None: that share is lost)."""

    result: Result
    parts: tuple[tuple[Fraction, Pay | None], ...]
    clauses: tuple[str, ...]

    def won(self, stake: Amount) -> Fraction:
        """Return the exact winnings on a stake."""
        return sum((pay.winnings(share * stake) for share, pay in self.parts if pay), Fraction(0))

    def lost(self, stake: Amount) -> Fraction:
        """Return the exact loss on a stake."""
        return sum((share * stake for share, pay in self.parts if pay is None), Fraction(0))

    @cached_property
    def wins(self) -> Terms:
        """The winnings as they grow with the stake."""
        return Terms.find(self.won)

    @cached_property
    def loses(self) -> Terms:
        """The loss as it grows with the stake."""
        return Terms.find(self.lost)

    def result_on(self, net: Amount) -> Result:
        """Return the result where a payment was rounded: parts that stand off may then win a little."""
        return named(net) if self.result == "push" else self.result

    @cached_property
    def odds(self) -> str:
        """The odds, where one price settles the whole stake."""
        return str(self.parts[0][1]) if len(self.parts) == 1 and self.parts[0][1] else ""

    @cached_property
    def told(self) -> str:
        """The outcome in words: `wins, pays 1:1`, `loses`."""
        return f"wins, pays {self.odds}" if self.result == "win" else _TOLD[self.result]


def named(net: Amount) -> Result:
    """Name the result of parts that win and lose, by what they net."""
    return "win" if net > 0 else "lose" if net < 0 else "push"


_TOLD = {
    "lose": "loses",
    "push": "stands off and goes back",
    "void": "is void and goes back",
    "half": "loses half",
}


def join(first: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """Join clauses, each once, in the order of naming."""
    return tuple(dict.fromkeys((*first, *(clause for clause in more if clause))))


class Prices:
    """The prices in the pay tables of a ruleset."""

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        self.ruleset = ruleset
        self._outcomes: Cache[tuple[str, str, str], Outcome] = Cache()
        self._unpaid: Cache[str, tuple[str, ...]] = Cache()

    def settled_by(self, name: str, row: str, param: str = "") -> Outcome:
        """Return how a row settles a wager, worked out once."""
        key = (name, row, param)
        found = self._outcomes.get(key)
        return self._outcomes.keep(key, self.outcome(name, row, param)) if found is None else found

    def unpaid_clauses(self, name: str) -> tuple[str, ...]:
        """Return the clauses of a wager that does not win: those of its price decide nothing then."""
        found = self._unpaid.get(name)
        if found is None:
            row, _ = self.ruleset.wager(name)
            paid = {pay.clause for pay in self.ruleset.prices(name).values()}
            paid |= {self.ruleset.tables[row.table].clause} if row.table else set()
            every = clauses_of(row)
            found = self._unpaid.keep(name, tuple(one for one in every if one not in paid) or every)
        return found

    def price(self, name: str, row: str, param: str = "") -> Pay:
        """Return the price of a winning row."""
        prices = self.ruleset.prices(name)
        number = self.ruleset.wager(name)[1]
        for key in (row, number, "win"):
            if key and key in prices:
                return prices[key]
        raise BadInput(
            f"{self.ruleset.file}: wager {name} has no price for {row!r}; "
            f"write a row with on = {row!r}, or pays"
        )

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """Return how a row settles a wager."""
        clauses = self.unpaid_clauses(name) if row in UNPRICED else clauses_of(self.ruleset.wager(name)[0])
        if row == LOSE:
            return Outcome("lose", ((Fraction(1), None),), clauses)
        if row in (VOID, PUSH):
            return Outcome("void" if row == VOID else "push", (), clauses)
        if row == HALF:
            return Outcome("half", ((Fraction(1, 2), None),), clauses)
        pay = self.price(name, row, param)
        return Outcome("win", ((Fraction(1), pay),), join(clauses, (pay.clause,)))

    def cites(self, name: str, *happened: str) -> tuple[str, ...]:
        """Return the further clauses that a wager cites when something happens to it."""
        said = self.ruleset.wager(name)[0].cites
        found: list[str] = []
        for key in happened:
            more = said.get(key, [])
            found += [more] if isinstance(more, str) else more
        return tuple(found)

    def rounding(self, name: str, stake: Amount = 0, parent: Amount | None = None, row: str = "") -> Rounding:
        """Return how an uneven payment is settled. The stake matters beside `parent` alone."""
        return self.ruleset.rounding(name)

    def loss_rounding(self, name: str) -> Rounding:
        """Return how an uneven loss (half of an odd stake) is settled."""
        return self.ruleset.money.get("half", Rounding())

    def net(self, name: str, row: str, stake: Amount) -> Amount:
        """Return the net of a row on a stake, rounded."""
        outcome = self.outcome(name, row)
        won = self.rounding(name, stake, None, row).apply(outcome.won(stake))
        return won - self.loss_rounding(name).apply(outcome.lost(stake))

    def is_even(self, name: str, row: str, stake: Amount) -> bool:
        """Whether a row pays a stake without rounding."""
        return self.rounding(name, stake, None, row).is_even(self.outcome(name, row).won(stake))


class Conclusion(msgspec.Struct, frozen=True):
    """How a row of a card wager settles it, whatever its stake."""

    outcome: Outcome
    rounding: Rounding
    loss_rounding: Rounding
    commission: Exact
    commission_rounding: Rounding
    clauses: tuple[str, ...]
    uneven: tuple[str, ...]
    """The clauses where the winnings have to be rounded."""


NO_ROWS: frozenset[str] = frozenset()


def nothing_must_be_priced(name: str) -> frozenset[str]:
    """Let a game leave every row unpriced."""
    return NO_ROWS


class CardPrices(Prices):
    """Prices at a card table: a row may also go back or lose by a clause of its own.

    `rows` lists every row by which a wager may be settled, whatever the options; `must_price` those that win
    whatever a rulebook says. A file that names other rows, or leaves one of these out, is refused.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any, Any],
        rows: Callable[[str], frozenset[str]],
        must_price: Callable[[str], frozenset[str]] = nothing_must_be_priced,
    ) -> None:
        super().__init__(ruleset)
        self.rows = rows
        self.must_price = must_price
        self._known: Cache[str, frozenset[str]] = Cache()
        self._conclusions: Cache[tuple[str, str, tuple[str, ...]], Conclusion] = Cache()
        self._check()

    def chosen(self, name: str, rows: tuple[str, ...]) -> str:
        """Choose, of rows from the most particular to the most general, the first that the wager knows."""
        known = self.known_rows(name)
        return next((row for row in rows if row in known), rows[-1])

    def known_rows(self, name: str) -> frozenset[str]:
        """Return the rows that a wager's prices and clauses tell apart."""
        found = self._known.get(name)
        if found is None:
            row, number = self.ruleset.wager(name)
            pushes = {push for push in row.push if self.ruleset.holds(row.push_when.get(push, ""))}
            prices = self.ruleset.prices(name)
            # A wager on a number may be priced under its number: winning is then one row.
            won = {"win"} if number in prices else set()
            found = self._known.keep(name, frozenset({*prices, *won, *pushes, *row.lose}))
        return found

    def settled_rows(self, name: str) -> frozenset[str]:
        """Return the possible rows of a wager under the options in force, losing among them."""
        return frozenset(self.known_rows(name) & (self.rows(name) | {"win"})) | {LOSE}

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """Return how a row settles a wager: it goes back, loses by a clause of its own, or is priced."""
        wager: CardWager = self.ruleset.wager(name)[0]
        if row in wager.push and self.ruleset.holds(wager.push_when.get(row, "")):
            return Outcome("push", (), join(self.unpaid_clauses(name), (wager.push[row],)))
        if row in wager.lose:
            return Outcome(
                "lose", ((Fraction(1), None),), join(self.unpaid_clauses(name), (wager.lose[row],))
            )
        return super().outcome(name, row, param)

    def commission(self, name: str) -> Fraction:
        """Return the share taken of a wager's winnings."""
        row = self.ruleset.wager(name)[0].commission
        taken = row is not None and self.ruleset.holds(row.when)
        return Fraction(self.ruleset.options[row.rate]) / 100 if row and taken else Fraction(0)

    def claim(self, standing: Standing, row: str, why: str, more: tuple[str, ...] = ()) -> Claim:
        """Return the claim of a wager that a row settles."""
        stake, found = standing.stake, self._concluded(standing.wager, row, more)
        outcome, rounding = found.outcome, found.rounding
        won = outcome.wins.on(stake)
        even = not rounding.clause or rounding.is_even(won)
        return Claim(
            standing=standing,
            result=outcome.result,
            won=won,
            lost=outcome.loses.on(stake),
            clauses=found.clauses if even else found.uneven,
            why=why,
            odds=outcome.odds,
            rounding=rounding,
            loss_rounding=found.loss_rounding,
            commission=found.commission,
            commission_rounding=found.commission_rounding,
            row=row,
        )

    def _concluded(self, name: str, row: str, more: tuple[str, ...]) -> Conclusion:
        """Return how a row settles a wager, with further clauses: all of it but the money."""
        key = (name, row, more)
        found = self._conclusions.get(key)
        return self._conclusions.keep(key, self._conclude(name, row, more)) if found is None else found

    def _conclude(self, name: str, row: str, more: tuple[str, ...]) -> Conclusion:
        wager: CardWager = self.ruleset.wager(name)[0]
        outcome = self.outcome(name, row)
        rounding, loss_rounding = self.rounding(name, row=row), self.loss_rounding(name)
        happened = (row,) if row == outcome.result else (row, outcome.result)
        setup, rate = self.ruleset.setup, self.commission(name)
        cited = (*self.cites(name, *happened), *more, setup.settles, setup.bank_clause)
        charged = wager.commission and rate and outcome.result == "win"
        last = (wager.commission.clause,) if wager.commission and charged else ()
        return Conclusion(
            outcome,
            rounding,
            loss_rounding,
            rate,
            self.ruleset.money[wager.commission.rounding] if wager.commission else loss_rounding,
            join(join(outcome.clauses, cited), last),
            join(join(join(outcome.clauses, (rounding.clause,)), cited), last),
        )

    # The file.

    def _check(self) -> None:
        rules = self.ruleset
        used: dict[str, set[str]] = {name: set() for name in rules.tables}
        for name, (base, number) in rules.names.items():
            row: CardWager = rules.wagers[base]
            where = f"{rules.file}: wagers.{base}"
            rows = self.rows(name)
            if not row.table and not row.pays:
                raise BadInput(f"{where}: has neither pays nor table [{clauses_of(row)[0]}]")
            prices = rules.prices(name)
            for on in (*row.push, *row.lose):
                if on not in rows:
                    raise BadInput(
                        f"{where}: no result of a {row.kind} wager is called {on!r}; "
                        f"it has {', '.join(sorted(rows))}"
                    )
            if row.table:
                used[row.table] |= rows | {number, "win"}
            for wanted in self.must_price(name) - set(UNPRICED):
                if not {wanted, number, "win"} & set(prices):
                    raise BadInput(
                        f"{where}: the pay table {row.table or 'pays'} has no row for {wanted!r} "
                        f"[{clauses_of(row)[0]}]"
                    )
        for table, known in used.items():
            written = rules.tables[table]
            choices = (one for rows in written.choices.values() for one in rows)
            for line in (*written.rows, *written.minimum, *choices):
                for on in map(str, line.on if isinstance(line.on, list) else [line.on]):
                    if known and on not in known:
                        raise BadInput(
                            f"{rules.file}: tables.{table}: no wager that reads it has an outcome {on!r}; "
                            f"they have {', '.join(sorted(known - {''}))}"
                        )
