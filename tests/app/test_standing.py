"""Standing orders: what each line leads to, and when the player is asked all the same."""

from __future__ import annotations

from itertools import product

import pytest

from adjudicator.app.cases import position
from adjudicator.app.standing import answer
from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Cell, Colour, Token
from adjudicator.engine.options import options
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.ruleset import Options, Ruleset
from adjudicator.engine.start import start
from adjudicator.engine.state import RevealUnderWay, State, Status
from adjudicator.engine.view import view
from adjudicator.notation.orders import read_order, write_order
from adjudicator.notation.standing import MOST_LINES, change_standing, read_line, write_standing
from adjudicator.notation.standing_lines import Standing
from adjudicator.notation.words import Unreadable
from adjudicator.sets.load import load_ruleset
from tests.strategies import GAMES, game

RULES = load_ruleset()
BLUE, YELLOW = Colour.BLUE, Colour.YELLOW


def standing(text: str, by: Colour = BLUE, rules: Ruleset = RULES) -> Standing:
    change = change_standing((), text, rules, by)
    faults = [verdict.unreadable for verdict in change.verdicts if verdict.unreadable]
    assert not faults, faults
    return change.standing


def answered(state: State, by: Colour, text: str, done: bool = False) -> str | None:
    """The order that the standing orders lead to."""
    lines = standing(text, by)
    decision = answer(view(state, by), options(state, by), lines, orders_done=done)
    if decision is None:
        return None
    assert isinstance(play(state, by, decision), Played)
    return write_order(state, by, decision)


def after(state: State, by: Colour, order: str) -> State:
    decision = read_order(order, state, by)
    assert not isinstance(decision, Unreadable)
    played = play(state, by, decision)  # type: ignore[arg-type]  # a refusal fails the next line
    assert isinstance(played, Played), played
    return played.state


# -- Combat cards -----------------------------------------------------------------------------


def combat(given: str = ".{bWA} .{yGO+yar}") -> State:
    """The blue Warrior (3) attacks the yellow Goblin with his Armor (2)."""
    state = position(f"given  {given}\nhand y +0 +1 +3 +5 J1")
    return after(state, BLUE, "WA x GO")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("CARD else: +1", "CARD +1"),
        ("CARD defence: +6 +4 +3 +0", "CARD +3"),
        ("CARD attack: +5; CARD defence: +1", "CARD +1"),
        ("CARD attack: +5", None),
        ("CARD GO: +5; CARD else: +0", "CARD +5"),
        ("CARD WI: +5; CARD else: +0", "CARD +0"),
        ("CARD WI/GO: +5", "CARD +5"),
        ("CARD on GO: +5", "CARD +5"),
        ("CARD on WA: +5", None),
        ("CARD vs WA: +5", "CARD +5"),
        ("CARD vs GO: +5", None),
        ("CARD vs TR/WA: +5", "CARD +5"),
        ("CARD sum>=2: +5; CARD sum=1: +3; CARD else: +0", "CARD +3"),
        ("CARD sum>1: +5; CARD sum<0: +1; CARD else: +0", "CARD +0"),
        ("CARD sum>=0 sum<=1: +3", "CARD +3"),
        ("CARD wounded: +5; CARD else: +0", "CARD +0"),
        ("CARD else: +6 +5; NEVER +5", None),
        ("CARD else: +5 +3; NEVER above +4", "CARD +3"),
        ("CARD else: +0 +1 +3; NEVER below +3", "CARD +3"),
        ("CARD else: +5 +1; KEEP +5", "CARD +1"),
        ("CARD defence: +6; CARD else: +0", None),  # the first line that holds decides
        ("KEEP +5", None),
        ("", None),
    ],
)
def test_cards(text: str, order: str | None) -> None:
    assert answered(combat(), YELLOW, text) == order


def test_the_attacker_has_standing_cards_too() -> None:
    assert answered(combat(), BLUE, "CARD attack sum<0: +2; CARD else: +0") == "CARD +2"


def test_a_wounded_who_is_attacked() -> None:
    state = combat(".{bWA} .{yGO*}")
    assert answered(state, YELLOW, "CARD wounded: +5; CARD else: +0") == "CARD +5"


def test_only_the_last_card_is_kept() -> None:
    state = after(position("given  .{bWA} .{yGO}\nhand b +0 +2 +2 J1"), BLUE, "WA x GO")
    assert answered(state, BLUE, "CARD else: +2 +0; KEEP +2") == "CARD +2"
    state = after(position("given  .{bWA} .{yGO}\nhand b +0 +2 J1"), BLUE, "WA x GO")
    assert answered(state, BLUE, "CARD else: +2 +0; KEEP +2") == "CARD +0"


def test_a_sealed_card_is_not_replaced() -> None:
    state = after(combat(), YELLOW, "CARD +1")
    assert answered(state, YELLOW, "CARD else: +3") is None


# -- set-up -----------------------------------------------------------------------------------


def test_the_starting_team() -> None:
    state = start(RULES, "s").state
    assert answered(state, BLUE, "LINE WA@i1 GO@i1/b1 CL TH WI") == "LINE WA@i1 GO@b1 CL@d1 TH@g1"
    assert answered(state, YELLOW, "LINE WA GO CL TH") == "LINE WA@b22 GO@d22 CL@g22 TH@i22"
    assert answered(state, BLUE, "LINE WA GO CL") is None


def test_whoever_was_left_out_does_not_line_up() -> None:
    handicap = Options(characters={BLUE: 6})
    state = start(load_ruleset("base", "standard", handicap), "s").state
    assert answered(state, BLUE, "OUT WA GO CL") == "OUT WA GO"
    assert answered(state, BLUE, "OUT WA") is None
    state = after(state, BLUE, "OUT WA GO")
    team = answered(state, BLUE, "LINE WA GO CL TH WI TR")
    assert team == "LINE CL@b1 TH@d1 WI@g1 TR@i1"


def lined_up() -> State:
    state = start(RULES, "s").state
    state = after(state, BLUE, "LINE CL@b1 TH@d1 WI@g1 TR@i1")
    return after(state, YELLOW, "LINE CL@b22 TH@d22 WI@g22 TR@i22")


def test_hidden_tokens_fill_the_rooms_in_order() -> None:
    state = lined_up()
    text = "SET tr R7 R8; SET GO R7 R5; SET WA R7 R5; SET any R1 R2 R3 R4 R5 R6 R7 R8"
    found: dict[Colour, list[str]] = {BLUE: [], YELLOW: []}
    while not state.lines_shown:
        by = state.pending[0].who
        order = answered(state, by, text)
        assert order is not None
        found[by].append(order)
        state = after(state, by, order)
    assert found[BLUE][0] == "SET tz R7"
    placed = dict(order.split()[1:] for order in found[BLUE])
    assert placed["GO"] == "R5", "the two Treasures have filled R7"
    assert answered(lined_up(), lined_up().pending[0].who, "SET TH R7") is None


# -- placing ----------------------------------------------------------------------------------


def reveals() -> list[State]:
    """Positions in which somebody places what was found."""
    turns = (turn for number in range(GAMES) for turn in game(number))
    return [turn.before for turn in turns if isinstance(turn.decision, d.Put)]


def put(state: State, text: str) -> dict[Token, Cell] | None:
    who = next(request for request in state.pending if request.ask is Ask.PUT).who
    lines = standing(text, who, state.rules)
    decision = answer(view(state, who), options(state, who), lines)
    assert decision is None or isinstance(decision, d.Put)
    return None if decision is None else dict(decision.places)


def test_a_gear_a_corner_a_dead_end() -> None:
    seen = {"gear": 0, "corner": 0, "dead end": 0}
    for state, wish in product(reveals(), seen):
        places = put(state, f"PUT any: {wish}")
        for cell in (places or {}).values():
            seen[wish] += 1
            if wish == "gear":
                assert state.space.ground(cell) == "gear"
            elif wish == "corner":
                assert state.square(cell)[0] in "aefj"
            else:
                assert len(state.space.open_to(cell)) <= 1
    assert all(seen.values()), seen


def test_far_and_near_are_measured_from_the_own_line() -> None:
    for state in reveals():
        who = next(request for request in state.pending if request.ask is Ask.PUT).who
        far, near = put(state, "PUT any: far"), put(state, "PUT any: near")
        assert far is not None and near is not None
        rows = [[int(state.square(cell)[1:]) for cell in found.values()] for found in (far, near)]
        assert max(rows[0]) >= max(rows[1]) if who is BLUE else min(rows[0]) <= min(rows[1])


def test_named_squares_and_neighbours() -> None:
    tried = 0
    for state in reveals():
        reveal = state.under_way
        request = next(request for request in state.pending if request.ask is Ask.PUT)
        assert isinstance(reveal, RevealUnderWay)
        group = options(state, request.who)[0]
        option = group[len(group) // 2]
        assert isinstance(option, d.Put)
        lines = [
            f"PUT {token[0]}.{token[1:]}: {state.square(cell)}" for token, cell in option.places
        ]
        assert put(state, "\n".join(lines)) == dict(option.places)
        assert put(state, "\n".join(lines[1:])) is None
        token, cell = option.places[0]
        if len(option.places) > 1 and state.space.open_to(cell, "reach"):
            name = f"{token[0]}.{token[1:]}"
            text = f"PUT {name}: {state.square(cell)}; PUT any: next to {name}, far"
            places = put(state, text)
            assert places is not None and places[token] == cell
            beside = state.space.open_to(cell, "reach")
            tried += any(there in beside for there in places.values())
    assert tried


def test_classes_of_pieces() -> None:
    for state in reveals():
        request = next(request for request in state.pending if request.ask is Ask.PUT)
        pieces = [state.pieces[token] for token in request.tokens]
        own = all(piece.colour == request.who for piece in pieces)
        objects = not any(piece.kind.character for piece in pieces)
        assert (put(state, "PUT own: far") is not None) == own
        assert (put(state, "PUT any objects: far") is not None) == objects
        both = "PUT own characters: far; PUT own objects: far; PUT enemy: near"
        assert put(state, both) is not None


# -- the end of a turn ------------------------------------------------------------------------


def test_the_turn_ends_only_when_the_orders_are_done() -> None:
    state = position("given  .{bWA} . .")
    assert answered(state, BLUE, "END auto") is None
    assert answered(state, BLUE, "END auto", done=True) == "END"
    assert answered(state, BLUE, "KEEP +5", done=True) is None


def test_nobody_answers_for_another_or_draws() -> None:
    state = after(position("given  .{bWA} . .{yGO}"), BLUE, "DRAW")
    assert answered(state, YELLOW, "CARD else: +0; END auto", done=True) is None
    assert answered(state, BLUE, "CARD else: +0") is None


def test_a_game_of_standing_orders_needs_no_player_for_the_set_up() -> None:
    """Two lists of standing orders and no mail at all: the game gets to its first Action card."""
    state, text = start(RULES, "t").state, "LINE CL TH WI TR; SET any R3 R4 R5 R6 R1 R2 R7 R8"
    while state.turn.active is None:
        by = next(request.who for request in state.pending if not request.sealed)
        order = answered(state, by, text)
        assert order is not None
        state = after(state, by, order)
    assert not any(piece.status is Status.UNPLACED for piece in state.pieces.values())


# -- reading ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ("", 1, "expected a standing order"),
        ("KARD +3", 1, "begins no standing order"),
        ("CARD defence GO", 16, "expected Combat cards"),
        ("CARD vs", 8, "expected a character after 'vs'"),
        ("CARD vs sw: +3", 9, "the Sword is no character"),
        ("CARD XX: +3", 6, "'XX' is no character or object"),
        ("CARD else: +3 R4", 15, "should be a Combat card"),
        ("NEVER below", 12, "expected a Combat card"),
        ("NEVER below +2 +3", 16, "nothing more"),
        ("LINE WA@a1", 6, "no dot of your line: b1 d1 g1 i1"),
        ("LINE y.WA", 6, "only your own pieces"),
        ("SET tz R9", 8, "'R9' is no room"),
        ("SET tz", 7, "expected rooms"),
        ("PUT WA: chair", 9, "'chair' is no wish"),
        ("PUT r.WA: far", 5, "'r' is no colour"),
        ("PUT WA: next to", 16, "expected a piece"),
        ("END", 4, "expected END auto"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, column: int, why: str) -> None:
    found = read_line(text, RULES, BLUE)
    assert isinstance(found, Unreadable)
    assert found.column == column
    assert why in found.why


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("card if defending, Goblin and sum =< 1 play 3/2, 0", "CARD defence GO sum<=1: +3 +2 +0"),
        ("Card contre le", None),
        ("card attaque gegen Krieger +3", "CARD attack vs WA: +3"),
        ("card otherwise 0", "CARD else: +0"),
        ("never +6, +5", "NEVER +6 +5"),
        ("keep 5 and 4", "KEEP +5 +4"),
        ("line Guerrier@B1/D1 goblin", "LINE WA@b1/d1 GO"),
        ("set tr r7, r8", "SET tz R7 R8"),
        ("set TR r1", "SET TR R1"),
        ("set * r1", "SET any R1"),
        ("put my characters gear then far", None),
        ("put my characters gear far", "PUT own characters: gear, far"),
        ("put Y.TZ dead-end C7 next b.go", "PUT y.tz: dead end, c7, next to GO"),
    ],
)  # fmt: skip
def test_reading_is_lenient_and_writing_is_not(text: str, canonical: str | None) -> None:
    change = change_standing((), text, RULES, BLUE)
    assert list(write_standing(change.standing, BLUE)) == ([canonical] if canonical else [])


def test_a_line_about_the_same_replaces_the_old_one() -> None:
    lines = standing("CARD else: +0; CARD defence GO: +3; SET tz R1; CARD defence GO: +5")
    assert write_standing(lines, BLUE) == ("CARD defence GO: +5", "CARD else: +0", "SET tz R1")


def test_revoking() -> None:
    lines = standing("CARD attack: +3; KEEP +5; NEVER +6; END auto")
    change = change_standing(
        lines, "REVOKE 1, 3; revoke end AUTO; revoke 9; revoke; KEEP", RULES, BLUE
    )
    assert write_standing(change.standing, BLUE) == ("KEEP +5",)
    gone = [verdict.revoked for verdict in change.verdicts]
    assert gone[:2] == [("CARD attack: +3", "NEVER +6"), ("END auto",)]
    assert all(verdict.unreadable for verdict in change.verdicts[2:])
    assert change_standing((), "revoke 1", RULES, BLUE).verdicts[0].unreadable is not None
    missing = change_standing(lines, "revoke KEEP +4", RULES, BLUE).verdicts[0].unreadable
    assert missing is not None and "no such" in missing.why


def test_there_is_a_limit() -> None:
    text = "\n".join(f"CARD sum={n}: +0" for n in range(-50, 50))
    change = change_standing((), text, RULES, BLUE)
    assert len(change.standing) == MOST_LINES
    assert change.verdicts[-1].unreadable is not None
