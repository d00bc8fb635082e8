"""Scenes at card tables, each by the game and by the setting on which its end depends; random rounds do not reach everything that a setting may change.

A scene is a table, what happens at it, and what else must be set for the setting to matter at all. What it comes to is what is refused and by which clause,
the lines, what is carried on, and what may be done next.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from croupier.errors import BadInput
from croupier.games import build, ruleset
from tests.chemin.scenes import SCENES as CHEMIN
from tests.chemin.scenes import scene as play_scene

Settings = tuple[tuple[str, str], ...]
SEVERAL = "several settings"


NOTHING: dict[str, str] = {}


class Scene(NamedTuple):
    """What the table carries, what happens, and the settings beside the one in question."""

    before: dict[str, Any]
    events: list[str]
    options: dict[str, str] = NOTHING
    readings: dict[str, str] = NOTHING


NEW: dict[str, Any] = {"shoe": {"new": True}}
"""The cards are shuffled before anything else."""
THREE: dict[str, Any] = {"players": ["1", "2", "3"]}
CHIPS = {"chip": "5"}

# Six cards that tell the rules of baccarat apart: player, banker, player, banker, then the third cards.
BANKER_NATURAL = "deal 2h 9d Kc Kd"
PLAYER_NATURAL = "deal 9h Kd Kc Kd"
TIED_NATURALS = "deal 9h 4d Kc 5d"
SEVEN_BY_FOUR = "deal 2h 3d 5c Kd Ks"
"""A seven in two cards wins by four."""
PAIR_OF_THREES = "deal 2h Kd 3c 7d 3s"
"""The third card pairs one of the first two."""


def burnt_or_not() -> Scene:
    """A fresh shoe, of which a card may have to be burnt."""
    return Scene(NEW, ["dealer shuffle"])


def deep(unseen: int, *events: str) -> Scene:
    """A shoe of which so many cards are gone, and a round."""
    return Scene({"shoe": {"unseen": unseen}}, list(events))


def bank(cover: str, seat: str = "2") -> dict[str, Any]:
    """A player-dealer with so much."""
    return {"bank": {"seat": seat, "cover": cover}}


def california(line: str, other: str, ends: str, more: dict[str, list[Scene]]) -> dict[str, list[Scene]]:
    """What the five baccarat games of California have in common: a wager that loses first, one of the same bettor that then wins, and how the cards fall."""
    common = {
        "seats": [Scene({}, [f"9 bet {line} 10"])],
        "depth": [Scene(NEW, ["dealer shuffle depth=0"])],
        "chip": [Scene({}, [f"1 bet {line} 3"])],
        "cover-model": [Scene(bank("10"), [f"1 bet {line} 10", f"1 bet {other} 10", ends])],
    }
    return {**common, **more}


def in_turn(*wagers: str) -> Scene:
    """Two seats with the same wagers; all of them lose."""
    return Scene(bank("1000", "8"), [*(f"{seat} bet {wager} 10" for seat in (3, 4) for wager in wagers), "deal 9h 2d Kc Kd"])


def buttons(line: str) -> dict[str, list[Scene]]:
    """Where settlement begins."""
    five_and_one = [f"1 bet {line} 10", f"5 bet {line} 10", "1 bet tie 5", "5 bet tie 5", TIED_NATURALS]
    return {
        "action-button": [Scene(bank("1000", "8"), five_and_one)],
        "short-bank": [Scene(bank("50", "8"), five_and_one)],
        "button-wraps": [Scene(bank("5", "8"), [f"5 bet {line} 10", f"6 bet {line} 10", "deal 2h 9d Kc Kd"])],
        "intervening-bank": [TURNS],
    }


TURNS = Scene({**THREE, "bank": {"seat": "1", "turns": 2}}, ["2 decline-bank", "3 decline-bank", "1 bank 100"])
"""Seat 1 has banked two rounds, and nobody else will."""


def war(main: str, more: dict[str, list[Scene]], half: str = "surrender-half") -> dict[str, list[Scene]]:
    """What the games of war have in common."""
    common = {
        "chip": [Scene({}, [f"1 bet {main} 3"])],
        half: [Scene({}, [f"1 bet {main} 5", "deal 9h 9d", "1 surrender"], CHIPS)],
    }
    return {**common, **more}


SCENES: dict[str, dict[str, list[Scene]]] = {
    "bahamas/casino-war": war(
        "initial",
        {
            "depth": [Scene({}, [], {"decks": "8"})],
            "shuffler": [Scene(NEW, ["dealer shuffle method=device"])],
            "shuffle-after": [Scene({}, ["1 bet initial 5", "deal 9h 8d"])],
            "placed-wager": [Scene({}, ["1 bet initial 5", "1 remove initial"])],
            "war-burn": [Scene({}, ["1 bet initial 5", "deal 9h 9d", "1 war", "deal ?? ?? ?? 5h 6d"])],
        },
    ),
    "bahamas/chemin-de-fer": {SEVERAL: [Scene(before, events) for before, events in CHEMIN]},
    "bahamas/punto-banco": {
        "commission-taken": [Scene({}, ["1 bet banker 10", BANKER_NATURAL])],
        "quarter-rounding": [Scene({}, ["1 bet banker 10.50", BANKER_NATURAL], {"commission-rounding": "to-a-quarter"})],
        "burn": [burnt_or_not()],
        "depth": [deep(300, "1 bet player 10", BANKER_NATURAL)],
        "chip": [Scene({}, ["1 bet player 3"])],
    },
    "bahamas/red-dog": {
        "chip": [Scene({}, ["1 bet original 3"])],
        "raise-minimum": [Scene({}, ["1 bet original 10", "deal 2h 9d", "1 raise 2"], {"minimum": "5"})],
    },
    "california/baccarat-gold": california(
        "base",
        "tie",
        "deal 7h 6d Kc Kd",
        {
            "player-fee": [Scene(bank("100"), ["1 bet base 10", "3 bet base 10", "3 bet tie 10", "deal 7h"])],
            "bank-four-five": [Scene(bank("100"), ["1 bet base 10", "deal 2h 4d 3c Kd", "1 stand"])],
            "mixed-choices": [Scene(bank("100"), ["1 bet base 10", "3 bet base 10", "deal 2h 4d 3c Kd", "1 draw", "3 stand", "deal 5s"])],
            "natural-precedence": [Scene(bank("500"), ["1 bet base 10", "1 bet spread 10", PLAYER_NATURAL])],
            "spread-order": [Scene(bank("500"), ["1 bet base 10", "1b bet base 10", "1 bet spread 10", PLAYER_NATURAL])],
            "action-chart": [Scene(bank("5", "14"), ["6 bet base 10", "13 bet base 10", "deal 9h 4d Kc Kd"], {"seats": "14"})],
            "intervening-bank": [TURNS],
        },
    ),
    "california/commission-free-baccarat": california(
        "player",
        "banker",
        BANKER_NATURAL,
        {
            "cards-from": [Scene(bank("100"), ["1 bet player 10", BANKER_NATURAL])],
            "natural-precedence": [Scene(bank("500"), ["1 bet player 10", "1 bet player-dragon 10", PLAYER_NATURAL])],
            "settlement": [in_turn("player", "tie")],
            "sixth-rate": [Scene(bank("9000", "8"), [*(f"{seat} bet player 1000" for seat in range(1, 6)), "deal 9h"], {"schedule": "own-4"})],
        },
    ),
    "california/ez-baccarat": california("player", "dealer", BANKER_NATURAL, {**buttons("player"), "settlement": [in_turn("player", "tie")]}),
    "california/ez-baccarat-panda-8": california(
        "player",
        "banker",
        BANKER_NATURAL,
        {
            "settlement": [in_turn("player", "tie")],
            "lost-fee": [Scene(bank("9000", "8"), [*(f"{seat} bet player 1000" for seat in range(1, 4)), "deal 9h"], {"schedule": "own-9"})],
        },
    ),
    "california/royal-baccarat": california(
        "player",
        "banker",
        BANKER_NATURAL,
        {
            **buttons("player"),
            "settlement": [in_turn("player", "tie")],
            "order": [in_turn("player", "player-pair", "tie")],
            "six-opponent": [Scene(bank("100"), ["1 bet player 10", "3 bet banker 10", "deal 2h Kd 4c 3d", "1 draw", "deal 2s 4s"])],
            "mixed-choices": [Scene(bank("100"), ["1 bet player 10", "3 bet player 10", "deal 2h Kd 4c 5d", "1 draw", "3 stand", "deal Ks"])],
            "pair-cards": [Scene(bank("500"), ["1 bet player 10", "1 bet player-pair 10", PAIR_OF_THREES])],
            "pair-spots": [Scene(bank("500"), ["1 bet player 10", "1 bet player-pair 10", "1 bet banker-pair 10"])],
        },
    ),
    "great-britain/casino-war": war(
        "bet",
        {
            "shuffled": [Scene({}, ["1 bet bet 5", "deal 9h 8d"])],
            "depth": [deep(272, "1 bet bet 5", "deal 9h 8d")],
            "ace": [Scene({}, ["1 bet bet 5", "deal Ah Kd"])],
            "who-decides": [Scene({}, ["1a bet bet 5", "1b bet bet 5", "deal 9h 9d", "1a surrender"])],
        },
    ),
    "great-britain/pocket-pairs": {
        "dealing": [Scene({}, ["1 bet pocket-pairs 5", "2 bet pocket-pairs 5", "deal As Ad 2c 2d", "dealer pot-settled", "1 show", "2 show"])],
        "chip": [Scene({}, ["1 bet pocket-pairs 3"])],
    },
    "great-britain/punto-banco": {
        "shoe": [Scene({}, ["1 take-shoe"])],
        "depth": [deep(100, "1 bet punto 5", BANKER_NATURAL)],
        "ur-way-needs-wager": [Scene({}, ["1 bet ur-way-3 5"])],
        "three-giving-eight-needs-wager": [Scene({}, ["1 bet three-giving-eight-single 5"])],
        "chip": [Scene({}, ["1 bet punto 3"])],
        "shoe-holder-wagers": [Scene({**THREE, "holder": "1"}, ["1 bet punto 5"])],
        "dragon-non-natural": [Scene({}, ["1 bet dragon-bonus-punto 5", SEVEN_BY_FOUR])],
    },
    "house/baccarat": {
        "bank": [Scene({}, ["2 bank 100"])],
        "shoe": [Scene({}, ["1 take-shoe"])],
        "faces": [Scene({}, ["1 bet player 10", "deal ??"])],
        "shuffle": [Scene({}, ["1 bet player 10", BANKER_NATURAL])],
        "depth": [deep(100, "1 bet player 10", BANKER_NATURAL)],
        "burn": [burnt_or_not()],
        "commission-taken": [Scene({}, ["1 bet banker 10", BANKER_NATURAL])],
        "pair-cards": [Scene({}, ["1 bet player-pair 10", PAIR_OF_THREES])],
        "dragon-natural": [Scene({}, ["1 bet dragon-bonus-player 10", PLAYER_NATURAL])],
        "dragon-two-cards": [Scene({}, ["1 bet dragon-bonus-player 10", SEVEN_BY_FOUR])],
        "differential": [Scene({}, ["1 bet player 30"])],
        "seats": [Scene({}, ["2 bet player 5", "15 bet player 5"])],
        "chip": [Scene({}, ["1 bet player 3"])],
    },
    "house/casino-war": war(
        "ante",
        {
            "shuffled": [Scene({}, ["1 bet ante 5", "deal 9h 8d"])],
            "depth": [deep(292, "1 bet ante 5", "deal 9h 8d")],
            "war-burn": [Scene({}, ["1 bet ante 5", "deal 9h 9d", "1 war", "deal ?? ?? ?? 5h 6d"]), Scene({}, ["1 bet ante 5", "deal 9h 9d", "1 war", "deal 5h 6d"])],
            "ace": [Scene({}, ["1 bet ante 5", "deal Ah Kd"])],
        },
    ),
    "house/chemin-de-fer": {SEVERAL: [Scene(before, events) for before, events in CHEMIN]},
    "house/lucky-draw-baccarat": {
        "dealer-draws-to": [Scene({}, ["1 bet enter 5", f"deal 9h {card} Kc", "1 stand", "deal Ks"]) for card in ("4d", "5d")],
        "shuffling": [Scene({}, ["1 bet enter 5", "deal 9h 7d Kc", "1 stand", "deal Ks"])],
        "seats": [Scene({}, ["2 bet enter 5"])],
        "chip": [Scene({}, ["1 bet enter 3"])],
    },
    "house/red-dog": {
        "raise-multiple": [Scene({}, ["1 bet original 10", "deal 2h 9d", "1 raise 20"])],
        "raise-minimum": [Scene({}, ["1 bet original 10", "deal 2h 9d", "1 raise 2"], {"minimum": "5"})],
        "shuffling": [Scene({}, ["1 bet original 10", "deal 2h 3d"])],
        "burn": [burnt_or_not()],
        "chip": [Scene({}, ["1 bet original 3"])],
    },
    "queensland/baccarat": {
        "faces": [Scene({}, ["1 bet player 10", "deal ??"])],
        "depth": [deep(300, "1 bet player 10", BANKER_NATURAL)],
        "late-bets": [Scene({}, ["1 bet player 5", "deal ??", "2 bet banker 5"], {"faces": "down"})],
        "more-than-three": [Scene({}, [f"1{letter} bet player 5" for letter in "abcd"])],
        "seats": [Scene({}, ["2 bet player 5"])],
        "shoe-dealt-by": [Scene({}, ["1 take-shoe"]), Scene({}, ["1 take-shoe"], {"seats": "5"})],
        "free-hands": [Scene({"players": ["1"], "free-hands": played}, ["dealer free-hand agreed=all authorised=yes"]) for played in (0, 10)],
        "differential": [Scene({}, ["1 bet player 30"])],
        "chip": [Scene({}, ["1 bet player 3"])],
        "banker-five": [Scene({}, ["1 bet player 5", "deal Kh 5d Kc Kd 5s"])],
        "designated-hand": [Scene({**THREE, "holder": "1"}, ["1 bet player 5", BANKER_NATURAL])],
        "half-payment": [Scene({}, ["1 bet banker 10.50", "deal Kh 6d Kc Kd 2s"], {"no-commission": "yes", "round-down": "yes"})],
        "late-bets-end": [Scene({}, ["1 bet player 5", "deal 5h", "2 bet banker 5"], {"late-bets": "yes"})],
        "terminal-last-round": [Scene({}, ["1 bet player 5", "deal 2h", "dealer cutting-card", "deal 9d Kc Kd"], {"terminals": "yes"})],
    },
    "queensland/casino-war": war(
        "casino-war",
        {
            "machine": [Scene({}, ["1 bet casino-war 5", "deal 9h 8d"])],
            "box-maximum": [Scene({}, ["1a bet casino-war 15", "1b bet casino-war 15"], {"maximum": "20"})],
            "several-boxes": [Scene({}, ["2 bet casino-war 5 player=1"])],
            "cutting-card-place": [Scene(NEW, ["dealer shuffle depth=200"])],
        },
    ),
    "queensland/lucky-draw-baccarat": {
        "seats": [Scene({}, ["2 bet enter 5"])],
        "depth": [deep(200, "1 bet enter 5", "deal 9h 7d Kc", "1 stand", "deal Ks")],
        "chip": [Scene({}, ["1 bet enter 3"])],
    },
}
"""The scenes, by the game and then by the setting that each is about; those of chemin de fer are about several."""


def scenes_of(game: str, name: str) -> list[tuple[str, int]]:
    """The scenes of a game, those about one setting first: by what they are about, and number."""
    found = SCENES.get(game, {})
    return [(about, number) for about in sorted(found, key=lambda about: about != name) for number in range(len(found[about]))]


def comes_to(game: str, about: str, number: int, options: dict[str, str], readings: dict[str, str]) -> Any:
    """What a scene comes to under these settings beside its own."""
    scene = SCENES[game][about][number]
    return _comes_to(game, about, number, tuple(sorted({**scene.options, **options}.items())), tuple(sorted({**scene.readings, **readings}.items())))


@cache
def _comes_to(game: str, about: str, number: int, options: Settings, readings: Settings) -> Any:
    scene = SCENES[game][about][number]
    try:
        played = build(ruleset(game, dict(options), dict(readings)))
    except BadInput as refused:
        return str(refused)
    return play_scene(played, scene.before, scene.events)
