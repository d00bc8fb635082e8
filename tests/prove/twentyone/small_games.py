"""Small shoes and games for them, each with something that another has not:
the plain solver deals them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tests.prove.twentyone import usual
from tests.prove.twentyone.usual import ALL_LOST, NATURAL, ORIGINAL_ONLY, PEEK

from croupier.families.twentyone.solver.dealer import DealerClass
from croupier.families.twentyone.solver.problem import (
    ADDED,
    BUST,
    FIRST,
    ORIGINAL,
    RESCUED,
    SPLIT,
    Pay,
    Pays,
    PlayerClass,
    Problem,
    Rules,
    Variant,
    problem,
)
from croupier.families.twentyone.solver.states import Counts, best_total

ANY = frozenset(range(2, 22))
UPCARDS = frozenset(range(10))
LOW = (3, 0, 3, 0, 0, 3, 0, 3, 0, 6)
"""Aces, threes, sixes, eights, tens."""
MIDDLE = (2, 0, 0, 3, 0, 4, 0, 3, 0, 7)
"""Aces, fours, sixes, eights, tens."""
SIXES = (1, 0, 0, 0, 2, 3, 3, 3, 0, 6)
"""Aces, fives, sixes, sevens, eights, tens."""
SMALL = (3, 4, 0, 0, 2, 0, 0, 0, 3, 4)
"""Aces, twos, fives, nines, tens."""
MIXED = (2, 2, 1, 2, 0, 1, 2, 2, 1, 3)
"""Nearly every value."""


@dataclass(frozen=True)
class Game:
    """A problem and what it was made of."""

    shoe: Counts
    rules: Rules = field(default_factory=Rules)
    taken: str = PEEK
    natural: Fraction = Fraction(3, 2)
    early: bool = False
    player: PlayerClass = usual.player_class
    dealer: DealerClass = usual.dealer_class
    pays: Pays | None = None
    variants: dict[tuple[int, int], tuple[Variant, ...]] = field(default_factory=dict)
    fallback: tuple[str, ...] = ()

    def problem(self) -> Problem:
        return problem(
            self.shoe,
            self.rules,
            self.player,
            self.dealer,
            self.pays or usual.pays(self.natural, self.taken, self.early),
            self.variants,
            self.fallback,
        )


def dealer_22(hand: Counts, upcard: int, natural: bool, discarded: bool) -> str:
    return "22" if best_total(hand) == 22 else usual.dealer_class(hand, upcard, natural, discarded)


def dealer_888(hand: Counts, upcard: int, natural: bool, discarded: bool) -> str:
    return (
        "three eights"
        if hand == (0,) * 7 + (3, 0, 0)
        else usual.dealer_class(hand, upcard, natural, discarded)
    )


def special(taken: str, outcome: str, net: Fraction) -> Pays:
    """Usual pays, but against one outcome every hand that stands nets the same for each unit staked."""
    ordinary = usual.pays(Fraction(3, 2), taken)

    def paid(role: str, name: str, against: str) -> Iterator[Pay]:
        if against != outcome:
            yield from ordinary(role, name, against)
        elif name in (NATURAL, BUST, "doubled bust", "surrendered", RESCUED):
            yield from ordinary(role, name, BUST)
        else:
            yield Pay(Fraction(1), outcome, net * (2 if name.startswith("doubled") else 1))

    return paid


def dealer_stands_on(hand: Counts, upcard: int, natural: bool, discarded: bool) -> str:
    """The total, also those on which a dealer who cannot go over stands."""
    return NATURAL if natural else f"{best_total(hand)}{'!' if discarded else ''}"


def player_stands_on(counts: Counts, total: int, stage: str, doubled: bool) -> str:
    natural = stage == ORIGINAL and total == 21 and sum(counts) == 2
    return f"{'doubled ' if doubled else ''}{NATURAL if natural else total}"


def bust_never(role: str, name: str, outcome: str) -> Iterator[Pay]:
    """Totals compared; a hand that is short of 17 and was not doubled loses half of a tie."""
    stake = 2 if name.startswith("doubled") else 1
    if name in (BUST, "doubled bust"):
        yield Pay(Fraction(1), "over", Fraction(-stake))
        return
    if name in ("surrendered", RESCUED):
        return
    mine = 22 if name == NATURAL else int(name.rsplit(" ", 1)[-1])
    his = 22 if outcome == NATURAL else int(outcome.rstrip("!"))
    if mine == his and mine < 17 and stake == 1:
        yield Pay(Fraction(1), "half lost", Fraction(-1, 2))
        return
    result = (mine > his) - (mine < his)
    yield Pay(
        Fraction(1),
        ("lost", "tie", "won")[result + 1],
        Fraction(3, 2) if mine == 22 and result == 1 else Fraction(stake * result),
    )


def player_678(counts: Counts, total: int, stage: str, doubled: bool) -> str:
    """Six, seven, eight and three sevens are paid more if the hand was not split or doubled."""
    if (
        stage == ORIGINAL
        and not doubled
        and counts in ((0, 0, 0, 0, 0, 1, 1, 1, 0, 0), (0, 0, 0, 0, 0, 0, 3, 0, 0, 0))
    ):
        return "678" if counts[5] else "777"
    return usual.player_class(counts, total, stage, doubled)


def pays_678(role: str, name: str, outcome: str) -> Iterator[Pay]:
    ordinary = usual.pays(Fraction(3, 2), PEEK)
    prices = {
        "678": ((Fraction(1, 16), "suited", 9), (Fraction(15, 16), "mixed", 2)),
        "777": ((Fraction(1, 4), "suited", 5), (Fraction(3, 4), "mixed", 2)),
        "678 may": ((Fraction(1, 4), "suited", 60), (Fraction(3, 4), "mixed", 2)),
        "678 not": ((Fraction(1), "mixed", 2),),
    }
    if name not in prices or outcome == NATURAL:
        yield from ordinary(role, name if name not in prices else "21", outcome)
        return
    for weight, row, net in prices[name]:
        yield Pay(weight, row, Fraction(net))


VARIANTS_678 = {
    (5, 6): (
        Variant("suited", Fraction(1, 4), {7: "678 may"}),
        Variant("mixed", Fraction(3, 4), {7: "678 not"}),
    ),
    (6, 6): (
        Variant("suited", Fraction(1, 3), {6: "678 may"}),
        Variant("mixed", Fraction(2, 3), {6: "678 not"}),
    ),
}


def at_once(role: str, name: str, outcome: str) -> Iterator[Pay]:
    """A split 21 is paid before the dealer draws;
    his natural takes one wager, that of the first hand that is left.
    """
    if role in (FIRST, ADDED) and name in ("21", "doubled 21"):
        yield Pay(Fraction(1), "paid at once", Fraction(2 if name.startswith("doubled") else 1))
        return
    yield from usual.pays(Fraction(3, 2), ORIGINAL_ONLY)(role, name, outcome)


def player_trick(counts: Counts, total: int, stage: str, doubled: bool) -> str:
    """By the total, and a trick of five cards, which only a split hand is paid for."""
    if sum(counts) >= 5 and total < 21 and not doubled:
        return "trick" if stage == SPLIT else "poor trick"
    return usual.player_class(counts, total, stage, doubled)


def pays_trick(role: str, name: str, outcome: str) -> Iterator[Pay]:
    if name in ("trick", "poor trick"):
        yield Pay(Fraction(1), name, Fraction(1 if name == "trick" else -1, 4))
        return
    yield from usual.pays(Fraction(3, 2), ALL_LOST)(role, name, outcome)


GAMES = {
    "peek, two hands": Game(LOW, Rules(hands=2)),
    "peek, four hands": Game(MIDDLE, Rules(hands=4)),
    "no splits": Game(SMALL, Rules(hands=1)),
    "no splits, nearly every value": Game(MIXED, Rules(hands=1)),
    "original only, three hands, draws on soft 17": Game(
        LOW, Rules(hands=3, hits_soft_17=True), ORIGINAL_ONLY
    ),
    "all lost, four hands, aces too": Game(
        (4, 0, 0, 0, 0, 3, 2, 3, 0, 6), Rules(hands=4, resplit_aces=True), ALL_LOST
    ),
    "no limit": Game(
        (4, 0, 0, 0, 0, 3, 3, 4, 0, 6),
        Rules(hands=0, resplit_aces=True, split_on=frozenset({0, 6, 7})),
        ALL_LOST,
    ),
    "split aces draw and double": Game(
        LOW,
        Rules(hands=3, resplit_aces=True, split_aces_draw=True, split_aces_double=True, hits_soft_17=True),
    ),
    "split aces double, no draw": Game(LOW, Rules(hands=2, split_aces_double=True)),
    "no double after split": Game(
        MIDDLE, Rules(hands=3, double_after_split=False, double_on=frozenset({9, 10, 11}))
    ),
    "double with any number of cards, late surrender": Game(
        SMALL, Rules(hands=2, double_sizes=ANY, surrender_on=UPCARDS)
    ),
    "early surrender against some": Game(SIXES, Rules(hands=2, surrender_on=frozenset({0, 9})), early=True),
    "late surrender, no hole card": Game(SIXES, Rules(hands=2, surrender_on=UPCARDS), ALL_LOST),
    "frozen aces": Game(
        SMALL,
        Rules(hands=2, double_sizes=ANY, frozen_aces=True, double_on=frozenset({7, 9, 10})),
        ORIGINAL_ONLY,
    ),
    "frozen aces, rescue": Game(
        (4, 3, 2, 0, 0, 0, 0, 0, 2, 5),
        Rules(hands=1, double_sizes=frozenset({2, 3}), frozen_aces=True, rescue=True),
        ALL_LOST,
    ),
    "rescue": Game(SIXES, Rules(hands=2, double_sizes=ANY, rescue=True, hits_soft_17=True), ORIGINAL_ONLY),
    "rescue and fallback": Game(
        MIDDLE,
        Rules(hands=2, rescue=True, split_aces_draw=True),
        ORIGINAL_ONLY,
        fallback=(RESCUED, BUST, "doubled bust"),
    ),
    "paid at once and fallback": Game(
        LOW,
        Rules(hands=2, split_aces_draw=True),
        player=usual.player_class,
        pays=at_once,
        fallback=("21", "doubled 21"),
    ),
    "must stand, must draw": Game(SIXES, Rules(hands=3, stands_on_hard=16, draws_on_hard=13)),
    "trick": Game(
        (4, 4, 2, 0, 2, 0, 0, 0, 0, 5), Rules(hands=2, trick=5), player=player_trick, pays=pays_trick
    ),
    "dealer's 22 is a push": Game(
        SIXES, Rules(hands=2), dealer=dealer_22, pays=special(PEEK, "22", Fraction(0))
    ),
    "dealer's three eights": Game(
        (2, 0, 0, 0, 0, 3, 0, 5, 0, 5),
        Rules(hands=3),
        dealer=dealer_888,
        pays=special(ORIGINAL_ONLY, "three eights", Fraction(2)),
    ),
    "variants": Game(
        (1, 0, 0, 1, 2, 3, 3, 2, 0, 8),
        Rules(hands=3),
        player=player_678,
        pays=pays_678,
        variants=VARIANTS_678,
    ),
    "dealer never over": Game(
        LOW,
        Rules(hands=1, discards_bust=True),
        player=player_stands_on,
        dealer=dealer_stands_on,
        pays=bust_never,
    ),
    "nobody over": Game(
        SMALL,
        Rules(hands=1, discards_bust=True, forced=True, double_sizes=frozenset()),
        player=player_stands_on,
        dealer=dealer_stands_on,
        pays=bust_never,
    ),
    "nobody chooses": Game(SMALL, Rules(hands=1, forced=True, double_sizes=frozenset(), hits_soft_17=True)),
    "nobody chooses, the dealer alone draws on soft 17": Game(
        SMALL,
        Rules(hands=1, forced=True, double_sizes=frozenset(), hits_soft_17=True, forced_stands_soft_17=True),
    ),
    "double on either total": Game(
        (3, 2, 0, 0, 0, 0, 3, 2, 3, 5),
        Rules(hands=2, double_on=frozenset({9, 10, 11}), double_on_either=True),
    ),
    "double on either total, any number of cards": Game(
        SMALL,
        Rules(
            hands=2,
            double_sizes=ANY,
            double_on=frozenset({8, 9, 10}),
            double_on_either=True,
            hits_soft_17=True,
        ),
        ALL_LOST,
    ),
}
