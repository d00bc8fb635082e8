"""How street games are dealt and followed in compiled code."""
