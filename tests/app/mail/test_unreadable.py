"""What nobody can read is called so, whoever's move it is."""

from __future__ import annotations

import pytest

from tests.app.mail.desk import ANNA, BEN, BLUE_LINE, Desk, other, text_of

NONSENSE = "hello everybody"


@pytest.mark.parametrize("text", [NONSENSE, "y.hello c4-c5", "Zz1 RV R3"])
def test_where_nothing_is_asked(desk: Desk, text: str) -> None:
    active = desk.set_up()
    desk.write(other(active), "BOARD 1")
    (receipt,) = desk.answer(other(active), text)
    said = text_of(receipt)
    assert f"{text.split()[0]}' is no character, object or order." in said
    assert "Not understood" in said and "BASE-TURN" not in said
    waits = "Blue" if active == ANNA else "Yellow"
    assert f"Nothing is asked of you now. The game waits for {waits}: play an Action card." in said


def test_behind_a_sealed_team(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    (receipt,) = desk.answer(ANNA, NONSENSE)
    assert "'hello' is no character, object or order." in text_of(receipt)
    assert "has not begun" not in text_of(receipt)


def test_before_an_action_card(desk: Desk) -> None:
    active = desk.set_up()
    (receipt,) = desk.answer(active, NONSENSE)
    assert "'hello' is no character, object or order." in text_of(receipt)
    assert "first play an Action card" not in text_of(receipt)


def test_what_can_be_read_is_still_refused_for_its_time(desk: Desk) -> None:
    active = desk.set_up()
    desk.write(other(active), "BOARD 1")
    for order in ("WA c4-c5", "Warrior c4-c5", "y.ro c4"):
        (receipt,) = desk.answer(other(active), order)
        assert "(rule BASE-TURN-02)" in text_of(receipt)


def test_a_slip_of_the_pen_gets_a_hint(desk: Desk) -> None:
    desk.begin()
    desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    (receipt,) = desk.answer(BEN, "LNE CL@b22")
    assert "Did you mean LINE?" in text_of(receipt)
