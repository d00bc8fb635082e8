"""What a player wants to know of a table of twenty-one before he bets, each in one line."""

from __future__ import annotations

from croupier.families.family import Explained
from croupier.families.twentyone.round import TwentyOne
from croupier.families.twentyone.rules import DoubleRow, SplitRow, TwentyOneSetup


def explained(game: TwentyOne) -> list[Explained]:
    """Tell whether and how the dealer hits soft 17, hands double, split, insure and surrender."""
    setup: TwentyOneSetup = game.setup
    dealer, double, split = setup.dealer, setup.double, setup.split
    insurance, surrender = setup.insurance, setup.surrender
    found = [
        Explained(
            "soft-17",
            "the dealer draws to a soft 17" if game.hits_soft_17 else "the dealer stands on every 17",
            dealer.soft_clause or dealer.clause,
        )
    ]
    if double is None:
        found.append(Explained("double", "not allowed"))
    else:
        said = _doubling(game, double) if game.holds(double.when) else "not allowed"
        found.append(Explained("double", said, double.clause))
    if split is None:
        found.append(Explained("split", "not allowed"))
    else:
        said = _splitting(game, split) if game.holds(split.when) else "not allowed"
        found.append(Explained("split", said, split.clause))
    if insurance is None or not game.holds(insurance.when):
        found.append(Explained("insurance", "not offered"))
    else:
        said = f"when the dealer shows an ace, up to {insurance.most} of the wager"
        found.append(Explained("insurance", said, insurance.clause))
    if surrender is None or not game.holds(surrender.when):
        found.append(Explained("surrender", "not offered"))
    else:
        found.append(Explained("surrender", "half of the wager for giving the hand up", surrender.clause))
    return found


def _doubling(game: TwentyOne, row: DoubleRow) -> str:
    totals = game.double_totals()
    counted = row.cards and game.holds(row.cards_when)
    cards = f"{' or '.join(map(str, row.cards))} cards" if counted else "any number of cards"
    that_count = f" that count {', '.join(map(str, totals))}" if totals else ""
    return f"on {cards}{that_count}; {'also' if game.holds(row.split_hands) else 'not'} after a split"


def _splitting(game: TwentyOne, row: SplitRow) -> str:
    most = game.said(row.hands) if game.holds(row.hands_when) else "open"
    aces = "one card to each ace" if game.holds(row.aces_one_card) else "aces are drawn to"
    return f"{'as often as the cards allow' if most == 'open' else f'into {most} hands at most'}; {aces}"
