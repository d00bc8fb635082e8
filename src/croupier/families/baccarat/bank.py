"""What a player-dealer's cover is worth.

Every coup is weighed with every card that may place the action button, and settled by the table's own bank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from croupier.equipment.card import RANKS
from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput
from croupier.families.baccarat.cells import CELLS, PACK, coup_of, first_four, last_two, pair_rows
from croupier.families.baccarat.odds import BaccaratOdds
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import BANKER, LONGEST
from croupier.prove.covers import BankValue
from croupier.table.banks import CoverBank
from croupier.table.claims import Claim, Standing

SEATED = "1"


Stakes = Mapping[str, Mapping[str, Amount]]
"""The stakes by seat and wager."""


def bank_values(
    game: Baccarat,
    covers: Sequence[Amount],
    stakes: Stakes,
    bank: str = SEATED,
    before: Mapping[str, Any] | None = None,
) -> list[BankValue]:
    """Return the value of each of several covers. Bettors on the line choose as in its proof.

    Every coup is weighed with the card that places the action button, and settled by the table's own bank in
    the table's own order.
    """
    if not game.bank.player_banked:
        raise BadInput(f"{game.ruleset.id}: the house banks this game, and stands for everything")
    wagers = _standings(game, stakes, bank)
    ends = _ends(game, wagers, before)
    total = sum(sum(weights) for weights in ends.values())
    claims = {
        rows: [_claim(game, standing, row) for standing, row in zip(wagers, rows, strict=True)]
        for rows in ends
    }
    return [
        _bank_value(
            game, cover, bank, wagers, [(claims[rows], weights) for rows, weights in ends.items()], total
        )
        for cover in covers
    ]


def _standings(game: Baccarat, stakes: Stakes, bank: str) -> list[Standing]:
    found = []
    for seat, bets in stakes.items():
        if not seat.isdigit() or not 1 <= int(seat) <= game.bank.places:
            raise BadInput(f"there is no seat {seat}; this table has {game.bank.places} places")
        if seat == bank:
            raise BadInput(f"seat {bank} banks, and has no wager against himself")
        for name, stake in bets.items():
            game.ruleset.wager(name)
            if stake <= 0:
                raise BadInput("a stake is more than nothing")
            found.append(Standing(seat, name, stake))
    if not found:
        raise BadInput("nothing is staked, so there is nothing to cover")
    return found


def _claim(game: Baccarat, standing: Standing, row: str) -> Claim:
    return game.commission.claim(game.start({}), standing, row, "")


def _ends(
    game: Baccarat, wagers: Sequence[Standing], before: Mapping[str, Any] | None
) -> dict[tuple[str, ...], list[int]]:
    """Return the possible rows of all wagers, with their ways by the rank of the bank's second card."""
    odds = BaccaratOdds(game, before)
    if any(odds.stock.at(place) for place in range(LONGEST)):
        raise BadInput("before: the value of a bank is worked out without cards that are known to come first")
    paired = [standing for standing in wagers if odds.reads_pairs(standing.wager)]
    if any(odds.any_two(standing.wager) for standing in paired):
        raise BadInput("the value of a bank is not worked out where any two cards of a hand may pair")
    choice = game.thirds.choice
    lines = choice.lines if choice else []
    choosing = {standing.seat for standing in wagers if standing.wager in lines}
    line = next((standing.wager for standing in wagers if standing.wager in lines), "")
    rules = odds.rules
    if choice:
        found, best = odds.choice(line or odds.line_of(wagers[0].wager))
        rules = rules.choosing((best if line else found.always(choice.house_way, "")).takes)
    # How all wagers on counts end, by cell.
    known: dict[tuple[str, bool], list[str]] = {}
    for standing in wagers:
        key = standing.wager, standing.seat in choosing
        if standing not in paired and key not in known:
            known[key] = [
                game.prices.row_of(standing.wager, coup_of(game, cell, key[1])) for cell in odds.cells
            ]
    by_cell = list(
        zip(
            *(
                known[standing.wager, standing.seat in choosing]
                for standing in wagers
                if standing not in paired
            ),
            strict=True,
        )
    ) or [()] * len(odds.cells)
    classes = {rows: at for at, rows in enumerate(dict.fromkeys(by_cell))}
    codes = np.zeros(CELLS, np.int64)
    codes[odds.cells] = [classes[rows] for rows in by_cell]
    last = last_two(odds.stock, rules, codes, len(classes))
    first = first_four(odds.stock, bool(paired))
    on_pairs = (
        list(zip(*(pair_rows(game, standing.wager) for standing in paired), strict=True)) if paired else [()]
    )
    ends: dict[tuple[str, ...], list[int]] = {}
    for kind, of_pairs in enumerate(on_pairs):
        for rank in range(len(RANKS)):
            hands = np.flatnonzero(first[:, kind, rank])
            ways = first[hands, kind, rank] @ last[hands]
            for of_counts, at in classes.items():
                if ways[at]:
                    pair, count = iter(of_pairs), iter(of_counts)
                    rows = tuple(next(pair) if standing in paired else next(count) for standing in wagers)
                    ends.setdefault(rows, [0] * len(RANKS))[rank] += int(ways[at])
    return ends


def _bank_value(
    game: Baccarat,
    cover: Amount,
    bank: str,
    wagers: Sequence[Standing],
    ends: Sequence[tuple[list[Claim], list[int]]],
    total: int,
) -> BankValue:
    if cover <= 0:
        raise BadInput("a bank of nothing covers nothing; put something up")
    decided, covered = (
        dict.fromkeys((standing.seat for standing in wagers), Fraction(0)),
        dict.fromkeys((standing.seat for standing in wagers), Fraction(0)),
    )
    gained = 0
    fee = 0
    # Ranks that place the button at the same seat are settled together.
    orders: dict[tuple[int, ...], list[int]] = {}
    for rank, name in enumerate(RANKS):
        play = game.start({"bank": {"seat": bank, "cover": show_amount(cover)}})
        play.wagers = list(wagers)
        fee = game.schedule.fee(play)
        for card in (PACK[0], name + PACK[0][1]):
            play.lay(BANKER, card)
        claims = ends[0][0]
        numbers = {claim.standing.key: at for at, claim in enumerate(claims)}
        orders.setdefault(
            tuple(numbers[claim.standing.key] for claim in game.bank.in_order(play, claims)), []
        ).append(rank)
    for order, ranks in orders.items():
        for claims, weights in ends:
            weight = sum(weights[rank] for rank in ranks)
            if not weight:
                continue
            behind = CoverBank(bank, cover, game.bank.cover_model)
            lines, _ = behind.settle([claims[at] for at in order])
            gained += weight * behind.gained
            for line in lines:
                due = abs(line.net) + line.uncovered
                if due:
                    decided[line.seat] += weight * line.stake
                    covered[line.seat] += Fraction(weight * line.stake * abs(line.net), due)
    return BankValue(
        cover=cover,
        shares={seat: covered[seat] / decided[seat] if decided[seat] else Fraction(0) for seat in decided},
        share=sum(covered.values(), Fraction(0)) / sum(decided.values(), Fraction(0))
        if any(decided.values())
        else Fraction(0),
        expected=Fraction(gained, total),
        action=sum(covered.values(), Fraction(0)) / total,
        fee=fee,
    )
