"""The clock of the service: ``serve --once`` watches it, ``clock`` shows and confirms it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.app.store import Store, now
from adjudicator.cli.main import cli
from adjudicator.mail.maildir import maildir_of, waiting
from adjudicator.storage.beat import Beat, Doubt, doubt, put_beat
from tests.app.mail.desk import BEN, Desk
from tests.databases import new_database

DAY = timedelta(days=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of Anna and Ben in which both have been asked for four days."""
    config = tmp_path / "adjudicator.toml"
    config.write_text('mailbox = "referee@example.org"\ndatabase = "games.db"\npictures = false\n')
    with_store = Store.open(new_database(tmp_path / "games.db"))
    desk = Desk(with_store)
    desk.now = now() - 4 * DAY
    desk.begin()
    with_store.close()
    return tmp_path


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--db", str(folder / "games.db"), *words])


def serve_once(folder: Path) -> str:
    """What lies in Ben's mailbox after it, as one text."""
    done = run(folder, "serve", "--once", "--config", str(folder / "adjudicator.toml"))
    assert done.exit_code == 0, done.output
    maildir = maildir_of(folder / "mail" / "out", BEN)
    return "\n".join(path.read_text() for path in waiting(maildir))


def put(folder: Path, beat: Beat) -> None:
    store = Store.open(str(folder / "games.db"))
    with store.transaction() as db:
        put_beat(db, beat)
    store.close()


def in_doubt(folder: Path) -> bool:
    store = Store.open(str(folder / "games.db"))
    with store.reading() as db:
        found = doubt(db)
    store.close()
    return found is not None


def test_once_lets_deadlines_pass(folder: Path) -> None:
    assert "Deadline of Yellow passed" in serve_once(folder)


def test_once_after_a_long_time_waits_for_a_person(folder: Path) -> None:
    put(folder, Beat(now() - 2 * DAY))
    assert "Deadline of" not in serve_once(folder)
    shown = run(folder, "clock").output
    assert "It is in doubt: the clock went from" in shown
    assert "adjudicator clock confirm" in shown
    confirmed = run(folder, "clock", "confirm")
    assert confirmed.exit_code == 0
    assert "Games whose players have their full time again: 1" in confirmed.output
    assert not in_doubt(folder)
    assert "Deadline of" not in serve_once(folder), "everybody has his full time again"
    assert run(folder, "verify", "G1").exit_code == 0


def test_clock_before_the_first_service(folder: Path) -> None:
    assert "has not looked at it yet" in run(folder, "clock").output


def test_clock_in_good_order(folder: Path) -> None:
    put(folder, Beat(now()))
    assert "It is trusted" in run(folder, "clock").output


def test_nothing_to_confirm(folder: Path) -> None:
    refused = run(folder, "clock", "confirm")
    assert refused.exit_code == 2
    assert "the clock is not in doubt" in refused.output


def test_a_doubt_is_kept_by_a_service_that_finds_nothing_new(folder: Path) -> None:
    put(folder, Beat(now(), Doubt(now() - DAY, now())))
    assert "Deadline of" not in serve_once(folder)
    assert in_doubt(folder)


# -- terms at the shell -------------------------------------------------------------------------


def test_new_takes_the_terms_of_a_game(folder: Path) -> None:
    made = run(folder, "new", "--players", "blue=anna,yellow=ben", "--terms", "off=SUN,sat days=2")
    assert made.exit_code == 0, made.output
    store = Store.open(str(folder / "games.db"))
    assert store.read(2)[0].terms == "days=2 off=sat,sun"
    store.close()


def test_new_refuses_terms_that_cannot_be_had(folder: Path) -> None:
    made = run(folder, "new", "--players", "blue=anna,yellow=ben", "--terms", "days=99")
    assert made.exit_code == 2
    assert "days=99 is not possible: write a number from 0.05 to 30." in made.output
    alone = run(folder, "new", str(folder / "x.dt"), "--terms", "days=2")
    assert alone.exit_code == 2
    assert "give --players" in alone.output
