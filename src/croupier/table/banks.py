"""Banks: how much of each claim moves, from whom, what stays uncovered, what is charged. The game never moves money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from croupier.equipment.money import Amount
from croupier.table.claims import Claim, Line, Move

Settled = tuple[list[Line], list[Move]]


class Bank(Protocol):
    """What a table settles with. `holds` is what the bank remembers, in notation; a fresh bank is made from it."""

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """Settle the claims of one batch, in the order given."""

    def value(self) -> Mapping[str, str]:
        """What the bank carries into the next round."""


def account(seat: str, bettor: str = "") -> str:
    """The account of a person at the table."""
    return f"seat {seat}{bettor}"


def payable(claim: Claim) -> Amount:
    """What is payable of a claim: winnings and losses each made even by the rulebook's own rounding."""
    return claim.rounding.apply(claim.won) - claim.loss_rounding.apply(claim.lost)


def line_of(claim: Claim, net: Amount, uncovered: Amount, paid_by: str) -> Line:
    """The settlement line of a claim."""
    standing = claim.standing
    return Line(
        seat=standing.seat,
        bettor=standing.bettor,
        hand=standing.hand,
        wager=standing.name,
        stake=standing.stake,
        result=claim.result,
        odds=claim.odds,
        net=net,
        charge=claim.charge,
        uncovered=uncovered,
        paid_by=paid_by,
        clauses=claim.clauses,
        why=claim.why,
    )


def moves_of(claim: Claim, net: Amount, payer: str) -> list[Move]:
    """The money that a settled claim moves."""
    person = account(claim.standing.seat, claim.standing.bettor)
    moves = []
    if net:
        moves.append(Move(payer, person, net) if net > 0 else Move(person, payer, -net))
    if claim.charge:
        moves.append(Move(person, "house", claim.charge) if claim.charge > 0 else Move("house", person, -claim.charge))
    if claim.contribution:
        meter, exact = claim.contribution
        moves.append(Move(payer, meter, claim.rounding.apply(exact)))
    return moves


class HouseBank:
    """The house pays every claim, whatever its size; a claim against a meter is paid by the meter as far as it holds."""

    def __init__(self, holds: Mapping[str, str] | None = None) -> None:
        self.holds = dict(holds or {})

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """Every claim in full."""
        lines, moves = [], []
        for claim in batch:
            net = payable(claim)
            lines.append(line_of(claim, net, 0, claim.against))
            moves += moves_of(claim, net, claim.against)
        return lines, moves

    def value(self) -> Mapping[str, str]:
        """The house carries nothing."""
        return self.holds
