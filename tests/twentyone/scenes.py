"""Scenes at tables of twenty-one, each by the game and by the setting on which its end depends.

They are played in tests/conformance.
"""

from __future__ import annotations

from typing import Any

Before = dict[str, Any]
Set = dict[str, str]
Told = tuple[Before, list[str], Set, Set]
"""What the table carries, what happens, and the options and readings beside the one in question."""
Scenes = dict[str, list[Told]]

NONE: dict[str, str] = {}
NEW: Before = {"shoe": {"new": True}}


def at(*events: str, before: Before = NONE, options: Set = NONE, readings: Set = NONE) -> Told:
    """A scene at a fresh table, unless it carries something."""
    return before, list(events), options, readings


def deep(unseen: int, *events: str) -> Told:
    """A shoe of which so many cards are gone, and a round."""
    return at(*events, before={"shoe": {"unseen": unseen}})


# The Bahamas: the dealer's second card lies face down from the first deal on.


def bahamas(more: Scenes) -> Scenes:
    """Both games of the regulation."""
    bet = "1 bet main 10"
    kings = [
        "deal Ks 6d Kd Tc",
        "1 split",
        "deal Kh",
        "1.1 split",
        "deal Kc",
        "1.1 split",
        "deal Qs",
        "1.1 split",
    ]
    busted = [bet, "deal Kh Tc 6s ??", "1 hit", "deal 9d", "turn dealer#2 5s", "deal 4c"]
    common = {
        "hole-card": [at(bet, "deal 9s Kd 9d Ac")],
        "doubling": [at(bet, "deal 5s 6d 6s Tc", "1 double")],
        "most-hands": [at(bet, *kings)],
        "split-aces-again": [at(bet, "deal As 6d Ad Tc", "1 split", "deal Ah")],
        "over-under-13": [at(bet, "1 bet over-13 5")],
        "bettors-on-a-box": [at("1a bet main 10", "1b bet main 10")],
        "several-boxes": [at(bet, "2 bet main 10 player=1")],
        "chip": [at("1 bet main 3")],
        "two-card-21": [at(bet, "deal Ks 6d Kd Tc", "1 split", "deal Ah", "deal 9h", "1.2 stand", "deal 5c")],
        "natural-against-21": [at(bet, "deal 9s Kd 5d Ac", "1 hit", "deal 7h")],
        "busted-added-wager": [
            at(bet, "deal 8s Kd 8d Ac", "1 split", "deal 3h", "1.1 stand", "deal 6h", "1.2 hit", "deal Kh"),
            at(bet, "deal 8s Kd 8d Ac", "1 double", "deal 9h"),
        ],
        "needless-dealer-hand": [at(*busted)],
        "over-and-under": [at(bet, "1 bet over-13 5", "1 bet under-13 5")],
        "exposed-in-first-deal": [
            at(bet, "deal 9s", "supervisor rule card-exposed-in-first-deal card=5c", "deal Kd")
        ],
        "uneven-payment": [at("1 bet main 5.01", "deal As 6d Kd Tc")],
    }
    return {**common, **more}


# California: seat 2 banks, and everything waits for the end.


def bank(cover: str, seat: str = "2") -> Before:
    """A player-dealer with so much."""
    return {"bank": {"seat": seat, "cover": cover}}


TURNS = at(
    "2 decline-bank",
    "3 decline-bank",
    "1 bank 100",
    before={"players": ["1", "2", "3"], "bank": {"seat": "1", "turns": 2}},
)
"""Seat 1 has banked two rounds, and nobody else will."""


def pure(more: Scenes) -> Scenes:
    """Both games of Pure 21.5."""
    bet = "1 bet base 10"
    nines = ["deal 9s 7d 9d Tc", "1 stand"]
    insured = [
        "3 bet base 10",
        "4 bet base 10",
        "deal 9c Ac Ad 8h Kh 9h",
        "3 insurance 5",
        "4 insurance 5",
        "3 stand",
    ]
    common = {
        "shuffled": [at(bet, *nines, before=bank("100"))],
        "depth": [
            at(bet, *nines, before={**bank("100"), "shoe": {"unseen": unseen}}) for unseen in (150, 270)
        ],
        "chip": [at("1 bet base 3", before=bank("100"))],
        "cover-model": [
            at(
                "3 bet base 10",
                "4 bet base 10",
                "deal 9c 9d 8d 7h Kh Tc",
                "3 stand",
                "4 stand",
                before=bank("10"),
            )
        ],
        "double-hard-19": [at(bet, "deal Ks 6d 9d Tc", "1 double", before=bank("100"))],
        "aces-again": [at(bet, "deal As 6d Ad Tc", "1 split", "deal Ah", before=bank("100"))],
        "even-money-pays": [at(bet, "deal As Ad Kd 9c", "1 even-money", before=bank("100"))],
        "insurance-settled": [at(*insured, before=bank("7"))],
    }
    return {**common, **more}


TWO_LEVEL = ["5 bet base 10", "6 bet base 10", "deal 9c 9d 7d 8h 8s Kc", "5 stand", "6 stand"]
"""Two seats that are both level with the bank: what differs is who is settled first."""

# Great Britain.

ELECTRONIC = {"deal": "electronic"}
LOOKED = {"hole-card": "peek"}
MANY_TENS = [
    "1 bet main 5",
    "deal Kc 7d Td",
    "1 split",
    "deal Kd Kh",
    "1.1 split",
    "deal Ks 2c",
    "1.1 split",
    "deal Qs 3c",
    "1.1 split",
]
MANY_TENS_SWITCH = [
    "1 bet main 5",
    "deal Kc 2c 7d Td 3c",
    "1 keep",
    "1.1 split",
    "deal Kd Kh",
    "1.1 split",
    "deal Ks 2c",
    "1.1 split",
    "deal Qs 3c",
    "1.1 split",
]
NINES = ["1 bet main 5", "deal 9c 7d 9d", "1 stand", "deal Kc"]
NINES_SWITCH = ["1 bet main 5", "deal 9c 8c 7d 9d 9h", "1 keep", "1.1 stand", "1.2 stand", "deal Kc"]


def british(more: Scenes) -> Scenes:
    """What every game of the fourth part has."""
    common = {
        "playing-behind": [at("1a bet main 5", "1b bet main 5")],
        "box-maximum": [at("1 bet main 15", "1b bet main 15", options={"maximum": "20"})],
        "chip": [at("1 bet main 3")],
    }
    return {**common, **more}


# The free rulebook: the dealer's second card lies face down and is looked at.


def house(more: Scenes) -> Scenes:
    """What its three games have."""
    common = {
        "depth": [at("dealer shuffle depth=15", before=NEW)],
        "seats": [at("2 bet main 10", "8 bet main 10")],
        "chip": [at("1 bet main 3")],
    }
    return {**common, **more}


BOTH = [at("1a bet main 10", "1b bet main 10")]
HOUSE_EIGHTS = [
    "1 bet main 10",
    "deal 8s 6d 8d Jc",
    "1 split",
    "deal 8h",
    "1.1 split",
    "deal 8c",
    "1.1 split",
    "deal 8s",
]
HOUSE_ACES = ["1 bet main 10", "deal As 6d Ad Jc", "1 split"]
SWITCH_EIGHTS = [
    "1 bet main 10",
    "deal 8s 9s 6d 8d 9d Tc",
    "1 keep",
    "1.1 split",
    "deal 8h",
    "1.1 split",
    "deal 8c",
    "1.1 split",
    "deal 8s",
]
SWITCH_ACES = ["1 bet main 10", "deal As 9s 6d Ad 9d Tc", "1 keep", "1.1 split"]
UNDER_A_KING = ["1 bet main 10", "deal 8s Kd 8h", "1 split", "deal 6d"]
REST = ["deal 3d", "1.2 double", "deal 5h", "1.2 stand", "deal As"]


# Queensland: no second card of the dealer before every hand has been played.


def queensland(main: str, more: Scenes) -> Scenes:
    """What its four schedules have."""
    bet = f"1 bet {main} 10"
    common = {
        "several-boxes": [at(bet, f"2 bet {main} 10 player=1")],
        "late-entry": [at(f"2 bet {main} 10", before={"entered": ["1"]}, options={"minimum": "5"})],
        "sat-out": [at(f"2 bet {main} 10", before={"entered": ["1", "2"], "sat-out": ["2"]})],
        "depth": [at("dealer shuffle depth=60", before=NEW)],
        "dealt-from": [at(bet, "dealer cutting-card")],
        "chip": [at(f"1 bet {main} 3")],
    }
    return {**common, **more}


def shared(main: str) -> Scenes:
    """Where several persons may bet on a box."""
    return {
        "bettors-on-a-box": [at(f"1 bet {main} 10", f"1b bet {main} 10")],
        "box-maximum": [at(f"1 bet {main} 10", f"1b bet {main} 20", options={"maximum": "20"})],
    }


S, C, B, Q = (
    "1 bet blackjack-switch 10",
    "1 bet blackjack-challenge 10",
    "1 bet blackjack 10",
    "1 bet spanish 10",
)
OVER_DEALT = "supervisor rule dealer-too-many-cards acting=yes cards="

SCENES: dict[str, Scenes] = {
    "bahamas/blackjack": bahamas(
        {"depth": [deep(240, "1 bet main 10", "deal 9s 6d 9d Tc", "1 stand", "deal 5c")]}
    ),
    "bahamas/single-deck-blackjack": bahamas(
        {
            "depth": [deep(20, "1 bet main 10", "deal 9s 6d 9d Tc", "1 stand", "deal 5c")],
            "dealt-from": [
                at("dealer shuffle", "deal ??", before=NEW, readings={"burn-from-the-hand": "no"})
            ],
            "burn-from-the-hand": [
                at("dealer shuffle", "deal ??", before=NEW, options={"dealt-from": "hand"})
            ],
        }
    ),
    "california/pure-21-5": pure(
        {
            "seats": [at("8 bet base 10", before=bank("100"))],
            "player-fee": [at("1 bet base 30", "3 bet base 30", "deal 7h", before=bank("100"))],
            "first-to-play": [
                at("1 bet base 10", "3 bet base 10", "deal 9s 8s 7d 9d 8d Tc", before=bank("100"))
            ],
            "double-after-split": [
                at(
                    "1 bet base 10",
                    "deal 8s 6d 8d Tc",
                    "1 split",
                    "deal 3h",
                    "1.1 double",
                    before=bank("100"),
                )
            ],
            "intervening-bank": [TURNS],
            "button-wraps": [at(*TWO_LEVEL, before=bank("5", "8"))],
            "button-values": [at(*TWO_LEVEL, before=bank("5", "8"))],
        }
    ),
    "california/pure-21-5-buster": pure(
        {
            "both-over": [
                at("1 bet base 10", "deal Ks 6d 5d Tc", "1 hit", "deal Kd", "deal 9c", before=bank("100"))
            ],
            "natural-paid": [
                at("1 bet base 10", "3 bet base 10", "deal 9s As 6d 9d Kd Tc", before=bank("100"))
            ],
        }
    ),
    "great-britain/blackjack": british(
        {
            "shuffled": [at(*NINES)],
            "depth": [deep(270, *NINES)],
            "deal": [at(*MANY_TENS, options={"most-hands": "2"})],
            "hole-card": [at("1 bet main 5", "deal 9c Kd 9h Ac")],
            "soft-17": [at("1 bet main 5", "deal 9c 6d 9d", "1 stand", "deal Ac")],
            "even-money": [at("1 bet main 10", "deal Ac Ad Kh", "1 even-money")],
            "double": [at("1 bet main 10", "deal 5c 6d 3d", "1 double")],
            "split": [at("1 bet main 10", "deal 4c 6d 4d", "1 split")],
            "most-hands": [at(*MANY_TENS, options=ELECTRONIC)],
            "split-cards": [at("1 bet main 5", "deal 9c 7d 9d", "1 split", "deal 2c 3c", options=ELECTRONIC)],
            "insurance-under-a-ten": [
                at("1 bet main 10", "deal Ac Kd Kh 9c", "1 even-money", options=LOOKED)
            ],
            "double-on-ace": [
                at("1 bet main 10", "deal Ac 7d 8c", "1 double", options={"double": "on-9-10-11"})
            ],
            "aces-again": [at("1 bet main 10", "deal Ac 7d As", "1 split", "deal Ah 5c", "1.1 split")],
            "needless-dealer-hand": [at("1 bet main 10", "deal Th 6c 6d", "1 hit", "deal Kc")],
            "decks-for-21-plus-3": [at("1 bet main 5", "1 bet 21-plus-3 5", options={"decks": "8"})],
        }
    ),
    "great-britain/blackjack-switch": british(
        {
            "shuffled": [at(*NINES_SWITCH)],
            "depth": [deep(270, *NINES_SWITCH)],
            "deal": [at(*MANY_TENS_SWITCH, options={"most-hands": "2"})],
            "hole-card": [at("1 bet main 5", "deal 9c 2c Kd 9h 3c Ac")],
            "soft-17": [
                at(
                    "1 bet main 5",
                    "deal 9c 8c 6d 9d 8h",
                    "1 keep",
                    "1.1 stand",
                    "1.2 hit",
                    "deal 2d",
                    "1.2 stand",
                    "deal Ac",
                )
            ],
            "even-money": [at("1 bet main 10", "deal Ac 2c Ad Kh 3c", "1 even-money")],
            "double": [at("1 bet main 10", "deal 5c 2c 6d 3d 3c", "1 keep", "1.1 double")],
            "split": [at("1 bet main 10", "deal 4c 2c 6d 4d 3c", "1 keep", "1.1 split")],
            "most-hands": [at(*MANY_TENS_SWITCH, options=ELECTRONIC)],
            "split-cards": [
                at(
                    "1 bet main 5",
                    "deal 9c 2c 7d 9d 3c",
                    "1 keep",
                    "1.1 split",
                    "deal 2c 3c",
                    options=ELECTRONIC,
                )
            ],
            "insurance-under-a-ten": [
                at("1 bet main 10", "deal Ac 2c Kd Kh 3c 9c", "1 even-money", options=LOOKED)
            ],
            "double-on-ace": [
                at(
                    "1 bet main 10",
                    "deal Ac 2c 7d 8c 3c",
                    "1 keep",
                    "1.1 double",
                    options={"double": "on-9-10-11"},
                )
            ],
            "aces-again": [
                at("1 bet main 10", "deal Ac 2c 7d As 3c", "1 keep", "1.1 split", "deal Ah 5c", "1.1 split")
            ],
            "needless-dealer-hand": [
                at(
                    "1 bet main 10",
                    "deal Th 6c 9d 5h Kc",
                    "1 keep",
                    "1.1 hit",
                    "deal Ks",
                    "1.2 hit",
                    "deal Ts",
                )
            ],
            "super-match-cards": [at("1 bet main 5", "1 bet super-match 5", "deal 9c 2c 7d 9d 3c")],
        }
    ),
    "great-britain/neverbust-blackjack": british(
        {
            "shuffled": [at("1 bet main 5", "deal 9c 7d 9d", "deal Kc")],
            "depth": [deep(270, "1 bet main 5", "deal 9c 7d 9d", "deal Kc")],
            "hole-card": [at("1 bet main 5", "deal 2c Kd 3h Ac")],
            "soft-17": [at("1 bet main 5", "deal 9c 6d 9d", "deal Ac")],
            "even-money": [at("1 bet main 10", "deal Ac Ad Kh", "1 even-money")],
            "insurance-under-a-ten": [
                at("1 bet main 10", "deal Ac Kd Kh 9c", "1 even-money", options=LOOKED)
            ],
            "needless-dealer-hand": [at("1 bet main 10", "deal Ac Ad Kh", "1 even-money")],
            "players-soft-17": [
                at("1 bet main 10", "deal Ah 7d 6h", "deal 5c Td", options={"soft-17": "hit"})
            ],
        }
    ),
    "house/blackjack": house(
        {
            "dealt-from": [at("1 bet main 10", "deal 9s 6d 9d Tc", "1 stand", "deal 5c")],
            "soft-17": [at("1 bet main 10", "deal 9s 6d 9d Ac", "1 stand")],
            "hole": [at("1 bet main 10", "deal 9s Kd 9d Ac")],
            "original-bets-only": [
                at(
                    "1 bet main 10",
                    "deal 5s Td 6d",
                    "1 double",
                    "deal 9h",
                    "deal As",
                    options={"hole": "none"},
                )
            ],
            "made-21": [at("1 bet main 10", "deal 9s 6d 2s Tc", "1 hit", "deal Kd", "deal 5c")],
            "charlie": [
                at(
                    "1 bet main 10",
                    "deal 2s 6d 2d Tc",
                    "1 hit",
                    "deal 2h",
                    "1 hit",
                    "deal 2c",
                    "1 hit",
                    "deal 3s",
                    "1 hit",
                    "deal 3h",
                    "1 hit",
                    "deal 3d",
                )
            ],
            "push-22": [at("1 bet main 10", "deal 9s 6d 9d Tc", "1 stand", "deal 6c")],
            "doubling": [at("1 bet main 10", f"deal 5s 6d {card} Tc", "1 double") for card in ("3d", "4d")],
            "double-cards": [at("1 bet main 10", "deal 2s 6d 3d Tc", "1 hit", "deal 4h", "1 double")],
            "double-after-split": [
                at("1 bet main 10", "deal 8s 6d 8d Tc", "1 split", "deal 3h", "1.1 double")
            ],
            "hands": [at(*HOUSE_EIGHTS)],
            "split-aces-again": [at(*HOUSE_ACES, "deal Ah")],
            "split-aces-draw": [at(*HOUSE_ACES, "deal 5h")],
            "split-aces-double": [at(*HOUSE_ACES, "deal 5h")],
            "surrender": [at("1 bet main 10", "deal 9s Kd 7d 9c", "1 surrender")],
            "even-money": [at("1 bet main 10", "deal As Ad Kd 9c", "1 even-money")],
            "bettors-on-a-box": BOTH,
        }
    ),
    "house/blackjack-switch": house(
        {
            "dealt-from": [
                at("1 bet main 10", "deal 9s 9h 6d 9d 9c Tc", "1 keep", "1.1 stand", "1.2 stand", "deal 6c")
            ],
            "soft-17": [at("1 bet main 10", "deal 9s 9h 6d 9d 9c Ac", "1 keep", "1.1 stand", "1.2 stand")],
            "hole": [at("1 bet main 10", "deal 9s 2h Kd 9d 3c Ac")],
            "original-bets-only": [
                at(
                    "1 bet main 10",
                    "deal 5s 9s Td 6d 9d",
                    "1 keep",
                    "1.1 double",
                    "deal 9h",
                    "1.2 stand",
                    "deal As",
                    options={"hole": "none"},
                )
            ],
            "push-22": [
                at("1 bet main 10", "deal 9s 9h 6d 9d 9c Tc", "1 keep", "1.1 stand", "1.2 stand", "deal 6c")
            ],
            "double-after-split": [
                at("1 bet main 10", "deal 8s 9s 6d 8d 9d Tc", "1 keep", "1.1 split", "deal 3h", "1.1 double")
            ],
            "hands": [at(*SWITCH_EIGHTS)],
            "split-aces-again": [at(*SWITCH_ACES, "deal Ah")],
            "split-aces-draw": [at(*SWITCH_ACES, "deal 5h")],
            "split-aces-double": [at(*SWITCH_ACES, "deal 5h")],
        }
    ),
    "house/spanish-21": house(
        {
            "dealt-from": [at("1 bet main 10", "deal 9s 6d 9d Jc", "1 stand", "deal 5c")],
            "soft-17": [at("1 bet main 10", "deal 9s 6d 9d Ac", "1 stand")],
            "hole": [at("1 bet main 10", "deal 9s Kd 9d Ac")],
            "dealer-natural-takes": [
                at(*UNDER_A_KING, *more, *REST, options={"hole": "none"})
                for more in (["1.1 hit", "deal Kc"], ["1.1 stand"])
            ],
            "doubling": [at("1 bet main 10", "deal 5s 6d 3d Jc", "1 double", "deal 2h", "1 stand")],
            "double-cards": [at("1 bet main 10", "deal 5s 6d 3d Jc", "1 hit", "deal 2h", "1 double")],
            "doubled-aces": [
                at("1 bet main 10", "deal As 6d 6s Jc", "1 double", "deal 3h", "1 stand", "deal 2c")
            ],
            "rescue": [at("1 bet main 10", "deal 5s 6d 3d Jc", "1 double", "deal 2h")],
            "hands": [at(*HOUSE_EIGHTS)],
            "split-aces-again": [at(*HOUSE_ACES, "deal Ah")],
            "split-aces-draw": [at(*HOUSE_ACES, "deal 5h")],
            "split-aces-double": [at(*HOUSE_ACES, "deal 5h")],
            "surrender": [at("1 bet main 10", "deal 9s Kd 7d 9c", "1 surrender")],
            "super-bonus": [at("1 bet main 25", "deal 7s 7d 7s Jc", "1 hit", "deal 7s")],
            "bettors-on-a-box": BOTH,
        }
    ),
    "queensland/blackjack": queensland(
        "blackjack",
        {
            **shared("blackjack"),
            "dealer-directs": [at(B, "deal 2c 5d 2s", "1 hit", "deal 2d", "1 hit", "deal 2h", "1 stand")],
            "nominated-suit": [at(B, "1 bet bonus 1", "deal As 7d Js")],
            "nominated-card": [at(B, "1 bet bonus 1", "deal As 7d Js")],
            "double-on-ace": [at(B, "deal Ac 7d 8c", "1 double")],
            "double-split-21": [at(B, "deal Tc 7d Kc", "1 split", "deal Ac", "1.1 double")],
            "busted-added-wager": [
                at(
                    B,
                    "deal 8c Td 8s",
                    "1 split",
                    "deal Tc",
                    "1.1 stand",
                    "deal Ts",
                    "1.2 hit",
                    "deal Kc",
                    "deal Ac",
                )
            ],
            "second-card": [at(B, "deal 9c 7d 6d", "1 hit", "deal Kc")],
            "insurance-without-blackjack": [
                at(
                    B,
                    "deal 9c Ad 3c",
                    "1 insurance 5",
                    "1 hit",
                    "deal 2c",
                    f"{OVER_DEALT}Tc",
                    "1 continue",
                    "1 stand",
                )
            ],
            "bonus-stake": [at(B, "1 bet bonus 1", "deal As 7d Js")],
            "uneven-payment": [at("1 bet blackjack 5.01", "deal As 7d Kd")],
        },
    ),
    "queensland/blackjack-challenge": queensland(
        "blackjack-challenge",
        {
            **shared("blackjack-challenge"),
            "any-pair": [at(C, "1 bet any-pair 5")],
            "dealer-directs": [at(C, "deal 2c 5d 2s", "1 hit", "deal 2d", "1 hit", "deal 2h", "1 stand")],
            "five-card-trick": [
                at(C, "deal 2c 7d 2d", "1 hit", "deal 3c", "1 hit", "deal 4c", "1 hit", "deal 5c")
            ],
            "original-wager-won": [
                at(
                    C,
                    "deal 8c Td 8d",
                    "1 split",
                    "deal 3h",
                    "1.1 hit",
                    "deal Tc",
                    "deal Th",
                    "1.2 stand",
                    "deal As",
                )
            ],
            "second-card": [at(C, "deal 9c 7d 6d", "1 hit", "deal Kc")],
            "machine-switches-off": [
                at("1 bet blackjack-challenge 1", options={"minimum": "5", "dealt-from": "card-machine"})
            ],
        },
    ),
    "queensland/blackjack-switch": queensland(
        "blackjack-switch",
        {
            "dealer-directs": [at(S, "deal 2c 5c 7d 6c 5d", "1 keep", "1.1 stand")],
            "double-on-ace": [at(S, "deal Ac 5c 7d 8c 6d", "1 keep", "1.1 double")],
            "double-made-21": [at(S, "deal Ac Kc 7d 5c Kd", "1 switch", "1.1 double")],
            "bust-against-22": [
                at(S, "deal 9c Tc 7d 3c Td", "1 keep", "1.1 hit", "deal Tc", "1.2 stand", "deal 5c Tc")
            ],
            "natural-against-21": [
                at(S, "deal 9c Tc Td 5c 8d", "1 keep", "1.1 hit", "deal 7c", "1.2 stand", "deal Ac")
            ],
            "busted-added-wager": [
                at(
                    S,
                    "deal 8c Tc Td 8s Td",
                    "1 keep",
                    "1.1 split",
                    "deal Tc",
                    "1.1 stand",
                    "deal Ts",
                    "1.3 hit",
                    "deal Kc",
                    "1.2 stand",
                    "deal Ac",
                )
            ],
            "second-card": [
                at(S, "deal 9c Tc 7d 3c 6d", "1 keep", "1.1 hit", "deal Tc", "1.2 hit", "deal Tc")
            ],
            "dealer-completes": [
                at(S, "deal Ac 2d Td Kc 5d", "1 keep", "1.2 hit", "deal Tc", "1.2 hit", "deal Kc", "deal 5c")
            ],
            "insurance-without-blackjack": [
                at(
                    S,
                    "deal 9c Tc Ad 3c 6d",
                    "1 insurance 5",
                    "1 keep",
                    "1.1 stand",
                    f"{OVER_DEALT}Tc",
                    "1 continue",
                    "1.2 stand",
                )
            ],
            "two-pairs": [at(S, "1 bet super-match 5", "deal 9c Tc 7d 9d Td")],
        },
    ),
    "queensland/spanish-blackjack": queensland(
        "spanish",
        {
            **shared("spanish"),
            "super-bonus-between": [at("1 bet spanish 24.50", "deal 7s 7d 7s", "1 hit", "deal 7s")],
            "super-bonus-after-double": [at(Q, "deal 7s 7d 7s", "1 double", "deal 7s")],
            "super-bonus-others": [
                at(
                    Q,
                    "2 bet spanish 10",
                    "3 bet spanish 10 player=2",
                    "deal 7s 9s 9h 7d 7s 9c 9d",
                    "1 hit",
                    "deal 7s",
                )
            ],
            "busted-added-wager": [
                at(
                    Q,
                    "deal 8c Kd 8s",
                    "1 decline",
                    "1 split",
                    "deal Kc",
                    "1.1 stand",
                    "deal Ks",
                    "1.2 hit",
                    "deal Kc",
                    "deal Ac",
                )
            ],
            "second-card": [at(Q, "deal 9c 7d 6d", "1 hit", "deal Kc")],
            "insurance-without-blackjack": [
                at(
                    Q,
                    "deal 9c Ad 3c",
                    "1 decline",
                    "1 insurance 5",
                    "1 hit",
                    "deal 2c",
                    f"{OVER_DEALT}Kc",
                    "1 continue",
                    "1 stand",
                )
            ],
            "uneven-payment": [at("1 bet spanish 5.01", "deal As 7d Kd")],
            "uneven-half": [at("1 bet spanish 5.01", "deal 9c Kd 6c", "1 surrender", "deal 7c")],
        },
    ),
}
"""The scenes, by the game and then by the setting that each is about."""
