"""Who may bet, with what and how much: the limits of a table, those whom it excludes, and what a wager is made with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from croupier.equipment.money import MOST, Amount, parse_amount, show_amount
from croupier.errors import BadInput, short, unknown
from croupier.families.common.pricing import Pricing
from croupier.families.common.rules import TableWager
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import clauses_of
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal

MOST_SEATS = 40
"""Where a text does not count the places at a table, the engine does."""


class Limits(Pricing):
    """The limits of a table, by its rulebook, its options and the rulings of its supervisor."""

    @property
    def limits(self) -> SimpleNamespace:
        """Limits, as a table made of parts has them apart."""
        return SimpleNamespace(
            now=self.limits_now, judge_amount=self.judge_amount, judge_chips=self.judge_chips
        )

    def excluded(self, play: Play) -> dict[str, str]:
        """Who is excluded from the game, a whole box or one bettor on it, with the clause."""
        mark = play.marks.get("exclude", {})
        return {
            **play.state["excluded"],
            **{seat: mark["clause"] for seat in mark.get("seat", "").split("+") if seat},
        }

    def barred_by(self, play: Play, event: Event) -> Refusal | None:
        """Why a person who is excluded may do nothing at this table."""
        found = self.excluded(play)
        clause = found.get(event.seat) or found.get(event.who)
        return Refusal(f"{event.who} is excluded from the game", clause) if clause else None

    def limits_now(self, play: Play, seat: str) -> tuple[Amount | None, Amount | None]:
        """The table's minimum and maximum, as they were set and as the supervisor has changed them since."""
        least, most = self.ruleset.option_amount("minimum"), self.ruleset.option_amount("maximum")
        changed = play.marks.get("change-limits", {})
        least = parse_amount(changed["minimum"]) if changed.get("minimum") else least
        most = parse_amount(changed["maximum"]) if changed.get("maximum") else most
        raised = play.marks.get("raise-minimum", {})
        if raised.get("minimum") and (not seat or seat not in raised.get("kept", "").split("+")):
            least = parse_amount(raised["minimum"])
        return least, most

    def limits_of(self, play: Play, seat: str, row: TableWager) -> tuple[Amount | None, Amount | None]:
        """The limits that bind a wager: the table's."""
        return self.limits_now(play, seat)

    def judge_amount(
        self, play: Play, name: str, row: TableWager, stake: Amount, seat: str = "", supplement: bool = False
    ) -> Refusal | None:
        """Why a stake is too small or too large."""
        clause = row.stake.clause or clauses_of(row)[0]
        limits = self.betting.limits_clause or self.betting.clause
        if stake <= 0:
            return Refusal("a wager is more than nothing", clause)
        if stake >= MOST:
            return Refusal(f"no wager is {show_amount(MOST)} or more", clause)
        if row.stake.exactly:
            # A stake of one size has no other limits.
            size = self.exact_size(row)
            if size is not None:
                return Refusal(f"{name} is exactly {show_amount(size)}", clause) if stake != size else None
        for rule in self.ruleset.limit_rules:
            if condition(rule.when)(self.ruleset.facts):
                if rule.min and stake < parse_amount(rule.min):
                    return Refusal(f"the minimum here is {rule.min}", rule.clause)
                if rule.max and stake > parse_amount(rule.max):
                    return Refusal(f"the maximum here is {rule.max}", rule.clause)
        own = self.ruleset.limits.get(name) or self.ruleset.limits.get(self.ruleset.names[name][0])
        least, most = self.limits_of(play, seat, row)
        least = parse_amount(own.min) if own and own.min else least
        most = parse_amount(own.max) if own and own.max else most
        if least is not None and stake < least:
            return Refusal(f"the minimum is {show_amount(least)}", limits)
        exempt = supplement and self.betting.supplements_exempt and not (own and own.max)
        if most is not None and stake > most and not exempt:
            return Refusal(f"the maximum is {show_amount(most)}", self.betting.maximum_clause or limits)
        if row.stake.multiple_of and stake % parse_amount(row.stake.multiple_of):
            return Refusal(f"it is made in multiples of {row.stake.multiple_of}", clause)
        return None

    def exact_size(self, row: TableWager) -> Amount | None:
        """The one size of a stake that has only one: an amount, or the option that says it, while that is not open."""
        text = self.ruleset.options.get(row.stake.exactly, row.stake.exactly)
        return parse_amount(text) if text else None

    def judge_chips(self, amount: Amount) -> Refusal | None:
        """Why an amount cannot be made of the chips of this table."""
        chip = self.ruleset.option_amount("chip")
        return (
            Refusal(f"the smallest chip is {show_amount(chip)}", self.ruleset.option_rows["chip"].clause)
            if chip and amount % chip
            else None
        )

    def pays_in_coins(self, event: Event) -> bool:
        """Whether a wager is made with something that has a unit of its own."""
        return any(row.with_ == event.fact("with") and row.multiple_of for row in self.ruleset.media)

    def judge_oral(self, play: Play, event: Event) -> Refusal | None:
        """Why a wager that is only spoken is not taken."""
        betting = self.betting
        if event.fact("oral") != "yes":
            return None
        if betting.oral == "never":
            return Refusal("a wager cannot be made orally here", betting.oral_clause)
        if betting.oral_when == "dice-out" and play.phase == "open":
            return Refusal(
                "a wager is made orally only when there is no time for chips, while the dice are in the air",
                betting.oral_when_clause,
            )
        confirmed = set(event.fact("confirmed").split("+")) if event.fact("confirmed") else set()
        word = (" or " if betting.oral_any else " and ").join(betting.oral_by)
        wanted = f"an oral wager needs the money on the table and the word of {word} (covered=yes confirmed={betting.oral_by[0] if betting.oral_any else '+'.join(betting.oral_by)})"
        if event.fact("covered") != "yes":
            return Refusal(wanted, betting.oral_clause)
        enough = (
            bool(set(betting.oral_by) & confirmed) if betting.oral_any else set(betting.oral_by) <= confirmed
        )
        if not enough:
            return Refusal(wanted, betting.oral_by_clause or betting.oral_clause)
        return None

    def judge_medium(self, event: Event) -> Refusal | None:
        """Coins, value chips and chips of another table are taken only where the rulebook and the operator allow it."""
        given = event.fact("with")
        if not given:
            return None
        for row in self.ruleset.media:
            if row.with_ == given:
                allowed = row.when != "never" and condition(row.when)(self.ruleset.facts)
                if (
                    allowed
                    and row.multiple_of
                    and event.amount is not None
                    and event.amount % parse_amount(row.multiple_of)
                ):
                    return Refusal(f"{given} are of {row.multiple_of}", row.unit_clause or row.clause)
                return (
                    None
                    if allowed
                    else Refusal(row.why or f"a wager cannot be made with {given} here", row.clause)
                )
        if not self.ruleset.media:
            raise BadInput(
                f"{self.ruleset.id} says nothing of what a wager is made with; leave with={given} out"
            )
        raise unknown("way to bet", given, [row.with_ for row in self.ruleset.media], self.ruleset.id)

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Who is excluded, and which limits are changed, must make sense."""
        if mark == "exclude":
            who = re.fullmatch(r"([0-9]{1,2})[a-z]?", facts.get("seat", ""), re.ASCII)
            if not who:
                raise BadInput("say who is excluded, like seat=2 or seat=2b")
            check_seat(who[1])
        if mark in ("change-limits", "raise-minimum"):
            least, _ = self.limits_now(play, "")
            new = parse_amount(facts["minimum"]) if facts.get("minimum") else None
            parse_amount(facts.get("maximum") or "0")
            up = new is not None and new > (least or 0)
            if mark == "raise-minimum" and not up:
                raise BadInput(
                    "the minimum is only increased in this way; say minimum= with more than it is now"
                )
            if mark == "change-limits" and up and least is not None and facts.get("minimum-goes") == "not-up":
                raise BadInput(f"the minimum goes up from {show_amount(least)}: say minimum-goes=up")
            if mark == "change-limits" and new is not None:
                play.marks.pop("raise-minimum", None)


def check_seat(seat: str) -> None:
    """Seats are numbered from 1."""
    if not re.fullmatch(r"[1-9][0-9]?", seat, re.ASCII) or int(seat) > MOST_SEATS:
        raise BadInput(f"there is no seat {short(seat)}; seats are numbered 1 to {MOST_SEATS}")


def texts_of(before: Mapping[str, Any], key: str) -> dict[str, str]:
    """A table of texts that a round carries."""
    given = before.get(key, {})
    if not isinstance(given, dict):
        raise BadInput(f"before: {key} must be a table")
    return {str(name): str(value) for name, value in given.items()}
