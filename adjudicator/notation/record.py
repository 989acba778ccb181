"""Game records: a whole game in one text file, as PGN is for chess.

A record has tag lines, a blank line, then one line for each message: its number, who sent it, the
orders in canonical notation and a digest of the game so far. Lines that begin with ``#`` are
comments.
The digest of a line depends on the line before, on the orders and on the position they led to, so
that a changed, removed, swapped or added line is found and named.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options

from .names import COLOURS

REFEREE = "ref"
DIGEST_LENGTH = 8
_TAG = re.compile(r'\[(\w+) "([^"]*)"\]$')
_LINE = re.compile(rf"(\d+) (\w+): (.+?) ~([0-9a-f]{{{DIGEST_LENGTH}}})$")
TAGS = ("Set", "Scenario", "Rules", "Options", "Commitment", "Seed", "Result")


class RecordFault(ValueError):
    """A record cannot be read or is not genuine: the line, and what is wrong with it."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True, slots=True)
class Message:
    """One line of a record: who decided what, and the digest of the game after it."""

    by: Colour | None
    """``None`` is the referee."""
    orders: tuple[str, ...]
    digest: str
    comments: tuple[str, ...] = ()
    """Comment lines before it, without the ``#``."""


@dataclass(frozen=True, slots=True)
class Record:
    tags: Mapping[str, str]
    messages: tuple[Message, ...]
    closing: tuple[str, ...] = ()
    """Comments after the last message."""

    @property
    def orders(self) -> Iterator[tuple[Colour | None, str]]:
        for message in self.messages:
            for order in message.orders:
                yield message.by, order


def seat_letter(by: Colour | None) -> str:
    return REFEREE if by is None else by.letter


def chain(previous: str, by: Colour | None, orders: tuple[str, ...], position: str) -> str:
    """The digest of a message."""
    text = "\n".join((previous, seat_letter(by), "; ".join(orders), position))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def write_record(record: Record) -> str:
    lines = [f'[{tag} "{record.tags[tag]}"]' for tag in TAGS if tag in record.tags]
    lines.append("")
    for number, message in enumerate(record.messages, start=1):
        lines.extend(f"#{comment}" for comment in message.comments)
        orders = "; ".join(message.orders)
        lines.append(f"{number} {seat_letter(message.by)}: {orders} ~{message.digest}")
    lines.extend(f"#{comment}" for comment in record.closing)
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """The parts of a record; whether it is legal and genuine is for ``verify`` to say."""
    lines = text.splitlines()
    tags: dict[str, str] = {}
    number = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            break
        match = _TAG.match(line.strip())
        if match is None:
            raise RecordFault(number, f'expected a tag such as [Set "base"], found {line[:40]!r}')
        if match.group(1) not in TAGS or match.group(1) in tags:
            raise RecordFault(number, f"unexpected tag {match.group(1)}")
        tags[match.group(1)] = match.group(2)
    for tag in TAGS:
        if tag not in tags:
            raise RecordFault(number or 1, f"this is no game record: the tag {tag} is missing")
    messages, closing = _read_messages(lines, number)
    return Record(tags, messages, closing)


def _read_messages(lines: list[str], start: int) -> tuple[tuple[Message, ...], tuple[str, ...]]:
    messages: list[Message] = []
    comments: list[str] = []
    for number, line in enumerate(lines[start:], start=start + 1):
        if not line.strip():
            continue
        if line.startswith("#"):
            comments.append(line[1:])
            continue
        match = _LINE.match(line)
        if match is None:
            raise RecordFault(number, "expected a number, a seat, orders and a digest")
        if int(match.group(1)) != len(messages) + 1:
            raise RecordFault(
                number, f"message {len(messages) + 1} was expected, not {match.group(1)}"
            )
        orders = tuple(match.group(3).split("; "))
        messages.append(
            Message(_seat(match.group(2), number), orders, match.group(4), tuple(comments))
        )
        comments = []
    return tuple(messages), tuple(comments)


def _seat(text: str, line: int) -> Colour | None:
    if text == REFEREE:
        return None
    if text not in COLOURS:
        raise RecordFault(line, f"{text!r} is no seat")
    return COLOURS[text]


# -- options ----------------------------------------------------------------------------------


class BadOptionText(ValueError):
    """An option cannot be read; the message says what was expected."""


def write_options(options: Options) -> str:
    """
    >>> write_options(Options(target=7, characters={Colour.BLUE: 5}, removed={Colour.BLUE: (5, 6)}))
    'target=7 memory=own handicap.b=5 removed.b=+5,+6'
    """
    parts = [f"target={options.target}", f"memory={options.memory}"]
    for colour, number in sorted(options.characters.items()):
        parts.append(f"handicap.{colour.letter}={number}")
    for colour, cards in sorted(options.removed.items()):
        parts.append(f"removed.{colour.letter}=" + ",".join(f"+{card}" for card in cards))
    if options.pair is not None:
        parts.append(f"pair={options.pair}")
    if options.rope_anchors is not None:
        parts.append(f"rope_anchors={options.rope_anchors}")
    return " ".join(parts)


def read_options(text: str) -> Options:
    """
    >>> read_options("target=7 handicap.b=5").target
    7
    """
    target, memory, pair, anchors = 0, "own", None, None
    characters: dict[Colour, int] = {}
    removed: dict[Colour, tuple[int, ...]] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        name, _, seat = key.partition(".")
        if name == "target" and not seat:
            target = _whole(key, value)
        elif name == "memory" and not seat:
            memory = value
        elif name == "pair" and not seat:
            pair = value
        elif name == "rope_anchors" and not seat:
            anchors = _whole(key, value)
        elif name == "handicap":
            characters[_option_seat(seat)] = _whole(key, value)
        elif name == "removed":
            cards = tuple(_whole(key, card.lstrip("+")) for card in value.split(","))
            removed[_option_seat(seat)] = tuple(sorted(cards))
        else:
            raise BadOptionText(
                f"unknown option {key!r}; known: target, memory, handicap.b, removed.b, pair,"
                " rope_anchors"
            )
    return Options(target, memory, characters, removed, pair, anchors)


def _whole(key: str, value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 3:
        raise BadOptionText(f"{key} needs a number, not {value!r}")
    return int(value)


def _option_seat(text: str) -> Colour:
    if text.lower() not in COLOURS:
        raise BadOptionText(f"{text!r} is no colour; write for example handicap.b=6")
    return COLOURS[text.lower()]
