"""Opening games and taking seats: against others, against the house, and not against oneself."""

from __future__ import annotations

import pytest

from tests.app.mail.desk import ANNA, BEN, EVE, Desk, subjects, text_of


def test_create_with_the_house_begins_at_once(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    mails = desk.write(ANNA, "CREATE standard blue house")
    assert subjects(mails) == [
        "anna@example.net: [DT 1] The game begins (Blue)",
        "anna@example.net: [DT] Received",
    ]
    assert text_of(mails[1]).count("CREATE standard blue house") == 1
    assert "Game 1 begins: you play Blue against the house." in text_of(mails[1])


def test_create_has_one_line_in_its_receipt(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    (receipt,) = desk.write(ANNA, "CREATE standard yellow")
    assert text_of(receipt).count("CREATE standard yellow") == 1
    assert "Game 1 is open, and you play Yellow in it." in text_of(receipt)


def test_where_colours_are_drawn_nobody_is_promised_one(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.register(BEN, "Ben")
    (receipt,) = desk.write(ANNA, "CREATE prison 2 yellow")
    assert "you have a seat in it. A draw decides the colours" in text_of(receipt)
    *_, joined = desk.write(BEN, "JOIN 1")
    mine = "Blue" if "(Blue)" in desk.letters(BEN)[-2]["Subject"] else "Yellow"
    assert f"You play {mine} in game 1." in text_of(joined)


def test_nobody_sits_on_both_sides(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.write(ANNA, "CREATE standard blue")
    for seat in ("yellow", "blue", ""):
        (receipt,) = desk.write(ANNA, f"JOIN 1 {seat}")
        assert "already" in text_of(receipt) and "JOIN and house" in text_of(receipt)


def test_ones_own_game_that_waits_for_players(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.register(BEN, "Ben")
    desk.write(ANNA, "CREATE standard blue")
    (status,) = desk.write(ANNA, "STATUS")
    assert "Game 1: looks for players" in text_of(status)
    assert "Yellow still free" in text_of(status)
    assert "You play no game at present." in text_of(desk.write(BEN, "STATUS")[0])
    listed = {who: text_of(desk.write(who, "LIST")[0]) for who in (ANNA, BEN)}
    assert "JOIN 1 house" in listed[ANNA], "nobody joins his own game, but the house may"
    assert "JOIN 1" in listed[BEN] and "JOIN 1 house" not in listed[BEN]


def test_a_target_nobody_chose_is_not_listed(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.write(ANNA, "CREATE prison 2")
    desk.write(ANNA, "CREATE standard target=6")
    (listed,) = desk.write(ANNA, "LIST")
    assert "to 6 points" in text_of(listed) and "to 1 point" not in text_of(listed)


def test_a_seat_that_is_taken(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.register(BEN, "Ben")
    desk.write(ANNA, "CREATE standard blue")
    (receipt,) = desk.write(BEN, "JOIN 1 blue")
    assert "Blue is already taken in game 1. JOIN 1 gives you the seat that is free." in text_of(
        receipt
    )


@pytest.mark.parametrize(
    ("who", "line", "said"),
    [
        (EVE, "JOIN 1", "Game 1 has all its players. OBSERVE 1 lets you watch."),
        (BEN, "JOIN 1", "You play in game 1; BOARD 1 shows it to you."),
        (BEN, "JOIN 7", "There is no game 7."),
        (BEN, "JOIN", "Please name the game by its number, for example JOIN 3."),
        ("stranger@example.net", "JOIN 1", "We do not know this address yet."),
    ],
)
def test_a_game_that_nobody_can_join(desk: Desk, who: str, line: str, said: str) -> None:
    desk.begin()
    desk.register(EVE, "Eve")
    (receipt,) = desk.write(who, line)
    assert said in text_of(receipt)


@pytest.mark.parametrize("command", ["BOARD", "HISTORY", "OBSERVE"])
def test_a_game_that_waits_for_players_cannot_be_looked_at(desk: Desk, command: str) -> None:
    desk.register(ANNA, "Anna")
    desk.register(EVE, "Eve")
    desk.write(ANNA, "CREATE standard blue")
    waits = "Game 1 has not begun: it waits for somebody to play Yellow."
    (receipt,) = desk.write(EVE, f"{command} 1")
    assert f"{waits} JOIN 1 gives you that seat." in text_of(receipt)
    (receipt,) = desk.write(ANNA, f"{command} 1")
    assert f"{waits} He joins it with JOIN 1; JOIN 1 house lets" in text_of(receipt)


def test_where_colours_are_drawn_nobody_in_particular_is_missing(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.register(EVE, "Eve")
    desk.write(ANNA, "CREATE prison 2")
    for who, how in ((ANNA, "He joins it with JOIN 1"), (EVE, "JOIN 1 gives you that seat")):
        (receipt,) = desk.write(who, "BOARD 1")
        assert f"it waits for another player. {how}" in text_of(receipt)


def test_what_is_missing_can_be_told_beside_orders(desk: Desk) -> None:
    """The receipt of orders is written when it leaves: the note must come through the outbox."""
    desk.begin()
    desk.write(BEN, "CREATE standard blue")
    *_, receipt = desk.answer(ANNA, "BOARD 2\nLINE CL@b1 TH@d1 WI@g1 TR@i1")
    assert "it waits for somebody to play Yellow. JOIN 2 gives you that seat." in text_of(receipt)


def test_a_game_that_is_not_there(desk: Desk) -> None:
    desk.begin()
    for command, said in (
        ("OBSERVE", "There is no game 9"),
        ("BOARD", "You do not play in game 9"),
    ):
        (receipt,) = desk.write(ANNA, f"{command} 9")
        assert said in text_of(receipt)
