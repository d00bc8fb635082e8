"""The plain way, event by event: tables beside crapssim, four games with the log told and not, the floor."""

from __future__ import annotations

import statistics

from bench.row import BenchRow, say, timed


def craps_tables(version: str) -> list[BenchRow]:
    """Measure crapssim's table beside crapssim, in short turns: both see the same machine."""
    from bench import dice

    rows = []
    for sizes, stakes, target in (
        (dice.FIXED, "fixed stakes", 0.6),
        (dice.VARIED, f"{dice.VARIED} sizes of each wager", 0.4),
    ):
        for told, log in ((False, "logged"), (True, "told and hashed")):
            say(f"craps: our table in plain Python, {stakes}, every event {log}")
            plain, theirs = dice.PlainCraps(told, sizes), dice.Crapssim(sizes)
            rates = [(timed(plain.play, 50, 0.7), timed(theirs.play, 200, 0.7)) for _ in range(5)]
            ours, peer = (statistics.median(side) for side in zip(*rates, strict=True))
            note = (
                f"plain Python through Table; {ours * plain.events / plain.rolls:,.0f} events/s; "
                "the log is told when it is read"
                if not told
                else f"plain Python through Table; {ours * plain.events / plain.rolls:,.0f} events/s; "
                "every question told and every record hashed as it happens"
            )
            rows.append(
                BenchRow(
                    f"craps table, {stakes}, every event judged and {log}",
                    "rolls/s",
                    ours,
                    peer,
                    f"crapssim {version}",
                    ours / peer,
                    "" if told else f"{target} or more",
                    None if told else ours / peer >= target,
                    note,
                )
            )
    return rows


EVENTS = {
    "craps": (40_000, 12_000),
    "blackjack": (22_000, 8_000),
    "baccarat": (28_000, 9_500),
    "ultimate": (19_000, 8_500),
}
"""Events a second that a table should reach: where nobody reads the log, and where all is told and hashed."""


def tables() -> list[BenchRow]:
    """Measure four tables event by event, on one core."""
    from bench.tables import GAMES, Tape

    rows = []
    for name, targets in EVENTS.items():
        tape = Tape(name)
        for told, target in zip((False, True), targets, strict=True):
            log = "told and hashed" if told else "log not read"
            say(f"tables: {name}, {log}")
            rate = tape.rate(told, 2.0)
            note = f"{GAMES[name][0]}: {len(tape.rounds)} rounds of {tape.events} events, over and over"
            rows.append(
                BenchRow(
                    f"{name} event by event, {log}",
                    "events/s",
                    rate,
                    target=f"{target:,}",
                    met=rate >= target,
                    note=note,
                )
            )
    return rows


def core() -> list[BenchRow]:
    """Measure the core of the floor without store or sockets, and the audit of a long journal."""
    from bench import floor as house

    say("floor: wagers, ends of rounds, a correction; then a journal is written and audited")
    found = house.rows()
    rows = [
        BenchRow(f"floor core: {one['what']}", one["unit"], one["value"])
        for one in found
        if one["what"] != "audit"
    ]
    audit = found[-1]
    note = (
        f"{audit['rounds']:,} rounds, {audit['postings']:,} postings; "
        f"{audit['entries-a-second']:,.0f} entries a second, on SQLite"
    )
    rows.append(
        BenchRow(f"audit of a journal of {audit['entries']:,} entries", "s", audit["seconds"], note=note)
    )
    return rows
