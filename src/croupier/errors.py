"""Errors in what a user gives us. Each message is one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


class BadInput(ValueError):
    """Input that cannot be read or does not fit. The message is one line and says what would be right."""


class Unreadable(BadInput):
    """Text that is not notation at all."""


class AmountWanted(BadInput):
    """An act without the amount that it needs. `amount` is one that would do."""

    def __init__(self, event: str, act: str, amount: str) -> None:
        super().__init__(f"{event!r} does not say how much; write it like {act} {amount}")
        self.amount = amount


class FactsWanted(BadInput):
    """A ruling without facts that it needs. `facts` are their names, each with the values that it may have.

    A fact with no values listed is one that only the table can tell, as who is meant.
    """

    def __init__(self, message: str, facts: Mapping[str, Sequence[str]]) -> None:
        super().__init__(message)
        self.facts = {fact: tuple(values) for fact, values in facts.items()}


class NotAllowed(BadInput):
    """Readable text that the rules refuse, by a clause. `wants` are facts that it lacks to be allowed."""

    def __init__(self, event: str, why: str, clause: str, wants: Sequence[str] = ()) -> None:
        super().__init__(f"{event!r} is refused: {why} [{clause}]")
        self.event = event
        self.why = why
        self.clause = clause
        self.wants = tuple(wants)


class PartOfProof(BadInput):
    """A wager that is not proved by itself, because it belongs to the proof of another."""

    def __init__(self, name: str, first: str, why: str = "is decided together with") -> None:
        told = f"{why} {first}" if why.endswith("with") else why
        super().__init__(f"{name} {told}: it is part of the proof of {first}")
        self.first = first


class OptionForbidden(BadInput):
    """An option that could be read, with a value that the rulebook forbids at this table."""

    def __init__(self, file: str, option: str, value: str, why: str, clause: str) -> None:
        super().__init__(f"{file}: option {option} cannot be {value}: {why} [{clause}]")
        self.option = option
        self.why = why
        self.clause = clause


def unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> BadInput:
    """Return the error for a name that does not exist, with the nearest names that do."""
    names = sorted(known)
    found = [other for other in near(name, names) if other != name]
    place = f" in {where}" if where else ""
    if not names:
        return BadInput(f"there is no {kind} {short(name)}{place}: there is none at all")
    hint = (
        f"did you mean {', '.join(found)}?"
        if found
        else f"known: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}"
    )
    return BadInput(f"there is no {kind} {short(name)}{place}; {hint}")


def near(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three names like this one. Where one is very close, leave out those that are not."""
    from difflib import SequenceMatcher, get_close_matches

    bare = {other.removeprefix("--"): other for other in sorted(known)}
    meant = name.removeprefix("--").lower()
    found = get_close_matches(meant, list(bare), n=3, cutoff=0.5)
    likeness = [SequenceMatcher(None, other, meant).ratio() for other in found]
    return [
        bare[other]
        for other, like in zip(found, likeness, strict=True)
        if like > likeness[0] - 0.1 or likeness[0] < 0.75
    ]


def short(text: object, most: int = 60) -> str:
    """Quote a value from outside and cut it to fit into an error message."""
    shown = repr(str(text))
    return shown if len(shown) <= most else shown[: most - 1] + "…"
