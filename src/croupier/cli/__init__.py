"""The command line.

Each command is a module of this package, imported when it is asked for: the first second counts.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from croupier.errors import BadInput

COMMANDS = {
    "games": "every game: id, title, family, instrument, what works",
    "rules": "a game's wagers, pay tables, options, readings, irregularities and clauses",
    "settle": "settle a written round",
    "odds": "the exact odds of a game's wagers",
    "advise": "what each act of one decision is worth",
    "simulate": "play many rounds and compare them with the proof",
    "ruling": "what the rulebook says when something goes wrong",
    "compare": "two games side by side: what differs, by which clause, at which edge",
    "check": "an operator's own file against the rulebook it extends",
    "play": "a table in the terminal",
    "serve": "the electronic floor for browsers: terminals, consoles, displays",
    "test-generator": "the batteries of tests on the generator of chance",
    "audit": "whether the journal of a floor is what was stored, and whether its books agree",
    "verify": "whether what was dealt at a table of a floor is what was committed to",
    "tour": "the house in a minute: commands and what they print",
}
_EPILOG = """examples:
  croupier games
  croupier odds great-britain/roulette --wager red
  croupier settle round.toml --json

bad input gets one line that says what would be right, and exit code 2"""
WRONG, BROKEN, STOPPED, UNREAD = 2, 70, 130, 141


def _module(command: str) -> ModuleType:
    """Import the module of a command. A dash in its name is an underscore in the module's."""
    return import_module(f"croupier.cli.{command.replace('-', '_')}")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Format help as wide as the terminal.

    It asks the terminal itself: argparse would import shutil for it, with every parser, help or no help.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


class Parser(argparse.ArgumentParser):
    """Tell what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse with one line and exit code 2."""
        choice = re.fullmatch(r"argument (\S+): invalid choice: (\S+) \(choose from (.*)\)", message)
        if choice:
            flag, given, known = choice[1].partition("/")[0], choice[2], choice[3].replace("'", "")
            raise BadInput(f"{flag} cannot be {given}; it is one of {known}")
        number = re.fullmatch(r"argument (\S+): invalid int value: (.*)", message)
        if number:
            raise BadInput(f"{number[1]} is a whole number, not {number[2]}")
        nothing = re.fullmatch(r"argument (\S+): expected one argument", message)
        if nothing:
            raise BadInput(f"{nothing[1]} says nothing after it; see {self.prog} --help")
        raise BadInput(f"{message}; see {self.prog} --help")


def _columns() -> int:
    """Return the width of the terminal: what COLUMNS says, else the terminal, else 80."""
    said = os.environ.get("COLUMNS", "")
    if said.isascii() and said.isdigit() and int(said) > 0:
        return int(said)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns or 80
    except (AttributeError, ValueError, OSError):
        return 80


def parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser of the whole command line. Only the command asked for is filled in."""
    top = Parser(
        prog="croupier",
        description="The law of casino table games as software.",
        epilog=_EPILOG,
        formatter_class=Formatter,
    )
    top.add_argument("--version", action="store_true", help="say which version this is")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, summary in COMMANDS.items():
        if command in ("", name):
            module = _module(name) if name == command else None
            epilog = f"examples:\n{module.EXAMPLES}" if module else ""
            one = commands.add_parser(
                name,
                help=summary,
                description=summary[0].upper() + summary[1:] + ".",
                epilog=epilog,
                formatter_class=Formatter,
            )
            if module:
                module.arguments(one)
    return top


def _run(argv: Sequence[str]) -> int:
    command = argv[0] if argv and argv[0] in COMMANDS else ""
    top = parser(command)
    if argv and not command and not argv[0].startswith("-"):
        from croupier.errors import unknown

        raise unknown("command", argv[0], COMMANDS)
    given, left = top.parse_known_args(argv)
    if left:
        raise BadInput(_left_over(command, left))
    if given.version:
        from croupier import __version__

        print(f"croupier {__version__}")
        return 0
    if not given.command:
        top.print_help()
        return 0
    result: int = _module(given.command).run(given)
    sys.stdout.flush()
    return result


def _left_over(command: str, left: Sequence[str]) -> str:
    """Say what of the arguments nobody takes: a flag that there is not, or a word too many."""
    from croupier.errors import near

    help_of = f"croupier {command} --help" if command else "croupier --help"
    flag = next((text.partition("=")[0] for text in left if text.startswith("--")), "")
    if not flag:
        return f"{' '.join(left)!r} is more than {command or 'croupier'} takes; see {help_of}"
    flags = [text for action in _flags(command) for text in action.option_strings]
    found = near(flag, flags)
    hint = f"did you mean {', '.join(found)}?" if found else f"see {help_of}"
    return f"there is no flag {flag}; {hint}"


def _flags(command: str) -> list[argparse.Action]:
    """List the flags of a command."""
    one = Parser(prog=command)
    if command:
        _module(command).arguments(one)
    return [action for action in one._actions if action.option_strings]


def one_line(text: object) -> str:
    """Return a message on one line, with nothing in it that a terminal would obey."""
    flat = " ".join(str(text).split())
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in flat)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return 0, 2 for bad input, 70 for a mistake of ours."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if argv is None:  # the process is this command's own
        gc.set_threshold(50_000, 20, 20)  # imports leave no garbage, so look for it seldom
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    except BadInput as wrong:
        print(f"croupier: {one_line(wrong)}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except KeyboardInterrupt:
        print("croupier: stopped", file=sys.stderr)
        return STOPPED
    except Exception as mistake:
        if os.environ.get("CROUPIER_DEBUG") == "1":
            raise
        print(
            f"croupier: a mistake in croupier itself: {type(mistake).__name__}: {one_line(mistake)}; "
            "CROUPIER_DEBUG=1 shows where",
            file=sys.stderr,
        )
        return BROKEN
    finally:
        if argv is None:  # nor look through everything once more on the way out
            gc.freeze()
