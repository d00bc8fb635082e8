"""What beats what. Poker hands, points and tiles move in with the families that need them."""
