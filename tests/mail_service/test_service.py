"""``adjudicator serve`` as a process: its sources, its log, its end, and what status tells."""

from __future__ import annotations

import json
import re
import smtplib
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.service.config import read_config
from adjudicator.app.store import Store
from adjudicator.mail.maildir import deliver, maildir_of, waiting
from adjudicator.storage.tables import GameRow, InboundRow
from tests.databases import new_database
from tests.mail.servers import free_port
from tests.mail_service.post_office import ANNA, MAILBOX, read, text_of, written
from tests.mail_service.process import FAST, answers, command, serving, surroundings, wait_until
from tests.mail_service.test_smtp_game import play

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_game = GameRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel

COMMON = f'mailbox = "{MAILBOX}"\ndatabase = "games.db"\npictures = false\n'


def configured(folder: Path, text: str) -> Path:
    file = folder / "adjudicator.toml"
    file.write_text(COMMON + text)
    return file


def by_smtp(port: int) -> str:
    return f'[[source]]\nkind = "smtp"\nport = {port}\n'


def status(config: Path) -> tuple[int, dict[str, object]]:
    words = command("status", "--json", "--config", str(config))
    done = subprocess.run(words, env=surroundings(), capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


# -- the log ------------------------------------------------------------------------------------


def test_the_log_of_a_whole_game_tells_no_secret(tmp_path: Path) -> None:
    port = free_port()
    file = configured(tmp_path, by_smtp(port) + FAST)
    new_database(tmp_path / "games.db")
    with serving(file, "--log-level", "debug") as running:
        wait_until(lambda: answers(port), "the listener")
        with closing(Store.open(str(tmp_path / "games.db"))) as store:
            robots = play(store, read_config(file), port)
            assert prove(read_stored(store, 1)).fault is None
    lines = running.logged().splitlines()
    assert sum('event="mail taken"' in line for line in lines) > 50
    with closing(Store.open(str(tmp_path / "games.db"))) as store, store.reading() as db:
        mails = [row.raw for row in db.execute(select(_inbound.c.raw))]
        seed = db.execute(select(_game.c.seed)).scalar_one()
    said = {line for raw in mails for line in text_of(read(raw)).splitlines() if len(line) > 3}
    subjects = {str(mail["Subject"]) for robot in robots for mail in robot.mails.values()}
    texts = {str(mail[name]) for robot in robots for mail in robot.mails.values()
             for name in ("Reply-To", "Message-ID")}  # fmt: skip
    assert len(said) > 20 and len(subjects) > 5
    log = "\n".join(lines[2:])  # the first two greet whoever sits at the shell
    for secret in {seed, *said, *subjects, *texts, "CARD", "Subject", "anna@", "ben@"}:
        assert secret not in log, secret
    assert not re.search(r"[\w.-]+\+[\w-]+@", log), "an address with a tag"
    assert not re.search(r"\b[a-z2-7]{16}\b", log), "a token"


def test_an_error_tells_its_place_and_not_its_words(tmp_path: Path) -> None:
    """A bounce quotes the address; a bug may quote a mail."""
    port, nobody = free_port(), free_port()
    send = f'[send]\nkind = "smtp"\nhost = "127.0.0.1"\nport = {nobody}\nsecurity = "none"\n'
    file = configured(tmp_path, by_smtp(port) + send)
    with serving(file, "--log-format", "json") as running:
        wait_until(lambda: answers(port), "the listener")
        with smtplib.SMTP("127.0.0.1", port) as client:
            client.sendmail(ANNA, [MAILBOX], written(ANNA, MAILBOX, "HELP"))
        wait_until(lambda: running.has_logged("mail not sent"), "a failure")
    found = [json.loads(line) for line in running.logged().splitlines()[2:]]
    (failed,) = [line for line in found if line["event"] == "mail not sent"]
    assert failed["level"] == "warning" and failed["given_up"] is False and failed["attempt"] == 1
    assert "anna@" not in running.logged()


# -- sources ------------------------------------------------------------------------------------


def test_one_source_in_trouble_does_not_stop_the_others(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        file = configured(tmp_path, f'{by_smtp(port)}[[source]]\nkind = "maildir"\npoll = 0.1\n')
        config = read_config(file)
        deliver(config.inbox, written(ANNA, MAILBOX, "HELP"))
        with serving(file) as running:
            box = maildir_of(config.outbox, ANNA)
            wait_until(lambda: box.exists() and bool(waiting(box)), "an answer")
            wait_until(lambda: running.has_logged("in trouble"), "the trouble")
            code, told = status(file)
            assert code == 1
            (trouble,) = told["troubles"]  # type: ignore[misc]  # a list of one table
            assert trouble["part"] == f"smtp 127.0.0.1:{port}"
            assert "in use" in trouble["why"]
            taken.close()
            wait_until(lambda: answers(port), "it tries again")
            assert status(file)[0] == 0


def test_it_finishes_the_mail_in_hand(tmp_path: Path) -> None:
    """Told to stop while mails wait: each one is either answered or still where it was."""
    file = configured(tmp_path, '[[source]]\nkind = "maildir"\n')
    config = read_config(file)
    people = [f"person{number}@example.net" for number in range(60)]
    for person in people:
        deliver(config.inbox, written(person, MAILBOX, "HELP"))
    with serving(file) as running:
        wait_until(lambda: running.has_logged("mail taken"), "the first mail")
        running.stop()
        assert running.logged().rstrip().endswith("event=stopped")
    left = len(waiting(config.inbox))
    assert 0 < left < 60, "it neither stops at once nor reads them all first"
    with closing(Store.open(str(tmp_path / "games.db"))) as store, store.reading() as db:
        assert len(list(db.execute(select(_inbound.c.id)))) == 60 - left
    assert "claimed" not in str(status(file)[1]["queue"]).replace("'claimed': 0", "")


@pytest.mark.parametrize(
    ("secret", "why"),
    [
        ('password_file = "none"', "password_file: cannot read"),
        ('password_env = "NO"', "the environment variable NO is not set"),
        ('password = "b"', "does not belong into this file"),
    ],
)
def test_settings_without_their_secrets_are_refused(tmp_path: Path, secret: str, why: str) -> None:
    text = f'[[source]]\nkind = "imap"\nhost = "x"\nuser = "a"\n{secret}\n'
    words = command("serve", "--config", str(configured(tmp_path, text)))
    done = subprocess.run(words, env=surroundings(), capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert why in done.stderr and "Traceback" not in done.stderr
