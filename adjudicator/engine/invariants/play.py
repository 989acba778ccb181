"""Cards, points and requests: nobody has what he cannot have or is asked at the wrong time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..actions.finish import credit
from ..requests import CHOOSING, Ask
from ..state import CombatUnderWay, Piece, Player, RevealUnderWay, State, Status

_SET_UP = (*CHOOSING, Ask.LEAVE_OUT, Ask.LINE_UP, Ask.HIDE)


def cards(state: State) -> Iterator[str]:
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


def pools(state: State) -> Iterator[str]:
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


def points(state: State) -> Iterator[str]:
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


def requests(state: State) -> Iterator[str]:
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
    if kinds == {Ask.CLAIM}:
        return {r.who for r in state.pending} == set(state.others(active))
    asked = {r.who for r in state.pending if r.ask in (Ask.ACT, Ask.ACTION_CARD)}
    return len(kinds) == 1 and kinds <= {Ask.ACT, Ask.ACTION_CARD} and asked == {active}
