"""Room files: read, written and drawn. Packs are in ``test_rooms_check``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engine.ids import Side
from adjudicator.engine.tiles import Tile
from adjudicator.render.rooms import WIDEST, draw_room, turned_tile
from adjudicator.sets.room_drawing import MOST_SQUARES_A_SIDE
from adjudicator.sets.room_faults import MOST_FAULTS
from adjudicator.sets.room_signs import SIGNS, Edge, Ground
from adjudicator.sets.room_ways import outer_squares
from adjudicator.sets.rooms import RoomFault, read_room, write_room

GOOD = """\
room 1R
pair 1
turns right

+---+   +---+
| .   . # . |
+   +---+   +
  .   @   .
+   +   +---+
| O   . | .
+---+   +---+
"""


def changed(old: str, new: str, text: str = GOOD) -> str:
    assert old in text
    return text.replace(old, new, 1)


# --- Reading and writing ---


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    """Any square room, however unplayable."""
    size = draw(st.integers(1, 6))
    kinds = st.sampled_from([edge.kind for edge in SIGNS.edges])
    lying = draw(st.lists(kinds, min_size=size * (size + 1), max_size=size * (size + 1)))
    upright = draw(st.lists(kinds, min_size=size * (size + 1), max_size=size * (size + 1)))
    grounds = st.sampled_from([ground.kind for ground in SIGNS.grounds])
    ground = draw(st.lists(grounds, min_size=size * size, max_size=size * size))
    edges: list[str] = []
    for y in range(size):
        for x in range(size):
            north, west = y * size + x, y * (size + 1) + x
            edges += [lying[north], upright[west + 1], lying[north + size], upright[west]]
    names = st.from_regex(r"[A-Za-z0-9]{1,8}", fullmatch=True)
    sense = draw(st.sampled_from([1, -1]))
    return Tile(draw(names), draw(names), sense, size, size, tuple(ground), tuple(edges))


@given(tiles())
def test_reading_undoes_writing(tile: Tile) -> None:
    text = write_room(tile)
    assert read_room(text, "x") == tile
    assert write_room(read_room(text, "x")) == text


@given(tiles(), st.integers(0, 9), st.booleans())
def test_indentation_and_line_ends_do_not_matter(tile: Tile, indent: int, dos: bool) -> None:
    lines = write_room(tile).split("\n")
    text = ("\r\n" if dos else "\n").join(" " * indent + line for line in lines)
    assert read_room(text, "x") == tile


def test_a_room_is_read_square_by_square() -> None:
    tile = read_room(GOOD, "1R.txt")
    assert (tile.name, tile.pair, tile.sense, tile.width, tile.height) == ("1R", "1", 1, 3, 3)
    assert [at for at, kind in enumerate(tile.ground) if kind != "floor"] == [4, 6]
    assert (tile.ground[4], tile.ground[6]) == ("gear", "pit")
    assert tile.edge(1, Side.EAST) == tile.edge(2, Side.WEST) == "portcullis"
    assert tile.edge(1, Side.SOUTH) == tile.edge(4, Side.NORTH) == "wall"
    open_rim = [(at, side) for side in Side for at in outer_squares(tile, side)]
    open_rim = [(at, side) for at, side in open_rim if tile.edge(at, side) == "open"]
    assert open_rim == [(1, 0), (5, 1), (8, 1), (7, 2), (3, 3)]


LENIENT = {
    "other signs": GOOD.replace("@", "G").replace("O", "o"),
    "words in capitals": GOOD.replace("room", "ROOM").replace("right", "Right"),
    "colons": GOOD.replace("room", "room:").replace("turns", "turns:"),
    "remarks": "# mine\n" + GOOD.replace("pair 1", "pair 1  # red") + "# the end\n",
    "author and set": "by somebody\nset base\n" + GOOD,
    "sense in full": GOOD.replace("right", "clockwise"),
    "indented by a tab": GOOD.replace("\n", "\n\t"),
}


@pytest.mark.parametrize("text", LENIENT.values(), ids=LENIENT.keys())
def test_lenient_in_canonical_out(text: str) -> None:
    assert write_room(read_room(text, "1R.txt")) == GOOD


@pytest.mark.parametrize("edge", ["###", " # ", "-#-"])
def test_a_lying_portcullis_may_be_drawn_in_three_ways(edge: str) -> None:
    tile = read_room(changed("+   +---+   +", f"+{edge}+---+   +"), "1R.txt")
    assert tile.edge(0, Side.SOUTH) == "portcullis"
    assert "\n+ # +---+   +\n" in write_room(tile)


@pytest.mark.parametrize("edge", ["-:-", " : ", ":::"])
def test_a_lying_arrow_slit_may_be_drawn_in_three_ways(edge: str) -> None:
    tile = read_room(changed("+   +---+   +", f"+{edge}+---+   +"), "1R.txt")
    assert tile.edge(0, Side.SOUTH) == tile.edge(3, Side.NORTH) == "slit"
    assert "\n+-:-+---+   +\n" in write_room(tile)


def test_arrow_slits_stand_upright_and_on_the_rim() -> None:
    text = changed("| O   . | .", ": O   . : .", changed("+---+   +---+", "+-:-+   +---+"))
    tile = read_room(text, "1R.txt")
    assert tile.edge(0, Side.NORTH) == tile.edge(6, Side.WEST) == "slit"
    assert tile.edge(7, Side.EAST) == tile.edge(8, Side.WEST) == "slit"
    assert write_room(tile) == text


def test_a_later_set_adds_grounds_and_edges() -> None:
    signs = SIGNS.and_also((Ground("water", "w", placeable=False),), (Edge("web", "-w-", "w"),))
    text = changed(" O ", " w ", changed("# . |", "w . |"))
    tile = read_room(text, "1R.txt", signs)
    assert (tile.ground[6], tile.edge(1, Side.EAST)) == ("water", "web")
    assert write_room(tile, signs) == text
    with pytest.raises(RoomFault):
        read_room(text, "1R.txt")


# --- Unreadable files ---

UNKNOWN_GROUND = "expected '.' floor, 'O' pit or '@' gear"
UNKNOWN_LYING = "expected '   ' open, '---' wall, ' # ' portcullis or '-:-' arrow-slit"
UNKNOWN_UPRIGHT = "expected ' ' open, '|' wall, '#' portcullis or ':' arrow-slit"

UNREADABLE = [
    ("", "1:1: error: the header lacks a line like 'room 1R'"),
    ("room 1R", "1:1: error: no drawing; expected a row like '+---+   +'"),
    (changed("room 1R\n", ""), "2:1: error: the header lacks a line like 'room 1R'"),
    (changed("pair 1\n", ""), "2:1: error: the header lacks a line like 'pair 1'"),
    (changed("turns right\n", ""), "2:1: error: the header lacks a line like 'turns right'"),
    (changed("turns right", "turns up"), "3:7: error: found 'up'; expected 'turns right' or"),
    (changed("turns right", "turns"), "3:1: error: found nothing; expected 'turns right' or"),
    (changed("turns", " turn"), "3:2: error: found 'turn'; did you mean 'turns'?"),
    (changed("turns", "colour red\nturns"), "3:1: error: found 'colour'; expected 'room', 'pair'"),
    (changed("pair 1", "room 1L"), "2:1: error: 'room' was given in line 1 already"),
    (changed("room 1R", "room 1 R"), "1:6: error: found '1 R'; expected at most 8 letters"),
    (changed("pair 1", "pair 123456789"), "2:6: error: found '123456789'; expected at most 8"),
    (
        changed("+---+   +---+", "+---+   +--+"),
        "5:12: error: this row is 12 long; with a '+' every",
    ),
    (changed("+---+   +---+", "+"), "5:1: error: this row is 1 long; with a '+' every 4 signs it"),
    (changed("+   +---+   +", "+   +---+"), "7:10: error: this row is 9 long; the top row is 13"),
    (changed("  .   @   .", "  .   @"), "8:8: error: this row is 7 long; the top row is 13 long"),
    (changed(" # . |", " # . | x"), "6:14: error: this row is 15 long; the top row is 13 long"),
    (changed("| O   . | .\n+---+   +---+\n", ""), "10:1: error: the drawing stops after 5 rows; 3"),
    (GOOD + "\n  more", "13:3: error: the drawing is complete; only '#' remarks may follow it"),
    (
        changed("+---+", "  +---+"),
        "6:1: error: found '|'; expected nothing left of column 3, where",
    ),
    (changed(" @ ", " x "), f"8:7: error: found 'x'; {UNKNOWN_GROUND}"),
    (changed(" @ ", "   "), f"8:7: error: found a blank; {UNKNOWN_GROUND}"),
    (changed(" @ ", " \t "), f"8:7: error: found a tab (use blanks); {UNKNOWN_GROUND}"),
    (changed(" @ ", " \a "), f"8:7: error: found '\\x07'; {UNKNOWN_GROUND}"),
    (changed(" @ ", "@  "), "8:6: error: found '@'; expected a blank beside a square's sign"),
    (changed("+   +---+   +", "+   +-x-+   +"), f"7:7: error: found 'x'; {UNKNOWN_LYING}"),
    (changed("+   +---+   +", "+   +--x+   +"), f"7:8: error: found 'x'; {UNKNOWN_LYING}"),
    (changed("+   +---+   +", "+  -+---+   +"), f"7:4: error: found '-'; {UNKNOWN_LYING}"),
    (changed("+   +---+   +", "+   +:--+   +"), f"7:6: error: found ':'; {UNKNOWN_LYING}"),
    (changed("+   +---+   +", "+   +|:|+   +"), f"7:6: error: found '|'; {UNKNOWN_LYING}"),
    (changed(" # . |", " -:- . |"), "6:14: error: this row is 15 long; the top row is 13 long"),
    (changed(" @ ", " : "), f"8:7: error: found ':'; {UNKNOWN_GROUND}"),
    (changed("+   +---+   +", "+   |---+   +"), "7:5: error: found '|'; expected a corner '+'"),
    (changed(" # . |", " ! . |"), f"6:9: error: found '!'; {UNKNOWN_UPRIGHT}"),
]


@pytest.mark.parametrize(("text", "fault"), UNREADABLE, ids=[fault for _, fault in UNREADABLE])
def test_unreadable_rooms_say_where_and_what_was_expected(text: str, fault: str) -> None:
    with pytest.raises(RoomFault) as caught:
        read_room(text, "1R.txt")
    assert any(str(one).startswith(f"1R.txt:{fault}") for one in caught.value.faults)
    assert str(caught.value) == "\n".join(map(str, caught.value.faults))


def test_all_slips_of_a_drawing_are_told_at_once() -> None:
    text = changed(" @ ", " x ", changed("# . |", "! . |"))
    with pytest.raises(RoomFault) as caught:
        read_room(text, "1R.txt")
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [(6, 9), (8, 7)]


def test_many_faults_are_cut_short() -> None:
    with pytest.raises(RoomFault) as caught:
        read_room("what?\n" * 500, "1R.txt")
    assert len(caught.value.faults) == MOST_FAULTS
    assert caught.value.faults[-1].message.endswith("(and 484 more faults)")


def test_a_drawing_has_a_largest_size() -> None:
    row = "+---" * (MOST_SQUARES_A_SIDE + 1) + "+"
    with pytest.raises(RoomFault, match="5:1: error: 21 squares wide; a room has at most 20"):
        read_room(changed("+---+   +---+", row), "1R.txt")


@given(st.text() | st.text(alphabet="+-|#: .O@\n").map(lambda text: GOOD[:30] + text))
def test_no_text_upsets_the_reader(text: str) -> None:
    try:
        read_room(text, "x")
    except RoomFault as wrong:
        assert wrong.faults


# --- Drawing ---

# Checked by hand: after a quarter turn the pit at the bottom left lies at the top left, the wall
# over the gear to its right, and the portcullis in the top row in the right column.
IN_ALL_ORIENTATIONS = """\
1R  pair 1, turns right

0                 90                180               270
+---+   +---+     +---+   +---+     +---+   +---+     +---+   +   +
| .   . # . |     | O   .   . |       . | .   O |     | .   . | . |
+   +---+   +     +   +   +   +     +---+   +   +     + # +   +---+
  .   @   .         .   @ | .         .   @   .         . | @   .
+   +   +---+     +---+   + # +     +   +---+   +     +   +   +   +
| O   . | .       | . | .   . |     | . # .   . |     | .   .   O |
+---+   +---+     +   +   +---+     +---+   +---+     +---+   +---+"""


def test_a_room_is_drawn_in_all_four_orientations() -> None:
    assert draw_room(read_room(GOOD, "1R.txt")) == IN_ALL_ORIENTATIONS


@given(tiles(), st.integers(-4, 4), st.integers(-4, 4))
def test_turns_add_up(tile: Tile, first: int, then: int) -> None:
    assert turned_tile(turned_tile(tile, first), then) == turned_tile(tile, (first + then) % 4)


@given(tiles())
def test_a_turn_carries_each_side_to_the_next(tile: Tile) -> None:
    turned = turned_tile(tile, 1)
    for side in Side:
        rim = [tile.edge(at, side) for at in outer_squares(tile, side)]
        there = [turned.edge(at, side.turned(1)) for at in outer_squares(turned, side.turned(1))]
        is_reversed = side in (Side.EAST, Side.WEST)
        assert there == (rim[::-1] if is_reversed else rim)


def test_an_oblong_room_stands_up_when_turned() -> None:
    wide = Tile("1R", "1", 1, 2, 1, ("gear", "pit"), ("wall", "open", "wall", "wall") * 2)
    turned = turned_tile(wide, 1)
    assert (turned.width, turned.height, turned.ground) == (1, 2, ("gear", "pit"))
    assert turned.edge(0, Side.SOUTH) == "open"


@given(tiles())
def test_a_drawing_fits_a_mail(tile: Tile) -> None:
    lines = draw_room(tile).split("\n")
    assert max(map(len, lines)) <= WIDEST
    assert [caption for line in lines for caption in line.split() if caption.isdigit()][-4:] == [
        "0",
        "90",
        "180",
        "270",
    ]


def test_a_room_of_five_squares_is_drawn_two_by_two_and_a_huge_one_in_a_column() -> None:
    def captions(size: int) -> list[list[str]]:
        ground, edges = ("floor",) * size**2, ("open",) * 4 * size**2
        lines = draw_room(Tile("1R", "1", 1, size, size, ground, edges)).split("\n")
        return [line.split() for line in lines[1:] if line[:1].isdigit()]

    assert captions(3) == [["0", "90", "180", "270"]]
    assert captions(5) == [["0", "90"], ["180", "270"]]
    assert captions(10) == [["0"], ["90"], ["180"], ["270"]]
