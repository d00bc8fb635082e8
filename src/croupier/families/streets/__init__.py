"""Street games: cards are dealt, players fold, raise or check on what they see, and what is left is compared or read against a pay table."""
