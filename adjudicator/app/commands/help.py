"""HELP: a page about a command, or the list of pages."""

from __future__ import annotations

from adjudicator.render import letter_kinds as k

from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    visit.answer(k.Help(words[0].upper() if words else ""))
