"""One decision at a street game: which street it is, and what each act is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from croupier.errors import BadInput, unknown
from croupier.families.streets.declared import Declared
from croupier.families.streets.odds import StreetOdds
from croupier.families.streets.round import Streets
from croupier.families.streets.solver import against_table, holdem, stud
from croupier.families.streets.solver.certificate import look_up, lowest_terms
from croupier.families.streets.solver.solving import by_kind, method_of
from croupier.prove.advice import Advice, Choice
from croupier.prove.charts import StartingHands
from croupier.ranking.poker import number


def advise(
    game: Streets,
    cards: Sequence[str],
    board: Sequence[str] = (),
    up: str = "",
    done: str = "",
    wager: str = "",
) -> Advice:
    """Return the value of each act with these cards seen.

    `done` says what was done on the streets before, where that matters.
    """
    odds = StreetOdds(game)
    group = odds.group_of(wager or game.setup.base)
    declared = odds.declared(group, odds.even_stake(group))
    _check_cards(game, cards, board, up)
    asked = [at for at, row in enumerate(declared.streets) if row.board == len(board)]
    if not asked:
        known = ", ".join(f"{row.name} with {row.board} community cards" for row in declared.streets)
        raise BadInput(
            f"nothing is decided with {len(board)} community cards; "
            f"{known or 'nothing is decided in this game'}"
        )
    at = asked[0]
    state = _state(declared, at, done)
    values = _values(
        declared,
        at,
        state,
        [number(card) for card in cards],
        [number(card) for card in board],
        number(up) if up else None,
    )
    order = [act.name for act in declared.street.asks[at].acts[state]]
    choices = sorted(
        (Choice(name, Fraction(value) / declared.stake) for name, value in values.items()),
        key=lambda choice: (-choice.value, order.index(choice.act)),
    )
    seen = {"own": list(cards), **({"board": list(board)} if board else {}), **({"up": [up]} if up else {})}
    row = declared.streets[at]
    return Advice(
        row.name,
        seen,
        declared.tree[0][state].name if declared.tree[0][state].acts else "",
        tuple(choices),
        row.clause,
    )


def chart(game: Streets) -> StartingHands:
    """Chart the first decision with each kind of two cards. Refuse where more cards are seen for it."""
    odds = StreetOdds(game)
    group = odds.group_of(game.setup.base)
    declared = odds.declared(group, odds.even_stake(group))
    street = declared.street
    if street.own != 2 or not street.asks or street.asks[0].board:
        raise BadInput(
            "there is no chart of starting hands: nothing is decided on two cards alone; "
            "name your cards, like croupier advise GAME --cards 'Qh 6d 4c'"
        )
    kept, unit = look_up(street), lowest_terms(street)
    lowest = replace(street, pays=street.pays // unit)
    if kept is not None and kept.openings:
        values = [[Fraction(worth, kept.opening_ways) for worth in act] for act in kept.openings]
    else:
        found = against_table.openings(lowest) if method_of(street) == "table" else holdem.openings(lowest)
        values = [by_kind(worth) for worth in found.values()]
    acts = tuple(act.name for act in street.asks[0].acts[0])
    return StartingHands(
        declared.streets[0].name,
        acts,
        tuple(tuple(unit * value / declared.stake for value in worth) for worth in values),
    )


def _check_cards(game: Streets, cards: Sequence[str], board: Sequence[str], up: str) -> None:
    seen = [*cards, *board, *([up] if up else [])]
    for card in seen:
        number(card)
    if game.packs.decks == 1 and len(set(seen)) < len(seen):
        twice = next(card for card in seen if seen.count(card) > 1)
        raise BadInput(f"{twice} is named twice, and there is one pack")
    if len(cards) != game.hands.own:
        raise BadInput(f"a hand of this game has {game.hands.own} cards, and {len(cards)} are named")
    if bool(up) != bool(game.hands.up):
        raise BadInput(
            "the dealer's upcard is seen in this game: name it (--up 9d)"
            if game.hands.up
            else "no card of the dealer is seen in this game"
        )


def _state(declared: Declared, at: int, done: str) -> int:
    """Return the state of the stakes: the only one asked, or the one that `done` leads to."""
    asked = declared.street.asks[at].acts
    names = {declared.tree[0][state].name: state for state in asked}
    if done:
        if done not in names:
            raise unknown("course of play", done, names, "what may have been done before")
        return names[done]
    return min(asked)


def _values(
    declared: Declared, at: int, state: int, own: list[int], board: list[int], up: int | None
) -> dict[str, Fraction]:
    street = declared.street
    method = method_of(street)
    if method == "table":
        return against_table.worths(street, at, state, [*own, *board])
    if method == "stud":
        return stud.worths(street, own, up)
    # What is summed, and what a certificate keeps, is in lowest terms.
    unit, kept = lowest_terms(street), look_up(street)
    if not board and kept is not None and kept.openings:
        at_pair = pair_class(own)
        return {
            act.name: unit * Fraction(kept.openings[index][at_pair], kept.opening_ways)
            for index, act in enumerate(street.asks[at].acts[state])
        }
    found = holdem.advise(replace(street, pays=street.pays // unit), own, board, street.states[state])
    return {name: unit * value for name, value in found.items()}


def pair_class(own: Sequence[int]) -> int:
    """Return one of the 169 kinds of two cards.

    It is 13 times the higher rank plus the lower when suited, the other way round when not.
    """
    low, high = sorted(card // 4 for card in own)
    return 13 * high + low if own[0] % 4 == own[1] % 4 else 13 * low + high
