"""What a wager may be: where it may lie, what it stands on, how much it may be, what is charged for it."""

from __future__ import annotations

from fractions import Fraction

from croupier.equipment.money import UNIT, Amount, Rounding, show_amount
from croupier.errors import BadInput, short
from croupier.families.automaton.declaration import Declaration
from croupier.families.automaton.rules import AutomatonWager
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import clauses_of
from croupier.table.claims import Standing
from croupier.table.play import Play
from croupier.table.questions import Refusal


class Stakes(Declaration):
    """The limits of a wager, by its rulebook and by the table."""

    def split(self, what: str) -> tuple[str, str]:
        """A wager's name and its parameter in canonical form."""
        name, _, param = what.partition(":")
        self.ruleset.wager(name)
        if not self.params(name):
            raise BadInput(f"the layout of this table has no {name}")
        if self.takes_param(name) and not param:
            raise BadInput(f"the wager {name} needs a parameter; write it like {name}:{self.params(name)[0]}")
        return name, self.canonical(name, param) if param else ""

    def canonical(self, name: str, param: str) -> str:
        """A parameter as the layout writes it."""
        if self.params(name) == [""]:
            raise BadInput(f"the wager {name} takes no parameter; write it as {name}")
        if param not in self.params(name):
            raise BadInput(
                f"{name}:{short(param)} is not on the layout; one that is: {name}:{self.params(name)[0]}"
            )
        return param

    def layout_clause(self, what: str) -> str:
        """The clause that refuses a place which the layout does not have."""
        name = what.partition(":")[0]
        return str(self.betting.only_clause or clauses_of(self.ruleset.wager(name)[0])[0])

    def parent_of(
        self, play: Play, seat: str, bettor: str, row: AutomatonWager, param: str
    ) -> Standing | None:
        """The wager that a supplement stands on."""
        if row.needs_any:
            return None
        for parent in row.needs:
            found = play.find(seat, bettor, f"{parent}:{param}" if param else parent)
            if found:
                return found
        return None

    def cap(self, row: AutomatonWager, name: str, param: str, parent: Standing) -> Amount | None:
        """The most that a supplement may be, given the wager it supports."""
        stake = row.stake
        text = stake.at_most or stake.wins_at_most
        if not text:
            return None
        factor = self.factor(text.split(" of ")[0])
        if factor is None:
            return None
        ratio = self.price(name, self.row_for(parent), param).value.ratio
        plain = Fraction(parent.stake) / (ratio if stake.wins_at_most else 1)
        if stake.payable_unit:
            # More than the wager itself: up to the next stake that is paid in whole units, or as much as has been agreed.
            unit = ratio.denominator * UNIT
            return max(
                -(-plain // unit) * unit if plain % unit else int(plain),
                int(factor * plain) if factor > 1 else 0,
            )
        return int(factor * plain)

    def is_payable_excess(
        self, row: AutomatonWager, name: str, param: str, stake: Amount, parent: Standing
    ) -> bool:
        """Whether a supplement above its wager makes a payable unit, which alone allows it where no more was agreed."""
        ratio = self.price(name, self.row_for(parent), param).value.ratio
        plain = Fraction(parent.stake) / (ratio if row.stake.wins_at_most else 1)
        agreed = self.factor((row.stake.at_most or row.stake.wins_at_most).split(" of ")[0])
        return (
            stake <= plain
            or (agreed is not None and agreed > 1 and stake <= agreed * plain)
            or stake % (ratio.denominator * UNIT) == 0
        )

    def factor(self, text: str) -> Fraction | None:
        """A multiple, as a number or as the option that says it; None while the option is open."""
        value = self.ruleset.options.get(text, text)
        return Fraction(value) if value not in ("", "open") else None

    def row_for(self, parent: Standing) -> str:
        """The row on which a supplement of this wager wins."""
        return parent.state

    def judge_stake(
        self,
        play: Play,
        name: str,
        param: str,
        row: AutomatonWager,
        stake: Amount,
        parent: Standing | None,
        seat: str = "",
    ) -> Refusal | None:
        """Why the whole stake would not be taken."""
        clause = row.stake.clause or clauses_of(row)[0]
        refusal = self.judge_amount(
            play, name, row, stake, seat, supplement=parent is not None
        ) or self.judge_chips(stake)
        if refusal:
            return refusal
        if parent is not None:
            cap = self.cap(row, name, param, parent)
            if cap is not None and stake > cap:
                agreed = row.stake.agreed_when and condition(row.stake.agreed_when)(self.ruleset.facts)
                return Refusal(
                    f"with {show_amount(parent.stake)} on {parent.name} it may be at most {show_amount(cap)}",
                    row.stake.agreed_clause if agreed else clause,
                )
            if row.stake.payable_unit and not self.is_payable_excess(row, name, param, stake, parent):
                return Refusal(
                    f"above {show_amount(parent.stake)} it is made only in amounts that are paid in whole units",
                    row.stake.unit_clause or clause,
                )
        return None

    def charge(
        self, name: str, param: str, row: AutomatonWager, stake: Amount, parent: Standing | None
    ) -> Amount:
        """What is charged for making a wager of this size."""
        if row.charge is None:
            return 0
        rate = Fraction(self.ruleset.options[row.charge.rate]) / 100
        base = Fraction(stake)
        if row.charge.of.startswith("excess"):
            free = self.factor(row.charge.free)
            if free is None or parent is None:
                return 0
            base = max(Fraction(0), stake - free * parent.stake)
            if row.charge.of == "excess-win":
                base *= self.price(name, self.row_for(parent), param).value.ratio
        elif row.charge.of == "win":
            # What could be won is what would be paid, made even as the rulebook pays it.
            number = self.ruleset.wager(name)[1]
            kind = self.row_for(parent) if parent else number
            rounding = self.rounding(name, stake, parent.stake if parent else None, kind)
            base = Fraction(rounding.apply(base * self.price(name, kind, param).value.ratio))
        return self.ruleset.money.get("charge", Rounding()).apply(rate * base)
