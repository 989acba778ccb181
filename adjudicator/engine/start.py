"""The first position of a game: rules and seed in, everything dealt, the first questions asked."""

from __future__ import annotations

from .actions.choose import begin as begin_choice
from .actions.setup import begin as begin_set_up
from .course import Course, Played
from .deal import deal
from .geometry import Geometry
from .ruleset import Ruleset
from .space import Space
from .state import Piece, Player, State


def start(rules: Ruleset, seed: str) -> Played:
    """Deal a new game (BASE-SETUP-01 to -05)."""
    dealt = deal(rules, seed)
    geometry = Geometry(rules.layout, dealt.tiles, rules.borders)
    pieces = {
        token: Piece(token, rules.kinds[code], colour)
        for token, (colour, code) in rules.tokens.items()
    }
    players = {
        colour: Player(colour, rules.action_cards, rules.combat_hand(colour), rules.jump_cards)
        for colour in rules.seats
    }
    course = Course(State(rules, Space(geometry, dealt.placements, {}), pieces, {}, players, seed))
    if rules.choice is None:
        begin_set_up(course)
    else:
        begin_choice(course, rules.choice)
    return course.played()
