"""The rooms we ship: as many of everything as there should be, and good to play in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import combinations, permutations, product

import pytest

from adjudicator.engine.ids import Side
from adjudicator.engine.tiles import Tile
from adjudicator.sets.room_figures import count
from adjudicator.sets.room_signs import SIGNS
from adjudicator.sets.room_ways import leads_out, outer_squares, reachable
from adjudicator.sets.rooms import read_pack
from adjudicator.sets.rooms_check import check_pack, read_sound_pack
from tests.sets.packs import told

SHIPPED = files("adjudicator.sets.base") / "rooms"
PRISON = files("adjudicator.sets.prison") / "rooms"


def openings(tile: Tile, side: Side) -> set[int]:
    """The open places of a side, counted clockwise around the room."""
    squares = outer_squares(tile, side)
    clockwise = squares if side in (Side.NORTH, Side.EAST) else squares[::-1]
    return {at for at, local in enumerate(clockwise) if tile.edge(local, side) == "open"}


def test_the_shipped_pack_has_neither_errors_nor_warnings() -> None:
    assert told(check_pack(SHIPPED)) == []
    names = [tile.name for tile in read_sound_pack(SHIPPED)]
    assert names == ["1L", "1R", "2L", "2R", "3L", "3R", "4L", "4R"]


@pytest.mark.parametrize("tile", read_pack(SHIPPED), ids=lambda tile: tile.name)
def test_each_shipped_room_is_a_maze_with_doors_on_every_side(tile: Tile) -> None:
    inner = [(at, side) for at in range(25) for side in (Side.EAST, Side.SOUTH)]
    inner = [(at, side) for at, side in inner if tile.next_to(at, side) is not None]
    assert (tile.width, tile.height) == (5, 5)
    assert 8 <= sum(tile.edge(at, side) == "wall" for at, side in inner) <= 14
    assert all(1 <= len(openings(tile, side)) <= 3 for side in Side)


@pytest.mark.parametrize("pack", [SHIPPED, PRISON], ids=["base", "prison"])
def test_turning_a_shipped_room_opens_and_closes_ways(pack: Traversable) -> None:
    """Most sides that may come to face each other share an opening, but not all."""
    facing = [
        bool(openings(one, side) & {4 - at for at in openings(other, other_side)})
        for one, other in permutations(read_pack(pack), 2)
        for side, other_side in product(Side, Side)
    ]
    assert 0.75 <= sum(facing) / len(facing) <= 0.95


def test_the_prison_pack_has_neither_errors_nor_warnings() -> None:
    assert told(check_pack(PRISON)) == []
    tiles = read_sound_pack(PRISON)
    names = ["37a", "37c", "38a", "38c", "39a", "39c", "40a", "40c"]
    assert [tile.name for tile in tiles] == names
    assert all(tile.sense == (-1 if tile.name.endswith("a") else 1) for tile in tiles)


def test_the_figures_of_the_prison_pack() -> None:
    """The published rooms together have 16 pits, 19 portcullises, 26 arrow-slits and 8 gears."""
    tiles = read_pack(PRISON)
    totals = {
        w: sum(count(tile, w) for tile in tiles) for w in ("pit", "portcullis", "slit", "gear")
    }
    assert totals == {"pit": 16, "portcullis": 19, "slit": 26, "gear": 8}
    for tile in tiles:
        assert 1 <= count(tile, "pit") <= 4
        assert 1 <= count(tile, "portcullis") <= 4
        assert 2 <= count(tile, "slit") <= 5
        assert count(tile, "gear") == 1


def rim(tile: Tile) -> list[tuple[Side, str]]:
    return [(side, tile.edge(at, side)) for side in Side for at in outer_squares(tile, side)]


@pytest.mark.parametrize("tile", read_pack(PRISON), ids=lambda tile: tile.name)
def test_the_rim_of_each_prison_room(tile: Tile) -> None:
    kinds = [kind for _, kind in rim(tile)]
    assert len(kinds) == 20
    assert 8 <= kinds.count("open") <= 15
    assert "portcullis" not in kinds
    assert all(openings(tile, side) for side in Side)
    assert "slit" in kinds, "some of them look out"


def is_barred(tile: Tile, start: Side, taken: Iterable[int]) -> bool:
    """Whether nobody gets from a side to the opposite one if these squares are taken."""
    free = {at for at, kind in enumerate(tile.ground) if kind != "pit"} - set(taken)
    found = reachable(tile, free, SIGNS, (start,))
    return not any(leads_out(tile, at, start.opposite, SIGNS) for at in found)


@pytest.mark.parametrize("tile", read_pack(PRISON), ids=lambda tile: tile.name)
@pytest.mark.parametrize("start", [Side.NORTH, Side.WEST])
def test_two_or_three_separate_ways_lead_through_a_prison_room(tile: Tile, start: Side) -> None:
    squares = range(tile.size)
    assert not any(is_barred(tile, start, (at,)) for at in squares), "one piece bars them all"
    assert any(is_barred(tile, start, three) for three in combinations(squares, 3))


def lane(tile: Tile, at: int, side: Side) -> tuple[int, bool]:
    """How many squares one sees from a square on, itself included, and whether sight goes out."""
    seen = 1
    while tile.edge(at, side) == "open":
        near = tile.next_to(at, side)
        if near is None:
            return seen, True
        seen, at = seen + 1, near
    return seen, False


def is_long(tile: Tile, at: int, side: Side) -> bool:
    seen, goes_out = lane(tile, at, side)
    return seen >= 3 or (seen == 2 and goes_out)


@pytest.mark.parametrize("tile", read_pack(PRISON), ids=lambda tile: tile.name)
def test_every_arrow_slit_of_the_prison_commands_a_lane(tile: Tile) -> None:
    """From one of its two squares one looks along a corridor; from outside, into the room."""
    for at, side in product(range(tile.size), Side):
        if tile.edge(at, side) == "slit":
            beyond = tile.next_to(at, side)
            lanes = [(at, side.opposite), *([] if beyond is None else [(beyond, side)])]
            assert any(is_long(tile, *one) for one in lanes), (at, side)


@pytest.mark.parametrize("tile", read_pack(PRISON), ids=lambda tile: tile.name)
def test_no_gear_of_the_prison_lies_near_a_door(tile: Tile) -> None:
    """With all portcullises closed it takes four steps, or a pit to cross."""
    shut = replace(tile, edges=tuple(e.replace("portcullis", "wall") for e in tile.edges))
    free = {at for at, kind in enumerate(tile.ground) if kind != "pit"}
    near = {at for at in free if any(leads_out(shut, at, side, SIGNS) for side in Side)}
    for _ in range(2):
        beside = {shut.next_to(at, s) for at in near for s in Side if shut.edge(at, s) == "open"}
        near |= {at for at in beside if at in free}
    assert tile.ground.index("gear") not in near
