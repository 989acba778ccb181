"""Orders: the text a player types and the decision it means, both ways.

Reading needs the position: squares lie where the rooms lie now, and a goal needs a way. What cannot
be read is ``Unreadable`` (where, what was expected); what can be read but names something
impossible is already a ``Refusal``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.setup import unplaced
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Side, Slot, Token
from adjudicator.engine.not_now import not_asked
from adjudicator.engine.refusals import Refusal, refuse, renamed
from adjudicator.engine.requests import Ask
from adjudicator.engine.state import State, Status

from .names import ALIASES, COLOURS, with_codes
from .paths import read_path, read_steps
from .unknown_verb import unknown_verb
from .words import SLOT, Stop, Unreadable, WordReader, split_copy
from .writing import SIMPLE, write_order, write_token

__all__ = [
    "OrderText",
    "Reading",
    "Unreadable",
    "read_order",
    "split_orders",
    "write_order",
    "write_token",
]


class OrderText(NamedTuple):
    """One order as typed, with its place in the message."""

    text: str
    line: int
    column: int


Reading = d.Decision | Refusal | Unreadable


def split_orders(text: str) -> Iterator[OrderText]:
    """The single orders of a message.

    >>> [order.text for order in split_orders("A3; WA c4-c5  # go\\n\\nEND")]
    ['A3', 'WA c4-c5', 'END']
    """
    for number, line in enumerate(text.splitlines(), start=1):
        column = 1
        for part in line.split("#", 1)[0].split(";"):
            stripped = part.strip()
            if stripped:
                yield OrderText(stripped, number, column + len(part) - len(part.lstrip()))
            column += len(part) + 1


# -- reading ----------------------------------------------------------------------------------

_PLACE = re.compile(r"(?:([a-z])\.)?([a-z]{2}[0-9]?)@([a-z]{1,2}[0-9]{1,2})$", re.IGNORECASE)
_BY = re.compile(r"\s+by\s+(card|potion)$", re.IGNORECASE)


def read_order(text: str, state: State, by: Colour | None) -> Reading:
    """What an order means in this position."""
    reading = _reading(text, state, by)
    return renamed(reading, state.rules.called) if isinstance(reading, Refusal) else reading


def _reading(text: str, state: State, by: Colour | None) -> Reading:
    try:
        return _read(text, state, by)
    except Stop as stop:
        first = stop.answer
    purse = _BY.search(text)
    end = purse.start() if purse else len(text)  # the potion that pays is no name
    spelled_out = with_codes(state.rules, text[:end]) + text[end:]
    if spelled_out == text:
        return first
    try:
        return _read(spelled_out, state, by, typed=text)
    except Stop as stop:
        return stop.answer


def _read(text: str, state: State, by: Colour | None, typed: str = "") -> d.Decision:
    """Raises ``Stop``. If names were replaced by codes, ``typed`` is what the player wrote."""
    typed = typed or text
    words = text.split()
    head = words[0].upper()
    if head == "TIMEOUT":
        return d.TimeOut(_number(text, words))
    if head == "RESULT":
        return d.Declare(_winners(text, words))
    if by is None:
        raise Stop(Unreadable(1, "the referee sends TIMEOUT and a number, or RESULT and a winner"))
    simple = SIMPLE.get(head)
    if simple is not None and len(words) == 1:
        return simple
    if len(head) == 2 and head[0] == "A" and head[1] in "0123456789" and len(words) == 1:
        return d.PlayActionCard(int(head[1]))
    if head in _READERS:
        return _READERS[head](_Reader(text, words, state, by))
    purse = _BY.search(text)
    if purse:
        text = text[: purse.start()]
        words = text.split()
    reader = _Reader(text, words, state, by, d.Purse(purse.group(1).lower()) if purse else None)
    reader.typed = typed
    if head == "JUMP" and len(words) > 1:
        reader.words[0], reader.words[1] = reader.words[1], reader.words[0]
    return reader.action()


def _number(text: str, words: list[str]) -> int:
    if len(words) != 2 or not re.fullmatch("[0-9]{1,9}", words[1]):
        column = min(len(words[0]) + 2, len(text) + 1)
        raise Stop(Unreadable(column, "expected the number of a request"))
    return int(words[1])


def _winners(text: str, words: list[str]) -> tuple[Colour, ...]:
    if len(words) == 2 and words[1].lower() == "draw":
        return ()
    winners = tuple(COLOURS[word.lower()] for word in words[1:] if word.lower() in COLOURS)
    if not winners or len(winners) != len(words) - 1:
        column = min(len(words[0]) + 2, len(text) + 1)
        raise Stop(Unreadable(column, "expected the winner's colour, or draw"))
    return winners


class _Reader(WordReader):
    """Reads one order of one player."""

    typed = ""
    """What he wrote, before names were replaced by codes."""

    # -- set-up and answers -------------------------------------------------------------------

    def team(self) -> d.Decision:
        """Codes, then the pairs of rooms wanted, then those in reserve."""
        words, reserve = _split_at(self.words[1:], "reserve")
        words, pairs = _split_at(words, "pairs")
        if not words or not pairs or not reserve:
            usage = "TEAM CL ME ... ro ke ... PAIRS 1 37 RESERVE 2 38"
            raise Stop(Unreadable(len(self.text) + 1, f"expected {usage}"))
        return d.ChooseTeam(tuple(map(self._chosen, words)), tuple(pairs), tuple(reserve))

    def pick(self) -> d.Decision:
        if len(self.words) != 2:
            raise Stop(
                Unreadable(len(self.text) + 1, "one thing is picked at a time: PICK 37, PICK CL")
            )
        word = self.words[1]
        tiles = self.state.rules.tiles
        rooms = any(word.lower() in (t.pair.lower(), t.name.lower()) for t in tiles)
        return d.Pick(word if rooms or word.isdigit() else self._chosen(word))

    def _chosen(self, word: str) -> str:
        """A code to choose by; copies have no numbers yet."""
        return ALIASES.get(word) or split_copy(self.code(word))[0]

    def out(self) -> d.Decision:
        return d.LeaveOut(tuple(self.token(word) for word in self.words[1:]))

    def places(self, among: tuple[Token, ...]) -> tuple[tuple[Token, Cell], ...]:
        places = []
        for word in self.words[1:]:
            match = _PLACE.match(word)
            if match is None:
                raise self.stop(word, f"{word!r} should be a piece and a square, like WA@c7")
            piece = word.split("@")[0]
            places.append((self.token(piece, among), self.cell(match.group(3))))
        if not places:
            raise Stop(Unreadable(len(self.text) + 1, "expected pieces and squares, like WA@c7"))
        return tuple(places)

    def line(self) -> d.Decision:
        return d.LineUp(self.places(()))

    def put(self) -> d.Decision:
        request = self.state.request(self.by, Ask.PUT)
        if request is None:
            raise Stop(not_asked(self.state, self.by, Ask.PUT))
        return d.Put(self.places(request.tokens))

    def hide(self) -> d.Decision:
        if len(self.words) > 3:
            raise Stop(refuse("BASE-SETUP-11", "one token goes into one room: SET ro R4"))
        if len(self.words) < 3:
            raise Stop(
                Unreadable(len(self.text) + 1, "expected a token and a room, like SET ro R4")
            )
        if self.words[2].lower() in self.state.rules.layout.square_by_name:
            raise Stop(
                refuse("BASE-SETUP-11", "tokens are hidden in a room, not on a square of it")
            )
        own = tuple(p.token for p in self.state.of(self.by))
        return d.Hide(self._hidden_token(self.words[1], own), self.slot(self.words[2]))

    def _hidden_token(self, word: str, own: tuple[Token, ...]) -> Token:
        """Upper case is the Troll, lower case the Treasure, as printed in the lists."""
        if word in ALIASES:
            return Token(f"{self.by.letter}{ALIASES[word]}")
        token = self._of(self.by, word, ()) if "." not in word else self.token(word, own)
        return self._copy_at_hand(token)

    def _copy_at_hand(self, token: Token) -> Token:
        """Whoever hides ``ro`` means the one he still has."""
        pieces = self.state.pieces
        if token not in pieces or pieces[token].status is Status.UNPLACED:
            return token
        copies = (p.token for p in unplaced(self.state, self.by) if p.token[:3] == token)
        return next(copies, token)

    def card(self) -> d.Decision:
        if len(self.words) > 2 and all(re.fullmatch(r"\+?[0-9]", w) for w in self.words[1:]):
            raise Stop(refuse("BASE-GROUP-03", "each side plays exactly one Combat card"))
        return d.LayCard(self.card_value("".join(self.words[1:])))

    def name_card(self) -> d.Decision:
        if len(self.words) != 2:
            raise Stop(Unreadable(len(self.text) + 1, "expected a Combat card or NO: MIND +5"))
        word = self.words[1]
        return d.NameCard(None if word.upper() == "NO" else self.card_value(word))

    def card_value(self, word: str) -> int:
        match = re.fullmatch(r"\+?([0-9])", word)
        if match is None:
            if re.fullmatch(r"(jump|a[0-9])", word.lower()):
                raise Stop(refuse("BASE-COMBAT-18", "only a Combat card counts in a combat"))
            raise self.stop(word, "expected a Combat card, like +2")
        return int(match.group(1))

    # -- actions ------------------------------------------------------------------------------

    def action(self) -> d.Decision:
        if self.state.request(self.by, Ask.ACT) is None:
            # Judged before anything is looked up, so that no reason tells what is hidden.
            self.check_known(self.words[0])
            raise Stop(not_asked(self.state, self.by, Ask.ACT))
        actor = self.token(self.words[0])
        if len(self.words) < 2:
            raise Stop(Unreadable(len(self.text) + 1, "expected what to do, like c4-c5 or RV R3"))
        verb, rest = self.words[1].lower(), self.words[2:]
        if verb == "rv":
            return d.Reveal(actor, self._one_slot(rest), self.purse)
        if verb == "rt":
            return self._rotate(actor, rest)
        if verb == "x":
            return self._attack(actor, rest)
        if verb == "jump":
            return self._jump(actor, "".join(rest))
        if verb in self.state.rules.verbs:
            return self._use(actor, verb, rest)
        if verb == "read":
            raise Stop(refuse("BASE-ABILITY-16", "there are no scrolls in this game"))
        if verb.isalpha():
            raise Stop(unknown_verb(self.state.rules, self.by, self.typed, self.words))
        return d.Move(actor, read_path(self, actor, "".join(self.words[1:])), self.purse)

    def _one_slot(self, words: list[str]) -> Slot:
        if not words:
            raise Stop(Unreadable(len(self.text) + 1, "expected a room, like R3"))
        if len(words) > 1:
            rule = "BASE-REVEAL-01" if all(SLOT.match(w) for w in words) else "BASE-SETUP-03"
            raise Stop(refuse(rule, "one room is revealed, and it lies as it lies"))
        return self.slot(words[0])

    def _rotate(self, actor: Token, words: list[str]) -> d.Decision:
        if not words:
            raise Stop(Unreadable(len(self.text) + 1, "expected a room, like R3"))
        slot, quarters, sense = self.slot(words[0]), 1, None
        for word in words[1:]:
            if re.fullmatch(r"x[0-9]", word.lower()):
                quarters = int(word[1])
            elif word.lower() in ("cw", "ccw"):
                sense = 1 if word.lower() == "cw" else -1
            elif SLOT.match(word):
                raise Stop(refuse("BASE-ROTATE-05", "one order turns one room"))
            else:
                raise self.stop(word, f"{word!r} is neither x2 nor cw nor ccw")
        return d.Rotate(actor, slot, quarters, sense, self.purse)

    def _attack(self, actor: Token, words: list[str]) -> d.Decision:
        if not words:
            raise Stop(Unreadable(len(self.text) + 1, "expected whom to attack, like x GO"))
        words, named_helpers = _split_at(words, "with")
        if named_helpers and re.fullmatch(r"\+[0-9]", named_helpers[-1]):
            words.append(named_helpers.pop())  # the card may come last
        if named_helpers == []:
            raise Stop(Unreadable(len(self.text) + 1, "expected who helps, like WITH ME"))
        card = None
        target, _, value = "".join(words).partition("+")
        if value:
            card = self.card_value(value)
        enemies = tuple(
            p.token for p in self.state.pieces.values() if p.colour != self.by and p.kind.character
        )
        named = [word for word in words if not re.fullmatch(r"\+?[0-9]", word)]
        if len(named) > 1:
            raise Stop(refuse("BASE-COMBAT-10", "one combat has one target"))
        target_token = self.token(target, enemies, self.state.others(self.by)[0])
        helpers = tuple(
            self.token(word)
            for word in " ".join(named_helpers or ()).replace(",", " ").split()
            if word.lower() not in ("and", "und", "et")
        )
        return d.Attack(actor, target_token, card, self.purse, helpers)

    def _use(self, actor: Token, verb: str, words: list[str]) -> d.Decision:
        takes = self.state.rules.verbs[verb]
        word = "".join(words)
        if takes == "nothing":
            if words:
                raise self.stop(words[0], f"nothing is expected after {verb!r}")
            return d.Use(actor, verb, None, self.purse)
        if not words:
            raise Stop(Unreadable(len(self.text) + 1, f"expected a {takes} after {verb!r}"))
        if takes == "piece":
            return d.Use(actor, verb, self._neighbour(actor, word), self.purse)
        if takes == "border":
            return d.Use(actor, verb, self._border(word), self.purse)
        side = next((s for s in Side if word.lower() in (s.letter, s.name.lower())), None)
        if side is None:
            raise Stop(refuse("BASE-OBJECT-18", "the four directions are n, e, s and w"))
        return d.Use(actor, verb, side, self.purse)

    def _neighbour(self, actor: Token, word: str) -> Token:
        here = self.state.pieces.get(actor)
        if here is None or here.cell == OUTSIDE:
            return self.token(word)
        near = tuple(
            piece.token
            for _, cell in self.state.space.touching(here.cell)
            for piece in self.state.on(cell)
            if piece.wounded
        )
        return self.token(word, near)

    def _border(self, word: str) -> tuple[Cell, Cell]:
        near, bar, far = word.partition("|")
        if not bar:
            raise self.stop(word, "expected a border, like c4|c5")
        return (self.cell(near), self.cell(far))

    def _jump(self, actor: Token, word: str) -> d.Decision:
        steps = read_steps(self, actor, word)
        piece = self.state.pieces.get(actor)
        if piece is None or actor not in self.state.at.get(piece.cell, ()):
            raise Stop(refuse("BASE-TURN-21", f"{actor} is not on the board"))
        if len(steps) == 2:
            steps = (d.Step(piece.cell), *steps)
        if len(steps) != 3:
            raise Stop(Unreadable(1, "a jump names three squares: start, pit, landing"))
        start, over, landing = steps
        if start.take or any(step.leave or step.take for step in (over, landing)):
            raise Stop(refuse("BASE-JUMP-07", "a jumper may only leave his load at the start"))
        return d.Jump(actor, start.cell, over.cell, landing.cell, start.leave, self.purse)


_READERS = {
    "TEAM": _Reader.team,
    "PICK": _Reader.pick,
    "OUT": _Reader.out,
    "LINE": _Reader.line,
    "SET": _Reader.hide,
    "PUT": _Reader.put,
    "CARD": _Reader.card,
    "MIND": _Reader.name_card,
}


def _split_at(words: list[str], mark: str) -> tuple[list[str], list[str] | None]:
    """The words before and behind a mark; nothing behind one that is not there.

    >>> _split_at(["CL", "WITH", "ME", "WI"], "with")
    (['CL'], ['ME', 'WI'])
    """
    for index, word in enumerate(words):
        if word.lower() == mark:
            return words[:index], words[index + 1 :]
    return words, None
