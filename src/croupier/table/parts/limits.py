"""The limits of a table, by its rulebook, options and rulings: the size of a wager, and its means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from croupier.cache import Cache
from croupier.equipment.money import MOST, Amount, parse_amount, show_amount
from croupier.errors import BadInput, FactsWanted, OptionForbidden, unknown
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.rulebook.schema import IrregularityRow, LimitRule
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.part import Carried, Part
from croupier.table.parts.people import bettors
from croupier.table.parts.rows import BettingRow, TableWager
from croupier.table.persons import check_person
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Key

CHANGE, RAISE, LEAVES = "change-limits", "raise-minimum", "old-minimum-ends"
KEPT, NOBODY = "kept", "nobody"
OWN = "each"
"""The key of a raise that says who keeps which minimum, where some keep another than the rest."""


class LimitsSet(Carried, frozen=True):
    """Limits that rulings have changed."""

    limits: dict[str, str] = {}
    raised: dict[str, str] = {}
    old_minimum: dict[str, str] = {}
    """By person: the minimum that he keeps; empty where none was set."""


UNCHANGED = LimitsSet()


class Keeping(Slice):
    """Who plays on at the minimum of before a raise, and at which. A void round leaves it as it is."""

    hidden = True

    least: dict[str, Amount | None] | UnsetType = UNSET


class Schedule(Protocol):
    """Limits of a schedule of fees that the table is on."""

    def bounds(self) -> tuple[Amount, Amount] | None:
        """Return the least and the most of a wager; None where no schedule is in force."""

    @property
    def clause(self) -> str:
        """The clause of the schedule in force."""


class Sizes(msgspec.Struct, frozen=True):
    """The sizes that a wager may have by the rules alone; None where a bound is not set."""

    least: Amount | None
    most: Amount | None
    exactly: Amount | None
    multiple_of: Amount | None
    at_least: Amount | None
    """The minimum that the table sets for this wager."""
    at_most: Amount | None
    rules: tuple[tuple[LimitRule, Amount | None, Amount | None], ...]
    """The rulebook's limits that hold for every wager, each with its minimum and maximum."""
    clause: str
    lowest: Amount
    """From here to `highest`, in multiples of `unit`, every stake is taken while no limit is changed."""
    highest: Amount
    unit: Amount


def _amount(text: str) -> Amount | None:
    return parse_amount(text) if text else None


class Limits(Part[LimitsSet]):
    """The limits of a table, by its rulebook, its options and the rulings of its supervisor."""

    carried = LimitsSet
    marks = (CHANGE, RAISE, LEAVES)

    def __init__(
        self,
        ruleset: Ruleset[Any, Any],
        row: BettingRow,
        schedule: Schedule | None = None,
        has_boxes: bool = True,
    ) -> None:
        self.ruleset = ruleset
        self.row = row
        self.of_person = bool(row.patron_clause) or not has_boxes
        """Whether limits are a person's, on all his places together: where there are no boxes they are."""
        own = bool(row.patron_own_when) and ruleset.holds(row.patron_own_when)
        self.own_of_person = own or not has_boxes
        """Whether those on a sign of a wager's own are."""
        self.schedule = schedule
        self._least, self._most = ruleset.option_amount("minimum"), ruleset.option_amount("maximum")
        self._check_options()
        self._chip = ruleset.option_amount("chip")
        self._set_with = {"minimum", "maximum", KEPT, OWN, "clause"}.union(
            *([*row.facts, *row.takes, *row.facts_formerly] for row in self._changing(ruleset))
        )
        """What a change of the limits is carried with."""
        self._sizes: Cache[str, Sizes] = Cache()

    def _check_options(self) -> None:
        """Refuse limits that make no sense, or that the rulebook itself has set otherwise."""
        rules = self.ruleset
        own = dict.fromkeys(tuple(row.own_limits) for row in rules.wagers.values() if row.own_limits)
        bound = [rule for rule in rules.limit_rules if rules.holds(rule.when)]
        for least, most in (("minimum", "maximum"), *own):
            for rule in bound:
                for name, kind, text in ((least, "minimum", rule.min), (most, "maximum", rule.max)):
                    value = rules.option_amount(name)
                    if text and value is not None and value != parse_amount(text):
                        raise self._forbidden(name, f"the {kind} here is {text}", rule.clause)
            low, high = rules.option_amount(least), rules.option_amount(most)
            if low is not None and high is not None and low > high:
                why = f"the minimum is above the maximum of {show_amount(high)}"
                raise self._forbidden(least, why, rules.option_rows[least].clause)

    def _forbidden(self, option: str, why: str, clause: str) -> OptionForbidden:
        """Return the error for a limit that this table may not have."""
        return OptionForbidden(self.ruleset.id, option, self.ruleset.options[option], why, clause)

    @staticmethod
    def _changing(ruleset: Ruleset[Any, Any]) -> list[IrregularityRow]:
        """List the rulings that change limits."""
        events = ruleset.irregularities.values()
        return [
            one for one in events if {CHANGE, RAISE} & {order for row in one.rows for order in row.ruling}
        ]

    def begin(self, play: Play, carried: LimitsSet) -> None:
        """Begin with the changed limits: they are marks from the start."""
        play.add(Keeping())
        for mark, given in ((CHANGE, carried.limits), (RAISE, carried.raised)):
            if given:
                for key in given:
                    if key not in self._set_with:
                        raise unknown("key", key, self._set_with, "before.limits")
                play.marks[mark] = dict(given)
                for bound in ("minimum", "maximum"):
                    parse_amount(given.get(bound) or "0")
        if carried.raised:
            usual, _ = self._changed(play)
            least: dict[str, Amount | None] = dict.fromkeys(_named(carried.raised), usual)
            for one in filter(None, carried.raised.get(OWN, "").split("+")):
                who, _, amount = one.partition(":")
                least[check_person(who, "before.limits")] = parse_amount(amount)
            play.of(Keeping).least = least

    def carry(self, play: Play) -> LimitsSet:
        """Carry changed limits until they are changed again."""
        if not play.marks:
            return UNCHANGED
        raised = play.marks.get(RAISE, {})
        if raised:
            (usual, _), least = self._changed(play), _keeping(play)
            each = [f"{who}:{show_amount(own or 0)}" for who, own in least.items() if own != usual]
            raised = {key: value for key, value in raised.items() if key != OWN} | {
                KEPT: "+".join(least) or NOBODY
            }
            raised |= {OWN: "+".join(each)} if each else {}
        return LimitsSet(play.marks.get(CHANGE, {}), raised)

    def _changed(self, play: Play) -> tuple[Amount | None, Amount | None]:
        """Return the limits as set, or as a ruling changed them, before the minimum was raised."""
        changed = play.marks.get(CHANGE, {})
        least = parse_amount(changed["minimum"]) if changed.get("minimum") else self._least
        most = parse_amount(changed["maximum"]) if changed.get("maximum") else self._most
        return least, most

    def now(self, play: Play, who: str) -> tuple[Amount | None, Amount | None]:
        """Return a person's minimum and maximum: as set, as a ruling changed them, or by the schedule."""
        least, most = self._least, self._most
        if play.marks:
            least, most = self._changed(play)
            raised, keeping = play.marks.get(RAISE, {}), _keeping(play)
            if raised.get("minimum"):
                least = keeping[who] if who in keeping else parse_amount(raised["minimum"])
        bounds = self.schedule.bounds() if self.schedule else None
        if bounds is None:
            return least, most
        return bounds[0] if least is None else least, bounds[1] if most is None else most

    def of(self, play: Play, who: str, row: TableWager) -> tuple[Amount | None, Amount | None]:
        """Return the limits that bind a wager: its own, the table's, or none where the text sets none."""
        if row.own_limits:
            least, most = (self.ruleset.option_amount(name) for name in row.own_limits)
            return least, most
        return self.now(play, who) if self.ruleset.holds(row.limits_when) else (None, None)

    def most(self, play: Play, name: str, row: TableWager, who: str) -> Amount | None:
        """Return the maximum of a wager: that of its own sign, or the table's. None while none is set."""
        own = self._sizes_of(name, row).at_most
        return self.of(play, who, row)[1] if own is None else own

    @property
    def most_set(self) -> Amount | None:
        """The table's maximum as it was set, or by the schedule it is on; None where there is none."""
        return self.now(Play(), "")[1]

    def allow(self, name: str, row: TableWager, stake: Amount) -> bool:
        """Whether a stake is not too large by the rules alone, whatever lies on the table."""
        return stake <= self._sizes_of(name, row).highest

    def elsewhere(self, play: Play, name: str, row: TableWager, who: str, place: str) -> Amount:
        """Return what a person has on the same thing at other places, where its limits are a person's."""
        if not self.of_person or (row.own_limits and not self.own_of_person):
            return 0
        wager, _, param = name.partition(":")
        found = 0
        for one in play.wagers:
            if one.wager == wager and one.param == param and one.person != place and one.whose == who:
                found += one.stake
        return found

    def judge_rest(self, play: Play, standing: Standing, row: TableWager) -> Refusal | None:
        """Say why a wager is not taken back whole: what its player has on it elsewhere is too little."""
        rest = self.elsewhere(play, standing.name, row, standing.whose, standing.person)
        if not rest or row.stake.exactly:
            return None
        refusal = self.judge_amount(play, standing.wager, row, rest, standing.whose)
        if refusal is None:
            return None
        return Refusal(f"{refusal.why}, and {show_amount(rest)} would be left elsewhere", refusal.clause)

    def judge_amount(
        self,
        play: Play,
        name: str,
        row: TableWager,
        stake: Amount,
        who: str = "",
        supplement: bool = False,
        elsewhere: Amount = 0,
    ) -> Refusal | None:
        """Say why a stake is too small or too large, by the clause of its own bound or schedule.

        `elsewhere`: what the same person has on it at other places, where limits are a person's.
        """
        own, sizes = row.stake, self._sizes_of(name, row)
        if (
            not play.marks
            and not elsewhere
            and sizes.lowest <= stake <= sizes.highest
            and not stake % sizes.unit
        ):
            return None
        if sizes.least is not None and 0 < stake < sizes.least:
            return Refusal(f"the minimum of {name} is {own.min}", own.clause or clauses_of(row)[0])
        if sizes.most is not None and stake > sizes.most:
            return Refusal(f"the maximum of {name} is {own.max}", own.clause or clauses_of(row)[0])
        refusal = self._judge_bounds(play, name, row, stake, who, supplement, elsewhere)
        clause = self.row.limits_clause or self.row.clause
        if refusal and row.limits_clause and refusal.clause == clause:
            refusal = Refusal(refusal.why, row.limits_clause)
        bounds = self.schedule.bounds() if self.schedule else None
        if refusal is None or bounds is None or refusal.clause not in (clause, self.row.maximum_clause):
            return refusal
        assert self.schedule is not None
        return (
            refusal
            if bounds[0] <= stake + elsewhere <= bounds[1]
            else Refusal(refusal.why, self.schedule.clause)
        )

    def _judge_bounds(
        self,
        play: Play,
        name: str,
        row: TableWager,
        stake: Amount,
        who: str,
        supplement: bool,
        elsewhere: Amount,
    ) -> Refusal | None:
        sizes = self._sizes_of(name, row)
        clause, limits = sizes.clause, self.row.limits_clause or self.row.clause
        if stake <= 0:
            return Refusal("a wager is more than nothing", clause)
        if stake >= MOST:
            return Refusal(f"no wager is {show_amount(MOST)} or more", clause)
        if sizes.exactly is not None:
            # A stake of one size has no other limits.
            size = show_amount(sizes.exactly)
            return Refusal(f"{name} is exactly {size}", clause) if stake != sizes.exactly else None
        total = stake + elsewhere
        for rule, smallest, largest in sizes.rules:
            if smallest is not None and total < smallest:
                return Refusal(f"the minimum here is {rule.min}", rule.clause)
            if largest is not None and total > largest:
                return Refusal(f"the maximum here is {rule.max}", rule.clause)
        least, most = self.of(play, who, row)
        least = least if sizes.at_least is None else sizes.at_least
        most = most if sizes.at_most is None else sizes.at_most
        if least is not None and total < least:
            return Refusal(f"the minimum is {show_amount(least)}", limits)
        exempt = supplement and self.row.supplements_exempt and sizes.at_most is None
        if most is not None and total > most and not exempt:
            clause_of_most = self.row.maximum_clause or limits
            if elsewhere and stake <= most:
                return Refusal(
                    f"the maximum is {show_amount(most)}, and the player has {show_amount(elsewhere)} "
                    "on it at another place",
                    self.row.patron_clause or clause_of_most,
                )
            return Refusal(f"the maximum is {show_amount(most)}", clause_of_most)
        if sizes.multiple_of and stake % sizes.multiple_of:
            return Refusal(f"it is made in multiples of {row.stake.multiple_of}", clause)
        return None

    def _sizes_of(self, name: str, row: TableWager) -> Sizes:
        """Return the sizes of a wager by the rules alone, worked out once."""
        return self._sizes.get(name) or self._sizes.keep(name, self._work_out(name, row))

    def _work_out(self, name: str, row: TableWager) -> Sizes:
        rules, stake = self.ruleset, row.stake
        own = rules.limits.get(name) or rules.limits.get(rules.names[name][0])
        at_least, at_most = (_amount(own.min), _amount(own.max)) if own else (None, None)
        least, most, each = _amount(stake.min), _amount(stake.max), _amount(stake.multiple_of)
        exactly = self.exact_size(row) if stake.exactly else None
        bound = tuple(
            (rule, _amount(rule.min), _amount(rule.max))
            for rule in rules.limit_rules
            if rules.holds(rule.when)
        )
        lows, highs = [least, exactly], [most, exactly]
        if exactly is None:
            usual = self.of(Play(), "", row)
            lows += [usual[0] if at_least is None else at_least, *(low for _, low, _ in bound)]
            highs += [usual[1] if at_most is None else at_most, *(high for _, _, high in bound)]
        return Sizes(
            least=least,
            most=most,
            exactly=exactly,
            multiple_of=each,
            at_least=at_least,
            at_most=at_most,
            rules=bound,
            clause=stake.clause or clauses_of(row)[0],
            lowest=max([1, *(low for low in lows if low is not None)]),
            highest=min([MOST - 1, *(high for high in highs if high is not None)]),
            unit=each or 1,
        )

    def exact_size(self, row: TableWager) -> Amount | None:
        """Return the size of a stake that has only one. None while its option is open."""
        text = self.ruleset.options.get(row.stake.exactly, row.stake.exactly)
        return parse_amount(text) if text else None

    def judge_chips(self, amount: Amount) -> Refusal | None:
        """Say why an amount cannot be made of the chips of this table."""
        chip = self._chip
        if not chip or not amount % chip:
            return None
        return Refusal(f"the smallest chip is {show_amount(chip)}", self.ruleset.option_rows["chip"].clause)

    def in_chips(self, amount: Amount) -> Amount:
        """Return the most that can be laid in chips of this table without going over an amount."""
        return amount - amount % self._chip if self._chip and amount > self._chip else amount

    def pays_in_coins(self, event: Event) -> bool:
        """Whether a wager is made with something that has a unit of its own."""
        return any(row.with_ == event.fact("with") and row.multiple_of for row in self.ruleset.media)

    @property
    def made_with(self) -> tuple[Key, ...]:
        """What may be said of the means of a wager; nothing where the rulebook rules on none."""
        means = tuple(dict.fromkeys(row.with_ for row in self.ruleset.media))
        return (Key("with", "what the wager is made with", means),) if means else ()

    def judge_medium(self, event: Event) -> Refusal | None:
        """Say why coins, value chips or chips of another table are not taken."""
        given = event.fact("with")
        if not given:
            return None
        for row in self.ruleset.media:
            if row.with_ == given:
                allowed = row.when != "never" and self.ruleset.holds(row.when)
                uneven = row.multiple_of and event.amount and event.amount % parse_amount(row.multiple_of)
                if allowed and uneven:
                    return Refusal(f"{given} are of {row.multiple_of}", row.unit_clause or row.clause)
                why = row.why or f"a wager cannot be made with {given} here"
                return None if allowed else Refusal(why, row.clause)
        return None

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse changed limits that make no sense. A change replaces an earlier raise."""
        if mark == LEAVES:
            self._leaves(play, facts)
            return
        least, _ = self.now(play, "")
        new = parse_amount(facts["minimum"]) if facts.get("minimum") else None
        parse_amount(facts.get("maximum") or "0")
        up = new is not None and new > (least or 0)
        if mark == RAISE and not up:
            raise BadInput("the minimum is only increased in this way; say minimum= with more than it is now")
        self._check_changed(play, mark, facts)
        if mark == RAISE:
            self._keep(play, facts)
        elif new is not None:
            play.marks.pop(RAISE, None)
            play.of(Keeping).least = UNSET

    def _keep(self, play: Play, facts: Mapping[str, str]) -> None:
        """Let all who play already go on at their minimum: who bets, and whom the ruling names."""
        named, playing = _named(facts), list(_keeping(play))
        bet = sorted(bettors(play))
        if facts.get(KEPT) == NOBODY and bet:
            raise BadInput(f"{' and '.join(bet)} play already, and keep the old minimum: leave kept= out")
        playing += bet
        if not facts.get(KEPT) and not playing:
            raise FactsWanted(
                "say with kept= who plays at the table already and keeps the old minimum, like kept=1+3b, "
                f"or {KEPT}={NOBODY}",
                {KEPT: ()},
            )
        play.of(Keeping).least = {one: self.now(play, one)[0] for one in dict.fromkeys([*playing, *named])}

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse to say of the minimum what the table shows to be otherwise."""
        goes, text = facts.get("minimum-goes"), facts.get("minimum", "")
        _, row = self.ruleset.ruling(irregularity, facts)
        if CHANGE in row.ruling and facts.get(KEPT):
            raise BadInput(f"{irregularity}: nobody keeps an old minimum here; leave kept= out")
        least, _ = self.now(play, "")
        if goes is None or least is None or not text:
            return
        new = parse_amount(text)
        if new > least and goes == "not-up":
            raise BadInput(f"the minimum goes up from {show_amount(least)}: say minimum-goes=up")
        if new <= least and goes == "up" and RAISE not in row.ruling:
            raise BadInput(f"the minimum does not go up from {show_amount(least)}: say minimum-goes=not-up")

    def _leaves(self, play: Play, facts: Mapping[str, str]) -> None:
        """Let the old minimum of somebody who leaves the table end."""
        who, keeping = check_person(facts.get("seat", ""), "seat"), _keeping(play)
        if who not in keeping:
            raise BadInput(f"{who} keeps no old minimum at this table")
        play.of(Keeping).least = {one: own for one, own in keeping.items() if one != who}

    def _check_changed(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse a change that would put the minimum above the maximum."""
        least, most = self.now(play, "")
        least = parse_amount(facts["minimum"]) if facts.get("minimum") else least
        if mark == CHANGE and facts.get("maximum"):
            most = parse_amount(facts["maximum"])
        if least is not None and most is not None and least > most:
            raise BadInput(
                f"the minimum of {show_amount(least)} would be above the maximum of {show_amount(most)}: "
                "say minimum= and maximum= that fit"
            )


def _keeping(play: Play) -> dict[str, Amount | None]:
    """Return who keeps a minimum of before a raise, and which."""
    return play.of(Keeping).least or {}


def _named(raised: Mapping[str, str]) -> list[str]:
    """Return the persons who are said to keep the minimum of before a raise, on all their boxes."""
    said = raised.get(KEPT, "")
    return [check_person(one, KEPT) for one in said.split("+")] if said and said != NOBODY else []
