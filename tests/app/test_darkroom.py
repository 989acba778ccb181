"""Pictures: the outbox keeps drawings, and mails leave with PNGs."""

from __future__ import annotations

import email
import email.policy
import struct
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.app.letters import darkroom
from adjudicator.app.letters.darkroom import ready_to_leave
from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from adjudicator.app.store import Store
from adjudicator.mail.outbound import Draft, Picture, compose
from adjudicator.render.png import write_png
from tests.app.mail.desk import ANNA, NOON, Desk
from tests.databases import new_database

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/>'
DRAWING = f"{SVG}</svg>"
DRAFT = Draft(
    message_id="<1@example.org>",
    date=NOON,
    sender="referee@example.org",
    recipient=ANNA,
    subject="The board",
    text="Look.\n",
    html='<html><body><img src="cid:board" alt="The board"></body></html>',
)


def with_picture(data: bytes, kind: str) -> Draft:
    assert kind in ("svg", "png")
    alt = "Le château, vu d'en haut, avec tout ce qui s'y trouve en ce moment"
    return replace(DRAFT, pictures=(Picture("board", data, alt, kind),))  # type: ignore[arg-type]  # checked above


def test_a_developed_mail_is_the_mail_composed_with_the_picture() -> None:
    queued = compose(with_picture(DRAWING.encode(), "svg"))
    assert ready_to_leave(queued) == compose(with_picture(write_png(DRAWING), "png"))


def test_a_mail_without_a_drawing_leaves_as_it_is() -> None:
    for raw in (compose(DRAFT), compose(with_picture(write_png(DRAWING), "png")), b"", b"--=_"):
        assert ready_to_leave(raw) == raw


def test_words_that_look_like_a_drawing_stay_words() -> None:
    text = "Content-Type: image/svg+xml\nContent-ID: <x>\n\nPHN2Zz4=\n\n--=_\n"
    raw = compose(replace(DRAFT, text=text, html=None))
    assert ready_to_leave(raw) == raw


def test_a_drawing_that_is_none_does_not_hold_a_mail_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    queued = compose(with_picture(b"<svg", "svg"))
    assert ready_to_leave(queued) == queued
    assert "could not be drawn" in caplog.text


def test_a_picture_is_drawn_here_if_no_process_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    darkroom._picture.cache_clear()
    monkeypatch.setattr(darkroom.sys, "executable", "/nowhere/python")
    queued = compose(with_picture(DRAWING.encode(), "svg"))
    assert ready_to_leave(queued) == compose(with_picture(write_png(DRAWING), "png"))


def test_pictures_are_drawn_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    darkroom._picture.cache_clear()
    monkeypatch.setattr(darkroom, "write_png", lambda svg: pytest.fail("drawn in this process"))
    queued = compose(with_picture(DRAWING.encode(), "svg"))
    assert ready_to_leave(queued) == compose(with_picture(write_png(DRAWING), "png"))


def test_pictures_are_kept_within_bounds() -> None:
    assert darkroom._picture.cache_info().maxsize == 32


def test_a_letter_leaves_with_the_picture_of_its_board(tmp_path: Path) -> None:
    store = Store.open(new_database(tmp_path / "games.db"))
    desk = Desk(store)
    desk.office = Office(store, Sender(desk.sender.signer))
    desk.begin(house=True)
    queued = next(m for m in reversed(desk.letters(ANNA)) if _types(m, "image"))
    sent = email.message_from_bytes(
        ready_to_leave(queued.as_bytes(policy=email.policy.default.clone(linesep="\r\n"))),
        policy=email.policy.default,
    )
    store.close()
    assert _types(queued, "image") == ["image/svg+xml"]
    assert _types(sent, "image") == ["image/png"]
    png = next(part for part in sent.walk() if part.get_content_type() == "image/png")
    assert png.get_filename() == "board.png"
    width, height = struct.unpack(">II", png.get_content()[16:24])
    assert width > 100 and height > 100


def _types(mail: EmailMessage, family: str) -> list[str]:
    return [p.get_content_type() for p in mail.walk() if p.get_content_maintype() == family]
