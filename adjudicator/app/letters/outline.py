"""Letters that are owed before they are written: what they say is fixed, the words come later.

Writing a letter takes longer than everything else about a mail with orders, so it is done when the
letter leaves. Until then the outbox keeps its outline: all that might change meanwhile (who sits
where, the deadline, standing orders, press), and the entry of the log from which the rest follows.
A log is only added to, so an outline gives the same letter whenever it is written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, cast

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role
from adjudicator.mail.outbound import Draft
from adjudicator.render import letter_kinds as k


@dataclass(frozen=True, slots=True)
class Aside:
    """What goes with a position and does not follow from it."""

    deadline: datetime | None = None
    grace: datetime | None = None
    standing: tuple[str, ...] = ()
    press: tuple[k.Press, ...] = ()
    seals: tuple[k.Seal, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """The mail that a receipt answers: its lines, and what became of them."""

    lines: tuple[k.LineRead, ...]
    notes: tuple[k.Note, ...] = ()
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A letter about the position after an entry, to somebody who plays: a receipt if it answers
    a mail, else the letter of every day."""

    table: k.Table
    entry: int
    since: int
    """The entry after which happenings are told."""
    aside: Aside
    answered: Answered | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """Everything about a mail but what its letter says."""

    draft: Draft
    """Without subject and text."""
    zone: str
    """The time zone in which its reader lives."""
    pictured: bool
    about: str = ""
    """Added to the subject."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A letter that is owed."""

    cover: Cover
    outline: Outline


# -- as text ----------------------------------------------------------------------------------

_KIND = "$"
"""Where a written value says what it is."""
_CLASSES: Mapping[str, Any] = {
    kind.__name__: kind
    for kind in (
        Answered, Aside, Cover, Draft, Outline, Promise,
        k.LineRead, k.Note, k.Press, k.Seal, k.Sitter, k.Table,
    )
}  # fmt: skip
_DEFAULTS = {kind: {f.name: f.default for f in fields(kind)} for kind in _CLASSES.values()}
"""What need not be written down of each class."""
_SINGLE: Mapping[str, Any] = {
    "Colour": Colour,
    "Fate": k.Fate,
    "Role": Role,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
}


def write_promise(promise: Promise) -> str:
    """A promise as the outbox keeps it."""
    return json.dumps(_plain(promise), separators=(",", ":"))


def read_promise(text: str) -> Promise:
    """What ``write_promise`` has written."""
    return cast(Promise, json.loads(text, object_hook=_valued))


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return {_KIND: type(value).__name__, "of": value.value}
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, date):  # a datetime is one, too
        return {_KIND: type(value).__name__, "of": value.isoformat()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    assert is_dataclass(value), f"{value!r} cannot be kept in an outline"
    written: dict[str, object] = {_KIND: type(value).__name__}
    for name, default in _DEFAULTS[type(value)].items():
        part = getattr(value, name)
        if part != default:
            written[name] = _plain(part)
    return written


def _valued(found: dict[str, Any]) -> Any:
    kind = found.pop(_KIND, None)
    if kind in _SINGLE:
        return _SINGLE[kind](found["of"])
    parts = {n: tuple(part) if isinstance(part, list) else part for n, part in found.items()}
    return parts if kind is None else _CLASSES[kind](**parts)
