"""Toy games: the smallest rules that need one part of the vocabulary each."""
