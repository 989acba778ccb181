"""Hostile mail: nothing raises, nothing takes long, nothing grows without bound."""

from __future__ import annotations

import time
import tracemalloc
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.mail.guard import Case, rule_on
from adjudicator.mail.inbound import Letter, Unfit, read_mail

from .fuzz import SECONDS, corpus, mutate
from .hostile import MAILS, Hostile

OWN = ["referee@example.org"]


@pytest.mark.parametrize("hostile", MAILS, ids=lambda mail: mail.name)
def test_reading_a_hostile_mail_takes_little_time(hostile: Hostile) -> None:
    began = time.process_time()
    mail = read_mail(hostile.raw, OWN, auth_server="mx.example.org")
    assert time.process_time() - began < SECONDS
    assert isinstance(mail, Letter | Unfit)
    rule_on(Case(mail))


@pytest.mark.parametrize("name", ["html table", "parts of html", "many parts", "one huge line"])
def test_reading_a_hostile_mail_takes_little_memory(name: str) -> None:
    hostile = next(mail for mail in MAILS if mail.name == name)
    tracemalloc.start()
    try:
        read_mail(hostile.raw, OWN)
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()


def test_too_large_and_too_deep_mails_can_still_be_answered() -> None:
    flags = {mail.name: read_mail(mail.raw) for mail in MAILS}
    oversized, deep = flags["oversized"], flags["nested 1000 deep"]
    assert isinstance(oversized, Letter)
    assert isinstance(deep, Letter)
    assert (oversized.oversized, oversized.orders, oversized.sender) == (
        True,
        "",
        "anna@example.net",
    )
    assert (deep.too_deep, deep.orders, deep.sender) == (True, "", "anna@example.net")


@given(st.binary(max_size=3000))
@settings(max_examples=1_000, deadline=None)
def test_no_bytes_raise(raw: bytes) -> None:
    assert isinstance(read_mail(raw, OWN), Letter | Unfit)


@given(st.integers(0, len(corpus()) - 1), st.randoms(use_true_random=False))
@settings(max_examples=4_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_damaged_mail_raises(index: int, chance: Random) -> None:
    raw = mutate(corpus()[index], chance)
    began = time.process_time()
    mail = read_mail(raw, OWN, auth_server="mx.example.org")
    assert time.process_time() - began < SECONDS
    assert isinstance(mail, Letter | Unfit)
