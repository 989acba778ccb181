"""Answers to older letters: what still means the same is played, the rest is handed back."""

from __future__ import annotations

import pytest

from tests.app.mail.desk import Desk, other, reply_address, text_of

STALE = "older position"


@pytest.fixture
def moved(desk: Desk) -> tuple[Desk, str, str]:
    """Somebody has ended his turn; who that was, and the address of his letter before that."""
    active = desk.set_up()
    old = reply_address(desk.letters(active)[-1])
    desk.answer(active, "A2; END")
    return desk, active, old


def test_orders_for_an_older_position_are_not_played(moved: tuple[Desk, str, str]) -> None:
    desk, active, old = moved
    before = desk.here().head
    (letter,) = desk.write(active, "A3", old)
    assert STALE in text_of(letter)
    assert desk.here().head == before


def test_resigning_needs_no_newest_letter(moved: tuple[Desk, str, str]) -> None:
    desk, active, old = moved
    letters = desk.write(active, "resign", old)
    assert desk.here().state.result is not None
    assert not any(STALE in text_of(letter) for letter in letters)
    assert desk.is_genuine()


def test_nobody_resigns_twice(moved: tuple[Desk, str, str]) -> None:
    desk, active, old = moved
    desk.write(active, "RESIGN", old)
    before = desk.here().head
    desk.write(active, "RESIGN", old)
    assert desk.here().head == before


@pytest.mark.parametrize("text", ["RESIGN\nA3", "RESIGN; END", "DRAW; A3"])
def test_with_other_orders_it_depends_on_the_position(
    moved: tuple[Desk, str, str], text: str
) -> None:
    desk, active, old = moved
    before = desk.here().head
    desk.write(active, text, old)
    assert desk.here().head == before


def test_a_draw_is_offered_in_any_letter(moved: tuple[Desk, str, str]) -> None:
    desk, active, old = moved
    desk.write(active, "DRAW", old)
    assert desk.here().state.offer is not None


def test_an_offer_is_accepted_as_long_as_it_is_open(moved: tuple[Desk, str, str]) -> None:
    desk, active, _ = moved
    desk.answer(active, "DRAW")
    asked = reply_address(desk.letters(other(active))[-1])
    desk.write(other(active), "A2", asked)
    desk.write(other(active), "ACCEPT", asked)
    assert desk.here().state.result is not None


def test_an_offer_that_was_declined_is_not_accepted(moved: tuple[Desk, str, str]) -> None:
    desk, active, _ = moved
    desk.answer(active, "DRAW")
    asked = reply_address(desk.letters(other(active))[-1])
    desk.write(other(active), "DECLINE", asked)
    desk.answer(active, "DRAW")
    (letter,) = desk.write(other(active), "ACCEPT", asked)
    assert STALE in text_of(letter), "this is another offer"
    assert desk.here().state.result is None


def test_an_offer_that_a_letter_did_not_tell_of_is_not_accepted(
    moved: tuple[Desk, str, str],
) -> None:
    desk, active, _ = moved
    asked = reply_address(desk.letters(other(active))[-1])
    desk.answer(active, "DRAW")
    (letter,) = desk.write(other(active), "ACCEPT", asked)
    assert STALE in text_of(letter)
    assert desk.here().state.result is None
