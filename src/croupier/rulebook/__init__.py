"""The law as data: instruments, clauses, options, readings, pay tables; how they are loaded, checked and compared."""
