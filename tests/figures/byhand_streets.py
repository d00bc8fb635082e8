"""Casino poker worked out by hand: hands are counted by the ways to deal their ranks and suits,
or dealt one by one with the evaluators written here; prices are copied from the texts of the law.

Nothing here uses the prover, the rankings, the games or the rulebook files. Where a player decides, every act
is counted for everything that he sees, and he takes the best one. Where a fold loses a side wager, it is said
why no hand that wins it is ever folded. What is not counted here is listed in LEFT_OUT, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.figures.byhand import Wagers, flat

F = Fraction
Ints = NDArray[Any]
Prices = Mapping[str, Fraction | int]
"""What a unit nets, or is paid where it is spent, by the hand."""

RANKS = range(13)
"""Two to ace, by height."""
FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(3, 13)
WHEEL = (0, 1, 2, 3, ACE)
HIGH, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL = KINDS = (
    "high card",
    "pair",
    "two pairs",
    "three",
    "straight",
    "flush",
    "full house",
    "four",
    "straight flush",
    "royal flush",
)
"""Hands of five cards, from the lowest."""


def edge(ways: Mapping[str, int], prices: Prices) -> Fraction:
    """The edge of a wager that is lost by every hand without a price."""
    return 1 - sum(
        (number * (F(prices[hand]) + 1) for hand, number in ways.items() if hand in prices), F(0)
    ) / sum(ways.values())


def spent(ways: Mapping[str, int], prizes: Prices) -> Fraction:
    """The edge of a wager whose stake is spent, with the whole payment for a unit by the hand."""
    return 1 - sum((number * F(prizes.get(hand, 0)) for hand, number in ways.items()), F(0)) / sum(
        ways.values()
    )


# Hands counted by their ranks and suits.


def partitions(cards: int, most: int = 4) -> Iterator[tuple[int, ...]]:
    """How so many cards may fall on ranks, each on four at most: 2-2-1 are two pairs."""
    if not cards:
        yield ()
    for first in range(min(cards, most), 0, -1):
        for rest in partitions(cards - first, first):
            yield (first, *rest)


def with_run(ranks: int, length: int = 5) -> int:
    """How many sets of so many ranks hold a run; the ace stands at either end."""
    runs = [set(range(low, low + length)) for low in range(14 - length)] + [{ACE, *range(length - 1)}]
    return sum(any(run <= set(chosen) for run in runs) for chosen in combinations(RANKS, ranks))


def suited(pattern: tuple[int, ...], least: int = 5) -> int:
    """In how many ways the suits of such ranks fall so that one suit has five cards;
    with less than ten cards no second one has.
    """
    ways = [1]
    for copies in pattern:
        without, having = comb(3, copies), comb(3, copies - 1)
        ways = [without * same + having * before for same, before in zip([*ways, 0], [0, *ways], strict=True)]
    return 4 * sum(ways[least:])


@cache
def best_fives(cards: int) -> Counter[str]:
    """Every hand of five, six or seven cards by the best five of them."""
    found: Counter[str] = Counter()
    for pattern in partitions(cards):
        different = len(pattern)
        orders = factorial(different) // prod(map(factorial, Counter(pattern).values()))
        flushes = suited(pattern)
        others = prod(comb(4, copies) for copies in pattern) - flushes
        runs = with_run(different)
        found[FLUSH] += flushes * orders * comb(13, different)
        first, second = (*pattern, 0)[:2]
        kind = (
            FOUR
            if first == 4
            else FULL_HOUSE
            if first == 3 and second >= 2
            else THREE
            if first == 3
            else TWO_PAIRS
            if second == 2
            else PAIR
            if first == 2
            else HIGH
        )
        assert kind not in (FOUR, FULL_HOUSE) or not (flushes or runs)
        found[STRAIGHT] += others * orders * runs
        found[kind] += others * orders * (comb(13, different) - runs)
    found[ROYAL] = 4 * comb(47, cards - 5)
    found[STRAIGHT_FLUSH] = (
        4 * sum(with_run(same) * comb(39, cards - same) for same in range(5, cards + 1)) - found[ROYAL]
    )
    found[FLUSH] -= found[STRAIGHT_FLUSH] + found[ROYAL]
    assert found.total() == comb(52, cards)
    return found


def three_cards() -> dict[str, int]:
    """Hands of three cards: twelve runs, of which ace, king and queen of one suit are the mini royal."""
    ways = {
        "mini royal": 4,
        STRAIGHT_FLUSH: 44,
        THREE: 13 * 4,
        STRAIGHT: 12 * (64 - 4),
        FLUSH: 4 * (comb(13, 3) - 12),
        PAIR: 13 * comb(4, 2) * 48,
    }
    return ways | {HIGH: comb(52, 3) - sum(ways.values())}


def prices(top: int | None, straight_flush: int, three: int, straight: int, flush: int) -> Prices:
    """Odds on the player's three cards; a pair is even money.

    Where the mini royal has no price of its own it is a straight flush.
    """
    return {
        "mini royal": straight_flush if top is None else top,
        STRAIGHT_FLUSH: straight_flush,
        THREE: three,
        STRAIGHT: straight,
        FLUSH: flush,
        PAIR: 1,
    }


# Hands dealt one by one. Cards are 0 to 51: four of a rank, from the twos.


@cache
def hands(size: int) -> Ints:
    """Every hand of so many cards in ascending order; `place` says where each stands."""
    if not size:
        return np.zeros((1, 0), np.int16)
    smaller = hands(size - 1)
    return np.concatenate(
        [
            np.column_stack([smaller[: comb(top, size - 1)], np.full(comb(top, size - 1), top, np.int16)])
            for top in range(size - 1, 52)
        ]
    )


def place(cards: Ints) -> Ints:
    """Where hands in ascending order stand among all of their size:
    before the highest card are all hands of lower cards, and so on.
    """
    table = np.array([[comb(card, size) for size in range(6)] for card in range(52)], np.int32)
    return sum((table[cards[:, at], at + 1] for at in range(cards.shape[1])), np.zeros(len(cards), np.int32))


@cache
def within(size: int) -> tuple[Ints, ...]:
    """For each hand with one card more, the places of the hands of this size within it."""
    return tuple(place(np.delete(hands(size + 1), out, axis=1)) for out in range(size + 1))


def one_more(values: Ints, size: int) -> Ints:
    """For every hand of this size, the values of all hands with one card more, added up."""
    assert len(values) == comb(52, size + 1) and np.abs(values).max() * 52 < 2**53
    return sum(
        (np.bincount(places, values, comb(52, size)) for places in within(size)), np.zeros(comb(52, size))
    ).astype(np.int64)


@cache
def fives() -> tuple[Ints, Ints]:
    """The kind of every hand of five cards, and the rank of its pair if it has just one."""
    ranks, suits = hands(5) // 4, hands(5) % 4
    same = sum((ranks[:, one] == ranks[:, other]).astype(np.int8) for one, other in combinations(range(5), 2))
    # Of ten pairs of cards, so many are of one rank.
    kind = np.array(
        [KINDS.index(name) for name in (HIGH, PAIR, TWO_PAIRS, THREE, FULL_HOUSE, HIGH, FOUR)], np.int8
    )[same]
    run = (same == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | (ranks == WHEEL).all(axis=1))
    flush = (suits == suits[:, :1]).all(axis=1)
    kind[run] = KINDS.index(STRAIGHT)
    kind[flush] = KINDS.index(FLUSH)
    kind[flush & run] = KINDS.index(STRAIGHT_FLUSH)
    kind[flush & run & (ranks[:, 0] == TEN)] = KINDS.index(ROYAL)
    assert Counter(KINDS[number] for number in kind.tolist()) == best_fives(5)
    pair = (ranks[:, 1:] * (ranks[:, 1:] == ranks[:, :-1])).sum(axis=1)
    return kind, np.where(same == 1, pair, -1)


def paid(odds: Prices, even: int, back: int | None = None) -> Ints:
    """What a unit nets with every hand of five cards;
    a pair is paid evenly from a rank on, and goes back from another.
    """
    kind, pair = fives()
    net = np.array([int(odds.get(name, -1)) for name in KINDS])[kind]
    if back is not None:
        net[pair >= back] = 0
    net[pair >= even] = 1
    return net


@cache
def alike(size: int) -> tuple[Ints, Ints]:
    """The places of one hand of each sort that differ by more than the names of the suits,
    and how many hands are of each sort.
    """
    cards = hands(size)
    masks = np.zeros((len(cards), 4), np.int64)
    for at in range(size):
        masks[np.arange(len(cards)), cards[:, at] % 4] |= 1 << (cards[:, at] // 4).astype(np.int64)
    masks.sort(axis=1)
    _, first, number = np.unique(
        masks[:, 0] << 39 | masks[:, 1] << 26 | masks[:, 2] << 13 | masks[:, 3],
        return_index=True,
        return_counts=True,
    )
    return first, number


# Three card poker.

ANTE_BONUS = {STRAIGHT: 1, THREE: 4, STRAIGHT_FLUSH: 5}
"""Bahamas reg 16(10)(c), Britain r 5.20, Queensland sch 13 s 24."""
THREES = (HIGH, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH)
"""Hands of three cards, from the lowest; the mini royal is the highest straight flush."""


@cache
def threes() -> tuple[Ints, Ints]:
    """The kind of every hand of three cards, and how high it is among all."""
    ranks, suits = hands(3) // 4, hands(3) % 4
    low, middle, top = ranks.T.astype(np.int64)
    flush = (suits == suits[:, :1]).all(axis=1)
    bottom = (low == 0) & (middle == 1) & (top == ACE)
    run = ((middle == low + 1) & (top == middle + 1)) | bottom
    three, pair = low == top, ((low == middle) | (middle == top)) & (low != top)
    kind = np.select([run & flush, three, run, flush, pair], [5, 4, 3, 2, 1], 0)
    # Three, two and ace are the lowest run; of a pair the pair comes first.
    first, second, third = (
        np.where(bottom, 1, np.where(pair, middle, top)),
        np.where(pair, np.where(low == middle, top, low), middle),
        np.where(pair | bottom, 0, low),
    )
    assert Counter(THREES[number] for number in kind.tolist()) == Counter(
        {STRAIGHT_FLUSH: 48} | {name: three_cards()[name] for name in THREES[:-1]}
    )
    return kind, ((kind * 13 + first) * 13 + second) * 13 + third


def showdowns() -> Iterator[tuple[int, int, Ints, Ints, Ints]]:
    """One hand of each sort: its place, how many there are of it, the dealer's 18,424 hands that are left,
    whether they qualify, and whether the player's is higher, equal or lower.
    """
    kind, strength = threes()
    masks = (np.int64(1) << hands(3).astype(np.int64)).sum(axis=1)
    qualified = (kind > 0) | (hands(3)[:, 2] // 4 >= QUEEN)
    for at, weight in zip(*alike(3), strict=True):
        left = np.flatnonzero((masks & masks[at]) == 0)
        assert len(left) == comb(49, 3)
        yield int(at), int(weight), left, qualified[left], np.sign(strength[at] - strength[left])


@cache
def ante_and_play() -> Fraction:
    """The dealer's cards are all hidden.

    Not qualified: the ante wins and the play wager goes back, whoever is higher. Qualified:
    both win, lose, or go back.
    """
    kind, strength = threes()
    queen_six_four = strength[place(np.array([[4 * 2, 4 * 4 + 1, 4 * QUEEN]]))[0]]
    total = 0
    for at, weight, left, qualified, higher in showdowns():
        play = int(np.where(qualified, 2 * higher, 1).sum()) + ANTE_BONUS.get(THREES[kind[at]], 0) * len(left)
        assert (play > -len(left)) == (strength[at] >= queen_six_four), (
            "queen, six and four and everything above is played, nothing below"
        )
        total += weight * max(play, -len(left))
    return F(-total, comb(52, 3) * comb(49, 3))


@cache
def with_an_upcard() -> Fraction:
    """California: one of the player-dealer's cards is open.

    If he does not qualify the play wager goes back, and the ante is paid if the player is higher,
    and else goes back.
    """
    kind, _ = threes()
    total, seen = 0, comb(48, 2)
    for at, weight, left, qualified, higher in showdowns():
        net = np.where(qualified, 2 * higher, higher > 0)
        by_upcard = sum(np.bincount(hands(3)[left, card], net, 52) for card in range(3)).astype(np.int64)
        up = np.setdiff1d(np.arange(52), hands(3)[at])
        # A fold takes the bonus wager with it: no hand that wins it is folded, whatever card is open.
        assert kind[at] == 0 or (by_upcard[up] > -seen).all()
        total += weight * int(np.maximum(by_upcard[up], -seen).sum())
    return F(-total, comb(52, 3) * 49 * seen)


def prime() -> Fraction:
    """Britain r 5.27 and 5.28:
    three cards of one colour three to one, and four to one if the dealer's are of that colour too.
    """
    own, both = F(2 * comb(26, 3), comb(52, 3)), F(2 * comb(26, 3) * comb(23, 3), comb(52, 3) * comb(49, 3))
    return 1 - 4 * own - both


def six_card_bonus() -> Fraction:
    """GEGA-003618: the player's three cards and the player-dealer's; a fold does not lose it."""
    return edge(
        best_fives(6),
        {ROYAL: 1000, STRAIGHT_FLUSH: 200, FOUR: 50, FULL_HOUSE: 25, FLUSH: 20, STRAIGHT: 10, THREE: 5},
    )


# Against a pay table.


@cache
def let_it_ride(odds: tuple[int, ...]) -> Fraction:
    """Three wagers: the first may go back on three cards, the second on four, the third stays.

    What each nets hangs on the cards seen, not on who holds them.
    """
    fifth = paid(
        dict(
            zip(
                (ROYAL, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS),
                odds,
                strict=True,
            )
        ),
        TEN,
    )
    on_four = one_more(fifth, 4)
    on_three = one_more(on_four, 3)
    last = F(int(fifth.sum()), len(fifth))
    second = F(int(np.maximum(on_four, 0).sum()), len(on_four) * 48)
    first = F(int(np.maximum(on_three, 0).sum()), len(on_three) * 49 * 48)
    return -(last + second + first)


@cache
def mississippi_stud(odds: tuple[int, ...]) -> Fraction:
    """The ante, and one to three of it on two, on three and on four cards; a fold loses what lies there.

    A pair is paid from jacks on and goes back from sixes on.
    """
    fifth = paid(
        dict(
            zip(
                (ROYAL, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS),
                odds,
                strict=True,
            )
        ),
        JACK,
        SIX,
    )
    bets = (1, 2, 3)
    seen = one_more(fifth, 4)
    on_four = {
        laid: np.maximum(-laid * 48, np.max([(laid + bet) * seen for bet in bets], axis=0))
        for laid in range(3, 8)
    }
    to_four = {laid: one_more(values, 3) for laid, values in on_four.items()}
    on_three = {
        laid: np.maximum(-laid * 48 * 49, np.max([to_four[laid + bet] for bet in bets], axis=0))
        for laid in range(2, 5)
    }
    to_three = {laid: one_more(values, 2) for laid, values in on_three.items()}
    on_two = np.maximum(-48 * 49 * 50, np.max([to_three[1 + bet] for bet in bets], axis=0))
    return F(-int(on_two.sum()), comb(52, 2) * 48 * 49 * 50)


# Casino stud: the insurance.

INSURED = {ROYAL: 100, STRAIGHT_FLUSH: 50, FOUR: 20, FULL_HOUSE: 8, FLUSH: 6}
"""Britain r 7.33, by the player's own hand."""
DEALERS = {SEVEN: 5, EIGHT: 4, NINE: 2, TEN: 2, JACK: 1, QUEEN: 1, KING: 1, ACE: 1}
"""Britain r 7.35, by the dealer's highest card, for a player with less than a flush.
Six high can only be a straight."""


def chosen(free: Ints, ranks: list[int], number: int) -> Ints:
    """The ways to take one card each of so many of these ranks, where so many are free of each."""
    ways = [np.ones(len(free), np.int64)] + [np.zeros(len(free), np.int64)] * number
    for rank in ranks:
        ways = [ways[0], *(ways[size] + ways[size - 1] * free[:, rank] for size in range(1, number + 1))]
    return ways[number]


def unpaired(free: Ints, up: int | None = None) -> dict[int, Ints]:
    """Dealer's hands of five ranks by the highest, without straights and without ace and king together;
    with a low card that is open, the ways to the other four.
    """
    found = {}
    runs = [*(tuple(range(low, low + 5)) for low in range(8)), WHEEL]
    for top in DEALERS:
        lower = [rank for rank in range(top) if rank != up and (top, rank) != (ACE, KING)]
        straights = [
            [rank for rank in run if rank != up]
            for run in runs
            if max(run) == top and (up is None or up in run)
        ]
        found[top] = free[:, top] * chosen(free, lower, 4 - (up is not None)) - sum(
            free[:, run].prod(axis=1) for run in straights
        )
    return found


def insurance() -> Fraction:
    """Lost if the dealer has ace and king or better.
    Else paid by the player's hand from a flush on, and below that by the dealer's; a fold changes nothing.

    With a two to a five of the dealer's open, the player may lay as much again,
    and does if that wins on average.
    """
    first, weights = alike(5)
    cards, kind = hands(5)[first], fives()[0][first]
    here = np.ones((len(cards), 13, 4), np.int64)
    for at in range(5):
        here[np.arange(len(cards)), cards[:, at] // 4, cards[:, at] % 4] = 0
    own = np.array([INSURED.get(name, 0) for name in KINDS])[kind]

    def net(tops: dict[int, Ints], flushes: list[dict[int, Ints]], total: int) -> Ints:
        """What a unit nets in all the dealer's hands together."""
        number = {top: ways - sum(some[top] for some in flushes) for top, ways in tops.items()}
        plays = sum(number.values())
        won = np.where(own > 0, own * plays, sum(DEALERS[top] * ways for top, ways in number.items()))
        return won - (total - plays)

    once = net(unpaired(here.sum(axis=2)), [unpaired(here[:, :, suit]) for suit in range(4)], comb(47, 5))
    # Each of the dealer's hands counts five times, once for each card that may be the open one.
    found = 5 * int((weights * once).sum())
    for up, suit in product(range(FIVE + 1), range(4)):
        again = net(unpaired(here.sum(axis=2), up), [unpaired(here[:, :, suit], up)], comb(46, 4))
        found += int((weights * here[:, up, suit] * np.maximum(again, 0)).sum())
    return F(-found, comb(52, 5) * comb(47, 5) * 5)


# Progressive jackpots, with the meter of a table where nobody has played: it shows nothing, and no option
# seeds it.


def bahamas_progressive() -> Fraction:
    """Reg 10(3)(k), for a coin of one dollar.

    A fold loses it; but whoever has a flush calls, for a call loses three antes and the dealer has a flush or
    better in less than six of a hundred hands with any card open: 9,516 such hands are in the pack, and
    163,185 ways to the other four cards.
    """
    assert (
        sum(best_fives(5)[name] for name in (FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL)) == 9516
        and F(3 * 9516, comb(46, 4)) < 1
    )
    return spent(best_fives(5), {FLUSH: 50, FULL_HOUSE: 100, FOUR: 500})


def queensland_jackpot() -> Fraction:
    """Sch 3 s 24(1), for a chip of one dollar: of an empty meter 1,000 and 10,000 dollars at least.

    A fold loses it; as in the Bahamas nobody folds a flush. No dead man's hand.
    """
    return spent(best_fives(5), {FLUSH: 100, FULL_HOUSE: 150, FOUR: 500, STRAIGHT_FLUSH: 1000, ROYAL: 10_000})


def british_progressive(cards: int, fixed: Prices) -> Fraction:
    """Britain r 7.21, 11.44, 11.97: so many times the wager, which is spent.

    It stays after a fold. A royal flush takes the meter and a straight flush a tenth:
    seven tenths of the stake are in it.
    """
    return spent(best_fives(cards), {**fixed, STRAIGHT_FLUSH: F(7, 100), ROYAL: F(7, 10)})


# Two hole cards.


def bonus_jackpot() -> Fraction:
    """Britain r 11.33, with the award for aces against aces: one of 1,225 hands of the dealer.

    It stays after a fold, which costs the ante.
    """
    aces, suited_king, suited_other, king, court_pair, other, pair = 6, 4, 8, 12, 18, 24, 54
    won = (
        aces * (31 + F(1000 - 30, comb(50, 2)))
        + suited_king * 26
        + suited_other * 21
        + king * 16
        + court_pair * 11
        + other * 6
        + pair * 4
    )
    return 1 - won / comb(52, 2)


# Vegas shootout: 52 cards and a joker.


def two_card() -> Fraction:
    """A pair, or the higher cards; the joker makes a pair of the other card.

    What the player may hold the dealer may hold as well, and still every pair of hands is counted.
    """
    joker = 52
    dealt = list(combinations(range(53), 2))
    ranks = [(one // 4, one // 4) if other == joker else (one // 4, other // 4) for one, other in dealt]
    values = np.array([(low == high) * 1000 + high * 20 + low for low, high in ranks])
    masks = np.array([1 << one | 1 << other for one, other in dealt])
    net = sum(
        int(np.sign(value - values[(masks & mask) == 0]).sum())
        for value, mask in zip(values, masks, strict=True)
    )
    return F(-net, comb(53, 2) * comb(51, 2))


def royal_match() -> Fraction:
    """Two and a half to one for one suit, and for the joker with any card;
    fifteen to one for king and queen, which the joker does not make.
    """
    return 1 - (F(7, 2) * (4 * comb(13, 2) - 4 + 52) + 16 * 4) / comb(53, 2)


def five_card() -> Fraction:
    """The player's two, the dealer's two and the common card.

    With the joker four others stand as the best they can become, but for a royal flush,
    which is then a straight flush.
    """
    odds = {
        "five": 1000,
        ROYAL: 5000,
        STRAIGHT_FLUSH: 250,
        FOUR: 125,
        FULL_HOUSE: 25,
        FLUSH: 10,
        STRAIGHT: 5,
        THREE: 3,
        TWO_PAIRS: 2,
        "jacks": 1,
    }
    _, pair = fives()
    ways = Counter({name: number for name, number in best_fives(5).items() if name != PAIR})
    ways["jacks"] = int((pair >= JACK).sum())
    ways[HIGH] += best_fives(5)[PAIR] - ways["jacks"]
    ways["five"] = 13
    ways[FOUR] += 13 * 4 * 48
    ways[FULL_HOUSE] += comb(13, 2) * 6 * 6
    ways[THREE] += 13 * 6 * comb(12, 2) * 4 * 4
    runs = [*(set(range(low, low + 5)) for low in range(9)), set(WHEEL)]
    for four in combinations(RANKS, 4):
        run = any(set(four) <= straight for straight in runs)
        ways[STRAIGHT_FLUSH if run else FLUSH] += 4
        ways[STRAIGHT if run else "jacks" if max(four) >= JACK else HIGH] += 4**4 - 4
    assert ways.total() == comb(53, 5)
    return edge(ways, odds)


# Crazy 4 poker.


def queens_up() -> Fraction:
    """Britain r 15.26, pay table 1: the best four of five cards.

    Whoever folds may leave it in play (r 15.23), so a fold costs nothing.
    """
    first, weights = alike(5)
    ranks, suits = hands(5)[first] // 4, hands(5)[first] % 4
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    by_suit = [
        ((ranks[:, :, None] == np.arange(13)) & (suits == suit)[:, :, None]).any(axis=1) for suit in range(4)
    ]
    held = np.stack([*by_suit, counts > 0], axis=1)
    # Ranks from the ace as one to the ace; four in a row within each suit, and last within all suits
    # together.
    ladder = np.concatenate([held[:, :, ACE:], held], axis=2)
    run = np.stack([ladder[:, :, low : low + 4].all(axis=2) for low in range(11)]).any(axis=0)
    pairs, best = (counts >= 2).sum(axis=1), np.where(counts >= 2, np.arange(13), -1).max(axis=1)
    most = counts.max(axis=1)
    reached = [
        (50, most == 4),
        (30, run[:, :4].any(axis=1)),
        (9, most == 3),
        (4, (held[:, :4].sum(axis=2) >= 4).any(axis=1)),
        (3, run[:, 4]),
        (2, pairs == 2),
        (1, best >= QUEEN),
    ]
    net = np.select([there for _, there in reached], [odds for odds, _ in reached], -1)
    assert weights.sum() == comb(52, 5)
    return F(-int((weights * net).sum()), comb(52, 5))


TRIPS = {ROYAL: 50, STRAIGHT_FLUSH: 40, FOUR: 30, FULL_HOUSE: 9, FLUSH: 7, STRAIGHT: 4, THREE: 3}
"""Britain r 11.73, pay table 1.
It is paid on a folded hand too (r 11.62), as in California (GEGA-003879 L2597)."""
CALIFORNIAN_TRIPS = TRIPS | {FOUR: 20, FULL_HOUSE: 7, FLUSH: 6, STRAIGHT: 5}
"""GEGA-003879 L2611-2619."""


def worked(**edges: Callable[[], Fraction]) -> Callable[[], Wagers]:
    """Wagers by their names, with lines for hyphens."""
    return lambda: {name.replace("_", "-"): flat(count()) for name, count in edges.items()}


GAMES: dict[str, Callable[[], Wagers]] = {
    "bahamas/caribbean-stud": worked(progressive=bahamas_progressive),
    "bahamas/let-it-ride": worked(bet_3=lambda: let_it_ride((1000, 200, 50, 11, 8, 5, 3, 2))),
    # Pair plus may be laid by itself, without anything to decide; nor is a pair ever folded.
    "bahamas/three-card-poker": worked(
        ante=ante_and_play, pair_plus=lambda: edge(three_cards(), prices(None, 40, 30, 6, 4))
    ),
    "bahamas/vegas-shootout": worked(two_card=two_card, royal_match=royal_match, five_card=five_card),
    "california/three-card-poker": worked(
        ante=with_an_upcard, bonus=lambda: edge(three_cards(), prices(200, 40, 30, 6, 3))
    ),
    "california/three-card-poker-6-card": worked(
        ante=with_an_upcard,
        pair_plus=lambda: edge(three_cards(), prices(200, 40, 30, 6, 3)),
        six_card_bonus=six_card_bonus,
    ),
    "california/ultimate-hold-em": worked(trips=lambda: edge(best_fives(7), CALIFORNIAN_TRIPS)),
    "great-britain/casino-hold-em": worked(
        progressive=lambda: british_progressive(7, {FOUR: 100, FULL_HOUSE: 10})
    ),
    "great-britain/casino-stud": worked(
        insurance=insurance,
        progressive=lambda: british_progressive(5, {FOUR: 100, FULL_HOUSE: 75, FLUSH: 50}),
    ),
    "great-britain/crazy-4-poker": worked(queens_up=queens_up),
    # As it is printed the progressive pays five-card prizes for seven cards: almost five for one.
    "great-britain/hold-em-bonus": worked(
        bonus_jackpot=bonus_jackpot,
        progressive=lambda: british_progressive(7, {FOUR: 500, FULL_HOUSE: 100, FLUSH: 50}),
    ),
    "great-britain/let-it-ride": worked(
        wager_3=lambda: let_it_ride((100, 50, 30, 15, 9, 6, 3, 2)),
        three_card_bonus=lambda: edge(three_cards(), prices(50, 40, 30, 6, 4)),
    ),
    "great-britain/live-draw-poker": worked(),
    "great-britain/mississippi-stud": worked(ante=lambda: mississippi_stud((500, 100, 30, 6, 5, 4, 3, 2))),
    "great-britain/three-card-poker": worked(
        ante=ante_and_play, pair_plus=lambda: edge(three_cards(), prices(None, 35, 33, 6, 4)), prime=prime
    ),
    "great-britain/two-way-hold-em": worked(),
    "great-britain/ultimate-hold-em": worked(trips=lambda: edge(best_fives(7), TRIPS)),
    "queensland/caribbean-stud": worked(jackpot=queensland_jackpot),
    "queensland/hold-em-bonus": worked(),
    "queensland/mississippi-stud": worked(ante=lambda: mississippi_stud((500, 100, 40, 10, 6, 4, 3, 2))),
    # A fold loses pair plus, but nothing above queen, six and four is folded.
    "queensland/three-card-poker": worked(
        ante=ante_and_play, pair_plus=lambda: edge(three_cards(), prices(None, 40, 25, 6, 4))
    ),
}
"""Every game of casino poker as it is by default. Pay tables to choose from are the first of each:
Britain r 11.73, 12.27, 12.31, 15.26."""

STUD = (
    "2,598,960 hands against 1,533,939 of the dealer: the plain solver counts it again on small packs, "
    "and the whole is held against published figures"
)
HOLD_EM = (
    "hands and boards of nine cards: the plain solver counts it again on small packs, and the whole is "
    "held against published figures where there are any"
)
LEFT_OUT: dict[str, dict[str, str]] = {
    "bahamas/caribbean-stud": {"ante": STUD},
    "california/ultimate-hold-em": {"ante": HOLD_EM},
    "great-britain/casino-hold-em": {
        "ante": HOLD_EM,
        "aa-bonus": "a fold on the flop loses it even with a pair of aces on the board, so it needs the best "
        "play of the ante",
    },
    "great-britain/casino-stud": {"ante": STUD},
    "great-britain/crazy-4-poker": {"ante": STUD},
    "great-britain/hold-em-bonus": {"ante": HOLD_EM},
    "great-britain/live-draw-poker": {
        "hand": "the law prints how often each hand comes under three pay tables, and all thirty numbers are "
        "checked"
    },
    "great-britain/two-way-hold-em": {"ante": HOLD_EM},
    "great-britain/ultimate-hold-em": {"ante": HOLD_EM},
    "queensland/caribbean-stud": {"ante": STUD},
    "queensland/hold-em-bonus": {
        "ante": HOLD_EM,
        "bonus": "a fold loses it, so it needs the best play of the ante",
    },
}
"""What is not counted here, and why."""
