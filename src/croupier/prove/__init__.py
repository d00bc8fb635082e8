"""What every game uses to be proved: automata, enumeration, strategy, certificates. It knows no family."""
