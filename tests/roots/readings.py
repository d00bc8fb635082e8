"""Rounds that a reading settles, asks or refuses in another way, each told by its net and its refusals."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.table import Table, totals

NOTHING: dict[str, Any] = {}


class Read(NamedTuple):
    """A reading, a round, and what it comes to by the usual choice and by another."""

    game: str
    reading: str
    choice: str
    events: list[str]
    usual: str
    other: str
    before: dict[str, Any] = NOTHING
    options: dict[str, str] = NOTHING


def comes_to(one: Read, choice: str = "") -> str:
    """Play the round by the usual choice or by another. Tell its net, what is refused and what is next."""
    readings = {one.reading: choice} if choice else {}
    table, refused, net = (
        Table(build(ruleset(one.game, one.options, readings)), one.before),
        [],
        dict[str, int](),
    )

    def gained() -> None:
        for account, amount in table.net.items():
            net[account] = net.get(account, 0) + amount

    for event in one.events:
        if event == "next":
            gained()
            table = Table(table.game, table.after)
            continue
        try:
            table.apply(event)
        except NotAllowed as why:
            refused.append(f"{event} [{why.clause}]")
        except BadInput:
            refused.append(event)
    gained()
    told = [f"{account} {amount}" for account, amount in totals(net).items() if account != "house"]
    told += [f"no {event}" for event in refused]
    if not table.over and table.draw_wanted:
        told.append(f"{table.draw_wanted} {table.draw_place}".strip())
    shooter = table.after.get("shooter", "") if isinstance(table.after, dict) else ""
    return "; ".join([*told, *([f"dice {shooter}"] if shooter else [])])


FOUR = [f"{seat} bet {wager}" for seat in (1, 2) for wager in ("ante 10", "progressive 1")]
CHECKS = ["1 check", "2 check"]
METER = {"meters": {"progressive": "9998.60"}}
SILENT_ON_THE_CALL = [
    ("bahamas/blackjack", "main", "reg 3(3)(a)(iv)", "deal 1"),
    ("bahamas/caribbean-stud", "ante", "reg 10(3)(a)", "deal 1"),
    ("bahamas/red-dog", "original", "reg 8(5)(a)", "deal left"),
    ("bahamas/single-deck-blackjack", "main", "reg 3(3)(a)(iv)", "deal 1"),
    ("california/baccarat-gold", "base", "GEGA-002078 L27", "deal player"),
    ("california/commission-free-baccarat", "player", "GEGA-003317 L2982", "deal player"),
    ("california/ez-baccarat", "player", "GEGA-003180 L1496", "deal player"),
    ("california/ez-baccarat-panda-8", "player", "GEGA-003396 L2095", "deal player"),
    ("california/pure-21-5", "base", "GEGA-002077 L674", "deal 1"),
    ("california/pure-21-5-buster", "base", "GEGA-003353 L1655", "deal 1"),
    ("california/royal-baccarat", "player", "GEGA-003079 L1305", "deal player"),
    ("california/three-card-poker", "ante", "GEGA-002099 L244", "deal 1"),
    ("queensland/blackjack", "blackjack", "sch 2 s 9(1)", "deal 1"),
    ("queensland/blackjack-challenge", "blackjack-challenge", "sch 17 s 9(1)", "deal 1"),
    ("queensland/blackjack-switch", "blackjack-switch", "sch 15 s 9(1)", "deal 1.1"),
    ("queensland/caribbean-stud", "ante", "sch 3 s 14(6)", "deal 1"),
    ("queensland/casino-war", "casino-war", "sch 14 s 9(1)", "deal 1"),
    ("queensland/hold-em-bonus", "ante", "sch 12 s 14(4)", "deal 1"),
    ("queensland/lucky-draw-baccarat", "enter", "sch 16 s 8(1)", "deal 1"),
    ("queensland/mississippi-stud", "ante", "sch 18 s 9(4)", "deal 1"),
    ("queensland/spanish-blackjack", "spanish", "sch 9 s 9(1)", "deal 1"),
    ("queensland/three-card-poker", "ante", "sch 13 s 15(4)", "deal 1"),
]
"""Games whose text ends the betting with the first card and knows no call: the first wager, the clause, the
first card."""
ROUNDS = [
    # Bahamas.
    *[
        Read(f"bahamas/{game}", "box-aggregate", "at-any-time",
             ["1 bet main 10", "1b bet main 10", "deal 5c 9h 6d ??", "1 double 10"],
             "", "no 1 double 10 [reg 3(12)(g)]", options={"maximum": "25"})
        for game in ("blackjack", "single-deck-blackjack")
    ],
    Read("bahamas/craps", "loser-seven", "loses-his-wager",
         ["1 bet dont-pass 10", "2 bet pass 10", "1 take-dice", "roll 3-4"],
         "seat 1 -10; seat 2 10; dice 1",
         "seat 1 -10; seat 2 10"),
    Read("bahamas/craps", "loser-seven", "loses-his-wager",
         ["1 bet dont-pass 10", "1 take-dice", "roll 2-2", "next", "roll 3-4"],
         "seat 1 10",
         "seat 1 10; dice 1"),
    Read("bahamas/craps", "reduced-dont-come", "increased-again",
         ["1 remove dont-come:6 5", "1 bet dont-come:6 5", "roll 2-2", "next", "1 bet dont-come:6 5"],
         "no 1 bet dont-come:6 5 [reg 2(6)(d)]; no 1 bet dont-come:6 5 [reg 2(2)(d)]; roll",
         "no 1 bet dont-come:6 5 [reg 2(6)(d)]; roll",
         before={"point": 4, "wagers": [{"seat": "1", "on": "dont-come:6", "stake": "10"}]}),
    Read("bahamas/craps", "reduced-dont-come", "increased-again",
         ["1 bet dont-come:6 5", "roll 3-4"],
         "seat 1 5; no 1 bet dont-come:6 5 [reg 2(2)(d)]",
         "seat 1 10",
         before={"wagers": [{"seat": "1", "on": "dont-come:6", "stake": "5", "reduced": "yes"}]}),
    Read("bahamas/craps", "second-lay-eight", "as-printed", ["1 bet lay-9 30", "1 bet lay-8 30", "roll 3-4"],
         "seat 1 42.75",
         "seat 1 23.75; no 1 bet lay-9 30 [reg 2(4)(b)]"),
    Read("bahamas/caribbean-stud", "ace-in-a-sequence", "high-only",
         ["1 bet ante 10", "deal Ah Ks 2d Kd 3c 8c 4s 9h 5h 3s", "1 call"],
         "seat 1 90",
         "seat 1 -30"),
    Read("bahamas/caribbean-stud", "progressive-stake", "comes-back",
         ["1 bet ante 10", "1 bet progressive 1", "deal Qh As Jh Kd 8h 8c 6h 5h 2h 3s", "1 call"],
         "meter progressive -50; seat 1 159",
         "meter progressive -50; seat 1 160", before={"meters": {"progressive": "10000"}}),
    Read("bahamas/let-it-ride", "ace-in-a-sequence", "high-only",
         [*(f"1 bet bet-{one} 10" for one in (1, 2, 3)), "deal Ah 4s 2d 5d 3c", *["1 let-it-ride"] * 2],
         "seat 1 150",
         "seat 1 -30"),
    Read("bahamas/caribbean-stud", "positions-of-a-player", "several",
         ["1 bet ante 10", "3 bet ante 10 player=1"],
         "no 3 bet ante 10 player=1 [reg 10(3)(b)]; deal 1",
         "deal 1"),
    Read("bahamas/three-card-poker", "positions-of-a-player", "several",
         ["1 bet ante 10", "3 bet ante 10 player=1"],
         "no 3 bet ante 10 player=1 [reg 16(5)(c)]; deal 1",
         "deal 1"),
    Read("bahamas/vegas-shootout", "positions-of-a-player", "several",
         ["1 bet two-card 10", "3 bet two-card 10 player=1"],
         "no 3 bet two-card 10 player=1 [reg 14(1)(i)]; deal 1",
         "deal 1"),
    Read("bahamas/casino-war", "positions-of-a-player", "several",
         ["1 bet initial 10", "3 bet initial 10 player=1"],
         "no 3 bet initial 10 player=1 [reg 13(5)(c)(i)]; deal 1",
         "deal 1"),
    # Britain.
    Read("great-britain/two-way-hold-em", "river-wager", "within-the-limits",
         ["1 bet ante 10", "1 bet blind 10", "1 bet two-way 10", "deal Ah 9c Kd 9d Ac 2h 5s", "1 check",
          "deal 7d Jc", "1 bet 50", "1 bet 10"],
         "seat 1 20; no 1 bet 50 [r 11.106]",
         "seat 1 60; no 1 bet 10 [r 11.102]", options={"maximum": "50"}),
    Read("great-britain/blackjack-switch", "insurance-of-two-hands", "half-of-both",
         ["1 bet main 10", "deal 9c Th Ac 8d 7d", "1 insurance 10"],
         "no 1 insurance 10 [r 4.22]",
         ""),
    Read("great-britain/roulette", "rage-removal", "at-any-time",
         ["spin 1", "next", "spin 2", "next", "1 bet rage 10", "spin 4", "next", "1 remove rage"],
         "no 1 remove rage [r 3.21]; spin",
         "spin"),
    Read("great-britain/hold-em-bonus", "board-straight-flush", "a-tenth-each",
         [*FOUR, "deal 2c 3c Ac 2d 3d Kd", "1 bet", "2 bet", "deal 7h 6h 5h", *CHECKS, "deal 8h", *CHECKS,
          "deal 9h"],
         "meter progressive -998.60; seat 1 499; seat 2 499",
         "meter progressive -1998.60; seat 1 999; seat 2 999", before=METER),
    Read("great-britain/casino-hold-em", "board-straight-flush", "a-tenth-each",
         [*FOUR, "deal 2c 3c Ac 2d 3d Kd 7h 6h 5h", "1 call", "2 call", "deal 8h 9h"],
         "meter progressive -998.60; seat 1 499; seat 2 499",
         "meter progressive -1998.60; seat 1 999; seat 2 999", before=METER),
    # Queensland.
    Read("queensland/caribbean-stud", "jackpot-stake", "comes-back",
         ["1 bet ante 10", "1 bet jackpot 1", "deal Ah Ks 9h 7h 4h 2h Qd 8c 5h 3s", "1 bet"],
         "seat 1 109",
         "seat 1 110"),
    *[
        Read(f"queensland/{game}", "box-aggregate", "at-any-time",
             [f"1 bet {wager} 10", f"1b bet {wager} 10", "deal 6h 9c 5d", "1 double 10"],
             "", f"no 1 double 10 [{clause}]", options={"maximum": "25", "box-maximum": "together"})
        for game, wager, clause in (
            ("blackjack", "blackjack", "sch 2 s 29(2)(a)"),
            ("spanish-blackjack", "spanish", "sch 9 s 30(2)(a)"),
            ("blackjack-challenge", "blackjack-challenge", "sch 17 s 29(2)(a)"),
        )
    ],
    Read("queensland/craps", "loser-seven", "loses-his-wager",
         ["1 bet dont-win 10", "2 bet win 10", "1 take-dice", "roll 3-4"],
         "seat 1 -10; seat 2 10; dice 1",
         "seat 1 -10; seat 2 10"),
    Read("queensland/craps", "loser-seven", "loses-his-wager",
         ["1 bet dont-win 10", "1 take-dice", "roll 2-2", "next", "roll 3-4"],
         "seat 1 10",
         "seat 1 10; dice 1"),
    Read("queensland/spanish-blackjack", "aces-of-others", "eleven",
         ["1 bet spanish 10", "1b bet spanish 10", "deal Ah 9h 5c", "1 double 10", "1b decline", "deal 5d",
          "1 stand", "deal 9c"],
         "seat 1 -20; seat 1b -10",
         "seat 1 -20; seat 1b 10"),
    Read("queensland/blackjack", "dealer-completes", "where-a-blackjack-waits",
         ["1 bet blackjack 10", "deal Ah Ts Kd", "deal 2c"],
         "seat 1 15",
         "deal dealer"),
    Read("queensland/blackjack", "aces-of-others", "eleven",
         ["1 bet blackjack 10", "1b bet blackjack 5", "deal Ah 9d 8c", "1 double", "1b decline", "deal 2h",
          "deal Kh"],
         "seat 1 -20; seat 1b -5",
         "seat 1 -20; seat 1b 5"),
    Read("queensland/spanish-blackjack", "dealer-completes", "where-a-hand-was-given-up",
         ["1 bet spanish 10", "deal 9h Kd 6s", "1 surrender", "deal 5c"],
         "seat 1 -5",
         "deal dealer"),
    # California.
    Read("california/three-card-poker-6-card", "ace-two-three-suited", "flush",
         ["3 bank 1000", "1 bet ante 10", "1 bet pair-plus 10", "deal Ah 2h 3h Qs Kd 9c", "1 play"],
         "seat 1 420; seat 3 -420",
         "seat 1 50; seat 3 -50"),
    Read("california/three-card-poker", "ace-in-a-sequence", "high-only",
         ["3 bank 1000", "1 bet ante 10", "1 bet bonus 10", "deal Ah Qs 2h Kd 3h 9c", "1 play"],
         "seat 1 420; seat 3 -420",
         "seat 1 50; seat 3 -50"),
    Read("california/pure-21-5", "early-surrender", "before-the-look",
         ["3 bank 100", "1 bet base 10", "deal 9c As 7d ??", "1 surrender", "1 decline",
          "dealer natural", "turn dealer#2 Kc"],
         "seat 1 -10; seat 3 10; no 1 surrender [GEGA-002077 L742]",
         "seat 1 -5; seat 3 5; no 1 decline [GEGA-002077 L717]"),
    Read("california/pure-21-5", "soft-21", "may-draw",
         ["3 bank 100", "1 bet base 10", "deal Ac 9s 4d ??", "1 hit", "deal 6c", "1 hit", "deal Tc"],
         "no 1 hit [GEGA-002077 L676]; no deal Tc [GEGA-002077 L676]; turn dealer#2",
         "turn dealer#2"),
    Read("california/three-card-poker", "positions-of-a-player", "several",
         ["4 bank 500", "1 bet ante 10", "3 bet ante 10 player=1"],
         "no 3 bet ante 10 player=1 [GEGA-002099 L243]; deal 1",
         "deal 1"),
    Read("california/three-card-poker-6-card", "positions-of-a-player", "several",
         ["4 bank 500", "1 bet ante 10", "3 bet ante 10 player=1"],
         "no 3 bet ante 10 player=1 [GEGA-003618 L1818]; deal 1",
         "deal 1"),
    Read("california/ultimate-hold-em", "positions-of-a-player", "several",
         ["4 bank 500", "1 bet ante 10", "1 bet blind 10", "3 bet ante 10 player=1"],
         "no 3 bet ante 10 player=1 [GEGA-003879 L2448]; deal 1",
         "deal 1"),
    Read("california/ultimate-hold-em", "play-above-the-limit", "refused",
         ["3 bank 1000", "1 bet ante 10", "1 bet blind 10", "deal Ah Kh 9s 9d Qh Jh 2c 3c 4d",
          "1 play 40", "1 check", "1 play 20"],
         "seat 1 -60; seat 3 60; no 1 check; no 1 play 20",
         "seat 1 -40; seat 3 40; no 1 play 40 [GEGA-003879 L2502]", options={"maximum": "20"}),
    Read("california/three-card-poker", "forfeited-antes", "in-the-order-of-action",
         ["4 bank 10", "1 bet ante 10", "3 bet ante 10", "deal Kc 2c Qs 9d 4h 8d 6h 9h 2d", "1 play",
          "3 fold"],
         "seat 3 -10; seat 4 10",
         "seat 1 10; seat 4 -10"),
    *[
        Read(f"california/{game}", "intervening-bank", "offered",
             ["4 decline-bank", "5 decline-bank", "3 bank 100"], "no 3 bank 100", f"deal {first}",
             before={"players": ["3", "4", "5"], "bank": {"seat": "3", "turns": 2}})
        for game, first in (("ez-baccarat", "player"), ("royal-baccarat", "player"),
                            ("three-card-poker", "dealer"), ("ultimate-hold-em", "dealer"))
    ],
    *[
        Read(f"california/{game}", "intervening-bank", "required",
             ["4 decline-bank", "5 decline-bank", "3 bank 100"], f"deal {first}", "no 3 bank 100",
             before={"players": ["3", "4", "5"], "bank": {"seat": "3", "turns": 2}})
        for game, first in (("commission-free-baccarat", "player"), ("ez-baccarat-panda-8", "player"),
                            ("pure-21-5-buster", "dealer"))
    ],
    # Everywhere.
    *[
        Read(game, "call-of-no-more-bets", "announces",
             [f"1 bet {wager} 10", "dealer no-more-bets", f"2 bet {wager} 10"],
             f"no 2 bet {wager} 10 [{clause}]; {card}", card,
             before={"bank": {"seat": "3", "cover": "100"}} if game.startswith("california") else {})
        for game, wager, clause, card in SILENT_ON_THE_CALL
    ],
]  # fmt: skip
