"""Mails that come back: whose they were is proven, moderators are told once, nobody is answered."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.app.letters.notices import envelope_sender
from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from adjudicator.app.service.config import Config
from adjudicator.daemon import Service
from adjudicator.mail.address import Confirm, Signer, read_confirm, write_confirm
from adjudicator.mail.transport import Failed
from adjudicator.storage import post, seats
from adjudicator.storage.post import Owed
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, SIGNER, PostOffice, Sent, written

MODERATOR = "mod@example.org"
FORGER = Signer(MAILBOX, b"a key that somebody guessed at")
PERMANENT = ("5.1.1", "failed")
TEMPORARY = ("4.4.1", "delayed")


@pytest.fixture
def office(between_two: PostOffice) -> PostOffice:
    sender = Sender(SIGNER, pictures=False)
    between_two.office = Office(between_two.store, sender, moderators=(MODERATOR,))
    return between_two


def bounce(
    to: str, about: str = ANNA, kind: tuple[str, str] = PERMANENT, returned: str = "", n: int = 0
) -> bytes:
    """A delivery status as Postfix writes it."""
    return (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net (Mail Delivery System)\nTo: {to}\n"
        f"Subject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\n"
        f"Message-ID: <{n}.bounce@mx.example.net>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="B"\n\n--B\n'
        "Content-Type: text/plain\n\nI'm sorry to have to inform you\n\n--B\n"
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n"
        f"Final-Recipient: rfc822; {about}\nAction: {kind[1]}\nStatus: {kind[0]}\n\n--B\n"
        f"Content-Type: text/rfc822-headers\n\n{returned}\n--B--\n"
    ).encode()


def owed_to(office: PostOffice, address: str) -> Owed:
    with office.store.transaction() as db:
        due = post.claim(db, office.at, "test", 100)
    return next(owed for owed in due if owed.recipient == address)


def bounces_of(office: PostOffice, address: str) -> int:
    with office.store.reading() as db:
        player = seats.player_at(db, address)
    assert player is not None
    return player.bounces


def notices(office: PostOffice) -> list[Sent]:
    return [sent for sent in office.sent() if sent.to == MODERATOR]


def test_the_envelope_sender_names_the_mail(office: PostOffice) -> None:
    owed = owed_to(office, ANNA)
    assert read_confirm(envelope_sender(owed, SIGNER), SIGNER) == Confirm("bounce", str(owed.id))


def test_a_permanent_bounce_is_told_once(office: PostOffice) -> None:
    back = envelope_sender(owed_to(office, ANNA), SIGNER)
    before, answers = office.position(), len(office.sent())
    for number in range(5):
        assert office.receive(bounce(back, n=number), "") == "bounce noted"
    (notice,) = notices(office)
    notice.says("Mails to Anna come back", ANNA, "Undelivered Mail Returned to Sender")
    assert len(office.sent()) == answers + 1, "nobody else is written to"
    assert office.position() == before
    assert bounces_of(office, ANNA) > 0
    assert bounces_of(office, BEN) == 0


def test_she_writes_again_and_is_marked_no_more(office: PostOffice) -> None:
    back = envelope_sender(owed_to(office, ANNA), SIGNER)
    office.receive(bounce(back), "")
    office.write(ANNA, "STATUS")
    assert bounces_of(office, ANNA) == 0
    office.receive(bounce(back, n=2), "")
    assert len(notices(office)) == 2


def test_three_temporary_ones_are_told(office: PostOffice) -> None:
    back = envelope_sender(owed_to(office, ANNA), SIGNER)
    for number in range(2):
        office.receive(bounce(back, kind=TEMPORARY, n=number), "")
    assert notices(office) == []
    assert bounces_of(office, ANNA) == 2
    for number in range(2, 6):
        office.receive(bounce(back, kind=TEMPORARY, n=number), "")
    (notice,) = notices(office)
    notice.says("come back for the time being")


def test_the_envelope_is_enough(office: PostOffice) -> None:
    """A report without a useful To header, handed over by SMTP."""
    back = envelope_sender(owed_to(office, ANNA), SIGNER)
    raw = bounce("undisclosed-recipients:;")
    assert office.office.receive(raw, "", office.at, back) == "bounce noted"
    assert bounces_of(office, ANNA) > 0


def test_a_returned_mail_proves_itself(office: PostOffice) -> None:
    """Some systems answer to From; the mail they return carries its signed reply address."""
    headers = f"Reply-To: {office.last(ANNA).reply_to}\nSubject: hi\n"
    assert office.receive(bounce(MAILBOX, returned=headers), "") == "bounce noted"
    assert bounces_of(office, ANNA) > 0


@pytest.mark.parametrize("key", [None, FORGER])
def test_an_invented_bounce_marks_nobody(office: PostOffice, key: Signer | None) -> None:
    to = write_confirm(Confirm("bounce", "1"), key) if key else MAILBOX
    answers = len(office.sent())
    assert office.receive(bounce(to, about=ANNA), "") == "bounce not proven"
    assert bounces_of(office, ANNA) == bounces_of(office, BEN) == 0
    assert len(office.sent()) == answers


def test_a_report_of_success_is_no_bounce(office: PostOffice) -> None:
    back = envelope_sender(owed_to(office, ANNA), SIGNER)
    office.receive(bounce(back, kind=("2.1.5", "delivered")), "")
    assert bounces_of(office, ANNA) == 0


def test_an_automatic_answer_to_the_envelope_is_no_bounce(office: PostOffice) -> None:
    back = envelope_sender(owed_to(office, ANNA), SIGNER)
    answers = len(office.sent())
    raw = b"Auto-Submitted: auto-replied\nReturn-Path: <>\n" + written(ANNA, back, "I am away")
    assert office.receive(raw, "").startswith("ignored")
    assert bounces_of(office, ANNA) == 0
    assert len(office.sent()) == answers


def test_a_person_who_writes_to_that_address_is_answered(office: PostOffice) -> None:
    back = envelope_sender(owed_to(office, ANNA), SIGNER)
    (answer,) = office.write(ANNA, "STATUS", back)
    assert "Your games" in answer.subject


def test_bounces_of_notices_lead_to_nothing(office: PostOffice) -> None:
    office.receive(bounce(envelope_sender(owed_to(office, ANNA), SIGNER)), "")
    (notice,) = notices(office)
    back = envelope_sender(owed_to(office, MODERATOR), SIGNER)
    answers = len(office.sent())
    assert office.receive(bounce(back, about=MODERATOR, n=7), "") == "bounce not proven"
    assert len(office.sent()) == answers
    assert notice.to == MODERATOR


class Refusing:
    """A mail server that knows nobody at Anna's."""

    def __init__(self) -> None:
        self.senders: list[str] = []

    async def send(self, raw: bytes, sender: str, recipient: str) -> Failed:
        self.senders.append(sender)
        return Failed(recipient == ANNA, "550 5.1.1 no such user")

    async def close(self) -> None:
        pass


def test_a_mail_given_up_is_told_of(office: PostOffice, tmp_path: Path) -> None:
    config = Config(tmp_path / "mail", mailbox=MAILBOX, pictures=False, moderators=(MODERATOR,))
    service = Service(office.store, config)
    refusing = Refusing()
    service.transport = refusing
    asyncio.run(service.send_due())
    (notice,) = notices(office)
    notice.says("Mails to Anna come back", "550 5.1.1 no such user")
    assert bounces_of(office, BEN) == 0
    assert all("+c-bounce-" in sender for sender in refusing.senders)


def test_a_mail_put_aside_is_told_to_writer_and_moderators(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(office.office, "_carry_out", break_down)
    before = len(office.sent())
    assert office.receive(written(ANNA, MAILBOX, "HELP", "odd")) == "quarantined: RuntimeError"
    notice, apology = office.sent()[before:]
    assert (notice.to, apology.to) == (MODERATOR, ANNA)
    notice.says("put aside", ANNA, "RuntimeError")
    apology.says("A moderator will look at it.")


def test_a_flood_of_broken_mails_is_not_a_flood_of_notices(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(office.office, "_carry_out", break_down)
    for number in range(30):
        mail = EmailMessage()
        mail["From"], mail["To"] = f"eve{number}@example.com", MAILBOX
        office.receive(mail.as_bytes())
    assert len(notices(office)) == 20
