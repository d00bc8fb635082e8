"""The pay tables that are printed on a felt beside the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from croupier.felt.canvas import Canvas
from croupier.felt.offers import OfferedWager, price
from croupier.felt.svg import GOLD, INK, LINE, SHADE, fitted, rect, text
from croupier.rulebook.schema import WagerRow

Rows = tuple[tuple[str, str], ...]
LINE_HEIGHT, WIDE, MOST_ROWS = 13.0, 166.0, 9


def paytables(
    canvas: Canvas, offered: Sequence[OfferedWager[WagerRow]], left: float, without: Sequence[str] = ()
) -> float:
    """Print as many tables as have room beside the dealer's cards, side wagers first.

    Return how far down they reach. Kinds `without` a table are those whose prices the legends tell.
    """
    found: dict[Rows, list[str]] = {}
    for offer in sorted(offered, key=lambda offer: offer.later):
        if offer.kind in without:
            continue
        rows = tuple((row.replace("-", " "), price(pay)) for row, pay in offer.prices)
        if len({said for _, said in rows}) > 1 and len(rows) <= MOST_ROWS:
            found.setdefault(rows, []).append(offer.label)
    each = int((left - 28) // (WIDE + 12))
    # Those with the most rows stand on the left, where no shoe is above them.
    shown = sorted(list(found.items())[: 2 * each], key=lambda one: -len(one[0]))
    half = -(-len(shown) // 2)
    lowest = 0.0
    for at, (rows, labels) in enumerate(shown):
        x, y = (
            (28 + at * (WIDE + 12), 22.0)
            if at < half
            else (canvas.width - 16 - (at - half + 1) * (WIDE + 12), 72.0)
        )
        _table(canvas, _heading(labels), rows, x, y)
        lowest = max(lowest, y + 22 + len(rows) * LINE_HEIGHT)
    return lowest


def _heading(labels: Sequence[str]) -> str:
    """Return what wagers with one table have in common.

    >>> _heading(["Wager 1", "Wager 2"]), _heading(["Ante", "Raise"])
    ('Wager', 'Ante and raise')
    """
    words = list(
        takewhile(lambda same: len(set(same)) == 1, zip(*(label.split() for label in labels), strict=False))
    )
    return (
        " ".join(same[0] for same in words)
        if words
        else " and ".join([labels[0], *(label.lower() for label in labels[1:])])
    )


def _table(canvas: Canvas, heading: str, rows: Rows, x: float, y: float) -> None:
    """Draw one table: its wager, then each hand with its price."""
    canvas.printed(
        rect(x, y, WIDE, 22 + len(rows) * LINE_HEIGHT, 5).drawn(
            fill=SHADE, stroke=LINE, width=0.7, more=' fill-opacity=".6"'
        )
    )
    canvas.printed(fitted(heading.upper(), x + WIDE / 2, y + 10, WIDE - 30, 12, 10.5, 6, GOLD))
    for at, (row, said) in enumerate(rows):
        line = y + 24 + at * LINE_HEIGHT
        canvas.printed(
            text(x + 8, line, row, 9.5, INK, "start"), text(x + WIDE - 8, line, said, 9.5, GOLD, "end")
        )
