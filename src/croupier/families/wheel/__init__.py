"""Wheels of symbols: a wager on the symbol at the indicator, or on a number among the three that a stop shows."""
