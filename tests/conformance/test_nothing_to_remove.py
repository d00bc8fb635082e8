"""Somebody takes back a wager that he has not: bad input, told in the same words at every table.

As long as betting is open nothing is late, so no clause refuses it. Once cards are dealt the clause does.
"""

from __future__ import annotations

import pytest

from croupier.api import Game, game
from croupier.errors import BadInput, NotAllowed
from croupier.table.table import Table
from tests.tiers import chosen_games

SEATS = ("1", "2", "1b")
MOST_STEPS = 60


def places(one: Game) -> list[str]:
    """Every wager of a game, with one place where it may lie."""
    found = [(name, one.built.params(name)) for name in one.rules.names]
    return [f"{name}:{params[0]}" if params and params[0] else name for name, params in found]


def takes_bets(table: Table) -> bool:
    """Whether anybody may bet now."""
    return any(
        question.who == "*" and any(act.startswith("bet ") for act in question.acts)
        for question in table.pending
    )


def at_betting(one: Game) -> Table:
    """A fresh table, shuffled, cut and burnt as far as its betting."""
    table = Table(one.playable)
    for _ in range(MOST_STEPS):
        if takes_bets(table):
            return table
        step(table)
    raise AssertionError(f"{one.name} never takes a bet: {table.asked}")


def step(table: Table) -> None:
    """Let the dealer, the shoe or somebody who is asked go on."""
    for question in table.pending:
        for act in question.allowed():
            if question.who not in ("*", "table"):
                table.apply(f"{question.who} {act}")
                return
    table.apply(f"{table.draw_wanted} {next(iter(table.audit()))}")


def tried(table: Table, event: str) -> str:
    """Try an event that must not happen, and say how it was answered."""
    try:
        table.apply(event)
    except NotAllowed as refused:
        return f"refused: {refused.why}"
    except BadInput as wrong:
        return str(wrong)
    return "it happened"


def laid_down(one: Game, table: Table) -> str:
    """Lay a wager of seat 1 down, and say which; nothing where no first wager is taken so simply."""
    for wager in places(one):
        for amount in ("10", "5", "1", "25", "100"):
            if tried(table, f"1 bet {wager} {amount}") == "it happened":
                return wager
    return ""


@pytest.mark.parametrize("name", chosen_games())
def test_a_wager_that_somebody_has_not_is_not_taken_back_and_nothing_is_late(name: str) -> None:
    one = game(name)
    table = at_betting(one)
    has_none = {wager: f"has no wager {wager} on the table" for wager in places(one)}
    for who in SEATS:
        for wager, why in has_none.items():
            assert tried(table, f"{who} remove {wager}") == f"{who} {why}"
    laid = laid_down(one, table)
    if not laid or not takes_bets(table):
        return  # a bank must be taken first
    for wager, why in has_none.items():
        assert tried(table, f"2 remove {wager}") == f"2 {why}"
        if wager != laid:
            assert tried(table, f"1 remove {wager}") == f"1 {why}"
    if tried(table, f"dealer {one.rules.setup.betting.closing}") == "it happened" and takes_bets(table):
        assert tried(table, f"2 remove {laid}") == f"2 {has_none[laid]}"
        assert tried(table, f"1 remove {laid}").startswith("refused: ")


@pytest.mark.parametrize("name", [name for name in chosen_games() if game(name).built.cards is not None])
def test_once_cards_are_dealt_the_clause_refuses_it(name: str) -> None:
    one = game(name)
    table = at_betting(one)
    laid = laid_down(one, table)
    for _ in range(MOST_STEPS):
        if not takes_bets(table):
            break
        if tried(table, f"{table.draw_wanted} {next(iter(table.audit()))}") != "it happened":
            return  # one wager is not enough for a card here
    if not table.over and laid:
        said = tried(table, f"2 remove {laid}")
        assert said == "refused: the cards are being dealt: no wager is made or changed now", said


@pytest.mark.parametrize("name", [name for name in chosen_games() if game(name).built.cards is None])
def test_no_word_of_cards_is_said_at_wheels_and_dice(name: str) -> None:
    assert "card" not in game(name).playable.betting.late_words
