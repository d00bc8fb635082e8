"""Probes: toy rules that ask of `table` what the games to come will ask."""
