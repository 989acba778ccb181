"""How each event changes the position. Nothing else ever does.

What happens before the first turn is in ``apply_setup``, what a combat does in ``apply_combat``.
"""

from __future__ import annotations

from . import apply_combat as _apply_combat  # noqa: F401  # its changes belong to the table, too
from . import apply_setup as _apply_setup  # noqa: F401  # so do these
from . import events as e
from .changes import (
    CHANGES,
    applies,
    changes_nothing,
    gone,
    with_pieces,
    with_player,
    without_purse,
)
from .decisions import Purse
from .ids import Cell, Token
from .requests import Ask
from .space import Placement
from .state import (
    LAID,
    TURN_MARKS,
    Result,
    RevealUnderWay,
    State,
    Status,
)


def apply(state: State, event: e.Event) -> State:
    """The position after an event."""
    return CHANGES[type(event)](state, event)


# -- requests ---------------------------------------------------------------------------------


@applies(e.Asked)
def _asked(state: State, event: e.Asked) -> State:
    return state._replace(
        pending=(*state.pending, event.request), asked=max(state.asked, event.request.number)
    )


@applies(e.Closed)
def _closed(state: State, event: e.Closed) -> State:
    return state._replace(pending=tuple(r for r in state.pending if r.number != event.number))


@applies(e.TimedOut)
def _timed_out(state: State, event: e.TimedOut) -> State:
    """Answers now come too late; a reveal is finished before the turn ends (BASE-REVEAL-12)."""
    late = event.request
    if late.ask is Ask.PUT and late.who == state.turn.active:
        state = state._replace(turn=state.turn._replace(overdue=True))
    pending = tuple(r._replace(final=True) if r.number == late.number else r for r in state.pending)
    return state._replace(pending=pending)


# -- turns ------------------------------------------------------------------------------------


@applies(e.TurnBegan)
def _turn_began(state: State, event: e.TurnBegan) -> State:
    return state._replace(
        turn=state.turn._replace(
            number=event.number,
            active=event.colour,
            pool=0,
            purses={},
            overdue=False,
            contested=False,
        )
    )


@applies(e.ActionCardPlayed)
def _action_card_played(state: State, event: e.ActionCardPlayed) -> State:
    player = state.players[event.colour]
    left = tuple(card for card in player.actions if card != event.points)
    state = with_player(state, player._replace(actions=left, open_card=event.points))
    turn = state.turn
    return state._replace(
        turn=turn._replace(pool=event.points, highest=max(turn.highest, event.points))
    )


@applies(e.PointsSpent)
def _points_spent(state: State, event: e.PointsSpent) -> State:
    turn = state.turn
    if event.purse is Purse.CARD:
        return state._replace(turn=turn._replace(pool=turn.pool - event.amount))
    purses = {**turn.purses, event.actor: turn.purses[event.actor] - event.amount}
    return state._replace(turn=turn._replace(purses=purses))


@applies(e.PointsLost)
def _points_lost(state: State, event: e.PointsLost) -> State:
    return state._replace(turn=state.turn._replace(pool=0, purses={}))


@applies(e.PurseFilled)
def _purse_filled(state: State, event: e.PurseFilled) -> State:
    purses = {**state.turn.purses}
    purses[event.token] = purses.get(event.token, 0) + event.points
    return state._replace(turn=state.turn._replace(purses=purses))


@applies(e.CardsTakenBack)
def _cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    player = state.players[event.colour]
    return with_player(state, player._replace(actions=state.rules.action_cards, open_card=None))


@applies(e.TurnEnded)
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


@applies(e.CopiesSwapped)
def _copies_swapped(state: State, event: e.CopiesSwapped) -> State:
    one, other = state.pieces[event.first], state.pieces[event.second]
    return with_pieces(
        state,
        other._replace(token=one.token),
        one._replace(token=other.token),
    )


@applies(e.RoomRevealed)
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


@applies(e.Placed)
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


@applies(e.PlacingPassedOn)
def _placing_passed_on(state: State, event: e.PlacingPassedOn) -> State:
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "placing belongs to a reveal"
    return state._replace(under_way=reveal._replace(passed_on=True))


@applies(e.RevealFinished)
def _reveal_finished(state: State, event: e.RevealFinished) -> State:
    return state._replace(under_way=None)


@applies(e.RoomTurned)
def _room_turned(state: State, event: e.RoomTurned) -> State:
    tile = state.space.tile_in(event.slot)
    placement = state.space.placements[tile] if tile is not None else None
    assert tile is not None and placement is not None, "only a laid room is turned"
    turned = Placement(
        placement.slot, placement.x, placement.y, (placement.turns + event.quarters) % 4, True
    )
    return state._replace(space=state.space.with_placement(tile, turned))


@applies(e.DoorChanged)
def _door_changed(state: State, event: e.DoorChanged) -> State:
    return state._replace(space=state.space.with_door(event.layer, event.state))


# -- moving and carrying ----------------------------------------------------------------------


def _carry_to(state: State, token: Token, cell: Cell) -> State:
    piece = state.pieces[token]
    load = state.load(token)
    moved = [piece._replace(cell=cell)]
    if load is not None:
        moved.append(load._replace(cell=cell, marks=load.marks - {LAID}))
    return with_pieces(state, *moved)


@applies(e.Moved)
def _moved(state: State, event: e.Moved) -> State:
    return _carry_to(state, event.token, event.path[-1])


@applies(e.Jumped)
def _jumped(state: State, event: e.Jumped) -> State:
    return _carry_to(state, event.token, event.path[-1])


@applies(e.WalkedThrough)
def _walked_through(state: State, event: e.WalkedThrough) -> State:
    return _carry_to(state, event.token, event.path[-1])


@applies(e.JumpCardUsed)
def _jump_card_used(state: State, event: e.JumpCardUsed) -> State:
    player = state.players[event.colour]
    return with_player(state, player._replace(jumps=player.jumps - 1, used=player.used + 1))


@applies(e.Pushed)
def _pushed(state: State, event: e.Pushed) -> State:
    if event.left is not None:
        state = with_pieces(state, state.pieces[event.left]._replace(carrier=None))
    return _carry_to(state, event.token, event.path[-1])


@applies(e.Left)
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


@applies(e.TookUp)
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


@applies(e.Escaped)
def _escaped(state: State, event: e.Escaped) -> State:
    state = with_pieces(state, gone(state.pieces[event.token], Status.ESCAPED))
    return without_purse(state, event.token)


@applies(e.Rescued)
def _rescued(state: State, event: e.Rescued) -> State:
    return with_pieces(state, gone(state.pieces[event.token], Status.RESCUED))


@applies(e.ThingGone)
def _thinggone(state: State, event: e.ThingGone) -> State:
    return with_pieces(state, gone(state.pieces[event.token], Status.LOST))


# -- points and the end -----------------------------------------------------------------------


@applies(e.Scored)
def _scored(state: State, event: e.Scored) -> State:
    player = state.players[event.colour]
    return with_player(state, player._replace(points=(*player.points, event.point)))


@applies(e.EndTriggered)
def _end_triggered(state: State, event: e.EndTriggered) -> State:
    return state._replace(end_triggered=True)


@applies(e.DrawOffered)
def _draw_offered(state: State, event: e.DrawOffered) -> State:
    return state._replace(offer=event.colour, offered_in=state.turn.number)


@applies(e.DrawDeclined)
def _draw_declined(state: State, event: e.DrawDeclined) -> State:
    return state._replace(
        offer=None, offered_in=0, pending=tuple(r for r in state.pending if r.ask is not Ask.DRAW)
    )


@applies(e.ClaimContested)
def _claim_contested(state: State, event: e.ClaimContested) -> State:
    return state._replace(turn=state.turn._replace(contested=True))


@applies(e.Ended)
def _ended(state: State, event: e.Ended) -> State:
    return state._replace(
        result=Result(event.winners, event.why),
        pending=(),
        under_way=None,
        offer=None,
        offered_in=0,
    )


changes_nothing(e.Claimed)
changes_nothing(e.Resigned)
