"""The plain solver: it deals card by card and counts every order of the shoe.

It is slow and short; the fast solver must equal it on small shoes. The two share the problem and nothing
else: no tables of hands, no falling products, no complements. Split hands are dealt in turn from one shoe
until the last is finished, and then the dealer draws. Equal states of the table are put together, and that is
all. A chance is a number of orders of the cards that are left, out of all their orders.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, prod

from croupier.errors import BadInput
from croupier.families.twentyone.solver.dealer import DealerClass
from croupier.families.twentyone.solver.problem import (
    ADDED,
    BUST,
    DOUBLED_BUST,
    FIRST,
    ORIGINAL,
    RESCUED,
    ROLES,
    SPLIT,
    SURRENDERED,
    PlayerClass,
    Problem,
)
from croupier.families.twentyone.solver.states import Counts

ORDER = ("stand", "surrender", "draw", "double", "split")
"""Of acts worth the same, the first of these is taken."""
Cell = tuple[str, str, str]
"""Role, class, outcome."""
EMPTY: Counts = (0,) * 10
Ways = Fraction | int
"""A number of orders; variants have a share of them."""
Table = tuple[Counts, Counts, int, int, tuple[str, ...], int]


@dataclass
class Found:
    """The figures of the best play."""

    total: int
    """All orders of the shoe. The figures below are sums over them, the properties averages."""
    net: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)
    cells: dict[Cell, Ways] = field(default_factory=lambda: defaultdict(int))
    nets: dict[Fraction, Ways] = field(default_factory=lambda: defaultdict(int))
    """What a round nets, all its hands together."""
    hands: Ways = 0
    stakes: Ways = 0
    worth: dict[tuple[int, int, int], dict[str, Fraction]] = field(default_factory=dict)
    """By the two cards, the lower first, and the upcard; without variants."""

    @property
    def value(self) -> Fraction:
        """Return the expected net of a round."""
        return self.net / self.total

    @property
    def variance(self) -> Fraction:
        """Return the variance of the net of a round."""
        return self.squares / self.total - self.value**2


def more(cards: Counts, value: int, number: int = 1) -> Counts:
    """Return some cards with one more, or `number` more, of a value."""
    return tuple(count + number * (at == value) for at, count in enumerate(cards))


def without(shoe: Counts, cards: Counts) -> Counts:
    """Return a shoe less some cards."""
    return tuple(there - gone for there, gone in zip(shoe, cards, strict=True))


def hard(cards: Counts) -> int:
    """Return the total with aces counted one."""
    return sum((value + 1) * number for value, number in enumerate(cards))


def total(cards: Counts) -> int:
    """Return the total."""
    return hard(cards) + 10 if cards[0] and hard(cards) <= 11 else hard(cards)


@cache
def drawn(shoe: Counts) -> tuple[tuple[int, int, Counts], ...]:
    """Return every card that may come next: value, how many there are, the shoe after it."""
    if not sum(shoe):
        raise BadInput("the shoe runs out")
    return tuple((value, number, more(shoe, value, -1)) for value, number in enumerate(shoe) if number)


def orders(shoe: Counts) -> int:
    """Count all orders of a shoe."""
    return factorial(sum(shoe))


class Plain:
    """The plain solution of one problem."""

    def __init__(self, problem: Problem, player_class: PlayerClass, dealer_class: DealerClass) -> None:
        self.problem, self.rules = problem, problem.rules
        self.player_class, self.dealer_class = player_class, dealer_class
        self.net = {
            (role, name, outcome): sum((pay.weight * pay.net for pay in cell), Fraction(0))
            for role, lines in zip(ROLES, problem.pays, strict=True)
            for name, line in zip(problem.classes, lines, strict=True)
            for outcome, cell in zip(problem.outcomes, line, strict=True)
        }
        self.squared = {
            (role, name, outcome): sum((pay.weight * pay.net**2 for pay in cell), Fraction(0))
            for role, lines in zip(ROLES, problem.pays, strict=True)
            for name, line in zip(problem.classes, lines, strict=True)
            for outcome, cell in zip(problem.outcomes, line, strict=True)
        }
        self.pays = {
            (role, name, outcome): cell
            for role, lines in zip(ROLES, problem.pays, strict=True)
            for name, line in zip(problem.classes, lines, strict=True)
            for outcome, cell in zip(problem.outcomes, line, strict=True)
        }
        self.natural = problem.outcomes[problem.natural]
        self.fallback = {problem.classes[at] for at in problem.fallback}
        self.dealer = cache(self._dealer)
        self.worth = cache(self._worth)
        self.expected = cache(self._expected)
        self.double_card = cache(self._double_card)
        self.split_worth = cache(self._split_worth)

    def draws(self, hand: Counts) -> bool:
        """Say whether the dealer draws."""
        return total(hand) <= 16 or (self.rules.hits_soft_17 and total(hand) == 17 and hard(hand) == 7)

    def _dealer(self, shoe: Counts, hand: Counts, upcard: int) -> dict[str, int]:
        """Count the orders of the shoe by the end of the dealer's hand."""
        if not self.draws(hand):
            return {
                self.dealer_class(hand, upcard, sum(hand) == 2 and total(hand) == 21, False): orders(shoe)
            }
        found: dict[str, int] = defaultdict(int)
        for value, number, left in drawn(shoe):
            after = more(hand, value)
            if self.rules.discards_bust and hard(after) > 21:
                found[self.dealer_class(hand, upcard, False, True)] += number * orders(left)
                continue
            for outcome, ways in self.dealer(left, after, upcard).items():
                found[outcome] += number * ways
        return found

    def _expected(self, shoe: Counts, upcard: int, name: str) -> Fraction:
        """Return the value of an unsplit hand of a class when the dealer draws next."""
        return sum(
            (
                ways * self.net[ORIGINAL, name, outcome]
                for outcome, ways in self.dealer(shoe, more(EMPTY, upcard), upcard).items()
            ),
            Fraction(0),
        ) / orders(shoe)

    def allowed(self, hand: Counts, upcard: int, stage: str, aces: bool) -> set[str]:
        """Return the acts allowed on a hand. `aces`: it comes from split aces."""
        rules, size = self.rules, sum(hand)
        if rules.forced:
            stands = rules.forced_stands_soft_17 and total(hand) == 17 and hard(hand) == 7
            return {"draw"} if self.draws(hand) and not stands else {"stand"}
        if total(hand) == 21 or (rules.trick and size >= rules.trick):
            return {"stand"}
        soft = total(hand) != hard(hand)
        acts = {"stand", "draw"}
        if size in rules.double_sizes and (
            (hard(hand) if rules.frozen_aces else total(hand)) in rules.double_on
            or (rules.double_on_either and hard(hand) in rules.double_on)
        ):
            acts.add("double")
        if not soft and hard(hand) >= rules.stands_on_hard:
            acts -= {"draw", "double"}
        if not soft and hard(hand) <= rules.draws_on_hard:
            acts.discard("stand")
        if stage == SPLIT and not (rules.double_after_split and (rules.split_aces_double or not aces)):
            acts.discard("double")
        if aces and not rules.split_aces_draw:
            acts.discard("draw")
            acts.add("stand")
        if stage == ORIGINAL and size == 2:
            if upcard in rules.surrender_on:
                acts.add("surrender")
            if 2 in hand and rules.hands != 1 and hand.index(2) in rules.split_on:
                acts.add("split")
        return acts

    def _double_card(self, hand: Counts, value: int, upcard: int, stage: str) -> str:
        """Return the class of a doubled hand after its card.

        Whether it is given up is judged as for a hand that was not split.
        """
        after = more(hand, value)
        if hard(after) > 21:
            return DOUBLED_BUST
        counts = hard(after) if self.rules.frozen_aces and value != 0 else total(after)
        judged = without(without(self.problem.shoe, after), more(EMPTY, upcard))
        name = self.player_class(after, counts, ORIGINAL, True)
        if (
            self.rules.rescue
            and counts != 21
            and self.expected(judged, upcard, RESCUED) > self.expected(judged, upcard, name)
        ):
            return RESCUED
        return self.player_class(after, counts, stage, True)

    def _worth(self, hand: Counts, upcard: int) -> dict[str, Fraction]:
        """Return the value of each act on an unsplit hand, split excluded."""
        shoe = without(without(self.problem.shoe, hand), more(EMPTY, upcard))
        found = {"stand": self.expected(shoe, upcard, self.player_class(hand, total(hand), ORIGINAL, False))}
        acts = self.allowed(hand, upcard, ORIGINAL, False)
        if "surrender" in acts:
            found["surrender"] = self.expected(shoe, upcard, SURRENDERED)
        if "draw" in acts:
            found["draw"] = sum(
                (number * self.after_draw(hand, value, left, upcard) for value, number, left in drawn(shoe)),
                Fraction(0),
            ) / sum(shoe)
        if "double" in acts:
            found["double"] = sum(
                (
                    number * self.expected(left, upcard, self.double_card(hand, value, upcard, ORIGINAL))
                    for value, number, left in drawn(shoe)
                ),
                Fraction(0),
            ) / sum(shoe)
        return found

    def after_draw(self, hand: Counts, value: int, left: Counts, upcard: int) -> Fraction:
        """Return the value of a hand after a card."""
        after = more(hand, value)
        if hard(after) > 21:
            over = (
                self.player_class(hand, total(hand), ORIGINAL, False)
                if self.rules.forced and self.rules.discards_bust
                else BUST
            )
            return self.expected(left, upcard, over)
        worth = self.worth(after, upcard)
        return worth[self.best(worth, self.allowed(after, upcard, ORIGINAL, False))]

    def split_act(self, hand: Counts, upcard: int, aces: bool) -> str:
        """Return the act of a split hand that cannot be split again."""
        return self.best(self.worth(hand, upcard), self.allowed(hand, upcard, SPLIT, aces))

    def best(self, worth: dict[str, Fraction], acts: set[str]) -> str:
        """Return the best act that is allowed."""
        return max(
            (act for act in ORDER if act in acts and act in worth),
            key=lambda act: (worth[act], -ORDER.index(act)),
        )

    def limit(self, value: int) -> int:
        """Return the most hands from splitting a value."""
        if value == 0 and not self.rules.resplit_aces:
            return 2
        return self.rules.hands or 1000

    def _split_worth(self, value: int, upcard: int) -> Found:
        """Deal the hands of a split one after the other.

        A table is the shoe, the hand in play, how many wait with one card, how many there are, how the
        finished ones ended (the first hand first), and how many doubled.
        """
        pair, one, aces = more(EMPTY, value, 2), more(EMPTY, value), value == 0
        shoe = without(without(self.problem.shoe, pair), more(EMPTY, upcard))
        acts = cache(self.split_act)
        tables: dict[Table, int] = {(shoe, one, 1, 2, (), 0): 1}
        over: dict[Table, int] = defaultdict(int)
        while tables:
            following: dict[Table, int] = defaultdict(int)
            for (left, hand, waiting, hands, ended, doubles), ways in tables.items():
                if hand == one:
                    for card, number, rest in drawn(left):
                        if card == value and hands < self.limit(value):
                            following[rest, one, waiting + 1, hands + 1, ended, doubles] += ways * number
                        else:
                            following[rest, more(hand, card), waiting, hands, ended, doubles] += ways * number
                    continue
                act = acts(hand, upcard, aces)
                ends: list[tuple[Counts, str, int, int]] = []
                if act == "stand":
                    ends.append((left, self.player_class(hand, total(hand), SPLIT, False), 0, ways))
                for card, number, rest in drawn(left) if act != "stand" else ():
                    if act == "double":
                        ends.append((rest, self.double_card(hand, card, upcard, SPLIT), 1, ways * number))
                    elif hard(more(hand, card)) > 21:
                        ends.append((rest, BUST, 0, ways * number))
                    else:
                        following[rest, more(hand, card), waiting, hands, ended, doubles] += ways * number
                for rest, name, doubled, number in ends:
                    names = (*ended[:1], *sorted((*ended[1:], name))) if ended else (name,)
                    if waiting:
                        following[rest, one, waiting - 1, hands, names, doubles + doubled] += number
                    else:
                        over[rest, EMPTY, 0, hands, names, doubles + doubled] += number
            tables = following
        return self.settled(over, upcard, Found(orders(shoe)))

    def settled(self, tables: dict[Table, int], upcard: int, found: Found) -> Found:
        """Let the dealer draw, and enter the results of split hands, the first hand first."""
        ends: dict[tuple[tuple[str, ...], str], int] = defaultdict(int)
        for (shoe, _, _, hands, names, doubles), ways in tables.items():
            found.hands += ways * orders(shoe) * hands
            found.stakes += ways * orders(shoe) * (hands + doubles)
            for outcome, number in self.dealer(shoe, more(EMPTY, upcard), upcard).items():
                ends[names, outcome] += ways * number
        for (names, outcome), ways in ends.items():
            in_place = outcome == self.natural and names[0] in self.fallback
            cells = [
                (FIRST if at == 0 or in_place else ADDED, name, outcome) for at, name in enumerate(names)
            ]
            net, own = (
                sum((self.net[cell] for cell in cells), Fraction(0)),
                sum((self.squared[cell] - self.net[cell] ** 2 for cell in cells), Fraction(0)),
            )
            found.net += ways * net
            found.squares += ways * (net**2 + own)
            for cell in cells:
                found.cells[cell] += ways
            for pays in product(*(self.pays[cell] for cell in cells)):
                share = prod((pay.weight for pay in pays), start=Fraction(1))
                found.nets[sum((pay.net for pay in pays), Fraction(0))] += ways * share
        return found

    def solve(self) -> Found:
        """Deal two cards and an upcard in every way, and play."""
        found = Found(orders(self.problem.shoe))
        for first, one, rest in drawn(self.problem.shoe):
            for second, two, left in drawn(rest):
                for upcard, three, shoe in drawn(left) if first <= second else ():
                    self.play(
                        first, second, upcard, one * two * three * (1 if first == second else 2), shoe, found
                    )
        for cell, ways in found.cells.items():
            if cell[0] == ORIGINAL:
                found.net += ways * self.net[cell]
                found.squares += ways * self.squared[cell]
                for pay in self.pays[cell]:
                    found.nets[pay.net] += ways * pay.weight
        return found

    def play(self, first: int, second: int, upcard: int, ways: int, shoe: Counts, found: Found) -> None:
        """Play two cards."""
        hand = more(more(EMPTY, first), second)
        acts = self.allowed(hand, upcard, ORIGINAL, False)
        worth = dict(self.worth(hand, upcard))
        if "split" in acts:
            worth["split"] = self.split_worth(first, upcard).value
        found.worth[first, second, upcard] = {act: value for act, value in worth.items() if act in acts}
        for one in self.problem.variants.get((first, second), ()):
            own, classes = dict(worth), dict(one.classes)
            for card, number, left in drawn(shoe) if "draw" in acts else ():
                if card in classes:
                    own["draw"] += Fraction(number, sum(shoe)) * (
                        self.expected(left, upcard, classes[card]) - self.after_draw(hand, card, left, upcard)
                    )
            self.follow(hand, self.best(own, acts), upcard, shoe, ways * one.weight, classes, found)
        if (first, second) not in self.problem.variants:
            self.follow(hand, self.best(worth, acts), upcard, shoe, ways, {}, found)

    def follow(
        self,
        hand: Counts,
        act: str,
        upcard: int,
        shoe: Counts,
        ways: Ways,
        classes: dict[int, str],
        found: Found,
    ) -> None:
        """Follow a hand that is not split, or enter a split."""
        if act == "split":
            one = self.split_worth(hand.index(2), upcard)
            found.net += ways * one.net
            found.squares += ways * one.squares
            found.hands += ways * one.hands
            found.stakes += ways * one.stakes
            for cell, share in one.cells.items():
                found.cells[cell] += ways * share
            for net, share in one.nets.items():
                found.nets[net] += ways * share
        elif act == "stand":
            self.end(self.player_class(hand, total(hand), ORIGINAL, False), 1, upcard, shoe, ways, found)
        elif act == "surrender":
            self.end(SURRENDERED, 1, upcard, shoe, ways, found)
        else:
            for card, number, left in drawn(shoe):
                after = more(hand, card)
                if act == "double":
                    self.end(
                        self.double_card(hand, card, upcard, ORIGINAL), 2, upcard, left, ways * number, found
                    )
                elif card in classes:
                    self.end(classes[card], 1, upcard, left, ways * number, found)
                elif hard(after) > 21:
                    over = (
                        self.player_class(hand, total(hand), ORIGINAL, False)
                        if self.rules.forced and self.rules.discards_bust
                        else BUST
                    )
                    self.end(over, 1, upcard, left, ways * number, found)
                else:
                    self.follow(
                        after,
                        self.best(self.worth(after, upcard), self.allowed(after, upcard, ORIGINAL, False)),
                        upcard,
                        left,
                        ways * number,
                        {},
                        found,
                    )

    def end(self, name: str, stake: int, upcard: int, shoe: Counts, ways: Ways, found: Found) -> None:
        """Let the dealer draw, and enter the result of an unsplit hand."""
        found.hands += ways * orders(shoe)
        found.stakes += ways * orders(shoe) * stake
        for outcome, number in self.dealer(shoe, more(EMPTY, upcard), upcard).items():
            found.cells[ORIGINAL, name, outcome] += ways * number


def solve(problem: Problem, player_class: PlayerClass, dealer_class: DealerClass) -> Found:
    """Return the best play of a small shoe."""
    return Plain(problem, player_class, dealer_class).solve()


def acts_of(found: Found) -> dict[tuple[int, int, int], str]:
    """Return the best act with every two cards, without variants."""
    return {
        dealt: max((act for act in ORDER if act in worth), key=lambda act: (worth[act], -ORDER.index(act)))
        for dealt, worth in found.worth.items()
    }
