"""A way of playing twenty-one as tables that the kernel walks card by card, without looking at totals.

A hand is a state; each card leads to the next, until the hand has ended. States that lead to the same ends by
the same cards are one, so a few hundred are left. The dealer's hand is walked in the same manner. Cards are
letters: values, told apart further where the rules look at suits or at the ranks of tens.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.card import pack
from croupier.errors import BadInput
from croupier.families.twentyone.declared import NAMED, SEVEN, value_of
from croupier.families.twentyone.hands import TENS
from croupier.families.twentyone.simulation.ends import NO_CARD, SWITCHED, End, Ends, Final
from croupier.families.twentyone.simulation.shapes import GONE, MOST_HANDS, SPLIT, Ints, States, Tables, Way
from croupier.families.twentyone.solver.dealer import added, draws
from croupier.families.twentyone.solver.plan import Plan, two_cards
from croupier.families.twentyone.solver.problem import (
    DOUBLE,
    DRAW,
    IS_BUST,
    IS_DOUBLED_BUST,
    IS_RESCUED,
    IS_SURRENDERED,
    ROLES,
    SPLITS,
    STAND,
    SURRENDER,
    Problem,
)
from croupier.families.twentyone.solver.states import (
    ACE,
    MOST,
    TEN,
    VALUES,
    Counts,
    counts_of,
    hand_of,
    hands,
    hard_total,
)

PAIRS = tuple(two_cards())
"""Every two values, the lower first."""
Code = int
"""A state, or the complement of an end."""


@dataclass(frozen=True, eq=False)
class Strategy:
    """How to play: the solver's result, or a chart."""

    plans: tuple[Plan, ...]
    """One plan; or several where second cards may be switched.

    Then there is one for every two cards of the other hand, in the order of `PAIRS`, or one for all.
    """
    switch: NDArray[np.uint8] | None = None
    """Whether second cards are switched, where they may be.

    [first of one hand, first of the other, second of the one, second of the other, upcard].
    """


class Letter(NamedTuple):
    """Cards that no rule tells apart."""

    value: int
    suit: str = ""
    ten: str = ""


class Walk:
    """Tables for a game, a stake and a way to play."""

    def __init__(self, ends: Ends, problem: Problem, strategy: Strategy) -> None:
        self.ends, self.problem, self.strategy = ends, problem, strategy
        self.rules = ends.rules
        self.switches = self.rules.setup.switch is not None
        if self.switches:
            ends.add_switched()
        self.ranks = {ranks for ranks in ("678", "777") if ends.tells_suits(ranks)}
        self.tens = ends.compares_tens
        cards = [str(card) for card in pack() if not (self.rules.setup.no_tens and card.rank == "T")]
        self.letter_of = {card: self._letter(card) for card in cards}
        self.letters = sorted(set(self.letter_of.values()))
        self.number = {letter: at for at, letter in enumerate(self.letters)}
        self.outcomes: list[End] = []
        self.finals: list[Final | None] = [None]
        self.rows: list[tuple[str, Fraction]] = []
        self._row_number: dict[tuple[str, Fraction], int] = {}
        self._known: dict[Final, int] = {}
        self._same: dict[object, int] = {}
        self._lines: dict[bytes, Code] = {}
        self._states: list[NDArray[np.int32]] = []
        self._pays: list[NDArray[np.int64]] = [np.full((len(ROLES), 0), -1)]
        self._wants: list[tuple[int, ...]] = [(GONE,) * len(ROLES)]
        self._build()

    def _letter(self, card: str) -> Letter:
        value = value_of(card[0])
        suited = any(card[0] in ranks for ranks in self.ranks)
        return Letter(value, card[1] if suited else "", card[0] if self.tens and card[0] in TENS else "")

    def _build(self) -> None:
        self.dealer_first, self.dealer_step, self.unplayed = self._dealer()
        self._pays[0] = np.full((len(ROLES), len(self.outcomes)), -1)
        first, alone = [], []
        known: dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        for plan in self.strategy.plans:
            if id(plan) not in known:
                self.plan = plan
                self.codes = self._hands()
                known[id(plan)] = self._first(), self._alone()
            first.append(known[id(plan)][0])
            alone.append(known[id(plan)][1])
        self.switched = self._switched()
        self.first, self.alone, self.step = self._placed(np.array(first), np.array(alone))

    # The dealer.

    def _dealer(self) -> tuple[States, States, Ints]:
        """Return the dealer's hand as a walk, and for each upcard an end that is no natural."""
        found: dict[End, int] = {}
        states: dict[bytes, Code] = {}
        lines: list[NDArray[np.int32]] = []
        rules = self.problem.rules
        # Naturals have the first numbers, so that the kernel knows them.
        for upcard in self.letters:
            for card in self.letters:
                if {upcard.value, card.value} == {ACE, TEN}:
                    found.setdefault(self._natural_end(upcard, card), len(found))
        self.naturals = len(found)
        known: dict[tuple[Counts, int], Code] = {}

        def end(counts: Counts, upcard: int, discarded: bool) -> Code:
            name = self.ends._dealer(counts, upcard, False, discarded)
            return ~found.setdefault(End(name), len(found))

        def state(children: list[Code]) -> Code:
            line = np.array(children, np.int32)
            if line.tobytes() not in states:
                states[line.tobytes()] = len(lines)
                lines.append(line)
            return states[line.tobytes()]

        def after(counts: Counts, upcard: int, value: int) -> Code:
            more = added(counts, value)
            if rules.discards_bust and hard_total(more) > MOST:
                return end(counts, upcard, True)
            if not draws(more, rules.hits_soft_17):
                return end(more, upcard, False)
            if (more, upcard) not in known:
                by_value = [after(more, upcard, each) for each in range(VALUES)]
                known[more, upcard] = state([by_value[letter.value] for letter in self.letters])
            return known[more, upcard]

        starts = []
        for up in self.letters:
            alone = counts_of((up.value,))
            children = [
                ~found[self._natural_end(up, card)]
                if {up.value, card.value} == {ACE, TEN}
                else after(alone, up.value, card.value)
                for card in self.letters
            ]
            starts.append(state(children))
        self.outcomes = list(found)
        step = np.array(lines, np.int32)
        unplayed = [self._some_end(step, start) for start in starts]
        width = len(self.letters)
        return (
            np.array(starts, np.int32) * width,
            np.where(step >= 0, step * width, step).astype(np.int32).reshape(-1),
            np.array(unplayed, np.int64),
        )

    def _natural_end(self, upcard: Letter, card: Letter) -> End:
        name = self.ends._dealer(counts_of((upcard.value, card.value)), upcard.value, True, False)
        return End(name, upcard.value, upcard.ten or card.ten)

    def _some_end(self, step: NDArray[np.int32], at: int) -> int:
        """Return an end that a state of the dealer may come to and that is no natural."""
        for code in map(int, step[at]):
            if code >= 0:
                return self._some_end(step, code)
            if ~code >= self.naturals:
                return ~code
        raise AssertionError("the dealer can make nothing but naturals")

    # Ends of a hand.

    def final(self, final: Final) -> Code:
        """Return the end of a hand, the same for all that are paid alike."""
        if final not in self._known:
            self._known[final] = self._final(final)
        return ~self._known[final]

    def _final(self, final: Final) -> int:
        pays = np.full((len(ROLES), len(self.outcomes)), -1, np.int64)
        for role, name in enumerate(ROLES):
            for at, end in enumerate(self.outcomes):
                pay = self.ends.pay(name, final, end)
                if pay is not None:
                    key = (pay.row, Fraction(pay.net))
                    if key not in self._row_number:
                        self._row_number[key] = len(self.rows)
                        self.rows.append(key)
                    pays[role, at] = self._row_number[key]
        wants = tuple(self.ends.wants(role, final) for role in ROLES)
        natural = self.ends.is_natural(final.name)
        falls = (
            final.name in self.problem.classes
            and self.problem.classes.index(final.name) in self.problem.fallback
        )
        signature = pays.tobytes(), wants, natural, falls, self.ends.paid(final)
        if signature not in self._same:
            self._same[signature] = len(self.finals)
            self.finals.append(final)
            self._pays.append(pays)
            self._wants.append(wants)
        return self._same[signature]

    @cached_property
    def _class_codes(self) -> NDArray[np.int32]:
        """Return [class]: its end, where neither suits nor the upcard change it."""
        found = []
        for name in self.problem.classes:
            natural = self.ends.is_natural(name)
            # A natural, or a hand whose suits matter, is looked up by its cards; any of its ends will do.
            found.append(
                self.final(
                    Final(
                        name,
                        "mixed" if name in self.ends.kinds and self.ends.kinds[name].ranks else "",
                        "T" if natural and self.tens else "",
                        ACE if natural else NO_CARD,
                    )
                )
            )
        return np.array([*found, 0], np.int32)

    # Hands.

    def _hands(self) -> NDArray[np.int64]:
        """Return [stage, hand, upcard]: where a hand leads, by values alone."""
        every, problem = hands(), self.problem
        act, rescued = self.plan.act, self.plan.rescued
        frozen, _, discards = problem.options
        classes = self._class_codes.astype(np.int64)
        codes = np.zeros((3, len(every.size), VALUES), np.int64)
        for stage in range(3):
            kinds = problem.kinds[0 if stage == 0 else 1]
            for hard in range(MOST, 1, -1):
                some = np.flatnonzero((every.hard == hard) & (every.size >= 2))
                if not len(some):
                    continue
                after = every.next[some]
                over = after < 0
                plain = classes[kinds[0, some]]
                acts = act[stage, some]
                drawn = codes[stage][after].transpose(0, 2, 1)
                bust = plain if discards else np.full(len(some), classes[IS_BUST])
                drawn = np.where(over[:, None, :], bust[:, None, None], drawn)
                doubled = np.empty_like(drawn)
                for value in range(VALUES):
                    way = 1 if frozen and value != ACE else 0
                    ended = classes[kinds[1 + way, after[:, value]]][:, None]
                    given = rescued[way][after[:, value]]
                    doubled[:, :, value] = np.where(
                        over[:, value, None],
                        classes[IS_DOUBLED_BUST],
                        np.where(given, classes[IS_RESCUED], ended),
                    )
                codes[stage, some] = np.where(
                    acts == SURRENDER,
                    classes[IS_SURRENDERED],
                    np.where(acts == SPLITS, ~SPLIT, plain[:, None]),
                )
                for kind, lines in ((DRAW, drawn), (DOUBLE, doubled)):
                    where = np.nonzero(acts == kind)
                    if len(where[0]):
                        unique, back = np.unique(lines[where], axis=0, return_inverse=True)
                        numbers = np.array([self._state(line) for line in unique], np.int64)
                        codes[stage, some[where[0]], where[1]] = numbers[back.reshape(-1)]
        return codes

    def _state(self, by_value: NDArray[np.int64]) -> Code:
        """Return the state by where each value leads."""
        return self._intern(by_value[self._values])

    @cached_property
    def _values(self) -> NDArray[np.int64]:
        return np.array([letter.value for letter in self.letters], np.int64)

    def _intern(self, by_letter: NDArray[np.int64]) -> Code:
        line = by_letter.astype(np.int32)
        key = line.tobytes()
        if key not in self._lines:
            self._lines[key] = len(self._states)
            self._states.append(line)
        return self._lines[key]

    def _two(self, stage: int, one: Letter, two: Letter, upcard: int) -> Code:
        """Return where two cards lead."""
        low, high = sorted((one.value, two.value))
        hand = hand_of((low, high))
        kind = int(self.problem.kinds[0 if stage == 0 else 1, 0, hand])
        name = self.problem.classes[kind]
        if self.ends.is_natural(name):
            return self.final(Final(name, "", one.ten or two.ten, upcard))
        ranks = "777" if (low, high) == (SEVEN, SEVEN) else "678"
        if (low, high) not in NAMED or ranks not in self.ranks:
            return int(self.codes[stage, hand, upcard])
        act = int(self.plan.act[stage, hand, upcard])
        if stage == 0 and (low, high) in self.plan.varied_act:
            act = int(self.plan.varied_act[low, high][_variant(one, two), upcard])
        return self._suited(stage, one, two, upcard, act)

    def _suited(self, stage: int, one: Letter, two: Letter, upcard: int, act: int) -> Code:
        """Return where two cards lead whose suits matter, under an act."""
        low, high = sorted((one.value, two.value))
        hand = hand_of((low, high))
        problem, every = self.problem, hands()
        kinds, classes = problem.kinds[0 if stage == 0 else 1], self._class_codes
        if act in (STAND, SPLITS, SURRENDER):
            return int(
                {STAND: classes[kinds[0, hand]], SPLITS: ~SPLIT, SURRENDER: classes[IS_SURRENDERED]}[act]
            )
        line = np.zeros(len(self.letters), np.int64)
        frozen = problem.options[0]
        for at, letter in enumerate(self.letters):
            after = int(every.next[hand, letter.value])
            if after < 0:
                line[at] = classes[IS_DOUBLED_BUST if act == DOUBLE else IS_BUST]
                continue
            if act == DOUBLE:
                way = 1 if frozen and letter.value != ACE else 0
                line[at] = (
                    classes[IS_RESCUED]
                    if self.plan.rescued[way, after, upcard]
                    else classes[kinds[1 + way, after]]
                )
                continue
            name = problem.classes[kinds[0, after]]
            made = name in self.ends.kinds and self.ends.kinds[name].ranks
            line[at] = (
                self.final(Final(name, _suits(one, two, letter)))
                if made in self.ranks
                else self.codes[stage, after, upcard]
            )
        return self._intern(line)

    def _first(self) -> NDArray[np.int64]:
        return np.array(
            [
                [[self._two(0, one, two, up.value) for two in self.letters] for up in self.letters]
                for one in self.letters
            ],
            np.int64,
        )

    def _alone(self) -> NDArray[np.int64]:
        """Return [upcard, card]: the state of a card that was split off and waits for its second."""
        return np.array(
            [
                [
                    self._intern(
                        np.array(
                            [
                                self._two(2 if one.value == ACE else 1, one, two, up.value)
                                for two in self.letters
                            ],
                            np.int64,
                        )
                    )
                    for one in self.letters
                ]
                for up in self.letters
            ],
            np.int64,
        )

    def _switched(self) -> NDArray[np.int64]:
        """Return the end of an ace and a ten that were switched."""
        return np.array([~self.final(Final(SWITCHED)) if self.switches else -1], np.int64)

    def _placed(self, first: NDArray[np.int64], alone: NDArray[np.int64]) -> tuple[States, States, States]:
        """Keep the states that can occur, those near the beginning first. A state becomes its line."""
        order: dict[int, int] = {}
        waiting = [int(code) for code in (*first.reshape(-1), *alone.reshape(-1)) if code >= 0]
        while waiting:
            following = []
            for code in waiting:
                if code not in order:
                    order[code] = len(order)
                    following += [int(child) for child in self._states[code] if child >= 0]
            waiting = following
        width = len(self.letters)
        place = np.zeros(len(self._states) + 1, np.int64)
        for code, at in order.items():
            place[code] = at * width
        step = np.array([self._states[code] for code in order], np.int64).reshape(-1)
        if len(step) >= 2**31:
            raise BadInput("this way to play has too many states")
        return tuple(
            np.where(codes >= 0, place[np.maximum(codes, 0)], codes).astype(np.int32).reshape(-1)
            for codes in (first, alone, step)
        )  # type: ignore[return-value]

    # What the kernel is given.

    def tables(self, unit: int) -> Tables:
        """Return the tables, with nets in parts of the wager: `unit` parts are the whole."""
        row = np.stack(self._pays, 1)
        nets = np.array([*(int(net * unit) for _, net in self.rows), 0], np.int64)
        natural = [final is not None and self.ends.is_natural(final.name) for final in self.finals]
        paid = [final is not None and self.ends.paid(final) for final in self.finals]
        falls = [
            final is not None
            and final.name in self.problem.classes
            and self.problem.classes.index(final.name) in self.problem.fallback
            for final in self.finals
        ]
        value = self._values
        limit = [min(self.problem.limit(value), MOST_HANDS) for value in range(VALUES)]
        return Tables(
            self.first,
            self.step,
            self.alone,
            self.dealer_first,
            self.dealer_step,
            value,
            np.array(limit, np.int64),
            np.array(self._wants, np.int64).T.copy(),
            self.unplayed,
            row,
            nets[row],
            np.array(falls, np.int64),
            np.array(natural, np.int64),
            np.array(paid, np.int64),
            np.array(
                [2 if final is not None and "doubled " in final.name else 1 for final in self.finals],
                np.int64,
            ),
            self.switched,
            self._other(),
        )

    def _other(self) -> Ints:
        """Return [value, value]: the plan for a hand, by the two cards of the other hand."""
        found = np.zeros((VALUES, VALUES), np.int64)
        if len(self.strategy.plans) > 1:
            for at, (low, high) in enumerate(PAIRS):
                found[low, high] = found[high, low] = at
        return found

    def way(self) -> Way:
        """Return the rules of the deal."""
        rules = self.rules
        return Way(
            int(rules.hole != "none"),
            int(rules.hole == "peek"),
            int(rules.holds(rules.setup.dealer.second_always, empty=False)),
            int(rules.both_first()),
            2 if self.switches else 1,
            int(rules.parallel),
        )


def _variant(one: Letter, two: Letter) -> int:
    """Return the suits of two cards: spades, otherwise suited, mixed."""
    return 2 if one.suit != two.suit else 0 if one.suit == "s" else 1


def _suits(*cards: Letter) -> str:
    suits = {card.suit for card in cards}
    return "mixed" if len(suits) > 1 else "spades" if suits == {"s"} else "suited"
