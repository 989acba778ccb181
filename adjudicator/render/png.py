"""Pictures as PNG files, for mails and archives: our own font, so that they look alike anywhere.

``python -m adjudicator.render.png`` draws the SVG at its standard input.
"""

from __future__ import annotations

import sys
from pathlib import Path

import resvg_py

FONTS = Path(__file__).with_name("fonts")
FONT_FILES = [str(FONTS / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
FONT_NAME = "DejaVu Sans"


def write_png(svg: str, zoom: float = 1.0) -> bytes:
    """The picture of an SVG. The same SVG gives the same bytes on every machine.

    Fonts of the system are left out. Without any font the labels would silently be missing, so
    a missing file is an error.
    """
    for file in FONT_FILES:
        if not Path(file).is_file():
            raise FileNotFoundError(f"the font {file} is missing; labels could not be drawn")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=True,
            font_files=FONT_FILES,
            font_family=FONT_NAME,
            sans_serif_family=FONT_NAME,
        )
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(write_png(sys.stdin.buffer.read().decode()))
