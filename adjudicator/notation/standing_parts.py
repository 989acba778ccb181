"""The words of a line of standing orders: pieces, cards, rooms, and what to say about others."""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.engine.ids import Colour, Slot, Token
from adjudicator.engine.ruleset import Ruleset

from .names import ALIASES, COLOURS, find_code, plain
from .words import SLOT, Stop, Unreadable, split_copy

SUM = re.compile(r"sum\s*(>=|=>|<=|=<|==|=|>|<)\s*([+-]?[0-9]{1,2})(?![0-9])", re.IGNORECASE)
CARD = re.compile(r"\+?([0-9])")
FILLERS = ("if", "when", "and", "or", "then", "play", "with")


class Word(NamedTuple):
    text: str
    column: int

    @property
    def low(self) -> str:
        return plain(self.text)


class LineWords:
    """One line, from which words are taken off the front."""

    def __init__(self, text: str, rules: Ruleset, by: Colour) -> None:
        self.text = text
        self.rules = rules
        self.by = by
        compact = SUM.sub(lambda m: m.group().replace(" ", "").ljust(len(m.group())), text)
        self.words = [
            Word(match.group(), match.start() + 1) for match in re.finditer(r"[^\s,:]+", compact)
        ]

    def stop(self, word: Word | None, why: str) -> Stop:
        return Stop(Unreadable(word.column if word else len(self.text) + 1, why))

    def expect_more(self, what: str) -> None:
        if not self.words:
            raise self.stop(None, f"expected {what}")

    def expect_end(self) -> None:
        if self.words:
            raise self.stop(self.words[0], "nothing more is expected here")

    # -- pieces, cards, rooms -----------------------------------------------------------------

    def card(self, word: Word) -> int:
        match = CARD.fullmatch(word.text)
        if match is None:
            raise self.stop(word, f"{word.text!r} should be a Combat card, like +2")
        if int(match.group(1)) not in self.rules.combat_cards:
            raise self.stop(word, f"there is no Combat card +{match.group(1)}")
        return int(match.group(1))

    def cards(self) -> tuple[int, ...]:
        """All that is left of the line, as cards."""
        self.expect_more("Combat cards, like +3 +2 +0")
        words = [
            Word(part.group(), word.column + part.start())
            for word in self.words
            if word.low not in FILLERS
            for part in re.finditer(r"[^/]+", word.text)
        ]
        return tuple(dict.fromkeys(map(self.card, words)))

    def code(self, word: Word, text: str, character: bool | None = None) -> str:
        """The code of a piece; ``tr`` is the Treasure where a Troll need not be meant."""
        alias = ALIASES.get(text) if not character else None
        code = alias or find_code(self.rules, text)
        if code is None or code not in self.rules.codes:
            raise self.stop(word, f"{text!r} is no character or object of this game")
        if character and not self.rules.is_character(code):
            raise self.stop(word, f"the {self.rules.kinds[code].name} is no character")
        return code

    def token(self, word: Word, character: bool | None = None, own: bool = True) -> Token:
        letter, dot, rest = word.text.rpartition(".")
        owner = COLOURS.get(letter.lower()) if dot else self.by
        if owner not in self.rules.seats:
            raise self.stop(word, f"{letter!r} is no colour of this game")
        if own and owner != self.by:
            raise self.stop(word, "only your own pieces are meant here")
        stem, copy = split_copy(rest)
        token = Token(f"{owner.letter}{self.code(word, stem, character)}{copy}")
        if copy and token not in self.rules.tokens:
            raise self.stop(word, f"{rest!r} is no character or object of this game")
        return token

    def slot(self, word: Word) -> Slot:
        slot = Slot(word.text.upper())
        if not SLOT.match(slot) or slot not in self.rules.layout.place_by_slot:
            known = " ".join(self.rules.layout.place_by_slot)
            raise self.stop(word, f"{word.text!r} is no room; the rooms are {known}")
        return slot
