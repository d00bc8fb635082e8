"""Rocket 7: wagers on one throw, and a side wager on runs of sevens and on free rolls, with a shared jackpot."""
