"""Mails we write: the same draft gives the same bytes, and readers find everything in them."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.inbound import Letter, read_mail
from adjudicator.mail.outbound import MOST_REFERENCES, Attachment, Draft, Picture, compose

HTML = (
    "<html><head><style>p { color: #111 } @media (prefers-color-scheme: dark) { p { color: #eee } }"
    '</style></head><body><p>À toi — Grüße</p><img src="cid:board" alt="The board"></body></html>'
)
DRAFT = Draft(
    message_id="<g7-31-b@example.org>",
    date=datetime(2026, 3, 3, 10, tzinfo=UTC),
    sender="referee@example.org",
    sender_name="Schiedsrichter für alle",
    recipient="anna@example.net",
    recipient_name="Anna Müller",
    reply_to="referee+7-b-31-fgcmncten4obaekm@example.org",
    subject="Partie 7, tour 4 : à toi de jouer, et voici un sujet assez long pour être plié",
    text="Your turn.\nFrom here\n.\n\n" + "─" * 70 + "\ntrailing \n",
    html=HTML,
    in_reply_to="<c@example.net>",
    references=("<a@example.net>", "<c@example.net>"),
    pictures=(Picture("board", b"\x89PNG" + bytes(3000), "Le plateau"),),
    attachments=(Attachment("partie n° 7.txt", "text/plain", "é".encode()),),
    language="fr",
)


def parsed(draft: Draft) -> EmailMessage:
    message = email.message_from_bytes(compose(draft), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def test_the_same_draft_gives_the_same_bytes() -> None:
    assert compose(DRAFT) == compose(replace(DRAFT))
    assert compose(replace(DRAFT, message_id="<other@example.org>")) != compose(DRAFT)


def test_the_bytes_may_travel_anywhere() -> None:
    raw = compose(DRAFT)
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 998


def test_the_headers() -> None:
    mail = parsed(DRAFT)
    assert mail["From"] == "Schiedsrichter für alle <referee@example.org>"
    assert mail["To"] == "Anna Müller <anna@example.net>"
    assert mail["Reply-To"].addresses[0].addr_spec == DRAFT.reply_to
    assert mail["Subject"] == DRAFT.subject
    assert mail["Message-ID"] == DRAFT.message_id
    assert mail["In-Reply-To"] == "<c@example.net>"
    assert mail["References"] == "<a@example.net> <c@example.net>"
    assert mail["Date"].datetime == DRAFT.date
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Loop"] == "referee@example.org"
    assert mail["Content-Language"] == "fr"
    assert mail["Precedence"] is None
    assert "NDR" not in mail["X-Auto-Response-Suppress"]
    assert "All" not in mail["X-Auto-Response-Suppress"]


def test_a_receipt_says_that_it_answers() -> None:
    assert parsed(replace(DRAFT, occasion="auto-replied"))["Auto-Submitted"] == "auto-replied"


def test_the_text_arrives_as_it_was_written() -> None:
    body = parsed(DRAFT).get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n").rstrip("\n") == DRAFT.text.rstrip("\n")


def test_the_html_has_its_style_and_its_picture() -> None:
    mail = parsed(DRAFT)
    body = mail.get_body(("html",))
    assert body is not None
    html = body.get_content()
    pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    content_id = pictures[0]["Content-ID"].strip("<>")
    assert f'src="cid:{content_id}"' in html
    assert 'alt="The board"' in html
    assert 'style="color: #111;"' in html
    assert "prefers-color-scheme" in html
    assert pictures[0].get_content() == DRAFT.pictures[0].data
    assert pictures[0]["Content-Description"] == "Le plateau"


def test_the_parts_are_where_readers_expect_them() -> None:
    kinds = [part.get_content_type() for part in parsed(DRAFT).walk()]
    assert kinds == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/plain",
    ]
    plain = replace(DRAFT, html=None, pictures=(), attachments=())
    assert [part.get_content_type() for part in parsed(plain).walk()] == ["text/plain"]


def test_the_attachment() -> None:
    attachment = next(iter(parsed(DRAFT).iter_attachments()))
    assert isinstance(attachment, EmailMessage)
    assert attachment.get_filename() == "partie n° 7.txt"
    assert attachment.get_payload(decode=True) == "é".encode()


def test_short_ascii_text_is_left_as_it_is() -> None:
    raw = compose(replace(DRAFT, html=None, pictures=(), attachments=(), text="A3\nFrom b\n"))
    assert b"\r\n\r\nA3\r\nFrom b\r\n" in raw


def test_a_long_thread_keeps_its_ends() -> None:
    ids = tuple(f"<{number}@example.net>" for number in range(50))
    kept = parsed(replace(DRAFT, references=ids, in_reply_to=ids[-1]))["References"].split()
    assert len(kept) == MOST_REFERENCES
    assert (kept[0], kept[-1]) == (ids[0], ids[-1])


def test_an_unsubscribe_address_may_be_given() -> None:
    assert parsed(DRAFT)["List-Unsubscribe"] is None
    draft = replace(DRAFT, unsubscribe="referee+c-stop-x@example.org")
    assert parsed(draft)["List-Unsubscribe"] == "<mailto:referee+c-stop-x@example.org>"


@given(st.text(), st.text(), st.text())
def test_no_text_can_add_a_header(subject: str, name: str, text: str) -> None:
    draft = replace(DRAFT, subject=subject, sender_name=name, text=text, html=None, pictures=())
    assert compose(draft).isascii()
    assert header_names(compose(draft)) == header_names(compose(DRAFT))


def header_names(raw: bytes) -> list[bytes]:
    lines = raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
    return [line.partition(b":")[0] for line in lines if not line.startswith(b" ")]


@pytest.mark.parametrize(
    "changes",
    [
        {"recipient": "anna@example.net\r\nBcc: all@example.org"},
        {"recipient": "anna@example.net, bob@example.com"},
        {"recipient": "änna@example.net"},
        {"recipient": ""},
        {"sender": "nobody"},
        {"reply_to": "a b@example.org"},
        {"message_id": "no brackets"},
        {"message_id": "<a\r\nb@c>"},
        {"in_reply_to": "<>"},
        {"references": ("x",)},
        {"language": "fr\r\nX: y"},
        {"pictures": (Picture('x" onload="', b"", ""),)},
        {"date": datetime(2026, 3, 3)},
    ],
)
def test_a_draft_that_makes_no_mail_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        compose(replace(DRAFT, **changes))  # type: ignore[arg-type]  # wrong on purpose


def test_our_own_mail_is_known_when_it_comes_back() -> None:
    letter = read_mail(compose(DRAFT), ["referee@example.org"])
    assert isinstance(letter, Letter)
    assert letter.own_mail
    assert letter.auto_reply


def test_a_reply_to_our_mail_is_read() -> None:
    theirs = replace(
        DRAFT, sender="anna@example.net", recipient=str(DRAFT.reply_to), loop="x@y.org"
    )
    letter = read_mail(compose(theirs), ["referee@example.org"])
    assert isinstance(letter, Letter)
    assert letter.recipients[0].tag == "7-b-31-fgcmncten4obaekm"


def test_a_boundary_can_be_given() -> None:
    given = replace(DRAFT, boundary="0123456789abcdef" * 2)
    assert str(parsed(given).get_boundary()).startswith("=_0123456789abcdef")
    assert compose(given) != compose(DRAFT)
    for wrong in ("short", "0123456789ABCDEF" * 2, "0123456789abcdef" * 2 + "\r\n"):
        with pytest.raises(ValueError, match="32 hexadecimal digits"):
            compose(replace(DRAFT, boundary=wrong))
