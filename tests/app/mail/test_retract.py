"""RETRACT: own orders back, up to the last point at which anybody learned something new."""

from __future__ import annotations

import pytest

from adjudicator.notation.position import write_state
from adjudicator.storage import seats
from tests.app.mail.desk import ANNA, BEN, BLUE_LINE, DAY, EVE, Desk, other, text_of
from tests.app.mail.test_prison_by_mail import deal_with, play, read_script, sit_down


def test_orders_nobody_else_has_heard_of_are_taken_back(desk: Desk) -> None:
    active = desk.set_up()
    before = write_state(desk.here().state)
    move = desk.move()
    desk.answer(active, move)
    assert write_state(desk.here().state) != before
    board, receipt = desk.answer(active, "RETRACT")
    assert "Taken back: A2; " in text_of(receipt)
    assert "Your move" in board["Subject"]
    assert write_state(desk.here().state) == before
    assert desk.is_genuine()
    desk.answer(active, move)
    assert write_state(desk.here().state) != before, "he plays on from there"
    assert desk.is_genuine()


def test_taking_back_gives_no_more_time(desk: Desk) -> None:
    active = desk.set_up()
    asked = desk.here().asked
    desk.later(DAY)
    desk.answer(active, desk.move())
    assert desk.here().asked != asked
    desk.later(DAY)
    desk.answer(active, "RETRACT")
    assert desk.here().asked == asked
    assert desk.is_genuine()


def test_the_log_says_who_took_back_what(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, desk.move())
    played = desk.here().head.number
    desk.answer(active, "RETRACT")
    _, entries = desk.store.read(1)
    newest = entries[-1]
    assert (newest.kind, newest.text) == ("rewind", str(played - 1))
    assert newest.author == ("Anna" if active == ANNA else "Ben")
    assert newest.inbound_id is not None


def test_new_orders_may_stand_in_the_same_mail(desk: Desk) -> None:
    active = desk.set_up()
    move = desk.move()
    desk.answer(active, "A2")
    letters = desk.answer(active, f"RETRACT\n{move}")
    assert "Taken back: A2." in text_of(letters[-1])
    newest = desk.store.read(1)[1][-1]
    assert newest.kind == "orders"
    assert newest.text.startswith("A2; "), "the Action card and a movement"
    assert desk.is_genuine()


def test_after_the_end_of_a_turn_it_is_too_late(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2; END")
    before = desk.here().head
    (receipt,) = desk.answer(active, "RETRACT")
    assert "It cannot be taken back" in text_of(receipt)
    assert desk.here().head == before


def test_what_the_other_was_mailed_stays(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, desk.move())
    with desk.store.transaction() as db:
        colour = "yellow" if active == ANNA else "blue"
        seats.note_told(db, 1, colour, desk.store.position(db, 1).head.number)
    (receipt,) = desk.answer(active, "RETRACT")
    assert "It cannot be taken back" in text_of(receipt)


def test_lines_turned_up_are_known(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    (receipt,) = desk.answer(BEN, "RETRACT")
    assert "It cannot be taken back" in text_of(receipt)


def test_a_sealed_team_is_taken_back(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(ANNA, "RETRACT")
    assert not any(request.sealed for request in desk.here().state.pending)
    assert desk.is_genuine()
    letters = desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    assert "Too late" not in letters[0]["Subject"], "he had heard of nothing that changed"


def test_others_orders_are_not_taken_back(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2; END")
    waiting = other(active)
    (receipt,) = desk.answer(waiting, "RETRACT")
    assert "nothing of yours to take back" in text_of(receipt)


def test_only_a_seat_takes_back(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, desk.move())
    (receipt,) = desk.write(active, "RETRACT")
    assert "Please send this as a reply" in text_of(receipt)


@pytest.mark.parametrize("look", ["BOARD 1", "HISTORY 1"])
def test_what_the_other_has_looked_at_stays(desk: Desk, look: str) -> None:
    active = desk.set_up()
    desk.answer(active, desk.move())
    desk.write(other(active), look)
    before = desk.here().head
    (receipt,) = desk.answer(active, "RETRACT")
    assert "It cannot be taken back" in text_of(receipt)
    assert desk.here().head == before


def test_a_look_before_the_move_does_not_matter(desk: Desk) -> None:
    active = desk.set_up()
    desk.write(other(active), "BOARD 1")
    desk.answer(active, desk.move())
    desk.answer(active, "BOARD 1")
    _, receipt = desk.answer(active, "RETRACT")
    assert "Taken back: A2; " in text_of(receipt)


def test_a_refusal_shows_the_position_as_well(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, desk.move())
    desk.answer(other(active), "A3")
    (receipt,) = desk.answer(active, "RETRACT")
    assert "It cannot be taken back" in text_of(receipt)


def test_what_somebody_who_watches_has_seen_stays(desk: Desk) -> None:
    active = desk.set_up()
    desk.register(EVE, "Eve")
    desk.write(EVE, "OBSERVE 1")
    desk.answer(active, desk.move())
    desk.write(EVE, "BOARD 1")
    (receipt,) = desk.answer(active, "RETRACT")
    assert "It cannot be taken back" in text_of(receipt)


def test_a_look_keeps_nothing_from_the_next_letter(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, desk.move())
    desk.write(other(active), "BOARD 1")
    letters = desk.answer(active, "END")
    told = next(text_of(m) for m in letters if m["To"].addresses[0].addr_spec == other(active))
    assert "plays the Action card 2." in told


def test_a_room_that_was_turned_stays_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """BASE-ROTATE-07, by the name that Prison gives it; nobody else has seen anything yet."""
    seed, messages = read_script("to-the-death")
    deal_with(monkeypatch, seed)
    sit_down(desk, game="prison 3")
    rotation = next(n for n, (_, orders) in enumerate(messages) if "NA RT R1" in orders)
    play(desk, messages[:rotation])
    desk.answer(ANNA, "A5; NA RT R1")
    before = desk.here().head
    (receipt,) = desk.answer(ANNA, "RETRACT")
    refused = "It cannot be taken back: a room that was turned stays so (PRISON-ROTATE-08)."
    assert refused in text_of(receipt)
    assert desk.here().head == before
