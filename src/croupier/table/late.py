"""What was late about a wager: an increase that goes back by itself, or a withdrawal that did not happen.

The history is told without the late act. A part that goes back leaves a line in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import gcd

from msgspec.structs import replace

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event, person_of
from croupier.table.persons import PLAYER, Whom, person_named
from croupier.table.play import Play
from croupier.table.rulings import History, Item, Ordered, has_been_played

PART = "part-back"
"""The order in a history by which a line tells of a part that goes back; no rulebook gives it."""
LAY = "lay"
"""The order by which a wager counts as it lay while hands were played: who decided by that has decided."""
UNASKED = "unasked"
"""The order by which cards that fell are not held up by a person who seemed to have taken his wager back."""
MORE, LESS = "more", "less"
"""Facts of that order: how much more, or less, lay there than was lawful."""
MOST_SIZES = 2_000
"""So many smaller sizes are tried for a wager that stood on another one."""


class Acts:
    """The bets and withdrawals of those whom a ruling is about."""

    def __init__(self, history: History, whom: Whom, play: Play) -> None:
        self.items = history.items
        self.whom = whom
        self.play = play
        self._players = self._played_by()

    def _played_by(self) -> dict[int, str]:
        """Return who plays the place of each bet and withdrawal, where it is not who the place says.

        A place is his who said so with a bet, as long as something lies there.
        """
        found: dict[int, str] = {}
        players: dict[str, str] = {}
        lies: dict[str, set[str]] = {}
        for one in self._carried():
            players[one.person] = one.player
            lies.setdefault(one.person, set()).add(one.name)
        for at, item in enumerate(self.items):
            if not isinstance(item, Event) or item.verb not in ("bet", "remove") or not item.what:
                continue
            place = person_of(item.who)
            there, given = lies.setdefault(place, set()), item.fact(PLAYER)
            if item.verb == "bet" and (given or not there):
                players[place] = person_named(given) if given else ""
            if item.verb == "bet":
                there.add(item.what)
            elif item.amount is None:
                there.discard(item.what)
            found[at] = players.get(place, "")
        return found

    def _carried(self) -> list[Standing]:
        """List the wagers that lay there when the round began."""
        rows = self.play.before.get("wagers", ())
        return [Standing.parse({key: str(value) for key, value in row.items()}) for row in rows]

    def of(self, verb: str, name: str = "") -> Iterator[tuple[int, Event]]:
        """Go through the acts on a wager, or on any, from the last to the first."""
        everybody = self.whom == Whom()
        for at in range(len(self.items) - 1, -1, -1):
            item = self.items[at]
            if not isinstance(item, Event) or item.verb != verb or not item.what:
                continue
            players = {person_of(item.who): self._players.get(at, "")}
            if name in ("", item.what) and (everybody or self.whom.acted(item.who, players)):
                yield at, item

    def names(self, verb: str) -> list[str]:
        """Return the wagers that were made or taken back."""
        return list(dict.fromkeys(event.what for _, event in self.of(verb)))

    def carried(self, name: str) -> bool:
        """Whether the wager lay there when the round began, at one of the places meant."""
        return any(one.name == name and self.whom.holds(one) for one in self._carried())


def without_increase(history: History, ordered: Ordered, play: Play, names: list[str]) -> History:
    """Return the history without what was added to a wager too late, and to those that equal it.

    Without a name it is what was added to every wager of theirs that was made in more than one act.
    """
    acts, given = Acts(history, ordered.whom, play), ordered.fact("amount")
    first = names[0] if names else ""
    if not first:
        names = [name for name in acts.names("bet") if len(list(acts.of("bet", name))) > 1]
    amount = parse_amount(given) if given else next((one.amount for _, one in acts.of("bet", first)), None)
    items: dict[int, tuple[Item, ...]] = {}
    for name in names:
        added = list(acts.of("bet", name))
        if added:
            part = amount if given or first else added[0][1].amount
            _take_off(acts, name, added, part or 0, ordered, items)
    if not items:
        wager = f"no wager {first}" if first else "no wager twice"
        raise BadInput(_nothing(ordered.whom, wager, "made"))
    return _told(history, {**items, **_as_laid(acts, items)})


def _take_off(
    acts: Acts,
    name: str,
    added: list[tuple[int, Event]],
    amount: Amount,
    ordered: Ordered,
    items: dict[int, tuple[Item, ...]],
) -> None:
    """Take an amount off the last bets on a wager. The first of them keeps something, or was carried in."""
    _check_one_place(added, f"{name} lies on", "increased")
    whole = sum(event.amount or 0 for _, event in added)
    if not amount or amount > whole or (amount == whole and not acts.carried(name)):
        raise BadInput(
            f"{ordered.whom} added {show_amount(whole)} to {name} in this round, and that is all of it: "
            "say with amount= how much of it was late, or rule late=made"
        )
    back, last = amount, added[0][1]
    offs: dict[int, Amount] = {}
    for at, event in added:
        offs[at] = min(back, event.amount or 0)
        left = (event.amount or 0) - offs[at]
        items[at] = (replace(event, amount=left),) if left else ()
        back -= offs[at]
        if not back:
            break
    amount -= _taken_off_again(acts, last, offs, items)
    if not amount:
        return
    at, told = added[0][0], {"who": last.who, "wager": name, "amount": show_amount(amount)}
    part = Ordered(PART, tuple(told.items()), ordered.clause)
    items[at] = (*items[at], part, *_lay(acts, last, name, MORE, amount))


def _taken_off_again(
    acts: Acts, bet: Event, offs: Mapping[int, Amount], items: dict[int, tuple[Item, ...]]
) -> Amount:
    """Take off later withdrawals what they took of a late increase, and return it: it went back by them."""
    gone = 0
    for at, event in reversed(list(acts.of("remove", bet.what))):
        late = sum(off for one, off in offs.items() if one < at) - gone
        if event.amount is None or late <= 0 or person_of(event.who) != person_of(bet.who):
            continue
        off = min(late, event.amount)
        items[at] = (replace(event, amount=event.amount - off),) if event.amount > off else ()
        gone += off
    return gone


def _check_one_place(acted: list[tuple[int, Event]], what: str, done: str) -> None:
    """Refuse to guess on which of several places something was done too late."""
    places = sorted({person_named(event.who) for _, event in acted})
    if len(places) > 1:
        raise BadInput(f"{what} {' and '.join(places)}: say with box= where it was {done}")


def spoken(history: History, ordered: Ordered, play: Play) -> Amount:
    """Return how much of a wager was only spoken; nothing where it is all of it, or nothing was."""
    acts = Acts(history, ordered.whom, play)
    name = ordered.fact("wager")
    made = [event for _, event in acts.of("bet", name)] if name else []
    orally = sum(event.amount or 0 for event in made if event.fact("oral") == "yes")
    whole = sum(event.amount or 0 for event in made)
    return orally if orally < whole or acts.carried(name) else 0


def without_withdrawal(history: History, ordered: Ordered, play: Play, names: list[str]) -> History:
    """Return the history without what was taken back too late, of a wager and of those that equal it."""
    acts, name = Acts(history, ordered.whom, play), ordered.fact("wager")
    given = ordered.fact("amount")
    items: dict[int, tuple[Item, ...]] = {}
    taken: Amount | None = None
    for one in names or acts.names("remove"):
        acted = list(acts.of("remove", one))
        if not acted or (name and one != name and _taken(play, acted[0][1]) != taken):
            continue
        _check_one_place(acted, f"{one} was taken back on", "taken back too late")
        taken = _taken(play, acted[0][1])
        _give_again(acts, acted, parse_amount(given) if given else taken, items)
    if not items:
        wager = f"nothing of {name}" if name else "no wager"
        raise BadInput(_nothing(ordered.whom, wager, "taken back"))
    return _told(history, {**items, **_as_laid(acts, items)})


def _give_again(
    acts: Acts, acted: list[tuple[int, Event]], amount: Amount, items: dict[int, tuple[Item, ...]]
) -> None:
    """Leave so much out of the last withdrawals of a wager."""
    taken = _all_taken(acts.play, acted)
    whole = sum(taken)
    if amount > whole:
        last = acted[0][1]
        raise BadInput(
            f"of {last.what} {show_amount(whole)} was taken back on {person_named(last.who)}: "
            "say amount= with no more than that"
        )
    for (at, event), held in zip(acted, taken, strict=True):
        kept = max(0, held - amount)
        items[at] = (replace(event, amount=kept),) if kept else ()
        unasked = Ordered(UNASKED, (("who", event.who),), "")
        items[at] = (*items[at], *_lay(acts, event, event.what, LESS, held - kept), unasked)
        amount -= held
        if amount <= 0:
            return


def _as_laid(acts: Acts, items: Mapping[int, tuple[Item, ...]]) -> dict[int, tuple[Item, ...]]:
    """Say what acts laid beside a wager that seemed another: without an amount it would be more, or less."""
    places = {person_of(item.who) for at in items if isinstance(item := acts.items[at], Event)}
    there = [(one.seat + one.bettor, one.wager, one.hand, one.stake) for one in acts.play.wagers]
    there += [(one.seat + one.bettor, one.wager, one.hand, one.stake) for one in acts.play.lines]
    found: dict[int, tuple[Item, ...]] = {}
    for at, item in enumerate(acts.items):
        if not isinstance(item, Event) or item.what or item.amount is not None or at < min(items):
            continue
        place = person_of(item.who)
        laid = {
            stake
            for who, wager, hand, stake in there
            if (who, wager) == (place, item.verb) and item.hand in ("", hand)
        }
        if place in places and len(laid) == 1:
            found[at] = (replace(item, amount=laid.pop()),)
    return found


def _taken(play: Play, event: Event, earlier: int = 0) -> Amount:
    """Return how much an act took back, where so many later ones took a wager back whole as well."""
    if event.amount is not None:
        return event.amount
    label = event.who.partition(".")[0]
    lines = [line for line in play.lines if line.wager == event.what and line.seat + line.bettor == label]
    taken = [line.stake for line in lines if line.result == "withdrawn"]
    return taken[-1 - earlier] if len(taken) > earlier else 0


def _all_taken(play: Play, acted: list[tuple[int, Event]]) -> list[Amount]:
    """Return how much each of several acts on a wager took back, from the last to the first."""
    found, whole = [], 0
    for _, event in acted:
        found.append(_taken(play, event, whole))
        whole += event.amount is None
    return found


def _nothing(whom: Whom, wager: str, done: str) -> str:
    """Say that somebody, or nobody at all, has done something with a wager."""
    if whom == Whom():
        return f"{wager} has been {done} in this round"
    return f"{whom} has {done} {wager} in this round"


def _told(history: History, items: Mapping[int, tuple[Item, ...]]) -> History:
    told = tuple(one for at, item in enumerate(history.items) for one in items.get(at, (item,)))
    return History(told, history.aside)


def tell_part(play: Play, ordered: Ordered) -> Amount:
    """Tell with a line of the part that goes back, and return it."""
    amount = parse_amount(ordered.fact("amount"))
    standing = _standing(play, Event(ordered.fact("who"), "bet", ordered.fact("wager"), amount))
    why = f"{show_amount(amount)} of {standing.name} goes back"
    nothing = Fraction(0)
    play.settle([Claim(standing, "void", nothing, nothing, (ordered.clause,), why, final=False)])
    return amount


def _lay(acts: Acts, event: Event, name: str, way: str, amount: Amount) -> tuple[Ordered, ...]:
    """Return the order by which a wager counts as it lay; nothing if no hand has been played."""
    if not has_been_played(acts.items):
        return ()
    return (Ordered(LAY, (("who", event.who), ("wager", name), (way, show_amount(amount))), ""),)


def note_as_it_lay(play: Play, ordered: Ordered) -> None:
    """Note how much more, or less, lay on a wager while hands were played."""
    label = _standing(play, Event(ordered.fact("who"), "bet", ordered.fact("wager"))).label
    more, less = (parse_amount(ordered.fact(way) or "0") for way in (MORE, LESS))
    play.lain = {**play.lain, label: play.lain.get(label, 0) + more - less}


def note_smaller(play: Play, event: Event, lower: Event | None) -> None:
    """Note what lay on a wager that another has made smaller, where hands had been played."""
    if event.lays_wager and lower is not event and play.lain:
        label = _standing(play, event).label
        less = (event.amount or 0) - (lower.amount or 0 if lower else 0)
        play.lain = {**play.lain, label: play.lain.get(label, 0) + less}


def _standing(play: Play, bet: Event) -> Standing:
    """Return a bet as a wager of its own."""
    wager, _, param = bet.what.partition(":")
    player = play.players().get(bet.person, "")
    return Standing(bet.seat, wager, bet.amount or 0, bet.bettor, param=param, player=player)


def smaller(event: Event, part: Amount, fits: Callable[[Event], bool]) -> Event | None:
    """Return an act as it fits a wager that has become smaller: of the largest size that is taken.

    Return None for a wager that cannot be made beside it at all. Any other act is as it was.
    """
    if event.amount is None or not event.seat or fits(event):
        return event
    unit = gcd(event.amount, part)
    found, above = 0, event.amount
    while unit:
        sizes = range(above - unit, found, -unit)[:MOST_SIZES]
        size = next((size for size in sizes if fits(replace(event, amount=size))), None)
        if size is not None:
            found, above = size, size + unit
        unit = _finer(unit)
    if found:
        return replace(event, amount=found)
    if event.lays_wager:
        return None
    whole = replace(event, amount=None)
    return whole if fits(whole) else event


def as_large(event: Event, fits: Callable[[Event], bool]) -> Event:
    """Return an act as it fits a wager that has become larger: as it was, or as large as that asks."""
    if event.amount is None or event.lays_wager or event.verb == "remove" or fits(event):
        return event
    whole = replace(event, amount=None)
    return whole if fits(whole) else event


def _finer(unit: Amount) -> Amount:
    """Return the next smaller unit that goes into this one; nothing below the smallest of all."""
    return next((unit // by for by in (2, 3, 5, 7) if unit % by == 0), 1 if unit > 1 else 0)
