"""Wheels of symbols: a wager on the symbol at the indicator, or on one of the three numbers of a stop."""
