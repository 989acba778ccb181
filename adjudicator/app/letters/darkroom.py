"""The last step before a mail leaves: drawings become pictures that every mail program shows.

The outbox keeps the drawing: a picture takes longer than all else about a mail, and nobody should
hold the database meanwhile. It is drawn in a process of its own, one at a time, because while it
is drawn nothing else happens in a process: the listeners would stand still.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from functools import lru_cache
from threading import Lock

from adjudicator.mail.outbound import develop
from adjudicator.render.png import write_png

LOG = logging.getLogger("adjudicator.darkroom")
LONGEST = 60.0
"""Seconds that a picture may take."""

_one_at_a_time = Lock()


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
    try:
        return _drawn_elsewhere(svg)
    except (OSError, subprocess.SubprocessError):
        return write_png(svg)  # a signal to stop may have gone to both processes


def _drawn_elsewhere(svg: str) -> bytes:
    words = [sys.executable, "-m", "adjudicator.render.png"]
    with _one_at_a_time:
        drawn = subprocess.run(
            words,
            input=svg.encode(),
            capture_output=True,
            check=True,
            timeout=LONGEST,
            start_new_session=True,  # Ctrl-C at the terminal is for the service alone
        )
    return drawn.stdout
