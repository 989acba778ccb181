"""SMTP and LMTP on loopback: our sender, our listener, and servers that misbehave."""

from __future__ import annotations

import asyncio
import shutil
import smtplib
import socket
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiosmtplib
import pytest

from adjudicator.mail.listener import ListenerSettings, LmtpListener, SmtpListener, worst
from adjudicator.mail.transport import Failed, Sent, SmtpSettings, SmtpTransport, failure
from adjudicator.mail.verdict import LATER, TAKEN, Outcome, Verdict

REFUSED = Verdict(Outcome.REFUSED, "not\r\nfor you")
MAIL = b"From: a@example.org\r\nSubject: x\r\n\r\n.dot\r\n\r\nA3\r\n"


class Box:
    """Takes mails and remembers them; refuses as its verdicts say, by recipient."""

    def __init__(self, **verdicts: Verdict | Exception) -> None:
        self.verdicts = verdicts
        self.mails: list[tuple[bytes, str | None, str | None]] = []

    async def __call__(self, raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        self.mails.append((raw, sender, recipient))
        verdict = self.verdicts.get(str(recipient).partition("@")[0], TAKEN)
        if isinstance(verdict, Exception):
            raise verdict
        return verdict


def settings(port: int, **more: object) -> SmtpSettings:
    return SmtpSettings("127.0.0.1", port, "none", timeout=5, **more)  # type: ignore[arg-type]


def with_listener(listener: SmtpListener, work: Callable[[SmtpListener], Awaitable[None]]) -> None:
    async def play() -> None:
        await listener.start()
        try:
            await work(listener)
        finally:
            await listener.stop()

    asyncio.run(play())


def test_a_mail_goes_from_our_sender_to_our_listener() -> None:
    box = Box()

    async def work(listener: SmtpListener) -> None:
        transport = SmtpTransport(settings(listener.port))
        sent = await transport.send(MAIL, "r@example.org", "anna@example.net")
        await transport.close()
        assert isinstance(sent, Sent)

    with_listener(SmtpListener(box, ListenerSettings()), work)
    assert box.mails == [(MAIL, "r@example.org", "anna@example.net")]


def test_connections_are_reused_and_bounded() -> None:
    box = Box()

    async def work(listener: SmtpListener) -> None:
        transport = SmtpTransport(settings(listener.port, connections=3, mails_per_connection=8))
        most = 0

        async def one(number: int) -> None:
            nonlocal most
            assert isinstance(await transport.send(MAIL, "", f"p{number}@example.net"), Sent)
            most = max(most, len(listener.open))

        await asyncio.gather(*(one(number) for number in range(40)))
        await transport.close()
        assert most <= 3

    with_listener(SmtpListener(box, ListenerSettings()), work)
    assert sorted(str(mail[2]) for mail in box.mails) == sorted(
        f"p{n}@example.net" for n in range(40)
    )


def test_a_dead_connection_is_replaced() -> None:
    box = Box()

    async def work(listener: SmtpListener) -> None:
        transport = SmtpTransport(settings(listener.port))
        assert isinstance(await transport.send(MAIL, "", "a@example.net"), Sent)
        for protocol in tuple(listener.open):
            assert protocol.transport is not None
            protocol.transport.close()
        await asyncio.sleep(0.05)
        assert isinstance(await transport.send(MAIL, "", "b@example.net"), Sent)
        await transport.close()

    with_listener(SmtpListener(box, ListenerSettings()), work)
    assert len(box.mails) == 2


@pytest.mark.parametrize(
    ("verdict", "permanent", "code"),
    [(LATER, False, "451"), (REFUSED, True, "550"), (OSError("no database"), False, "451")],
)
def test_what_the_listener_says_is_what_the_sender_hears(
    verdict: Verdict | Exception, permanent: bool, code: str
) -> None:
    async def work(listener: SmtpListener) -> None:
        transport = SmtpTransport(settings(listener.port))
        failed = await transport.send(MAIL, "", "anna@example.net")
        assert isinstance(failed, Failed)
        assert (failed.permanent, failed.why[:3]) == (permanent, code)
        assert isinstance(await transport.send(MAIL, "", "bob@example.net"), Sent)
        await transport.close()

    with_listener(SmtpListener(Box(anna=verdict), ListenerSettings()), work)


def test_unknown_recipients_are_refused_before_the_mail_is_sent() -> None:
    box = Box()

    async def work(listener: SmtpListener) -> None:
        transport = SmtpTransport(settings(listener.port))
        failed = await transport.send(MAIL, "", "stranger@example.net")
        assert failed == Failed(True, "550 5.1.1 no such mailbox here")
        await transport.close()

    accepts = ListenerSettings(accepts=lambda address: address.startswith("referee"))
    with_listener(SmtpListener(box, accepts), work)
    assert box.mails == []


def test_too_large_a_mail_is_refused() -> None:
    box = Box()

    async def work(listener: SmtpListener) -> None:
        transport = SmtpTransport(settings(listener.port))
        failed = await transport.send(MAIL + b"x" * 70 + b"\r\n" * 2000, "", "a@example.net")
        assert isinstance(failed, Failed)
        await transport.close()

    with_listener(SmtpListener(box, ListenerSettings(largest=1000)), work)
    assert box.mails == []


def test_too_many_connections_are_sent_away() -> None:
    async def work(listener: SmtpListener) -> None:
        streams = [await asyncio.open_connection("127.0.0.1", listener.port) for _ in range(3)]
        greetings = [await reader.readline() for reader, _ in streams]
        assert [greeting[:3] for greeting in greetings] == [b"220", b"220", b"421"]
        for _, writer in streams:
            writer.close()
            await writer.wait_closed()

    with_listener(SmtpListener(Box(), ListenerSettings(connections=2)), work)


def test_a_mail_being_stored_when_we_stop_is_finished_and_acknowledged() -> None:
    async def play() -> None:
        begun = asyncio.Event()

        async def slow(raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
            begun.set()
            await asyncio.sleep(0.2)
            return TAKEN

        listener = SmtpListener(slow, ListenerSettings())
        running = asyncio.create_task(listener.run())
        await asyncio.sleep(0.05)
        transport = SmtpTransport(settings(listener.port))
        sending = asyncio.create_task(transport.send(MAIL, "", "a@example.net"))
        await begun.wait()
        running.cancel()
        assert isinstance(await sending, Sent)
        with pytest.raises(asyncio.CancelledError):
            await running
        await transport.close()

    asyncio.run(play())


def test_a_client_that_hangs_up_does_not_stop_the_storing() -> None:
    done: list[bytes] = []

    async def slow(raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        await asyncio.sleep(0.1)
        done.append(raw)
        return TAKEN

    async def work(listener: SmtpListener) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(b"HELO x\r\nMAIL FROM:<>\r\nRCPT TO:<a@example.net>\r\nDATA\r\n")
        await asyncio.sleep(0.05)
        writer.write(MAIL + b".\r\n")
        await asyncio.sleep(0.05)
        writer.close()
        await asyncio.sleep(0.3)

    with_listener(SmtpListener(slow, ListenerSettings()), work)
    assert len(done) == 1


# -- LMTP -------------------------------------------------------------------------------------


async def lmtp(port: int | Path, recipients: list[str], mail: bytes, answers: int) -> list[bytes]:
    """Speak LMTP by hand: the last answers of the server."""
    if isinstance(port, Path):
        reader, writer = await asyncio.open_unix_connection(port)
    else:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"LHLO x\r\n")
    while not (await reader.readline()).startswith(b"250 "):
        pass
    writer.write(b"MAIL FROM:<r@example.org>\r\n")
    for recipient in recipients:
        writer.write(f"RCPT TO:<{recipient}>\r\n".encode())
    writer.write(b"DATA\r\n")
    while not (await reader.readline()).startswith(b"354"):
        pass
    writer.write(mail + b".\r\n")
    found = [await asyncio.wait_for(reader.readline(), 5) for _ in range(answers)]
    writer.write(b"QUIT\r\n")
    assert (await asyncio.wait_for(reader.readline(), 5)).startswith(b"221")
    writer.close()
    await writer.wait_closed()
    return found


PEOPLE = ["anna@example.org", "bob@example.org", "carl@example.org"]


@pytest.mark.parametrize("over_unix_socket", [False, True])
def test_lmtp_answers_once_for_each_recipient(over_unix_socket: bool, tmp_path: Path) -> None:
    box = Box(bob=LATER, carl=REFUSED)
    path = tmp_path / "lmtp" if over_unix_socket else None

    async def work(listener: SmtpListener) -> None:
        answers = await lmtp(path or listener.port, PEOPLE, MAIL, 3)
        assert [answer[:3] for answer in answers] == [b"250", b"451", b"550"]
        assert answers[2] == b"550 5.7.1 not for you\r\n"

    with_listener(LmtpListener(box, ListenerSettings(path=path)), work)
    assert [mail[2] for mail in box.mails] == PEOPLE


@pytest.mark.parametrize("body", [b"x" * 70 + b"\r\n" * 2000, b"x" * 3000 + b"\r\n"])
def test_lmtp_refuses_once_for_each_recipient(body: bytes) -> None:
    async def work(listener: SmtpListener) -> None:
        answers = await lmtp(listener.port, PEOPLE, body, 3)
        assert all(answer.startswith(b"5") for answer in answers)

    with_listener(LmtpListener(Box(), ListenerSettings(largest=1500)), work)


def test_one_verdict_for_all() -> None:
    assert worst([TAKEN, REFUSED]) == TAKEN
    assert worst([TAKEN, REFUSED, LATER]) == LATER
    assert worst([REFUSED, REFUSED]) == REFUSED
    assert worst([]).outcome is Outcome.REFUSED


def test_the_standard_client_can_talk_to_us_too() -> None:
    box = Box()

    async def work(listener: SmtpListener) -> None:
        def send() -> None:
            with smtplib.SMTP("127.0.0.1", listener.port, timeout=5) as client:
                client.sendmail("r@example.org", PEOPLE, MAIL)

        await asyncio.to_thread(send)

    with_listener(SmtpListener(box, ListenerSettings()), work)
    assert len(box.mails) == 3


# -- failures ---------------------------------------------------------------------------------


async def _rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A server that hangs up after the mail, without a word."""
    writer.write(b"220 hi\r\n")
    while line := await reader.readline():
        if line == b".\r\n":
            break
        word = line[:4].upper()
        if word in (b"EHLO", b"MAIL", b"RCPT"):
            writer.write(b"250 ok\r\n")
        if word == b"DATA":
            writer.write(b"354 go\r\n")
    writer.close()


def test_a_connection_lost_during_a_mail_is_uncertain() -> None:
    async def play() -> None:
        server = await asyncio.start_server(_rude, "127.0.0.1", 0)
        transport = SmtpTransport(settings(server.sockets[0].getsockname()[1]))
        failed = await transport.send(MAIL, "", "a@example.net")
        assert isinstance(failed, Failed)
        assert (failed.permanent, failed.uncertain) == (False, True)
        await transport.close()
        server.close()

    asyncio.run(play())


def test_no_server_is_a_passing_failure() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    failed = asyncio.run(SmtpTransport(settings(port)).send(MAIL, "", "a@example.net"))
    assert isinstance(failed, Failed)
    assert (failed.permanent, failed.uncertain) == (False, False)


def test_a_server_without_tls_is_a_passing_failure() -> None:
    async def work(listener: SmtpListener) -> None:
        wanted = SmtpSettings("127.0.0.1", listener.port, "starttls", timeout=5)
        failed = await SmtpTransport(wanted).send(MAIL, "", "a@example.net")
        assert isinstance(failed, Failed)
        assert not failed.permanent

    with_listener(SmtpListener(Box(), ListenerSettings()), work)


@pytest.mark.parametrize(
    ("error", "permanent"),
    [
        (aiosmtplib.SMTPAuthenticationError(535, "wrong password"), False),
        (aiosmtplib.SMTPSenderRefused(550, "who are you", "r@example.org"), False),
        (aiosmtplib.SMTPDataError(554, "spam"), True),
        (aiosmtplib.SMTPDataError(452, "disk full"), False),
        (aiosmtplib.SMTPServerDisconnected("bye"), False),
        (aiosmtplib.SMTPConnectTimeoutError("slow"), False),
        (aiosmtplib.SMTPReadTimeoutError("slow"), False),
        (ConnectionResetError("reset"), False),
        (ValueError("no such address"), True),
    ],
)
def test_what_is_worth_another_try(error: Exception, permanent: bool) -> None:
    assert failure(error).permanent is permanent


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate for this test")
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
    more = ["/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", file, "-out"]
    subprocess.run([*words, *more, f"{file}.crt"], check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + Path(f"{file}.crt").read_bytes())
    return file


@pytest.mark.parametrize("trusted", [True, False])
def test_starttls_wants_a_certificate_it_trusts(certificate: Path, trusted: bool) -> None:
    box = Box()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    async def work(listener: SmtpListener) -> None:
        known = str(certificate) if trusted else None
        wanted = SmtpSettings("localhost", listener.port, "starttls", ca_file=known, timeout=5)
        transport = SmtpTransport(wanted)
        outcome = await transport.send(MAIL, "", "a@example.net")
        assert isinstance(outcome, Sent) is trusted
        await transport.close()

    with_listener(SmtpListener(box, ListenerSettings(tls=context)), work)
    assert len(box.mails) == trusted


def test_a_refused_login_is_a_passing_failure() -> None:
    async def work(listener: SmtpListener) -> None:
        transport = SmtpTransport(settings(listener.port, user="referee", password="wrong"))
        failed = await transport.send(MAIL, "", "a@example.net")
        assert isinstance(failed, Failed)
        assert not failed.permanent
        assert "wrong" not in failed.why

    with_listener(SmtpListener(Box(), ListenerSettings()), work)


def test_secrets_are_not_shown() -> None:
    assert "hunter2" not in repr(SmtpSettings("x", user="u", password="hunter2"))
