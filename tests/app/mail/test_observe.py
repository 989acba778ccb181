"""OBSERVE by mail: what those who watch get, when, and what they may not do."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.app.desk.moderation import Warrant, replace
from adjudicator.app.store import Position
from adjudicator.engine.ids import Colour
from tests.app.mail.desk import (
    ANNA,
    BEN,
    BLUE_LINE,
    EVE,
    HOUR,
    LONGEST,
    MAILBOX,
    Desk,
    other,
    reply_address,
    subjects,
    text_of,
)


def to_eve(letters: list[EmailMessage]) -> list[EmailMessage]:
    return [letter for letter in letters if letter["To"].addresses[0].addr_spec == EVE]


def active(here: Position) -> str:
    assert here.state.turn.active is not None
    return ANNA if here.state.turn.active.value == "blue" else BEN


def test_an_observer_gets_the_board_at_once(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.register(EVE, "Eve")
    board, receipt = desk.write(EVE, "OBSERVE 1")
    assert board["Subject"] == "[DT 1] Set-up (observer)"
    assert "You watch game 1: a mail comes at the end of each turn." in text_of(receipt)
    assert "OBSERVE 1 OFF ends these mails" in text_of(board)
    assert "bCL" not in text_of(board), "a sealed team is secret"
    assert "Your cards" not in text_of(board)
    assert reply_address(board) == MAILBOX, "no seat, no token"


def test_a_letter_comes_at_the_end_of_a_turn_and_not_before(watched: Desk) -> None:
    who = active(watched.here())
    assert to_eve(watched.answer(who, watched.move())) == []
    (letter,) = to_eve(watched.answer(who, "END"))
    assert letter["Subject"].startswith("[DT 1] Turn 2: ")
    assert letter["Subject"].endswith("(observer)")
    assert "What happened since your last mail" in text_of(letter)
    assert reply_address(letter) == MAILBOX
    (again,) = to_eve(watched.answer(other(who), "A2; END"))
    assert again["References"] == letter["References"], "one thread"
    assert "Turn 1" not in text_of(again).partition("The board")[0], "nothing is told twice"


def test_the_end_of_the_set_up_is_told(desk: Desk) -> None:
    desk.begin()
    desk.register(EVE, "Eve")
    desk.write(EVE, "OBSERVE 1")
    while not desk.here().state.turn.number:
        asked = next(r for r in desk.here().state.pending if not r.sealed)
        letters = desk.answer(ANNA if asked.who.value == "blue" else BEN, "ok")
        seen = to_eve(letters)
        assert len(seen) == bool(desk.here().state.turn.number)
    assert "Turn 1" in seen[0]["Subject"]


def test_the_end_of_the_game_comes_with_the_record(watched: Desk) -> None:
    who = active(watched.here())
    (last,) = to_eve(watched.answer(who, "RESIGN"))
    winner = "Yellow" if who == ANNA else "Blue"
    assert last["Subject"] == f"[DT 1] The game is over: {winner} wins (observer)"
    (record,) = last.iter_attachments()
    assert record.get_filename() == "game-1.dt"
    (board,) = watched.write(EVE, "BOARD 1")
    assert "The game is over" in board["Subject"]
    (status,) = watched.write(EVE, "STATUS")
    assert "Game 1" not in text_of(status)


def test_a_time_out_that_ends_a_turn_is_told(watched: Desk) -> None:
    before = len(watched.letters(EVE))
    watched.later(LONGEST + HOUR)
    assert watched.time_out() == 1
    assert len(watched.letters(EVE)) == before + 1


def test_off_ends_the_letters(watched: Desk) -> None:
    (receipt,) = watched.write(EVE, "OBSERVE 1 OFF")
    assert "You watch game 1 no more." in text_of(receipt)
    assert to_eve(watched.answer(active(watched.here()), "A2; END")) == []
    (receipt,) = watched.write(EVE, "OBSERVE 1 off")
    assert "You do not watch game 1." in text_of(receipt)
    (receipt,) = watched.write(EVE, "BOARD 1")
    assert "OBSERVE 1 lets you watch it" in text_of(receipt)


def test_board_and_history_are_for_observers_too(watched: Desk) -> None:
    letter = watched.letters(EVE)[-1]
    watched.answer(active(watched.here()), "A2; END")
    (board,) = watched.write(EVE, "BOARD", subject=f"Re: {watched.letters(EVE)[-1]['Subject']}")
    assert board["Subject"].endswith("(observer)")
    (history,) = watched.write(EVE, "HISTORY 1")
    assert history["Subject"] == "[DT 1] History (observer)"
    assert "Turn 1" in text_of(history)
    assert reply_address(history) == MAILBOX
    assert letter["Subject"] != board["Subject"]


def test_two_boards_in_one_mail(watched: Desk) -> None:
    watched.register("dan@example.net", "Dan")
    watched.write("dan@example.net", "CREATE standard house")
    boards = watched.write(EVE, "OBSERVE 2\nBOARD 1")
    assert [m["Subject"][:6] for m in boards] == ["[DT 2]", "[DT 1]", "[DT] R"]


def test_lists_name_what_can_be_watched(watched: Desk) -> None:
    watched.write(EVE, "CREATE standard blue")
    (games,) = watched.write(EVE, "LIST")
    assert "looks for players" in text_of(games)
    assert "Game 1: turn 1" in text_of(games)
    assert "OBSERVE 1" in text_of(games)
    (own,) = watched.write(ANNA, "LIST")
    assert "OBSERVE 1" not in text_of(own), "he plays there"
    (status,) = watched.write(EVE, "STATUS")
    assert "Games you watch" in text_of(status)
    assert "Game 1: turn 1" in text_of(status)


@pytest.mark.parametrize("orders", ["A2; END", "RESIGN", "ok"])
def test_an_observer_gives_no_orders(watched: Desk, orders: str) -> None:
    letter = watched.letters(EVE)[-2]
    before = watched.here().head.number
    (answer,) = watched.write(EVE, orders, subject=f"Re: {letter['Subject']}")
    assert "those who watch give no orders" in text_of(answer)
    assert watched.here().head.number == before


def test_an_observer_sends_no_press(watched: Desk) -> None:
    letter = watched.letters(EVE)[-2]
    answers = watched.write(EVE, "PRESS ALL Hello", subject=f"Re: {letter['Subject']}")
    assert subjects(answers) == [f"{EVE}: [DT] Refused, please look again"]
    assert "send no press" in text_of(answers[0])


def test_an_observer_reads_press_to_all_with_his_next_letter(watched: Desk) -> None:
    who = active(watched.here())
    assert to_eve(watched.answer(who, "PRESS ALL Good luck!")) == []
    colour = "yellow" if who == ANNA else "blue"
    watched.answer(who, f"PRESS {colour} Between us.")
    (letter,) = to_eve(watched.answer(who, "A2; END"))
    assert "Good luck!" in text_of(letter)
    assert "Between us." not in text_of(letter)
    (letter,) = to_eve(watched.answer(other(who), "A2; END"))
    assert "Good luck!" not in text_of(letter), "press is told once"


def test_whoever_gets_a_seat_watches_no_more(watched: Desk) -> None:
    here = watched.here()
    idle = Colour.YELLOW if here.state.turn.active is Colour.BLUE else Colour.BLUE
    replace(watched.store, 1, idle, "Eve", Warrant("carol", watched.now, "he is ill"))
    letters = to_eve(watched.answer(active(here), "A2; END"))
    assert [m["Subject"].rpartition(" ")[2] for m in letters] == [f"({idle.value.title()})"]
    (status,) = watched.write(EVE, "STATUS")
    assert "Games you watch" not in text_of(status)


@pytest.mark.parametrize(
    ("who", "line", "said"),
    [
        (ANNA, "OBSERVE 1", "You play in game 1; BOARD 1 shows it to you."),
        (EVE, "OBSERVE", "Please name the game by its number, for example OBSERVE 3."),
        (EVE, "OBSERVE 77", "There is no game 77."),
        (EVE, "OBSERVE " + "9" * 5000, "Please name the game"),
        (EVE, "OBSERVE 1 OFF", "You do not watch game 1."),
        ("mallory@example.net", "OBSERVE 1", "We do not know this address yet"),
    ],
)
def test_what_cannot_be_watched(desk: Desk, who: str, line: str, said: str) -> None:
    desk.begin()
    desk.register(EVE, "Eve")
    (receipt,) = desk.write(who, line)
    assert said in text_of(receipt)


def test_a_game_that_is_over_is_not_watched(desk: Desk) -> None:
    desk.answer(desk.set_up(), "RESIGN")
    desk.register(EVE, "Eve")
    (receipt,) = desk.write(EVE, "OBSERVE 1")
    assert "This game is over." in text_of(receipt)
