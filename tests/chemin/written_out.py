"""Chemin de fer written out for tests: full shoes, best answers, and the whole matrix of a small game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from croupier.errors import BadInput
from croupier.families.chemin import duel
from croupier.families.chemin.solution import (
    PLAYER,
    BankerPlay,
    Held,
    Model,
    PlayerPlay,
    Shoe,
    Spot,
    _drawing_of_banker,
    _drawing_of_player,
    _game,
    _named,
)

_MOST_CELLS = 4096


def shoe_of(decks: int) -> Shoe:
    """Return a full shoe: tens and court cards count 0."""
    return Shoe((16 * decks, *[4 * decks] * 9))


@dataclass(frozen=True)
class Plays:
    """The game written out: the gains of every way to play against every other."""

    player: tuple[dict[Held, Fraction], ...]
    banker: tuple[dict[Spot, Fraction], ...]
    cover: tuple[tuple[Fraction, ...], ...]
    """What a cover wager gains: a line for each of the Player's ways."""
    bank: tuple[tuple[Fraction, ...], ...]


def answer_of_banker(
    shoe: Shoe,
    tableau: Sequence[str],
    player: PlayerPlay,
    model: Model = "totals",
    fee: Fraction = Fraction(0),
    rule: str = PLAYER,
) -> dict[Spot, Fraction]:
    """Return the Banker's best answer to a way to play; he stays where both are equally good."""
    game = _game(shoe, tuple(tableau), model, rule)
    drawing = [_drawing_of_player(player, held) for held in game.player]
    return _named(
        game.banker,
        duel.answer_of_column(game.contest(fee), tuple((1 - chance, chance) for chance in drawing)),
    )


def answer_of_player(
    shoe: Shoe, tableau: Sequence[str], banker: BankerPlay, model: Model = "totals", rule: str = PLAYER
) -> dict[Held, Fraction]:
    """Return the Player's best answer to a way to play; he stays where both are equally good."""
    game = _game(shoe, tuple(tableau), model, rule)
    drawing = [_drawing_of_banker(banker, held, third) for held, third in game.banker]
    return _named(
        game.player,
        duel.answer_of_row(game.contest(Fraction(0)), tuple((1 - chance, chance) for chance in drawing)),
    )


def plays(
    shoe: Shoe,
    tableau: Sequence[str],
    model: Model = "totals",
    fee: Fraction = Fraction(0),
    rule: str = PLAYER,
) -> Plays:
    """Write the game out as a matrix. Only for few choices: the law's own rules are 2 x 4 by totals."""
    game = _game(shoe, tuple(tableau), model, rule)
    if 2 ** (len(game.player) + len(game.banker)) > _MOST_CELLS:
        raise BadInput(
            f"{len(game.player)} choices of the Player and {len(game.banker)} of the Banker "
            "are too many to write out"
        )
    contest = game.contest(fee)
    rows, columns = (
        list(product(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), repeat=len(sets)))
        for sets in (game.player, game.banker)
    )
    gains = [[contest.played(row, column) for column in columns] for row in rows]
    return Plays(
        tuple(_named(game.player, row) for row in rows),
        tuple(_named(game.banker, column) for column in columns),
        tuple(tuple(gain[0] for gain in line) for line in gains),
        tuple(tuple(gain[1] for gain in line) for line in gains),
    )
