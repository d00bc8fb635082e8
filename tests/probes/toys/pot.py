"""A pot: one card each, one round of betting, side pots where somebody is all in."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.table.banks import Settled, account, line_of, moves_of, payable
from croupier.table.claims import Claim, Line, Move, Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script
from croupier.table.questions import Acts, Refusal, Wait
from tests.probes.toys.toy import HEIGHT, Toy, memory, one_pack, remember, ruling, toy_rules

POT = "pot"


class PotBank:
    """What was lost to a pot is paid from it;
    what does not divide goes to the first winner in the order given.
    """

    def settle(self, batch: Sequence[Claim]) -> Settled:
        """Each pot of the batch pays out exactly what it holds."""
        lines: list[Line] = []
        moves: list[Move] = []
        for claim in batch:
            pot = [other for other in batch if other.standing.name == claim.standing.name]
            net = payable(claim)
            if claim is next((other for other in pot if other.result == "win"), None):
                net -= sum(payable(other) for other in pot)
            lines.append(line_of(claim, net, 0, POT))
            moves += moves_of(claim, net, POT)
        return lines, moves

    def value(self) -> Mapping[str, str]:
        """A pot carries nothing over."""
        return {}


class Pot(Toy):
    """The highest card takes the pot; the winner of the main pot pays 1 to the house."""

    def __init__(self) -> None:
        self.ruleset = toy_rules(
            "pot",
            ruling("misdeal", ["void-round"], "toy p 30"),
            ruling("acted-too-soon", ["rewind"], "toy p 31", "box"),
            ruling("fouled", ["void-hand"], "toy p 32", "box"),
        )

    def start(self, before: Mapping[str, Any]) -> Play:
        """The chips in front of each player, and the button."""
        stacks = {str(seat): parse_amount(str(text)) for seat, text in before["stacks"].items()}
        return Play(
            before=before,
            stock=one_pack(),
            bank=PotBank(),
            slices=remember({"stacks": stacks, "raise": 100, "acted": [], "folded": []}),
        )

    def after(self, play: Play) -> dict[str, Any]:
        """The chips as they were, with what was won and lost; the button moves."""
        net = play.net()
        seats = list(play.before["stacks"])
        stacks = {
            seat: show_amount(parse_amount(str(text)) + net.get(account(seat), 0))
            for seat, text in play.before["stacks"].items()
        }
        return {
            "stacks": stacks,
            "button": seats[(seats.index(play.before.get("button", seats[-1])) + 1) % len(seats)],
        }

    def script(self, play: Play) -> Script:
        """A card each, bets, what nobody called goes back, the cards are turned, the pots are paid:
        side pots first.
        """
        seats = self._order(play)
        for seat in seats:
            yield from play.deal(seat, face="down")
            play.show(seat, seat)
        yield from self._betting(play, seats)
        self._return_uncalled(play)
        live = [standing.seat for standing in play.wagers if standing.seat not in memory(play)["folded"]]
        if len(live) > 1:
            for seat in live:
                yield from play.turn(seat)
        play.settle(self._claims(play, [seat for seat in seats if seat in live]))

    def _order(self, play: Play) -> list[str]:
        seats = list(play.before["stacks"])
        at = seats.index(play.before.get("button", seats[-1])) + 1
        return seats[at:] + seats[:at]

    def _stake(self, play: Play, seat: str) -> Amount:
        standing = play.find(seat, "", POT)
        return standing.stake if standing else 0

    def _pay(self, play: Play, seat: str, amount: Amount) -> None:
        memory(play)["stacks"][seat] -= amount
        play.put(Standing(seat, POT, self._stake(play, seat) + amount))

    def _betting(self, play: Play, seats: list[str]) -> Generator[Wait, Any, None]:
        state = memory(play)
        while True:
            level = max(self._stake(play, seat) for seat in seats)
            folded, stacks = state["folded"], state["stacks"]
            waiting = [
                seat
                for seat in seats
                if seat not in folded
                and stacks[seat]
                and (seat not in state["acted"] or self._stake(play, seat) < level)
            ]
            alone = len([seat for seat in seats if seat not in folded]) == 1
            if not waiting or alone:
                return
            seat = (
                waiting[0]
                if not state["acted"]
                else min(
                    waiting,
                    key=lambda one: (seats.index(one) - seats.index(state["acted"][-1]) - 1) % len(seats),
                )
            )
            event = yield from play.ask_one(
                "betting",
                seat,
                lambda seat=seat, level=level: self._acts(play, seat, level),
                lambda event, seat=seat, level=level: self._judge(play, event, seat, level),
            )  # type: ignore[misc]  # defaults bind the loop
            self._act(play, event, seat, level)

    def _acts(self, play: Play, seat: str, level: Amount) -> Acts:
        facing = level - self._stake(play, seat)
        return {
            "fold": None,
            "check": Refusal(f"{show_amount(facing)} is to be called", "toy p 10") if facing else None,
            "call": None if facing else Refusal("there is nothing to call", "toy p 10"),
            "raise": None,
            "all-in": None,
        }

    def _judge(self, play: Play, event: Event, seat: str, level: Amount) -> Refusal | None:
        if event.verb != "raise":
            return None
        if event.amount is None:
            raise BadInput(f"{str(event)!r} does not say how much")
        if event.amount - self._stake(play, seat) > memory(play)["stacks"][seat]:
            return Refusal("a player bets what he has on the table", "toy p 11")
        return (
            Refusal(f"a raise is at least to {show_amount(level + memory(play)['raise'])}", "toy p 12")
            if event.amount < level + memory(play)["raise"]
            else None
        )

    def _act(self, play: Play, event: Event, seat: str, level: Amount) -> None:
        state = memory(play)
        state["acted"] = [*(one for one in state["acted"] if one != seat), seat]
        stack, stake = state["stacks"][seat], self._stake(play, seat)
        if event.verb in ("fold", "gone"):
            state["folded"] = [*state["folded"], seat]
        elif event.verb == "call":
            self._pay(play, seat, min(stack, level - stake))
        elif event.verb in ("raise", "all-in"):
            to = stake + stack if event.verb == "all-in" or event.amount is None else event.amount
            state["raise"] = max(state["raise"], to - level)
            self._pay(play, seat, to - stake)

    def _return_uncalled(self, play: Play) -> None:
        ranked = sorted(play.wagers, key=lambda standing: -standing.stake)
        called = ranked[1].stake if len(ranked) > 1 else 0
        if ranked and ranked[0].stake > called:
            over = ranked[0].stake - called
            play.withdraw(ranked[0], ("toy p 14",), "nobody called it", "withdrawn", amount=over)
            memory(play)["stacks"][ranked[0].seat] += over

    def _claims(self, play: Play, live: list[str]) -> list[Claim]:
        levels = sorted({standing.stake for standing in play.wagers if standing.seat in live})
        batch: list[Claim] = []
        staked = list(play.wagers)
        play.wagers = []
        for at, level in enumerate(levels):
            low = levels[at - 1] if at else 0
            name = f"side-{at}" if at else "main"
            parts = [
                msgspec.structs.replace(one, param=name, stake=min(one.stake, level) - low)
                for one in staked
                if one.stake > low
            ]
            for part in parts:
                play.put(part)
            batch[:0] = self._one_pot(
                play, parts, [one.seat for one in staked if one.seat in live and one.stake >= level], live
            )
        return batch

    def _one_pot(
        self, play: Play, parts: list[Standing], contenders: list[str], order: list[str]
    ) -> list[Claim]:
        height = {seat: HEIGHT[play.cards(seat)[0][0]] if len(order) > 1 else 0 for seat in contenders}
        winners = [seat for seat in contenders if height[seat] == max(height.values())]
        whole = sum(part.stake for part in parts)
        claims = []
        for part in sorted(
            parts,
            key=lambda part: (part.seat not in order, order.index(part.seat) if part.seat in order else 0),
        ):
            wins = part.seat in winners
            won = Fraction(whole, len(winners)) - part.stake if wins else Fraction(0)
            charge = 100 if wins and part.param == "main" and part.seat == winners[0] else 0
            claims.append(
                Claim(
                    part,
                    "win" if wins else "lose",
                    won,
                    Fraction(0 if wins else part.stake),
                    ("toy p 20",),
                    f"{part.name} goes to {' and '.join(winners)}",
                    against=POT,
                    charge=charge,
                )
            )
        return claims
