"""Roulette: one ball, one wheel or two rings of numbers, and side wagers that run over several spins."""
