"""Sic bo: three dice in a tumbler, and wagers on their total, their doubles and triples and their combinations."""
