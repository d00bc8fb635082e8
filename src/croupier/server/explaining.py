"""What a player wants to know before he bets, in words: how many cards are played with, what a hand of twenty-one may do, how a jackpot is fed and shared."""

from __future__ import annotations

from typing import Any

from croupier.api import Game
from croupier.equipment.money import show_amount
from croupier.equipment.shoe import Shoe
from croupier.floor.jackpots import meters_of

DECK = 52
MOST_NAMES = 4
"""More wagers than these are not listed."""
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
    """Lines by heading; each has a name, a text and its clause."""
    return {"play": [*_cards(one), *_twenty_one(one)], "jackpot": _jackpot(one)}


def _line(name: str, value: str, clause: str = "") -> dict[str, str]:
    return {"name": name, "value": value, "clause": clause}


def _cards(one: Game) -> list[dict[str, str]]:
    playable: Any = one.playable
    if not hasattr(playable, "fresh_stock"):
        return []
    cards = sum(playable.fresh_stock(Shoe()).values())
    decks = str(one.rules.options.get("decks") or -(-cards // DECK))
    row = one.rules.option_rows.get("decks")
    return [
        _line(
            "decks",
            f"{decks} deck{'' if decks == '1' else 's'}, {cards} cards",
            row.clause if row is not None and isinstance(row.clause, str) else "",
        )
    ]


def _twenty_one(one: Game) -> list[dict[str, str]]:
    """Soft seventeen, doubling, splitting, insurance and surrender: what is allowed, or that it is not."""
    if one.rules.head.game != "twenty-one":
        return []
    playable: Any = one.playable
    setup = playable.setup
    dealer, double, split, insurance, surrender = (
        setup.dealer,
        setup.double,
        setup.split,
        setup.insurance,
        setup.surrender,
    )
    found = [
        _line(
            "soft-17",
            "the dealer draws to a soft 17" if playable.hits_soft_17 else "the dealer stands on every 17",
            dealer.soft_clause or dealer.clause,
        )
    ]
    found.append(
        _line(
            "double",
            _doubling(playable) if double is not None and playable.holds(double.when) else "not allowed",
            double.clause if double is not None else "",
        )
    )
    found.append(
        _line(
            "split",
            _splitting(playable) if split is not None and playable.holds(split.when) else "not allowed",
            split.clause if split is not None else "",
        )
    )
    insured = insurance is not None and playable.holds(insurance.when)
    found.append(
        _line(
            "insurance",
            f"when the dealer shows an ace, up to {insurance.most} of the wager"
            if insured
            else "not offered",
            insurance.clause if insured else "",
        )
    )
    gives_up = surrender is not None and playable.holds(surrender.when)
    found.append(
        _line(
            "surrender",
            "half of the wager for giving the hand up" if gives_up else "not offered",
            surrender.clause if gives_up else "",
        )
    )
    return found


def _doubling(playable: Any) -> str:
    row, totals = playable.setup.double, playable.double_totals()
    cards = (
        f"{' or '.join(map(str, row.cards))} cards"
        if row.cards and playable.holds(row.cards_when)
        else "any number of cards"
    )
    return f"on {cards}{' that count ' + ', '.join(map(str, totals)) if totals else ''}; {'also' if playable.holds(row.split_hands) else 'not'} after a split"


def _splitting(playable: Any) -> str:
    row = playable.setup.split
    most = playable.said(row.hands) if playable.holds(row.hands_when) else "open"
    aces = "one card to each ace" if playable.holds(row.aces_one_card) else "aces are drawn to"
    return f"{'as often as the cards allow' if most == 'open' else f'into {most} hands at most'}; {aces}"


def _jackpot(one: Game) -> list[dict[str, str]]:
    """Who has a part in it, what feeds it, what it begins with, how high it grows, what becomes of it when several win."""
    rules, found = one.rules, []
    for name, seed in meters_of(one).items():
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
