"""Reply addresses: only the holder of the key writes them, and their case may be mangled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.address import (
    LONGEST_LOCAL_PART,
    BadAddress,
    Confirm,
    ReplyTo,
    Signer,
    fingerprint,
    read_address,
    read_confirm,
    read_reply,
    write_confirm,
    write_reply,
)

KEY = b"0123456789abcdef"
SIGNER = Signer("referee@example.org", KEY)

words = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1)
replies = st.builds(
    ReplyTo,
    st.integers(0, 9_999_999_999),
    words.map(lambda word: word[:8]),
    st.integers(0, 9_999_999),
)
confirms = st.builds(
    Confirm,
    st.sampled_from(["register", "leave", "arrive", "bounce"]),
    words.map(lambda word: word[:16]),
)


@given(replies)
def test_a_reply_address_is_read_as_it_was_written(reply: ReplyTo) -> None:
    address = write_reply(reply, SIGNER)
    assert read_reply(address, SIGNER) == reply
    assert len(address.partition("@")[0]) <= LONGEST_LOCAL_PART


@given(replies)
def test_the_case_and_the_domain_of_an_address_do_not_matter(reply: ReplyTo) -> None:
    address = write_reply(reply, SIGNER)
    assert read_reply(address.upper(), SIGNER) == reply
    assert read_reply(f"<{address.partition('@')[0]}@localhost>", SIGNER) == reply


@given(confirms)
def test_a_confirmation_is_read_as_it_was_written(confirm: Confirm) -> None:
    address = write_confirm(confirm, SIGNER)
    assert read_confirm(address.upper(), SIGNER) == confirm
    assert isinstance(read_reply(address, SIGNER), BadAddress)
    assert len(address.partition("@")[0]) <= LONGEST_LOCAL_PART


@given(replies, replies)
def test_a_token_fits_nothing_but_its_own_words(one: ReplyTo, other: ReplyTo) -> None:
    token = write_reply(one, SIGNER).partition("@")[0].rpartition("-")[2]
    words = write_reply(other, SIGNER).partition("@")[0].rpartition("-")[0]
    read = read_reply(f"{words}-{token}@example.org", SIGNER)
    assert read == (one if one == other else BadAddress("forged"))


def test_every_changed_character_of_a_token_is_noticed() -> None:
    address = write_reply(ReplyTo(7, "b", 31), SIGNER)
    local, _, domain = address.partition("@")
    for index in range(len(local) - 16, len(local)):
        other = "a" if local[index] != "a" else "b"
        forged = f"{local[:index]}{other}{local[index + 1 :]}@{domain}"
        assert read_reply(forged, SIGNER) == BadAddress("forged")


def test_an_old_key_is_read_and_no_more_written() -> None:
    old = write_reply(ReplyTo(7, "b", 31), SIGNER)
    new = Signer("referee@example.org", b"another key 1234", (KEY,))
    assert read_reply(old, new) == ReplyTo(7, "b", 31)
    assert write_reply(ReplyTo(7, "b", 31), new) != old
    assert read_reply(old, Signer("referee@example.org", b"another key 1234")) == BadAddress(
        "forged"
    )


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("anna@example.org", "foreign"),
        ("", "foreign"),
        ("referee@example.org", "plain"),
        ("referee+@example.org", "malformed"),
        ("referee+7-b-31@example.org", "malformed"),
        ("referee+07-b-31-aaaaaaaaaaaaaaaa@example.org", "malformed"),
        ("referee+７-b-31-aaaaaaaaaaaaaaaa@example.org", "malformed"),
        ("referee+7-b-31-aaaaaaaaaaaaaaaa-x@example.org", "malformed"),
        ("referee+7-b-31-aaaaaaaaaaaaaaaa@example.org", "forged"),
        ("referee+c-register-x-aaaaaaaaaaaaaaaa@example.org", "forged"),
    ],
)
def test_a_bad_address_says_what_is_wrong_with_it(address: str, reason: str) -> None:
    found = read_address(address, SIGNER)
    assert isinstance(found, BadAddress)
    assert found.reason == reason


@given(st.text())
def test_no_text_is_an_address_by_accident(text: str) -> None:
    assert isinstance(read_address(text, SIGNER), BadAddress)


@pytest.mark.parametrize(
    "reply", [ReplyTo(-1, "b", 0), ReplyTo(1, "B", 0), ReplyTo(1, "a-b", 0), ReplyTo(1, "", 1)]
)
def test_what_does_not_fit_into_an_address_is_not_written(reply: ReplyTo) -> None:
    with pytest.raises(ValueError):
        write_reply(reply, SIGNER)


def test_what_does_not_fit_into_a_confirmation_is_not_written() -> None:
    with pytest.raises(ValueError):
        write_confirm(Confirm("register", "anna@example.org"), SIGNER)
    write_confirm(Confirm("register", fingerprint("anna@example.org")), SIGNER)


def test_a_signer_needs_a_mailbox_and_a_key() -> None:
    for mailbox, key in [
        ("Referee@example.org", KEY),
        ("a" * 20 + "@x.org", KEY),
        ("r@x.org", b"short"),
    ]:
        with pytest.raises(ValueError):
            Signer(mailbox, key)
    assert "0123" not in repr(SIGNER)
