"""Street games: players fold, raise or check on the cards they see, and hands are compared or priced."""
