"""Looking: what is shown is what the engine recorded, and the look is written down."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adjudicator.app.cases.case import position as case_position
from adjudicator.app.desk import looks, moderation
from adjudicator.app.desk.history import Message, read_history
from adjudicator.app.desk.why import Reason, explain, rules_named
from adjudicator.app.games import judge
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.notation.position import write_state
from adjudicator.storage.press import StoredPress, add_press
from tests.cli.conftest import demo_game
from tests.moderation.conftest import BECAUSE, NOON, Run, log_rows, rows

HOUR = timedelta(hours=1)
BLUE, YELLOW = Colour.BLUE, Colour.YELLOW


def test_inspect(store: Store, game: int) -> None:
    store.submit(game, BLUE, "  a4  # my best card", "Anna")
    found = looks.inspect(store, game, None, BECAUSE)
    assert found.entry.received == "  a4  # my best card"
    assert found.entry.text == "A4"
    assert found.standing == "counts"
    assert write_state(found.before) == write_state(demo_game().state)
    assert found.after.turn.pool == 4
    assert found.events


def test_inspect_shows_what_was_then(store: Store, game: int) -> None:
    """An entry is shown in the position in which it was made, whatever happened to it later."""
    moderation.rewind(store, game, 25, BECAUSE)
    found = looks.inspect(store, game, 27, BECAUSE)
    assert write_state(found.before) == write_state(demo_game(26).state)
    assert write_state(found.after) == write_state(demo_game(27).state)
    assert found.standing == "does not count since entry 30 (rewind)"
    found = looks.inspect(store, game, 30, BECAUSE)
    assert write_state(found.before) == write_state(demo_game().state)
    assert write_state(found.after) == write_state(demo_game(25).state)
    moderation.restore(store, game, 29, BECAUSE)
    assert looks.inspect(store, game, 27, BECAUSE).standing == "counts"


def test_inspect_shows_press_once(store: Store, game: int, run: Run) -> None:
    sent = {"early": NOON, "between": NOON + HOUR, "late": NOON + 3 * HOUR}
    for at in (NOON + 2 * HOUR, NOON + 2.5 * HOUR):
        moderation.remark(store, game, "a remark", BECAUSE._replace(at=at))
    with store.transaction() as db:
        for text, at in sent.items():
            add_press(db, game, StoredPress("blue", None, text), at)
        add_press(db, game, StoredPress(None, "yellow", "psst"), NOON + HOUR)
    found = {
        number: [dated.press.text for dated in looks.inspect(store, game, number, BECAUSE).press]
        for number in (1, 29, 30, 31)
    }
    assert found == {1: ["early"], 29: [], 30: ["between", "psst"], 31: ["late"]}
    shown = run("mod", "inspect", game, 30, "--no-boards").output
    assert "13:00 UTC blue to all:\n  | between\n" in shown
    assert "13:00 UTC anonymous to yellow:\n  | psst\n" in shown


def test_standing_of_an_amended_entry(store: Store, game: int) -> None:
    moderation.amend(store, game, 26, "TH b2", BECAUSE)
    history = read_history(store, game)
    assert history.standing(26) == "counts with other orders: TH d1-c1-b1-b2"
    assert history.standing(28) == "does not count since entry 30 (amend)"
    assert history.standing(30) == "part of the log"
    told = looks.why(store, game, 30, BECAUSE)
    assert [order.order for order in told.orders] == ["TH d1-c1-b1-b2"]


# -- why --------------------------------------------------------------------------------------


def test_why_names_the_rule_of_every_event(store: Store, armed: int) -> None:
    """For a whole game: each event of each order, with the rule the engine recorded."""
    history = read_history(store, armed)
    for entry in history.entries:
        again = history.message(entry.number).again
        told = looks.why(store, armed, entry.number, BECAUSE)
        for order, taken in zip(told.orders, again.taken, strict=True):
            assert tuple(r.rule for r in order.reasons) == taken.played.because
            assert all(reason.words for reason in order.reasons)
        named = rules_named(told.set_name, told.orders)
        assert {r.rule for order in told.orders for r in order.reasons} <= set(named)


def test_why_adds_up_a_combat(store: Store, armed: int) -> None:
    """Sword and Armor are summands with rules of their own; the totals are those of the game."""
    labels: dict[str, str | None] = {}
    for entry in read_history(store, armed).entries:
        for order in looks.why(store, armed, entry.number, BECAUSE).orders:
            for reason in order.reasons:
                labels |= {summand.label: summand.rule for summand in reason.summands}
    assert labels["Sword"] == "BASE-OBJECT-15"
    assert labels["Armor"] == "BASE-OBJECT-02"
    assert labels["Troll"] is None
    assert labels["Combat card"] is None


def test_why_of_one_combat() -> None:
    state = case_position("given  .{bWA+sw} .{yGO+ar}\nhand y +0 +2 J0")
    told = explain(state, BLUE, "WA x GO +3")
    combat = next(r for r in told[0].reasons if r.summands)
    assert _sums(combat) == {BLUE: 4, YELLOW: 2}
    assert [s.rule for s in combat.summands if s.rule] == ["BASE-OBJECT-15", "BASE-OBJECT-02"]
    after = judge(state, BLUE, "WA x GO +3").state
    turned = next(r for r in explain(after, YELLOW, "CARD +2")[0].reasons if r.summands)
    assert turned.rule == "BASE-COMBAT-05"
    assert _sums(turned) == {BLUE: 7, YELLOW: 4}


def _sums(reason: Reason) -> dict[Colour, int]:
    sums: dict[Colour, int] = {}
    for summand in reason.summands:
        sums[summand.colour] = sums.get(summand.colour, 0) + summand.value
    return sums


def test_why_refused(store: Store, game: int) -> None:
    told = looks.why_orders(store, game, 26, Message(BLUE, "TH c2; TH x GO; END"), BECAUSE)
    played, refused, held = told.orders
    assert played.reasons
    assert isinstance(refused.refusal, Refusal)
    assert refused.refusal.rule in rules_named(told.set_name, told.orders)
    assert not held.reasons
    assert held.refusal is None
    now = looks.why_orders(store, game, None, Message(YELLOW, "A3"), BECAUSE)
    assert isinstance(now.orders[0].refusal, Refusal)


# -- what if ----------------------------------------------------------------------------------


def test_what_if_stores_nothing_but_the_look(store: Store, game: int) -> None:
    before = rows(store)
    messages = (Message(YELLOW, "A3; GO x TH +6"), Message(BLUE, "CARD +0"))
    attempt = looks.what_if(store, game, 27, messages, BECAUSE)
    assert attempt.accepted
    assert attempt.after.pieces["bTH"].wounded  # type: ignore[index]  # a token
    after = rows(store)
    assert len(after.pop("access")) == len(before.pop("access")) + 1
    assert after == before


def test_what_if_after_an_entry(store: Store, game: int) -> None:
    attempt = looks.what_if(store, game, 0, (Message(None, "TIMEOUT 1"),), BECAUSE, after=True)
    assert write_state(attempt.before) == write_state(demo_game(0).state)
    assert attempt.accepted
    refused = looks.what_if(store, game, 27, (Message(BLUE, "CARD +9"),), BECAUSE, after=True)
    assert not refused.accepted
    assert write_state(refused.after) == write_state(refused.before)


# -- looks are written down -------------------------------------------------------------------


def test_looks_are_listed(store: Store, game: int) -> None:
    looks.inspect(store, game, 3, BECAUSE)
    looks.why(store, game, 27, BECAUSE._replace(moderator="Max"))
    looks.plan_amendment(store, game, 26, "TH b2", BECAUSE)
    found = looks.accesses(store, game)
    assert [(a.moderator, a.what) for a in found] == [
        ("Mona", "inspect entry 3"),
        ("Max", "why entry 27"),
        ("Mona", "plan to amend entry 26"),
    ]
    assert all(access.at == BECAUSE.at for access in found)


def test_nothing_is_hidden_in_a_finished_game(store: Store, armed: int) -> None:
    looks.inspect(store, armed, 3, BECAUSE)
    assert looks.accesses(store, armed) == []


def test_a_mistake_is_no_look(store: Store, game: int) -> None:
    before = rows(store)
    bad = (
        lambda: looks.inspect(store, game, 30, BECAUSE),
        lambda: looks.why(store, game, 0, BECAUSE),
        lambda: looks.why_orders(store, game, 99, Message(BLUE, "A2"), BECAUSE),
        lambda: looks.why_orders(store, game, None, Message(Colour.RED, "A2"), BECAUSE),
        lambda: looks.what_if(store, game, 27, (Message(BLUE, "#"),), BECAUSE),
        lambda: looks.plan_amendment(store, game, 26, "TH z9", BECAUSE),
        lambda: looks.inspect(store, game, 3, BECAUSE._replace(moderator=" ")),
    )
    for mistake in bad:
        with pytest.raises(NotPossible):
            mistake()
    assert rows(store) == before


def test_the_log_is_the_same_after_looking(store: Store, game: int) -> None:
    before = log_rows(store)
    looks.inspect(store, game, 29, BECAUSE)
    assert log_rows(store) == before


def test_played_and_recorded_rules_belong_together() -> None:
    """What ``why`` relies on: the engine names a rule for each event."""
    state = case_position("given  .{bWA} . .")
    from adjudicator.notation.orders import read_order

    decision = read_order("WA s1-s2", state, BLUE)
    assert not isinstance(decision, Refusal)
    played = play(state, BLUE, decision)  # type: ignore[arg-type]  # it is readable
    assert isinstance(played, Played)
    assert len(played.events) == len(played.because)
