"""Rocket 7: wagers on one throw, and a side wager on runs of sevens and free rolls, with a jackpot."""
