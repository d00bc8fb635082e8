"""What a table of chemin de fer carries from hand to hand: who sits where, who has the bank, and to whom it is offered.

Seats are numbered in the direction in which everything is offered. Where it is not known who sits at the table, nobody can be asked before another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount
from croupier.errors import BadInput
from croupier.families.cards.game import CardGame
from croupier.families.cards.state import BankState, CardTable, read
from croupier.families.chemin.rules import BankerRow
from croupier.families.common.limits import check_seat
from croupier.table.banks import AuctionedBank, Bank
from croupier.table.claims import Standing
from croupier.table.play import Play

BANK, COVER = "bank", "cover"
AUCTION, OFFER, PASSED, STAKE, COVERING = "auction", "offer", "passed", "stake", "covering"
"""Where a bank is before the first card: up for bids, offered because it was lost, offered because it was passed, waiting for its stake, being covered."""
ROUND_TABLE = 100
"""More than there are seats."""
PASS, TRANSFER = "pass-bank", "transfer-bank"
"""Marks: the Banker is ordered to give the bank up; it goes on from a hand that was annulled."""
NOW, DEALT = "bank-now", "dealt-by"
"""Marks that the table itself makes: who has the bank and who sits where, and who deals, because all that stays as it is if the hand is void."""
STAYS = ("bank", "relinquished", "passed-by", "suivi", "moved", "players")
"""What a void hand leaves as it is."""


class BankHeld(BankState, frozen=True):
    """Who has the bank, and his preceding wager: `stake` as he placed it, `cover` as much of it as was covered. Before his first: what he must stake."""

    stake: str = ""
    bid: str = ""
    """What he offered to have the bank: his first wager is not less."""
    most: str = ""
    """The most that his first wager may be, where he took a bank that was passed."""


class CheminTable(CardTable, frozen=True):
    """What a table carries from hand to hand."""

    bank: BankHeld = BankHeld()
    relinquished: str = ""
    """The seat from whose right a bank is offered that had to be given up."""
    passed_by: str = ""
    """The seat that passed the bank which another has now."""
    suivi: str = ""
    """The seat that covered the whole preceding bank and lost."""
    dealt_by: str = ""
    """The seat that dealt the last hand."""
    moved: dict[str, str] = msgspec.field(default_factory=dict)
    """Who has changed his seat and not missed a turn for it yet: the new seat, and the old."""


def distance(start: str, seat: str) -> int:
    """How far a seat is from another, in the direction in which things are offered; a seat is farthest from itself.

    >>> [distance("3", seat) for seat in ("4", "12", "1", "3")]
    [1, 9, 98, 100]
    """
    return (int(seat) - int(start)) % ROUND_TABLE or ROUND_TABLE


def held(bank: Mapping[str, Any]) -> BankHeld:
    """A bank in notation, as short as it can be written."""
    seat, stake, cover, bid, most = (
        str(bank.get(key, "")) for key in ("seat", "stake", "cover", "bid", "most")
    )
    return (
        BankHeld(seat=seat, stake=stake, cover=cover if cover != stake else "", bid=bid, most=most)
        if seat
        else BankHeld()
    )


class Seats(CardGame):
    """Who sits where, and who has the bank."""

    TableState = CheminTable

    @property
    def row(self) -> BankerRow:
        """The clauses of the bank."""
        found: BankerRow = self.setup.banker
        return found

    def reads(self, name: str) -> str:
        """An option or a reading in force; empty where the rulebook has no such question."""
        return str(self.ruleset.facts.get(name, ""))

    # What is carried.

    def open_bank(self, carried: BankState) -> Bank:
        """Nothing is at stake yet."""
        return AuctionedBank("", 0)

    def begin(self, play: Play, table: CheminTable) -> None:
        """Who has the bank, or to whom it is offered."""
        bank = table.bank
        for seat in filter(
            None,
            (
                table.relinquished,
                table.passed_by,
                table.suivi,
                table.dealt_by,
                *table.moved,
                *table.moved.values(),
            ),
        ):
            check_seat(seat)
        for name in ("stake", "cover", "bid", "most"):
            text = getattr(bank, name)
            if text and not parse_amount(text):
                raise BadInput(
                    f"before: a bank of nothing covers nothing; bank.{name} is more than 0, or is left out"
                )
            if text and not bank.seat:
                raise BadInput("before: a bank belongs to a seat, like bank = {seat = 3, stake = '1000'}")
        if bank.cover and parse_amount(bank.cover) > parse_amount(bank.stake or "0"):
            raise BadInput(
                "before: no more of a bank is covered than was staked; bank.cover says how much of bank.stake was"
            )
        if table.players and bank.seat and bank.seat not in table.players:
            raise BadInput(
                f"before: seat {bank.seat} has the bank, but nobody sits there (players = {', '.join(table.players)})"
            )
        if bank.seat and table.suivi == bank.seat:
            raise BadInput("before: the Banker does not cover his own bank")
        if not bank.bid:
            # Who has bid and not staked yet has the bank from the auction of this very shoe.
            table = self._fresh(table)
            bank = table.bank
        play.state |= {
            "players": sorted(dict.fromkeys(table.players), key=int),
            "stage": STAKE if bank.seat else OFFER if table.relinquished else AUCTION,
            "bank": {
                "seat": bank.seat,
                "stake": bank.stake,
                "cover": bank.cover or bank.stake,
                "bid": bank.bid,
                "most": bank.most,
            },
            "relinquished": table.relinquished,
            "passed-by": table.passed_by,
            "suivi": table.suivi,
            "dealt-by": table.dealt_by,
            "moved": dict(table.moved),
            "passer": "",
            "bids": {},
            "no-bids": [],
            "bid-round": 1,
            "asked": [],
            "whole": {},
        }

    def bank_now(self, play: Play) -> BankHeld:
        """The bank of a round that is not over: as the round found it."""
        return read(play.before, CheminTable).bank

    def bank_after(self, play: Play) -> BankHeld:
        """The bank as the hand left it."""
        return held(self._left(play)["bank"])

    def table_after(self, play: Play) -> CheminTable:
        """The table as the next hand finds it."""
        table = super().table_after(play)
        assert isinstance(table, CheminTable)
        if play.phase != "over" and not play.voided:
            found = read(play.before, CheminTable)
            return msgspec.structs.replace(
                table,
                players=found.players,
                relinquished=found.relinquished,
                passed_by=found.passed_by,
                suivi=found.suivi,
                dealt_by=found.dealt_by,
                moved=found.moved,
            )
        left = self._left(play)
        found = msgspec.structs.replace(
            table,
            broken=False,
            players=tuple(left["players"]),
            relinquished=left["relinquished"],
            passed_by=left["passed-by"],
            suivi=left["suivi"],
            dealt_by=play.marks[DEALT]["seat"] if DEALT in play.marks else play.state["dealt-by"],
            moved=left["moved"],
        )
        return self._fresh(found)

    def _fresh(self, table: CheminTable) -> CheminTable:
        """A table as it is when its cards are shuffled next: the bank is auctioned, whoever had it, unless it goes on."""
        if not table.shoe.new or self.reads("bank-of-a-new-shoe") == "goes-on":
            return table
        return msgspec.structs.replace(table, bank=BankHeld(), relinquished="", passed_by="", suivi="")

    def _left(self, play: Play) -> dict[str, Any]:
        """Who has the bank and who sits where when a round is over, void, or as it was found."""
        left = {key: play.state[key] for key in STAYS}
        mark = play.marks.get(NOW)
        if play.voided and mark:
            left = {key: msgspec.json.decode(mark[key]) for key in STAYS}
        banker = left["bank"]["seat"]
        gives_up = play.marked(PASS, banker) or (play.voided and play.marked(TRANSFER))
        if banker and gives_up and (play.voided or play.phase == "over"):
            left |= {
                "relinquished": banker,
                "bank": {},
                "passed-by": "",
                "suivi": self.suivi_of_another(play, left["suivi"]),
            }
        return left

    def note(self, play: Play) -> None:
        """Write down who has the bank and who sits where, so that it stays if the hand is void."""
        play.marks[NOW] = {
            "clause": self.row.auction_clause,
            **{key: msgspec.json.encode(play.state[key]).decode() for key in STAYS},
        }

    # Who is where.

    def banker(self, play: Play) -> str:
        """The seat of the Banker, if there is one yet."""
        return str(play.state["bank"]["seat"])

    def order(self, play: Play, start: str) -> list[str]:
        """Who sits at the table, from the right of a seat on; that seat itself is left out."""
        barred = self.excluded(play)
        return sorted(
            (seat for seat in play.state["players"] if seat != start and seat not in barred),
            key=lambda seat: distance(start, seat),
        )

    def misses(self, play: Play, start: str, seat: str) -> bool:
        """Whether somebody has moved to a seat that the bank reaches sooner than his old one."""
        old = play.state["moved"].get(seat)
        return old is not None and distance(start, seat) < distance(start, old)

    def suivi_of_another(self, play: Play, suivi: str) -> str:
        """Who may still say suivi when another takes the bank."""
        return suivi if self.reads("suivi-follows") == "the-bank" else ""

    # What is at stake.

    def covers(self, play: Play) -> list[Standing]:
        """The wagers against the bank."""
        return [standing for standing in play.wagers if standing.wager == COVER]

    def staked(self, play: Play) -> Amount:
        """What the Banker has staked on this hand."""
        return sum(standing.stake for standing in play.wagers if standing.wager == BANK)

    def uncovered(self, play: Play) -> Amount:
        """What nobody covers yet."""
        return self.staked(play) - sum(standing.stake for standing in self.covers(play))

    def preceding(self, play: Play) -> Amount:
        """The Banker's preceding wager, as the reading counts it; nothing before his first."""
        bank = play.state["bank"]
        text = bank["cover"] if self.reads("preceding-wager") == "as-covered" else bank["stake"]
        return parse_amount(text) if text else 0

    def bounds(self, play: Play) -> tuple[Amount, Amount | None]:
        """The least and the most that the Banker may stake on this hand."""
        bank, last = play.state["bank"], self.preceding(play)
        if last:
            return last, 2 * last
        return parse_amount(bank["bid"] or "0"), parse_amount(bank["most"]) if bank["most"] else None
