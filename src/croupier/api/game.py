"""A game with its rules: proved, simulated, settled, played and ruled on; and the list of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, short, unknown
from croupier.families import FAMILIES, built, family, ruleset
from croupier.families.family import Built, OwnChart, Progress, ToBank, ToCount, ToDecide, ToProve, ToSimulate
from croupier.rulebook.load import game_ids, packaged
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.playable import Playable
from croupier.table.table import Table
from croupier.table.written import Settlement, WrittenRound, choices, read_round, seated
from croupier.table.written import settle as settle_round

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.advice import Advice
    from croupier.prove.charts import Charted, StartingHands
    from croupier.prove.covers import BankValue
    from croupier.prove.proof import WagerProof
    from croupier.simulate.counted import Counted
    from croupier.simulate.result import Simulation

ENGINES = ("local", "dask", "ray")
MOST_ROUNDS = 10**15

OptionValue = str | int | bool


class Entry(msgspec.Struct, frozen=True):
    """A game that has a rulebook file, and what works for it."""

    id: str
    title: str
    family: str
    instrument: str
    settle: bool
    odds: bool
    simulate: bool
    ruling: bool


class Ruling(msgspec.Struct, frozen=True):
    """What the rulebook says when something goes wrong."""

    id: str
    title: str
    facts: dict[str, str]
    ruling: tuple[str, ...]
    duties: tuple[str, ...]
    clause: str
    why: str


class Game:
    """One game of one rulebook with its options and readings chosen. Made by `game`."""

    def __init__(self, rules: Ruleset[Any, Any], name: str) -> None:
        self.rules = rules
        """The resolved rules."""
        self.name = name
        """What it was asked for by: an id, or the path of an operator's own file."""
        self.built: Built = built(rules)
        """The game with everything that its family answers about it."""
        self.playable: Playable = self.built.playable
        """What the table plays."""

    def __repr__(self) -> str:
        return f"<croupier.Game {self.name} {self.rules.digest()}>"

    def odds(
        self,
        wagers: Sequence[str] | None = None,
        stake: str | int | None = None,
        before: Mapping[str, Any] | None = None,
        prove: bool = False,
        progress: Progress | None = None,
        chart: str | bytes | None = None,
    ) -> list[WagerProof]:
        """Return the exact odds of the wagers asked for, or of all that are offered.

        A stake is in units of currency (`"7.50"`, `10`). Without one each wager is proved for the least stake
        that is paid exactly. `prove` computes again what a kept certificate could answer. At twenty-one
        `chart` is the text of a chart to play by instead of the best play.

        >>> [proof.edge for proof in game("great-britain/roulette").odds(["straight"])]
        [Fraction(1, 37)]
        """
        if self.built.odds is None:
            raise BadInput(f"{self.name} cannot be proved yet")
        own = self._chart(chart) if chart is not None else None
        named, asked = self._wagers(wagers), amount_of(stake)
        for wager in named or ():
            why = self._no_stake(wager, asked)
            if why:
                raise BadInput(f"{show_amount(asked or 0)} cannot be staked on {wager}: {why}")
        carried, prover = self._before(before), self.built.odds
        found = prover(ToProve(named, asked, carried, prove, progress, own))
        for at, proof in enumerate(found):
            if self._no_stake(proof.wager, proof.stake):
                # It is proved for a stake that it may have.
                (even,) = prover(ToProve([proof.example], None, carried, prove, progress, own))
                least = self._least_stake(proof.wager, even.stake)
                again = ToProve([proof.example], least, carried, prove, progress, own)
                found[at] = even if least == even.stake else prover(again)[0]
        return [self._with_prizes(proof) for proof in found]

    def _with_prizes(self, proof: WagerProof) -> WagerProof:
        """Return a proof that says so where the edge depends on the stake through a fixed prize."""
        from croupier.prove.proof import fixed_prizes

        if self.rules.wager(proof.wager)[0].stake.exactly:
            return proof
        prices = self.rules.prices(proof.wager)
        prizes = [str(pay) for pay in prices.values() if pay.kind in ("amount", "share")]
        if not prizes:
            return proof
        from dataclasses import replace

        return replace(proof, notes=(*proof.notes, fixed_prizes(prizes, proof.stake)))

    def _least_stake(self, wager: str, even: int) -> int:
        """Return the least stake that the rulebook allows, a multiple of one that is paid exactly."""
        size = self.rules.wager(wager)[0].stake
        text = self.rules.options.get(size.exactly, size.exactly)
        if text:
            return parse_amount(text)
        return -(-parse_amount(size.min or "0") // even) * even or even

    def _no_stake(self, wager: str, stake: int | None) -> str:
        """Say why the rulebook lets no wager have this stake, by its clause; empty where it does."""
        name = wager.partition(":")[0]
        if stake is None or name not in self.rules.names:
            return ""
        row = self.rules.wager(name)[0]
        size, clause = row.stake, row.stake.clause or clauses_of(row)[0]
        text = self.rules.options.get(size.exactly, size.exactly)
        if text:
            return "" if stake == parse_amount(text) else f"it is exactly {text} [{clause}]"
        if size.min and stake < parse_amount(size.min):
            return f"the minimum is {size.min} [{clause}]"
        if size.max and stake > parse_amount(size.max):
            return f"the maximum is {size.max} [{clause}]"
        if size.multiple_of and stake % parse_amount(size.multiple_of):
            return f"it is made in multiples of {size.multiple_of} [{clause}]"
        return ""

    def advise(
        self,
        cards: Sequence[str],
        board: Sequence[str] = (),
        up: str = "",
        done: str = "",
        wager: str = "",
        before: Mapping[str, Any] | None = None,
    ) -> Advice:
        """Return the exact value of each act of one decision with these cards seen, the best first.

        Where it matters, `before` says what has left the shoe.

        >>> found = game("queensland/three-card-poker").advise(["Qh", "6d", "4c"])
        >>> found.best.act, [choice.act for choice in found.choices]
        ('bet', ['bet', 'fold'])
        """
        if self.built.advice is None:
            raise BadInput(
                f"nothing is decided in {self.name} that could be advised on"
                if self.built.odds is not None
                else f"{self.name} cannot be advised on yet"
            )
        if before and not self.built.advice_by_shoe:
            raise BadInput(f"what the table carried into the round changes no advice on {self.name}")
        seen = dict(before) if before else None
        return self.built.advice(ToDecide(list(cards), list(board), up, done, wager, seen))

    def chart(self, own: str | bytes | None = None, name: str = "the chart") -> StartingHands | Charted:
        """Return what to do first with each kind of two cards, in games where something is decided on them.

        At twenty-one, return what to do with each total, or what a chart of one's own is worth.

        >>> found = game("queensland/mississippi-stud").chart()
        >>> found.acts[found.best(12, 12, suited=False)]
        'bet 3x'
        """
        if self.built.chart is None:
            raise BadInput(
                f"{self.name} has no chart: "
                + (
                    "name your cards, like croupier advise GAME --cards 'Qh 6d'"
                    if self.built.advice is not None
                    else "nothing is decided in it that could be advised on"
                )
            )
        return self.built.chart(self._chart(own, name) if own is not None else None)

    def simulate(
        self,
        rounds: int,
        seed: int = 1,
        wagers: Sequence[str] | None = None,
        engine: str = "local",
        progress: Progress | None = None,
        fresh: bool = False,
        boxes: int = 1,
        chart: str | bytes | None = None,
    ) -> Simulation:
        """Make this many draws and settle every wager asked for on them.

        The same seed gives the same sums on any engine. Cards are dealt by the procedure of the shoe: decks,
        burnt cards, cutting card, last rounds. With `fresh` they are shuffled before every round. At
        twenty-one several boxes may play, and by a chart instead of the best play.
        """
        _check_run(rounds, seed, engine)
        if boxes != 1 and self.built.counting is None:
            raise self._not_counted("with several boxes")
        own = self._chart(chart) if chart is not None else None
        if self.built.simulation is None:
            raise BadInput(f"{self.name} cannot be simulated yet")
        return self.built.simulation(
            ToSimulate(rounds, seed, self._wagers(wagers), engine, progress, fresh, boxes, own)
        )

    def count(
        self,
        system: str,
        spread: Mapping[int, int],
        rounds: int,
        seed: int = 1,
        insurance: int | None = None,
        decks_left: Literal["exact", "half-decks"] = "exact",
        rounding: Literal["floor", "truncate"] = "floor",
        boxes: int = 1,
        chart: str | bytes | None = None,
        engine: str = "local",
        progress: Progress | None = None,
    ) -> Counted:
        """Return what a player wins at twenty-one who counts cards and bets by the count.

        Rounds are played through the shoes, and the result is told at each count. `spread` says from which
        count on how many units are bet (`{1: 1, 2: 4}`), `insurance` from which count on insurance is taken.

        >>> found = game("house/blackjack").count("hi-lo", {1: 1, 2: 8}, 10_000)
        >>> sum(row.rounds for row in found.rows)
        10000
        """
        _check_run(rounds, seed, engine)
        own = self._chart(chart) if chart is not None else None
        if self.built.counting is None:
            raise self._not_counted("with a count")
        return self.built.counting(
            ToCount(
                system, spread, rounds, seed, insurance, decks_left, rounding, boxes, own, engine, progress
            )
        )

    def bank_values(
        self, covers: Sequence[str | int], stakes: Mapping[str, Mapping[str, str | int]], bank: str = "1"
    ) -> list[BankValue]:
        """Return what each of several covers is worth to a player-dealer at this table, exactly.

        `stakes` are by seat and wager.

        >>> stakes = {"2": {"player": 100}, "3": {"dealer": 100}}
        >>> (value,) = game("california/ez-baccarat").bank_values([100], stakes)
        >>> value.cover, 0 < value.share < 1
        (10000, True)
        """
        if self.built.bank is None:
            raise BadInput(f"no player banks {self.name}, so there is no cover whose value could be told")
        amounts = {
            seat: {wager: amount_of(stake) or 0 for wager, stake in bets.items()}
            for seat, bets in stakes.items()
        }
        return self.built.bank(ToBank([parse_amount(str(cover)) for cover in covers], amounts, bank))

    def settle(
        self,
        source: str | bytes | Mapping[str, Any] | WrittenRound,
        trace: bool = False,
        name: str = "the round",
    ) -> Settlement:
        """Settle a written round: TOML or JSON text, or the same as a dict.

        It need not name the game, and may set more options. A round that `read_round` has read is settled by
        this game as it is.

        >>> game("great-britain/roulette").settle('events = ["1 bet low 10", "spin 3"]').value()["net"]
        {'house': '-10', 'seat 1': '10'}
        """
        if isinstance(source, WrittenRound):
            return settle_round(self.playable, source, trace)
        written = read_round(source, name, game=self.name)
        if written.game not in (self.name, self.rules.id):
            raise BadInput(f"{name} is a round of {written.game}, not of {self.name}")
        if not written.options and not written.readings:
            return settle_round(self.playable, written, trace)
        changed = game(
            self.name,
            options={**self.rules.options, **written.options},
            readings={**self.rules.readings, **written.readings},
        )
        return settle_round(changed.playable, written, trace)

    def table(self, before: Mapping[str, Any] | None = None, told: bool = False) -> Table:
        """Open a live table.

        `.pending` says who may do what, `.refusal(act)` why not, `.apply(event)` lets it happen, `.after` is
        what it carries on. `.log` has every event with its question and the hash of the record: as it
        happens if the table is opened with `told`, else by playing the round again when it is read.
        """
        return seated(self.playable, before or {}, told)

    def felt(self, seats: Sequence[str] | None = None, upright: bool = False) -> Felt:
        """Draw the layout of the table, or some boxes of it; `upright` for a telephone."""
        return self.built.felt(seats, upright)

    def draws(self) -> Sequence[tuple[str, int]]:
        """List what a wheel or dice may show, as events write it, with its weight; empty for card games."""
        return self.built.draws() if self.built.draws is not None else ()

    def places(self, wager: str) -> Sequence[str]:
        """List the places where a wager may lie, as `straight:17` names one; `[""]` where there is only one.

        >>> game("great-britain/roulette").places("column")
        ['1', '2', '3']
        """
        return self.built.params(wager)

    def ruling(self, event: str, facts: Mapping[str, str] | None = None, **more: str) -> Ruling:
        """Return what the rulebook says of an irregularity, for these facts.

        Facts with hyphens are written with underscores, or in `facts`.
        """
        given = {**(facts or {}), **{key.replace("_", "-"): value for key, value in more.items()}}
        row, ruled = self.rules.ruling(event, given)
        return Ruling(
            row.id, row.title, given, tuple(ruled.ruling), tuple(ruled.duties), ruled.clause, ruled.why
        )

    def _not_counted(self, what: str) -> BadInput:
        return BadInput(f"{what} {self.name} is not simulated; at twenty-one it is")

    def _chart(self, own: str | bytes, name: str = "the chart") -> OwnChart:
        """Return a chart of one's own, or refuse it where none is read."""
        if not self.built.reads_charts:
            raise BadInput(f"no chart of one's own is read for {self.name}")
        return OwnChart(own, name)

    def _wagers(self, wagers: Sequence[str] | None) -> list[str] | None:
        if wagers is None:
            return None
        for wager in [wagers] if isinstance(wagers, str) else wagers:
            self.rules.wager(wager.partition(":")[0])
        return [wagers] if isinstance(wagers, str) else list(wagers)

    def _before(self, before: Mapping[str, Any] | None) -> dict[str, Any] | None:
        if not before:
            return None
        seated(self.playable, before)
        return dict(before)


def _check_run(rounds: int, seed: int, engine: str) -> None:
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"a simulation has 1 to {MOST_ROUNDS} rounds, not {rounds!r}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise BadInput(f"a seed is a whole number from 0 to {2**63 - 1}, not {seed!r}")
    if engine not in ENGINES:
        raise unknown("engine", engine, ENGINES)


def game(
    name: str,
    /,
    options: Mapping[str, OptionValue] | None = None,
    readings: Mapping[str, str] | None = None,
    **more: OptionValue,
) -> Game:
    """Return a game by its id, or by the path of an operator's own file.

    Options with hyphens are written with underscores, or in `options`.

    >>> taken = {"zero-split": "not-on-the-layout"}
    >>> game("queensland/roulette", wheel="double-zero", readings=taken).rules.readings["zero-split"]
    'not-on-the-layout'
    """
    chosen = choices(
        {**(options or {}), **{key.replace("_", "-"): value for key, value in more.items()}}, "options"
    )
    taken = choices(readings or {}, "readings")
    if not name.endswith(".toml"):
        return Game(ruleset(name, chosen, taken), name)
    try:
        return _own(ruleset(name, chosen, taken), name)
    except BadInput:
        raise
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        raise BadInput(
            f"{name} makes no game of its family: {short(error)} ({type(error).__name__})"
        ) from error


def _own(rules: Ruleset[Any, Any], name: str) -> Game:
    """Return the game of a file. One that extends a rulebook departs from it only where it may."""
    if rules.extends:
        from croupier.rulebook.check import refuse_departures

        refuse_departures(base_of(rules), rules)
    return Game(rules, name)


def base_of(own: Ruleset[Any, Any]) -> Ruleset[Any, Any]:
    """Return the rulebook that a file extends, with the options and readings of the file."""
    return ruleset(own.extends, own.options, own.readings)


def games() -> list[Entry]:
    """List every game that has a rulebook file.

    >>> [entry.title for entry in games() if entry.id == "great-britain/roulette"]
    ['Roulette']
    """
    from croupier.rulebook.register import register

    found = []
    for name in game_ids():
        document = packaged(name)
        named = str(document.get("game", ""))
        record = family(named) if named in FAMILIES else None
        found.append(
            Entry(
                id=name,
                title=str(document.get("title", "")),
                family=named,
                instrument=register(name.split("/")[0]).instrument,
                settle=record is not None,
                odds=record is not None and record.odds is not None,
                simulate=record is not None and record.kernel is not None,
                ruling=record is not None and bool(document.get("irregularities")),
            )
        )
    return found


def amount_of(stake: str | int | None) -> Amount | None:
    """Convert a stake in units of currency to minor units."""
    if stake is None:
        return None
    amount = parse_amount(str(stake))
    if amount <= 0:
        raise BadInput("a stake is more than nothing")
    return amount
