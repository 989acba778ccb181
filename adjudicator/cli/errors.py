"""What can go wrong at the shell: a user's mistake, or one of ours."""

from __future__ import annotations

import click


class Mistake(click.ClickException):
    """Something the user can put right; the message says how."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class Bug(click.ClickException):
    """Something only we can put right."""

    exit_code = 3

    def __init__(self, error: Exception) -> None:
        what = printable(f"{type(error).__name__}: {error}"[:300])
        super().__init__(
            f"this is a bug in adjudicator, not your mistake.\n  {what}\n"
            "Please report it with what you typed. ADJUDICATOR_DEBUG=1 prints the details."
        )


def is_mistake(error: Exception) -> bool:
    """Whether an error of the inner packages is about what the user gave us."""
    from adjudicator.app.mistakes import NotPossible  # only needed if all fails
    from adjudicator.notation.record import BadOptionText, RecordFault
    from adjudicator.sets.load import BadOption
    from adjudicator.sets.room_faults import RoomFault
    from adjudicator.storage.errors import StorageError

    ours = BadOption | BadOptionText | NotPossible | RecordFault | RoomFault | StorageError
    return isinstance(error, ours | OSError)


def printable(text: str) -> str:
    """A text without characters that could upset a terminal.

    >>> printable("a\\x1b[2Jb\\nc")
    'a?[2Jb\\nc'
    """
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
