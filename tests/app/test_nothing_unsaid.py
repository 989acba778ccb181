"""Everything that letters can say is said by somebody: wording that nobody uses is never read."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

import adjudicator.app
from adjudicator.render.letter_kinds import Letter
from adjudicator.render.notes import NOTES

SOURCE = "\n".join(
    file.read_text(encoding="utf-8")
    for file in sorted(Path(adjudicator.app.__file__).parent.rglob("*.py"))
)


@pytest.mark.parametrize("key", NOTES)
def test_each_note_is_used(key: str) -> None:
    assert f'"{key}"' in SOURCE


@pytest.mark.parametrize("kind", [kind.__name__ for kind in get_args(Letter)])
def test_each_kind_of_letter_is_sent(kind: str) -> None:
    assert f"k.{kind}(" in SOURCE
