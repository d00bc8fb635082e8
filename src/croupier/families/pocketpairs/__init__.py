"""Pocket pairs: a banked wager inside a poker game, on a pair in a player's first two cards."""
