"""Probe f: five seats choose at once; the order of their answers changes nothing."""

from __future__ import annotations

from itertools import permutations

from croupier.table.table import Table
from tests.probes.conformance import conforms, nets, nonsense, play, snapshot
from tests.probes.toys.holds import Holds

GAME = Holds()
BEFORE = {"wagers": [{"seat": str(seat), "on": "ante", "stake": str(10 * seat)} for seat in range(1, 6)]}
CARDS = "deal Ac Ad 2c 3c 4c 5c Kc Kd 6c 7c 8c 9c Tc Jc Qc"
HOLDS = ["1 hold p1+p2", "2 hold none", "3 hold p1+p2", "4 hold p1", "5 hold p2+p3"]
DRAWN = "deal 2d 3d 4d 5d 6d 9d 8d Qd"


def test_every_order_gives_the_same_record_and_settlement() -> None:
    first = conforms(GAME, BEFORE, [CARDS, *HOLDS, DRAWN])
    assert first.over and nets(first) == {
        "house": -20 - 60 - 100 + 20 + 40,
        "seat 1": 20,
        "seat 2": -20,
        "seat 3": 60,
        "seat 4": -40,
        "seat 5": 100,
    }
    half: dict[frozenset[str], str] = {}
    for order in permutations(HOLDS):
        table = Table(GAME, BEFORE)
        table.apply(CARDS)
        asked = table.asked
        for at, answer in enumerate(order, 1):
            assert table.asked == asked
            table.apply(answer)
            assert half.setdefault(frozenset(order[:at]), table.play.digest()) == table.play.digest()
        table.apply(DRAWN)
        assert (
            table.lines == first.lines
            and table.play.digest() == first.play.digest()
            and table.record() == first.record()
        )


def test_an_answer_is_given_once_and_the_others_stay_pending() -> None:
    table = play(GAME, BEFORE, [CARDS, "! 3 hold p1+p2+p3", "! 3 stand-pat", "3 hold p1"])
    assert [question.who for question in table.pending] == ["1", "2", "4", "5"]
    nonsense(table, "3 hold p2")
    nonsense(table, "4 hold p1+p1")
    nonsense(table, "deal 2d")


def test_who_has_left_is_answered_for() -> None:
    events = [CARDS, HOLDS[0], "supervisor rule hand-void-all-may-retract box=2 to=2+4+5"]
    table = play(GAME, BEFORE, events)
    assert [question.who for question in table.pending] == ["4", "5"]
    on = conforms(
        GAME,
        BEFORE,
        [*events, "! 3 hold p1", "5 continue", "4 retract", "3 hold p1+p2", "5 hold p2+p3", "deal 2d 3d Qd"],
    )
    assert nets(on) == {"house": -20 - 60 - 100, "seat 1": 20, "seat 3": 60, "seat 5": 100}
    assert snapshot(on)[-1] is True
