"""`croupier verify`: whether a table dealt the cards committed to, and drew after no more bets."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from croupier.cli.arguments import json_argument

if TYPE_CHECKING:
    from croupier.server.checking import Verified

EXAMPLES = """  croupier verify floor.db --table blackjack-1 --shoe 3
  croupier verify floor.db --table roulette-1

a shoe is committed to by a hash before the first wager on it, and opened when it is finished:
salt and order must give that hash, and the cards dealt must be those, in that order.
exit code 1 when they are not"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a store, a table, a shoe."""
    parser.add_argument(
        "store", metavar="STORE", help="the file of a store, or postgresql://user@host/database"
    )
    parser.add_argument("--table", required=True, metavar="T", help="the table")
    parser.add_argument(
        "--shoe", type=int, metavar="N", help="one of its finished shoes; all of them if none is named"
    )
    json_argument(
        parser,
        "the findings as JSON: every shoe with commitment, salt, order and the cards dealt, "
        "and what is wrong",
    )


def run(given: argparse.Namespace) -> int:
    """Verify the table."""
    from croupier.cli import show
    from croupier.cli.audit import patient
    from croupier.server.checking import Verified, verify
    from croupier.server.journal import Tampered
    from croupier.server.store import Store

    store = Store(given.store, make=False)
    try:
        with show.bar("verifying") as progress:
            found = verify(store, given.table, given.shoe, patient(progress))
    except Tampered as bad:
        found = Verified(given.table, bad=[str(bad)])
    finally:
        store.close()
    if given.json:
        import msgspec

        from croupier.api import FORMAT

        show.as_json({"format": FORMAT, "store": given.store, **msgspec.to_builtins(found)})
    else:
        _print(found)
    return 1 if found.bad else 0


def _print(found: Verified) -> None:
    from croupier.cli.show import console, heading, labelled, say, table

    out = console()
    heading(out, f"table {found.table}")
    labelled(out, "rounds", f"{found.rounds:,}", indent=0)
    labelled(out, "draws", f"{found.draws:,}", indent=0)
    if len(found.shoes) == 1:
        shoe = found.shoes[0]
        for label, text in (
            ("shoe", str(shoe.shoe)),
            ("shown", shoe.commitment),
            ("salt", shoe.salt),
            ("dealt", f"{len(shoe.cards)} of {len(shoe.order)} cards: {' '.join(shoe.cards)}"),
        ):
            labelled(out, label, text, indent=0)
    elif found.shoes:
        out.print()
        rows = [
            (
                str(shoe.shoe),
                str(shoe.sealed),
                str(shoe.first),
                str(shoe.opened),
                f"{len(shoe.cards)} of {len(shoe.order)}",
                "NO" if shoe.wrong else "yes",
            )
            for shoe in found.shoes
        ]
        table(
            out,
            ("shoe", "sealed in entry", "first round in", "opened in", "dealt", "as committed"),
            rows,
            right=("shoe", "sealed in entry", "first round in", "opened in", "dealt"),
        )
    out.print()
    for line in found.bad:
        say(out, line[0].upper() + line[1:] + ".", "bold red")
    if not found.bad:
        shoes = (
            "every card is the one that was committed to before the first wager, and " if found.shoes else ""
        )
        text = f"{shoes}every result was drawn after no more bets was stored."
        say(out, text[0].upper() + text[1:], "bold green")
