"""Plans of the street solvers, read for single hands: the act of a plan, and plans that follow a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.families.livedraw import solver as draw
from croupier.families.streets.solver import holdem
from croupier.families.streets.solver.showdown import OWN
from croupier.prove.hands import alike, all_hands, number_of, places
from croupier.prove.streets import Draw, Street

Rule = Callable[[int, NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.int8]]
"""State, own pairs [pair, 2] and the board, cards ascending. Returns the number of the act for each pair."""


def stud_act(
    street: Street, plans: tuple[NDArray[np.int8], ...], own: Sequence[int], up: int | None = None
) -> int:
    """Return the number of the act that a plan takes with these cards."""
    again = street.decks > 1
    sorted_out, number = alike(street.deck, street.own, again), number_of(street.deck, own, again)
    where = 0 if up is None else int(sorted_out.turned[sorted_out.turns[number], places(street.deck)[up]])
    return int(plans[0][sorted_out.classes[number], where])


def table_act(
    street: Street, plans: tuple[NDArray[np.int8], ...], ask: int, state: int, seen: Sequence[int]
) -> int:
    """Return the number of the act that a plan takes at an ask, in a state, with these cards seen."""
    return int(plans[ask][state, number_of(street.deck, seen)])


def holdem_act(
    street: Street,
    plans: Sequence[holdem.Plan],
    own: Sequence[int],
    board: Sequence[int] = (),
    state: str | None = None,
) -> str:
    """Return the act that plans take with these cards (numbers) seen. A river decided best is worked out."""
    ask = holdem._ask_at(street, len(board))
    at, plan = holdem._asked(street, ask, state), plans[street.asks.index(ask)]
    if not len(plan):
        worth = holdem.advise(street, own, board, state)
        return max(worth, key=lambda name: worth[name])
    row, pair = 0, sorted(places(street.deck)[card] for card in own)
    if board:
        sorted_out, number = alike(street.deck, len(board)), number_of(street.deck, list(board))
        row, pair = (
            int(sorted_out.classes[number]),
            sorted(int(sorted_out.turned[sorted_out.turns[number], place]) for place in pair),
        )
    return ask.acts[at][int(plan[sorted(ask.acts).index(at), row, comb(pair[1], 2) + pair[0]])].name


def holdem_plan(street: Street, board: int, rule: Rule) -> holdem.Plan:
    """Return the plan that follows a rule at the ask with `board` cards on the board.

    It can be counted: that gives the value of a rule of thumb.
    """
    ask = holdem._ask_at(street, board)
    plan = holdem.empty_plan(street, ask, board)
    deck, pairs = np.array(street.deck, dtype=np.uint8), all_hands(len(street.deck), OWN)
    boards = alike(street.deck, board).hands if board else np.zeros((1, 0), dtype=np.uint8)
    for row, seen in enumerate(boards):
        free = ~np.isin(pairs, seen).any(axis=1)
        for line, state in enumerate(sorted(ask.acts)):
            plan[line, row, free] = rule(state, deck[pairs[free]], deck[seen])
    return plan


def held_cards(game: Draw, plans: tuple[NDArray[np.uint8], ...], cards: Sequence[int]) -> list[int]:
    """Return the cards that a plan holds of these five."""
    sorted_out, number = alike(game.deck, draw.CARDS), number_of(game.deck, cards)
    turned, first = (
        sorted_out.turned[sorted_out.turns[number]],
        list(sorted_out.hands[sorted_out.classes[number]]),
    )
    hold = int(plans[0][sorted_out.classes[number]])
    return [card for card in cards if hold >> first.index(turned[places(game.deck)[card]]) & 1]
