"""What can be wrong with what a user gives us; each is told in one line."""

from __future__ import annotations

from collections.abc import Iterable


class BadInput(ValueError):
    """Something from outside cannot be read or does not fit. The message is one line and says what would be right."""


class Unreadable(BadInput):
    """The text is not notation at all."""


class AmountWanted(BadInput):
    """An act says no amount where it needs one; `amount` is one that would do."""

    def __init__(self, event: str, act: str, amount: str) -> None:
        super().__init__(f"{event!r} does not say how much; write it like {act} {amount}")
        self.amount = amount


class NotAllowed(BadInput):
    """The text is readable, but the rules refuse it; the clause says why."""

    def __init__(self, event: str, why: str, clause: str) -> None:
        super().__init__(f"{event!r} is refused: {why} [{clause}]")
        self.event = event
        self.why = why
        self.clause = clause


def unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> BadInput:
    """One line for a name that does not exist, with the nearest names that do."""
    names = sorted(known)
    near = _near(name, names)
    hint = (
        f"did you mean {', '.join(near)}?"
        if near
        else f"known: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}"
    )
    place = f" in {where}" if where else ""
    return BadInput(f"there is no {kind} {short(name)}{place}; {hint}")


def _near(name: str, names: list[str]) -> list[str]:
    """The names most like one, at most three; where one is very like it, only those that are about as like."""
    from difflib import SequenceMatcher, get_close_matches

    near = get_close_matches(name, names, n=3, cutoff=0.5)
    likeness = [SequenceMatcher(None, other, name).ratio() for other in near]
    return [
        other
        for other, like in zip(near, likeness, strict=True)
        if like > likeness[0] - 0.1 or likeness[0] < 0.75
    ]


def short(text: object, most: int = 60) -> str:
    """A value from outside, quoted and cut, fit for one line of an error message."""
    shown = repr(str(text))
    return shown if len(shown) <= most else shown[: most - 1] + "…"
