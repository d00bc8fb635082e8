"""`croupier test-generator`: the tests of the generator of chance, as a table, as JSON or as a report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import json_argument, write_file

if TYPE_CHECKING:
    from croupier.randomness.battery import Report, Result, Verdict

EXAMPLES = """  croupier test-generator
  croupier test-generator --values 1e7 --report generator.html
  croupier test-generator --values 20000 --seed 7
  croupier test-generator --dieharder
  croupier test-generator --json"""
COLUMNS = ("test", "use", "values", "statistic", "p", "verdict", "requirements")
FAILED = 1
MOST_SEED = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add how much is drawn, from which generator, and where it is reported."""
    parser.add_argument(
        "--values",
        default="1e6",
        metavar="N",
        help="values of each use that its tests share, like 20000 or 1e6 (the default)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        help="test the seeded generator, which is for tests and never for play, instead of the system's",
    )
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="write a report into a file (html or csv) instead of printing the table",
    )
    parser.add_argument(
        "--dieharder",
        action="store_true",
        help="run dieharder on the raw bits as well, where it is installed; it takes long",
    )
    json_argument(
        parser,
        "the report as JSON: every row with its p, statistic and requirements, "
        "the verdict of each requirement, and whether all passed",
    )


def run(given: argparse.Namespace) -> int:
    """Draw, test and report. Return 0 when the generator passed, 1 when not."""
    from croupier.cli import show
    from croupier.cli.simulate import count
    from croupier.errors import BadInput, short
    from croupier.randomness.source import GeneratorFailed

    values = count(given.values, "values")
    if given.report and not given.report.endswith((".html", ".htm", ".csv")):
        raise BadInput(f"a report is html or csv: end the name {short(given.report)} in .html or .csv")
    if given.seed is not None and len(given.seed) > MOST_SEED:
        raise BadInput(f"a seed has at most {MOST_SEED} letters")
    try:
        return _tested(given, values)
    except GeneratorFailed as failed:
        if given.json:
            from croupier.api import FORMAT

            show.as_json(
                {
                    "format": FORMAT,
                    "generator": "system" if given.seed is None else "seeded",
                    "seed": given.seed,
                    "passed": False,
                    "failed": str(failed),
                }
            )
        else:
            print(f"{_name(given.seed)}: NOT passed: {failed}")
        return FAILED


def _tested(given: argparse.Namespace, values: int) -> int:
    from croupier.cli import show
    from croupier.errors import BadInput
    from croupier.randomness.battery import FEWEST, MOST, Instances, run
    from croupier.randomness.source import SeededEntropy, SystemEntropy, check

    if not FEWEST <= values <= MOST:
        raise BadInput(f"--values is {FEWEST} to {MOST}")
    names = ("", ", left instance", ", right instance")
    instances = Instances(
        *(SystemEntropy() if given.seed is None else SeededEntropy(f"{given.seed}{name}") for name in names)
    )
    for instance in instances:
        check(instance)
    with show.bar("testing") as progress:
        report = run(instances, values, progress)
    lines: list[list[str]] | None = None
    note = ""
    if given.dieharder:
        from croupier.cli import dieharder

        lines, note = dieharder.run(instances.alone)
    passed = report.passed and not any(line[-1] == "FAILED" for line in lines or ())
    if given.report:
        write_file(
            given.report,
            _as_html(report, given.seed, passed)
            if given.report.endswith((".html", ".htm"))
            else _as_csv(report, given.seed, passed),
        )
    if given.json:
        show.as_json(_value(report, given.seed, passed, lines, note))
    else:
        _print(report, given, passed, lines, note)
    return 0 if passed else FAILED


def _name(seed: str | None) -> str:
    return "the generator of the operating system" if seed is None else f"the seeded generator, seed {seed}"


def _verdict(row: Result) -> str:
    again = "" if row.before is None else f", repeated: first {_p(row.before)}"
    return ("passed" if row.passed else "FAILED") + again


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.001 else f"{value:.1e}"


def _cells(row: Result) -> tuple[str, ...]:
    return (
        row.name,
        row.use,
        f"{row.values:,}",
        f"{row.statistic:,.2f}",
        _p(row.p),
        _verdict(row),
        ", ".join(row.requirements),
    )


def _told(verdict: Verdict) -> str:
    """Return one line for a requirement."""
    again = "" if verdict.again is None else f" (repeated: first {_p(verdict.again)})"
    level = f"{100 * (1 - verdict.level):.0f} %"
    return (
        f"{verdict.requirement} at {level}: {'passed' if verdict.passed else 'FAILED'}: {verdict.rows} rows; "
        f"smallest p times {verdict.rows} is {_p(verdict.smallest)}; "
        f"p of the p-values {_p(verdict.evenness)}{again}; both must reach {verdict.level:g}"
    )


def _last(report: Report, seed: str | None, passed: bool) -> str:
    return f"{_name(seed)}: {'passed' if passed else 'NOT passed'}"


def _print(
    report: Report, given: argparse.Namespace, passed: bool, lines: list[list[str]] | None, note: str
) -> None:
    from croupier.cli.show import console, heading, say, section, table

    out = console()
    if not given.report:
        heading(
            out,
            "Tests of the generator",
            f"{len(report.rows)} rows, {sum(row.values for row in report.rows):,} values in "
            f"{report.seconds:.2f} s",
        )
        table(
            out,
            ("test", "use", "p", "verdict"),
            [(row.name, row.use, _p(row.p), _verdict(row)) for row in report.rows],
            right=("p",),
            wrap=("test", "verdict"),
        )
    if lines is not None:
        section(out, "dieharder")
        table(
            out,
            ("test", "ntuple", "samples", "p samples", "p", "verdict"),
            lines,
            right=("ntuple", "samples", "p samples", "p"),
        )
    if note:
        say(out, note)
    if given.report:
        print(f"written: {given.report}")
    out.print()
    for verdict in report.verdicts:
        say(out, _told(verdict))
    say(out, _last(report, given.seed, passed), "bold")


def _value(
    report: Report, seed: str | None, passed: bool, lines: list[list[str]] | None, note: str
) -> dict[str, Any]:
    from croupier.api import FORMAT

    return {
        "format": FORMAT,
        "generator": "system" if seed is None else "seeded",
        "seed": seed,
        "seconds": report.seconds,
        "passed": passed,
        "verdicts": [
            {
                "requirement": one.requirement,
                "level": 1 - one.level,
                "rows": one.rows,
                "smallest_p_corrected": one.smallest,
                "p_of_p": one.evenness,
                "first_p_of_p": one.again,
                "passed": one.passed,
            }
            for one in report.verdicts
        ],
        "rows": [
            {
                "test": row.name,
                "use": row.use,
                "requirements": row.requirements,
                "values": row.values,
                "statistic": row.statistic,
                "p": row.p,
                "first_p": row.before,
                "passed": row.passed,
            }
            for row in report.rows
        ],
        **({"dieharder": lines, "dieharder_note": note} if lines is not None or note else {}),
    }


def _head(report: Report, seed: str | None, passed: bool) -> list[tuple[str, str]]:
    from croupier import __version__

    return [
        ("generator", _name(seed)),
        ("verdict", "passed" if passed else "NOT passed"),
        *((verdict.requirement, _told(verdict)) for verdict in report.verdicts),
        ("values", f"{sum(row.values for row in report.rows):,}, each looked at by one row"),
        (
            "repeated",
            "a row that fails is drawn once more on fresh values, and fails only if it fails again; "
            "so is the evenness of all p-values",
        ),
        ("made by", f"croupier {__version__}"),
    ]


def _as_csv(report: Report, seed: str | None, passed: bool) -> str:
    import csv
    import io

    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(("generator report", _name(seed)))
    for name, value in _head(report, seed, passed):
        sheet.writerow(("head", name, value))
    sheet.writerow(("rows", *COLUMNS, "first p"))
    for row in report.rows:
        first = "" if row.before is None else repr(row.before)
        sheet.writerow(
            (
                "row",
                row.name,
                row.use,
                row.values,
                repr(row.statistic),
                repr(row.p),
                "passed" if row.passed else "FAILED",
                " ".join(row.requirements),
                first,
            )
        )
    return out.getvalue()


def _as_html(report: Report, seed: str | None, passed: bool) -> str:
    from croupier.cli.sheets import listed, page, tabled

    parts = ["<h1>Tests of the generator</h1>", listed(_head(report, seed, passed))]
    for use in dict.fromkeys(row.use for row in report.rows):
        cells = [
            (name, requirements, verdict, values, statistic, p)
            for name, of, values, statistic, p, verdict, requirements in map(_cells, report.rows)
            if of == use
        ]
        parts += [
            f"<section><h2>{use}</h2>",
            tabled(("test", "requirements", "verdict", "values", "statistic", "p"), cells, 3),
            "</section>",
        ]
    return page("Tests of the generator", parts)
