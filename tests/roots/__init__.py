"""One test a root of errors, over all games that have it."""
