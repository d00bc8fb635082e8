"""Casino war as the table plays it:
rows, orders, options, readings, limits, shuffles and rulings, by rulebook.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.api import game
from croupier.errors import BadInput, NotAllowed
from croupier.rulebook.register import register
from croupier.table.table import Table

B, G, Q, H = "bahamas/casino-war", "great-britain/casino-war", "queensland/casino-war", "house/casino-war"
EMITTED: dict[str, set[str]] = {}
"""By game: every clause that a round of these tests emitted."""


class Played:
    """Rounds played through the table; `! EVENT CLAUSE` must be refused by that clause."""

    def __init__(
        self,
        name: str,
        *events: str,
        options: dict[str, str] | None = None,
        readings: dict[str, str] | None = None,
        before: dict[str, Any] | None = None,
    ) -> None:
        self.game = game(name, options=options, readings=readings)
        self.table = self.game.table(before)
        self.lines: list[tuple[str, str, str, int]] = []
        for event in events:
            if event == "table next-round":
                self._close()
                self.table = Table(self.game.playable, self.table.after)
            elif event.startswith("! "):
                act, _, clause = event[2:].partition(" | ")
                with pytest.raises(NotAllowed) as refused:
                    self.table.apply(act)
                assert refused.value.clause == clause, f"{act}: {refused.value}"
            else:
                self.table.apply(event)
        self._close()

    def _close(self) -> None:
        self.lines += [
            (line.seat + line.bettor, line.wager, line.result, line.net) for line in self.table.lines
        ]
        seen = EMITTED.setdefault(self.game.rules.id, set())
        seen |= self.table.clauses | {clause for line in self.table.lines for clause in line.clauses}

    @property
    def nets(self) -> list[int]:
        return [net for _, _, _, net in self.lines]


# Rows.


def test_bahamas_rows() -> None:
    events = [
        "1 bet initial 10",
        "1 bet tie 5",
        "2 bet initial 10",
        "2 bet tie 5",
        "3 bet initial 10",
        "4 bet initial 20",
        "deal Kh 5c Ad Kc Ks",
    ]
    found = Played(B, *events, "4 surrender", "1 war", "1 bet war-tie 2", "deal ?? ?? ?? 7c 7d")
    assert found.lines == [
        ("1", "tie", "win", 5000),
        ("2", "initial", "lose", -1000),
        ("2", "tie", "lose", -500),
        ("3", "initial", "win", 1000),
        ("4", "initial", "half", -1000),
        ("1", "initial", "push", 0),
        ("1", "war", "win", 2000),
        ("1", "war-tie", "win", 2000),
    ]


@pytest.mark.parametrize(
    ("reading", "cards", "nets"),
    [
        ("pot", "8c 7d", [0, 1000]),
        ("pot", "7c 7d", [0, 2000]),
        ("pot", "6c 7d", [-1000, -1000]),
        ("initial-pushes", "8c 7d", [0, 2000]),
        ("initial-pushes", "7c 7d", [0, 3000]),
        ("initial-paid-too", "8c 7d", [1000, 2000]),
        ("initial-paid-too", "7c 7d", [1000, 3000]),
        ("initial-paid-too", "6c 7d", [-1000, -1000]),
    ],
)
def test_two_to_one_is_a_reading(reading: str, cards: str, nets: list[int]) -> None:
    assert (
        Played(
            B,
            "1 bet initial 10",
            "deal Kh Ks",
            "1 war",
            f"deal ?? ?? ?? {cards}",
            readings={"war-odds": reading},
        ).nets
        == nets
    )


@pytest.mark.parametrize(
    ("cards", "results"),
    [
        ("9c 8d", [("void", 0), ("win", 1000)]),
        ("9c 9d", [("void", 0), ("win", 2000)]),
        ("9c Td", [("lose", -1000), ("lose", -1000)]),
    ],
)
def test_queensland_war(cards: str, results: list[tuple[str, int]]) -> None:
    found = Played(Q, "1 bet casino-war 10", "deal Kh Ks", "1 war 10", f"deal {cards}")
    assert [(result, net) for _, _, result, net in found.lines] == results


@pytest.mark.parametrize(
    ("cards", "results"),
    [
        ("9c 8d", [("push", 0), ("win", 1000)]),
        ("9c 9d", [("push", 0), ("win", 1000)]),
        ("9c Td", [("lose", -1000), ("lose", -1000)]),
    ],
)
def test_british_war(cards: str, results: list[tuple[str, int]]) -> None:
    found = Played(G, "1 bet bet 10", "deal Kh Ks", "1 war", f"deal {cards}")
    assert [(result, net) for _, _, result, net in found.lines] == results


def test_queensland_settles_ties_first_and_from_the_right() -> None:
    found = Played(
        Q, "1 bet casino-war 10", "1 bet tie 5", "2 bet casino-war 10", "2 bet tie 5", "deal 5h 6c 7s"
    )
    assert [line[:2] for line in found.lines] == [
        ("2", "tie"),
        ("1", "tie"),
        ("2", "casino-war"),
        ("1", "casino-war"),
    ]
    other = Played(B, "1 bet initial 10", "1 bet tie 5", "2 bet initial 10", "2 bet tie 5", "deal 5h 6c 7s")
    assert [line[:2] for line in other.lines] == [
        ("1", "initial"),
        ("1", "tie"),
        ("2", "initial"),
        ("2", "tie"),
    ]


def test_each_bettor_decides_for_himself_and_one_card_serves_the_box() -> None:
    events = [
        "1a bet casino-war 10",
        "1b bet casino-war 20",
        "1c bet casino-war 5",
        "! 1d bet casino-war 5 | sch 14 s 8(1)",
        "deal Kh Ks",
    ]
    found = Played(
        Q, *events, "1b surrender", "1a war", "! 1a remove go-to-war | sch 14 s 9(2)", "1c war", "deal 9c 8d"
    )
    assert found.lines == [
        ("1b", "casino-war", "half", -1000),
        ("1a", "casino-war", "void", 0),
        ("1a", "go-to-war", "win", 1000),
        ("1c", "casino-war", "void", 0),
        ("1c", "go-to-war", "win", 500),
    ]


def test_the_order_of_the_choices_changes_nothing() -> None:
    bets = ["1 bet casino-war 10", "2 bet casino-war 20", "deal Kh Kd Ks"]
    one = Played(Q, *bets, "1 war", "2 surrender", "deal 9c 8d")
    other = Played(Q, *bets, "2 surrender", "1 war", "deal 9c 8d")
    assert one.lines == other.lines


def test_one_decides_for_the_box_under_a_reading() -> None:
    bets = ["1a bet bet 10", "1b bet bet 20", "deal Kh Ks", "1a war"]
    assert Played(G, *bets, "deal 9c 8d", readings={"who-decides": "first-on-the-box"}).nets == [
        0,
        1000,
        0,
        2000,
    ]
    waiting = Played(G, *bets)
    assert [question.who for question in waiting.table.pending] == ["1b", "1a"]


def test_the_ace_is_high_or_low() -> None:
    assert Played(G, "1 bet bet 10", "deal Ah Ks").nets == [1000]
    assert Played(G, "1 bet bet 10", "deal Ah Ks", readings={"ace": "low"}).nets == [-1000]
    assert Played(H, "1 bet ante 10", "deal Ah Ks", options={"ace": "low"}).nets == [-1000]


@pytest.mark.parametrize(("earns", "net"), [("nothing", 1000), ("the-ante", 2000), ("twice-the-ante", 3000)])
def test_house_options(earns: str, net: int) -> None:
    options = {
        "war-tie-earns": earns,
        "surrender": "no",
        "tie-pays": "11",
        "tie-on-the-war": "yes",
        "war-burn": "1",
    }
    found = Played(
        H,
        "1 bet ante 10",
        "1 bet tie 1",
        "deal Kh Ks",
        "! 1 surrender | house",
        "1 war",
        "1 bet war-tie 1",
        "deal ?? 7c 7d",
        options=options,
    )
    assert found.nets == [1100, 0, net, 1100]
    Played(H, "1 bet ante 10", "deal Kh Ks", "1 war", "! 1 bet war-tie 1 | house")


# Half of an odd stake.


@pytest.mark.parametrize(
    ("name", "wager", "reading", "chip", "lost"),
    [
        (B, "initial", "players-favour", "", 250),
        (B, "initial", "players-favour", "1", 200),
        (B, "initial", "houses-favour", "1", 300),
        (B, "initial", "exact", "1", 250),
        (G, "bet", "exact", "1", 250),
        (G, "bet", "players-favour", "1", 200),
        (G, "bet", "houses-favour", "1", 300),
        (Q, "casino-war", "exact", "1", 250),
        (Q, "casino-war", "players-favour", "5", 0),
        (Q, "casino-war", "houses-favour", "5", 500),
    ],
)
def test_half_of_an_odd_stake(name: str, wager: str, reading: str, chip: str, lost: int) -> None:
    found = Played(
        name,
        f"1 bet {wager} 5",
        "deal Kh Ks",
        "1 surrender",
        options={"chip": chip},
        readings={"surrender-half": reading},
    )
    assert found.lines == [("1", wager, "half", -lost)]


def test_half_of_an_odd_cent() -> None:
    assert Played(B, "1 bet initial 10.01", "deal Kh Ks", "1 surrender").nets == [-500]
    assert Played(
        B, "1 bet initial 10.01", "deal Kh Ks", "1 surrender", readings={"surrender-half": "houses-favour"}
    ).nets == [-501]
    assert Played(
        H, "1 bet ante 5", "deal Kh Ks", "1 surrender", options={"chip": "1", "surrender-half": "in-chips"}
    ).nets == [-200]


# Betting.


def test_bahamas_betting() -> None:
    Played(
        B,
        "! deal 5c | reg 13(5)(c)(i)",
        "! dealer no-more-bets | reg 13(4)(a)",
        "! 1 bet tie 5 | reg 13(1)(g)",
        "! 1 bet initial 5 oral=yes | reg 13(4)(a)",
        "1 bet initial 10",
        "! 1 bet initial 5 | reg 13(4)(b)",
        "! 1 remove initial | reg 13(4)(b)",
        "! 1b bet initial 10 | reg 13(5)(c)(i)",
        "! 1 bet war 10 | reg 13(6)(h)",
        "! 1 bet war-tie 10 | reg 13(6)(h)",
        "! 1 bet lucky 10 | reg 13(4)(a)",
        "dealer no-more-bets",
        "! 2 bet initial 5 | reg 13(4)(b)",
        "deal Kc Ks",
        "! 1 bet tie 5 | reg 13(4)(b)",
        "! 1 bet war-tie 5 | reg 13(6)(h)",
        "! 1 war 5 | reg 13(1)(j)",
        "1 war",
        "! 1 remove war | reg 13(4)(b)",
        "1 bet war-tie 1",
        "! 1 bet war-tie 1 | reg 13(4)(b)",
        "deal ?? ?? ?? 5c 6c",
    )
    free = {"placed-wager": "free-until-no-more-bets"}
    assert Played(
        B, "1 bet initial 10", "1 bet initial 5", "1 remove initial 3", "deal Kc 5c", readings=free
    ).nets == [1200]


def test_queensland_limits() -> None:
    Played(
        Q,
        "1a bet casino-war 60",
        "! 1a bet casino-war 50 | sch 14 s 11(1)",
        "! 1b bet casino-war 50 | sch 14 s 8(2)(a)",
        "! 1b bet tie 5 | sch 14 s 7(4)",
        "! 1a bet tie 11 | sch 14 s 11(2)",
        "1a bet tie 10",
        "2 bet casino-war 5",
        "! 2 bet tie 16 | sch 14 s 11(2)",
        "! 3 bet casino-war 4 | sch 14 s 11(1)",
        "! 3 bet casino-war 5 oral=yes | sch 14 s 7(2)",
        options={"maximum": "100", "minimum": "5"},
    )
    each = {"maximum": "100", "box-maximum": "each-player"}
    Played(Q, "1a bet casino-war 60", "1b bet casino-war 100", "1a bet tie 10", "1b bet tie 10", options=each)
    Played(
        Q,
        "1 bet casino-war 5",
        "! 1 bet tie 16 | sch 14 s 7(5)",
        "1 bet tie 15",
        "! 1 remove casino-war 1 | sch 14 s 7(5)",
    )
    Played(Q, "! 1 bet casino-war 1 | s 7(a)", options={"teaching": "yes"})


def test_british_limits() -> None:
    Played(
        G,
        "1a bet bet 60",
        "! 1b bet bet 50 | r 17.3",
        "1b bet bet 20",
        "1c bet bet 10",
        "! 1d bet bet 1 | r 17.3",
        "! 2 bet tie 5 | r 17.2",
        "! 2 bet bet 101 | r 17.3",
        "! 2 bet lucky 1 | r 17.1",
        "1a bet tie 5",
        "1a remove tie",
        "deal Kc 5c",
        options={"maximum": "100"},
    )


def test_several_boxes_in_queensland() -> None:
    Played(
        Q,
        "1 bet casino-war 10",
        "! 2 bet casino-war 10 player=1 | sch 14 s 10(1)",
        options={"several-boxes": "no"},
    )
    found = Played(
        Q,
        "1 bet casino-war 10",
        "! 2 bet casino-war 3 player=1 | sch 14 s 10(2)",
        "2 bet casino-war 5 player=1",
        "supervisor rule box-needed box=2",
        "! 2 bet casino-war 5 player=1 | sch 14 s 10(1)",
        "2 bet casino-war 6",
        "deal 5c 7c 6c",
        options={"minimum": "5"},
    )
    assert found.lines == [
        ("2", "casino-war", "void", 0),
        ("2", "casino-war", "win", 600),
        ("1", "casino-war", "lose", -1000),
    ]


# The shoe.


def test_bahamas_shoe() -> None:
    found = Played(
        B,
        "1 bet initial 10",
        "2 bet initial 10",
        "deal 8c 6d 9c",
        "table next-round",
        "! dealer shuffle at=9 | reg 13(3)(e)",
        "! dealer shuffle depth=77 | reg 13(3)(f)",
        "! dealer shuffle cut-by=1 | reg 13(3)(g)",
        "! dealer shuffle cut-by=dealer | reg 13(3)(h)",
        "! dealer shuffle cut-by=1 cut-for=2 | reg 13(3)(g)",
        "dealer shuffle at=10 depth=78 cut-by=2",
        "deal ??",
        "dealer new-dealer",
        "deal ??",
        "1 bet initial 10",
        "deal 8c 6d",
        before={"shoe": {"unseen": 233}},
    )
    assert found.table.after["shoe"] == {"out": {"6d": 1, "8c": 1}, "unseen": 2, "depth": 78}
    Played(B, "! dealer shuffle | reg 13(3)(i)", "dealer shuffle reason=security cut-by=4 cut-refused=1+2")
    Played(
        B,
        "! dealer shuffle reason=security method=device | reg 13(3)(c)",
        "dealer shuffle reason=security method=hand",
    )
    Played(
        B,
        "! dealer shuffle reason=security method=hand | reg 13(8)(e)",
        "dealer shuffle reason=security method=hand device=removed",
        options={"shuffler": "yes"},
    )
    each = Played(B, "1 bet initial 10", "deal 8c 6d", readings={"shuffle-after": "each-round"})
    assert each.table.after == {"shoe": {"new": True}, "cutter": "1"}


def test_a_quarter_of_more_decks_is_more() -> None:
    with pytest.raises(BadInput, match=r"cannot be 78: with 8 decks it is at least 104 \[reg 13\(3\)\(f\)\]"):
        game(B, decks=8, depth=78)
    assert game(B, decks=8).playable.packs.usual_depth == 104


def test_burn_cards_before_every_card_of_the_war_under_a_reading() -> None:
    found = Played(
        B,
        "1 bet initial 10",
        "deal 8c 8d",
        "1 war",
        "deal ?? ?? ?? 7c ?? ?? ?? 6c",
        readings={"war-burn": "before-every-card"},
    )
    assert found.nets == [0, 1000]
    with pytest.raises(BadInput):
        Played(B, "1 bet initial 10", "deal 8c 8d", "1 war", "deal ?? ?? ?? 7c ?? ?? ?? 6c")


def test_queensland_shoe() -> None:
    Played(
        Q,
        "! dealer shuffle | sch 14 s 13(3)(b)",
        "1 bet casino-war 5",
        "dealer shuffle reason=asked",
        "deal 5c 6c",
        "table next-round",
        "! dealer shuffle reason=asked | sch 14 s 13(4)",
        "! dealer shuffle reason=directed at=5 | sch 14 s 14(4)",
        "! dealer shuffle reason=directed depth=51 | sch 14 s 14(7)",
        "! dealer shuffle reason=directed depth=157 | sch 14 s 14(7)",
        "dealer shuffle reason=directed at=50 depth=156 cut-by=supervisor",
        "dealer shuffle reason=replaced",
    )
    Played(Q, "dealer shuffle reason=directed depth=157", readings={"cutting-card-place": "one-deck-or-more"})
    worn: dict[str, Any] = {"shoe": {"unseen": 259}, "players": ["1", "3"]}
    found = Played(Q, "1 bet casino-war 5", "3 bet casino-war 5", "deal 5c 6c 7c", before=worn)
    assert (
        found.table.after == {"shoe": {"new": True}, "players": ("1", "3"), "cutter": "3"}
        and "sch 14 s 19" in found.table.clauses
    )
    after = dict(found.table.after)
    for facts, clause in [
        ("cut-by=1", "15(1)"),
        ("cut-by=dealer cut-refused=3", "15(4)"),
        ("cut-by=3 cut-refused=3", "15(2)"),
    ]:
        Played(Q, f"! dealer shuffle {facts} | sch 14 s {clause}", before=after)
    for facts in (
        "cut-by=3",
        "cut-by=1 cut-for=3",
        "cut-by=1 cut-refused=3",
        "cut-by=dealer cut-refused=1+3",
        "cut-by=supervisor cut-refused=1+3",
    ):
        Played(Q, f"dealer shuffle {facts}", before=after)


def test_a_card_machine_and_its_decks() -> None:
    assert (
        Played(Q, "1 bet casino-war 5", "deal 5c 6c", options={"machine": "yes", "decks": "3"}).table.after
        == {}
    )
    with pytest.raises(BadInput, match="sch 14 s 4"):
        game(Q, decks=7)


# Rulings.


@pytest.mark.parametrize(
    ("name", "events", "nets"),
    [
        (B, ["1 bet initial 10", "deal 5c", "supervisor rule card-face-up cards=one", "deal 2h 4d"], [1000]),
        (B, ["1 bet initial 10", "deal 5c", "supervisor rule card-face-up cards=more"], [0]),
        (
            B,
            ["1 bet initial 10", "deal 5c", "supervisor rule card-drawn-in-error round=goes-on card=Kh"],
            [-1000],
        ),
        (
            B,
            [
                "1 bet initial 10",
                "deal 5c 4c",
                "supervisor rule card-drawn-in-error round=is-over card=Kh",
                "table next-round",
                "1 bet initial 5",
                "deal Kh Qh",
            ],
            [1000, 500],
        ),
        (
            B,
            [
                "1 bet initial 10",
                "2 bet initial 20",
                "3 bet initial 30",
                "deal 5c",
                "supervisor rule bettor-skipped box=2",
                "deal 9h 7d",
            ],
            [0, -1000, 3000],
        ),
        (
            B,
            [
                "1 bet initial 10",
                "2 bet initial 20",
                "3 bet initial 30",
                "deal 5c 9h 7d",
                "supervisor rule bettor-skipped box=2",
            ],
            [0, -1000, 3000],
        ),
        (
            B,
            ["1 bet initial 10", "deal 5c 4c", "supervisor rule late-wager late=made seat=1 wager=initial"],
            [0],
        ),
        (
            B,
            [
                "1 bet initial 10",
                "2 bet initial 10",
                "deal 5c 9c 4c",
                "supervisor rule late-wager late=made seat=1 wager=initial",
            ],
            [0, 1000],
        ),
        (
            B,
            ["1 bet initial 10", "deal 5c 4c", "supervisor rule wrong-pay-out seat=1 wager=initial paid=15"],
            [1500, -500],
        ),
        (G, ["1 bet bet 10", "deal 5c 4c", "supervisor rule misdeal"], [0]),
        (G, ["1 bet bet 10", "deal 5c", "supervisor rule card-face-up", "deal 2h 4d"], [1000]),
        (G, ["1 bet bet 10", "deal 5c 4c", "supervisor rule wrong-entry result=Kc"], [-1000]),
        (G, ["1 bet bet 10", "deal 5c 4c", "supervisor rule late-wager late=made seat=1 wager=bet"], [0]),
        (
            G,
            ["1 bet bet 10", "deal 5c 4c", "supervisor rule wrong-pay-out seat=1 wager=bet paid=5"],
            [500, 500],
        ),
        (Q, ["1 bet casino-war 10", "deal 5c", "supervisor rule card-face-up", "deal 2h 4d"], [1000]),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c",
                "supervisor rule card-drawn-in-error disclosed=no round=goes-on card=Kh",
            ],
            [-1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c",
                "supervisor rule card-drawn-in-error disclosed=yes round=goes-on card=Kh",
            ],
            [-1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c 5d",
                "1 war",
                "deal 2c",
                "supervisor rule stray-card where=area-without-wager entered=yes",
                "deal 9c 7d",
            ],
            [0, 1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c 5d",
                "1 war",
                "supervisor rule stray-card where=area-without-wager entered=no",
                "deal 2c 9c 7d",
            ],
            [0, 1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "2 bet casino-war 20",
                "deal 5c 9c",
                "supervisor rule misplaced-card dealer-has-acted=no first=1 second=2",
                "deal 7c",
            ],
            [-2000, 1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "2 bet casino-war 20",
                "deal 5c 9c 7c",
                "supervisor rule misplaced-card dealer-has-acted=yes first=1 second=2",
            ],
            [2000, -1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "2 bet casino-war 20",
                "deal 5c 5d 5h",
                "1 war",
                "2 war",
                "deal 9c 7c",
                "supervisor rule war-card-missed dealer-has-acted=yes seat=1",
            ],
            [0, 0, 0, 2000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "2 bet casino-war 20",
                "deal 5c 5d 5h",
                "1 war",
                "2 war",
                "deal 9c 7c",
                "supervisor rule war-card-missed dealer-has-acted=no seat=1",
                "deal 8c",
            ],
            [-2000, -2000, 0, 1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "2 bet casino-war 20",
                "deal 5c 5d 5h",
                "1 war",
                "supervisor rule player-absent seat=2",
                "deal 9c 7c",
            ],
            [-1000, 0, 1000],
        ),
        (Q, ["1 bet casino-war 10", "deal 5c", "supervisor rule dealer-not-dealt", "deal 4c"], [1000]),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c 4c",
                "supervisor rule misdeal cause=player-too-many declared=yes",
            ],
            [0],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c 4c",
                "supervisor rule misdeal cause=dealer-wrong-number declared=no",
            ],
            [1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c",
                "supervisor rule machine-malfunction disadvantaged=yes",
                "deal 4c",
            ],
            [1000],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "1 bet tie 5",
                "deal 5c 5d",
                "supervisor rule late-wager late=made seat=1 wager=casino-war",
            ],
            [0, 0],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "deal 5c 4c",
                "supervisor rule wrong-pay-out seat=1 wager=casino-war paid=5",
            ],
            [500, 500],
        ),
        (
            Q,
            [
                "1 bet casino-war 10",
                "2 bet casino-war 10",
                "deal 5c",
                "supervisor rule contravention sanction=void-the-wager seat=2 wager=casino-war",
                "deal 4c",
            ],
            [0, 1000],
        ),
        (
            H,
            [
                "1 bet ante 10",
                "2 bet ante 10",
                "deal 5c 5d 5h",
                "1 war",
                "supervisor rule player-absent seat=2",
                "deal ?? ?? ?? 9c 7c",
            ],
            [-500, 0, 1000],
        ),
        (
            H,
            ["1 bet ante 10", "2 bet ante 10", "deal 5c", "supervisor rule bettor-skipped box=2", "deal 7c"],
            [0, -1000],
        ),
        (H, ["1 bet ante 10", "deal 5c 4c", "supervisor rule misdeal"], [0]),
    ],
)
def test_rulings(name: str, events: list[str], nets: list[int]) -> None:
    found = Played(name, *events)
    assert found.nets == nets and found.table.over, (found.lines, found.table.asked)


def test_too_few_cards_are_filled_up_with_the_discards() -> None:
    worn: dict[str, Any] = {"shoe": {"unseen": 310}}
    found = Played(
        Q,
        "1 bet casino-war 10",
        "2 bet casino-war 20",
        "deal 5c 6c",
        "! deal 7c | sch 14 s 25",
        "supervisor rule too-few-cards",
        "deal 7c",
        before=worn,
    )
    assert found.nets == [-2000, -1000] and found.table.after["shoe"] == {"new": True}
    # Every nine but one lies among the discards or on a settled box: they can be dealt again, the one on the
    # table cannot.
    nines = {f"9{suit}": 6 for suit in "cdhs"}
    nines["9c"] = 4
    left: dict[str, Any] = {"shoe": {"out": nines, "unseen": 312 - 22 - 4}}
    events = [
        "1 bet casino-war 10",
        "2 bet casino-war 20",
        "deal 5c 9c 5d",
        "1 war",
        "supervisor rule too-few-cards",
    ]
    assert Played(Q, *events, "deal 9c 9c", before=left).nets == [2000, 0, 2000]
    with pytest.raises(BadInput, match="enough to finish"):
        Played(Q, "1 bet casino-war 10", "deal 5c", "supervisor rule too-few-cards")


@pytest.mark.parametrize("where", ["dealer-not-dealt", "stray-card where=dealers-completed-hand entered=no"])
def test_a_wrong_number_of_the_dealers_cards_may_be_a_misdeal(where: str) -> None:
    cards = "deal 5c" if where == "dealer-not-dealt" else "deal 5c 4c"
    found = Played(
        Q, "1 bet casino-war 10", cards, f"supervisor rule {where}", readings={"dealer-card-count": "misdeal"}
    )
    assert [line[2] for line in found.lines] == ["void"] and found.table.over


@pytest.mark.parametrize(("worse", "then", "net"), [("yes", "1 retract", 0), ("no", "deal 4c", 1000)])
def test_a_card_machine_fails(worse: str, then: str, net: int) -> None:
    found = Played(
        Q,
        "1 bet casino-war 10",
        "deal 5c",
        f"supervisor rule machine-malfunction disadvantaged={worse}",
        then,
        options={"machine": "yes"},
    )
    assert found.nets == [net]


def test_an_excluded_player_makes_no_war_wager() -> None:
    Played(
        Q,
        "1 bet casino-war 10",
        "deal 9c 9d",
        "supervisor rule contravention sanction=exclude seat=1",
        "! 1 war | s 10(2)(b)",
        "1 surrender",
    )


def test_a_second_card_face_up_is_more_than_one() -> None:
    with pytest.raises(BadInput, match="say cards=more"):
        Played(
            B,
            "1 bet initial 5",
            "deal Kh",
            "supervisor rule card-face-up cards=one",
            "deal 2c",
            "supervisor rule card-face-up cards=one",
        )


def test_the_dealers_surplus_card_goes_out_of_play() -> None:
    found = Played(
        Q,
        "1 bet casino-war 10",
        "deal 5c 4c",
        "supervisor rule stray-card where=dealers-completed-hand entered=no",
        "deal 8s",
    )
    assert found.nets == [1000] and found.table.after["shoe"] == {"out": {"4c": 1, "5c": 1, "8s": 1}}


@pytest.mark.parametrize(
    ("cards", "rule", "clause"),
    [
        ("deal 9c 7c", "contravention sanction=void-the-wager wager=casino-war", "s 10(2)(a)"),
        ("deal 7c 7d", "contravention sanction=both wager=casino-war", "s 10(2)(a)"),
        ("deal 9c 7c", "forbidden-device approved-in-writing=no", "s 5(2)(a)"),
        ("deal 7c 7d", "forbidden-device approved-in-writing=no", "s 5(2)(a)"),
        ("deal 7c 7d", "late-wager late=made wager=casino-war", "sch 14 s 9(1)"),
    ],
)
def test_a_void_wager_takes_a_settled_tie_with_it_by_the_clause_of_the_ruling(
    cards: str, rule: str, clause: str
) -> None:
    found = Played(Q, "1 bet casino-war 10", "1 bet tie 2", cards, f"supervisor rule {rule} seat=1")
    assert {line.wager: (line.result, line.clauses) for line in found.table.lines} == {
        wager: ("void", (clause,)) for wager in ("casino-war", "tie")
    }
    assert not any(found.table.net.values()) and found.table.over


def test_a_disclosed_card_may_be_removed() -> None:
    events = [
        "1 bet casino-war 10",
        "deal 5c",
        "supervisor rule card-drawn-in-error disclosed=yes round=goes-on card=Kh",
        "deal Kh 4c",
    ]
    assert Played(Q, *events, readings={"disclosed-card": "removed"}).nets == [1000]
    over = [
        "1 bet casino-war 10",
        "deal 5c 4c",
        "supervisor rule card-drawn-in-error disclosed=no round=is-over card=Kh",
    ]
    assert Played(Q, *over).table.after["shoe"]["first"] == ("Kh",)


def test_rulings_that_make_no_sense_are_told() -> None:
    with pytest.raises(BadInput, match="waits for no card"):
        Played(B, "1 bet initial 10", "deal 5c 4c", "supervisor rule bettor-skipped box=1")
    with pytest.raises(BadInput, match="which two boxes"):
        Played(
            Q,
            "1 bet casino-war 10",
            "deal 5c",
            "supervisor rule misplaced-card dealer-has-acted=no first=1 second=2",
        )
    with pytest.raises(BadInput, match="has no wager in this round"):
        Played(Q, "1 bet casino-war 10", "deal 5c", "supervisor rule late-wager late=made seat=2")
    with pytest.raises(BadInput, match="cards have been dealt"):
        Played(
            B,
            "1 bet initial 10",
            "deal 5c",
            "supervisor rule shuffler-fails cards-dealt=no",
            options={"shuffler": "yes"},
        )


def test_a_shuffler_that_fails_before_the_deal() -> None:
    played = Played(
        B,
        "1 bet initial 10",
        "supervisor rule shuffler-fails cards-dealt=no",
        "! deal 5c | reg 13(8)(d)",
        "dealer shuffle",
        "deal ?? 5c 4c",
        options={"shuffler": "yes"},
    )
    assert played.nets == [1000]


@pytest.mark.parametrize("name", [B, G, Q])
def test_every_software_section_is_emitted(name: str) -> None:
    """By the rounds above; this test runs them again where it runs alone."""
    test_bahamas_rows()
    test_bahamas_betting()
    test_bahamas_shoe()
    test_queensland_limits()
    test_queensland_shoe()
    test_several_boxes_in_queensland()
    test_each_bettor_decides_for_himself_and_one_card_serves_the_box()
    test_british_limits()
    test_british_war("9c 8d", [("push", 0), ("win", 1000)])
    test_british_war("9c 9d", [("push", 0), ("win", 1000)])
    test_queensland_war("9c 9d", [("void", 0), ("win", 2000)])
    test_too_few_cards_are_filled_up_with_the_discards()
    test_a_card_machine_and_its_decks()
    Played(G, "1 bet bet 10", "1 bet tie 1", "deal 5c 4c")
    Played(G, "1 bet bet 10", "1 bet tie 1", "deal 5c 5d", "1 surrender")
    for mark in test_rulings.pytestmark:  # type: ignore[attr-defined]
        for row in mark.args[1]:
            test_rulings(*row)
    rows = register(name.split("/")[0])
    seen = {rows.section(clause) for clause in EMITTED[name]}
    missing = [
        clause
        for clause, row in rows.clauses.items()
        if row.kind == "software" and "casino-war" in row.for_ and clause not in seen
    ]
    assert not missing
