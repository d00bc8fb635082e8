"""How twenty-one is dealt in compiled code: one box, everything, and with counted cards."""
