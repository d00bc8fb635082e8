"""What a row of a pay table is worth, and what of it a rulebook file must price."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Self

from croupier.equipment.money import Amount, Rounding
from croupier.errors import BadInput, unknown
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.table.claims import Standing
from croupier.table.parts.pricing import HALF, LOSE, PUSH, UNPRICED, VOID, Outcome, join
from croupier.table.play import Play
from croupier.table.rulings import END, HISTORY, OFFER


class Pricing:
    """What follows from the pay tables of a ruleset."""

    marks: tuple[str, ...] = ("exclude", "change-limits", "raise-minimum")
    """The marks that the script reads."""
    corrections: tuple[str, ...] = ()
    """Orders of the family's own that `correct` carries out."""

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        self.ruleset = ruleset
        self.setup = ruleset.setup
        self.betting = ruleset.setup.betting

    @property
    def prices(self) -> Self:
        """Prices, as a table made of parts has them apart."""
        return self

    def refund(self, play: Play, standing: Standing) -> None:
        """A wager has paid nothing that would come back."""

    def leaving(self, play: Play, who: str) -> None:
        """Nothing is decided before somebody leaves."""

    def left(self, play: Play, who: str, clause: str) -> None:
        """Nothing follows when somebody leaves."""

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Whether the facts of a ruling are what the table itself knows; a contradiction is an error."""

    def late_clause(self, wager: str, verb: str = "bet") -> str:
        """The clause that forbids to make a wager, or to take one back, once the round is under way."""
        if verb == "remove" and self.betting.removal_clause:
            return str(self.betting.removal_clause)
        return str(getattr(self.ruleset.wager(wager)[0], "late_clause", "") or self.betting.closed_clause)

    def price(self, name: str, row: str, param: str = "") -> Pay:
        """What a winning row pays."""
        prices = self.ruleset.prices(name)
        number = self.ruleset.wager(name)[1]
        for key in (row, number, "win"):
            if key and key in prices:
                return prices[key]
        raise BadInput(
            f"{self.ruleset.file}: wager {name} has no price for {row!r}; write a row with on = {row!r}, or pays"
        )

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """How a row settles a wager."""
        clauses = clauses_of(self.ruleset.wager(name)[0])
        if row == LOSE:
            return Outcome("lose", ((Fraction(1), None),), clauses)
        if row in (VOID, PUSH):
            return Outcome("void" if row == VOID else "push", (), clauses)
        if row == HALF:
            return Outcome("half", ((Fraction(1, 2), None),), clauses)
        pay = self.price(name, row, param)
        return Outcome("win", ((Fraction(1), pay),), join(clauses, (pay.clause,)))

    def cites(self, name: str, *happened: str) -> tuple[str, ...]:
        """The further clauses that a wager cites when something happens to it."""
        said = self.ruleset.wager(name)[0].cites
        found: list[str] = []
        for key in happened:
            more = said.get(key, [])
            found += [more] if isinstance(more, str) else more
        return tuple(found)

    def rounding(self, name: str, stake: Amount, parent: Amount | None = None, row: str = "") -> Rounding:
        """How an uneven payment is settled."""
        return self.ruleset.rounding(name)

    def loss_rounding(self, name: str) -> Rounding:
        """How an uneven loss (half of an odd stake) is settled."""
        return self.ruleset.money.get("half", Rounding())

    def check_orders(self) -> None:
        """An order that nothing carries out is an error of the file."""
        known = {*HISTORY, *END, *OFFER, *self.marks, *self.corrections}
        for event in self.ruleset.irregularities.values():
            for row in event.rows:
                for order in row.ruling:
                    if order not in known:
                        raise BadInput(
                            f"{self.ruleset.file}: irregularities.{event.id}: "
                            + str(unknown("order", order, known))
                            + f" [{row.clause}]"
                        )


__all__ = ["HALF", "LOSE", "PUSH", "UNPRICED", "VOID", "Outcome", "Pricing", "join"]
