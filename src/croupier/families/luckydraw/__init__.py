"""Lucky draw baccarat: each box its own hand against the dealer's, and a further wager for a third card."""
