"""Hostile mail to a running game: no crash, no change, no second answer, bounded time."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from tests.mail.fuzz import corpus, mutate
from tests.mail.hostile import MAILS
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, written
from tests.mail_service.process import ROOT, surroundings

LINE_UP = "LINE CL@b1 TH@d1 WI@g1 TR@i1"
RANDOM_MAILS = 1000
DAMAGED_MAILS = 300

UNANSWERED = {
    "vacation": "Auto-Submitted: auto-replied\n",
    "out of office": "X-Autoreply: yes\n",
    "list": "List-Id: <players.example.net>\n",
    "bulk": "Precedence: bulk\n",
    "own mail": f"X-Loop: {MAILBOX}\n",
    "null sender": "Return-Path: <>\n",
    "suppressed": "X-Auto-Response-Suppress: All\n",
}
"""Mails of which each holds legal orders for the right address, and that no person wrote."""


SECONDS = 2.0
"""Computing time that no mail may exceed, from its bytes to the answer in the outbox."""
BYTES = 48 * 1024 * 1024
"""Memory that no mail may need besides: it is read whole, decoded and parsed."""


def deliver(office: PostOffice, raw: bytes, envelope_from: str | None = None) -> str:
    """Hand a mail over; nothing is played, and it is answered at most once and in time."""
    before, answers = office.position(), len(office.sent())
    began = time.process_time()
    result = office.receive(raw, envelope_from)
    assert time.process_time() - began < SECONDS
    assert office.position() == before
    assert len(office.sent()) <= answers + 1
    return result


def deliver_twice(office: PostOffice, raw: bytes) -> str:
    """The second delivery of the same bytes says and does nothing."""
    result = deliver(office, raw)
    answers = len(office.sent())
    assert office.receive(raw) == "seen before"
    assert len(office.sent()) == answers
    return result


@pytest.mark.parametrize("name", UNANSWERED)
def test_no_person_wrote_it(between_two: PostOffice, name: str) -> None:
    raw = written(ANNA, between_two.last(ANNA).reply_to, LINE_UP)
    answers = len(between_two.sent())
    assert deliver_twice(between_two, UNANSWERED[name].encode() + raw).startswith("ignored")
    assert len(between_two.sent()) == answers, "nobody is answered"
    assert between_two.receive(raw) == "seen before", "it is still the same mail"
    by_hand = written(ANNA, between_two.last(ANNA).reply_to, LINE_UP, "by hand")
    before = between_two.position()
    assert between_two.receive(by_hand) == "handled"
    assert between_two.position() != before


def test_a_mail_without_an_envelope_sender_is_not_answered(between_two: PostOffice) -> None:
    raw = written(ANNA, between_two.last(ANNA).reply_to, LINE_UP)
    answers = len(between_two.sent())
    assert deliver(between_two, raw, "") == "ignored: empty sender"
    assert len(between_two.sent()) == answers


def test_our_own_mails_do_not_come_back(between_two: PostOffice) -> None:
    for sent in between_two.sent():
        answers = len(between_two.sent())
        assert deliver(between_two, sent.raw) == "ignored: own mail"
        assert len(between_two.sent()) == answers


def test_a_mail_from_ourselves_in_name_is_not_answered(between_two: PostOffice) -> None:
    answers = len(between_two.sent())
    hers = between_two.last(ANNA).reply_to
    for sender in (MAILBOX, hers, MAILBOX.upper()):
        assert deliver(between_two, written(sender, hers, LINE_UP)) == "ignored: own mail"
    assert len(between_two.sent()) == answers


def test_a_mail_that_comes_twice_counts_once(between_two: PostOffice) -> None:
    raw = written(ANNA, between_two.last(ANNA).reply_to, LINE_UP)
    assert between_two.receive(raw) == "handled"
    after, answers = between_two.position(), len(between_two.sent())
    for again in (raw, raw.replace(b"\n", b"\r\n"), b"Received: from a\n" + raw):
        between_two.receive(again)
        assert between_two.position() == after
    assert between_two.receive(raw) == "seen before"
    assert len(between_two.sent()) <= answers + 1, "other line ends may make another mail"


def test_the_collection(between_two: PostOffice) -> None:
    """Replies, bounces, automatic answers and broken mails of many programs."""
    fates = Counter(deliver_twice(between_two, raw).partition(":")[0] for raw in corpus())
    assert fates["quarantined"] == 0, fates
    assert fates["bounce not proven"] > 0, "bounces of other people's mails mark nobody"
    assert fates["ignored"] > 0


def test_bombs(between_two: PostOffice) -> None:
    fates = Counter(deliver(between_two, mail.raw) for mail in MAILS)
    assert not any(fate.startswith("quarantined") for fate in fates), fates
    assert fates["explained: oversized"] > 0


def test_no_mail_needs_much_memory(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.mail_service.appetite", str(tmp_path)]
    asked = subprocess.run(words, cwd=ROOT, env=surroundings(), capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    grown = json.loads(asked.stdout)
    assert list(grown) == [mail.name for mail in MAILS]
    assert not {name: size for name, size in grown.items() if size > BYTES}


def test_memory_does_not_grow(between_two: PostOffice) -> None:
    """What is kept of many mails is in the database, not in the process."""
    chance = random.Random("memory")
    mails = [mutate(chance.choice(corpus()), chance) for _ in range(250)]
    for raw in mails[:100]:
        between_two.receive(raw)
    tracemalloc.start()
    try:
        for raw in mails[100:]:
            between_two.receive(raw)
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert kept < 4 * 1024 * 1024


def test_damaged_mails_of_the_collection(between_two: PostOffice) -> None:
    chance = random.Random("collection")
    for _ in range(DAMAGED_MAILS):
        result = deliver(between_two, mutate(chance.choice(corpus()), chance))
        assert not result.startswith("quarantined"), result


@pytest.mark.parametrize("sender", [BEN, "eve@example.com"])
def test_her_token_in_somebody_elses_hand(between_two: PostOffice, sender: str) -> None:
    raw = written(sender, between_two.last(ANNA).reply_to, LINE_UP)
    answers = len(between_two.sent())
    assert deliver(between_two, raw) == "handled"
    (answer,) = between_two.sent()[answers:]
    assert answer.to == sender
    answer.says("The address you answered to is not valid for you. Nothing was changed.")


def test_his_token_under_her_name(between_two: PostOffice) -> None:
    """Ben has a token of his own and writes it as if he were Anna: it is not hers."""
    assert deliver(between_two, written(ANNA, between_two.last(BEN).reply_to, LINE_UP)) == "handled"


def test_both_tokens_in_one_mail_play_for_nobody_else(between_two: PostOffice) -> None:
    both = f"{between_two.last(BEN).reply_to}, {between_two.last(ANNA).reply_to}"
    assert deliver(between_two, written(BEN, both, LINE_UP)) == "handled"


def test_two_referees_do_not_talk_for_ever(between_two: PostOffice) -> None:
    """Another program that answers everything, and does not say that it is one."""
    answers = len(between_two.sent())
    for number in range(100):
        between_two.receive(written("bot@example.com", MAILBOX, "Thank you!", f"bot/{number}"))
    assert len(between_two.sent()) - answers <= 11


def test_random_bytes(between_two: PostOffice) -> None:
    chance = random.Random("bytes")
    hers = between_two.last(ANNA).reply_to.encode()
    before = between_two.position()
    for number in range(RANDOM_MAILS):
        noise = chance.randbytes(chance.randint(0, 400))
        head = b"From: eve%d@example.com\nTo: %s\n\n" % (number, hers)
        raw = head + noise if number % 2 else noise
        result = between_two.receive(raw)
        assert result.partition(":")[0] in ("handled", "ignored", "explained", "seen before")
    assert between_two.position() == before


def test_damaged_mails_of_a_player(between_two: PostOffice) -> None:
    """Whatever becomes of a mail on its way, it is read, refused or put aside, and never lost."""
    chance = random.Random("damage")
    whole = [written(who, between_two.last(who).reply_to, "hello") for who in (ANNA, BEN)]
    before = between_two.position()
    for _ in range(DAMAGED_MAILS):
        result = between_two.receive(mutate(chance.choice(whole), chance))
        assert not result.startswith("quarantined"), result
    assert between_two.position() == before


@pytest.mark.parametrize(
    "header",
    [
        "Message-ID: <ä@example.net>",
        "Message-ID: <a b@example.net>",
        "Message-ID: <>",
        "Message-ID: " + "<" + "a" * 900 + "@example.net>",
        "References: <x> <ü@example.net> <\x7f@example.net> " + "<" + "b" * 500 + "@c>",
        "In-Reply-To: <ö@example.net>",
        "Subject: " + "long " * 2000,
        "Subject: =?utf-8?b?/////w==?=",
    ],
)
def test_headers_that_cannot_be_repeated_are_answered_all_the_same(
    between_two: PostOffice, header: str
) -> None:
    name = header.partition(":")[0]
    raw = written("eve@example.com", MAILBOX, "HELP").decode()
    kept = [line for line in raw.splitlines() if not line.startswith(f"{name}:")]
    answers = len(between_two.sent())
    assert deliver(between_two, "\n".join([header, *kept]).encode()) == "handled"
    assert len(between_two.sent()) == answers + 1


@pytest.mark.parametrize("sender", ["ève@example.com", "eve@exämple.com", '"eve x"@example.com'])
def test_senders_we_cannot_write_to(between_two: PostOffice, sender: str) -> None:
    raw = b"To: " + MAILBOX.encode() + b"\nSubject: hi\n\nHELP\n"
    deliver_twice(between_two, b"From: " + sender.encode() + b"\n" + raw)
