"""Bad input at twenty-one: one clear line, exit code 2, nothing changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli import main

Capture = pytest.CaptureFixture[str]
HOUSE, SPANISH_HOUSE, BRITISH, NEVERBUST = (
    "house/blackjack",
    "house/spanish-21",
    "great-britain/blackjack",
    "great-britain/neverbust-blackjack",
)
BAHAMAS, SINGLE, PURE, BUSTER = (
    "bahamas/blackjack",
    "bahamas/single-deck-blackjack",
    "california/pure-21-5",
    "california/pure-21-5-buster",
)
QUEENSLAND, SPANISH, CHALLENGE, SWITCH = (
    f"queensland/{game}"
    for game in ("blackjack", "spanish-blackjack", "blackjack-challenge", "blackjack-switch")
)
MAIN, BLACKJACK, ON_SPANISH, BOTH_HANDS = (
    "1 bet main 10",
    "1 bet blackjack 10",
    "1 bet spanish 10",
    "1 bet blackjack-switch 10",
)
ELEVEN = [MAIN, "deal 5s 6d 6s Tc"]
EIGHTS = [MAIN, "deal 8s 6d 8d Tc", "1 split", "deal 8h"]
ACE_UP = [MAIN, "deal 9s Ad 8s Tc"]
HIDDEN = [MAIN, "deal 9s Ad 8s ??", "1 decline"]
TWO_BOXES = [MAIN, "2 bet main 10", "deal 9s 8s 6d 8d 8c Tc"]
HANDS = [BOTH_HANDS, "deal 9c Tc 7d 3c 6d"]
BANK: dict[str, object] = {"before": {"bank": {"seat": "2", "cover": "100"}}}


def refused(capsys: Capture, *argv: str) -> str:
    assert main(list(argv)) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("croupier: ") and said.err.count("\n") == 1
    return said.err


def settled(capsys: Capture, path: Path, game: str, events: list[str], more: dict[str, object]) -> str:
    file = path / "round.json"
    file.write_text(json.dumps({"game": game, "events": events, **more}), encoding="utf-8")
    return refused(capsys, "settle", str(file), "--json")


@pytest.mark.parametrize(
    ("game", "events", "told"),
    [
        # Doubling.
        (HOUSE, [*ELEVEN, "1 double 20"], "doubling a wager of 10 takes no more than as much again [house]"),
        (
            QUEENSLAND,
            [BLACKJACK, "deal 5s 6d 6s", "1 double 10.01"],
            "takes no more than as much again [sch 2 s 24(1)]",
        ),
        (
            QUEENSLAND,
            [BLACKJACK, "deal 5s 6d 6s", "1 double 0"],
            "takes a further wager of 10 [sch 2 s 24(1)]",
        ),
        (BRITISH, [MAIN, "deal 5s 6d 6s", "1 double 5"], "doubling takes a further wager of 10 [r 4.27]"),
        (BAHAMAS, [*ELEVEN, "1 double 9.99"], "doubling takes a further wager of 10 [reg 3(9)(a)]"),
        (
            QUEENSLAND,
            [BLACKJACK, "deal 5s 6d 2s", "1 double"],
            "a hand is doubled on 9, 10, 11, and this one counts 7 [sch 2 s 24(1)]",
        ),
        (HOUSE, [*ELEVEN, "1 hit", "deal 2c", "1 double"], "a hand is doubled on its first 2 cards"),
        (HOUSE, [*ELEVEN, "1 double 5.005"], "'5.005' is not an amount of money"),
        (
            HOUSE,
            [*ELEVEN, "1 double ten"],
            "double names nothing, and 'ten' says nothing here; write it like 1 double 10",
        ),
        (HOUSE, [*ELEVEN, "1 hit 5"], "hit takes no amount; write it like 1 hit"),
        (
            NEVERBUST,
            [MAIN, "deal 5s 6d 6s", "1 double"],
            "hands are drawn like the dealer's, and nobody decides anything [r 4.75]",
        ),
        # Splitting.
        (HOUSE, [MAIN, "deal 9s 6d 8s Tc", "1 split"], "only two cards of one value are split"),
        (HOUSE, [MAIN, "deal 8s 6d 8d Tc", "1 split 5"], "splitting takes a further wager of 10"),
        (
            HOUSE,
            [MAIN, "deal 4s 6d 4d Tc", "1 hit", "deal 4c", "1 split"],
            "only two cards of one value are split",
        ),
        (
            HOUSE,
            [*EIGHTS, "1.1 split", "deal 8c", "1.1 split", "deal 8s", "1.1 split"],
            "a box has at most 4 hands",
        ),
        (
            QUEENSLAND,
            [BLACKJACK, "deal 8s 6d 8d", "1 split", "deal 8h", "1.1 split"],
            "a hand is not split again [sch 2 s 25(4)(a)]",
        ),
        (HOUSE, [MAIN, "deal As 6d Ad Tc", "1 split", "deal 5h", "1.1 hit"], "out of turn"),
        (
            QUEENSLAND,
            ["1a bet blackjack 10", "1b bet blackjack 10", "deal 8s 6d 8d", "1a split", "1b double"],
            "out of turn (split too, or first or second); what may come now: 1b: split, first, second",
        ),
        # Insurance and even money.
        (HOUSE, [*ACE_UP, "1 insurance 6"], "with 10 on main insurance may be at most 5 [house]"),
        (
            QUEENSLAND,
            [BLACKJACK, "deal 9s Ad 8s", "1 insurance 5.25"],
            "insurance may be at most 5 [sch 2 s 23(4)]",
        ),
        (HOUSE, [*ACE_UP, "1 insurance 0"], "an insurance wager is more than nothing"),
        (
            HOUSE,
            [*ELEVEN, "1 insurance 5"],
            "out of turn (hit or stand); what may come now: 1: hit, stand, double",
        ),
        (
            CHALLENGE,
            ["1 bet blackjack-challenge 10", "deal 9s Ad 8s", "1 insurance 5"],
            "there is no act 'insurance' in this game",
        ),
        (
            HOUSE,
            [*ACE_UP, "1b insurance 5"],
            "out of turn (insurance); what may come now: 1: insurance, decline",
        ),
        (HOUSE, [*ACE_UP, "1 hit"], "out of turn (insurance); what may come now: 1: insurance, decline"),
        (BRITISH, [MAIN, "deal 9s Ad 8s", "1 even-money"], "even money is for a natural [r 4.23]"),
        (SINGLE, [MAIN, "deal As Ad Ks Tc", "1 even-money"], "even money is not paid here [reg 3(7)(c)]"),
        # Surrender and forfeit.
        (BRITISH, [MAIN, "deal 9s Kd 7s", "1 surrender"], "no hand is given up for half of its wager here"),
        (
            HOUSE,
            [MAIN, "deal 9s Kd 7s 9c", "1 surrender"],
            "no hand is given up for half of its wager at this table",
        ),
        (
            SPANISH,
            [ON_SPANISH, "deal 9s 7d 6s", "1 surrender"],
            "hands are given up before anybody plays [sch 9 s 23(1)]",
        ),
        (
            SPANISH_HOUSE,
            [MAIN, "deal 2s 6d 3s 9c", "1 hit", "deal 4c", "1 surrender"],
            "a hand is given up on its first two cards",
        ),
        (
            SPANISH,
            [ON_SPANISH, "deal 5s 6d 6s", "1 forfeit"],
            "a wager is forfeited when its hand has been doubled and its last card lies [sch 9 s 25(7)]",
        ),
        (
            SPANISH,
            [ON_SPANISH, "deal 5s 6d 6s", "1 double", "deal 2c", "1 hit"],
            "a doubled hand gets one card more, and no other [sch 9 s 25(2)]",
        ),
        # Who decides, when, and for which hand.
        (
            HOUSE,
            ["1a bet main 10", "1b bet main 10", "deal 9s 6d 8s Tc", "1b hit"],
            "1a controls box 1 and decides for all who bet on it",
        ),
        (HOUSE, [*TWO_BOXES, "2 hit"], "box 1 is asked now"),
        (HOUSE, [*TWO_BOXES, "1 stand", "1 hit"], "box 2 is asked now"),
        (HOUSE, [*EIGHTS, "1.3 hit"], "there is no hand 1.3; box 1 has 1.1 and 1.2"),
        (HOUSE, [*EIGHTS, "1.2 hit"], "'1.2 hit' is refused"),
        (HOUSE, [*ELEVEN, "1.1 hit"], "there is no hand 1.1; box 1 has 1"),
        (HOUSE, [MAIN, "deal 5s 6d", "1 hit"], "out of turn (cards); what may come now: deal (to 1)"),
        (NEVERBUST, [MAIN, "deal 9c 7d 9d", "1 stand"], "nobody decides anything [r 4.75]"),
        (
            PURE,
            ["1 bet base 10", "deal Ks 6d 9d Tc", "1 hit"],
            "a hard total of 19 or more stands [GEGA-002077 L702-707]",
        ),
        (
            PURE,
            ["1 bet base 10", "deal 2s 6d 9d Tc", "1 stand"],
            "a hard total of 11 or less draws [GEGA-002077 L702-707]",
        ),
        (SWITCH, [*HANDS, "1.1 hit"], "box 1 first says whether it switches"),
        (
            SWITCH,
            [*HANDS, "1 keep", "1 switch"],
            "box 1 says once whether it switches, before it plays [sch 15 s 17(5)]",
        ),
        (SWITCH, [*HANDS, "1 keep", "1.2 hit"], "'1.2 hit' is refused"),
        # Cards.
        (SPANISH, [ON_SPANISH, "deal Ts"], "there is no Ts in these decks, which hold no tens"),
        (SPANISH_HOUSE, [MAIN, "deal 9s Td"], "there is no Td in these decks, which hold no tens"),
        (SINGLE, [MAIN, "deal As 5d As"], "every As that the table holds has been dealt already"),
        (HOUSE, [MAIN, "deal ??"], "the card at 1 lies face up; say which it is"),
        (
            HOUSE,
            [MAIN, "deal 9s 6d 9d Tc", "1 stand", "deal 5c", "deal 5c"],
            "comes too late: the round is over",
        ),
        (
            HOUSE,
            [*HIDDEN, "dealer natural", "turn dealer#2 9c"],
            "the dealer looked at this card and said natural",
        ),
        (
            HOUSE,
            [*HIDDEN, "dealer no-natural", "1 stand", "turn dealer#2 Kc"],
            "the dealer looked at this card and said no-natural",
        ),
        (
            HOUSE,
            [*HIDDEN, "turn dealer#2 Kc"],
            "out of turn (a look at the hole card); what may come now: dealer: natural, no-natural",
        ),
        (HOUSE, ["deal 9s"], "cards are dealt to boxes with a wager, and there is none"),
        # Wagers.
        (HOUSE, ["1 bet 21-plus-3 5"], "needs a wager of the same player on main"),
        (
            QUEENSLAND,
            ["1 bet super-sevens 5"],
            "needs a wager of the same player on blackjack [sch 2 s 33(1)]",
        ),
        (BAHAMAS, [MAIN, "1 bet over-13 11"], "with 10 on main it may be at most 10 [reg 3(15)(a)]"),
        (QUEENSLAND, [BLACKJACK, "1 bet bonus 2"], "bonus is exactly 1 [sch 2 s 38(1)]"),
        (
            QUEENSLAND,
            [BLACKJACK, "1b bet blackjack 10", "1b bet bonus 1"],
            "only 1, who controls box 1, may make this wager [sch 2 s 39(1)]",
        ),
        (HOUSE, [f"1{letter} bet main 10" for letter in "abcd"], "at most 3 persons bet on a box"),
        (BUSTER, ["1 bet base 10", "1b bet base 10"], "one person bets on a box here [GEGA-003353 L1696]"),
        (PURE, ["2 bet base 10"], "the player-dealer has no wager against himself"),
        (HOUSE, ["1 bet double 10"], "double is not made before the deal"),
        (SPANISH_HOUSE, ["1 bet super-bonus 10"], "super-bonus is not made before the deal"),
        (HOUSE, [*ELEVEN, "1 remove main"], "no wager is made or changed now"),
        (HOUSE, ["8 bet main 10"], "this table has 7 places"),
    ],
)
def test_bad_rounds_of_twenty_one(
    capsys: Capture, tmp_path: Path, game: str, events: list[str], told: str
) -> None:
    assert told in settled(capsys, tmp_path, game, events, BANK if game.startswith("california") else {})


@pytest.mark.parametrize(
    ("game", "events", "more", "told"),
    [
        (QUEENSLAND, [], {"before": {"entered": "1"}}, "before.entered: a list is wanted here, not text"),
        (
            QUEENSLAND,
            [],
            {"before": {"entered": ["x"]}, "options": {"late-entry": "refused"}},
            "'x' is not a person at this table",
        ),
        (
            QUEENSLAND,
            [],
            {"before": {"entered": ["1"], "sat-out": ["x"]}, "options": {"sat-out": "refused"}},
            "'x' is not a person at this table",
        ),
        (
            QUEENSLAND,
            [],
            {"before": {"entred": ["1"]}},
            "there is no key 'entred' in before; did you mean entered",
        ),
        (
            QUEENSLAND,
            ["2 bet blackjack 10"],
            {"before": {"entered": ["1"]}, "options": {"late-entry": "refused"}},
            "waits for the next [sch 2 s 10(1)]",
        ),
        (
            QUEENSLAND,
            ["2 bet blackjack 10"],
            {"before": {"entered": ["1"]}, "options": {"late-entry": "minimum", "minimum": "5"}},
            "bets the minimum until the cards are shuffled [sch 2 s 10(2)]",
        ),
        (
            SPANISH,
            ["2 bet spanish 10"],
            {"before": {"entered": ["1", "2"], "sat-out": ["2"]}, "options": {"sat-out": "refused"}},
            "waits for a new shoe [sch 9 s 10(3)]",
        ),
        (
            SPANISH,
            [],
            {"before": {"closing": "3"}},
            "before.closing: a table of keys is wanted here, not text",
        ),
        (
            SPANISH,
            [],
            {"before": {"closing": {"rounds": "soon", "clause": "sch 9 s 19(3)"}}},
            "closing says how many of the last rounds are left",
        ),
        (
            SPANISH,
            [],
            {"before": {"closing": {"rounds": "-3", "clause": "sch 9 s 19(3)"}}},
            "closing says how many of the last rounds are left",
        ),
        (
            SPANISH,
            [],
            {"before": {"closing": {"rounds": "2"}}},
            "closing says how many of the last rounds are left",
        ),
        (
            QUEENSLAND,
            [],
            {"before": {"closing": {"rounds": "2", "clause": "sch 9 s 19(3)"}}},
            "at a table that may announce them",
        ),
        (
            SPANISH,
            [ON_SPANISH],
            {"before": {"closing": {"rounds": "0", "clause": "sch 9 s 19(3)"}}},
            "the table is closed [sch 9 s 19(3)]",
        ),
        (SINGLE, [], {"before": {"shoe": {"out": {"As": 2}}}}, "hold 1 As, and 2 cannot have left the shoe"),
        (
            SINGLE,
            [],
            {"before": {"shoe": {"unseen": 53}}},
            "hold 52 cards, and no more can have left the shoe",
        ),
        (SPANISH, [], {"before": {"shoe": {"out": {"Kz": 1}}}}, "'Kz' is not a card"),
        (
            SPANISH,
            [],
            {"before": {"shoe": {"out": {"Ts": 1}}}},
            "there is no Ts in these decks, which hold no tens",
        ),
        (SPANISH, [], {"before": {"shoe": {"unseen": 289}}}, "6 decks without tens hold 288 cards"),
        (
            HOUSE,
            [],
            {"before": {"wagers": [{"seat": "1", "on": "main", "stake": "5"}]}},
            "there is no key 'wagers' in before",
        ),
        (
            HOUSE,
            [],
            {"options": {"soft-17": "maybe"}},
            "option soft-17 cannot be 'maybe'; it is one of stand, hit [house]",
        ),
        (
            HOUSE,
            [],
            {"options": {"hands": "5"}},
            "option hands cannot be '5'; it is one of 1, 2, 3, 4, open [house]",
        ),
        (
            BRITISH,
            [],
            {"readings": {"two-card-21": "loses"}},
            "reading two-card-21 cannot be 'loses'; it is one of goes-back, wins [r 4.30]",
        ),
        (QUEENSLAND, [], {"options": {"decks": "3"}}, "3 decks cannot be used here"),
        (
            QUEENSLAND,
            [BLACKJACK, "1 bet bonus 1"],
            {"options": {"decks": "7"}},
            "bonus is not offered at this table [sch 2 s 38(2)]",
        ),
        (HOUSE, [], {"options": {"depth": "400"}}, "option depth cannot be 400: with 6 decks"),
        (
            PURE,
            [],
            {"options": {"schedule": "2013-1", "player-fee": "1"}},
            "players pay no fee at a table of this schedule",
        ),
        (PURE, ["1 bet base 10", "deal 9s"], {}, "nobody banks this round yet"),
        (
            HOUSE,
            [MAIN, "deal 8s 6d 8d Tc", "1 split", "deal 3h", "1.1 surrender"],
            {"options": {"surrender": "late"}},
            "a hand is given up on its first two cards",
        ),
        (
            BRITISH,
            [MAIN, "deal 4s 6d 4d", "1 split"],
            {"options": {"split": "not-4-5-10"}},
            "a pair of 4 is not split here [r 4.28(a)]",
        ),
    ],
)
def test_bad_tables_of_twenty_one(
    capsys: Capture, tmp_path: Path, game: str, events: list[str], more: dict[str, object], told: str
) -> None:
    assert told in settled(capsys, tmp_path, game, events, more)


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ((HOUSE, "--cards", "9h", "--up", "Tc"), "a hand has two cards or more, and 1 is named"),
        ((HOUSE, "--cards", "9h 7d"), "the dealer's upcard is seen in this game"),
        ((HOUSE, "--cards", "9h 7d", "--up", "Tc 9c"), "the dealer shows one card, not 'Tc 9c'"),
        ((HOUSE, "--cards", "9h 7x", "--up", "Tc"), "'7x' is not a card"),
        (
            (HOUSE, "--cards", "9h 7d", "--up", "Tc", "--board", "2c"),
            "there are no community cards at twenty-one",
        ),
        ((HOUSE, "--cards", "9h 7d", "--up", "Tc", "--done", "fold"), "there is no course of play 'fold'"),
        ((HOUSE, "--cards", "9h 7d Kc", "--up", "Tc"), "is over 21: nothing is decided any more"),
        ((SINGLE, "--cards", "9h 9h", "--up", "Tc"), "every 9h that the shoe may hold has left it already"),
        ((SPANISH, "--cards", "9h Td", "--up", "Kc"), "there is no Td in these decks"),
        (
            (HOUSE, "--cards", "9h 9d", "--up", "9c", "--wager", "insurance"),
            "insurance is not offered at this table when the dealer shows 9c",
        ),
        ((NEVERBUST, "--cards", "9h 3d", "--up", "Ac"), "nothing is decided in this game"),
        (
            (HOUSE, "--cards", "9h 7d", "--up", "Tc", "--before", "shoe.out.5h=9"),
            "6 decks hold 6 5h, and 9 cannot have left the shoe",
        ),
    ],
)
def test_bad_advice_at_twenty_one(capsys: Capture, argv: tuple[str, ...], told: str) -> None:
    assert told in refused(capsys, "advise", *argv)
