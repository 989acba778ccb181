"""Standing orders by mail: sent once, used as the player's own decisions, shown only to him."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from adjudicator.app.post.commands import join
from adjudicator.cli.demo import HIDING, PLAY, SEED, TEAMS
from adjudicator.engine.ids import Colour
from adjudicator.engine.requests import Ask
from adjudicator.storage import log
from tests.app.mail.desk import ANNA, BEN, Desk, other, text_of

PEOPLE = {Colour.BLUE: ANNA, Colour.YELLOW: BEN}
HIDE_ANYWHERE = "SET any R1 R2 R3 R4 R5 R6 R7 R8"
UP_TO_THE_REVEAL, UP_TO_THE_ATTACK = 1, 5


def asked(desk: Desk) -> tuple[Ask, str]:
    first = next(r for r in desk.here().state.pending if not r.sealed)
    return first.ask, PEOPLE[first.who]


def authors(desk: Desk) -> list[str]:
    with desk.store.reading() as db:
        return [entry.author for entry in log.entries(db, 1)]


@pytest.fixture
def demo(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The demonstration game, set up by mail: it is Anna's turn."""
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: SEED))
    desk.begin()
    for by, orders in TEAMS:
        desk.answer(PEOPLE[by], orders)
    for blue, yellow in HIDING:
        both = [(ANNA, blue), (BEN, yellow)]
        for who, token in both if asked(desk)[1] == ANNA else both[::-1]:
            desk.answer(who, f"SET {token}")
    return desk


def play(desk: Desk, messages: int) -> None:
    for by, orders in PLAY[:messages]:
        desk.answer(PEOPLE[by], orders)


# -- set-up -----------------------------------------------------------------------------------


def test_a_whole_set_up_by_preferences(desk: Desk) -> None:
    desk.begin()
    (letter,) = desk.answer(ANNA, f"STANDING\nLINE CL@b1 TH WI TR\nSET ro R4\n{HIDE_ANYWHERE}")
    assert "used at once: LINE CL@b1 TH@d1 WI@g1 TR@i1" in text_of(letter)
    assert asked(desk) == (Ask.LINE_UP, BEN)
    desk.answer(BEN, f"STANDING\nLINE WW ME GO WA\n{HIDE_ANYWHERE}")
    here = desk.here()
    assert (here.state.turn.number, asked(desk)[0]) == (1, Ask.ACTION_CARD)
    assert set(authors(desk)) == {"Anna (automatic)", "Ben (automatic)"}
    _, active = asked(desk)
    assert "Your move: turn 1" in desk.letters(active)[-1]["Subject"]
    (history,) = desk.write(ANNA, "HISTORY 1")
    assert "Rope" in text_of(history)
    assert desk.is_genuine()


def test_what_was_used_at_once_is_told_in_the_receipt(demo: Desk) -> None:
    """One mail with the receipt, what happened and the position; nothing comes before it."""
    play(demo, UP_TO_THE_ATTACK)
    first, *others = demo.answer(ANNA, "STANDING\nCARD defence: +3")
    assert ANNA in first["To"] and all(ANNA not in letter["To"] for letter in others)
    text = text_of(first)
    assert "Received" in first["Subject"] and "used at once: CARD +3" in text
    assert "What happened" in text and "wins" in text and "The board" in text
    assert [BEN in letter["To"] for letter in others] == [True]


def test_lines_for_the_set_up_end_with_it(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, f"STANDING\nLINE CL@b1 TH WI TR\nEND auto\n{HIDE_ANYWHERE}")
    (listed,) = desk.answer(ANNA, "STANDING")
    assert "1. LINE CL@b1 TH WI TR 2. END auto 3. SET any" in text_of(listed)
    desk.answer(BEN, f"STANDING\nLINE WW ME GO WA\n{HIDE_ANYWHERE}\nKEEP +6")
    for who, line in ((ANNA, "END auto"), (BEN, "KEEP +6")):
        (listed,) = desk.answer(who, "STANDING")
        assert f"how to change them. 1. {line} How" in text_of(listed)
    (receipt,) = desk.answer(ANNA, "STANDING\nSET any R1\nREVOKE 1")
    assert "SET any R1 Refused Too late" in text_of(receipt)
    assert "Cancelled: END auto." in text_of(receipt)


def test_there_is_nothing_to_revoke(desk: Desk) -> None:
    desk.begin()
    (receipt,) = desk.answer(ANNA, "STANDING\nREVOKE all")
    assert "There are no standing orders" in text_of(receipt)


def test_orders_in_the_same_mail_go_first(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, "LINE WW@b1 ME@d1 GO@g1 WA@i1\nSTANDING\nLINE CL TH WI TR")
    (board,) = desk.write(ANNA, "BOARD 1")
    assert "Starting team, still secret: bGO Goblin g1" in text_of(board)
    assert authors(desk) == ["Anna"]


# -- Combat cards -----------------------------------------------------------------------------


def test_a_card_by_circumstance(demo: Desk) -> None:
    play(demo, UP_TO_THE_ATTACK - 1)
    demo.answer(ANNA, "STANDING\nCARD attack: +6\nCARD defence on TH vs GO: +4 +3\nCARD else: +0")
    letters = demo.answer(BEN, "A3; GO x TH +1")
    assert authors(demo)[-1] == "Anna (automatic)"
    assert "+4" in text_of(letters[0]), "the cards were turned in the same mail"
    assert asked(demo) == (Ask.ACT, BEN)
    assert not any("CARD" in text_of(m).partition("How to answer")[0] for m in letters), "sealed"


def test_a_card_line_that_does_not_hold_asks(demo: Desk) -> None:
    play(demo, UP_TO_THE_ATTACK - 1)
    demo.answer(ANNA, "STANDING\nCARD attack: +6\nCARD defence on WI: +4")
    demo.answer(BEN, "A3; GO x TH +1")
    assert asked(demo) == (Ask.COMBAT_CARD, ANNA)
    demo.answer(ANNA, "STANDING\nCARD else: +2")
    assert asked(demo) == (Ask.ACT, BEN), "a new line answers what is asked already"


# -- placing what was found -------------------------------------------------------------------


def test_placing_by_preferences(demo: Desk) -> None:
    demo.answer(ANNA, "STANDING\nPUT enemy characters: far")
    demo.answer(BEN, "STANDING\nPUT b.ro: corner")
    letters = demo.answer(*_message(UP_TO_THE_REVEAL))
    assert authors(demo)[-2:] == ["Anna (automatic)", "Ben (automatic)"]
    assert asked(demo) == (Ask.ACT, ANNA)
    assert "yellow Goblin" in text_of(letters[0])


def test_placing_without_a_line_asks(demo: Desk) -> None:
    demo.answer(ANNA, "STANDING\nPUT own objects: far")
    play(demo, UP_TO_THE_REVEAL)
    assert asked(demo) == (Ask.PUT, ANNA)


def _message(number: int) -> tuple[str, str]:
    by, orders = PLAY[number - 1]
    return PEOPLE[by], orders


# -- the end of a turn ------------------------------------------------------------------------


def test_a_turn_ends_when_its_orders_are_played(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "STANDING\nEND auto")
    letters = desk.answer(active, desk.move())
    receipt = next(m for m in letters if active in m["To"])
    assert "your standing order END auto" in text_of(receipt)
    assert "END auto" in text_of(receipt).partition("Your standing orders")[2]
    assert asked(desk) == (Ask.ACTION_CARD, other(active))
    his = next(m for m in letters if other(active) in m["To"])
    assert "Your move: turn 2" in his["Subject"]
    assert "END auto" not in text_of(his)
    assert authors(desk)[-1].endswith("(automatic)")
    assert desk.is_genuine()


def test_an_action_card_alone_ends_no_turn(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "STANDING\nEND auto")
    desk.answer(active, "A2")
    assert asked(desk) == (Ask.ACT, active)


def test_a_turn_does_not_end_behind_something_new(demo: Desk) -> None:
    demo.answer(ANNA, "STANDING\nEND auto")
    demo.answer(*_message(1))
    assert asked(demo) == (Ask.PUT, ANNA)
    demo.answer(*_message(2))
    demo.answer(*_message(3))
    assert asked(demo) == (Ask.ACT, ANNA), "tokens were placed; she goes on"


def test_orders_held_back_end_no_turn(demo: Desk) -> None:
    demo.answer(BEN, "STANDING\nEND auto")
    play(demo, UP_TO_THE_ATTACK - 1)
    demo.answer(BEN, "A3; GO x TH +1; GO c4")
    demo.answer(ANNA, "CARD +3")
    assert asked(demo) == (Ask.ACT, BEN)


def test_a_revoked_line_ends_no_turn(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "STANDING\nEND auto")
    (receipt,) = desk.answer(active, "STANDING\nREVOKE 1")
    assert "Cancelled: END auto." in text_of(receipt)
    desk.answer(active, desk.move())
    assert asked(desk) == (Ask.ACT, active)


def test_standing_alone_lists_them(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, "STANDING\nEND auto\nKEEP +6")
    (listed,) = desk.answer(ANNA, "STANDING")
    assert "1. END auto 2. KEEP +6" in text_of(listed)


def test_what_is_no_standing_order(desk: Desk) -> None:
    desk.begin()
    (receipt,) = desk.answer(ANNA, "STANDING\nCARD sometimes: +9\nEND auto")
    assert "Not understood" in text_of(receipt)
    assert "Noted as a standing order" in text_of(receipt)
