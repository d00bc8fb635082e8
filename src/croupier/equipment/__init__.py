"""What lies on the table: cards, dice, wheels, money, odds, and the notation in which each is written."""
