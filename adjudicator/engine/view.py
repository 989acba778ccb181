"""What one viewer may see. Everything shown to people is made from a ``View``.

A view is built by adding what the viewer knows, never by deleting from the whole truth. Public
are the open rooms, all that stands on them, loads, wounds, doors, action points and points
(BASE-HIDDEN-07, BASE-CARRY-11, BASE-WOUND-12); a hand and a sealed team are their owner's
(BASE-HIDDEN-03, -04), and nobody sees the used cards (PRISON-HIDDEN-10).
"""

from __future__ import annotations

from .actions.choose import character_pool, object_pool, stage
from .actions.setup import left_out_number
from .deal import commitment
from .goals import goal_seen
from .ids import Colour
from .requests import CHOOSING, TERMS, Ask, Request
from .secrecy import knows_secrets_of, sees_all
from .seen import (
    AskSeen,
    ChoiceSeen,
    CombatSeen,
    HandSeen,
    PlayerSeen,
    RevealSeen,
    SideSeen,
    TeamSeen,
    View,
    Viewer,
)
from .state import CombatUnderWay, RevealUnderWay, State, Status
from .sums import total
from .view_board import line_seen, rooms_seen, squares_seen


def view(state: State, viewer: Viewer) -> View:
    """The game as this viewer may see it."""
    options, layout, turn = state.rules.options, state.rules.layout, state.turn
    handicapped = dict.fromkeys([*options.characters, *options.removed])
    return View(
        viewer=viewer,
        set_name=state.rules.set_name,
        scenario=state.rules.scenario,
        target=options.target,
        goal=goal_seen(state.rules),
        memory=options.memory,
        rope_anchors=state.rules.rope_anchors,
        handicap=tuple(
            (c, state.rules.characters_of(c), options.removed.get(c, ())) for c in handicapped
        ),
        commitment=commitment(state.seed),
        width=layout.width,
        height=layout.height,
        columns=tuple(_column(layout.square_names[x]) for x in range(layout.width)),
        rows=tuple(_row(layout.square_names[y * layout.width]) for y in range(layout.height)),
        rooms=rooms_seen(state, viewer),
        squares=squares_seen(state),
        lines=tuple(line_seen(state, name) for name in state.space.geometry.line_cells),
        players=tuple(_player(state, colour, viewer) for colour in state.rules.seats),
        names={token: state.name(token) for token in state.pieces},
        turn=turn.number,
        active=turn.active,
        pool=turn.pool,
        purses=tuple(sorted(turn.purses.items())),
        asks=tuple(_ask(state, request, viewer) for request in state.pending),
        choice=_choice(state, viewer),
        combat=_combat(state, viewer),
        reveal=_reveal(state),
        end_triggered=state.end_triggered,
        offer=state.offer,
        winners=state.result.winners if state.result else None,
        why_ended=state.result.why if state.result else None,
        seed=state.seed if sees_all(state, viewer) else None,
    )


def _column(name: str) -> str:
    return name.rstrip("0123456789")


def _row(name: str) -> str:
    return name.lstrip("abcdefghijklmnopqrstuvwxyz")


_OFF_BOARD = (Status.ESCAPED, Status.RESCUED, Status.ELIMINATED, Status.LOST)


def _player(state: State, colour: Colour, viewer: Viewer) -> PlayerSeen:
    player = state.players[colour]
    own = knows_secrets_of(state, viewer, colour)
    pieces = sorted(state.of(colour), key=lambda piece: piece.token)
    choosing = any(request.ask in CHOOSING for request in state.pending)
    waiting = [p for p in pieces if p.status is Status.UNPLACED and p.token not in state.found]
    return PlayerSeen(
        colour=colour,
        score=player.score,
        points=player.points,
        open_card=player.open_card,
        cards=len(player.combat) + player.jumps,
        used=player.used,
        to_place=_to_place(state, colour),
        left_out=left_out_number(state, colour),
        hand=HandSeen(player.actions, player.combat, player.jumps) if own else None,
        unplaced=tuple(p.token for p in waiting) if own and not choosing else (),
        lined_up=tuple(
            (p.token, state.square(p.cell)) for p in pieces if p.status is Status.LINED_UP and own
        ),
        dots=() if own else _taken_dots(state, colour),
        off_board=tuple((p.token, p.status.value) for p in pieces if p.status in _OFF_BOARD),
    )


def _taken_dots(state: State, colour: Colour) -> tuple[str, ...]:
    """Shown when no team can be replaced any more, in the order of the board."""
    if any(r.ask is Ask.LINE_UP and r.who == colour for r in state.pending):
        return ()
    cells = sorted(p.cell for p in state.of(colour) if p.status is Status.LINED_UP)
    return tuple(map(state.square, cells))


def _to_place(state: State, colour: Colour) -> int:
    """How many tokens he has still to hide; sealing a team changes nothing (BASE-HIDDEN-10)."""
    if state.lines_shown:
        return 0
    hidden = sum(piece.status is Status.HIDDEN for piece in state.of(colour))
    rules = state.rules
    team = rules.team_size(colour) - left_out_number(state, colour)
    return team - rules.line_up_of(colour) - hidden


def _ask(state: State, request: Request, viewer: Viewer) -> AskSeen:
    """Whom the game waits for is told to everybody alike; a sealed answer is waited for no more."""
    mine = request.who == viewer
    return AskSeen(
        request.number,
        request.ask,
        request.who,
        mine,
        request.sealed,
        request.final and mine,
        request.tokens,
        TERMS[request.ask].default,
    )


def _choice(state: State, viewer: Viewer) -> ChoiceSeen | None:
    """Open picks are everybody's, a secret choice its owner's (NATURE-HIDDEN-01, -02)."""
    choice, rules = state.rules.choice, state.rules
    if choice is None:
        return None
    asked = {request.ask for request in state.pending if request.ask in CHOOSING}
    offered: tuple[str, ...] = ()
    if Ask.TEAM in asked:
        owner = next((seat for seat in rules.seats if seat == viewer), rules.seats[0])
        offered = (*character_pool(rules, owner), *object_pool(rules, owner))
    elif Ask.PICK in asked and (now := stage(state)) is not None:
        offered = now.offered
    return ChoiceSeen(
        secret=choice.secret,
        complete=not asked,
        characters=choice.characters,
        objects=choice.objects,
        each=choice.pairs // len(rules.seats),
        offered=offered,
        pairs=rules.pairs,
        picked=state.picked,
        teams=tuple(
            TeamSeen(colour, *state.chosen[colour])
            for colour in rules.seats
            if colour in state.chosen and knows_secrets_of(state, viewer, colour)
        ),
    )


def _combat(state: State, viewer: Viewer) -> CombatSeen | None:
    """Fighters and sums are public; a sealed card is its owner's alone (BASE-HIDDEN-05)."""
    combat = state.under_way
    if not isinstance(combat, CombatUnderWay):
        return None
    sides = tuple(
        SideSeen(
            colour,
            tokens,
            combat.parts[colour],
            total(combat.parts[colour]),
            combat.cards.get(colour)
            if colour == combat.forced or knows_secrets_of(state, viewer, colour)
            else None,
        )
        for colour, tokens in combat.fighters.items()
    )
    return CombatSeen(
        combat.initiator, combat.target, combat.attacker, sides, combat.afar, combat.forced
    )


def _reveal(state: State) -> RevealSeen | None:
    reveal = state.under_way
    if not isinstance(reveal, RevealUnderWay):
        return None
    return RevealSeen(reveal.revealer, reveal.slot, reveal.waiting)
