"""Wagers that read cards by themselves: how often each row comes, and each is lost by a fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.families.streets.declared import Declared
from croupier.families.streets.hands import (
    BOTH_FOULED,
    COLOURS,
    FOLDED,
    FORFEITED,
    FOULED,
    POCKET,
    End,
    colours,
    match,
    pocket,
    threshold,
)
from croupier.families.streets.round import Streets
from croupier.families.streets.rules import StreetWager
from croupier.families.streets.solver.solving import counted
from croupier.families.streets.state import FLOP
from croupier.prove.hands import alike, all_hands
from croupier.prove.streets import Solution, Street
from croupier.ranking.bulk import count_all, rank_many, tables
from croupier.ranking.poker import JOKER_NUMBER, Hand, card
from croupier.table.parts.pricing import LOSE

Ways = Counter[str]
"""In how many deals each row comes."""
Play = Callable[[], Solution]
"""The best play of the hand, with its plans; asked for only where a fold matters."""
NO_DEALS = frozenset((FOULED, BOTH_FOULED, FORFEITED, LOSE))
"""Rows that tell no deals apart: only a ruling brings them about, or they are all the rest."""


def side_key(game: Streets, name: str) -> str:
    """Return what a side wager reads and how. Wagers of one key have the same rows on the same cards."""
    wager: StreetWager = game.ruleset.wager(name)[0]
    rows = game.prices.known_rows(name) - NO_DEALS
    return " ".join(["+".join(wager.reads), wager.by or game.prices.ranking.name, *sorted(rows)])


def needs_plans(game: Streets, name: str, main: Declared) -> bool:
    """Whether the ways of a side wager depend on what is done with single hands.

    Else it is enough to know how often each kind of hand is folded.
    """
    wager: StreetWager = game.ruleset.wager(name)[0]
    if not loses_by_a_fold(game, name):
        return False
    return (
        wager.by == POCKET
        or "flop" in wager.reads
        or not set(_limits(game, name, main)) <= set(main.street.own_bands)
    )


def _limits(game: Streets, name: str, main: Declared) -> list[int]:
    """Return the least value of each row of a wager on the own hand."""
    return sorted(
        {
            main.table.value_of(row)
            for row in game.prices.known_rows(name)
            if threshold(game.prices.ranking_of(name), row) is not None
        }
        - {0}
    )


def side_ways(game: Streets, name: str, main: Declared | None, play: Play) -> Ways:
    """Count the deals of each row of a side wager."""
    wager: StreetWager = game.ruleset.wager(name)[0]
    folds = main is not None and loses_by_a_fold(game, name)
    if wager.by == POCKET:
        return _pocket(game, name, play() if folds else None, main)
    if wager.by == COLOURS:
        return _colours(game, name)
    if wager.by == "match":
        return _match(game, name)
    if folds and main is not None:
        return (
            _flop_with_folds(game, name, main, play())
            if "flop" in wager.reads
            else _own_with_folds(game, name, main, play())
        )
    return _hands(game, name)


def ways_by_itself(game: Streets, name: str) -> Ways:
    """Count the deals of each row of a side wager where no hand that it pays is folded."""
    return side_ways(game, name, None, _nobody_folds)


def _nobody_folds() -> Solution:
    raise AssertionError("without a main wager nothing is folded")


def loses_by_a_fold(game: Streets, name: str) -> bool:
    """Whether a fold loses a wager, whatever the player says with it."""
    acts = [act for street in game.setup.streets for act in street.acts if act.folds]
    return bool(acts) and not game.prices.survives(name) and not any(name in act.keeps for act in acts)


def _deck(game: Streets) -> tuple[int, ...]:
    return (*range(52), JOKER_NUMBER) if game.hands.joker else tuple(range(52))


def _cards(game: Streets, wager: StreetWager) -> int:
    """Return how many cards a wager reads."""
    sizes = {"own": game.hands.own, "dealer": game.hands.dealer, "flop": FLOP, "board": game.hands.board}
    return sum(sizes[part] for part in wager.reads)


def _row(game: Streets, name: str, hand: Hand) -> str:
    return game.prices.row_of(name, End(own=hand))


def _hands(game: Streets, name: str) -> Ways:
    """Count all hands of this many cards by the row that they reach."""
    wager: StreetWager = game.ruleset.wager(name)[0]
    ranking, cards = game.prices.ranking_of(name), _cards(game, wager)
    found: Ways = Counter()
    if game.packs.decks > 1:
        table = tables(ranking, cards, game.packs.decks)
        chosen = list(combinations_with_replacement(range(52), cards))
        values = rank_many(np.array(chosen, dtype=np.uint8), table)
        for hand, value in zip(chosen, values, strict=True):
            found[_row(game, name, table.hands[value])] += prod(
                comb(game.packs.decks, copies) for copies in Counter(hand).values()
            )
        return found
    table = tables(ranking, cards)
    counts = count_all(table, _deck(game))
    for value in np.flatnonzero(counts):
        found[_row(game, name, table.hands[value])] += int(counts[value])
    return found


def _own_with_folds(game: Streets, name: str, main: Declared, found: Solution) -> Ways:
    """Count the own hands at the end by row, folded hands apart."""
    street, limits = main.street, _limits(game, name, main)
    if needs_plans(game, name, main):
        shape = (len(street.states), len(limits) + 1, 1, street.pays.shape[3])
        again: Street = replace(street, own_bands=tuple(limits), bands=(), pays=np.zeros(shape, np.int64))
        cells = counted(again, found.plans).cells
    else:
        cells, limits = found.cells, list(street.own_bands)
    ways: Ways = Counter()
    states, _ = main.tree
    for state, kind in np.ndindex(cells.shape[:2]):
        number = int(cells[state, kind].sum())
        if number:
            folded = states[state].folded
            ways[
                FOLDED if folded else _row(game, name, main.table.hands[limits[kind - 1] if kind else 0])
            ] += number
    return ways


def _flop_with_folds(game: Streets, name: str, main: Declared, found: Solution) -> Ways:
    """Count own cards with the flop by row, hands folded on it apart."""
    street, deck = main.street, np.array(main.street.deck, dtype=np.uint8)
    at = next(number for number, ask in enumerate(street.asks) if ask.board == FLOP)
    folding = {number for number, act in enumerate(street.asks[at].acts[0]) if main.tree[0][act.to].folded}
    boards, pairs = alike(street.deck, FLOP), all_hands(len(deck), game.hands.own)
    table = tables(game.prices.ranking_of(name), game.hands.own + FLOP)
    rows = [_row(game, name, hand) for hand in table.hands]
    ways: Ways = Counter()
    for board, (seen, weight) in enumerate(zip(boards.hands, boards.weights, strict=True)):
        free = ~np.isin(pairs, seen).any(axis=1)
        hands = np.column_stack([pairs[free], np.tile(seen, (int(free.sum()), 1))])
        folded = np.isin(found.plans[at][0, board, free], list(folding))
        ways[FOLDED] += int(weight) * int(folded.sum())
        values, numbers = np.unique(
            rank_many(np.ascontiguousarray(deck[hands[~folded]]), table), return_counts=True
        )
        for value, number in zip(values, numbers, strict=True):
            ways[rows[value]] += int(weight) * int(number)
    return +ways


def _pocket(game: Streets, name: str, found: Solution | None, main: Declared | None) -> Ways:
    """Count two own cards, against every two of the dealer's where the wager reads them too."""
    known = game.prices.known_rows(name)
    plan: NDArray[Any] | None = None
    folding: set[int] = set()
    if found is not None and main is not None and main.street.asks and main.street.asks[0].board == 0:
        plan = found.plans[0][0, 0]
        folding = {
            number for number, act in enumerate(main.street.asks[0].acts[0]) if main.tree[0][act.to].folded
        }
    dealers = game.hands.dealer
    ways: Ways = Counter()
    for number, cards in enumerate(all_hands(52, 2)):
        own = [card(int(one)) for one in cards]
        if plan is not None and int(plan[number]) in folding:
            ways[FOLDED] += comb(50, dealers)
            continue
        rest = [one for one in range(52) if one not in cards]
        both = pocket(own, ["Ac", "Ad"])[0] in known and pocket(own, ["Ac", "Ad"]) != pocket(own)
        against: Sequence[Sequence[int]] = list(combinations(rest, dealers)) if both else [()]
        for others in against:
            rows = pocket(own, [card(one) for one in others])
            ways[game.prices.chosen(name, rows)] += 1 if both else comb(50, dealers)
    return ways


def _colours(game: Streets, name: str) -> Ways:
    """Count the red and black cards of both hands."""
    ways: Ways = Counter()
    own, dealers = game.hands.own, game.hands.dealer
    for mine in range(own + 1):
        for others in range(dealers + 1):
            number = (
                comb(26, mine)
                * comb(26, own - mine)
                * comb(26 - mine, others)
                * comb(26 - own + mine, dealers - others)
            )
            cards = ["2h"] * mine + ["2c"] * (own - mine), ["2h"] * others + ["2c"] * (dealers - others)
            ways[game.prices.chosen(name, colours(*cards))] += number
    return ways


def _match(game: Streets, name: str) -> Ways:
    """Count every two cards of the pack."""
    ways: Ways = Counter()
    for cards in combinations(_deck(game), 2):
        ways[game.prices.chosen(name, match([card(one) for one in cards]))] += 1
    return ways


__all__ = ["LOSE", "side_ways"]
