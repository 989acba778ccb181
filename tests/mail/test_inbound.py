"""Letters: identity, what is told of them, and their parts one by one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adjudicator.mail.inbound import ECHO_LINES, LeftOut, Letter, Unfit, read_mail
from adjudicator.mail.limits import Limits
from adjudicator.mail.quotes import write_mark, written
from adjudicator.mail.text import clean, decode, unflow

MAIL = (
    b"Received: from a by b\r\nFrom: Anna <Anna@Example.NET>\r\nTo: referee+7-b@example.org\r\n"
    b"Cc: bob@example.com\r\nSubject: Re: Game 7\r\nDate: Tue, 3 Mar 2026 10:12:33 +0100\r\n"
    b"Message-ID: <1@example.net>\r\n\r\nA3\r\nEND\r\n"
)


def letter(raw: bytes, limits: Limits | None = None) -> Letter:
    found = read_mail(raw, ["referee@example.org"], limits or Limits())
    assert isinstance(found, Letter)
    return found


def test_the_facts_of_a_mail() -> None:
    mail = letter(MAIL)
    assert mail.message_id == "<1@example.net>"
    assert mail.sender == "Anna@example.net"
    assert [(to.mailbox, to.tag) for to in mail.recipients] == [
        ("referee@example.org", "7-b"),
        ("bob@example.com", ""),
    ]
    assert mail.subject == "Game 7"
    assert mail.date == datetime(2026, 3, 3, 9, 12, 33, tzinfo=UTC)
    assert mail.orders == "A3\nEND"
    assert mail.echo == "> A3\n> END"
    assert mail.left_out == LeftOut()
    assert mail.readable
    assert not mail.auto_reply


def test_a_second_delivery_is_the_same_mail() -> None:
    again = MAIL.replace(b"Received: from a by b\r\n", b"Received: from c by d\r\nX-Spam: no\r\n")
    assert letter(again).identity == letter(MAIL).identity


@pytest.mark.parametrize(
    "change", [(b"A3", b"A4"), (b"1@example.net>", b"2@example.net>"), (b"Anna@", b"Eve@")]
)
def test_another_mail_is_not_the_same(change: tuple[bytes, bytes]) -> None:
    assert letter(MAIL.replace(*change)).identity != letter(MAIL).identity


def test_a_mail_without_id_gets_one_from_its_content() -> None:
    nameless = MAIL.replace(b"Message-ID", b"X-Id")
    assert letter(nameless).message_id == letter(nameless.replace(b"from a", b"from b")).message_id
    assert letter(nameless).message_id != letter(nameless.replace(b"A3", b"A4")).message_id
    assert letter(nameless).message_id.endswith("@without-id>")


def test_the_echo_is_bounded() -> None:
    mail = letter(MAIL.replace(b"A3\r\n", b"A3\r\n" * 100))
    assert len(mail.echo.split("\n")) == ECHO_LINES + 1
    assert mail.echo.endswith("> [...]")


def test_the_limits_are_kept() -> None:
    assert letter(MAIL, Limits(size=100)).oversized
    assert letter(MAIL, Limits(lines=5)).oversized
    assert letter(MAIL, Limits(text_lines=1)).left_out.cut
    assert letter(MAIL, Limits(text_size=1)).left_out.cut
    assert letter(MAIL, Limits(body=3)).left_out.cut
    assert not letter(MAIL, Limits(size=100)).readable


def test_an_unfit_mail_has_an_identity() -> None:
    one, other = read_mail(b"a"), read_mail(b"b")
    assert isinstance(one, Unfit)
    assert isinstance(other, Unfit)
    assert one.identity != other.identity


def test_a_bug_in_reading_makes_a_mail_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a bug")

    monkeypatch.setattr("adjudicator.mail.inbound.written", fail)
    assert read_mail(MAIL) == read_mail(MAIL)._replace(reason="cannot be read: AssertionError")


def test_an_unreadable_body_leaves_the_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("unknown encoding")

    monkeypatch.setattr("adjudicator.mail.inbound.read_body", fail)
    mail = letter(MAIL)
    assert (mail.unreadable, mail.orders, mail.sender) == (True, "", "Anna@example.net")


# -- quotes -----------------------------------------------------------------------------------

INTRODUCTIONS = [
    "On Tue, 3 Mar 2026 at 09:12, Referee <r@example.org> wrote:",
    "On Tue, 3 Mar 2026 at 09:12, Referee <\nr@example.org>\nwrote:",
    "On 2026-03-03 09:12, Referee wrote:",
    "Am 03.03.26 um 09:12 schrieb Referee:",
    "Am Di., 3. März 2026 um 09:12 Uhr schrieb Referee <\nr@example.org>:",
    "Referee <r@example.org> schrieb am Di., 3. März 2026, 09:12:",
    "Le mar. 3 mars 2026 à 09:12, Referee <r@example.org> a écrit :",
    "Le 03/03/2026 à 09:12, Referee a écrit :",
    "2026-03-03 9:12 GMT+01:00 Referee <r@example.org>:",
    "Referee wrote:",
]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_introductions_go_with_their_quotes(introduction: str) -> None:
    text = f"A3\nWA c4-c5\n\n{introduction}\n\n> RV R3\n>\n> END\n\nEND"
    assert written(text, Limits()).text == "A3\nWA c4-c5\n\nEND"


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_introductions_go_with_our_mark(introduction: str) -> None:
    mark = write_mark("Écrivez au-dessus de cette ligne")
    assert written(f"A3\n\n{introduction}\n{mark}\nRV R3", Limits()).text == "A3"


def test_orders_right_above_an_introduction_are_kept() -> None:
    text = "A3\nWA c4-c5\nOn Tue, 3 Mar 2026, Referee wrote:\n> RV R3"
    assert written(text, Limits()).text == "A3\nWA c4-c5"


def test_a_long_quote_does_not_hide_the_orders_below_it() -> None:
    text = "On 3 Mar 2026, Referee wrote:\n" + "> RV R3\n" * 5_000 + "A3\nEND\n"
    assert written(text, Limits()) == ("A3\nEND", 5_001, 0, False, True)


def test_a_long_unmarked_quote_cuts_nothing() -> None:
    text = "A3\n\n-----Original Message-----\nFrom: Referee\n" + "RV R3\n" * 5_000
    found = written(text, Limits())
    assert (found.text, found.cut) == ("A3", False)


def test_a_signature_ends_only_what_stands_above_it() -> None:
    text = "A3\n-- \nAnna\nRV R9\n\nOn 3 Mar 2026, Referee wrote:\n> RV R3\nEND\n-- \nAnna"
    assert written(text, Limits()).text == "A3\n\nEND"


# -- text -------------------------------------------------------------------------------------


def test_flowed_text_is_joined_within_one_quote_only() -> None:
    long = "x" * 70 + " "
    assert unflow(f"> {long}\n{long}\nmore", delete_space=False) == f"> {long}\n{long}more"


def test_a_signature_mark_is_no_soft_break() -> None:
    assert unflow("-- \n" + "x" * 80, delete_space=False) == "-- \n" + "x" * 80


@pytest.mark.parametrize(
    "charset", ["", "\0", "zip", "hex", "rot13", "idna", "undefined", "é", "a" * 99]
)
def test_a_strange_charset_is_no_obstacle(charset: str) -> None:
    assert decode(b"A3", charset) == "A3"


def test_cleaning_twice_changes_nothing() -> None:
    text = "".join(map(chr, range(0x3000)))
    assert clean(clean(text)) == clean(text)
