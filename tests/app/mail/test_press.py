"""PRESS by mail: who reads it, when, and what is refused."""

from __future__ import annotations

import hashlib
from email.message import EmailMessage

import pytest
from sqlalchemy import update

from adjudicator.app.terms import Terms, write_terms
from adjudicator.storage.tables import GameRow
from tests.app.mail.desk import ANNA, BEN, BLUE_LINE, Desk, subjects, text_of

EVE = "eve@example.net"
_game = GameRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


def raw_text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


@pytest.fixture
def playing(desk: Desk) -> Desk:
    """Anna has lined up; the game waits for Ben."""
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    return desk


def allow_anonymous(desk: Desk) -> None:
    with desk.store.transaction() as db:
        db.execute(update(_game).values(terms=write_terms(Terms(anonymous=True))))


# -- at once ----------------------------------------------------------------------------------


def test_press_is_delivered_at_once(playing: Desk) -> None:
    letter, receipt = playing.answer(ANNA, "PRESS yellow Well met, Ben.")
    assert subjects([letter])[0].startswith(f"{BEN}: [DT 1]")
    assert "Blue to you alone: Well met, Ben." in text_of(letter)
    assert "Sent to Yellow." in text_of(receipt)
    answered = playing.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    assert "Received" in answered[0]["Subject"], "the letter with the message can be answered"


def test_press_to_all_is_told_once(playing: Desk) -> None:
    letter, _ = playing.answer(ANNA, "PRESS ALL: Good luck!")
    assert "Blue to all: Good luck!" in text_of(letter)
    (board,) = playing.write(BEN, "BOARD 1")
    assert "Good luck!" not in text_of(board)
    (own,) = playing.write(ANNA, "BOARD 1")
    assert "Good luck!" not in text_of(own)


def test_several_messages_in_one_mail_all_arrive(playing: Desk) -> None:
    letters = playing.answer(ANNA, "PRESS ALL One.\nPRESS yellow Two.")
    assert [m["Subject"] for m in letters[:2]] == [letters[0]["Subject"]] * 2
    assert "One." in text_of(letters[0])
    assert "Two." in text_of(letters[1])
    assert "One." not in text_of(letters[1])


def test_orders_may_go_with_press(playing: Desk) -> None:
    letters = playing.answer(BEN, "PRESS blue Here I am.\nLINE CL@b22 GO@d22 ME@g22 TH@i22")
    receipt = next(m for m in letters if "Received" in m["Subject"])
    assert "Sent to Blue." in text_of(receipt)
    assert "Played" in text_of(receipt)


# -- later ------------------------------------------------------------------------------------


def test_press_may_wait_for_the_next_letter(playing: Desk) -> None:
    (receipt,) = playing.answer(BEN, "PRESS LATER blue See you.")
    assert "the next mail that its readers get" in text_of(receipt)
    letters = playing.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    to_anna = [m for m in letters if ANNA in m["To"]]
    told = [m for m in (*to_anna, *playing.answer(BEN, "ok")) if "See you." in text_of(m)]
    assert len(told) == 1
    assert "Yellow to you alone: See you." in text_of(told[0])


def test_what_waited_comes_with_what_does_not(playing: Desk) -> None:
    playing.answer(ANNA, "PRESS LATER ALL First.")
    letter, _ = playing.answer(ANNA, "PRESS ALL Second.")
    assert "Blue to all: First. Blue to all: Second." in text_of(letter)


def test_after_the_end_nothing_waits(playing: Desk) -> None:
    playing.answer(BEN, "RESIGN")
    letters = playing.answer(ANNA, "PRESS LATER yellow Thank you.")
    assert "Thank you." in text_of(letters[0])


# -- the text ---------------------------------------------------------------------------------


def test_a_long_message_ends_with_end_press(playing: Desk) -> None:
    letters = playing.answer(BEN, "PRESS ALL\nDear Anna,\n\nA2; END\n<b>Ben</b>\nEND PRESS\nok")
    letter = next(m for m in letters if "Dear Anna" in text_of(m))
    assert "    Dear Anna,\n\n    A2; END\n    <b>Ben</b>\n" in raw_text(letter)
    html = letter.get_body(("html",))
    assert html is not None
    assert "&lt;b&gt;Ben&lt;/b&gt;" in html.get_content()
    assert playing.here().head.number >= 2, "the order below the message was played"


def test_without_end_press_lines_below_are_orders(playing: Desk) -> None:
    (receipt,) = playing.answer(BEN, "PRESS ALL\nDear Anna,\nlet us begin.")
    assert "with the line END PRESS at its end" in text_of(receipt)
    assert not any("Dear Anna" in text_of(m) for m in playing.letters(ANNA))


def test_an_endpress_belongs_to_the_message_before_it(playing: Desk) -> None:
    letters = playing.answer(ANNA, "PRESS ALL One.\nPRESS yellow Two\nlines.\nENDPRESS")
    assert "Blue to all: One." in text_of(letters[0])
    assert "Blue to you alone: Two lines." in text_of(letters[1])


def test_signs_that_nobody_sees_are_left_out(playing: Desk) -> None:
    letter, _ = playing.answer(ANNA, "PRESS ALL tab\there \u202enoitcerid")
    assert "\u202e" not in raw_text(letter)


# -- anonymous --------------------------------------------------------------------------------


def test_anonymous_press_does_not_say_who_wrote_it(playing: Desk) -> None:
    allow_anonymous(playing)
    letter, receipt = playing.answer(ANNA, "PRESS ANONYMOUS ALL Somebody is slow.")
    assert "Somebody to all: Somebody is slow." in text_of(letter)
    assert "Sent to everybody" in text_of(receipt)


def test_anonymous_press_must_be_allowed(playing: Desk) -> None:
    (receipt,) = playing.answer(ANNA, "PRESS ANONYMOUS ALL Somebody is slow.")
    assert "allows no anonymous press" in text_of(receipt)
    assert "CREATE" in text_of(receipt)


# -- refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PRESS", "Please write to whom"),
        ("PRESS Good luck", "Please write to whom"),
        ("PRESS red Good luck", "Please write to whom"),
        ("PRESS LATER", "Please write to whom"),
        ("PRESS ALL", "There is no message"),
        ("PRESS yellow \t ", "There is no message"),
        ("PRESS blue Dear diary", "addressed to yourself"),
        ("PRESS ALL " + "x" * 2001, "at most 2000 characters"),
    ],
)
def test_what_is_no_press(playing: Desk, text: str, said: str) -> None:
    (receipt,) = playing.answer(ANNA, text)
    assert said in text_of(receipt)


def test_one_mail_sends_few_messages(playing: Desk) -> None:
    letters = playing.answer(ANNA, "PRESS ALL again\n" * 7)
    assert len([m for m in letters if BEN in m["To"]]) == 5
    assert "at most 5 messages" in text_of(letters[-1])


def test_press_comes_from_a_seat(playing: Desk) -> None:
    (receipt,) = playing.write(ANNA, "PRESS yellow Hello")
    assert "Please send this as a reply" in text_of(receipt)


def test_press_reaches_nobody_else(playing: Desk) -> None:
    """Neither another game nor those who watch."""
    playing.register(EVE, "Eve")
    playing.write(EVE, "CREATE standard house")
    playing.write(EVE, "OBSERVE 1")
    playing.answer(ANNA, "PRESS yellow Only for you.")
    playing.answer(ANNA, "PRESS LATER yellow And this.")
    playing.answer(BEN, "RESIGN")
    playing.write(EVE, "BOARD 1\nBOARD 2\nHISTORY 1\nSTATUS")
    letters = playing.letters(EVE)
    assert any("is over" in m["Subject"] for m in letters)
    for letter in letters:
        assert "nly for you" not in text_of(letter)
        assert "And this." not in text_of(letter)


def test_nobody_foresees_where_a_letter_is_cut(desk: Desk) -> None:
    """Its message id follows from what it is; a text with its boundary would end a part of it."""
    desk.begin()
    for letter in desk.letters(ANNA):
        foreseen = hashlib.sha256(str(letter["Message-ID"]).encode()).hexdigest()[:32]
        assert letter.get_boundary() is not None
        assert foreseen not in str(letter.get_boundary())
