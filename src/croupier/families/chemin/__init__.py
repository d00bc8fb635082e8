"""Baccarat chemin de fer: two hands, each played by a participant, and a bank that goes round the table."""
