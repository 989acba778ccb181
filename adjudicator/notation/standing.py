"""Standing orders as text: what a player wants done without being asked, line by line, both ways.

A line begins with the word of the order it answers: ``CARD``, ``MIND``, ``TEAM``, ``PICK``,
``OUT``, ``LINE``, ``SET``, ``PUT``, ``END``; ``NEVER`` and ``KEEP`` hold Combat cards back. Reading
needs the rules of the game and the player's colour but no position. The lines as values are in
``standing_lines.py``; how they are carried out is in ``app/standing.py``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.engine.ids import Colour, Token
from adjudicator.engine.ruleset import Ruleset

from .names import with_codes
from .orders import OrderText, split_orders
from .standing_lines import (
    At,
    CardLine,
    ChooseLine,
    Circumstances,
    EndLine,
    KeepLine,
    Line,
    MindLine,
    NeverLine,
    NextTo,
    OutLine,
    PickLine,
    PieceClass,
    PutLine,
    SetLine,
    Standing,
    TeamLine,
    What,
    Wish,
    with_line,
)
from .standing_words import LineReader
from .words import Stop, Unreadable

__all__ = [
    "MOST_LINES",
    "Change",
    "Line",
    "LineVerdict",
    "Standing",
    "change_standing",
    "read_line",
    "write_line",
    "write_standing",
]

MOST_LINES = 60
"""So many lines are kept for one player; nobody needs more."""


# -- one line ---------------------------------------------------------------------------------


def read_line(text: str, rules: Ruleset, by: Colour) -> Line | Unreadable:
    """What a line of standing orders says.

    >>> from adjudicator.sets.load import load_ruleset
    >>> rules, blue = load_ruleset(), Colour.BLUE
    >>> read_line("never 6", rules, blue)
    NeverLine(cards=(6,), below=None, above=None)
    >>> read_line("CARD defence: +9", rules, blue)
    Unreadable(column=15, why='there is no Combat card +9', hint=None)
    """
    try:
        return LineReader(text, rules, by).line()
    except Stop as stop:
        answer = stop.answer
    spelled_out = with_codes(rules, text)
    if spelled_out != text:
        try:
            return LineReader(spelled_out, rules, by).line()
        except Stop as stop:
            answer = stop.answer
    assert isinstance(answer, Unreadable), "a standing order is readable or not, never refused"
    return answer


def write_line(line: Line, by: Colour) -> str:
    """The one canonical text of a line.

    >>> from adjudicator.sets.load import load_ruleset
    >>> rules, blue = load_ruleset(), Colour.BLUE
    >>> write_line(read_line("card if Defense, on go and sum => 2 play 3, 2 0", rules, blue), blue)
    'CARD defence on GO sum>=2: +3 +2 +0'
    >>> write_line(read_line("put Y.goblin dead-end  next to WA", rules, blue), blue)
    'PUT y.GO: dead end, next to WA'
    >>> write_line(read_line("Set Treasure r7 r8", rules, blue), blue)
    'SET tz R7 R8'
    """
    match line:
        case CardLine(when, cards):
            return f"CARD {_circumstances(when)}: {_cards(cards)}"
        case MindLine(when, card):
            return f"MIND {_circumstances(when)}: {'NO' if card is None else f'+{card}'}"
        case NeverLine(cards, below, above):
            if below is not None:
                return f"NEVER below +{below}"
            return f"NEVER above +{above}" if above is not None else f"NEVER {_cards(cards)}"
        case KeepLine(cards):
            return f"KEEP {_cards(cards)}"
        case ChooseLine(codes, pairs):
            return " ".join(["TEAM", *codes, "PAIRS", *pairs])
        case PickLine(_, items):
            return " ".join(["PICK", *items])
        case TeamLine(members):
            return " ".join(["LINE", *(_member(who, dots, by) for who, dots in members)])
        case OutLine(tokens):
            return " ".join(["OUT", *(_token(token, by) for token in tokens)])
        case SetLine(token, slots):
            return " ".join(["SET", "any" if token is None else _token(token, by), *slots])
        case PutLine(which, wishes):
            return f"PUT {_which(which, by)}: {', '.join(_wish(wish, by) for wish in wishes)}"
        case EndLine():
            return "END auto"


def _circumstances(when: Circumstances) -> str:
    words = [when.part.value] if when.part else []
    if when.attacked:
        words.append(f"on {'/'.join(when.attacked)}")
    if when.fighting:
        words.append("/".join(when.fighting))
    if when.against:
        words.append(f"vs {'/'.join(when.against)}")
    words.extend(f"sum{bound.sign}{bound.value}" for bound in when.sums)
    if when.wounded:
        words.append("wounded")
    return " ".join(words) or "else"


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(f"+{card}" for card in cards)


def _token(token: Token, by: Colour) -> str:
    return token[1:] if token[0] == by.letter else f"{token[0]}.{token[1:]}"


def _member(token: Token, dots: tuple[str, ...], by: Colour) -> str:
    return f"{_token(token, by)}@{'/'.join(dots)}" if dots else _token(token, by)


def _which(which: Token | PieceClass, by: Colour) -> str:
    if isinstance(which, PieceClass):
        return which.whose if which.what is What.TOKENS else f"{which.whose} {which.what}"
    return _token(which, by)


def _wish(wish: Wish, by: Colour) -> str:
    match wish:
        case NextTo(token):
            return f"next to {_token(token, by)}"
        case At(square):
            return square
        case _:
            return wish.value


# -- all of a player's lines ------------------------------------------------------------------


class LineVerdict(NamedTuple):
    """What became of one line of a STANDING block."""

    order: OrderText
    added: str | None = None
    revoked: tuple[str, ...] = ()
    unreadable: Unreadable | None = None


class Change(NamedTuple):
    """The standing orders after a block, and what became of each of its lines."""

    standing: Standing
    verdicts: tuple[LineVerdict, ...]


def write_standing(standing: Standing, by: Colour) -> tuple[str, ...]:
    """All lines in their order; a line is revoked by its number, counted from 1."""
    return tuple(write_line(line, by) for line in standing)


def change_standing(before: Standing, text: str, rules: Ruleset, by: Colour) -> Change:
    """Carry out a STANDING block: new lines, ``REVOKE 2 3``, ``REVOKE`` and a line, ``REVOKE all``.

    Numbers are those of the lines before the block. A line that cannot be read changes nothing and
    does not keep the others from counting.

    >>> from adjudicator.sets.load import load_ruleset
    >>> rules, blue = load_ruleset(), Colour.BLUE
    >>> first = change_standing((), "card else +0; card defence go: +3; end auto", rules, blue)
    >>> write_standing(first.standing, blue)
    ('CARD defence GO: +3', 'CARD else: +0', 'END auto')
    >>> second = change_standing(first.standing, "revoke 1; KEEP +5", rules, blue)
    >>> second.verdicts[0].revoked
    ('CARD defence GO: +3',)
    >>> write_standing(second.standing, blue)
    ('CARD else: +0', 'END auto', 'KEEP +5')
    """
    standing, verdicts = before, []
    for order in split_orders(text):
        standing, verdict = _changed(before, standing, order, rules, by)
        verdicts.append(verdict)
    return Change(standing, tuple(verdicts))


def _changed(
    before: Standing, standing: Standing, order: OrderText, rules: Ruleset, by: Colour
) -> tuple[Standing, LineVerdict]:
    head, _, rest = order.text.partition(" ")
    if head.upper() == "REVOKE":
        meant = _meant(before, rest.strip(), len(head) + 2, rules, by)
        if isinstance(meant, Unreadable):
            return standing, LineVerdict(order, unreadable=meant)
        gone = tuple(line for line in standing if line in meant)
        if not gone:
            why = "there is no such standing order" if before else "there are no standing orders"
            return standing, LineVerdict(order, unreadable=Unreadable(len(head) + 2, why))
        left = tuple(line for line in standing if line not in meant)
        return left, LineVerdict(order, revoked=write_standing(gone, by))
    line = read_line(order.text, rules, by)
    if isinstance(line, Unreadable):
        return standing, LineVerdict(order, unreadable=line)
    more = with_line(standing, line)
    if len(more) > MOST_LINES:
        why = f"there are {MOST_LINES} standing orders already; revoke some first"
        return standing, LineVerdict(order, unreadable=Unreadable(1, why))
    return more, LineVerdict(order, added=write_line(line, by))


def _meant(
    before: Standing, text: str, column: int, rules: Ruleset, by: Colour
) -> Standing | Unreadable:
    """The lines a revocation names."""
    if text.lower() == "all":
        return before
    if re.fullmatch(r"[0-9]{1,3}(?:[\s,]+[0-9]{1,3})*", text):
        numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
        missing = [number for number in numbers if not 1 <= number <= len(before)]
        if missing:
            why = f"there is no standing order {missing[0]}; they are numbered 1 to {len(before)}"
            return Unreadable(column, why if before else "there are no standing orders")
        return tuple(before[number - 1] for number in numbers)
    line = read_line(text, rules, by) if text else None
    if line in before:
        return tuple(old for old in before if old == line)
    if line is None or isinstance(line, Unreadable):
        return Unreadable(column, "expected the number of a line, the line itself, or all")
    return Unreadable(column, "there is no such standing order")
