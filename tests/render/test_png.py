"""Pictures as PNG: the labels are there, and the same picture is always the same file."""

from __future__ import annotations

import re
import struct
import zlib
from functools import cached_property
from pathlib import Path

import pytest

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import View
from adjudicator.engine.view import view
from adjudicator.render import png
from adjudicator.render.png import write_png
from adjudicator.render.svg import MARGIN, draw_layers, draw_svg
from adjudicator.render.svg_parts import UNIT
from tests.render.games import rich_state


class Picture:
    """The pixels of a PNG with 8 bits for each of red, green, blue and opacity."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        self.width, self.height, depth, kind = struct.unpack(">IIBB", data[16:26])
        assert (depth, kind) == (8, 6)
        packed, at = b"", 8
        while at < len(data):
            (length,) = struct.unpack(">I", data[at : at + 4])
            if data[at + 4 : at + 8] == b"IDAT":
                packed += data[at + 8 : at + 8 + length]
            at += length + 12
        self.packed = packed

    @cached_property
    def rows(self) -> list[bytearray]:
        return _unfiltered(zlib.decompress(self.packed), 4 * self.width)

    def part(self, x: float, y: float, reach: int) -> list[bytes]:
        """The pixels around a point."""
        first, last = 4 * int(x - reach), 4 * int(x + reach)
        return [bytes(row[first:last]) for row in self.rows[int(y - reach) : int(y + reach)]]


def _unfiltered(data: bytes, width: int) -> list[bytearray]:
    rows = [bytearray(width)]
    for start in range(0, len(data), width + 1):
        kind, row, above = data[start], bytearray(data[start + 1 : start + 1 + width]), rows[-1]
        for i in range(width):
            left, up = (row[i - 4] if i > 3 else 0), above[i]
            corner = above[i - 4] if i > 3 else 0
            row[i] = (
                row[i] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
            ) % 256
        rows.append(row)
    return rows[1:]


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


@pytest.fixture(scope="module")
def rich() -> View:
    return view(rich_state(), Colour.BLUE)


@pytest.fixture(scope="module")
def written(rich: View) -> Picture:
    return Picture(write_png(draw_svg(rich)))


@pytest.fixture(scope="module")
def wordless(rich: View) -> Picture:
    return Picture(write_png(re.sub("<text.*?</text>", "", draw_svg(rich))))


def test_the_picture_has_its_size(rich: View, written: Picture) -> None:
    assert written.width == rich.width * UNIT + 2 * MARGIN
    assert written.height == rich.height * UNIT + 2 * MARGIN
    assert Picture(write_png(draw_svg(rich, 22))).width * 2 == written.width
    assert Picture(write_png(draw_svg(rich, 22), zoom=2)).width == written.width


def test_no_coordinate_is_blank(rich: View, written: Picture, wordless: Picture) -> None:
    far_x, far_y = MARGIN + rich.width * UNIT, MARGIN + rich.height * UNIT
    columns = [MARGIN + (x + 0.5) * UNIT for x in range(rich.width)]
    rows = [MARGIN + (y + 0.5) * UNIT for y in range(rich.height)]
    labels = [(x, y) for x in columns for y in (MARGIN / 2, far_y + MARGIN / 2)]
    labels += [(x, y) for y in rows for x in (MARGIN / 2, far_x + MARGIN / 2)]
    for x, y in labels:
        assert written.part(x, y, 8) != wordless.part(x, y, 8), (x, y)


def test_no_piece_is_without_its_letters(rich: View, written: Picture, wordless: Picture) -> None:
    pieces = [layer for layer in draw_layers(rich) if layer.key in rich.names]
    assert len(pieces) > 10
    for layer in pieces:
        here = (layer.x, layer.y, 8)
        assert written.part(*here) != wordless.part(*here), layer.key


def test_pictures_are_deterministic(rich: View) -> None:
    svg = draw_svg(rich)
    assert write_png(svg) == write_png(svg) == write_png(draw_svg(view(rich_state(), Colour.BLUE)))


def test_a_missing_font_is_an_error(rich: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "FONT_FILES", ["/nowhere/font.ttf"])
    with pytest.raises(FileNotFoundError, match="labels could not be drawn"):
        write_png(draw_svg(rich))


def test_the_font_comes_with_its_licence() -> None:
    licence = (png.FONTS / "LICENSE_DEJAVU").read_text(encoding="utf-8")
    assert "Bitstream Vera" in licence and "Arev" in licence
    assert all(Path(file).is_file() for file in png.FONT_FILES)
