"""An auctioned bank: the highest bidder banks, the others bet against what he put up,
and a bank that loses passes on.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.equipment.money import Rounding, show_amount
from croupier.errors import BadInput
from croupier.table.banks import CoverBank, Settled, account, line_of
from croupier.table.claims import Claim, Move, Result, Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play, Script
from croupier.table.questions import Acts, Question, Refusal, Wait
from tests.probes.toys.toy import HEIGHT, Toy, memory, one_pack, remember, ruling, toy_rules

SEATS = ("1", "2", "3")


class AuctionedBank(CoverBank):
    """A bank with cover that pays a twentieth of what it wins in a coup to the house."""

    charged = 0

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """The claims, and then the charge on the bank."""
        before = self.gained
        lines, moves = super().settle(batch)
        charge = Rounding().apply(Fraction(max(0, self.gained - before), 20))
        if charge:
            self.charged += charge
            own = Claim(
                Standing(self.seat, "bank", self.cover),
                "win",
                Fraction(0),
                Fraction(0),
                ("toy r 9",),
                "a twentieth of what the bank won",
                charge=charge,
            )
            lines.append(line_of(own, 0, 0, "house"))
            moves.append(Move(account(self.seat), "house", charge))
        return lines, moves


class Auction(Toy):
    """Whoever bids most banks; the higher card wins."""

    def __init__(self) -> None:
        self.ruleset = toy_rules(
            "auction",
            ruling("misdeal", ["void-round"], "toy r 30"),
            ruling("bid-again", ["rewind"], "toy r 31", "box"),
        )

    def start(self, before: Mapping[str, Any]) -> Play:
        """With a bank that stands, or with none yet."""
        bank = AuctionedBank.parse(before["bank"]) if "bank" in before else AuctionedBank("", 0)
        return Play(
            before=before,
            stock=one_pack(),
            bank=bank,
            slices=remember({"bids": {}, "passed": [], "turn": before.get("turn", "1")}),
        )

    def after(self, play: Play) -> dict[str, Any]:
        """A bank that won or tied goes on with what it holds; one that lost passes to the left."""
        bank = play.bank
        assert isinstance(bank, AuctionedBank)
        if play.voided:
            return dict(play.before)
        if bank.seat and bank.gained >= 0:
            return {
                "bank": {"seat": bank.seat, "cover": show_amount(bank.cover + bank.gained - bank.charged)}
            }
        last = bank.seat or memory(play)["turn"]
        return {"turn": SEATS[(SEATS.index(last) + 1) % len(SEATS)]}

    def script(self, play: Play) -> Script:
        """The banker keeps the bank or passes it; if there is none it is auctioned; then one coup."""
        bank = play.bank
        assert isinstance(bank, AuctionedBank)
        if bank.seat:
            acts: Acts = {
                "keep": None,
                "pass-bank": None,
                "reduce": Refusal("a bank that stands may not be made smaller", "toy r 7"),
            }
            answer = yield from play.ask_one("the banker", bank.seat, acts)
            if answer.verb != "keep":
                memory(play)["passed"] = [bank.seat]
                bank.seat, bank.cover = "", 0
        if not bank.seat:
            yield from self._auction(play, bank)
        if not bank.seat:
            return
        yield from self._bets(play, bank)
        yield from play.deal("bank")
        mine, theirs = (HEIGHT[play.cards(place)[0][0]] for place in ("players", "bank"))
        result: Result = "win" if mine > theirs else "lose" if mine < theirs else "push"
        play.settle([self._claim(standing, result) for standing in play.wagers])

    def _auction(self, play: Play, bank: AuctionedBank) -> Generator[Wait, Any, None]:
        state = memory(play)
        while len(state["passed"]) < len(SEATS):
            event = yield from play.open("the bank is auctioned", self._bidders(play))
            if event.verb == "bid":
                assert event.amount is not None
                state["bids"] = {**state["bids"], event.seat: event.amount}
            elif event.verb == "pass":
                state["passed"] = [*state["passed"], event.seat]
            elif event != MARKED:
                bank.seat = max(state["bids"], key=lambda seat: int(state["bids"][seat]))
                bank.cover = state["bids"][bank.seat]
                play.clauses.add("toy r 5")
                return

    def _bidders(self, play: Play) -> list[Question]:
        bids = memory(play)["bids"]
        highest = max(bids.values(), default=0)

        def check(event: Event) -> Refusal | None:
            if event.verb == "bid" and event.amount is None:
                raise BadInput(f"{str(event)!r} does not say how much")
            return (
                Refusal(f"a bid is higher than {show_amount(highest)}", "toy r 4")
                if event.amount is not None and event.amount <= highest
                else None
            )

        leads = {seat: bids.get(seat) == highest and bool(highest) for seat in SEATS}
        own = Refusal("the highest bidder stands by his bid", "toy r 4(2)")
        asked = [
            Question(seat, {"bid": None, "pass": own if leads[seat] else None}, check)
            for seat in SEATS
            if seat not in memory(play)["passed"]
        ]
        return [*asked, Question("dealer", {"knock-down": None})] if highest else asked

    def _bets(self, play: Play, bank: AuctionedBank) -> Generator[Wait, Any, None]:
        while True:
            event = yield from play.open(
                "bets", self._punters(play, bank), draw="deal" if play.wagers else "", place="players"
            )
            if event.is_draw:
                play.lay("players", event.what)
                return
            if event != MARKED:
                stake = bank.cover if event.verb == "banco" else event.amount or 0
                play.put(Standing(event.seat, "punto", stake))

    def _punters(self, play: Play, bank: AuctionedBank) -> list[Question]:
        left = bank.cover - sum(standing.stake for standing in play.wagers)

        def check(event: Event) -> Refusal | None:
            return (
                Refusal(f"the bank covers {show_amount(left)} more", "toy r 8")
                if event.amount is not None and event.amount > left
                else None
            )

        banco = None if not play.wagers else Refusal("banco is called before anybody bets", "toy r 8(2)")
        return [
            Question(seat, {"bet punto": None, "banco": banco}, check) for seat in SEATS if seat != bank.seat
        ]

    def _claim(self, standing: Standing, result: Result) -> Claim:
        won, lost = (Fraction(standing.stake) if result == one else Fraction(0) for one in ("win", "lose"))
        return Claim(standing, result, won, lost, ("toy r 10",), f"the players {result}")
