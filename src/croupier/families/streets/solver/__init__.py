"""How street games are solved: one module a method, and the plain solver that all of them must equal."""
