"""Chemin de fer as a game between the Player and the Banker, solved exactly.

One coup is dealt from a shoe whose make-up is known: two cards each, and a third card for either. The
Player's rule says with which totals he draws, stays or may choose. The Banker's tableau says the same for
each of his totals and each third card of the Player (or none). D is draw, S is stay, O is optional. A cover
wager is won with the Player's hand and pays even money. The bank is won with the Banker's hand and pays even
money less the fee.

The model says what either side may base a choice on:

- "totals": each side goes by the total of its own two cards;
- "cards": each side goes by its own two cards, which tell a little about the rest of the shoe;
- "banker-cards": the Banker goes by his cards and the Player by his total (as Downton and Lockwood did).

Without a fee one side gains what the other loses, and the game has a value. A fee on the Banker's winnings
leaves the Player's gains as they were and makes the Banker's his own (gain 1 - fee, lose 1), as Ethier and
Lee treat it. Then there is no value, but there are equilibria, and each side can make sure of a floor
whatever the other does. `solution` gives one equilibrium and the floors, and says (`only`) when no other
equilibrium is possible. Whoever covers beside the Player gains what he gains. A fee that is rounded to a coin
depends on the stake and is not looked at here.

The literature:

- J. G. Kemeny and J. L. Snell, "Game-theoretic solution of baccarat", American Mathematical Monthly 64
  (1957) 465-469;
- F. Downton and R. L. Lockwood, "Computer studies of baccarat, I: Chemin-de-fer", Journal of the Royal
  Statistical Society A 138 (1975) 228-238;
- S. N. Ethier and C. Gámez, "A game-theoretic analysis of baccara chemin de fer", Games 4 (2013) 711,
  doi 10.3390/g4040711;
- S. N. Ethier and J. Lee, the same, II, Games 14 (2023) 63, doi 10.3390/g14050063.

>>> free = ["OOOOOOOOOOO"] * 8
>>> found = solution(ENDLESS, free)
>>> found.player, found.banker[6, None], found.cover
({5: Fraction(9, 11)}, Fraction(859, 2288), Fraction(-679568, 53094899))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Literal, NamedTuple, TypeVar

from croupier.errors import BadInput, short, unknown
from croupier.families.chemin import duel

Pair = tuple[int, int]
"""Two cards by value, the smaller first."""
Held = int | Pair
"""What a side goes by: a total, or two cards."""
Third = int | None
"""The value of the Player's third card, or none."""
Spot = tuple[Held, Third]
"""What the Banker goes by: his hand, and the Player's third card."""
PlayerPlay = Mapping[Held, Fraction]
"""The Player's chance of drawing, wherever he may choose."""
BankerPlay = Mapping[Spot, Fraction]
"""The Banker's chance of drawing, wherever he may choose."""
_Place = TypeVar("_Place")
Model = Literal["totals", "cards", "banker-cards"]

PLAYER = "DDDDDOSS"
"""The Player's rule for two cards that total 0 to 7."""
NATURAL = 8
"""Two cards with this total or more end the coup."""
_SEES: dict[str, tuple[str, str]] = {
    "totals": ("totals", "totals"),
    "cards": ("cards", "cards"),
    "banker-cards": ("totals", "cards"),
}
_CHOICES = {"D": (1,), "S": (0,), "O": (0, 1)}
"""The actions that a letter leaves: 0 stays, 1 draws."""


@dataclass(frozen=True)
class Shoe:
    """The cards that a coup is dealt from, by value from 0 to 9."""

    counts: tuple[int, ...]
    replaced: bool = False
    """Whether each card is put back before the next is dealt: the endless shoe of the older literature."""

    def __post_init__(self) -> None:
        if len(self.counts) != 10 or min(self.counts) < 0:
            raise BadInput("a shoe is ten numbers of cards, for the values 0 to 9")
        if self.cards < (1 if self.replaced else 6):
            raise BadInput(f"a coup takes up to 6 cards; the shoe holds {self.cards}")

    @property
    def cards(self) -> int:
        """Count the cards."""
        return sum(self.counts)


ENDLESS = Shoe((4, *[1] * 9), replaced=True)
"""Infinitely many decks."""


@dataclass(frozen=True)
class Chances:
    """The chances of the three results of a coup."""

    player: Fraction
    banker: Fraction
    tie: Fraction

    @property
    def cover(self) -> Fraction:
        """Return the average gain of a cover wager, per unit."""
        return self.player - self.banker

    def bank(self, fee: Fraction = Fraction(0)) -> Fraction:
        """Return the average gain of the bank, per unit covered, after the fee on its winnings."""
        return (1 - fee) * self.banker - self.player


@dataclass(frozen=True)
class Solution:
    """The best play of both sides, and its result. Gains are averages per unit staked."""

    model: Model
    fee: Fraction
    player: dict[Held, Fraction]
    """The chance of drawing, wherever the Player may choose."""
    banker: dict[Spot, Fraction]
    chances: Chances
    cover: Fraction
    """The gain of a cover wager. Without a fee this is the value of the game."""
    bank: Fraction
    """The gain of the bank after the fee."""
    cover_floor: Fraction
    """The gain that the Player can make sure of, whatever the Banker does. The fee has no part in it."""
    bank_floor: Fraction
    """The gain that the Banker can make sure of after the fee, whatever the Player does."""
    only: bool
    """Whether this is the only equilibrium: everything else was struck out as always worse.

    False means that striking out did not decide it.
    """

    @property
    def house(self) -> Fraction:
        """Return the casino's average fee."""
        return self.fee * self.chances.banker


class _Deal(NamedTuple):
    """A deal without a natural: the hands held, the cards drawn, and its number of equally likely deals.

    A deal is six cards in order, used or not.
    """

    player: Pair
    banker: Pair
    third: Third
    draws: int
    """1 where the Banker draws, 0 where he stays."""
    player_wins: int
    banker_wins: int


class _Game(NamedTuple):
    """The places where a side may choose, and the deals that either hand wins there."""

    player: tuple[Held, ...]
    banker: tuple[Spot, ...]
    wins: dict[tuple[duel.Move | None, duel.Move | None], tuple[int, int]]
    deals: int

    def contest(self, fee: Fraction) -> duel.Contest:
        gains = {
            moves: (
                Fraction(player - banker, self.deals),
                ((1 - fee) * banker - player) / self.deals if fee else Fraction(banker - player, self.deals),
            )
            for moves, (player, banker) in self.wins.items()
        }
        return duel.Contest((2,) * len(self.player), (2,) * len(self.banker), gains)


def solution(
    shoe: Shoe,
    tableau: Sequence[str],
    model: Model = "totals",
    fee: Fraction = Fraction(0),
    rule: str = PLAYER,
) -> Solution:
    """Return how the Player and the Banker play best, each for his own gain."""
    if not 0 <= fee < 1:
        raise BadInput(f"the fee is a part of what the Banker won, from 0 to less than 1; not {short(fee)}")
    game = _game(shoe, tuple(tableau), model, rule)
    contest = game.contest(fee)
    found = duel.settle(contest)
    floors = found.row_value, found.column_value
    if not contest.zero_sum:
        floors = duel.settle(contest.of_row()).row_value, duel.settle(contest.of_column()).column_value
    player, banker = _named(game.player, found.row), _named(game.banker, found.column)
    only = all(len(actions) == 1 for side in duel.undominated(contest) for actions in side)
    return Solution(
        model,
        fee,
        player,
        banker,
        played(shoe, tableau, player, banker, rule),
        found.row_value,
        found.column_value,
        *floors,
        only,
    )


def played(
    shoe: Shoe, tableau: Sequence[str], player: PlayerPlay, banker: BankerPlay, rule: str = PLAYER
) -> Chances:
    """Return the chances of a coup when both sides play in the ways given.

    A way may be given by totals, by cards, or by both, cards first.
    """
    _check(tableau, rule)
    deals, naturals, whole = _deals(shoe)
    wins = [Fraction(naturals[0]), Fraction(naturals[1])]
    for deal in deals:
        letter, cell = rule[sum(deal.player) % 10], _cell(deal, tableau)
        drew = int(deal.third is not None)
        if drew not in _CHOICES[letter] or deal.draws not in _CHOICES[cell]:
            continue
        chance = Fraction(1)
        if letter == "O":
            drawing = _drawing_of_player(player, deal.player)
            chance *= drawing if drew else 1 - drawing
        if cell == "O":
            drawing = _drawing_of_banker(banker, deal.banker, deal.third)
            chance *= drawing if deal.draws else 1 - drawing
        wins[0] += chance * deal.player_wins
        wins[1] += chance * deal.banker_wins
    return Chances(wins[0] / whole, wins[1] / whole, 1 - (wins[0] + wins[1]) / whole)


@lru_cache(maxsize=8)
def _deals(shoe: Shoe) -> tuple[tuple[_Deal, ...], tuple[int, int], int]:
    """Return the deals without a natural, those that each hand wins with one, and the number of all.

    A deal is six cards in order, used or not.
    """
    gone = 0 if shoe.replaced else 1
    whole = 1
    for at in range(6):
        whole *= shoe.cards - gone * at
    fifth, sixth = shoe.cards - 4 * gone, shoe.cards - 5 * gone
    found: list[_Deal] = []
    naturals = [0, 0]
    for player, banker in product(combinations_with_replacement(range(10), 2), repeat=2):
        left = list(shoe.counts)
        ways = (1 + (player[0] != player[1])) * (1 + (banker[0] != banker[1]))
        for value in (*player, *banker):
            ways *= left[value]
            left[value] -= gone
        if not ways:
            continue
        ours, theirs = sum(player) % 10, sum(banker) % 10
        stand = ways * fifth * sixth
        if max(ours, theirs) >= NATURAL:
            naturals[0] += stand * (ours > theirs)
            naturals[1] += stand * (ours < theirs)
            continue
        # How many cards would leave the Banker with less than a total.
        below = [0]
        for total in range(10):
            below.append(below[-1] + left[(total - theirs) % 10])
        found.append(_Deal(player, banker, None, 0, stand * (ours > theirs), stand * (ours < theirs)))
        found.append(
            _Deal(
                player, banker, None, 1, ways * sixth * below[ours], ways * sixth * (fifth - below[ours + 1])
            )
        )
        for third, number in enumerate(left):
            total, taken = (ours + third) % 10, (theirs + third) % 10
            draw, stand = ways * number, ways * number * sixth
            if not draw:
                continue
            found.append(_Deal(player, banker, third, 0, stand * (total > theirs), stand * (total < theirs)))
            under, over = (
                below[total] - gone * (taken < total),
                fifth - below[total + 1] - gone * (taken > total),
            )
            found.append(_Deal(player, banker, third, 1, draw * under, draw * over))
    return tuple(found), (naturals[0], naturals[1]), whole


@lru_cache(maxsize=16)
def _game(shoe: Shoe, tableau: tuple[str, ...], model: str, rule: str) -> _Game:
    """Return the choices of both sides and their results."""
    _check(tableau, rule)
    if model not in _SEES:
        raise unknown("model", model, _SEES)
    player_sees, banker_sees = _SEES[model]
    deals, naturals, whole = _deals(shoe)
    player: dict[Held, int] = {}
    banker: dict[Spot, int] = {}
    wins: dict[tuple[duel.Move | None, duel.Move | None], tuple[int, int]] = {(None, None): naturals}
    for deal in deals:
        drew = int(deal.third is not None)
        ours, theirs = _CHOICES[rule[sum(deal.player) % 10]], _CHOICES[_cell(deal, tableau)]
        if drew not in ours or deal.draws not in theirs:
            continue
        mine = other = None
        if len(ours) > 1:
            mine = player.setdefault(_held(deal.player, player_sees), len(player)), drew
        if len(theirs) > 1:
            other = banker.setdefault((_held(deal.banker, banker_sees), deal.third), len(banker)), deal.draws
        before = wins.get((mine, other), (0, 0))
        wins[mine, other] = before[0] + deal.player_wins, before[1] + deal.banker_wins
    return _Game(tuple(player), tuple(banker), wins, whole)


def _held(pair: Pair, sees: str) -> Held:
    return pair if sees == "cards" else sum(pair) % 10


def _cell(deal: _Deal, tableau: Sequence[str]) -> str:
    return tableau[sum(deal.banker) % 10][10 if deal.third is None else deal.third]


def _drawing_of_player(play: PlayerPlay, held: Held) -> Fraction:
    """Return the Player's chance of drawing with a hand. A way by totals holds for cards too."""
    for place in (held, held if isinstance(held, int) else sum(held) % 10):
        if place in play:
            return _chance(play[place])
    raise BadInput(f"it is not said what the Player does with {_shown(held)}")


def _drawing_of_banker(play: BankerPlay, held: Held, third: Third) -> Fraction:
    """Return the Banker's chance of drawing with a hand. A way by totals holds for cards too."""
    for place in (held, held if isinstance(held, int) else sum(held) % 10):
        if (place, third) in play:
            return _chance(play[place, third])
    raise BadInput(
        f"it is not said what the Banker does with {_shown(held)} "
        f"against {'none' if third is None else third}"
    )


def _chance(chance: Fraction) -> Fraction:
    if not 0 <= chance <= 1:
        raise BadInput(f"a chance of drawing is from 0 to 1; not {short(chance)}")
    return Fraction(chance)


def _shown(held: Held) -> str:
    return str(held) if isinstance(held, int) else f"{held[0]}-{held[1]}"


def _named(places: Sequence[_Place], behaviour: duel.Behaviour) -> dict[_Place, Fraction]:
    """Return the chance of drawing at each place."""
    return {place: mix[1] for place, mix in zip(places, behaviour, strict=True)}


def _check(tableau: Sequence[str], rule: str) -> None:
    if len(tableau) != NATURAL or any(len(line) != 11 or set(line) - set(_CHOICES) for line in tableau):
        raise BadInput(
            "a tableau is 8 lines, for the Banker's totals 0 to 7, of 11 letters D, S or O, "
            "for the third cards 0 to 9 and none"
        )
    if len(rule) != NATURAL or set(rule) - set(_CHOICES):
        raise BadInput("the Player's rule is 8 letters D, S or O, for his totals 0 to 7")
