"""Payments that are put right: what was paid wrongly, and the difference, both stay on record."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, FactsWanted
from croupier.table.banks import account
from croupier.table.claims import Move
from croupier.table.play import Play
from croupier.table.rulings import Ordered

DECIDED = ("win", "lose", "half", "push", "void", "stands")
"""Results of lines that may have been paid wrongly. Of several lines the first of these is meant."""


def check_payment(play: Play, ordered: Ordered) -> str:
    """Refuse to put right what was not settled in this round, or was paid rightly.

    Return the place whose payment it is: others of the same person may be settled later.
    """
    at, paid = _line_of(play, ordered), _paid(ordered)
    name = ordered.fact("wager")
    if at < 0:
        raise BadInput(
            f"nothing was settled for {ordered.whom} on {name or 'any wager'} in this round; "
            "say seat=N, wager=NAME and paid=AMOUNT, or taken=AMOUNT for a stake that was taken"
        )
    places = _places_of(play, ordered)
    if len(places) > 1:
        raise FactsWanted(
            f"{name} of {ordered.whom} was settled on {' and '.join(places)}: say with box= which is meant",
            {"box": places},
        )
    due = play.lines[at].net
    if due == paid:
        raise BadInput(f"{name} was {_told(paid)} rightly: {show_amount(abs(due))} was due")
    line = play.lines[at]
    return line.seat + (line.bettor or "a") + (f".{line.hand}" if line.hand else "")


def put_right(play: Play, ordered: Ordered) -> None:
    """Correct a payment with a line for the difference. The wrong payment stays on record."""
    at, paid = _line_of(play, ordered), _paid(ordered)
    if at < 0 or play.lines[at].net == paid:
        return  # a later ruling has taken the wager out of the round, or made right what was paid
    line = play.lines[at]
    due = line.net
    was = "was due" if due >= 0 else "was lost"
    wrong = f"{line.why}; {show_amount(abs(paid))} was {_told(paid)} where {show_amount(abs(due))} {was}"
    play.lines[at] = replace(line, net=paid, why=wrong)
    more = "more" if due > paid else "back"
    why = f"the payment is put right: {show_amount(abs(due - paid))} {more}"
    play.lines.append(
        replace(line, net=due - paid, charge=0, uncovered=0, clauses=(ordered.clause,), why=why)
    )
    person = account(line.seat, line.bettor)
    # The wrong payment and its correction are both movements of money, and both stay in the books.
    for amount in (paid - due, due - paid):
        play.moves.append(
            Move(line.paid_by, person, amount) if amount > 0 else Move(person, line.paid_by, -amount)
        )


def _told(paid: Amount) -> str:
    return "paid" if paid >= 0 else "taken"


def _paid(ordered: Ordered) -> Amount:
    """Return what was paid, or below nothing what was taken."""
    paid, taken = ordered.fact("paid"), ordered.fact("taken")
    if bool(paid) == bool(taken):
        raise BadInput("say paid=AMOUNT, what was paid, or taken=AMOUNT, the stake that was taken; not both")
    return parse_amount(paid) if paid else -parse_amount(taken)


def _settled_on(play: Play, ordered: Ordered) -> list[int]:
    """List the places of the lines that a wager was settled with."""
    return [
        at
        for at, line in enumerate(play.lines)
        if line.wager == ordered.fact("wager") and line.result in DECIDED and ordered.whom.holds(line)
    ]


def _line_of(play: Play, ordered: Ordered) -> int:
    """Return the place of the line of a wager; -1 if nothing was settled on it."""
    found = _settled_on(play, ordered)
    return min(found, key=lambda at: DECIDED.index(play.lines[at].result), default=-1)


def _places_of(play: Play, ordered: Ordered) -> list[str]:
    """List the boxes, or hands of a box, on which a wager was settled."""
    lines = [play.lines[at] for at in _settled_on(play, ordered)]
    return list(dict.fromkeys(one.seat + one.bettor + (f".{one.hand}" if one.hand else "") for one in lines))
