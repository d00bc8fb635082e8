"""The conditions of a wager: the wager it stands on, its size, and the charge for it."""

from __future__ import annotations

from fractions import Fraction

from croupier.cache import Cache
from croupier.equipment.money import UNIT, Amount, Exact, Rounding, share_of, show_amount
from croupier.families.automaton.rules import AutomatonWager
from croupier.rulebook.ruleset import clauses_of
from croupier.table.claims import Standing
from croupier.table.parts.limits import Limits
from croupier.table.parts.pricing import Prices
from croupier.table.play import Play
from croupier.table.questions import Refusal


class Stakes:
    """The size of a wager, by its rulebook and by the table, and its charge."""

    def __init__(self, prices: Prices, limits: Limits) -> None:
        self.ruleset = prices.ruleset
        self.prices = prices
        self.limits = limits
        self._money = self.ruleset.money.get("charge", Rounding())
        self._rates: Cache[str, Fraction] = Cache()
        self._factors: Cache[str, Fraction] = Cache()

    def parent_of(
        self, play: Play, seat: str, bettor: str, row: AutomatonWager, param: str
    ) -> Standing | None:
        """Return the wager that a supplement stands on."""
        if row.needs_any:
            return None
        for parent in row.needs:
            found = play.find(seat, bettor, f"{parent}:{param}" if param else parent)
            if found:
                return found
        return None

    def supported_by(self, play: Play, standing: Standing) -> Standing | None:
        """Return the wager that one on the table supports."""
        row: AutomatonWager = self.ruleset.wager(standing.wager)[0]
        if not row.needs:
            return None
        return self.parent_of(play, standing.seat, standing.bettor, row, standing.param)

    def measure(self, row: AutomatonWager, parent: Standing) -> Amount:
        """Return the amount of a supported wager by which a supplement is measured."""
        return parent.first if row.stake.of_original else parent.stake

    def cap(self, row: AutomatonWager, name: str, param: str, parent: Standing) -> Amount | None:
        """Return the largest supplement to a wager."""
        stake = row.stake
        text = stake.at_most or stake.wins_at_most
        if not text:
            return None
        factor = self.factor(text.split(" of ")[0])
        if factor is None:
            return None
        ratio = self._ratio(name, param, parent)
        plain = Fraction(self.measure(row, parent)) / (ratio if stake.wins_at_most else 1)
        if stake.payable_unit:
            # Up to the next stake that is paid in whole units, or as much as has been agreed.
            unit = ratio.denominator * UNIT
            return max(
                -(-plain // unit) * unit if plain % unit else int(plain),
                int(factor * plain) if factor > 1 else 0,
            )
        return int(factor * plain)

    def _is_payable_excess(
        self, row: AutomatonWager, name: str, param: str, stake: Amount, parent: Standing
    ) -> bool:
        """Whether a supplement is no more than its wager, or than was agreed, or makes a payable unit."""
        ratio = self._ratio(name, param, parent)
        plain = Fraction(self.measure(row, parent)) / (ratio if row.stake.wins_at_most else 1)
        agreed = self.factor((row.stake.at_most or row.stake.wins_at_most).split(" of ")[0])
        return (
            stake <= plain
            or (agreed is not None and agreed > 1 and stake <= agreed * plain)
            or stake % (ratio.denominator * UNIT) == 0
        )

    def _ratio(self, name: str, param: str, parent: Standing) -> Fraction:
        """Return the odds of a supplement to this wager, on its point."""
        return self.prices.price(name, parent.state, param).value.ratio

    def factor(self, text: str) -> Fraction | None:
        """Return a multiple, written as a number or as an option. None while the option is open."""
        value = self.ruleset.options.get(text, text)
        if value in ("", "open"):
            return None
        return self._factors.get(value) or self._factors.keep(value, Fraction(value))

    def judge(
        self,
        play: Play,
        name: str,
        param: str,
        row: AutomatonWager,
        stake: Amount,
        parent: Standing | None,
        who: str = "",
        elsewhere: Amount = 0,
    ) -> Refusal | None:
        """Say why the whole stake of somebody would not be taken."""
        refusal = self.limits.judge_amount(
            play, name, row, stake, who, parent is not None, elsewhere
        ) or self.limits.judge_chips(stake)
        if refusal or parent is None:
            return refusal
        clause, measure = row.stake.clause or clauses_of(row)[0], self.measure(row, parent)
        cap = self.cap(row, name, param, parent)
        if cap is not None and stake > cap:
            agreed = row.stake.agreed_when and self.ruleset.holds(row.stake.agreed_when)
            return Refusal(
                f"with {show_amount(measure)} on {parent.name} it may be at most {show_amount(cap)}",
                row.stake.agreed_clause if agreed else clause,
            )
        if row.stake.payable_unit and not self._is_payable_excess(row, name, param, stake, parent):
            return Refusal(
                f"above {show_amount(measure)} it is made only in amounts that are paid in whole units",
                row.stake.unit_clause or clause,
            )
        return None

    def charge(
        self, name: str, param: str, row: AutomatonWager, stake: Amount, parent: Standing | None
    ) -> Amount:
        """Return the charge for making a wager of this size."""
        if row.charge is None:
            return 0
        taken = row.charge
        if taken.of == "win":
            # What could be won is what would be paid, made even as the rulebook pays it.
            kind = parent.state if parent else self.ruleset.wager(name)[1]
            measure = self.measure(row, parent) if parent else None
            rounding = self.prices.rounding(name, stake, measure, kind)
            won = share_of(stake, self.prices.price(name, kind, param).value.ratio)
            return self._charged(taken.rate, rounding.apply(won))
        if not taken.of.startswith("excess"):
            return self._charged(taken.rate, stake)
        free = self.factor(taken.free)
        if free is None or parent is None:
            return 0
        excess = max(Fraction(0), stake - free * self.measure(row, parent))
        if taken.of == "excess-win":
            excess *= self._ratio(name, param, parent)
        return self._charged(taken.rate, excess)

    def charge_left(
        self, standing: Standing, row: AutomatonWager, left: Amount, parent: Standing | None
    ) -> Amount:
        """Return the charge that stays with what is left of a wager, by the rate at which it was taken."""
        name, param = standing.wager, standing.param
        if standing.charged == self.charge(name, param, row, standing.stake, parent):
            return self.charge(name, param, row, left, parent)
        return self._money.apply(Fraction(standing.charged * left, standing.stake))

    def _charged(self, option: str, base: Exact) -> Amount:
        """Return the charge at the rate of an option, made even."""
        rate = self._rates.get(option)
        if rate is None:
            rate = self._rates.keep(option, Fraction(self.ruleset.options[option]) / 100)
        return self._money.apply(share_of(base, rate) if isinstance(base, int) else rate * base)
