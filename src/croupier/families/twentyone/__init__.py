"""Twenty-one: blackjack and its relatives."""
