"""Red dog: two cards, and whether a third falls between them."""
