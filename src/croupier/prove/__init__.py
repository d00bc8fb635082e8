"""What every game uses to be proved: automata, enumeration, strategy, certificates. No family is known here."""
