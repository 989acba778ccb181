"""``adjudicator rooms``: check or draw a pack of rooms."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

import click

from adjudicator.engine.tiles import Tile
from adjudicator.render.rooms import draw_room
from adjudicator.sets.load import BOXES, set_folder
from adjudicator.sets.room_faults import Severity
from adjudicator.sets.rooms import read_pack
from adjudicator.sets.rooms_check import check_pack

from .errors import Mistake, printable
from .shared import FileName

SHIPPED = "base"

SET = click.option(
    "--set", "set_name", type=click.Choice(BOXES), help=f"Our rooms of this set, not {SHIPPED}."
)


@click.group()
def rooms() -> None:
    """Check or draw a pack of rooms: a folder of text files, one for each room.

    In a drawing . is floor, O a pit, @ the gear; --- and | are walls, # is a portcullis, -:- and :
    are arrow-slits. A file figures.toml beside the rooms may say how many of each there should be.

    \b
    Examples:
      adjudicator rooms show
      adjudicator rooms check my-rooms/
    """


@rooms.command()
@click.argument("pack", required=False, type=FileName())
@SET
def check(pack: Path | None, set_name: str | None) -> None:
    """Say all that is wrong with PACK, by file, line and column; without PACK, with our rooms.

    Errors must be put right (exit code 2), warnings are advice.

    \b
    Examples:
      adjudicator rooms check
      adjudicator rooms check --set prison
      adjudicator rooms check my-rooms/
    """
    folder = _folder(pack, set_name)
    faults = check_pack(folder)
    for fault in faults:
        click.echo(printable(str(fault)))
    errors = sum(fault.severity is Severity.ERROR for fault in faults)
    if errors:
        raise Mistake(f"{errors} error{'s' if errors > 1 else ''} in {_name(pack)}")
    click.echo(f"{_name(pack)}: {len(read_pack(folder))} rooms, fit to play with")


@rooms.command()
@click.argument("pack", required=False, type=FileName())
@click.argument("room", required=False)
@SET
def show(pack: Path | None, room: str | None, set_name: str | None) -> None:
    """Draw the rooms of PACK, or only ROOM, in all four orientations.

    \b
    Examples:
      adjudicator rooms show
      adjudicator rooms show 37a
      adjudicator rooms show --set prison
      adjudicator rooms show my-rooms/ 7L
    """
    if pack is not None and room is None and (found := _set_of(pack, set_name)):
        pack, room, set_name = None, str(pack), found
    tiles = _chosen(read_pack(_folder(pack, set_name)), room, _name(pack))
    click.echo("\n\n".join(draw_room(tile) for tile in tiles))


def _set_of(word: Path, set_name: str | None) -> str | None:
    """The set whose room is meant by the only word, if it is no folder."""
    if set_name is not None or word.exists():
        return set_name
    rooms_of = {name: read_pack(_folder(None, name)) for name in BOXES}
    found = (n for n, tiles in rooms_of.items() if str(word).lower() in _names(tiles))
    return next(found, None)


def _names(tiles: tuple[Tile, ...]) -> list[str]:
    return [tile.name.lower() for tile in tiles]


def _chosen(tiles: tuple[Tile, ...], room: str | None, pack: str) -> list[Tile]:
    found = [tile for tile in tiles if room is None or tile.name.lower() == room.lower()]
    if not found:
        names = ", ".join(tile.name for tile in tiles)
        raise Mistake(f"there is no room {room} in {pack}; it has {names}")
    return found


def _folder(pack: Path | None, set_name: str | None) -> Path | Traversable:
    if pack is None:
        return set_folder(set_name or SHIPPED).joinpath("rooms")
    if set_name is not None:
        raise Mistake(f"name a folder or --set, not both: {pack} and {set_name}")
    if not pack.is_dir():
        raise Mistake(f"{pack} is not a folder; a pack is a folder of files like 1R.txt")
    return pack


def _name(pack: Path | None) -> str:
    return "our own rooms" if pack is None else str(pack)
