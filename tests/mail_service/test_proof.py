"""A host may insist on proof: DKIM, or the word of its own mail server and nobody else's."""

from __future__ import annotations

import pytest

from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from tests.mail.test_authenticity import Keys
from tests.mail.test_authenticity import keys as keys
from tests.mail_service.post_office import ANNA, SIGNER, PostOffice, written

LINE_UP = "LINE CL@b1 TH@d1 WI@g1 TR@i1"
OURS = "mx.example.org"


def nobody(*_: object, **__: object) -> None:
    """A DNS without keys."""


def insisting(office: PostOffice, **more: object) -> PostOffice:
    sender = Sender(SIGNER, pictures=False)
    settings = {"auth_server": OURS, "find_txt": nobody} | more
    office.office = Office(office.store, sender, require_proof=True, **settings)  # type: ignore[arg-type]  # tests only
    return office


def hers(office: PostOffice) -> bytes:
    return written(ANNA, office.last(ANNA).reply_to, LINE_UP, "proof").replace(b"\n", b"\r\n")


def found(server: str, verdict: str) -> bytes:
    return f"Authentication-Results: {server}; {verdict}\r\n".encode()


@pytest.mark.parametrize(
    "verdict",
    [
        "dmarc=pass header.from=example.net",
        "dkim=pass header.d=example.net",
        "spf=pass smtp.mailfrom=anna@example.net",
        "dkim=fail header.d=example.net; dmarc=pass header.from=example.net",
    ],
)
def test_our_servers_word_is_proof(between_two: PostOffice, verdict: str) -> None:
    raw = found(OURS, verdict) + hers(between_two)
    before = between_two.position()
    assert insisting(between_two).receive(raw) == "handled"
    assert between_two.position() != before


@pytest.mark.parametrize(
    "header",
    [
        b"",
        found(OURS, "none"),
        found(OURS, "dmarc=fail header.from=example.net"),
        found(OURS, "dkim=pass header.d=example.com"),
        found(OURS, "spf=pass smtp.mailfrom=eve@example.com"),
        found("mx.example.com", "dmarc=pass header.from=example.net"),
        found("mx.example.org.example.com", "dkim=pass header.d=example.net"),
        b"Authentication-Results: nonsense\r\n",
    ],
)
def test_nothing_else_is(between_two: PostOffice, header: bytes) -> None:
    raw = header + hers(between_two)
    before, answers = between_two.position(), len(between_two.sent())
    assert insisting(between_two).receive(raw) == "ignored: forged"
    assert between_two.position() == before
    assert len(between_two.sent()) == answers, "a forger's victim is not written to"


def test_without_a_server_of_ours_no_word_counts(between_two: PostOffice) -> None:
    raw = found(OURS, "dmarc=pass header.from=example.net") + hers(between_two)
    assert insisting(between_two, auth_server=None).receive(raw) == "ignored: forged"


def test_her_signature_is_proof(between_two: PostOffice, keys: Keys) -> None:
    raw = keys.sign(hers(between_two))
    before = between_two.position()
    assert insisting(between_two, find_txt=keys.find).receive(raw) == "handled"
    assert between_two.position() != before


def test_a_spoilt_signature_is_not(between_two: PostOffice, keys: Keys) -> None:
    raw = keys.sign(hers(between_two)).replace(b"CL@b1", b"GO@b1")
    assert insisting(between_two, find_txt=keys.find).receive(raw) == "ignored: forged"


def test_our_server_is_asked_before_the_signature(between_two: PostOffice, keys: Keys) -> None:
    failed = found(OURS, "dmarc=fail header.from=example.net")
    raw = failed + keys.sign(hers(between_two))
    assert insisting(between_two, find_txt=keys.find).receive(raw) == "ignored: forged"


def test_who_does_not_insist_still_believes_a_failure(between_two: PostOffice) -> None:
    sender = Sender(SIGNER, pictures=False)
    between_two.office = Office(between_two.store, sender, auth_server=OURS)
    forged = found(OURS, "dmarc=fail header.from=example.net") + hers(between_two)
    assert between_two.receive(forged) == "ignored: forged"
    again = written(ANNA, between_two.last(ANNA).reply_to, LINE_UP, "unproven")
    assert between_two.receive(again) == "handled"
