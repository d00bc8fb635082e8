"""A game of the blackjack kind as the solver reads it.

It is a shoe, the acts allowed, the classes of hands, and what every end pays. No game is known here.

The solver knows cards by value and ends by class. A function of its cards puts a player's final hand into a
class, and another the dealer's. A table says what a class of the one against a class of the other pays. All
that is particular to a game is in these three: what a dealer's natural takes, which hands are paid more, what
a suited hand is worth. The two functions are asked once for every hand, before anything is computed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.twentyone.solver.dealer import Dealer, DealerClass, draws, ends, trees
from croupier.families.twentyone.solver.states import (
    ACE,
    LETTERS,
    MOST,
    VALUES,
    Counts,
    best_total,
    counts_at,
    counts_of,
    hand_of,
    hands,
    hard_total,
    text_of,
)

FORMAT = 1
STRATEGY = "CDZ-"
"""The class of strategies: each hand is played by its own cards and the upcard alone.

The play is best for a hand that was not split. Split hands are played by the same acts, as far as they are
allowed.
"""
ROLES = ORIGINAL, FIRST, ADDED = "original", "first", "added"
"""A hand that was not split; the hand of a split with the original wager; every further hand."""
STAGES = ORIGINAL, SPLIT = "original", "split"
ACTS = ("stand", "draw", "double", "split", "surrender")
STAND, DRAW, DOUBLE, SPLITS, SURRENDER = range(5)
NEVER_MADE = ""
"""The row of hands that are never made, because the dealer's natural was seen before any split.

They net nothing and are not counted.
"""
SPECIAL = BUST, DOUBLED_BUST, SURRENDERED, RESCUED = "bust", "doubled bust", "surrendered", "rescued"
IS_BUST, IS_DOUBLED_BUST, IS_SURRENDERED, IS_RESCUED = range(4)
"""Classes that are not asked for: they have the first numbers."""
PLAIN, DOUBLED, DOUBLED_FROZEN = range(3)
"""How a final hand was made: without doubling; doubled; doubled with all its aces counted one."""
AT_ORIGINAL, AT_SPLIT, AT_SPLIT_ACES = range(3)
"""The stages, which differ in the acts allowed: an original hand, a split one, and a split ace."""

PlayerClass = Callable[[Counts, int, str, bool], str]
"""(cards, total, stage, doubled) -> the name of the class.

The total is the hand's count, which the cards alone do not say where aces are frozen.
"""


class Pay(NamedTuple):
    """One way in which a hand is paid."""

    weight: Fraction
    """Its chance, where the values of the cards do not decide: a hand that may be suited."""
    row: str
    net: Fraction
    """In units of the original wager: a doubled hand wins 2."""


Pays = Callable[[str, str, str], Iterable[Pay]]
"""(role, class, dealer's outcome) -> how it is paid; nothing where it cannot happen."""


class Variant(NamedTuple):
    """A kind of an original two-card hand that values do not show, and its three-card hands."""

    name: str
    weight: Fraction
    classes: Mapping[int, str]
    """The class of a hand by its third card, drawn without a double. The hand must be 21."""


@dataclass(frozen=True)
class Rules:
    """How cards are drawn and which acts are allowed.

    Upcards and cards to split are values, 0 the ace and 9 a ten.
    """

    hits_soft_17: bool = False
    """Whether the dealer draws on seventeen with an ace counted eleven."""
    discards_bust: bool = False
    """Whether a card that would take the dealer over 21 is discarded, and his hand stays as it was."""
    double_sizes: frozenset[int] = frozenset({2})
    """The numbers of cards on which a hand may be doubled; none: never."""
    double_on: frozenset[int] = frozenset(range(2, MOST))
    """The totals on which a hand may be doubled."""
    double_on_either: bool = False
    """Whether a soft hand may also be doubled on its total with the ace counted one.

    The ace counts as usual afterwards.
    """
    frozen_aces: bool = False
    """Whether doubling is judged with all aces counted one, and so they stay.

    An ace that is drawn to the double may count eleven.
    """
    double_after_split: bool = True
    rescue: bool = False
    """Whether a doubled hand under 21 may be given up after its card."""
    hands: int = 4
    """The most hands of one box; 1: no splits; 0: as many as there are cards of that value."""
    split_on: frozenset[int] = frozenset(range(VALUES))
    resplit_aces: bool = False
    split_aces_draw: bool = False
    """Whether split aces draw. Without it a split ace gets one card and is done."""
    split_aces_double: bool = False
    """Whether split aces may be doubled. It needs `double_after_split` as well."""
    surrender_on: frozenset[int] = frozenset()
    """The upcards against which the original two cards may be given up."""
    stands_on_hard: int = 22
    """The least hard total on which a hand must neither draw nor double.

    It may still be split or given up.
    """
    draws_on_hard: int = 0
    """The highest hard total on which a hand must not stand.

    It may be doubled, split or given up.
    """
    trick: int = 0
    """The number of cards, not over 21, that end the hand; 0: no such rule."""
    forced: bool = False
    """Whether the player has no choice and draws as the dealer does.

    With `discards_bust` his card over 21 is discarded too.
    """
    forced_stands_soft_17: bool = False
    """Whether such a player stands on soft seventeen, whatever the dealer does."""

    def refusal(self) -> str:
        """Return what is wrong with these rules, if anything."""
        if self.hands < 0:
            return "a box has some number of hands, or 0 for no limit"
        if self.forced and (self.double_sizes or self.hands != 1 or self.surrender_on):
            return "a player who has no choice neither doubles nor splits nor surrenders"
        if self.trick and self.trick < 3:
            return "a trick has three cards or more"
        return ""


@dataclass(frozen=True, eq=False)
class Problem:
    """A problem to solve. Make one with `problem`, and change the shoe with `with_shoe`."""

    shoe: Counts
    """The cards of each value from which a round is dealt."""
    rules: Rules
    classes: tuple[str, ...]
    outcomes: tuple[str, ...]
    kinds: NDArray[np.int64]
    """[stage, how it was made, hand]: the class of the hand; -1 where it cannot happen."""
    dealer: Dealer
    natural: int
    """The outcome of a dealer's natural."""
    pays: tuple[tuple[tuple[tuple[Pay, ...], ...], ...], ...]
    """[role][class][outcome]."""
    variants: Mapping[tuple[int, int], tuple[Variant, ...]]
    fallback: frozenset[int]
    """Classes of the first hand after which a dealer's natural takes the other hand instead."""

    def with_shoe(self, shoe: Iterable[int]) -> Problem:
        """Return the same game from other cards. Nothing that does not depend on them is computed again."""
        made = replace(self, shoe=_checked(tuple(shoe)))
        made.__dict__.update(
            {name: getattr(self, name) for name in ("nets", "squares", "may", "_without_shoe")}
        )
        return made

    @property
    def key(self) -> str:
        """Return the hash of everything that is solved, without the names of classes, outcomes and rows."""
        return hashlib.sha256(json.dumps([self._without_shoe, self.shoe]).encode()).hexdigest()

    @cached_property
    def _without_shoe(self) -> str:
        rules = {
            one.name: sorted(value)
            if isinstance(value := getattr(self.rules, one.name), frozenset)
            else value
            for one in fields(self.rules)
        }
        written = {
            "format": FORMAT,
            "strategy": STRATEGY,
            "rules": rules,
            "kinds": hashlib.sha256(self.kinds.tobytes()).hexdigest(),
            "dealer": [hashlib.sha256(array.tobytes()).hexdigest() for array in self.dealer[:10]],
            "pays": [
                [[sorted([str(pay.weight), str(pay.net)] for pay in cell) for cell in line] for line in role]
                for role in self.pays
            ],
            "variants": sorted(
                [
                    pair,
                    [
                        [
                            str(one.weight),
                            sorted((card, self.classes.index(name)) for card, name in one.classes.items()),
                        ]
                        for one in those
                    ],
                ]
                for pair, those in self.variants.items()
            ),
            "fallback": sorted(self.fallback),
        }
        return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()

    @cached_property
    def nets(self) -> NDArray[np.float64]:
        """Return [role, class, outcome]: the average pay."""
        return np.array(
            [
                [
                    [float(sum((pay.weight * pay.net for pay in cell), Fraction(0))) for cell in line]
                    for line in role
                ]
                for role in self.pays
            ]
        )

    @cached_property
    def squares(self) -> NDArray[np.float64]:
        """Return [role, class, outcome]: the average square of the pay."""
        return np.array(
            [
                [
                    [float(sum((pay.weight * pay.net**2 for pay in cell), Fraction(0))) for cell in line]
                    for line in role
                ]
                for role in self.pays
            ]
        )

    @cached_property
    def may(self) -> NDArray[np.int64]:
        """Return [stage, hand]: the acts that are allowed, a bit each.

        Whether surrender is allowed depends on the upcard too.
        """
        return np.array(
            [
                [_allowed(self.rules, stage, counts_at(hand)) for hand in range(len(hands().size))]
                for stage in range(3)
            ],
            np.int64,
        )

    @property
    def options(self) -> tuple[bool, bool, bool]:
        """Return the kernels' options.

        Aces are frozen by a double, a doubled hand may be given up, the player's card over 21 is discarded.
        """
        return self.rules.frozen_aces, self.rules.rescue, self.rules.forced and self.rules.discards_bust

    def limit(self, value: int) -> int:
        """Return the most hands from splitting a value; more than possible where there is no limit."""
        if value not in self.rules.split_on:
            return 1
        most = self.rules.hands or max(self.shoe[value], 1) + 1
        return min(most, 2) if value == ACE and not self.rules.resplit_aces else most


def problem(
    shoe: Iterable[int],
    rules: Rules,
    player_class: PlayerClass,
    dealer_class: DealerClass,
    pays: Pays,
    variants: Mapping[tuple[int, int], Iterable[Variant]] | None = None,
    fallback: Collection[str] = (),
) -> Problem:
    """Make a problem: classify every hand and price every pair of ends."""
    if rules.refusal():
        raise BadInput(rules.refusal())
    offered = {_pair(pair): tuple(those) for pair, those in (variants or {}).items()}
    classes: dict[str, int] = {name: at for at, name in enumerate(SPECIAL)}
    kinds = np.full((2, 3, len(hands().size)), -1, np.int64)
    for stage, name in enumerate(STAGES):
        for kind in (PLAIN, DOUBLED, DOUBLED_FROZEN) if rules.frozen_aces else (PLAIN, DOUBLED):
            for hand in range(len(hands().size)):
                counts = counts_at(hand)
                if sum(counts) >= (2 if kind == PLAIN else 3):
                    total = hard_total(counts) if kind == DOUBLED_FROZEN else best_total(counts)
                    kinds[stage, kind, hand] = classes.setdefault(
                        player_class(counts, total, name, kind != PLAIN), len(classes)
                    )
    for those in offered.values():
        for name in (name for one in those for name in one.classes.values()):
            classes.setdefault(name, len(classes))
    every = ends(rules.hits_soft_17, rules.discards_bust)
    outcomes: dict[str, int] = {}
    outcome = [
        outcomes.setdefault(dealer_class(end.hand, end.upcard, end.natural, end.discarded), len(outcomes))
        for end in every
    ]
    naturals = {kind for end, kind in zip(every, outcome, strict=True) if end.natural}
    paid = tuple(
        tuple(
            tuple(tuple(Pay(*pay) for pay in pays(role, name, end)) for end in outcomes) for name in classes
        )
        for role in ROLES
    )
    made = Problem(
        _checked(tuple(shoe)),
        rules,
        tuple(classes),
        tuple(outcomes),
        kinds,
        trees(every, outcome, len(outcomes)),
        min(naturals),
        paid,
        offered,
        frozenset(classes[name] for name in fallback),
    )
    _check(
        made,
        naturals == {made.natural}
        and not any(
            kind == made.natural and not end.natural for end, kind in zip(every, outcome, strict=True)
        ),
    )
    return made


def _pair(pair: tuple[int, int]) -> tuple[int, int]:
    return (min(pair), max(pair))


def _checked(shoe: Counts) -> Counts:
    if len(shoe) != VALUES or min(shoe) < 0:
        raise BadInput(f"a shoe is {VALUES} counts, of aces first and of tens last, not {shoe}")
    return shoe


def _check(made: Problem, own_natural: bool) -> None:
    """Refuse contradictions."""
    for role, lines in zip(ROLES, made.pays, strict=True):
        for name, line in zip(made.classes, lines, strict=True):
            for outcome, cell in zip(made.outcomes, line, strict=True):
                if cell and sum(pay.weight for pay in cell) != 1:
                    raise BadInput(
                        f"the weights of {role} {name} against {outcome} "
                        f"come to {sum(pay.weight for pay in cell)}"
                    )
    if made.fallback and (made.rules.hands != 2 or not own_natural):
        raise BadInput(
            "a fallback needs two hands at most, and an outcome that is a dealer's natural and nothing else"
        )
    for pair, those in made.variants.items():
        if sum(one.weight for one in those) != 1:
            raise BadInput(
                f"the kinds of {text_of(counts_of(pair))} come to {sum(one.weight for one in those)}"
            )
        for card in {card for one in those for card in one.classes}:
            if best_total(counts_of((*pair, card))) != MOST or hand_of((*pair, card)) < 0:
                raise BadInput(
                    f"{text_of(counts_of(pair))} and {LETTERS[card]} is not 21, "
                    "and a variant must end the hand"
                )


def _allowed(rules: Rules, stage: int, counts: Counts) -> int:
    """Return the acts allowed on some cards, a bit for each."""
    size, total, hard = sum(counts), best_total(counts), hard_total(counts)
    if size < 2:
        return 1 << DRAW
    if rules.forced:
        return (
            1 << DRAW if draws(counts, rules.hits_soft_17 and not rules.forced_stands_soft_17) else 1 << STAND
        )
    if total == MOST or (rules.trick and size >= rules.trick):
        return 1 << STAND
    is_hard = total == hard
    fixed = is_hard and hard >= rules.stands_on_hard
    stand = not (is_hard and hard <= rules.draws_on_hard)
    draw = not fixed
    counted = {hard if rules.frozen_aces else total} | ({hard} if rules.double_on_either else set())
    double = not fixed and size in rules.double_sizes and not counted.isdisjoint(rules.double_on)
    if stage != AT_ORIGINAL:
        double = double and rules.double_after_split
    if stage == AT_SPLIT_ACES:
        double = double and rules.split_aces_double
        stand, draw = stand or not rules.split_aces_draw, draw and rules.split_aces_draw
    original = stage == AT_ORIGINAL and size == 2
    split = original and max(counts) == 2 and rules.hands != 1 and counts.index(2) in rules.split_on
    surrender = original and bool(rules.surrender_on)
    return stand << STAND | draw << DRAW | double << DOUBLE | split << SPLITS | surrender << SURRENDER
