"""Standing orders: what each line leads to, and when the player is asked all the same."""

from __future__ import annotations

from itertools import product

import pytest

from adjudicator.app.automatic.standing import answer
from adjudicator.app.automatic.standing_setup import in_force
from adjudicator.app.cases.case import position
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
from adjudicator.notation.standing_lines import PutLine, Standing
from adjudicator.notation.words import Unreadable
from adjudicator.render.help_pages import find_page
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
    lines = standing(text, by, state.rules)
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


def test_the_help_page_says_who_must_be_stronger() -> None:
    """Its example is used if the attacker is stronger by 2, not if the attacked is."""
    page = find_page("STANDING")
    assert page is not None
    row = next(row for row in page.rows if "sum>=2" in row.line)
    assert "attacked by a side that is stronger by 2 or more" in row.meaning
    assert answered(combat(".{bWA} .{yGO}"), YELLOW, row.line) == "CARD +3"
    weak = after(position("given  .{bTH} .{yTR}\nhand y +0 +3 J1"), BLUE, "TH x TR")
    assert answered(weak, YELLOW, row.line.replace("GO", "TR")) is None


def test_the_lines_of_the_help_page_about_placing_can_be_read() -> None:
    page = find_page("STANDING")
    assert page is not None
    lines = [row.line for row in page.rows if row.line.startswith("PUT")]
    assert lines == ["PUT WA: gear, next to TH, far", "PUT y.ro: dead end, far"]
    for line in lines:
        assert isinstance(read_line(line, RULES, BLUE), PutLine)


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


# -- choosing ---------------------------------------------------------------------------------

FREE, MUTUAL = load_ruleset("mixed", "free"), load_ruleset("mixed", "mutual")
EVERYBODY = "TEAM WI CL GO ME TH TR WW WA CO ro fw ro ro sw tz ar ke PAIRS 4 37 1 2 3"


def test_a_team_in_order_of_preference() -> None:
    state = start(FREE, "s").state
    team = "TEAM WI CL GO ME TH TR WW WA ro fw ro sw tz ar PAIRS 4 37 RESERVE 1 2"
    for by in (BLUE, YELLOW):
        assert answered(state, by, EVERYBODY) == team
        assert answered(state, by, team) == team
        assert answered(state, by, "LINE CL GO; SET any R1") is None
    sealed = after(state, BLUE, team.replace("CL", "CO"))
    assert answered(sealed, BLUE, team) is None, "a sealed team is not replaced"
    assert answered(after(sealed, YELLOW, team), BLUE, team) is None, "the teams are complete"


def picked(*words: str) -> tuple[State, Colour]:
    """A mutual choice after some picks, and whose pick is next."""
    state = start(MUTUAL, "s").state
    for word in words:
        state = after(state, state.pending[0].who, f"PICK {word}")
    return state, state.pending[0].who


PAIRS = ("1", "2", "37", "38")
PEOPLE = ("CL", "GO", "ME", "TH", "TR", "WW", "WA", "WI")


@pytest.mark.parametrize(
    ("before", "text", "order"),
    [
        ((), "PICK 37 38", "PICK 37"),
        (("37",), "PICK 37 38", "PICK 38"),
        (("37", "38"), "PICK 37 38", None),
        ((), "PICK CO BA", None),
        ((), "PICK CO BA; PICK 40", "PICK 40"),
        (PAIRS, "PICK 39; PICK CO BA", "PICK CO"),
        ((*PAIRS, "CO"), "PICK CO BA", "PICK BA"),
        ((*PAIRS, *PEOPLE), "PICK CO BA; PICK ro fw", "PICK ro"),
        ((*PAIRS, *PEOPLE, "ro"), "PICK ro fw", "PICK fw"),
        ((*PAIRS, *PEOPLE, "ro"), "PICK ro fw ro", "PICK fw"),
        ((*PAIRS, *PEOPLE, "ro", "fw"), "PICK ro fw ro", "PICK ro"),
        ((*PAIRS, *PEOPLE, "ro", "ro"), "PICK ro ro ro", None),
    ],
)
def test_picks_in_order_of_preference(
    before: tuple[str, ...], text: str, order: str | None
) -> None:
    state, by = picked(*before)
    assert answered(state, by, text) == order
    assert answered(state, state.others(by)[0], text) is None, "only whoever is asked"


@pytest.mark.parametrize(
    ("rules", "text", "column", "why"),
    [
        (RULES, "TEAM CL GO PAIRS 1 2", 1, "the teams are given"),
        (RULES, "PICK CL", 1, "the teams are given"),
        (FREE, "PICK CL", 1, "handed in whole and in secret: TEAM"),
        (MUTUAL, EVERYBODY, 1, "picked in turn: PICK"),
        (FREE, "TEAM CL GO ME", 14, "at least 8 characters, 6 objects and 4 PAIRS are needed"),
        (FREE, EVERYBODY.replace(" 1 2 3", ""), 67, "not 9, 7 and 2"),
        (FREE, EVERYBODY.replace("WI", "CL CL").replace("CO ", ""), 73, "not 7, 7 and 5"),
        (FREE, EVERYBODY.replace("WI", "XX"), 6, "'XX' is no character or object"),
        (FREE, EVERYBODY.replace("37", "41"), 65, "there is no pair 41; pairs: 1 2"),
        (FREE, EVERYBODY.replace("37", "37a"), 65, "never chosen without its twin"),
        (MUTUAL, "PICK", 5, "expected what to pick"),
        (MUTUAL, "PICK CO 37", 9, "have a PICK line each"),
        (MUTUAL, "PICK CO ro", 9, "have a PICK line each"),
        (MUTUAL, "PICK 41", 6, "there is no pair 41"),
        (MUTUAL, "PICK CO any", 9, "'any' is no character or object"),
    ],
)
def test_what_cannot_be_chosen_in_advance(rules: Ruleset, text: str, column: int, why: str) -> None:
    line = read_line(text, rules, BLUE)
    assert isinstance(line, Unreadable)
    assert why in line.why and line.column == column, line


def test_choices_are_written_in_one_way() -> None:
    lines = standing("pick: 37, 1; pick colossus, tp; PICK Rope ro2", rules=MUTUAL)
    assert write_standing(lines, BLUE) == ("PICK 37 1", "PICK CO TP", "PICK ro ro")
    lines = standing("PICK 37; PICK CO; PICK 1 2; PICK ke", rules=MUTUAL)
    assert write_standing(lines, BLUE) == ("PICK 1 2", "PICK CO", "PICK ke"), "one of each kind"
    (team,) = standing(
        f"{EVERYBODY.lower()}; {EVERYBODY.replace(' 2 3', ' reserve 2')}", rules=FREE
    )
    assert write_standing((team,), BLUE) == (
        "TEAM WI CL GO ME TH TR WW WA CO ro fw ro sw tz ar ke PAIRS 4 37 1 2",
    )


def test_a_second_copy_is_hidden_by_its_number() -> None:
    lines = standing("SET ro R1; SET ro2 R2; PUT y.ro2: far", rules=FREE)
    assert write_standing(lines, BLUE) == ("SET ro R1", "SET ro2 R2", "PUT y.ro2: far")
    assert isinstance(read_line("SET ro2 R2", RULES, BLUE), Unreadable)
    assert isinstance(read_line("SET ro3 R2", FREE, BLUE), Unreadable)


# -- how long they are in force ---------------------------------------------------------------

ALL_LINES = ("TEAM CL", "PICK CL", "OUT CL", "LINE CL", "SET any R1", "PUT any: far", "END auto")


def test_lines_for_the_set_up_are_in_force_until_their_part_of_it_is_over() -> None:
    handicap = Options(characters={BLUE: 7})
    state = start(load_ruleset("mixed", "free", handicap), "s").state
    assert in_force(ALL_LINES, state) == ALL_LINES
    team = "TEAM WI CL GO ME TH TR WW WA ro fw ke sw tz ar PAIRS 4 37 RESERVE 1 2"
    state = after(after(state, BLUE, team), YELLOW, team)
    assert in_force(ALL_LINES, state) == ALL_LINES[2:]
    state = after(state, BLUE, "OUT WI")
    assert in_force(ALL_LINES, state) == ALL_LINES[3:]
    state = after(state, BLUE, "LINE CL@b1 TH@d1 GO@g1 TR@i1")
    assert in_force(ALL_LINES, state) == ALL_LINES[3:], "it may still be replaced"
    state = after(state, YELLOW, "LINE CL@b22 TH@d22 GO@g22 TR@i22")
    assert in_force(ALL_LINES, state) == ALL_LINES[4:]
    assert in_force(ALL_LINES, position("given  .{bWA} . .")) == ALL_LINES[5:]


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
