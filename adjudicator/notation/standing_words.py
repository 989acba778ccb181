"""Reading one line of standing orders, word by word. ``standing.py`` is the door to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import NamedTuple

from adjudicator.engine.ids import Colour, Slot, Token
from adjudicator.engine.layout import LineRule
from adjudicator.engine.ruleset import Ruleset

from .names import ALIASES, COLOURS, find_code, plain
from .standing_lines import (
    At,
    CardLine,
    Circumstances,
    Compare,
    EndLine,
    Feature,
    KeepLine,
    Line,
    MindLine,
    NeverLine,
    NextTo,
    OutLine,
    Part,
    PieceClass,
    PutLine,
    SetLine,
    TeamLine,
    What,
    Whose,
    Wish,
)
from .words import SLOT, Stop, Unreadable

_SUM = re.compile(r"sum\s*(>=|=>|<=|=<|==|=|>|<)\s*([+-]?[0-9]{1,2})(?![0-9])", re.IGNORECASE)
_CARD = re.compile(r"\+?([0-9])")
_PARTS = {
    Part.ATTACK: ("attack", "attacking", "attaque", "angriff"),
    Part.DEFENCE: ("defence", "defense", "defending", "verteidigung"),
}
_ELSE = ("else", "otherwise", "always", "sinon", "sonst")
_AGAINST = ("vs", "against", "contre", "gegen")
_FILLERS = ("if", "when", "and", "or", "then", "play", "with")
_NO_CARD = ("no", "none", "non", "nein")
_ANY = ("any", "*", "rest")
_WHOSE = {
    word: whose
    for whose, words in {
        Whose.OWN: ("own", "my", "mine"),
        Whose.ENEMY: ("enemy", "their", "theirs"),
        Whose.ANY: _ANY,
    }.items()
    for word in words
}


class _Word(NamedTuple):
    text: str
    column: int

    @property
    def low(self) -> str:
        return plain(self.text)


class LineReader:
    """Reads one line, word by word."""

    def __init__(self, text: str, rules: Ruleset, by: Colour) -> None:
        self.text = text
        self.rules = rules
        self.by = by
        compact = _SUM.sub(lambda m: m.group().replace(" ", "").ljust(len(m.group())), text)
        self.words = [
            _Word(match.group(), match.start() + 1) for match in re.finditer(r"[^\s,:]+", compact)
        ]

    def line(self) -> Line:
        if not self.words:
            raise Stop(Unreadable(1, "expected a standing order, like CARD else: +0"))
        head = self.words.pop(0)
        reader = READERS.get(head.text.upper())
        if reader is None:
            close = get_close_matches(head.text.upper(), READERS, 1, 0.5)
            why = f"{head.text!r} begins no standing order; these do: {' '.join(READERS)}"
            raise Stop(Unreadable(head.column, why, close[0] if close else None))
        return reader(self)

    def stop(self, word: _Word | None, why: str) -> Stop:
        return Stop(Unreadable(word.column if word else len(self.text) + 1, why))

    def expect_more(self, what: str) -> None:
        if not self.words:
            raise self.stop(None, f"expected {what}")

    # -- pieces, cards, rooms -----------------------------------------------------------------

    def card(self, word: _Word) -> int:
        match = _CARD.fullmatch(word.text)
        if match is None:
            raise self.stop(word, f"{word.text!r} should be a Combat card, like +2")
        if int(match.group(1)) not in self.rules.combat_cards:
            raise self.stop(word, f"there is no Combat card +{match.group(1)}")
        return int(match.group(1))

    def cards(self) -> tuple[int, ...]:
        """All that is left of the line, as cards."""
        self.expect_more("Combat cards, like +3 +2 +0")
        words = [
            _Word(part.group(), word.column + part.start())
            for word in self.words
            if word.low not in _FILLERS
            for part in re.finditer(r"[^/]+", word.text)
        ]
        return tuple(dict.fromkeys(map(self.card, words)))

    def code(self, word: _Word, text: str, character: bool | None = None) -> str:
        """The code of a piece; ``tr`` is the Treasure where a Troll need not be meant."""
        alias = ALIASES.get(text) if not character else None
        code = alias or find_code(self.rules, text)
        if code is None or code not in self.rules.codes:
            raise self.stop(word, f"{text!r} is no character or object of this game")
        if character and not self.rules.is_character(code):
            raise self.stop(word, f"the {self.rules.kinds[code].name} is no character")
        return code

    def token(self, word: _Word, character: bool | None = None, own: bool = True) -> Token:
        letter, dot, rest = word.text.rpartition(".")
        owner = COLOURS.get(letter.lower()) if dot else self.by
        if owner not in self.rules.seats:
            raise self.stop(word, f"{letter!r} is no colour of this game")
        if own and owner != self.by:
            raise self.stop(word, "only your own pieces are meant here")
        return Token(f"{owner.letter}{self.code(word, rest, character)}")

    def slot(self, word: _Word) -> Slot:
        slot = Slot(word.text.upper())
        if not SLOT.match(slot) or slot not in self.rules.layout.place_by_slot:
            known = " ".join(self.rules.layout.place_by_slot)
            raise self.stop(word, f"{word.text!r} is no room; the rooms are {known}")
        return slot

    # -- Combat cards -------------------------------------------------------------------------

    def card_line(self) -> Line:
        found = _Found()
        while self.words and not _CARD.match(self.words[0].text):
            self._circumstance(self.words.pop(0), found)
        return CardLine(found.circumstances(), self.cards())

    def _circumstance(self, word: _Word, found: _Found) -> None:
        low = word.low
        part = next((part for part, names in _PARTS.items() if low in names), None)
        if part is not None:
            found.part = part
        elif match := _SUM.fullmatch(word.text):
            sign = {"=>": ">=", "=<": "<=", "==": "="}.get(match.group(1), match.group(1))
            found.sums.append(Compare(sign, int(match.group(2))))
        elif low == "wounded":
            found.wounded = True
        elif low in _AGAINST:
            found.against += self._codes(low)
        elif low == "on":
            found.attacked += self._codes(low)
        elif low not in (*_FILLERS, *_ELSE):
            found.fighting += self._codes_in(word)

    def _codes(self, after: str) -> list[str]:
        """One or more characters behind a word: ``vs TR/WA``."""
        self.expect_more(f"a character after {after!r}, like {after} TR")
        return self._codes_in(self.words.pop(0))

    def _codes_in(self, word: _Word) -> list[str]:
        return [self.code(word, text, character=True) for text in word.text.split("/") if text]

    def mind_line(self) -> Line:
        """A card for the other side to play (PRISON-ABILITY-26)."""
        if not any(self.rules.kinds[code].announces for code in self.rules.teams[self.by]):
            raise Stop(Unreadable(1, "nobody of yours can name a card in this game"))
        found = _Found()
        while self.words and not _CARD.match(self.words[0].text):
            if self.words[0].low in _NO_CARD:
                break
            self._circumstance(self.words.pop(0), found)
        self.expect_more("a Combat card or NO, like MIND else: +6")
        word = self.words.pop(0)
        card = None if word.low in _NO_CARD else self.card(word)
        if card == 0:
            raise self.stop(word, "the +0 cannot be named")
        self._expect_end()
        return MindLine(found.circumstances(), card)

    def never_line(self) -> Line:
        self.expect_more("Combat cards, like NEVER +6")
        bound = self.words[0].low
        if bound not in ("below", "above"):
            return NeverLine(self.cards())
        self.words.pop(0)
        self.expect_more("a Combat card, like +2")
        card = self.card(self.words.pop(0))
        self._expect_end()
        return NeverLine(below=card) if bound == "below" else NeverLine(above=card)

    def keep_line(self) -> Line:
        return KeepLine(self.cards())

    # -- set-up -------------------------------------------------------------------------------

    def team_line(self) -> Line:
        self.expect_more("characters in order of preference, like CL@b1 TH WI")
        members: dict[Token, tuple[str, ...]] = {}
        for word in self.words:
            who, at, where = word.text.partition("@")
            token = self.token(_Word(who, word.column), character=True)
            members[token] = tuple(self._dots(word, where)) if at else ()
        return TeamLine(tuple(members.items()))

    def _dots(self, word: _Word, text: str) -> Iterator[str]:
        layout = self.rules.layout
        own = [
            layout.square_names[layout.square(*line.squares[dot])]
            for line in layout.lines
            if line.rule(self.by) is LineRule.HOME
            for dot in line.dots
        ]
        for name in dict.fromkeys(text.lower().split("/")):
            if name not in own:
                raise self.stop(word, f"{name!r} is no dot of your line: {' '.join(own)}")
            yield name

    def out_line(self) -> Line:
        self.expect_more("characters to leave out, like ME WW")
        return OutLine(tuple(dict.fromkeys(self.token(w, character=True) for w in self.words)))

    def set_line(self) -> Line:
        self.expect_more("a token and rooms, like tz R7 R8")
        word = self.words.pop(0)
        token = None if word.low in _ANY else self.token(word)
        self.expect_more("rooms in order of preference, like R7 R8")
        return SetLine(token, tuple(dict.fromkeys(map(self.slot, self.words))))

    # -- placing ------------------------------------------------------------------------------

    def put_line(self) -> Line:
        self.expect_more("a token and where to put it, like WA gear far")
        which = self._which(self.words.pop(0))
        self.expect_more(f"squares or one of {', '.join(Feature)}, next to")
        wishes = []
        while self.words:
            wishes.append(self._wish(self.words.pop(0)))
        return PutLine(which, tuple(dict.fromkeys(wishes)))

    def _which(self, word: _Word) -> Token | PieceClass:
        whose = _WHOSE.get(word.low)
        if whose is None:
            return self.token(word, own=False)
        what = self.words[0].low if self.words else ""
        if what in list(What):
            self.words.pop(0)
            return PieceClass(whose, What(what))
        return PieceClass(whose)

    def _wish(self, word: _Word) -> Wish:
        low = word.low.replace("-", " ")
        if low == "dead" and self.words and self.words[0].low == "end":
            self.words.pop(0)
            return Feature.DEAD_END
        if low in list(Feature):
            return Feature(low)
        if low == "next":
            if self.words and self.words[0].low == "to":
                self.words.pop(0)
            self.expect_more("a piece after 'next to', like next to y.GO")
            return NextTo(self.token(self.words.pop(0), own=False))
        if low in self.rules.layout.square_by_name:
            return At(low)
        known = ", ".join([*Feature, "next to", "a square like c7"])
        raise self.stop(word, f"{word.text!r} is no wish for a square; these are: {known}")

    def end_line(self) -> Line:
        if not self.words or self.words.pop(0).low != "auto":
            raise self.stop(None, "expected END auto")
        self._expect_end()
        return EndLine()

    def _expect_end(self) -> None:
        if self.words:
            raise self.stop(self.words[0], "nothing more is expected here")


class _Found:
    """The circumstances of a card line as far as it is read."""

    def __init__(self) -> None:
        self.part: Part | None = None
        self.attacked: list[str] = []
        self.fighting: list[str] = []
        self.against: list[str] = []
        self.sums: list[Compare] = []
        self.wounded = False

    def circumstances(self) -> Circumstances:
        return Circumstances(
            self.part,
            tuple(dict.fromkeys(self.attacked)),
            tuple(dict.fromkeys(self.fighting)),
            tuple(dict.fromkeys(self.against)),
            tuple(dict.fromkeys(self.sums)),
            self.wounded,
        )


READERS: dict[str, Callable[[LineReader], Line]] = {
    "CARD": LineReader.card_line,
    "MIND": LineReader.mind_line,
    "NEVER": LineReader.never_line,
    "KEEP": LineReader.keep_line,
    "OUT": LineReader.out_line,
    "LINE": LineReader.team_line,
    "SET": LineReader.set_line,
    "PUT": LineReader.put_line,
    "END": LineReader.end_line,
}
