"""What single parts of a position are called in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.ids import Colour, Token
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import CombatSeen, Role, View
from adjudicator.engine.start import start
from adjudicator.engine.state import Status
from adjudicator.engine.view import view
from adjudicator.render.language import language
from adjudicator.render.words import TIED, Words
from adjudicator.sets.load import load_ruleset
from tests.render.games import time_out
from tests.render.prison import prison_state


def hiding(set_name: str, scenario: str) -> View:
    """A game in which somebody hides his second token, as he sees it."""
    state = start(load_ruleset(set_name, scenario), "rooms").state
    while not any(piece.status is Status.HIDDEN for piece in state.pieces.values()):
        state = time_out(state, next(r for r in state.pending if not r.sealed)).state
    return view(state, next(ask.who for ask in state.pending if ask.ask is Ask.HIDE))


def room_left(seen: View) -> str:
    ask = next(ask for ask in seen.mine if ask.ask is Ask.HIDE)
    return Words(seen).explained(ask).replace(TIED, " ")


def test_who_hides_a_token_is_told_what_the_rooms_hold() -> None:
    told = room_left(hiding("base", "standard"))
    assert told.startswith("Tokens in the rooms: R1 ") and told.endswith(" of 2.")
    assert told.count("1 of") == 1 and told.count("0 of") == 7
    assert "only" not in told


def test_rooms_that_take_objects_only_say_so() -> None:
    told = room_left(hiding("prison", "1"))
    assert told.count("0 of 1, objects only") == 3
    assert told.count("1 of 1, objects only") == 1


def test_a_combat_from_afar_names_the_weapon() -> None:
    attacker, target = Token("bME"), Token("yNA")
    combat = CombatSeen(attacker, target, Colour.BLUE, (), afar=(attacker,))
    told = Words(view(prison_state(), Role.OBSERVER)).combat(combat).replace(TIED, " ")
    assert told == "Combat: bME attacks yNA; from afar: bME + bke Key"


@pytest.mark.parametrize("form", ["den", "dem"])
def test_weak_nouns_in_german(form: str) -> None:
    say = language("de")
    assert format(say.piece("yellow Telepath"), form) == f"{form} gelben Telepathen"
    assert format(say.piece("yellow Colossus"), form) == f"{form} gelben Koloss"
    assert format(say.piece("blue Large Shield"), form) == f"{form} blauen Großen Schild"
    assert format(say.piece("yellow Telepath"), "der") == "der gelbe Telepath"


def test_french_participles_agree_with_the_piece() -> None:
    seen = view(prison_state(), Role.OBSERVER)
    gone = ((Token("bME"), "eliminated"), (Token("bBA"), "escaped"))
    player = replace(seen.players[0], off_board=gone)
    words = Words(seen, language("fr"))
    assert words.off_board(player).replace(TIED, " ") == "bME éliminé, bBA évadée"
    assert "jouées : 1" in words.standing(replace(player, used=1))
