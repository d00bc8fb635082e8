"""Baccarat and its relatives: two hands, fixed drawing rules, and wagers that read the result."""
