"""Meters of jackpots: stakes pay into them, prizes are paid from them, and the house seeds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.table.claims import Standing
from croupier.table.parts.betting import Closed
from croupier.table.parts.closing import CLOSED
from croupier.table.parts.part import Carried, Moment, Part, Refunded
from croupier.table.play import Play, Slice

HOUSE = "house"


@dataclass(frozen=True)
class PaidIn:
    """A stake's payment into a meter, and its clause."""

    meter: str
    amount: Amount
    clause: str


class Shown(Carried, frozen=True):
    """The amounts of a table's meters, by name."""

    meters: dict[str, str] = {}


class MeterSlice(Slice):
    """The amounts of the meters when the round began."""

    meters: dict[str, str] | UnsetType = UNSET
    """By name."""
    meter: str | UnsetType = UNSET
    """The only one, at a table that never has another."""


def account_of(meter: str) -> str:
    """Return the account of a meter."""
    return f"meter {meter}"


def paid_at_close(play: Play, standing: Standing) -> bool:
    """Whether a stake has paid: once the betting is closed."""
    return play.phase in (CLOSED, "over")


def never_stopped(play: Play, meter: str) -> bool:
    """Say that a meter works."""
    return False


class Meters(Part[Shown]):
    """The meters of a table. The game pays from them by claims against their accounts."""

    carried = Shown
    hears: tuple[type[Moment], ...] | None = (Closed, Refunded)

    def __init__(
        self,
        seeds: Mapping[str, str],
        pays_in: Callable[[Standing], PaidIn | None],
        alone: bool = False,
        at_close: bool = True,
        always_carried: bool = False,
        has_paid: Callable[[Play, Standing], bool] = paid_at_close,
        stopped: Callable[[Play, str], bool] = never_stopped,
    ) -> None:
        """Take the payments into the meters.

        `pays_in`: the payment of a stake into a meter. `at_close`: it is made when the betting closes.
        `has_paid`: whether a wager that goes back has paid, so that the meter gives that back too.
        `stopped`: whether a meter has failed, and stakes pay nothing into it.
        """
        self.seeds = dict(seeds)
        """The meters by name, each with its seed."""
        self.pays_in = pays_in
        self.alone = alone
        """Whether the table never has another meter than this one: then it is remembered without its name."""
        self.at_close = at_close
        self.always_carried = always_carried
        """Whether a meter is carried on although nothing has touched it."""
        self.has_paid = has_paid
        self.stopped = stopped

    # What is carried.

    def begin(self, play: Play, carried: Shown) -> None:
        """Begin with the carried amount, or the seed."""
        for name in carried.meters:
            if name not in self.seeds:
                raise self.stray(name)
        shown = {
            name: show_amount(parse_amount(carried.meters.get(name, seed)))
            for name, seed in self.seeds.items()
        }
        if self.alone:
            (only,) = shown.values()
            play.add(MeterSlice(meter=only))
        else:
            play.add(MeterSlice(meters=shown))

    def stray(self, name: str) -> BadInput:
        """Say that the table has no such meter."""
        if self.alone:
            (only,) = self.seeds
            return BadInput(f"before: this table has one meter, {only}; write meters.{only} = '10000'")
        known = ", ".join(sorted(self.seeds)) or "none"
        return BadInput(f"before: this table has no meter {name!r}; it has {known}")

    def carry(self, play: Play) -> Shown:
        """Carry the amounts of the meters. An untouched one is as good as new."""
        carried, net = play.before.get("meters", {}), play.net()
        return Shown(
            {
                name: show_amount(self.now(play, name))
                for name in self.seeds
                if self.always_carried or name in carried or account_of(name) in net
            }
        )

    # What a meter shows.

    def opening(self, play: Play, name: str) -> Amount:
        """Return the amount of a meter when the round began."""
        mine = play.of(MeterSlice)
        return parse_amount(mine.meter or "0" if self.alone else (mine.meters or {})[name])

    def now(self, play: Play, name: str) -> Amount:
        """Return the amount of a meter now."""
        return self.opening(play, name) + play.net().get(account_of(name), 0)

    # Money.

    def heard(self, play: Play, moment: Moment) -> None:
        """Pay in when the betting closes. Pay out the part of a wager that goes back."""
        if isinstance(moment, Closed) and self.at_close:
            for standing in play.wagers:
                paid = None if play.struck_by(standing) else self.pays_in(standing)
                if paid is not None and paid.amount and not self.stopped(play, paid.meter):
                    play.transfer(HOUSE, account_of(paid.meter), paid.amount)
                    play.clauses.add(paid.clause)
        elif isinstance(moment, Refunded) and self._has_paid(play, moment.standing):
            paid = self.pays_in(moment.standing)
            if paid is not None and not self.stopped(play, paid.meter):
                play.transfer(account_of(paid.meter), HOUSE, paid.amount)

    def _has_paid(self, play: Play, standing: Standing) -> bool:
        """Whether a wager that goes back has paid. One that was struck before the close has not."""
        return self.has_paid(play, standing) and not (self.at_close and play.struck_by(standing))

    def short(self, play: Play, name: str) -> Amount:
        """Return how much a meter shows less than its seed; nothing where it shows as much."""
        return max(0, parse_amount(self.seeds[name]) - self.now(play, name))
