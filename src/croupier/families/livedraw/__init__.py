"""Live draw poker: five cards for everybody, each player holds what he likes, and one draw serves all."""
