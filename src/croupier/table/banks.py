"""Banks: how much of each claim moves, from whom, what stays uncovered, what is charged.

The game never moves money. A family makes the bank in `start` from `before`, and gives `bank.value()` back in
`after`. Between two batches of a round the bank remembers by itself. The table makes a fresh bank whenever it
plays the history again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, Protocol

import msgspec
from msgspec.structs import replace

from croupier.equipment.money import Amount, Rounding, parse_amount, show_amount
from croupier.errors import BadInput, unknown
from croupier.table.claims import EVEN, Claim, Line, Move, Standing

Settled = tuple[list[Line], list[Move]]
POT = "pot"
"""Pays a wager that several others pay together. It is no account: the money moves between the persons."""


class Bank(Protocol):
    """Settles claims at a table."""

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """Settle the claims of one batch, in the order given."""

    def value(self) -> Mapping[str, str]:
        """Return the memory of the bank in notation, for the record and for the next round."""


def account(seat: str, bettor: str = "") -> str:
    """Return the account of a person at the table."""
    return f"seat {seat}{bettor}"


def payable(claim: Claim) -> Amount:
    """Return what a claim pays: winnings and losses, each rounded by the rulebook's own rule."""
    won, lost = claim.won, claim.lost
    return (claim.rounding.apply(won) if won else 0) - (claim.loss_rounding.apply(lost) if lost else 0)


def charge_of(claim: Claim, net: Amount) -> Amount:
    """Return the charge: the fixed one, and the commission on the actual payment."""
    if net > 0 and claim.commission:
        return claim.charge + claim.commission_rounding.apply(claim.commission * net)
    return claim.charge


def line_of(claim: Claim, net: Amount, uncovered: Amount, paid_by: str) -> Line:
    """Return the settlement line of a claim."""
    standing = claim.standing
    return Line(
        standing.seat,
        standing.bettor,
        standing.hand,
        standing.name if standing.param else standing.wager,
        standing.stake,
        claim.result,
        claim.odds,
        net,
        charge_of(claim, net) if claim.commission else claim.charge,
        uncovered,
        paid_by,
        claim.clauses,
        claim.why,
        standing.player,
    )


def moves_of(claim: Claim, net: Amount, payer: str) -> list[Move]:
    """Return the money that a settled claim moves."""
    charge = charge_of(claim, net) if claim.commission else claim.charge
    if not net and not charge and not claim.contribution:
        return []
    person = account(claim.standing.seat, claim.standing.bettor)
    moves = []
    if net:
        moves.append(Move(payer, person, net) if net > 0 else Move(person, payer, -net))
    if charge:
        moves.append(Move(person, "house", charge) if charge > 0 else Move("house", person, -charge))
    if claim.contribution:
        meter, exact = claim.contribution
        moves.append(Move(payer, meter, claim.rounding.apply(exact)))
    return moves


class HouseBank:
    """The house pays every claim, whatever its size. A meter pays the claims against it as far as it can.

    `holds` is the amount of each meter. An account that it does not name has no limit.
    """

    def __init__(self, holds: Mapping[str, str] | None = None) -> None:
        self.holds = {name: parse_amount(text) for name, text in (holds or {}).items()}

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """Settle every claim in full. The part that a meter cannot pay stays uncovered."""
        lines: list[Line] = []
        moves: list[Move] = []
        for claim in batch:
            payer = claim.against or "house"
            if claim.result == "stands" and not claim.charge and not claim.contribution:
                # Nothing moves while a wager is not decided.
                lines.append(line_of(claim, 0, 0, payer))
                continue
            owed = payable(claim)
            net = min(owed, self.holds[payer]) if payer in self.holds else owed
            lines.append(line_of(claim, net, owed - net, payer))
            moved = moves_of(claim, net, payer)
            for move in moved if self.holds else ():
                for name, change in ((move.source, -move.amount), (move.target, move.amount)):
                    if name in self.holds:
                        self.holds[name] += change
            moves += moved
        return lines, moves

    def value(self) -> Mapping[str, str]:
        """Return the amounts of the meters. The house itself carries nothing."""
        return {name: show_amount(amount) for name, amount in self.holds.items()}


CoverModel = Literal["consume", "net"]


class CoverBank:
    """A person banks the game with a cover. Claims are met in order until it is spent.

    Under `consume` every payment, won or lost, uses cover. Under `net` the bank may be neither down nor up by
    more than the cover. An uncovered part is neither paid nor taken, and the line says how much it is. A
    claim against somebody else (`house`) is met in full.
    """

    def __init__(
        self, seat: str, cover: Amount, model: CoverModel = "consume", gained: Amount = 0, used: Amount = 0
    ) -> None:
        self.seat = seat
        self.cover = cover
        self.model: CoverModel = model
        self.gained = gained
        self.used = used

    @classmethod
    def parse(cls, row: Mapping[str, str], model: CoverModel = "consume") -> CoverBank:
        """Read a bank as `before` carries it: `{seat = "3", cover = "50"}`."""
        for key in row:
            if key not in ("seat", "cover"):
                raise unknown("key", str(key), ("seat", "cover"), "before.bank")
        if not {"seat", "cover"} <= set(row):
            raise BadInput("before: a bank is written like bank = {seat = 3, cover = '50'}")
        return cls(str(row["seat"]), parse_amount(str(row["cover"])), model)

    @property
    def account(self) -> str:
        """Whose money it is."""
        return account(self.seat)

    def pays_at_most(self) -> Amount:
        """Return what the bank can still pay out."""
        return self.cover - self.used if self.model == "consume" else self.cover + self.gained

    def takes_at_most(self) -> Amount:
        """Return what the bank may still take in."""
        return self.cover - self.used if self.model == "consume" else self.cover - self.gained

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """Settle each claim as far as the cover goes, in the order given."""
        lines: list[Line] = []
        moves: list[Move] = []
        for claim in batch:
            owed = payable(claim)
            net = owed
            if not claim.against:
                net = min(owed, self.pays_at_most()) if owed > 0 else -min(-owed, self.takes_at_most())
                self.gained -= net
                self.used += abs(net)
            payer = claim.against or self.account
            lines.append(line_of(claim, net, abs(owed - net), payer))
            moves += moves_of(claim, net, payer)
        return lines, moves

    def value(self) -> Mapping[str, str]:
        """Return who banks, the cover, the part of it spent, and the gain or loss."""
        return {
            "seat": self.seat,
            "cover": show_amount(self.cover),
            "used": show_amount(self.used),
            "gained": show_amount(self.gained),
        }


class Fee(msgspec.Struct, frozen=True):
    """The house's part of a bank's winnings."""

    rate: Fraction
    clause: str
    rounding: Rounding = EVEN

    def of(self, won: Amount) -> Amount:
        """Return the charge on winnings."""
        return self.rounding.apply(self.rate * won) if won > 0 else 0


class AuctionedBank(CoverBank):
    """A person has bid for the bank and stands for a stake. The bank's winnings in a batch are charged.

    The Banker's own wager, `wager`, may be among the claims. It is settled after the others, because only
    they pay it. Its line says what the bank won or lost to them. Where it is not among the claims, a bank
    that is charged gets a line of that name.
    """

    def __init__(
        self,
        seat: str,
        cover: Amount,
        model: CoverModel = "consume",
        gained: Amount = 0,
        used: Amount = 0,
        *,
        fee: Fee | None = None,
        wager: str = "bank",
    ) -> None:
        super().__init__(seat, cover, model, gained, used)
        self.fee = fee
        self.wager = wager

    @property
    def account(self) -> str:
        """Whose money it is; while nobody has the bank it has none."""
        return account(self.seat) if self.seat else "bank"

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """Settle the claims of the others, then the bank's own wager, and the fee."""
        own = [claim for claim in batch if self._is_own(claim)]
        before = self.gained
        lines, moves = super().settle([claim for claim in batch if not self._is_own(claim)])
        won = self.gained - before
        charge = self.fee.of(won) if self.fee else 0
        decided = [claim for claim in own if claim.result not in ("void", "withdrawn")]
        if charge and self.fee and not decided:
            zero = Fraction(0)
            why = f"the bank won {show_amount(won)}, and {show_amount(charge)} of it is the fee of the house"
            decided = [
                Claim(Standing(self.seat, self.wager, self.cover), "win", zero, zero, (self.fee.clause,), why)
            ]
            own += decided
        met = [
            account(line.seat, line.bettor)
            for line in lines
            if line.net * won < 0 and line.paid_by == self.account
        ]
        with_whom = POT if len(set(met)) > 1 else met[0] if met else self.account
        for claim in own:
            first = bool(decided) and claim is decided[0]
            told = replace(claim, charge=claim.charge + (charge if first else 0), commission=Fraction(0))
            lines.append(line_of(told, won if first else 0, 0, with_whom if first else self.account))
            moves += moves_of(told, 0, self.account)
        return lines, moves

    def _is_own(self, claim: Claim) -> bool:
        return (
            not claim.against
            and claim.standing.wager == self.wager
            and account(claim.standing.seat) == self.account
            and claim.standing.bettor in ("", "a")
        )
