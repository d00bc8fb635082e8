"""Hold'em games against the dealer: equal to the plain solver on small packs,
to counting hand by hand on the full one, and to the published figures.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.prove.plans import Rule, holdem_act, holdem_plan

from croupier.errors import BadInput
from croupier.families.streets.solver import holdem, plain
from croupier.prove.hands import alike
from croupier.prove.streets import FULL_DECK, Act, Ask, Solution, Street
from croupier.ranking.bulk import rank_many, tables
from croupier.ranking.poker import RANKINGS, best, card, number

RANKING = "five-card"
TABLE = tables(RANKING, 7)
CLASSES = (
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
OWN_BANDS = tuple(TABLE.value_of(klass) for klass in CLASSES)
STRAIGHT, FLUSH = 4, 5
"""Kinds: how many of the classes a hand reaches."""
Net = Callable[[int, int, int, int], int]


def street(
    states: str, asks: tuple[Ask, ...], bands: tuple[str, ...], net: Net, deck: tuple[int, ...]
) -> Street:
    names = tuple(states.split())
    shape = (len(names), len(OWN_BANDS) + 1, len(bands) + 1, 3)
    pays = np.array([net(*cell) for cell in np.ndindex(*shape)], dtype=np.int64).reshape(shape)
    return Street(
        2, 5, 2, 0, asks, names, RANKING, OWN_BANDS, tuple(TABLE.value_of(band) for band in bands), pays, deck
    )


def ultimate(deck: tuple[int, ...] = FULL_DECK) -> Street:
    """In halves of the ante."""
    asks = (
        Ask(2, 0, 0, {0: (Act("4x", 1), Act("3x", 2), Act("check", 3))}),
        Ask(2, 3, 0, {3: (Act("2x", 4), Act("check", 5))}),
        Ask(2, 5, 0, {5: (Act("1x", 6), Act("fold", 7))}),
    )
    play = {1: 4, 2: 3, 4: 2, 6: 1}
    blind = {4: 2, 5: 3, 6: 6, 7: 20, 8: 100, 9: 1000}

    def net(state: int, kind: int, band: int, compared: int) -> int:
        if state not in play:
            return -4 if state == 7 else 0
        return 2 * (play[state] + band) * (compared - 1) + (-2, 0, blind.get(kind, 0))[compared]

    return street("start 4x 3x checked 2x checked-twice 1x folded", asks, ("pair",), net, deck)


def hold_em_bonus(deck: tuple[int, ...] = FULL_DECK, least: int = STRAIGHT) -> Street:
    asks = (
        Ask(2, 0, 0, {0: (Act("bet", 1), Act("fold", 2))}),
        Ask(2, 3, 0, {1: (Act("bet", 3), Act("check", 4))}),
        Ask(2, 4, 0, {3: (Act("bet", 5), Act("check", 3)), 4: (Act("bet", 6), Act("check", 4))}),
    )
    bets = {3: 3, 4: 2, 5: 4, 6: 3}

    def net(state: int, kind: int, band: int, compared: int) -> int:
        if state not in bets:
            return -1 if state == 2 else 0
        return bets[state] * (compared - 1) + (-1, 0, int(kind >= least))[compared]

    return street("start in folded turn none both river", asks, (), net, deck)


def casino_hold_em(deck: tuple[int, ...] = FULL_DECK) -> Street:
    asks = (Ask(2, 3, 0, {0: (Act("call", 1), Act("fold", 2))}),)
    ante = {9: 100, 8: 20, 7: 10, 6: 3, 5: 2}

    def net(state: int, kind: int, band: int, compared: int) -> int:
        paid = ante.get(kind, 1)
        return (0, (-3, 0, paid + 2)[compared] if band else paid, -1)[state]

    return street("start called folded", asks, ("pair-of-fours",), net, deck)


def two_way(deck: tuple[int, ...] = FULL_DECK) -> Street:
    asks = (
        Ask(2, 3, 0, {0: (Act("bet", 1), Act("check", 2))}),
        Ask(2, 5, 0, {1: (Act("bet", 3), Act("check", 1)), 2: (Act("bet", 4), Act("check", 2))}),
    )
    bets, either, bands = (
        {1: 1, 2: 0, 3: 2, 4: 1},
        {4: 2, 5: 3, 6: 4, 7: 25, 8: 50, 9: 50},
        ("pair", *CLASSES[3:8]),
    )

    def net(state: int, kind: int, band: int, compared: int) -> int:
        if state not in bets:
            return 0
        made = max(either.get(kind, -1), either.get(band + 2, -1) if band > 1 else -1)
        return (compared - 1) * (1 + (1 + bets[state]) * (band > 0)) + made

    return street("start flop none both river", asks, bands, net, deck)


GAMES = {
    "ultimate": ultimate,
    "hold-em-bonus": hold_em_bonus,
    "casino-hold-em": casino_hold_em,
    "two-way": two_way,
}


def with_needs(deck: tuple[int, ...]) -> Street:
    """Asks everywhere, in several states, with acts that need a hand, and no bet that is always best."""
    pair, two = OWN_BANDS[0], OWN_BANDS[1]
    asks = (
        Ask(2, 0, 0, {0: (Act("b", 1), Act("c", 0))}),
        Ask(2, 3, 0, {0: (Act("b", 1, two), Act("c", 0)), 1: (Act("b", 2, pair), Act("c", 1), Act("f", 4))}),
        Ask(2, 4, 0, {1: (Act("b", 2), Act("c", 1)), 2: (Act("b", 3, two), Act("c", 2))}),
        Ask(2, 5, 0, {0: (Act("b", 1, two), Act("c", 0)), 2: (Act("b", 3, pair), Act("f", 4))}),
    )
    return street(
        "none one two three out",
        asks,
        ("pair-of-fours", "straight"),
        lambda state, kind, band, compared: (
            (7 * state - 3 * band + kind) * (compared - 1) - state if state < 4 else -5
        ),
        deck,
    )


def river_only(deck: tuple[int, ...]) -> Street:
    asks = (Ask(2, 5, 0, {0: (Act("bet", 1), Act("fold", 2))}),)
    return street(
        "start bet folded",
        asks,
        ("three-of-a-kind",),
        lambda state, kind, band, compared: (0, (compared - 1) * (2 + band) + kind - 4, -2)[state],
        deck,
    )


def no_ask(deck: tuple[int, ...]) -> Street:
    return street(
        "start", (), ("flush",), lambda state, kind, band, compared: (compared - 1) * (1 + kind + band), deck
    )


def pack(ranks: str, suits: int) -> tuple[int, ...]:
    return tuple(sorted(number(rank + suit) for rank in ranks for suit in "cdhs"[-suits:]))


@pytest.mark.deep
@pytest.mark.parametrize(
    "deck", [pack("39A", 3), pack("23456789T", 1)], ids=["three by three", "nine by one"]
)
@pytest.mark.parametrize("game", [*GAMES.values(), with_needs, river_only, no_ask])
def test_it_equals_the_plain_solver(game: Callable[[tuple[int, ...]], Street], deck: tuple[int, ...]) -> None:
    equal_to_plain(game(deck))


@pytest.mark.deep
@pytest.mark.parametrize("game", [ultimate, casino_hold_em, two_way])
def test_two_suits_equal_the_plain_solver(game: Callable[[tuple[int, ...]], Street]) -> None:
    equal_to_plain(game(pack("2345A", 2)))


@pytest.mark.deep
@pytest.mark.parametrize("game", [river_only, no_ask])
def test_four_suits_equal_the_plain_solver(game: Callable[[tuple[int, ...]], Street]) -> None:
    equal_to_plain(game(pack("58A", 4)))


@pytest.mark.deep
@pytest.mark.parametrize(
    ("declared", "ranks", "suits"),
    [
        (hold_em_bonus, "2345A", 2),
        (with_needs, "2345A", 2),
        (ultimate, "58A", 4),
        (hold_em_bonus, "58A", 4),
        (two_way, "58A", 4),
        (ultimate, "23456A", 2),
        (casino_hold_em, "23456A", 2),
    ],
)
def test_larger_packs_equal_the_plain_solver(
    declared: Callable[[tuple[int, ...]], Street], ranks: str, suits: int
) -> None:
    equal_to_plain(declared(pack(ranks, suits)))


def equal_to_plain(declared: Street) -> None:
    fast, slow = holdem.solve(declared), plain.solve(declared)
    assert (fast.cells == slow.cells).all()
    assert (fast.total, fast.expected, int(fast.cells.sum())) == (slow.total, slow.expected, declared.total)
    for ask, plan in zip(declared.asks, slow.plans, strict=True):
        for (state, own, board, _), act in list(plan.items())[:: max(1, len(plan) // 50)]:
            shown = sum(board, ())
            if (
                any(
                    state == offered.to
                    for other in declared.asks[: declared.asks.index(ask)]
                    for acts in other.acts.values()
                    for offered in acts
                )
                or state == 0
            ):
                assert (
                    holdem_act(declared, fast.plans, own, shown, declared.states[state])
                    == ask.acts[state][act].name
                )
    assert (holdem.count(declared, fast.plans).cells == fast.cells).all()


def odd_rule(acts: int) -> Rule:
    """Some rule that looks at everything but the suits."""

    def rule(state: int, own: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.int8]:
        same = (own[:, 0] % 4 == own[:, 1] % 4).astype(np.int64) + (own[:, :, None] % 4 == board % 4).sum(
            axis=(1, 2)
        )
        return ((state + 3 * same + (own // 4).sum(axis=1) + 5 * int((board // 4).sum())) % acts).astype(
            np.int8
        )

    return rule


@pytest.mark.deep
@pytest.mark.parametrize("game", [ultimate, two_way])
def test_given_plans_are_followed(game: Callable[[tuple[int, ...]], Street]) -> None:
    declared = game(pack("4JA", 3))
    plans = tuple(
        holdem_plan(declared, ask.board, odd_rule(min(map(len, ask.acts.values())))) for ask in declared.asks
    )
    every = plain.solve(declared).plans
    as_plain = tuple(
        {
            seen: acts_named(ask, seen[0]).index(
                holdem_act(declared, plans, seen[1], sum(seen[2], ()), declared.states[seen[0]])
            )
            for seen in plan
        }
        for ask, plan in zip(declared.asks, every, strict=True)
    )
    fast, slow = holdem.count(declared, plans), plain.count(declared, as_plain)
    assert (fast.cells == slow.cells).all()
    by_rule_and_best = holdem.count(declared, (*plans[:-1], "best"))
    assert fast.expected < by_rule_and_best.expected < holdem.solve(declared).expected


def acts_named(ask: Ask, state: int) -> list[str]:
    return [act.name for act in ask.acts[state]]


def test_plans_that_do_not_fit_are_refused() -> None:
    declared = ultimate(pack("4JA", 3))
    plans = holdem.solve(declared).plans
    with pytest.raises(BadInput, match="3 asks, and plans for 1"):
        holdem.count(declared, plans[:1])
    with pytest.raises(BadInput, match="with 3 cards on the board is"):
        holdem.count(declared, (plans[0], plans[0], "best"))
    with pytest.raises(BadInput, match="not offered"):
        holdem.count(declared, (plans[0], np.full_like(plans[1], 2), "best"))
    with pytest.raises(BadInput, match="tells suits apart"):
        odd = plans[0].copy()
        odd[0, 0, -2:] = 0, 1
        holdem.count(declared, (odd, plans[1], "best"))


def test_games_that_do_not_fit_are_refused() -> None:
    declared = ultimate()
    with pytest.raises(BadInput, match="two own cards against two"):
        holdem.solve(
            Street(3, 0, 3, 0, (), ("start",), "three-card", (), (), np.zeros((1, 1, 1, 3), dtype=np.int64))
        )
    with pytest.raises(BadInput, match="at most once"):
        holdem.solve(street("start", (Ask(2, 2, 0, {0: (Act("", 0),)}),), (), lambda *_: 0, FULL_DECK))
    with pytest.raises(BadInput, match="no hand that an act could need"):
        holdem.solve(
            street("start", (Ask(2, 0, 0, {0: (Act("b", 0, 5), Act("c", 0))}),), (), lambda *_: 0, FULL_DECK)
        )
    with pytest.raises(BadInput, match="use a larger unit"):
        holdem.solve(street("start", (), (), lambda *_: 50_000, FULL_DECK))
    with pytest.raises(BadInput, match="nothing is asked with 4 cards"):
        holdem.advise(declared, cards("As Ks"), cards("2c 3c 4c 5c"))
    with pytest.raises(BadInput, match="all different"):
        holdem.advise(declared, cards("As Ks"), cards("2c 3c As"))
    with pytest.raises(BadInput, match="One of turn, none"):
        holdem.advise(hold_em_bonus(), cards("As Ks"), cards("2c 3c 5d 6d"))


def cards(text: str) -> list[int]:
    return [number(card) for card in text.split()]


def ends(declared: Street, own: list[int], board: list[int]) -> NDArray[np.int64]:
    """What each state nets on a full board, dealer's hand by dealer's hand."""
    left = [card for card in FULL_DECK if card not in (*own, *board)]
    hands = np.array([[*pair, *board] for pair in combinations(left, 2)], dtype=np.uint8)
    his, mine = (
        rank_many(hands, TABLE).astype(np.int64),
        int(rank_many(np.array([[*own, *board]], dtype=np.uint8), TABLE)[0]),
    )
    bands, kind = (
        np.searchsorted(declared.bands, his, side="right"),
        np.searchsorted(declared.own_bands, mine, side="right"),
    )
    return declared.pays[:, kind, bands, 1 + np.sign(mine - his)].sum(axis=1)


def looked_at(declared: Street, own: list[int], board: list[int], state: int) -> tuple[int, int]:
    """The sum of nets of best play and the number of deals from here, card by card."""
    left = [card for card in FULL_DECK if card not in (*own, *board)]
    ask = next((ask for ask in declared.asks if ask.board == len(board)), None)
    states = [act.to for act in ask.acts[state]] if ask and state in ask.acts else [state]
    if len(board) == 5:
        nets = ends(declared, own, board)
        return max(int(nets[to]) for to in states), 990
    return max(after(declared, own, board, to) for to in states), len(left) * (
        990 if len(board) == 4 else (len(left) - 1) * 990
    )


def after(declared: Street, own: list[int], board: list[int], state: int) -> int:
    left = [card for card in FULL_DECK if card not in (*own, *board)]
    if len(board) == 3 and not any(ask.board == 4 for ask in declared.asks):
        return 2 * sum(looked_at(declared, own, [*board, *more], state)[0] for more in combinations(left, 2))
    return sum(looked_at(declared, own, [*board, more], state)[0] for more in left)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("game", "own", "board", "state"),
    [
        (ultimate, "9s 8d", "Ts Jd 2c 3d 3h", None),
        (ultimate, "9s 8s", "Ts Js 2s 3d 3h", None),
        (ultimate, "9s 8d", "Ts Js 2s 3s 4s", None),
        (ultimate, "2s 2d", "As Ks Qs Js Ts", None),
        (two_way, "Ah 4s", "5s 6s 7s 7d 7h", "flop"),
        (two_way, "Ah 4s", "5s 6s 7s 8s 7h", "none"),
        (hold_em_bonus, "Ah Th", "5h 6h 7s Ts", "none"),
        (hold_em_bonus, "2h 7d", "5h 6h 7s Ts", "turn"),
        (casino_hold_em, "Kh 7h", "5h 2h 7s", None),
    ],
)
def test_advice_on_the_full_pack_is_that_of_counting_hand_by_hand(
    game: Callable[[], Street], own: str, board: str, state: str | None
) -> None:
    declared = game()
    ask = next(ask for ask in declared.asks if ask.board == len(cards(board)))
    at = declared.states.index(state) if state else next(iter(ask.acts))
    found = holdem.advise(declared, cards(own), cards(board), state)
    ways = looked_at(declared, cards(own), cards(board), at)[1]
    if len(cards(board)) == 5:
        nets = ends(declared, cards(own), cards(board))
        assert found == {act.name: Fraction(int(nets[act.to]), ways) for act in ask.acts[at]}
    else:
        assert found == {
            act.name: Fraction(after(declared, cards(own), cards(board), act.to), ways)
            for act in ask.acts[at]
        }


@pytest.mark.deep
@pytest.mark.parametrize("flop", [0, 700, 1500])
def test_advice_on_canonical_flops_is_the_average_of_the_best_rivers(flop: int) -> None:
    """And turning the suits changes nothing."""
    declared, board = ultimate(), [int(card) for card in alike(FULL_DECK, 3).hands[flop]]
    own = [card for card in FULL_DECK if card not in board][7:20:9]
    found = holdem.advise(declared, own, board)
    left = [card for card in FULL_DECK if card not in (*own, *board)]
    assert found["check"] == sum(
        max(holdem.advise(declared, own, [*board, *more]).values()) for more in combinations(left, 2)
    ) / comb(47, 2)
    turned = [[4 * (card // 4) + (3, 0, 1, 2)[card % 4] for card in hand] for hand in (own, board)]
    assert holdem.advise(declared, *turned) == found


def test_the_plain_rules_agree_on_a_river() -> None:
    own, board = cards("Ts 9s"), cards("8s 7d 6s 2s 2d")
    left = [card for card in FULL_DECK if card not in (*own, *board)]
    mine = best(RANKINGS[RANKING], [card(at) for at in (*own, *board)])
    his = [best(RANKINGS[RANKING], [card(at) for at in (*pair, *board)]) for pair in combinations(left, 2)]
    assert mine.klass == "flush"
    net = sum(
        2 * (1 + (hand.klass != "high-card")) * (1 if mine > hand else -1 if mine < hand else 0)
        + (3 if mine > hand else -2 if mine < hand else 0)
        for hand in his
    )
    assert holdem.advise(ultimate(), own, board) == {"1x": Fraction(net, 990), "fold": -4}


@cache
def proved(name: str, least: int = STRAIGHT) -> tuple[Street, Solution]:
    declared = hold_em_bonus(least=least) if name == "hold-em-bonus" else GAMES[name]()
    return declared, holdem.solve(declared)


FIGURES = [
    # The value of a round in antes, the average stake in antes; what was published of each.
    (
        "ultimate",
        STRAIGHT,
        Fraction(-50643648973, 2317817502000),
        Fraction(29164125301, 7023689400),
        2.185,
        0.526,
    ),
    (
        "hold-em-bonus",
        STRAIGHT,
        Fraction(-578107733, 28381438800),
        Fraction(34293271, 8981700),
        2.037,
        0.5335,
    ),
    (
        "hold-em-bonus",
        FLUSH,
        Fraction(-19447087313, 347672625300),
        Fraction(144821246, 38172225),
        5.5935,
        None,
    ),
    ("casino-hold-em", STRAIGHT, Fraction(-1363917077, 63213204600), Fraction(571731, 216580), 2.16, 0.82),
    (
        "two-way",
        STRAIGHT,
        Fraction(-131574639961, 3476726253000),
        Fraction(1546129831, 413158200),
        None,
        None,
    ),
]
STAKES = {
    "ultimate": (2, 6, 5, 2, 4, 2, 3, 2),
    "hold-em-bonus": (1, 3, 1, 4, 3, 5, 4),
    "casino-hold-em": (1, 3, 1),
    "two-way": (3, 4, 3, 5, 4),
}


@pytest.mark.deep
@pytest.mark.parametrize(("name", "least", "value", "stake", "edge", "risk"), FIGURES)
def test_best_play_on_the_full_pack(
    name: str, least: int, value: Fraction, stake: Fraction, edge: float | None, risk: float | None
) -> None:
    declared, found = proved(name, least)
    assert found.value == value * (2 if name == "ultimate" else 1)
    assert int(found.cells.sum()) == found.total == declared.total
    by_state = [int(part.sum()) for part in found.cells]
    assert (
        Fraction(sum(ways * units for ways, units in zip(by_state, STAKES[name], strict=True)), found.total)
        == stake
    )
    if edge:
        digits = len(str(edge).split(".")[1])
        assert round(-100 * float(value), digits) == edge
    if risk:
        digits = len(str(risk).split(".")[1])
        assert round(-100 * float(value / stake), digits) == risk


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_plans_on_the_full_pack_do_what_is_advised(name: str) -> None:
    declared, found = proved(name, STRAIGHT)
    random = np.random.default_rng(4)
    for _ in range(200):
        dealt = [int(card) for card in random.permutation(52)[:7]]
        for ask in declared.asks:
            if 0 < ask.board < 5:
                for state in ask.acts:
                    own, board, at = dealt[:2], dealt[2 : 2 + ask.board], declared.states[state]
                    worth = holdem.advise(declared, own, board, at)
                    assert holdem_act(declared, found.plans, own, board, at) == max(
                        worth, key=lambda act: worth[act]
                    )


@pytest.mark.deep
def test_starting_hands_of_hold_em_bonus() -> None:
    """Published to six places for both tables."""
    for least, published in (
        (
            STRAIGHT,
            {
                "2c 3d": -1.155927,
                "2c 4d": -1.091604,
                "2c 5d": -1.019987,
                "2c 6d": -1.046723,
                "2c 7d": -1.031301,
                "2c 8d": -0.896002,
                "2c Kd": -0.102668,
            },
        ),
        (
            FLUSH,
            {
                "2c 3d": -1.195592,
                "2c 4d": -1.135210,
                "2c 5d": -1.067022,
                "2c 6d": -1.077817,
                "2c 7d": -1.050057,
                "2c 8d": -0.917393,
                "2c Kd": -0.115400,
            },
        ),
    ):
        declared = hold_em_bonus(least=least)
        worth = holdem.openings(declared)
        for text, value in published.items():
            low, high = sorted(cards(text))
            assert round(float(worth["bet"][high * (high - 1) // 2 + low]), 6) == value
        assert set(worth["fold"]) == {Fraction(-1)}
