"""Case files: positions, orders and expectations that a moderator can write by hand.

``run_cases`` runs every case of a file. A rule test of this project is a case, grouped by rule id.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.engine.combat import total
from adjudicator.engine.decisions import TimeOut
from adjudicator.engine.events import CardsTurned, CombatDeclared, Event
from adjudicator.engine.ids import Colour, Slot, Token
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.requests import Ask
from adjudicator.engine.ruleset import Options
from adjudicator.engine.start import start
from adjudicator.engine.state import Piece, State, Status
from adjudicator.engine.telling import tell
from adjudicator.engine.tiles import Tile
from adjudicator.engine.view import Role, Viewer, view
from adjudicator.notation.orders import Unreadable
from adjudicator.notation.position import BadPosition, Draft, find_cell, number, seat, write_state
from adjudicator.notation.record import BadOptionText, read_options
from adjudicator.render.report import report
from adjudicator.render.text import render_text
from adjudicator.sets.load import BadOption, load_ruleset
from adjudicator.sets.rooms import read_room

from .case_board import small_board
from .games import judge

_HEAD = re.compile(r"case\s+([A-Z]+-[A-Z0-9]+-\d+)\s+([AR])\s+(.+)$")
_POSITION = ("turn", "played", "hand", "actions", "pool", "vp", "mark")

_DRAWINGS = {
    "P": """
room 1R
pair 1
turns right
+---+---+   +---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
  .   .   @   .   .
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+---+---+   +---+---+
""",
    "Q": """
room 1R
pair 1
turns right
+---+   +---+---+---+
| .   O   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
  .   .   @   .   .
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+---+---+   +---+---+
""",
}


class CaseResult(NamedTuple):
    """How one case went."""

    id: str
    polarity: str
    title: str
    line: int
    why: str | None
    """What went wrong; ``None``: everything held."""

    @property
    def ok(self) -> bool:
        return self.why is None


class _Failed(Exception):
    """An expectation does not hold, or the case cannot be read."""


@dataclass
class Case:
    """A case as written: its head and its lines with their numbers."""

    id: str
    polarity: str
    title: str
    line: int
    lines: list[tuple[int, str, str]] = field(default_factory=list)

    def denies(self) -> bool:
        """Whether it shows something refused or denied, as a case of kind R must."""
        words = " ".join(text for _, key, text in self.lines if key == "then")
        return bool(re.search(r"\b(refused|not|hides|illegal)\b", words))


def read_cases(text: str) -> Iterator[Case | CaseResult]:
    """The cases of a file; what cannot be read becomes a failed result."""
    case: Case | None = None
    for number_, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith("case"):
            if case is not None:
                yield case
            match = _HEAD.match(line.strip())
            if match is None:
                case = None
                yield CaseResult("?", "?", line.strip(), number_, "expected: case RULE-ID A|R title")
                continue
            case = Case(*match.groups(), line=number_)
        elif case is None:
            yield CaseResult("?", "?", line.strip(), number_, "a case begins with a line: case ...")
        elif line[0].isspace() and case.lines:
            case.lines.append((number_, "+", line))
        else:
            key, _, rest = line.strip().partition(" ")
            case.lines.append((number_, key, rest.strip()))
    if case is not None:
        yield case


def run_cases(text: str) -> list[CaseResult]:
    """Run every case of a file."""
    return [c if isinstance(c, CaseResult) else run_case(c) for c in read_cases(text)]


def run_case(case: Case) -> CaseResult:
    why = None
    line = case.line
    try:
        if case.polarity == "R" and not case.denies():
            raise _Failed("an R case must show something refused or denied")
        runner = _Runner(case)
        for line, key, text in runner.steps():
            runner.step(key, text)
    except (_Failed, BadPosition, BadOptionText, ValueError) as error:
        why = f"line {line}: {error}"
    return CaseResult(case.id, case.polarity, case.title, case.line, why)


class _Runner:
    """Carries one case out."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.state: State | None = None
        self.before: State | None = None
        self.events: tuple[Event, ...] = ()
        self.all_events: list[Event] = []
        self.refusal: Refusal | Unreadable | None = None
        self.draft: Draft | None = None

    def steps(self) -> Iterator[tuple[int, str, str]]:
        """Set up the position, then yield the orders and expectations."""
        setting = [entry for entry in self.case.lines if entry[1] not in ("order", "then", "timeout")]
        self._set_up(setting)
        yield from (e for e in self.case.lines if e[1] in ("order", "then", "timeout"))

    # -- the position -------------------------------------------------------------------------

    def _set_up(self, lines: list[tuple[int, str, str]]) -> None:
        drawn = [text for _, key, text in lines if key in ("given", "+")]
        keys = [key for _, key, _ in lines]
        options = self._options(lines)
        if "game" in keys:
            self._new_game(lines)
            return
        if "given" in keys:
            self.draft = small_board(drawn, options)
        elif "board" in keys:
            scenario = next(text for _, key, text in lines if key == "board").split()[-1]
            self.draft = Draft(load_ruleset("base", scenario, options), drawings=drawings())
            self.draft.turn = self.draft.turn._replace(active=Colour.BLUE, pool=20)
        else:
            raise _Failed("a case needs a position: given, board or game")
        for _, key, text in lines:
            if key not in ("given", "+", "board", "option"):
                self.draft.line(key, text.split())
        self.state = self.draft.build()

    def _options(self, lines: list[tuple[int, str, str]]) -> Options:
        return read_options(" ".join(text for _, key, text in lines if key == "option"))

    def _new_game(self, lines: list[tuple[int, str, str]]) -> None:
        words = next(text for _, key, text in lines if key == "game").split()
        seed = "case"
        if "seed" in words:
            seed = words[words.index("seed") + 1]
            words = words[: words.index("seed")]
        try:
            rules = load_ruleset("base", words[0], read_options(" ".join(words[1:])))
        except BadOption as error:
            self.refusal = Refusal(error.rule, error.why)
            return
        self.state = start(rules, seed).state
        if any(key == "teams" for _, key, _ in lines):
            while self.state.turn.active is None:
                request = next(r for r in self.state.pending if not r.sealed)
                played = play(self.state, None, TimeOut(request.number))
                assert isinstance(played, Played), "a set-up can always be drawn"
                self.state = played.state
        for _, key, text in lines:
            if key in _POSITION:
                self.state = _adjusted(self.state, key, text.split())

    # -- orders -------------------------------------------------------------------------------

    def step(self, key: str, text: str) -> None:
        if key == "order":
            sender, _, orders = text.partition(":")
            self._order(None if sender.strip() == "ref" else seat(sender.strip()), orders)
        elif key == "timeout":
            self._time_out(seat(text.strip()))
        else:
            for fact in _split_facts(text):
                self._expect(fact)

    @property
    def now(self) -> State:
        if self.state is None:
            raise _Failed(f"there is no game: {self.refusal}")
        return self.state

    def _order(self, by: Colour | None, orders: str) -> None:
        self.before = self.now
        judged = judge(self.now, by, orders)
        self.refusal = next((v.refusal for v in judged.verdicts if v.refusal), None)
        self._after(judged.state, judged.events)

    def _time_out(self, who: Colour) -> None:
        request = next((r for r in self.now.pending if r.who == who and not r.sealed), None)
        if request is None:
            raise _Failed(f"{who} is not asked anything")
        self.before = self.now
        played = play(self.now, None, TimeOut(request.number))
        if isinstance(played, Refusal):
            self.refusal = played
            self._after(self.now, ())
        else:
            self.refusal = None
            self._after(played.state, played.events)

    def _after(self, state: State, events: tuple[Event, ...]) -> None:
        self.state, self.events = state, events
        self.all_events.extend(events)

    # -- expectations -------------------------------------------------------------------------

    def _expect(self, fact: str) -> None:
        words = _words(fact)
        denied = words[0] == "not"
        if denied:
            words = words[1:]
        check = _FACTS.get(words[0])
        if check is None:
            raise _Failed(f"unknown fact {words[0]!r}")
        try:
            why = check(self, words[1:])
        except (IndexError, KeyError) as error:
            raise _Failed(f"cannot read the fact {fact!r}") from error
        if denied and why is None:
            raise _Failed(f"should not hold: {fact.strip()}")
        if not denied and why is not None:
            raise _Failed(f"expected {fact.strip()!r}, but {why}")

    def piece(self, word: str) -> Piece:
        token = Token(word.rstrip("*"))
        if token not in self.now.pieces:
            raise _Failed(f"there is no piece {word}")
        return self.now.pieces[token]

    def accepted(self, words: list[str]) -> str | None:
        return None if self.refusal is None else f"refused: {_why(self.refusal)}"

    def refused(self, words: list[str]) -> str | None:
        if self.refusal is None:
            return "it was accepted"
        if not words:
            return None
        allowed = words[0].split("|")
        if isinstance(self.refusal, Refusal) and self.refusal.rule in allowed:
            return None
        return _why(self.refusal)

    def says(self, words: list[str]) -> str | None:
        return None if self.refusal and words[0] in self.refusal.why else f"{self.refusal}"

    def nothing(self, words: list[str]) -> str | None:
        if self.before is None or write_state(self.before) == write_state(self.now):
            return None
        return "the position has changed"

    def at(self, words: list[str]) -> str | None:
        piece = self.piece(words[0])
        where = _place(self.now, piece)
        return None if where == words[1] else f"it is {where}"

    def wounded(self, words: list[str]) -> str | None:
        piece = self.piece(words[0])
        return None if piece.wounded and piece.status is Status.ON_BOARD else "he is not"

    def living(self, words: list[str]) -> str | None:
        piece = self.piece(words[0])
        return None if piece.living and piece.status is Status.ON_BOARD else "he is not"

    def gone(self, words: list[str]) -> str | None:
        status = self.piece(words[0]).status
        return None if status.value == words[1] else f"it is {status.value}"

    def carries(self, words: list[str]) -> str | None:
        load = self.now.load(self.piece(words[0]).token)
        found = load.token if load else "nothing"
        return None if found == words[1].rstrip("*") else f"he carries {found}"

    def ap(self, words: list[str]) -> str | None:
        return _same(self.now.turn.pool, number(words[0]))

    def pool(self, words: list[str]) -> str | None:
        return _same(self.now.turn.purses.get(Token(words[0]), 0), number(words[1]))

    def vp(self, words: list[str]) -> str | None:
        return _same(self.now.players[seat(words[0])].score, number(words[1]))

    def _declared(self) -> CombatDeclared:
        declared = [e for e in self.all_events if isinstance(e, CombatDeclared)]
        if not declared:
            raise _Failed("no combat was declared")
        return declared[-1]

    def fighters(self, words: list[str]) -> str | None:
        found = set(dict(self._declared().fighters)[seat(words[0])])
        wanted = {word.rstrip("*") for word in words[1:]}
        return None if found == wanted else f"they are {' '.join(sorted(found))}"

    def sum(self, words: list[str]) -> str | None:
        return _same(total(dict(self._declared().parts)[seat(words[0])]), number(words[1]))

    def total(self, words: list[str]) -> str | None:
        turned = [e for e in self.all_events if isinstance(e, CardsTurned)]
        if not turned:
            return "the cards are not turned"
        return _same(dict(turned[-1].totals)[seat(words[0])], number(words[1]))

    def asks(self, words: list[str]) -> str | None:
        waiting = [r for r in self.now.pending if not r.sealed]
        if any(r.who == seat(words[0]) and r.ask == words[1] for r in waiting):
            return None
        return "asked are " + ", ".join(f"{r.who} {r.ask}" for r in waiting)

    def turn(self, words: list[str]) -> str | None:
        active = self.now.turn.active
        return None if active == seat(words[0]) and self.now.result is None else f"it is {active}'s"

    def door(self, words: list[str]) -> str | None:
        near, _, far = words[0].partition("|")
        space = self.now.space
        half = space.half_between(find_cell(space, near), find_cell(space, far))
        states = [layer.state for layer in space.layers(half)] if half is not None else []
        return None if words[1] in states else f"there is {states or 'nothing'}"

    def room(self, words: list[str]) -> str | None:
        space = self.now.space
        tile = space.tile_in(Slot(words[0]))
        placement = space.placements[tile] if tile is not None else None
        if tile is None or placement is None or not placement.face_up:
            return "it is face down"
        found = f"{space.geometry.tiles[tile].name}:{placement.turns * 90}"
        wanted = words[1] if ":" in words[1] else f"{words[1]}:0"
        return None if found == wanted else f"it is {found}"

    def hand(self, words: list[str]) -> str | None:
        player = self.now.players[seat(words[0])]
        found = [f"+{card}" for card in player.combat]
        wanted = [word for word in words[1:] if not word.startswith("J")]
        jumps = [number(word[1:]) for word in words[1:] if word.startswith("J")]
        if sorted(found) != sorted(wanted) or any(j != player.jumps for j in jumps):
            return f"it is {' '.join(found)} J{player.jumps}"
        return None

    def actions(self, words: list[str]) -> str | None:
        found = self.now.players[seat(words[0])].actions
        wanted = tuple(number(word) for word in words[1:])
        return None if found == wanted else f"they are {found}"

    def mark(self, words: list[str]) -> str | None:
        marks = self.piece(words[0]).marks
        return None if words[1] in marks else f"marks are {sorted(marks)}"

    def result(self, words: list[str]) -> str | None:
        result = self.now.result
        if result is None:
            return None if words[0] == "none" else "the game goes on"
        found = "".join(c.letter for c in result.winners) or "draw"
        return None if found == words[0] else f"it is {found}"

    def _try(self, by: Colour, order: str) -> Refusal | Unreadable | None:
        judged = judge(self.now, by, order)
        return next((v.refusal for v in judged.verdicts if v.refusal), None)

    def legal(self, words: list[str]) -> str | None:
        refusal = self._try(seat(words[0]), words[1])
        return None if refusal is None else _why(refusal)

    def illegal(self, words: list[str]) -> str | None:
        refusal = self._try(seat(words[0]), words[1])
        if refusal is None:
            return "it is legal"
        if len(words) < 3 or (isinstance(refusal, Refusal) and refusal.rule in words[2].split("|")):
            return None
        return _why(refusal)

    def sees(self, words: list[str]) -> str | None:
        text = render_text(view(self.now, _viewer(words[0])))
        return None if _mentions(text, words[1]) else "it is not shown"

    def hides(self, words: list[str]) -> str | None:
        return None if self.sees(words) is not None else "it is shown"

    def told(self, words: list[str]) -> str | None:
        assert self.before is not None, "something was ordered"
        viewer = _viewer(words[0])
        names = {token: self.now.name(token) for token in self.now.pieces}
        text = "\n".join(report(tell(self.before, self.events, viewer), names))
        return None if _mentions(text, words[1]) else f"the report is: {text}"


_FACTS: dict[str, Callable[[_Runner, list[str]], str | None]] = {
    name: getattr(_Runner, name)
    for name in (
        "accepted refused says nothing at wounded living gone carries ap pool vp fighters sum total"
        " asks turn door room hand actions mark result legal illegal sees hides told"
    ).split()
}


def drawings() -> dict[str, Tile]:
    """The two test tiles of the rule catalogue."""
    return {name: read_room(text.lstrip("\n"), "1R.txt") for name, text in _DRAWINGS.items()}


def _split_facts(text: str) -> list[str]:
    """Facts are parted by ``;``, but not inside quotes."""
    parts = re.findall(r'(?:[^;"]|"[^"]*")+', text)
    return [part for part in parts if part.strip()]


def _words(fact: str) -> list[str]:
    try:
        return shlex.split(fact)
    except ValueError as error:
        raise _Failed(f"cannot read {fact!r}: {error}") from error


def _why(refusal: Refusal | Unreadable) -> str:
    rule = refusal.rule if isinstance(refusal, Refusal) else "unreadable"
    return f"{rule}: {refusal.why}"


def _same(found: int, wanted: int) -> str | None:
    return None if found == wanted else f"it is {found}"


def _place(state: State, piece: Piece) -> str:
    if piece.status is Status.HIDDEN:
        placement = state.space.placements[piece.tile]
        return placement.slot if placement else "?"
    on_a_square = piece.status in (Status.ON_BOARD, Status.LINED_UP)
    return state.square(piece.cell) if on_a_square else piece.status.value


def _mentions(text: str, words: str) -> bool:
    """Whether a text contains these words, not as parts of longer ones."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _viewer(word: str) -> Viewer:
    return Role(word) if word in ("observer", "moderator") else seat(word)


def _adjusted(state: State, key: str, words: list[str]) -> State:
    """A started game with something set by hand, for cases that need it."""
    draft = Draft(state.rules)
    draft.players = dict(state.players)
    draft.turn = state.turn
    draft.line(key, words)
    pending = state.pending
    if key == "turn":
        ask = draft.asks[0].ask if draft.asks else Ask.ACT
        active = draft.turn.active
        assert active is not None, "a turn line names a player"
        numbered = state.asked + 1
        pending = tuple(r._replace(number=numbered, ask=ask, who=active) for r in pending[:1])
        state = state._replace(asked=numbered)
    return state._replace(players=draft.players, turn=draft.turn, pending=pending)
