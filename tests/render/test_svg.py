"""The picture of the board: well formed, complete, everything told apart, nothing hidden shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from adjudicator.engine.ids import Colour, Side, Token
from adjudicator.engine.seen import HiddenSeen, Role, SquareSeen, TokenSeen, View, Viewer
from adjudicator.engine.view import view
from adjudicator.render import svg_parts as parts
from adjudicator.render.svg import MARGIN, STEPS, Layer, draw_layers, draw_svg, standing
from adjudicator.render.svg_legend import legend
from adjudicator.render.svg_parts import DEFS, UNIT
from tests.render.games import Passage, rich_state, set_up
from tests.render.prison import prison_state

NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}
VIEWERS: tuple[Viewer, ...] = (Colour.BLUE, Colour.YELLOW, Role.OBSERVER, Role.MODERATOR)


@pytest.fixture(scope="module")
def rich() -> View:
    return view(rich_state(), Colour.BLUE)


@pytest.fixture(scope="module")
def layers(rich: View) -> dict[str, Layer]:
    return {layer.key: layer for layer in draw_layers(rich)}


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    """What is written in a picture."""
    return [element.text or "" for element in parse(svg).iterfind(".//svg:text", NAMESPACE)]


def words(svg: str) -> str:
    """Everything in a picture that a person could read or hear."""
    return "\n".join(parse(re.sub("<style>.*?</style>", "", svg, flags=re.DOTALL)).itertext())


def names_token(shown: str, token: str) -> bool:
    return re.search(rf"\b{token}\b", shown) is not None


def a_token(code: str, **changes: object) -> TokenSeen:
    letter_of = {colour.letter: colour for colour in Colour}
    kind = code[1:]
    seen = TokenSeen(
        Token(code), letter_of[code[0]], kind, kind, kind.isupper(), False, None, ()
    )  # fmt: skip
    return replace(seen, **changes)  # type: ignore[arg-type]  # test data


def a_square(*tokens: TokenSeen, ground: str = "floor") -> SquareSeen:
    return SquareSeen("a1", 0, 0, ground, "R1", None, False, tokens, ((),) * 4)


# -- the whole picture ------------------------------------------------------------------------


def test_every_position_is_well_formed(passages: list[Passage]) -> None:
    for passage in passages[::20]:
        for viewer in VIEWERS:
            seen = view(passage.after, viewer)
            svg = draw_svg(seen)
            root = parse(svg)
            assert root.find("svg:title", NAMESPACE) is not None
            keys = [layer.key for layer in draw_layers(seen)]
            assert len(keys) == len(set(keys)), "a key names one layer"


def test_the_same_view_gives_the_same_picture(rich: View) -> None:
    assert draw_svg(rich) == draw_svg(view(rich_state(), Colour.BLUE))


def test_size_is_a_matter_of_scale(rich: View) -> None:
    small, large = parse(draw_svg(rich, 22)), parse(draw_svg(rich, 88))
    assert small.get("viewBox") == large.get("viewBox")
    assert 4 * float(small.get("width", "")) == float(large.get("width", ""))
    assert float(small.get("height", "")) == (22 * UNIT + 2 * MARGIN) / 2


def test_the_background_is_explicit(rich: View) -> None:
    frame = draw_layers(rich)[0]
    width, height = rich.width * UNIT + 2 * MARGIN, rich.height * UNIT + 2 * MARGIN
    assert frame.body.startswith(f'<rect class="dt-frame" width="{width}" height="{height}"')
    assert "prefers-color-scheme" not in draw_svg(rich)


def test_coordinates_are_on_all_sides(layers: dict[str, Layer]) -> None:
    found = Counter(re.findall(r">(\w+)</text>", layers["frame"].body))
    for name in [*"abcdefghij", *map(str, range(1, 23))]:
        assert found[name] == 2, name
    for slot in range(1, 9):
        assert found[f"R{slot}"] == 1


def test_only_known_classes_and_parts_are_used(passages: list[Passage]) -> None:
    for passage in passages[::40]:
        svg = draw_svg(view(passage.after, Role.MODERATOR))
        for name in set(" ".join(re.findall(r'class="([^"]*)"', svg)).split()):
            assert f".{name}{{" in svg, name
        for name in set(re.findall(r'(?:href="|url\()#([\w-]+)', svg)):
            assert f'id="{name}"' in DEFS, name


# -- borders ----------------------------------------------------------------------------------


def place(seen: View, square: SquareSeen, side: Side) -> tuple[int, int, str]:
    """Where a border begins on the picture, and which way it runs."""
    x, y = MARGIN + square.x * UNIT, MARGIN + (seen.height - 1 - square.y) * UNIT
    if side in (Side.NORTH, Side.SOUTH):
        return x, y + UNIT * (side is Side.SOUTH), "h"
    return x + UNIT * (side is Side.EAST), y, "v"


def test_every_wall_is_drawn_once_where_it_is(rich: View, layers: dict[str, Layer]) -> None:
    drawn = Counter[tuple[str, int, int, str]]()
    for key, layer in layers.items():
        if key.endswith("walls"):
            for style, path in re.findall(r'class="dt-(wall|double)" d="([^"]*)"', layer.body):
                for x, y, along in re.findall(r"M(\d+) (\d+)([hv])44", path):
                    drawn[style, int(x), int(y), along] += 1
    kinds = {("wall",): "wall", ("edge",): "wall", ("wall", "wall"): "double"}
    expected = {
        (kinds[layer], *place(rich, square, side))
        for square in rich.squares.values()
        for side, layer in zip(Side, square.borders, strict=True)
        if layer in kinds
    }
    assert set(drawn) == expected
    assert set(drawn.values()) == {1}


def test_every_portcullis_is_drawn_where_it_is(rich: View, layers: dict[str, Layer]) -> None:
    walls = "".join(layer.body for key, layer in layers.items() if key.endswith("walls"))
    pattern = (
        r'translate\((\d+) (\d+)\)( rotate\(90\))?">'
        r'<title>portcullis \w+</title><use href="#dt-(\w+)"'
    )
    drawn = {
        (f"portcullis {state}", int(x), int(y), "v" if turned else "h")
        for x, y, turned, state in re.findall(pattern, walls)
    }
    expected = {
        (layer[0], *place(rich, square, side))
        for square in rich.squares.values()
        for side, layer in zip(Side, square.borders, strict=True)
        if layer and layer[0].startswith("portcullis")
    }
    assert drawn == expected
    assert {kind for kind, *_ in drawn} == {f"portcullis {s}" for s in ("closed", "open", "broken")}


def test_portcullises_are_told_apart_without_colour() -> None:
    looks = re.findall(r'<g id="dt-(closed|open|broken)">(.*?)</g>', DEFS)
    assert len(looks) == 3
    assert len({re.sub(r'class="[^"]*"', "", look) for _, look in looks}) == 3


@pytest.fixture(scope="module")
def prison() -> View:
    return view(prison_state(), Role.OBSERVER)


SLIT = re.compile(
    r'translate\(([\d.]+) ([\d.]+)\)( rotate\(90\))?"><title>arrow-slit</title><use href="#dt-slit"'
)


def slit_places(seen: View) -> Iterator[tuple[float, float, str]]:
    """Where two rooms meet, the border of each lies on its own side; two slits are one."""
    for square in seen.squares.values():
        for side, layers in zip(Side, square.borders, strict=True):
            dx, dy = STEPS[side]
            if side in (Side.SOUTH, Side.WEST) and (square.x + dx, square.y + dy) in seen.squares:
                continue
            x, y, along = place(seen, square, side)
            layers = ("slit",) if set(layers) == {"slit"} else layers
            for index, layer in enumerate(layers):
                away = 0 if len(layers) == 1 else 8 * index - 4
                if layer == "slit":
                    yield x + away * dx, y - away * dy, along


def test_every_arrow_slit_is_drawn_on_the_side_of_its_room(prison: View) -> None:
    walls = "".join(layer.body for layer in draw_layers(prison) if layer.key.endswith("walls"))
    drawn = [(float(x), float(y), "v" if turn else "h") for x, y, turn in SLIT.findall(walls)]
    assert Counter(drawn) == Counter(slit_places(prison))
    assert len(drawn) > 20


def test_an_arrow_slit_looks_like_no_other_border() -> None:
    looks = dict(re.findall(r'<g id="dt-(closed|open|broken|slit)">(.*?)</g>', DEFS))
    assert len({re.sub(r'class="[^"]*"', "", look) for look in looks.values()}) == 4
    assert "dt-stone" in looks["slit"] and "dt-loop" in looks["slit"], "a wall with an opening"


def test_the_description_tells_where_arrow_slits_are(prison: View, rich: View) -> None:
    assert "Arrow-slits: a2|b2, a10|a11, " in draw_svg(prison)
    assert "rrow-slit" not in draw_svg(rich)


def test_strange_borders_and_grounds_are_not_dropped(rich: View) -> None:
    corner = rich.squares[(0, 2)]
    strange = replace(
        corner, ground="lava", borders=(("wall", "portcullis open"), ("ice",), (), ("edge",))
    )
    seen = replace(rich, squares={**rich.squares, (0, 2): strange})
    svg = draw_svg(seen)
    assert "lava" in texts(svg)
    assert svg.count('<path class="dt-odd"') == 1
    assert svg.count('href="#dt-open"') == draw_svg(rich).count('href="#dt-open"') + 1


# -- pieces and grounds -----------------------------------------------------------------------


def middle(seen: View, square: SquareSeen) -> tuple[float, float]:
    x, y = MARGIN + square.x * UNIT, MARGIN + (seen.height - 1 - square.y) * UNIT
    return x + UNIT / 2, y + UNIT / 2


def test_every_piece_is_in_its_square(rich: View, layers: dict[str, Layer]) -> None:
    for square in rich.squares.values():
        x, y = middle(rich, square)
        for token in square.tokens:
            layer = layers[token.carrier or token.token]
            assert max(abs(layer.x - x), abs(layer.y - y)) < UNIT / 2
            assert f">{token.code}</text>" in layer.body
            assert rich.names[token.token] in layer.body


def test_pits_and_gears_are_in_their_rooms(rich: View, layers: dict[str, Layer]) -> None:
    for room in rich.rooms:
        body = layers[f"{room.slot} floor"].body
        inside = [s.ground for s in rich.squares.values() if s.slot == room.slot]
        assert body.count('"#dt-pit"') == inside.count("pit")
        assert body.count('"#dt-gear"') == inside.count("gear")
        if room.face_up:
            assert f">{room.pair}</text>" in body
            assert f'"#dt-{"cw" if room.sense > 0 else "ccw"}"' in body


def test_a_gear_stays_readable_below_a_character(rich: View, layers: dict[str, Layer]) -> None:
    taken = [s for s in rich.squares.values() if s.ground == "gear" and s.tokens]
    assert taken
    for square in taken:
        pair = next(room.pair for room in rich.rooms if room.slot == square.slot)
        assert f">{pair}</text>" in layers[f"gear {square.name}"].body


def test_colours_differ_in_shape_as_well() -> None:
    for draw in (lambda c: parts.shape(c, 10, "s"), lambda c: parts.tag(c, 20, 10, "s")):
        assert len({draw(colour) for colour in Colour}) == len(Colour)
    inks = {parts.PAINTS[c].ink for c in (Colour.BLUE, Colour.YELLOW)}
    assert len(inks) == 2


def test_states_of_a_piece_look_different() -> None:
    names = {Token("bTH"): "blue Thief", Token("bro"): "blue Rope", Token("bGO"): "blue Goblin"}
    thief = a_token("bTH")
    hurt = a_token("bTH", wounded=True)
    rope = a_token("bro", carrier=Token("bTH"))
    friend = a_token("bGO", wounded=True, carrier=Token("bTH"))
    squares = {
        "living": a_square(thief),
        "wounded": a_square(hurt),
        "fresh": a_square(replace(hurt, marks=("fresh",))),
        "inert": a_square(replace(thief, marks=("inert",))),
        "with a load": a_square(thief, rope),
        "with a friend": a_square(thief, friend),
        "wounded with a load": a_square(hurt, rope),
    }
    looks = {
        name: re.sub("<title>.*?</title>", "", parts.piece(square, square.tokens[0], names))
        for name, square in squares.items()
    }
    assert len(set(looks.values())) == len(looks)
    assert "dt-hurt" in looks["wounded"] and "rotate(" in looks["wounded"]
    assert "dt-cross" in looks["wounded"] and "dt-cross" not in looks["living"]
    assert ">!</text>" in looks["fresh"] and ">~</text>" in looks["inert"]
    assert ">ro</text>" in looks["with a load"]


def test_pieces_that_share_a_square_do_not_cover_each_other(
    rich: View, layers: dict[str, Layer]
) -> None:
    goblin, rope = layers["bGO"], layers["yro"]
    assert abs(goblin.y - rope.y) > 12


def test_two_who_fight_are_marked(passages: list[Passage]) -> None:
    fight = next(p.after for p in passages if view(p.after, Role.OBSERVER).combat)
    seen = view(fight, Role.OBSERVER)
    assert seen.combat is not None
    drawn = {layer.key: layer.body for layer in draw_layers(seen)}
    assert f"{seen.combat.initiator} attacks {seen.combat.target}" in drawn["combat"]
    assert drawn["combat"].count("dt-ring") == 2


def test_the_description_names_everybody(rich: View) -> None:
    found = parse(draw_svg(rich)).find("svg:desc", NAMESPACE)
    assert found is not None and found.text is not None
    assert "WA+CL* j12" in found.text
    assert "GO* f16" in standing(rich, Colour.YELLOW)


def test_the_legend_shows_the_same_signs() -> None:
    entries = list(legend(slits=True))
    pictures = [picture for picture, _ in entries]
    assert len(set(pictures)) == len(pictures)
    for picture in pictures:
        parse(picture)
    base = list(legend(slits=False))
    assert [words for _, words in entries if words not in dict(base).values()] == [
        "arrow-slit: a wall, open to the sight of those who stand right at it"
    ]


# -- secrets ----------------------------------------------------------------------------------


def test_face_down_rooms_tell_colours_only() -> None:
    state = set_up("secret")
    for viewer, other in ((Colour.BLUE, "y"), (Colour.YELLOW, "b"), (Role.OBSERVER, "by")):
        seen = view(state, viewer)
        shown = words(draw_svg(seen))
        for piece in state.pieces.values():
            if piece.status == "hidden":
                known = piece.token[0] not in other
                assert names_token(shown, piece.token) == known, (viewer, piece.token)
        assert not re.search(r"\d[RL] \d+°", shown)


def test_own_hidden_tokens_are_named_and_others_counted() -> None:
    own, unknown = HiddenSeen(Colour.BLUE, Token("bro")), HiddenSeen(Colour.YELLOW, None)
    assert ">ro</text>" in parts.chip(own)
    assert ">?</text>" in parts.chip(unknown)


def test_a_team_lined_up_in_secret_is_its_owners(passages: list[Passage]) -> None:
    lined = next(p.after for p in passages if view(p.after, Colour.BLUE).players[0].lined_up)
    own = words(draw_svg(view(lined, Colour.BLUE)))
    others = words(draw_svg(view(lined, Colour.YELLOW)))
    assert "lined up in secret" in own
    for token, _ in view(lined, Colour.BLUE).players[0].lined_up:
        assert names_token(own, token)
        assert not names_token(others, token)


# -- escaping ---------------------------------------------------------------------------------

EVIL = '</text><script>alert("&amp;")</script>'


def test_no_text_gets_in_unescaped(rich: View) -> None:
    squares = {
        at: replace(square, tokens=tuple(replace(t, code=EVIL) for t in square.tokens))
        for at, square in rich.squares.items()
    }
    rooms = tuple(replace(room, slot=EVIL) if not room.face_up else room for room in rich.rooms)
    seen = replace(
        rich, squares=squares, rooms=rooms, names=dict.fromkeys(rich.names, EVIL),
        columns=(EVIL,) * rich.width, rows=(EVIL,) * rich.height,
    )  # fmt: skip
    svg = draw_svg(seen)
    assert "<script" not in svg
    assert EVIL in texts(svg)
