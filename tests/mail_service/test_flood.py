"""Who writes too much is told once, and nothing of the rest is played, done or lost."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from adjudicator.mail.guard import DEFAULT_RATES, STRANGER_RATE, Rate
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, SIGNER, PostOffice, written

LINE_UP = "LINE CL@b1 TH@d1 WI@g1 TR@i1"
EVE = "eve@example.com"
LATER = datetime.fromisoformat("2026-03-05T12:00:00+00:00")
FEW = DEFAULT_RATES[0].mails


def flood(
    office: PostOffice, sender: str, number: int, to: str = MAILBOX, body: str = "HELP"
) -> list[str]:
    """So many mails of one sender within a minute; what became of each."""
    mails = [written(sender, to, body, f"flood/{sender}/{n}") for n in range(number)]
    return [office.office.receive(raw, None, LATER) for raw in mails]


def test_the_first_mail_too_many_is_told_and_the_rest_is_silence(between_two: PostOffice) -> None:
    before = len(between_two.sent())
    fates = flood(between_two, ANNA, FEW + 20)
    assert fates[:FEW] == ["handled"] * FEW
    assert fates[FEW] == "explained: too many mails"
    assert fates[FEW + 1 :] == ["ignored: flood"] * 19
    answers = between_two.sent()[before:]
    assert len(answers) == FEW + 1
    assert between_two.fates()[-19:] == ["ignored"] * 19, "they are kept all the same"
    answers[-1].says(
        "Nothing of this one was played or done: please send it again after"
        " Thursday 5 March 2026, 12:10 (UTC)."
    )


def test_orders_too_many_are_not_played_and_can_be_sent_again(between_two: PostOffice) -> None:
    hers = between_two.last(ANNA).reply_to
    flood(between_two, ANNA, FEW, hers, "BOARD")
    before = between_two.position()
    orders = written(ANNA, hers, LINE_UP, "the orders")
    assert between_two.office.receive(orders, None, LATER) == "explained: too many mails"
    assert between_two.position() == before
    again = written(ANNA, hers, LINE_UP, "the orders again")
    in_time = LATER + timedelta(seconds=DEFAULT_RATES[0].seconds)
    assert between_two.office.receive(again, None, in_time) == "handled"
    assert between_two.position() != before


def test_nobody_else_suffers(between_two: PostOffice) -> None:
    flood(between_two, ANNA, FEW + 5)
    his = written(BEN, between_two.last(BEN).reply_to, "BOARD", "his")
    assert between_two.office.receive(his, None, LATER) == "handled"
    assert between_two.sent()[-1].to == BEN


def test_who_writes_in_her_name_cannot_stop_her_answers(between_two: PostOffice) -> None:
    """Neither somebody who knows her address nor her opponent, who has signed addresses too."""
    flood(between_two, ANNA, FEW + 5)
    flood(between_two, ANNA, FEW + 5, between_two.last(BEN).reply_to, "hello")
    before = between_two.position()
    hers = written(ANNA, between_two.last(ANNA).reply_to, LINE_UP, "hers")
    assert between_two.office.receive(hers, None, LATER) == "handled"
    assert between_two.position() != before


def test_what_no_person_wrote_is_not_counted(between_two: PostOffice) -> None:
    for number in range(FEW + 5):
        raw = written(ANNA, MAILBOX, "I am away", f"away/{number}")
        automatic = b"Auto-Submitted: auto-replied\n" + raw
        assert between_two.office.receive(automatic, None, LATER) == "ignored: automatic"
    assert flood(between_two, ANNA, 1) == ["handled"]


def test_a_day_has_its_measure_too(between_two: PostOffice) -> None:
    office = Office(
        between_two.store, Sender(SIGNER, pictures=False), rates=(Rate(2, 60), Rate(3, 86_400))
    )
    moments = [LATER + timedelta(hours=hour) for hour in range(6)]
    raws = [written(ANNA, MAILBOX, "HELP", f"slow/{n}") for n in range(6)]
    fates = [office.receive(raw, None, at) for raw, at in zip(raws, moments, strict=True)]
    assert fates[:3] == ["handled"] * 3
    assert fates[3:] == ["explained: too many mails", "ignored: flood", "ignored: flood"]


def test_strangers_get_few_answers_a_day(between_two: PostOffice) -> None:
    before = len(between_two.sent())
    fates = flood(between_two, EVE, STRANGER_RATE.mails + 15)
    assert fates.count("handled") == STRANGER_RATE.mails
    assert len(between_two.sent()) == before + STRANGER_RATE.mails + 1
    tomorrow = LATER + timedelta(days=1, seconds=1)
    raw = written(EVE, MAILBOX, "HELP", "tomorrow")
    assert between_two.office.receive(raw, None, tomorrow) == "handled"


@pytest.mark.parametrize("sender", ["Eve@Example.com", "EVE@example.com"])
def test_capitals_make_no_other_sender(between_two: PostOffice, sender: str) -> None:
    flood(between_two, EVE, STRANGER_RATE.mails + 1)
    assert flood(between_two, sender, 1) == ["ignored: flood"]
