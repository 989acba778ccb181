"""The space on three boards: 2x4, a pyramid of rooms offset by 2 and 3, a cross with four lines.

Rooms turn, shift and swap without moving a cell; borders are seen from both rooms; lines have any
length and lie on any side.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from adjudicator.app.cases.case import drawings
from adjudicator.app.house.selfplay import RANDOM, find_faults, next_turn
from adjudicator.engine.geometry import Geometry
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Side, Slot, Square
from adjudicator.engine.layout import Layout, Line, LineRule, Place
from adjudicator.engine.play import Played, play
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.space import Placement, Space
from adjudicator.engine.start import start
from adjudicator.engine.state import State
from adjudicator.engine.tiles import Tile, turned_square
from adjudicator.sets.load import load_ruleset, set_borders

NORTH, EAST, SOUTH, WEST = Side
FOUR = (Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.RED)
P, Q = drawings()["P"], drawings()["Q"]
BARE = replace(P, edges=("open",) * 100)
"""A room without any walls: everything next to it is adjacent."""


# -- building ---------------------------------------------------------------------------------


def lay(layout: Layout, tiles: Iterable[Tile], turns: int = 0) -> Space:
    """A board with a room in every slot, all face up and turned alike."""
    rooms = tuple(tiles)
    geometry = Geometry(layout, rooms, set_borders("base"))
    placements = tuple(Placement(p.slot, p.x, p.y, turns, True) for p in layout.places)
    return Space(geometry, placements, {})


def at(space: Space, x: int, y: int) -> Cell:
    return space.cell(space.geometry.layout.square(x, y))


def spot(space: Space, cell: Cell) -> tuple[int, int]:
    width = space.geometry.layout.width
    return space.square_of[cell] % width, space.square_of[cell] // width


def neighbours(space: Space, x: int, y: int) -> set[tuple[int, int]]:
    return {spot(space, cell) for cell in space.open_to(at(space, x, y))}


def kinds(space: Space, x: int, y: int, side: Side) -> list[str]:
    return [layer.kind for layer in space.layers(space.half_towards(at(space, x, y), side))]


def moved(space: Space, tile: int, **change: int) -> Space:
    placement = space.placements[tile]
    assert placement is not None
    return space.with_placement(tile, placement._replace(**change))  # type: ignore[arg-type]  # each test names fields of Placement


def sound(space: Space) -> None:
    """Built step by step, a board is the same as built at once."""
    fresh = Space(space.geometry, space.placements, space.doors)
    assert (space.reverse, space.square_of, space.cell_at) == (
        fresh.reverse,
        fresh.square_of,
        fresh.cell_at,
    )
    for half, far in enumerate(space.reverse):
        assert far == -1 or space.reverse[far] == half
    for cell in range(space.geometry.cells):
        for beyond in space.open_to(Cell(cell)):
            assert cell in space.open_to(beyond), "adjacency goes both ways"


STANDARD = load_ruleset().layout


def two_by_four() -> Space:
    return lay(STANDARD, [P] * 8)


def pyramid_layout() -> Layout:
    """MULTI 2.4: every level 2 squares in from the left end of the one below and 3 from the right.

    The catalogue counts rows downwards from the top; here they are counted upwards.
    """
    rows = {16: (11,), 11: (4, 9, 14, 19), 6: (2, 7, 12, 17, 22), 1: (0, 5, 10, 15, 20, 25)}
    places = [
        Place(Slot(f"L{5 - index}.{number}"), x, y)
        for index, (y, xs) in enumerate(rows.items())
        for number, x in enumerate(xs, start=1)
    ]
    rules = {colour: LineRule.COMMON for colour in FOUR}
    lines = [
        Line(
            f"P{n + 1}", tuple((x, 0) for x in range(10 * n, 10 * n + 10)), NORTH, (), rules, "foot"
        )
        for n in range(3)
    ]
    return Layout("pyramid", 30, 21, tuple(places), tuple(lines))


def pyramid() -> Space:
    layout = pyramid_layout()
    return lay(layout, [BARE] * len(layout.places))


def cross_layout() -> Layout:
    """MULTI 2.1: twelve rooms in a cross, a line on each of its four sides."""
    rows = {16: (6, 11), 11: (1, 6, 11, 16), 6: (1, 6, 11, 16), 1: (6, 11)}
    origins = [(x, y) for y, xs in rows.items() for x in xs]
    places = tuple(Place(Slot(f"R{n}"), x, y, capacity=4) for n, (x, y) in enumerate(origins, 1))
    span = range(6, 16)
    lines = (
        Line("n", tuple((x, 21) for x in span), SOUTH, (1, 3, 6, 8), rules_of(Colour.BLUE)),
        Line("e", tuple((21, y) for y in span), WEST, (1, 3, 6, 8), rules_of(Colour.GREEN)),
        Line("s", tuple((x, 0) for x in span), NORTH, (1, 3, 6, 8), rules_of(Colour.YELLOW)),
        Line("w", tuple((0, y) for y in span), EAST, (1, 3, 6, 8), rules_of(Colour.RED)),
    )
    return Layout("cross", 22, 22, places, lines)


def rules_of(owner: Colour) -> dict[Colour, LineRule]:
    return {colour: LineRule.HOME if colour is owner else LineRule.EXIT for colour in FOUR}


def cross() -> Space:
    return lay(cross_layout(), [BARE] * 12)


@pytest.mark.parametrize(
    "space", [two_by_four(), pyramid(), cross()], ids=("2x4", "pyramid", "cross")
)
def test_boards_are_sound_however_they_turn(space: Space) -> None:
    sound(space)
    chance = random.Random(1)
    for _ in range(40):
        space = moved(space, chance.randrange(len(space.placements)), turns=chance.randrange(4))
        sound(space)


# -- turning (BASE-ROTATE-08) -----------------------------------------------------------------


def on_tile(space: Space, tile: int, local: int) -> tuple[int, int]:
    """Where a square of a tile shows in its slot: column and row from the top left, from 1."""
    placement = space.placements[tile]
    assert placement is not None
    x, y = spot(space, Cell(space.geometry.base[tile] + local))
    return x - placement.x + 1, 5 - (y - placement.y)


def local(column: int, row: int) -> int:
    return (row - 1) * 5 + column - 1


def test_a_clockwise_quarter_carries_everything_along() -> None:
    space = lay(STANDARD, [Q] * 8)
    assert Q.ground[local(2, 1)] == "pit"
    assert on_tile(space, 0, local(2, 2)) == (2, 2)
    turned = moved(space, 0, turns=1)
    assert on_tile(turned, 0, local(2, 2)) == (4, 2)
    assert on_tile(turned, 0, local(2, 1)) == (5, 2)
    assert on_tile(turned, 0, local(3, 3)) == (3, 3)


def test_a_counter_clockwise_quarter_goes_the_other_way() -> None:
    turned = moved(lay(STANDARD, [Q] * 8), 0, turns=3)
    assert on_tile(turned, 0, local(2, 2)) == (2, 4)
    assert on_tile(turned, 0, local(2, 1)) == (1, 4)


@pytest.mark.parametrize("turns", range(4))
def test_every_square_turns_by_the_formula(turns: int) -> None:
    """A clockwise quarter sends (c,r) to (6-r,c); four of them change nothing."""
    space = lay(STANDARD, [Q] * 8, turns)
    for column in range(1, 6):
        for row in range(1, 6):
            c, r = column, row
            for _ in range(turns):
                c, r = 6 - r, c
            assert on_tile(space, 0, local(column, row)) == (c, r)
            assert turned_square(5, 5, local(column, row), turns) == local(c, r)


def test_the_neighbour_in_the_room_stays_the_neighbour() -> None:
    """Cells keep their numbers: what is next to the pit stays next to it."""
    space = lay(STANDARD, [Q] * 8)
    base = space.geometry.base[0]
    pit, beside = Cell(base + local(2, 1)), Cell(base + local(2, 2))
    for turns in range(4):
        assert beside in moved(space, 0, turns=turns).open_to(pit)


def test_openings_turn_with_the_room() -> None:
    """Q is open to the north at column 2; turned clockwise that opening is in the east at row 2."""
    space = lay(STANDARD, [Q, BARE, BARE, *[P] * 5])
    openings = {
        0: {(NORTH, 2), (EAST, 3), (SOUTH, 3), (WEST, 3)},
        1: {(EAST, 2), (SOUTH, 3), (WEST, 3), (NORTH, 3)},
        2: {(SOUTH, 4), (WEST, 3), (NORTH, 3), (EAST, 3)},
        3: {(WEST, 4), (NORTH, 3), (EAST, 3), (SOUTH, 3)},
    }
    for turns, expected in openings.items():
        turned = moved(space, 0, turns=turns)
        found = set()
        for number in range(1, 6):
            for side, (x, y) in {
                NORTH: (number - 1, 5),
                EAST: (4, 6 - number),
                SOUTH: (number - 1, 1),
                WEST: (0, 6 - number),
            }.items():
                if not kinds(turned, x, y, side):
                    found.add((side, number))
        assert found == expected, turns


def test_a_door_turns_with_its_room() -> None:
    """An opened portcullis stays open between the same two cells (BASE-ROTATE-08)."""
    rules = load_ruleset()
    space = lay(rules.layout, rules.tiles)
    cell, half = next(
        (Cell(half // 4), half)
        for half, kind in enumerate(space.geometry.kind)
        if kind == "portcullis"
    )
    beyond = Cell(space.reverse[half] // 4)
    assert beyond not in space.open_to(cell)
    opened = space.with_door(space.geometry.layer_id(half), "open")
    tile = space.tile(cell)
    assert tile is not None
    for turns in range(4):
        turned = moved(opened, tile, turns=turns)
        assert beyond in turned.open_to(cell)
        assert cell in turned.open_to(beyond)
    assert beyond not in space.open_to(cell), "the old board is a value"


# -- 2x4 --------------------------------------------------------------------------------------


def test_2x4_joins_rooms_where_both_are_open() -> None:
    space = two_by_four()
    assert neighbours(space, 4, 3) == {(3, 3), (4, 4), (4, 2), (5, 3)}
    assert neighbours(space, 4, 4) == {(3, 4), (4, 5), (4, 3)}
    assert neighbours(space, 2, 5) == {(1, 5), (3, 5), (2, 4), (2, 6)}
    assert kinds(space, 4, 4, EAST) == ["wall", "wall"]
    assert kinds(space, 5, 4, WEST) == ["wall", "wall"]
    assert kinds(space, 0, 3, WEST) == []
    assert neighbours(space, 0, 3) == {(0, 4), (0, 2), (1, 3)}, "an open rim leads nowhere"


def test_2x4_lines_touch_their_rooms_only() -> None:
    space = two_by_four()
    assert len(space.geometry.line_cells["blue"]) == len(space.geometry.line_cells["yellow"]) == 10
    assert neighbours(space, 0, 0) == {(1, 0)}
    assert neighbours(space, 2, 0) == {(1, 0), (3, 0), (2, 1)}
    assert neighbours(space, 7, 21) == {(6, 21), (8, 21), (7, 20)}
    assert kinds(space, 3, 0, NORTH) == ["wall"], "against a line only the room's edge counts"


def test_2x4_sight_runs_through_open_middles() -> None:
    space = two_by_four()
    seen = [spot(space, cell) for cell in space.ray(at(space, 2, 0), NORTH)]
    assert seen == [(2, y) for y in range(1, 22)]
    assert [spot(space, c) for c in space.ray(at(space, 1, 1), NORTH)] == [
        (1, y) for y in range(2, 6)
    ]
    assert list(space.ray(at(space, 0, 3), WEST)) == []


def test_face_down_rooms_do_not_exist() -> None:
    space = moved(two_by_four(), 0, face_up=False)
    sound(space)
    assert at(space, 2, 3) == OUTSIDE
    assert neighbours(space, 2, 0) == {(1, 0), (3, 0)}
    assert neighbours(space, 5, 3) == {(5, 4), (5, 2), (6, 3)}
    half = space.half_towards(at(space, 5, 3), WEST)
    assert space.hidden_slot_beyond(half) == "R1"
    assert space.hidden_slot_at(Square(STANDARD.square(0, 1))) == "R1"
    assert space.hidden_slot_at(Square(STANDARD.square(5, 1))) is None


def test_one_wall_a_double_wall_and_doors_back_to_back() -> None:
    """BASE-TERRAIN-10: each room brings its own layer, and each has its own state."""
    space = lay(STANDARD, [P, BARE, *[P] * 6])
    assert kinds(space, 4, 4, EAST) == ["wall"]
    assert kinds(space, 5, 4, WEST) == ["wall"]
    assert at(space, 5, 4) not in space.open_to(at(space, 4, 4))
    barred = replace(P, edges=("portcullis",) * 100)
    space = lay(STANDARD, [barred] * 8)
    here, there = at(space, 4, 3), at(space, 5, 3)
    half = space.half_towards(here, EAST)
    first, second = space.layers(half)
    assert first.id != second.id
    assert {layer.id for layer in space.layers(space.reverse[half])} == {first.id, second.id}
    one_open = space.with_door(first.id, "open")
    assert there not in one_open.open_to(here)
    assert one_open.blocking(half, "walk") == second
    assert there in one_open.with_door(second.id, "broken").open_to(here)
    assert len(space.layers(space.half_towards(at(space, 2, 3), EAST))) == 1, "inside one room: one"


# -- the pyramid (MULTI F-7) ------------------------------------------------------------------

FIGURE_7 = {
    "L5.1": {"L4.2": (11, 12, 13), "L4.3": (14, 15)},
    "L4.1": {"L3.1": (4, 5, 6), "L3.2": (7, 8)},
    "L4.2": {"L3.2": (9, 10, 11), "L3.3": (12, 13)},
    "L4.3": {"L3.3": (14, 15, 16), "L3.4": (17, 18)},
    "L4.4": {"L3.4": (19, 20, 21), "L3.5": (22, 23)},
    "L3.1": {"L2.1": (2, 3, 4), "L2.2": (5, 6)},
    "L3.2": {"L2.2": (7, 8, 9), "L2.3": (10, 11)},
    "L3.3": {"L2.3": (12, 13, 14), "L2.4": (15, 16)},
    "L3.4": {"L2.4": (17, 18, 19), "L2.5": (20, 21)},
    "L3.5": {"L2.5": (22, 23, 24), "L2.6": (25, 26)},
}


def slot_of(space: Space, cell: Cell) -> str:
    tile = space.tile(cell)
    placement = space.placements[tile] if tile is not None else None
    assert placement is not None
    return placement.slot


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("upper", FIGURE_7)
def test_pyramid_rooms_stand_on_two_others(upper: str, turns: int) -> None:
    layout = pyramid_layout()
    space = lay(layout, [BARE] * len(layout.places), turns)
    place = layout.place_by_slot[Slot(upper)]
    found: dict[str, tuple[int, ...]] = {}
    for x in range(place.x, place.x + 5):
        here, below = at(space, x, place.y), at(space, x, place.y - 1)
        assert below in space.open_to(here) and here in space.open_to(below)
        found[slot_of(space, below)] = (*found.get(slot_of(space, below), ()), x)
    assert found == FIGURE_7[upper]


def test_pyramid_shoulders_lead_nowhere() -> None:
    space = pyramid()
    bare = {5: (0, 1, 27, 28, 29), 10: (2, 3, 24, 25, 26), 15: (*range(4, 11), *range(16, 24))}
    for y, xs in bare.items():
        for x in xs:
            assert (x, y + 1) not in neighbours(space, x, y)
            assert space.reverse[space.half_towards(at(space, x, y), NORTH)] == -1
    assert sum(len(xs) for xs in bare.values()) == 5 + 5 + 15


def test_pyramid_lines_form_one_strip() -> None:
    space = pyramid()
    for x in range(29):
        assert (x + 1, 0) in neighbours(space, x, 0)
    assert neighbours(space, 10, 0) == {(9, 0), (11, 0), (10, 1)}
    parted = replace(
        space.geometry.layout,
        lines=tuple(replace(line, strip="") for line in space.geometry.layout.lines),
    )
    assert neighbours(lay(parted, [BARE] * 16), 10, 0) == {(11, 0), (10, 1)}


def test_pyramid_sight_crosses_the_offsets() -> None:
    space = pyramid()
    up = [spot(space, cell) for cell in space.ray(at(space, 13, 0), NORTH)]
    assert up == [(13, y) for y in range(1, 21)]
    assert [spot(space, c) for c in space.ray(at(space, 16, 0), NORTH)][-1] == (16, 15)
    across = [spot(space, cell) for cell in space.ray(at(space, 2, 8), EAST)]
    assert across == [(x, 8) for x in range(3, 27)]


def test_pyramid_walls_are_asked_square_by_square() -> None:
    """P above bare rooms: only its middle square has a way down, to the lower left room."""
    layout = pyramid_layout()
    space = lay(layout, [P, *[BARE] * 15])
    ways = [x for x in range(11, 16) if (x, 15) in neighbours(space, x, 16)]
    assert ways == [13]
    assert slot_of(space, at(space, 13, 15)) == "L4.2"
    assert kinds(space, 12, 15, NORTH) == ["wall"]


# -- the cross --------------------------------------------------------------------------------


def test_cross_has_a_line_on_every_side() -> None:
    space = cross()
    assert neighbours(space, 6, 21) == {(7, 21), (6, 20)}
    assert neighbours(space, 21, 6) == {(21, 7), (20, 6)}
    assert neighbours(space, 15, 0) == {(14, 0), (15, 1)}
    assert neighbours(space, 0, 10) == {(0, 9), (0, 11), (1, 10)}
    for line in space.geometry.layout.lines:
        homes = [colour for colour in FOUR if line.rule(colour) is LineRule.HOME]
        exits = [colour for colour in FOUR if line.rule(colour) is LineRule.EXIT]
        assert len(homes) == 1 and len(exits) == 3
        assert line.rule(Colour.WHITE) is LineRule.CLOSED


def test_cross_corners_are_empty() -> None:
    space = cross()
    assert at(space, 2, 18) == at(space, 18, 2) == OUTSIDE
    assert neighbours(space, 6, 18) == {(6, 19), (6, 17), (7, 18)}
    assert neighbours(space, 3, 15) == {(2, 15), (4, 15), (3, 14)}
    assert space.hidden_slot_at(Square(space.geometry.layout.square(2, 18))) is None


def test_cross_sight_runs_from_line_to_line() -> None:
    space = cross()
    assert [spot(space, c) for c in space.ray(at(space, 0, 8), EAST)] == [
        (x, 8) for x in range(1, 22)
    ]
    assert [spot(space, c) for c in space.ray(at(space, 8, 21), SOUTH)] == [
        (8, y) for y in range(20, -1, -1)
    ]
    assert [spot(space, c) for c in space.ray(at(space, 6, 21), EAST)] == [
        (x, 21) for x in range(7, 16)
    ]


def cross_rules() -> Ruleset:
    """The base rules on the cross: four seats, six pairs of rooms."""
    base = load_ruleset()
    extra = tuple(
        replace(tile, name=f"{int(tile.pair) + 4}{tile.name[1:]}", pair=str(int(tile.pair) + 4))
        for tile in base.tiles[:4]
    )
    teams = dict.fromkeys(FOUR, base.teams[Colour.BLUE])
    tiles = (*base.tiles, *extra)
    return replace(base, layout=cross_layout(), seats=FOUR, teams=teams, tiles=tiles, rooms=12)


@pytest.mark.parametrize("seed", range(3))
def test_four_can_play_on_the_cross(seed: int) -> None:
    """The engine itself knows no number of players: a game of four goes its way, always sound."""
    state: State = start(cross_rules(), f"cross-{seed}").state
    chance = random.Random(seed)
    seen: set[Colour] = set()
    for _ in range(200):
        if state.result is not None:
            break
        turn = next_turn(state, chance, RANDOM)
        played = play(state, turn.by, turn.decision)
        assert not find_faults(state, played), turn
        assert isinstance(played, Played)
        state = played.state
        seen |= {state.turn.active} - {None}  # type: ignore[arg-type]  # None is taken out
    assert state.result is not None or seen == set(FOUR)


# -- shifting and swapping --------------------------------------------------------------------


def test_a_room_shifts_and_takes_its_cells_along() -> None:
    """Like a lift: the top room of the pyramid slides along the level below."""
    space = pyramid()
    cell = at(space, 13, 18)
    for x in (10, 8, 4, 19, 11):
        space = moved(space, 0, x=x)
        sound(space)
        assert spot(space, cell) == (x + 2, 18)
        assert (x, 15) in neighbours(space, x, 16)
        assert (x - 1, 16) not in neighbours(space, x, 16)


def test_a_shifted_room_may_turn() -> None:
    space = moved(lay(pyramid_layout(), [Q, *[BARE] * 15]), 0, x=7, turns=1)
    sound(space)
    assert on_tile(space, 0, local(2, 2)) == (4, 2)


def test_two_rooms_swap_places() -> None:
    """One is lifted first, so that they never lie on each other."""
    space = lay(STANDARD, [Q, BARE, *[P] * 6])
    first, second = space.placements[0], space.placements[3]
    assert first is not None and second is not None
    pit = Cell(space.geometry.base[0] + local(2, 1))
    swapped = space.with_placement(0, None)
    sound(swapped)
    assert at(swapped, 2, 3) == OUTSIDE
    swapped = swapped.with_placement(3, first).with_placement(0, second)
    sound(swapped)
    assert slot_of(swapped, pit) == second.slot
    assert spot(swapped, pit) == (6, 10)
    assert swapped.tile_in(Slot("R1")) == 3
    back = swapped.with_placement(0, None).with_placement(3, second).with_placement(0, first)
    assert back.reverse == space.reverse and back.cell_at == space.cell_at


@pytest.mark.parametrize("length", [1, 2, 7, 30])
def test_lines_have_any_length(length: int) -> None:
    rules = {Colour.BLUE: LineRule.HOME}
    line = Line("long", tuple((x, 0) for x in range(length)), NORTH, (0,), rules)
    layout = Layout("long", 30, 6, (Place(Slot("R1"), 0, 1),), (line,))
    space = lay(layout, [BARE])
    sound(space)
    assert len(space.geometry.line_cells["long"]) == length
    along = [spot(space, cell) for cell in space.ray(at(space, 0, 0), EAST)]
    assert along == [(x, 0) for x in range(1, length)]
    touching = [x for x in range(length) if (x, 1) in neighbours(space, x, 0)]
    assert touching == list(range(min(5, length)))


def test_names_reach_beyond_the_alphabet() -> None:
    layout = pyramid_layout()
    assert layout.square_names[25] == "z1" and layout.square_names[26] == "aa1"
    assert layout.square_by_name["ad21"] == layout.square(29, 20)
