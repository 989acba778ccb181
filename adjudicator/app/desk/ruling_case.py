"""A ruling as a case file: the position, the orders, and what they led to, to be run for ever."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.engine.events import CardsTurned, CombatDeclared, Event
from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.state import Piece, State, Status
from adjudicator.engine.sums import total
from adjudicator.notation.orders import Unreadable
from adjudicator.notation.position import SEPARATOR, write_state
from adjudicator.notation.record import seat_letter
from adjudicator.sets.load import known_rules

from ..again import Again
from ..cases.case import position, run_cases
from ..games import Judged, judge
from ..mistakes import NotPossible
from .differences import border
from .why import explain, rules_named

WIDEST = 96
SECRET = "seed"
"""The line of a position that is nobody's business: all chance comes from it."""
_LONG = ("put", "rooms", "doors")
_GONE = (Status.ESCAPED, Status.RESCUED, Status.ELIMINATED, Status.LOST)


class Heading(NamedTuple):
    """What stands above a case."""

    rule: str | None
    """``None``: the rule that refuses the orders."""
    title: str
    remarks: tuple[str, ...] = ()


def position_lines(state: State) -> list[str]:
    """A position as lines of a case file, without the seed."""
    lines: list[str] = []
    for line in write_state(state).split(SEPARATOR):
        key, _, words = line.partition(" ")
        if key == SECRET:
            continue
        parts = textwrap.wrap(words, WIDEST - 7) if key in _LONG else [words]
        lines.extend(f"{key:<6} {part}".rstrip() for part in parts)
    return lines


class Setting(NamedTuple):
    """A position and what somebody sends in it, one message after the other."""

    before: State
    by: Colour | None
    messages: tuple[str, ...]


def sendable(again: Again) -> Iterator[str]:
    """The orders of a message of the log as messages that end at each halt."""
    orders: list[str] = []
    for taken in again.taken:
        orders.append(taken.order)
        if taken.halts:
            yield "; ".join(orders)
            orders = []
    if orders:
        yield "; ".join(orders)


def write_case(setting: Setting, heading: Heading) -> str:
    """A case that holds: what the program makes of these orders in this position."""
    lines = position_lines(setting.before)
    ran = _run(position("\n".join(lines)), setting)
    refusal = _refusal(ran[-1])
    letter, polarity = seat_letter(setting.by), "A" if refusal is None else "R"
    facts = _facts(ran) if refusal is None else _denial(refusal)
    text = [
        *(f"# {line}" for remark in heading.remarks for line in textwrap.wrap(remark, WIDEST)),
        f"case   {_rule(setting, refusal, heading.rule)} {polarity}  {heading.title}",
        *lines,
        *(f"order  {letter}: {_sent(judged)}" for judged in ran),
        *_then(facts),
    ]
    written = "\n".join(text) + "\n"
    broken = [result.why for result in run_cases(written) if not result.ok]
    assert not broken, f"an exported case must hold: {broken}"
    return written


def _run(state: State, setting: Setting) -> list[Judged]:
    """Judge one message after the other, up to the first that is refused."""
    ran: list[Judged] = []
    for message in setting.messages:
        ran.append(judge(state, setting.by, message))
        if not ran[-1].verdicts:
            raise NotPossible("there are no orders to make a case of")
        state = ran[-1].state
        if not ran[-1].accepted:
            break
    return ran


def _sent(judged: Judged) -> str:
    return "; ".join(verdict.order.text for verdict in judged.verdicts)


def _rule(setting: Setting, refusal: Refusal | None, wanted: str | None) -> str:
    """The rule a case belongs to: the one named, else the one that refuses."""
    set_name = setting.before.rules.set_name
    if wanted is None and refusal is not None:
        return refusal.rule
    if wanted is None:
        told = explain(setting.before, setting.by, setting.messages[0])
        named = ", ".join(rules_named(set_name, told))
        raise NotPossible(f"say with --rule which rule it is about; these were used: {named}")
    if wanted not in known_rules(set_name):
        raise NotPossible(f"there is no rule {wanted[:40]!r}; see: adjudicator rules")
    return wanted


def _refusal(judged: Judged) -> Refusal | None:
    found = next((v.refusal for v in judged.verdicts if v.refusal is not None), None)
    if isinstance(found, Unreadable):
        raise NotPossible(f"orders that cannot be read make no case: {found.why}")
    return found


def _denial(refusal: Refusal) -> list[str]:
    return [f"refused {refusal.rule}", "nothing changed"]


def _then(facts: Iterable[str]) -> list[str]:
    """Facts in lines that are not too long."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(lines[-1]) + len(fact) + 2 <= WIDEST:
            lines[-1] += f"; {fact}"
        else:
            lines.append(f"then   {fact}")
    return lines


def _facts(ran: list[Judged]) -> Iterator[str]:
    """What is different after accepted orders, and whose turn it is."""
    before, after = ran[0].before, ran[-1].state
    yield "accepted"
    for event in (event for judged in ran for event in judged.events):
        yield from _combat(event)
    for token in sorted(after.pieces):
        yield from _piece(before, after, before.pieces[token], after.pieces[token])
    yield from _board(before, after)
    yield from _players(before, after)
    yield from _flow(after)


def _combat(event: Event) -> Iterator[str]:
    if isinstance(event, CombatDeclared):
        for colour, tokens in event.fighters:
            yield f"fighters {colour.letter} {' '.join(tokens)}"
        for colour, parts in event.parts:
            yield f"sum {colour.letter} {total(parts)}"
    elif isinstance(event, CardsTurned):
        for colour, value in event.totals:
            yield f"total {colour.letter} {value}"


def _piece(before: State, after: State, old: Piece, new: Piece) -> Iterator[str]:
    token = new.token
    if new.status in _GONE:
        if new.status is not old.status:
            yield f"gone {token} {new.status.value}"
        return
    if new.status is Status.HIDDEN and old.status is not Status.HIDDEN:
        placement = after.space.placements[new.tile]
        assert placement is not None, "a token is hidden in a placed room"
        yield f"at {token} {placement.slot}"
    if new.status is Status.ON_BOARD and _square(before, old) != _square(after, new):
        yield f"at {token} {after.square(new.cell)}"
    if new.wounded != old.wounded:
        yield f"{'wounded' if new.wounded else 'living'} {token}"
    if new.kind.character and _load(before, old) != _load(after, new):
        yield f"carries {token} {_load(after, new)}"
    for mark in sorted(new.marks - old.marks):
        yield f"mark {token} {mark}"


def _square(state: State, piece: Piece) -> str | None:
    return state.square(piece.cell) if piece.status is Status.ON_BOARD else None


def _load(state: State, piece: Piece) -> str:
    load = state.load(piece.token) if piece.status is Status.ON_BOARD else None
    return load.token if load else "nothing"


def _board(before: State, after: State) -> Iterator[str]:
    for layer, door in sorted(after.space.doors.items()):
        inside = len(after.space.beside(layer)) == 2
        if inside and before.space.doors.get(layer) != door:
            yield f"door {border(after, layer)} {door}"
    tiles = after.space.geometry.tiles
    places = zip(tiles, before.space.placements, after.space.placements, strict=True)
    for tile, old, new in places:
        if new is not None and new.face_up and new != old:
            yield f"room {new.slot} {tile.name}:{90 * new.turns}"


def _players(before: State, after: State) -> Iterator[str]:
    for colour, player in after.players.items():
        old, letter = before.players[colour], colour.letter
        if player.actions != old.actions:
            yield f"actions {letter} {' '.join(map(str, player.actions))}".rstrip()
        if (player.combat, player.jumps) != (old.combat, old.jumps):
            cards = [f"+{card}" for card in player.combat]
            yield f"hand {letter} {' '.join([*cards, f'J{player.jumps}'])}"
        yield f"vp {letter} {player.score}"


def _flow(state: State) -> Iterator[str]:
    if state.result is not None:
        winners: tuple[Colour, ...] = state.result.winners
        yield f"result {''.join(colour.letter for colour in winners) or 'draw'}"
        return
    if state.turn.active is not None:
        yield f"turn {state.turn.active.letter}"
        yield f"ap {state.turn.pool}"
    for request in state.pending:
        if not request.sealed:
            yield f"asks {request.who.letter} {request.ask.value}"
