"""Disputes: opened, discussed, ruled, and kept as cases that run."""

from __future__ import annotations

import pytest

from adjudicator.app.cases.case import run_cases
from adjudicator.app.desk import disputes, looks, moderation
from adjudicator.app.desk.disputes import Export
from adjudicator.app.desk.history import Message, read_history
from adjudicator.app.desk.ruling_case import Heading, Setting, sendable, write_case
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.notation.record import read_record
from adjudicator.storage.errors import Unknown
from tests.moderation.conftest import BECAUSE, assert_sound, log_rows, rows

BLUE, YELLOW = Colour.BLUE, Colour.YELLOW


def opened(store: Store, game: int, entry: int = 27) -> int:
    return disputes.open_dispute(store, game, entry, "they do not touch", BLUE, BECAUSE).id


def test_from_opening_to_ruling(store: Store, game: int) -> None:
    number = opened(store, game)
    disputes.say(store, number, "c2 and c3 do touch", YELLOW, BECAUSE)
    disputes.say(store, number, "I look at it", None, BECAUSE)
    docket = disputes.show(store, number, BECAUSE)
    assert [(s.author, s.text) for s in docket.sayings] == [
        ("yellow", "c2 and c3 do touch"),
        ("moderator Mona", "I look at it"),
    ]
    assert docket.entry.text == "A3; GO x b.TH +1"
    ruled = disputes.rule(store, number, "The border is open.", BECAUSE)
    assert (ruled.ruled_by, ruled.ruling) == ("Mona", "The border is open.")
    assert_sound(store, game)
    texts = [(e.kind, e.seat, e.text) for e in read_history(store, game).entries[-2:]]
    assert texts == [
        ("dispute", "b", f"{number} 27: they do not touch"),
        ("ruling", "mod", f"{number}: The border is open."),
    ]


def test_both_views(store: Store, game: int) -> None:
    """Each player's part of the docket shows what he was told and saw, and nothing else."""
    docket = disputes.show(store, opened(store, game), BECAUSE)
    blue, yellow = docket.seen
    assert "Yellow has sealed his Combat card." in blue.told
    assert "Yellow has sealed his Combat card: +1." in yellow.told
    assert [seen.view.viewer for seen in docket.seen] == [BLUE, YELLOW]
    assert [a.what for a in looks.accesses(store, game)] == [f"show dispute {docket.dispute.id}"]


def test_a_ruling_is_final(store: Store, game: int) -> None:
    number = opened(store, game)
    disputes.rule(store, number, "It stands.", BECAUSE)
    before = rows(store)
    for again in (
        lambda: disputes.rule(store, number, "It does not stand.", BECAUSE),
        lambda: disputes.say(store, number, "But", BLUE, BECAUSE),
    ):
        with pytest.raises(NotPossible, match="closed"):
            again()
    assert rows(store) == before


def test_a_ruling_stands_in_the_record(store: Store, game: int) -> None:
    disputes.rule(store, opened(store, game), "It stands.", BECAUSE)
    record = read_record(store.export_record(game))
    assert record.closing == (" ruling by Mona: 1: It stands. (the mail was misread)",)


def test_lists(store: Store, game: int, armed: int) -> None:
    first, second = opened(store, game), opened(store, armed, 5)
    assert [d.id for d in disputes.disputes(store)] == [first, second]
    assert [d.id for d in disputes.disputes(store, armed)] == [second]
    with pytest.raises(Unknown):
        disputes.disputes(store, 999)


def test_mistakes(store: Store, game: int) -> None:
    number = opened(store, game)
    before = rows(store)
    mistakes = (
        lambda: disputes.open_dispute(store, game, 99, "x", BLUE, BECAUSE),
        lambda: disputes.open_dispute(store, game, 3, " ", BLUE, BECAUSE),
        lambda: disputes.open_dispute(store, game, 3, "x", Colour.RED, BECAUSE),
        lambda: disputes.open_dispute(store, game, 3, "a\x1bb", BLUE, BECAUSE),
        lambda: disputes.open_dispute(store, game, 3, "x" * 5000, BLUE, BECAUSE),
        lambda: disputes.say(store, number, "", BLUE, BECAUSE),
        lambda: disputes.rule(store, number, "\n", BECAUSE),
        lambda: disputes.export(store, number, Export("BASE-COMBAT-01"), BECAUSE),
        lambda: disputes.rule(store, number, "x", BECAUSE._replace(meant="3")),
    )
    for mistake in mistakes:
        with pytest.raises(NotPossible):
            mistake()
    with pytest.raises(Unknown):
        disputes.show(store, 99, BECAUSE)
    assert rows(store) == before


# -- cases ------------------------------------------------------------------------------------


def test_export(store: Store, game: int) -> None:
    number = opened(store, game)
    disputes.rule(store, number, "The border is open.", BECAUSE)
    text = disputes.export(store, number, Export("BASE-COMBAT-01"), BECAUSE)
    assert all(result.ok for result in run_cases(text))
    assert "case   BASE-COMBAT-01 A  The border is open." in text
    assert "order  y: A3; GO x b.TH +1" in text
    assert "sum y 1; sum b 2" in text
    assert "seed" not in text, "all chance of a running game would come to light"


def test_export_of_a_refused_order(store: Store, game: int) -> None:
    number = opened(store, game, 26)
    disputes.rule(store, number, "Nobody walks through walls.", BECAUSE)
    wanted = Export(message=Message(BLUE, "WI g9"))
    text = disputes.export(store, number, wanted, BECAUSE)
    [result] = run_cases(text)
    assert result.ok
    assert result.polarity == "R"
    assert f"refused {result.id}; nothing changed" in text


def test_export_needs_a_rule(store: Store, game: int) -> None:
    number = opened(store, game)
    disputes.rule(store, number, "It stands.", BECAUSE)
    with pytest.raises(NotPossible, match="BASE-GROUP-02"):
        disputes.export(store, number, Export(), BECAUSE)
    with pytest.raises(NotPossible, match="no rule"):
        disputes.export(store, number, Export("BASE-NOSE-01"), BECAUSE)
    with pytest.raises(NotPossible, match="cannot be read"):
        disputes.export(store, number, Export(message=Message(None, "TIMEOUT x")), BECAUSE)


def test_export_follows_an_amendment(store: Store, game: int) -> None:
    """A dispute about an amendment is exported with the amended orders."""
    moderation.amend(store, game, 26, "TH b2", BECAUSE)
    number = opened(store, game, 30)
    disputes.rule(store, number, "So he meant.", BECAUSE)
    text = disputes.export(store, number, Export("BASE-MOVE-01"), BECAUSE)
    assert "order  b: TH d1-c1-b1-b2" in text


def test_every_message_can_become_a_case(store: Store, armed: int) -> None:
    """From the first line-up to the last blow; ``write_case`` runs each case itself."""
    history = read_history(store, armed)
    for entry in history.entries:
        message = history.message(entry.number)
        setting = Setting(message.again.before, message.by, tuple(sendable(message.again)))
        text = write_case(setting, Heading("BASE-TURN-01", "a message of a game"))
        assert len(log_rows(store)) == len(history.entries)
        assert all(len(line) <= 120 for line in text.splitlines() if not line.startswith("order"))
