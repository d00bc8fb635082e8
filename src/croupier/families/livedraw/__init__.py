"""Live draw poker: five cards for everybody, each player holds any of them, and one draw serves all."""
