"""What a player asks about a table of twenty-one before he bets, each in one line."""

from __future__ import annotations

from croupier.families.family import Explained
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.rules import DoubleRow, SplitRow, TwentyOneSetup


def explained(rules: TwentyOneRules) -> list[Explained]:
    """Explain soft 17, doubling, splitting, insurance and surrender."""
    setup: TwentyOneSetup = rules.setup
    dealer, double, split = setup.dealer, setup.double, setup.split
    insurance, surrender = setup.insurance, setup.surrender
    found = [
        Explained(
            "soft-17",
            "the dealer draws to a soft 17" if rules.hits_soft_17 else "the dealer stands on every 17",
            dealer.soft_clause or dealer.clause,
        )
    ]
    if double is None:
        found.append(Explained("double", "not allowed"))
    else:
        said = _doubling(rules, double) if rules.holds(double.when) else "not allowed"
        found.append(Explained("double", said, double.clause))
    if split is None:
        found.append(Explained("split", "not allowed"))
    else:
        said = _splitting(rules, split) if rules.holds(split.when) else "not allowed"
        found.append(Explained("split", said, split.clause))
    if insurance is None or not rules.holds(insurance.when):
        found.append(Explained("insurance", "not offered"))
    else:
        said = f"when the dealer shows an ace, up to {insurance.most} of the wager"
        found.append(Explained("insurance", said, insurance.clause))
    if surrender is None or not rules.holds(surrender.when):
        found.append(Explained("surrender", "not offered"))
    else:
        found.append(Explained("surrender", "half of the wager for giving the hand up", surrender.clause))
    return found


def _doubling(rules: TwentyOneRules, row: DoubleRow) -> str:
    totals = rules.double_totals()
    counted = row.on_cards.holds(rules.ruleset.facts)
    cards = f"{' or '.join(map(str, row.cards))} cards" if counted else "any number of cards"
    that_count = f" that count {', '.join(map(str, totals))}" if totals else ""
    return f"on {cards}{that_count}; {'also' if rules.holds(row.split_hands) else 'not'} after a split"


def _splitting(rules: TwentyOneRules, row: SplitRow) -> str:
    most = rules.said(row.hands) if row.most_hands.holds(rules.ruleset.facts) else "open"
    aces = "one card to each ace" if rules.holds(row.aces_one_card) else "aces are drawn to"
    return f"{'as often as the cards allow' if most == 'open' else f'into {most} hands at most'}; {aces}"
