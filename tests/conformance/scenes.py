"""Scenes at card tables, each by the game and by the setting on which its end depends;
random rounds do not reach everything that a setting may change.

A scene is a table, what happens at it, and what else must be set for the setting to matter at all. What it
comes to is what is refused and by which clause, the lines, what is carried on, and what may be done next.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from croupier.errors import BadInput
from croupier.families import build, ruleset
from tests.chemin.scenes import SCENES as CHEMIN
from tests.chemin.scenes import scene as play_scene
from tests.roots.readings import ROUNDS
from tests.twentyone.scenes import SCENES as TWENTY_ONE

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
    """What the five baccarat games of California have in common:
    a wager that loses first, one of the same bettor that then wins, and how the cards fall.
    """
    common = {
        "seats": [Scene({}, [f"9 bet {line} 10"])],
        "depth": [Scene(NEW, ["dealer shuffle depth=0"])],
        "chip": [Scene({}, [f"1 bet {line} 3"])],
        "cover-model": [Scene(bank("10"), [f"1 bet {line} 10", f"1 bet {other} 10", ends])],
    }
    return {**common, **more}


def in_turn(*wagers: str) -> Scene:
    """Two seats with the same wagers; all of them lose."""
    return Scene(
        bank("1000", "8"),
        [*(f"{seat} bet {wager} 10" for seat in (3, 4) for wager in wagers), "deal 9h 2d Kc Kd"],
    )


def buttons(line: str) -> dict[str, list[Scene]]:
    """Where settlement begins."""
    five_and_one = [f"1 bet {line} 10", f"5 bet {line} 10", "1 bet tie 5", "5 bet tie 5", TIED_NATURALS]
    return {
        "action-button": [Scene(bank("1000", "8"), five_and_one)],
        "short-bank": [Scene(bank("50", "8"), five_and_one)],
        "button-wraps": [Scene(bank("5", "8"), [f"5 bet {line} 10", f"6 bet {line} 10", "deal 2h 9d Kc Kd"])],
        "intervening-bank": [TURNS],
    }


TURNS = Scene(
    {**THREE, "bank": {"seat": "1", "turns": 2}}, ["2 decline-bank", "3 decline-bank", "1 bank 100"]
)
"""Seat 1 has banked two rounds, and nobody else will."""


def banked_poker(*events: str) -> dict[str, list[Scene]]:
    """What the poker games with a player-dealer have in common:
    a seat that loses first, and one that then wins, against a bank of 10.
    """
    return {"intervening-bank": [TURNS], "cover-model": [Scene(bank("10"), list(events))]}


def war(main: str, more: dict[str, list[Scene]], half: str = "surrender-half") -> dict[str, list[Scene]]:
    """What the games of war have in common."""
    common = {
        "chip": [Scene({}, [f"1 bet {main} 3"])],
        half: [Scene({}, [f"1 bet {main} 5", "deal 9h 9d", "1 surrender"], CHIPS)],
    }
    return {**common, **more}


METER: dict[str, Any] = {"meters": {"progressive": "10000"}}

# Hands of five against a dealer with ace and king, dealt card by card in turn.
FLUSH = "deal Qh As Jh Kd 8h 8c 6h 5h 2h 3s"
ROYAL = "deal Ah As Kh Kd Qh 8c Jh 5h Th 3s"
STRAIGHT_FLUSHES = "deal 9d 9h As 8d 8h Kd 7d 7h 8c 6d 6h 5s 5d 5h 3s"


def jackpots(cards: str, seats: int = 1) -> list[str]:
    """Seats with an ante and a coin on the meter, who all call."""
    wagers = [f"{seat} bet {wager}" for seat in range(1, seats + 1) for wager in ("ante 10", "progressive 1")]
    return [*wagers, cards, *(f"{seat} call" for seat in range(1, seats + 1))]


LARGE: dict[str, Any] = {"meters": {"progressive": "50000"}}

# The same game where all but the first card of a hand come together.
IN_SPADES = "deal Ks Ad Js 8s 5s 2s Kc 9s 6h 3c"
TWO_STRAIGHT_FLUSHES = "deal 5h 5c Jh 6h 7h 8h 9h 6c 7c 8c 9c 9s 4d 3s 2c"


def slots(cards: str, seats: int = 1) -> list[str]:
    """Seats with an ante and a jackpot wager, who all bet."""
    wagers = [f"{seat} bet {wager}" for seat in range(1, seats + 1) for wager in ("ante 10", "jackpot 1")]
    return [*wagers, cards, *(f"{seat} bet" for seat in range(1, seats + 1))]


# Two cards each, dealt one by one, and the community cards as they come.
PAIR = ["deal Ah Kd Ac Qd", "1 bet", "deal 2c 4d 6s", "1 check", "deal 8h", "1 check", "deal Qc"]
SUITED = ["deal Ah Kd 9h Qd", "1 bet", "deal 2h 4h 6h", "1 check", "deal 8s", "1 check", "deal Qc"]
OF_HEARTS = ["deal Ah Kd Kh 9d", "1 bet", "deal Qh Jh Th", "1 check", "deal 2c", "1 check", "deal 3d"]


def with_ante(others: list[str], cards: list[str]) -> list[str]:
    """An ante and other wagers, and what is dealt to them."""
    return ["1 bet ante 10", *(f"1 bet {other}" for other in others), *cards]


def calling(cards: list[str]) -> list[str]:
    """The same cards where the flop comes at once and is called, and the last two lie together."""
    return [cards[0], cards[2], "1 call", f"{cards[4]} {cards[6].removeprefix('deal ')}"]


def checking(cards: list[str]) -> list[str]:
    """The same cards where they are checked on the flop and again on the river."""
    return [cards[0], cards[2], "1 check", f"{cards[4]} {cards[6].removeprefix('deal ')}", "1 check"]


def holding(hand: str, options: dict[str, str] = NOTHING) -> Scene:
    """Five cards that are held as they are, and a fund."""
    return Scene({"meters": {"jackpot": "10000"}}, ["1 bet hand 10", f"deal {hand}", "1 hold all"], options)


SCENES: dict[str, dict[str, list[Scene]]] = {
    "bahamas/caribbean-stud": {
        "chip": [Scene({}, ["1 bet ante 3"])],
        "coin": [Scene({}, ["1 bet ante 5", "1 bet progressive 1"])],
        "contribution": [Scene(METER, jackpots(FLUSH))],
        "seed": [Scene(METER, jackpots(ROYAL))],
        "maximum-payout": [Scene({}, jackpots(FLUSH))],
        "jackpot-shares": [Scene(METER, jackpots(STRAIGHT_FLUSHES, 2))],
        "jackpot-order": [Scene(METER, jackpots(STRAIGHT_FLUSHES, 2), {"jackpot-shares": "in-order"})],
        "fixed-prizes-paid-by": [Scene(METER, jackpots(FLUSH))],
    },
    "bahamas/casino-war": war(
        "initial",
        {
            "depth": [Scene({}, [], {"decks": "8"})],
            "shuffler": [Scene(NEW, ["dealer shuffle method=device"])],
            "shuffle-after": [Scene({}, ["1 bet initial 5", "deal 9h 8d"])],
            "placed-wager": [Scene({}, ["1 bet initial 5", "1 remove initial"])],
            "wagers-for-the-dealer": [Scene({}, ["1 bet initial 5 for=dealer"])],
            "war-burn": [Scene({}, ["1 bet initial 5", "deal 9h 9d", "1 war", "deal ?? ?? ?? 5h 6d"])],
        },
    ),
    "bahamas/chemin-de-fer": {SEVERAL: [Scene(before, events) for before, events in CHEMIN]},
    "bahamas/let-it-ride": {
        "chip": [Scene({}, ["1 bet bet-1 3"])],
        "two-positions": [Scene({}, ["2 bet bet-1 5 player=1"])],
        "dealing": [Scene({}, ["1 bet bet-1 5", "1 bet bet-2 5", "1 bet bet-3 5", "deal 9c 5d 2h Qs 7c"])],
    },
    "bahamas/punto-banco": {
        "commission-taken": [Scene({}, ["1 bet banker 10", BANKER_NATURAL])],
        "quarter-rounding": [
            Scene({}, ["1 bet banker 10.50", BANKER_NATURAL], {"commission-rounding": "to-a-quarter"})
        ],
        "burn": [burnt_or_not()],
        "depth": [deep(300, "1 bet player 10", BANKER_NATURAL)],
        "chip": [Scene({}, ["1 bet player 3"])],
    },
    "bahamas/red-dog": {
        "chip": [Scene({}, ["1 bet original 3"])],
        "raise-minimum": [Scene({}, ["1 bet original 10", "deal 2h 9d", "1 raise 2"], {"minimum": "5"})],
    },
    "bahamas/three-card-poker": {
        "shuffler": [
            Scene({}, ["supervisor rule shuffler-fails cards-dealt=no", "dealer shuffle method=device"])
        ],
        "chip": [Scene({}, ["1 bet ante 3"])],
        "dealing": [Scene({}, ["1 bet ante 5", "deal Ah Kd Qc 7s 5d 2h", "1 play"])],
    },
    "bahamas/vegas-shootout": {
        "shuffler": [Scene({}, ["supervisor rule shuffler-fails", "dealer shuffle method=device"])],
        "chip": [Scene({}, ["1 bet two-card 3"])],
        "two-card-ranking": [Scene({}, ["1 bet two-card 5", "1 bet royal-match 5", "deal 9h Ac 4h Ad 2s"])],
    },
    "california/baccarat-gold": california(
        "base",
        "tie",
        "deal 7h 6d Kc Kd",
        {
            "player-fee": [Scene(bank("100"), ["1 bet base 10", "3 bet base 10", "3 bet tie 10", "deal 7h"])],
            "bank-four-five": [Scene(bank("100"), ["1 bet base 10", "deal 2h 4d 3c Kd", "1 stand"])],
            "mixed-choices": [
                Scene(
                    bank("100"),
                    ["1 bet base 10", "3 bet base 10", "deal 2h 4d 3c Kd", "1 draw", "3 stand", "deal 5s"],
                )
            ],
            "natural-precedence": [Scene(bank("500"), ["1 bet base 10", "1 bet spread 10", PLAYER_NATURAL])],
            "spread-order": [
                Scene(bank("500"), ["1 bet base 10", "1b bet base 10", "1 bet spread 10", PLAYER_NATURAL])
            ],
            "action-chart": [
                Scene(
                    bank("5", "14"), ["6 bet base 10", "13 bet base 10", "deal 9h 4d Kc Kd"], {"seats": "14"}
                )
            ],
            "intervening-bank": [TURNS],
        },
    ),
    "california/commission-free-baccarat": california(
        "player",
        "banker",
        BANKER_NATURAL,
        {
            "cards-from": [Scene(bank("100"), ["1 bet player 10", BANKER_NATURAL])],
            "natural-precedence": [
                Scene(bank("500"), ["1 bet player 10", "1 bet player-dragon 10", PLAYER_NATURAL])
            ],
            "settlement": [in_turn("player", "tie")],
            "sixth-rate": [
                Scene(
                    bank("9000", "8"),
                    [*(f"{seat} bet player 1000" for seat in range(1, 6)), "deal 9h"],
                    {"schedule": "own-4"},
                )
            ],
        },
    ),
    "california/ez-baccarat": california(
        "player", "dealer", BANKER_NATURAL, {**buttons("player"), "settlement": [in_turn("player", "tie")]}
    ),
    "california/ez-baccarat-panda-8": california(
        "player",
        "banker",
        BANKER_NATURAL,
        {
            "settlement": [in_turn("player", "tie")],
            "lost-fee": [
                Scene(
                    bank("9000", "8"),
                    [*(f"{seat} bet player 1000" for seat in range(1, 4)), "deal 9h"],
                    {"schedule": "own-9"},
                )
            ],
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
            "six-opponent": [
                Scene(
                    bank("100"),
                    ["1 bet player 10", "3 bet banker 10", "deal 2h Kd 4c 3d", "1 draw", "deal 2s 4s"],
                )
            ],
            "mixed-choices": [
                Scene(
                    bank("100"),
                    [
                        "1 bet player 10",
                        "3 bet player 10",
                        "deal 2h Kd 4c 5d",
                        "1 draw",
                        "3 stand",
                        "deal Ks",
                    ],
                )
            ],
            "pair-cards": [Scene(bank("500"), ["1 bet player 10", "1 bet player-pair 10", PAIR_OF_THREES])],
            "pair-spots": [
                Scene(bank("500"), ["1 bet player 10", "1 bet player-pair 10", "1 bet banker-pair 10"])
            ],
        },
    ),
    "california/three-card-poker": banked_poker(
        "3 bet ante 10", "4 bet ante 10", "deal Jd Ac Kc 8s 7d 9d 3h 2h 4s", "3 play", "4 play"
    ),
    "california/three-card-poker-6-card": banked_poker(
        "3 bet ante 10", "4 bet ante 10", "deal Jd 8s 3h Ac 7d 2h Kc 9d 4s", "3 play", "4 play"
    ),
    "california/ultimate-hold-em": banked_poker(
        *(f"{seat} bet {wager} 10" for seat in (3, 4) for wager in ("ante", "blind")),
        "deal 9c 9d Ac Ad Kd 4s Kh 8s 3d Jc 2h",
        "3 play 30",
        "4 play 30",
    ),
    "great-britain/casino-hold-em": {
        "dealing": [Scene({}, with_ante([], calling(PAIR)))],
        "contribution": [Scene(METER, with_ante(["progressive 1"], calling(PAIR)))],
        "seed": [Scene(METER, with_ante(["progressive 1"], calling(OF_HEARTS)))],
        "fixed-awards": [
            Scene(
                METER,
                with_ante(["progressive 1"], ["deal Ah Kd Ac Qd", "deal As Kc Ks", "1 call", "deal 8h 2c"]),
            )
        ],
        "chip": [Scene({}, ["1 bet ante 3"])],
    },
    "great-britain/casino-stud": {
        "simultaneous-wins": [
            Scene(
                {"meters": {"progressive": "10000"}},
                [
                    "1 bet ante 5",
                    "1 bet progressive 1",
                    "2 bet ante 5",
                    "2 bet progressive 1",
                    "deal 9d 8d 7d 6d 5d 9c 8c 7c 6c 5c As Ah Jh 9s 8s",
                    "1 raise",
                    "2 raise",
                ],
            )
        ],
    },
    "great-britain/casino-war": war(
        "bet",
        {
            "shuffled": [Scene({}, ["1 bet bet 5", "deal 9h 8d"])],
            "depth": [deep(272, "1 bet bet 5", "deal 9h 8d")],
            "ace": [Scene({}, ["1 bet bet 5", "deal Ah Kd"])],
            "who-decides": [Scene({}, ["1a bet bet 5", "1b bet bet 5", "deal 9h 9d", "1a surrender"])],
        },
    ),
    "great-britain/crazy-4-poker": {
        "triple-down": [
            Scene(
                {},
                ["1 bet ante 10", "1 bet super-bonus 10", "deal Ah Ad 9c 6s 4d Ks 9d 7h 5s 3c", "1 play 25"],
            )
        ],
    },
    "great-britain/hold-em-bonus": {
        "dealing": [Scene({}, with_ante([], PAIR))],
        "ceiling": [Scene({}, with_ante(["bonus-jackpot 5"], ["deal Ah As Ac Ad", "1 fold"]))],
        "contribution": [Scene(METER, with_ante(["progressive 1"], PAIR))],
        "seed": [Scene(METER, with_ante(["progressive 1"], OF_HEARTS))],
        "fixed-awards": [Scene(METER, with_ante(["progressive 1"], SUITED))],
        "bonus-after-fold": [Scene({}, with_ante(["bonus-jackpot 5"], ["deal Th Kc Td 9d", "1 fold"]))],
        "chip": [Scene({}, ["1 bet ante 3"])],
    },
    "great-britain/let-it-ride": {
        "royal-ceiling": [
            Scene(
                {},
                [
                    "1 bet wager-1 5",
                    "1 bet wager-2 5",
                    "1 bet wager-3 5",
                    "deal As Ks Qs Js Ts 9c",
                    "1 let-it-ride",
                    "1 let-it-ride",
                ],
                {"pay-table": "table-4"},
            )
        ],
    },
    "great-britain/live-draw-poker": {
        "five-of-a-kind-odds": [holding("9h 9c 9d 9s Jk", {"joker": "yes"})],
        "growing-hand": [
            holding(hand, {"grown-odds": "900"})
            for hand in ("Ah Kh Qh Jh Th", "9h 8h 7h 6h 5h", "9h 9c 9d 9s 2c", "9h 9c 9d 2s 2c")
        ],
        "grown-odds": [holding("9h 8h 7h 6h 5h", {"growing-hand": "straight-flush"})],
        "jackpot": [holding("Ah Kh Qh Jh Th")],
        "jackpot-share": [holding("Kh Kd 7c 2s 9d")],
        "jackpot-pays": [holding("Ah Kh Qh Jh Th", {"jackpot": "yes"})],
        "seed": [holding("Ah Kh Qh Jh Th", {"jackpot": "yes"})],
        "chip": [Scene({}, ["1 bet hand 3"])],
    },
    "great-britain/pocket-pairs": {
        "dealing": [
            Scene(
                {},
                [
                    "1 bet pocket-pairs 5",
                    "2 bet pocket-pairs 5",
                    "deal As Ad 2c 2d",
                    "dealer pot-settled",
                    "1 show",
                    "2 show",
                ],
            )
        ],
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
    "great-britain/two-way-hold-em": {
        "dealing": [Scene({}, with_ante(["blind 10", "two-way 10"], checking(PAIR)))],
        "chip": [Scene({}, ["1 bet ante 3"])],
    },
    "great-britain/ultimate-hold-em": {
        "dealing": [
            Scene(
                {}, with_ante(["blind 10"], ["deal Ah Kd Ac Qd", "1 bet 40", "deal 2c 4d 6s", "deal 8h Qc"])
            )
        ],
        "ceiling": [
            Scene(
                {}, with_ante(["blind 10"], ["deal Ah Kd Kh 9d", "1 bet 40", "deal Qh Jh Th", "deal 2c 3d"])
            )
        ],
        "chip": [Scene({}, ["1 bet ante 3"])],
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
            "war-burn": [
                Scene({}, ["1 bet ante 5", "deal 9h 9d", "1 war", "deal ?? ?? ?? 5h 6d"]),
                Scene({}, ["1 bet ante 5", "deal 9h 9d", "1 war", "deal 5h 6d"]),
            ],
            "ace": [Scene({}, ["1 bet ante 5", "deal Ah Kd"])],
        },
    ),
    "house/chemin-de-fer": {SEVERAL: [Scene(before, events) for before, events in CHEMIN]},
    "house/lucky-draw-baccarat": {
        "dealer-draws-to": [
            Scene({}, ["1 bet enter 5", f"deal 9h {card} Kc", "1 stand", "deal Ks"]) for card in ("4d", "5d")
        ],
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
        "free-hands": [
            Scene({"players": ["1"], "free-hands": played}, ["dealer free-hand agreed=all authorised=yes"])
            for played in (0, 10)
        ],
        "differential": [Scene({}, ["1 bet player 30"])],
        "chip": [Scene({}, ["1 bet player 3"])],
        "banker-five": [Scene({}, ["1 bet player 5", "deal Kh 5d Kc Kd 5s"])],
        "designated-hand": [Scene({**THREE, "holder": "1"}, ["1 bet player 5", BANKER_NATURAL])],
        "half-payment": [
            Scene(
                {},
                ["1 bet banker 10.50", "deal Kh 6d Kc Kd 2s"],
                {"no-commission": "yes", "round-down": "yes"},
            )
        ],
        "late-bets-end": [Scene({}, ["1 bet player 5", "deal 5h", "2 bet banker 5"], {"late-bets": "yes"})],
        "terminal-last-round": [
            Scene(
                {},
                ["1 bet player 5", "deal 2h", "dealer cutting-card", "deal 9d Kc Kd"],
                {"terminals": "yes"},
            )
        ],
        "side-limits": [
            Scene(
                {},
                ["1 bet player 10", *(f"{box} bet perfect-pairs-player 20 player=1" for box in (1, 2))],
                {"perfect-pairs-maximum": "30"},
            )
        ],
    },
    "queensland/caribbean-stud": {
        "dealing": [Scene({}, ["1 bet ante 10", "deal Qh Qd 7c 4s 2h Ad Kc 9s 6h 3c", "1 bet"])],
        "chip": [Scene({}, ["1 bet ante 3"])],
        "maximum-payment": [Scene(METER, slots(IN_SPADES))],
        "contribution": [Scene(METER, slots(IN_SPADES))],
        "jackpot-chip": [Scene(METER, slots(IN_SPADES)[:2])],
        "seed": [Scene(METER, slots("deal Ts Jh Js Qs Ks As 9s 4d 3s 2c"))],
        "straight-flush-prize": [Scene({}, slots("deal 5h Jh 6h 7h 8h 9h 9s 4d 3s 2c"), {"jackpot": "set"})],
        "royal-flush-prize": [Scene({}, slots("deal Ts Jh Js Qs Ks As 9s 4d 3s 2c"), {"jackpot": "set"})],
        "dead-mans-hand": [Scene(METER, slots("deal Ah Jh As 8d 8c 2h 9s 4d 3s 2c"))],
        "sharing-sign": [Scene(LARGE, slots(TWO_STRAIGHT_FLUSHES, 2))],
        "sign-needed": [Scene({}, slots(TWO_STRAIGHT_FLUSHES, 2), {"jackpot": "set", "sharing-sign": "no"})],
        "shared-prize": [Scene(LARGE, slots(TWO_STRAIGHT_FLUSHES, 2))],
        "fixed-prizes": [Scene(METER, slots(IN_SPADES))],
        "stand-off": [Scene({}, ["1 bet ante 10", "deal Ah Ad Ks Qd 9c 7h Kc Qs 9h 7d", "1 bet"])],
        "jackpot-after-fold": [Scene(METER, [*slots(IN_SPADES)[:-1], "1 fold"])],
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
    "queensland/hold-em-bonus": {
        "dealing": [Scene({}, with_ante([], PAIR))],
        "chip": [Scene({}, ["1 bet ante 3"])],
        "ante-below-a-flush": [Scene({}, with_ante([], PAIR))],
        "stand-off": [
            Scene(
                {},
                with_ante(
                    [],
                    [
                        "deal 2c 2h 3d 3s",
                        "1 bet",
                        "deal Ah Kd Qc",
                        "1 check",
                        "deal Jh",
                        "1 check",
                        "deal 9s",
                    ],
                ),
            )
        ],
        "losing-bonus": [Scene({}, with_ante(["bonus 5"], SUITED))],
        "bonus-after-fold": [Scene({}, with_ante(["bonus 5"], [PAIR[0], "1 fold"]))],
        "fold-after-the-flop": [Scene({}, with_ante([], [*PAIR[:3], "1 fold"]))],
    },
    "queensland/lucky-draw-baccarat": {
        "seats": [Scene({}, ["2 bet enter 5"])],
        "depth": [deep(200, "1 bet enter 5", "deal 9h 7d Kc", "1 stand", "deal Ks")],
        "chip": [Scene({}, ["1 bet enter 3"])],
    },
    **{
        game: {name: [Scene(*told) for told in scenes] for name, scenes in settings.items()}
        for game, settings in TWENTY_ONE.items()
    },
}
"""The scenes, by the game and then by the setting that each is about;
those of chemin de fer are about several."""


for read in ROUNDS:
    if "next" not in read.events:
        SCENES.setdefault(read.game, {}).setdefault(read.reading, []).append(
            Scene(read.before, read.events, read.options)
        )


def scenes_of(game: str, name: str) -> list[tuple[str, int]]:
    """The scenes of a game, those about one setting first: by what they are about, and number."""
    found = SCENES.get(game, {})
    return [
        (about, number)
        for about in sorted(found, key=lambda about: about != name)
        for number in range(len(found[about]))
    ]


def comes_to(game: str, about: str, number: int, options: dict[str, str], readings: dict[str, str]) -> Any:
    """What a scene comes to under these settings beside its own."""
    scene = SCENES[game][about][number]
    return _comes_to(
        game,
        about,
        number,
        tuple(sorted({**scene.options, **options}.items())),
        tuple(sorted({**scene.readings, **readings}.items())),
    )


@cache
def _comes_to(game: str, about: str, number: int, options: Settings, readings: Settings) -> Any:
    scene = SCENES[game][about][number]
    try:
        played = build(ruleset(game, dict(options), dict(readings)))
    except BadInput as refused:
        return str(refused)
    return play_scene(played, scene.before, scene.events)
