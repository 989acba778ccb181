"""What a person asked for cannot be done; the message says why and what to do instead."""

from __future__ import annotations

LONGEST_TEXT = 2000


class NotPossible(ValueError):
    """Nothing was changed."""


def one_line(what: str, text: str) -> str:
    """A text for the log: one line, nothing that could upset a record or a terminal.

    >>> one_line("a reason", "  the  mail\\n came twice ")
    'the mail came twice'
    """
    line = " ".join(text.split())
    if not line:
        raise NotPossible(f"{what} is needed; it stays in the log for everybody to read")
    if len(line) > LONGEST_TEXT:
        raise NotPossible(f"{what} has at most {LONGEST_TEXT} characters, not {len(line)}")
    if not line.isprintable():
        raise NotPossible(f"{what} contains characters that cannot be printed")
    return line
