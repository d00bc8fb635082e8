"""Our figures, the peers' and the ratios, measured in one run on one core: `python -m bench`."""
