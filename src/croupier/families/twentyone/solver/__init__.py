"""Games of the blackjack kind, solved by composition, splits included.

`problem` declares the game, `solve` solves it, `spread` and `exact` add the variance and exact counts.
"""
