"""ADDRESS: another address is a player's when both addresses have said yes, and not before."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adjudicator.storage import seats
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, Sent

NEW = "anna@example.com"
EVE = "eve@example.com"


@pytest.fixture
def office(post_office: PostOffice) -> PostOffice:
    post_office.register(ANNA, "Anna")
    post_office.register(BEN, "Ben")
    return post_office


def ask(office: PostOffice, address: str = NEW) -> dict[str, Sent]:
    """Anna asks; the questions, by whom they are put to."""
    sent = office.write(ANNA, f"ADDRESS {address}")
    return {one.to: one for one in sent if "+" in one.reply_to}


def say(office: PostOffice, question: Sent, word: str = "OK", by: str | None = None) -> list[Sent]:
    return office.write(by or question.to, word, question.reply_to, f"Re: {question.subject}")


def address_of(office: PostOffice, name: str) -> str | None:
    with office.store.reading() as db:
        everybody = (seats.player_at(db, one) for one in (ANNA, BEN, NEW, EVE))
        return next((one.address for one in everybody if one and one.name == name), None)


@pytest.mark.parametrize("first", [ANNA, NEW])
def test_both_say_yes(office: PostOffice, first: str) -> None:
    asked = ask(office)
    assert asked.keys() == {ANNA, NEW}
    for question in asked.values():
        question.says(f"wants to change the address of Anna to {NEW}")
    (half,) = say(office, asked.pop(first))
    half.says("The other address has to answer OK as well.")
    assert address_of(office, "Anna") == ANNA, "one yes is not enough"
    (second,) = asked.values()
    told = say(office, second, "Yes, please.")
    assert {one.to for one in told} == {ANNA, NEW}
    for one in told:
        one.says(f"From now on your mails go to {NEW}.")
    assert address_of(office, "Anna") == NEW
    (status,) = office.write(NEW, "STATUS")
    assert "Your games" in status.subject


def test_the_receipt_says_what_to_do(office: PostOffice) -> None:
    sent = office.write(ANNA, f"ADDRESS {NEW}")
    (receipt,) = (one for one in sent if "+" not in one.reply_to)
    receipt.says("We have written to both addresses.", "within 7 days", "ADDRESS CANCEL")


@pytest.mark.parametrize(
    "word", ["NO", "Nein!", "What is this?", "", "I never asked for that, ok?"]
)
def test_anything_else_is_not_a_yes(office: PostOffice, word: str) -> None:
    asked = ask(office)
    say(office, asked[NEW])
    (answer,) = say(office, asked[ANNA], word)
    answer.says("nothing was changed")
    assert address_of(office, "Anna") == ANNA


def test_a_no_ends_it(office: PostOffice) -> None:
    asked = ask(office)
    say(office, asked[ANNA], "no")
    for question in asked.values():
        (answer,) = say(office, question)
        answer.says("There is no such change of address any more.")
    assert address_of(office, "Anna") == ANNA


def test_the_same_yes_twice_is_one_yes(office: PostOffice) -> None:
    asked = ask(office)
    for _ in range(2):
        say(office, asked[NEW])
    assert address_of(office, "Anna") == ANNA


def test_somebody_else_cannot_say_yes(office: PostOffice) -> None:
    asked = ask(office)
    for question in asked.values():
        for other in (BEN, EVE):
            (answer,) = say(office, question, by=other)
            answer.says("Nothing was changed.")
    say(office, asked[ANNA])
    assert address_of(office, "Anna") == ANNA
    leave, arrive = asked[ANNA], asked[NEW]
    swapped = office.write(NEW, "OK", leave.reply_to) + office.write(ANNA, "OK", arrive.reply_to)
    assert len(swapped) == 2
    assert address_of(office, "Anna") == ANNA, "each address answers its own question"


def test_who_writes_in_her_name_needs_her_yes(office: PostOffice) -> None:
    asked = ask(office, EVE)
    say(office, asked[EVE])
    assert address_of(office, "Anna") == ANNA
    assert asked[ANNA].to == ANNA


def test_after_seven_days_it_is_too_late(office: PostOffice) -> None:
    asked = ask(office)
    say(office, asked[ANNA])
    office.began += timedelta(days=7)
    (answer,) = say(office, asked[NEW])
    answer.says("There is no such change of address any more.")
    assert address_of(office, "Anna") == ANNA


def test_a_new_wish_replaces_the_last(office: PostOffice) -> None:
    first = ask(office, EVE)
    (refused,) = office.write(ANNA, f"ADDRESS {NEW}")
    refused.says("You can do so again at")
    office.began += timedelta(hours=1)
    second = ask(office, NEW)
    for question in first.values():
        (answer,) = say(office, question)
        answer.says("There is no such change of address any more.")
    for question in second.values():
        say(office, question)
    assert address_of(office, "Anna") == NEW


def test_cancel(office: PostOffice) -> None:
    asked = ask(office)
    (receipt,) = office.write(ANNA, "ADDRESS CANCEL")
    receipt.says(f"Your address stays {ANNA}.")
    for question in asked.values():
        say(office, question)
    assert address_of(office, "Anna") == ANNA
    (again,) = office.write(ANNA, f"ADDRESS {EVE}")
    again.says("You can do so again at")


def test_one_mail_writes_to_one_stranger_at_most(office: PostOffice) -> None:
    lines = "\n".join(f"ADDRESS eve{number}@example.com" for number in range(20))
    sent = office.write(ANNA, lines)
    assert {one.to for one in sent} == {ANNA, "eve0@example.com"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ADDRESS", "? is no mail address"),
        ("ADDRESS nobody", "nobody is no mail address"),
        ("ADDRESS a@b c@d", "a@b is no mail address"),
        ("ADDRESS ännä@example.com", "is no mail address we can write to"),
        (f"ADDRESS {MAILBOX}", "is no mail address we can write to"),
        ("ADDRESS Referee+x@example.org", "is no mail address we can write to"),
        (f"ADDRESS {ANNA.upper()}", "is your address already"),
    ],
)
def test_addresses_that_will_not_do(office: PostOffice, line: str, says: str) -> None:
    (answer,) = office.write(ANNA, line)
    answer.says(says)


def test_an_address_of_somebody_else_is_refused_without_a_name(office: PostOffice) -> None:
    (answer,) = office.write(ANNA, f"ADDRESS {BEN}")
    answer.says(f"{BEN} cannot be your address. Please choose another one.")
    assert "Ben" not in answer.text.replace(BEN, "")


def test_an_address_that_somebody_registers_meanwhile_is_his(office: PostOffice) -> None:
    asked = ask(office, EVE)
    office.register(EVE, "Eve")
    say(office, asked[EVE])
    (answer,) = say(office, asked[ANNA])
    answer.says("cannot be your address")
    assert (address_of(office, "Anna"), address_of(office, "Eve")) == (ANNA, EVE)


def test_a_stranger_has_no_address_to_change(office: PostOffice) -> None:
    (answer,) = office.write(EVE, f"ADDRESS {NEW}")
    answer.says("We do not know this address yet.")
