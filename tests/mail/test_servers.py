"""Against the real things: Postfix hands mail over by LMTP and SMTP, Dovecot serves it by IMAP."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import aiosmtplib
import pytest
from imap_tools.mailbox import MailBoxUnencrypted

from adjudicator.mail.imap import ImapSettings, ImapSource
from adjudicator.mail.listener import ListenerSettings, LmtpListener, SmtpListener
from adjudicator.mail.transport import Sent, SmtpSettings, SmtpTransport
from adjudicator.mail.verdict import LATER, TAKEN, Outcome, Verdict

from .servers import Dovecot, dovecot, free_port, postfix

MAIL = (
    b"From: anna@example.net\r\nTo: referee+7-b-31-x@example.org\r\nSubject: Game 7\r\n"
    b"Message-ID: <1@example.net>\r\n\r\nA3\r\n.\r\nFrom here\r\nEND\r\n"
)


async def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.05)


class Taker:
    """Takes mails; each recipient or text may first be put off or refused."""

    def __init__(self, **first: list[Verdict]) -> None:
        self.first = first
        self.offered: list[tuple[bytes, str | None, str | None]] = []
        self.taken: list[tuple[bytes, str | None, str | None]] = []

    async def __call__(self, raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        self.offered.append((raw, sender, recipient))
        key = (recipient or raw.decode().rpartition("\r\n\r\n")[2]).partition("@")[0].strip()
        verdict = self.first[key].pop(0) if self.first.get(key) else TAKEN
        if verdict.outcome is Outcome.TAKEN:
            self.taken.append((raw, sender, recipient))
        return verdict


# -- Postfix ----------------------------------------------------------------------------------


def test_postfix_hands_over_by_lmtp_and_smtp() -> None:
    """Four recipients of one mail, one put off at first, one refused: each of the others gets it
    exactly once, and the sender hears of the refusal."""
    lmtp_port, smtp_port = free_port(), free_port()
    by_lmtp, by_smtp = Taker(bob=[LATER]), Taker()
    refused = Verdict(Outcome.REFUSED, "no such game")
    by_lmtp.first["carl"] = [refused]

    async def play(port: int) -> None:
        people = [f"{name}@example.org" for name in ("anna", "bob", "carl", "dora+7-b")]
        client = aiosmtplib.SMTP(hostname="127.0.0.1", port=port, local_hostname="localhost")
        async with client:
            await client.sendmail("anna@example.net", people, MAIL)
        transport = SmtpTransport(SmtpSettings("127.0.0.1", port, "none"))
        sent = await transport.send(MAIL, "r@example.org", "eve@example.com")
        assert isinstance(sent, Sent)
        await transport.close()
        await until(lambda: len(by_lmtp.taken) == 3 and len(by_smtp.taken) == 2)
        await asyncio.sleep(2.5)  # time for a second delivery, if there were one

    async def listen(port: int) -> None:
        async with AsyncExitStack() as open_ones:
            for listener in (
                LmtpListener(by_lmtp, ListenerSettings(port=lmtp_port)),
                SmtpListener(by_smtp, ListenerSettings(port=smtp_port)),
            ):
                await listener.start()
                open_ones.push_async_callback(listener.stop)
            await play(port)

    with postfix(lmtp_port, smtp_port) as (port, log):
        asyncio.run(listen(port))
        assert "550 5.7.1 no such game" in log.read_text()
    taken = Counter(str(recipient) for _, _, recipient in by_lmtp.taken)
    assert taken == {"anna@example.org": 1, "bob@example.org": 1, "dora+7-b@example.org": 1}
    offered = Counter(str(recipient) for _, _, recipient in by_lmtp.offered)
    assert (offered["anna@example.org"], offered["bob@example.org"]) == (1, 2)
    body = MAIL.partition(b"\r\n\r\n")[2]
    assert all(raw.endswith(body) for raw, _, _ in by_lmtp.taken)
    sent = {(sender, recipient) for _, sender, recipient in by_smtp.taken}
    assert sent == {("<>", "anna@example.net"), ("r@example.org", "eve@example.com")}


# -- Dovecot ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as running:
        yield running


def settings(server: Dovecot, user: str, **more: object) -> ImapSettings:
    wanted = {"port": server.imap, "security": "none", "longest_pause": 0.5, **more}
    return ImapSettings("127.0.0.1", user, "secret", **wanted)  # type: ignore[arg-type]


def mail(text: str) -> bytes:
    return MAIL.partition(b"\r\n\r\n")[0] + f"\r\n\r\n{text}\r\n".encode()


def count(server: Dovecot, user: str, folder: str) -> tuple[int, int]:
    """How many mails are in a folder, and how many of them are marked as seen."""
    with MailBoxUnencrypted("127.0.0.1", server.imap).login(user, "secret", folder) as box:
        return len(box.uids("ALL")), len(box.uids("SEEN"))


def with_source(source: ImapSource, work: Callable[[], Awaitable[None]]) -> None:
    async def play() -> None:
        task = asyncio.create_task(source.run())
        try:
            await until(source.connected.is_set)
            await work()
        finally:
            task.cancel()
            await asyncio.wait([task])

    asyncio.run(play())


def test_imap_takes_what_waits_and_what_is_pushed(server: Dovecot) -> None:
    take = Taker()
    for text in ("one", "two"):
        server.deliver("pushed", mail(text))

    async def work() -> None:
        await until(lambda: len(take.taken) == 2)
        await asyncio.sleep(2)  # Dovecot does not push what arrives in the second of a look
        await asyncio.to_thread(server.deliver, "pushed", mail("three"))
        await until(lambda: len(take.taken) == 3, 15)  # one IDLE lasts two minutes

    with_source(ImapSource(take, settings(server, "pushed")), work)
    texts = [raw.rpartition(b"\r\n\r\n")[2].strip() for raw, _, _ in take.taken]
    assert texts == [b"one", b"two", b"three"]
    assert count(server, "pushed", "INBOX") == (0, 0)
    assert count(server, "pushed", "Taken") == (3, 0)


def test_imap_leaves_a_mail_that_was_not_taken(server: Dovecot) -> None:
    take = Taker(later=[LATER], never=[Verdict(Outcome.REFUSED)])
    for text in ("later", "never"):
        server.deliver("patient", mail(text))

    async def work() -> None:
        await until(lambda: len(take.taken) == 1)
        await asyncio.sleep(0.5)

    with_source(ImapSource(take, settings(server, "patient")), work)
    assert len(take.offered) == 3
    assert count(server, "patient", "INBOX")[0] == 0
    assert (count(server, "patient", "Taken")[0], count(server, "patient", "Refused")[0]) == (1, 1)


def test_imap_polls_a_server_that_cannot_push(
    server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Taker()
    monkeypatch.setattr("adjudicator.mail.imap.can_push", lambda box: False)

    async def work() -> None:
        await asyncio.to_thread(server.deliver, "polled", mail("one"))
        await until(lambda: len(take.taken) == 1)

    with_source(ImapSource(take, settings(server, "polled", poll=0.2)), work)


def test_imap_idles_again_and_again(server: Dovecot) -> None:
    take = Taker()

    async def work() -> None:
        await asyncio.sleep(1.5)  # several IDLEs
        await asyncio.to_thread(server.deliver, "idler", mail("one"))
        await until(lambda: len(take.taken) == 1)

    with_source(ImapSource(take, settings(server, "idler", idle=0.3)), work)


def test_imap_fetches_only_so_much(server: Dovecot) -> None:
    take = Taker()
    server.deliver("bomb", mail("x" * 500))
    wanted = settings(server, "bomb", largest=200)

    async def work() -> None:
        await until(lambda: len(take.taken) == 1)

    with_source(ImapSource(take, wanted), work)
    assert len(take.taken[0][0]) == 200


def test_imap_connects_again_after_a_restart() -> None:
    take = Taker()

    async def play(own: Dovecot) -> None:
        source = ImapSource(take, settings(own, "anna"))
        task = asyncio.create_task(source.run())
        await until(source.connected.is_set)
        await asyncio.to_thread(own.stop)
        await until(lambda: not source.connected.is_set())
        await asyncio.to_thread(own.start)
        await asyncio.to_thread(own.deliver, "anna", mail("again"))
        await until(lambda: len(take.taken) == 1)
        task.cancel()
        await asyncio.wait([task])

    with dovecot() as own:
        asyncio.run(play(own))


def test_imap_without_a_server_keeps_trying() -> None:
    """No server at all: the source neither raises nor spins."""
    take = Taker()

    async def play() -> None:
        wanted = ImapSettings("127.0.0.1", "a", "b", free_port(), "none", longest_pause=0.2)
        source = ImapSource(take, wanted)
        task = asyncio.create_task(source.run())
        await asyncio.sleep(0.6)
        assert not task.done()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    asyncio.run(play())


def test_stopping_lets_a_mail_being_taken_end(server: Dovecot) -> None:
    begun = asyncio.Event()

    async def slow(raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        begun.set()
        await asyncio.sleep(0.5)
        return TAKEN

    async def play() -> None:
        task = asyncio.create_task(ImapSource(slow, settings(server, "slow")).run())
        await begun.wait()
        task.cancel()
        await asyncio.wait([task])

    server.deliver("slow", mail("one"))
    asyncio.run(play())
    assert count(server, "slow", "Taken")[0] == 1
