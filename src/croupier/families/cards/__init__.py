"""What card tables share: the shoe and its procedure, the betting, who deals, and who banks."""
