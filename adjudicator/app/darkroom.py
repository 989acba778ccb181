"""The last step before a mail leaves: drawings become pictures that every mail program shows.

The outbox keeps the drawing: a picture takes longer than all else about a mail, and nobody should
hold the database meanwhile.
"""

from __future__ import annotations

import logging
from functools import lru_cache

from adjudicator.mail.outbound import develop
from adjudicator.render.png import write_png

LOG = logging.getLogger("adjudicator.darkroom")


def ready_to_leave(raw: bytes) -> bytes:
    """A mail of the outbox as it is sent. One that cannot be drawn leaves with its drawing."""
    try:
        return develop(raw, _picture)
    except (OSError, ValueError):
        LOG.exception("a picture could not be drawn")
        return raw


@lru_cache(maxsize=32)
def _picture(svg: str) -> bytes:
    """A few are kept: both players often see the same board."""
    return write_png(svg)
