"""Conversations by mail, written down as scripts and played with a clock that stands still.

A script is a list of steps, each a line that begins with ``==`` and what somebody writes below it:

    == emilie (thunderbird-fr)          a new mail to the referee, as this program would send it
    == emilie answers (outlook-fr)      an answer to her newest mail that asks for one
    == emilie answers 12 (outlook-fr)   an answer to what left in step 12, however old
    == clock 50h                        time goes by; reminders and time-outs come in passing
    == shell                            a command of the moderator

How a program writes a mail is in ``conversations/clients``: a whole mail with ``$orders`` and the
quoted mail in their places.
"""

from __future__ import annotations

import email
import email.policy
import html
import re
import shlex
from datetime import datetime, timedelta
from email.header import Header
from email.message import EmailMessage
from email.utils import format_datetime, formataddr
from pathlib import Path
from string import Template
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from adjudicator.app.post.deadlines import let_time_out, remind
from adjudicator.app.service.config import KEY_VARIABLE
from adjudicator.cli import desk
from adjudicator.cli.main import cli
from tests.mail_service.post_office import MAILBOX, SIGNER, PostOffice, Sent

FOLDER = Path(__file__).with_name("conversations")
HOUR = timedelta(hours=1)
_STEP = re.compile(
    r"== (?P<who>\w+)(?P<answers> answers)?(?: (?P<more>\w+))?(?: \((?P<client>.+)\))?"
)


class Step(NamedTuple):
    """One thing that somebody does."""

    number: int
    title: str
    who: str
    answers: bool
    more: str
    """The step that is answered, or how long the clock runs."""
    client: str
    text: str


def read_script(name: str) -> list[Step]:
    """The steps of a conversation; what stands before the first one is about all of it."""
    lines = (FOLDER / f"{name}.script").read_text(encoding="utf-8").splitlines()
    starts = [index for index, line in enumerate(lines) if line.startswith("== ")]
    return [
        _step(number, lines[begin], "\n".join(lines[begin + 1 : end]).strip())
        for number, (begin, end) in enumerate(
            zip(starts, [*starts[1:], len(lines)], strict=True), start=1
        )
    ]


def _step(number: int, line: str, text: str) -> Step:
    found = _STEP.fullmatch(line)
    assert found is not None, f"not a step: {line}"
    more, client = found["more"] or "", found["client"] or "plain"
    title = line.removeprefix("== ")
    return Step(number, title, found["who"], bool(found["answers"]), more, client, text)


class Conversation:
    """A script being played: what each step led to."""

    def __init__(self, office: PostOffice, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.office = office
        self.config = folder / "adjudicator.toml"
        self.left: dict[int, list[Sent]] = {}
        """The mails that left in each step."""
        self.config.write_text(
            f'folder = "mail"\ndatabase = "games.db"\nmailbox = "{MAILBOX}"\npictures = false\n'
        )
        patch.setenv(KEY_VARIABLE, SIGNER.key.decode())
        patch.setattr(desk, "now", lambda: self.office.at)

    def play(self, step: Step) -> str:
        """Do what a step says; the text that the shell printed, if it was at the shell."""
        before, said = len(self.office.sent()), ""
        if step.who == "clock":
            self._wait(int(step.more.removesuffix("h")))
        elif step.who == "shell":
            said = self._type(step.text)
        else:
            result = self.office.receive(self.mail_of(step))
            assert result == "handled", f"step {step.number}: {result}"
        self.left[step.number] = self.office.sent()[before:]
        return said

    def _wait(self, hours: int) -> None:
        """Look at the clocks each hour, as the service does all the time."""
        sender = self.office.office.sender
        for _ in range(hours):
            self.office.began += HOUR
            remind(self.office.store, sender, sender.longest, self.office.at)
            let_time_out(self.office.store, sender, sender.longest, self.office.at)

    def _type(self, command: str) -> str:
        self.office.mails += 1
        words = [*shlex.split(command), "--config", str(self.config)]
        result = CliRunner().invoke(cli, words)
        assert result.exit_code == 0, result.output
        return result.output

    # -- the mails of people ------------------------------------------------------------------

    def mail_of(self, step: Step) -> bytes:
        """The bytes that the writer's program would send."""
        address = f"{step.who}@example.net"
        answered = self._answered(step, address)
        words = _words(step, address, answered, self.office.at)
        form = (FOLDER / "clients" / f"{step.client}.eml").read_text(encoding="utf-8")
        head, _, body = form.partition("\n\n")
        mail = email.message_from_string(
            f"{Template(head).substitute(words)}\n\n{body}", policy=email.policy.default
        )
        assert isinstance(mail, EmailMessage)
        for part in mail.walk():
            if part.get_content_maintype() == "text":
                _fill(part, words)
        return mail.as_bytes()

    def _answered(self, step: Step, address: str) -> Sent | None:
        if not step.answers:
            return None
        if not step.more:
            return self.office.last(address)
        return next(sent for sent in self.left[int(step.more)] if sent.to == address)


def _words(step: Step, address: str, answered: Sent | None, at: datetime) -> dict[str, str]:
    """What stands in the places of a form."""
    lines = step.text.splitlines()
    plain = answered.text.strip() if answered else "-"
    about = answered.subject if answered else "-"
    subject = f"Re: {about}" if answered else "Dungeon Twister"
    return {
        "from": formataddr((step.who.capitalize(), address)),
        "to": answered.reply_to if answered else MAILBOX,
        "subject": subject if subject.isascii() else Header(subject, "utf-8").encode(),
        "date": format_datetime(at),
        "id": f"<{step.number}.{step.who}@example.net>",
        "orders": step.text,
        "paragraphs": "".join(
            f'<p class="MsoNormal">{html.escape(x)}<o:p></o:p></p>' for x in lines
        ),
        "divisions": "".join(f"<div>{html.escape(x)}</div>" for x in lines),
        "quote": "\n".join(f"> {line}".rstrip() for line in plain.splitlines()),
        "plain": plain,
        "plain_html": html.escape(plain),
        "answered": about,
        "answered_html": html.escape(about),
        "address": address,
        "day": f"{at:%d.%m.%Y}",
    }


def _fill(part: EmailMessage, words: dict[str, str]) -> None:
    """Put the words into a text part, in its own charset and transfer encoding."""
    charset = part.get_content_charset() or "utf-8"
    text = Template(part.get_payload()).substitute(words)  # the forms hold it as it reads
    transfer = str(part["Content-Transfer-Encoding"])
    subtype, flowed = part.get_content_subtype(), part.get_param("format")
    text = text.encode(charset, "replace").decode(charset)
    part.set_content(text, subtype, charset, transfer)
    if flowed:
        part.set_param("format", str(flowed))
