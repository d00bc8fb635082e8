"""Sic bo: three dice in a tumbler, and wagers on their total, doubles, triples and combinations."""
