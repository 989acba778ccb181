"""Orders: the text a player types and the decision it means, both ways.

Reading needs the position: squares lie where the rooms lie now, and a goal needs a way. What cannot
be read is ``Unreadable`` (where, what was expected); what can be read but names something
impossible is already a ``Refusal``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Side, Slot, Token
from adjudicator.engine.play import not_asked
from adjudicator.engine.refusals import Refusal, refuse
from adjudicator.engine.requests import Ask
from adjudicator.engine.search import find_way, nearest_way
from adjudicator.engine.state import State
from adjudicator.engine.walk import Handled, Walk, entry, go, handle, set_out

from .names import ALIASES, COLOURS, find_code, with_codes


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Text that is no order: the column where reading stopped, and what was expected there."""

    column: int
    why: str
    hint: str | None = None


class OrderText(NamedTuple):
    """One order as typed, with its place in the message."""

    text: str
    line: int
    column: int


Reading = d.Decision | Refusal | Unreadable


class _Stop(Exception):
    """Ends the reading of an order with a refusal or an explanation."""

    def __init__(self, answer: Refusal | Unreadable) -> None:
        super().__init__(str(answer))
        self.answer = answer


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

_WORDS = {
    "OUT": "leave characters out", "LINE": "line up", "SET": "hide a token", "PUT": "place tokens",
    "CARD": "seal a Combat card", "END": "end the turn", "RESIGN": "resign", "DRAW": "offer a draw",
    "ACCEPT": "accept a draw", "DECLINE": "decline a draw", "TIMEOUT": "note a passed deadline",
    "RESULT": "declare a result",
    "JUMP": "jump",
}  # fmt: skip
_STEP = re.compile(r"([a-z]{1,2}[0-9]{1,2})((?:[/+](?:[a-z]\.)?[a-z]{2}[0-9]?\*?)*)", re.IGNORECASE)
_HANDLING = re.compile(r"([/+])((?:[a-z]\.)?[a-z]{2}[0-9]?)\*?", re.IGNORECASE)
_PLACE = re.compile(r"(?:([a-z])\.)?([a-z]{2}[0-9]?)@([a-z]{1,2}[0-9]{1,2})$", re.IGNORECASE)
_BY = re.compile(r"\s+by\s+(card|potion)$", re.IGNORECASE)
_SLOT = re.compile(r"R[0-9]+$", re.IGNORECASE)


def read_order(text: str, state: State, by: Colour | None) -> Reading:
    """What an order means in this position."""
    try:
        return _read(text, state, by)
    except _Stop as stop:
        first = stop.answer
    purse = _BY.search(text)
    end = purse.start() if purse else len(text)  # the potion that pays is no name
    spelled_out = with_codes(state.rules, text[:end]) + text[end:]
    if spelled_out == text:
        return first
    try:
        return _read(spelled_out, state, by)
    except _Stop as stop:
        return stop.answer


def _read(text: str, state: State, by: Colour | None) -> d.Decision:
    words = text.split()
    head = words[0].upper()
    if head == "TIMEOUT":
        return d.TimeOut(_number(text, words))
    if head == "RESULT":
        return d.Declare(_winners(text, words))
    if by is None:
        raise _Stop(Unreadable(1, "the referee sends TIMEOUT and a number, or RESULT and a winner"))
    simple = _SIMPLE.get(head)
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
    if head == "JUMP" and len(words) > 1:
        reader.words[0], reader.words[1] = reader.words[1], reader.words[0]
    return reader.action()


_SIMPLE: dict[str, d.Decision] = {
    "END": d.EndTurn(),
    "RESIGN": d.Resign(),
    "DRAW": d.OfferDraw(),
    "ACCEPT": d.AnswerDraw(True),
    "DECLINE": d.AnswerDraw(False),
}


def _number(text: str, words: list[str]) -> int:
    if len(words) != 2 or not re.fullmatch("[0-9]{1,9}", words[1]):
        raise _Stop(Unreadable(len(words[0]) + 2, "expected the number of a request"))
    return int(words[1])


def _winners(text: str, words: list[str]) -> tuple[Colour, ...]:
    if len(words) == 2 and words[1].lower() == "draw":
        return ()
    winners = tuple(COLOURS[word.lower()] for word in words[1:] if word.lower() in COLOURS)
    if not winners or len(winners) != len(words) - 1:
        raise _Stop(Unreadable(len(words[0]) + 2, "expected the winner's colour, or draw"))
    return winners


class _Reader:
    """Reads one order of one player."""

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

    def stop(self, word: str, why: str, hint: str | None = None) -> _Stop:
        column = self.text.lower().find(word.lower()) + 1
        return _Stop(Unreadable(max(column, 1), why, hint))

    def code(self, word: str) -> str:
        code = find_code(self.state.rules, word)
        if code is not None and code in self.state.rules.team:
            return code
        if code is not None:
            raise _Stop(refuse("BASE-SCENARIO-02", f"there is no {word} in this game"))
        close = get_close_matches(word.upper(), [*self.state.rules.kinds, *_WORDS], 1, 0.4)
        raise self.stop(
            word, f"{word!r} is no character, object or order", close[0] if close else None
        )

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
        for code in self._meanings(word):
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
        code = find_code(self.state.rules, word)
        alias = ALIASES.get(word)
        return [meant for meant in (alias, code) if meant is not None]

    def _of(self, owner: Colour, word: str, among: tuple[Token, ...]) -> Token:
        for code in self._meanings(word):
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
            raise _Stop(refuse("BASE-MOVE-17", f"{word} is not on the board ({span})"))
        cell = self.state.space.cell(square)
        if cell == OUTSIDE:
            slot = self.state.space.hidden_slot_at(square)
            if slot is not None:
                raise _Stop(refuse("BASE-MOVE-16", f"{word} lies in {slot}, which is face down"))
            raise _Stop(refuse("BASE-MOVE-17", f"{word} is not part of the labyrinth"))
        return cell

    def slot(self, word: str) -> Slot:
        if not _SLOT.match(word):
            raise self.stop(word, f"{word!r} is no room; rooms are called R1, R2 and so on")
        return Slot(word.upper())

    # -- set-up and answers -------------------------------------------------------------------

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
            raise _Stop(Unreadable(len(self.text) + 1, "expected pieces and squares, like WA@c7"))
        return tuple(places)

    def line(self) -> d.Decision:
        return d.LineUp(self.places(()))

    def put(self) -> d.Decision:
        request = self.state.request(self.by, Ask.PUT)
        if request is None:
            raise _Stop(not_asked(self.state, self.by, Ask.PUT))
        return d.Put(self.places(request.tokens))

    def hide(self) -> d.Decision:
        if len(self.words) > 3:
            raise _Stop(refuse("BASE-SETUP-11", "one token goes into one room: SET ro R4"))
        if len(self.words) < 3:
            raise _Stop(
                Unreadable(len(self.text) + 1, "expected a token and a room, like SET ro R4")
            )
        if self.words[2].lower() in self.state.rules.layout.square_by_name:
            raise _Stop(
                refuse("BASE-SETUP-11", "tokens are hidden in a room, not on a square of it")
            )
        own = tuple(p.token for p in self.state.of(self.by))
        return d.Hide(self._hidden_token(self.words[1], own), self.slot(self.words[2]))

    def _hidden_token(self, word: str, own: tuple[Token, ...]) -> Token:
        """Upper case is the Troll, lower case the Treasure, as printed in the lists."""
        if word in ALIASES:
            return Token(f"{self.by.letter}{ALIASES[word]}")
        return self._of(self.by, word, ()) if "." not in word else self.token(word, own)

    def card(self) -> d.Decision:
        if len(self.words) > 2 and all(re.fullmatch(r"\+?[0-9]", w) for w in self.words[1:]):
            raise _Stop(refuse("BASE-GROUP-03", "each side plays exactly one Combat card"))
        return d.LayCard(self.card_value("".join(self.words[1:])))

    def card_value(self, word: str) -> int:
        match = re.fullmatch(r"\+?([0-9])", word)
        if match is None:
            if re.fullmatch(r"(jump|a[0-9])", word.lower()):
                raise _Stop(refuse("BASE-COMBAT-18", "only a Combat card counts in a combat"))
            raise self.stop(word, "expected a Combat card, like +2")
        return int(match.group(1))

    # -- actions ------------------------------------------------------------------------------

    def action(self) -> d.Decision:
        if self.state.request(self.by, Ask.ACT) is None:
            # Judged before anything is looked up, so that no reason tells what is hidden.
            raise _Stop(not_asked(self.state, self.by, Ask.ACT))
        actor = self.token(self.words[0])
        if len(self.words) < 2:
            raise _Stop(Unreadable(len(self.text) + 1, "expected what to do, like c4-c5 or RV R3"))
        verb, rest = self.words[1].lower(), self.words[2:]
        if verb == "rv":
            return d.Reveal(actor, self._one_slot(rest), self.purse)
        if verb == "rt":
            return self._rotate(actor, rest)
        if verb == "x":
            return self._attack(actor, rest)
        if verb == "jump":
            return self._jump(actor, "".join(rest))
        if verb in _verbs(self.state):
            return self._use(actor, verb, rest)
        if verb.isalpha():
            close = get_close_matches(verb, [*_verbs(self.state), "rv", "rt", "jump"], 1, 0.8)
            if not close:
                raise _Stop(refuse("BASE-ABILITY-16", f"nobody in this game can {verb!r} anything"))
            raise self.stop(verb, f"{verb!r} is nothing one can do", close[0])
        return self._move(actor, "".join(self.words[1:]))

    def _one_slot(self, words: list[str]) -> Slot:
        if not words:
            raise _Stop(Unreadable(len(self.text) + 1, "expected a room, like R3"))
        if len(words) > 1:
            rule = "BASE-REVEAL-01" if all(_SLOT.match(w) for w in words) else "BASE-SETUP-03"
            raise _Stop(refuse(rule, "one room is revealed, and it lies as it lies"))
        return self.slot(words[0])

    def _rotate(self, actor: Token, words: list[str]) -> d.Decision:
        if not words:
            raise _Stop(Unreadable(len(self.text) + 1, "expected a room, like R3"))
        slot, quarters, sense = self.slot(words[0]), 1, None
        for word in words[1:]:
            if re.fullmatch(r"x[0-9]", word.lower()):
                quarters = int(word[1])
            elif word.lower() in ("cw", "ccw"):
                sense = 1 if word.lower() == "cw" else -1
            elif _SLOT.match(word):
                raise _Stop(refuse("BASE-ROTATE-05", "one order turns one room"))
            else:
                raise self.stop(word, f"{word!r} is neither x2 nor cw nor ccw")
        return d.Rotate(actor, slot, quarters, sense, self.purse)

    def _attack(self, actor: Token, words: list[str]) -> d.Decision:
        if not words:
            raise _Stop(Unreadable(len(self.text) + 1, "expected whom to attack, like x GO"))
        card = None
        target, _, value = "".join(words).partition("+")
        if value:
            card = self.card_value(value)
        enemies = tuple(
            p.token for p in self.state.pieces.values() if p.colour != self.by and p.kind.character
        )
        named = [word for word in words if not re.fullmatch(r"\+?[0-9]", word)]
        if len(named) > 1:
            raise _Stop(refuse("BASE-COMBAT-10", "one combat has one target"))
        target_token = self.token(target, enemies, self.state.others(self.by)[0])
        return d.Attack(actor, target_token, card, self.purse)

    def _use(self, actor: Token, verb: str, words: list[str]) -> d.Decision:
        takes = _verbs(self.state)[verb]
        word = "".join(words)
        if takes == "nothing":
            if words:
                raise self.stop(words[0], f"nothing is expected after {verb!r}")
            return d.Use(actor, verb, None, self.purse)
        if not words:
            raise _Stop(Unreadable(len(self.text) + 1, f"expected a {takes} after {verb!r}"))
        if takes == "piece":
            return d.Use(actor, verb, self._neighbour(actor, word), self.purse)
        if takes == "border":
            return d.Use(actor, verb, self._border(word), self.purse)
        if word.lower() not in ("n", "e", "s", "w"):
            raise _Stop(refuse("BASE-OBJECT-18", "the four directions are n, e, s and w"))
        return d.Use(actor, verb, Side("nesw".index(word.lower())), self.purse)

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
        steps = self._waypoints(actor, word)
        if len(steps) == 2:
            here = self.state.pieces[actor].cell if actor in self.state.pieces else OUTSIDE
            steps = [(here, None, None), *steps]
        if len(steps) != 3:
            raise _Stop(Unreadable(1, "a jump names three squares: start, pit, landing"))
        (start, leave, take), (over, *handled), (landing, *ended) = steps
        if any((take, *handled, *ended)):
            raise _Stop(refuse("BASE-JUMP-07", "a jumper may only leave his load at the start"))
        if start == OUTSIDE:
            raise _Stop(refuse("BASE-TURN-21", f"the {self.state.name(actor)} is not on the board"))
        return d.Jump(actor, start, over, landing, leave, self.purse)

    # -- movements ----------------------------------------------------------------------------

    def _waypoints(self, actor: Token, word: str) -> list[tuple[Cell, Token | None, Token | None]]:
        """The squares named in a path, with what is left and taken on each."""
        load = self.state.load(actor) if actor in self.state.pieces else None
        held = load.token if load else None
        lying: dict[Cell, tuple[Token, ...]] = {}
        result = []
        for part in word.split("-"):
            match = _STEP.fullmatch(part)
            if match is None:
                raise self.stop(part or word, f"{part!r} should be a square, like c5 or c5+ro")
            cell = self.cell(match.group(1))
            here = lying.get(cell, self.state.at.get(cell, ()))
            here = tuple(token for token in here if token not in (actor, held))
            leave, take = self._handlings(match.group(2), here, held)
            result.append((cell, leave, take))
            lying[cell] = (*(t for t in here if t != take), *([leave] if leave else []))
            held = take if take else (None if leave else held)
        return result

    def _handlings(
        self, text: str, here: tuple[Token, ...], held: Token | None
    ) -> tuple[Token | None, Token | None]:
        leave: Token | None = None
        take: Token | None = None
        for sign, word in _HANDLING.findall(text):
            if sign == "/":
                if leave is not None:
                    raise _Stop(refuse("BASE-CARRY-01", "nobody carries two things"))
                leave = self.token(word, (held,) if held else ())
            else:
                if take is not None:
                    raise _Stop(
                        refuse(
                            "BASE-CARRY-23",
                            "a wounded and his object are two loads; one may be taken",
                        )
                    )
                take = self.token(word, here)
        return leave, take

    def _move(self, actor: Token, word: str) -> d.Decision:
        points = self._waypoints(actor, word)
        piece = self.state.pieces.get(actor)
        if piece is None or piece.cell == OUTSIDE or actor not in self.state.at.get(piece.cell, ()):
            return d.Move(actor, tuple(d.Step(*point) for point in points), self.purse)
        walk = set_out(self.state, piece)
        path = [d.Step(piece.cell)]
        spelled_out = points[0][0] == piece.cell
        if spelled_out:
            path = [d.Step(*points.pop(0))]
        limit = piece.kind.speed
        for index, (cell, leave, take) in enumerate(points):
            last = index == len(points) - 1
            walk = self._handled(walk, path[-1])
            if spelled_out and self._diagonal(walk.cell, cell):
                here, there = self.state.square(walk.cell), self.state.square(cell)
                raise _Stop(refuse("BASE-TURN-13", f"{here}-{there} is diagonal; nothing is"))
            if spelled_out and self.state.space.half_between(walk.cell, cell) is not None:
                way: tuple[Cell, ...] = (cell,)
            else:
                way = find_way(walk, cell, limit, last) or nearest_way(walk, cell)
            for passed in way[:-1]:
                walk = go(walk, passed, entry(walk, passed))
                path.append(d.Step(passed))
            walk = go(walk, cell, entry(walk, cell))
            path.append(d.Step(cell, leave, take))
            limit -= len(way)
        return d.Move(actor, self._without_last_take(tuple(path)), self.purse)

    def _diagonal(self, here: Cell, there: Cell) -> bool:
        width = self.state.rules.layout.width
        a, b = self.state.space.square_of[here], self.state.space.square_of[there]
        return abs(a % width - b % width) == 1 and abs(a // width - b // width) == 1

    def _handled(self, walk: Walk, step: d.Step) -> Walk:
        if step.leave is None and step.take is None:
            return walk
        handled = handle(walk, step.leave, step.take)
        return handled.walk if isinstance(handled, Handled) else walk

    def _without_last_take(self, path: tuple[d.Step, ...]) -> tuple[d.Step, ...]:
        """Taking what lies on the last square need not be written, so it is not kept."""
        last = path[-1]
        if (
            last.take is None
            or last.leave is not None
            or last.take not in self.state.at.get(last.cell, ())
        ):
            return path
        piece = self.state.pieces[last.take]
        if self.state.space.line(last.cell) is not None and piece.carrier is None:
            line = self.state.space.line(last.cell)
            if line is not None and line.rule(self.by).value == "exit":
                return path
        return (*path[:-1], d.Step(last.cell))


_READERS = {
    "OUT": _Reader.out,
    "LINE": _Reader.line,
    "SET": _Reader.hide,
    "PUT": _Reader.put,
    "CARD": _Reader.card,
}


def _verbs(state: State) -> dict[str, str]:
    """Every verb of the game and what it is used on."""
    return {
        name: verb.takes for kind in state.rules.kinds.values() for name, verb in kind.verbs.items()
    }


# -- writing ----------------------------------------------------------------------------------


def write_token(state: State, token: Token, by: Colour | None) -> str:
    """A piece in an order: the colour only if it is not the sender's."""
    piece = state.pieces[token]
    rest = token[1:]
    return rest if piece.colour == by else f"{piece.colour.letter}.{rest}"


def write_order(state: State, by: Colour | None, decision: d.Decision) -> str:
    """The canonical text of a decision in the position in which it is made."""
    writer = _Writer(state, by)
    return writer.write(decision)


class _Writer:
    def __init__(self, state: State, by: Colour | None) -> None:
        self.state = state
        self.by = by

    def token(self, token: Token) -> str:
        return write_token(self.state, token, self.by)

    def cell(self, cell: Cell) -> str:
        return self.state.space.name(cell)

    def places(self, places: tuple[tuple[Token, Cell], ...]) -> str:
        return " ".join(f"{self.token(token)}@{self.cell(cell)}" for token, cell in places)

    def step(self, step: d.Step) -> str:
        leave = f"/{self.token(step.leave)}" if step.leave else ""
        take = f"+{self.token(step.take)}" if step.take else ""
        return f"{self.cell(step.cell)}{leave}{take}"

    def write(self, decision: d.Decision) -> str:
        match decision:
            case d.LeaveOut(tokens):
                return " ".join(["OUT", *map(self.token, tokens)])
            case d.LineUp(team):
                return f"LINE {self.places(team)}"
            case d.Hide(token, slot):
                return f"SET {self.token(token)} {slot}"
            case d.PlayActionCard(points):
                return f"A{points}"
            case d.Put(places):
                return f"PUT {self.places(places)}"
            case d.LayCard(card):
                return f"CARD +{card}"
            case d.TimeOut(request):
                return f"TIMEOUT {request}"
            case d.Declare(winners):
                return (
                    " ".join(["RESULT", *(w.letter for w in winners)]) if winners else "RESULT draw"
                )
            case d.EndTurn() | d.Resign() | d.OfferDraw() | d.AnswerDraw():
                return next(word for word, simple in _SIMPLE.items() if simple == decision)
            case _:
                by = f" by {decision.purse}" if decision.purse else ""
                return f"{self.token(decision.actor)} {self.action(decision)}{by}"

    def action(self, action: d.Action) -> str:
        match action:
            case d.Reveal(_, slot):
                return f"RV {slot}"
            case d.Rotate(_, slot, quarters, sense):
                times = f" x{quarters}" if quarters > 1 else ""
                way = "" if sense is None else " cw" if sense > 0 else " ccw"
                return f"RT {slot}{times}{way}"
            case d.Move(_, path):
                return "-".join(map(self.step, path))
            case d.Jump(_, start, over, landing, leave):
                first = self.step(d.Step(start, leave))
                return f"JUMP {first}-{self.cell(over)}-{self.cell(landing)}"
            case d.Attack(_, target, card):
                return f"x {self.token(target)}" + ("" if card is None else f" +{card}")
            case d.Use(_, verb, target):
                return f"{verb}{self.target(target)}"

    def target(self, target: Token | tuple[Cell, Cell] | Side | None) -> str:
        match target:
            case None:
                return ""
            case Side():
                return f" {target.letter}"
            case (near, far):
                return f" {self.cell(near)}|{self.cell(far)}"
            case _:
                return f" {self.token(target)}"
