"""`croupier advise`: one decision, with the value of each act; without a hand, the chart of the game."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import asked_game, before, game_argument, json_argument
from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.api import Game
    from croupier.api.answers import Advice

EXAMPLES = """  croupier advise queensland/three-card-poker --cards "Qh 6d 4c"
  croupier advise bahamas/caribbean-stud --cards "As Kd 9h 5c 3d" --up 9c
  croupier advise great-britain/ultimate-hold-em --cards "Kh 5d" --board "Kd 7s 2c"
  croupier advise queensland/mississippi-stud --cards "Jh 4d" --board "7s" --done "bet 1x"
  croupier advise great-britain/live-draw-poker --cards "Kh Kd 7c 2s 9d" --json
  croupier advise house/blackjack
  croupier advise house/blackjack --cards "Th 6d" --up Tc --seen "5h 4d 2c"
  croupier advise house/blackjack --cards "9h 9d" --up Ac --wager insurance
  croupier advise queensland/blackjack-switch --cards "Th 5d 6c Tc" --up 9s
  croupier advise house/blackjack --save chart.toml
  croupier advise house/blackjack --chart chart.toml --set decks=1"""
MOST_SHOWN = 8
"""Ways to hold beyond these are left to --json."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a game, the cards seen, what was done before; or a chart."""
    game_argument(parser)
    parser.add_argument(
        "--cards",
        default="",
        metavar="CARDS",
        help="your own cards, like 'Qh 6d 4c'; without them the chart of the game is shown, where it has one",
    )
    parser.add_argument("--board", default="", metavar="CARDS", help="the community cards that lie open")
    parser.add_argument(
        "--up", default="", metavar="CARD", help="the dealer's upcard, where the game shows one"
    )
    parser.add_argument(
        "--done",
        default="",
        metavar="ACTS",
        help="what you did on the streets before, like 'bet 1x, bet 1x', where that matters; "
        "split for a hand made by splitting; keep or switch for one hand of two",
    )
    parser.add_argument(
        "--wager",
        default="",
        metavar="W",
        help="the wager that is decided on, where it is not the game itself, like insurance",
    )
    parser.add_argument(
        "--seen", default="", metavar="CARDS", help="other cards that have left the shoe, where they matter"
    )
    parser.add_argument(
        "--before",
        action="append",
        default=[],
        metavar="K=V",
        help="what the table carried into the round, like shoe.out.5h=3; may be given again",
    )
    parser.add_argument(
        "--chart",
        default="",
        metavar="FILE",
        help="say what this chart comes to instead of the best one (.toml, as --save writes it)",
    )
    parser.add_argument("--save", default="", metavar="FILE", help="write the chart into a file")
    json_argument(
        parser,
        "the advice as JSON: each act with its exact value for each unit of the first stake, "
        "the best first; or the chart",
    )


def run(given: argparse.Namespace) -> int:
    """Weigh the acts, and print them."""
    asked = asked_game(given)
    if not given.cards:
        if any((given.board, given.up, given.done, given.wager, given.seen, given.before)):
            raise BadInput("name your cards as well: --cards 'Qh 6d 4c'")
        from croupier.cli.advise_chart import show_chart

        return show_chart(asked, given)
    if given.chart or given.save:
        raise BadInput("a chart is for all hands: give --cards, or --chart and --save")
    found = asked.advise(
        given.cards.split(),
        given.board.split(),
        up=given.up,
        done=given.done,
        wager=given.wager,
        before=_before(given),
    )
    if given.json:
        _as_json(asked, found)
    else:
        _print(asked, found)
    return 0


def _before(given: argparse.Namespace) -> dict[str, Any]:
    """Return what the table carried into the round, the cards seen counted in."""
    found = before(given.before)
    if given.seen:
        shoe = found.setdefault("shoe", {})
        if not isinstance(shoe, dict) or not isinstance(shoe.setdefault("out", {}), dict):
            raise BadInput("--before gives shoe a value, and --seen counts cards that have left it")
        for card, number in Counter(given.seen.split()).items():
            shoe["out"][card] = shoe["out"].get(card, 0) + number
    return found


def _as_json(asked: Game, found: Advice) -> None:
    from croupier.api import ratio, remarks
    from croupier.cli import show

    show.as_json(
        {
            "format": 1,
            "game": asked.rules.id,
            "ruleset": asked.rules.digest(),
            "asked": found.asked,
            "seen": found.seen,
            "done": found.done,
            "best": found.best.act,
            "of": "first stake",
            "acts": [
                {
                    "act": choice.act,
                    "value": None if found.error else ratio(choice.value),
                    "value_float": float(choice.value),
                }
                for choice in found.choices
            ],
            "exact": not found.error,
            "error": float(found.error),
            "clause": found.clause,
            "notes": [*found.notes, *remarks(asked.rules)],
        }
    )


def _print(asked: Game, found: Advice) -> None:
    from croupier.api import remarks
    from croupier.cli import show

    out = show.console()
    cards = "; ".join(f"{where} {' '.join(seen)}" for where, seen in found.seen.items())
    show.heading(
        out,
        f"{asked.rules.head.title} · {asked.rules.id}",
        f"{found.asked}: {cards}" + (f"; after {found.done}" if found.done else ""),
        *remarks(asked.rules),
    )
    rows = [
        (
            "best" if choice.value == found.best.value else "",
            choice.act,
            f"{float(choice.value):+.6f}",
            "" if found.error else show.exact(choice.value),
            f"{float(choice.value - found.best.value):+.6f}",
        )
        for choice in found.choices[:MOST_SHOWN]
    ]
    show.section(out, "What each act is worth for each unit of the first stake, with best play after it")
    show.table(
        out,
        ("", "act", "value", "exactly", "beside the best"),
        rows,
        right=("value", "exactly", "beside the best"),
    )
    if len(found.choices) > MOST_SHOWN:
        show.say(out, f"{len(found.choices) - MOST_SHOWN} more: --json", "dim")
    for note in found.notes:
        show.say(out, note, "dim")
