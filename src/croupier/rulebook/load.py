"""Read rulebook files: packaged ones by id, and a user's own file that extends one of them."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.equipment.money import Rounding, parse_amount, show_amount
from croupier.errors import BadInput, short, unknown
from croupier.rulebook.condition import condition, names_in
from croupier.rulebook.reading import converted
from croupier.rulebook.ruleset import Ruleset, odds_at
from croupier.rulebook.schema import (
    Head,
    IrregularityRow,
    LimitRow,
    LimitRule,
    MediaRow,
    OptionRow,
    ReadingRow,
    RoundingRow,
    TableRow,
    WagerRow,
)

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FILE = 1_000_000
_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "rulebooks")
"""Where the packaged rulebooks lie. It is text, because importing pathlib would delay the first answer."""
FORMAT = 1
_HEAD = {field.encode_name for field in msgspec.structs.fields(Head)}
_PARTS = (
    "money",
    "options",
    "readings",
    "wagers",
    "tables",
    "irregularities",
    "limits",
    "setup",
    "media",
    "limit-rules",
)
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)

Document = dict[str, Any]


def __getattr__(name: str) -> Path:
    if name == "RULEBOOKS":
        from croupier.rulebook.register import RULEBOOKS

        return RULEBOOKS
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class FileShape(NamedTuple):
    """What a family fills from a rulebook file: the types of its wagers and of its own table."""

    wager: type[WagerRow]
    setup: type[msgspec.Struct]


NO_GAMES = ("clauses", "common", "electronic")
"""Files of a rulebook that are no games."""


def game_ids(folder: str | Path = _FOLDER) -> list[str]:
    """List every game that has a rulebook file, in the order of the rulebooks."""
    from pathlib import Path

    return sorted(
        f"{path.parent.name}/{path.stem}"
        for path in Path(folder).glob("*/*.toml")
        if path.stem not in NO_GAMES
    )


def read_toml(path: str | Path, name: str) -> Document:
    """Read a TOML document of bounded size. Refuse in one line what cannot be read."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None
    if len(raw) > LARGEST_FILE:
        raise BadInput(f"{name} is larger than {LARGEST_FILE} bytes")
    try:
        return tomllib.loads(raw.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not UTF-8 text; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        if raw.lstrip()[:1] == b"{":
            raise BadInput(f"{name} begins with a brace; a rulebook's file is TOML, and not JSON") from None
        raise BadInput(f"{name} is not TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    except RecursionError:
        raise BadInput(f"{name} is nested too deeply") from None


@lru_cache(maxsize=256)
def _packaged(game: str, folder: str) -> Document:
    if (
        not _ID.fullmatch(game)
        or not os.path.isfile(path := os.path.join(folder, f"{game}.toml"))
        or game.endswith(tuple(f"/{name}" for name in NO_GAMES))
    ):
        raise unknown("game", game, game_ids(folder))
    document = read_toml(path, f"{game}.toml")
    rulebook = game.partition("/")[0]
    for name in _names(document.pop("shares", []), game):
        document = _over(
            document,
            read_toml(
                os.path.join(folder, rulebook, "shared", f"{name}.toml"), f"{rulebook}/shared/{name}.toml"
            ),
        )
    return _with_common(document, rulebook, folder)


def _with_common(document: Document, rulebook: str, folder: str) -> Document:
    """Lay what holds in a whole rulebook under a game of it."""
    common = os.path.join(folder, rulebook, "common.toml")
    if os.path.isfile(common):
        shared = read_toml(common, f"{rulebook}/common.toml")
        for part, rows in shared.items():
            if isinstance(rows, list):
                document.setdefault(part, []).extend(rows)
            else:
                document[part] = {**rows, **document.get(part, {})}
    return document


def _names(shares: Any, game: str) -> list[str]:
    """Return the files that a game shares with others of its rulebook."""
    if not isinstance(shares, list) or not all(
        isinstance(name, str) and _NAME.fullmatch(name) for name in shares
    ):
        raise BadInput(
            f"{game}.toml: shares must be a list of files in the folder shared, by name and without .toml"
        )
    return shares


def _whole(own: Document, path: str | Path) -> Document:
    """Return a user's whole file with what it shares.

    What is shared lies in a folder beside the file. A copy of a packaged game, known by what it cites, has
    the rest from its rulebook.
    """
    name = os.path.basename(path)
    rulebook = _rulebook_citing(own.get("cites"))
    for shared in _names(own.pop("shares", []), name.removesuffix(".toml")):
        places = [os.path.join(os.path.dirname(path), "shared", f"{shared}.toml")]
        if rulebook:
            places.append(os.path.join(_FOLDER, rulebook, "shared", f"{shared}.toml"))
        place = next(filter(os.path.isfile, places), None)
        if place is None:
            raise BadInput(
                f"{name} shares {shared}: copy shared/{shared}.toml of its rulebook beside it, too"
            )
        own = _over(own, read_toml(place, f"shared/{shared}.toml"))
    return _with_common(own, rulebook, _FOLDER) if rulebook else own


def _rulebook_citing(cites: object) -> str:
    """Return the rulebook in which a packaged game cites this instrument; empty if none does."""
    return _cited().get(cites, "") if isinstance(cites, str) else ""


@lru_cache(maxsize=1)
def _cited() -> dict[str, str]:
    """Return the rulebook of every instrument that a packaged game cites."""
    return {
        read_toml(os.path.join(_FOLDER, f"{game}.toml"), f"{game}.toml")["cites"]: game.partition("/")[0]
        for game in game_ids()
    }


def _over(own: Document, shared: Document) -> Document:
    """Lay a document over what it shares, table by table."""
    both = {
        key: _over(own[key], shared[key])
        for key in own
        if isinstance(own[key], dict) and isinstance(shared.get(key), dict)
    }
    return {**shared, **own, **both}


def packaged(game: str, folder: str | Path = _FOLDER) -> Document:
    """Return the document of a packaged game, with what its rulebook has in common and what it shares."""
    return _packaged(game, str(folder))


def _rows(document: Document, part: str, kind: Any, file: str) -> dict[str, Any]:
    rows = document.get(part, {})
    if not isinstance(rows, dict):
        raise BadInput(f"{file}: {part} must be a table")
    return {name: converted(row, kind, f"{file}: {part}.{name}") for name, row in rows.items()}


def _option(name: str, row: OptionRow, given: Mapping[str, str], file: str) -> str:
    value = given.get(name)
    if value is None:
        value = _text(row.default)
    if row.amount:
        try:
            return show_amount(parse_amount(value)) if value else ""
        except BadInput as error:
            raise BadInput(f"{file}: option {name}: {error}") from None
    if row.choices:
        choices = [str(choice) for choice in row.choices]
        if value not in choices:
            raise BadInput(
                f"{file}: option {name} cannot be {short(value)}; "
                f"it is one of {', '.join(choices)} [{row.clause}]"
            )
        return value
    if row.between:
        if value == "open" == row.default:
            return value
        low, high = (float(bound) for bound in row.between)
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high or not re.fullmatch(
            r"[0-9]+" if row.whole else r"[0-9]+(\.[0-9]+)?", value
        ):
            raise BadInput(
                f"{file}: option {name} cannot be {short(value)}; "
                f"it {'is a whole number' if row.whole else 'lies'} "
                f"between {row.between[0]} and {row.between[1]} [{row.clause}]"
            )
        return value
    if value not in ("yes", "no"):
        raise BadInput(f"{file}: option {name} cannot be {short(value)}; it is yes or no [{row.clause}]")
    return value


def _text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _expand(wagers: Mapping[str, WagerRow], file: str) -> dict[str, tuple[str, str]]:
    names: dict[str, tuple[str, str]] = {}
    for name, row in wagers.items():
        for number in map(str, row.for_) if row.for_ else [""]:
            full = f"{name}-{number}" if number else name
            if full in names:
                raise BadInput(f"{file}: wager {full} is written twice")
            names[full] = (name, number)
    return names


def resolve(
    document: Document,
    game: str,
    shape: FileShape,
    options: Mapping[str, str],
    readings: Mapping[str, str],
    file: str,
    extends: str = "",
) -> Ruleset[Any, Any]:
    """Fill a ruleset from a document. Refuse what does not fit, with file, key and clause."""
    stray = set(document) - _HEAD - set(_PARTS)
    if stray:
        raise BadInput(f"{file}: " + str(unknown("key", sorted(stray)[0], [*_HEAD, *_PARTS])))
    head: Head = converted({key: value for key, value in document.items() if key in _HEAD}, Head, file)
    if head.format != FORMAT:
        raise BadInput(f"{file}: format {head.format} is not known; this version reads format {FORMAT}")
    option_rows: dict[str, OptionRow] = _rows(document, "options", OptionRow, file)
    reading_rows: dict[str, ReadingRow] = _rows(document, "readings", ReadingRow, file)
    # What an operator's own file chooses wrongly is not the game's mistake.
    where = file if extends else game
    for name in options:
        if name not in option_rows:
            if name in reading_rows:
                raise BadInput(
                    f"{name} is no option of {game}, but a reading: --reading {name}=…, or [readings]"
                )
            raise unknown("option", name, option_rows, game)
    for name, value in readings.items():
        if name not in reading_rows:
            if name in option_rows:
                raise BadInput(f"{name} is no reading of {game}, but an option: --set {name}=…")
            raise unknown("reading", name, reading_rows, game)
        if value not in reading_rows[name].choices:
            raise BadInput(
                f"{where}: reading {name} cannot be {short(value)}; "
                f"it is one of {', '.join(reading_rows[name].choices)} [{reading_rows[name].clause}]"
            )
    chosen = {name: _option(name, row, options, where) for name, row in option_rows.items()}
    read = {name: readings.get(name, row.default) for name, row in reading_rows.items()}
    facts = {**chosen, **read}
    wagers = _rows(document, "wagers", shape.wager, file)
    tables: dict[str, TableRow] = _rows(document, "tables", TableRow, file)
    events = converted(document.get("irregularities", []), list[IrregularityRow], f"{file}: irregularities")
    ruleset = Ruleset(
        id=game,
        head=head,
        options=chosen,
        readings=read,
        option_rows=option_rows,
        reading_rows=reading_rows,
        wagers=wagers,
        tables=tables,
        money=_money(document.get("money", {}), facts, file),
        irregularities={event.id: event for event in events},
        limits=_rows(document, "limits", LimitRow, file),
        setup=converted(document.get("setup", {}), shape.setup, f"{file}: setup"),
        file=file,
        media=converted(document.get("media", []), tuple[MediaRow, ...], f"{file}: media"),
        limit_rules=converted(document.get("limit-rules", []), tuple[LimitRule, ...], f"{file}: limit-rules"),
        names=_expand(wagers, file),
        extends=extends,
    )
    _check(ruleset, file)
    return ruleset


def with_options(rules: Ruleset[Any, Any], options: Mapping[str, str]) -> Ruleset[Any, Any]:
    """Return the same rules with some options changed, as a ruling may change them at an open table."""
    for name in options:
        if name not in rules.option_rows:
            raise unknown("option", name, rules.option_rows, rules.id)
    chosen = {**rules.options, **options}
    checked = {name: _option(name, row, chosen, rules.id) for name, row in rules.option_rows.items()}
    return msgspec.structs.replace(rules, options=checked)


def _money(rows: Any, facts: Mapping[str, str], file: str) -> dict[str, Rounding]:
    if not isinstance(rows, dict):
        raise BadInput(f"{file}: money must be a table")
    money: dict[str, Rounding] = {}
    for name, value in rows.items():
        choices: list[RoundingRow] = converted(
            value if isinstance(value, list) else [value], list[RoundingRow], f"{file}: money.{name}"
        )
        fit = [row for row in choices if condition(row.when)(facts)]
        if len(fit) != 1:
            raise BadInput(f"{file}: money.{name} has {len(fit)} rows that apply; it must have exactly one")
        try:
            unit = parse_amount(fit[0].to)
        except BadInput as error:
            raise BadInput(f"{file}: money.{name}.to: {error} [{fit[0].clause}]") from None
        if not unit:
            raise BadInput(
                f"{file}: money.{name}.to: amounts are rounded to something, not to 0 [{fit[0].clause}]"
            )
        money[name] = Rounding(unit, fit[0].way, fit[0].clause)
    return {"payout": Rounding(1, "down"), **money}


_CONDITIONS = (
    "when", "offered", "stays", "binding", "natural-margin", "third-card-only", "any-two", "shared-maximum",
    "deferred", "every-round", "both-first", "aces-again", "aces-one-card", "aces-double", "aces-double-only",
    "aces-low", "made-21", "split-hands", "either-total", "second-always", "forced-stands", "tens",
    "replaces-lost", "before-hands", "not-standing", "early", "each-box", "for-dealer",
)  # fmt: skip
_MOMENTS = ("loses-when", "oral-when")
"""Keys that end like a condition but name a moment."""


def _conditions(value: Any, where: str, inside: bool = False) -> Iterable[tuple[str, str]]:
    """Yield every condition in a table of a file, with its place.

    Conditions are under the keys that hold one, and under all that end in `-when`.
    """
    if isinstance(value, dict):
        for key, part in value.items():
            holds = key in _CONDITIONS or (key.endswith("-when") and key not in _MOMENTS)
            yield from _conditions(part, f"{where}.{key}", inside or holds)
    elif isinstance(value, list):
        for part in value:
            yield from _conditions(part, where, inside)
    elif inside and isinstance(value, str) and value:
        yield where, value


def _check_conditions(ruleset: Ruleset[Any, Any], file: str) -> None:
    """Refuse a condition that cannot be read, or that reads an unknown name.

    It may read options, readings and, in a ruling, the facts of its irregularity.
    """
    known = {*ruleset.option_rows, *ruleset.reading_rows}

    def look(text: str, where: str, facts: Iterable[str] = ()) -> None:
        try:
            names = names_in(text)
        except BadInput as error:
            raise BadInput(f"{file}: {where}: {error}") from None
        for name in sorted(names - known - set(facts)):
            raise BadInput(
                f"{file}: {where}: " + str(unknown("option, reading or fact", name, {*known, *facts}))
            )

    for part, rows in (("wagers", dict(ruleset.wagers)), ("setup", ruleset.setup)):
        for where, text in _conditions(msgspec.to_builtins(rows), part):
            look(text, where)
    for name, table in ruleset.tables.items():
        for rows in (table.rows, table.minimum, *table.choices.values()):
            for priced in rows:
                look(priced.when, f"tables.{name}")
                # What a row pays may be an option's value, which the option itself bounds.
                text = ruleset.options.get(str(priced.pays), str(priced.pays)) or "0"
                on = ", ".join(map(str, priced.on if isinstance(priced.on, list) else [priced.on]))
                odds_at(
                    text if ":" in text else text + ":1",
                    f"{file}: tables.{name}: row {on}",
                    priced.clause or table.clause,
                )
    for event in ruleset.irregularities.values():
        for ruling in event.rows:
            look(ruling.when, f"irregularities.{event.id}", event.facts)
    for name, option in ruleset.option_rows.items():
        look(option.matters_when, f"options.{name}")
    for medium in ruleset.media:
        look("" if medium.when == "never" else medium.when, f"media.{medium.with_}")
    for rule in ruleset.limit_rules:
        look(rule.when, "limit-rules")


def _check(ruleset: Ruleset[Any, Any], file: str) -> None:
    _check_conditions(ruleset, file)
    for name, limit in ruleset.limits.items():
        for text in (limit.min, limit.max):
            try:
                parse_amount(text or "0")
            except BadInput as error:
                raise BadInput(f"{file}: limits.{name}: {error}") from None
    for name, row in ruleset.wagers.items():
        where = f"{file}: wagers.{name}"
        if row.charge and row.charge.rate not in ruleset.option_rows:
            raise BadInput(
                f"{where}.charge.rate: "
                + str(unknown("option", row.charge.rate, ruleset.option_rows))
                + f" [{row.charge.clause}]"
            )
        factor = (row.stake.at_most or row.stake.wins_at_most).split(" of ")[0]
        if factor and factor not in ruleset.option_rows and not re.fullmatch(r"[0-9]+(\.[0-9]+)?", factor):
            raise BadInput(f"{where}.stake: {short(factor)} is neither a multiple nor an option")
        if row.table and row.pays:
            raise BadInput(f"{where}: has both pays and table; write one")
        if row.table and row.table not in ruleset.tables:
            raise BadInput(f"{where}: " + str(unknown("pay table", row.table, ruleset.tables)))
        if row.rounding not in ruleset.money:
            raise BadInput(f"{where}: " + str(unknown("rounding", row.rounding, ruleset.money)))
        for parent in row.needs:
            if parent not in ruleset.names and parent not in ruleset.wagers:
                raise BadInput(f"{where}: needs " + str(unknown("wager", parent, ruleset.names)))
    for name in ruleset.limits:
        if name not in ruleset.names and name not in ruleset.wagers:
            raise BadInput(f"{file}: limits.{name}: " + str(unknown("wager", name, ruleset.names)))
    for name, table in ruleset.tables.items():
        if table.chosen_by and table.chosen_by not in ruleset.option_rows:
            raise BadInput(
                f"{file}: tables.{name}: " + str(unknown("option", table.chosen_by, ruleset.option_rows))
            )
        _check_alternatives(ruleset, name, f"{file}: tables.{name}")


def _check_alternatives(ruleset: Ruleset[Any, Any], name: str, where: str) -> None:
    """Refuse rows of a pay table that no value of its option chooses: nobody would ever be paid by them."""
    table = ruleset.tables[name]
    if not table.chosen_by:
        if table.choices:
            raise BadInput(f"{where}: it has choices, and no option chooses one; name it with chosen-by")
        return
    values = [str(value) for value in ruleset.option_rows[table.chosen_by].choices]
    for choice in table.choices:
        if choice not in values:
            raise BadInput(
                f"{where}.choices: " + str(unknown("value", choice, values, f"option {table.chosen_by}"))
            )
    read = [*table.choices, *(["minimum"] if table.minimum else [])]
    if table.rows and all(value in read for value in values):
        raise BadInput(
            f"{where}.rows: the option {table.chosen_by} always chooses other rows; "
            f"change those of one of its values, like tables.{name}.choices.{read[0]}"
        )


ShapeOf = Callable[[str], FileShape]


def load(
    game: str,
    shape_of: ShapeOf,
    options: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Ruleset[Any, Any]:
    """Return the ruleset of a packaged game, or of a file that extends one when `game` ends in `.toml`."""
    if game.endswith(".toml"):
        return load_file(game, shape_of, options, readings)
    document = packaged(game)
    return resolve(
        document, game, shape_of(_family(document, game)), options or {}, readings or {}, f"{game}.toml"
    )


def _family(document: Document, file: str) -> str:
    family = document.get("game")
    if not isinstance(family, str):
        if "format" not in document:
            raise BadInput(f'{file} does not say what it extends; write extends = "great-britain/roulette"')
        raise BadInput(
            f"{file}: the key game must name the family of the game; a file that departs from a game "
            'says which, like extends = "great-britain/roulette"'
        )
    return family


def load_file(
    path: str | Path,
    shape_of: ShapeOf,
    options: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Ruleset[Any, Any]:
    """Return the ruleset of a user's file: a whole rulebook file, or departures from the game it extends."""
    name = os.path.basename(path)
    own = read_toml(path, name)
    if "extends" not in own:
        own = _whole(own, path)
        return resolve(
            own,
            f"own/{os.path.splitext(name)[0]}",
            shape_of(_family(own, name)),
            options or {},
            readings or {},
            name,
        )
    merged, chosen, read = merge(own, name)
    return resolve(
        merged,
        str(own["extends"]),
        shape_of(_family(merged, name)),
        {**chosen, **(options or {})},
        {**read, **(readings or {})},
        name,
        extends=str(own["extends"]),
    )


_OWN = ("format", "extends", "title", "note", "options", "readings", "wagers", "tables", "limits")


def merge(own: Document, name: str) -> tuple[Document, dict[str, str], dict[str, str]]:
    """Lay a user's file over the one it extends. Return also the options and readings it sets."""
    stray = set(own) - set(_OWN)
    if stray:
        raise BadInput(
            f"{name}: " + str(unknown("key", sorted(stray)[0], _OWN, "a file that extends a game"))
        )
    base = packaged(str(own["extends"]))
    if own.get("format") != FORMAT:
        told = f"format {own['format']} is not known" if "format" in own else "its format is not said"
        raise BadInput(f"{name}: {told}; write format = {FORMAT}")
    merged: Document = {**base}
    for key in ("title", "note"):
        if key in own:
            merged[key] = own[key]
    for part in ("wagers", "tables", "limits"):
        rows = own.get(part, {})
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            raise BadInput(f"{name}: {part} must be tables")
        merged[part] = {**base.get(part, {})}
        for row, value in rows.items():
            if part == "wagers" and row not in merged[part] and "clause" not in value:
                raise BadInput(f"{name}: {unknown('wager', row, base.get(part, {}), str(own['extends']))}")
            merged[part][row] = {**merged[part].get(row, {}), **value}
            if part == "wagers" and "pays" in value:
                merged[part][row].pop("table", None)
    given: list[dict[str, str]] = []
    for part in ("options", "readings"):
        rows = own.get(part, {})
        if not isinstance(rows, dict) or any(isinstance(value, (dict, list)) for value in rows.values()):
            raise BadInput(f"{name}: {part} must give each name one value")
        given.append({key: _text(value) for key, value in rows.items()})
    return merged, given[0], given[1]
