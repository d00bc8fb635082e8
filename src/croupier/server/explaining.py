"""What a player wants to know before he bets, in words.

That is the number of cards, what is special to the game, how a jackpot is fed and shared.
"""

from __future__ import annotations

from typing import Any

from croupier.api import Game
from croupier.equipment.money import show_amount

DECK = 52
MOST_NAMES = 4
"""The most wagers that are listed by name."""
SHARED = {
    "": "those who win the same prize divide it; whoever comes after them is paid of what is left",
    "equally": "they divide the prize equally",
    "in-order": "each is paid of what the one before has left",
    "added": "what they win of the meter is added up and divided",
    "added-in-order": "what they win of the meter is added up; each takes his part of what is left",
    "by-head": "they divide it by heads",
    "by-stake": "they divide it by their stakes",
}
"""What becomes of a jackpot that several win, by the option or the reading of the rulebook."""


def explained(one: Game) -> dict[str, list[dict[str, str]]]:
    """Return lines by heading. Each has a name, a text and its clause."""
    own = [_line(said.name, said.value, said.clause) for said in one.built.explains()]
    return {"play": [*_cards(one), *own], "jackpot": _jackpot(one)}


def _line(name: str, value: str, clause: str = "") -> dict[str, str]:
    return {"name": name, "value": value, "clause": clause}


def _cards(one: Game) -> list[dict[str, str]]:
    if one.built.cards is None:
        return []
    cards = sum(one.built.cards.fresh().values())
    decks = str(one.rules.options.get("decks") or -(-cards // DECK))
    row = one.rules.option_rows.get("decks")
    return [
        _line(
            "decks",
            f"{decks} deck{'' if decks == '1' else 's'}, {cards} cards",
            row.clause if row is not None and isinstance(row.clause, str) else "",
        )
    ]


def _jackpot(one: Game) -> list[dict[str, str]]:
    """Return lines on each jackpot: who takes part, what feeds it, its seed, its ceiling, several winners."""
    rules, found = one.rules, []
    for name, seed in one.built.meters().items():
        wager = next(
            (
                wager
                for wager in rules.names
                if wager == name or any("meter" in str(pay) for pay in rules.prices(wager).values())
            ),
            "",
        )
        needs = rules.wager(wager)[0].needs if wager else []
        share = next(
            (rules.options[key] for key in ("contribution", "jackpot-share") if rules.options.get(key)), "0"
        )
        found += [
            _line(
                "who takes part",
                f"whoever makes the wager {wager.replace('-', ' ')}{_beside(needs)}"
                if wager
                else "every wager",
                "",
            ),
            _line(
                "what feeds it",
                f"{share} % of every such wager",
                _clause(one, "contribution", "jackpot-share"),
            ),
            _line("what it begins with", seed if seed != "0" else show_amount(0), _clause(one, "seed")),
            _line("how high it grows", "there is no ceiling; it grows until it is won", ""),
            _line("several winners", _several(one), _clause(one, "jackpot-shares", "shared-prize")),
        ]
    return found


def _beside(needs: list[str]) -> str:
    if not needs:
        return ""
    return (
        f" beside {' or '.join(needs).replace('-', ' ')}"
        if len(needs) <= MOST_NAMES
        else " beside another wager"
    )


def _clause(one: Game, *names: str) -> str:
    rows: dict[str, Any] = {**one.rules.option_rows, **one.rules.reading_rows}
    return next(
        (rows[name].clause for name in names if name in rows and isinstance(rows[name].clause, str)), ""
    )


def _several(one: Game) -> str:
    chosen = {**one.rules.options, **one.rules.readings}
    said = next((chosen[name] for name in ("jackpot-shares", "shared-prize") if chosen.get(name)), "")
    return SHARED.get(said, said.replace("-", " "))
