"""The board in plain characters: complete, narrow, and the right way up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Cell, Colour, Side, Slot, Token
from adjudicator.engine.play import Played, check, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import Role, SquareSeen, TokenSeen, View, Viewer
from adjudicator.engine.start import start
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.render.board import (
    CELL,
    LEGEND,
    MARGIN,
    OTHER,
    SIGNS,
    cell_lines,
    draw_board,
    legend,
    odd_borders,
    slits,
)
from adjudicator.render.language import CODES, ENGLISH, language
from adjudicator.render.text import QUESTIONS, examples, render_text
from adjudicator.sets.load import load_ruleset
from tests.render.games import Passage, rich_state, set_up
from tests.render.prison import prison_state

GOLDEN = Path(__file__).parent / "golden"
VIEWERS: tuple[Viewer, ...] = (Colour.BLUE, Colour.YELLOW, Role.OBSERVER, Role.MODERATOR)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(scope="module")
def rich() -> View:
    return view(rich_state(), Colour.BLUE)


def token(code: str, **changes: object) -> TokenSeen:
    """A piece of the viewer's imagination: ``bWA``, ``yro``."""
    colour = {"b": Colour.BLUE, "y": Colour.YELLOW}[code[0]]
    seen = TokenSeen(Token(code), colour, code[1:], code, code[1:].isupper(), False, None, ())
    return replace(seen, **changes)  # type: ignore[arg-type]  # test data


def square(*tokens: TokenSeen, ground: str = "floor", dot: bool = False) -> SquareSeen:
    return SquareSeen("a1", 0, 0, ground, None, None, dot, tokens, ((), (), (), ()))


def strip(like: View, *layers: str, upright: bool = True) -> View:
    """Two squares with these layers between them, side by side or one above the other."""
    towards = Side.EAST if upright else Side.NORTH
    rim = ("edge",)
    near = tuple(layers if side is towards else rim for side in Side)
    far = tuple(layers if side is towards.opposite else rim for side in Side)
    second = (1, 0) if upright else (0, 1)
    squares = {
        (0, 0): SquareSeen("s1", 0, 0, "floor", None, None, False, (), near),
        second: SquareSeen("s2", *second, "floor", None, None, False, (), far),
    }
    width, height = (2, 1) if upright else (1, 2)
    return replace(
        like, width=width, height=height, squares=squares, rooms=(), lines=(),
        columns=("s",) * width, rows=("1",) * height,
    )  # fmt: skip


# -- limits -----------------------------------------------------------------------------------


def test_every_position_is_narrow_and_ascii(passages: list[Passage]) -> None:
    for passage in passages[::5]:
        for viewer in VIEWERS:
            text = render_text(view(passage.after, viewer))
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= 78
            assert "\0" not in text and text == "\n".join(map(str.rstrip, text.split("\n")))


def test_colour_changes_no_character(passages: list[Passage]) -> None:
    for passage in passages[::25]:
        seen = view(passage.after, Colour.BLUE)
        painted = render_text(seen, colour=True)
        assert "\x1b" in painted
        assert ANSI.sub("", painted) == render_text(seen)


def test_standard_board_fits_on_a_page() -> None:
    assert len(draw_board(view(set_up("short"), Colour.BLUE))) == 47


# -- the drawing ------------------------------------------------------------------------------


def test_north_is_up(rich: View) -> None:
    lines = draw_board(rich)
    labels = [line.split()[0] for line in lines if re.match(r" ?\d", line)]
    assert labels == [str(row) for row in range(22, 0, -1)]
    assert lines[0].split() == list("abcdefghij") == lines[-1].split()


def at(rich: View, lines: list[str], name: str) -> tuple[int, int]:
    """The line and column of the character north-west inside a square."""
    column, row = "abcdefghij".index(name[0]), name[1:]
    line = next(i for i, text in enumerate(lines) if re.match(rf" ?{row} ", text))
    return line, MARGIN + column * (CELL + 1) + 1


def test_every_border_is_drawn_where_it_is(rich: View) -> None:
    lines = [line.ljust(80) for line in draw_board(rich)]
    for seen in rich.squares.values():
        line, column = at(rich, lines, seen.name)
        upright = lines[line][column - 1], lines[line][column + CELL]
        assert upright == (SIGNS[seen.borders[3]][0], SIGNS[seen.borders[1]][0]), seen.name
        above = lines[line - 1][column : column + CELL]
        if seen.borders[0] != ("edge",):
            assert above == SIGNS[seen.borders[0]][1], seen.name


def test_every_piece_and_ground_is_in_its_square(rich: View) -> None:
    lines = [line.ljust(80) for line in draw_board(rich)]
    for seen in rich.squares.values():
        line, column = at(rich, lines, seen.name)
        below = next(i for i in range(line, len(lines)) if lines[i][MARGIN] == "+")
        inside = " ".join(text[column : column + CELL] for text in lines[line:below])
        for piece in seen.tokens:
            assert piece.code in inside, seen.name
            assert not piece.wounded or f"{piece.code}*" in inside
        assert (seen.ground == "pit") == ("[O]" in inside)
        assert (seen.ground == "gear") == ("@" in inside)


def compare(text: str, file: Path) -> None:
    """Delete the file to accept a new drawing; it is written anew, to be looked at."""
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="ascii")
        pytest.fail(f"{file} is new: look at it and run the tests again")
    assert text == file.read_text(encoding="ascii")


def test_golden_board(rich: View) -> None:
    compare(render_text(rich), GOLDEN / "board.txt")


def test_all_borders_look_different() -> None:
    alike = (("edge",), ("slit", "slit"))
    for looks in zip(*(sign for kind, sign in SIGNS.items() if kind not in alike), strict=True):
        assert len(set(looks)) == len(looks)
    assert all(len(upright) == 1 and len(flat) == CELL for upright, flat in SIGNS.values())


@pytest.mark.parametrize("layers", [kind for kind in SIGNS if kind != ("edge",)])
def test_border_upright_and_flat(rich: View, layers: tuple[str, ...]) -> None:
    upright, flat = SIGNS[layers]
    beside = draw_board(strip(rich, *layers))
    assert beside[0].split() == ["s1", "s2"]
    assert beside[2].strip() == f"|      {upright}      |"
    above = draw_board(strip(rich, *layers, upright=False))
    assert above[3].strip() == f"+{flat}+"


def test_odd_combinations_are_spelt_out(rich: View) -> None:
    text = render_text(strip(rich, "wall", "portcullis open"))
    assert "|      &      |" in text
    assert "& s1|s2 wall, portcullis open" in text


# -- arrow-slits ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def prison() -> View:
    return view(prison_state(), Role.OBSERVER)


def test_golden_board_with_arrow_slits(prison: View) -> None:
    lines = [*draw_board(prison), "", *legend(ENGLISH, prison)]
    lines += [f"& {border}" for border in odd_borders(prison)]
    assert max(map(len, lines)) <= 78
    compare("\n".join(lines) + "\n", GOLDEN / "prison-board.txt")


def test_every_arrow_slit_is_drawn_where_it_is(prison: View) -> None:
    lines = [line.ljust(80) for line in draw_board(prison)]
    met = set()
    for seen in prison.squares.values():
        line, column = at(prison, lines, seen.name)
        if "slit" in seen.borders[1]:
            assert lines[line][column + CELL] == SIGNS.get(seen.borders[1], OTHER)[0], seen.name
        if "slit" in seen.borders[0]:
            above = lines[line - 1][column : column + CELL]
            assert above == SIGNS.get(seen.borders[0], OTHER)[1], seen.name
        met |= set(seen.borders)
    assert {("slit",), ("slit", "slit"), ("slit", "wall"), ("wall", "slit")} <= met


def test_an_arrow_slit_at_a_wall_is_spelt_out(prison: View) -> None:
    assert odd_borders(prison) == [
        "e12|f12 arrow-slit, wall",
        "g11|g12 wall, arrow-slit",
        "j11|j12 arrow-slit, wall",
    ]
    (text,) = odd_borders(strip(prison, "slit", "wall"), language("de"))
    assert text == "s1|s2 Schießscharte, Wand"


def test_arrow_slits_are_listed_where_one_can_look_through(prison: View) -> None:
    assert slits(strip(prison, "slit")) == slits(strip(prison, "slit", "slit")) == ["s1|s2"]
    assert slits(strip(prison, "slit", "wall")) == []


@pytest.mark.parametrize("code", CODES)
def test_the_legend_tells_of_arrow_slits_only_if_there_are_some(
    prison: View, rich: View, code: str
) -> None:
    say = language(code)
    (told,) = set(legend(say, prison)) - set(legend(say, rich))
    assert told.startswith("X --XX-- ") and len(told) <= 78
    assert legend(say, prison) == legend(say)


def test_a_piece_beside_an_arrow_slit_keeps_its_colour(prison: View) -> None:
    """The sign is a letter, but it is no part of a piece's name."""
    assert "XbME+ke" in render_text(prison)
    painted = render_text(prison, colour=True)
    assert "X\x1b[1;34mbME+ke\x1b[0m" in painted
    assert ANSI.sub("", painted) == render_text(prison)


# -- squares ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "lines"),
    [
        (square(), [""]),
        (square(dot=True), ["()"]),
        (square(token("bWA"), dot=True), ["bWA"]),
        (square(token("bWA", wounded=True)), ["bWA*"]),
        (square(token("bWA", wounded=True, marks=("fresh",))), ["bWA*!"]),
        (square(token("bWA"), token("bsw", carrier="bWA")), ["bWA+sw"]),
        (square(token("bWA"), token("ysw", carrier="bWA")), ["bWA", "+ysw"]),
        (square(token("bWA"), token("bGO", carrier="bWA", wounded=True)), ["bWA", "+GO*"]),
        (square(token("bWA", marks=("inert",)), token("bsw", carrier="bWA")), ["bWA~", "+sw"]),
        (square(token("yro")), ["(yro)"]),
        (square(ground="pit"), ["[O]"]),
        (square(token("bTH"), ground="pit"), ["bTH[O]"]),
        (square(token("bGO"), token("yro"), ground="pit"), ["bGO[O]", "(yro)"]),
        (square(token("yro"), ground="pit"), ["(yro)", "[O]"]),
        (square(token("bGO", wounded=True), ground="pit"), ["bGO*", "[O]"]),
    ],
)
def test_what_stands_in_a_square(seen: SquareSeen, lines: list[str]) -> None:
    assert cell_lines(seen, None) == lines


def test_gears_show_pair_and_sense(rich: View) -> None:
    board = "\n".join(draw_board(rich))
    for room in rich.rooms:
        if room.face_up:
            assert f"@{room.pair}{'>' if room.sense == 1 else '<'}" in board


def test_face_down_rooms_are_closed_blocks() -> None:
    state = set_up("blocks")
    own, other = view(state, Colour.BLUE), view(state, Colour.YELLOW)
    text, others = render_text(own), render_text(other)
    for room in own.rooms:
        assert f"{room.slot}  face down" in text
        for hidden in room.hidden:
            if hidden.token is not None:
                assert hidden.token in text and hidden.token not in others


# -- the rest ---------------------------------------------------------------------------------


def test_pieces_are_listed_as_the_notation_writes_them(rich: View) -> None:
    text = render_text(rich)
    for piece in ("bWA+CL* ", "bTR+sw ", "bME+ysw ", "yTR+tz ", "yCL+ar ", "yGO* ", "bro ", "bTH "):
        assert re.search(rf"[ :]{re.escape(piece)}[a-j]\d", text), piece


def test_legend_names_no_piece(rich: View) -> None:
    """Else nobody could tell from the text what a viewer may not see."""
    assert not any(piece in line for piece in rich.names for line in LEGEND)


def test_an_observer_reads_no_hidden_piece() -> None:
    """Not even within another word, so that a search for a code finds pieces only."""
    seen = view(set_up("codes"), Role.OBSERVER)
    shown = {piece.token for square in seen.squares.values() for piece in square.tokens}
    text = render_text(seen)
    assert all(piece in text for piece in shown)
    assert not any(piece in text for piece in seen.names if piece not in shown)


def test_options_and_marks_are_named(rich: View) -> None:
    text = " ".join(render_text(rich).split())
    assert "; target 5 points Goal:" in text
    assert "(inert: recovered this turn)" in text and "(wounded this turn)" in text


def test_hand_of_the_viewer_only() -> None:
    state = set_up("hands")
    assert "Your hand: Action A2 A3 A4 A5; Combat +0 +1" in render_text(view(state, Colour.BLUE))
    assert "hand:" not in render_text(view(state, Role.OBSERVER))
    assert "Yellow's hand:" in render_text(view(state, Role.MODERATOR))


def test_combat_with_sums_and_own_card(passages: list[Passage]) -> None:
    fight = next(p for p in passages if view(p.after, Colour.BLUE).combat)
    seen = view(fight.after, Colour.BLUE)
    assert seen.combat is not None
    sides = tuple(
        replace(side, card=6 if side.colour is Colour.BLUE else None) for side in seen.combat.sides
    )
    text = render_text(replace(seen, combat=replace(seen.combat, sides=sides)))
    assert f"Combat: {seen.combat.initiator} attacks {seen.combat.target}" in text
    assert "Your sealed card: +6" in text and text.count("sealed card") == 1
    for side in seen.combat.sides:
        assert f"= {side.sum}\n" in text


def test_result_and_seed_at_the_end() -> None:
    state = set_up("finished")
    assert "Seed" not in render_text(view(state, Colour.BLUE))
    played = play(state, Colour.BLUE, d.Resign())
    assert isinstance(played, Played)
    text = render_text(view(played.state, Colour.BLUE))
    assert "Won by Yellow: Blue resigned." in text and "Seed: finished" in text


def test_every_request_has_a_question() -> None:
    assert set(QUESTIONS) == set(Ask)


def test_set_up_examples_fit_the_request() -> None:
    state = start(load_ruleset(), "first").state
    ask = view(state, Colour.BLUE).mine[0]
    assert examples(view(state, Colour.BLUE), ask) == ["LINE CL@b1 GO@d1 ME@g1 TH@i1"]


def test_examples_are_legal(passages: list[Passage]) -> None:
    """What we tell a player to type must be accepted."""
    tried = set()
    for passage in passages[::3]:
        for request in passage.after.pending:
            seen = view(passage.after, request.who)
            for ask in seen.mine:
                for order in examples(seen, ask):
                    decision = understood(passage.after, request.who, order)
                    assert check(passage.after, request.who, decision) is None, order
                    tried.add(type(decision))
    assert {d.Move, d.Reveal, d.Rotate, d.Attack, d.Put, d.Hide, d.LayCard} <= tried


def understood(state: State, who: Colour, order: str) -> d.Decision:
    """As much of the notation as the examples use."""
    words = order.split()
    match words:
        case ["END"]:
            return d.EndTurn()
        case ["LINE", *pairs]:
            return d.LineUp(_places(state, who, pairs))
        case ["PUT", *pairs]:
            return d.Put(_places(state, who, pairs))
        case ["SET", code, slot]:
            return d.Hide(_token(who, code), Slot(slot))
        case ["CARD", card]:
            return d.LayCard(int(card))
        case [code, "RV", slot]:
            return d.Reveal(_token(who, code), Slot(slot))
        case [code, "RT", slot]:
            return d.Rotate(_token(who, code), Slot(slot))
        case [code, "x", target]:
            (enemy,) = state.others(who)
            return d.Attack(_token(who, code), _token(enemy, target))
        case [code, path]:
            steps = tuple(d.Step(_cell(state, name)) for name in path.split("-"))
            return d.Move(_token(who, code), steps)
        case _:
            return d.PlayActionCard(int(order[1:]))


def _token(who: Colour, text: str) -> Token:
    return Token(text.replace(".", "") if "." in text else who.letter + text)


def _cell(state: State, name: str) -> Cell:
    return state.space.cell(state.rules.layout.square_by_name[name])


def _places(state: State, who: Colour, pairs: list[str]) -> tuple[tuple[Token, Cell], ...]:
    split = [pair.split("@") for pair in pairs]
    return tuple((_token(who, token), _cell(state, name)) for token, name in split)
