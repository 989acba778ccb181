"""An offer of a draw by mail: whoever made it learns what becomes of it."""

from __future__ import annotations

from tests.app.mail.desk import HOUR, LONGEST, Desk, other, text_of


def test_a_declined_offer_is_told_to_the_one_whose_turn_it_is(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2\nDRAW")
    before = len(desk.letters(active))
    desk.answer(other(active), "DECLINE")
    (letter,) = desk.letters(active)[before:]
    assert "Your move: turn 1" in letter["Subject"]
    assert "declines the draw." in text_of(letter)
    desk.answer(active, "END")
    assert desk.here().state.turn.number == 2


def test_a_declined_offer_is_told_to_the_one_who_waits(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2")
    desk.answer(other(active), "DRAW")
    before = len(desk.letters(other(active)))
    desk.answer(active, "DECLINE")
    (letter,) = desk.letters(other(active))[before:]
    assert "declines the draw." in text_of(letter)
    assert "Nothing is asked of you now." in text_of(letter)


def test_it_is_told_once(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2")
    desk.answer(other(active), "DRAW")
    desk.answer(active, "DECLINE")
    before = len(desk.letters(other(active)))
    desk.answer(active, "DRAW")
    (letter,) = desk.letters(other(active))[before:]
    assert "declines the draw." not in text_of(letter)


def test_silence_declines_and_is_told(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2\nDRAW")
    before = len(desk.letters(active))
    desk.later(LONGEST + HOUR)
    while desk.here().state.offer is not None:
        assert desk.time_out()
    told = "".join(map(text_of, desk.letters(active)[before:]))
    assert "declines the draw." in told
