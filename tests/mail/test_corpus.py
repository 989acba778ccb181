"""Mails in the style of real mail programs: who wrote, and which words are his own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.mail.inbound import Letter, Unfit, read_mail

CORPUS = Path(__file__).with_name("corpus")
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads(
    (CORPUS / "expected.toml").read_text(encoding="utf-8")
)


def facts(mail: Letter | Unfit) -> dict[str, Any]:
    """What `expected.toml` may ask for."""
    if isinstance(mail, Unfit):
        return {"unfit": mail.reason}
    bounce = mail.bounce and {name: _listed(value) for name, value in mail.bounce._asdict().items()}
    return {
        "orders": mail.orders,
        "orders_words": "\n".join(line for line in mail.orders.split("\n") if line.strip()),
        "automatic": mail.auto_reply,
        "own": mail.own_mail,
        "too_deep": mail.too_deep,
        "encrypted": mail.encrypted,
        "cut": mail.left_out.cut,
        "attachments": mail.left_out.attachments,
        "sender": mail.sender,
        "subject": mail.subject,
        "authentic": mail.authentic.value,
        "date": "none" if mail.date is None else mail.date.isoformat(),
        "recipients": [recipient.address for recipient in mail.recipients],
        "bounce": bounce or "none",
    }


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", EXPECTED)
def test_a_mail_is_read_as_expected(name: str) -> None:
    raw = (CORPUS / f"{name}.eml").read_bytes()
    found = facts(read_mail(raw, ["referee@example.org"], auth_server="mx.example.org"))
    expected = EXPECTED[name]
    assert {key: found.get(key) for key in expected} == expected


@pytest.mark.parametrize("name", [name for name, facts in EXPECTED.items() if "orders" in facts])
def test_line_ends_do_not_matter(name: str) -> None:
    raw = (CORPUS / f"{name}.eml").read_bytes()
    unix = raw.replace(b"\r\n", b"\n")
    if b"\r" in unix or "utf16" in name:
        return
    letter = read_mail(unix.replace(b"\n", b"\r\n"))
    assert isinstance(letter, Letter)
    assert letter.orders == EXPECTED[name]["orders"]


def test_every_file_is_expected_to_be_something() -> None:
    assert {file.stem for file in CORPUS.glob("*.eml")} == set(EXPECTED)


def test_quoted_orders_never_leak() -> None:
    """The quoted mails all contain `RV R3`, which none of the writers wrote."""
    for name in EXPECTED:
        mail = read_mail((CORPUS / f"{name}.eml").read_bytes())
        assert isinstance(mail, Unfit) or "RV R3" not in mail.orders, name
