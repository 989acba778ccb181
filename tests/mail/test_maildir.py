"""Maildirs: whole mails only, once each, and gone from `new` only after they were taken."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from adjudicator.mail.maildir import MaildirSource, deliver, maildir_of, make_maildir, waiting
from adjudicator.mail.transport import Failed, MaildirTransport, Sent
from adjudicator.mail.verdict import LATER, TAKEN, Outcome, Verdict


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_mail_is_sent_to_the_maildir_of_its_recipient(tmp_path: Path) -> None:
    sent = asyncio.run(MaildirTransport(tmp_path).send(b"A3", "r@example.org", "Anna@example.net"))
    assert isinstance(sent, Sent)
    assert [file.read_bytes() for file in waiting(tmp_path / "anna@example.net")] == [b"A3"]
    assert names(tmp_path / "anna@example.net" / "tmp") == []


def test_all_mails_may_go_to_one_maildir(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path, one_for_all=True)
    for text in (b"1", b"2"):
        asyncio.run(transport.send(text, "", f"{text!r}@example.net"))
    assert sorted(file.read_bytes() for file in waiting(tmp_path)) == [b"1", b"2"]


@pytest.mark.parametrize("mark", ["", ":2,", ":2,S"])
def test_a_mail_sent_twice_arrives_once(tmp_path: Path, mark: str) -> None:
    first = deliver(tmp_path, b"A3")
    first.rename(tmp_path / "cur" / f"{first.name}{mark}")
    deliver(tmp_path, b"A3")
    assert waiting(tmp_path) == []


@pytest.mark.parametrize(
    "address", ["../../etc/x", "/etc/x", "..", ".", "", "a/b@c", "a\0b", "é@x"]
)
def test_no_address_leaves_the_folder(tmp_path: Path, address: str) -> None:
    box = maildir_of(tmp_path, address)
    assert box.parent == tmp_path
    assert box.resolve().parent == tmp_path.resolve()
    deliver(box, b"A3")


def test_a_folder_that_cannot_be_written_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "anna@example.net").write_text("a file")
    failed = asyncio.run(MaildirTransport(tmp_path).send(b"A3", "", "anna@example.net"))
    assert isinstance(failed, Failed)
    assert not failed.permanent


class Taker:
    """Answers as told and remembers what it was asked."""

    def __init__(self, *verdicts: Verdict | Exception) -> None:
        self.verdicts = list(verdicts)
        self.taken: list[bytes] = []

    async def __call__(self, raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        assert (sender, recipient) == (None, None)
        self.taken.append(raw)
        verdict = self.verdicts.pop(0) if self.verdicts else TAKEN
        if isinstance(verdict, Exception):
            raise verdict
        return verdict


def test_mails_are_taken_oldest_first(tmp_path: Path) -> None:
    for age, text in [(30, b"2"), (60, b"1"), (10, b"3")]:
        make_maildir(tmp_path)
        os.utime(deliver(tmp_path, text), (1e9 - age, 1e9 - age))
    take = Taker()
    assert asyncio.run(MaildirSource(tmp_path, take).sweep()) == 3
    assert take.taken == [b"1", b"2", b"3"]
    assert waiting(tmp_path) == []
    assert all(name.endswith(":2,S") for name in names(tmp_path / "cur"))


@pytest.mark.parametrize("verdict", [LATER, OSError("the database is away")])
def test_a_mail_that_was_not_taken_stays_and_is_not_hammered_at(
    tmp_path: Path, verdict: Verdict | Exception
) -> None:
    deliver(tmp_path, b"A3")
    take = Taker(verdict)
    source = MaildirSource(tmp_path, take)
    assert [asyncio.run(source.sweep()) for _ in range(3)] == [0, 0, 0]
    assert len(take.taken) == 1
    assert len(waiting(tmp_path)) == 1
    assert asyncio.run(MaildirSource(tmp_path, take).sweep()) == 1


def test_a_refused_mail_is_put_aside(tmp_path: Path) -> None:
    deliver(tmp_path, b"A3")
    asyncio.run(MaildirSource(tmp_path, Taker(Verdict(Outcome.REFUSED, "no"))).sweep())
    assert [name.partition(":")[2] for name in names(tmp_path / "cur")] == ["2,FS"]


def test_a_huge_mail_is_read_only_so_far(tmp_path: Path) -> None:
    deliver(tmp_path, b"x" * 1000)
    take = Taker()
    asyncio.run(MaildirSource(tmp_path, take, largest=101).sweep())
    assert take.taken == [b"x" * 101]


def test_stopping_finishes_the_mail_in_hand(tmp_path: Path) -> None:
    deliver(tmp_path, b"A3")

    async def play() -> None:
        begun, finish = asyncio.Event(), asyncio.Event()

        async def slow(raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
            begun.set()
            await finish.wait()
            return TAKEN

        task = asyncio.create_task(MaildirSource(tmp_path, slow, poll=0.01).run())
        await begun.wait()
        task.cancel()
        asyncio.get_running_loop().call_later(0.05, finish.set)
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(play())
    assert waiting(tmp_path) == []
