"""REGISTER with name, language and zone in one mail, confirmed by an answer."""

from __future__ import annotations

import pytest

from adjudicator.storage import seats
from adjudicator.storage.log import StoredPlayer
from tests.mail_service.post_office import ANNA, BEN, PostOffice

EVE = "eve@example.com"


def known(office: PostOffice, address: str) -> StoredPlayer | None:
    with office.store.reading() as db:
        return seats.player_at(db, address)


@pytest.mark.parametrize(
    ("line", "name", "language", "zone"),
    [
        ("REGISTER Anna", "Anna", "en", "UTC"),
        ("REGISTER", "anna", "en", "UTC"),
        ("REGISTER Anna B LANGUAGE fr ZONE Europe/Paris", "Anna B", "fr", "Europe/Paris"),
        ("register Änne zone europe/berlin language Deutsch", "Änne", "de", "Europe/Berlin"),
        ("REGISTER Anna (the first) ZONE America/Port-au-Prince", "Anna (the first)", "en",
         "America/Port-au-Prince"),
        ("REGISTER Anna ZONE Etc/GMT+5", "Anna", "en", "Etc/GMT+5"),
    ],
)  # fmt: skip
def test_all_in_one_mail(
    post_office: PostOffice, line: str, name: str, language: str, zone: str
) -> None:
    (question,) = post_office.write(ANNA, line)
    assert known(post_office, ANNA) is None, "nothing is stored before the answer"
    assert question.mail["Content-Language"] == language
    (welcome,) = post_office.answer(ANNA, "OK")
    player = known(post_office, ANNA)
    assert player is not None
    assert (player.name, player.language, player.zone) == (name, language, zone)
    assert welcome.mail["Content-Language"] == language


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("REGISTER Blue", "Blue means a seat or a role. Please choose another name."),
        ("REGISTER a=b", "A name has 1 to 60 letters, without commas and equals signs."),
        ("REGISTER " + "x" * 61, "A name has 1 to 60 letters"),
        ("REGISTER Ben", "Somebody is called Ben already. Please send REGISTER and another name."),
        ("REGISTER Anna LANGUAGE latin", "We write English, French and German"),
        ("REGISTER Anna LANGUAGE", "We write English, French and German"),
        ("REGISTER Anna ZONE Atlantis", "There is no time zone Atlantis."),
    ],
)
def test_refused_with_what_to_do(post_office: PostOffice, line: str, says: str) -> None:
    post_office.register(BEN, "ben")
    (answer,) = post_office.write(ANNA, line)
    answer.says(says)
    assert "+" not in answer.reply_to
    assert known(post_office, ANNA) is None


def test_a_name_taken_meanwhile(post_office: PostOffice) -> None:
    post_office.write(ANNA, "REGISTER Anna")
    post_office.register(EVE, "Anna")
    (answer,) = post_office.answer(ANNA, "OK")
    answer.says("Somebody is called Anna already. Please send REGISTER and another name.")
    assert known(post_office, ANNA) is None
    post_office.register(ANNA, "Anne")
    assert known(post_office, ANNA) is not None


def test_a_no_registers_nobody(post_office: PostOffice) -> None:
    post_office.write(ANNA, "REGISTER Anna")
    (answer,) = post_office.answer(ANNA, "No, that was not me!")
    answer.says("You said no, and nothing was changed.")
    assert known(post_office, ANNA) is None


def test_somebody_else_cannot_confirm(post_office: PostOffice) -> None:
    (question,) = post_office.write(ANNA, "REGISTER Anna")
    post_office.write(EVE, "OK", question.reply_to, question.subject)
    assert known(post_office, ANNA) is None
    assert known(post_office, EVE) is None


def test_a_spoilt_subject_gives_a_plain_player(post_office: PostOffice) -> None:
    (question,) = post_office.write(ANNA, "REGISTER Anna LANGUAGE fr")
    post_office.write(ANNA, "ok", question.reply_to, "")
    player = known(post_office, ANNA)
    assert player is not None
    assert (player.name, player.language) == ("anna", "en")


@pytest.mark.parametrize(("line", "says"), [
    ("ZONE Atlantis", "There is no time zone Atlantis."),
    ("ZONE", "There is no time zone ?."),
    ("ZONE europe/paris", "From now on times are those of Europe/Paris."),
])  # fmt: skip
def test_zone(post_office: PostOffice, line: str, says: str) -> None:
    post_office.register(ANNA, "Anna")
    (answer,) = post_office.write(ANNA, line)
    answer.says(says)
