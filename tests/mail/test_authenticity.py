"""DKIM: a good signature proves the sender's domain, nothing else does."""

from __future__ import annotations

import base64
import shutil
import subprocess
from pathlib import Path

import dkim
import pytest

from adjudicator.mail.authenticity import Authentic, check_dkim

MAIL = (
    b"From: anna@example.net\r\nTo: referee@example.org\r\nSubject: Game 7\r\n"
    b"Date: Tue, 3 Mar 2026 10:12:33 +0100\r\nMessage-ID: <1@example.net>\r\n\r\nA3\r\nEND\r\n"
)


class Keys:
    """A key pair and the DNS record that publishes it."""

    def __init__(self, folder: Path) -> None:
        file = folder / "key.pem"
        subprocess.run(["openssl", "genrsa", "-out", file, "1024"], check=True, capture_output=True)
        self.private = subprocess.run(
            ["openssl", "rsa", "-in", file, "-traditional"], check=True, capture_output=True
        ).stdout
        public = subprocess.run(
            ["openssl", "rsa", "-in", file, "-pubout", "-outform", "DER"],
            check=True,
            capture_output=True,
        ).stdout
        self.record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)

    def sign(self, mail: bytes, domain: bytes = b"example.net", **more: object) -> bytes:
        signature: bytes = dkim.sign(mail, b"s1", domain, self.private, **more)
        return signature + mail

    def find(self, name: bytes, timeout: int = 5) -> bytes | None:
        return self.record if name == b"s1._domainkey.example.net." else None


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the keys for this test")
    return Keys(tmp_path_factory.mktemp("keys"))


def test_a_good_signature_passes(keys: Keys) -> None:
    signed = keys.sign(MAIL)
    assert check_dkim(signed, "anna@example.net", keys.find) is Authentic.PASSED
    assert check_dkim(signed, "anna@mail.example.net", keys.find) is Authentic.PASSED


def test_a_changed_mail_does_not_pass(keys: Keys) -> None:
    changed = keys.sign(MAIL).replace(b"A3", b"A4")
    assert check_dkim(changed, "anna@example.net", keys.find) is Authentic.UNKNOWN


def test_a_second_sender_does_not_pass(keys: Keys) -> None:
    added = b"From: bob@example.net\r\n" + keys.sign(MAIL)
    assert check_dkim(added, "bob@example.net", keys.find) is Authentic.UNKNOWN


def test_a_signature_of_another_domain_does_not_pass(keys: Keys) -> None:
    assert check_dkim(keys.sign(MAIL), "anna@example.com", keys.find) is Authentic.UNKNOWN


def test_a_signature_over_a_part_of_the_body_does_not_pass(keys: Keys) -> None:
    signed = keys.sign(MAIL, length=True)
    assert b"l=" in signed
    assert check_dkim(signed + b"RV R3\r\n", "anna@example.net", keys.find) is Authentic.UNKNOWN
    assert check_dkim(signed, "anna@example.net", keys.find) is Authentic.UNKNOWN


@pytest.mark.parametrize(
    "raw",
    [MAIL, b"", b"\0", b"DKIM-Signature: \r\n" + MAIL, b"DKIM-Signature: v=1; a=x\r\n" + MAIL],
)
def test_no_signature_or_a_broken_one_proves_nothing(raw: bytes) -> None:
    assert check_dkim(raw, "anna@example.net", lambda *_, **__: None) is Authentic.UNKNOWN
