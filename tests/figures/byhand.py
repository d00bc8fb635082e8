"""Every wager of every game worked out by hand:
ways are counted by predicates written here, prices are copied from the catalogues of the law.

Nothing here uses the prover, the machines, the layouts or the rulebook files. A wager that one draw decides
is counted over all draws; a number against seven is p/(p+6); totals to be collected before a seven come from
inclusion and exclusion over independent exponential clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, product

F = Fraction
Edge = Callable[[str], Fraction]
"""The edge of a wager in one of its places."""
Wagers = dict[str, Edge]

SIX = range(1, 7)
TWO = list(product(SIX, repeat=2))
THREE = list(product(SIX, repeat=3))
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)
NOTHING, SEVENS = F(0), F(6)


def once(outcomes: Iterable[object], pays: Callable[[object], Fraction | int | None]) -> Fraction:
    """The edge of a wager that one of these equally likely outcomes decides;
    it is lost where nothing is paid, and returned where 0 is.
    """
    nets = [F(-1) if (paid := pays(one)) is None else F(paid) for one in outcomes]
    return -sum(nets, F(0)) / len(nets)


def flat(edge: Fraction | int) -> Edge:
    """The same edge wherever the wager lies."""
    return lambda place: F(edge)


def by_count(winning: int, total: int, pays: Fraction | int) -> Fraction:
    """The edge of a wager with so many winning outcomes."""
    return 1 - F(winning, total) * (F(pays) + 1)


# Two dice.


def throw(pays: Callable[[int, int], Fraction | int | None]) -> Edge:
    return flat(once(TWO, lambda dice: pays(*dice)))


def totals(prices: dict[int, Fraction | int]) -> Edge:
    """A wager on the total of the next throw."""
    return throw(lambda a, b: prices.get(a + b))


def line() -> Fraction:
    """Seven and eleven win, two, three and twelve lose, else the point against seven."""
    win = F(8, 36) + sum(F(WAYS[point], 36) * F(WAYS[point], WAYS[point] + 6) for point in POINTS)
    return 1 - 2 * win


def dont(void: int) -> Fraction:
    """The other side, with one of two, three and twelve void."""
    win = F(4 - WAYS[void], 36) + sum(F(WAYS[point], 36) * F(6, WAYS[point] + 6) for point in POINTS)
    lose = F(8, 36) + sum(F(WAYS[point], 36) * F(WAYS[point], WAYS[point] + 6) for point in POINTS)
    return lose - win


def before_seven(number: int, pays: Fraction, charge: Fraction = NOTHING) -> Fraction:
    """A number before seven, with what is charged for a stake of one."""
    p = WAYS[number]
    return F(6, p + 6) - F(p, p + 6) * pays + charge


def after_seven(number: int, pays: Fraction, charge: Fraction = NOTHING) -> Fraction:
    """Seven before a number."""
    p = WAYS[number]
    return F(p, p + 6) - F(6, p + 6) * pays + charge


def hard(number: int, pays: Fraction) -> Fraction:
    """The pair, before seven and before the number thrown any other way."""
    p = F(1, WAYS[number] + 6)
    return 1 - p * (pays + 1)


def numbers(
    name: str,
    prices: dict[int, str],
    edge: Callable[..., Fraction],
    charge: Callable[[Fraction], Fraction] = lambda pays: F(0),
) -> Wagers:
    """One wager a number: `place-4` and so on."""
    found = {}
    for number, text in prices.items():
        pays = ratio(text)
        found[f"{name}-{number}"] = flat(
            edge(number, pays, charge(pays)) if edge is not hard else hard(number, pays)
        )
    return found


def ratio(text: str) -> Fraction:
    """Odds as the law prints them: `9:5`, `9.5:5`."""
    left, _, right = text.partition(":")
    return F(left) / F(right or "1")


def both(four: str, five: str, six: str) -> dict[int, str]:
    """Prices of 4 and 10, of 5 and 9, and of 6 and 8."""
    return {4: four, 5: five, 6: six, 8: six, 9: five, 10: four}


def horn(units: dict[int, int], prices: dict[int, int]) -> Edge:
    """A stake split over several totals, one of which may have two units."""
    whole = sum(units.values())
    return throw(lambda a, b: (units.get(a + b, 0) * (prices.get(a + b, 0) + 1) - F(whole)) / whole)


def hop(easy: int, double: int) -> Edge:
    """The two dice named; a pair falls in one way, else in two."""

    def edge(place: str) -> Fraction:
        a, b = map(int, place.split("-"))
        return once(TWO, lambda dice: (double if a == b else easy) if sorted(dice) == [a, b] else None)

    return edge


def all_before_seven(
    wanted: Iterable[int], seven: Fraction = SEVENS, weight: dict[int, Fraction] | None = None
) -> Fraction:
    """The chance that every one of some totals comes before a seven.

    Let each total ring on a clock of its own, exponential with its ways as the rate: which rings first is as
    with dice. Then the chance is the integral of 6 exp(-6t) times the product of 1 - exp(-wt), which is a sum
    over subsets of (-1)^n 6 / (6 + their ways).
    """
    rates = [(weight or {key: F(ways) for key, ways in WAYS.items()})[one] for one in wanted]
    return sum(
        (
            F((-1) ** len(some)) * seven / (seven + sum(some, F(0)))
            for size in range(len(rates) + 1)
            for some in combinations(rates, size)
        ),
        F(0),
    )


def points_made() -> dict[int, Fraction]:
    """The chances that a shooter makes so many different points before a seven-out.

    A point is set with chance w/24 and then made with w/(w+6); whatever else the come-out brings changes
    nothing. So each point rings with its own rate and the seven-out with what is left of one. All six made
    end it at once.
    """
    rate = {point: F(WAYS[point], 24) * F(WAYS[point], WAYS[point] + 6) for point in POINTS}
    out = 1 - sum(rate.values())
    found = {}
    for size in range(7):
        found[size] = F(0)
        for made in combinations(POINTS, size):
            others = sum((rate[point] for point in POINTS if point not in made), F(0))
            # All of `made` ring before the first of the seven-out and the others, and that first one is the
            # seven-out.
            found[size] += all_before_seven(made, out + others, rate) * out / (out + others)
    return found


def fire() -> Fraction:
    chances = points_made()
    return 1 - sum(chances[size] * (pays + 1) for size, pays in ((4, 24), (5, 249), (6, 999)))


FAIR = {"odds": both("2:1", "3:2", "6:5"), "lay": both("1:2", "2:3", "5:6")}


def craps(names: dict[str, str], prices: dict[str, object]) -> Wagers:
    """What the four rulebooks have in common, by their own names."""
    twelve, eleven = int(str(prices["2-12"])), int(str(prices["3-11"]))
    single = {2: twelve, 3: eleven, 11: eleven, 12: twelve}
    field = dict.fromkeys((3, 4, 9, 10, 11), F(1)) | {2: F(2), 12: F(str(prices["field-12"]))}
    hardways = {
        4: str(prices["hard-4"]),
        6: str(prices["hard-6"]),
        8: str(prices["hard-6"]),
        10: str(prices["hard-4"]),
    }
    void = int(str(prices["void"]))
    plain: Wagers = {
        "pass": flat(line()),
        "come": flat(line()),
        "dont-pass": flat(dont(void)),
        "dont-come": flat(dont(void)),
        # What is paid at the true odds costs nothing, and what is returned costs nothing either.
        **dict.fromkeys(("pass-odds", "come-odds", "dont-pass-odds", "dont-come-odds"), flat(0)),
        "field": totals(field),
        "any-seven": totals({7: 4}),
        "any-craps": totals(dict.fromkeys((2, 3, 12), F(str(prices["any-craps"])))),
        "craps-2": totals({2: twelve}),
        "craps-3": totals({3: eleven}),
        "craps-12": totals({12: twelve}),
        "eleven": totals({11: eleven}),
        **numbers("hard", hardways, hard),
    }
    assert all(
        before_seven(number, ratio(FAIR["odds"][number]))
        == after_seven(number, ratio(FAIR["lay"][number]))
        == 0
        for number in POINTS
    )
    found = {names.get(name, name): edge for name, edge in plain.items()}
    if "place" in prices:
        found |= numbers(names.get("place", "place"), both(str(prices["place"]), "7:5", "7:6"), before_seven)
    if "place-to-lose" in prices:
        found |= numbers("place-to-lose", both("5:11", "5:8", "4:5"), after_seven)
    if "buy" in prices:
        five = F(1, 20)
        found |= numbers("buy", FAIR["odds"], before_seven, lambda pays: five)
        found |= numbers("lay", FAIR["lay"], after_seven, lambda pays: five * pays)
        found |= {
            names.get("big-6", "big-6"): flat(before_seven(6, F(1))),
            names.get("big-8", "big-8"): flat(before_seven(8, F(1))),
        }
    if "horn" in prices:
        found["horn"] = horn(dict.fromkeys(single, 1), single)
    if "horn-high" in prices:
        found |= {
            f"horn-high-{high}": horn({total: 1 + (total == high) for total in single}, single)
            for high in single
        }
    if "world" in prices:
        found["world"] = horn(dict.fromkeys((2, 3, 7, 11, 12), 1), {**single, 7: 4})
    if "hop" in prices:
        found["hop"] = hop(eleven, twelve)
    return found


def rocket_side() -> Fraction:
    """Runs of sevens and free rolls, the stake spent, an empty meter but for seven tenths of the stake:
    each seven from the second on pays, a double one or six opens three throws; what wins the meter wins what
    the stake itself put into it (r 2.4).
    """
    sums: dict[int, int] = {0: 1}
    for _ in range(6):
        sums = {total: sum(sums.get(total - face, 0) for face in SIX) for total in range(max(sums) + 7)}
    assert sum(sums.values()) == 6**6

    def band(total: int) -> Fraction:
        if total <= 9 or total >= 33:
            return F(7, 10)
        return F(25, 2) if total <= 13 or total >= 29 else F(5) if total <= 18 or total >= 24 else F(5, 2)

    free = sum((F(count, 6**6) * band(total) for total, count in sums.items()), F(0))
    pays = {1: F(0), 2: F(5, 2), 3: F(10), 4: F(75), 5: F(375), 6: F(7, 10)}
    value = F(0)
    for run in range(6, 0, -1):
        # Before the throw that could be the run-th seven: seven pays and goes on, a double one or six opens a
        # free roll, all else ends it.
        value = F(1, 6) * (pays[run] + value) + F(2, 36) * free
    return 1 - value


# Roulette.


def pockets(zeros: int) -> list[str]:
    return ["0", "00"][:zeros] + [str(number) for number in range(1, 37)]


def covers(name: str, place: str) -> Callable[[int], bool]:
    """Whether a wager covers a number from 1 to 36."""
    which = int(place.partition("-")[0]) if place[:1].isdigit() else 0
    return {
        "column": lambda number: number % 3 == which % 3,
        "dozen": lambda number: (number + 11) // 12 == which,
        "split-columns": lambda number: number % 3 in (which % 3, (which + 1) % 3),
        "split-dozens": lambda number: (number + 11) // 12 in (which, which + 1),
        "red": lambda number: number in RED,
        "black": lambda number: number not in RED,
        "odd": lambda number: number % 2 == 1,
        "even": lambda number: number % 2 == 0,
        "low": lambda number: number <= 18,
        "high": lambda number: number >= 19,
        "star": lambda number: number <= 6,
    }[name]


def chance(name: str, zeros: int, pays: Fraction | int, zero: Fraction | int | None = None) -> Edge:
    """A class of numbers; `zero` is what an even chance gets when zero comes, where it is not lost."""
    return lambda place: once(
        pockets(zeros),
        lambda pocket: (
            zero if pocket in ("0", "00") else F(pays) if covers(name, place)(int(str(pocket))) else None
        ),
    )


def touching(zeros: int, count: int, pays: int) -> Edge:
    """Numbers that are named one by one."""

    def edge(place: str) -> Fraction:
        named = place.split("-")
        assert len(set(named)) == count, place
        return once(pockets(zeros), lambda pocket: pays if pocket in named else None)

    return edge


INSIDE = {"straight": (1, 35), "split": (2, 17), "street": (3, 11), "corner": (4, 8), "six-line": (6, 5)}


def roulette(
    zeros: int,
    zero: Fraction | None = None,
    line_name: str = "six-line",
    first_four: bool = False,
    five: str = "",
    split_zones: bool = False,
) -> Wagers:
    found: Wagers = {
        line_name if name == "six-line" else name: touching(zeros, count, pays)
        for name, (count, pays) in INSIDE.items()
    }
    if first_four:
        found["first-four"] = touching(zeros, 4, 8)
    if five:
        found[five] = touching(zeros, 5, 6)
    found |= {name: chance(name, zeros, 2) for name in ("column", "dozen")}
    if split_zones:
        found |= {name: chance(name, zeros, F(1, 2)) for name in ("split-columns", "split-dozens")}
    return found | {
        name: chance(name, zeros, 1, zero) for name in ("red", "black", "odd", "even", "low", "high")
    }


RAGE = {4: 6, 5: 10, 6: 20, 7: 30, 8: 40, 9: 60, 10: 100, 11: 200, 12: 400, 13: 1000, 14: 2000}
RAGE_MINIMUM = {**RAGE, 4: 5, 5: 8, 6: 15, 7: 20}


def rage(prices: dict[int, int], zeros: int = 1) -> Fraction:
    """Numbers of the established colour in a row, then a break; fourteen and more count as fourteen."""
    same = F(18, 36 + zeros)
    win = {count: same**count * (1 - same) for count in range(4, 14)} | {14: same**14}
    return 1 - sum(win[count] * (prices[count] + 1) for count in win)


def newar(group: Fraction | int, bonus: Fraction | int, zeros: int = 1) -> Fraction:
    """Eight numbers of the group, and the bonus number."""
    return 1 - (8 * (F(group) + 1) + F(bonus) + 1) / (36 + zeros)


def sides(table: dict[int, int] = RAGE) -> Wagers:
    return {
        "rage": flat(rage(table)),
        "colours": flat(1 - 8 * F(18, 37) ** 3),
        "newar": flat(newar(3, F(5, 2))),
    }


def double_action() -> Wagers:
    """One ball, two rings of 37."""
    rings = list(product(pockets(1), repeat=2))

    def dual(name: str, pays: int) -> Edge:
        return lambda place: once(
            rings,
            lambda ball: (
                pays if all(pocket != "0" and covers(name, place)(int(pocket)) for pocket in ball) else None
            ),
        )

    def ring(count: int, pays: int) -> Edge:
        def edge(place: str) -> Fraction:
            where, _, text = place.partition("/")
            at = ("inner", "outer").index(where)
            low, _, high = text.partition("-")
            named = (
                [str(number) for number in range(int(low), int(high) + 1)]
                if count in (6, 12)
                else text.split("-")
            )
            assert len(set(named)) == count, place
            return once(rings, lambda ball: pays if ball[at] in named else None)

        return edge

    def star(place: str) -> Fraction:
        at = ("inner", "outer").index(place)
        return once(rings, lambda ball: 4 if int(ball[at]) <= 6 else None)

    found: Wagers = {f"dual-{name}": dual(name, 3) for name in ("red", "black", "odd", "even", "low", "high")}
    found |= {"dual-dozen": dual("dozen", 8), "dual-column": dual("column", 8), "seven-star": star}
    found["double-number"] = lambda place: once(rings, lambda ball: 1200 if ball == (place, place) else None)
    found["dual-star"] = flat(
        once(rings, lambda ball: 25 if all(int(pocket) <= 6 for pocket in ball) else None)
    )
    return found | {
        "twelve": ring(12, 2),
        "six": ring(6, 5),
        "corner": ring(4, 8),
        "three": ring(3, 11),
        "split": ring(2, 17),
        "straight": ring(1, 35),
    }


# Three dice.


def three(pays: Callable[[tuple[int, int, int]], Fraction | int | None]) -> Fraction:
    return once(THREE, pays)


def is_triple(dice: tuple[int, ...]) -> bool:
    return dice[0] == dice[1] == dice[2]


TOTALS = {4: 60, 5: 30, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}


def single(number: int, one: int, two: int, all_three: int) -> Fraction:
    return three(lambda dice: (None, one, two, all_three)[dice.count(number)])


def sic_bo(
    double: int = 10,
    any_triple: int = 30,
    ends: tuple[int, int] = (60, 30),
    all_three: int = 3,
    more: bool = True,
) -> Wagers:
    by_total = {**TOTALS, 4: ends[0], 5: ends[1]}
    found: Wagers = {
        "small": flat(three(lambda dice: 1 if 4 <= sum(dice) <= 10 and not is_triple(dice) else None)),
        "big": flat(three(lambda dice: 1 if 11 <= sum(dice) <= 17 and not is_triple(dice) else None)),
        "odd": flat(three(lambda dice: 1 if sum(dice) % 2 and not is_triple(dice) else None)),
        "even": flat(three(lambda dice: 1 if sum(dice) % 2 == 0 and not is_triple(dice) else None)),
        "any-triple": flat(three(lambda dice: any_triple if is_triple(dice) else None)),
    }
    for n in SIX:
        found[f"triple-{n}"] = flat(three(lambda dice, n=n: 180 if dice == (n, n, n) else None))
        found[f"double-{n}"] = flat(three(lambda dice, n=n: double if dice.count(n) >= 2 else None))
        found[f"single-{n}"] = flat(single(n, 1, 2, all_three))
    for total in range(4, 18):
        pays = by_total[min(total, 21 - total)]
        found[f"total-{total}"] = flat(
            three(lambda dice, t=total, pays=pays: pays if sum(dice) == t else None)
        )
    found["combination"] = lambda place: three(
        lambda dice: 6 if all(int(face) in dice for face in place.split("-")) else None
    )
    found["four-number"] = lambda place: three(
        lambda dice: (
            7 if len(set(dice)) == 3 and all(str(face) in place.split("-") for face in dice) else None
        )
    )
    if more:
        found["three-number"] = lambda place: three(
            lambda dice: 30 if sorted(dice) == [int(face) for face in place.split("-")] else None
        )
        found["double-and-single"] = lambda place: three(
            lambda dice: 50 if sorted(dice) == sorted(int(face) for face in place.split("-")) else None
        )
    return found


# Wheels of symbols.


def wheel(stops: dict[str, tuple[int, int]]) -> Wagers:
    """By wager: the stops that show its symbol, and what it pays."""
    total = sum(count for count, _ in stops.values())
    return {name: flat(by_count(count, total, pays)) for name, (count, pays) in stops.items()}


def symbols(counts: Iterable[int], pays: Iterable[int]) -> Wagers:
    return wheel(
        {
            f"symbol-{letter}": pair
            for letter, pair in zip("abcdefgh", zip(counts, pays, strict=True), strict=False)
        }
    )


BRITISH = {"pass": "win-line", "dont-pass": "dont-win-line", "place": "place-to-win"}
BRITISH |= {
    "pass-odds": "behind-win-line",
    "dont-pass-odds": "behind-dont-win-line",
    "come-odds": "behind-come",
    "dont-come-odds": "behind-dont-come",
}
QUEENSLAND = {
    "pass": "win",
    "dont-pass": "dont-win",
    "pass-odds": "odds-win",
    "dont-pass-odds": "odds-dont-win",
    "come-odds": "odds-come",
    "dont-come-odds": "odds-dont-come",
}
QUEENSLAND |= {
    "any-seven": "any7",
    "craps-2": "craps2",
    "craps-3": "craps3",
    "craps-12": "craps12",
    "big-6": "big6",
    "big-8": "big8",
}
PLAIN = {
    "2-12": 30,
    "3-11": 15,
    "hard-4": "7:1",
    "hard-6": "9:1",
    "any-craps": 7,
    "place": "9:5",
    "buy": "",
    "horn": "",
    "world": "",
    "hop": "",
    "void": 12,
}
BETTER = {"2-12": 33, "3-11": 16, "hard-4": "7.5:1", "hard-6": "9.5:1", "any-craps": "7.5", "void": 2}


def dice_magic() -> Wagers:
    every = [total for total in WAYS if total != 7]
    spot = 1 - 2 * sum(F(WAYS[total], 36) * F(WAYS[total], WAYS[total] + 6) for total in every)
    boxes = {2: 33, 3: 16, 4: 10, 5: 7, 6: 5, 8: 5, 9: 7, 10: 10, 11: 16, 12: 33}
    found: Wagers = {
        "shooters-spot": flat(spot),
        "any-seven": totals({7: 4}),
        "under-7": throw(lambda a, b: 1 if a + b < 7 else None),
        "over-7": throw(lambda a, b: 1 if a + b > 7 else None),
    }
    found["roll-a-double"] = throw(lambda a, b: 7 if a == b and a not in (1, 6) else None)
    return found | {f"box-{total}": totals({total: pays}) for total, pays in boxes.items()}


def rocket_7() -> Wagers:
    found: Wagers = {
        "low": throw(lambda a, b: F(1, 2) if a + b == 2 else 1 if a + b < 7 else 0 if a + b == 7 else None),
        "high": throw(lambda a, b: F(1, 2) if a + b == 12 else 1 if a + b > 7 else 0 if a + b == 7 else None),
        "specific-double": hop(0, 34),
        "any-double": throw(lambda a, b: 4 if a == b else None),
        "seven": totals({7: 4}),
        "seven-or-eleven": totals({7: 3, 11: 3}),
        "craps": totals(dict.fromkeys((2, 3, 12), 7)),
        "side": flat(rocket_side()),
    }
    found |= {f"single-die-{n}": throw(lambda a, b, n=n: (None, 2, 4)[(a, b).count(n)]) for n in SIX}
    return found | {
        f"total-{total}": totals({total: pays})
        for total, pays in {3: 16, 4: 10, 5: 7, 6: 6, 8: 6, 9: 7, 10: 10, 11: 16}.items()
    }


def house_craps() -> Wagers:
    found = craps({}, {**PLAIN, "field-12": 3, "place-to-lose": "", "horn-high": ""})
    small = all_before_seven((2, 3, 4, 5, 6))
    found |= dict.fromkeys(("small", "tall"), flat(1 - small * 35))
    return found | {
        "all": flat(1 - all_before_seven(total for total in WAYS if total != 7) * 176),
        "fire": flat(fire()),
    }


GAMES: dict[str, Callable[[], Wagers]] = {
    "bahamas/big-six": lambda: {f"number-{n}": flat(single(n, 1, 2, 3)) for n in SIX},
    "bahamas/craps": lambda: craps({}, {**PLAIN, "field-12": 2}),
    "bahamas/money-wheel": lambda: wheel(
        {
            "insignia-1": (24, 1),
            "insignia-2": (15, 2),
            "insignia-5": (7, 5),
            "insignia-10": (4, 10),
            "insignia-20": (2, 20),
            "joker": (1, 40),
            "casino-symbol": (1, 40),
        }
    ),
    "bahamas/roulette": lambda: roulette(2, line_name="line", five="five-number"),
    "great-britain/big-six": lambda: symbols((1, 1, 2, 4, 8, 12, 24), (50, 50, 20, 10, 5, 3, 1)),
    "great-britain/craps": lambda: (
        craps(BRITISH, {**BETTER, "field-12": 3, "place": "9.5:5", "place-to-lose": ""})
        | {"specific-pair": hop(16, 33), "specific-non-pair": hop(16, 33)}
    ),
    "great-britain/crown-double-zero-roulette": lambda: roulette(2, first_four=True),
    "great-britain/dice-magic": dice_magic,
    "great-britain/double-action-roulette": double_action,
    "great-britain/rocket-7": rocket_7,
    "great-britain/roulette": lambda: roulette(1, F(-1, 2), first_four=True, split_zones=True) | sides(),
    "great-britain/sic-bo": sic_bo,
    "house/big-six": lambda: symbols((24, 15, 7, 4, 2, 1, 1), (1, 2, 5, 10, 20, 40, 40)),
    "house/craps": house_craps,
    "house/roulette": lambda: roulette(1, first_four=True, split_zones=True) | sides(),
    "house/sic-bo": sic_bo,
    "queensland/craps": lambda: craps(
        QUEENSLAND, {**BETTER, "field-12": 2, "place": "9:5", "buy": "", "horn": "", "horn-high": ""}
    ),
    "queensland/roulette": lambda: roulette(1),
    "queensland/sic-bo": lambda: sic_bo(11, 31, (62, 31), 12, more=False),
    "queensland/wheel-of-fortune": lambda: symbols((24, 8, 8, 4, 2, 2, 1, 1), (1, 5, 5, 11, 22, 22, 44, 44)),
    # Wagers that an option offers.
    "house/craps buy-charge=on-a-win": lambda: numbers(
        "buy-on-win", both("1.95", "1.45", "1.15"), before_seven
    ),
    "house/craps buy-charge=none": lambda: numbers("buy-free", FAIR["odds"], before_seven),
    "house/roulette wheel=double-zero": lambda: {"five-number": touching(2, 5, 6)},
    "queensland/roulette wheel=double-zero": lambda: {"first-five": touching(2, 5, 6)},
}
"""Every game as it is by default, and the wagers that an option adds."""
