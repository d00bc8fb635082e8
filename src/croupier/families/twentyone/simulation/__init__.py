"""Twenty-one dealt in compiled code: one box, everything, and with counted cards."""
