"""The most that a table pays on a wager."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from croupier.equipment.money import Amount, show_amount
from croupier.families.streets.prices import StreetPrices
from croupier.table.claims import Claim


def most_paid(prices: StreetPrices, name: str, row: str, result: str) -> Amount | None:
    """Return the most that is paid when a row wins a wager; None where nothing bounds it."""
    cap = prices.wager(name).cap
    if cap is None or result != "win" or (cap.rows and row not in cap.rows):
        return None
    rules = prices.ruleset
    return rules.option_amount(cap.option) if rules.holds(cap.when) else None


class Within:
    """What somebody may still be paid, where several wagers share one maximum payment."""

    def __init__(self, prices: StreetPrices) -> None:
        self.prices = prices
        self.paid: dict[tuple[str, tuple[str, ...]], Fraction] = {}

    def cut(self, person: str, name: str, row: str, result: str, won: Fraction) -> Fraction:
        """Return how much of what is won may be paid."""
        most, cap = most_paid(self.prices, name, row, result), self.prices.wager(name).cap
        if most is None or cap is None:
            return won
        key = person, tuple(sorted({name, *cap.together}))
        before = self.paid.get(key, Fraction(0))
        left = min(won, max(Fraction(0), most - before))
        self.paid[key] = before + left
        return left

    def net(self, name: str, row: str, stake: Amount) -> Amount:
        """Return the net of a row on a wager of one person: rounded, and not above what may be paid."""
        prices, outcome = self.prices, self.prices.outcome(name, row)
        won = self.cut("", name, row, outcome.result, outcome.won(stake))
        paid = prices.rounding(name, stake, None, row).apply(won)
        bonus = prices.kind_of(name) == "bonus"
        return paid - (0 if bonus else prices.loss_rounding(name).apply(outcome.lost(stake)))


def capped(prices: StreetPrices, falling: list[Claim]) -> list[Claim]:
    """Return the claims, each cut to the most that the table pays for it."""
    if not prices.is_capped:
        return falling
    within, found = Within(prices), []
    for claim in falling:
        name = claim.standing.wager
        left = within.cut(claim.standing.person, name, claim.row, claim.result, Fraction(claim.won))
        if claim.won > left:
            most, cap = most_paid(prices, name, claim.row, claim.result), prices.wager(name).cap
            assert most is not None and cap is not None
            claim = replace(
                claim,
                won=left,
                clauses=tuple(dict.fromkeys((*claim.clauses, cap.clause))),
                why=f"{claim.why}, and the most that is paid is {show_amount(most)}",
            )
        found.append(claim)
    return found
