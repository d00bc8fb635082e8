"""What follows from a proof is as exact as the proof: what is a chance of a round counts rounds, not hands.

Then what else was said of a proof and did not follow from it: what is staked besides, the least prizes of a
meter, the point of a table, fixed prizes, options that change nothing, copies of whole files.
"""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.api import check, odds_value
from croupier.cli import main
from croupier.cli.sheets import as_csv, as_html
from croupier.families import build, ruleset
from croupier.families.streets.caps import Within
from croupier.families.streets.odds import bounds
from croupier.prove.outlook import chances_of_ruin, net_after
from croupier.prove.proof import WagerProof
from croupier.rulebook.load import RULEBOOKS, game_ids
from tests.streets.problems import game as street_game
from tests.tiers import chosen_games, in_turn
from tests.twentyone.problems import declared, games

ALWAYS = {"queensland/craps", "great-britain/roulette", "queensland/baccarat", "california/pure-21-5"}
FOLDER = Path(croupier.__file__).parent / "certificates" / "twenty-one"
TOO_FINE = 1 << 22
"""A net after a hundred rounds with more values is not drawn here."""


@cache
def proofs(game: str, **options: str) -> tuple[WagerProof, ...]:
    """The odds of every wager of a game."""
    return tuple(croupier.game(game, **options).odds())


@cache
def main_of(game: str) -> WagerProof:
    """The odds of the main wager of a game of twenty-one."""
    return croupier.game(game).odds([declared(game).rules.main])[0]


def names() -> list[object]:
    """Every game that is proved; some always, the others in turn."""
    proved = [game for game in chosen_games() if croupier.game(game).built.odds is not None]
    return in_turn(proved, ALWAYS)


@pytest.mark.parametrize("game", names())
def test_the_chances_of_a_round_come_to_one_and_give_edge_and_variance(game: str) -> None:
    for proof in proofs(game):
        nets = proof.rounds.nets
        assert sum((one.probability for one in nets), Fraction(0)) == 1, proof.example
        assert all(one.ways >= 0 for one in nets), proof.example
        mean = sum((one.probability * (one.net - proof.charge) for one in nets), Fraction(0))
        assert mean == proof.expected == -proof.edge * proof.stake, proof.example
        square = sum((one.probability * (one.net - proof.charge) ** 2 for one in nets), Fraction(0))
        assert proof.variance == (square - mean**2) / proof.stake**2, proof.example
        assert 0 <= proof.hit <= 1, proof.example
        won = sum((one.probability for one in nets if one.net > 0), Fraction(0))
        assert proof.hit == won or not proof.counts_hands, proof.example
        decided = proof.edge / proof.edge_resolved if proof.edge_resolved else Fraction(1)
        assert 0 < decided <= 1, proof.example


@pytest.mark.parametrize("game", sorted(set(games()) & set(chosen_games())))
def test_rows_of_twenty_one_count_hands_and_rounds_are_proved_beside_them(game: str) -> None:
    main = main_of(game)
    hands = sum((row.probability for row in main.rows), Fraction(0))
    assert abs(hands - main.hands) <= len(main.rows) * main.error
    assert main.counts_hands == (main.hands != 1)
    value = odds_value(croupier.game(game), [main])["wagers"][0]
    if main.counts_hands:
        ways = {Fraction(one["net"]): Fraction(one["ways"], one["total"]) for one in value["rounds"]["nets"]}
        assert sum(ways.values()) == 1 and value["hit"] == float(main.hit)
    else:
        assert "rounds" not in value


@pytest.mark.parametrize("game", sorted(set(games()) & set(chosen_games())))
def test_the_variance_that_is_kept_was_found_by_another_way(game: str) -> None:
    """From every two hands of a round, in floating point: to six digits at switch, to twelve elsewhere."""
    main = main_of(game)
    path = next(
        path for path in FOLDER.glob("*.json") if json.loads(path.read_text())["problem"] == main.certificate
    )
    kept = json.loads(path.read_text())
    near = 1e-6 if declared(game).rules.setup.switch else 2e-12
    assert float(main.variance) == pytest.approx(float(kept["variance"]), abs=near)
    assert {Fraction(net) for net, _ in kept["rounds"]} >= {
        Fraction(one.net, main.stake) for one in main.rounds.nets if one.ways
    }


def test_counted_games_have_no_error_and_others_say_theirs() -> None:
    exact = {game for game in games() if not main_of(game).rounds.error}
    assert {"queensland/blackjack", "queensland/spanish-blackjack", "queensland/blackjack-challenge"} <= exact
    for game in set(games()) - exact:
        assert 0 < main_of(game).rounds.error <= Fraction(1, 10_000), game


@pytest.mark.parametrize("game", names())
def test_the_outlook_counts_rounds(game: str) -> None:
    for proof in proofs(game)[:3]:
        nets = [one.net for one in proof.rounds.nets]
        step = int(np.gcd.reduce(np.array([net - nets[0] for net in nets], np.int64))) or 1
        if (max(nets) - min(nets)) // step * 20 > TOO_FINE:
            continue
        after = net_after(proof, 20)
        assert after.chances.sum() == pytest.approx(1, abs=1e-6), proof.example
        mean = float((after.nets * after.chances).sum()) / 20
        assert mean == pytest.approx(float(proof.expected), abs=1e-6 * max(map(abs, nets))), proof.example


def test_queensland_blackjack_over_a_hundred_rounds() -> None:
    """It was said to be ahead in 571.3 % of evenings, and ruined in 48.7 % where it is about 8 %."""
    main = main_of("queensland/blackjack")
    after = net_after(main, 100)
    ahead = float(after.chances[after.nets > 0].sum())
    assert 0.4 < ahead < 0.5
    assert float(main.hit) == pytest.approx(0.4338, abs=1e-4)
    _, chances = chances_of_ruin(main, 20 * main.stake, 100)
    assert float(chances[-1]) == pytest.approx(0.0841, abs=1e-4)


@pytest.mark.parametrize("game", ["queensland/blackjack", "house/blackjack-switch"])
def test_a_par_sheet_has_chances_of_rounds_that_come_to_a_hundred(game: str) -> None:
    main = main_of(game)
    lines = [line.split(",") for line in as_csv(croupier.game(game), [main]).splitlines()]
    rows = [line for line in lines if line[0] == "row" and line[1] == main.example]
    assert sum(float(line[-2]) for line in rows) == pytest.approx(100, abs=1e-3)
    assert sum(float(line[-1]) for line in rows) == pytest.approx(100 * float(main.returned), abs=1e-3)
    hands = [line for line in lines if line[0] == "hand"]
    assert sum(float(line[-1]) for line in hands) == pytest.approx(100 * float(main.hands), abs=1e-3)
    assert f"{100 * float(main.hit):.4f}" in as_html(croupier.game(game), [main])


@pytest.mark.parametrize("game", ["house/blackjack-switch", "house/blackjack", "queensland/blackjack"])
def test_a_par_sheet_calls_exact_what_is_exact(game: str) -> None:
    main = main_of(game)
    sheet = as_csv(croupier.game(game), [main])
    counted = not main.error and not main.rounds.error
    assert ("head,method,exact counts; no sampling\n" in sheet) == counted
    assert ("not exact" in sheet) != counted
    assert (f"= {main.edge.numerator}/" in sheet) == main.exact
    assert (f"= {main.hit.numerator}/" in sheet) == counted
    assert not main.rounds.error or net_after(main, 100).error > 100 * main.rounds.error


@pytest.mark.turn
@pytest.mark.parametrize(
    ("game", "wagers"),
    [("bahamas/caribbean-stud", ["ante", "progressive"]), ("california/commission-free-baccarat", ["tie"])],
)
def test_the_picture_of_stakes_leaves_out_stakes_that_may_not_be(
    game: str, wagers: list[str], tmp_path: Path
) -> None:
    asked = [part for wager in wagers for part in ("--wager", wager)]
    drawn = tmp_path / "stake.svg"
    assert main(["odds", game, *asked, "--plot", str(drawn), "--picture", "stake"]) == 0
    assert drawn.exists()


# Item by item.


@pytest.mark.parametrize(
    "game", [game for game in games() if declared(game).rules.setup.switch and game in chosen_games()]
)
def test_the_stake_on_the_second_hand_of_a_switch_counts(game: str) -> None:
    main = main_of(game)
    assert main.beside == main.stake
    assert main.edge_outlay < main.edge / 2
    assert main.returned == 1 - main.edge / 2


def test_a_meter_breaks_even_where_its_least_prizes_are_counted() -> None:
    """Sch 3 s 24: a straight flush takes 1,000 at least, and a royal flush 10,000."""
    table = croupier.game("queensland/caribbean-stud", jackpot="progressive")
    edges = []
    for meter in ("0", "159810.54", "159810.55"):
        (proof,) = table.odds(["jackpot"], before={"meters": {"progressive": meter}})
        assert "at 159,810.55 the wager breaks even" in proof.notes[0]
        edges.append(proof.edge)
    assert edges[0] > edges[1] > 0 >= edges[2]


@pytest.mark.parametrize("point", [4, 5, 6, 8, 9, 10])
@pytest.mark.parametrize(
    ("game", "wager"),
    [
        ("queensland/craps", "odds-win"),
        ("queensland/craps", "odds-dont-win"),
        ("bahamas/craps", "odds-pass"),
        ("great-britain/craps", "odds-win-line"),
        ("house/craps", "odds-pass"),
    ],
)
def test_a_supplement_is_proved_on_the_point_that_is_given(game: str, wager: str, point: int) -> None:
    table = croupier.game(game)
    name = (
        wager
        if wager in table.rules.names
        else next(name for name in table.rules.names if table.rules.wager(name)[0].kind == "odds")
    )
    (proof,) = table.odds([name], before={"point": point})
    assert {row.row for row in proof.rows} == {str(point), "lose"}
    assert proof.start["point"] == point


def test_winnings_of_a_larger_supplement_are_rounded_up() -> None:
    """Sch 4 s 14(4): five behind a five pay seven and a half, and so eight, where twice is agreed."""
    twice = croupier.game("queensland/craps", odds_multiple=2)
    (proof,) = twice.odds(["odds-win"], stake=5, before={"point": 5})
    assert proof.edge == Fraction(-1, 25) and max(row.net for row in proof.rows) == 800
    lying = [{"seat": 1, "on": "win", "stake": "5", "state": "5"}]
    (plain,) = twice.odds(["odds-win"], stake=5, before={"point": 5, "wagers": lying})
    assert plain.edge == 0
    lying[0]["stake"] = "3"
    (larger,) = twice.odds(["odds-win"], stake=5, before={"point": 5, "wagers": lying})
    assert larger.edge == proof.edge and "with 3 on win" in larger.notes


@pytest.mark.parametrize("game", ["queensland/spanish-blackjack", "house/spanish-21"])
def test_an_edge_that_rests_on_a_fixed_prize_says_so(game: str) -> None:
    table = croupier.game(game)
    main = main_of(game)
    bonus = any(
        row.kind == "super-bonus" and table.rules.offered(name) for name, row in table.rules.wagers.items()
    )
    assert any("super bonus" in note and "for a stake of" in note for note in main.notes) == bonus
    if bonus:
        (other,) = table.odds([main.wager], stake=20)
        assert other.edge > main.edge


@pytest.mark.parametrize("game", names())
def test_a_fixed_prize_is_told_with_every_wager_that_has_one(game: str) -> None:
    rules = croupier.game(game).rules
    for proof in proofs(game):
        fixed = any(pay.kind in ("amount", "share") for pay in rules.prices(proof.wager).values())
        exactly = rules.wager(proof.wager)[0].stake.exactly
        said = any("whatever the stake, so the edge depends on it" in note for note in proof.notes)
        assert said or not fixed or exactly, proof.example


def bounded() -> list[tuple[str, str, str]]:
    """Every wager of which no more is paid than an option says, with that option."""
    found = []
    for name in game_ids():
        rules = ruleset(name)
        for wager in rules.names:
            cap = getattr(rules.wager(wager)[0], "cap", None)
            if cap is not None:
                found.append((name, wager, cap.option))
    return found


@pytest.mark.parametrize(("name", "wager", "option"), bounded())
def test_what_is_paid_at_most_is_counted_and_told(name: str, wager: str, option: str) -> None:
    more = {"pay-table": "table-4"} if option == "royal-ceiling" else {}
    tables = [street_game(name, {**more, **most}) for most in ({}, {option: "40"})]
    told = [bounds(table.prices, [wager], 2000) for table in tables]
    assert told == [
        (),
        (f"no more than 40 is paid ({option}), so the edge depends on the stake: this is for a stake of 20",),
    ]
    row = tables[0].prices.wager(wager).cap.rows or ["royal-flush"]
    nets = [Within(table.prices).net(wager, row[-1], 2000) for table in tables]
    assert nets[0] > nets[1] == 4000


def test_wagers_that_share_a_most_are_paid_it_once() -> None:
    """Britain r 12.27: a royal flush on three wagers of 3 takes 5,000 and not 9,000; 4 hands of 2,598,960."""
    options = {"pay-table": "table-4", "royal-ceiling": "5000"}
    plain, bound = (
        croupier.game("great-britain/let-it-ride", options=some).odds(["wager-3"], stake=3)[0]
        for some in ({"pay-table": "table-4"}, options)
    )
    assert bound.edge - plain.edge == Fraction(4 * 4000, 2_598_960 * 3)
    assert max(row.net for row in bound.rows) == 500_000


def test_the_most_of_a_side_wager_is_counted() -> None:
    """Britain r 11.34: aces against aces are 6 deals of 1,624,350, and take 500 instead of 1,000."""
    plain, bound = (
        croupier.game("great-britain/hold-em-bonus", options=some).odds(["bonus-jackpot"])[0]
        for some in ({}, {"ceiling": "500"})
    )
    assert plain.stake == 100 and bound.edge - plain.edge == Fraction(6 * 500, 1_624_350)


@pytest.mark.turn
def test_an_edge_by_stake_says_so_wherever_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside another, where a file changes it, and where it is simulated."""
    path = tmp_path / "mine.toml"
    head = 'format = 1\nextends = "house/spanish-21"\n[options]\nsuper-bonus = "yes"\n'
    path.write_text(f'{head}[wagers.double]\npays = "2:1"\n')
    for asked in (
        ["compare", "queensland/spanish-blackjack", "great-britain/pocket-pairs"],
        ["check", str(path)],
        ["simulate", "queensland/spanish-blackjack", "--rounds", "1000", "--wager", "spanish"],
    ):
        for more in ([], ["--json"]):
            assert main([*asked, *more]) == 0
            told = " ".join(capsys.readouterr().out.split())
            assert "so the edge depends on it: this is for a stake of 2" in told, asked


def test_a_simulation_says_that_it_counts_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "queensland/blackjack", "--rounds", "1000"]) == 0
    assert "won: of blackjack hands, of which a round may have several" in capsys.readouterr().out
    assert main(["simulate", "great-britain/roulette", "--rounds", "1000"]) == 0
    assert "won: of" not in capsys.readouterr().out


def idle_options() -> list[tuple[str, str]]:
    """Every option that matters under others alone."""
    return [
        (game, name)
        for game in game_ids()
        for name, row in ruleset(game).option_rows.items()
        if row.matters_when
    ]


def test_an_option_without_effect_is_told_as_such() -> None:
    from croupier.rulebook.ruleset import default_of

    for game, name in idle_options():
        rules = ruleset(game)
        row = rules.option_rows[name]
        other = next(
            (str(value) for value in [*row.choices, *row.between] if str(value) != default_of(row)),
            "123" if row.amount else "no" if row.default is True else "yes",
        )
        try:
            with_it = ruleset(game, {name: other})
        except croupier.BadInput:
            continue
        told = [note for note in with_it.idle if f" {name} = " in note]
        assert bool(told) != with_it.holds(row.matters_when), (game, name)
        assert not rules.idle, "nothing is idle that nobody set"


@pytest.mark.parametrize(
    ("game", "options", "wager"),
    [
        ("great-britain/blackjack", {"most_hands": "2"}, "insurance"),
        ("great-britain/let-it-ride", {"pay_table": "table-3", "royal_ceiling": "50000"}, ""),
        ("queensland/craps", {"odds_winnings": "exact"}, "odds-win"),
    ],
)
def test_what_is_told_to_change_nothing_changes_nothing(
    game: str, options: dict[str, str], wager: str
) -> None:
    table = croupier.game(game, **options)
    assert any("changes nothing here" in note for note in odds_value(table, [])["notes"])
    *others, last = options
    plain = croupier.game(game, **{name: options[name] for name in others})
    names = [wager] if wager else None
    assert [proof.rows for proof in table.odds(names)] == [proof.rows for proof in plain.odds(names)], last


@pytest.mark.parametrize(
    "game", [game for game in chosen_games() if "shares" in (RULEBOOKS / f"{game}.toml").read_text()]
)
def test_a_copy_of_a_whole_file_is_the_game(game: str, tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    shutil.copy(RULEBOOKS / f"{game}.toml", copy)
    mine, theirs = ruleset(str(copy)), ruleset(game)
    build(mine)
    for part in (
        "options",
        "readings",
        "wagers",
        "tables",
        "money",
        "irregularities",
        "limits",
        "setup",
        "media",
    ):
        assert getattr(mine, part) == getattr(theirs, part), part


def test_what_a_copy_shares_may_lie_beside_it(tmp_path: Path) -> None:
    text = (RULEBOOKS / "bahamas/blackjack.toml").read_text()
    copy = tmp_path / "mine.toml"
    copy.write_text(text.replace(croupier.game("bahamas/blackjack").rules.head.cites, "a law of ours"))
    with pytest.raises(croupier.BadInput, match=r"copy shared/blackjack.toml of its rulebook beside it"):
        ruleset(str(copy))
    (tmp_path / "shared").mkdir()
    shutil.copy(RULEBOOKS / "bahamas/shared/blackjack.toml", tmp_path / "shared")
    assert ruleset(str(copy)).options["decks"]


@pytest.mark.parametrize(
    ("departs", "first"),
    [
        (
            '[tables.ante-bonus]\nrows = [{on = "straight", pays = "2:1"}, '
            '{on = "three-of-a-kind", pays = "4:1"}, {on = "straight-flush", pays = "5:1"}]',
            "ante",
        ),
        ('[wagers.bet]\npays = "2:1"', "ante"),
    ],
    ids=["ante-bonus", "raise"],
)
def test_check_shows_the_edge_to_which_a_changed_price_belongs(
    departs: str, first: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'format = 1\nextends = "queensland/three-card-poker"\n{departs}\n')
    old, new = check(str(path)).edges[first]
    assert old is not None and new is not None and new < old


@pytest.mark.parametrize("game", ["bahamas/craps", "house/craps"])
def test_the_seven_of_a_world_wager_is_a_push(game: str) -> None:
    (proof,) = croupier.game(game).odds(["world"])
    (seven,) = (row for row in proof.rows if row.row == "7")
    assert (seven.result, seven.net) == ("push", 0)
    assert proof.hit == Fraction(1, 6)
    told = croupier.game(game).settle({"events": ["1 bet world 5", "roll 3-4"]})
    assert [(line.result, line.net) for _, line in told.lines] == [("push", 0)]


def test_a_stake_is_in_the_meter_that_it_may_win() -> None:
    """Britain r 2.4: seven tenths of what is placed are added; a jackpot takes the meter with them."""
    (side,) = croupier.game("great-britain/rocket-7").odds(["side"])
    assert min(row.net for row in side.rows if row.row == "free-jackpot") == side.stake * 7 // 10 - side.stake
    for game, wager in (
        ("great-britain/casino-stud", "progressive"),
        ("great-britain/casino-hold-em", "progressive"),
        ("great-britain/hold-em-bonus", "progressive"),
    ):
        (proof,) = croupier.game(game).odds([wager])
        (royal,) = (row for row in proof.rows if row.row == "royal-flush")
        assert royal.net == proof.stake * 7 // 10 - proof.stake, game
