"""Every wager of every card game worked out by hand:
cards are counted out of a full shoe one after the other, prices are copied from the texts of the law.

Nothing here uses the prover, the tableaux, the readers of wagers or the rulebook files. A coup of baccarat is
counted in orders of six cards, used or not, by their values; other games by the ranks of their cards. Where a
player decides, both ways are counted for everything that he sees, and he takes the better one. Cards that
nobody sees, burnt or behind the cutting card, change no chance. For the free rulebook the prices are those of
its default options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from tests.figures.byhand import Wagers, flat

F = Fraction
EVEN, HALF = F(1), F(1, 2)
VALUES = range(10)
"""What a card counts in baccarat; tens and court cards count 0."""
RANKS = range(2, 15)
"""Ranks by height, with the ace on top."""


# Coups of baccarat.


class Coup(NamedTuple):
    """What two cards of either hand count, the third cards if any,
    and whether the Player's was drawn by choice.
    """

    player: int
    banker: int
    third: int | None
    fourth: int | None
    chosen: bool = False

    def end(self, side: str) -> int:
        """What a hand counts in the end."""
        two, more = (self.player, self.third) if side == "player" else (self.banker, self.fourth)
        return (two + (more or 0)) % 10

    def cards(self, side: str) -> int:
        return 2 + ((self.third if side == "player" else self.fourth) is not None)

    def natural(self, side: str) -> bool:
        return (self.player if side == "player" else self.banker) >= 8 and self.cards(side) == 2

    def lead(self, side: str) -> int:
        """By how much a hand is ahead in the end."""
        ahead = self.end("player") - self.end("banker")
        return ahead if side == "player" else -ahead


Coups = dict[Coup, int]
"""Coups with the orders of six cards that lead to them."""
Net = Callable[[Coup], Fraction | int]
"""What a unit nets."""
Bank = Callable[[int, int | None], bool]
"""Whether two cards of the Banker that count so much take a third, given the Player's third card or none."""


def usual(total: int, third: int | None) -> bool:
    """Bahamas reg 4(9)(c), Britain r 6.27, Queensland sch 1 s 23 (a five draws to four to seven),
    and the rules of California's games.
    """
    if third is None:
        return total <= 5
    return third in {
        3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
        4: {2, 3, 4, 5, 6, 7},
        5: {4, 5, 6, 7},
        6: {6, 7},
        7: set(),
    }.get(total, set(VALUES))


def gold(total: int, third: int | None) -> bool:
    """GEGA-002078: hits three or less, stands on six or more;
    on four or five hits only when the players' third card is a three to a seven.
    """
    return total <= 3 or (total <= 5 and third in (3, 4, 5, 6, 7))


def as_printed(three_nine: bool = True, five_four: bool = True) -> Bank:
    """Bahamas reg 5(9)(c), table 3 to the letter: three draws even to an eight, six to a five;
    the Banker may choose with three against nine and with five against four.
    """
    rows: dict[int, set[int | None]] = {
        3: {None, *range(9)} | ({9} if three_nine else set()),
        4: {None, 2, 3, 4, 5, 6, 7},
        5: {None, 5, 6, 7} | ({4} if five_four else set()),
        6: {5, 6, 7},
        7: set(),
    }
    return lambda total, third: total <= 2 or third in rows[total]


def traditional(three_nine: bool = True, five_four: bool = True) -> Bank:
    """The usual rules with the same two choices."""
    return lambda total, third: (
        three_nine
        if (total, third) == (3, 9)
        else five_four
        if (total, third) == (5, 4)
        else usual(total, third)
    )


class Deal(NamedTuple):
    """The first four cards: the Player's two in no order, the Banker's first and second;
    the orders that lead to them; and what is left by value.
    """

    mine: tuple[int, int]
    first: int
    second: int
    ways: int
    left: tuple[int, ...]

    @property
    def player(self) -> int:
        return sum(self.mine) % 10

    @property
    def banker(self) -> int:
        return (self.first + self.second) % 10


@cache
def deals(decks: int) -> tuple[Deal, ...]:
    found = []
    for mine, first, second in product(combinations_with_replacement(VALUES, 2), VALUES, VALUES):
        left = [16 * decks] + [4 * decks] * 9
        ways = 1 if mine[0] == mine[1] else 2
        for value in (*mine, first, second):
            ways *= left[value]
            left[value] -= 1
        found.append(Deal(mine, first, second, ways, tuple(left)))
    return tuple(found)


def filled(deal: Deal, draws: bool, bank: Bank, chosen: bool = False) -> Iterator[tuple[Coup, int]]:
    """Third cards. A natural of either hand stops the Banker; whoever calls says whether the Player draws."""
    player, banker, rest = deal.player, deal.banker, sum(deal.left)
    for third in VALUES if draws else (None,):
        ways = deal.ways * (1 if third is None else deal.left[third])
        drawing = max(player, banker) < 8 and bank(banker, third)
        unused = {0: rest * (rest - 1), 1: rest - 1, 2: 1}[draws + drawing]
        for fourth in VALUES if drawing else (None,):
            number = 1 if fourth is None else deal.left[fourth] - (fourth == third)
            yield Coup(player, banker, third, fourth, chosen), ways * number * unused


def orders(decks: int) -> int:
    """The orders of six cards out of so many decks."""
    found = 1
    for gone in range(6):
        found *= 52 * decks - gone
    return found


def coups(decks: int, bank: Bank = usual, most: int = 5) -> Coups:
    """Every coup in which the Player draws up to a count and stands on more, and nobody chooses anything."""
    found: Counter[Coup] = Counter()
    for deal in deals(decks):
        for coup, ways in filled(deal, deal.player <= most and max(deal.player, deal.banker) < 8, bank):
            found[coup] += ways
    assert sum(found.values()) == orders(decks)
    return dict(found)


@cache
def usual_coups(decks: int) -> Coups:
    return coups(decks)


def gain(found: Coups, net: Net) -> Fraction:
    """What a unit nets in all these coups together, in orders of cards."""
    return sum((ways * F(net(coup)) for coup, ways in found.items()), F(0))


def loss(found: Coups, net: Net) -> Fraction:
    """The edge."""
    return -gain(found, net) / sum(found.values())


def best_play(
    decks: int, bank: Bank, on: tuple[int, ...], net: Net, sees_first: bool, despite_natural: bool
) -> Coups:
    """Every coup for a bettor who chooses on some counts,
    by his two cards and the Banker's first card if that is open; on other counts up to five he draws.
    """
    found: Counter[Coup] = Counter()
    choices: dict[object, tuple[Counter[Coup], Counter[Coup]]] = {}
    for deal in deals(decks):
        natural = max(deal.player, deal.banker) >= 8
        if deal.player in on and (despite_natural or not natural):
            both = choices.setdefault((deal.mine, deal.first if sees_first else None), (Counter(), Counter()))
            for draws, counted in zip((False, True), both, strict=True):
                for coup, ways in filled(deal, draws, bank, draws):
                    counted[coup] += ways
        else:
            for coup, ways in filled(deal, deal.player <= 5 and not natural, bank):
                found[coup] += ways
    for standing, drawing in choices.values():
        found.update(drawing if gain(drawing, net) > gain(standing, net) else standing)
    assert sum(found.values()) == orders(decks)
    return dict(found)


# Wagers on a coup.


def hand(side: str, pays: Fraction = EVEN, on_six: Fraction | None = None, bars_seven: bool = False) -> Net:
    """A hand wins; ties go back.

    It may be paid otherwise on a six, and a win with seven in three cards may go back.
    """

    def net(coup: Coup) -> Fraction | int:
        if coup.lead(side) <= 0:
            return -1 if coup.lead(side) else 0
        if bars_seven and (coup.end(side), coup.cards(side)) == (7, 3):
            return 0
        return on_six if on_six is not None and coup.end(side) == 6 else pays

    return net


def tie(pays: int, *scores: int) -> Net:
    """Equal counts, or only some of them."""
    return lambda coup: (
        pays if not coup.lead("player") and (not scores or coup.end("player") in scores) else -1
    )


def made(side: str, count: int, pays: int, cards: int | None = None) -> Net:
    """A hand wins with a count, in so many cards."""
    return lambda coup: (
        pays if coup.lead(side) > 0 and coup.end(side) == count and cards in (None, coup.cards(side)) else -1
    )


MARGINS = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
"""Pay table 1 of Britain r 6.42; Queensland sch 1 s 34; California's spread and dragon bonus.
The margins of a win that is no natural."""


def margin(side: str, any_tie: int = -1) -> Net:
    """A natural that wins is paid evenly whatever its margin and goes back if it ties;
    another win is paid by its margin, from four on; what becomes of other ties is said.
    """

    def net(coup: Coup) -> int:
        lead, natural = coup.lead(side), coup.natural(side)
        if not lead:
            return 0 if natural else any_tie
        if lead > 0 and natural:
            return 1
        return MARGINS.get(lead, -1)

    return net


def three_giving_eight(eight: int, other: int = -1) -> Net:
    """The Banker has three in two cards and the Player draws: an eight, or another card."""
    return lambda coup: -1 if coup.banker != 3 or coup.third is None else eight if coup.third == 8 else other


def in_all(cards: int, pays: Fraction) -> Net:
    """Both hands together have so many cards."""
    return lambda coup: pays if coup.cards("player") + coup.cards("banker") == cards else -1


def worked_out(found: Coups, nets: dict[str, Net]) -> Wagers:
    return {name: flat(loss(found, net)) for name, net in nets.items()}


# Pairs of the first two cards of a hand.


def pair(decks: int, pays: Fraction | int) -> Fraction:
    """The second card has the rank of the first."""
    return 1 - F(4 * decks - 1, 52 * decks - 1) * (F(pays) + 1)


def either_pair(decks: int, pays: Fraction | int) -> Fraction:
    """One hand or the other has a pair; what both have is counted once."""
    of_rank, cards = 4 * decks, 52 * decks
    one = F(of_rank - 1, cards - 1)
    also = F((of_rank - 2) * (of_rank - 3) + 12 * of_rank * (of_rank - 1), (cards - 2) * (cards - 3))
    return 1 - (2 * one - one * also) * (F(pays) + 1)


def perfect_pairs(decks: int, mixed: int, coloured: int, perfect: int) -> Fraction:
    """Of one rank: two suits of the other colour, the other suit of the same colour,
    or the very same card from another deck.
    """
    won = 2 * decks * (mixed + 1) + decks * (coloured + 1) + (decks - 1) * (perfect + 1)
    return 1 - F(won, 52 * decks - 1)


# The games of baccarat.

FIVE_PER_CENT = F(95, 100)
"""What is left of a win after a commission of five per cent."""
SIDES = ("player", "banker")


def bahamas_punto_banco() -> Wagers:
    """Reg 4(3): one to one, a commission of five per cent on the Banker's Hand, eight to one for a tie."""
    return worked_out(
        usual_coups(8), {"player": hand("player"), "banker": hand("banker", FIVE_PER_CENT), "tie": tie(8)}
    )


UR_WAY = {0: 150, 1: 215, 2: 225, 3: 200, 4: 120, 5: 110, 6: 45, 7: 45, 8: 80, 9: 80}
"""Britain r 6.51, pay table 1."""
SUPER_PAY = {"0": 160, "1-2-3": 70, "4-5": 60, "6-7": 22, "8-9": 40}
"""Britain r 6.68."""


def british_punto_banco() -> Wagers:
    nets: dict[str, Net] = {"punto": hand("player"), "banco": hand("banker", F(19, 20)), "egalite": tie(8)}
    # A non-natural winner is any other: read as it is written, a two-card six or seven would have no price at
    # all.
    nets |= {"dragon-bonus-punto": margin("player"), "dragon-bonus-banco": margin("banker")}
    nets |= {f"ur-way-{score}": tie(pays, score) for score, pays in UR_WAY.items()}
    nets |= {
        f"super-pay-{scores}": tie(pays, *map(int, scores.split("-"))) for scores, pays in SUPER_PAY.items()
    }
    nets |= {
        "three-giving-eight-single": three_giving_eight(180),
        "three-giving-eight-double": three_giving_eight(100, 6),
    }
    return worked_out(usual_coups(8), nets) | dict.fromkeys(("pair-punto", "pair-banco"), flat(pair(8, 11)))


def queensland_baccarat() -> Wagers:
    nets: dict[str, Net] = {
        "player": hand("player"),
        "banker": hand("banker", F(19, 20)),
        "tie": tie(8),
        "super-6": made("banker", 6, 15),
    }
    # A tie of hands that are no naturals loses: it is fewer than four points ahead.
    nets |= {f"dragon-bonus-{side}": margin(side) for side in SIDES}
    found = worked_out(usual_coups(8), nets)
    found |= dict.fromkeys(("player-pair", "banker-pair"), flat(pair(8, 11)))
    return found | dict.fromkeys(
        ("perfect-pairs-player", "perfect-pairs-banker"), flat(perfect_pairs(8, 6, 12, 25))
    )


def house_baccarat() -> Wagers:
    """The default options: commission 5, tie-pays 8, pair-pays 11, perfect-pairs-pays 5-10-30,
    dragon-bonus-pays 30-10-6-4-2-1, super-6-pays 12, ur-way-pays 150-215-225-200-120-110-45-80.
    """
    nets: dict[str, Net] = {"player": hand("player"), "banker": hand("banker", FIVE_PER_CENT), "tie": tie(8)}
    nets |= {f"dragon-bonus-{side}": margin(side) for side in SIDES} | {
        f"ur-way-{score}": tie(pays, score) for score, pays in UR_WAY.items()
    }
    nets |= {
        "dragon-7": made("banker", 7, 40, 3),
        "panda-8": made("player", 8, 25, 3),
        "super-6": made("banker", 6, 12),
        "big-tiger": made("banker", 6, 50, 3),
    }
    nets |= {
        "three-giving-eight": three_giving_eight(200),
        "three-giving-eight-double": three_giving_eight(100, 6),
    }
    nets["naturals"] = lambda coup: 20 if min(coup.end(side) for side in SIDES) >= 8 else -1
    nets["bad-beat"] = lambda coup: 50 if sorted((coup.player, coup.banker)) == [8, 9] else -1
    nets |= {"cards-4": in_all(4, F(3, 2)), "cards-5": in_all(5, F(2)), "cards-6": in_all(6, F(2))}
    found = worked_out(usual_coups(8), nets)
    found |= dict.fromkeys(("player-pair", "banker-pair"), flat(pair(8, 11))) | {
        "either-pair": flat(either_pair(8, 5))
    }
    return found | dict.fromkeys(
        ("perfect-pairs-player", "perfect-pairs-banker"), flat(perfect_pairs(8, 5, 10, 30))
    )


def ez_baccarat() -> Wagers:
    nets = {
        "player": hand("player"),
        "dealer": hand("banker", bars_seven=True),
        "tie": tie(8),
        "dragon-7": made("banker", 7, 40, 3),
    }
    return worked_out(usual_coups(8), nets)


def ez_baccarat_panda_8() -> Wagers:
    """This text nowhere says that the Banker's three-card seven goes back;
    it is read to, as in the game whose name it bears.
    """
    nets = {
        "player": hand("player"),
        "banker": hand("banker", bars_seven=True),
        "tie": tie(9),
        "dragon-7": made("banker", 7, 40, 3),
        "panda-8": made("player", 8, 25, 3),
    }
    return worked_out(usual_coups(8), nets)


def commission_free_baccarat() -> Wagers:
    nets = {
        "player": hand("player"),
        "banker": hand("banker", on_six=HALF),
        "tie": tie(8),
        "player-dragon": margin("player"),
        "banker-dragon": margin("banker"),
    }
    return worked_out(usual_coups(8), nets)


def baccarat_gold() -> Wagers:
    """On zero or five the bettor chooses, and sees the bank's first card; never against a natural.

    Tie and spread need a base wager, for which he plays.
    """
    found = best_play(8, gold, (0, 5), hand("player"), sees_first=True, despite_natural=False)
    return worked_out(found, {"base": hand("player"), "tie": tie(8), "spread": margin("player", any_tie=0)})


def royal_player(coup: Coup) -> Fraction | int:
    """Even money, and one and a half for who won after drawing to six."""
    return hand("player", F(3, 2) if coup.chosen else EVEN)(coup)


def royal_baccarat() -> Wagers:
    """On six the bettor chooses, even against a natural, and sees nothing of the Banker's cards.

    The tie needs a wager on a line: here the player's, for which he plays.
    """
    found = best_play(8, usual, (6,), royal_player, sees_first=False, despite_natural=True)
    wagers = worked_out(found, {"player": royal_player, "tie": tie(8)})
    # Who bets on the Banker meets the original six, though the Banker's hand is filled against the card that
    # others drew.
    met = Counter[Coup]()
    for coup, ways in found.items():
        met[coup._replace(third=None) if coup.chosen else coup] += ways
    wagers |= worked_out(met, {"banker": hand("banker", F("9.5") / 10)})
    return (
        wagers
        | dict.fromkeys(("player-pair", "banker-pair"), flat(pair(8, 11)))
        | {"either-pair": flat(either_pair(8, F(11, 2)))}
    )


# Chemin de fer.


def chemin_de_fer(rules: Callable[[bool, bool], Bank], decks: int = 6) -> Wagers:
    """The Player draws to five and the Banker in both cells that are left to him, by totals;
    of what the bank wins, five per cent are the fee.

    Every other way of either side is counted too, and it is seen that these are the best.
    """
    nets = {"cover": hand("player"), "bank": hand("banker", FIVE_PER_CENT)}
    ways = [(first, second) for first in (True, False) for second in (True, False)]
    lost = {
        (most, way): {name: loss(found, net) for name, net in nets.items()}
        for most in (5, 4)
        for way in ways
        for found in [coups(decks, rules(*way), most)]
    }
    # Drawing to five loses less whatever the Banker does; and then drawing in both cells loses him least.
    assert all(lost[5, way]["cover"] < lost[4, way]["cover"] for way in ways)
    assert all(lost[5, (True, True)]["bank"] < lost[5, way]["bank"] for way in ways[1:])
    return {name: flat(edge) for name, edge in lost[5, (True, True)].items()}


# Casino war.


class Wars(NamedTuple):
    """Chances of the first cards, and of the second ones after a tie."""

    win: Fraction
    tie: Fraction
    war_win: Fraction
    war_tie: Fraction


@cache
def wars(decks: int) -> Wars:
    shoe = Counter({rank: 4 * decks for rank in RANKS})

    def compared(left: Counter[int]) -> tuple[Fraction, Fraction]:
        cards = left.total()
        ways = {
            (mine, dealers): left[mine] * (left[dealers] - (mine == dealers))
            for mine, dealers in product(RANKS, RANKS)
        }
        assert sum(ways.values()) == cards * (cards - 1)
        win = sum(number for (mine, dealers), number in ways.items() if mine > dealers)
        equal = sum(number for (mine, dealers), number in ways.items() if mine == dealers)
        return F(win, cards * (cards - 1)), F(equal, cards * (cards - 1))

    win, equal = compared(shoe)
    # Whichever rank tied, a war is won, tied and lost with the same chances.
    (after,) = {compared(shoe - Counter({rank: 2})) for rank in RANKS}
    return Wars(win, equal, *after)


def war(main: str, on_win: int, on_tie: int, decks: int = 6) -> Wagers:
    """What war and first wager net together if the war is won or tied; lost, both are lost.

    Surrender costs half.
    """
    chances = wars(decks)
    lost = 1 - chances.war_win - chances.war_tie
    going = chances.war_win * on_win + chances.war_tie * on_tie - 2 * lost
    edge = (1 - chances.win - chances.tie) - chances.win - chances.tie * max(going, -HALF)
    return {main: flat(edge), "tie": flat(1 - 11 * chances.tie)}


# Red dog.


def red_dog(decks: int = 6) -> Wagers:
    """Neighbours go back; a pair gets a third card, eleven to one for three of a kind, and else goes back;
    on a spread the wager may be doubled before the third card.
    """
    prices = {1: 5, 2: 4, 3: 2} | dict.fromkeys(range(4, 12), 1)
    of_rank, cards = 4 * decks, 52 * decks
    net = F(0)
    for one, other in product(RANKS, RANKS):
        chance = F(of_rank * (of_rank - (one == other)), cards * (cards - 1))
        spread = abs(one - other) - 1
        if one == other:
            net += chance * F(of_rank - 2, cards - 2) * 11
        elif spread:
            between = F(sum(of_rank for rank in RANKS if min(one, other) < rank < max(one, other)), cards - 2)
            single = between * prices[spread] - (1 - between)
            net += chance * max(single, 2 * single)
    return {"original": flat(-net)}


# Pocket pairs.


def pocket_pairs(same: int, mixed: int) -> Wagers:
    """Two cards of one deck, every order of them."""
    deck = list(product("23456789TJQKA", "cdhs"))
    won = 0
    for one, other in product(deck, deck):
        if one != other:
            won += -1 if one[0] != other[0] else same if (one[1] in "dh") == (other[1] in "dh") else mixed
    return {"pocket-pairs": flat(F(-won, 52 * 51))}


# Lucky draw baccarat.


def lucky_draw(decks: int = 8, off_suit: int = 3, suited: int = 3) -> Wagers:
    """The player has two cards and sees the dealer's first.
    He stands, or lays as much again and takes a card; then the dealer draws to four.

    Three of the draw wager's prices depend on the count, two on three threes and their suits:
    so the threes of a hand are told apart, as suits 0 to 3.
    """
    prices = dict.fromkeys(range(7), EVEN) | {7: F(3, 2), 8: F(2), 9: F(3)}
    size = 52 * decks
    total = F(0)
    for mine, first in product(combinations_with_replacement(VALUES, 2), VALUES):
        left = [16 * decks] + [4 * decks] * 9
        ways = 1 if mine[0] == mine[1] else 2
        for value in (*mine, first):
            ways *= left[value]
            left[value] -= 1
        count = sum(mine) % 10
        stand = sum(beaten(left, first, count)) * (size - 5)
        plain = {third: beaten(left, first, count, third) for third in VALUES}
        draw = sum(
            (won * (1 + prices[(count + third) % 10]) + 2 * lost for third, (won, lost) in plain.items()),
            F(0),
        )
        if mine != (3, 3):
            total += ways * max(F(stand), draw)
            continue
        # By the suits of the two threes, and of the dealer's first card if it is a three: what a third three
        # pays besides.
        per_suit, threes = decks, 4 * decks
        for one, other, dealers in product(range(4), range(4), range(4) if first == 3 else (None,)):
            suits = [per_suit] * 4
            number = 1
            for suit in (one, other, dealers):
                if suit is not None:
                    number *= suits[suit]
                    suits[suit] -= 1
            if dealers is None:
                number *= 16 * decks if first == 0 else 4 * decks
            same = suits[one] if one == other else 0
            more = F(plain[3][0], left[3]) * (same * (suited - 3) + (left[3] - same) * (off_suit - 3))
            assert sum(suits) == left[3] == threes - 2 - (first == 3)
            total += number * max(F(stand), draw + more)
    return {"enter": flat(-total / (size * (size - 1) * (size - 2) * (size - 3) * (size - 4) * (size - 5)))}


def beaten(left: list[int], first: int, count: int, third: int | None = None) -> tuple[int, int]:
    """The orders of the dealer's second and third card, used or not, in which the player wins,
    and in which he loses, the latter negative; after his own third card, if he takes one.
    """
    left = list(left)
    ways = 1
    if third is not None:
        ways = left[third]
        left[third] -= 1
        count = (count + third) % 10
    won = lost = 0
    for second in VALUES:
        two = (first + second) % 10
        rest = sum(left) - 1
        for last in VALUES if two <= 4 else (None,):
            number = ways * left[second] * (rest if last is None else left[last] - (last == second))
            dealers = two if last is None else (two + last) % 10
            won += number * (count > dealers)
            lost -= number * (count < dealers)
    return won, lost


GAMES: dict[str, Callable[[], Wagers]] = {
    "bahamas/casino-war": lambda: war(
        "initial", 1, 2
    ),  # the pot: two and three for one of the war wager, the first one returned
    "bahamas/chemin-de-fer": lambda: chemin_de_fer(as_printed),
    "bahamas/punto-banco": bahamas_punto_banco,
    "bahamas/red-dog": red_dog,
    "california/baccarat-gold": baccarat_gold,
    "california/commission-free-baccarat": commission_free_baccarat,
    "california/ez-baccarat": ez_baccarat,
    "california/ez-baccarat-panda-8": ez_baccarat_panda_8,
    "california/royal-baccarat": royal_baccarat,
    "great-britain/casino-war": lambda: war("bet", 1, 1),
    "great-britain/pocket-pairs": lambda: pocket_pairs(25, 11),
    "great-britain/punto-banco": british_punto_banco,
    "house/baccarat": house_baccarat,
    "house/casino-war": lambda: war("ante", 1, 2),  # war-tie-earns = the-ante
    "house/chemin-de-fer": lambda: chemin_de_fer(traditional),
    "house/lucky-draw-baccarat": lucky_draw,  # three-threes = as-any-nine
    "house/red-dog": red_dog,  # spreads = 5-4-2-1, three-of-a-kind = 11
    "queensland/baccarat": queensland_baccarat,
    "queensland/casino-war": lambda: war("casino-war", 1, 2),
    "queensland/lucky-draw-baccarat": lambda: lucky_draw(off_suit=9, suited=30),
}
"""Every card game as it is by default."""
