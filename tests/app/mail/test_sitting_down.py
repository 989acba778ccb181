"""Taking seats: against the house, and not against oneself."""

from __future__ import annotations

from tests.app.mail.desk import ANNA, Desk, text_of


def test_create_with_the_house_begins_at_once(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    mails = desk.write(ANNA, "CREATE standard blue house")
    assert any("The game begins" in mail["Subject"] for mail in mails)


def test_nobody_sits_on_both_sides(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.write(ANNA, "CREATE standard blue")
    (receipt,) = desk.write(ANNA, "JOIN 1 yellow")
    assert "already" in text_of(receipt)
