"""What a viewer is told of what happened: facts in names and numbers, without anything secret.

Squares are named as the board lay when it happened, so facts are made while replaying the events.
An event without a function of its own is told to everybody as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple, TypeVar

from . import events as e
from . import events_setup as s
from .apply import apply
from .ids import Cell, Colour, Token
from .requests import Ask, Request
from .secrecy import knows_secrets_of, sees_all
from .seen import Fact, Value, Viewer
from .state import CombatUnderWay, State, Status
from .sums import Part

Told = Mapping[str, Value] | None
"""What the viewer may know of an event; nothing: he is not told of it at all."""


class _Moment(NamedTuple):
    """The positions around an event, and who is told."""

    before: State
    after: State
    viewer: Viewer

    def is_own(self, colour: Colour) -> bool:
        return knows_secrets_of(self.before, self.viewer, colour)


_SILENT = (e.Closed, e.PointsSpent, s.TeamCompleted, e.CopiesSwapped)
"""Bookkeeping that nobody has to be told."""

E = TypeVar("E")
_TELLERS: dict[type, Callable[[_Moment, Any], Told]] = {}  # each takes its own event type


def _tells(event: type[E]) -> Callable[[Callable[[_Moment, E], Told]], None]:
    def register(function: Callable[[_Moment, E], Told]) -> None:
        _TELLERS[event] = function

    return register


def tell(state: State, events: Iterable[e.Event], viewer: Viewer) -> tuple[Fact, ...]:
    """The facts of these events for one viewer; ``state`` is the position before them."""
    facts = []
    for event in events:
        after = apply(state, event)
        if not isinstance(event, _SILENT):
            teller = _TELLERS.get(type(event), _as_it_is)
            values = teller(_Moment(state, after, viewer), event)
            if values is not None:
                facts.append(Fact(type(event).__name__, values))
        state = after
    return tuple(facts)


def _as_it_is(moment: _Moment, event: e.Event) -> Told:
    return {field.name: _plain(getattr(event, field.name)) for field in fields(event)}


def _plain(value: object) -> Value:
    """The rest are colours, tokens, numbers and words: everybody may know them."""
    assert value is None or isinstance(value, str | int), f"{value!r} needs a case of its own"
    return value.value if isinstance(value, Colour) else value


def _places(state: State, places: Iterable[tuple[Token, Cell]]) -> Value:
    return tuple((token, state.square(cell)) for token, cell in places)


def _squares(state: State, cells: Iterable[Cell]) -> Value:
    return tuple(map(state.square, cells))


# -- requests ---------------------------------------------------------------------------------


@_tells(e.Asked)
def _asked(moment: _Moment, event: e.Asked) -> Told:
    return _request(event.request)


@_tells(e.TimedOut)
def _timed_out(moment: _Moment, event: e.TimedOut) -> Told:
    """A late card is told to its owner only: the other side would know it (BASE-HIDDEN-05)."""
    request = event.request
    if request.ask is Ask.COMBAT_CARD and moment.viewer != request.who:
        return None
    return _request(request)


def _request(request: Request) -> Told:
    return {"ask": request.ask.value, "who": request.who.value}


# -- set-up -----------------------------------------------------------------------------------


@_tells(s.Picked)
def _picked(moment: _Moment, event: s.Picked) -> Told:
    kind = moment.before.rules.kinds.get(event.what)
    name = None if kind is None else kind.name
    return {"colour": event.colour.value, "what": event.what, "name": name}


@_tells(s.TeamChosen)
def _team_chosen(moment: _Moment, event: s.TeamChosen) -> Told:
    colour = event.colour.value
    if not moment.is_own(event.colour):
        return {"colour": colour, "codes": None}
    chosen = {"codes": event.codes, "pairs": event.pairs, "reserve": event.reserve}
    return {"colour": colour, **chosen}


@_tells(s.PairsAllotted)
def _pairs_allotted(moment: _Moment, event: s.PairsAllotted) -> Told:
    if not moment.is_own(event.colour):
        return None
    return {"colour": event.colour.value, "pairs": event.pairs}


@_tells(s.RoomsLaid)
def _rooms_laid(moment: _Moment, event: s.RoomsLaid) -> Told:
    return {}


@_tells(s.LeftOut)
def _left_out(moment: _Moment, event: s.LeftOut) -> Told:
    known = event.tokens if moment.is_own(event.colour) else None
    return {"colour": event.colour.value, "number": len(event.tokens), "tokens": known}


@_tells(s.LinedUp)
def _lined_up(moment: _Moment, event: s.LinedUp) -> Told:
    own = moment.is_own(event.colour)
    team = _places(moment.before, event.team) if own else None
    return {"colour": event.colour.value, "team": team}


@_tells(s.LinesTurnedUp)
def _lines_turned_up(moment: _Moment, event: s.LinesTurnedUp) -> Told:
    standing = (p for p in moment.after.pieces.values() if p.status is Status.ON_BOARD)
    return {"team": _places(moment.after, ((p.token, p.cell) for p in standing))}


@_tells(s.Hidden)
def _hidden(moment: _Moment, event: s.Hidden) -> Told:
    colour = moment.before.pieces[event.token].colour
    known = event.token if moment.is_own(colour) else None
    return {"colour": colour.value, "slot": event.slot, "token": known}


@_tells(s.StarterDrawn)
def _starter_drawn(moment: _Moment, event: s.StarterDrawn) -> Told:
    return {"colour": event.colour.value, "drawn": moment.before.rules.starter is None}


# -- rooms and movements ----------------------------------------------------------------------


@_tells(e.RoomRevealed)
def _room_revealed(moment: _Moment, event: e.RoomRevealed) -> Told:
    return {
        "actor": event.actor,
        "slot": event.slot,
        "tile": moment.before.space.geometry.tiles[event.tile].name,
        "turns": event.turns,
        "found": event.found,
    }


@_tells(e.Placed)
def _placed(moment: _Moment, event: e.Placed) -> Told:
    places = _places(moment.after, event.places)
    return {"by": event.by.value, "places": places, "drawn": event.drawn}


@_tells(e.Moved)
def _moved(moment: _Moment, event: e.Moved) -> Told:
    return {"token": event.token, "path": _squares(moment.before, event.path)}


@_tells(e.Jumped)
def _jumped(moment: _Moment, event: e.Jumped) -> Told:
    return {"token": event.token, "path": _squares(moment.before, event.path)}


@_tells(e.WalkedThrough)
def _walked_through(moment: _Moment, event: e.WalkedThrough) -> Told:
    return {"token": event.token, "path": _squares(moment.before, event.path)}


@_tells(e.Pushed)
def _pushed(moment: _Moment, event: e.Pushed) -> Told:
    path = _squares(moment.before, event.path)
    return {"token": event.token, "actor": event.by, "path": path, "left": event.left}


@_tells(e.Left)
def _left(moment: _Moment, event: e.Left) -> Told:
    where = _where(moment, event.thing)
    return {"token": event.token, "thing": event.thing, "holder": event.holder, "at": where}


@_tells(e.TookUp)
def _took_up(moment: _Moment, event: e.TookUp) -> Told:
    where = _where(moment, event.thing)
    return {"token": event.token, "thing": event.thing, "giver": event.giver, "at": where}


def _where(moment: _Moment, thing: Token) -> str:
    return moment.before.square(moment.before.pieces[thing].cell)


@_tells(e.DoorChanged)
def _door_changed(moment: _Moment, event: e.DoorChanged) -> Told:
    between = _squares(moment.before, moment.before.space.beside(event.layer))
    return {"token": event.token, "between": between, "state": event.state}


# -- combat -----------------------------------------------------------------------------------


@_tells(e.CombatDeclared)
def _combat_declared(moment: _Moment, event: e.CombatDeclared) -> Told:
    return {
        "initiator": event.initiator,
        "target": event.target,
        "attacker": event.attacker.value,
        "defender": event.defender.value,
        "fighters": tuple((colour.value, tokens) for colour, tokens in event.fighters),
        "parts": _parts(event.parts),
        "afar": tuple(_armed(moment.before, token) for token in event.afar),
    }


def _armed(state: State, token: Token) -> Value:
    """A fighter and what he fights with from afar."""
    weapon = state.tool(token)
    assert weapon is not None, "whoever fights from afar has a weapon for it"
    return token, weapon.token


def _parts(parts: Iterable[tuple[Colour, tuple[Part, ...]]]) -> Value:
    return tuple((c.value, tuple((p.value, p.label) for p in side)) for c, side in parts)


@_tells(e.HandShown)
def _hand_shown(moment: _Moment, event: e.HandShown) -> Told:
    """Only the two in this combat see the cards (PRISON-HIDDEN-07)."""
    among = moment.viewer in (event.colour, event.to)
    cards = event.cards if among or sees_all(moment.before, moment.viewer) else None
    return {"colour": event.colour.value, "to": event.to.value, "cards": cards}


@_tells(e.CardLaid)
def _card_laid(moment: _Moment, event: e.CardLaid) -> Told:
    card = event.card if moment.is_own(event.colour) else None
    return {"colour": event.colour.value, "card": card}


@_tells(e.CardsTurned)
def _cards_turned(moment: _Moment, event: e.CardsTurned) -> Told:
    combat = moment.before.under_way
    assert isinstance(combat, CombatUnderWay), "cards are turned in a combat"
    late = (request for request in moment.before.pending if request.late_card)
    return {
        "parts": _parts(combat.parts.items()),
        "late": tuple(request.who.value for request in late),
        "cards": tuple((colour.value, card) for colour, card in event.cards),
        "totals": tuple((colour.value, value) for colour, value in event.totals),
        "winner": event.winner.value if event.winner else None,
    }


# -- points and the end -----------------------------------------------------------------------


@_tells(e.Scored)
def _scored(moment: _Moment, event: e.Scored) -> Told:
    return {
        "colour": event.colour.value,
        "value": event.point.value,
        "token": event.point.token,
        "reason": event.point.reason,
        "score": moment.after.players[event.colour].score,
    }


@_tells(e.EndTriggered)
def _end_triggered(moment: _Moment, event: e.EndTriggered) -> Told:
    return {"colour": event.colour.value, "at_once": moment.before.rules.goal.at_once}


@_tells(e.Ended)
def _ended(moment: _Moment, event: e.Ended) -> Told:
    return {
        "winners": tuple(colour.value for colour in event.winners),
        "why": event.why,
        "scores": tuple((p.colour.value, p.score) for p in moment.after.players.values()),
    }
