"""Several workers serve one PostgreSQL database: each mail is handled once and sent once."""

from __future__ import annotations

import asyncio
import smtplib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.store import Store, now
from adjudicator.mail.address import ReplyTo, Signer, write_reply
from adjudicator.mail.verdict import TAKEN, Verdict
from adjudicator.storage import post
from adjudicator.storage.tables import InboundRow, OutboxRow
from tests.mail.servers import free_port, listening
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, read, written
from tests.mail_service.process import FAST, Running, answers, serving, wait_until
from tests.storage.games import TEAMS

MAILS = 200
ROUNDS = 10
KEY = "a key that both workers have"

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


@pytest.fixture
def store(postgres_url: str) -> Iterator[Store]:
    with closing(Store.open(postgres_url)) as opened:
        yield opened


class Sink:
    """A mail server that takes everything and remembers it."""

    def __init__(self) -> None:
        self.port = free_port()
        self.ids: Counter[str] = Counter()

    async def take(self, raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        await asyncio.sleep(0.05)  # so that one worker alone cannot be fast enough
        self.ids[str(read(raw)["Message-ID"])] += 1
        return TAKEN


def configured(folder: Path, name: str, store: Store, sink: Sink, port: int) -> Path:
    own = folder / name
    own.mkdir()
    file = own / "adjudicator.toml"
    file.write_text(
        f'mailbox = "{MAILBOX}"\nworker = "{name}"\npictures = false\ndatabase = "{store.url}"\n'
        f'[[source]]\nkind = "smtp"\nport = {port}\n{FAST}'
        f'[send]\nkind = "smtp"\nhost = "127.0.0.1"\nport = {sink.port}\nsecurity = "none"\n'
    )
    return file


@contextmanager
def two_workers(
    folder: Path, store: Store, sink: Sink
) -> Iterator[tuple[list[Running], list[int]]]:
    ports = [free_port(), free_port()]
    key = {"ADJUDICATOR_KEY": KEY}
    with ExitStack() as stack:
        workers = []
        for name, port in zip(("one", "two"), ports, strict=True):
            file = configured(folder, name, store, sink, port)
            workers.append(stack.enter_context(serving(file, environment=key)))
        wait_until(lambda: all(map(answers, ports)), "the listeners")
        yield workers, ports


def owe_mails(store: Store, number: int) -> set[str]:
    """Mails in the outbox, to a few people; their ids."""
    ids = [f"<{n}.workers@example.org>" for n in range(number)]
    with store.transaction() as db:
        for n, message_id in enumerate(ids):
            to = f"player{n % 17}@example.net"
            raw = f"Message-ID: {message_id}\r\nTo: {to}\r\n\r\nMail {n}.\r\n".encode()
            assert post.owe(db, message_id, to, raw, now(), None)
    return set(ids)


def states(store: Store) -> Counter[str]:
    with store.reading() as db:
        return Counter(row.state for row in db.execute(select(_outbox.c.state)))


def test_two_workers_send_each_mail_once(tmp_path: Path, store: Store) -> None:
    sink = Sink()
    with listening(sink.take, sink.port), two_workers(tmp_path, store, sink):
        ids = owe_mails(store, MAILS)
        wait_until(lambda: states(store) == {post.SENT: MAILS}, "all mails to be sent")
    assert sink.ids == dict.fromkeys(ids, 1)
    with store.reading() as db:
        workers = {row.claimed_by for row in db.execute(select(_outbox.c.claimed_by))}
    assert workers == {"one", "two"}


def test_a_worker_sends_at_once_what_it_claimed_in_an_earlier_life(
    tmp_path: Path, store: Store
) -> None:
    """The claims of another worker, which may be alive, are left alone for a while."""
    sink = Sink()
    owe_mails(store, 30)
    with store.transaction() as db:
        mine = {owed.message_id for owed in post.claim(db, now(), "one")}
        others = {owed.message_id for owed in post.claim(db, now(), "three")}
        db.execute(update(_outbox).where(_outbox.c.state == post.QUEUED).values(state=post.DROPPED))
    with listening(sink.take, sink.port), two_workers(tmp_path, store, sink):
        wait_until(lambda: len(sink.ids) == 10, "the claims of the first worker")
    assert sink.ids == dict.fromkeys(mine, 1)
    assert not set(sink.ids) & others
    later = now() + timedelta(minutes=post.CLAIM_MINUTES + 1)
    with store.transaction() as db:
        assert {owed.message_id for owed in post.claim(db, later, "two")} == others


def test_two_workers_take_mails_of_one_game(tmp_path: Path, store: Store) -> None:
    """Of two orders for the same position one is played, the other is told that it is too late.

    Now and then both workers get the same mail, too.
    """
    sink = Sink()
    with listening(sink.take, sink.port), two_workers(tmp_path, store, sink) as (workers, ports):
        sender = Sender(Signer(MAILBOX, KEY.encode()), pictures=False)
        _deal(store, sender)
        with ThreadPoolExecutor(4) as people:
            for number in range(ROUNDS):
                to = write_reply(ReplyTo(1, "b", number), sender.signer)
                one, two = (written(ANNA, to, TEAMS[2 * number + k], (number, k)) for k in (0, 1))
                handed = [(ports[0], one), (ports[1], two)]
                if number % 3 == 0:
                    handed += [(ports[1], one), (ports[0], two)]
                list(people.map(lambda pair: _hand_over(*pair), handed))
        wait_until(lambda: set(states(store)) == {post.SENT}, "all answers to be sent")
    proof = prove(read_stored(store, 1))
    assert proof.fault is None, proof.fault
    assert len(proof.stored.entries) == ROUNDS
    mails = [entry.inbound_id for entry in proof.stored.entries]
    assert len(set(mails)) == ROUNDS
    with store.reading() as db:
        fates = Counter(row.state for row in db.execute(select(_inbound.c.state)))
    assert fates == {post.HANDLED: 2 * ROUNDS + 6}
    assert set(sink.ids.values()) == {1}
    for worker in workers:
        assert "level=error" not in worker.logged()


def _deal(store: Store, sender: Sender) -> None:
    office = PostOffice(store)
    office.office = Office(store, sender)
    office.began = now() - timedelta(hours=1)
    office.register(ANNA, "Anna")
    office.register(BEN, "Ben")
    office.write(ANNA, "CREATE standard blue")
    office.write(BEN, "JOIN 1")


def _hand_over(port: int, raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        assert not client.sendmail(ANNA, [MAILBOX], raw)
