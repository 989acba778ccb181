"""The words of an order: pieces by code or name, squares, rooms, and what to say about others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from adjudicator.engine import decisions as d
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Slot, Token
from adjudicator.engine.refusals import Refusal, refuse
from adjudicator.engine.state import State

from .names import ALIASES, COLOURS, find_code
from .writing import write_token

WORDS = {
    "TEAM": "choose a team", "PICK": "pick something for both",
    "OUT": "leave characters out", "LINE": "line up", "SET": "hide a token", "PUT": "place tokens",
    "CARD": "seal a Combat card", "MIND": "name a Combat card", "END": "end the turn",
    "RESIGN": "resign", "DRAW": "offer a draw",
    "ACCEPT": "accept a draw", "DECLINE": "decline a draw",
    "CLAIM": "claim that nobody can win", "AGREE": "agree to a claim", "CONTEST": "contest a claim",
    "TIMEOUT": "note a passed deadline",
    "RESULT": "declare a result",
    "JUMP": "jump",
}  # fmt: skip
SLOT = re.compile(r"R[0-9]+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Text that is no order: the column where reading stopped, and what was expected there."""

    column: int
    why: str
    hint: str | None = None


class Stop(Exception):
    """Ends the reading of an order with a refusal or an explanation."""

    def __init__(self, answer: Refusal | Unreadable) -> None:
        super().__init__(str(answer))
        self.answer = answer


_COPIES = frozenset("23456789")


def split_copy(word: str) -> tuple[str, str]:
    """A piece and the number of a further copy of it.

    >>> split_copy("ro2"), split_copy("ro")
    (('ro', '2'), ('ro', ''))
    """
    if word[-1:] not in _COPIES or word[-2:-1] in _COPIES:
        return word, ""
    return word[:-1], word[-1]


class WordReader:
    """Reads the words of one order of one player: pieces, squares, rooms."""

    def __init__(
        self,
        text: str,
        words: list[str],
        state: State,
        by: Colour,
        purse: d.Purse | None = None,
    ) -> None:
        self.text = text
        self.words = words
        self.state = state
        self.by = by
        self.purse = purse

    # -- parts --------------------------------------------------------------------------------

    def stop(self, word: str, why: str, hint: str | None = None) -> Stop:
        column = self.text.lower().find(word.lower()) + 1
        return Stop(Unreadable(max(column, 1), why, hint))

    def code(self, word: str) -> str:
        """The code a word stands for, with its number if it means a further copy: ``ro2``."""
        stem, copy = split_copy(word)
        code = find_code(self.state.rules, stem)
        if not copy and code in self.state.rules.codes:
            return code
        if copy and f"{self.by.letter}{code}{copy}" in self.state.rules.tokens:
            return f"{code}{copy}"
        if code is not None:
            raise Stop(refuse("BASE-SCENARIO-02", f"there is no {word} in this game"))
        raise self._unknown(word)

    def check_known(self, word: str) -> None:
        """Stop at a word that means nothing in any position: only the rules are asked, so nothing
        hidden is told."""
        stem, _ = split_copy(word.rpartition(".")[2])
        if find_code(self.state.rules, stem) is None:
            raise self._unknown(word)

    def _unknown(self, word: str) -> Stop:
        close = get_close_matches(word.upper(), [*self.state.rules.kinds, *WORDS], 1, 0.4)
        why = f"{word!r} is no character, object or order"
        return self.stop(word, why, close[0] if close else None)

    def token(
        self, word: str, among: tuple[Token, ...] = (), colour: Colour | None = None
    ) -> Token:
        """A piece, by colour and code. Without a colour: one of those meant here, else the own."""
        letter, dot, rest = word.rpartition(".")
        if dot:
            owner = COLOURS.get(letter.lower())
            if owner not in self.state.rules.seats:
                raise self.stop(word, f"{letter!r} is no colour of this game")
            return self._of(owner, rest, among)
        for code in self._meanings(word) if among else ():
            found = [token for token in among if token[1:] == code]
            own = Token(f"{self.by.letter}{code}")
            if own in found:
                return own
            if len(found) > 1:
                could = " or ".join(map(self.write, found))
                raise self.stop(word, f"{word} could mean {could}")
            if found:
                return found[0]
        return self._of(colour or self.by, word, among)

    def _meanings(self, word: str) -> list[str]:
        """The codes a word may stand for: ``tr`` is the Treasure first, ``TR`` only the Troll."""
        stem, copy = split_copy(word)
        meant = (ALIASES.get(stem), find_code(self.state.rules, stem))
        return [f"{code}{copy}" for code in meant if code is not None]

    def _of(self, owner: Colour, word: str, among: tuple[Token, ...]) -> Token:
        for code in self._meanings(word) if among else ():
            token = Token(f"{owner.letter}{code}")
            if token in among:
                return token
        return Token(f"{owner.letter}{self.code(word)}")

    def write(self, token: Token) -> str:
        return write_token(self.state, token, self.by)

    def cell(self, word: str) -> Cell:
        """The cell on a square; squares of face-down rooms do not exist (BASE-MOVE-16, -17)."""
        layout = self.state.rules.layout
        square = layout.square_by_name.get(word.lower())
        if square is None:
            if not re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}", word.lower()):
                raise self.stop(word, f"{word!r} is no square")
            span = f"{layout.square_names[0]} to {layout.square_names[-1]}"
            raise Stop(refuse("BASE-MOVE-17", f"{word} is not on the board ({span})"))
        cell = self.state.space.cell(square)
        if cell == OUTSIDE:
            slot = self.state.space.hidden_slot_at(square)
            if slot is not None:
                raise Stop(refuse("BASE-MOVE-16", f"{word} lies in {slot}, which is face down"))
            raise Stop(refuse("BASE-MOVE-17", f"{word} is not part of the labyrinth"))
        return cell

    def slot(self, word: str) -> Slot:
        if not SLOT.match(word):
            raise self.stop(word, f"{word!r} is no room; rooms are called R1, R2 and so on")
        return Slot(word.upper())
