"""The usual forms of blackjack as problems:
naturals, what a dealer's natural takes, and a pay of one to one for everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from croupier.families.twentyone.solver.problem import (
    BUST,
    DOUBLED_BUST,
    FIRST,
    ORIGINAL,
    RESCUED,
    SURRENDERED,
    Pay,
    Problem,
    Rules,
    problem,
)
from croupier.families.twentyone.solver.states import ACE, TEN, Counts, best_total

NATURAL = "natural"
ONE = Fraction(1)
PEEK, ORIGINAL_ONLY, ALL_LOST = "peek", "original only", "all lost"
"""What a dealer's natural takes: he looks for it before anything is done;
he does not, but it takes the original wager alone; it takes everything."""


def decks(number: int, tens: int = 16) -> Counts:
    """So many decks; a Spanish deck has 12 tens."""
    return (4 * number,) * 9 + (tens * number,)


def player_class(counts: Counts, total: int, stage: str, doubled: bool) -> str:
    """By the total; a natural is a class of its own."""
    if stage == ORIGINAL and sum(counts) == 2 and counts[ACE] == counts[TEN] == 1:
        return NATURAL
    return f"{'doubled ' if doubled else ''}{total if total > 16 else '16 or less'}"


def dealer_class(hand: Counts, upcard: int, natural: bool, discarded: bool) -> str:
    """By the total."""
    if natural:
        return NATURAL
    total = best_total(hand)
    return str(total) if total <= 21 else BUST


def pays(natural: Fraction, taken: str, early: bool = False) -> Callable[[str, str, str], Iterator[Pay]]:
    """The pays: a natural wins so much; the dealer's natural takes what it takes.

    A surrender saves half of the wager from a natural only if it is early, whether or not the dealer looks.
    """

    def paid(role: str, name: str, outcome: str) -> Iterator[Pay]:
        row, net = end(role, name, outcome)
        yield Pay(ONE, row, net)

    def end(role: str, name: str, outcome: str) -> tuple[str, Fraction]:
        if name == NATURAL:
            return ("naturals both", ONE * 0) if outcome == NATURAL else ("natural", natural)
        doubled = name.startswith("doubled")
        stake = ONE * (2 if doubled else 1)
        if name == SURRENDERED:
            return (
                ("dealer's natural", -ONE) if outcome == NATURAL and not early else ("surrendered", -ONE / 2)
            )
        if taken == PEEK and outcome == NATURAL:
            return ("dealer's natural", -ONE) if role in (ORIGINAL, FIRST) else ("not played", ONE * 0)
        if name == RESCUED:
            return "rescued", -ONE
        if name in (BUST, DOUBLED_BUST):
            return (f"{'doubled, ' if doubled else ''}over", -stake)
        if outcome == NATURAL:
            if taken == ALL_LOST:
                return f"{'doubled, ' if doubled else ''}dealer's natural", -stake
            return ("dealer's natural", -ONE) if role in (ORIGINAL, FIRST) else ("returned", ONE * 0)
        mine = int(name.rsplit(" ", 1)[-1]) if name[-1].isdigit() else 16
        his = 0 if outcome == BUST else int(outcome)
        result = (mine > his) - (mine < his)
        return f"{'doubled, ' if doubled else ''}{('lost', 'push', 'won')[result + 1]}", stake * result

    return paid


def blackjack(
    shoe: Counts | int = 6,
    rules: Rules | None = None,
    natural: Fraction = Fraction(3, 2),
    taken: str = PEEK,
    early: bool = False,
) -> Problem:
    """A usual game; `shoe` is a number of decks or the cards themselves."""
    return problem(
        decks(shoe) if isinstance(shoe, int) else shoe,
        rules or Rules(),
        player_class,
        dealer_class,
        pays(natural, taken, early),
    )
