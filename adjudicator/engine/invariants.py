"""What is true of every position between two decisions, whatever was played.

``broken_invariants`` is asked by self-play, by tests and by a moderator who doubts a position. It
names no character, object or set: like the rest of the engine it asks kinds and abilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache

from .abilities import Passage
from .actions.finish import credit
from .combat import total
from .ids import OUTSIDE, Cell, Colour
from .layout import LineRule
from .requests import CHOOSING, Ask
from .space import NOTHING, Space
from .state import (
    INERT,
    LAID,
    TURN_MARKS,
    CombatUnderWay,
    Piece,
    Player,
    RevealUnderWay,
    State,
    Status,
)
from .walk import ground_of, own_passage, set_out

_CHARACTERS_ONLY = (
    Status.ESCAPED,
    Status.RESCUED,
    Status.ELIMINATED,
    Status.LINED_UP,
)
_SET_UP = (*CHOOSING, Ask.LEAVE_OUT, Ask.LINE_UP, Ask.HIDE)


def broken_invariants(state: State) -> list[str]:
    """Everything that is wrong with a position, in words; nothing for a sound one."""
    return [fault for invariant in _INVARIANTS for fault in invariant(state)]


def essence(state: State) -> Hashable:
    """All that makes up a position, comparable: two states are the same if their essence is.

    The order in which tokens lie on a square or in which cards were laid does not count.
    """
    under_way: Hashable = state.under_way
    if isinstance(state.under_way, CombatUnderWay):
        combat = state.under_way
        under_way = (
            combat.initiator,
            combat.target,
            frozenset((colour, frozenset(side)) for colour, side in combat.fighters.items()),
            frozenset((colour, total(parts)) for colour, parts in combat.parts.items()),
            frozenset(combat.cards.items()),
            frozenset(combat.afar),
            combat.forced,
        )
    turn, purses = state.turn._replace(purses={}), frozenset(state.turn.purses.items())
    return (
        state.space.placements,
        frozenset(state.space.doors.items()),
        frozenset(state.pieces.values()),
        frozenset((cell, frozenset(tokens)) for cell, tokens in state.at.items()),
        tuple(state.players.values()),
        state.seed,
        (
            purses,
            *(value for name, value in zip(turn._fields, turn, strict=True) if name != "purses"),
        ),
        frozenset(state.pending),
        frozenset(state.chosen.items()),
        under_way,
        tuple(value for name, value in zip(state._fields, state, strict=True) if name in _PLAIN),
    )


_PLAIN = frozenset(State._fields) - {
    *(
        "rules",
        "space",
        "pieces",
        "at",
        "players",
        "seed",
        "turn",
        "pending",
        "under_way",
        "chosen",
    ),
}
"""The fields of a state that are compared as they are."""


# -- the board --------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _space_faults(space: Space) -> tuple[str, ...]:
    """Cells and squares belong together, and borders are the same from both sides."""
    faults = []
    for square, cell in enumerate(space.cell_at):
        if cell != OUTSIDE and space.square_of[cell] != square:
            faults.append(f"square {square} shows a cell that lies elsewhere")
    for cell, square in enumerate(space.square_of):
        if square != NOTHING and space.cell_at[square] != cell:
            faults.append(f"cell {cell} lies on a square that shows another cell")
    for half, far in enumerate(space.reverse):
        if far != NOTHING and space.reverse[far] != half:
            faults.append(f"half-edge {half} leads to {far}, which does not lead back")
        off_board = space.square_of[half // 4] == NOTHING
        on_rim = space.geometry.reverse[half] == NOTHING
        if off_board and on_rim and far != NOTHING:
            faults.append(f"half-edge {half} of a face-down room leads somewhere")
    for layer, door in space.doors.items():
        if door not in space.geometry.borders[space.geometry.kind[layer]].blocks:
            faults.append(f"border {layer} is {door!r}, which it cannot be")
    slots = [placement.slot for placement in space.placements if placement is not None]
    if len(set(slots)) != len(slots):
        faults.append("two rooms lie in one slot")
    return tuple(faults)


def _space(state: State) -> Iterator[str]:
    yield from _space_faults(state.space)


# -- tokens -----------------------------------------------------------------------------------


def _tokens(state: State) -> Iterator[str]:
    """Every piece is somewhere, exactly once (BASE-SETUP-01)."""
    team = Counter(
        (colour, code) for colour in state.rules.seats for code in state.rules.teams[colour]
    )
    if Counter((piece.colour, piece.kind.code) for piece in state.pieces.values()) != team:
        yield "the pieces are not those of the game"
    seen: Counter[str] = Counter()
    for cell, tokens in state.at.items():
        seen.update(tokens)
        if not tokens:
            yield f"cell {cell} is listed as occupied by nothing"
        for token in tokens:
            piece = state.pieces[token]
            if piece.status is not Status.ON_BOARD or piece.cell != cell:
                yield f"{token} is listed on cell {cell} but is {piece.status} on {piece.cell}"
    for token, piece in state.pieces.items():
        if token != piece.token:
            yield f"{piece.token} is filed under {token}"
        if seen[token] != (piece.status is Status.ON_BOARD):
            yield f"{token} is {piece.status} and listed on {seen[token]} squares"
        yield from _place_faults(state, piece)


def _place_faults(state: State, piece: Piece) -> Iterator[str]:
    """Status, cell and room of one piece fit together."""
    token, status = piece.token, piece.status
    placed = status in (Status.ON_BOARD, Status.LINED_UP)
    if placed and (piece.cell == OUTSIDE or state.space.square_of[piece.cell] == NOTHING):
        yield f"{token} is {status} but on no square"
    if not placed and piece.cell != OUTSIDE:
        yield f"{token} is {status} but has a cell"
    if (status is Status.HIDDEN) != (piece.tile != -1):
        yield f"{token} is {status} but in room {piece.tile}"
    if status is Status.HIDDEN:
        placement = state.space.placements[piece.tile]
        if placement is None or placement.face_up:
            yield f"{token} is hidden in a room that does not lie face down"
    if status is Status.LINED_UP and state.lines_shown:
        yield f"{token} is still lined up after the teams were shown"
    playing = state.lines_shown and state.result is None
    if status is Status.UNPLACED and playing and not _found(state, piece):
        yield f"{token} was never placed"
    if status in _CHARACTERS_ONLY:
        if not piece.kind.character:
            yield f"{token} is no character but {status}"
    elif status is Status.LOST and piece.kind.character:
        yield f"{token} is a character but lost like an object"


def _found(state: State, piece: Piece) -> bool:
    return isinstance(state.under_way, RevealUnderWay) and piece.token in state.under_way.waiting


def _hidden(state: State) -> Iterator[str]:
    """No room hides more than it may (BASE-SETUP-09), and the counts of set-up fit."""
    for place in state.rules.layout.places:
        tile = state.space.tile_in(place.slot)
        if tile is not None and len(state.hidden_in(tile)) > place.capacity:
            yield f"{place.slot} hides more than {place.capacity} tokens"
    for colour in state.rules.seats:
        yield from _team_faults(state, colour)
        lined_up = sum(piece.status is Status.LINED_UP for piece in state.of(colour))
        if lined_up not in (0, state.rules.line_up_of(colour)):
            yield f"{colour} has {lined_up} characters lined up"


def _team_faults(state: State, colour: Colour) -> Iterator[str]:
    """Whoever is not left out makes up the team, once it is complete (NATURE-SETUP-03)."""
    open_asks = [r.ask for r in state.pending if r.who == colour or r.ask in CHOOSING]
    if state.result is not None or Ask.LEAVE_OUT in open_asks or set(open_asks) & set(CHOOSING):
        return
    team = [piece for piece in state.of(colour) if piece.status is not Status.LEFT_OUT]
    characters = sum(piece.kind.character for piece in team)
    if characters != state.rules.characters_of(colour):
        yield f"{colour} plays with {characters} characters"
    if len(team) - characters != state.rules.team_size(colour) - state.rules.everybody(colour):
        yield f"{colour} plays with {len(team) - characters} objects"


def _rooms(state: State) -> Iterator[str]:
    """Once the teams are complete as many rooms lie there as there should, in whole pairs."""
    choosing = any(request.ask in CHOOSING for request in state.pending)
    laid = [
        tile.pair
        for tile, placement in zip(state.space.geometry.tiles, state.space.placements, strict=True)
        if placement is not None
    ]
    if state.rules.choice is None or state.result is not None:
        return
    if len(laid) != (0 if choosing else state.rules.rooms):
        yield f"{len(laid)} rooms are laid"
    if any(number != 2 for number in Counter(laid).values()):
        yield "a room is laid without its twin (NATURE-SETUP-03)"


# -- squares ----------------------------------------------------------------------------------


def _squares(state: State) -> Iterator[str]:
    for cell in state.at:
        pieces = list(state.on(cell))
        where = f"{state.square(cell)} with {' '.join(sorted(piece.token for piece in pieces))}"
        yield from (f"{fault}: {where}" for fault in _stack_faults(pieces))
        yield from (f"{fault}: {where}" for fault in _line_faults(state, cell, pieces))
        if not ground_of(state, cell).stand and not _may_be_on_obstacle(state, cell, pieces):
            yield f"this cannot stay on an obstacle (BASE-TERRAIN-05): {where}"


def _stack_faults(pieces: list[Piece]) -> Iterator[str]:
    """The legal pairs (BASE-TURN-12), and who holds whom (BASE-CARRY-04, -17)."""
    if len(pieces) == 1:
        if pieces[0].carrier is not None:
            yield f"held by {pieces[0].carrier}, who is elsewhere"
        return
    if len(pieces) != 2:
        yield f"{len(pieces)} tokens on one square (BASE-TURN-12)"
        return
    holder, load = sorted(pieces, key=_rank)
    friends = holder.colour == load.colour
    if not holder.kind.character or load.living or (load.kind.character and holder.wounded):
        yield "no legal pair (BASE-TURN-12)"
    elif load.kind.character and not friends:
        yield "a living character with an enemy wounded (BASE-TURN-12)"
    if load.carrier != holder.token:
        yield f"{load.token} is held by {load.carrier or 'nobody'} (BASE-CARRY-04, -17)"
    if holder.carrier is not None:
        yield f"{holder.token} is held by {holder.carrier}"


def _rank(piece: Piece) -> int:
    """Who holds comes before what is held."""
    return 0 if piece.living else 1 if piece.kind.character else 2


def _line_faults(state: State, cell: Cell, pieces: list[Piece]) -> Iterator[str]:
    """Nobody stands on a line he leaves by or may not enter (BASE-EXIT-01)."""
    line = state.space.line(cell)
    if line is None:
        return
    for piece in pieces:
        if piece.kind.character and line.rule(piece.colour) in (LineRule.EXIT, LineRule.CLOSED):
            yield f"{piece.token} stands on a line that is not his"


def _may_be_on_obstacle(state: State, cell: Cell, pieces: list[Piece]) -> bool:
    """Whether something that lies there holds whoever is there, or somebody needs no help."""
    ground = state.space.ground(cell)
    if any(piece.kind.lies_on(ground) for piece in pieces):
        return True
    return any(piece.living and _stands_unaided(state, piece) for piece in pieces)


def _stands_unaided(state: State, piece: Piece) -> bool:
    return own_passage(set_out(state, piece), piece.cell) is Passage.STOP


def _marks(state: State) -> Iterator[str]:
    """Wounds and the marks of a turn belong to characters on the board, and end with the turn."""
    between_turns = any(request.ask is Ask.ACTION_CARD for request in state.pending)
    for piece in state.pieces.values():
        marks, token = piece.marks, piece.token
        on_board = piece.status is Status.ON_BOARD
        if (piece.wounded or marks & TURN_MARKS) and not (on_board and piece.kind.character):
            yield f"{token} is wounded or marked but no character on the board"
        if marks - TURN_MARKS - {LAID}:
            yield f"{token} has unknown marks {sorted(marks)}"
        if LAID in marks and not (on_board and piece.kind.lies_on(state.space.ground(piece.cell))):
            yield f"{token} is laid over no obstacle"
        if INERT in marks and (piece.wounded or piece.carrier is not None):
            yield f"{token} rests from a recovery but is wounded or carried (BASE-TURN-20)"
        if marks & TURN_MARKS and between_turns:
            yield f"{token} kept the marks {sorted(marks)} of the last turn (BASE-TURN-17)"


# -- cards and points -------------------------------------------------------------------------


def _cards(state: State) -> Iterator[str]:
    """No card comes or goes but onto the closed pile; the +0 stays (BASE-COMBAT-07, -08)."""
    rules = state.rules
    for colour, player in state.players.items():
        start = Counter(rules.combat_hand(colour))
        if Counter(player.combat) - start or player.jumps not in range(rules.jump_cards + 1):
            yield f"{colour} holds cards he never had"
        cards = len(player.combat) + player.jumps + player.used
        if cards != start.total() + rules.jump_cards:
            yield f"{colour} has {cards} Combat and Jump cards in hand and used"
        if 0 in start and 0 not in player.combat:
            yield f"{colour} has lost his +0"
        yield from _action_card_faults(state, player)


def _action_card_faults(state: State, player: Player) -> Iterator[str]:
    if Counter(player.actions) - Counter(state.rules.action_cards):
        yield f"{player.colour} holds Action cards he never had"
    if player.open_card in player.actions:
        yield f"{player.colour} holds the Action card that lies open"
    if not player.actions and state.turn.active != player.colour and state.result is None:
        yield f"{player.colour} has no Action card and did not take them back (BASE-TURN-16)"


def _pools(state: State) -> Iterator[str]:
    turn = state.turn
    if not 0 <= turn.pool <= max(state.rules.action_cards):
        yield f"the pool holds {turn.pool} AP"
    for token, left in turn.purses.items():
        piece = state.pieces[token]
        if left < 0 or piece.status is not Status.ON_BOARD or piece.colour != turn.active:
            yield f"{token} has {left} AP of his own (BASE-OBJECT-14)"
    has_points = turn.pool > 0 or any(turn.purses.values())
    if has_points and any(request.ask is Ask.ACTION_CARD for request in state.pending):
        yield "AP of the last turn are left (BASE-TURN-09)"


def _points(state: State) -> Iterator[str]:
    """Every point has its reason and every reason its point (BASE-VP-01 to -03)."""
    given: Counter[str] = Counter()
    for colour, player in state.players.items():
        for point in player.points:
            piece = state.pieces[point.token]
            given[point.token] += 1
            if piece.status is Status.ELIMINATED:
                right = point.value == _worth(state, piece) and colour == credit(state, point.token)
            elif piece.status is Status.ESCAPED:
                right = point.value == _worth(state, piece) and colour == piece.colour
            else:
                right = piece.status is Status.LOST and point.value == piece.kind.escape_points > 0
            if not right:
                yield f"{colour} has {point.value} VP for {point.token}, which is {piece.status}"
    for token, piece in state.pieces.items():
        scoring = piece.status in (Status.ELIMINATED, Status.ESCAPED)
        if given[token] > 1 or (scoring and not given[token] and _worth(state, piece)):
            yield f"{token} is {piece.status} and was scored {given[token]} times"
    reached = any(p.score >= state.rules.options.target for p in state.players.values())
    if reached != state.end_triggered:
        yield "the target is reached but the end is not triggered, or the other way round"


def _worth(state: State, piece: Piece) -> int:
    """The points for a character who escaped or died."""
    goal, code = state.rules.goal, piece.kind.code
    if piece.status is Status.ELIMINATED:
        return goal.for_death(code)
    return goal.for_escape(code) + piece.kind.escape_points


# -- requests ---------------------------------------------------------------------------------


def _requests(state: State) -> Iterator[str]:
    """The game always waits for somebody, and for the right thing (BASE-TURN-01, -11)."""
    if state.result is not None:
        if state.pending or state.under_way is not None:
            yield "the game is over but waits for somebody"
        return
    numbers = [request.number for request in state.pending]
    if len(set(numbers)) != len(numbers) or max(numbers, default=0) > state.asked:
        yield "requests are numbered wrongly"
    offered_to = [request.who for request in state.pending if request.ask is Ask.DRAW]
    others = [] if state.offer is None else list(state.others(state.offer))
    if offered_to != others:
        yield "an offered draw and the question for it do not fit"
    asks = [request for request in state.pending if request.ask is not Ask.DRAW]
    if all(request.sealed for request in asks):
        yield "the game goes on but waits for nobody"
    kinds = {request.ask for request in asks}
    if not _expected_asks(state, kinds):
        yield f"asks for {', '.join(sorted(kinds))} at the wrong time"
    if len({(request.ask, request.who) for request in asks}) != len(asks):
        yield "somebody is asked the same thing twice"


def _expected_asks(state: State, kinds: set[Ask]) -> bool:
    active = state.turn.active
    if active is None:
        return len(kinds) == 1 and kinds <= set(_SET_UP) and state.under_way is None
    match state.under_way:
        case RevealUnderWay(waiting=waiting):
            return kinds == {Ask.PUT} and bool(waiting)
        case CombatUnderWay() as combat:
            if kinds == {Ask.NAME_CARD}:
                return not combat.cards and combat.forced is None
            asked = {r.who for r in state.pending if r.ask is Ask.COMBAT_CARD}
            return kinds == {Ask.COMBAT_CARD} and asked == set(combat.fighters) - {combat.forced}
    asked = {r.who for r in state.pending if r.ask in (Ask.ACT, Ask.ACTION_CARD)}
    return len(kinds) == 1 and kinds <= {Ask.ACT, Ask.ACTION_CARD} and asked == {active}


_INVARIANTS: tuple[Callable[[State], Iterator[str]], ...] = (
    _space,
    _tokens,
    _hidden,
    _rooms,
    _squares,
    _marks,
    _cards,
    _pools,
    _points,
    _requests,
)
