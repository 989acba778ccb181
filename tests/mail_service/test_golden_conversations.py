"""Whole conversations, from REGISTER to the last letter: what is written, and all that leaves.

The scripts are in ``conversations``; beside each lies a folder with a file for every step. Each
holds what somebody wrote and all the mails it led to, as their readers see them: read them like a
game. ``UPDATE_GOLDEN=1`` writes them anew; read the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudicator.app.post.commands import join
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.cli.demo import SEED
from tests.mail_service.post_office import PostOffice, Sent, opened
from tests.mail_service.script import FOLDER, Conversation, Step, read_script

NAMES = sorted(file.stem for file in FOLDER.glob("*.script"))
HEADERS = ("To", "Subject", "Reply-To", "Date", "In-Reply-To", "Content-Language", "Auto-Submitted")
WIDEST = 78


@pytest.mark.parametrize("name", NAMES)
def test_conversation(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: SEED))
    with opened(tmp_path) as office:
        conversation = Conversation(office, tmp_path, monkeypatch)
        written = {}
        for step in read_script(name):
            said = conversation.play(step)
            written[_file_name(step)] = _told(step, said, conversation.left[step.number])
        _compare(FOLDER / name, written)
        _assert_in_order(office)


def _file_name(step: Step) -> str:
    return f"{step.number:03}-{step.who}.txt"


def _told(step: Step, said: str, sent: list[Sent]) -> str:
    """A step as somebody would read it: what was written, then all the mails."""
    parts = [f"{step.title}\n", *(f"> {line}\n" for line in step.text.splitlines())]
    if said:
        parts += ["\n", said]
    for mail in sent:
        parts += [f"\n{'=' * WIDEST}\n", *_headers(mail), "\n", _text(mail)]
    return "".join(parts) if sent else "".join([*parts, "\nNo mail leaves.\n"])


def _text(sent: Sent) -> str:
    return "".join(f"{line}\n" for line in sent.text.rstrip().splitlines())


def _headers(sent: Sent) -> list[str]:
    mail = sent.mail
    files = [f"{part.get_filename()}" for part in mail.iter_attachments()]
    return [
        *(f"{name}: {mail[name]}\n" for name in HEADERS if mail[name]),
        *(f"Attached: {name}\n" for name in files),
    ]


def _compare(folder: Path, written: dict[str, str]) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for name, text in written.items():
            (folder / name).write_text(text, encoding="utf-8")
    golden = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.txt")}
    assert sorted(golden) == sorted(written)
    for name, text in written.items():
        assert text == golden[name], f"{folder.name}/{name} has changed"


def _assert_in_order(office: PostOffice) -> None:
    """What holds for every mail, whatever it says; and the game can be proven."""
    assert prove(read_stored(office.store, 1)).fault is None
    for sent in office.sent():
        longest = max(sent.text.splitlines(), key=len)
        assert len(longest) <= WIDEST, longest
        assert not re.search(r"\{\w+\}", sent.text), "a place that nothing was put into"
        assert sent.raw.isascii()
