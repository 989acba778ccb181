"""Rewinding, amending, restoring: nothing is lost, and the log stays provable."""

from __future__ import annotations

import pytest

from adjudicator.app.desk import moderation
from adjudicator.app.desk.amend import Plan, plan
from adjudicator.app.desk.differences import differences
from adjudicator.app.desk.history import History, read_history
from adjudicator.app.games import replay, verify
from adjudicator.app.line import read_amendment
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import options
from adjudicator.notation.orders import write_order
from adjudicator.notation.position import write_state
from adjudicator.notation.record import read_record
from tests.cli.conftest import demo_game
from tests.moderation.conftest import ARMED, BECAUSE, assert_sound, log_rows, newest, position

LAST = 29
"""Entries of the demonstration game."""


def test_rewind(store: Store, game: int) -> None:
    before = log_rows(store)
    change = moderation.rewind(store, game, 25, BECAUSE)
    assert change.entry == LAST + 1
    assert position(store, game) == write_state(demo_game(25).state)
    assert log_rows(store)[:LAST] == before, "nothing is deleted or changed"
    assert_sound(store, game)


def test_play_goes_on_after_a_rewind(store: Store, game: int) -> None:
    moderation.rewind(store, game, 25, BECAUSE)
    assert store.submit(game, Colour.BLUE, "TH c2", "Anna").accepted
    assert position(store, game) == write_state(demo_game(26).state)
    assert_sound(store, game)
    assert len(verify(store.export_record(game)).record.messages) == 26


def test_rewind_to_the_deal(store: Store, game: int) -> None:
    moderation.rewind(store, game, 0, BECAUSE)
    assert position(store, game) == write_state(demo_game(0).state)
    assert_sound(store, game)
    with pytest.raises(NotPossible, match="nothing that counts"):
        moderation.rewind(store, game, 0, BECAUSE)


@pytest.mark.parametrize("number", [LAST, LAST + 1, -1, 10**9])
def test_rewind_to_nowhere(store: Store, game: int, number: int) -> None:
    before = log_rows(store)
    with pytest.raises(NotPossible):
        moderation.rewind(store, game, number, BECAUSE)
    assert log_rows(store) == before


def test_restore_takes_back(store: Store, game: int) -> None:
    end = position(store, game)
    moderation.rewind(store, game, 10, BECAUSE)
    moderation.restore(store, game, LAST, BECAUSE)
    assert position(store, game) == end
    moderation.amend(store, game, 26, "TH b2", BECAUSE)
    amended = position(store, game)
    assert amended != end
    moderation.restore(store, game, LAST + 2, BECAUSE)
    assert position(store, game) == end
    moderation.restore(store, game, LAST + 3, BECAUSE)
    assert position(store, game) == amended
    assert_sound(store, game)
    with pytest.raises(NotPossible, match="counts now"):
        moderation.restore(store, game, LAST + 3, BECAUSE)


# -- amendments -------------------------------------------------------------------------------


def test_amend_drops_what_is_no_longer_legal(store: Store, game: int) -> None:
    """The Goblin is put further away: the move stays, the attack on it cannot be."""
    plan = moderation.amend(store, game, 24, "PUT y.GO@d3", BECAUSE)
    assert plan.kept == (25, 26)
    assert [broken.placed.entry for broken in plan.broken] == [27, 28, 29]
    assert "BASE-COMBAT-01" in plan.broken[0].why
    assert "BASE-COMBAT-03" in plan.broken[1].why
    assert_sound(store, game)
    orders = [order for _, order in verify(store.export_record(game)).record.orders]
    assert "PUT y.GO@d3" in orders
    assert "CARD +3" not in orders


def test_amend_keeps_what_is_still_legal(store: Store, game: int) -> None:
    """Another rope's place changes nothing for anybody; another card turns the combat round."""
    planned = moderation.amend(store, game, 25, "PUT b.ro@b6", BECAUSE)
    assert (planned.kept, planned.broken) == ((26, 27, 28, 29), ())
    planned = moderation.amend(store, game, 28, "CARD +0", BECAUSE)
    assert (planned.kept, planned.broken) == ((29,), ())
    assert [d.what for d in differences(planned.before, planned.after)] == [
        "Combat cards of Blue",
        "yellow Goblin (yGO)",
    ]
    assert_sound(store, game)


def test_a_kept_message_is_written_for_its_new_position(store: Store, game: int) -> None:
    """The Thief starts elsewhere; his way is a longer one, and the record stays canonical."""
    planned = moderation.amend(store, game, 1, "LINE CL@d1 TH@b1 WI@g1 WA@i1", BECAUSE)
    assert planned.broken == ()
    assert planned.amendment.reread == ((26, ("TH b1-c1-d1-c1-c2",)),)
    assert_sound(store, game)
    verify(store.export_record(game))


def test_amend_again(store: Store, game: int) -> None:
    """An amendment of an amended line, then play, then a rewind before both."""
    moderation.amend(store, game, 24, "PUT y.GO@d3", BECAUSE)
    moderation.amend(store, game, 24, "PUT y.GO@e3", BECAUSE)
    moderation.amend(store, game, 26, "TH b2", BECAUSE)
    assert store.submit(game, Colour.YELLOW, "A3; END", "Bert").accepted
    assert_sound(store, game)
    with pytest.raises(NotPossible, match="does not count since entry 30"):
        moderation.amend(store, game, 27, "A3", BECAUSE)
    moderation.rewind(store, game, 23, BECAUSE)
    assert position(store, game) == write_state(demo_game(23).state)
    assert_sound(store, game)


def test_a_time_out_follows_its_question(store: Store) -> None:
    """Request 31 would be another player's after the amendment; the deadline was Blue's."""
    game = store.add(demo_game(27), "host")
    assert store.submit(game, None, "TIMEOUT 31", "clock").accepted
    planned = moderation.amend(store, game, 26, "DRAW; TH c2", BECAUSE)
    assert planned.broken == ()
    assert planned.amendment.reread == ((28, ("TIMEOUT 32",)),)
    assert read_amendment(planned.amendment.text()) == planned.amendment
    assert_sound(store, game)
    assert "TIMEOUT 32" in store.export_record(game)


def test_a_time_out_without_its_question_is_dropped(store: Store) -> None:
    game = store.add(demo_game(27), "host")
    assert store.submit(game, None, "TIMEOUT 31", "clock").accepted
    planned = moderation.amend(store, game, 26, "TH b2", BECAUSE)
    assert [broken.placed.entry for broken in planned.broken] == [27, 28]
    assert "deadline" in planned.broken[1].why
    assert_sound(store, game)


@pytest.mark.parametrize(
    ("number", "orders", "why"),
    [
        (26, "TH d1-c1-c2", "says exactly this"),
        (26, "TH z9", "cannot be played"),
        (26, "WA c2", "cannot be played"),
        (26, "# nothing", "no orders"),
        (23, "A2; TH RV R1; TH c2", "behind a halt"),
        (0, "TH c2", "no entry 0"),
        (30, "TH c2", "no entry 30"),
    ],
)
def test_bad_amendments(store: Store, game: int, number: int, orders: str, why: str) -> None:
    before = log_rows(store)
    with pytest.raises(NotPossible, match=why):
        moderation.amend(store, game, number, orders, BECAUSE)
    assert log_rows(store) == before


def test_what_is_no_message_cannot_be_amended(store: Store, game: int) -> None:
    moderation.remark(store, game, "a remark", BECAUSE)
    with pytest.raises(NotPossible, match="no message"):
        moderation.amend(store, game, 30, "A3", BECAUSE)


ENTRIES = (1, 4, 9, 20, 23, 30, 41, 52, 63, 74, 85, 93)


@pytest.mark.parametrize("number", ENTRIES)
def test_any_amendment_leads_to_a_provable_game(store: Store, armed: int, number: int) -> None:
    """Another legal decision anywhere in a whole game: kept or dropped, everything fits."""
    end = position(store, armed)
    history = read_history(store, armed)
    planned = _some_amendment(history, number)
    done = moderation.amend(store, armed, number, "; ".join(planned.amendment.orders), BECAUSE)
    assert done.amendment == planned.amendment
    assert position(store, armed) == write_state(planned.after)
    later = len(history.entries) - number
    assert len(done.kept) + len(done.broken) == later
    assert_sound(store, armed)
    moderation.restore(store, armed, len(history.entries), BECAUSE)
    assert position(store, armed) == end
    assert_sound(store, armed)


def _some_amendment(history: History, number: int) -> Plan:
    message = history.message(number)
    before, by = message.again.before, message.by
    assert by is not None
    for group in options(before, by):
        for decision in group[:3]:
            try:
                return plan(history, number, write_order(before, by, decision))
            except NotPossible:
                continue
    raise AssertionError("there is always something else to do")


def test_a_note_does_not_make_anybody_late_or_early(store: Store, game: int) -> None:
    before = newest(store, game)
    moderation.remark(store, game, "we are checking the mail of Tuesday", BECAUSE)
    moderation.remark(store, game, "it was in time", BECAUSE)
    assert newest(store, game) == before + 2
    assert_sound(store, game)
    closing = read_record(store.export_record(game)).closing
    assert closing == (
        " note by Mona: we are checking the mail of Tuesday",
        " note by Mona: it was in time",
    )
    assert store.import_record(store.export_record(game), "host")


def test_the_armed_game_is_what_it_was(store: Store, armed: int) -> None:
    assert store.export_record(armed) == ARMED
    assert sum(1 for _ in replay(read_record(ARMED))) > 200
