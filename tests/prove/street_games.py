"""Street games for the tests of the provers, with the pay tables of the published figures;
any pack that is some ranks times some suits.
"""

from __future__ import annotations

import numpy as np

from croupier.prove.streets import FULL_DECK, Act, Ask, Draw, Street, order_of
from croupier.ranking.bulk import tables
from croupier.ranking.poker import Hand, Ranking, number

CLASSES = (
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
LOWER, EQUAL, HIGHER = range(3)


def pack(ranks: str, suits: str = "cdhs") -> tuple[int, ...]:
    return tuple(sorted(number(rank + suit) for rank in ranks for suit in suits))


def cards(text: str) -> list[int]:
    return [number(card) for card in text.split()]


def values(ranking: str | Ranking, *texts: str | Hand, decks: int = 1) -> tuple[int, ...]:
    table = tables(ranking, order_of(ranking).size, decks)
    return tuple(table.value_of(text) for text in texts)


def three_card(
    deck: tuple[int, ...] = FULL_DECK, decks: int = 1, up: int = 0, bonus: tuple[int, ...] = (1, 4, 5)
) -> Street:
    """Ante and play; the dealer plays with a queen; straight or better earns a bonus on the ante."""
    pays = np.zeros((3, 4, 2, 3), dtype=np.int64)
    for kind, extra in enumerate((0, *bonus)):
        pays[1, kind, 0] = 1 + extra
        pays[1, kind, 1] = (-2 + extra, extra, 2 + extra)
    pays[2] = -1
    ask = Ask(3, 0, up, {0: (Act("play", 1), Act("fold", 2))})
    kinds = values("three-card", "straight", "three-of-a-kind", "straight-flush", decks=decks)
    return Street(
        3,
        0,
        3,
        up,
        (ask,),
        ("dealt", "played", "folded"),
        "three-card",
        kinds,
        values("three-card", "queen-high", decks=decks),
        pays,
        deck,
        decks,
    )


def caribbean(
    deck: tuple[int, ...] = FULL_DECK,
    up: int = 1,
    odds: tuple[int, ...] = (1, 2, 3, 4, 5, 7, 20, 50, 100),
    qualifies: str = "ace-king",
) -> Street:
    """Ante one, raise two, paid by rank where the dealer qualifies."""
    pays = np.zeros((3, 9, 2, 3), dtype=np.int64)
    for kind, odd in enumerate(odds):
        pays[1, kind, 0] = 1
        pays[1, kind, 1] = (-3, 0, 1 + 2 * odd)
    pays[2] = -1
    ask = Ask(5, 0, up, {0: (Act("raise", 1), Act("fold", 2))})
    return Street(
        5,
        0,
        5,
        up,
        (ask,),
        ("dealt", "raised", "folded"),
        "five-card",
        values("five-card", *CLASSES),
        values("five-card", qualifies),
        pays,
        deck,
    )


def insured_stud(deck: tuple[int, ...] = FULL_DECK) -> Street:
    """Casino stud with bonus insurance of one, which may be doubled when the dealer shows 2 to 5,
    and which outlives a fold.
    """
    bands = values("five-card", "eight-high", "nine-high", "jack-high", "ace-king")
    by_dealer = (5, 4, 2, 1)
    kinds = values(
        "five-card",
        "two-pairs",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
        "straight-flush",
        "royal-flush",
    )
    raise_odds, own_odds = (1, 2, 3, 4, 6, 8, 20, 50, 50), {4: 6, 5: 8, 6: 20, 7: 50, 8: 100}
    pays = np.zeros((5, 9, 5, 3), dtype=np.int64)
    for state, raised, insured in ((1, True, 2), (2, True, 1), (3, False, 2), (4, False, 1)):
        for kind in range(9):
            for band in range(5):
                insurance = -insured if band == 4 else insured * own_odds.get(kind, by_dealer[band])
                main = (-3, 0, 1 + 2 * raise_odds[kind]) if band == 4 else (1, 1, 1)
                pays[state, kind, band] = [insurance + (net if raised else -1) for net in main]
    low = frozenset(range(4))
    acts = (
        Act("raise and double", 1, upcards=low),
        Act("raise", 2),
        Act("fold and double", 3, upcards=low),
        Act("fold", 4),
    )
    return Street(
        5,
        0,
        5,
        1,
        (Ask(5, 0, 1, {0: acts}),),
        ("dealt", "raised 2", "raised 1", "folded 2", "folded 1"),
        "five-card",
        kinds,
        bands,
        pays,
        deck,
    )


def crazy_four(deck: tuple[int, ...] = FULL_DECK, up: int = 0) -> Street:
    """Ante and super bonus of two units each (3 to 2 is whole then);
    play three times with a pair of aces or better, else once.
    """
    bonus = (0, 2, 3, 4, 30, 60, 400)
    pays = np.zeros((4, 7, 2, 3), dtype=np.int64)
    for kind, extra in enumerate(bonus):
        super_bonus = [extra if kind else (-2 if compared == LOWER else 0) for compared in range(3)]
        for state, times in ((1, 3), (2, 1)):
            pays[state, kind, 0] = [2 * times + extra for extra in super_bonus]
            pays[state, kind, 1] = [
                (2 + 2 * times) * (compared - 1) + super_bonus[compared] for compared in range(3)
            ]
    pays[3] = -4
    acts = (Act("play 3x", 1, *values("four-card", "pair-of-aces")), Act("play 1x", 2), Act("fold", 3))
    kinds = values(
        "four-card", "straight", "flush", "three-of-a-kind", "straight-flush", "four-of-a-kind", "four-aces"
    )
    return Street(
        5,
        0,
        5,
        up,
        (Ask(5, 0, up, {0: acts}),),
        ("dealt", "3x", "1x", "folded"),
        "four-card",
        kinds,
        values("four-card", "king-high"),
        pays,
        deck,
    )


def let_it_ride(
    deck: tuple[int, ...] = FULL_DECK,
    odds: tuple[int, ...] = (1, 2, 3, 5, 8, 11, 50, 200, 1000),
    pair: str = "pair-of-tens",
) -> Street:
    """Three bets; one may be taken back before each of the two common cards."""
    pays = np.array([[bets * odd for odd in (-1, *odds)] for bets in (3, 2, 1)], dtype=np.int64)[
        :, :, None, None
    ]
    asks = (
        Ask(3, 0, 0, {0: (Act("ride", 0), Act("take back", 1))}),
        Ask(3, 1, 0, {0: (Act("ride", 0), Act("take back", 1)), 1: (Act("ride", 1), Act("take back", 2))}),
    )
    return Street(
        3,
        2,
        0,
        0,
        asks,
        ("three bets", "two bets", "one bet"),
        "five-card",
        values("five-card", pair, *CLASSES),
        (),
        pays,
        deck,
    )


def mississippi(
    deck: tuple[int, ...] = FULL_DECK,
    odds: tuple[int, ...] = (0, 1, 2, 3, 4, 6, 10, 40, 100, 500),
    pairs: tuple[str, str] = ("pair-of-sixes", "pair-of-jacks"),
    largest_first: bool = True,
) -> Street:
    """Ante, then before each of three common cards a bet of one to three antes, or a fold."""
    states: dict[tuple[int, int], int] = {(0, 1): 0}  # (bets made, staked); bets made is -1 after a fold
    asks = []
    for made in range(3):
        acts = {}
        for street, staked in [state for state in states if state[0] == made]:
            bets = [
                Act(f"{times}x", states.setdefault((made + 1, staked + times), len(states)))
                for times in ((3, 2, 1) if largest_first else (1, 2, 3))
            ]
            fold = Act("fold", states.setdefault((-1, staked), len(states)))
            acts[states[street, staked]] = (*bets, fold) if largest_first else (fold, *bets)
        asks.append(Ask(2, made, 0, acts))
    pays = np.array(
        [[-staked if made < 0 else staked * odd for odd in (-1, *odds)] for made, staked in states],
        dtype=np.int64,
    )[:, :, None, None]
    names = tuple(f"{'folded' if made < 0 else f'bet {made}'} {staked}" for made, staked in states)
    return Street(
        2, 3, 0, 0, tuple(asks), names, "five-card", values("five-card", *pairs, *CLASSES), (), pays, deck
    )


def staked(street: Street) -> list[int]:
    """What is staked in every state of Mississippi stud."""
    return [int(name.split()[-1]) for name in street.states]


def live_draw(odds: tuple[int, ...], deck: tuple[int, ...] = FULL_DECK, pair: str = "pair-of-jacks") -> Draw:
    """Odds `for 1` from the pair up."""
    return Draw("five-card", values("five-card", pair, *CLASSES), np.array((0, *odds), dtype=np.int64), deck)
