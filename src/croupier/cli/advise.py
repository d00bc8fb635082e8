"""`croupier advise`: one decision, with the value of each act."""

from __future__ import annotations

import argparse

from croupier.cli.arguments import asked_game, game_argument, json_argument

EXAMPLES = """  croupier advise queensland/three-card-poker --cards "Qh 6d 4c"
  croupier advise bahamas/caribbean-stud --cards "As Kd 9h 5c 3d" --up 9c
  croupier advise great-britain/ultimate-hold-em --cards "Kh 5d" --board "Kd 7s 2c"
  croupier advise queensland/mississippi-stud --cards "Jh 4d" --board "7s" --done "bet 1x"
  croupier advise great-britain/live-draw-poker --cards "Kh Kd 7c 2s 9d" --json"""
MOST_SHOWN = 8
"""Ways to hold beyond these are left to --json."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """A game, the cards seen, what was done before."""
    game_argument(parser)
    parser.add_argument("--cards", required=True, metavar="CARDS", help="your own cards, like 'Qh 6d 4c'")
    parser.add_argument("--board", default="", metavar="CARDS", help="the community cards that lie open")
    parser.add_argument("--up", default="", metavar="CARD", help="the dealer's upcard, where the game shows one")
    parser.add_argument("--done", default="", metavar="ACTS", help="what you did on the streets before, like 'bet 1x, bet 1x', where that matters")
    parser.add_argument("--wager", default="", metavar="W", help="the wager that is decided on, where it is not the game itself, like insurance")
    json_argument(parser, "the advice as JSON: each act with its exact value for each unit of the first stake, the best first")


def run(given: argparse.Namespace) -> int:
    """Weigh the acts, and tell."""
    from croupier.api import ratio
    from croupier.cli import show
    from croupier.table.written import lapsed

    asked = asked_game(given)
    found = asked.advise(given.cards.split(), given.board.split(), up=given.up, done=given.done, wager=given.wager)
    if given.json:
        acts = [{"act": choice.act, "value": ratio(choice.value), "value_float": float(choice.value)} for choice in found.choices]
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
                "acts": acts,
                "clause": found.clause,
                "notes": list(lapsed(asked.rules)),
            }
        )
        return 0
    out = show.console()
    cards = "; ".join(f"{where} {' '.join(seen)}" for where, seen in found.seen.items())
    show.heading(out, f"{asked.rules.head.title} · {asked.rules.id}", f"{found.asked}: {cards}" + (f"; after {found.done}" if found.done else ""), *lapsed(asked.rules))
    rows = [
        ("best" if choice.value == found.best.value else "", choice.act, f"{float(choice.value):+.6f}", show.exact(choice.value), f"{float(choice.value - found.best.value):+.6f}")
        for choice in found.choices[:MOST_SHOWN]
    ]
    show.section(out, "What each act is worth for each unit of the first stake, with best play after it")
    show.table(out, ("", "act", "value", "exactly", "beside the best"), rows, right=("value", "exactly", "beside the best"))
    if len(found.choices) > MOST_SHOWN:
        show.say(out, f"{len(found.choices) - MOST_SHOWN} more: --json", "dim")
    return 0
