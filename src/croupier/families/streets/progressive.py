"""Progressive jackpots: the meter, what goes to it, who is paid from it and in what order. And the most that a wager is paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.families.cards.state import CardTable
from croupier.families.streets.asking import Asking
from croupier.families.streets.hands import threshold
from croupier.families.streets.rules import MeterRow, StreetWager
from croupier.ranking.poker import best
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Pay, Ruleset
from croupier.table.claims import Claim, Move, Standing
from croupier.table.play import Play

Due = tuple[Claim, str]
"""A claim, and the row that settled the wager."""
IN_ORDER, ADDED, ADDED_IN_ORDER = "in-order", "added", "added-in-order"
FROM_RIGHT = "from-the-right"
SET = "set"
"""A jackpot of a displayed amount, to which nothing is added."""


class StreetTable(CardTable, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What a table with a meter carries."""

    meters: dict[str, str] = msgspec.field(default_factory=dict)
    suspended: dict[str, str] = msgspec.field(default_factory=dict)
    """Wagers that are not taken for the time being, each with the clause."""


class Progressive(Asking):
    """Wagers on a meter."""

    TableState: type[CardTable] = StreetTable

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        """The meters, by the wager on each."""
        self.meters: dict[str, MeterRow] = {
            name: row.meter for name, row in ruleset.wagers.items() if row.meter is not None
        }
        super().__init__(ruleset)

    def begin(self, play: Play, table: Any) -> None:
        """The meters as they were carried, or as they are seeded."""
        super().begin(play, table)
        for name in table.meters:
            if name not in {row.name for row in self.meters.values()}:
                known = ", ".join(sorted({row.name for row in self.meters.values()})) or "none"
                raise BadInput(f"before: this table has no meter {name!r}; it has {known}")
        play.state["meters"] = {
            row.name: show_amount(parse_amount(str(table.meters.get(row.name, self.seed_of(row)))))
            for row in self.meters.values()
        }

    def seed_of(self, row: MeterRow) -> str:
        """What the house puts into an empty meter."""
        return self.ruleset.options.get(row.seed, "") or "0"

    def table_after(self, play: Play) -> CardTable:
        """The meters with what they gained and paid; one that nothing has touched is as good as new."""
        shown = {}
        for row in self.meters.values():
            amount = self.meter_now(play, row.name)
            moved = self.account(row.name) in play.net() or row.name in play.before.get("meters", {})
            if moved or amount != parse_amount(self.seed_of(row)):
                shown[row.name] = show_amount(amount)
        return msgspec.structs.replace(super().table_after(play), meters=shown)

    def account(self, name: str) -> str:
        """The account of a meter."""
        return f"meter {name}"

    def meter_now(self, play: Play, name: str) -> Amount:
        """What a meter shows now."""
        return (
            parse_amount(play.state["meters"][name]) + play.net().get(self.account(name), 0)
            if name in play.state.get("meters", {})
            else parse_amount(self._carried(play, name))
        )

    def _carried(self, play: Play, name: str) -> str:
        row = next(row for row in self.meters.values() if row.name == name)
        carried: Mapping[str, Any] = play.before.get("meters", {})
        return str(carried.get(name, self.seed_of(row)))

    # What goes to the meter.

    def close(self, play: Play) -> None:
        """A share of every stake on a meter goes to it before the first card."""
        super().close(play)
        for standing in play.wagers:
            amount = self.contribution(standing)
            if amount:
                row = self.meters[standing.wager]
                play.transfer("house", self.account(row.name), amount)
                play.clauses.add(row.clause)

    def contribution(self, standing: Standing) -> Amount:
        """What of a stake goes to the meter, down to the least unit of money."""
        row = self.meters.get(standing.wager)
        if row is None or (row.kind_by and self.ruleset.options[row.kind_by] == SET):
            return 0
        rate = Fraction(self.ruleset.options.get(row.contribution, "0") or "0") / 100
        rounding = self.ruleset.money.get("contribution") or self.loss_rounding(standing.wager)
        return rounding.apply(rate * standing.stake)

    def refund(self, play: Play, standing: Standing) -> None:
        """A wager that goes back after the deal began takes its share out of the meter again."""
        super().refund(play, standing)
        amount = self.contribution(standing)
        if amount and play.phase in ("closed", "over"):
            play.transfer(self.account(self.meters[standing.wager].name), "house", amount)

    # What is paid of it.

    def with_meter(self, play: Play, falling: list[Due]) -> list[Claim]:
        """What falls due, with the prizes of the meters: in their order, each of what the meter then holds, and equal for those who win together."""
        claims = [claim for claim, _ in falling if claim.standing.wager not in self.meters]
        for name, row in self.meters.items():
            mine = [(claim, paid) for claim, paid in falling if claim.standing.wager == name]
            claims += [claim for claim, _ in mine if claim.result != "win"]
            if self.is_fouled(play):
                # A stake that goes back takes what it had paid to the meter with it, before a prize is reckoned.
                for claim, _ in mine:
                    if claim.result == "push" or (
                        claim.result == "win" and self._gives_stake_back(play, claim)
                    ):
                        self._shift(play, self.account(row.name), "house", self.contribution(claim.standing))
            claims += self._prizes(play, row, [due for due in mine if due[0].result == "win"])
        return claims

    def _prizes(self, play: Play, row: MeterRow, won: list[Due]) -> list[Claim]:
        """Those who divide a prize are paid together; the others one after the other, each of what is left."""
        start = holds = self.meter_now(play, row.name)
        how = self._sharing(row)
        side = self.ruleset.options.get(row.order_by, "")
        if side:
            won = sorted(won, key=lambda due: int(due[0].standing.seat), reverse=side == FROM_RIGHT)
        shared = how != IN_ORDER
        groups: list[list[Due]] = []
        for due in won:
            same = (
                [
                    group
                    for group in groups
                    if group[0][1] == due[1] and self._together(play, row, shared, group[0])
                ]
                if self._together(play, row, shared, due)
                else []
            )
            together = next(iter(same), None)
            if together is None:
                groups.append([due])
            else:
                together.append(due)
        if row.lesser_first:
            groups.sort(key=lambda group: self._as_it_stands(group[0], start))
        elif shared:
            groups.sort(
                key=lambda group: (self._pay(group[0]).kind == "share", self._pay(group[0]).value.ratio)
            )
        paid: list[Claim] = []
        for group in groups:
            pay, number = self._pay(group[0]), len(group)
            # Shares of one round are of the meter as it stood, and never more than is left of it; paid one after the other, of what is left.
            whole, held = _whole(pay, how, number, start, holds), holds
            share = (
                _whole(msgspec.structs.replace(pay, least=0), how, number, start, holds)
                if pay.least
                else whole
            )
            for claim, _ in group:
                prize = pay.winnings(claim.standing.stake)
                if pay.kind == "share" or (number > 1 and self._is_set(row)):
                    # What does not come out even stays in the fund, or is paid besides where the share is the least that is owed.
                    exact = Fraction(whole if pay.kind == "share" else prize) / number
                    prize = Fraction(claim.rounding.apply(exact))
                    if number > 1 and number * exact <= held < number * prize:
                        # The equal shares of all that a fund holds are no more than it holds.
                        prize = Fraction(msgspec.structs.replace(claim.rounding, way="down").apply(exact))
                    claim = replace(
                        claim,
                        clauses=tuple(
                            dict.fromkeys(
                                (*claim.clauses, *([claim.rounding.clause] if prize > exact else []))
                            )
                        ),
                    )
                from_meter = (
                    pay.kind == "share" or self.ruleset.readings.get(row.fixed_paid_by, "meter") == "meter"
                ) and not self._is_set(row)
                if from_meter and share < whole:
                    # The least of a prize is promised by the house: what the share of the fund falls short of it, the house adds.
                    more = max(0, int(prize) - claim.rounding.apply(share / number))
                    self._shift(play, "house", self.account(row.name), more)
                    holds += more
                if from_meter and prize > holds:
                    # The house pays what the meter does not hold: it takes the meter over and pays the whole.
                    self._shift(play, self.account(row.name), "house", holds)
                    play.state["emptied"] = sorted({*play.state.get("emptied", []), row.name})
                    holds, from_meter = 0, False
                spent = Fraction(
                    claim.standing.stake
                    if pay.kind in ("share", "amount", "times") and not self._gives_stake_back(play, claim)
                    else 0
                )
                told = f"{claim.why}: {show_amount(int(prize))}" + (
                    f", shared by {number}" if number > 1 else ""
                )
                changes: dict[str, Any] = {
                    "won": prize,
                    "lost": spent,
                    "why": told,
                    "clauses": self._clauses(row, claim, number, len(won), prize),
                }
                if from_meter:
                    holds -= int(prize)
                    if pay.kind == "share" and pay.value.ratio >= 1:
                        play.state["emptied"] = sorted({*play.state.get("emptied", []), row.name})
                    # The meter pays the prize; a stake that is spent is the house's.
                    changes |= {
                        "against": self.account(row.name),
                        **({"contribution": ("house", spent)} if spent else {}),
                    }
                paid.append(replace(claim, **changes))
        return paid

    def _as_it_stands(self, due: Due, meter: Amount) -> Fraction:
        """What a prize comes to with the meter as the round finds it."""
        pay = self._pay(due)
        return (
            max(pay.value.ratio * meter, Fraction(pay.least))
            if pay.kind == "share"
            else pay.winnings(due[0].standing.stake)
        )

    def _pay(self, due: Due) -> Pay:
        return self.ruleset.prices(due[0].standing.wager)[due[1]]

    def _is_set(self, row: MeterRow) -> bool:
        return bool(row.kind_by) and self.ruleset.options[row.kind_by] == SET

    def _sharing(self, row: MeterRow) -> str:
        """How winners of one round share: not at all, but one after the other from what is left; one prize divided; or their prizes added up and divided."""
        return (
            self.ruleset.facts.get(row.shares, IN_ORDER)
            if condition(row.shared_when)(self.ruleset.facts)
            else IN_ORDER
        )

    def _gives_stake_back(self, play: Play, claim: Claim) -> bool:
        """Whether the stake of a prize goes back too, because the dealer's hand is not played."""
        return self.is_fouled(play) and "dealer-fouled" in self.ruleset.wager(claim.standing.wager)[0].push

    def _together(self, play: Play, row: MeterRow, shared: bool, due: Due) -> bool:
        """Whether those who won by a row divide it: always, or where the board alone makes the hand."""
        divided = shared and (not row.shared_rows or due[1] in row.shared_rows)
        return divided or bool(
            row.board_clause and self._pay(due).kind == "share" and self.board_makes(play, due)
        )

    def board_makes(self, play: Play, due: Due) -> bool:
        """Whether the community cards alone are the hand of a winner."""
        ranking, least = self.ranking, threshold(self.ranking, due[1])
        cards = play.cards("board") if play.known("board") else []
        if least is None or len(cards) < ranking.size or best(ranking, cards) < least:
            return False
        return best(ranking, cards) == best(
            ranking, [*cards, *play.cards(due[0].standing.seat, due[0].standing.person)]
        )

    def _clauses(
        self, row: MeterRow, claim: Claim, together: int, winners: int, prize: Fraction
    ) -> tuple[str, ...]:
        least = self.ruleset.options.get(row.signature, row.signature)
        more = [
            row.clause,
            row.order_clause if winners > 1 else "",
            (row.shares_clause or row.board_clause) if together > 1 else "",
        ]
        more.append(row.signature_clause if least and prize >= parse_amount(least) else "")
        return tuple(dict.fromkeys((*claim.clauses, *(clause for clause in more if clause))))

    def reseed(self, play: Play) -> None:
        """The house seeds a meter of which everything was paid."""
        for row in self.meters.values():
            seed = parse_amount(self.seed_of(row))
            short = seed - self.meter_now(play, row.name)
            if short > 0 and row.name in play.state.get("emptied", []):
                self._shift(play, "house", self.account(row.name), short)
                play.clauses.add(row.clause)

    def _shift(self, play: Play, source: str, target: str, amount: Amount) -> None:
        """Money between the house and a meter that a settlement brings with it."""
        play.transfer(source, target, amount)
        play.state["shifts"] = [
            *play.state.get("shifts", []),
            *([[source, target, amount]] if amount else []),
        ]

    def undo_shifts(self, play: Play) -> None:
        """What meters gave and took when they were settled is undone: all is settled again."""
        for source, target, amount in play.state.get("shifts", []):
            play.moves.remove(Move(source, target, amount))
        play.state |= {"shifts": [], "emptied": []}

    # The most that is paid.

    def capped(self, play: Play, falling: list[Due]) -> list[Due]:
        """Payments, none beyond the most that the table pays for it."""
        paid: dict[tuple[str, tuple[str, ...]], Fraction] = {}
        found = []
        for claim, on in falling:
            wager: StreetWager = self.ruleset.wager(claim.standing.wager)[0]
            most = self.ruleset.option_amount(wager.cap.option) if wager.cap else None
            binds = wager.cap is not None and condition(wager.cap.when)(self.ruleset.facts)
            if (
                wager.cap
                and binds
                and most is not None
                and claim.result == "win"
                and (not wager.cap.rows or on in wager.cap.rows)
            ):
                key = (claim.standing.person, tuple(sorted({claim.standing.wager, *wager.cap.together})))
                left = max(Fraction(0), most - paid.get(key, Fraction(0)))
                if claim.won > left:
                    claim = replace(
                        claim,
                        won=left,
                        clauses=tuple(dict.fromkeys((*claim.clauses, wager.cap.clause))),
                        why=f"{claim.why}, and the most that is paid is {show_amount(most)}",
                    )
                paid[key] = paid.get(key, Fraction(0)) + claim.won
            found.append((claim, on))
        return found


def _whole(pay: Pay, how: str, number: int, start: Amount, holds: Amount) -> Fraction:
    """What several who won by one row divide."""
    ratio, least, left = pay.value.ratio, Fraction(pay.least), Fraction(holds)
    if how == ADDED:
        # Each prize is of the meter as it stood; together they are no more than it holds.
        return max(min(number * ratio * start, left), number * least)
    if how == ADDED_IN_ORDER:
        # Each prize is of what those before have left.
        total = Fraction(0)
        for _ in range(number):
            total, left = total + max(ratio * left, least), max(left - max(ratio * left, least), Fraction(0))
        return total
    return max(min(ratio * start, left) if how != IN_ORDER else ratio * left, least)
