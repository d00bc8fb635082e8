"""Craps and its relatives: wagers that live until a point or a seven, and wagers on the next throw."""
