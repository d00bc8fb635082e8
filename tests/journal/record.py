"""Record a journal to be kept: `python -m tests.journal.record`.

It is recorded once. A later house must still open what this one wrote; so it is not overwritten, unless
somebody says `--anew`. `--expected` leaves the journal as it is and writes down what the house makes of it
now: every difference is printed, and somebody should have wanted each of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from croupier.families import FAMILIES
from croupier.floor.commands import Asked
from croupier.floor.events import AnyEvent
from croupier.server.store import Store
from tests.journal.keeping import EXPECTED, JOURNAL, Kept, read, taken_from, write
from tests.journal.morning import Morning
from tests.journal.night import Night, begin
from tests.journal.telling import Told, differences, plain, told, written


def recorded(path: Path) -> Kept:
    """Play the night on a new store; all that may be asked is done in it, and all that may happen happens."""
    store = Store(f"sqlite:///{path}")
    begin(store)
    night = Night(store)
    try:
        night.play()
    finally:
        night.house.stop()
    store.close()
    kept = taken_from(path)
    at = kept.columns["journal"].index("kind")
    lacking = {kind.__name__ for kind in get_args(AnyEvent)} - {row[at] for row in kept.rows["journal"]}
    lacking |= {kind.__struct_config__.tag for kind in get_args(Asked)} - night.house.done
    assert not lacking, f"the night lacks {', '.join(sorted(lacking))}"
    return kept


def made_of_it(kept: Kept, folder: Path) -> Told:
    """Load a journal into a store; what the house makes of it, and what comes of it in the morning."""
    url = f"sqlite:///{folder / 'again.db'}"
    kept.load(url)
    store = Store(url)
    found = told(store)
    assert all(found["holds"]["families"].get(name) for name in FAMILIES), found["holds"]["families"]
    morning = Morning(store, "morning", "morning")
    try:
        morning.put_in_order()
        found["played-on"] = plain(morning.play_on())
    finally:
        morning.stop()
        store.close()
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Record, or tell anew."""
    said = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="tests.journal.record", description=said)
    parser.add_argument("--anew", action="store_true", help="overwrite the journal that is kept")
    parser.add_argument("--expected", action="store_true", help="write down anew what the house makes of it")
    asked = parser.parse_args(argv)
    if JOURNAL.exists() and not asked.anew and not asked.expected:
        why = "a later house must still open it. --anew overwrites it"
        print(f"{JOURNAL.name} is kept: {why}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = read() if asked.expected else recorded(folder / "night.db")
        found = made_of_it(kept, folder)
    if asked.expected:
        before = json.loads(EXPECTED.read_text(encoding="utf-8"))
        print("\n".join(differences(before, found)) or "nothing differs")
    else:
        write(kept)
    EXPECTED.write_text(written(found), encoding="utf-8")
    counts = ", ".join(f"{len(rows)} {name}" for name, rows in kept.rows.items())
    print(f"{counts}; {JOURNAL.stat().st_size} bytes, {EXPECTED.stat().st_size} expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())
