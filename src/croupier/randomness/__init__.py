"""Where chance comes from on an electronic table, and the tests that it must pass."""
