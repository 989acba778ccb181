"""``adjudicator serve`` killed at random moments: no mail is lost, none counts twice."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator import daemon
from adjudicator.app.config import Config, read_config
from adjudicator.app.letters import Sender
from adjudicator.app.office import Office
from adjudicator.app.proof import prove, read_stored
from adjudicator.app.store import Store, now
from adjudicator.daemon import Service
from adjudicator.mail.address import ReplyTo, write_reply
from adjudicator.mail.maildir import deliver, waiting
from adjudicator.storage.post import CLAIM_MINUTES, HANDLED, SENT
from adjudicator.storage.tables import InboundRow, OutboxRow
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, opened, read, written
from tests.storage.games import TEAMS

ORDERS, OTHERS = 40, 40
SECONDS = 16.0
"""How long it is killed again and again, at most."""
SERVE = "from adjudicator.cli.main import main; main()"
ROOT = Path(__file__).parents[2]

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


def test_killed_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = _configured(tmp_path)
    with opened(tmp_path) as office:
        _deal(office, config)
    _drop_mails(config)
    killed = _serve_and_kill(tmp_path, config)
    assert killed >= 3
    later = now() + timedelta(minutes=CLAIM_MINUTES + 1)  # claims of the dead have run out
    monkeypatch.setattr(daemon, "now", lambda: later)
    with closing(Store.open(str(tmp_path / "games.db"))) as store:
        asyncio.run(Service(store, config).once())
        _check_log(store)
        _check_mails(store, config)


def _configured(folder: Path) -> Config:
    file = folder / "adjudicator.toml"
    file.write_text(
        f'folder = "{folder / "mail"}"\nmailbox = "{MAILBOX}"\nlisten = ""\npictures = false\n'
    )
    return read_config(file)


def _deal(office: PostOffice, config: Config) -> None:
    """A game between Anna and Ben, whose mails are signed with the key of the service."""
    office.office = Office(office.store, Sender(config.signer(), pictures=False))
    office.began = now() - timedelta(hours=1)  # nobody is late yet
    office.register(ANNA, "Anna")
    office.register(BEN, "Ben")
    office.write(ANNA, "CREATE standard blue")
    office.write(BEN, "JOIN 1")


def _drop_mails(config: Config) -> None:
    """Orders that are legal one after the other only, questions of strangers, and some twice.

    Until Yellow has lined up, Blue may replace his team. Each mail answers the position that the
    one before has led to: a lost mail, or one that counted twice, would make the next ones stale.
    """
    began = time.time() - 10_000
    for number in range(ORDERS):
        to = write_reply(ReplyTo(1, "b", number), config.signer())
        order = written(ANNA, to, TEAMS[number], f"kill/{number}")
        files = [deliver(config.inbox, order)]
        if number % 10 == 0:
            again = files[0].with_name(f"{number}.again")
            again.write_bytes(order)
            files.append(again)
        if number < OTHERS:
            files.append(deliver(config.inbox, written(_stranger(number), MAILBOX, "HELP")))
        for place, file in enumerate(files):
            at = began + 10 * number + place
            os.utime(file, (at, at))


def _stranger(number: int) -> str:
    return f"stranger{number}@example.com"


def _serve_and_kill(folder: Path, config: Config) -> int:
    """Start and kill the service until everything is read; how often it was killed."""
    words = [
        "--db",
        str(folder / "games.db"),
        "serve",
        "--config",
        str(folder / "adjudicator.toml"),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    chance, killed = random.Random("kill"), 0
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and (_unread(config) or killed < 3):
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *words],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for_work(config, until)
            time.sleep(chance.uniform(0.0, 0.4))
            assert process.poll() is None, "it serves until it is killed"
        finally:
            process.kill()
            process.wait()
        killed += 1
    return killed


def _unread(config: Config) -> int:
    return len(os.listdir(config.inbox / "new"))


def _wait_for_work(config: Config, until: float) -> None:
    """Until it has begun to read, so that it is killed at work and not while it starts."""
    left = _unread(config)
    while left and _unread(config) == left and time.monotonic() < until:
        time.sleep(0.005)


def _check_log(store: Store) -> None:
    """Every order was played once, in its turn."""
    proof = prove(read_stored(store, 1))
    assert proof.fault is None, proof.fault
    assert [entry.received for entry in proof.stored.entries] == list(TEAMS[:ORDERS])
    mails = [entry.inbound_id for entry in proof.stored.entries]
    assert len(set(mails)) == ORDERS, "each entry names the mail it came by"


def _check_mails(store: Store, config: Config) -> None:
    """Every mail was taken in once and answered once; every answer lies in a Maildir once."""
    assert not waiting(config.inbox)
    with store.reading() as db:
        fates = Counter(row.state for row in db.execute(select(_inbound)))
        owed = list(db.execute(select(_outbox)))
    before = 6  # registering, confirming, opening and joining
    assert fates == {HANDLED: ORDERS + OTHERS + before}
    assert {row.state for row in owed} == {SENT}
    mails = [read(file.read_bytes()) for file in config.outbox.glob("*/new/*")]
    delivered = Counter(str(mail["Message-ID"]) for mail in mails)
    assert delivered == Counter(row.message_id for row in owed)
    assert set(delivered.values()) == {1}
    answered = Counter(str(mail["In-Reply-To"]) for mail in mails if mail["In-Reply-To"])
    questions = [read(file.read_bytes()) for file in (config.inbox / "cur").glob("*")]
    for mail in questions:
        assert answered[str(mail["Message-ID"])] == 1
    assert len({str(mail["Message-ID"]) for mail in questions}) == ORDERS + OTHERS
