"""Every event is told: by a function of its own, or because all of it is plain and public."""

from __future__ import annotations

from dataclasses import fields
from types import UnionType
from typing import get_args

from adjudicator.engine import events, telling
from adjudicator.engine.changes import CHANGES

PLAIN = {"Colour", "Token", "Slot", "str", "int", "bool", "Purse", "int | None", "Token | None"}


def every_event() -> tuple[type, ...]:
    assert isinstance(events.Event, UnionType)
    return get_args(events.Event)


def test_an_event_without_a_teller_holds_plain_words_and_numbers_only() -> None:
    told = {*telling._TELLERS, *telling._SILENT}
    left = [event for event in every_event() if event not in told]
    bad = [(e.__name__, f.name, f.type) for e in left for f in fields(e) if f.type not in PLAIN]
    assert left and not bad


def test_every_event_changes_the_position_in_one_way() -> None:
    assert set(CHANGES) == set(every_event())
