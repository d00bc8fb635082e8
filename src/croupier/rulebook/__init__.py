"""The law as data: instruments, clauses, options, readings, pay tables; loaded, checked and compared."""
