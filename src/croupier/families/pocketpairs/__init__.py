"""Pocket pairs: a banked wager inside a poker game, on a pair in the two cards that a player is dealt first."""
