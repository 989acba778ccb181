"""The mails that ask for a card commit to the card of the other side; the last mail opens all."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudicator.app.desk import moderation
from adjudicator.app.desk.herald import Herald
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.post.commands import join
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.cli.demo import SEED
from tests.mail_service.post_office import ANNA, BEN, PostOffice, Sent, opened
from tests.mail_service.test_secrets import lying_seal, play_demonstration

HASH = re.compile(r"\b[0-9a-f]{64}\b(?! \+)")
OPENED = re.compile(r"\b[0-9a-f]{64} \+[0-9]")


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """The demonstration game up to Ben's attack with a sealed +1."""
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: SEED))
    with opened(tmp_path) as office:
        play_demonstration(office, "+1")
        yield office


def seals_in(sent: Sent) -> list[str]:
    return HASH.findall(sent.text)


def to_anna(mails: list[Sent]) -> list[Sent]:
    return [sent for sent in mails if sent.to == ANNA]


def test_the_mail_that_asks_holds_the_seal(office: PostOffice) -> None:
    office.last(ANNA).says("You are asked to seal a Combat card.", "Yellow has sealed a card.")
    seal = lying_seal(office)
    assert seals_in(office.last(ANNA)) == [seal.digest] == seals_in(office.last(BEN))
    assert hashlib.sha256(seal.opened.encode()).hexdigest() == seal.digest


def test_a_replaced_card_is_committed_to_anew(office: PostOffice) -> None:
    """Else the referee could exchange a card after the other side has answered."""
    before = lying_seal(office)
    [letter] = to_anna(office.answer(BEN, "CARD +3"))
    assert seals_in(letter) == [lying_seal(office).digest] != [before.digest]
    [letter] = to_anna(office.answer(BEN, "CARD +3"))
    assert seals_in(letter) != [before.digest], "the same card again cannot be recognised"
    assert to_anna(office.answer(BEN, "BOARD 1")) == [], "nothing new is committed to"


def test_whoever_was_asked_first_is_mailed_the_seal_later(office: PostOffice) -> None:
    """Ben attacks without a card: both are asked, and Anna's mail has nothing to commit to."""
    herald = Herald(office.office.sender)
    moderation.rewind(office.store, 1, 26, Warrant("Mona", office.at, "again", None, herald))
    office.answer(BEN, "A3; GO x b.TH")
    assert seals_in(office.last(ANNA)) == []
    office.last(ANNA).says("You are asked to seal a Combat card.")
    [letter] = to_anna(office.answer(BEN, "CARD +3"))
    assert seals_in(letter) == [lying_seal(office).digest]


def test_everything_is_opened_in_the_last_mail(office: PostOffice) -> None:
    first = lying_seal(office)
    office.answer(BEN, "CARD +3")
    second = lying_seal(office)
    office.answer(ANNA, "CARD +2")
    salts = [seal.opened.split()[0] for seal in (first, second)]
    for sent in office.sent():
        assert not any(salt.encode() in sent.raw for salt in salts), sent.subject
        assert SEED not in sent.text
    office.answer(ANNA, "RESIGN")
    for reader in (ANNA, BEN):
        last = office.last(reader)
        last.says("Everything is opened", "Yellow: +1, replaced or taken back", "Yellow: +3")
        texts = OPENED.findall(last.text)
        assert {first.opened, second.opened} <= set(texts) and len(texts) == 3
        digests = {hashlib.sha256(text.encode()).hexdigest() for text in texts}
        assert digests < set(seals_in(last))
    mailed = {digest for sent in office.sent() for digest in seals_in(sent)}
    assert {first.digest, second.digest} <= mailed
    assert len(prove(read_stored(office.store, 1)).seals) == 3
