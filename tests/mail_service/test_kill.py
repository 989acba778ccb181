"""``adjudicator serve`` killed at random moments: no mail is lost, none counts twice."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import time
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from sqlalchemy import select

from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.service.config import Config, read_config
from adjudicator.app.store import Store, now
from adjudicator.daemon import Service
from adjudicator.mail.address import ReplyTo, write_reply
from adjudicator.mail.maildir import deliver, waiting
from adjudicator.mail.verdict import TAKEN, Verdict
from adjudicator.storage.post import CLAIMED, HANDLED, SENT, owe
from adjudicator.storage.tables import InboundRow, OutboxRow
from tests.databases import new_database
from tests.mail.servers import free_port, listening
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, opened, read, written
from tests.mail_service.process import FAST, command, serving, surroundings, wait_until
from tests.storage.games import TEAMS

ORDERS, OTHERS = 40, 40
SECONDS = 16.0
"""How long it is killed again and again, at most."""
OWED, KILLS = 120, 3

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


def test_killed_again_and_again(tmp_path: Path) -> None:
    config = _configured(tmp_path)
    with opened(tmp_path) as office:
        _deal(office, config)
    _drop_mails(config)
    killed = _serve_and_kill(tmp_path, config)
    assert killed >= 3
    with closing(Store.open(str(tmp_path / "games.db"))) as store:
        asyncio.run(Service(store, config).once())
        _check_log(store)
        _check_mails(store, config)


def test_killed_while_it_sends(tmp_path: Path) -> None:
    """After a restart everything is sent without waiting for the claims of the dead to run out.

    A mail that the server took just before we died is sent again: the server cannot be asked.
    It has the same Message-ID, so that mailboxes and people see that it is the same.
    """
    port, taken = free_port(), Counter[str]()

    async def take(raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        await asyncio.sleep(0.05)
        taken[str(read(raw)["Message-ID"])] += 1
        return TAKEN

    _configured(
        tmp_path, f'[send]\nkind = "smtp"\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
    )
    new_database(tmp_path / "games.db")
    config, left_claimed = tmp_path / "adjudicator.toml", 0
    with closing(Store.open(str(tmp_path / "games.db"))) as store, listening(take, port):
        ids = _owe_mails(store)
        for kill in range(1, KILLS + 1):
            with serving(config) as running:
                enough = kill * OWED // (KILLS + 2)
                wait_until(lambda least=enough: len(taken) > least, "some mails to be sent")
                running.kill()
            left_claimed += _states(store)[CLAIMED]
        with serving(config):
            wait_until(lambda: set(_states(store)) == {SENT}, "the rest to be sent")
    assert left_claimed > 0, "it was killed at work"
    assert set(taken) == ids
    assert sum(taken.values()) - OWED <= left_claimed, "only what was in hand is sent again"


def _owe_mails(store: Store) -> set[str]:
    ids = [f"<{number}.kill@example.org>" for number in range(OWED)]
    with store.transaction() as db:
        for number, message_id in enumerate(ids):
            raw = f"Message-ID: {message_id}\r\n\r\nMail {number}.\r\n".encode()
            owe(db, message_id, _stranger(number), raw, now(), None)
    return set(ids)


def _states(store: Store) -> Counter[str]:
    with store.reading() as db:
        return Counter(row.state for row in db.execute(select(_outbox.c.state)))


def _configured(folder: Path, send: str = "") -> Config:
    file = folder / "adjudicator.toml"
    file.write_text(
        f'folder = "mail"\nmailbox = "{MAILBOX}"\ndatabase = "games.db"\npictures = false\n'
        f'[[source]]\nkind = "maildir"\n{FAST}{send}'
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
    chance, killed = random.Random("kill"), 0
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and (_unread(config) or killed < 3):
        process = subprocess.Popen(
            command("serve", "--config", str(folder / "adjudicator.toml")),
            env=surroundings(),
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
