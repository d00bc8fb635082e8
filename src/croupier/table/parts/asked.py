"""The acts that the script of a game asks for itself, as it declares them."""

from __future__ import annotations

from croupier.table.parts.part import Nothing, Part
from croupier.table.vocabulary import Declared


class Asked(Part[Nothing]):
    """Declares the acts of a script. The script asks, judges and carries them out."""

    carried = Nothing

    def __init__(self, declared: Declared) -> None:
        self.declared = declared

    def takes(self) -> Declared:
        """Declare what may be said with the acts of the script."""
        return self.declared
