"""The first position of a game: rules and seed in, everything dealt, the first questions asked."""

from __future__ import annotations

from .actions.setup import begin
from .course import Course, Played
from .deal import deal
from .ids import Colour, Token
from .ruleset import Ruleset
from .space import Geometry, Space
from .state import Piece, Player, State


def start(rules: Ruleset, seed: str) -> Played:
    """Deal a new game (BASE-SETUP-01 to -05)."""
    dealt = deal(rules, seed)
    geometry = Geometry(rules.layout, dealt.tiles, rules.borders)
    pieces = {piece.token: piece for colour in rules.seats for piece in _set_of(rules, colour)}
    players = {
        colour: Player(colour, rules.action_cards, rules.combat_hand(colour), rules.jump_cards)
        for colour in rules.seats
    }
    course = Course(State(rules, Space(geometry, dealt.placements, {}), pieces, {}, players, seed))
    begin(course)
    return course.played()


def _set_of(rules: Ruleset, colour: Colour) -> list[Piece]:
    return [
        Piece(Token(f"{colour.letter}{code}"), rules.kinds[code], colour)
        for code in rules.teams[colour]
    ]
