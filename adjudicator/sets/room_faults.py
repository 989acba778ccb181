"""What can be wrong with a room file, where, and in which words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

MOST_FAULTS = 20
"""Told of one file; more would hide the first, which often caused them."""


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file; both are counted from 1."""

    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something to put right in a room file, worded for the person who drew it."""

    file: str
    line: int
    column: int
    message: str
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message}"


class RoomFault(ValueError):
    """A room or a pack that cannot be used; ``faults`` says why, one for each place."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


@dataclass(slots=True)
class Notes:
    """The faults found so far in one file."""

    file: str
    faults: list[Fault] = field(default_factory=list)

    def add(self, place: Place, message: str, severity: Severity = Severity.ERROR) -> None:
        self.faults.append(Fault(self.file, place.line, place.column, message, severity))

    def as_error(self) -> RoomFault:
        told = sorted(self.faults)
        if left_out := len(told[MOST_FAULTS:]):
            last = told[MOST_FAULTS - 1]
            more = replace(last, message=f"{last.message} (and {left_out} more faults)")
            told = [*told[: MOST_FAULTS - 1], more]
        return RoomFault(told)


def fault_of_file(file: str, message: str, place: Place | None = None) -> RoomFault:
    """The one fault that keeps a file, or a folder, from being read."""
    notes = Notes(printable(file))
    notes.add(place or Place(), message)
    return notes.as_error()


def printable(name: str) -> str:
    """A file's name with whatever could upset a terminal written out."""
    return name if name.isprintable() else ascii(name)[1:-1]


def shown(found: str) -> str:
    """What stands there: in quotes, short, without control characters.

    >>> shown("x"), shown(" "), shown("\\a")
    ("'x'", 'a blank', "'\\\\x07'")
    """
    if not found.strip(" "):
        return "a blank" if found else "nothing"
    if found == "\t":
        return "a tab (use blanks)"
    return ascii(found if len(found) <= 20 else found[:17] + "...")


def listed(choices: Iterable[str]) -> str:
    """
    >>> listed(["this", "that", "both"])
    'this, that or both'
    """
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last
