"""Reading one line of standing orders, word by word. ``standing.py`` is the door to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches

from adjudicator.engine.actions.choose import whole_pair
from adjudicator.engine.ids import Token
from adjudicator.engine.layout import LineRule
from adjudicator.engine.ruleset import Choice

from .standing_lines import (
    At,
    CardLine,
    ChooseLine,
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
    PickKind,
    PickLine,
    PieceClass,
    PutLine,
    SetLine,
    TeamLine,
    What,
    Whose,
    Wish,
)
from .standing_parts import CARD, FILLERS, SUM, LineWords, Word
from .words import Stop, Unreadable, split_copy

_PARTS = {
    Part.ATTACK: ("attack", "attacking", "attaque", "angriff"),
    Part.DEFENCE: ("defence", "defense", "defending", "verteidigung"),
}
_ELSE = ("else", "otherwise", "always", "sinon", "sonst")
_AGAINST = ("vs", "against", "contre", "gegen")
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


class LineReader(LineWords):
    """Reads one line, word by word."""

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

    # -- Combat cards -------------------------------------------------------------------------

    def card_line(self) -> Line:
        found = _Found()
        while self.words and not CARD.match(self.words[0].text):
            self._circumstance(self.words.pop(0), found)
        return CardLine(found.circumstances(), self.cards())

    def _circumstance(self, word: Word, found: _Found) -> None:
        low = word.low
        part = next((part for part, names in _PARTS.items() if low in names), None)
        if part is not None:
            found.part = part
        elif match := SUM.fullmatch(word.text):
            sign = {"=>": ">=", "=<": "<=", "==": "="}.get(match.group(1), match.group(1))
            found.sums.append(Compare(sign, int(match.group(2))))
        elif low == "wounded":
            found.wounded = True
        elif low in _AGAINST:
            found.against += self._codes(low)
        elif low == "on":
            found.attacked += self._codes(low)
        elif low not in (*FILLERS, *_ELSE):
            found.fighting += self._codes_in(word)

    def _codes(self, after: str) -> list[str]:
        """One or more characters behind a word: ``vs TR/WA``."""
        self.expect_more(f"a character after {after!r}, like {after} TR")
        return self._codes_in(self.words.pop(0))

    def _codes_in(self, word: Word) -> list[str]:
        return [self.code(word, text, character=True) for text in word.text.split("/") if text]

    def mind_line(self) -> Line:
        """A card for the other side to play (PRISON-ABILITY-26)."""
        if not any(self.rules.kinds[code].naming for code in self.rules.teams[self.by]):
            raise Stop(Unreadable(1, "nobody of yours can name a card in this game"))
        found = _Found()
        while self.words and not CARD.match(self.words[0].text):
            if self.words[0].low in _NO_CARD:
                break
            self._circumstance(self.words.pop(0), found)
        self.expect_more("a Combat card or NO, like MIND else: +6")
        word = self.words.pop(0)
        card = None if word.low in _NO_CARD else self.card(word)
        if card == 0:
            raise self.stop(word, "the +0 cannot be named")
        self.expect_end()
        return MindLine(found.circumstances(), card)

    def never_line(self) -> Line:
        self.expect_more("Combat cards, like NEVER +6")
        bound = self.words[0].low
        if bound not in ("below", "above"):
            return NeverLine(self.cards())
        self.words.pop(0)
        self.expect_more("a Combat card, like +2")
        card = self.card(self.words.pop(0))
        self.expect_end()
        return NeverLine(below=card) if bound == "below" else NeverLine(above=card)

    def keep_line(self) -> Line:
        return KeepLine(self.cards())

    # -- set-up -------------------------------------------------------------------------------

    def choose_line(self) -> Line:
        """A team of free choice and its pairs of rooms (NATURE-SETUP-03, -05)."""
        choice = self._choice(secret=True)
        names = [word for word in self.words if word.low != "reserve"]
        lows = [word.low for word in names]
        split = lows.index("pairs") if "pairs" in lows else len(names)
        codes = self._owned(names[:split])
        pairs = tuple(dict.fromkeys(map(self._pair, names[split + 1 :])))
        characters = sum(map(self.rules.is_character, codes))
        pairs_each = choice.pairs // len(self.rules.seats)
        least = (choice.characters, choice.objects, 2 * pairs_each)
        named = (characters, len(codes) - characters, len(pairs))
        if any(few < number for few, number in zip(named, least, strict=True)):
            raise self.stop(
                None,
                f"at least {least[0]} characters, {least[1]} objects and {least[2]} PAIRS are"
                f" needed, not {named[0]}, {named[1]} and {named[2]}",
            )
        return ChooseLine(codes, pairs)

    def pick_line(self) -> Line:
        """What to pick of one kind in mutual choice (NATURE-SETUP-07 to -09)."""
        self._choice(secret=False)
        self.expect_more("what to pick in order of preference, like 37 1 or CO BA")
        first, *_ = kinds = [self._kind(word) for word in self.words]
        for word, kind in zip(self.words, kinds, strict=True):
            if kind is not first:
                raise self.stop(word, "pairs, characters and objects have a PICK line each")
        if first is PickKind.PAIR:
            return PickLine(first, tuple(dict.fromkeys(map(self._pair, self.words))))
        return PickLine(first, self._owned(self.words))

    def _choice(self, *, secret: bool) -> Choice:
        """How teams are chosen, if it is done in this way."""
        choice = self.rules.choice
        if choice is None:
            raise Stop(Unreadable(1, "in this game the teams are given, not chosen"))
        if choice.secret is not secret:
            how = "handed in whole and in secret: TEAM" if choice.secret else "picked in turn: PICK"
            raise Stop(Unreadable(1, f"in this game teams are {how}"))
        return choice

    def _kind(self, word: Word) -> PickKind:
        if word.text[0].isdigit():
            return PickKind.PAIR
        character = self.rules.is_character(self._chosen(word))
        return PickKind.CHARACTER if character else PickKind.OBJECT

    def _chosen(self, word: Word) -> str:
        """A code to choose by; copies have no numbers yet."""
        return self.code(word, split_copy(word.text)[0])

    def _pair(self, word: Word) -> str:
        refusal = whole_pair(self.rules, word.text)
        if refusal is not None:
            raise self.stop(word, refusal.why)
        return word.text

    def _owned(self, words: list[Word]) -> tuple[str, ...]:
        """What is named, each at most as often as the player has it."""
        codes, owned = list(map(self._chosen, words)), self.rules.teams[self.by]
        return tuple(
            code for n, code in enumerate(codes) if codes[:n].count(code) < owned.count(code)
        )

    def team_line(self) -> Line:
        self.expect_more("characters in order of preference, like CL@b1 TH WI")
        members: dict[Token, tuple[str, ...]] = {}
        for word in self.words:
            who, at, where = word.text.partition("@")
            token = self.token(Word(who, word.column), character=True)
            members[token] = tuple(self._dots(word, where)) if at else ()
        return TeamLine(tuple(members.items()))

    def _dots(self, word: Word, text: str) -> Iterator[str]:
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

    def _which(self, word: Word) -> Token | PieceClass:
        whose = _WHOSE.get(word.low)
        if whose is None:
            return self.token(word, own=False)
        what = self.words[0].low if self.words else ""
        if what in list(What):
            self.words.pop(0)
            return PieceClass(whose, What(what))
        return PieceClass(whose)

    def _wish(self, word: Word) -> Wish:
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
        self.expect_end()
        return EndLine()


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
    "TEAM": LineReader.choose_line,
    "PICK": LineReader.pick_line,
    "OUT": LineReader.out_line,
    "LINE": LineReader.team_line,
    "SET": LineReader.set_line,
    "PUT": LineReader.put_line,
    "END": LineReader.end_line,
}
