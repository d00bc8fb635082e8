"""What a file of a street game must say rightly before a card is dealt."""

from __future__ import annotations

from collections import Counter

from croupier.errors import BadInput, unknown
from croupier.families.streets.hands import threshold
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.state import DEALER


def check_declaration(prices: StreetPrices, way: str) -> None:
    """Refuse a declaration with unknown names, or with a deal that does not add up."""
    rules, hands = prices.ruleset, prices.hands
    where = f"{rules.file}: setup.hands"
    if way not in hands.ways:
        raise BadInput(f"{where}: " + str(unknown("way of dealing", way, hands.ways)))
    for name, passes in hands.ways.items():
        _check_way(prices, f"{where}.ways.{name}", passes)
    if hands.qualify and prices.least is None:
        raise BadInput(
            f"{where}: qualify = {hands.qualify!r} is no hand of the {prices.ranking.name} ranking "
            f"[{hands.qualify_clause}]"
        )
    _check_streets(prices)
    for name, (base, _) in rules.names.items():
        row = rules.wagers[base]
        if row.kind == "bonus" and row.on not in rules.names:
            raise BadInput(
                f"{rules.file}: wagers.{name}: a bonus says on which wager it pays: on = 'ante' "
                f"[{row.clause}]"
            )


def _check_way(prices: StreetPrices, where: str, passes: list[str]) -> None:
    hands, counted = prices.hands, Counter[str]()
    for entry in passes:
        to, _, text = entry.partition(" ")
        if to not in ("seats", DEALER, "board", "burn") or not text.isdigit():
            raise BadInput(
                f"{where}: {entry!r} is no pass of a deal; "
                "write like 'seats 3', 'dealer 1', 'board 5', 'burn 1'"
            )
        counted[to] += int(text)
    dealt = (counted["seats"], counted[DEALER]) == (hands.own, hands.dealer)
    if not dealt or counted["board"] not in (0, hands.board):
        raise BadInput(
            f"{where}: deals {counted['seats']} to a seat, {counted[DEALER]} to the dealer "
            f"and {counted['board']} to the board, not what own, dealer and board say"
        )


def _check_streets(prices: StreetPrices) -> None:
    rules = prices.ruleset
    where = f"{rules.file}: setup.streets"
    for street in prices.setup.streets:
        for act in street.acts:
            of = act.of if act.adds else ""
            for wager in (act.adds, act.takes_back, of, street.has, street.unless):
                if wager and wager not in rules.names:
                    raise BadInput(
                        f"{where}: " + str(unknown("wager", wager, rules.names)) + f" [{act.clause}]"
                    )
            if act.needs and threshold(prices.ranking, act.needs) is None:
                raise BadInput(
                    f"{where}: needs = {act.needs!r} is no hand of the {prices.ranking.name} ranking "
                    f"[{act.clause}]"
                )
