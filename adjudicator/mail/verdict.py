"""What becomes of a mail that was handed to us, and the callback that decides it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import NamedTuple, Protocol

log = logging.getLogger(__name__)


class Outcome(Enum):
    """TAKEN: it is stored and ours now. LATER: keep it and offer it again. REFUSED: never."""

    TAKEN = "taken"
    LATER = "later"
    REFUSED = "refused"


class Verdict(NamedTuple):
    """The outcome, and for a refusal what the mail server is told."""

    outcome: Outcome
    why: str = ""


TAKEN = Verdict(Outcome.TAKEN)
LATER = Verdict(Outcome.LATER, "please try again later")

Take = Callable[[bytes, str | None, str | None], Awaitable[Verdict]]
"""`take(raw, envelope_from, envelope_to)`: returns TAKEN only when the mail is stored durably.

The envelope is None where a source does not know it; an empty sender is a bounce. The same mail may
be offered again, to the same recipient too.
"""


Tell = Callable[[str | None], None]
"""`tell(why)`: a source is in trouble; `tell(None)`: it works."""


def tell_nobody(why: str | None) -> None:
    """For a source whose troubles nobody wants to know."""


class Source(Protocol):
    """Where mail comes from."""

    async def run(self) -> None:
        """Take in mail until cancelled. What was begun when cancelled is finished first."""


async def safely(
    take: Take, raw: bytes, envelope_from: str | None, envelope_to: str | None
) -> Verdict:
    """What `take` says; LATER if it fails, because a mail must not be lost by our mistakes."""
    try:
        return await take(raw, envelope_from, envelope_to)
    except Exception:
        log.exception("taking in a mail failed; it stays where it is")
        return LATER
