"""The machinery of play for every game: events, questions, replay, claims, banks, settlement, rulings.

It knows no family.
"""
