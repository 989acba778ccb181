"""Mails that answer no letter about a game: nothing that was written is passed over in silence."""

from __future__ import annotations

import pytest

from tests.app.mail.desk import ANNA, Desk, text_of

NO_SEAT = "Orders are played only in a reply to a mail about the game"


def test_orders_alone(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    (letter,) = desk.write(ANNA, "A3\nEND")
    assert NO_SEAT in text_of(letter)


@pytest.mark.parametrize("command", ["LIST", "STATUS", "ZONE Europe/Paris"])
def test_orders_beside_a_command(desk: Desk, command: str) -> None:
    desk.register(ANNA, "Anna")
    letters = desk.write(ANNA, f"{command}\nA3\nEND")
    receipt = text_of(letters[-1])
    assert "A3 ..." in receipt
    assert NO_SEAT in receipt


def test_a_command_alone_needs_no_such_word(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    (letter,) = desk.write(ANNA, "LIST")
    assert NO_SEAT not in text_of(letter)


def test_orders_of_a_stranger(desk: Desk) -> None:
    letters = desk.write(ANNA, "HELP\nA3")
    assert "We do not know this address yet." in text_of(letters[-1])


@pytest.mark.parametrize("text", ["", "\n\n", "> A3\n", "// only a remark"])
def test_a_mail_that_says_nothing_is_answered(desk: Desk, text: str) -> None:
    desk.begin()
    (letter,) = desk.answer(ANNA, text)
    assert "We found no orders in your mail." in text_of(letter)


def test_a_game_has_one_number_from_the_beginning(desk: Desk) -> None:
    """The shell opens games as well: no two in the list are called the same."""
    desk.begin()
    letters = desk.write(ANNA, "CREATE standard blue")
    assert "Game 2 is open, and" in text_of(letters[-1])
    desk.write(ANNA, "CREATE standard blue")
    desk.write(ANNA, "JOIN 3 house")
    desk.write(ANNA, "JOIN 2 house")
    assert [desk.here(game).game.id for game in (1, 2, 3)] == [1, 2, 3]
    assert all(desk.is_genuine(game) for game in (1, 2, 3))
