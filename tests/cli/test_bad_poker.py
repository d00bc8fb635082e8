"""Bad input at casino poker: one clear line, exit code 2, nothing changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli import main

Capture = pytest.CaptureFixture[str]
THREE, STUD, ULTIMATE, MISSISSIPPI = (
    "queensland/three-card-poker",
    "bahamas/caribbean-stud",
    "great-britain/ultimate-hold-em",
    "queensland/mississippi-stud",
)
DEALT = ["1 bet ante 10", "2 bet ante 10", "deal Qh 9d 2c Kd 6d 9s 3c 9c 4c"]
HIDDEN = ["deal ?? ?? ?? ?? ?? ?? ?? ?? ??", "1 bet", "2 bet"]
ROYAL = ["1 bet ante 10", "1 bet progressive 1", "deal As 2c Ks 3d Qs 4h Js 6c Ts 8d", "1 call"]
FIRST = ["1 bet ante 10", "1 bet blind 10", "deal Kh 2c Ks 9d"]


def refused(capsys: Capture, *argv: str) -> str:
    assert main(list(argv)) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize(
    ("game", "events", "more", "told"),
    [
        (
            THREE,
            ["1 bet ante 10", "2 bet ante 10", "deal Qh Qh"],
            {},
            "every Qh that the table holds has been dealt already",
        ),
        (
            THREE,
            [*DEALT[:2], *HIDDEN, "turn dealer#1 Kd", "turn dealer#2 Kd"],
            {},
            "every Kd that the table holds has been dealt already",
        ),
        (THREE, [*DEALT, "1 bet 20"], {}, "the bet wager is 10"),
        (
            STUD,
            ["1 bet ante 10", "deal As 2c Ks 3d Qs 4h Js 6c Ts 8d", "1 call 10"],
            {},
            "the bet wager is 20",
        ),
        (ULTIMATE, [*FIRST, "1 bet 20"], {}, "the play wager is 30 or 40"),
        (ULTIMATE, [*FIRST, "1 bet"], {}, "does not say how much"),
        (ULTIMATE, ["1 bet ante 10", "deal Kh"], {}, "all of ante, blind"),
        (
            MISSISSIPPI,
            ["1 bet ante 10", "deal Kh Ks", "1 bet 15"],
            {},
            "the 3rd-street wager is 10 or 20 or 30",
        ),
        (THREE, [*DEALT, "1 fold", "1 bet"], {}, "seat 1 has folded"),
        (THREE, [*DEALT, "1 bet", "1 fold"], {}, "seat 1 has decided already"),
        (THREE, [*DEALT, "3 bet"], {}, "has nothing to decide now"),
        (THREE, [*DEALT, "1 raise"], {}, "there is no act 'raise'"),
        (THREE, ["1 bet pair-plus 10"], {}, "needs a wager of the same player on ante"),
        (THREE, ["1 bet bet 10"], {}, "is not made before the deal"),
        (THREE, ["1 bet ante 10", "deal Jk"], {}, "'Jk' is not a card"),
        (
            STUD,
            [*ROYAL, "supervisor rule wrong-pay-out seat=1 wager=progressive paid=9999"],
            {"before": {"meters": {"progressive": "10000"}}},
            "was paid rightly",
        ),
        (
            STUD,
            [*ROYAL, *["supervisor rule wrong-pay-out seat=1 wager=progressive paid=19999"] * 2],
            {"before": {"meters": {"progressive": "10000"}}},
            "",
        ),
        (
            STUD,
            ["1 bet ante 10"],
            {"before": {"meters": {"jackpot": "5"}}},
            "this table has no meter 'jackpot'; it has progressive",
        ),
        (
            "great-britain/live-draw-poker",
            ["1 bet hand 10", "deal Kh Kd 7c 2s 9d", "1 hold Ah"],
            {},
            "name cards that lie on the table",
        ),
        ("bahamas/let-it-ride", ["1 bet bet-3 10", "deal Kh"], {}, "bet-1, bet-2, bet-3"),
    ],
)
def test_bad_rounds_of_poker(
    capsys: Capture, tmp_path: Path, game: str, events: list[str], more: dict[str, object], told: str
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"game": game, "events": events, **more}), encoding="utf-8")
    assert told in refused(capsys, "settle", str(file), "--json")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ((THREE, "--cards", "Qh 6d"), "a hand of this game has 3 cards, and 2 are named"),
        ((THREE, "--cards", "Qh 6d Qh"), "Qh is named twice"),
        ((THREE, "--cards", "Qh 6d 4x"), "'4x' is not a card"),
        ((THREE, "--cards", "Qh 6d 4c", "--up", "9c"), "no card of the dealer is seen in this game"),
        ((STUD, "--cards", "As Kd 9h 5c 3d"), "the dealer's upcard is seen in this game"),
        ((ULTIMATE, "--cards", "Kh 5d", "--board", "Kd"), "nothing is decided with 1 community cards"),
        ((MISSISSIPPI, "--cards", "Kh 5d", "--board", "Kd", "--done", "bet 9x"), "bet 9x"),
        (("great-britain/roulette", "--cards", "Kh"), "nothing is decided"),
        (("great-britain/live-draw-poker", "--cards", "Kh Kd"), "five different cards"),
    ],
)
def test_bad_advice(capsys: Capture, argv: tuple[str, ...], told: str) -> None:
    assert told in refused(capsys, "advise", *argv)


def test_a_jackpot_is_not_paid_twice(tmp_path: Path, capsys: Capture) -> None:
    """Two royal flushes of one round never take more than the meter holds,
    and the house is not asked for a second one.
    """
    deal = [
        "1 bet ante 10",
        "1 bet progressive 1",
        "2 bet ante 10",
        "2 bet progressive 1",
        "deal As Ah 2c Ks Kh 3d Qs Qh 4h Js Jh 6c Ts Th 8d",
        "1 call",
        "2 call",
    ]
    file = tmp_path / "round.json"
    file.write_text(
        json.dumps({"game": STUD, "events": deal, "before": {"meters": {"progressive": "10000"}}}),
        encoding="utf-8",
    )
    assert main(["settle", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    prizes = [float(line["net"]) + 1 for line in found["lines"] if line["wager"] == "progressive"]
    assert sum(prizes) == 10000 and found["net"]["meter progressive"] == "-10000"
