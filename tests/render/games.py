"""Positions to draw and events to tell: short games of random but legal decisions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.reveal import free_sites
from adjudicator.engine.actions.turn import playable_cards
from adjudicator.engine.events import Event
from adjudicator.engine.ids import Cell, Colour, Side, Slot, Token
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.start import start
from adjudicator.engine.state import Piece, RevealUnderWay, State, Status
from adjudicator.sets.load import load_ruleset


class Passage(NamedTuple):
    """One accepted decision: the position before it, what happened, the position after it."""

    before: State
    events: tuple[Event, ...]
    after: State


def set_up(seed: str, scenario: str = "standard") -> State:
    """A game whose set-up was left to the referee."""
    state = start(load_ruleset("base", scenario), seed).state
    while state.turn.active is None:
        state = time_out(state, next(r for r in state.pending if not r.sealed)).state
    return state


def time_out(state: State, request: Request) -> Played:
    played = play(state, None, d.TimeOut(request.number))
    assert isinstance(played, Played)
    return played


def random_game(seed: str, scenario: str = "standard", decisions: int = 250) -> Iterator[Passage]:
    """Decisions drawn until the game ends or there were enough of them."""
    chance = random.Random(seed)
    state = start(load_ruleset("base", scenario), seed).state
    for _ in range(decisions):
        if state.result is not None:
            return
        request = chance.choice([r for r in state.pending if not r.sealed])
        played = _decide(state, request, chance)
        yield Passage(state, played.events, played.state)
        state = played.state


def _decide(state: State, request: Request, chance: random.Random) -> Played:
    candidates = list(_candidates(state, request, chance))
    chance.shuffle(candidates)
    for candidate in sorted(candidates, key=_urgency):
        played = play(state, request.who, candidate)
        if isinstance(played, Played):
            return played
    return time_out(state, request)


def _urgency(decision: d.Decision) -> int:
    """What changes a position most comes first."""
    order = (d.Attack, d.Use, d.Reveal, d.Jump, d.Rotate, d.Move)
    return order.index(type(decision)) if type(decision) in order else len(order)


def _candidates(state: State, request: Request, chance: random.Random) -> Iterator[d.Decision]:
    who = request.who
    if request.ask is Ask.ACTION_CARD:
        yield d.PlayActionCard(max(playable_cards(state, who)))
    elif request.ask is Ask.COMBAT_CARD:
        yield d.LayCard(chance.choice(state.players[who].combat))
    elif request.ask is Ask.PUT and chance.random() < 0.9:
        assert isinstance(state.under_way, RevealUnderWay)
        sites = free_sites(state, state.under_way.slot)
        yield d.Put(tuple(zip(request.tokens, chance.sample(sites, len(request.tokens)))))  # noqa: B905  # as many sites as tokens
    elif request.ask is Ask.ACT:
        for piece in state.of(who):
            if piece.status is Status.ON_BOARD and piece.kind.character:
                yield from _actions(state, piece, chance)


def _actions(state: State, piece: Piece, chance: random.Random) -> Iterator[d.Decision]:
    token = piece.token
    for slot in state.rules.layout.place_by_slot:
        yield d.Reveal(token, slot)
        if chance.random() < 0.3:
            yield d.Rotate(token, slot, sense=chance.choice((1, None)))
    for other in state.pieces.values():
        if other.colour != piece.colour and other.status is Status.ON_BOARD:
            yield d.Attack(token, other.token)
    load = state.load(token)
    for kind in (piece.kind, *((load.kind,) if load else ())):
        for name, verb in kind.verbs.items():
            if chance.random() < 0.2:
                yield from (d.Use(token, name, target) for target in verb.targets(state, piece))
    for _ in range(6):
        yield _walk(state, piece, chance)


def _walk(state: State, piece: Piece, chance: random.Random) -> d.Move:
    """A way of some squares, mostly towards the other end of the board."""
    cells = [piece.cell]
    up = 1 if piece.colour is Colour.BLUE else -1
    for _ in range(chance.randint(1, 4)):
        beyond = [c for c in state.space.open_to(cells[-1]) if c not in cells]
        if not beyond:
            break
        beyond.sort(key=lambda cell: up * state.space.square_of[cell])
        cells.append(beyond[-1] if chance.random() < 0.6 else chance.choice(beyond))
    return d.Move(piece.token, tuple(d.Step(cell) for cell in cells))


# -- a position with something of everything --------------------------------------------------


def rich_state() -> State:
    """Four rooms face up with every state of portcullises, loads, wounds and marks."""
    played = play(state := set_up("golden"), state.turn.active, d.PlayActionCard(2))
    assert isinstance(played, Played)
    state = played.state
    for slot in ("R1", "R2", "R3", "R6"):
        tile = state.space.tile_in(Slot(slot))
        assert tile is not None
        placement = state.space.placements[tile]
        assert placement is not None
        state = state._replace(
            space=state.space.with_placement(tile, placement._replace(face_up=True))
        )
    return _with_pieces(_with_doors(state))


def _with_doors(state: State) -> State:
    """Portcullises upright and flat, each closed, open and broken in turn."""
    found: dict[bool, list[int]] = {True: [], False: []}
    for cell in sorted(c for c in state.space.cell_at if c >= 0):
        for side in (Side.EAST, Side.NORTH):
            half = state.space.half_towards(Cell(cell), side)
            for layer in state.space.layers(half):
                if layer.kind == "portcullis":
                    found[side is Side.EAST].append(layer.id)
    for layers in found.values():
        for layer_id, door in zip(layers, ("open", "broken"), strict=False):
            state = state._replace(space=state.space.with_door(layer_id, door))
    return state


def _with_pieces(state: State) -> State:
    """Pieces on pits, gears and floor."""
    pieces = {token: _turned_up(state, piece) for token, piece in state.pieces.items()}
    places = _free_cells(state)

    def put(token: str, ground: str, *loads: str, **changes: object) -> None:
        cell = places[ground].pop(0)
        for name, carrier in ((token, None), *((load, Token(token)) for load in loads)):
            old = pieces[Token(name.rstrip("*"))]
            pieces[old.token] = old._replace(
                status=Status.ON_BOARD, cell=cell, tile=-1, carrier=carrier,
                wounded=name.endswith("*"),
            )  # fmt: skip
        main = Token(token.rstrip("*"))
        pieces[main] = pieces[main]._replace(**changes)  # type: ignore[arg-type]  # test data

    put("bTH", "pit")
    put("bGO", "pit")
    pieces[Token("yro")] = pieces[Token("yro")]._replace(
        status=Status.ON_BOARD, cell=pieces[Token("bGO")].cell, tile=-1
    )
    put("yWW", "gear")
    put("yTR", "gear", "ytz")
    put("bWA", "floor", "bCL*")
    put("bTR", "floor", "bsw", marks=frozenset({"inert"}))
    put("bME", "floor", "ysw")
    put("yGO*", "floor", marks=frozenset({"fresh"}))
    put("yWA*", "floor")
    put("yCL", "floor", "yar")
    put("bro", "floor")
    put("yfw", "floor")
    at: dict[Cell, tuple[Token, ...]] = {}
    for piece in pieces.values():
        if piece.status is Status.ON_BOARD:
            at[piece.cell] = (*at.get(piece.cell, ()), piece.token)
    return state._replace(pieces=pieces, at=at)


def _turned_up(state: State, piece: Piece) -> Piece:
    """What was hidden in a room that now lies face up is out of the game, to keep it short."""
    placement = state.space.placements[piece.tile] if piece.tile >= 0 else None
    if placement is None or not placement.face_up:
        return piece
    return piece._replace(status=Status.LOST, tile=-1)


def _free_cells(state: State) -> dict[str, list[Cell]]:
    """Squares of the rooms by their ground, some left out, so that the pieces are spread out."""
    found: dict[str, list[Cell]] = {}
    for number in sorted(state.space.cell_at):
        if number >= 0:
            found.setdefault(state.space.ground(Cell(number)), []).append(Cell(number))
    return {ground: [*cells[:: 7 if ground == "floor" else 1]] for ground, cells in found.items()}
