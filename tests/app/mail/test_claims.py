"""CLAIM by mail: nobody can reach the goal any more, unless the other one contests it."""

from __future__ import annotations

import pytest

from adjudicator.app.letters.writer import Writer
from adjudicator.storage.seats import Seated, seated
from tests.app.mail.desk import ANNA, BEN, EVE, HOUR, LONGEST, Desk, other, text_of
from tests.app.mail.test_prison_by_mail import sit_down


def claim(desk: Desk, game: str = "prison 4") -> str:
    """A game up to its first turn, in which whoever plays claims; says who that is."""
    sit_down(desk, game=game)
    desk.register(EVE, "Eve")
    with desk.store.transaction() as db:
        while not (here := desk.store.position(db, 1)).state.turn.number:
            asked = next(r for r in here.state.pending if not r.sealed)
            order = f"TIMEOUT {asked.number}"
            assert desk.store.submit_in(db, here, None, order, "clock", desk.now).accepted
        Writer(desk.store, db, desk.sender, desk.now).tell_seats(here)
    state = desk.here().state
    assert state.turn.active is not None
    blue = next(seat.player for seat in _seats(desk) if seat.colour == "blue")
    active = blue.address if state.turn.active.value == "blue" else other(blue.address or "")
    assert active in (ANNA, BEN)
    desk.write(EVE, "OBSERVE 1")
    desk.answer(active, "A2\nCLAIM")
    return active


def _seats(desk: Desk) -> list[Seated]:
    with desk.store.reading() as db:
        return seated(db, 1)


def test_the_other_one_is_asked_and_told_what_silence_means(desk: Desk) -> None:
    active = claim(desk)
    receipt, asked = desk.letters(active)[-1], desk.letters(other(active))[-1]
    assert "A claim to answer: turn 1" in asked["Subject"]
    said = text_of(asked)
    assert "claims that nobody can reach the goal any more." in said
    assert "AGREE CONTEST" in said
    assert "If no answer comes in time: the claim holds, and the game is counted." in said
    assert "Nothing is asked of you now." in text_of(receipt)


@pytest.mark.parametrize("answer", ["AGREE", "ok"])
def test_agreed(desk: Desk, answer: str) -> None:
    active = claim(desk)
    desk.answer(other(active), answer)
    result = desk.here().state.result
    assert result is not None and result.winners == ()
    for who in (ANNA, BEN, EVE):
        assert "The game is over: a draw" in desk.letters(who)[-1]["Subject"]
    assert "A draw: nobody contested that the goal is out of reach." in text_of(
        desk.letters(active)[-1]
    )
    assert desk.is_genuine()


def test_silence_agrees(desk: Desk) -> None:
    claim(desk)
    desk.later(LONGEST - HOUR)
    assert desk.time_out() == 0
    desk.later(2 * HOUR)
    assert desk.time_out() == 1
    assert desk.here().state.result is not None
    assert desk.is_genuine()


def test_contested(desk: Desk) -> None:
    active = claim(desk)
    desk.answer(other(active), "contest")
    letter = desk.letters(active)[-1]
    assert "Your move: turn 1" in letter["Subject"]
    assert "contests the claim, and the game goes on." in text_of(letter)
    (receipt,) = desk.answer(active, "CLAIM")
    assert "Your claim was contested; it can be made again next turn (rule PRISON-END-06)" in (
        text_of(receipt)
    )
    desk.answer(active, "END")
    assert desk.here().state.turn.number == 2
    assert desk.is_genuine()


def test_nothing_else_goes_on_meanwhile(desk: Desk) -> None:
    active = claim(desk)
    (receipt,) = desk.answer(active, "END")
    assert "First the claim is answered: AGREE or CONTEST" in text_of(receipt)


def test_not_in_the_base_set(desk: Desk) -> None:
    active = desk.set_up()
    (receipt,) = desk.answer(active, "A2\nCLAIM")
    assert "only both together end it early: offer a DRAW (rule BASE-END-05)" in text_of(receipt)


def test_the_help_page_tells_of_it(desk: Desk) -> None:
    (page,) = desk.write(ANNA, "HELP CLAIM")
    assert "CONTEST" in text_of(page) and "Silence agrees" in text_of(page)
