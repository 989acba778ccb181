"""The log of the service: one line for each happening, and nobody's secrets in it.

A happening has a name and fields: ``LOG.info("mail taken", extra={"bytes": 812})``. Of other
people's addresses only the domain is told. What an error says may repeat a mail, so only its kind
and its place in the program are written.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

FORMATS = ("logfmt", "json")
LEVELS = ("debug", "info", "warning", "error")
OURS = "adjudicator"
LONGEST = 300
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_LOCAL_PART = re.compile(r"""[^\s<>"'(),:;\[\]]+@""")
_PLAIN = re.compile(r'[^\s="\\]+')


def set_up_logs(form: str, level: str) -> None:
    """Write our happenings of a level and above to standard error, and warnings of others."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Logfmt())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())


class Logfmt(logging.Formatter):
    """``time=... level=info event="mail taken" bytes=812``."""

    def format(self, record: logging.LogRecord) -> str:
        return " ".join(f"{key}={_written(value)}" for key, value in fields_of(record).items())


class Json(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(fields_of(record))


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """What a line says, in its order."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    found: dict[str, Any] = {"time": at, "level": record.levelname.lower()}
    found["from"] = record.name.removeprefix(f"{OURS}.")
    found["event"] = scrubbed(_event(record))
    for key, value in vars(record).items():
        if key not in _USUAL:
            found[key] = value if isinstance(value, int | float) else scrubbed(str(value))
    if record.exc_info and record.exc_info[0] is not None:
        found["error"] = record.exc_info[0].__name__
        found["at"] = _places(record.exc_info[2])
    return found


def _event(record: logging.LogRecord) -> str:
    """Our own words; of other libraries only the pattern, because they may quote a mail."""
    if record.name.partition(".")[0] == OURS:
        return record.getMessage()
    return str(record.msg).partition("\n")[0]


def scrubbed(text: str) -> str:
    """A text on one line, without the local parts of addresses: they may be signed tokens.

    >>> scrubbed("550 <referee+7-b-31-abc@example.org>: no")
    '550 <*@example.org>: no'
    """
    return _LOCAL_PART.sub("*@", " ".join(text.split()))[:LONGEST]


def _places(trace: TracebackType | None) -> str:
    """Where an error happened, the innermost place first.

    A line of the program tells us what we need; the error's own words may quote a mail.
    """
    frames = traceback.extract_tb(trace)[-6:]
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return "<".join(places)


def _written(value: object) -> str:
    """
    >>> _written("two words"), _written(7), _written(True), _written("")
    ('"two words"', '7', 'true', '""')
    """
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text)
