"""Mail that needs a person: what ``status`` tells, and the queues to put it right."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.app.post import office as office_module
from adjudicator.app.store import now
from adjudicator.cli.logs import Json, Logfmt
from adjudicator.cli.main import cli
from adjudicator.storage import post
from adjudicator.storage.beat import Beat, Doubt, put_beat
from tests.mail_service.post_office import ANNA, MAILBOX, PostOffice, written

REFUSED = "550 5.1.1 no such person"


def run(folder: Path, *words: str) -> Result:
    """Type a command, without settings: mail lies below the current folder."""
    return CliRunner().invoke(cli, ("--db", str(folder / "games.db"), *words))


@pytest.fixture(autouse=True)
def in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def gone_wrong(post_office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    """A mail that was given up, and one that a bug of ours could not handle."""
    post_office.began = now() - timedelta(minutes=5)
    post_office.write(ANNA, "HELP")
    with post_office.store.transaction() as db:
        for owed in post.claim(db, now(), "me"):
            post.note_failed(db, owed, now(), REFUSED, permanent=True)
    with monkeypatch.context() as patched:
        patched.setattr(office_module, "carry_out", _fail)
        assert "quarantined" in post_office.receive(written(ANNA, MAILBOX, "LIST", "odd"))
    with post_office.store.transaction() as db:  # the apology leaves
        for owed in post.claim(db, now(), "me"):
            post.note_sent(db, owed.id, owed.raw)
    return post_office


def _fail(*_: object) -> None:
    raise RuntimeError("LIST said Anna")


# -- status -------------------------------------------------------------------------------------


def test_nothing_is_wrong(post_office: PostOffice, tmp_path: Path) -> None:
    result = run(tmp_path, "status")
    assert result.exit_code == 0, result.output
    assert "given up: 0" in result.output and "needs a person" not in result.output
    told = json.loads(run(tmp_path, "status", "--json").output)
    assert told["ok"] is True and told["queue"]["queued"] == 0


def test_what_is_wrong_is_told_with_its_reason(gone_wrong: PostOffice, tmp_path: Path) -> None:
    result = run(tmp_path, "status")
    assert result.exit_code == 1
    for part in (f"mail 1 to {ANNA}: {REFUSED}", "RuntimeError", "needs a person", "given up: 1"):
        assert part in result.output, result.output
    told = json.loads(run(tmp_path, "status", "--json").output)
    assert told["ok"] is False and len(told["needs"]) == 2
    assert (told["queue"]["dead"], told["queue"]["quarantined"]) == (1, 1)
    assert told["dead"][0]["why"] == REFUSED


def test_mail_that_nobody_sends_needs_a_person(post_office: PostOffice, tmp_path: Path) -> None:
    post_office.began = now() - timedelta(minutes=10)
    post_office.write(ANNA, "HELP")
    assert run(tmp_path, "status").exit_code == 0
    post_office.began = now() - timedelta(hours=3)
    post_office.write("ben@example.net", "HELP")
    result = run(tmp_path, "status")
    assert result.exit_code == 1 and "is the service running?" in result.output


def test_late_games_and_a_clock_in_doubt(between_two: PostOffice, tmp_path: Path) -> None:
    result = run(tmp_path, "status")
    assert "late games: 2" in result.output and "G1: Anna, asked 2026-03-02" in result.output
    with between_two.store.transaction() as db:
        put_beat(db, Beat(now(), Doubt(now() - timedelta(days=9), now())))
    result = run(tmp_path, "status")
    assert result.exit_code == 1 and "the clock is in doubt" in result.output


# -- queue --------------------------------------------------------------------------------------


def test_a_mail_that_was_given_up_is_sent_again(gone_wrong: PostOffice, tmp_path: Path) -> None:
    assert f"1  to {ANNA}, 1 attempts: {REFUSED}" in run(tmp_path, "queue", "list").output
    assert run(tmp_path, "queue", "retry", "1").exit_code == 0
    assert "No mail was given up." in run(tmp_path, "queue", "list").output
    with gone_wrong.store.transaction() as db:
        assert [(owed.id, owed.attempts) for owed in post.claim(db, now(), "me")] == [(1, 1)]


def test_a_mail_that_was_given_up_is_dropped(gone_wrong: PostOffice, tmp_path: Path) -> None:
    assert run(tmp_path, "queue", "drop", "1").exit_code == 0
    with gone_wrong.store.transaction() as db:
        assert post.claim(db, now() + timedelta(days=1), "me") == []
    assert len(gone_wrong.sent()) >= 1, "it is kept"


@pytest.mark.parametrize("word", ["retry", "drop"])
@pytest.mark.parametrize("number", ["2", "77", "0", "-1", "x", "9" * 30])
def test_only_dead_mails_are_touched(
    gone_wrong: PostOffice, tmp_path: Path, word: str, number: str
) -> None:
    for group in ("queue", "quarantine"):
        result = run(tmp_path, group, word, "--", "77" if number == "2" else number)
        assert result.exit_code == 2 and "Traceback" not in result.output, result.output


# -- quarantine ---------------------------------------------------------------------------------


def test_a_mail_in_quarantine_is_looked_at_and_read_again(
    gone_wrong: PostOffice, tmp_path: Path
) -> None:
    listed = run(tmp_path, "quarantine", "list").output
    assert "RuntimeError" in listed and "1 in quarantine." in listed
    shown = run(tmp_path, "quarantine", "show", "2").output
    assert "Subject: Dungeon Twister" in shown and shown.rstrip().endswith("LIST")
    again = run(tmp_path, "quarantine", "retry", "2")
    assert again.exit_code == 0 and "Mail 2: handled." in again.output, again.output
    assert gone_wrong.fates() == [post.HANDLED, post.HANDLED]
    assert "No mail is in quarantine." in run(tmp_path, "quarantine", "list").output
    assert run(tmp_path, "quarantine", "retry", "2").exit_code == 2, "once is enough"


def test_a_mail_that_fails_again_stays(
    gone_wrong: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office_module, "carry_out", _fail)
    assert "quarantined" in run(tmp_path, "quarantine", "retry", "2").output
    assert gone_wrong.fates() == [post.HANDLED, post.QUARANTINED]


def test_a_mail_in_quarantine_is_dropped(gone_wrong: PostOffice, tmp_path: Path) -> None:
    assert run(tmp_path, "quarantine", "drop", "2").exit_code == 0
    assert gone_wrong.fates() == [post.HANDLED, post.IGNORED]
    assert gone_wrong.receive(written(ANNA, MAILBOX, "LIST", "odd")) == "seen before"


# -- the log ------------------------------------------------------------------------------------


def test_the_words_of_an_error_are_not_logged() -> None:
    try:
        raise ValueError("CARD +5 from referee+7-b-31-fgcmncten4obaekm@example.org")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    told = {"why": "550 <anna+secret@example.org> unknown", "mail": 7}
    record = logging.makeLogRecord(
        {"name": "adjudicator.x", "msg": "it failed", "exc_info": info, **told}
    )
    other = logging.makeLogRecord({"name": "mail.log", "msg": "%r", "args": ("CARD +5",)})
    for form in (Logfmt(), Json()):
        text = form.format(record) + form.format(other)
        assert "CARD" not in text and "secret" not in text and "referee" not in text
        assert "*@example.org" in text and "test_queues.py:" in text and "ValueError" in text
        assert "\n" not in text
