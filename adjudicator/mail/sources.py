"""Where mail comes from, in one place: each source awaits `take` before it lets go of a mail."""

from __future__ import annotations

from .imap import ImapSettings, ImapSource
from .listener import ListenerSettings, LmtpListener, SmtpListener
from .maildir import MaildirSource
from .verdict import LATER, TAKEN, Outcome, Source, Take, Tell, Verdict

__all__ = [
    "Source",
    "Take",
    "Tell",
    "Verdict",
    "Outcome",
    "TAKEN",
    "LATER",
    "SmtpListener",
    "LmtpListener",
    "ListenerSettings",
    "ImapSource",
    "ImapSettings",
    "MaildirSource",
]
