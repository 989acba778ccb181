"""How each event changes the position. Nothing else ever does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from . import events as e
from .decisions import Purse
from .ids import OUTSIDE, Cell, Colour, Token
from .requests import Ask
from .space import Placement, Space
from .state import (
    FRESH,
    INERT,
    LAID,
    NO_MARKS,
    TURN_MARKS,
    Chosen,
    CombatUnderWay,
    Piece,
    Player,
    Result,
    RevealUnderWay,
    State,
    Status,
)

E = TypeVar("E")
_APPLY: dict[type, Callable[[State, Any], State]] = {}  # each function takes its own event type


def _applies(
    event: type[E],
) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _APPLY[event] = function
        return function

    return register


def apply(state: State, event: e.Event) -> State:
    """The position after an event."""
    return _APPLY[type(event)](state, event)


def with_pieces(state: State, *changed: Piece) -> State:
    """The position with these pieces as they are now, and the index of cells in step."""
    pieces = dict(state.pieces)
    at = dict(state.at)
    for new in changed:
        old = pieces[new.token]
        pieces[new.token] = new
        if old.cell == new.cell:
            continue
        if old.cell != OUTSIDE and old.token in at.get(old.cell, ()):
            _take_off(at, old)
        if new.cell != OUTSIDE and new.status is Status.ON_BOARD:
            at[new.cell] = (*at.get(new.cell, ()), new.token)
    return state._replace(pieces=pieces, at=at)


def _take_off(at: dict[Cell, tuple[Token, ...]], piece: Piece) -> None:
    rest = tuple(token for token in at[piece.cell] if token != piece.token)
    if rest:
        at[piece.cell] = rest
    else:
        del at[piece.cell]


def _with_player(state: State, player: Player) -> State:
    return state._replace(players={**state.players, player.colour: player})


def _gone(piece: Piece, status: Status) -> Piece:
    return piece._replace(
        status=status, cell=OUTSIDE, tile=-1, carrier=None, wounded=False, marks=NO_MARKS
    )


def _without_purse(state: State, token: Token) -> State:
    """A character who left the game loses the action points he had (BASE-OBJECT-14)."""
    if token not in state.turn.purses:
        return state
    purses = {who: left for who, left in state.turn.purses.items() if who != token}
    return state._replace(turn=state.turn._replace(purses=purses))


# -- requests ---------------------------------------------------------------------------------


@_applies(e.Asked)
def _asked(state: State, event: e.Asked) -> State:
    return state._replace(
        pending=(*state.pending, event.request), asked=max(state.asked, event.request.number)
    )


@_applies(e.Closed)
def _closed(state: State, event: e.Closed) -> State:
    return state._replace(pending=tuple(r for r in state.pending if r.number != event.number))


@_applies(e.TimedOut)
def _timed_out(state: State, event: e.TimedOut) -> State:
    """Answers now come too late; a reveal is finished before the turn ends (BASE-REVEAL-12)."""
    late = event.request
    if late.ask is Ask.PUT and late.who == state.turn.active:
        state = state._replace(turn=state.turn._replace(overdue=True))
    pending = tuple(r._replace(final=True) if r.number == late.number else r for r in state.pending)
    return state._replace(pending=pending)


def _sealed(state: State, who: Colour, ask: Ask) -> State:
    """One player's answer is in and waits for the others."""
    pending = tuple(
        r._replace(sealed=True) if r.who == who and r.ask is ask else r for r in state.pending
    )
    return state._replace(pending=pending)


# -- set-up -----------------------------------------------------------------------------------


@_applies(e.ChooserDrawn)
def _chooser_drawn(state: State, event: e.ChooserDrawn) -> State:
    return state


@_applies(e.Picked)
def _picked(state: State, event: e.Picked) -> State:
    return state._replace(picked=(*state.picked, event.what))


@_applies(e.TeamChosen)
def _team_chosen(state: State, event: e.TeamChosen) -> State:
    chosen = Chosen(event.codes, event.pairs, event.reserve)
    state = state._replace(chosen={**state.chosen, event.colour: chosen})
    return _sealed(state, event.colour, Ask.TEAM)


@_applies(e.PairsAllotted)
def _pairs_allotted(state: State, event: e.PairsAllotted) -> State:
    chosen = state.chosen[event.colour]._replace(allotted=event.pairs)
    return state._replace(chosen={**state.chosen, event.colour: chosen})


@_applies(e.TeamCompleted)
def _team_completed(state: State, event: e.TeamCompleted) -> State:
    out = (p for p in state.of(event.colour) if p.token not in event.tokens)
    return with_pieces(state, *(piece._replace(status=Status.LEFT_OUT) for piece in out))


@_applies(e.RoomsLaid)
def _rooms_laid(state: State, event: e.RoomsLaid) -> State:
    placements = list(state.space.placements)
    for tile, slot, turns in event.rooms:
        place = state.rules.layout.place_by_slot[slot]
        placements[tile] = Placement(slot, place.x, place.y, turns, face_up=False)
    return state._replace(space=Space(state.space.geometry, tuple(placements), {}))


@_applies(e.CopiesSwapped)
def _copies_swapped(state: State, event: e.CopiesSwapped) -> State:
    one, other = state.pieces[event.first], state.pieces[event.second]
    return with_pieces(
        state,
        other._replace(token=one.token),
        one._replace(token=other.token),
    )


@_applies(e.LeftOut)
def _left_out(state: State, event: e.LeftOut) -> State:
    return with_pieces(
        state, *(state.pieces[token]._replace(status=Status.LEFT_OUT) for token in event.tokens)
    )


@_applies(e.LinedUp)
def _lined_up(state: State, event: e.LinedUp) -> State:
    back = {
        piece.token: piece._replace(status=Status.UNPLACED, cell=OUTSIDE)
        for piece in state.of(event.colour)
        if piece.status is Status.LINED_UP
    }
    for token, cell in event.team:
        back[token] = state.pieces[token]._replace(status=Status.LINED_UP, cell=cell)
    state = state._replace(pieces={**state.pieces, **back})
    return _sealed(state, event.colour, Ask.LINE_UP)


@_applies(e.LinesTurnedUp)
def _lines_turned_up(state: State, event: e.LinesTurnedUp) -> State:
    pieces = dict(state.pieces)
    at = dict(state.at)
    for piece in state.pieces.values():
        if piece.status is Status.LINED_UP:
            pieces[piece.token] = piece._replace(status=Status.ON_BOARD)
            at[piece.cell] = (piece.token,)
    return state._replace(pieces=pieces, at=at, lines_shown=True)


@_applies(e.PlacerDrawn)
def _placer_drawn(state: State, event: e.PlacerDrawn) -> State:
    return state._replace(placer=event.colour)


@_applies(e.StarterDrawn)
def _starter_drawn(state: State, event: e.StarterDrawn) -> State:
    return state._replace(starter=event.colour)


@_applies(e.Hidden)
def _hidden(state: State, event: e.Hidden) -> State:
    tile = state.space.tile_in(event.slot)
    assert tile is not None, "a token is hidden in a slot that holds a room"
    piece = state.pieces[event.token]._replace(status=Status.HIDDEN, tile=tile)
    return state._replace(pieces={**state.pieces, event.token: piece})


# -- turns ------------------------------------------------------------------------------------


@_applies(e.TurnBegan)
def _turn_began(state: State, event: e.TurnBegan) -> State:
    return state._replace(
        turn=state.turn._replace(
            number=event.number, active=event.colour, pool=0, purses={}, overdue=False
        )
    )


@_applies(e.ActionCardPlayed)
def _action_card_played(state: State, event: e.ActionCardPlayed) -> State:
    player = state.players[event.colour]
    left = tuple(card for card in player.actions if card != event.points)
    state = _with_player(state, player._replace(actions=left, open_card=event.points))
    turn = state.turn
    return state._replace(
        turn=turn._replace(pool=event.points, highest=max(turn.highest, event.points))
    )


@_applies(e.PointsSpent)
def _points_spent(state: State, event: e.PointsSpent) -> State:
    turn = state.turn
    if event.purse is Purse.CARD:
        return state._replace(turn=turn._replace(pool=turn.pool - event.amount))
    purses = {**turn.purses, event.actor: turn.purses[event.actor] - event.amount}
    return state._replace(turn=turn._replace(purses=purses))


@_applies(e.PointsLost)
def _points_lost(state: State, event: e.PointsLost) -> State:
    return state._replace(turn=state.turn._replace(pool=0, purses={}))


@_applies(e.PurseFilled)
def _purse_filled(state: State, event: e.PurseFilled) -> State:
    purses = {**state.turn.purses}
    purses[event.token] = purses.get(event.token, 0) + event.points
    return state._replace(turn=state.turn._replace(purses=purses))


@_applies(e.CardsTakenBack)
def _cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    player = state.players[event.colour]
    return _with_player(state, player._replace(actions=state.rules.action_cards, open_card=None))


@_applies(e.TurnEnded)
def _turn_ended(state: State, event: e.TurnEnded) -> State:
    marked = [
        piece._replace(marks=piece.marks - TURN_MARKS)
        for piece in state.pieces.values()
        if piece.marks & TURN_MARKS
    ]
    if marked:
        state = with_pieces(state, *marked)
    return state._replace(turn=state.turn._replace(pool=0, purses={}, overdue=False))


# -- rooms ------------------------------------------------------------------------------------


@_applies(e.RoomRevealed)
def _room_revealed(state: State, event: e.RoomRevealed) -> State:
    placement = state.space.placements[event.tile]
    assert placement is not None, "only a laid room is revealed"
    lifted = [
        state.pieces[token]._replace(status=Status.UNPLACED, tile=-1) for token in event.found
    ]
    state = with_pieces(state, *lifted)
    return state._replace(
        space=state.space.with_placement(
            event.tile, placement._replace(face_up=True, turns=event.turns)
        ),
        under_way=RevealUnderWay(state.pieces[event.actor].colour, event.slot, event.found),
    )


@_applies(e.Placed)
def _placed(state: State, event: e.Placed) -> State:
    state = with_pieces(
        state,
        *(
            state.pieces[token]._replace(status=Status.ON_BOARD, cell=cell)
            for token, cell in event.places
        ),
    )
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "tokens are placed only during a reveal"
    done = {token for token, _ in event.places}
    waiting = tuple(token for token in reveal.waiting if token not in done)
    return state._replace(under_way=reveal._replace(waiting=waiting, part=2, passed_on=False))


@_applies(e.PlacingPassedOn)
def _placing_passed_on(state: State, event: e.PlacingPassedOn) -> State:
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "placing belongs to a reveal"
    return state._replace(under_way=reveal._replace(passed_on=True))


@_applies(e.RevealFinished)
def _reveal_finished(state: State, event: e.RevealFinished) -> State:
    return state._replace(under_way=None)


@_applies(e.RoomTurned)
def _room_turned(state: State, event: e.RoomTurned) -> State:
    tile = state.space.tile_in(event.slot)
    placement = state.space.placements[tile] if tile is not None else None
    assert tile is not None and placement is not None, "only a laid room is turned"
    turned = Placement(
        placement.slot, placement.x, placement.y, (placement.turns + event.quarters) % 4, True
    )
    return state._replace(space=state.space.with_placement(tile, turned))


# -- moving and carrying ----------------------------------------------------------------------


def _carry_to(state: State, token: Token, cell: Cell) -> State:
    piece = state.pieces[token]
    load = state.load(token)
    moved = [piece._replace(cell=cell)]
    if load is not None:
        moved.append(load._replace(cell=cell, marks=load.marks - {LAID}))
    return with_pieces(state, *moved)


@_applies(e.Moved)
def _moved(state: State, event: e.Moved) -> State:
    return _carry_to(state, event.token, event.path[-1])


@_applies(e.Jumped)
def _jumped(state: State, event: e.Jumped) -> State:
    return _carry_to(state, event.token, event.path[-1])


@_applies(e.WalkedThrough)
def _walked_through(state: State, event: e.WalkedThrough) -> State:
    return _carry_to(state, event.token, event.path[-1])


@_applies(e.Left)
def _left(state: State, event: e.Left) -> State:
    """A wounded laid beside an object holds it from then on (BASE-CARRY-17)."""
    thing = state.pieces[event.thing]
    changed = [thing._replace(carrier=event.holder)]
    if thing.kind.character:
        changed += [
            other._replace(carrier=thing.token)
            for other in state.on(thing.cell)
            if not other.kind.character and other.carrier is None
        ]
    return with_pieces(state, *changed)


@_applies(e.TookUp)
def _took_up(state: State, event: e.TookUp) -> State:
    """Whoever takes up a wounded leaves his object to another who lies there, or alone."""
    thing = state.pieces[event.thing]
    if thing.kind.character:
        others = (p for p in state.on(thing.cell) if p.token != thing.token)
        heir = next((p.token for p in others if p.wounded and not p.carrier), None)
        left = [p._replace(carrier=heir) for p in state.on(thing.cell) if p.carrier == thing.token]
        return with_pieces(state, thing._replace(carrier=event.token), *left)
    standing = state.rules.grounds[state.space.ground(thing.cell)].stand
    marks = thing.marks if standing else thing.marks | {LAID}
    return with_pieces(state, thing._replace(carrier=event.token, marks=marks))


@_applies(e.Escaped)
def _escaped(state: State, event: e.Escaped) -> State:
    state = with_pieces(state, _gone(state.pieces[event.token], Status.ESCAPED))
    return _without_purse(state, event.token)


@_applies(e.Rescued)
def _rescued(state: State, event: e.Rescued) -> State:
    return with_pieces(state, _gone(state.pieces[event.token], Status.RESCUED))


@_applies(e.ThingGone)
def _thing_gone(state: State, event: e.ThingGone) -> State:
    return with_pieces(state, _gone(state.pieces[event.token], Status.LOST))


# -- combat and wounds ------------------------------------------------------------------------


@_applies(e.CombatDeclared)
def _combat_declared(state: State, event: e.CombatDeclared) -> State:
    return state._replace(
        under_way=CombatUnderWay(
            event.initiator,
            event.target,
            event.attacker,
            event.defender,
            dict(event.fighters),
            dict(event.parts),
            event.afar,
        )
    )


@_applies(e.CardNamed)
def _card_named(state: State, event: e.CardNamed) -> State:
    return state


@_applies(e.CardForced)
def _card_forced(state: State, event: e.CardForced) -> State:
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "a card is forced only in a combat"
    cards = {**combat.cards, event.colour: event.card}
    return state._replace(under_way=combat._replace(cards=cards, forced=event.colour))


@_applies(e.HandShown)
def _hand_shown(state: State, event: e.HandShown) -> State:
    return state


@_applies(e.Pushed)
def _pushed(state: State, event: e.Pushed) -> State:
    return _carry_to(state, event.token, event.path[-1])


@_applies(e.CardLaid)
def _card_laid(state: State, event: e.CardLaid) -> State:
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "a card is laid only in a combat"
    cards = {**combat.cards, event.colour: event.card}
    state = state._replace(under_way=combat._replace(cards=cards))
    return _sealed(state, event.colour, Ask.COMBAT_CARD)


@_applies(e.CardsTurned)
def _cards_turned(state: State, event: e.CardsTurned) -> State:
    """Played cards go on the closed pile, but the +0 returns (BASE-COMBAT-07)."""
    for colour, card in event.cards:
        if card != 0:
            player = state.players[colour]
            hand = list(player.combat)
            hand.remove(card)
            state = _with_player(state, player._replace(combat=tuple(hand), used=player.used + 1))
    return state._replace(
        under_way=None, pending=tuple(r for r in state.pending if r.ask is not Ask.COMBAT_CARD)
    )


@_applies(e.JumpCardUsed)
def _jump_card_used(state: State, event: e.JumpCardUsed) -> State:
    player = state.players[event.colour]
    return _with_player(state, player._replace(jumps=player.jumps - 1, used=player.used + 1))


@_applies(e.Wounded)
def _wounded(state: State, event: e.Wounded) -> State:
    piece = state.pieces[event.token]
    return with_pieces(state, piece._replace(wounded=True, marks=(piece.marks - {INERT}) | {FRESH}))


@_applies(e.Eliminated)
def _eliminated(state: State, event: e.Eliminated) -> State:
    load = state.load(event.token)
    changed = [_gone(state.pieces[event.token], Status.ELIMINATED)]
    if load is not None:
        changed.append(load._replace(carrier=None))
    return _without_purse(with_pieces(state, *changed), event.token)


@_applies(e.Recovered)
def _recovered(state: State, event: e.Recovered) -> State:
    """The only way a wound ends (BASE-WOUND-11)."""
    piece = state.pieces[event.token]
    return with_pieces(state, piece._replace(wounded=False, marks=piece.marks | {INERT}))


@_applies(e.DoorChanged)
def _door_changed(state: State, event: e.DoorChanged) -> State:
    return state._replace(space=state.space.with_door(event.layer, event.state))


@_applies(e.Fired)
def _fired(state: State, event: e.Fired) -> State:
    return state


# -- points and the end -----------------------------------------------------------------------


@_applies(e.Scored)
def _scored(state: State, event: e.Scored) -> State:
    player = state.players[event.colour]
    return _with_player(state, player._replace(points=(*player.points, event.point)))


@_applies(e.EndTriggered)
def _end_triggered(state: State, event: e.EndTriggered) -> State:
    return state._replace(end_triggered=True)


@_applies(e.DrawOffered)
def _draw_offered(state: State, event: e.DrawOffered) -> State:
    return state._replace(offer=event.colour, offered_in=state.turn.number)


@_applies(e.DrawDeclined)
def _draw_declined(state: State, event: e.DrawDeclined) -> State:
    return state._replace(
        offer=None, offered_in=0, pending=tuple(r for r in state.pending if r.ask is not Ask.DRAW)
    )


@_applies(e.Resigned)
def _resigned(state: State, event: e.Resigned) -> State:
    return state


@_applies(e.Ended)
def _ended(state: State, event: e.Ended) -> State:
    return state._replace(
        result=Result(event.winners, event.why),
        pending=(),
        under_way=None,
        offer=None,
        offered_in=0,
    )
