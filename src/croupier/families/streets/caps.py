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


def capped(prices: StreetPrices, falling: list[Claim]) -> list[Claim]:
    """Return the claims, each cut to the most that the table pays for it."""
    if not prices.is_capped:
        return falling
    paid: dict[tuple[str, tuple[str, ...]], Fraction] = {}
    found = []
    for claim in falling:
        name = claim.standing.wager
        most, cap = most_paid(prices, name, claim.row, claim.result), prices.wager(name).cap
        if most is not None and cap is not None:
            key = (claim.standing.person, tuple(sorted({name, *cap.together})))
            left = max(Fraction(0), most - paid.get(key, Fraction(0)))
            if claim.won > left:
                claim = replace(
                    claim,
                    won=left,
                    clauses=tuple(dict.fromkeys((*claim.clauses, cap.clause))),
                    why=f"{claim.why}, and the most that is paid is {show_amount(most)}",
                )
            paid[key] = paid.get(key, Fraction(0)) + claim.won
        found.append(claim)
    return found
