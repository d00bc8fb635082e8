"""The equipment of a table: cards, dice, wheels, money and odds, each with its notation."""
