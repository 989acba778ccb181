"""No statement of an ordinary mail reads through a table that grows with the years."""

from __future__ import annotations

from sqlalchemy import event

from adjudicator.storage import post
from tests.app.mail.desk import ANNA, BLUE_LINE, Desk

GROWING = ("absence", "entry", "game", "inbound", "outbox", "player", "press", "seat", "snapshot")
Statement = tuple[str, tuple[object, ...]]


def test_statements_of_a_mail_find_their_rows_by_an_index(desk: Desk) -> None:
    desk.begin()
    said: list[Statement] = []

    def note(_db: object, _cursor: object, text: str, values: object, *_: object) -> None:
        assert isinstance(values, tuple)
        said.append((text, values))

    event.listen(desk.store.engine, "before_cursor_execute", note)
    desk.answer(ANNA, BLUE_LINE)
    with desk.store.transaction() as db:
        assert post.claim(db, desk.now, "worker")
        post.release(db, "worker", desk.now)
    event.remove(desk.store.engine, "before_cursor_execute", note)
    steps = {step for statement in said for step in plan(desk, statement)}
    assert any("ix_outbox_state_due_at" in step for step in steps)
    assert not [step for step in steps if scans(step)]


def plan(desk: Desk, statement: Statement) -> list[str]:
    """How SQLite looks for the rows of a statement."""
    text, values = statement
    if not text.startswith(("SELECT", "UPDATE")) or "ORDER BY outbox.id" in text:
        return []
    with desk.store.reading() as db:
        return [row[3] for row in db.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)]


def scans(step: str) -> bool:
    return step.startswith("SCAN") and step.split()[1] in GROWING
