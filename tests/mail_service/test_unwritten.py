"""A letter that cannot be written when it should leave holds nobody else up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select, update

from adjudicator.app.service.config import read_config
from adjudicator.daemon import Service
from adjudicator.storage import post
from adjudicator.storage.tables import OutboxRow
from tests.mail_service.post_office import ANNA, MAILBOX, PostOffice

_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
BLUE_LINE = "LINE CL@b1 TH@d1 WI@g1 TR@i1"
SETTINGS = f'mailbox = "{MAILBOX}"\ndatabase = "games.db"\npictures = false\n'


def test_a_letter_that_cannot_be_written_is_tried_later(
    between_two: PostOffice,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ADJUDICATOR_KEY", "a key that only the tests have")
    between_two.answer(ANNA, BLUE_LINE)
    broken = _break_newest(between_two)
    file = tmp_path / "adjudicator.toml"
    file.write_text(SETTINGS)
    asyncio.run(Service(between_two.store, read_config(file)).once())
    with between_two.store.reading() as db:
        rows = list(db.execute(select(_outbox)))
    (left,) = (row for row in rows if row.state != post.SENT)
    assert (left.id, left.state, left.attempts) == (broken, post.QUEUED, 1)
    assert left.why == "it could not be written: KeyError"
    assert "a letter could not be written" in caplog.text
    assert all(row.raw and row.outline is None for row in rows if row.state == post.SENT)


def _break_newest(office: PostOffice) -> int:
    """Spoil the outline of the newest letter that is not written yet; says which it is."""
    with office.store.transaction() as db:
        query = select(_outbox.c.id).where(_outbox.c.outline.is_not(None))
        number = int(db.scalars(query.order_by(_outbox.c.id.desc())).first() or 0)
        spoilt = {"outline": '{"$":"Letter of another version"}'}
        db.execute(update(_outbox).where(_outbox.c.id == number).values(spoilt))
    return number
