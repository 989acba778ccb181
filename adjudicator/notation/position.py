"""Positions as text: the whole truth in one line, and the same lines as a case file gives them.

A position is a list of lines, each a key and words: ``rooms R1=1R:90``, ``put bWA@c7``. In the
compact form they stand on one line with `` / `` between them. Writing and reading are a pair:
``write_state(read_state(text)) == text``.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.state import (
    CombatUnderWay,
    Piece,
    Player,
    RevealUnderWay,
    State,
    Status,
    Turn,
)
from adjudicator.sets.load import BadOption, load_ruleset

from .draft import BadPosition, Draft
from .record import BadOptionText, read_options, write_options

SEPARATOR = " / "


# -- writing ----------------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The whole position, hidden things included, in one line."""
    return SEPARATOR.join(" ".join((key, *words)) for key, words in _lines(state))


def _lines(state: State) -> Iterator[tuple[str, list[str]]]:
    yield "board", [state.rules.set_name, state.rules.scenario]
    yield "option", [write_options(state.rules.options)]
    yield "seed", [state.seed]
    yield "rooms", list(_rooms(state))
    yield "put", list(_pieces(state))
    doors = [
        f"{_layer_name(state, layer)}={door}" for layer, door in sorted(state.space.doors.items())
    ]
    if doors:
        yield "doors", doors
    yield from _choice_lines(state)
    yield from _turn_lines(state)
    for player in state.players.values():
        yield from _player_lines(player)
    for piece in sorted(state.pieces.values()):
        for mark in sorted(piece.marks):
            yield "mark", [piece.token, mark]
    yield from _flow_lines(state)


def _rooms(state: State) -> Iterator[str]:
    for tile, placement in zip(state.space.geometry.tiles, state.space.placements, strict=True):
        if placement is not None:
            hidden = "" if placement.face_up else "?"
            yield f"{placement.slot}={hidden}{tile.name}:{placement.turns * 90}"


def _pieces(state: State) -> Iterator[str]:
    for piece in sorted(state.pieces.values(), key=lambda p: p.token):
        wound = "*" if piece.wounded else ""
        yield f"{piece.token}{wound}@{_where(state, piece)}"


def _where(state: State, piece: Piece) -> str:
    match piece.status:
        case Status.ON_BOARD:
            return state.square(piece.cell)
        case Status.LINED_UP:
            return f"line:{state.square(piece.cell)}"
        case Status.HIDDEN:
            placement = state.space.placements[piece.tile]
            assert placement is not None, "a token is hidden in a placed room"
            return placement.slot
        case Status.LEFT_OUT:
            return "left"
        case Status.UNPLACED:
            return "hand"
        case _:
            return piece.status.value


def _layer_name(state: State, layer: int) -> str:
    """A border layer by its two squares, from the room it belongs to."""
    own, *beyond = map(state.square, state.space.beside(layer))
    return f"{own}|{beyond[0] if beyond else '?'}"


def _turn_lines(state: State) -> Iterator[tuple[str, list[str]]]:
    turn = state.turn
    if turn.active is not None:
        words = [turn.active.letter, "ap", str(turn.pool), "number", str(turn.number)]
        words += ["highest", str(turn.highest)] + (["overdue"] if turn.overdue else [])
        yield "turn", words
    for token, points in sorted(turn.purses.items()):
        yield "pool", [token, str(points)]


def _player_lines(player: Player) -> Iterator[tuple[str, list[str]]]:
    letter = player.colour.letter
    yield "actions", [letter, *map(str, player.actions)]
    yield "hand", [letter, *(f"+{card}" for card in player.combat), f"J{player.jumps}"]
    if player.used:
        yield "used", [letter, str(player.used)]
    if player.open_card is not None:
        yield "open", [letter, str(player.open_card)]
    for point in player.points:
        yield "point", [letter, str(point.value), point.token, *point.reason.split()]


def _choice_lines(state: State) -> Iterator[tuple[str, list[str]]]:
    """What was chosen in a mixed game."""
    for colour, (codes, pairs, reserve, allotted) in sorted(state.chosen.items()):
        words = [*codes, "PAIRS", *pairs, "RESERVE", *reserve, "ALLOTTED", *allotted]
        yield "chosen", [colour.letter, *words]
    if state.picked:
        yield "picked", list(state.picked)


def _flow_lines(state: State) -> Iterator[tuple[str, list[str]]]:
    match state.under_way:
        case RevealUnderWay(revealer, slot, waiting, part, passed_on):
            words = [slot, revealer.letter, str(part), "passed" if passed_on else "own", *waiting]
            yield "reveal", words
        case CombatUnderWay() as combat:
            cards = [f"{colour.letter}+{card}" for colour, card in sorted(combat.cards.items())]
            helpers = [token for token in combat.afar if token != combat.initiator]
            forced = ["forced", combat.forced.letter] if combat.forced else []
            yield "combat", [combat.initiator, combat.target, *cards, *helpers, *forced]
    for flag, colour in (("placer", state.placer), ("starter", state.starter)):
        if colour is not None:
            yield "flag", [flag, colour.letter]
    if state.offer is not None:
        yield "flag", ["offer", state.offer.letter, str(state.offered_in)]
    raised_flags = {
        "shown": state.lines_shown,
        "triggered": state.end_triggered,
        "contested": state.turn.contested,
    }
    for flag, raised in raised_flags.items():
        if raised:
            yield "flag", [flag]
    yield "asked", [str(state.asked)]
    for request in state.pending:
        words = [str(request.number), request.ask.value, request.who.letter]
        words += ["sealed"] * request.sealed + ["final"] * request.final
        yield "ask", [*words, *request.tokens]
    if state.result is not None:
        winners = "".join(colour.letter for colour in state.result.winners) or "draw"
        yield "result", [winners, *state.result.why.split()]


# -- reading ----------------------------------------------------------------------------------


def read_state(text: str) -> State:
    """The position a text describes, as ``write_state`` writes it."""
    lines = [line.split() for line in text.split(SEPARATOR) if line.strip()]
    if not lines or lines[0][0] != "board" or len(lines[0]) != 3:
        raise BadPosition("a position begins with its board, like: board base standard")
    options = next((words[1:] for words in lines if words[0] == "option"), [])
    try:
        rules = load_ruleset(lines[0][1], lines[0][2], read_options(" ".join(options)))
    except (BadOption, BadOptionText) as error:
        raise BadPosition(str(error)) from error
    draft = Draft(rules, turn=Turn())
    draft.state_changes.append(lambda state: state._replace(lines_shown=False))
    for words in lines[1:]:
        if words[0] != "option":
            draft.line(words[0], words[1:])
    return draft.build()
