"""HELP: pages about commands, or the list of pages."""

from __future__ import annotations

from adjudicator.render import letter_kinds as k

from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """Every HELP of a mail asks for a page; ``send`` answers all of them in one mail."""
    visit.help_wanted.append(words[0].upper() if words else "")


def send(visit: Visit) -> None:
    """The pages a mail has asked for, if any."""
    if visit.help_wanted:
        visit.answer(k.Help(tuple(dict.fromkeys(visit.help_wanted))))
