"""Written rounds: what is read, what is settled, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.errors import BadInput
from croupier.table import written
from croupier.table.table import Table
from croupier.table.written import read_round

ROULETTE = "great-britain/roulette"


def settle(events: list[str], **more: Any) -> dict[str, Any]:
    return croupier.game(ROULETTE).settle({"events": events, **more}).value()


def test_the_record_has_exactly_the_keys_that_outsiders_rely_on() -> None:
    value = settle(["1 bet straight:17 10", "spin 17"])
    assert list(value) == [
        "format",
        "game",
        "ruleset",
        "lines",
        "net",
        "after",
        "pending",
        "refused",
        "rulings",
        "duties",
        "notes",
    ]
    assert value["format"] == 1 and value["game"] == ROULETTE
    (line,) = value["lines"]
    assert list(line) == [
        "seat",
        "bettor",
        "hand",
        "wager",
        "stake",
        "result",
        "odds",
        "net",
        "charge",
        "uncovered",
        "paid_by",
        "clauses",
        "why",
    ]
    assert (line["wager"], line["stake"], line["result"], line["odds"], line["net"], line["paid_by"]) == (
        "straight:17",
        "10",
        "win",
        "35:1",
        "350",
        "house",
    )
    assert value["net"] == {"house": "-350", "seat 1": "350"}
    assert value["pending"] == []
    assert "lapsed" in value["notes"][0]
    assert json.loads(json.dumps(value)) == value


def test_a_rulebook_in_force_has_no_note() -> None:
    assert croupier.game("queensland/roulette").settle({"events": ["spin 1"]}).value()["notes"] == []


def test_toml_and_json_say_the_same() -> None:
    toml = (
        'format = 1\ngame = "great-britain/roulette"\nevents = ["1a bet red 7.50", "spin '
        '0"]\n[options]\nzero-rule = "all-lost"\nrage = false\n'
    )
    as_json = (
        '{"format": 1, "game": "great-britain/roulette", "events": ["1a bet red 7.50", "spin 0"], '
        '"options": {"zero-rule": "all-lost", "rage": false}}'
    )
    assert read_round(toml) == read_round(as_json) == read_round(as_json.encode())
    game = croupier.game(ROULETTE)
    assert game.settle(toml) == game.settle(as_json)
    assert game.settle(toml).value()["net"] == {"house": "7.50", "seat 1a": "-7.50"}


def test_options_and_readings_of_the_file_are_in_the_ruleset() -> None:
    plain, changed = settle(["spin 1"]), settle(["spin 1"], readings={"odd-half": "the-house-keeps-it"})
    assert plain["ruleset"] != changed["ruleset"]


def test_the_short_form_equals_its_events() -> None:
    game = croupier.game(ROULETTE)
    short = game.settle(
        {
            "draws": "17",
            "wagers": [
                {"seat": 1, "on": "straight:17", "stake": 10},
                {"seat": "2b", "on": "red", "stake": "2.50"},
                {"seat": 3, "bettor": "a", "on": "low", "stake": "1"},
            ],
        }
    )
    assert short == game.settle(
        {"events": ["1 bet straight:17 10", "2b bet red 2.50", "3a bet low 1", "spin 17"]}
    )


def test_the_short_form_without_a_draw_waits() -> None:
    value = croupier.game(ROULETTE).settle({"wagers": [{"seat": 1, "on": "red", "stake": "10"}]}).value()
    assert value["lines"] == []
    assert value["pending"][-1] == {"who": "table", "acts": {"spin": None}}
    anyone = next(row for row in value["pending"] if row["who"] == "*")
    assert anyone["acts"]["bet red"] is None
    assert anyone["acts"]["bet rage"] == {
        "why": "it may be made only after a spin that establishes a colour",
        "clause": "r 3.15",
    }


def test_decisions_are_fed_when_the_person_is_asked() -> None:
    game = croupier.game(ROULETTE)
    short = game.settle(
        {
            "draws": "17",
            "decisions": ["1:remove red=4", "1:remove low"],
            "wagers": [{"seat": 1, "on": "red", "stake": "10"}, {"seat": 1, "on": "low", "stake": "10"}],
        }
    )
    assert short == game.settle(
        {"events": ["1 bet red 10", "1 bet low 10", "1 remove red 4", "1 remove low", "spin 17"]}
    )


@pytest.mark.parametrize("left", [{"draws": "17 18"}, {"draws": "17", "decisions": ["2:remove red"]}])
def test_what_is_left_over_is_an_error(left: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="left over"):
        croupier.game(ROULETTE).settle({"wagers": [{"seat": 1, "on": "red", "stake": "10"}], **left})


def test_several_rounds_carry_on_and_sum() -> None:
    value = settle(
        [
            "1 bet red 10",
            "spin 1",
            "table next-round",
            "1 bet rage 5",
            "2 bet red 10",
            "spin 2",
            "table next-round",
            "2 bet black 1",
            "spin 2",
        ]
    )
    assert [(line["round"], line["wager"], line["result"]) for line in value["lines"]] == [
        (1, "red", "win"),
        (2, "rage", "lose"),
        (2, "red", "lose"),
        (3, "black", "win"),
    ]
    assert value["net"] == {"house": "4", "seat 1": "5", "seat 2": "-9"}
    assert value["after"] == {"last": "black", "run": 2}


def test_before_is_what_the_table_carried() -> None:
    value = settle(["1 bet rage 5", "spin 1"], before={"last": "red", "run": 1, "establishing": True})
    assert value["lines"][0]["result"] == "stands"
    again = settle(["spin 2"], before=value["after"])
    assert again["lines"][0]["result"] == "lose" and again["net"]["seat 1"] == "-5"


def test_a_next_round_before_the_end_is_too_early() -> None:
    with pytest.raises(BadInput, match="too early"):
        settle(["1 bet red 10", "table next-round"])


def test_a_refused_event_is_told_with_its_clause() -> None:
    value = settle(["! 1 bet rage 5", "1 bet red 5", "!2 remove red", "spin 1"])
    assert value["refused"][0] == {
        "event": "1 bet rage 5",
        "why": "it may be made only after a spin that establishes a colour",
        "clause": "r 3.15",
    }
    assert value["refused"][1]["event"] == "2 remove red"
    assert value["net"]["seat 1"] == "5"


def test_an_accepted_event_that_must_be_refused_names_event_and_clause() -> None:
    with pytest.raises(
        BadInput, match=r"'! 1 bet red 10' must be refused, but the rules allow it \[r 3.2\(i\)\]"
    ):
        settle(["! 1 bet red 10", "spin 1"])


def test_a_refused_event_without_a_mark_names_event_and_clause() -> None:
    with pytest.raises(BadInput, match=r"'1 bet rage 5' is refused: .* \[r 3.15\]"):
        settle(["1 bet rage 5"])


def test_a_misspelt_wager_is_not_taken_for_a_refusal() -> None:
    with pytest.raises(BadInput, match="did you mean red"):
        settle(["! 1 bet redd 10"])


def test_rulings_and_duties_are_told() -> None:
    value = settle(["1 bet red 10", "supervisor rule no-spin reason=same-direction", "spin 1"])
    assert value["rulings"] == [{"id": "no-spin", "clauses": ["r 3.6"], "did": ["void-draw"]}]
    assert value["duties"] == ["announce no spin"]


def test_the_trace_has_every_event_and_the_table_as_it_was() -> None:
    steps = (
        croupier.game(ROULETTE)
        .settle({"events": ["1 bet red 10", "! 1 bet rage 5", "spin 1"]}, trace=True)
        .value()["trace"]
    )
    assert [step["event"] for step in steps] == ["1 bet red 10", "1 bet rage 5", "spin 1"]
    assert steps[0]["clauses"] == ("r 3.2(i)",)
    assert (
        "spin" in steps[0]["asked"]
        and steps[0]["record"]["wagers"][0]["on"] == "red"
        and steps[0]["record"]["state"]["phase"] == "open"
    )
    assert (
        steps[1]["refused"].startswith("it may be made only")
        and steps[1]["clauses"] == ("r 3.15",)
        and steps[1]["record"] == steps[0]["record"]
    )
    assert steps[2]["record"]["lines"][0]["net"] == "10" and "r 3.9" in steps[2]["clauses"]


def described(waited: dict[str, Any]) -> str:
    """Tell a wait of a trace in one line."""
    draw = [f"{waited['draw']} {waited['place']}".strip()] if waited["draw"] else []
    asked = [f"{one['who']}: {', '.join(one['acts'])}" for one in waited["asked"]]
    return "; ".join([waited["text"], *draw, *asked])


def test_the_trace_tells_what_was_waited_for_as_values_too() -> None:
    events = ["1 bet red 10", "! 2 bet rage 5", "1 remove red", "spin 1"]
    steps = croupier.game(ROULETTE).settle({"events": events}, trace=True).value()["trace"]
    assert [described(step["waited"]) for step in steps] == [step["asked"] for step in steps]
    assert steps[0]["waited"]["draw"] == "spin" and steps[0]["waited"]["place"] == ""
    assert {"who": "1", "acts": ("remove red",)} in steps[2]["waited"]["asked"]


def test_a_table_knows_where_the_next_card_goes() -> None:
    table = Table(croupier.game("house/blackjack").playable)
    places = []
    for event in ("1 bet main 10", "deal 2c", "deal 3c", "deal 4c", "deal 5c"):
        table.apply(event)
        places.append((table.draw_wanted, table.draw_place))
    assert places == [("deal", "1"), ("deal", "dealer"), ("deal", "1"), ("deal", "dealer"), ("", "")]
    assert all(
        f"; deal {place}" in entry.asked for entry, (_, place) in zip(table.log[1:], places, strict=False)
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("events = [", "not TOML"),
        ("{", "not JSON"),
        ("", "does not say which game"),
        ("game = 5\nevents = []", "does not say which game"),
        ('game = "great-britain/roulette"', "says nothing that happened"),
        ('game = "x"\nevents = []\ndraws = "1"', "mixes events with draws"),
        ('game = "x"\nevnts = []', "did you mean events"),
        ('game = "x"\nevents = "1 bet red 10"', "must be a list"),
        ('game = "x"\nevents = [1]', "not text"),
        ('format = 2\ngame = "x"\nevents = []', "format '2' is not known"),
        ('game = "x"\nevents = []\nbefore = 1', "before must be a table"),
        ('game = "x"\nevents = []\n[options]\nwheel = ["a"]', "must give each name one value"),
        ('game = "x"\nevents = []\n[before]\npoint = 1.5', "neither text"),
        ('game = "x"\nevents = []\n[before]\npoint = 1979-05-27', "neither text"),
        ('game = "x"\nwagers = [{seat = 1, on = "red"}]', "is not a wager"),
        ('game = "x"\nwagers = [{seat = 1, on = "red", steak = 1, stake = 1}]', "did you mean stake"),
        ('game = "x"\nwagers = [{seat = 1, on = "red", stake = "10 confirmed=x"}]', "is not a wager"),
        ('game = "x"\nwagers = [{seat = "dealer", on = "red", stake = true}]', "is not a wager"),
        ('game = "x"\ndecisions = ["bet"]', "is not a decision"),
        ('game = "x"\nevents = []\n[before]\nn = ' + "9" * 30, "neither text"),
        ('game = "x"\nevents = []\n[before]\nn = ' + "9" * 5000, "not TOML"),
        ("a" + ".a" * 100_000 + " = 1", "nested too deeply"),
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ('{"game": ' + "[" * 5000 + "]" * 5000 + "}", "nested too deeply"),
        ('game = "x"\nevents = []\n[before]\nn = [[[[[[[[[[1]]]]]]]]]]', "nested too deeply"),
        ("x" * (written.LARGEST + 1), "larger than"),
        ('game = "x"\nevents = [' + '"",' * (written.MOST_EVENTS + 1) + "]", "more than"),
    ],
)
def test_bad_files_are_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told) as caught:
        found = read_round(text, "round.toml")
        croupier.game(ROULETTE).settle({"draws": "1", "decisions": list(found.decisions)})
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(BadInput, match="not UTF-8"):
        read_round(b"\xff\xfe\x00")


_LIKELY = st.sampled_from(
    ["1", "red", "10", "17", ROULETTE, "1 bet red 10", "spin 17", "! spin 1", "table next-round"]
)
_SCALARS = st.one_of(st.text(max_size=20), st.integers(), st.booleans(), st.none(), st.floats(), _LIKELY)
_NAMES = st.sampled_from([*written._KEYS, "seat", "on", "stake", "last", "run", "x"])
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_NAMES, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(written._KEYS), _VALUES, max_size=6))
def test_only_bad_input_escapes_from_dicts(found: dict[str, Any]) -> None:
    try:
        json.dumps(croupier.game(ROULETTE).settle(found, trace=True).value())
    except BadInput as error:
        assert "\n" not in str(error)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_only_bad_input_escapes_from_files(text: str | bytes) -> None:
    try:
        read_round(text)
    except BadInput as error:
        assert "\n" not in str(error)


_WORDS = st.sampled_from(
    [
        "1",
        "2a",
        "dealer",
        "supervisor",
        "table",
        "bet",
        "remove",
        "rule",
        "spin",
        "deal",
        "red",
        "straight:17",
        "rage",
        "17",
        "0",
        "37",
        "10",
        "7.555",
        "no-spin",
        "reason=other",
        "next-round",
        "no-more-bets",
        "!",
        "x=y",
    ]
)
_CARRIED = st.dictionaries(
    st.sampled_from(["last", "run", "establishing", "wagers", "barred", "excluded", "limits"]),
    _VALUES,
    max_size=3,
)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.lists(_WORDS, min_size=1, max_size=5).map(" ".join), max_size=6), _CARRIED)
def test_only_bad_input_escapes_from_events(events: list[str], before: dict[str, Any]) -> None:
    try:
        value = croupier.game(ROULETTE).settle({"events": events, "before": before}).value()
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert sum(round(float(amount) * 100) for amount in value["net"].values()) == 0
