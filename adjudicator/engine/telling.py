"""What a viewer is told of what happened: facts in names and numbers, without anything secret.

Squares are named as the board lay when it happened, so facts are made while replaying the events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from . import events as e
from .apply import apply
from .ids import Colour, Token
from .requests import Ask
from .state import CombatUnderWay, State
from .view import Viewer, sees_all

Value = str | int | bool | None | tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened: the event's name and what of it the viewer may know."""

    kind: str
    values: Mapping[str, Value]


_SILENT = (e.Closed, e.PointsSpent, e.TeamCompleted, e.CopiesSwapped)
"""Bookkeeping that nobody has to be told."""


def tell(state: State, events: Iterable[e.Event], viewer: Viewer) -> tuple[Fact, ...]:
    """The facts of these events for one viewer; ``state`` is the position before them."""
    facts = []
    for event in events:
        after = apply(state, event)
        fact = None if isinstance(event, _SILENT) else _fact(state, after, event, viewer)
        if fact is not None:
            facts.append(fact)
        state = after
    return tuple(facts)


def _fact(before: State, after: State, event: e.Event, viewer: Viewer) -> Fact | None:
    kind = type(event).__name__
    match event:
        case e.TimedOut(request) if request.ask is Ask.COMBAT_CARD and viewer != request.who:
            return None  # it would tell the other side the card before both are in (BASE-HIDDEN-05)
        case e.Asked(request) | e.TimedOut(request):
            return Fact(kind, {"ask": request.ask.value, "who": request.who.value})
        case e.Picked(colour, what):
            kinds = before.rules.kinds
            name: Value = kinds[what].name if what in kinds else None
            return Fact(kind, {"colour": colour.value, "what": what, "name": name})
        case e.TeamChosen(colour, codes, pairs, reserve):
            if not _own(before, viewer, colour):
                return Fact(kind, {"colour": colour.value, "codes": None})
            return Fact(
                kind,
                {"colour": colour.value, "codes": codes, "pairs": pairs, "reserve": reserve},
            )
        case e.PairsAllotted(colour, pairs):
            if not _own(before, viewer, colour):
                return None
            return Fact(kind, {"colour": colour.value, "pairs": pairs})
        case e.RoomsLaid():
            return Fact(kind, {})
        case e.LeftOut(colour, tokens):
            own = _own(before, viewer, colour)
            known: Value = tuple(tokens) if own else None
            return Fact(kind, {"colour": colour.value, "number": len(tokens), "tokens": known})
        case e.LinedUp(colour, team):
            if not _own(before, viewer, colour):
                return Fact(kind, {"colour": colour.value, "team": None})
            return Fact(kind, {"colour": colour.value, "team": _places(before, team)})
        case e.LinesTurnedUp():
            team = tuple((p.token, p.cell) for p in after.pieces.values() if p.status == "on board")
            return Fact(kind, {"team": _places(after, team)})
        case e.Hidden(token, slot):
            piece = before.pieces[token]
            return Fact(
                kind,
                {
                    "colour": piece.colour.value,
                    "slot": slot,
                    "token": token if _own(before, viewer, piece.colour) else None,
                },
            )
        case e.RoomRevealed(actor, slot, tile, turns, found):
            name = before.space.geometry.tiles[tile].name
            return Fact(
                kind, {"actor": actor, "slot": slot, "tile": name, "turns": turns, "found": found}
            )
        case e.Placed(by, places, drawn):
            return Fact(kind, {"by": by.value, "places": _places(after, places), "drawn": drawn})
        case e.Moved(token, path) | e.Jumped(token, path) | e.WalkedThrough(token, path):
            return Fact(kind, {"token": token, "path": tuple(before.square(c) for c in path)})
        case e.Pushed(token, by, way, left):
            squares = tuple(before.square(cell) for cell in way)
            return Fact(kind, {"token": token, "actor": by, "path": squares, "left": left})
        case e.Left(token, thing, holder):
            where = before.square(before.pieces[thing].cell)
            return Fact(kind, {"token": token, "thing": thing, "holder": holder, "at": where})
        case e.TookUp(token, thing, giver):
            where = before.square(before.pieces[thing].cell)
            return Fact(kind, {"token": token, "thing": thing, "giver": giver, "at": where})
        case e.CombatDeclared(initiator, target, attacker, defender, fighters, parts, afar):
            return Fact(
                kind,
                {
                    "initiator": initiator,
                    "target": target,
                    "attacker": attacker.value,
                    "defender": defender.value,
                    "fighters": tuple((c.value, tokens) for c, tokens in fighters),
                    "parts": _parts(parts),
                    "afar": afar,
                },
            )
        case e.HandShown(colour, to, cards):  # PRISON-HIDDEN-07
            shown: Value = cards if viewer in (colour, to) or sees_all(before, viewer) else None
            return Fact(kind, {"colour": colour.value, "to": to.value, "cards": shown})
        case e.CardLaid(colour, card):
            own = _own(before, viewer, colour)
            return Fact(kind, {"colour": colour.value, "card": card if own else None})
        case e.CardsTurned(cards, totals, winner):
            combat = before.under_way
            assert isinstance(combat, CombatUnderWay), "cards are turned in a combat"
            return Fact(
                kind,
                {
                    "parts": _parts(combat.parts.items()),
                    "cards": tuple((c.value, card) for c, card in cards),
                    "totals": tuple((c.value, value) for c, value in totals),
                    "winner": winner.value if winner else None,
                },
            )
        case e.DoorChanged(token, layer, state):
            return Fact(kind, {"token": token, "between": _border(before, layer), "state": state})
        case e.Scored(colour, point):
            return Fact(
                kind,
                {
                    "colour": colour.value,
                    "value": point.value,
                    "token": point.token,
                    "reason": point.reason,
                    "score": after.players[colour].score,
                },
            )
        case e.StarterDrawn(colour):
            drawn = before.rules.starter is None
            return Fact(kind, {"colour": colour.value, "drawn": drawn})
        case e.EndTriggered(colour):
            at_once = before.rules.goal.at_once
            return Fact(kind, {"colour": colour.value, "at_once": at_once})
        case e.Ended(winners, why):
            scores = tuple((p.colour.value, p.score) for p in after.players.values())
            return Fact(
                kind, {"winners": tuple(w.value for w in winners), "why": why, "scores": scores}
            )
        case _:
            return Fact(kind, {f.name: _plain(getattr(event, f.name)) for f in fields(event)})


def _own(state: State, viewer: Viewer, colour: Colour) -> bool:
    return viewer == colour or sees_all(state, viewer)


def _places(state: State, places: Iterable[tuple[Token, int]]) -> Value:
    return tuple((token, state.space.name(cell)) for token, cell in places)  # type: ignore[arg-type]  # plain ints from the index


def _parts(parts: Iterable[tuple[Colour, tuple[e.Part, ...]]]) -> Value:
    return tuple((c.value, tuple((p.value, p.label) for p in side)) for c, side in parts)


def _border(state: State, layer: int) -> Value:
    """The two squares a layer lies between."""
    near = layer // 4
    far = state.space.reverse[layer] // 4
    names = state.rules.layout.square_names
    return (names[state.space.square_of[near]], names[state.space.square_of[far]])


def _plain(value: object) -> Value:
    """The rest are colours, tokens, numbers and words: everybody may know them."""
    assert value is None or isinstance(value, str | int), f"{value!r} needs a case of its own"
    return value.value if isinstance(value, Colour) else value
